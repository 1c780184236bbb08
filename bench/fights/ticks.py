"""The duel of Ticks: two adjacent combatants strike by plans each round, and recover.

Each declares a rapid attack and a plan for it, so that every strike is opposed and soaked. Policies answer all prompts
but declarations, and plans count the ticks down.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open, SetPolicy
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.free_actions import MakePlan
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, StartRound
from domain.rulesets.ticks.chapters.deeds.care import Recover

PEOPLE = {"one": "two", "two": "one"}
STURDY = {"statistics": {"willpower": 30, "resilience": 30, "quickness": 12}, "luck": 0}
OPENING = Open(
    ruleset="ticks",
    combatants=tuple([Join(template="iris", id=name, sheet={"name": name.title(), **STURDY}) for name in PEOPLE]),
)
ROUNDS_BETWEEN_RESTS = 3
DAYS = 60
ROUND: tuple[Command, ...] = (
    StartRound(),
    *[
        Declare(actor=name, action="attack", target=other, weapon="sword", manoeuvres=("rapid_attack",))
        for name, other in PEOPLE.items()
    ],
    *[MakePlan(actor=name, strike="first_chance") for name in PEOPLE],
)
BOUT: tuple[Command, ...] = (
    CallCombat(actor="one", against="two"),
    *ROUND * ROUNDS_BETWEEN_RESTS,
    EndCombat(),
    *[Recover(combatant=name, days=DAYS, care="skilled") for name in PEOPLE],
)


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: some rounds, the end of combat, and days of recovery."""
    for name in PEOPLE:
        yield SetPolicy(of=name, kind="oppose", answer="best")
        yield SetPolicy(of=name, kind="soak", answer="full")
    while True:
        yield from BOUT


TICKS_DUEL = Script(TICKS, OPENING, script)
