"""What is drawn, stowed, picked up and reloaded under the action Other (TK-OTHER-4 to TK-OTHER-6)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.deeds import Deed, Drew, PickedUp, Reloaded, Stowed, why_not
from tests.laws.menus import choices
from tests.rules.ticks.builders import EVADE, HANDFUL, Play, ash_at_12, busy, other
from tests.rules.ticks.specification import act, declare, newcomer

UNCOUNTED: dict[str, Any] = {"track_ammunition": False}


@pytest.mark.rule("TK-OTHER-4")
@pytest.mark.parametrize(
    ("item", "in_hand", "drawn"),
    [
        ("hatchet", [], True),
        ("hatchet", ["knife"], True),
        ("hatchet", ["knife", "sword"], False),
        ("bow", [], True),
        ("bow", ["knife"], False),
        ("shield", ["knife"], True),
        ("knife", ["knife"], False),
    ],
)
def test_a_thing_is_drawn_if_hands_are_free(item: str, in_hand: list[str], drawn: bool) -> None:
    carried = [{"key": item, "place": "carried"}] if item not in in_hand else []
    play = busy(other("draw", item=item), things=[*[{"key": key} for key in in_hand], *carried]).until(12)
    play.send(act("ash", deed=True)).until(11)
    assert play.ticks(Drew, "ash") == ([12] if drawn else [])
    assert play["ash"].things[f"ash.{item}"].ready is (drawn or item in in_hand)


@pytest.mark.rule("TK-OTHER-4")
@pytest.mark.parametrize(("item", "stowed"), [("knife", True), ("hatchet", False), ("ring", True), ("shield", True)])
def test_a_thing_in_hand_is_stowed(item: str, stowed: bool) -> None:
    ring = {"key": "ring", "name": "brass ring", "kind": "melee", "base": 1, "skill": "unarmed", "reach": 1, "hands": 0}
    play = busy(other("stow", item=item), things=[*HANDFUL, ring, {"key": "shield"}]).until(12)
    play.send(act("ash", deed=True)).until(11)
    assert play.ticks(Stowed, "ash") == ([12] if stowed else [])
    assert play.lapses("ash") == ([] if stowed else [(12, "deed")])
    if stowed:
        assert play["ash"].things[f"ash.{item}"].place == "carried"


@pytest.mark.rule("TK-OTHER-4")
def test_bare_hands_of_an_earlier_record_are_not_stowed() -> None:
    fight = busy(EVADE).fight
    assert why_not(fight, Deed("ash", "stow", item="unarmed"), ()) == "that is not in hand"


def lying(x: int, key: str = "sword") -> tuple[Join, Drop]:
    """Cedar, who is on a square, and drops something there."""
    return newcomer("cedar", things=[{"key": key}], at=(x, 0)), Drop(actor="cedar", item=key)


@pytest.mark.rule("TK-OTHER-5")
@pytest.mark.parametrize(
    ("x", "key", "in_hand", "taken"),
    [
        (0, "sword", ["knife"], True),
        (1, "sword", ["knife"], True),
        (2, "sword", ["knife"], False),
        (1, "sword", ["knife", "hatchet"], False),
        (1, "bow", ["knife"], False),
        (1, "bow", [], True),
    ],
)
def test_a_thing_on_the_ground_is_picked_up(x: int, key: str, in_hand: list[str], taken: bool) -> None:
    cedar, drop = lying(x, key)
    things = [{"key": one} for one in in_hand]
    play = busy(other("pick_up", item=f"cedar.{key}"), cedar, first=(drop,), things=things).until(12)
    play.send(act("ash", deed=True)).until(11)
    assert play.ticks(PickedUp, "ash") == ([12] if taken else [])
    assert (f"cedar.{key}" in play.fight.ground) is not taken
    if taken:
        assert play["ash"].things[f"cedar.{key}"].ready


@pytest.mark.rule("TK-OTHER-5")
def test_what_somebody_holds_is_not_picked_up() -> None:
    cedar, _ = lying(1)
    play = busy(other("pick_up", item="cedar.sword"), cedar).until(12).send(act("ash", deed=True)).until(11)
    assert play.lapses("ash") == [(12, "deed")]
    play.send(Drop(actor="cedar", item="sword"), act("ash", deed=True)).until(10)
    assert play.ticks(PickedUp, "ash") == [11]


@pytest.mark.rule("TK-OTHER-5")
@pytest.mark.parametrize(
    ("first", "second", "taker"),
    [
        ({"QUI": 12, "DEX": 9}, {"QUI": 11, "DEX": 14}, "first"),
        ({"QUI": 11, "DEX": 14}, {"QUI": 12, "DEX": 9}, "second"),
        ({"QUI": 12, "DEX": 9}, {"QUI": 12, "DEX": 10}, "second"),
        ({"QUI": 12, "DEX": 10}, {"QUI": 12, "DEX": 9}, "first"),
        ({"QUI": 12, "DEX": 9}, {"QUI": 12, "DEX": 9}, "first"),
        ({"QUI": 12, "things": [{"key": "bow"}]}, {"QUI": 11}, "second"),
        ({"QUI": 12, "at": (2, 0)}, {"QUI": 11}, "second"),
    ],
)
@pytest.mark.parametrize("evades", [False, True])
def test_of_two_who_reach_for_one_thing_the_quicker_has_it(
    first: dict[str, Any], second: dict[str, Any], taker: str, evades: bool
) -> None:
    """Then the more dexterous, then who has joined before the other; of those who could take it."""
    cedar, drop = lying(0)
    play = Play(newcomer("first", **first), newcomer("second", **second), cedar).send(drop)
    reaching = other("pick_up", item="cedar.sword")
    play.round(first=reaching, second=EVADE if evades else reaching).until(11)
    deed: Any = {"kind": "pick_up", "item": "cedar.sword"} if evades else True
    play.send(act("first", deed=True), act("second", deed=deed))
    loser = "second" if taker == "first" else "first"
    assert (play.ticks(PickedUp, taker), play.lapses(loser)) == ([11], [(11, "deed")])
    assert "cedar.sword" in play[taker].things


@pytest.mark.rule("TK-OTHER-6")
@pytest.mark.parametrize(
    ("loaded", "spare", "then"), [(2, 9, (8, 3)), (0, 8, (8, 0)), (5, 2, (7, 0)), (7, 1, (8, 0)), (7, 3, (8, 2))]
)
@pytest.mark.parametrize("place", ["ready", "carried"])
def test_a_magazine_is_filled_as_far_as_there_is_to_spare(
    loaded: int, spare: int, then: tuple[int, int], place: str
) -> None:
    pistol = {"key": "pistol", "loaded": loaded, "spare": spare, "place": place}
    play = busy(other("reload", item="pistol"), things=[pistol]).until(12).send(act("ash", deed=True)).until(11)
    thing = play["ash"].things["ash.pistol"]
    assert (play.ticks(Reloaded, "ash"), (thing.loaded, thing.spare)) == ([12], then)


@pytest.mark.rule("TK-OTHER-6")
@pytest.mark.parametrize(("loaded", "spare"), [(8, 5), (3, 0)])
def test_without_room_or_spare_there_is_nothing_to_load(loaded: int, spare: int) -> None:
    pistol = {"key": "pistol", "loaded": loaded, "spare": spare}
    play = busy(other("reload", item="pistol"), things=[pistol]).until(12).send(act("ash", deed=True)).until(11)
    assert (play.lapses("ash"), play["ash"].things["ash.pistol"].loaded) == ([(12, "deed")], loaded)


@pytest.mark.rule("TK-OTHER-6")
@pytest.mark.parametrize(
    ("options", "item", "rule", "field"),
    [({}, "knife", "TK-OTHER-6", "item"), (UNCOUNTED, "pistol", "TK-OPT-7", "kind")],
)
def test_ranged_weapons_alone_are_reloaded_and_where_they_run_out(
    options: dict[str, Any], item: str, rule: str, field: str
) -> None:
    play = Play(ash_at_12(), "sable", **options).send(StartRound()).declare_on(12)
    play.refused(declare("ash", **other("reload", item=item)), rule, f"command.{field}")


@pytest.mark.rule("TK-DECL-12")
def test_the_empty_handed_are_offered_no_deed_with_a_thing() -> None:
    menu = Play("wren", "other").send(StartRound()).declare_on(10).spec.menu()
    kinds = choices(menu, "ticks.declare", "kind", actor="wren")
    assert kinds
    assert {"draw", "stow", "reload", "pick_up"}.isdisjoint(kinds)
    assert [choices(menu, "ticks.declare", "item", actor="wren", kind=kind) for kind in kinds] == [None] * len(kinds)


@pytest.mark.rule("TK-DECL-12", "TK-EVADE-3")
def test_the_empty_handed_do_no_deed_with_a_thing_while_they_evade() -> None:
    menu = Play("wren", "other").round(wren=EVADE).spec.menu()
    (form,) = [form for form in menu.forms if form.name == "ticks.act/small_deed"]
    (deed,) = [field for field in form.fields if field["name"] == "deed"]
    kind, *others = deed["fields"]
    wren = {"actor": "wren"}
    values = menu.values(kind, {}, wren)
    assert values is not None
    assert [value for value, _ in values.listed] == ["narrated"]
    assert [one["name"] for one in others if menu.values(one, {"kind": "narrated"}, wren) is not None] == ["text"]
