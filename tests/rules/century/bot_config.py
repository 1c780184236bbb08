"""How bots fight in Century."""

from collections.abc import Collection

from domain.core.events import Answered
from domain.model.event import Event
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.attack.cover import CoverSet
from domain.rulesets.century.chapters.attack.shots import RoundsFired, ShotHit, ShotMissed
from domain.rulesets.century.chapters.conditions.care import StimpakUsed
from domain.rulesets.century.chapters.conditions.conditions import ConditionSet
from domain.rulesets.century.chapters.conditions.downed import (
    Destroyed,
    Died,
    Downed,
    HpGained,
    HpLost,
    Revived,
    Stabilized,
)
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import ItemDrawn, ItemDropped, ItemPickedUp, ItemStowed, ItemUsedUp
from domain.rulesets.century.chapters.items.jams import JamCleared, WeaponFailed
from domain.rulesets.century.chapters.items.loading import WeaponLoaded
from domain.rulesets.century.chapters.movement.moving import CoverLost, Moved
from domain.rulesets.century.chapters.movement.positions import Placed
from domain.rulesets.century.chapters.movement.turning import Turned
from domain.rulesets.century.chapters.movement.vehicles import ControlLost, SeatTaken
from domain.rulesets.century.chapters.rolls.fate_points import FateGranted, FateReturned, FateSpent
from domain.rulesets.century.chapters.round.move_points import PointsSpent
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
ALOUD: tuple[type[Event], ...] = (
    *(Moved, Turned, Placed, SeatTaken, ControlLost, CoverSet, CoverLost),
    *(
        ShotHit,
        ShotMissed,
        DamageAbsorbed,
        HpLost,
        HpGained,
        Downed,
        Died,
        Stabilized,
        Revived,
        Destroyed,
        ConditionSet,
    ),
    *(PointsSpent, FateSpent, FateReturned, FateGranted, RoundsFired, StimpakUsed),
    *(ItemDrawn, ItemDropped, ItemPickedUp, ItemStowed, ItemUsedUp, WeaponFailed, JamCleared, WeaponLoaded),
)
"""Events that lines of the story tell."""
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
    aloud=ALOUD,
    seldom=frozenset({"event century.fate_returned"}),
    free=frozenset({f"century.{name}" for name in ("move", "turn", "draw_weapon", "load_weapon", "end_action")}),
    rare=frozenset({"century.leave_field"}),
)
