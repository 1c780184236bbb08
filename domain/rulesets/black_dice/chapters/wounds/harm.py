"""Harm: fate against damage, marks on the track, the grey, the bottom (BD-DMG-6 to BD-DMG-9)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec.structs import replace
from pydantic import Field, TypeAdapter

from domain.core.commands import Answering
from domain.core.events import Answered, Prompted
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind
from domain.decision.stages import NoData, reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import among, listed, looked_up
from domain.fields.sets import Labelled, Node, Span
from domain.fields.vocabulary import View, Vocabulary, asked
from domain.model.encounter import Prompt, Question
from domain.model.event import Event, Json, as_stored
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.aiming import lose_aim
from domain.rulesets.black_dice.chapters.dice.fate import spend
from domain.rulesets.black_dice.chapters.dice.plans import Chosen
from domain.rulesets.black_dice.chapters.dice.who_is_asked import pips_gone, silent_if_it_spends, unasked
from domain.rulesets.black_dice.chapters.wounds import dying, injuries
from domain.rulesets.black_dice.chapters.wounds.consciousness import fall_unconscious
from domain.rulesets.black_dice.said import Who
from domain.rulesets.black_dice.state import Fight, OwedMarks, Person
from domain.rulesets.black_dice.words import Mark
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, counted
from domain.text.words import Label, Variant, Words

LEAST_LEFT = 1


class DamageReduced(Event, frozen=True, kw_only=True):
    """Fate has lowered the damage to ``points`` (BD-FATE-5)."""

    type: ClassVar[str] = "black_dice.damage_reduced"
    words = "Damage lessened"
    says = "Fate spares {combatant} {by:point} of damage; {points:point is|points are} left."
    example = {"combatant": "kestrel", "by": 3, "points": 11}
    combatant: Who
    by: int
    points: int


class MarksOwed(Event, frozen=True, kw_only=True):
    """Damage waits to be marked after the last item of the agenda (BD-ROUND-7); ``harm`` is what marks it then."""

    type: ClassVar[str] = "black_dice.marks_owed"
    words = "Damage to be marked"
    told = Told(
        brief="{combatant} | will take | {points:point} of damage",
        unless=("black_dice.health_lost",),
        lends="{combatant}",
        source=None,
        target="combatant",
    )
    says = "{combatant} will take {points:point} of damage, marked after all deeds."
    example = {
        "combatant": "pryce",
        "points": 2,
        "harm": {
            "combatant": "pryce",
            "points": 2,
            "mark": "bruise",
            "source": "brass_tom",
            "attack": True,
            "chosen": {"injury": {}},
            "given": True,
        },
    }
    combatant: Who
    points: int
    harm: dict[str, Json]

    def evolve(self, fight: Fight) -> None:
        fight.owed = (*fight.owed, OwedMarks(self.combatant, self.points, self.harm))


class MarksDue(Event, frozen=True, kw_only=True):
    """The damage that has waited longest is marked now."""

    type: ClassVar[str] = "black_dice.marks_due"
    words = "Damage due"
    told = Told(line="dust")
    says = "{combatant} now feels the harm done."
    example = {"combatant": "kestrel"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.owed = fight.owed[1:]


class HealthLost(Event, frozen=True, kw_only=True):
    """Pips are marked (BD-DMG-8): the marks and the health as they are now.

    ``points`` are those of the damage; what goes beyond the bottom marks nothing.
    """

    type: ClassVar[str] = "black_dice.health_lost"
    words = "Health lost"
    example = {"combatant": "brass_tom", "points": 3, "mark": "normal", "normal": 16, "bruise": 0, "health": -8}
    private: ClassVar[frozenset[str]] = frozenset({"normal", "bruise", "health"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: Who
    points: int
    mark: Mark
    normal: int | None = None
    bruise: int | None = None
    health: int | None = None

    def says(self) -> str:
        marks = "{points:bruise}" if self.mark == "bruise" else "{points:mark}"
        return f"{{combatant}} takes {marks}[; {{combatant:their}} health is now {{health}}]."

    def brief(self) -> str:
        marks = "{points:bruise}" if self.mark == "bruise" else "{points:mark}"
        return f"{{combatant}} | takes | {marks}[ (health {{health}})]"

    told = Told(brief=brief, moment="wound", source=None, target="combatant")

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.normal = self.normal or 0
        person.bruise = self.bruise or 0
        person.treated = False
        fight.disturb(person.id)


class EnteredGrey(Event, frozen=True, kw_only=True):
    """A combatant fights in the grey with this penalty from now on (BD-GREY-2)."""

    type: ClassVar[str] = "black_dice.entered_grey"
    words = "In the grey"
    told = Told(brief=AS_SAID, source=None, target="combatant")
    says = "{combatant} is in the grey, {penalty:die|dice} down."
    example = {"combatant": "brass_tom", "penalty": 4}
    combatant: Who
    penalty: int


class Harm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counted damage on its way to a combatant's track.

    ``attack``: fate may lower it (BD-FATE-5). ``chosen`` is what the one who suffers it puts into the throws that may
    follow, ``given`` says that it came with the command.
    """

    combatant: str
    points: int
    mark: Mark
    source: str | None = None
    attack: bool = False
    chosen: Chosen = Chosen()
    given: bool = False


def inflict(decision: Decision[Fight], harm: Harm) -> None:
    """Put the harm on the agenda: fate against it, marks now or owed, what comes of them (BD-DMG-9).

    Damage of 0 marks nothing and asks for no roll (BD-DMG-6).
    """
    if harm.points > 0:
        decision.next(reduce, harm)


# Fate against damage


@stage("black_dice.harm.reduce", Harm)
def reduce(decision: Decision[Fight], harm: Harm) -> None:
    """Those with fate may lower the damage of an attack, to 1 at least (BD-FATE-5); that of perils by option."""
    fight = decision.state
    person = fight.people[harm.combatant]
    most = min(harm.points - LEAST_LEFT, person.fate)
    if most > 0 and feels(person, harm.mark) and (harm.attack or fight.options.fate_vs_perils):
        about = {"points": harm.points, "most": most}
        decision.ask(Question("reduce_damage", harm.combatant, about), reduced, harm)
    else:
        suffer(decision, harm)


def check_reduction(fight: Fight, prompt: Prompt, pips: int) -> None:
    """At least one point of the damage remains (BD-FATE-5), and the pips have to be there (BD-FATE-1)."""
    person, most = fight.people[prompt.to], prompt.about["points"] - LEAST_LEFT
    require(pips <= most, "BD-FATE-5", f"Fate lowers this damage by at most {most}.", field="answer")
    require(
        pips <= person.fate, "BD-FATE-1", f"{person.name} has {person.fate} pips of fate, not {pips}.", field="answer"
    )


@reply("black_dice.harm.reduced", Harm)
def reduced(decision: Decision[Fight], harm: Harm, pips: int | None) -> None:
    """One pip a point; what is left is suffered. Where the purse has shrunk meanwhile it is asked again."""
    if pips is None:
        decision.next(reduce, harm)
        return
    if pips:
        person = decision.state.people[harm.combatant]
        spend(decision, person, pips, "damage")
        harm = replace(harm, points=harm.points - pips)
        decision.cause = decision.record(DamageReduced(combatant=person.id, by=pips, points=harm.points))
    suffer(decision, harm)


# Marks now, or owed


def waits(fight: Fight) -> bool:
    """Return whether the damage of attacks is marked only after the last item of the agenda (BD-ROUND-7)."""
    return fight.options.resolution == "simultaneous" and fight.phase == "resolve"


def suffer(decision: Decision[Fight], harm: Harm) -> None:
    """The damage is marked now, or owed until everyone has had its turn (BD-ROUND-7)."""
    if harm.attack and waits(decision.state):
        decision.record(MarksOwed(combatant=harm.combatant, points=harm.points, harm=as_stored(harm)))
    else:
        mark.run(decision, harm)


@stage("black_dice.harm.mark_owed", NoData)
def mark_owed(decision: Decision[Fight], nothing: NoData) -> None:
    """Mark what simultaneous resolution owes, in the order in which it was counted (BD-ROUND-7)."""
    owed = decision.state.owed
    if owed:
        decision.cause = decision.record(MarksDue(combatant=owed[0].combatant))
        decision.steps((mark, msgspec.convert(owed[0].harm, Harm)), (mark_owed, nothing))


@stage("black_dice.harm.mark", Harm)
def mark(decision: Decision[Fight], harm: Harm) -> None:
    """Mark a pip for each point (BD-DMG-7), then continue with what comes of it (BD-DMG-9)."""
    person = decision.state.people[harm.combatant]
    if not feels(person, harm.mark):
        return
    penalty = person.wound_penalty
    normal, bruise = marks_after(person, harm.mark, harm.points)
    health = person.white_health - normal - bruise
    decision.cause = decision.record(
        HealthLost(combatant=person.id, points=harm.points, mark=harm.mark, normal=normal, bruise=bruise, health=health)
    )
    lose_aim(decision, person, "damage")
    suffered = injuries.Suffered(person.id, harm.points, harm.mark, harm.chosen.injury, harm.given)
    if person.condition == "dying":
        decision.steps((dying.lose_rounds, dying.Loss(person.id, harm.points)), (injuries.ask_for_roll, suffered))
        return
    if person.at_bottom:
        fall_unconscious(decision, person, "wounds")
    elif person.wound_penalty > penalty:
        decision.record(EnteredGrey(combatant=person.id, penalty=person.wound_penalty))
    if person.normal >= person.track:
        decision.steps((dying.begin, dying.Dying(person.id)), (injuries.ask_for_roll, suffered))
    else:
        decision.next(injuries.ask_for_roll, suffered)


def feels(person: Person, mark: Mark) -> bool:
    """The dead feel nothing, and bruises do nothing to the dying and stabilised (BD-DYING-6)."""
    return person.alive and not (person.condition in ("dying", "stabilised") and mark == "bruise")


def marks_after(person: Person, mark: Mark, points: int) -> tuple[int, int]:
    """Normal marks and bruises after ``points`` of damage (BD-DMG-8); bruises weigh like others (BD-BRUISE-1).

    What goes beyond the bottom is lost; normal damage on a full track turns bruises into normal marks.
    """
    if mark == "bruise":
        return person.normal, min(person.track - person.normal, person.bruise + points)
    normal = min(person.track, person.normal + points)
    return normal, min(person.bruise, person.track - normal)


def _most_pips(fight: Fight, prompt: Prompt) -> Span:
    return Span(0, min(prompt.about["points"] - LEAST_LEFT, fight.people[prompt.to].fate))


def _lessened(view: View[Fight]) -> Node:
    """The pips with which each who is asked may lessen its damage."""
    prompts = {prompt.to: prompt for prompt in reversed(view.state.prompts) if prompt.kind == "reduce_damage"}
    found = {who: _most_pips(view.state, prompts[who]).high for who in view.asked("reduce_damage")}
    return {who: Span(1, most) for who, most in found.items() if most > 0}


def _answers(fight: Fight, prompt: Prompt) -> Iterator[Labelled]:
    """All the damage, then each number of points less, with what it costs."""
    most = _most_pips(fight, prompt).high
    yield Labelled(0, Label("all_of_it"))
    yield from (Labelled(pips, Label.filled("less", pips=pips)) for pips in range(1, most + 1))


class ReduceDamage(Answering):
    """Spend fate to lessen the damage that you take (BD-FATE-5). One point always remains.

    Answers `reduce_damage`.
    """

    variants = {
        "lessen": {"pips": looked_up(Vocabulary("fate against damage", _lessened), "actor")},
        "take": {
            "actor": among(asked("reduce_damage")),
            "pips": listed(0),
        },
    }
    answers_to = "reduce_damage"
    says = ()
    example = {"actor": "vane", "pips": 3}
    words = Words(
        "Lessen the damage",
        group="defend",
        prominence="main",
        variants={
            "lessen": Variant(
                "Lessen the damage",
                "Lessen the damage by {pips:point|points}",
                costs="a pip of fate for each point",
            ),
            "take": Variant("Take the damage", "Take the damage", help="Take the damage without spending fate."),
        },
    )
    type: Literal["black_dice.reduce_damage"] = "black_dice.reduce_damage"
    pips: int = Field(ge=0, le=60)

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "reduce_damage", self.actor, self.pips, field="command.pips")


def asks_reduction(event: Prompted, names: Names) -> str:
    """How much damage there is, and by how much it may be lessened, as far as that is told."""
    about = event.visible_about
    most = f", by at most {about['most']}" if "most" in about else ""
    return f"may lessen the {counted(about['points'], 'point')} of damage with fate{most}"


def tells_reduction(event: Answered, names: Names) -> str:
    """What is spent on the damage."""
    pips = int(str(event.given))
    return f"spends {counted(pips, 'pip')} of fate on the damage" if pips else "takes the damage as it is"


REDUCE_DAMAGE: PromptKind[Fight] = PromptKind(
    "reduce_damage",
    TypeAdapter(Annotated[int, Field(ge=0, le=60)]),
    check_reduction,
    only=unasked,
    moot=pips_gone,
    sheet_fields=frozenset({"most"}),
    question="whether to lessen damage",
    words="Fate against damage",
    asks=asks_reduction,
    tells=tells_reduction,
    silent=silent_if_it_spends,
    fields=lambda fight, prompt: (listed(*_answers(fight, prompt)),),
    occasion=Occasion("BD-FATE-5", "when an attack does more than 1 point to somebody with fate"),
)


HARM: Chapter[Fight] = Chapter(
    commands=(ReduceDamage,),
    events=(DamageReduced, MarksOwed, MarksDue, HealthLost, EnteredGrey),
    prompts=(REDUCE_DAMAGE,),
    stages=(reduce, reduced, mark_owed, mark),
    labels={
        "text.all_of_it": "Take all of it",
        "text.less": "{pips:point|points} less, for {pips:pip|pips} of fate",
    },
)
