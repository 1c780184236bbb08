"""Which side is left: the one whose combatants alone are conscious."""

from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.narrator.rulings import Wound
from tests.rules.ticks.specification import fight, given, newcomer
from tests.rules.ticks.table.tables import drawn, player

BY = "All others are unconscious or dead"


def test_a_fight_is_undecided_while_two_sides_are_conscious_or_only_one_took_part() -> None:
    assert drawn(given(fight("iris", "bruno")))["over"] is None
    assert drawn(given(fight("iris")))["over"] is None


def test_a_fight_is_over_for_the_side_that_is_left_or_for_none() -> None:
    joins = (newcomer("iris", side="law"), newcomer("lena", side="law"), "bruno")
    spec = given(fight(*joins), Faint(actor="iris"), Wound(combatant="bruno", wounds=16))
    assert drawn(spec)["over"] == {
        "for": ["law"],
        "by": BY,
        "sentence": "Only one side is still conscious: Law.",
        "dying": ["bruno"],
    }
    spec.given(Faint(actor="lena"))
    assert drawn(spec)["over"] == {"for": [], "by": BY, "sentence": "No one is conscious any more.", "dying": ["bruno"]}


def test_one_who_is_dying_and_awake_stands() -> None:
    spec = given(fight("iris", "lena"), Wound(combatant="lena", wounds=10))
    assert drawn(spec)["combatants"]["lena"]["state"] == "dying"
    assert drawn(spec)["over"] is None


def test_one_with_a_secret_sheet_stands_until_play_shows_otherwise() -> None:
    fallen = newcomer("bruno", wounds=16).model_copy(update={"secret": True})
    spec = given(fight("iris", fallen))
    assert drawn(spec)["over"]["for"] == ["iris"]
    assert drawn(spec, player("iris"))["over"] is None
