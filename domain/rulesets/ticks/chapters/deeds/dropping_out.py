"""Whoever can do nothing any more: holds of and by it end, and the strike it had in mind is lost (TK-RES-14)."""

from typing import Annotated, ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.state import Fight
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

HOLDS_ENDED: Final = {
    "released": "lets go of",
    "dropped_out": "no longer holds",
    "out_of_reach": "is too far away to hold",
}


class HoldEnded(Event, frozen=True, kw_only=True):
    """A hold is over (TK-GRAP-5)."""

    type: ClassVar[str] = "ticks.hold_ended"
    words = "Hold ended"
    told = Told(brief=AS_SAID, source="by", target="combatant")
    says = "{by} {why} {combatant}."
    example = {"combatant": "bruno", "by": "pell", "why": "dropped_out"}
    combatant: str
    by: str
    why: Annotated[str, Spoken(HOLDS_ENDED)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.held_by = {name: reach for name, reach in person.held_by.items() if name != self.by}


def end_holds_by(decision: Decision[Fight], name: str) -> None:
    """Those whom it holds are free, and whoever holds it lets go (TK-GRAP-5, TK-RES-14)."""
    for other in tuple(decision.state.people.values()):
        if name in other.held_by:
            decision.record(HoldEnded(combatant=other.id, by=name, why="dropped_out"))
    for holder in tuple(decision.state.people[name].held_by):
        decision.record(HoldEnded(combatant=name, by=holder, why="dropped_out"))


def holds_out_of_reach(fight: Fight) -> list[HoldEnded]:
    """The ends of holds of which the two are farther apart than they reach (TK-GRAP-5)."""
    return [
        HoldEnded(combatant=held.id, by=holder, why="out_of_reach")
        for held in fight.people.values()
        for holder, reach in held.held_by.items()
        if fight.distance(held.id, holder) > reach
    ]


DROPPING_OUT: Chapter[Fight] = Chapter(events=(HoldEnded,))
