"""The narrator's terms of an attack (CE-MOD-24), given with the command or asked for; and when an attack is over."""

from typing import Annotated, ClassVar, Final, Literal

from msgspec.structs import replace
from pydantic import TypeAdapter

from domain.core.commands import Narrating
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Lookup, several
from domain.fields.sets import Node, Set
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.maneuvers import is_backstab
from domain.rulesets.century.chapters.attack.two_weapons import hand_key
from domain.rulesets.century.chapters.items.armament import Armament, armament_of
from domain.rulesets.century.chapters.rolls.fitting_answers import fitting
from domain.rulesets.century.chapters.rolls.modifiers import (
    GEARING,
    STANDING,
    Gearing,
    gearing_of,
    keys_beside,
    modifier_fields,
    modifiers_of,
    standing_names,
)
from domain.rulesets.century.parts import AttackTerms
from domain.rulesets.century.said import terms_said
from domain.rulesets.century.state import Attack, Fight, Person, Terms
from domain.rulesets.century.state.changes import change_attack
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, possessive
from domain.text.sentences import AS_WRITTEN, Spoken
from domain.text.words import Words

WITHDRAWN: Final = {
    "withdrawn by its attacker": "thinks better of the attack",
    "not approved": "does not attack after all",
    "no backstab": "does not attack after all, as it would be no backstab",
    "no longer able to attack": "can no longer attack",
    "the target is gone": "does not attack after all, as the target is gone",
}
"""Why attacks are taken back by the rules, as it is said."""


class TermsGiven(Event, frozen=True, kw_only=True):
    """What the narrator gives an attack (CE-MOD-24)."""

    type: ClassVar[str] = "century.terms_given"
    words = "Terms of an attack"
    says = "{terms}."
    example = {"attack": "attack-55", "terms": {}}
    attack: str
    terms: Annotated[Terms, Spoken(terms_said)]

    def evolve(self, fight: Fight) -> None:
        change_attack(fight, terms=self.terms)


class AttackWithdrawn(Event, frozen=True, kw_only=True):
    """An attack is taken back before anything was paid: by its attacker, or by the narrator's no (CE-CALLED-4)."""

    type: ClassVar[str] = "century.attack_withdrawn"
    words = "Attack taken back"
    told = Told(brief=AS_SAID)
    example = {"attack": "attack-36", "combatant": "sam", "reason": "no longer able to attack"}
    attack: str
    combatant: str
    reason: Annotated[str, AS_WRITTEN]

    def says(self) -> str:
        return f"{{combatant}} {WITHDRAWN.get(self.reason, 'does not attack after all[: {reason}]')}."

    def evolve(self, fight: Fight) -> None:
        fight.attack = None


def take_back(decision: Decision[Fight], attack: Attack, reason: str) -> None:
    """Take the attack back: nothing is paid."""
    decision.cause = decision.record(AttackWithdrawn(attack=attack.id, combatant=attack.attacker, reason=reason))


def about(attack: Attack) -> dict[str, Json]:
    """Return what a prompt shows of an attack."""
    shown = {"attack": attack.id, "attacker": attack.attacker, "target": attack.target, "called": attack.called}
    return {key: value for key, value in shown.items() if value is not None}


def attack_over(fight: Fight, prompt: Prompt) -> str | None:
    """Return why a prompt about an attack is moot: the attack is over, or it can no longer be made."""
    attack = fight.attack
    if attack is None or attack.id != prompt.about["attack"]:
        return "the attack is over"
    return None if attack.paid else why_off(fight, attack)


def why_off(fight: Fight, attack: Attack) -> str | None:
    """Return why an attack that is not paid for yet is off, or None: attacker and target have to be there still."""
    if not fight.people[attack.attacker].up:
        return "no longer able to attack"
    gone = attack.target is not None and not is_target(fight.people[attack.target])
    return "the target is gone" if gone else None


def is_target(person: Person) -> bool:
    """Return whether a combatant can be attacked at all: not the dead, nor the destroyed (CE-HIT-10)."""
    return person.present and not person.dead and not person.destroyed


def with_terms(fight: Fight, made: Attack, attacker: Person, arms: Armament, given: AttackTerms, field: str) -> Attack:
    """Return the attack with the narrator's terms; refuses modifiers that count already (CE-MOD-21, CE-MOD-24)."""
    key = hand_key(attacker, made)
    modifiers = modifiers_of(
        fight,
        attacker,
        given.modifiers,
        given.without,
        "to_hit",
        field,
        ranged=arms.mode != "melee",
        taken=frozenset({key} if key is not None else ()),
    )
    said = f"{arms.name} harms no more than it hits, and there is no one to shelter; leave them out."
    require(arms.area or not given.shielded, "CE-AREA-8", said, field=f"{field}.shielded")
    for place, name in enumerate(given.shielded):
        find_combatant(fight, name, f"{field}.shielded[{place}]")
    kept = Terms(
        modifiers,
        given.without,
        given.from_behind,
        given.unaware,
        given.undodgeable,
        given.shielded,
        given.base,
    )
    return replace(made, terms=kept)


@stage("century.terms.ask", NoData)
def ask_terms(decision: Decision[Fight], nothing: NoData) -> None:
    """Ask the narrator for the numbers that only the narrator gives (CE-MOD-24)."""
    attack = decision.state.attack
    if attack is not None:
        decision.ask(Question("attack_terms", NARRATOR_ID, about(attack)), terms_given, nothing)


@reply("century.terms.given", NoData)
def terms_given(decision: Decision[Fight], nothing: NoData, answer: AttackTerms | None) -> None:
    """Record the terms; an attack that is no backstab by them is taken back (CE-BACK-1).

    A modifier that counts by itself meanwhile is left out (CE-ROLL-13).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or answer is None:
        return
    attacker, arms = fight.people[attack.attacker], armament_of(fight, attack)
    made = fitting(answer, lambda given: with_terms(fight, attack, attacker, arms, given, "answer"), "modifiers")
    if made is None:
        return
    decision.cause = decision.record(TermsGiven(attack=attack.id, terms=made.terms))
    if attack.maneuver == "backstab" and not is_backstab(decision.state, made):
        take_back(decision, attack, "no backstab")


def check_terms(fight: Fight, prompt: Prompt, answer: AttackTerms) -> None:
    """Refuse modifiers that count already."""
    attack = fight.attack
    if attack is not None:
        arms = armament_of(fight, attack)
        with_terms(fight, attack, fight.people[attack.attacker], arms, answer, "answer")


def _keys_of_attack(view: View[Fight]) -> Node:
    fight, attack = view.state, view.state.attack
    if attack is None:
        return ()
    attacker, arms = fight.people[attack.attacker], armament_of(fight, attack)
    return keys_beside(
        fight.options,
        "to_hit",
        standing_names(fight, attacker),
        ranged=arms.mode != "melee",
        of_hand=hand_key(attacker, attack) is not None,
    )


def _gear_of_attacker(place: int) -> Vocabulary[Fight]:
    def found(view: View[Fight]) -> Node:
        attack = view.state.attack
        return {} if attack is None else gearing_of(view.state.people[attack.attacker])[place]

    return Vocabulary(f"{('gear', 'names of gear', 'modifiers without an amount')[place]} of the attacker", found)


def _sheltered(view: View[Fight]) -> Set:
    attack = view.state.attack
    return EVERYBODY if attack is not None and armament_of(view.state, attack).area else ()


SHELTERED: Final[Vocabulary[Fight]] = Vocabulary("whom to shelter from the attack", _sheltered)
KEYS_OF_ATTACK: Final[Vocabulary[Fight]] = Vocabulary("modifiers of the attack", _keys_of_attack)
GEAR_OF_ATTACKER: Final = Gearing(_gear_of_attacker(0), _gear_of_attacker(1), _gear_of_attacker(2), GEARING.amounts)


class AnswerAttackTerms(Narrating, AttackTerms):
    """Give the terms of an attack, such as its modifiers (CE-MOD-24).

    Answers `attack_terms`.
    """

    form = {
        "without": several(STANDING, 0, 20, seldom=True),
        "modifiers": modifier_fields(Lookup(KEYS_OF_ATTACK, ("without",)), GEAR_OF_ATTACKER),
        "shielded": several(SHELTERED),
    }
    interrupts: ClassVar[bool] = True
    answers_to = "attack_terms"
    says = ()
    example = {"from_behind": True, "unaware": True, "modifiers": [{"key": "target_moving", "amount": 10}]}
    words = Words(
        "Give the terms of the attack",
        "Let the attack come[: {from_behind}][, base {base}][, the target is unaware{unaware?}]"
        "[, it cannot be dodged{undodgeable?}][, sheltered: {shielded}]"
        "[, modifiers: {modifiers}][, without {without}]",
        group="rulings",
        prominence="main",
    )
    type: Literal["century.answer_attack_terms"] = "century.answer_attack_terms"

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "attack_terms", NARRATOR_ID, answer_fields(self, AttackTerms))


def asks_attack_terms(event: Prompted, names: Names) -> str:
    """Whose attack it is."""
    return f"has to give the terms of {possessive(names, event.visible_about['attacker'])} attack"


def tells_attack_terms(event: Answered, names: Names) -> str:
    """That they are given; a fact tells what they are."""
    return "gives the terms of the attack"


ATTACK_TERMS: PromptKind[Fight] = PromptKind(
    "attack_terms",
    TypeAdapter(AttackTerms),
    check_terms,
    moot=attack_over,
    narrator_only=True,
    question="what the terms of the attack are",
    words="Terms of an attack",
    asks=asks_attack_terms,
    tells=tells_attack_terms,
    silent=always_silent,
    occasion=Occasion("CE-ROLL-13", "where the narrator gives the terms of each attack"),
)


ATTACK_TERMS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(AnswerAttackTerms,),
    events=(TermsGiven, AttackWithdrawn),
    prompts=(ATTACK_TERMS,),
    stages=(ask_terms, terms_given),
)
