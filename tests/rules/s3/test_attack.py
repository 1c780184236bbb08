"""Attacks and defences (S3-ATK)."""

import pytest

from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.harm import AttackHit, AttackMissed
from tests.rules.s3.specification import fight, given, round_of

SHOT = ask.Attack(actor="ogre", target="bell", weapon="pistol")


@pytest.mark.rule("S3-ATK-7")
def test_more_successes_than_the_defence_hit() -> None:
    (
        given(fight("ogre", "bell"), *round_of("ogre", "bell"))
        .when(
            SHOT,
            throws=[
                "ogre sharpshooting 7=7c→5",
                "bell evasion 5=5c→4",
                "damage 5+2=7c→2",
                "bell fortitude 4=4c→3",
            ],
        )
        .then(AttackHit("ogre", "bell", "pistol", 5, 1))
    )


@pytest.mark.rule("S3-ATK-7", "S3-OPP-4")
def test_a_lost_flip_is_a_miss() -> None:
    (
        given(fight("ogre", "bell"), *round_of("ogre", "bell"))
        .when(SHOT, "ogre: heads", throws=["ogre sharpshooting 7c→4", "bell evasion 5c→4", "flip T"])
        .then(AttackMissed)
    )
