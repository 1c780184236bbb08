"""How bots fight in S3."""

from collections.abc import Collection

from domain.core.commands import type_of
from domain.model.event import Event
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import ItemTaken
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.climbing import Climbed
from domain.rulesets.s3.chapters.movement.falling import Fell
from domain.rulesets.s3.chapters.movement.leaving import FellProne, LeftFight, SeatLeft
from domain.rulesets.s3.chapters.movement.walking import Moved, StoodUp
from domain.rulesets.s3.chapters.narrator.scenery import SetScene
from domain.rulesets.s3.chapters.throws.stunts import StuntDeclared
from domain.rulesets.s3.chapters.throws.weapons import ItemThrown, ItemUsed
from domain.rulesets.s3.chapters.turns.turns import ActionBought
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.fire import FireTicked, Ignited
from domain.rulesets.s3.chapters.wounds.poison import CoatingUsed, DoseGiven
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Fight
from tests.laws.fights import Fights
from tests.rules.s3.field_values import idea
from tests.rules.s3.scenarios import OPTIONS, SITUATIONS

TAKING = frozenset(type_of(kind) for kind in S3.commands if getattr(kind, "takes", None) is not None)
"""Commands that cost an action whatever they are filled with."""


def persons(fight: Fight) -> Collection[str]:
    return fight.people


def acting(fight: Fight) -> str | None:
    return fight.turn.actor if fight.turn is not None else None


def decided(fight: Fight) -> bool:
    return fight.decided


ALOUD: tuple[type[Event], ...] = (
    *(AttackHit, AttackMissed, DamageSuffered, Wounded, Stunned, CombatantDisabled, LimbLost, Ignited, FireTicked),
    *(Pinned, Choked, DragBegun, Moved, Climbed, Fell, FellProne, StoodUp, SeatTaken, SeatLeft, LeftFight),
    *(StuntDeclared, ActionBought, ItemUsed, ItemThrown, ItemDropped, ItemTaken, DoseGiven, CoatingUsed),
)
"""Events that lines of the story tell."""

S3_FIGHTS = Fights(
    ruleset=S3,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    spends=TAKING,
    onward=("s3.end_turn", "s3.begin_turn", "s3.begin_round"),
    free=frozenset({"s3.ready", "s3.stow", "s3.drop", "s3.release"}),
    rare=frozenset({"s3.remove", "s3.begin_scene", "s3.set_scene"}),
    end="s3.end_combat",
    seeds=30,
    never_typed=frozenset({SetScene}),
    aloud=ALOUD,
)
