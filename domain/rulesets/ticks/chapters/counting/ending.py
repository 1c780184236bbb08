"""What happens at the end of a round, in its order (TK-END), and of combat (TK-COMBAT-7)."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from domain.core.commands import Narrating, PhaseRule
from domain.decision.decision import FULL_BATCH, Decision
from domain.decision.stages import stage
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.ticks.chapters.deeds.care import TimePassed
from domain.rulesets.ticks.chapters.deeds.harm import check_consciousness, check_death, check_dying
from domain.rulesets.ticks.state import Fight, Person, Turn
from domain.rulesets.ticks.words import BETWEEN, TO_BETWEEN
from domain.story.told import AS_SAID, Told
from domain.text.words import Words


class CombatEnded(Event, frozen=True, kw_only=True):
    """Combat is over, and nobody a participant (TK-COMBAT-7)."""

    type: ClassVar[str] = "ticks.combat_ended"
    words = "Combat ended"
    told = Told(level=1, moment="end")
    says = "The combat is over."

    def evolve(self, fight: Fight) -> None:
        fight.phase, fight.round, fight.opening = "calm", 0, False
        for person in fight.people.values():
            person.since, person.late, person.awarded, person.turn = None, False, False, Turn()


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over, and what lasted as long as it (TK-END-6, TK-END-7)."""

    type: ClassVar[str] = "ticks.round_ended"
    words = "Round ended"
    says = "Round {round} is over."
    example = {"round": 1}
    round: int

    def evolve(self, fight: Fight) -> None:
        """What lasts as long as a round is over (TK-END-6): an unused attack is lost (TK-ATK-5).

        So are defence points (TK-DEF-5), deferrals (TK-DEFER-15) and holds (TK-GRAP-4, TK-RUL-36).
        """
        fight.phase, fight.tick, fight.awaited, fight.scheduled = "between", 0, None, ()
        fight.closed = False
        for person in fight.people.values():
            person.held_by = {}
            if fight.options.stand_up == "free":
                person.prone = False
            person.turn = Turn()


class ArmourWornDown(Event, frozen=True, kw_only=True):
    """Armour is worn down (TK-ARM-4)."""

    type: ClassVar[str] = "ticks.armour_worn_down"
    words = "Armour worn down"
    told = Told(brief=AS_SAID, line="end")
    says = "{combatant's} armour wears down[ and is {wear:point} weaker now]."
    example = {"combatant": "bruno", "wear": 1}
    private: ClassVar[frozenset[str]] = frozenset({"wear"})
    sheet_of: ClassVar[str | None] = "combatant"
    combatant: str
    wear: int | None = None

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.armour is not None:
            person.armour = replace(person.armour, wear=self.wear)


class Ending(msgspec.Struct, frozen=True):
    """The end of a round, with the number of checks of somebody that were made before a pause."""

    done: int


def end_round(decision: Decision[Fight]) -> None:
    """The clock, the checks; then what lasts a round is over (TK-END-1 to TK-END-7)."""
    seconds = decision.state.options.round_seconds
    decision.record(TimePassed(seconds=seconds, clock=decision.state.clock + seconds))
    if len(decision.recorded) + MOST_FACTS * len(decision.state.people) < FULL_BATCH:
        _check_everybody(decision)
        decision.record(RoundEnded(round=decision.state.round))
    else:
        make_checks.run(decision, Ending(0))


@stage("ticks.ending.checks", Ending, pausable=True)
def make_checks(decision: Decision[Fight], ending: Ending) -> None:
    """What ``end_round`` does, where it may be more than a batch holds."""
    recorded, done = decision.recorded, 0
    for check in CHECKS:
        for person in decision.state.people.values():
            if done >= ending.done:
                if len(recorded) + len(person.held_by) >= FULL_BATCH:  # each hold may end
                    decision.next(make_checks, Ending(done))
                    decision.pause()
                    return
                check(decision, person)
            done += 1
    decision.record(RoundEnded(round=decision.state.round))


def wear_down(decision: Decision[Fight], person: Person) -> None:
    """Armour of each combatant hit this round, once however often (TK-ARM-4), or that stopped a hit (TK-OPT-5).

    The reading is that of TK-RUL-22.
    """
    armour, turn = person.armour, person.turn
    worn = turn.hit if decision.state.options.armour_wear == "any_hit" else turn.stopped
    if armour is not None and worn:
        decision.record(ArmourWornDown(combatant=person.id, wear=armour.wear + 1))


CHECKS: Final[tuple[Callable[[Decision[Fight], Person], None], ...]] = (
    wear_down,  # TK-END-2
    check_consciousness,  # TK-END-3
    check_dying,  # TK-END-4
    check_death,  # TK-END-5
)
"""What is looked at when a round ends, of everybody in the order of joining."""
MOST_FACTS: Final = 5
"""What the checks may add for each person: one fact each, and the end of a hold."""


def _check_everybody(decision: Decision[Fight]) -> None:
    for check in CHECKS:
        for person in decision.state.people.values():
            check(decision, person)


class EndCombat(Narrating):
    """End the combat between rounds (TK-COMBAT-7)."""

    during = PhaseRule(BETWEEN, "TK-COMBAT-7", "Combat can be ended only between two of its rounds.", TO_BETWEEN)
    says = ()
    words = Words("End the combat", group="turn", prominence="main")
    type: Literal["ticks.end_combat"] = "ticks.end_combat"

    def decide(self, decision: Decision[Fight]) -> None:
        """Before round 1 what an opening attack has done is settled first (TK-COMBAT-5)."""
        if decision.state.opening:
            _check_everybody(decision)
        decision.record(CombatEnded())


ENDING: Chapter[Fight] = Chapter(
    commands=(EndCombat,), events=(CombatEnded, RoundEnded, ArmourWornDown), stages=(make_checks,)
)
