"""The story shows from which rule each part of a throw comes."""

import pytest

from domain.chance.draws import Draw
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.said import TERMS


def rules_of(label: str, *terms: tuple[str, int]) -> list[str]:
    thrown = CoinsThrown(combatant="ogre", label=label, terms=terms, draw=Draw("H"), result=1, thrower="player")
    [throw] = thrown.thrown()
    return [part.rule for part in throw.parts]


@pytest.mark.parametrize("term", ["points", *TERMS])
def test_each_part_of_a_throw_has_a_rule(term: str) -> None:
    [rule] = rules_of("melee", (term, 2))
    assert rule in S3.rules


def test_points_and_drags_have_the_rule_that_they_come_from() -> None:
    assert rules_of("melee", ("points", 5)) != rules_of("fortitude", ("points", 5))
    assert rules_of("piloting", ("drag", -2)) != rules_of("drag", ("drag", 4))
