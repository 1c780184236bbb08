"""How bots fight in Century."""

from collections.abc import Collection

from domain.core.events import Answered
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.conditions.downed import HpGained
from domain.rulesets.century.state import Fight
from tests.laws.fights import Fights
from tests.rules.century.field_values import idea
from tests.rules.century.scenarios import OPTIONS, SITUATIONS

TYPED = (
    "answer_approach",
    "answer_fate_before",
    "answer_fate_after",
    "defend",
    "award_critical",
    "choose_critical",
    "consequence",
    "answer_attack_terms",
    "answer_blast_list",
)
"""Commands that are typed forms of answers."""
LONG = 12
"""After so many rounds a fight that nobody can win says so."""


def persons(fight: Fight) -> Collection[str]:
    return [person.id for person in fight.people.values() if person.throws]


def acting(fight: Fight) -> str | None:
    """Whoever has a slot now."""
    return next((name for name in fight.people if fight.turn_of(name) is not None), None)


def decided(fight: Fight) -> bool:
    """At most one side can still fight."""
    return len(fight.sides_standing()) < 2


def stalled(fight: Fight) -> str | None:
    """Why a fight goes on: too many miss, or heal."""
    return f"{LONG} rounds have decided nothing" if fight.round >= LONG else None


CENTURY_FIGHTS = Fights(
    ruleset=CENTURY,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    stalled=stalled,
    spends=frozenset({"century.attack", "century.finish_round"}),
    not_told={Answered: frozenset({"answer", "secret"}), HpGained: frozenset({"by"})},
    onward=("century.begin_round", "century.end_combat"),
    answers=frozenset({"core.answer", *(f"century.{name}" for name in TYPED)}),
    seeds=14,
    seldom=frozenset({"event century.fate_returned"}),
    free=frozenset({f"century.{name}" for name in ("move", "turn", "draw_weapon", "load_weapon", "end_action")}),
    rare=frozenset({"century.leave_field"}),
)
