"""What hands do with items: draw, discard, exchange, pick up (CE-ACT-31 to CE-ACT-33, CE-ACT-44 to CE-ACT-47)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.items.hands import (
    DiscardWeapon,
    DrawWeapon,
    ExchangeWeapon,
    ItemDrawn,
    ItemDropped,
    ItemPickedUp,
    ItemStowed,
    PickUp,
)
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded, FinishRound
from domain.rulesets.century.state import Place
from domain.rulesets.century.words import Hand
from tests.rules.century.builders import at, at_turn, cost, end, person
from tests.rules.century.specification import Specification, attack, newcomer, stub

ITEMS = ("knife", "sword", "pump_shotgun", "spear", "avenger_9mm")


def bearer(right: str | None = None, left: str | None = None, **sheet: Any) -> Join:
    """Somebody with all of ``ITEMS``, holding these."""
    held = {hand: item for hand, item in (("right", right), ("left", left)) if item is not None}
    return stub("a", weapons=[{"id": item} for item in ITEMS], held=held, **sheet)


def draw(item: str, hand: Hand | str | None = None) -> DrawWeapon:
    """``a`` draws."""
    return DrawWeapon(actor="a", item=item, hand=hand)  # type: ignore[arg-type]


def discard(item: str) -> DiscardWeapon:
    """``a`` drops something."""
    return DiscardWeapon(actor="a", item=item)


def exchange(item: str, other: str) -> ExchangeWeapon:
    """``a`` puts something away for something else."""
    return ExchangeWeapon(actor="a", item=item, for_item=other)


def pick(item: str, hand: Hand | str | None = None) -> PickUp:
    """``a`` picks something up."""
    return PickUp(actor="a", item=item, hand=hand)  # type: ignore[arg-type]


def held(spec: Specification) -> dict[Hand, str]:
    """What ``a`` holds."""
    assert spec.refusal is None, spec.refusal
    return dict(person(spec, "a").held)


# Draw


@pytest.mark.rule("CE-ACT-32", "CE-ACT-44")
def test_drawing_costs_2_and_fills_the_dominant_hand() -> None:
    spec = at_turn(bearer()).when(draw("knife"))
    spec.then(
        PointsSpent(combatant="a", points=2, what="draw_weapon"),
        ItemDrawn(combatant="a", item="knife", hands=("right",)),
    )
    assert held(spec) == {"right": "knife"}
    assert held(at_turn(bearer(dominant="left")).when(draw("knife"))) == {"left": "knife"}


@pytest.mark.rule("CE-ACT-44")
def test_the_other_hand_serves_where_the_dominant_one_is_full() -> None:
    assert held(at_turn(bearer("sword")).when(draw("knife"))) == {"right": "sword", "left": "knife"}
    assert held(at_turn(bearer()).when(draw("knife", "left"))) == {"left": "knife"}


@pytest.mark.rule("CE-ACT-44")
def test_a_hand_is_empty_before_it_draws() -> None:
    at_turn(bearer("sword")).when(draw("knife", "right")).refused("CE-ACT-44")
    at_turn(bearer("sword", "avenger_9mm")).when(draw("knife")).refused("CE-ACT-44")
    at_turn(bearer("spear")).when(draw("knife")).refused("CE-ACT-44")


@pytest.mark.rule("CE-ACT-44")
def test_a_two_handed_item_takes_both_hands() -> None:
    for hand in (None, "both"):
        assert held(at_turn(bearer()).when(draw("spear", hand))) == {"right": "spear", "left": "spear"}
    at_turn(bearer("knife")).when(draw("spear")).refused("CE-ACT-44")
    at_turn(bearer("knife")).when(draw("spear", "both")).refused("CE-ACT-44")
    at_turn(bearer()).when(draw("knife", "both")).refused("CE-ACT-44")


@pytest.mark.rule("CE-ACT-44", "CE-TWOH-1", "CE-TWOH-2")
def test_by_option_a_named_hand_takes_a_two_handed_item_alone() -> None:
    strong = bearer("knife", str=13)
    assert held(at_turn(strong).when(draw("spear", "left"))) == {"right": "knife", "left": "spear"}
    at_turn(strong, one_handed_use=False).when(draw("spear", "left")).refused("CE-TWOH-2")
    at_turn(bearer(str=13), one_handed_use=False).when(draw("spear", "left")).refused("CE-TWOH-2")


@pytest.mark.rule("CE-STR-3", "CE-TWOH-1")
def test_what_is_too_heavy_is_not_drawn() -> None:
    weak = stub("a", weapons=[{"id": "chainsaw"}], held={}, str=6)
    at_turn(weak).when(draw("chainsaw")).refused("CE-STR-3")
    fair = stub("a", weapons=[{"id": "chainsaw"}], held={}, str=9)
    at_turn(fair).when(draw("chainsaw", "right")).refused("CE-STR-3")
    assert len(held(at_turn(fair).when(draw("chainsaw")))) == 2
    assert len(held(at_turn(weak, strength_penalty=False, one_handed_use=False).when(draw("chainsaw")))) == 2


@pytest.mark.rule("CE-ACT-44")
def test_only_what_is_carried_is_drawn() -> None:
    at_turn(bearer("knife")).when(draw("knife")).refused("CE-ACT-44")
    at_turn(bearer()).when(draw("bazooka")).refused("CE-ACT-44")


@pytest.mark.rule("CE-ACT-44")
def test_whoever_has_one_hand_fills_one() -> None:
    spec = at_turn(bearer(hands=1))
    spec.when(draw("spear")).refused("CE-ACT-44")
    assert held(spec.when(draw("knife"))) == {"right": "knife"}
    spec.when(draw("sword")).refused("CE-ACT-44")


def test_animals_have_no_hands_to_draw_with() -> None:
    dog = newcomer("guard_dog", weapons=[{"id": "knife"}])
    at_turn(dog).when(DrawWeapon(actor="guard_dog", item="knife")).refused("CE-ACT-44")


# Discard


@pytest.mark.rule("CE-ACT-33", "CE-ACT-45", "CE-SHEET-40")
def test_discarding_costs_1_and_leaves_it_where_one_is() -> None:
    spec = at_turn(bearer("spear", position=at(3, 4))).when(discard("spear"))
    spec.then(
        PointsSpent(combatant="a", points=1, what="discard_weapon"),
        ItemDropped(combatant="a", item="spear", lying="spear", reason="discarded", place=Place(3, 4)),
    )
    assert held(spec) == {}
    assert "spear" not in person(spec, "a").weapons
    assert spec.fight.ground["spear"].place == Place(3, 4)
    assert at_turn(bearer("knife")).when(discard("knife")).fight.ground["knife"].place is None


@pytest.mark.rule("CE-ACT-45")
def test_only_what_is_held_is_discarded() -> None:
    at_turn(bearer("knife")).when(discard("sword")).refused("CE-ACT-45")


@pytest.mark.rule("CE-SHEET-40")
def test_a_dropped_weapon_keeps_its_ammunition_and_its_state() -> None:
    gun = {"id": "avenger_9mm", "loaded": 4, "state": "jammed", "jam_rounds": 2}
    spec = at_turn(stub("a", weapons=[gun], held={"right": "avenger_9mm"})).when(discard("avenger_9mm"))
    lying = spec.fight.ground["avenger_9mm"]
    assert (lying.weapon.loaded, lying.weapon.state, lying.weapon.jam_rounds, lying.owner) == (4, "jammed", 2, "a")
    spec.when(pick("avenger_9mm"))
    again = person(spec, "a").weapons["avenger_9mm"]
    assert (again.loaded, again.state, again.jam_rounds) == (4, "jammed", 2)
    assert not spec.fight.ground


# Exchange


@pytest.mark.rule("CE-ACT-31", "CE-ACT-46", "CE-RUL-55")
def test_exchanging_costs_4_and_uses_the_same_hand() -> None:
    spec = at_turn(bearer("sword", "avenger_9mm")).when(exchange("avenger_9mm", "knife"))
    spec.then(
        PointsSpent(combatant="a", points=4, what="exchange_weapon"),
        ItemStowed(combatant="a", item="avenger_9mm"),
        ItemDrawn(combatant="a", item="knife", hands=("left",)),
    )
    assert held(spec) == {"right": "sword", "left": "knife"}
    assert "avenger_9mm" in person(spec, "a").weapons


@pytest.mark.rule("CE-ACT-46", "CE-RUL-55")
def test_by_option_exchanging_costs_3() -> None:
    assert cost(at_turn(bearer("sword"), exchange_weapon_mp=3).when(exchange("sword", "knife"))) == 3


@pytest.mark.rule("CE-ACT-46")
def test_one_hand_after_two_is_the_dominant_one() -> None:
    assert held(at_turn(bearer("spear")).when(exchange("spear", "knife"))) == {"right": "knife"}
    left = bearer("spear", dominant="left")
    assert held(at_turn(left).when(exchange("spear", "knife"))) == {"left": "knife"}


@pytest.mark.rule("CE-ACT-46")
def test_two_hands_after_one_need_the_other_empty() -> None:
    both = {"right": "spear", "left": "spear"}
    assert held(at_turn(bearer("knife")).when(exchange("knife", "spear"))) == both
    assert held(at_turn(bearer("pump_shotgun")).when(exchange("pump_shotgun", "spear"))) == both
    at_turn(bearer("knife", "sword")).when(exchange("knife", "spear")).refused("CE-ACT-46")


@pytest.mark.rule("CE-ACT-46")
def test_nothing_held_is_nothing_to_exchange() -> None:
    at_turn(bearer()).when(exchange("knife", "sword")).refused("CE-ACT-46")
    at_turn(bearer("knife", "sword")).when(exchange("knife", "sword")).refused("CE-ACT-46")
    at_turn(bearer("knife")).when(exchange("knife", "bazooka")).refused("CE-ACT-46")


@pytest.mark.rule("CE-STR-3")
def test_what_is_too_heavy_is_not_taken_in_exchange() -> None:
    weak = stub("a", weapons=[{"id": "chainsaw"}, {"id": "knife"}], held={"right": "knife"}, str=6)
    at_turn(weak).when(exchange("knife", "chainsaw")).refused("CE-STR-3")


@pytest.mark.rule("CE-RUL-55")
def test_dropping_and_drawing_is_the_quicker_way() -> None:
    spec = at_turn(bearer("pump_shotgun"))
    assert cost(spec.when(discard("pump_shotgun"))) + cost(spec.when(draw("knife"))) == 3
    assert held(spec) == {"right": "knife"}


# Pick up


def lying(*weapons: str, where: dict[str, int] | None = None, **sheet: Any) -> Specification:
    """``b`` has dropped its weapons at this place."""
    place = {} if where is None else {"position": where}
    spec = at_turn(stub("b", *weapons, **place), stub("a", **sheet), scores={"b": 10, "a": 9})
    for weapon in weapons:
        spec.given(DiscardWeapon(actor="b", item=weapon))
    return spec.given(FinishRound(actor="b"))


@pytest.mark.rule("CE-ACT-47", "CE-RUL-96")
def test_picking_up_costs_2_and_goes_as_drawing() -> None:
    spec = lying("knife").when(pick("knife"))
    spec.then(PointsSpent(combatant="a", points=2, what="pick_up"), ItemPickedUp)
    assert held(spec) == {"right": "knife"}
    assert not spec.fight.ground
    assert held(lying("knife").when(pick("knife", "left"))) == {"left": "knife"}
    assert held(lying("spear", str=13).when(pick("spear"))) == {"right": "spear", "left": "spear"}
    lying("knife").when(pick("knife", "both")).refused("CE-ACT-47")


@pytest.mark.rule("CE-ACT-47", "CE-RUL-96")
@pytest.mark.parametrize("points", [0, 1, 3])
def test_by_option_picking_up_costs_otherwise(points: int) -> None:
    spec = at_turn(bearer("knife"), pick_up_mp=points).given(discard("knife"))
    assert cost(spec.when(pick("knife"))) == points


@pytest.mark.rule("CE-ACT-47")
def test_it_takes_an_empty_hand() -> None:
    spec = lying("knife", weapons=[{"id": "sword"}, {"id": "axe"}], held={"right": "sword", "left": "axe"})
    spec.when(pick("knife")).refused("CE-ACT-47")


@pytest.mark.rule("CE-ACT-47")
def test_it_lies_within_a_metre_if_places_say_so() -> None:
    here = at(0, 0)
    lying("knife", where=at(0, 2), position=here).when(pick("knife")).refused("CE-ACT-47")
    lying("knife", where=at(1, 1), position=here).when(pick("knife")).then(ItemPickedUp)
    lying("knife", where=at(0, 2)).when(pick("knife")).then(ItemPickedUp)
    lying("knife", position=here).when(pick("knife")).then(ItemPickedUp)


@pytest.mark.rule("CE-ACT-47")
def test_only_what_lies_there_is_picked_up() -> None:
    lying("knife").when(pick("sword")).refused("CE-ACT-47", "invalid")


@pytest.mark.rule("CE-STR-3")
def test_what_is_too_heavy_is_not_picked_up() -> None:
    lying("chainsaw", str=6).when(pick("chainsaw")).refused("CE-STR-3")


@pytest.mark.rule("CE-SHEET-40")
def test_things_of_one_name_are_kept_apart() -> None:
    spec = at_turn(stub("a", "knife"), stub("b", "knife"), scores={"b": 9})
    spec.given(discard("knife"), FinishRound(actor="a"), DiscardWeapon(actor="b", item="knife"))
    first, second = spec.fight.ground
    assert first == "knife"
    assert (spec.fight.ground[first].owner, spec.fight.ground[second].owner) == ("a", "b")
    spec.given(PickUp(actor="b", item=second))
    assert (person(spec, "b").held, list(spec.fight.ground)) == ({"right": "knife"}, ["knife"])


@pytest.mark.rule("CE-SHEET-40", "CE-ACT-47")
def test_what_is_picked_up_beside_its_like_has_a_name_of_its_own() -> None:
    spec = lying("knife", weapons=[{"id": "knife"}], held={"right": "knife"}).when(pick("knife"))
    mine, other = person(spec, "a").weapons
    assert held(spec) == {"right": mine, "left": other}
    assert person(spec, "a").weapons[other].id == other
    spec.when(attack("a", "b", weapon=other, range="melee"), "b: defence none", throws=["d100: 90"])
    assert spec.refusal is None


# Steps of one slot


def test_steps_of_one_slot_add_up() -> None:
    spec = at_turn(stub("a", "baseball_bat", weapons=[{"id": "baseball_bat"}, {"id": "knife"}]))
    spec.given(discard("baseball_bat"), end("a"))
    spec.when(draw("knife")).when(discard("knife")).when(pick("baseball_bat")).then(
        ActionEnded(combatant="a", how="spent")
    )
    assert held(spec) == {"right": "baseball_bat"}


def test_an_exchange_after_a_shot_is_too_much_for_one_slot() -> None:
    items = [{"id": "sawed_off_shotgun"}, {"id": "magnum_357"}]
    sam = stub("a", agl=13, str=13, weapons=items, held={"right": "sawed_off_shotgun"})
    spec = at_turn(sam, "b")
    spec.when(attack("a", "b", range="short"), "b: defence none", throws=["d100: 80"])
    spec.when(exchange("sawed_off_shotgun", "magnum_357")).refused("CE-STAG-10")
    spec.when(discard("sawed_off_shotgun")).then(ItemDropped, ActionEnded(combatant="a", how="spent"))
