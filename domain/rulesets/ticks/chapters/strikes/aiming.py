"""Aims: the count of waited ticks begins, and is void when the target is lost from sight (TK-AIM-2, TK-AIM-6).

The reading is that of TK-RUL-32.
"""

from typing import ClassVar

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.declaring.starts import start_of
from domain.rulesets.ticks.chapters.deeds.hands import AimBroken
from domain.rulesets.ticks.state import Fight


class AimBegan(Event, frozen=True, kw_only=True):
    """The count of waited ticks begins (TK-AIM-2)."""

    type: ClassVar[str] = "ticks.aim_began"
    words = "Aim begun"
    says = "{combatant} starts to aim."
    example = {"combatant": "sable", "tick": 17}
    combatant: str
    tick: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.turn = replace(person.turn, aim=self.tick)


def refresh_aims(decision: Decision[Fight]) -> None:
    """Whose count begins or is void as things stand now; for each of them one fact."""
    fight = decision.state
    if fight.phase != "resolution":
        return
    for person in fight.people.values():
        declared = person.turn.declared
        if declared is None or declared.action != "aim" or person.turn.attack_used or not person.conscious:
            continue
        seen = fight.sees(person.id, declared.target or "")
        if person.turn.aim is not None and not seen:
            decision.record(AimBroken(combatant=person.id))
        elif person.turn.aim is None and seen and 0 < fight.tick <= start_of(person):
            decision.record(AimBegan(combatant=person.id, tick=fight.tick))


AIMING: Chapter[Fight] = Chapter(events=(AimBegan,))
