"""Pins, chokes and drags: who holds whom, and the end of a hold."""

from typing import ClassVar, Final

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.state import Drag, Fight, Hold
from domain.story.told import AS_SAID, Told

LET_GO: Final = {
    "stunned": "{holder} is stunned and lets go of {held}.",
    "arm_lost": "{holder} has lost the arm and lets go of {held}.",
    "weapon_lost": "{holder} has lost the weapon and lets go of {held}.",
    "holder_moved": "{holder} lets go of {held} to move.",
    "holder_acted": "{holder} lets go of {held} to do something else.",
    "released": "{holder} lets go of {held}.",
    "pinned": "{holder} is pinned and lets go of {held}.",
    "not_finished": "{holder} has missed the chance to finish {held}, and lets go.",
    "failed": "{held} holds out, and {holder} lets go.",
    "broken_free": "{held} breaks free of {holder}.",
    "moved_away": "{holder} and {held} are torn apart.",
}
"""How a pin, a chokehold or a drag ends, by the reason."""
TOLD_BEFORE: Final = frozenset({"stunned", "arm_lost", "weapon_lost", "pinned"})
"""The reasons that the same line tells."""
LET_GO_OTHERWISE: Final = "{holder} no longer holds {held}."
"""How a pin, a chokehold or a drag ends where one of the two is out of the fight, as has been told."""


class HoldEnded(Event, frozen=True, kw_only=True):
    """A pin or a choke ended."""

    type: ClassVar[str] = "s3.hold_ended"
    words = "Hold ended"
    example = {"hold": "hold-25-1", "kind": "pin", "holder": "doctor_hu", "held": "iron_claw", "reason": "holder_moved"}
    hold: str
    kind: str
    holder: str
    held: str
    reason: str

    def says(self) -> str:
        return LET_GO.get(self.reason, LET_GO_OTHERWISE)

    def brief(self) -> str:
        """Tell the end of a hold, but not what it follows from, as that has just been told."""
        if self.reason == "broken_free":
            return "{held} | breaks free of | {holder}"
        if self.reason == "released" or self.reason in TOLD_BEFORE:
            return "{holder} | lets go of | {held}"
        return AS_SAID if self.reason in LET_GO else ""

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.holds = tuple(hold for hold in fight.holds if hold.id != self.hold)


def holds_by(fight: Fight, combatant: str) -> list[Hold]:
    """Return the pins and chokes in which a combatant holds another."""
    return [hold for hold in fight.holds if hold.holder == combatant] if fight.holds else []


def holds_on(fight: Fight, combatant: str) -> list[Hold]:
    """Return the pins and chokes in which a combatant is held."""
    return [hold for hold in fight.holds if hold.held == combatant]


def is_held(fight: Fight, combatant: str, kind: str) -> bool:
    """Return whether a combatant is in a hold of this kind."""
    return bool(fight.holds) and (combatant, kind) in [(hold.held, hold.kind) for hold in fight.holds]


def drags_by(fight: Fight, combatant: str) -> list[Drag]:
    """Return the drags in which a combatant drags another along."""
    return [drag for drag in fight.drags if drag.dragger == combatant]


def drag_on(fight: Fight, combatant: str) -> Drag | None:
    """Return the drag in which a combatant is dragged along, or None."""
    for drag in fight.drags:
        if drag.dragged == combatant:
            return drag
    return None


def end_hold(decision: Decision[Fight], hold: Hold, reason: str, *, cause: int | None = None) -> None:
    """End a hold, and record why."""
    decision.record(
        HoldEnded(hold=hold.id, kind=hold.kind, holder=hold.holder, held=hold.held, reason=reason), cause=cause
    )


BONDS: Chapter[Fight] = Chapter(events=(HoldEnded,))
