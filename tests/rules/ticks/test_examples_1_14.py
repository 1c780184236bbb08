"""The worked examples of Ticks, 1 to 14: those of the text, and tests outside strikes."""

import pytest

from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.events.harm import BeganDying, FellUnconscious, Stabilised
from domain.rulesets.ticks.events.places import DeedDone, Drew, Stepped
from domain.rulesets.ticks.events.rounds import DeclarationVoided
from domain.rulesets.ticks.events.strikes import ConditionMet, Struck
from domain.rulesets.ticks.events.trials import ContestDecided, Tested, Totalled
from tests.rules.ticks.calling import call, calm, verdict
from tests.rules.ticks.playing import EVADE, MOVE, Play, attack, defer, going, toward
from tests.rules.ticks.specification import Specification, act, declare, newcomer

DOOR = ask.DefineArea(name="door", squares=(ask.SquareSheet(x=6, y=0),))
CARRIED_SWORD = ({"key": "sword", "place": "carried"},)


@pytest.mark.rule("TK-EX-1")
def test_steps_of_quickness_sixteen() -> None:
    play = Play(newcomer("wren", QUI=16), "other")
    play.round({"wren": going(*[(x, 0) for x in range(1, 10)])}, wren=MOVE)
    assert play.steps("wren") == [16, 13, 10, 7, 4, 1]
    assert play.at("wren") == (6, 0)
    assert len(play.steps("wren")) == 15 // 3 + 1


def door(**asks: tuple[str, ...]) -> Play:
    """Pell at a distance, Tor on the way to the door."""
    play = Play(newcomer("pell", side="a"), newcomer("tor", side="b", at=(8, 0)), asks=asks)
    return play.send(DOOR)


@pytest.mark.rule("TK-EX-2")
def test_the_first_person_through_that_door() -> None:
    play = door(pell=("hold_back",))
    play.round({"tor": going((7, 0), (6, 0), (5, 0))}, tor=MOVE, pell=defer("rifle", "enters_area", area="door"))
    assert play.fight.tick == 5
    assert play.steps("tor") == [8, 5]
    assert play.ticks(ConditionMet, "pell") == [5]
    assert play.asked("hold_back") == {"offered": ["tor"], "may_hold_back": True}
    play.send(ask.HoldBack(actor="pell", attack="tor"))
    assert play.strikes("pell") == [(5, 9)]
    assert play.wounds("tor") == [(5, 9)]
    assert play.steps("tor") == [8, 5, 2]
    assert play.at("tor") == (5, 0)
    assert play.fight.phase == "between"
    assert play["tor"].conscious
    assert play["tor"].dying is None
    assert play["pell"].things["pell.rifle"].loaded == 4


@pytest.mark.rule("TK-EX-3")
def test_the_first_enemy_in_this_room_within_reach() -> None:
    play = Play(newcomer("hanna", side="a"), newcomer("bruno", side="b", at=(3, 0)), asks={"hanna": ("hold_back",)})
    play.round(
        {"bruno": toward("hanna")},
        bruno=attack("hanna", "nightstick"),
        hanna=defer("hatchet", "enters_reach", "present_enemies"),
    )
    assert play.fight.phase == "between", "hanna has no choice: 12 is below 13"
    assert play.steps("bruno") == [10, 7]
    assert play.at("bruno") == (1, 0)
    struck = [(tick, event.combatant) for tick, event in play.log if isinstance(event, Struck)]
    assert struck == [(7, "hanna"), (7, "bruno")]
    assert play.strikes("hanna") == [(7, 6)]
    assert play.wounds("bruno") == [(7, 6)]
    assert play.strikes("bruno") == [(7, 5)]
    assert play.wounds("hanna") == [(7, 2)]
    armour = play["bruno"].armour
    assert armour is not None
    assert (armour.against("ranged"), armour.against("melee")) == (2, 0)
    assert (play["bruno"].wounds, play["hanna"].wounds) == (6, 2)


@pytest.mark.rule("TK-EX-3")
def test_present_enemies_become_a_list() -> None:
    play = Play(newcomer("hanna", side="a"), newcomer("bruno", side="b", at=(3, 0)), newcomer("lena", side="a"))
    play.round(bruno=EVADE, hanna=defer("hatchet", "enters_reach", "present_enemies"))
    declared = play["hanna"].turn.declared
    assert declared is not None
    assert declared.condition is not None
    assert declared.condition.listed == ("bruno",)


@pytest.mark.rule("TK-EX-4")
def test_a_condition_that_is_not_simple() -> None:
    play = door()
    said = "the first newcomer who is an enemy"
    play.round(pell=defer("rifle", "narrated", "newcomers", text=said))
    assert play.asked("judge_condition") == {"combatant": "pell", "text": said, "who": "newcomers"}
    play.refused(ask.Count(), "TK-DECL-15")
    play.send(ask.JudgeCondition(simple=False))
    play.spec.then(DeclarationVoided).asks("declare", "pell")
    assert (play.fight.phase, play.fight.tick) == ("declaration", 13)
    assert play["pell"].turn.declared is None
    play.send(declare("pell", **defer("rifle", "enters_sight", "newcomers"))).end()
    assert play.ticks(Struck, "pell") == []


@pytest.mark.rule("TK-EX-4")
def test_to_tell_apart_those_present_is_simple() -> None:
    play = door().round(pell=defer("rifle", "enters_sight", "present_enemies"))
    assert play.fight.phase == "between", "nobody is asked to judge it"


@pytest.mark.rule("TK-EX-5")
def test_a_lock_and_a_flower() -> None:
    spec = calm(
        newcomer("wren", statistics={"dexterity": 12}, skills={"lockpicking": 3}),
        newcomer("fern", statistics={"intellect": 9}, skills={"botany": 2}, luck=1),
    )
    assert verdict(spec, call("wren", "dexterity", "lockpicking", "moderate")) == (36, True)
    assert verdict(spec, call("fern", "intellect", "botany", "basic")) == (18, False)
    assert verdict(spec, call("fern", "intellect", "botany", "basic"), luck=1) == (27, True)
    assert spec.fight.people["fern"].luck == 0


@pytest.mark.rule("TK-EX-6")
def test_dying_but_awake_and_fighting() -> None:
    play = Play(newcomer("wren", WIL=14, RES=9, wounds=8), newcomer("lena", at=(1, 0)))
    play.send(ask.StartRound(), ask.Wound(combatant="wren", wounds=3)).declare_on().end()
    wren = play["wren"]
    assert (wren.wounds, wren.conscious, wren.dying) == (11, True, 10)
    assert play.ticks(FellUnconscious, "wren") == []
    play.round(
        {"wren": going((0, 1), (0, 2))},
        wren=attack("lena", "unarmed"),
        lena={"action": "other", "kind": "first_aid", "whom": "wren"},
    )
    assert play.fight.tick == 11
    play.send(act("lena", deed=True)).end()
    assert play.steps("wren") == [10, 7], "it does what it has declared"
    fact = next(event for _, event in play.log if isinstance(event, Tested))
    assert (fact.total, fact.difficulty, fact.success) == (48, 20, True)
    assert play.ticks(Stabilised, "wren") == [11]
    wren = play["wren"]
    assert (wren.dying, wren.stabilised, wren.wounds) == (None, True, 11)
    assert play.fight.clock == 20
    assert len(play.ticks(BeganDying, "wren")) == 1


@pytest.mark.rule("TK-EX-7")
def test_small_actions_while_evading() -> None:
    play = Play("sable", newcomer("other", QUI=5))
    play.round(sable=EVADE)
    assert (play.fight.phase, play.fight.tick) == ("resolution", 20)
    play.refused(act("sable", strike=True), "TK-EVADE-4")
    play.send(act("sable", step=(1, 0), deed={"kind": "draw", "item": "knife"}))
    facts = [type(event) for tick, event in play.log if tick == 20]
    assert facts.index(Stepped) < facts.index(Drew)
    assert play["sable"].things["sable.knife"].ready
    assert play.fight.tick == 19
    play.refused(act("sable", strike=True), "TK-EVADE-4")
    play.send(act("sable", step=(2, 0), deed={"kind": "narrated", "text": "opens the door"}))
    done = [(tick, event.kind, event.text) for tick, event in play.log if isinstance(event, DeedDone)]
    assert done == [(20, "draw", ""), (19, "narrated", "opens the door")]
    assert play.fight.tick == 18
    play.refused(act("sable", strike=True), "TK-EVADE-4")
    play.send(ask.MakePlan.model_validate({"actor": "sable", "steps": "path", "path": east(3, 20)}))
    assert play.fight.phase == "between"
    assert play.steps("sable") == list(range(20, 0, -1))
    assert play.at("sable") == (20, 0)
    assert {thing.key for thing in play["sable"].things.values() if thing.ready} == {"pistol", "knife"}
    assert play["sable"].hands_full == 2
    assert play.strikes("sable") == []


def east(first: int, last: int) -> list[dict[str, int]]:
    return [{"x": x, "y": 0} for x in range(first, last + 1)]


def kit_and_foe(**foe: int) -> Play:
    """Kit draws quickly and strikes at foe on the tick of the draw."""
    strong = {"STR": 13, "DEX": 8, "QUI": 8, "WIL": 14, "RES": 12, **foe}
    play = Play(
        newcomer("kit", DEX=12, QUI=15, skills={"melee": 2}, luck=3, things=CARRIED_SWORD),
        newcomer("foe", **strong, skills={"melee": 2}, things=({"key": "knife"},), at=(2, 0)),
    )
    play.round(kit=attack("foe", "sword", "quick_draw_melee", "accurate_strike", requirements=1, extra=1))
    assert play["kit"].luck == 1
    play.until(10)
    assert play.ticks(Drew, "kit") == [10]
    return play


@pytest.mark.rule("TK-EX-8")
def test_a_luck_point_serves_one_purpose() -> None:
    play = kit_and_foe().send(act("kit", strike=True)).end()
    assert play.tests("kit") == [(24, 26, False)]
    assert play.strikes("kit") == [(10, 0)]
    assert (play["foe"].wounds, play["kit"].luck) == (0, 1)


@pytest.mark.rule("TK-EX-8")
def test_another_point_raises_the_test_and_not_the_damage() -> None:
    play = kit_and_foe().send(act("kit", strike={"luck": {"accurate_strike": 1}})).end()
    assert play.tests("kit") == [(36, 26, True)]
    assert (play["foe"].wounds, play["kit"].luck) == (8, 0)


@pytest.mark.rule("TK-EX-8")
def test_a_weaker_foe_is_hit_with_the_plain_skill() -> None:
    play = kit_and_foe(STR=10).send(act("kit", strike=True)).end()
    assert play.tests("kit") == [(24, 20, True)]
    assert play["foe"].wounds == 8


@pytest.mark.rule("TK-EX-9")
@pytest.mark.parametrize(
    ("dexterity", "level", "difficulty", "total", "success"),
    [
        (10, 0, "easy", 5, True),
        (10, 0, "basic", 5, False),
        (9, 0, "easy", 4, False),
        (10, 2, "basic", 20, True),
        (10, 3, "moderate", 30, False),
        (10, 5, "difficult", 50, True),
        (14, 5, "extreme", 70, True),
        (18, 5, "impossible", 90, True),
        (17, 5, "impossible", 85, False),
    ],
)
def test_the_ladder_and_the_half(dexterity: int, level: int, difficulty: str, total: int, success: bool) -> None:
    spec = calm(newcomer("wren", DEX=dexterity, skills={"climbing": level}))
    assert verdict(spec, call("wren", "dexterity", "climbing", difficulty)) == (total, success)


@pytest.mark.rule("TK-EX-9")
def test_a_half_that_is_rounded_up() -> None:
    spec = calm(newcomer("wren", DEX=9), fractions="up")
    assert verdict(spec, call("wren", "dexterity", "climbing", "easy")) == (5, True)


@pytest.mark.rule("TK-EX-9")
@pytest.mark.parametrize(("willpower", "success"), [(13, True), (12, False)])
def test_a_statistic_alone(willpower: int, success: bool) -> None:
    spec = calm(newcomer("wren", WIL=willpower))
    assert verdict(spec, call("wren", "willpower", None, 13)) == (willpower, success)


@pytest.mark.rule("TK-EX-10")
def test_luck_beyond_five() -> None:
    spec = calm("pell")
    assert verdict(spec, call("pell", "dexterity", "longarm", 90)) == (75, False)
    assert verdict(spec, call("pell", "dexterity", "longarm", 90), luck=1) == (90, True)
    assert spec.fight.people["pell"].luck == 0


@pytest.mark.rule("TK-EX-10")
@pytest.mark.parametrize(("luck", "total"), [(0, 4), (1, 9), (2, 18)])
def test_luck_from_nothing(luck: int, total: int) -> None:
    assert verdict(calm("sable"), call("sable", "strength", "melee", 1), luck)[0] == total


@pytest.mark.rule("TK-EX-10")
def test_where_luck_cannot_go() -> None:
    spec = calm("sable")
    spec.when(call("sable", "willpower", None, 13)).then()
    spec.when(ask.Commit(actor="sable", luck=1)).refused("TK-LUCK-4")
    spec.when(ask.Commit(actor="sable")).then()
    spec.when(call("sable", "strength", "melee", 13)).then()
    spec.when(ask.Commit(actor="sable", luck=4)).refused("TK-LUCK-7")
    assert spec.fight.people["sable"].luck == 3


@pytest.mark.rule("TK-EX-11")
@pytest.mark.parametrize(
    ("level", "role_play", "luck", "in_effect", "total"),
    [(3, False, 0, 3, 30), (3, True, 0, 4, 40), (5, True, 0, 5, 50), (5, True, 1, 6, 60), (0, True, 0, 1, 10)],
)
def test_role_play(level: int, role_play: bool, luck: int, in_effect: int, total: int) -> None:
    spec = calm(newcomer("wren", skills={"lockpicking": level}, luck=1))
    test = call("wren", "dexterity", "lockpicking", "moderate", role_play=role_play)
    assert verdict(spec, test, luck) == (total, total >= 35)
    assert next(event for event in spec.events if isinstance(event, Totalled)).level == in_effect


@pytest.mark.rule("TK-EX-11")
def test_without_role_play_and_skill_half_the_statistic_counts() -> None:
    assert verdict(calm(newcomer("wren")), call("wren", "dexterity", "lockpicking", "moderate")) == (5, False)


@pytest.mark.rule("TK-EX-12")
def test_helpers() -> None:
    spec = calm(
        newcomer("wren", skills={"lockpicking": 3}, luck=1),
        newcomer("ash", DEX=13, skills={"lockpicking": 1}),
        newcomer("birch"),
        newcomer("cedar", DEX=5, skills={"lockpicking": 2}),
    )
    test = call("wren", "dexterity", "lockpicking", 50, helpers=("ash", "birch", "cedar"))
    for helper, added in (("ash", 6), ("birch", 3), ("cedar", 2)):
        alone = call("wren", "dexterity", "lockpicking", 50, helpers=(helper,))
        assert verdict(spec, alone) == (30 + added, False)
    assert verdict(spec, test) == (41, False)
    assert verdict(spec, test, luck=1) == (51, True)


def contest(defender: str) -> ask.CallContest:
    parties = (
        {"combatant": "ash", "statistic": "strength", "skill": "athletics"},
        {"combatant": "birch", "statistic": "dexterity", "skill": "acrobatics"},
    )
    return ask.CallContest.model_validate({"parties": parties, "defender": defender})


def contenders() -> Specification:
    return calm(
        newcomer("ash", STR=12, skills={"athletics": 3}, luck=1),
        newcomer("birch", DEX=9, skills={"acrobatics": 4}, luck=1),
    )


@pytest.mark.rule("TK-EX-13")
@pytest.mark.parametrize(("defender", "other"), [("birch", "ash"), ("ash", "birch")])
def test_a_tied_contest_is_the_defenders(defender: str, other: str) -> None:
    spec = contenders().when(contest(defender)).asks("commit", other)
    spec.when(ask.Commit(actor=other)).asks("commit", defender)
    spec.when(ask.Commit(actor=defender)).then(ContestDecided(defender, other, {other: 36, defender: 36}))


@pytest.mark.rule("TK-EX-13")
def test_both_spend_luck_on_a_contest() -> None:
    spec = contenders().when(contest("birch")).when(ask.Commit(actor="ash", luck=1))
    assert next(one.about for one in spec.fight.prompts if one.to == "birch")["totals"] == {"ash": 48}
    spec.when(ask.Commit(actor="birch", luck=1)).then(ContestDecided("ash", "birch", {"ash": 48, "birch": 45}))
    assert [spec.fight.people[name].luck for name in ("ash", "birch")] == [0, 0]


@pytest.mark.rule("TK-EX-14")
def test_a_hidden_difficulty() -> None:
    spec = calm(newcomer("wren", statistics={"intellect": 13}, skills={"ritual_magic": 4}))
    hidden = {"hidden": True, "hint": {"low": 50, "high": 70}}
    spec.when(call("wren", "intellect", "ritual_magic", 60, **hidden)).asks("commit", "wren")
    about = spec.fight.prompts[0].about
    assert about["hint"] == [50, 70]
    assert "difficulty" not in about
    spec.when(ask.Commit(actor="wren")).then()
    told = next(event for event in spec.events if isinstance(event, Tested))
    assert (told.total, told.success, told.difficulty) == (52, False, None)


@pytest.mark.rule("TK-EX-14")
def test_nobody_else_ever_sees_the_hidden_difficulty() -> None:
    play = Play(newcomer("wren", statistics={"intellect": 13}, skills={"ritual_magic": 4}), "other")
    hidden = {"hidden": True, "hint": {"low": 50, "high": 70}}
    shown = play.public(call("wren", "intellect", "ritual_magic", 60, **hidden))
    shown += play.public(ask.Commit(actor="wren"))
    assert "60" not in shown
    assert all(text in shown for text in ("[50,70]", "52", '"success":false'))


@pytest.mark.rule("TK-EX-14")
def test_a_hint_that_does_not_hold_the_difficulty() -> None:
    spec = calm(newcomer("wren", statistics={"intellect": 13}, skills={"ritual_magic": 4}))
    hidden = {"hidden": True, "hint": {"low": 61, "high": 70}}
    spec.when(call("wren", "intellect", "ritual_magic", 60, **hidden)).refused("TK-DIFF-9")
