"""Which manoeuvres are declared together, with what, at what cost, and what refuses them first."""

from itertools import combinations
from typing import Any, get_args

import pytest

from domain.core.commands import Join
from domain.rulesets.ticks.chapters.narrator.calls import Award
from domain.rulesets.ticks.chapters.narrator.rulings import PlaceCombatant
from domain.rulesets.ticks.parts import SquareSheet
from domain.rulesets.ticks.words import Manoeuvre
from tests.rules.ticks.builders import (
    STAFF,
    STRIKING,
    Declared,
    Play,
    ash,
    attack,
    birch,
    carried,
    defer,
    on_birch,
    to_declare,
)
from tests.rules.ticks.specification import act, declare

MANOEUVRES = "command.manoeuvres"
REQUIREMENTS, EXTRA = "command.luck.requirements", "command.luck.extra"


def outcome(play: Play, declared: Declared, who: str = "ash") -> tuple[str | None, str | None]:
    """The rule that refuses a declaration, and for which field; nothing where it stands."""
    refusal = play.spec.when(declare(who, **declared)).refusal
    return (None, None) if refusal is None else (refusal.rule, refusal.field)


# With attack alone, one free, the others for luck


OTHER_ACTIONS: list[Declared] = [
    {"action": "defend", "weapon": "sword"},
    {"action": "evade"},
    defer("sword", "steps"),
    {"action": "aim", "target": "birch", "weapon": "pistol"},
    {"action": "other", "kind": "move"},
]


@pytest.mark.rule("TK-MAN-1")
@pytest.mark.parametrize("other", OTHER_ACTIONS, ids=[one["action"] for one in OTHER_ACTIONS])
@pytest.mark.parametrize("manoeuvre", ["trip", "marksman"])
def test_manoeuvres_go_with_attack_alone(other: Declared, manoeuvre: str) -> None:
    play = to_declare(ash("sword", "pistol"), birch())
    play.refused(declare("ash", **other, manoeuvres=[manoeuvre]), "TK-DECL-8", MANOEUVRES)
    play.send(declare("ash", **other))


@pytest.mark.rule("TK-MAN-1")
def test_a_strike_is_made_with_all_that_was_declared_or_not_at_all() -> None:
    play = Play(ash(), birch(carried("knife"))).round(ash=on_birch("sword", "disarm", "trip")).until(15)
    play.send(act("ash", strike=True))
    assert play.lapses("ash") == [(15, "strike")], "without a weapon to strike away there is no fall either"
    assert (play.tests("ash"), play["birch"].prone, play["ash"].turn.attack_used) == ([], False, False)


@pytest.mark.rule("TK-MAN-1", "TK-MAN-5")
def test_what_was_declared_is_tested_without_being_named_again() -> None:
    play = Play(ash(), birch()).round(ash=on_birch("sword", "trip")).until(15).send(act("ash", strike=True))
    assert play.strikes("ash") == [(15, 0)]
    assert play.tests("ash") == [(81, 44, True)]


@pytest.mark.rule("TK-MAN-2")
@pytest.mark.parametrize(
    ("manoeuvres", "extra"),
    [
        (("trip",), 0),
        (("trip", "grapple"), 1),
        (("trip", "grapple", "mighty_blow"), 2),
        (("mighty_blow", "rapid_attack", "follow_up", "accurate_strike"), 3),
        (("quick_draw_melee", "trip"), 1),
    ],
)
def test_each_manoeuvre_beyond_the_first_costs_a_point(manoeuvres: tuple[str, ...], extra: int) -> None:
    things = (carried("sword"),) if "quick_draw_melee" in manoeuvres else ("sword",)
    play = to_declare(ash(*things), birch())
    if extra:
        play.refused(declare("ash", **attack("birch", "sword", *manoeuvres)), "TK-MAN-2", EXTRA)
        play.refused(declare("ash", **attack("birch", "sword", *manoeuvres, extra=extra - 1)), "TK-MAN-2", EXTRA)
    too_much = attack("birch", "sword", *manoeuvres, extra=extra + 1)
    play.refused(declare("ash", **too_much), "TK-DECL-14", "command.luck")
    play.send(declare("ash", **attack("birch", "sword", *manoeuvres, extra=extra)))
    assert play["ash"].luck == 20 - extra


@pytest.mark.rule("TK-MAN-2", "TK-RUL-38")
def test_all_of_them_shape_one_strike() -> None:
    forces = on_birch("sword", "mighty_blow", "rapid_attack")
    play = Play(ash(), birch(luck=0)).round(ash=forces).until(15).send(act("ash", strike=True)).until(12)
    assert play.tests("ash") == [(66, 52, True), (81, 52, True)]
    assert play.strikes("ash") == [(15, 4 + 3 + 5 + 6)]
    play.refused(act("ash", strike=True), "TK-ATK-2")
    play.end()
    assert play.wounds("birch") == [(15, 18)]


@pytest.mark.rule("TK-MAN-3")
@pytest.mark.parametrize("manoeuvres", [("trip", "trip"), ("trip", "grapple", "trip"), ("rapid_attack",) * 2])
def test_none_twice(manoeuvres: tuple[str, ...]) -> None:
    play = to_declare(ash(), birch())
    play.refused(declare("ash", **on_birch("sword", *manoeuvres)), "TK-MAN-3", MANOEUVRES)


# Modes


MELEE_ONLY = {"disarm", "trip", "grapple", "mighty_blow", "rapid_attack", "follow_up", "accurate_strike"}
AT_A_DISTANCE = {"run_and_gun", "double_tap", "marksman"}
MODES = [
    *[(one, "melee") for one in sorted(MELEE_ONLY | {"quick_draw_melee"})],
    *[(one, mode) for one in sorted(AT_A_DISTANCE | {"quick_draw_ranged"}) for mode in ("ranged", "thrown")],
    *[("trick_shot", mode) for mode in ("melee", "ranged", "thrown")],
]
"""Each manoeuvre with its modes."""


def in_mode(manoeuvre: str, mode: str) -> tuple[str | None, str | None]:
    """What becomes of a manoeuvre in a mode, with a hatchet or a pistol, carried where it has to be drawn."""
    weapon = "pistol" if mode == "ranged" else "hatchet"
    thing: Any = carried(weapon) if manoeuvre.startswith("quick_draw") else weapon
    said: Declared = {"target": "birch"} if manoeuvre != "trick_shot" else {"trick": "rings the bell"}
    declared = {"action": "attack", "weapon": weapon, "mode": mode, "manoeuvres": [manoeuvre], **said}
    return outcome(to_declare(ash(thing), birch()), declared)


@pytest.mark.rule("TK-MAN-4", "TK-MAN-6")
@pytest.mark.parametrize("mode", ["melee", "ranged", "thrown"])
@pytest.mark.parametrize("manoeuvre", get_args(Manoeuvre))
def test_in_which_modes_a_manoeuvre_goes(manoeuvre: str, mode: str) -> None:
    refused: tuple[str | None, str | None] = ("TK-MAN-4", MANOEUVRES)
    if (manoeuvre, mode) in MODES:
        refused = ("TK-DTAP-4", MANOEUVRES) if (manoeuvre, mode) == ("double_tap", "thrown") else (None, None)
    assert in_mode(manoeuvre, mode) == refused


@pytest.mark.rule("TK-RUL-54", "TK-MAN-4")
@pytest.mark.parametrize("mode", ["melee", "ranged", "thrown"])
def test_a_trick_goes_with_any_weapon(mode: str) -> None:
    assert in_mode("trick_shot", mode) == (None, None)


# Requirements


@pytest.mark.rule("TK-MAN-5")
@pytest.mark.parametrize(("melee", "thrown", "rule"), [(5, 2, "TK-QD-3"), (0, 3, None)])
def test_a_requirement_is_for_the_skill_of_the_mode(melee: int, thrown: int, rule: str | None) -> None:
    play = to_declare(ash(carried("knife"), skills={"melee": melee, "thrown": thrown}), birch())
    drawn = on_birch("knife", "quick_draw_ranged", mode="thrown")
    assert outcome(play, drawn) == (rule, REQUIREMENTS if rule else None)


@pytest.mark.rule("TK-MAN-5")
def test_nothing_but_luck_raises_it() -> None:
    play = to_declare(ash("pistol", skills={"handgun": 3, "longarm": 5}), birch()).send(Award(combatant="ash"))
    play.refused(declare("ash", **on_birch("pistol", "run_and_gun")), "TK-RG-1", REQUIREMENTS)
    play.refused(declare("ash", **on_birch("pistol", "run_and_gun", quickness=1)), "TK-RG-1", REQUIREMENTS)
    play.send(declare("ash", **on_birch("pistol", "run_and_gun", requirements=1)))
    assert (play["ash"].luck, play["ash"].awarded) == (19, True)


# What goes with what


MELEE_PAIRS = list(combinations(["trick_shot", *sorted(MELEE_ONLY), "quick_draw_melee"], 2))
RANGED_PAIRS = list(combinations(["trick_shot", *sorted(AT_A_DISTANCE), "quick_draw_ranged"], 2))
FORCES = ("mighty_blow", "rapid_attack", "follow_up", "accurate_strike")
APART = [
    *[{"disarm", force} for force in FORCES],
    *[{"trick_shot", one} for one in MELEE_ONLY | {"double_tap", "marksman"}],
]
"""Those that do not go together; all others of a mode do."""


@pytest.mark.rule("TK-MAN-7", "TK-MAN-6")
@pytest.mark.parametrize("pair", [*MELEE_PAIRS, *RANGED_PAIRS], ids="-".join)
@pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])
def test_which_manoeuvres_go_together(pair: tuple[str, str], turned: bool) -> None:
    weapon = "pistol" if pair in RANGED_PAIRS else "sword"
    thing: Any = carried(weapon) if pair[1].startswith("quick_draw") else weapon
    said: Declared = {"trick": "rings the bell"} if pair[0] == "trick_shot" else {"target": "birch"}
    manoeuvres = pair[::-1] if turned else pair
    declared = {"action": "attack", "weapon": weapon, "manoeuvres": manoeuvres, "luck": {"extra": 1}, **said}
    refused = ("TK-MAN-7", MANOEUVRES) if set(pair) in APART else (None, None)
    assert outcome(to_declare(ash(thing), birch()), declared) == refused


@pytest.mark.rule("TK-MAN-7")
@pytest.mark.parametrize(
    "manoeuvres",
    [
        ("disarm", "trip", "grapple"),
        ("trip", "grapple", *FORCES),
        ("quick_draw_melee", "trip", "grapple", *FORCES),
        ("quick_draw_ranged", "run_and_gun", "double_tap", "marksman"),
    ],
)
def test_the_most_that_goes_together(manoeuvres: tuple[str, ...]) -> None:
    weapon = "pistol" if "run_and_gun" in manoeuvres else "sword"
    thing: Any = carried(weapon) if manoeuvres[0].startswith("quick_draw") else weapon
    assert outcome(to_declare(ash(thing), birch()), on_birch(weapon, *manoeuvres)) == (None, None)


@pytest.mark.rule("TK-MAN-14")
def test_of_a_strike_that_is_never_made_all_is_lost() -> None:
    play = Play(ash(carried("sword"), skills={"melee": 2}), birch(at=(9, 0)))
    luck: dict[str, Any] = {"requirements": 1, "extra": 2, "quickness": 1}
    declared = attack("birch", "sword", "quick_draw_melee", "trip", "rapid_attack", **luck)
    play.round({"ash": {**STRIKING, "luck": {"trip": 3}}}, ash=declared).end()
    assert play["ash"].luck == 20 - 4, "what the declaration cost is gone, what the tests would have cost is not"
    play.send(PlaceCombatant(combatant="birch", to=SquareSheet(x=1)))
    play.round({"ash": STRIKING}, ash=attack("birch", "sword")).end()
    assert (play.tests("ash"), play.strikes("ash"), play["birch"].prone) == ([], [(15, 6)], False)


# What refuses first


FULL = ("nightstick", "knife")
"""Two hands full."""
BROKEN: list[Any] = [
    pytest.param(
        ash(), {"action": "defend", "weapon": "sword", "manoeuvres": ["trip", "trip"]}, "TK-DECL-8", id="DECL-8, MAN-3"
    ),
    pytest.param(ash(), on_birch("sword", "marksman", "marksman"), "TK-MAN-3", id="MAN-3, MAN-4"),
    pytest.param(ash(), on_birch("sword", "disarm", "mighty_blow", "marksman"), "TK-MAN-4", id="MAN-4, MAN-7"),
    pytest.param(
        ash("knife"), on_birch("knife", "trick_shot", "double_tap", mode="thrown"), "TK-MAN-7", id="MAN-7, DTAP-4"
    ),
    pytest.param(
        ash("knife"),
        on_birch("knife", "quick_draw_ranged", "double_tap", mode="thrown"),
        "TK-DTAP-4",
        id="DTAP-4, QD-8",
    ),
    pytest.param(ash(STAFF), on_birch("staff", "quick_draw_melee"), "TK-QD-8", id="QD-8, QD-1"),
    pytest.param(ash("rifle"), on_birch("rifle", "quick_draw_ranged"), "TK-QD-8", id="QD-8, QD-3"),
    pytest.param(
        ash(*FULL, {**STAFF, "place": "carried"}), on_birch("staff", "quick_draw_melee"), "TK-QD-1", id="QD-1, QD-7"
    ),
    pytest.param(ash(*FULL, carried("bow")), on_birch("bow", "quick_draw_ranged"), "TK-QD-3", id="QD-3, QD-7"),
    pytest.param(
        ash(*FULL, carried("sword"), QUI=5), on_birch("sword", "quick_draw_melee"), "TK-QD-7", id="QD-7, QD-6"
    ),
    pytest.param(
        ash(carried("sword"), QUI=5, skills={"melee": 2}),
        on_birch("sword", "quick_draw_melee"),
        "TK-QD-6",
        id="QD-6, QD-1",
    ),
    pytest.param(
        ash(carried("pistol"), QUI=10, skills={"handgun": 2}),
        on_birch("pistol", "quick_draw_ranged", "run_and_gun"),
        "TK-QD-6",
        id="QD-6, QD-3",
    ),
    pytest.param(
        ash(carried("pistol"), skills={"handgun": 2}),
        on_birch("pistol", "run_and_gun", "quick_draw_ranged"),
        "TK-QD-3",
        id="QD-3, RG-1",
    ),
    pytest.param(
        ash(carried("pistol"), skills={"handgun": 2}),
        on_birch("pistol", "run_and_gun", "quick_draw_ranged", requirements=2),
        "TK-RG-1",
        id="RG-1 for the rest",
    ),
    pytest.param(
        ash(carried("sword"), skills={"melee": 2}),
        attack("birch", "sword", "quick_draw_melee", "trip"),
        "TK-QD-1",
        id="QD-1, MAN-2",
    ),
    pytest.param(
        ash("pistol", skills={"handgun": 3}), attack("birch", "pistol", "run_and_gun", "marksman"), "TK-RG-1",
        id="RG-1, MAN-2",
    ),
    pytest.param(
        ash(), {"action": "attack", "weapon": "sword", "manoeuvres": ["trip", "grapple"]}, "TK-MAN-2",
        id="MAN-2, DECL-12",
    ),
    pytest.param(
        ash(carried("sword")), {"action": "attack", "weapon": "sword", "manoeuvres": ["trip"]}, "TK-DECL-12",
        id="DECL-12, DECL-13",
    ),
    pytest.param(
        ash(carried("sword")), {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"]}, "TK-DECL-12",
        id="DECL-12 for a trick, DECL-13",
    ),
    pytest.param(ash(carried("sword")), on_birch("sword", "trip", extra=1), "TK-DECL-13", id="DECL-13, DECL-14"),
    pytest.param(ash(luck=0), on_birch("sword", "trip", extra=1), "TK-DECL-14", id="DECL-14, LUCK-7"),
    pytest.param(ash(luck=1), on_birch("sword", "trip", "grapple", quickness=1), "TK-LUCK-7", id="LUCK-7"),
    pytest.param(
        ash(), {"action": "attack", "manoeuvres": ["trip", "trip"], "target": "birch"}, "TK-MAN-3",
        id="MAN-3, DECL-12 for the weapon",
    ),
    pytest.param(
        ash(), {"action": "attack", "manoeuvres": ["disarm", "follow_up"], "target": "birch"}, "TK-MAN-7",
        id="MAN-7, DECL-12 for the weapon",
    ),
    pytest.param(
        ash(), {"action": "attack", "manoeuvres": ["trip"], "target": "birch"}, "TK-DECL-12",
        id="DECL-12 for the weapon",
    ),
    pytest.param(
        ash(), {"action": "attack", "manoeuvres": ["marksman"], "target": "birch"}, "TK-DECL-12",
        id="DECL-12 for the weapon of a shot",
    ),
]  # fmt: skip
"""Who declares what breaks these rules; the first of them refuses it."""


@pytest.mark.rule("TK-MAN-16")
@pytest.mark.parametrize(("who", "declared", "rule"), BROKEN)
def test_what_refuses_first(who: Join, declared: Declared, rule: str) -> None:
    tick = max(5, int(who.sheet["statistics"]["quickness"]))
    play = to_declare(who, birch(QUI=25), tick=tick)
    assert outcome(play, declared)[0] == rule
