"""Steps of a tick, all of a stage at once (TK-TICK-2, TK-TICK-5, TK-MOVE).

When one is due: ``steps_due``. What refuses one (TK-MOVE-1, TK-MOVE-2, TK-MOVE-3): ``acts``.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step
from domain.rulesets.ticks.chapters.deeds.dropping_out import holds_out_of_reach
from domain.rulesets.ticks.chapters.strikes.conditions import Before, before, note_changes
from domain.rulesets.ticks.said import Spot, deed_key, item
from domain.rulesets.ticks.state import Fight, Person, Square
from domain.rulesets.ticks.words import TickStage
from domain.story.told import AS_SAID, Told
from domain.text.phrases import Names, they
from domain.text.sentences import AS_WRITTEN, SpokenOf

LOST: Final = {
    "strike": "cannot strike: {reason}",
    "step": "cannot step: {reason}",
    "deed": "cannot give first aid: {reason}",
    "stand": "cannot get up: {reason}",
}
"""What can no longer be done, as a template; of deeds, what ``DEEDS_LOST`` and ``OUTRUN`` do not tell."""
OUTRUN: Final = " is there first"
"""The end of the reason why a thing can no longer be picked up: another combatant is quicker (TK-OTHER-5)."""
FORMER_OUTRUN: Final = " is quicker"
"""The same in events of earlier versions."""


class LostDeed(NamedTuple):
    """What is told in place of the recorded reason why a deed can no longer be done, as a template.

    ``unnamed`` is told where the reader does not know which thing it was about.
    """

    named: str
    unnamed: str


NOT_STOWED: Final = LostDeed(
    "cannot draw {thing}: it is not stowed", "cannot draw the thing {they} meant: it is not stowed"
)
DEEDS_LOST: Final[Mapping[str, LostDeed]] = {
    "that is not carried": NOT_STOWED,
    "it does not carry that": NOT_STOWED,  # in events of earlier versions
    "that is not in hand": LostDeed(
        "cannot stow {thing}: it is not in hand", "cannot stow the thing {they} meant: it is not in hand"
    ),
    "there is nothing to load": LostDeed("cannot reload {thing}: there is nothing to load", "has nothing to reload"),
    "no hand is free": LostDeed("has no free hand for {thing}", "has no free hand"),
    "it does not lie in reach": LostDeed("cannot reach {thing}", "cannot reach the thing {they} meant to pick up"),
}


def deed_lost(event: "Lapsed", names: Names) -> str:
    """Return why a deed can no longer be done: ``cannot reach the hatchet``."""
    lost = DEEDS_LOST[event.reason]
    thing = names.get(deed_key(event.combatant))
    if thing is None:
        return lost.unnamed.format(they=they(names, event.combatant))
    return lost.named.format(thing=item(thing, names))


class StoodUp(Event, frozen=True, kw_only=True):
    """Somebody stands again (TK-TRIP-6)."""

    type: ClassVar[str] = "ticks.stood_up"
    words = "Stood up"
    told = Told(brief=AS_SAID, line="steps")
    says = "{combatant} stands up."
    example = {"combatant": "bruno"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].prone = False


class Lapsed(Event, frozen=True, kw_only=True):
    """Something that was to be done has become impossible, and costs nothing (TK-TICK-9)."""

    type: ClassVar[str] = "ticks.lapsed"
    words = "Impossible now"
    told = Told(brief=AS_SAID)
    example = {"combatant": "tor", "what": "strike", "reason": "Sable Quinn has no such weapon in hand"}
    combatant: str
    what: str
    reason: Annotated[str, AS_WRITTEN]

    @property
    def lost_deed(self) -> Annotated[str, SpokenOf(deed_lost)]:
        """The reason, with the thing that the deed was about."""
        return self.reason

    def says(self) -> str:
        if self.what == "deed" and self.reason in DEEDS_LOST:
            return "{combatant} {lost_deed}."
        if self.what == "deed" and self.reason.endswith((OUTRUN, FORMER_OUTRUN)):
            return "{combatant} is too late: {reason}."
        return f"{{combatant}} {LOST[self.what]}."


class Stepped(Event, frozen=True, kw_only=True):
    """Somebody steps to a neighbouring square (TK-MOVE-3)."""

    type: ClassVar[str] = "ticks.stepped"
    words = "Step"
    told = Told(
        brief="{combatant} | goes to {to}",
        lends="{combatant} | , step by step",
        unless=("ticks.stepped",),
        line="steps",
        goes_to="{to}",
    )
    says = "{combatant} steps to {to}."
    example = {"combatant": "hanna", "to": {"x": -1, "y": -1}}
    combatant: str
    to: Spot

    def evolve(self, fight: Fight) -> None:
        """A square of a plan's path is used up when it is stepped on (TK-PLAN-4)."""
        person = fight.people[self.combatant]
        person.square = self.to
        plan = person.turn.plan
        if plan is not None and plan.steps == "path" and plan.path[:1] == (self.to,):
            person.turn = replace(person.turn, plan=replace(plan, path=plan.path[1:]))


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step that somebody takes; without a square it gets up."""

    who: str
    to: Square | None = None
    planned: bool = False


class Walking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The steps of a stage; after a pause those that are left, how things stood before, and who has stepped."""

    stage: TickStage
    steps: tuple[Step, ...]
    was: Before | None = None
    stepped: tuple[str, ...] = ()


@stage("ticks.steps.take", Walking, pausable=True)
def take_steps(decision: Decision[Fight], walking: Walking) -> None:
    """All at once: what is possible is read from the beginning of the stage (TK-TICK-7, TK-MOVE-8)."""
    fight = decision.state
    was = walking.was or before(fight)
    stepped = [*walking.stepped]
    for place, step in enumerate(walking.steps):
        if decision.full:
            decision.next(take_steps, Walking(walking.stage, walking.steps[place:], was, tuple(stepped)))
            return
        if not _able(fight, step):  # by its own square and holds, which steps of others do not change
            if not step.planned:
                what = "step" if step.to is not None else "stand"
                decision.record(Lapsed(combatant=step.who, what=what, reason=_why_not(fight.people[step.who])))
        elif step.to is None:
            decision.record(StoodUp(combatant=step.who))
        else:
            decision.record(Stepped(combatant=step.who, to=step.to))
            stepped.append(step.who)
    if stepped:
        for ended in holds_out_of_reach(fight):
            if decision.full:
                decision.next(take_steps, Walking(walking.stage, (), was, tuple(stepped)))
                return
            decision.record(ended)
        note_changes(decision, walking.stage, was, stepped)


def _why_not(person: Person) -> str:
    """Why a step has become impossible, as the end of a sentence."""
    if person.held_by:
        return f"{person.name} is held"
    if person.prone:
        return f"{person.name} is prone"
    return "the square is out of reach now" if person.conscious else f"{person.name} is not conscious"


def _able(fight: Fight, step: Step) -> bool:
    """Whether somebody can still get up, or step to a square that may not be next to it any more (TK-TICK-9).

    Who else is on a square, or steps to it, does not matter (TK-POS-3).
    """
    person = fight.people[step.who]
    if step.to is None:
        return may_stand(fight, person)
    return may_step(fight, person) and person.square.distance(step.to) == 1


STEPS: Chapter[Fight] = Chapter(events=(StoodUp, Lapsed, Stepped), stages=(take_steps,))
