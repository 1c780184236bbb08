"""Area effects (CE-AREA, CE-HALF): who is inside, one throw of damage for all, checks that halve it.

A weapon with an `area` harms all within that radius, without a To-Hit Roll against each (CE-AREA-1).
"""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import ASK, Narrating, StrictModel
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, always_silent, any_answer
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import answer_fields, give_answer
from domain.fields.field import listed as values_of
from domain.fields.field import record, several, span
from domain.fields.sets import Labelled
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import NARRATOR_ID, Prompt, Question
from domain.model.event import Event, Json
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.attack.attack_terms import attack_over
from domain.rulesets.century.chapters.attack.scatter import aimed_at, scatter
from domain.rulesets.century.chapters.conditions.damage_dice import throw_damage
from domain.rulesets.century.chapters.items.armament import armament_of
from domain.rulesets.century.chapters.movement.distances import distance_of, exposed
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.opening import open_roll
from domain.rulesets.century.chapters.round.deferred_effects import bring
from domain.rulesets.century.parts import Base, Combatants
from domain.rulesets.century.said import silent_unless, spot, those_inside
from domain.rulesets.century.state import Attack, Candidate, Fight, Held, Person, Place, RollOutcome, Wound
from domain.rulesets.century.vocabularies import SOME
from domain.rulesets.century.words import ABILITIES, Ability
from domain.story.told import Told
from domain.text.phrases import Names, all_named, possessive
from domain.text.sentences import Spoken
from domain.text.words import Label, Words


class HalfCheckTerms(StrictModel):
    """The check by which those inside an area halve its damage (CE-HALF-1)."""

    base: Base
    abilities: tuple[Ability, ...] = Field(default=("agl",), min_length=1, max_length=3)


class BlastList(StrictModel):
    """Who of those without position is inside an area, and who is shielded (CE-AREA-5)."""

    inside: Combatants | None = None
    shielded: Combatants = ()


class BlastOpened(Event, frozen=True, kw_only=True):
    """An area effect opens (CE-AREA-4): around which point, who is inside, who is shielded."""

    type: ClassVar[str] = "century.blast_opened"
    words = "Blast"
    says = "{combatant's} blast goes off[ at {centre}] and catches {inside}[, with shelter for {shielded}]."
    example = {
        "combatant": "thurston",
        "inside": ["steinbrenner"],
        "centre": {"x": 2, "y": 1},
        "shielded": ["street_thug"],
    }
    combatant: str
    inside: Annotated[tuple[str, ...], Spoken(those_inside)]
    centre: Annotated[Place | None, Spoken(spot)] = None
    shielded: tuple[str, ...] = ()

    told = Told(brief="the blast | goes off and catches {inside}[, with shelter for {shielded}]")


class DamageHalved(Event, frozen=True, kw_only=True):
    """A check has halved the damage of an area for a combatant (CE-HALF-2)."""

    type: ClassVar[str] = "century.damage_halved"
    words = "Damage halved"
    told = Told(brief="{combatant} | takes only half the damage, {total:point}", unless=("century.roll_judged",))
    says = "{combatant} takes only half of it: {total:point}."
    example = {"combatant": "thurston", "total": 6}
    combatant: str
    total: int


class Share(msgspec.Struct, frozen=True, gc=False):
    """The damage of a combatant inside an area, and the version of the fact that set it."""

    total: int
    cause: int


class Blast(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An area that opens: around where, who is inside, the check that halves, what each of them takes."""

    centre: Place | None = None
    hit: bool = False
    inside: tuple[str, ...] = ()
    base: int | None = None
    abilities: tuple[Ability, ...] = ()
    shares: dict[str, Share] = {}
    checked: int = 0


@stage("century.areas.open", NoData, draws=True)
def open_area(decision: Decision[Fight], nothing: NoData) -> None:
    """Stage 8 of CE-HIT-9: the centre, after a scatter on a miss (CE-AREA-3); a shot not fired opens none.

    The area lies around the impact then, and may reach the target all the same (CE-SCAT-5).
    """
    fight, attack = decision.state, decision.state.attack
    if attack is None or not armament_of(fight, attack).area or attack.kept:
        return
    hit = bool(attack.hits)
    centre = aimed_at(fight, attack) if hit else scatter(decision, attack)
    blast = Blast(centre, hit)
    unmeasured = [person.id for person in exposed(decision.state) if _is_unmeasured(person, centre)]
    if unmeasured:
        about: dict[str, Json] = {"attack": attack.id, "attacker": attack.attacker, "candidates": [*unmeasured]}
        decision.ask(Question("blast_list", NARRATOR_ID, about), listed, blast)
    else:
        _burst(decision, attack, blast, (), ())


def _is_unmeasured(person: Person, centre: Place | None) -> bool:
    """Return whether only the narrator can say that a combatant is inside (CE-AREA-5)."""
    return centre is None or person.place is None


@reply("century.areas.listed", Blast)
def listed(decision: Decision[Fight], blast: Blast, answer: BlastList | None) -> None:
    """Without a list a hit reaches its target, if it could be named, and a miss no one (CE-AREA-5)."""
    attack = decision.state.attack
    if attack is None:
        return
    named = answer.inside if answer is not None else None
    if named is None:
        target = decision.state.people.get(attack.target or "")
        named = (target.id,) if blast.hit and target is not None and _is_unmeasured(target, blast.centre) else ()
    _burst(decision, attack, blast, named, answer.shielded if answer is not None else ())


def _burst(
    decision: Decision[Fight], attack: Attack, blast: Blast, named: tuple[str, ...], shielded: tuple[str, ...]
) -> None:
    """Open the area: all in it take the damage, in the order of joining (CE-AREA-4, CE-AREA-7)."""
    radius = armament_of(decision.state, attack).area
    spared = {*shielded, *attack.terms.shielded}
    within = [
        person.id
        for person in exposed(decision.state)
        if person.id not in spared and (person.id in named or _measured_inside(person, blast.centre, radius))
    ]
    opened = BlastOpened(
        combatant=attack.attacker, inside=tuple(within), centre=blast.centre, shielded=tuple(sorted(spared))
    )
    decision.cause = decision.record(opened)
    if within:
        decision.next(ask_half_check, msgspec.structs.replace(blast, inside=tuple(within)))


def _measured_inside(person: Person, centre: Place | None, radius: int) -> bool:
    return centre is not None and person.place is not None and distance_of(person.place, centre) <= radius


def check_list(fight: Fight, prompt: Prompt, answer: BlastList) -> None:
    """Refuse names of combatants whose distance is known (CE-AREA-5)."""
    candidates = prompt.about["candidates"]
    for place, name in enumerate(answer.inside or ()):
        said = f"Where {fight.name_of(name)} is needs no word of yours; name only any of {', '.join(candidates)}."
        require(name in candidates, "CE-AREA-5", said, field=f"answer.inside[{place}]")
    for place, name in enumerate(answer.shielded):
        find_combatant(fight, name, f"answer.shielded[{place}]")


# Checks that halve the damage


@stage("century.areas.ask_half", Blast)
def ask_half_check(decision: Decision[Fight], blast: Blast) -> None:
    """The narrator may allow a Reaction Check, if a combatant inside can make one (CE-HALF-1)."""
    attack = decision.state.attack
    if attack is None:
        return
    able = [name for name in blast.inside if can_check(decision.state.people[name])]
    if decision.state.options.area_half_check and able:
        about: dict[str, Json] = {"attack": attack.id, "attacker": attack.attacker, "inside": [*able]}
        decision.ask(Question("half_check_terms", NARRATOR_ID, about), half_check_set, blast)
    else:
        decision.next(throw, blast)


def can_check(person: Person) -> bool:
    """Return whether a combatant can make the check: not the unconscious, vehicles, objects (CE-HALF-4)."""
    return person.throws and not person.conditions.keys() & {"unconscious", "dying", "dead"}


@reply("century.areas.half_set", Blast)
def half_check_set(decision: Decision[Fight], blast: Blast, answer: HalfCheckTerms | str | None) -> None:
    """Set the check, if the narrator allows one, and throw the damage."""
    if isinstance(answer, HalfCheckTerms):
        blast = msgspec.structs.replace(blast, base=answer.base, abilities=answer.abilities)
    decision.next(throw, blast)


def standing_half_check(fight: Fight, prompt: Prompt, owner: str) -> Json:
    """Return the answer by the policy: ``none``, or a base for a check on Agility (CE-HALF-1)."""
    policy = fight.policy(owner, prompt.kind)
    return {"base": policy} if isinstance(policy, int) else None if policy == ASK else policy


@stage("century.areas.throw", Blast, draws=True)
def throw(decision: Decision[Fight], blast: Blast) -> None:
    """One throw of damage holds for all inside; by option each has its own (CE-AREA-6, CE-AREA-12, CE-RUL-87)."""
    attack = decision.state.attack
    if attack is None:
        return
    arms = armament_of(decision.state, attack)
    doubled = any(hit.doubled for hit in attack.hits)

    opened = decision.cause

    def thrown(target: str | None) -> Share:
        decision.cause = opened
        total = throw_damage(decision, attack.attacker, arms.damage, arms.name, doubled=doubled, target=target)
        return Share(total, decision.state.lineage_version)

    if decision.state.options.area_damage == "each":
        shares = {name: thrown(name) for name in blast.inside}
    else:
        shares = dict.fromkeys(blast.inside, thrown(None))
    decision.next(check_next, msgspec.structs.replace(blast, shares=shares))


@stage("century.areas.check", Blast)
def check_next(decision: Decision[Fight], blast: Blast) -> None:
    """The checks, in the order of joining, after the damage roll (CE-HALF-2); then the damage lands."""
    attack = decision.state.attack
    if attack is None:
        return
    if blast.base is None or blast.checked == len(blast.inside):
        source = armament_of(decision.state, attack).name
        for name, share in reversed(blast.shares.items()):
            wound = Wound(name, share.total, source, attack=attack.id)
            decision.steps((bring_next, Held(name, wound=wound)), cause=share.cause)
        return
    name = blast.inside[blast.checked]
    after = msgspec.structs.replace(blast, checked=blast.checked + 1)
    if not can_check(decision.state.people[name]) or decision.state.roll_of(name) is not None:
        decision.next(check_next, after)
        return
    decision.cause = blast.shares[name].cause
    candidate = Candidate("half", blast.base, None, blast.abilities)
    call = RollCalled(
        roll=f"{attack.id}.half.{name}", combatant=name, kind="reaction", what="half damage", candidates=(candidate,)
    )
    open_roll(decision, call, then=checked.continuation(after))


@stage("century.areas.bring", Held, pausable=True)
def bring_next(decision: Decision[Fight], effect: Held) -> None:
    """The damage of the next in the area comes about; a full batch ends before it (CE-TIE-13)."""
    bring(decision, effect)


@reply("century.areas.checked", Blast)
def checked(decision: Decision[Fight], blast: Blast, outcome: RollOutcome) -> None:
    """Passed, half the damage is left, rounded down, before armour (CE-HALF-2, CE-HALF-3)."""
    if outcome.success:
        name = blast.inside[blast.checked - 1]
        half = blast.shares[name].total // 2
        halved = Share(half, decision.record(DamageHalved(combatant=name, total=half)))
        blast = msgspec.structs.replace(blast, shares={**blast.shares, name: halved})
    decision.next(check_next, blast)


def _unmeasured(view: View[Fight]) -> tuple[str, ...]:
    prompts = [prompt for prompt in view.state.prompts if prompt.kind == "blast_list"]
    return tuple(prompts[0].about["candidates"]) if prompts else ()


UNMEASURED: Final[Vocabulary[Fight]] = Vocabulary("who may be inside the blast", _unmeasured)


class AnswerBlastList(Narrating, BlastList):
    """Say who is inside a blast, and who is sheltered from it (CE-AREA-5).

    Answers `blast_list`.
    """

    form = {"inside": several(UNMEASURED, 0, 200), "shielded": SOME}
    interrupts: ClassVar[bool] = True
    answers_to = "blast_list"
    says = ()
    example = {"inside": ["sam", "mulan"], "shielded": ["mulan"]}
    words = Words(
        "Say who is in the blast",
        "Set off the blast[ on {inside}][, sheltered: {shielded}]",
        group="rulings",
        prominence="main",
    )
    type: Literal["century.answer_blast_list"] = "century.answer_blast_list"

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "blast_list", NARRATOR_ID, answer_fields(self, BlastList))


def asks_inside(event: Prompted, names: Names) -> str:
    """Whose blast it is."""
    return f"has to say who is inside {possessive(names, event.visible_about['attacker'])} blast"


def tells_inside(event: Answered, names: Names) -> str:
    """Who is inside."""
    match event.given:
        case {"inside": [*inside]}:
            return f"says who is inside: {all_named(names, map(str, inside))}"
    return "says that only the target is inside"


BLAST_LIST: PromptKind[Fight] = PromptKind(
    "blast_list",
    TypeAdapter(BlastList),
    check_list,
    moot=attack_over,
    narrator_only=True,
    question="who is inside the blast",
    words="Who is in the blast",
    asks=asks_inside,
    tells=tells_inside,
    silent=always_silent,
    occasion=Occasion("CE-ROLL-13", "when an area opens that a combatant without a position may be in"),
)


def asks_half_check(event: Prompted, names: Names) -> str:
    """Who can make the check."""
    return f"may allow {all_named(names, event.visible_about['inside'])} a check for half damage"


def tells_half_check(event: Answered, names: Names) -> str:
    """Whether there is a check, and how hard it is; a standing answer is its base alone."""
    match event.given:
        case "none":
            return "allows no check for half damage"
        case {"base": base} | base:
            return f"allows a check for half damage, with a base of {base}"


HALF_CHECK_TERMS: PromptKind[Fight] = PromptKind(
    "half_check_terms",
    TypeAdapter(HalfCheckTerms | Literal["none"]),
    any_answer,
    policy=standing_half_check,
    moot=attack_over,
    policy_type=TypeAdapter(Literal["none"] | Base),
    narrator_only=True,
    question="whether there is a check for half damage",
    words="Check for half damage",
    asks=asks_half_check,
    tells=tells_half_check,
    silent=silent_unless("none"),
    fields=lambda fight, prompt: (
        values_of(Labelled("none", Label("no_check"))),
        record(
            {"base": span(0, 100, required=True), "abilities": several(ABILITIES, 1, 3, default=["agl"])},
            phrase="Base {base} with {abilities}",
        ),
    ),
)


AREAS: Chapter[Fight] = Chapter(
    commands=(AnswerBlastList,),
    events=(BlastOpened, DamageHalved),
    prompts=(BLAST_LIST, HALF_CHECK_TERMS),
    stages=(open_area, listed, ask_half_check, half_check_set, throw, check_next, bring_next, checked),
    labels={
        "text.no_check": "No check",
        "inside": "Who is inside",
    },
)
