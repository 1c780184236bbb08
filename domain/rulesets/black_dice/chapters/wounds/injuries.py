"""Permanent injuries: the roll that heavy damage asks for, and the injury that it leaves (BD-INJ, BD-FATE-8)."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.chance.draws import Draw
from domain.core.commands import Answering, CombatantId, Narrating
from domain.decision.decision import Decision
from domain.decision.prompts import Occasion, PromptKind, any_answer
from domain.decision.stages import reply, stage
from domain.decision.typed_answers import give_answer
from domain.fields.field import Lookup, Many, among, listed, looked_up
from domain.fields.sets import Either, Labelled, Node, Span
from domain.fields.vocabulary import Vocabulary
from domain.model.encounter import Question
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.model.suggestions import instead, unknown
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.checks import attempt
from domain.rulesets.black_dice.chapters.dice.choices import cut_down
from domain.rulesets.black_dice.chapters.dice.fate import spend
from domain.rulesets.black_dice.chapters.dice.plans import Avoiding
from domain.rulesets.black_dice.chapters.dice.pools import toll_roll
from domain.rulesets.black_dice.chapters.dice.who_is_asked import pips_gone, silent_if_it_spends, unasked
from domain.rulesets.black_dice.chapters.vocabularies import PEOPLE, SKILLS, labelled
from domain.rulesets.black_dice.parts import (
    Key,
    Said,
)
from domain.rulesets.black_dice.said import Who, changed, faces
from domain.rulesets.black_dice.state import Fight, Injury, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES, INJURIES
from domain.rulesets.black_dice.words import (
    Mark,
)
from domain.story.throws import Throw, faces_of
from domain.story.told import Told
from domain.text.phrases import as_words
from domain.text.sentences import AS_WRITTEN, Spoken
from domain.text.words import Words

PIPS_OF_INJURY = 3
INJURY = "injury"
MOST_CHANGES_ALOUD = 4
"""How many changes of an injury a line of the story names; it counts more of them."""


def _change(person: Person, changes: dict[str, int]) -> None:
    for name, change in changes.items():
        if name == "move":
            person.move = max(0, person.move + change)
        elif name in person.stats:
            person.stats = {**person.stats, name: person.stats[name] + change}
        else:
            person.skills = {**person.skills, name: max(0, person.rank(name) + change)}


class Injured(Event, frozen=True, kw_only=True):
    """A permanent injury is on record (BD-INJ-4); without a description it is undetermined yet.

    ``face`` is the die of the table of injuries (BD-INJ-5). ``changes`` are added to stats, skills and ``move``.
    """

    type: ClassVar[str] = "black_dice.injured"
    words = "Permanent injury"
    example = {
        "combatant": "tough",
        "injury": "injury-1",
        "description": "stiff hand",
        "changes": {"dex": -1},
        "face": {"faces": [4], "sides": 6},
    }
    combatant: Who
    injury: str
    description: Annotated[str, AS_WRITTEN] = ""
    changes: Annotated[dict[str, int], Spoken(changed)] = {}
    face: Annotated[Draw, Spoken(faces)] | None = None

    def says(self) -> str:
        """An injury of the table in the words of the table, any other one in quotation marks."""
        if self.face is not None:
            return "{combatant} is left with a permanent injury ({face}): {description}[ ({changes})]."
        if not self.description:
            return "{combatant} is left with a permanent injury: the narrator has yet to say which."
        return "{combatant} has a permanent injury: “{description}”[ ({changes})]."

    def brief(self) -> str:
        changes = "[ ({changes})]" if len(self.changes) <= MOST_CHANGES_ALOUD else " ({changes:score} changed)"
        if self.face is not None:
            return f"{{combatant}} | is left with a permanent injury: {{description}}{changes}"
        if self.description:
            return f"{{combatant}} | has a permanent injury: “{{description}}”{changes}"
        return "{combatant} | is left with a permanent injury yet to be named"

    def shown(self) -> tuple[Throw, ...]:
        if self.face is None:
            return ()
        faces, source = tuple(faces_of(self.face)), self.face.source
        return (Throw("dice", self.combatant, "the injury", faces=faces, result=self.description, source=source),)

    told = Told(brief=brief, moment="wound", throws=shown, source=None, target="combatant")

    def evolve(self, fight: Fight) -> None:
        """An injury is new, or one on record gets its description; its changes hold from now on."""
        person = fight.people[self.combatant]
        injury = Injury(self.injury, self.description, self.changes)
        known = [other.id for other in person.injuries]
        if self.injury in known:
            person.injuries = tuple([injury if other.id == self.injury else other for other in person.injuries])
        else:
            person.injuries = (*person.injuries, injury)
        _change(person, self.changes)


class InjuryAvoided(Event, frozen=True, kw_only=True):
    """Fate has kept a combatant from a permanent injury (BD-FATE-8)."""

    type: ClassVar[str] = "black_dice.injury_avoided"
    words = "Injury avoided"
    told = Told(brief="{combatant} | is spared a permanent injury")
    says = "Fate spares {combatant} a permanent injury."
    example = {"combatant": "kestrel"}
    combatant: Who


class Suffered(msgspec.Struct, frozen=True, omit_defaults=True):
    """Damage that a combatant has suffered in one go (BD-INJ-2), and the choices for the roll that it may ask for."""

    combatant: str
    points: int
    mark: Mark
    chosen: Avoiding = Avoiding()
    given: bool = False


@stage("black_dice.injuries.ask_for_roll", Suffered, draws=True)
def ask_for_roll(decision: Decision[Fight], suffered: Suffered) -> None:
    """Damage above Fortitude asks for Fortitude + Resolve, Easy, with black dice for the excess (BD-INJ-1).

    It is a toll roll, made by the unconscious and the dying too, but not by the dead (BD-INJ-3).
    """
    fight = decision.state
    person = fight.people[suffered.combatant]
    excess = suffered.points - person.stats["fortitude"]
    if excess <= 0 or not person.alive or not _counts(fight, person, suffered.mark):
        return
    if suffered.chosen.avoid == "yes" and person.fate >= PIPS_OF_INJURY:
        _avoid(decision, person)
        return
    white = (
        ("fortitude", person.stats["fortitude"]),
        ("resolve", person.stats["resolve"]),
        ("easy", DIFFICULTIES["easy"].white),
    )
    named = suffered.chosen
    plan = toll_roll(fight, person, INJURY, white, (("excess", excess),))
    plan = cut_down(fight, plan, named.fate, named.trade, given=suffered.given)
    attempt(decision, plan, "easy", then=rolled.continuation(suffered))


def _counts(fight: Fight, person: Person, mark: Mark) -> bool:
    """Return whether such marks may injure this one for good (BD-BRUISE-5, BD-INJ-6)."""
    injures = mark == "normal" or fight.options.bruise_injures
    return injures and (person.player or fight.options.injury_for == "all")


@reply("black_dice.injuries.rolled", Suffered, draws=True)
def rolled(decision: Decision[Fight], suffered: Suffered, net: int) -> None:
    """A failed roll leaves an injury, unless three pips of fate avoid it (BD-INJ-4)."""
    person = decision.state.people[suffered.combatant]
    if net > 0:
        return
    if suffered.chosen.avoid == "ask" and person.fate >= PIPS_OF_INJURY:
        about = {"points": suffered.points, "pips": PIPS_OF_INJURY}
        decision.ask(Question("avoid_injury", person.id, about), answered, suffered)
    else:
        _injure(decision, person)


@reply("black_dice.injuries.answered", Suffered, draws=True)
def answered(decision: Decision[Fight], suffered: Suffered, answer: str | None) -> None:
    """Fate has avoided it, or it is there."""
    person = decision.state.people[suffered.combatant]
    if answer == "yes":
        _avoid(decision, person)
    else:
        _injure(decision, person)


def _avoid(decision: Decision[Fight], person: Person) -> None:
    """Three pips avoid a permanent injury altogether (BD-FATE-8)."""
    spend(decision, person, PIPS_OF_INJURY, INJURY)
    decision.record(InjuryAvoided(combatant=person.id))


def _injure(decision: Decision[Fight], person: Person) -> None:
    """An injury is on record: what the table shows (BD-INJ-5), or undetermined until the narrator says (BD-INJ-4)."""
    if decision.state.options.injury_table == "narrator":
        decision.record(Injured(combatant=person.id, injury=_next_id(person)))
        return
    face = decision.roll(person.id, "injury_table", 1)
    row = INJURIES[face.dice[0] - 1]
    changes = {} if row.lowers is None else {row.lowers: -1}
    if row.lowers == "move":
        changes = {"move": person.move // 2 - person.move}
    decision.record(
        Injured(combatant=person.id, injury=_next_id(person), description=row.description, changes=changes, face=face)
    )


def _next_id(person: Person) -> str:
    return f"injury-{len(person.injuries) + 1}"


def undetermined_of(person: Person) -> list[str]:
    """The injuries on record of which the narrator has not said yet what they are."""
    return [injury.id for injury in person.injuries if not injury.description]


def _undetermined(fight: Fight) -> Node:
    found = ((one.id, undetermined_of(one)) for one in fight.people.values())
    return {who: tuple([Labelled(one, as_words(one)) for one in injuries]) for who, injuries in found if injuries}


def _changeable(fight: Fight) -> Node:
    """What an injury may change: stats, skills, and the move."""
    return {one.id: Either((SKILLS, (*labelled(one.stats), "move"))) for one in fight.people.values()}


UNDETERMINED: Final = Vocabulary[Fight]("injuries to determine", lambda view: _undetermined(view.state))
CHANGEABLE: Final = Vocabulary[Fight]("what an injury changes", lambda view: _changeable(view.state))


class Injure(Narrating):
    """Say what a permanent injury is: one that is still open, or a new one (BD-INJ-4)."""

    form = {
        "combatant": among(PEOPLE),
        "injury": looked_up(UNDETERMINED, "combatant"),
        "changes": among(Span(-20, 20), keys=Lookup(CHANGEABLE, ("combatant",)), many=Many(0, 20), seldom=True),
    }
    says = ()
    example = {"combatant": "pryce", "description": "a scar from brow to chin", "changes": {"persuade": -1}}
    ruling = True
    words = Words(
        "Describe an injury",
        "Injury of {combatant}[, {injury}]: “{description}”[ ({changes})]",
        group="rulings",
        fields={"changes": "What it changes", "description": "What it is", "injury": "Which injury"},
    )
    type: Literal["black_dice.injure"] = "black_dice.injure"
    combatant: CombatantId
    description: Said
    injury: str | None = Field(
        default=None, max_length=40, description="the injury that is still open; by default the oldest"
    )
    changes: dict[Key, Annotated[int, Field(ge=-20, le=20)]] = Field(
        default_factory=dict, max_length=20, description="what is added to stats, skills or the move"
    )

    def decide(self, decision: Decision[Fight]) -> None:
        """Describe the injury that is named, else the oldest undetermined one, else a new one (BD-INJ-4)."""
        person = find_combatant(decision.state, self.combatant, "command.combatant")
        undetermined = undetermined_of(person)
        if self.injury is not None and self.injury not in undetermined:
            said = f"{person.name} has no undetermined injury “{self.injury}”"
            none = f"{person.name} has no undetermined injury; leave it out to describe a new one."
            refuse(None, unknown(said, self.injury, undetermined, none), code="invalid", field="command.injury")
        known = (*person.stats, "move", *decision.state.skills())
        for name in self.changes:
            if name not in known:
                detail = f"{person.name} has no “{name}” to change; {instead(name, known)}"
                refuse(None, detail, code="invalid", field=f"command.changes.{name}")
        which = self.injury or next(iter(undetermined), _next_id(person))
        decision.record(Injured(combatant=person.id, injury=which, description=self.description, changes=self.changes))


class AvoidInjury(Answering):
    """Spend fate to avoid a permanent injury (BD-FATE-8).

    Answers `avoid_injury`.
    """

    answers_to = "avoid_injury"
    says = ()
    example = {"actor": "kestrel", "avoid": True}
    words = Words("Avoid an injury", "{avoid}", group="defend", prominence="main", costs="3 pips of fate")
    type: Literal["black_dice.avoid_injury"] = "black_dice.avoid_injury"
    avoid: bool

    def decide(self, decision: Decision[Fight]) -> None:
        give_answer(decision, "avoid_injury", self.actor, "yes" if self.avoid else "no", field="command.avoid")


AVOID_INJURY: PromptKind[Fight] = PromptKind(
    "avoid_injury",
    TypeAdapter(Literal["yes", "no"]),
    any_answer,
    only=unasked,
    moot=pips_gone,
    question="whether to avert an injury",
    words="Permanent injury",
    asks="may avert the permanent injury with fate",
    tells={"yes": "averts the injury with fate", "no": "does not avert the injury"},
    silent=silent_if_it_spends,
    fields=lambda fight, prompt: (listed("yes", "no"),),
    occasion=Occasion("BD-FATE-8", "after a failed injury roll, of somebody with 3 pips of fate"),
)


INJURIES_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Injure, AvoidInjury),
    events=(Injured, InjuryAvoided),
    prompts=(AVOID_INJURY,),
    stages=(ask_for_roll, rolled, answered),
    labels={"avoid.true": "Avoid the injury", "avoid.false": "Accept the injury"},
)
