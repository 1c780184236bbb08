"""The action Aim: what may be aimed, how waiting counts, what breaks it, and what it is worth (TK-AIM)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.hands import AimBroken
from domain.rulesets.ticks.chapters.narrator.rulings import SetSight
from domain.rulesets.ticks.chapters.strikes.aiming import AimBegan
from domain.rulesets.ticks.chapters.strikes.effects import Fell, Grabbed
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested, Struck
from tests.laws.menus import menu_of
from tests.rules.ticks.builders import EVADE, STRIKING, Play, attack
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan

GWEN = Speaker("player", ("gwen",))
PISTOL = {"key": "pistol", "magazine": 8, "loaded": 8}


def aim(weapon: str = "pistol", target: str = "tor", **fields: Any) -> dict[str, Any]:
    return {"action": "aim", "weapon": weapon, "target": target, **fields}


def gunner(weapon: str = "pistol", **sheet: Any) -> Join:
    """Gwen, of quickness 12: 3 and 1 with the pistol, 2 and 2 with a knife that she throws."""
    things = sheet.pop("things", [{"key": weapon}])
    return newcomer("gwen", QUI=12, skills={"handgun": 1, "thrown": 2, "melee": 5}, things=things, **sheet)


def before_aiming(gwen: Join | None = None, *changes: SetSight, **options: Any) -> Play:
    """Gwen is about to declare."""
    play = Play(gwen or gunner(), newcomer("tor", at=(9, 0)), **options)
    return play.send(StartRound(), *changes).declare_on(12)


def aiming(*changes: SetSight, fired: int | None = None, luck: int = 0, **options: Any) -> Play:
    """Gwen aims at Tor, and fires on a tick; or is asked on each. Sable evades, so that every tick is open."""
    play = Play(gunner(luck=luck), newcomer("tor", at=(9, 0)), newcomer("sable", at=(0, 9)), **options)
    play.send(StartRound(), *changes)
    play.declared = {"gwen": {**aim(), "luck": {"quickness": luck}}, "sable": EVADE}
    play.plans = {} if fired is None else {"gwen": {"strike": "from", "tick": fired}}
    return play.declare_on()


def sight(visible: bool, at: int | None = None, both: bool = False) -> SetSight:
    return SetSight(observer="gwen", target="tor", visible=visible, both=both, at=at)


def shot(play: Play) -> list[tuple[int, int | None, int]]:
    """The ticks on which somebody fired, what was waited, and the gross damage."""
    return [(tick, event.waited, event.gross) for tick, event in play.log if isinstance(event, Struck)]


# What may be aimed, and at whom


@pytest.mark.rule("TK-AIM-1")
def test_only_who_sees_somebody_else_is_asked_to_aim() -> None:
    seeing, blind = before_aiming(), before_aiming(None, sight(visible=False))
    assert "ticks.declare/aim" in [form.name for form in menu_of(TICKS, seeing.fight, GWEN).forms]
    assert "ticks.declare/aim" not in [form.name for form in menu_of(TICKS, blind.fight, GWEN).forms]
    blind.refused(declare("gwen", **aim()), "TK-AIM-1")


@pytest.mark.rule("TK-AIM-1")
@pytest.mark.parametrize(
    ("weapon", "mode", "accepted"),
    [
        ({"key": "pistol"}, None, "ranged"),
        ({"key": "pistol"}, "ranged", "ranged"),
        ({"key": "pistol", "loaded": 1}, None, "ranged"),
        ({"key": "knife"}, None, "thrown"),
        ({"key": "knife"}, "thrown", "thrown"),
    ],
)
def test_a_shot_or_a_throw_is_aimed(weapon: dict[str, Any], mode: str | None, accepted: str) -> None:
    play = before_aiming(gunner(things=[weapon])).send(declare("gwen", **aim(weapon["key"], mode=mode)))
    declared = play["gwen"].turn.declared
    assert declared is not None
    assert declared.mode == accepted


@pytest.mark.rule("TK-AIM-1")
@pytest.mark.parametrize(
    ("weapon", "mode", "rule"),
    [
        ({"key": "pistol", "loaded": 0}, None, "TK-AIM-1"),
        ({"key": "knife"}, "melee", "TK-AIM-1"),
        ({"key": "sword"}, None, "TK-AIM-1"),
        ({"key": "pistol", "place": "carried"}, None, "TK-DECL-13"),
    ],
)
def test_what_is_not_ready_loaded_and_for_shooting_is_not(weapon: dict[str, Any], mode: str | None, rule: str) -> None:
    play = before_aiming(gunner(things=[weapon]))
    play.refused(declare("gwen", **aim(weapon["key"], mode=mode)), rule, "command.weapon")


@pytest.mark.rule("TK-AIM-1")
def test_bare_hands_are_not_aimed() -> None:
    before_aiming().refused(declare("gwen", **aim("unarmed")), "TK-AIM-1", "command.weapon")


@pytest.mark.rule("TK-AIM-1")
def test_an_empty_weapon_is_aimed_where_nothing_is_counted() -> None:
    empty = gunner(things=[{"key": "pistol", "loaded": 0}])
    before_aiming(empty, track_ammunition=False).send(declare("gwen", **aim()))


@pytest.mark.rule("TK-AIM-1")
def test_the_target_is_in_sight_when_it_is_declared() -> None:
    play = before_aiming(None, sight(False))
    play.refused(declare("gwen", **aim()), "TK-AIM-1", "command.target")
    play.send(sight(True), declare("gwen", **aim()))


@pytest.mark.rule("TK-AIM-1")
def test_whether_the_target_sees_the_shooter_is_all_one() -> None:
    unseen = SetSight(observer="tor", target="gwen", visible=False, both=False)
    before_aiming(None, unseen).send(declare("gwen", **aim()))


# How waiting counts


@pytest.mark.rule("TK-AIM-2")
@pytest.mark.parametrize(("luck", "since"), [(0, 12), (2, 14)])
def test_waiting_begins_on_the_tick_of_the_start(luck: int, since: int) -> None:
    assert aiming(luck=luck).end().ticks(AimBegan, "gwen") == [since]


@pytest.mark.rule("TK-AIM-2")
@pytest.mark.parametrize(("lost", "back", "began"), [(15, 12, [12]), (13, 11, [11]), (12, 4, [4]), (20, 1, [1])])
def test_or_when_the_target_next_comes_into_sight(lost: int, back: int, began: list[int]) -> None:
    play = aiming(sight(False, lost), sight(True, back)).end()
    assert play.ticks(AimBegan, "gwen") == began
    assert play.ticks(AimBroken, "gwen") == []


@pytest.mark.rule("TK-AIM-3")
@pytest.mark.parametrize("tick", [12, 11, 6, 1])
def test_it_fires_on_any_tick_from_the_start_on(tick: int) -> None:
    play = aiming().until(13)
    play.refused(act("gwen", strike=True), "TK-RES-6").until(tick)
    play.send(act("gwen", strike=True), hold("sable")).end()
    assert [fired for fired, *_ in shot(play)] == [tick]


@pytest.mark.rule("TK-AIM-3")
def test_it_may_go_on_waiting() -> None:
    play = aiming()
    play.send(hold("sable"))
    for tick in range(12, 0, -1):
        assert (play.fight.tick, [prompt.to for prompt in play.fight.prompts]) == (tick, ["gwen"])
        play.send(hold("gwen", None))
    assert play.fight.phase == "between"


@pytest.mark.rule("TK-AIM-3", "TK-AIM-6")
@pytest.mark.parametrize("moving", [False, True])
def test_it_does_not_fire_at_what_is_out_of_sight(moving: bool) -> None:
    options: dict[str, Any] = {"moving_actions": ["attack", "evade", "aim"]} if moving else {}
    play = aiming(sight(False, 10), sight(True, 8), **options).until(9)
    play.refused(act("gwen", strike=True), "TK-AIM-3" if moving else "TK-RES-6")
    play.until(8).send(act("gwen", strike=True), hold("sable")).end()
    assert shot(play) == [(8, 0, 4)]


@pytest.mark.rule("TK-AIM-4", "TK-AIM-5", "TK-RUL-31")
@pytest.mark.parametrize(
    ("tick", "waited", "gross"), [(12, 0, 4), (9, 3, 4), (8, 4, 4), (7, 5, 5), (2, 10, 10), (1, 11, 11)]
)
def test_waiting_longer_than_base_and_skill_stands_in_place_of_them(tick: int, waited: int, gross: int) -> None:
    """Base 3 and skill 1: never added to what was waited, and never less than they are."""
    play = aiming(fired=tick).end()
    assert shot(play) == [(tick, waited, gross)]
    assert play.wounds("tor") == [(tick, gross)]


@pytest.mark.rule("TK-AIM-4")
@pytest.mark.parametrize(("luck", "back", "waited"), [(2, 13, 11), (0, 7, 4)])
def test_waiting_counts_from_where_it_began(luck: int, back: int, waited: int) -> None:
    changes = [] if luck else [sight(False, 11), sight(True, back)]
    play = aiming(*changes, luck=luck, fired=3).end()
    assert [one for _, one, _ in shot(play)] == [waited]


@pytest.mark.rule("TK-AIM-5")
@pytest.mark.parametrize(("tick", "gross"), [(12, 4), (8, 4), (7, 5)])
def test_a_throw_counts_its_own_base_and_skill(tick: int, gross: int) -> None:
    play = Play(gunner("knife"), newcomer("tor", at=(9, 0)))
    play.round({"gwen": {"strike": "from", "tick": tick}}, gwen=aim("knife"))
    assert [(event.mode, event.gross) for _, event in play.log if isinstance(event, Struck)] == [("thrown", gross)]
    assert play.wounds("tor") == [(tick, gross)]


@pytest.mark.rule("TK-AIM-5")
def test_an_aimed_shot_always_hits() -> None:
    target = newcomer("tor", QUI=20, skills={"evade": 5, "unarmed": 5}, at=(9, 0))
    play = Play(gunner(), target, asks={"tor": ("oppose",)})
    play.round({"gwen": STRIKING, "tor": {"steps": "stay"}}, gwen=aim(), tor=EVADE)
    assert play.wounds("tor") == [(12, 4)]
    assert not [event for _, event in play.log if isinstance(event, ManoeuvreTested)]


# What breaks it


@pytest.mark.rule("TK-AIM-6")
@pytest.mark.parametrize(("lost", "back", "waited"), [(9, 7, 4), (7, 7, 4), (12, 12, 9), (4, 3, 0)])
def test_out_of_sight_the_count_is_void_and_begins_anew(lost: int, back: int, waited: int) -> None:
    play = aiming(sight(False, lost), sight(True, back), fired=3).end()
    assert [one for _, one, _ in shot(play)] == [waited]
    assert play.ticks(AimBegan, "gwen")[-1] == back


@pytest.mark.rule("TK-AIM-6")
def test_lost_and_seen_again_while_a_tick_is_open() -> None:
    play = aiming().until(8).send(sight(False))
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]
    assert play["gwen"].turn.aim is None
    play.send(sight(True))
    assert sorted(prompt.to for prompt in play.fight.prompts) == ["gwen", "sable"]
    assert (play.ticks(AimBroken, "gwen"), play.ticks(AimBegan, "gwen")) == ([8], [12, 8])
    play.until(2).send(act("gwen", strike=True))
    assert shot(play) == []
    play.send(hold("sable"))
    assert shot(play) == [(2, 6, 6)]


@pytest.mark.rule("TK-AIM-6")
def test_a_shot_that_was_answered_is_lost_with_the_sight() -> None:
    play = aiming().until(8).send(act("gwen", strike=True), sight(False), hold("sable")).end()
    assert shot(play) == []
    assert play["gwen"].things["gwen.pistol"].loaded == 8


@pytest.mark.rule("TK-AIM-6", "TK-RUL-32")
@pytest.mark.parametrize(("lost", "back"), [(19, 13), (13, 13), (17, 12)])
def test_lost_before_the_start_has_no_effect(lost: int, back: int) -> None:
    play = aiming(sight(False, lost), sight(True, back), fired=2).end()
    assert (play.ticks(AimBegan, "gwen"), play.ticks(AimBroken, "gwen")) == ([12], [])
    assert [one for _, one, _ in shot(play)] == [10]


@pytest.mark.rule("TK-AIM-6")
def test_what_the_target_sees_breaks_nothing() -> None:
    unseen = SetSight(observer="tor", target="gwen", visible=False, both=False, at=6)
    play = aiming(unseen, fired=2).end()
    assert [one for _, one, _ in shot(play)] == [10]


# What it binds, and what it does not mind


TWO = [{"key": "pistol"}, {"key": "knife"}]


@pytest.mark.rule("TK-AIM-7")
@pytest.mark.parametrize(
    ("weapon", "strike"),
    [("pistol", {"weapon": "knife"}), ("pistol", {"weapon": "unarmed"}), ("knife", {"mode": "melee"})],
)
def test_weapon_and_target_are_not_changed(weapon: str, strike: dict[str, str]) -> None:
    play = Play(gunner(things=TWO), newcomer("tor", at=(1, 0)), newcomer("lena", at=(1, 0))).round(gwen=aim(weapon))
    play.refused(act("gwen", strike=strike), "TK-AIM-7", "command.strike.weapon")
    play.send(act("gwen", strike=True)).end()
    assert (len(play.wounds("tor")), play.wounds("lena")) == (1, [])


@pytest.mark.rule("TK-AIM-7")
def test_the_weapon_is_not_changed_for_another_of_its_kind() -> None:
    pistols = [{"key": "pistol", "id": name, "place": "ready"} for name in ("left", "right")]
    play = Play(gunner(things=pistols), newcomer("tor", at=(9, 0))).round(gwen=aim("left"))
    play.refused(act("gwen", strike={"weapon": "right"}), "TK-AIM-7", "command.strike.weapon")


@pytest.mark.rule("TK-AIM-7")
@pytest.mark.parametrize("moving", [False, True])
def test_one_shot_a_round(moving: bool) -> None:
    options: dict[str, Any] = {"moving_actions": ["attack", "evade", "aim"]} if moving else {}
    play = aiming(**options).until(12).send(act("gwen", strike=True), hold("sable", 9)).until(9)
    play.refused(act("gwen", strike=True), "TK-RES-6").refused(act("gwen", step=(1, 0)), "TK-RES-6")
    play.end()
    assert shot(play) == [(12, 0, 4)]


@pytest.mark.rule("TK-AIM-7", "TK-RUL-32")
def test_waiting_does_not_outlast_the_round() -> None:
    play = Play(gunner(), newcomer("tor", at=(9, 0))).round(gwen=aim()).end()
    assert (shot(play), play["gwen"].turn.aim) == ([], None)
    play.round({"gwen": {"strike": "from", "tick": 5}}, gwen=aim())
    assert shot(play) == [(5, 7, 7)]


@pytest.mark.rule("TK-AIM-8", "TK-RUL-32")
@pytest.mark.parametrize(("manoeuvre", "kind"), [((), None), (("trip",), Fell), (("grapple",), Grabbed)])
def test_wounds_a_fall_and_a_hold_do_not_disturb_it(manoeuvre: tuple[str, ...], kind: Any) -> None:
    iris = newcomer("iris", QUI=11, at=(1, 0))
    play = Play(gunner(), newcomer("tor", at=(9, 0)), iris)
    plans: dict[str, Any] = {"gwen": {"strike": "from", "tick": 2}, "iris": STRIKING}
    play.round(plans, gwen=aim(), iris=attack("gwen", "sword", *manoeuvre))
    assert play.wounds("gwen") == ([] if manoeuvre else [(11, 8)])
    assert kind is None or play.ticks(kind, "gwen") == [11]
    assert shot(play)[-1] == (2, 10, 10)


@pytest.mark.rule("TK-AIM-8")
@pytest.mark.parametrize("lost", [Drop(actor="gwen", item="pistol"), Faint(actor="gwen")])
@pytest.mark.parametrize("tick", [15, 8])
def test_without_weapon_or_consciousness_it_ends(lost: Any, tick: int) -> None:
    play = aiming().until(tick).send(lost)
    assert play["gwen"].turn.aim is None
    play.send(hold("sable"))
    assert play.fight.phase == "between", "nobody is asked any more"
    assert play.ticks(AimBegan, "gwen") == ([12] if tick == 8 else [])
    assert play.ticks(AimBroken, "gwen") == ([tick] if isinstance(lost, Drop) else []), "to faint says enough"
    assert shot(play) == []


@pytest.mark.rule("TK-AIM-8")
@pytest.mark.parametrize(("other", "fires"), [("knife", True), ("pistol", False)])
def test_another_weapon_may_fall(other: str, fires: bool) -> None:
    play = Play(gunner(things=TWO), newcomer("tor", at=(9, 0))).round(gwen=aim())
    play.send(hold("gwen", 10), Drop(actor="gwen", item=other))
    play.send(*([plan("gwen", strike="from", tick=2)] if fires else [])).end()
    assert [one for one, *_ in shot(play)] == ([2] if fires else [])
    assert play.ticks(AimBroken, "gwen") == ([] if fires else [10])


@pytest.mark.rule("TK-AIM-8")
def test_a_weapon_struck_from_the_hand_is_aimed_no_more() -> None:
    play = Play(gunner(), newcomer("tor", at=(9, 0)), newcomer("iris", at=(1, 0)))
    plans: dict[str, Any] = {"gwen": {"strike": "from", "tick": 2}, "iris": STRIKING}
    play.round(plans, gwen=aim(), iris=attack("gwen", "sword", "disarm"))
    assert set(play.fight.ground) == {"gwen.pistol"}
    assert [event for _, event in play.log if isinstance(event, AimBroken)] == [AimBroken(combatant="gwen", lost=True)]
    assert play.strikes("gwen") == []


@pytest.mark.rule("TK-AIM-9")
def test_no_manoeuvre_goes_with_it() -> None:
    before_aiming().refused(declare("gwen", **aim(manoeuvres=["marksman"])), "TK-DECL-8", "command.manoeuvres")


@pytest.mark.rule("TK-AIM-9")
def test_no_steps_go_with_it() -> None:
    play = Play(gunner(), newcomer("tor", at=(9, 0))).round(gwen=aim())
    assert play.fight.tick == 12
    play.refused(act("gwen", step=(1, 0)), "TK-MOVE-2", "command.step")
    play.refused(act("gwen", step=(1, 0), strike=True), "TK-MOVE-2", "command.step")


@pytest.mark.rule("TK-AIM-9")
def test_by_option_steps_go_with_it_until_the_shot() -> None:
    play = Play(gunner(), newcomer("tor", at=(9, 0)), moving_actions=["attack", "evade", "aim"])
    path = {"steps": "path", "path": [(x, 0) for x in range(1, 6)], "strike": "from", "tick": 6}
    play.round({"gwen": path}, gwen=aim())
    assert play.steps("gwen") == [12, 9, 6]
    assert shot(play) == [(6, 6, 6)]


@pytest.mark.rule("TK-AIM-9")
def test_a_shot_uses_one_unit_and_a_throw_its_weapon() -> None:
    play = Play(gunner(), newcomer("tor", at=(9, 0))).round({"gwen": STRIKING}, gwen=aim())
    assert play["gwen"].things["gwen.pistol"].loaded == 7
    play = Play(gunner("knife"), newcomer("tor", at=(9, 0))).round({"gwen": STRIKING}, gwen=aim("knife"))
    assert "gwen.knife" not in play["gwen"].things
    assert (play.fight.ground["gwen.knife"].square.x, play.fight.ground["gwen.knife"].square.y) == (9, 0)
