"""The duel of Ticks: two who stand beside each other strike by plans, round after round, and are made whole again.

Each declares a rapid attack and plans for it, so that every strike is opposed and soaked. Nobody
is asked but for declarations: policies answer, and plans count the ticks down.
"""

from collections.abc import Iterator

from bench.duel import Script
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
    """The commands of the duel, for ever: some rounds, then the end of combat and the days that heal."""
    for name in PEOPLE:
        yield SetPolicy(of=name, kind="oppose", answer="best")
        yield SetPolicy(of=name, kind="soak", answer="full")
    while True:
        yield from BOUT


TICKS_DUEL = Script(TICKS, OPENING, script)
