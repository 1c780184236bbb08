"""How bots fight in S3."""

from collections.abc import Collection

from domain.core.commands import type_of
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.narrator.scenery import SetScene
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
    never_typed=frozenset({SetScene}),
)
