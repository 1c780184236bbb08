"""What the menu of an attack with manoeuvres offers: only what the attack may be made of, and can be paid."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks import TICKS
from tests.laws.menus import menu_of
from tests.rules.ticks.builders import ash, birch, carried, to_declare
from yarrow_client.options.forms import Form, Menu, Values

ASH = Speaker("player", ("ash",))
IN_MELEE = ["trick_shot", "disarm", "trip", "grapple", "mighty_blow", "rapid_attack", "follow_up", "accurate_strike"]


def offered(*joins: Join, tick: int = 15) -> tuple[Menu, Form]:
    """Return the menu of Ash, and the form of an attack with manoeuvres in it."""
    menu = menu_of(TICKS, to_declare(*joins, tick=tick).fight, ASH)
    return menu, next(form for form in menu.forms if form.name == "ticks.declare/manoeuvres")


def values(form: tuple[Menu, Form], name: str, **given: Any) -> Values | None:
    """Return the values of a field after those that are given; what is not given counts as its default."""
    menu, given = form[0], {"actor": "ash", **given}
    filled: dict[str, Any] = {}
    outer, _, part = name.rpartition(".")
    fields = form[1].fields
    if outer:
        fields = next(field["fields"] for field in fields if field["name"] == outer)
    for field in form[1].fields:
        if field["name"] in (outer, part):
            break
        filled[field["name"]] = given.get(field["name"], menu.default(field, filled))
    return menu.values(next(field for field in fields if field["name"] == part), filled)


def listed(form: tuple[Menu, Form], name: str, **given: Any) -> list[Any]:
    found = values(form, name, **given)
    return [] if found is None else [value for value, _ in found.listed]


def is_admitted(form: tuple[Menu, Form], *manoeuvres: str, **more: Any) -> bool:
    command = {"type": "ticks.declare", "actor": "ash", "action": "attack", "manoeuvres": list(manoeuvres), **more}
    return form[0].admits(command)


@pytest.mark.rule("TK-MAN-4", "TK-DTAP-4")
@pytest.mark.parametrize(
    ("weapon", "mode", "fitting"),
    [
        ("sword", "melee", IN_MELEE),
        ("pistol", "ranged", ["run_and_gun", "trick_shot", "double_tap", "marksman"]),
        ("knife", "thrown", ["run_and_gun", "trick_shot", "marksman"]),
    ],
)
def test_a_weapon_in_hand_is_offered_with_the_manoeuvres_that_go_with_it(
    weapon: str, mode: str, fitting: list[str]
) -> None:
    form = offered(ash(weapon, skills={"thrown": 4, "handgun": 4}), birch())
    assert listed(form, "manoeuvres", weapon=f"ash.{weapon}", mode=mode) == fitting


@pytest.mark.rule("TK-DECL-13", "TK-QD-7")
def test_a_carried_weapon_is_offered_only_if_it_can_be_drawn_quickly_and_then_with_the_draw() -> None:
    hands_free = offered(ash(carried("sword"), carried("rifle")), birch())
    assert listed(hands_free, "weapon") == ["unarmed", "ash.sword"]
    assert "quick_draw_melee" in listed(hands_free, "manoeuvres", weapon="ash.sword")
    assert not is_admitted(hands_free, "trip", weapon="ash.sword", target="birch")
    assert is_admitted(hands_free, "quick_draw_melee", weapon="ash.sword", target="birch")
    hands_full = offered(ash("rifle", carried("sword")), birch())
    assert listed(hands_full, "weapon") == ["ash.rifle", "unarmed"]


@pytest.mark.rule("TK-MAN-7")
def test_manoeuvres_that_do_not_go_together_are_no_option() -> None:
    form = offered(ash("sword", luck=9), birch())
    together = {"weapon": "ash.sword", "target": "birch", "luck": {"extra": 1}}
    assert is_admitted(form, "disarm", "trip", **together)
    assert not is_admitted(form, "disarm", "mighty_blow", **together)
    assert not is_admitted(form, "trip", "trip", **together)


@pytest.mark.rule("TK-DECL-12")
def test_a_target_is_asked_for_unless_it_is_a_trick_shot_which_says_what_is_tried() -> None:
    form = offered(ash("sword"), birch())
    trip, trick = ({"weapon": "ash.sword", "manoeuvres": [one]} for one in ("trip", "trick_shot"))
    assert listed(form, "target", **trip) == ["birch"]
    assert values(form, "trick", **trip) is None
    assert values(form, "target", **trick) is None
    assert values(form, "trick", **trick) is not None
    assert is_admitted(form, "trick_shot", weapon="ash.sword", trick="the lamp")
    assert not is_admitted(form, "trick_shot", weapon="ash.sword")
    assert is_admitted(form, "trip", weapon="ash.sword", target="birch")
    assert not is_admitted(form, "trip", weapon="ash.sword")


@pytest.mark.rule("TK-MAN-2", "TK-MAN-5", "TK-DECL-14")
def test_luck_is_asked_for_as_it_is_due_and_no_more_manoeuvres_than_it_pays() -> None:
    form = offered(ash("pistol", skills={"handgun": 3}, luck=2), birch())
    both = {"weapon": "ash.pistol", "target": "birch"}
    chosen = {**both, "manoeuvres": ["run_and_gun", "marksman"]}
    assert listed(form, "luck.requirements", **chosen) == [1]
    assert listed(form, "luck.extra", **chosen) == [1]
    left = values(form, "luck.quickness", **chosen)
    assert left is not None
    assert left.span == (0, 0)
    assert is_admitted(form, "run_and_gun", "marksman", **both, luck={"requirements": 1, "extra": 1})
    assert not is_admitted(form, "run_and_gun", "marksman", **both)
    dear = {"requirements": 1, "extra": 2}
    assert not is_admitted(form, "run_and_gun", "marksman", "double_tap", **both, luck=dear)


@pytest.mark.rule("TK-QD-6")
def test_a_quick_draw_that_is_late_asks_for_the_luck_that_makes_it_in_time() -> None:
    form = offered(ash(carried("pistol"), skills={"handgun": 4}, QUI=9, luck=5), birch(), tick=9)
    draw = {"weapon": "ash.pistol", "manoeuvres": ["quick_draw_ranged"]}
    left = values(form, "luck.quickness", **draw)
    assert left is not None
    assert left.span == (2, 5)
    assert not is_admitted(form, "quick_draw_ranged", weapon="ash.pistol", target="birch")
    assert is_admitted(form, "quick_draw_ranged", weapon="ash.pistol", target="birch", luck={"quickness": 2})
