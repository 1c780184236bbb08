"""Ammunition: what a strike uses, and what it cannot do without (TK-AMMO-1 to TK-AMMO-3)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.effects import AmmunitionUsed
from tests.rules.ticks.builders import STRIKING, Declared, Play, attack, defer
from tests.rules.ticks.specification import act, newcomer


def shooter(loaded: int = 8, **changes: Any) -> Any:
    """Kit, who is called on tick 15 with a pistol, and a knife to throw."""
    things = [{"key": "pistol", "loaded": loaded, "spare": 3}, {"key": "knife"}]
    return newcomer("kit", QUI=15, DEX=12, skills={"handgun": 2, "thrown": 1}, **{"things": things, **changes})


def loaded(play: Play) -> int:
    return play["kit"].things["kit.pistol"].loaded


def shot(*manoeuvres: str, loaded: int = 8, foe: Any = None, **options: Any) -> Play:
    """Kit has shot at a foe from afar, or tried to."""
    play = Play(shooter(loaded), foe or newcomer("foe", at=(40, 0)), **options)
    return play.round(kit=attack("foe", "pistol", *manoeuvres)).send(act("kit", strike=True)).end()


@pytest.mark.rule("TK-AMMO-1", "TK-RUL-45")
@pytest.mark.parametrize(
    ("manoeuvres", "hit", "miss", "left"),
    [((), 5, 5, 7), (("marksman",), 7, 0, 7), (("double_tap",), 8, 0, 6)],
)
def test_a_shot_uses_a_unit_and_a_double_tap_two_hit_or_miss(
    manoeuvres: tuple[str, ...], hit: int, miss: int, left: int
) -> None:
    for evade, wounds in ((0, hit), (5, miss)):
        play = shot(*manoeuvres, foe=newcomer("foe", skills={"evade": evade}, at=(40, 0)))
        assert play["foe"].wounds == wounds
        assert loaded(play) == left
        pistol = play["kit"].things["kit.pistol"]
        assert (pistol.magazine, pistol.spare) == (8, 3)


@pytest.mark.rule("TK-AMMO-1", "TK-RUL-45")
def test_an_aimed_and_a_deferred_shot_use_a_unit_too() -> None:
    aim: Declared = {"action": "aim", "target": "foe", "weapon": "pistol"}
    play = Play(shooter(), "foe").round({"kit": STRIKING}, kit=aim).end()
    assert (play.strikes("kit"), loaded(play)) == ([(15, 5)], 7)
    foe = newcomer("foe", QUI=9)
    declared = {"kit": defer("pistol", "steps"), "foe": attack("kit", "unarmed")}
    play = Play(shooter(), foe).round({"foe": {"steps": "away", "target": "kit"}}, **declared).end()
    assert (play.strikes("kit"), loaded(play)) == ([(9, 5)], 7)


@pytest.mark.rule("TK-AMMO-1")
@pytest.mark.parametrize(("weapon", "mode"), [("knife", "thrown"), ("knife", "melee"), ("unarmed", "melee")])
def test_a_thrown_weapon_is_its_own_unit_and_a_blow_uses_none(weapon: str, mode: str) -> None:
    play = Play(shooter(), "foe").round({"kit": STRIKING}, kit=attack("foe", weapon, mode=mode)).end()
    assert len(play.strikes("kit")) == 1
    assert not play.ticks(AmmunitionUsed, "kit")
    assert loaded(play) == 8
    assert ("kit.knife" in play.fight.ground) == (mode == "thrown")


@pytest.mark.rule("TK-AMMO-1")
def test_what_is_struck_away_as_it_shoots_has_shot_all_the_same() -> None:
    foe = newcomer("foe", QUI=15, STR=30, skills={"melee": 5}, at=(1, 0), things=[{"key": "sword"}])
    play = Play(shooter(), foe)
    play.round(
        dict.fromkeys(("kit", "foe"), STRIKING), kit=attack("foe", "pistol"), foe=attack("kit", "sword", "disarm")
    )
    play.end()
    assert (play.strikes("kit"), play.wounds("foe")) == ([(15, 5)], [(15, 5)])
    assert play.fight.ground["kit.pistol"].thing.loaded == 7


@pytest.mark.rule("TK-AMMO-2")
@pytest.mark.parametrize(
    ("manoeuvres", "units", "lapses"),
    [((), 1, False), ((), 0, True), (("double_tap",), 2, False), (("double_tap",), 1, True)],
)
def test_a_strike_needs_what_it_uses_loaded(manoeuvres: tuple[str, ...], units: int, lapses: bool) -> None:
    play = shot(*manoeuvres, loaded=units)
    assert play.lapses("kit") == ([(15, "strike")] if lapses else [])
    assert bool(play.strikes("kit")) == (not lapses)
    assert loaded(play) == (units if lapses else 0)


@pytest.mark.rule("TK-AMMO-2")
def test_a_deferred_shot_waits_for_its_ammunition() -> None:
    kit = shooter(1, things=[{"key": "pistol", "loaded": 0}])
    declared = {"kit": defer("pistol", "steps"), "foe": attack("kit", "unarmed")}
    play = Play(kit, newcomer("foe", QUI=9)).round({"foe": {"steps": "away", "target": "kit"}}, **declared).end()
    assert play.steps("foe") == [9, 6, 3]
    assert play.strikes("kit") == []


@pytest.mark.rule("TK-AMMO-1", "TK-AMMO-2", "TK-RUL-45")
@pytest.mark.parametrize("manoeuvres", [(), ("double_tap",)])
@pytest.mark.parametrize("units", [0, 5])
def test_ammunition_that_is_not_counted_never_runs_out(manoeuvres: tuple[str, ...], units: int) -> None:
    play = shot(*manoeuvres, loaded=units, track_ammunition=False)
    assert play.strikes("kit") == [(15, 8 if manoeuvres else 5)]
    assert loaded(play) == units
    assert not play.ticks(AmmunitionUsed, "kit")


@pytest.mark.rule("TK-AMMO-3")
@pytest.mark.parametrize("manoeuvres", [(), ("double_tap",)])
def test_a_shot_that_lapses_uses_nothing(manoeuvres: tuple[str, ...]) -> None:
    play = Play(shooter(), newcomer("foe", at=(40, 0)))
    play.send(SetSight(observer="kit", target="foe", visible=False))
    play.round(kit=attack("foe", "pistol", *manoeuvres)).send(act("kit", strike=True))
    assert play.lapses("kit") == [(15, "strike")]
    assert (loaded(play), play["kit"].turn.attack_used) == (8, False)
    play.send(SetSight(observer="kit", target="foe", visible=True), act("kit", strike=True)).end()
    assert loaded(play) == (6 if manoeuvres else 7)
