"""The duel of Century: two fencers attack each other in every pass, dodge if they can, and recover their HP.

One is always faster, so that the order is fixed. Both are too hardy to fall, and without critical throws no sword is
ever lost, so no slot ends early and there are no prompts.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open, SetPolicy
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import EndAction, FinishRound

HARDY = {
    "hp_max": 999,
    "mp_modifier": 10,
    "str": 12,
    "agl": 12,
    "skills": [{"group": "Hand to Hand", "name": "Melee Weapon", "level": 3}],
    "weapons": [{"id": "sword"}],
    "held": {"right": "sword"},
    "position": {"x": 0, "y": 0},
}
OPENING = Open(
    ruleset="century",
    options={"criticals": "off"},
    combatants=(
        Join(id="swift", sheet={**HARDY, "name": "Swift", "side": "red", "initiative_modifier": 10}),
        Join(id="steady", sheet={**HARDY, "name": "Steady", "side": "black", "initiative_modifier": -10}),
    ),
)
POLICIES = tuple(SetPolicy(of=who, kind="defence", answer="dodge") for who in ("swift", "steady"))
ROUNDS_BETWEEN_RESTS = 10
PASSES = 2
CALLS = tuple(
    command
    for who, whom in (("swift", "steady"), ("steady", "swift"))
    for command in (Attack(actor=who, target=whom), EndAction(actor=who))
)
ROUND = (BeginRound(), *CALLS * PASSES, FinishRound(actor="swift"), FinishRound(actor="steady"))
REST = tuple(SetDowned(combatant=who, status="up", hp=999) for who in ("swift", "steady"))


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: rounds of two passes, and recoveries."""
    yield from POLICIES
    while True:
        for _ in range(ROUNDS_BETWEEN_RESTS):
            yield from ROUND
        yield from REST


CENTURY_DUEL = Script(CENTURY, OPENING, script)
