"""What critical throws do (CE-CRIT-9 to CE-CRIT-24): the narrator chooses, or the standard effect comes about.

What an attack's critical does to combatants waits in a common slot; what happens to the attacker's weapon does not
(CE-TIE-5, CE-TIE-6).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import TypeAdapter

from domain.core.commands import Narrating
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import Field, Lookup, among, listed, record
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.condition_terms import condition_from
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.items.hands import ItemUsedUp, drop_item
from domain.rulesets.century.chapters.items.jams import WeaponFailed
from domain.rulesets.century.chapters.movement.distances import distance_of, exposed
from domain.rulesets.century.chapters.outcomes.consequences import LIMITS, ends_of_consequences, limits_of
from domain.rulesets.century.chapters.outcomes.critical_choices import (
    PHRASE_OF_CRITICAL,
    Choices,
    checked_choice,
    choices_of,
    critical_fields,
    standard_choice,
    standard_degree,
)
from domain.rulesets.century.chapters.rolls.fate_points import roll_over
from domain.rulesets.century.chapters.rolls.fitting_answers import fitting
from domain.rulesets.century.chapters.rolls.open_rolls import Rolling, roll_of
from domain.rulesets.century.chapters.round.deferred_effects import bring, come_about
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.parts import CriticalSheet, RollKey
from domain.rulesets.century.said import EFFECTS as SAID_EFFECTS
from domain.rulesets.century.said import critical_in_brief, critical_said, shot_by
from domain.rulesets.century.state import CriticalChoice, Fight, Held, Roll, Turning, Wound
from domain.rulesets.century.state.changes import change_roll
from domain.rulesets.century.vocabularies import rolls_asked_about
from domain.rulesets.century.words import CriticalKind
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, named, possessive
from domain.text.sentences import QUOTED, SpokenOf
from domain.text.words import Words

TOLD_BY_FACTS: Final = frozenset({"jam", "break_weapon", "explode_weapon", "confession"})
"""Effects of critical throws that the next fact tells."""
HEARTS: Final = frozenset({"instant_ally", "instant_enemy"})
"""Effects of critical throws that the attitude tells whose it becomes."""
OF_SHOTS: Final[Mapping[str, str]] = {"double_damage": "double damage", "automatic_hit": "an automatic hit"}
"""Effects of critical throws that are told with the hit, if nothing else is said of them."""
STANDARD: Final = "standard"


class CriticalChosen(Event, frozen=True, kw_only=True):
    """What a critical throw does (stage 10 of CE-ROLL-12); ``degree`` where the effect changes it (CE-CRIT-22).

    Of a hidden roll it is private.
    """

    type: ClassVar[str] = "century.critical_chosen"
    words = "Critical effect"
    example = {"roll": "roll-58", "combatant": "mulan", "choice": {"effect": "none"}, "degree": 5}
    private: ClassVar[frozenset[str]] = frozenset({"choice", "degree"})
    roll: str
    combatant: str
    choice: Annotated[
        CriticalChoice | None, SpokenOf(lambda event, names: critical_said(event.choice, event.combatant, names))
    ] = None
    degree: int | None = None

    def says(self) -> str:
        if self.choice is None:
            return "{combatant's} critical throw does something."
        facts_tell = self.choice.effect in TOLD_BY_FACTS and not self.choice.conditions
        return "" if facts_tell else "{combatant's} critical throw {choice}."

    @property
    def in_brief(
        self,
    ) -> Annotated[
        CriticalChoice | None, SpokenOf(lambda event, names: critical_in_brief(event.choice, event.combatant, names))
    ]:
        """What the throw does, without the conditions, which facts tell."""
        return self.choice

    def brief(self) -> str:
        """That a critical throw does nothing more goes without saying."""
        choice = self.choice
        if choice is None:
            return AS_SAID
        silent = choice.effect in TOLD_BY_FACTS or (choice.effect == "none" and not choice.text)
        return "" if silent else "{combatant's} critical throw {in_brief}"

    @property
    def effect_alone(self) -> str | None:
        """The effect, if nothing else is said of it."""
        choice = self.choice
        return None if choice is None or choice.conditions or choice.text else choice.effect

    def lends(self) -> str:
        """What is told with the hit or the miss, after it."""
        if not self.brief() or self.choice is None or self.choice.effect in HEARTS:
            return ""
        said = OF_SHOTS.get(self.effect_alone or "", "the critical throw {in_brief}")
        return f"{shot_by(self.roll)} |  | ({said})"

    def told_by(self) -> tuple[str, ...]:
        """The hit or the miss continues with it, and the attitude tells whose it becomes."""
        if self.effect_alone in HEARTS:
            return ("century.attitude_set", "century.effect_held")
        return ("century.shot_hit", "century.shot_missed") if self.lends() else ()

    told = Told(brief=brief, lends=lends, unless=told_by)

    def evolve(self, fight: Fight) -> None:
        degree = fight.rolls[self.roll].degree if self.degree is None else self.degree
        change_roll(fight, self.roll, effect=self.choice, degree=degree)


class Confessed(Event, frozen=True, kw_only=True):
    """A combatant gives something away (CE-CRIT-14)."""

    type: ClassVar[str] = "century.confessed"
    words = "Confession"
    told = Told(brief=AS_SAID, target="to")
    says = "{combatant} confesses to {to}: {text}."
    example = {"combatant": "narna", "to": "eva", "text": "first blood"}
    combatant: str
    to: str
    text: Annotated[str, QUOTED]


@stage("century.criticals.due", Rolling, draws=True)
def effect_due(decision: Decision[Fight], rolling: Rolling) -> None:
    """Stage 10 of CE-ROLL-12: by option the narrator chooses, the standard effect comes, or nothing (CE-CRIT-9).

    Any roll can be critical; a check that fails so has its consequence besides (CE-CRIT-8). Of a hidden roll nothing
    is due: see ``unasked_degree``.
    """
    roll = roll_of(decision, rolling)
    if roll is None or decision.state.options.critical_effects == "none":
        return
    if decision.state.options.critical_effects == "standard":
        apply_standard(decision, roll)
        return
    shown: dict[str, Json] = {
        "roll": roll.id,
        "combatant": roll.combatant,
        "critical": roll.critical,
        "severity": roll.severity,
        "standard": standard_choice(decision.state, roll).effect,
    }
    decision.ask(Question("choose_critical", NARRATOR_ID, shown), critical_chosen, rolling)


def unasked_degree(fight: Fight, roll: Roll) -> int | None:
    """Return the degree of a hidden critical where its standard effect comes unasked, by option or policy (CE-CRIT-9).

    A question, or a fact of its own, would tell others that the throw is critical (CE-ROLL-16): so this is judged at
    once, and what else comes of it the narrator says by its own commands.
    """
    effects = fight.options.critical_effects
    policy = fight.policy(NARRATOR_ID, "choose_critical")
    unasked = effects == "standard" or (effects == "narrator" and policy == STANDARD)
    return standard_degree(fight, roll) if unasked else None


@reply("century.criticals.chosen", Rolling, draws=True)
def critical_chosen(decision: Decision[Fight], rolling: Rolling, answer: CriticalSheet | str | None) -> None:
    """One critical, one effect (CE-CRIT-23); none if what was chosen no longer fits (CE-ROLL-13)."""
    fight, roll = decision.state, roll_of(decision, rolling)
    if roll is None or answer is None:
        return
    if isinstance(answer, CriticalSheet):
        choice = fitting(answer, lambda sheet: checked_choice(fight, roll, sheet, "answer"), "modifiers")
        apply_critical(decision, roll, choice or CriticalChoice("none"))
    else:
        apply_standard(decision, roll)


def apply_standard(decision: Decision[Fight], roll: Roll) -> None:
    """The standard effect; of a roll that is no attack it is the degree (CE-CRIT-22)."""
    fight = decision.state
    apply_critical(decision, roll, standard_choice(fight, roll), standard_degree(fight, roll))


def apply_critical(decision: Decision[Fight], roll: Roll, choice: CriticalChoice, degree: int | None = None) -> None:
    """Record the choice and apply its effect."""
    event = CriticalChosen(roll=roll.id, combatant=roll.combatant, choice=choice, degree=degree)
    decision.cause = decision.record(event, audience=NARRATOR_ID if roll.hidden else "all")
    EFFECTS.get(choice.effect, nothing_more)(decision, roll, choice)


def nothing_more(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """``none``; and what the attack itself makes of an automatic hit and of doubled damage (CE-CRIT-10 to -12)."""


def change_heart(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """An NPC becomes an ally or an enemy of the roller (CE-CRIT-13, CE-CRIT-20)."""
    if choice.npc is not None and choice.attitude is not None:
        _bring(decision, roll, Held(choice.npc, attitude=Turning(roll.combatant, choice.attitude, choice.join)))


def confess(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """An NPC gives something away (CE-CRIT-14)."""
    if choice.npc is not None:
        decision.record(Confessed(combatant=choice.npc, to=roll.combatant, text=choice.text))


def drop_weapon(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon lies at the roller's place (CE-CRIT-15)."""
    drop_item(decision, roll.combatant, choice.weapon or "", "lost")


def jam(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is jammed; clearing it takes ``choice.rounds`` (CE-CRIT-16)."""
    decision.record(
        WeaponFailed(combatant=roll.combatant, weapon=choice.weapon or "", state="jammed", rounds=choice.rounds)
    )


def break_weapon(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is useless for the rest of the encounter (CE-CRIT-18)."""
    decision.record(WeaponFailed(combatant=roll.combatant, weapon=choice.weapon or "", state="broken"))


def explode(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The weapon is destroyed, its damage is thrown once, and hits the wielder first, then who is near (CE-CRIT-19)."""
    wielder = decision.state.people[roll.combatant]
    weapon = wielder.weapons[choice.weapon or ""]
    decision.cause = decision.record(WeaponFailed(combatant=wielder.id, weapon=weapon.id, state="destroyed"))
    if weapon.is_explosive:
        decision.record(ItemUsedUp(combatant=wielder.id, item=weapon.id))
    hurt = (wielder.id, *_near(decision.state, wielder.id, weapon, choice))
    total = throw_damage(decision, wielder.id, choice.damage or weapon.damage, weapon.name)
    cause = decision.cause
    for name in hurt:
        decision.cause = cause
        _bring(decision, roll, Held(name, wound=Wound(name, total, weapon.name)))


def _near(fight: Fight, wielder: str, weapon: Weapon, choice: CriticalChoice) -> Iterator[str]:
    """Yield those within the radius, in the order of joining; without positions there are none (CE-CRIT-19)."""
    radius = weapon.area if choice.radius is None else choice.radius
    centre = fight.people[wielder].place
    if not radius or centre is None:
        return
    for person in exposed(fight):
        within = person.place is not None and distance_of(person.place, centre) <= radius
        if within and person.id != wielder:
            yield person.id


def set_conditions(decision: Decision[Fight], roll: Roll, choice: CriticalChoice) -> None:
    """The narrator's own effect may set conditions on the roller or its target (CE-CRIT-21)."""
    cause = decision.cause
    for name, said in choice.conditions:
        decision.cause = cause
        _bring(decision, roll, Held(name, condition=condition_from(decision.state, said)))


def _bring(decision: Decision[Fight], roll: Roll, effect: Held) -> None:
    """Apply an effect: that of an attack may have to wait (CE-TIE-5), that of another roll comes at once."""
    attack = decision.state.attack
    if attack is not None and roll.id.startswith(f"{attack.id}."):
        bring(decision, effect)
    else:
        come_about(decision, effect)


EFFECTS: Final[Mapping[CriticalKind, Callable[[Decision[Fight], Roll, CriticalChoice], None]]] = {
    "instant_ally": change_heart,
    "confession": confess,
    "drop_weapon": drop_weapon,
    "jam": jam,
    "break_weapon": break_weapon,
    "explode_weapon": explode,
    "instant_enemy": change_heart,
    "other": set_conditions,
}
"""What each effect does at once; the attack makes something of the others."""


# The prompt `choose_critical`


def check_choice(fight: Fight, prompt: Prompt, answer: CriticalSheet | Literal["standard"]) -> None:
    """Refuse an effect that does not fit the roll; the prompt stays open (CE-CRIT-23)."""
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is not None and isinstance(answer, CriticalSheet):
        checked_choice(fight, roll, answer, "answer")


def _choices(view: View[Fight]) -> dict[str, Choices]:
    fight = view.state
    rolls = [fight.rolls.get(one.value) for one in view[CRITICAL_ROLLS]]
    return {roll.id: choices_of(fight, roll) for roll in rolls if roll is not None}


CRITICAL_ROLLS: Final = rolls_asked_about("choose_critical")
CHOICES: Final[Vocabulary[Fight]] = Vocabulary("choices for critical throws", _choices)


def _by_roll(name: str, part: Callable[[Choices], Any]) -> Node:
    """Return the lookup of a part of the choices, by the roll."""
    return Vocabulary(
        f"{name} of critical throws",
        lambda view: {roll: part(choices) for roll, choices in view[CHOICES].items()},
    )


def answers(fight: Fight, prompt: Prompt) -> Iterator[Field]:
    """Yield the standard effect, and those that fit the roll."""
    yield listed(STANDARD)
    roll = fight.rolls.get(str(prompt.about["roll"]))
    if roll is not None:
        choices = choices_of(fight, roll)
        limits = limits_of(ends_of_consequences(fight))
        yield record(critical_fields(lambda name, part: part(choices), (), limits), phrase=PHRASE_OF_CRITICAL)


class ChooseCritical(Narrating, CriticalSheet):
    """Choose what the critical throw does (CE-CRIT-9).

    Answers `choose_critical`; it shows in the facts that follow.
    """

    form = {
        "roll_id": among(CRITICAL_ROLLS, default=Lookup(CRITICAL_ROLLS, ())),
        **critical_fields(_by_roll, ("roll_id",), LIMITS),
    }
    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset(CriticalSheet.model_fields)
    answers_to = "choose_critical"
    says = ()
    example = {"effect": "jam", "rounds": 1}
    words = Words(
        "Choose the critical effect",
        f"Critical effect[ ({{roll_id}})]: {PHRASE_OF_CRITICAL}",
        group="rulings",
        prominence="main",
        fields={"modifiers": "Conditions"},
    )
    type: Literal["century.choose_critical"] = "century.choose_critical"
    roll_id: RollKey | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(
            decision,
            "choose_critical",
            NARRATOR_ID,
            answer_fields(self, CriticalSheet),
            roll=self.roll_id,
        )


def asks_critical(event: Prompted, names: Names) -> str:
    """Whose throw it is."""
    return f"has to say what {possessive(names, event.visible_about['combatant'])} critical throw does"


def tells_critical(event: Answered, names: Names) -> str:
    """Which effect it has."""
    match event.given:
        case {"effect": str(effect), **more}:
            npc = named(names, str(more["npc"])) if more.get("npc") else "the target"
            return f"says that the critical throw {SAID_EFFECTS[effect].format(weapon='the weapon', npc=npc)}"
    return "chooses the standard effect of a critical throw"


CHOOSE_CRITICAL: PromptKind[Fight] = PromptKind(
    "choose_critical",
    TypeAdapter(CriticalSheet | Literal["standard"]),
    check_choice,
    moot=roll_over,
    policy_type=TypeAdapter(Literal["standard"]),
    sealed=True,
    narrator_only=True,
    question="what the critical throw does",
    words="Critical effect",
    asks=asks_critical,
    tells=tells_critical,
    silent=always_silent,
    fields=answers,
    occasion=Occasion("CE-ROLL-13", "where the narrator chooses effects, after a critical throw in the open"),
)


CRITICALS: Chapter[Fight] = Chapter(
    commands=(ChooseCritical,),
    events=(CriticalChosen, Confessed),
    prompts=(CHOOSE_CRITICAL,),
    stages=(effect_due, critical_chosen),
    labels={
        "automatic_hit": "The attack hits for certain",
        "break_weapon": "The weapon breaks",
        "confession": "An NPC confesses something",
        "double_damage": "Double damage",
        "drop_weapon": "The weapon is dropped",
        "explode_weapon": "The weapon explodes",
        "instant_ally": "An NPC becomes an ally",
        "instant_enemy": "An NPC becomes an enemy",
        "jam": "The weapon jams",
        "join": "Changes sides",
        "radius": "Radius in metres",
    },
)
