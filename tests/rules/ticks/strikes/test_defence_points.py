"""The action Defend: how many points it gives, what they take off, and when they are gone (TK-DEF)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.hands import Dropped
from domain.rulesets.ticks.chapters.deeds.harm import FellUnconscious
from domain.rulesets.ticks.chapters.strikes.effects import Fell
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from tests.rules.ticks.builders import STRIKING, Play, attack
from tests.rules.ticks.specification import act, declare, newcomer, plan

DEFEND = {"action": "defend", "weapon": "nightstick"}
ASKED = {"bruno": ("soak",)}


def soak(*attacks: dict[str, int], who: str = "bruno") -> Soak:
    return Soak.model_validate({"actor": who, "attacks": attacks})


def defence(play: Play, name: str = "bruno") -> int:
    """The points that somebody has left."""
    return play[name].turn.defence


# How many there are


@pytest.mark.rule("TK-DEF-1")
@pytest.mark.parametrize(
    ("weapon", "skills", "points"),
    [
        ("nightstick", {"melee": 3, "unarmed": 5, "thrown": 4}, 5),
        ("knife", {"melee": 1, "unarmed": 5, "thrown": 4}, 3),
        ("hatchet", {"unarmed": 5, "thrown": 4}, 3),
        ("sword", {"melee": 4, "unarmed": 5}, 8),
    ],
)
def test_base_damage_and_skill_of_the_weapon_named(weapon: str, skills: dict[str, int], points: int) -> None:
    things = [{"key": weapon}, {"key": "knife" if weapon == "sword" else "sword", "id": "other"}]
    play = Play(newcomer("ash", QUI=12, skills=skills, things=things), "sable")
    play.round(ash={"action": "defend", "weapon": weapon}, sable={"action": "evade"})
    assert defence(play, "ash") == points


@pytest.mark.rule("TK-DEF-1", "TK-RUL-20")
@pytest.mark.parametrize(("skill", "points"), [(0, 1), (2, 3), (5, 6)])
def test_bare_hands_defend_too(skill: int, points: int) -> None:
    play = Play(newcomer("bruno", skills={"melee": 4, "unarmed": skill}), "sable")
    play.round(bruno={"action": "defend", "weapon": "unarmed"}, sable={"action": "evade"})
    assert defence(play) == points


@pytest.mark.rule("TK-DEF-1")
@pytest.mark.parametrize(
    ("weapon", "rule"), [("pistol", "TK-DEF-1"), ("shield", "TK-DECL-12"), ("sword", "TK-DECL-13")]
)
def test_what_is_no_melee_weapon_in_hand_defends_nobody(weapon: str, rule: str) -> None:
    things = [{"key": "pistol"}, {"key": "shield"}, {"key": "sword", "place": "carried"}]
    play = Play(newcomer("bruno", things=things), "sable").send(StartRound()).declare_on(10)
    play.refused(declare("bruno", action="defend", weapon=weapon), rule)
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.weapon"


# What they take off


def struck(*names: str, defend: Any = DEFEND, weapons: str = "sword", **attackers: Any) -> Play:
    """Bruno defends himself; the others are beside him, each on its own tick, and strike as soon as they can."""
    joins = [newcomer(name, at=(1, 0), things=[{"key": weapons}], **attackers.get(name, {})) for name in names]
    play = Play("bruno", *joins, asks=ASKED)
    return play.round(dict.fromkeys(names, STRIKING), bruno=defend, **dict.fromkeys(names, attack("bruno", weapons)))


@pytest.mark.rule("TK-DEF-2")
@pytest.mark.parametrize(("points", "wounds"), [(0, 8), (1, 7), (4, 4), (5, 3)])
def test_each_point_takes_one_wound_off_a_blow(points: int, wounds: int) -> None:
    play = struck("iris").send(soak({"defend": points}))
    assert play.wounds("bruno") == [(14, wounds)]


@pytest.mark.rule("TK-DEF-2")
@pytest.mark.parametrize(("weapon", "mode"), [("pistol", "ranged"), ("knife", "thrown"), ("bow", "ranged")])
def test_nothing_off_shots_and_throws(weapon: str, mode: str) -> None:
    shooter = newcomer("sable", things=[{"key": weapon}], skills={"handgun": 4, "thrown": 4, "archery": 4}, at=(1, 0))
    play = Play("bruno", shooter, asks=ASKED)
    play.round({"sable": STRIKING}, bruno=DEFEND, sable=attack("bruno", weapon, mode=mode))
    play.refused(soak({"defend": 1}), "TK-DEF-2")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.attacks[0].defend"
    play.send(soak({}))
    assert play.strikes("sable")[0][1] - 3 == play["bruno"].wounds


@pytest.mark.rule("TK-DEF-2", "TK-RUL-20")
@pytest.mark.parametrize("quickness", [9, 10, 11])
@pytest.mark.parametrize("side", ["guards", "others"])
def test_nobody_defends_somebody_else(side: str, quickness: int) -> None:
    other = newcomer("lena", at=(1, 0), side=side, QUI=quickness)
    guard, iris = newcomer("bruno", side="guards"), newcomer("iris", at=(1, 1), side="thieves")
    play = Play(guard, other, iris, asks={**ASKED, "lena": ("soak",)})
    play.round({"iris": STRIKING}, bruno=DEFEND, iris=attack("lena", "sword"))
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("soak", "lena")]
    assert (play.asked("soak")["defence"], defence(play)) == (0, 5)
    play.refused(soak({"defend": 1}, who="lena"), "TK-DMG-4").send(soak({}, who="lena"))
    assert play.wounds("lena") == [(14, 8)]


@pytest.mark.rule("TK-DEF-3")
@pytest.mark.parametrize(("one", "other"), [(5, 0), (0, 5), (2, 3), (1, 1)])
def test_points_are_split_over_the_blows_of_a_tick(one: int, other: int) -> None:
    play = struck("iris", "hanna", hanna={"QUI": 14})
    play.refused(soak({"defend": 3}, {"defend": 3}), "TK-DMG-4").refused(soak({"defend": 6}, {}), "TK-DMG-4")
    play.send(soak({"defend": one}, {"defend": other}))
    assert play.wounds("bruno") == [(14, 8 + 7 - one - other)]


@pytest.mark.rule("TK-DEF-3")
def test_points_are_split_over_the_ticks_until_they_are_gone() -> None:
    play = struck("iris", "hanna", "tor", hanna={"QUI": 12}, tor={"QUI": 11})
    play.send(soak({"defend": 3}))
    assert (play.fight.tick, play.asked("soak")["defence"]) == (12, 2)
    play.refused(soak({"defend": 3}), "TK-DMG-4").send(soak({"defend": 2}))
    assert (play.fight.tick, play.asked("soak")["defence"]) == (11, 0), "luck is still to be thought of"
    play.refused(soak({"defend": 1}), "TK-DMG-4").send(soak({}))
    assert play.wounds("bruno") == [(14, 5), (12, 5), (11, 6)]


@pytest.mark.rule("TK-DEF-4")
def test_points_are_there_from_the_first_tick_on() -> None:
    slow = newcomer("bruno", QUI=5, luck=0)
    play = Play(slow, newcomer("iris", QUI=20, at=(2, 0)), asks=ASKED)
    play.round({"iris": STRIKING}, bruno=DEFEND, iris=attack("bruno", "sword")).send(soak({"defend": 5}))
    assert play.wounds("bruno") == [(20, 3)]


@pytest.mark.rule("TK-DEF-5")
@pytest.mark.parametrize(("again", "points"), [({"action": "other", "kind": "nothing"}, 0), (DEFEND, 5)])
def test_points_left_do_not_outlast_the_round(again: dict[str, str], points: int) -> None:
    play = struck("iris").send(soak({"defend": 2})).end()
    assert defence(play) == 0
    play.round({"iris": STRIKING}, bruno=again, iris=attack("bruno", "sword"))
    assert play.asked("soak")["defence"] == points


# When they are gone


def watched(*others: Any) -> Play:
    """Bruno defends himself; Sable evades, so that every tick from 20 on is open."""
    things = [{"key": "nightstick"}, {"key": "pistol"}]
    play = Play(newcomer("bruno", things=things, at=(1, 0)), "sable", *others, asks=ASKED)
    return play.round(bruno=DEFEND, sable={"action": "evade"})


@pytest.mark.rule("TK-DEF-6", "TK-RUL-20")
@pytest.mark.parametrize(("item", "points"), [("nightstick", 0), ("pistol", 5)])
def test_points_go_with_their_weapon(item: str, points: int) -> None:
    play = watched().send(Drop(actor="bruno", item=item))
    assert defence(play) == points


@pytest.mark.rule("TK-DEF-6")
def test_points_go_with_consciousness() -> None:
    play = watched()
    assert defence(play) == 5
    assert defence(play.send(Faint(actor="bruno"))) == 0


@pytest.mark.rule("TK-DEF-6")
@pytest.mark.parametrize(("lost", "points"), [(Drop(actor="bruno", item="nightstick"), 0), (None, 5)])
def test_a_weapon_that_falls_before_the_declaration_is_open_gives_none(lost: Drop | None, points: int) -> None:
    play = Play("bruno", newcomer("ash", QUI=10), "sable").send(StartRound())
    play.send(declare("bruno", **DEFEND), *([lost] if lost is not None else []), declare("ash", "evade"))
    assert play["bruno"].turn.revealed
    assert defence(play) == points


@pytest.mark.rule("TK-DEF-6")
def test_who_faints_before_the_declaration_is_open_has_none() -> None:
    play = Play("bruno", newcomer("ash", QUI=10), "sable").send(StartRound(), declare("bruno", **DEFEND))
    play.send(Faint(actor="bruno"), declare("ash", "evade"))
    assert len(play.ticks(FellUnconscious, "bruno")) == 1
    assert (play["bruno"].turn.revealed, defence(play)) == (True, 0)


@pytest.mark.rule("TK-DEF-6")
def test_a_disarm_of_the_same_stage_comes_behind_the_soak() -> None:
    joins = (newcomer("iris", at=(1, 0)), newcomer("hanna", QUI=14, at=(0, 1)), newcomer("tor", QUI=11, at=(1, 1)))
    play = Play("bruno", *joins, asks=ASKED)
    play.round(
        dict.fromkeys(("iris", "hanna", "tor"), STRIKING),
        bruno=DEFEND,
        iris=attack("bruno", "sword", "disarm"),
        hanna=attack("bruno", "hatchet"),
        tor=attack("bruno", "baseball_bat"),
    )
    assert (play.fight.tick, play.asked("soak")["defence"]) == (14, 5)
    play.send(soak({"defend": 2}))
    assert play.ticks(Dropped, "bruno") == [14]
    assert (play.fight.tick, play.asked("soak")["defence"]) == (11, 0)
    play.send(soak({}))
    assert play.wounds("bruno") == [(14, 4), (11, 5)]


# What they are not for


@pytest.mark.rule("TK-DEF-7")
@pytest.mark.parametrize(("points", "total"), [(True, 42), (False, 42)])
def test_points_stop_no_manoeuvre_and_enter_no_contest(points: bool, total: int) -> None:
    """Bruno's best is strength 14 × melee 3, with five points and without."""
    joins = (newcomer("iris", at=(1, 0)), newcomer("hanna", DEX=14, skills={"melee": 4}, QUI=13, at=(0, 1)))
    play = Play(newcomer("bruno", DEX=14), *joins)
    play.round(
        {"iris": STRIKING, "hanna": STRIKING},
        bruno=DEFEND if points else {"action": "other", "kind": "nothing"},
        iris=attack("bruno", "sword", "trip"),
        hanna=attack("bruno", "hatchet", "disarm"),
    )
    assert play.tests("iris") == [(56, total, True)]
    assert play.ticks(Fell, "bruno") == [14]
    assert play.tests("hanna") == [(56, total, True)]
    assert play.ticks(Dropped, "bruno") == [13]


@pytest.mark.rule("TK-DEF-7")
def test_points_lessen_the_wounds_of_a_force_that_has_succeeded() -> None:
    play = Play("bruno", newcomer("iris", at=(1, 0)), asks=ASKED)
    play.round({"iris": STRIKING}, bruno=DEFEND, iris=attack("bruno", "sword", "accurate_strike"))
    assert play.tests("iris") == [(56, 42, True)]
    play.send(soak({"defend": 5}))
    assert play.wounds("bruno") == [(14, 7)]


@pytest.mark.rule("TK-DEF-8")
def test_who_defends_neither_strikes_nor_steps() -> None:
    play = watched().until(10)
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]
    play.refused(act("bruno", step=(2, 0)), "TK-RES-6").refused(act("bruno", strike=True), "TK-RES-6")
    play.refused(plan("bruno", strike="first_chance"), "TK-PLAN-5")


@pytest.mark.rule("TK-DEF-8")
def test_by_option_who_defends_steps_but_never_strikes() -> None:
    play = Play("bruno", newcomer("iris", at=(1, 0)), moving_actions=["attack", "evade", "defend"])
    play.round(bruno=DEFEND)
    assert play.fight.tick == 10
    play.refused(act("bruno", strike=True), "TK-DEF-8")
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.strike"
    for tick, x in ((10, -1), (7, -2), (4, -3), (1, -4)):
        assert play.fight.tick == tick
        play.send(act("bruno", step=(x, 0)))
    assert play.at("bruno") == (-4, 0)
