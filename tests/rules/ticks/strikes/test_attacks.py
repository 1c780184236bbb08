"""The action Attack: whom it strikes, when, with what, and for how much (TK-ATK-1 to TK-ATK-6)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.rulesets.ticks.chapters.declaring.free_actions import Drop
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Declared, Play, attack, going
from tests.rules.ticks.specification import act, declare, newcomer

BLADES = [{"key": "knife"}, {"key": "sword"}]
SKILLS = {"melee": 4, "thrown": 2, "unarmed": 5, "longarm": 1}
"""The same weapon has another level in another mode, and the pistol none."""


def fencer(**changes: Any) -> Any:
    """Kit, who is called on tick 15 and has a knife and a sword in hand."""
    return newcomer("kit", QUI=15, skills=SKILLS, **{"things": BLADES, **changes})


def struck(play: Play) -> list[tuple[str | None, str, str, int]]:
    """Each strike: at whom, with what, how, for how much."""
    facts = [event for _, event in play.log if isinstance(event, Struck)]
    return [(fact.target, fact.weapon, fact.mode, fact.gross) for fact in facts]


# TK-ATK-1 and -2: whom, and when


@pytest.mark.rule("TK-ATK-1")
def test_an_attack_strikes_the_one_whom_it_names_and_nobody_else() -> None:
    play = Play(newcomer("near", at=(1, 0)), fencer(), newcomer("foe", at=(2, 0)))
    play.round({"kit": STRIKING}, kit=attack("foe", "sword")).end()
    assert struck(play) == [("foe", "kit.sword", "melee", 8)]
    assert [play[name].wounds for name in ("near", "kit", "foe")] == [0, 0, 8]
    with pytest.raises(ValidationError):
        act("kit", strike={"target": "near"})


@pytest.mark.rule("TK-ATK-1")
def test_an_attack_without_a_target_is_refused() -> None:
    play = Play(fencer(), "foe").send(StartRound()).declare_on(15)
    play.refused(declare("kit", action="attack", weapon="sword"), "TK-DECL-12", "command.target")


@pytest.mark.rule("TK-ATK-2", "TK-RUL-13")
@pytest.mark.parametrize("tick", [15, 14, 1])
def test_the_strike_is_made_on_any_tick_from_the_start_on(tick: int) -> None:
    play = Play(fencer(), "foe").round(kit=attack("foe", "sword")).until(tick).send(act("kit", strike=True)).end()
    assert play.strikes("kit") == [(tick, 8)]


@pytest.mark.rule("TK-ATK-2")
def test_a_strike_comes_once_in_a_round() -> None:
    play = Play(fencer(), "foe").round(kit=attack("foe", "sword")).send(act("kit", strike=True)).until(12)
    play.refused(act("kit", strike=True), "TK-ATK-2", "command.strike")
    play.refused(act("kit", strike={"weapon": "knife"}), "TK-ATK-2", "command.strike")
    assert play.end().strikes("kit") == [(15, 8)]
    play.round(kit=attack("foe", "sword")).send(act("kit", strike=True)).end()
    assert play.strikes("kit") == [(15, 8), (15, 8)]


@pytest.mark.rule("TK-ATK-2")
def test_the_strike_comes_no_sooner_than_the_attack_may_begin() -> None:
    kit = fencer(things=[{"key": "sword", "place": "carried"}, {"key": "knife"}])
    play = Play(kit, "foe").round(kit=attack("foe", "sword", "quick_draw_melee")).until(12)
    play.refused(act("kit", strike=True), "TK-ATK-2", "command.strike")
    play.send(act("kit", step=(1, 0))).until(10).send(act("kit", strike=True)).end()
    assert play.strikes("kit") == [(10, 8)]


@pytest.mark.rule("TK-ATK-2", "TK-RUL-17")
@pytest.mark.parametrize(
    ("weapon", "at", "wounds"), [("sword", 2, 8), ("sword", 3, 0), ("knife", 1, 6), ("knife", 2, 0)]
)
def test_a_blow_has_to_be_within_the_reach_of_its_weapon(weapon: str, at: int, wounds: int) -> None:
    play = Play(fencer(), newcomer("foe", at=(at, at - 1))).round(kit=attack("foe", weapon))
    play.send(act("kit", strike=True))
    assert play.lapses("kit") == ([] if wounds else [(15, "strike")])
    assert play["kit"].turn.attack_used == bool(wounds)
    assert play["foe"].wounds == wounds


@pytest.mark.rule("TK-ATK-2", "TK-RUL-17")
def test_a_shot_has_to_be_in_sight_when_the_strikes_come() -> None:
    play = Play(fencer(things=[{"key": "pistol"}]), newcomer("foe", at=(90, 0)))
    play.send(SetSight(observer="kit", target="foe", visible=False, both=False))
    play.round(kit=attack("foe", "pistol")).send(act("kit", strike=True))
    assert play.lapses("kit") == [(15, "strike")]
    play.send(SetSight(observer="kit", target="foe", visible=True), act("kit", strike=True)).end()
    assert play.strikes("kit") == [(14, 3)]


# TK-ATK-3 to -5: it hits, and how hard


@pytest.mark.rule("TK-ATK-3")
@pytest.mark.parametrize("manoeuvres", [(), ("run_and_gun",)])
def test_without_a_tested_manoeuvre_nobody_dodges(manoeuvres: tuple[str, ...]) -> None:
    dodger = newcomer("foe", DEX=30, QUI=30, skills={"evade": 5}, at=(5, 0), luck=9)
    kit = newcomer("kit", QUI=15, skills={"handgun": 4}, things=[{"key": "pistol"}])
    play = Play(kit, dodger, asks={"foe": ("oppose",)})
    play.round({"kit": STRIKING}, kit=attack("foe", "pistol", *manoeuvres), foe=EVADE).end()
    assert not [event for _, event in play.log if isinstance(event, ManoeuvreTested)]
    assert play.wounds("foe") == [(15, 7)]


@pytest.mark.rule("TK-ATK-4")
@pytest.mark.parametrize(
    ("weapon", "mode", "gross"),
    [("sword", "melee", 8), ("hatchet", "melee", 7), ("hatchet", "thrown", 5), ("unarmed", "melee", 6),
     ("rifle", "ranged", 5), ("pistol", "ranged", 3)],
)  # fmt: skip
@pytest.mark.parametrize("fractions", ["down", "up"])
def test_damage_is_base_and_skill_in_the_mode(weapon: str, mode: str, gross: int, fractions: str) -> None:
    things = [{"key": weapon}] if weapon != "unarmed" else []
    play = Play(fencer(things=things, DEX=17, STR=19), "foe", fractions=fractions)
    play.round({"kit": STRIKING}, kit=attack("foe", weapon, mode=mode)).end()
    assert play.strikes("kit") == [(15, gross)]
    assert play.wounds("foe") == [(15, gross)]


@pytest.mark.rule("TK-ATK-5")
def test_chances_may_be_let_pass_until_the_last_tick() -> None:
    play = Play(fencer(), "foe").round(kit=attack("foe", "sword")).until(1).send(act("kit", strike=True))
    assert play.strikes("kit") == [(1, 8)]
    assert play.fight.phase == "between"


@pytest.mark.rule("TK-ATK-5")
def test_an_attack_that_is_not_made_is_lost() -> None:
    play = Play(fencer(), "foe").round(kit=attack("foe", "sword")).end()
    play.round(kit=MOVE).until(15)
    play.refused(act("kit", strike=True), "TK-OTHER-10", "command.strike")
    assert play.end().strikes("kit") == []
    assert play["foe"].wounds == 0


# TK-ATK-6: with what


@pytest.mark.rule("TK-ATK-6")
def test_the_weapon_of_the_declaration_strikes_where_none_is_named() -> None:
    play = Play(fencer(), "foe").round(kit=attack("foe", "sword")).send(act("kit", strike=True))
    assert struck(play) == [("foe", "kit.sword", "melee", 8)]
    play = Play(fencer(), "foe").round({"kit": STRIKING}, kit=attack("foe", "knife")).end()
    assert struck(play) == [("foe", "kit.knife", "melee", 6)]


@pytest.mark.rule("TK-ATK-6", "TK-RUL-18")
@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ({"weapon": "knife"}, ("kit.knife", "melee", 6)),
        ({"weapon": "kit.knife", "mode": "thrown"}, ("kit.knife", "thrown", 4)),
        ({"weapon": "unarmed"}, ("unarmed", "melee", 6)),
        ({"weapon": "sword"}, ("kit.sword", "melee", 8)),
    ],
)
def test_a_strike_may_name_something_else_in_hand(named: dict[str, str], expected: tuple[str, str, int]) -> None:
    play = Play(fencer(), newcomer("foe", at=(1, 0))).round(kit=attack("foe", "sword"))
    play.send(act("kit", strike=named))
    assert struck(play) == [("foe", *expected)]


@pytest.mark.rule("TK-ATK-6")
def test_a_strike_may_use_the_weapon_in_another_mode() -> None:
    play = Play(fencer(), newcomer("foe", at=(9, 0))).round(kit=attack("foe", "knife"))
    play.send(act("kit", strike={"mode": "thrown"})).end()
    assert struck(play) == [("foe", "kit.knife", "thrown", 4)]
    play = Play(fencer(), newcomer("foe", at=(1, 0))).round(kit=attack("foe", "knife", mode="thrown"))
    play.send(act("kit", strike={"mode": "melee"})).end()
    assert struck(play) == [("foe", "kit.knife", "melee", 6)]
    assert play["kit"].ready_weapons[0].id == "kit.knife"


@pytest.mark.rule("TK-ATK-6")
def test_what_is_not_in_hand_when_the_strike_is_sent_is_refused() -> None:
    things = [{"key": "sword"}, {"key": "knife", "place": "carried"}, {"key": "shield"}]
    play = Play(fencer(things=things), "foe").round(kit=attack("foe", "sword"))
    for item in ("knife", "shield"):
        play.refused(act("kit", strike={"weapon": item}), "TK-ATK-6", "command.strike.weapon")
    play.send(Drop(actor="kit", item="sword"))
    play.refused(act("kit", strike=True), "TK-ATK-6", "command.strike.weapon")
    play.send(act("kit", strike={"weapon": "unarmed"})).end()
    assert struck(play) == [("foe", "unarmed", "melee", 6)]


@pytest.mark.rule("TK-ATK-6", "TK-RUL-18")
def test_another_weapon_or_mode_has_to_fit_every_manoeuvre() -> None:
    things = [{"key": "knife"}, {"key": "pistol"}]
    play = Play(fencer(things=things), "foe").round(kit=attack("foe", "knife", "accurate_strike"))
    for named in ({"weapon": "pistol"}, {"mode": "thrown"}):
        play.refused(act("kit", strike=named), "TK-MAN-12", "command.strike.weapon")
    play.send(act("kit", strike={"weapon": "unarmed"}))
    assert play.tests("kit") == [(50, 5, True)]
    assert struck(play) == [("foe", "unarmed", "melee", 11)]


@pytest.mark.rule("TK-ATK-6")
def test_after_a_disarm_there_are_bare_hands() -> None:
    foe = newcomer("foe", QUI=20, STR=30, skills={"melee": 5}, things=[{"key": "sword"}])
    declared: dict[str, Declared] = {"foe": attack("kit", "sword", "disarm"), "kit": attack("foe", "sword")}
    play = Play(fencer(things=[{"key": "sword"}]), foe).round({"foe": STRIKING}, **declared).until(15)
    assert play["kit"].things == {}
    play.send(act("kit", strike={"weapon": "unarmed"})).end()
    assert play.strikes("kit") == [(15, 6)]


@pytest.mark.rule("TK-ATK-2")
def test_a_step_before_brings_the_strike_within_reach() -> None:
    play = Play(fencer(), newcomer("foe", at=(3, 0)))
    play.round({"kit": going((1, 0), strike="first_chance")}, kit=attack("foe", "sword")).end()
    assert play.strikes("kit") == [(15, 8)]
