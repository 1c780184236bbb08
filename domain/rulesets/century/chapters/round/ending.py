"""The end of a round and of combat (CE-END), and who leaves the field."""

from typing import Annotated, ClassVar, Final, Literal

import msgspec
from pydantic import Field

from domain.core.commands import CombatantId, Narrating, Text
from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.fields.field import among
from domain.fields.vocabulary import Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.chapters.conditions.conditions import lapse_round
from domain.rulesets.century.chapters.conditions.downed import die
from domain.rulesets.century.chapters.items.jams import break_off, clear_jams
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken
from domain.rulesets.century.chapters.narrator.scene import CircumstanceEnded
from domain.rulesets.century.chapters.rolls.judging import close_unthrown
from domain.rulesets.century.chapters.round.deferred_effects import close_slot
from domain.rulesets.century.parts import Timely
from domain.rulesets.century.said import sides_said
from domain.rulesets.century.state import Fight
from domain.rulesets.century.state.changes import forget_round, leave_covers, leave_order
from domain.rulesets.century.vocabularies import ids
from domain.rulesets.century.words import BEGIN
from domain.story.told import AS_SAID, Told
from domain.text.sentences import QUOTED, Spoken
from domain.text.words import Words


class LeftField(Event, frozen=True, kw_only=True):
    """A combatant has left the field (CE-END-8)."""

    type: ClassVar[str] = "century.left_field"
    words = "Left the field"
    told = Told(brief=AS_SAID, last=True)
    says = "{combatant} leaves the fight[: {reason}]."
    example = {"combatant": "eva", "reason": "three owls"}
    combatant: str
    reason: Annotated[str, QUOTED] = ""

    def evolve(self, fight: Fight) -> None:
        """A combatant that has left takes no seat, hides no one and has no move points (CE-END-8)."""
        person = fight.people[self.combatant]
        person.gone, person.pool = True, 0
        leave_order(fight, self.combatant)
        leave_covers(fight, self.combatant)


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over (CE-END-2); ``standing`` are the sides that still have a combatant able to act (CE-END-4)."""

    type: ClassVar[str] = "century.round_ended"
    words = "Round ended"
    example = {"round": 6, "standing": ["characters"]}
    round: int
    standing: Annotated[tuple[str, ...], Spoken(sides_said)] = ()

    def says(self) -> str:
        if not self.standing:
            return "Round {round} is over; no one can fight any more."
        still = "only {standing} can still fight" if len(self.standing) == 1 else "{standing} are still in the fight"
        return f"Round {{round}} is over; {still}."

    @property
    def decides(self) -> bool:
        """True if one side at most can still fight."""
        return len(self.standing) < 2

    def brief(self) -> str:
        """Tell the end of a round that decides the combat, in one line with what else ends."""
        return AS_SAID if self.decides else ""

    def line(self) -> str:
        return "end" if self.decides else ""

    told = Told(brief=brief, line=line, last=True)

    def evolve(self, fight: Fight) -> None:
        fight.order, fight.run, fight.due = (), 0, 0
        for person in fight.people.values():
            forget_round(person)


class CombatEnded(Event, frozen=True, kw_only=True):
    """The narrator ends combat (CE-END-6)."""

    type: ClassVar[str] = "century.combat_ended"
    words = "Combat ended"
    told = Told(level=1, moment="end")
    says = "The combat is over[: {outcome}][ ({reason})]."
    example = {"outcome": "first blood", "reason": "three owls"}
    outcome: Annotated[str, QUOTED] = ""
    reason: Annotated[str, QUOTED] = ""

    def evolve(self, fight: Fight) -> None:
        """Pools and order are cleared (CE-END-6)."""
        fight.step = "story"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        for person in fight.people.values():
            forget_round(person)
            person.pool = 0


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How combat ends, and why."""

    outcome: str
    reason: str


def end_round(decision: Decision[Fight]) -> None:
    """Apply what the end of a round brings, in its order (CE-END-2); all else stays (CE-END-3)."""
    fight = decision.state
    number = fight.round
    if fight.options.bleed_out == "end_of_next_round":  # CE-RUL-90
        for person in list(fight.people.values()):
            if person.dies_in_round is not None and person.dies_in_round <= number:
                die(decision, person.id, "bled out")
    clear_jams(decision)
    _lapse(decision)
    decision.record(RoundEnded(round=number, standing=decision.state.sides_standing()))


def _lapse(decision: Decision[Fight]) -> None:
    """End what lasts no longer than this round (CE-END-2)."""
    lapse_round(decision)
    for circumstance in list(decision.state.circumstances.values()):
        if circumstance.until is not None and circumstance.until <= decision.state.round:
            decision.record(CircumstanceEnded(circumstance=circumstance))


PRESENT: Final[Vocabulary[Fight]] = Vocabulary(
    "on the field", lambda view: ids(person for person in view.state.people.values() if person.present)
)


class EndCombat(Narrating, Timely):
    """End the combat (CE-END-4). Those who are dying are still dying."""

    says = ()
    example = {"outcome": "the thugs have fled"}
    words = Words(
        "End the combat", "End the combat[: “{outcome}”][ (“{reason}”)]", group="turn", fields={"outcome": "Outcome"}
    )
    type: Literal["century.end_combat"] = "century.end_combat"
    outcome: Annotated[str, Field(max_length=80)] = ""
    reason: Text = ""

    @classmethod
    def is_timely(cls, fight: Fight) -> bool:
        return fight.in_combat

    def decide(self, decision: Decision[Fight]) -> None:
        """Nothing but the narrator's word ends combat (CE-END-4, CE-RUL-99); the dying stay dying (CE-END-6).

        The round is over by that, as combat taken up again continues with the next (CE-END-7).
        """
        require(decision.state.in_combat, "CE-END-4", "No combat is being fought; a round begins one.", first=BEGIN)
        slot = decision.state.slot
        decision.next(combat_over, Ending(self.outcome, self.reason))
        if slot is not None:
            close_slot(decision, slot)


@stage("century.ending.combat", Ending)
def combat_over(decision: Decision[Fight], ending: Ending) -> None:
    """End combat, after the effects that the last slot held back."""
    break_off(decision)
    _lapse(decision)
    decision.record(CombatEnded(outcome=ending.outcome, reason=ending.reason))


class LeaveField(Narrating):
    """Say that a combatant has left the field (CE-END-8)."""

    form = {"combatant": among(PRESENT)}
    interrupts: ClassVar[bool] = True
    says = ()
    example = {"combatant": "jonny", "reason": "flees"}
    words = Words("Leave the fight", "{combatant} leaves the fight[: “{reason}”]", group="scene")
    type: Literal["century.leave_field"] = "century.leave_field"
    combatant: CombatantId
    reason: Text = ""

    def decide(self, decision: Decision[Fight]) -> None:
        """A combatant that leaves is out of the order at once (CE-END-8); its open roll is void, its seat is free.

        With a vehicle those aboard leave their seats; those who go with it leave by a command of their own.
        """
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        require(person.present, "CE-END-8", f"{person.name} has left already.", field="command.combatant")
        decision.cause = decision.record(LeftField(combatant=person.id, reason=self.reason))
        seated = () if fight.vehicle_of(person.id) is None else (person,)
        for one in (*seated, *fight.aboard(person)):
            decision.record(SeatTaken(combatant=one.id))
        roll = decision.state.roll_of(person.id)
        if roll is not None and roll.number is None:
            close_unthrown(decision, roll, "void")


ENDING: Chapter[Fight] = Chapter(
    commands=(EndCombat, LeaveField), events=(LeftField, RoundEnded, CombatEnded), stages=(combat_over,)
)
