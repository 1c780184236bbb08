"""Deeds that are tests of a skill, and those who help with them (TK-OTHER-7, TK-OTHER-8)."""

from typing import Any

import pytest

from domain.rulesets.ticks.chapters.declaring.free_actions import Drop, Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import Stabilised
from domain.rulesets.ticks.chapters.deeds.deeds import DeedDone
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallTest
from domain.rulesets.ticks.chapters.narrator.trials import Commit, SetDifficulty, Tested, Totalled
from tests.rules.ticks.builders import EVADE, MOVE, Play, ash_at_12, busy, other
from tests.rules.ticks.specification import act, declare, hold, newcomer

CLIMB = other("skill", statistic="dexterity", skill="climbing", text="up the wall")
HELP = other("help", whom="ash")


def climber(**sheet: Any) -> dict[str, Any]:
    return {"DEX": 13, "skills": {"climbing": 2}, **sheet}


def totals(play: Play) -> list[int]:
    return [event.total for _, event in play.log if isinstance(event, Totalled)]


def verdicts(play: Play, name: str = "ash") -> list[tuple[int, bool]]:
    """What somebody's tests came to, and whether they succeeded."""
    tested = [event for _, event in play.log if isinstance(event, Tested) and event.combatant == name]
    return [(event.total, event.success) for event in tested]


def committed(play: Play, luck: int = 0, name: str = "ash", difficulty: int | str = "moderate") -> Play:
    """The narrator says how hard it is, and then luck is committed."""
    play.answer("narrator", "set_difficulty", difficulty)
    return play.answer(name, "commit", luck)


@pytest.mark.rule("TK-OTHER-7", "TK-RUL-57")
def test_when_it_is_done_the_narrator_says_how_hard_it_is_and_then_luck_is_given() -> None:
    play = busy(CLIMB, **climber(luck=2)).until(9)
    assert [prompt.kind for prompt in play.fight.prompts] == ["act", "act"], "nobody was asked when it was declared"
    play.send(act("ash", deed=True), hold("sable", 8))
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("set_difficulty", "narrator")]
    assert play.asked("set_difficulty") == {
        "combatant": "ash",
        "what": "up the wall",
        "skill": "climbing",
        "for": "deed",
    }
    play.send(SetDifficulty(difficulty="moderate"))
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("commit", "ash")]
    assert play.asked("commit")["difficulty"] == 35
    play.refused(Commit(actor="ash", luck=3), "TK-LUCK-7").send(Commit(actor="ash", luck=1))
    assert (verdicts(play), play["ash"].luck) == ([(39, True)], 1)
    assert (play.ticks(DeedDone, "ash"), play["ash"].turn.deed_done) == ([9], True)


@pytest.mark.rule("TK-OTHER-7")
@pytest.mark.parametrize(
    ("level", "luck", "difficulty", "total", "success"),
    [(2, 0, 26, 26, True), (2, 0, 27, 26, False), (0, 0, 6, 6, True), (0, 0, 7, 6, False), (0, 2, 27, 26, False)],
)
def test_it_is_a_test_of_the_skill(level: int, luck: int, difficulty: int, total: int, success: bool) -> None:
    skills = {"climbing": level} if level else {}
    play = busy(CLIMB, **climber(luck=luck, skills=skills)).until(12).send(act("ash", deed=True), hold("sable", 11))
    assert verdicts(committed(play, luck, difficulty=difficulty)) == [(total, success)]


@pytest.mark.rule("TK-OTHER-7")
def test_luck_is_asked_for_where_there_is_none() -> None:
    play = busy(CLIMB, **climber()).until(12).send(act("ash", deed=True), hold("sable", 11))
    play.send(SetDifficulty(difficulty=27))
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("commit", "ash")]


@pytest.mark.rule("TK-OTHER-7")
def test_no_luck_goes_with_the_deed_itself() -> None:
    play = busy(CLIMB, **climber(luck=2)).until(12)
    play.refused(act("ash", deed={"luck": 1}), "TK-OTHER-2", "command.deed.luck")


def about_to_declare(*, first: tuple[Any, ...] = ()) -> Play:
    """Ash, among people with things that have skills of their own."""
    whip = {"key": "whip", "name": "whip", "kind": "melee", "base": 1, "skill": "whips", "reach": 3, "hands": 1}
    buckler = {"key": "buckler", "name": "buckler", "kind": "shield", "skill": "bucklers", "hands": 1}
    birch = newcomer("birch", things=[whip, {**buckler, "place": "carried"}])
    return Play(ash_at_12(DEX=13), birch, "sable").send(*first, StartRound()).declare_on(12)


@pytest.mark.rule("TK-OTHER-7")
@pytest.mark.parametrize("skill", ["evade", "thrown", "unarmed", "melee", "handgun", "longarm", "archery", "whips"])
def test_skills_for_combat_are_none_of_it(skill: str) -> None:
    play = about_to_declare()
    play.refused(declare("ash", **{**CLIMB, "skill": skill}), "TK-OTHER-7", "command.skill")


@pytest.mark.rule("TK-OTHER-7")
def test_nor_is_that_of_a_weapon_that_lies_there() -> None:
    play = about_to_declare(first=(Drop(actor="birch", item="whip"),))
    play.refused(declare("ash", **{**CLIMB, "skill": "whips"}), "TK-OTHER-7", "command.skill")


@pytest.mark.rule("TK-OTHER-7")
@pytest.mark.parametrize("skill", ["climbing", "medicine", "bucklers"])
def test_every_other_skill_will_do(skill: str) -> None:
    about_to_declare().send(declare("ash", **{**CLIMB, "skill": skill}))


@pytest.mark.rule("TK-OTHER-7")
def test_it_takes_a_statistic_that_one_has() -> None:
    about_to_declare().refused(declare("ash", **{**CLIMB, "statistic": "intellect"}), "TK-TEST-8", "command.statistic")


@pytest.mark.rule("TK-OTHER-7")
def test_two_of_one_stage_follow_each_other_in_the_order_of_joining() -> None:
    birch = newcomer("birch", QUI=15, DEX=17, skills={"climbing": 1})
    play = Play(ash_at_12(**climber()), birch).round(ash=CLIMB, birch=CLIMB).until(12)
    play.send(act("birch", deed=True), act("ash", deed=True))
    for name in ("ash", "birch"):
        assert [prompt.kind for prompt in play.fight.prompts] == ["set_difficulty"]
        assert play.asked("set_difficulty")["combatant"] == name
        play.send(SetDifficulty(difficulty=20))
        assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("commit", name)]
        play.send(Commit(actor=name))
    assert (verdicts(play), verdicts(play, "birch")) == ([(26, True)], [(17, False)])


@pytest.mark.rule("TK-OTHER-7")
@pytest.mark.parametrize(("awarded", "total"), [(True, 39), (False, 26)])
def test_the_award_counts_for_it(awarded: bool, total: int) -> None:
    play = busy(CLIMB, **climber(), first=(Award(combatant="ash"),) if awarded else ())
    play.until(12).send(act("ash", deed=True), hold("sable", 11))
    assert verdicts(committed(play)) == [(total, total >= 35)]
    assert not play["ash"].awarded


# Those who help


HELPERS: tuple[tuple[dict[str, Any], int], ...] = (
    ({"DEX": 17, "skills": {"climbing": 1}}, 8),
    ({"DEX": 17}, 3),
    ({"DEX": 4, "skills": {"climbing": 5}}, 2),
)


def helped(*doing: dict[str, Any], sheets: tuple[dict[str, Any], ...] = ()) -> Play:
    """Ash climbs on tick 12; the helpers, of whatever quickness and wherever, have declared this."""
    names = ("first", "second", "third")[: len(doing)]
    sheets = sheets or tuple([sheet for sheet, _ in HELPERS])
    joins = [newcomer(name, **sheet) for name, sheet in zip(names, sheets, strict=False)]
    play = Play(ash_at_12(**climber()), *joins).round(ash=CLIMB, **dict(zip(names, doing, strict=True)))
    play.until(12).send(act("ash", deed=True))
    return play.send(*[hold(one.to) for one in play.fight.prompts if one.kind == "act" and one.to != "ash"])


@pytest.mark.rule("TK-OTHER-7", "TK-OTHER-8")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_who_have_declared_to_help_add_to_it(count: int) -> None:
    play = committed(helped(*[HELP] * count))
    assert totals(play) == [26 + sum(added for _, added in HELPERS[:count])]


@pytest.mark.rule("TK-OTHER-8")
@pytest.mark.parametrize("declared", [MOVE, other("help", whom="third"), other("nothing"), EVADE])
def test_who_has_declared_something_else_does_not(declared: dict[str, Any]) -> None:
    play = helped(HELP, declared, other("nothing"), sheets=({"QUI": 9}, {"QUI": 9, "DEX": 17}, {"QUI": 9}))
    assert totals(committed(play)) == [29]


@pytest.mark.rule("TK-OTHER-8")
@pytest.mark.parametrize(
    "sheet", [{"QUI": 1}, {"QUI": 30}, {"at": (90, 90)}, {"prone": True}, {"side": "red"}, {"wounds": 11}]
)
def test_whatever_the_start_and_the_distance(sheet: dict[str, Any]) -> None:
    assert totals(committed(helped(HELP, sheets=(sheet,)))) == [29]


@pytest.mark.rule("TK-OTHER-8")
@pytest.mark.parametrize(("faints", "total"), [(True, 26), (False, 29)])
def test_who_falls_unconscious_helps_no_more(faints: bool, total: int) -> None:
    play = Play(ash_at_12(**climber()), "birch").round(ash=CLIMB, birch=HELP).until(9)
    play.send(*([Faint(actor="birch")] if faints else []), act("ash", deed=True))
    assert totals(committed(play)) == [total]


@pytest.mark.rule("TK-OTHER-8")
def test_help_is_for_one_round_and_for_any_number_of_tests_of_it() -> None:
    play = Play(ash_at_12(**climber()), "birch").round(ash=CLIMB, birch=HELP)
    play.send(CallTest(combatant="ash", statistic="dexterity", skill="climbing", difficulty=5, helpers=("birch",)))
    play.send(Commit(actor="ash"), act("ash", deed=True))
    assert totals(committed(play.end() if play.fight.phase != "resolution" else play)) == [29, 29]
    play.end().round(ash=CLIMB).send(act("ash", deed=True))
    assert totals(committed(play)) == [29, 29, 26]


@pytest.mark.rule("TK-OTHER-8")
@pytest.mark.parametrize("helps", [True, False])
def test_it_helps_with_first_aid_too(helps: bool) -> None:
    lena, bruno = newcomer("lena", at=(0, 1)), newcomer("bruno", wounds=17)
    play = Play(lena, bruno, "hanna").round(
        lena=other("first_aid", whom="bruno"), hanna=other("help", whom="lena") if helps else other("nothing")
    )
    play.until(11).send(act("lena", deed=True))
    assert verdicts(play, "lena") == [(51, True) if helps else (48, False)]
    assert len([event for _, event in play.log if isinstance(event, Stabilised)]) == helps


@pytest.mark.rule("TK-OTHER-8")
@pytest.mark.parametrize(("whom", "rule", "code"), [("ash", "TK-HELP-5", "refused"), ("nobody", None, "invalid")])
def test_one_helps_somebody_else(whom: str, rule: str | None, code: str) -> None:
    play = about_to_declare()
    play.spec.when(declare("ash", **other("help", whom=whom))).refused(rule, code)
    assert play.spec.refusal is not None
    assert play.spec.refusal.field == "command.whom"
