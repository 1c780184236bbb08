"""Devil in the Wind and Nathaniel Blackthorne on a bridge, blade to blade, where fast melee is played."""

from typing import Any

from domain.core.commands import Join, SentAnswer
from domain.model.event import Event
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.harm import (
    Choked,
    Pinned,
)
from domain.rulesets.s3.state import Hold
from tests.rules.s3.asking import attack
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

SWING = attack("devil", "blackthorne", "straightsword")
FAST_SWING = attack("devil", "blackthorne", "straightsword", fast=True)
LOST = ["devil melee 9+1=10c→4", "blackthorne melee 8+1=9c→5", "damage 5+2=7c→0"]  # a blow lost, without damage
WON = ["devil melee 9+1=10c→6", "blackthorne melee 8+1=9c→5", "damage 6+2=8c→0"]


def bridge(
    *steps: Step, others: tuple[str | Join, ...] = (), order: ask.TurnOrder = "pc_first", **options: Any
) -> Specification:
    """The two in an open pairing; fast melee is allowed, where the options do not say otherwise."""
    opening = fight("devil", "blackthorne", *others, **{"fast_melee": "allowed", **options})
    return given(opening, engage("devil", "blackthorne"), *round_of("devil", "blackthorne", order), *steps)


def reply(skill: str = "melee", item: str | None = "cutlass", to: str = "blackthorne", **more: Any) -> SentAnswer:
    """The blow that strikes back."""
    return SentAnswer(kind="fast_reply", to=to, answer={"skill": skill, "item": item, **more})


def armed(items: list[Any], hands: dict[str, str]) -> Specification:
    """The same with other things in Blackthorne's hands."""
    blackthorne = newcomer("blackthorne", items=items, hands=hands)
    spec = given(fight("devil", blackthorne, fast_melee="allowed"), engage("devil", "blackthorne"))
    return spec.given(*round_of("devil", "blackthorne"))


def hold(kind: str, holder: str, held: str) -> Event:
    made = Hold(f"{kind}_1", kind, holder, held, 2, "unarmed", 1, 1)
    return Pinned(made) if kind == "pin" else Choked(made)
