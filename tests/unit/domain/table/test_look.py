"""Tests of the look that hooks of a table read."""

from domain.model.encounter import Entrant
from domain.model.speaker import NARRATOR
from domain.rulesets.s3 import S3
from domain.table.look import Look
from domain.text.languages import ENGLISH
from tests.rules.s3.specification import fight, given


def test_moments_before_a_branch_are_that_of_the_branching() -> None:
    state = given(fight("hu", "bell")).fight
    look = Look(state, state, NARRATOR, {}, S3.wording(ENGLISH), settled=True)
    assert look.version_of(5) == 5
    state.before = 40
    assert [look.version_of(moment) for moment in (5, 42, 47)] == [2, 2, 7]


def test_a_side_of_one_combatant_has_its_name_also_when_it_is_gone() -> None:
    state = given(fight("hu", "bell")).fight
    state.entrants = {**state.entrants, "mist": Entrant("Mist", "mist")}
    names = {"hu": "Doctor Hu", "mist": "mist"}
    look = Look(state, state, NARRATOR, names, S3.wording(ENGLISH), settled=True)
    assert [look.side(one) for one in ("hu", "mist", "players", "red_lotus")] == [
        "Doctor Hu",
        "Mist",
        "Players",
        "Red lotus",
    ]
