"""Options that change what strikes do: evade, wounds of controls, wear of armour, ammunition."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from tests.rules.ticks.builders import EVADE, NOTHING, STRIKING, Declared, Play, attack, away
from tests.rules.ticks.specification import act, declare, newcomer

KNIFE = ({"key": "knife"},)
SWORD = ({"key": "sword"},)

# Evade


def pairs_against(manoeuvre: str, weapon: str = "sword", declared: Declared = NOTHING, **options: Any) -> list[str]:
    """With what birch, a knife in hand, may oppose ash."""
    things = ({"key": "sword"}, {"key": "pistol"})
    birch = newcomer("birch", things=KNIFE, luck=1, at=(1, 0))
    play = Play(newcomer("ash", QUI=12, things=things), birch, asks={"birch": ("oppose",)}, **options)
    play.round({"ash": STRIKING}, ash=attack("birch", weapon, manoeuvre), birch=declared)
    return [f"{pair['statistic']} {pair['skill']}" for pair in play.asked("oppose")["pairs"]]


BOTH = [f"{statistic} {skill}" for statistic in ("strength", "dexterity") for skill in ("melee", "unarmed")]


@pytest.mark.rule("TK-OPT-2", "TK-RUL-25")
@pytest.mark.parametrize(
    ("manoeuvre", "listed", "quickness"),
    [
        (
            "trip",
            ["dexterity melee", "dexterity unarmed", "dexterity evade"],
            ["dexterity melee", "dexterity unarmed", "quickness evade"],
        ),
        (
            "mighty_blow",
            [*BOTH[:2], "strength evade", *BOTH[2:], "dexterity evade"],
            [*BOTH, "quickness evade"],
        ),
        ("disarm", ["strength melee", "dexterity melee"], ["strength melee", "dexterity melee"]),
    ],
)
def test_evade_goes_with_the_listed_statistics_or_with_quickness_alone(
    manoeuvre: str, listed: list[str], quickness: list[str]
) -> None:
    assert pairs_against(manoeuvre) == pairs_against(manoeuvre, evade_statistic="listed") == listed
    assert pairs_against(manoeuvre, evade_statistic="quickness") == quickness


@pytest.mark.rule("TK-OPT-2", "TK-RUL-25")
@pytest.mark.parametrize("option", ["listed", "quickness"])
def test_a_ranged_manoeuvre_is_opposed_with_quickness_and_evade_either_way(option: str) -> None:
    assert pairs_against("marksman", "pistol", evade_statistic=option) == ["quickness evade"]


@pytest.mark.rule("TK-RUL-25")
@pytest.mark.parametrize("declared", [EVADE, NOTHING])
def test_evade_serves_whatever_was_declared(declared: Declared) -> None:
    assert "dexterity evade" in pairs_against("trip", declared=declared)


@pytest.mark.rule("TK-OPT-2", "TK-RUL-25")
@pytest.mark.parametrize(
    ("options", "against", "falls"), [({}, 60, False), ({"evade_statistic": "quickness"}, 40, True)]
)
def test_who_evades_by_dexterity_and_by_quickness(options: dict[str, Any], against: int, falls: bool) -> None:
    nim = newcomer("nim", STR=8, DEX=12, QUI=8, skills={"evade": 5}, at=(2, 0))
    play = Play("iris", nim, **options)
    play.round({"iris": STRIKING, "nim": away("iris")}, iris=attack("nim", "sword", "trip"), nim=EVADE)
    assert play.tests("iris") == [(56, against, falls)]
    assert play.steps("nim") == ([] if falls else list(range(13, 0, -1)))


# Wounds of trip and grapple


CONTROLS: list[tuple[tuple[str, ...], dict[str, int], int]] = [
    (("trip",), {}, 7),
    (("grapple",), {}, 7),
    (("trip", "grapple"), {}, 7),
    (("trip", "grapple"), {"DEX": 30}, 7),
    (("trip", "grapple"), {"STR": 30}, 7),
    (("trip",), {"DEX": 30}, 0),
    (("trip", "grapple"), {"DEX": 30, "STR": 30}, 0),
    (("disarm",), {}, 0),
    (("disarm", "trip"), {}, 0),
]
"""Manoeuvres of ash's sword (4 + 3), what is strong in birch, and the damage with `on_success`."""


@pytest.mark.rule("TK-OPT-4", "TK-RUL-34")
@pytest.mark.parametrize(("manoeuvres", "birch", "gross"), CONTROLS)
def test_a_control_that_succeeds_does_damage_once_or_not_at_all(
    manoeuvres: tuple[str, ...], birch: dict[str, int], gross: int
) -> None:
    def struck(**options: Any) -> tuple[list[tuple[int, int]], int]:
        ash = newcomer("ash", skills={"melee": 3}, luck=1, things=SWORD)
        play = Play(ash, newcomer("birch", skills={"unarmed": 1}, things=KNIFE, at=(1, 0), **birch), **options)
        play.round({"ash": STRIKING}, ash=attack("birch", "sword", *manoeuvres, extra=len(manoeuvres) - 1))
        return play.strikes("ash"), play["birch"].wounds

    assert struck() == struck(control_damage="none") == ([(10, 0)], 0)
    assert struck(control_damage="on_success") == ([(10, gross)], gross)


@pytest.mark.rule("TK-OPT-4")
@pytest.mark.parametrize(("dexterity", "gross"), [(10, 4 + 3 + 4), (30, 0)])
@pytest.mark.parametrize("option", ["none", "on_success"])
def test_it_is_not_on_top_of_a_force(option: str, dexterity: int, gross: int) -> None:
    """The grapple succeeds by strength; the mighty blow meets dexterity, too."""
    ash = newcomer("ash", STR=16, skills={"melee": 3}, luck=1, things=SWORD)
    play = Play(ash, newcomer("birch", DEX=dexterity, skills={"unarmed": 3}, at=(1, 0)), control_damage=option)
    play.round({"ash": STRIKING}, ash=attack("birch", "sword", "grapple", "mighty_blow", extra=1))
    assert [success for _, _, success in play.tests("ash")] == [True, gross > 0]
    assert play.strikes("ash") == [(10, gross)]
    assert play["birch"].wounds == gross


# Wear of armour


def worn(*hits: str, wear: int = 0, **options: Any) -> int:
    """The wear of bruno's light armour (3 against shots, 0 against blows) behind a round with these attacks."""
    things = {"blow": "sword", "shot": "pistol", "missed": "sword"}
    attackers = [
        newcomer(f"foe{place}", skills={"melee": 2, "handgun": 2}, things=({"key": things[hit]},), at=(1, 0))
        for place, hit in enumerate(hits)
    ]
    armour = ({"key": "light_ballistic", "wear": wear},)
    play = Play(newcomer("bruno", DEX=30, WIL=30, armour=armour), *attackers, "other", **options)
    declared = {
        f"foe{place}": attack("bruno", things[hit], *(("rapid_attack",) if hit == "missed" else ()))
        for place, hit in enumerate(hits)
    }
    play.round(dict.fromkeys(declared, STRIKING), **declared)
    assert play["bruno"].armour is not None
    return play["bruno"].armour.wear


@pytest.mark.rule("TK-OPT-5", "TK-RUL-22")
@pytest.mark.parametrize(
    ("hits", "wear", "any_hit", "stopped"),
    [
        (("shot",), 0, 1, 1),
        (("blow",), 0, 1, 0),
        (("shot", "blow"), 0, 1, 1),
        (("blow", "blow"), 0, 1, 0),
        (("shot",), 2, 3, 3),
        (("shot",), 3, 4, 3),
        (("missed",), 0, 0, 0),
        ((), 0, 0, 0),
    ],
)
def test_every_hit_wears_armour_down_or_one_that_it_had_a_rating_against(
    hits: tuple[str, ...], wear: int, any_hit: int, stopped: int
) -> None:
    assert worn(*hits, wear=wear) == worn(*hits, wear=wear, armour_wear="any_hit") == any_hit
    assert worn(*hits, wear=wear, armour_wear="stopped") == stopped


# Ammunition


def shooter(loaded: int) -> Any:
    """Somebody with a pistol."""
    pistol = {"key": "pistol", "loaded": loaded, "spare": 8}
    return newcomer("ash", skills={"handgun": 2}, things=(pistol,))


@pytest.mark.rule("TK-OPT-7", "TK-RUL-45")
@pytest.mark.parametrize(
    ("manoeuvres", "loaded", "left"),
    [((), 1, 0), ((), 0, None), (("double_tap",), 2, 0), (("double_tap",), 1, None), (("marksman",), 1, 0)],
)
def test_weapons_run_out_or_never(manoeuvres: tuple[str, ...], loaded: int, left: int | None) -> None:
    def shot(**options: Any) -> tuple[int, int]:
        play = Play(shooter(loaded), newcomer("birch", QUI=8, at=(9, 0)), **options)
        play.round({"ash": STRIKING}, ash=attack("birch", "pistol", *manoeuvres))
        return len(play.strikes("ash")), play["ash"].things["ash.pistol"].loaded

    counted = (0, loaded) if left is None else (1, left)
    assert shot() == shot(track_ammunition=True) == counted
    assert shot(track_ammunition=False) == (1, loaded)


@pytest.mark.rule("TK-OPT-7")
def test_reloading_is_pointless_where_nothing_is_counted() -> None:
    reload = declare("ash", "other", kind="reload", item="pistol")
    counted: tuple[dict[str, Any], ...] = ({}, {"track_ammunition": True})
    for options in counted:
        play = Play(shooter(3), "birch", **options).send(StartRound(), reload).declare_on()
        play.until(10).send(act("ash", deed=True)).end()
        assert play["ash"].things["ash.pistol"].loaded == 8
    play = Play(shooter(3), "birch", track_ammunition=False).send(StartRound()).refused(reload, "TK-OPT-7")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.kind"


@pytest.mark.rule("TK-OPT-7")
def test_an_empty_weapon_is_aimed_where_nothing_is_counted() -> None:
    aim = declare("ash", "aim", target="birch", weapon="pistol")
    Play(shooter(0), "birch").send(StartRound()).refused(aim, "TK-AIM-1")
    play = Play(shooter(0), "birch", track_ammunition=False).send(StartRound(), aim).declare_on()
    play.until(1).send(act("ash", strike=True))
    assert play.strikes("ash") == [(1, 9)]
