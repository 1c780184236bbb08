"""Jade Butterfly among two bells, on her turn, seen or not."""

from typing import Any

from domain.core.commands import Command, Join
from domain.rulesets.s3 import commands as ask
from tests.rules.s3.asking import player, scene
from tests.rules.s3.specification import Specification, Step, fight, given, newcomer, round_of

ROOF_FALLS = ask.Distract(zone="here")
JADE = player("jade")


def jade(*talents: str) -> Join:
    return newcomer("jade", talents=["sneak_attack", *talents])


def lurking(
    *steps: Step, hero: Join | str = "jade", order: ask.TurnOrder = "pc_first", **options: Any
) -> Specification:
    """Jade Butterfly, two bells around her, and Doctor Hu as her friend; in zone yard a guard."""
    opening = (fight(hero, "bell_a", "bell_b", "hu", "guard", **options), scene("here", "yard"))
    apart = ask.Place(combatant="guard", zone="yard")
    return given(*opening, apart, *steps, *round_of("jade", "bell_a", order))


def unseen(*observers: str) -> Command:
    return ask.Place(combatant="jade", unseen_by=observers)


def watched(stealth: int, first: int, second: int) -> list[str]:
    """Jade's Stealth against the Awareness of both bells."""
    return [f"jade stealth 8=8c→{stealth}", f"bell_a awareness 6=6c→{first}", f"bell_b awareness 6=6c→{second}"]


def unseen_by(spec: Specification) -> tuple[str, ...]:
    return spec.fight.people["jade"].unseen_by
