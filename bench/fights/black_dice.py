"""The duel of Black Dice: two swordfighters strike at each other each round, and rest from time to time.

The rival always acts second, and compensates by skill. There are no prompts, and Fortitude is so high that no blow
leaves an injury, so every exchange runs in full.
"""

from collections.abc import Iterator

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.healing.resting import PassTime
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, StrikeSheet
from domain.rulesets.black_dice.chapters.rounds.rounds import BeginRound, EndRound

STURDY = {
    "stats": {"strength": 2, "dex": 4, "fortitude": 12, "wits": 2, "resolve": 3},
    "health_dice": 20,
    "fate": 0,
    "player": False,
}
SLOW = {
    "name": "Rival",
    "side": "opposition",
    "initiative": 0,
    "stats": {"strength": 4, "dex": 3, "fortitude": 12, "wits": 2, "resolve": 3},
    "skills": {"swordplay": 8},
}
OPENING = Open(
    ruleset="black_dice",
    options={"health_pips": 3},
    combatants=(
        Join(template="vane", id="vane", sheet=STURDY),
        Join(template="vane", id="rival", sheet={**STURDY, **SLOW}),
    ),
)
ROUNDS_BETWEEN_RESTS = 10
ROUND = (
    BeginRound(),
    Declare(actor="vane", attack=(StrikeSheet(target="rival", weapon="cutlass"),)),
    Declare(actor="rival", attack=(StrikeSheet(target="vane", weapon="cutlass"),)),
    Resolve(),
    EndRound(),
)
REST = PassTime(days=30)


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: rounds in which each strikes at the other, and long rests."""
    while True:
        yield REST
        for _ in range(ROUNDS_BETWEEN_RESTS):
            yield from ROUND


BLACK_DICE_DUEL = Script(BLACK_DICE, OPENING, script)
