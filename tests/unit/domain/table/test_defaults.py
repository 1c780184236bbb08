"""Tests of the table that a ruleset has without a drawing of its own."""

from dataclasses import dataclass
from typing import Any

from domain.model.encounter import Encounter, Entrant
from domain.model.speaker import NARRATOR
from domain.rulesets.s3 import S3
from domain.table.defaults import plain_card
from domain.table.look import Look
from domain.table.shapes import Combatant, Condition, Meter
from domain.text.languages import ENGLISH


@dataclass(frozen=True)
class Puller:
    """A combatant with a number that another limits, one without, two flags, and what is neither."""

    name: str
    strength: int = 3
    strength_max: int = 5
    slid_max: int = 2
    wet: bool = True
    tired: bool = False
    weight: int | None = None


class Yard(Encounter):
    """A state whose combatants are where a table looks for them."""

    people: dict[str, Puller] = {}


class Rope(Encounter):
    """A state that calls its combatants otherwise, and has no names for them."""

    hands: dict[str, Puller] = {}


def card(state: Any) -> Combatant:
    """Return the card of the one combatant of a state."""
    state.joined, state.entrants = ("ox",), {"ox": Entrant("Ox", "left")}
    return plain_card(
        Look(state, state, NARRATOR, {"ox": state.name_of("ox")}, S3.wording(ENGLISH), settled=True), "ox"
    )


def test_whole_numbers_are_meters_and_flags_that_are_set_are_conditions() -> None:
    meters = {"strength": Meter(3, 5), "slid_max": Meter(2)}
    assert card(Yard(people={"ox": Puller("Ox")})) == Combatant(
        "Ox", "person", "able", side="left", meters=meters, conditions={"wet": Condition("Wet")}
    )


def test_combatants_in_another_place_have_the_name_and_the_side_with_which_they_joined() -> None:
    assert card(Rope(hands={"ox": Puller("Ox")})) == Combatant("Ox", "person", "able", side="left")
