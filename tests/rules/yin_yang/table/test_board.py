"""The sub-fights and distances of a table, what lies about, and the bonds between combatants."""

import pytest

from domain.core.commands import Join
from domain.model.speaker import SPECTATOR
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.turns.gear import PlaceItem
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from domain.rulesets.yin_yang.parts import ArmourSheet, WeaponSheet
from tests.rules.yin_yang.builders import bout, drawn
from tests.rules.yin_yang.specification import fight, given


@pytest.mark.rule("YY-MOVE-1", "YY-MOVE-4")
def test_places_play_no_part_until_the_fight_is_split() -> None:
    spec = bout("bishop", "wedge")
    assert "board" not in drawn(spec)
    spec.given(SplitFight(subfights={"wedge": "roof_top"}))
    places = {"main": {"name": "Main fight"}, "roof_top": {"name": "Roof top"}}
    assert drawn(spec)["board"] == {"kind": "zones", "places": places}
    assert [card["place"] for card in drawn(spec)["combatants"].values()] == [{"at": "main"}, {"at": "roof_top"}]


@pytest.mark.rule("YY-MOVE-2", "YY-MOVE-4")
def test_where_distances_count_the_board_has_those_of_pairs_in_one_sub_fight() -> None:
    spec = bout("bishop", "da_hook", "wedge", movement="action").given(
        SetDistance(first="bishop", second="da_hook", band="arm"),
        SetDistance(first="wedge", second="bishop", band="sight"),
        SetDistance(first="wedge", second="da_hook", band="room"),
    )
    board = {"kind": "zones", "places": {"main": {"name": "Main fight"}}, "default": "A room's length apart"}
    near, far = "Within arm's reach", "Just within sight"
    distances = {"bishop/da_hook": near, "bishop/wedge": far}
    assert drawn(spec)["board"] == {**board, "distances": distances}
    spec.given(SplitFight(subfights={"wedge": "roof"}))
    assert drawn(spec)["board"]["distances"] == {"bishop/da_hook": near}


@pytest.mark.rule("YY-MOVE-2")
def test_the_distance_of_somebody_with_a_secret_sheet_is_seen() -> None:
    lurker = Join(template="wedge", id="lurker", sheet={}, secret=True)
    spec = given(fight("bishop", lurker, movement="action"))
    spec.given(SetDistance(first="bishop", second="lurker", band="arm"), Guard(actor="lurker", ward="bishop"))
    shown = drawn(spec, SPECTATOR)
    assert shown["board"]["distances"] == {"bishop/lurker": "Within arm's reach"}
    assert [*shown["bonds"]] == ["guard:lurker:bishop"]


def test_things_that_lie_about_are_part_of_the_scene() -> None:
    spec = bout("bishop", "wedge")
    assert "scene" not in drawn(spec)
    spec.given(PlaceItem(weapon=WeaponSheet(id="gun", kind="shotgun")), PlaceItem(armour=ArmourSheet(id="flak_jacket")))
    assert drawn(spec)["scene"] == {"standing": ["Lying about: Shotgun", "Lying about: Flak Jacket"]}


@pytest.mark.rule("YY-ATK-15")
def test_a_guard_is_bound_to_its_ward() -> None:
    spec = bout("bishop", "da_hook", "wedge").given(Guard(actor="wedge", ward="da_hook"))
    assert drawn(spec)["bonds"] == {
        "guard:wedge:da_hook": {
            "kind": "guard",
            "label": "guards",
            "back": "guarded by",
            "from": "wedge",
            "to": "da_hook",
            "back_tone": "good",
        }
    }
    spec.given(Guard(actor="wedge", ward="da_hook", on=False), FellOut(combatant="wedge", reason="dead"))
    assert "bonds" not in drawn(spec)


@pytest.mark.rule("YY-CONF-5", "YY-CONF-15")
def test_two_who_are_locked_with_each_other_have_one_bond() -> None:
    spec = bout("bishop", "da_hook", "wedge").given(ConfrontationBegun(first="wedge", second="bishop", locked=True))
    locked = {
        "kind": "locked",
        "label": "is locked in a Confrontation with",
        "back": "is locked in a Confrontation with",
        "from": "bishop",
        "to": "wedge",
        "tone": "warn",
        "back_tone": "warn",
        "mutual": True,
        "note": "until the end of the turn",
    }
    assert drawn(spec)["bonds"] == {"locked:bishop:wedge": locked}
    spec.given(ConfrontationBegun(first="wedge", second="da_hook", locked=True))
    bonds = drawn(spec)["bonds"]
    assert {one: bond.get("mutual", False) for one, bond in bonds.items()} == {
        "locked:bishop:wedge": False,
        "locked:da_hook:wedge": True,
    }
