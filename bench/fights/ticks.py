"""The duel of Ticks: two adjacent combatants strike by plans each round, and recover.

Each declares a rapid attack and a plan for it, so that every strike is opposed and soaked. Policies answer all prompts
but declarations, and plans count the ticks down.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open, SetPolicy
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks import commands as ask

PEOPLE = {"one": "two", "two": "one"}
STURDY = {"statistics": {"willpower": 30, "resilience": 30, "quickness": 12}, "luck": 0}
OPENING = Open(
    ruleset="ticks",
    combatants=tuple([Join(template="iris", id=name, sheet={"name": name.title(), **STURDY}) for name in PEOPLE]),
)
ROUNDS_BETWEEN_RESTS = 3
DAYS = 60
ROUND: tuple[Command, ...] = (
    ask.StartRound(),
    *[
        ask.Declare(actor=name, action="attack", target=other, weapon="sword", manoeuvres=("rapid_attack",))
        for name, other in PEOPLE.items()
    ],
    *[ask.MakePlan(actor=name, strike="first_chance") for name in PEOPLE],
)
BOUT: tuple[Command, ...] = (
    ask.CallCombat(actor="one", against="two"),
    *ROUND * ROUNDS_BETWEEN_RESTS,
    ask.EndCombat(),
    *[ask.Recover(combatant=name, days=DAYS, care="skilled") for name in PEOPLE],
)


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: some rounds, the end of combat, and days of recovery."""
    for name in PEOPLE:
        yield SetPolicy(of=name, kind="oppose", answer="best")
        yield SetPolicy(of=name, kind="soak", answer="full")
    while True:
        yield from BOUT


TICKS_DUEL = Script(TICKS, OPENING, script)
