"""Falling unconscious and waking, by wounds or by drink (BD-GREY-7, BD-DRINK-13)."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.said import InWords, Who
from domain.rulesets.black_dice.state import Fight, Person
from domain.story.told import AS_SAID, Told

Reason = Literal["wounds", "drink"]
"""Why a combatant is unconscious."""


class FellUnconscious(Event, frozen=True, kw_only=True):
    """A combatant is unconscious: prone, nothing in hand, no aim, no breath (BD-GREY-7, BD-DROWN-7).

    ``reason``: ``wounds`` or ``drink``.
    """

    type: ClassVar[str] = "black_dice.fell_unconscious"
    words = "Unconscious"
    told = Told(brief=AS_SAID, moment="fall", source=None, target="combatant")
    example = {"combatant": "brass_tom", "reason": "wounds"}
    combatant: Who
    reason: InWords

    def says(self) -> str:
        cause = "{combatant:their} wounds" if self.reason == "wounds" else "{reason}"
        return f"{{combatant}} falls unconscious from {cause}."

    def evolve(self, fight: Fight) -> None:
        """Prone, nothing in hand, no aim (BD-GREY-7); a held breath is gone (BD-DROWN-7)."""
        person = fight.people[self.combatant]
        if self.reason == "drink":
            person.paralytic = True
        else:
            person.knocked_out = True
        if person.condition == "able":
            person.condition = "unconscious"
        person.prone = True
        person.ready = tuple([weapon for weapon in person.ready if person.weapons[weapon].natural])
        person.aim = None
        breath = person.breath
        if breath is not None and breath.points:
            person.breath = replace(breath, points=0, emptied=fight.phase != "idle")


class StayedUnconscious(Event, frozen=True, kw_only=True):
    """One of two reasons to be unconscious is over, the other is not (BD-DRINK-13)."""

    type: ClassVar[str] = "black_dice.stayed_unconscious"
    words = "Still unconscious"
    told = Told(brief=AS_SAID, source=None, target="combatant")
    example = {"combatant": "tough", "over": "drink"}
    combatant: Who
    over: str

    def says(self) -> str:
        if self.over == "wounds":
            return "{combatant} would wake, but {combatant:they is} still too drunk."
        wounds = "{combatant:their} wounds keep {combatant:them} unconscious"
        return f"{{combatant}} is sober enough to wake, but {wounds}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if self.over == "drink":
            person.paralytic = False
        else:
            person.knocked_out = False


class Woke(Event, frozen=True, kw_only=True):
    """A combatant is awake again, prone, and able (BD-GREY-6)."""

    type: ClassVar[str] = "black_dice.woke"
    words = "Awake again"
    told = Told(brief=AS_SAID)
    says = "{combatant} is awake again."
    example = {"combatant": "quill"}
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.condition = "able"
        person.knocked_out = False
        person.paralytic = False
        person.prone = True


def fall_unconscious(decision: Decision[Fight], person: Person, reason: Reason) -> None:
    """A combatant falls unconscious (BD-GREY-7); nothing new to one that is so for the same reason already."""
    fallen = person.paralytic if reason == "drink" else person.knocked_out
    if not fallen:
        decision.cause = decision.record(FellUnconscious(combatant=person.id, reason=reason))


def recover(decision: Decision[Fight], person: Person, reason: Reason) -> None:
    """One of the two reasons to be unconscious is over; awake if the other is not there (BD-DRINK-13)."""
    other = person.knocked_out if reason == "drink" else person.paralytic
    decision.record(StayedUnconscious(combatant=person.id, over=reason) if other else Woke(combatant=person.id))


CONSCIOUSNESS: Chapter[Fight] = Chapter(events=(FellUnconscious, StayedUnconscious, Woke))
