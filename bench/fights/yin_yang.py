"""The duel of Yin-Yang: two hirelings attack each other in turn, match each other's calls, and recover their points.

Both are too hardy to fall, and have more actions than they call, so that every call is matched and every King's
follow-up is made. Without jokers and Confrontations of mooks, no turn ends early and there are no prompts.
"""

from collections.abc import Iterator
from itertools import chain, cycle

from bench.fights.duel import Script
from domain.core.commands import Command, Join, Open, SetPolicy
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.exchanges.calls import Attack
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn

HARDY = {"endurance": 50, "will": 50, "speed": 20, "perception": 20, "mook": True, "vitality": 100, "stamina": 50}
OPENING = Open(
    ruleset="yin_yang",
    options={"jokers": False, "mook_confrontation": "never"},
    combatants=(
        Join(template="da_hook", id="hook", sheet={**HARDY, "deck": "hook"}),
        Join(template="wedge", id="wedge", sheet={**HARDY, "side": "rivals"}),
    ),
)
POLICIES = tuple(
    SetPolicy(of=who, kind=kind, answer="always") for who in ("hook", "wedge") for kind in ("match", "follow_up")
)
TURNS_BETWEEN_RESTS = 5
CALLS_OF_A_TURN = 3
CALLS = (Attack(actor="hook", target="wedge"), Attack(actor="wedge", target="hook"))
TURN = (StartTurn(), *CALLS * CALLS_OF_A_TURN, EndTurn())
REST = tuple(
    Adjust(combatant=who, track=track, points=50) for who in ("hook", "wedge") for track in ("vitality", "stamina")
)


def script() -> Iterator[Command]:
    """Yield the commands of the duel without end: turns in which each calls three attacks, and recoveries."""
    return chain(POLICIES, cycle((*TURN * TURNS_BETWEEN_RESTS, *REST)))


YIN_YANG_DUEL = Script(YIN_YANG, OPENING, script)
