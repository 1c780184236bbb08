"""The lines of the story of Black Dice that a table hears most, word for word."""

import pytest

from domain.rulesets.black_dice.chapters.narrator.placing import Place
from tests.rules.black_dice.builders import waits
from tests.rules.black_dice.specification import fight, given, round_of


@pytest.mark.rule("BD-INIT-12")
def test_who_drops_to_the_ground_does_so_before_the_deed() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    dropping = waits("vane").model_copy(update={"posture": "prone"})
    assert spec.when(dropping).lines() == ["Vane drops to the ground and waits."]


def test_who_is_placed_where_they_are_stays_there() -> None:
    spec = given(fight("vane", "pryce"))
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane is now on the deck."]
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane stays on the deck."]
