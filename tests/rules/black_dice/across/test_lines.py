"""The lines of the story of Black Dice that a table hears most, word for word."""

import pytest

from domain.rulesets.black_dice.chapters.narrator.placing import Place
from tests.rules.black_dice.builders import RESOLVE, agenda, clash, duel, fell, waits
from tests.rules.black_dice.specification import fight, given, newcomer, round_of


@pytest.mark.rule("BD-INIT-12")
def test_who_drops_to_the_ground_does_so_before_the_deed() -> None:
    spec = given(fight("vane", "pryce"), *round_of("vane", "pryce"))
    dropping = waits("vane").model_copy(update={"posture": "prone"})
    assert spec.when(dropping).lines() == ["Vane drops to the ground and waits."]


def test_who_is_placed_where_they_are_stays_there() -> None:
    spec = given(fight("vane", "pryce"))
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane is now on the deck."]
    assert spec.when(Place(combatant="vane", zone="deck")).lines() == ["Vane stays on the deck."]


@pytest.mark.rule("BD-DMG-10")
def test_damage_that_may_still_be_lessened_is_told_beside_the_marks_of_another() -> None:
    vane = newcomer("vane", fate=24)
    struck = [fell("vane", "7/5"), fell("pryce", "2/1")]
    hurt = [fell("vane", "6/2"), fell("pryce", "9/3", "3/0"), fell("pryce", "4/3")]
    spec = duel(vane, "pryce", agenda(clash("vane revolver", "pryce derringer"))).when(RESOLVE, throws=[*struck, *hurt])
    [line] = spec.asks("reduce_damage", "vane").lines()
    assert line.endswith("; Sergeant Pryce takes 5 marks (health 9) and does 3 points of damage.")
