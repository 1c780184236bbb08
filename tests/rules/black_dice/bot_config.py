"""How bots fight in Black Dice."""

from collections.abc import Collection

from domain.core.events import Answered
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.rounds.initiative import OrderSet
from domain.rulesets.black_dice.chapters.wounds.harm import MarksOwed
from domain.rulesets.black_dice.state import Fight
from tests.laws.fights import Fights
from tests.rules.black_dice.field_values import idea
from tests.rules.black_dice.scenarios import OPTIONS, SITUATIONS

TYPED = (
    "respond",
    "choose",
    "reroll",
    "keep",
    "reduce_damage",
    "avoid_injury",
    "ensure_success",
    "approve",
)
"""Commands that are typed forms of answers."""
LONG = 12
"""After so many rounds a fight that nobody can win says so."""


def persons(fight: Fight) -> Collection[str]:
    return fight.people


def acting(fight: Fight) -> str | None:
    """Whoever declares next; nobody where it is the narrator's or anybody's turn."""
    if fight.phase != "declare":
        return None
    order = fight.order if fight.options.declare_order == "highest_first" else fight.order[::-1]
    return next((one for one in order if one not in fight.declarations and fight.people[one].able), None)


def decided(fight: Fight) -> bool:
    """At most one side can still fight, and nobody's life hangs by a thread."""
    dying = any(person.condition == "dying" for person in fight.people.values())
    return len({person.side for person in fight.able()}) < 2 and not dying


def stalled(fight: Fight) -> str | None:
    """Why a fight goes on: neither side has come through the other's armour and luck."""
    return f"{LONG} rounds have decided nothing" if fight.round_number >= LONG else None


BLACK_DICE_FIGHTS = Fights(
    ruleset=BLACK_DICE,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    stalled=stalled,
    spends=frozenset({"black_dice.declare", "black_dice.resolve"}),
    not_told={
        Answered: frozenset({"answer"}),
        OrderSet: frozenset({"successes", "standing"}),
        MarksOwed: frozenset({"harm"}),
    },
    onward=("black_dice.end_round", "black_dice.begin_round"),
    answers=frozenset({"core.answer", *(f"black_dice.{name}" for name in TYPED)}),
    seldom=frozenset({"event black_dice.stayed_unconscious", "event black_dice.weapon_dropped"}),
    free=frozenset({"black_dice.pledge", "black_dice.change_story"}),
)
