"""Help: what helpers add, who may help, and what it takes in a round."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallTest
from domain.rulesets.ticks.chapters.narrator.trials import Commit, SetDifficulty, Tested, Totalled
from tests.rules.ticks.builders import MOVE, NOTHING, Play, call, calm_encounter, contest, party, verdict
from tests.rules.ticks.specification import Specification, act, declare, newcomer

WREN = newcomer("wren", DEX=9, STR=7, skills={"climbing": 3, "medicine": 2}, luck=1)


def climb(*helpers: str, statistic: str = "dexterity", skill: str | None = "climbing", **terms: Any) -> CallTest:
    return call("wren", statistic, skill, 30, helpers=helpers, **terms)


def help_of(*helpers: Join, statistic: str = "dexterity") -> int:
    """What these add to a climb."""
    spec = calm_encounter(WREN, *helpers)
    verdict(spec, climb(*[str(one.id) for one in helpers], statistic=statistic))
    return next(event.help for event in spec.events if isinstance(event, Totalled))


def skilled(name: str = "ash", level: int = 1, **changes: Any) -> Join:
    return newcomer(name, skills={"climbing": level}, **changes)


def refused_at(spec: Specification, rule: str, field: str) -> None:
    """The last command is refused by this rule for this field."""
    spec.refused(rule)
    assert spec.refusal is not None
    assert spec.refusal.field == field


@pytest.mark.rule("TK-HELP-1")
@pytest.mark.parametrize("level", [1, 4])
def test_a_skilled_helper_adds_half_of_its_own_statistic_of_the_test(level: int) -> None:
    ash = skilled(level=level, DEX=14, STR=18)
    assert help_of(ash) == 7
    assert help_of(ash, statistic="strength") == 9


@pytest.mark.rule("TK-HELP-1")
def test_each_half_is_rounded_for_itself() -> None:
    assert help_of(skilled("ash", DEX=13), skilled("birch", DEX=11)) == 6 + 5


@pytest.mark.rule("TK-HELP-1", "TK-HELP-2")
def test_a_skilled_helper_without_the_statistic_adds_3() -> None:
    wren = newcomer("wren", statistics={"intellect": 12}, skills={"climbing": 1})
    for statistics, added in (({"intellect": 16}, 8), ({}, 3)):
        spec = calm_encounter(wren, skilled(statistics=statistics))
        assert verdict(spec, climb("ash", statistic="intellect"))[0] == 12 + added


@pytest.mark.rule("TK-HELP-2")
@pytest.mark.parametrize("skills", [{}, {"climbing": 0}, {"singing": 5, "medicine": 5}])
def test_a_helper_without_the_skill_adds_3(skills: dict[str, int]) -> None:
    assert help_of(newcomer("ash", DEX=18, skills=skills)) == 3


@pytest.mark.rule("TK-HELP-3", "TK-RUL-6")
@pytest.mark.parametrize(("luck", "total"), [(0, 9 * 3 + 5), (1, 9 * 4 + 5)])
def test_help_is_added_to_the_total_and_not_multiplied(luck: int, total: int) -> None:
    spec = calm_encounter(WREN, skilled())
    assert verdict(spec, climb("ash"), luck) == (total, True)
    fact = next(event for event in spec.events if isinstance(event, Totalled))
    assert (fact.help, fact.helpers, fact.total) == (5, ("ash",), total)


@pytest.mark.rule("TK-HELP-3")
def test_nor_halved_with_the_statistic_of_the_unskilled() -> None:
    assert verdict(calm_encounter(WREN, "ash"), climb("ash", skill="botany")) == (4 + 3, False)


@pytest.mark.rule("TK-HELP-4", "TK-RUL-6")
@pytest.mark.parametrize(("dexterity", "added"), [(5, 2), (4, 2), (2, 1), (1, 0), (6, 3), (7, 3), (8, 4)])
def test_the_half_counts_where_it_is_less_than_3_too(dexterity: int, added: int) -> None:
    assert help_of(skilled(DEX=dexterity)) == added


@pytest.mark.rule("TK-HELP-5")
def test_any_number_may_help() -> None:
    assert help_of(*[newcomer(f"friend{number}") for number in range(12)]) == 36


@pytest.mark.rule("TK-HELP-5")
def test_each_once_and_nobody_itself() -> None:
    spec = calm_encounter(WREN, "ash", "birch")
    refused_at(spec.when(climb("ash", "birch", "ash")), "TK-HELP-5", "command.helpers")
    refused_at(spec.when(climb("ash", "wren")), "TK-HELP-5", "command.helpers[1]")
    sides = (party("wren", "dexterity", "climbing"), party("ash", "dexterity", "climbing", helpers=("ash",)))
    refused_at(spec.when(contest(*sides)), "TK-HELP-5", "command.parties[1].helpers[0]")


@pytest.mark.rule("TK-HELP-5", "TK-RUL-6")
def test_helpers_are_the_narrators_to_name() -> None:
    spec = calm_encounter(WREN, newcomer("ash", wounds=11), "birch")
    helped = FirstAid(actor="wren", patient="ash", helpers=("birch",))
    refused_at(spec.when(helped, speaker=Speaker("player", ("wren", "birch"))), "TK-HELP-5", "command.helpers")
    spec.when(helped).then(Tested(combatant="wren", what="first aid", total=9 * 2 + 3, success=True, difficulty=10))


@pytest.mark.rule("TK-HELP-5")
def test_without_a_list_nobody_helps() -> None:
    assert verdict(calm_encounter(WREN, skilled()), climb()) == (27, False)


@pytest.mark.rule("TK-HELP-6")
def test_a_test_of_a_statistic_alone_cannot_be_helped() -> None:
    spec = calm_encounter(WREN, "ash")
    refused_at(spec.when(climb("ash", skill=None)), "TK-HELP-6", "command.helpers")
    sides = (party("wren", "dexterity", helpers=("ash",)), party("ash", "dexterity"))
    refused_at(spec.when(contest(*sides)), "TK-HELP-6", "command.parties[0].helpers")


@pytest.mark.rule("TK-HELP-7")
@pytest.mark.parametrize("state", [{"unconscious": "chosen"}, {"wounds": 12, "RES": 14}, {"dead": True}])
def test_a_helper_is_conscious(state: dict[str, Any]) -> None:
    spec = calm_encounter(WREN, "birch", newcomer("ash", **state))
    refused_at(spec.when(climb("birch", "ash")), "TK-HELP-7", "command.helpers[1]")


@pytest.mark.rule("TK-HELP-7")
def test_outside_a_round_no_more_is_needed() -> None:
    assert verdict(calm_encounter(WREN, newcomer("ash", at=(900, 900))), climb("ash"))[0] == 30
    play = Play(WREN, "ash")
    assert play.fight.phase == "between"
    play.send(climb("ash"), Commit(actor="wren"))
    assert totals(play) == [30]


def totals(play: Play) -> list[int]:
    return [event.total for _, event in play.log if isinstance(event, Totalled)]


HELP = {"action": "other", "kind": "help", "whom": "wren"}


@pytest.mark.rule("TK-HELP-7")
@pytest.mark.parametrize(
    ("declared", "helps"), [(HELP, True), ({**HELP, "whom": "birch"}, False), (NOTHING, False), (MOVE, False)]
)
def test_in_a_round_a_helper_has_declared_to_help_that_one(declared: dict[str, Any], helps: bool) -> None:
    play = Play(WREN, "ash", "birch").round(wren=MOVE, ash=declared)
    assert play.fight.phase == "resolution"
    if helps:
        play.send(climb("ash"), Commit(actor="wren"))
        assert totals(play) == [30]
    else:
        play.refused(climb("ash"), "TK-HELP-7")
        assert play.spec.refusal is not None
        assert play.spec.refusal.field == "command.helpers[0]"


@pytest.mark.rule("TK-HELP-7")
def test_before_it_is_declared_and_in_the_next_round_it_is_refused() -> None:
    play = Play(WREN, "ash").send(StartRound()).refused(climb("ash"), "TK-HELP-7")
    play.declared = {"wren": MOVE, "ash": HELP}
    play.declare_on().send(climb("ash"), Commit(actor="wren")).end()
    play.round(wren=MOVE).refused(climb("ash"), "TK-HELP-7").end()
    assert totals(play) == [30]


@pytest.mark.rule("TK-HELP-7")
def test_what_is_declared_counts_while_it_is_still_sealed() -> None:
    play = Play("ash", WREN).send(StartRound(), declare("ash", **HELP))
    assert (play.fight.phase, play["ash"].turn.revealed) == ("declaration", False)
    play.send(climb("ash"), Commit(actor="wren"))
    assert totals(play) == [30]


@pytest.mark.rule("TK-HELP-7")
@pytest.mark.parametrize("fainted", [False, True])
def test_in_a_round_only_the_conscious_help_with_a_deed(fainted: bool) -> None:
    """Only those who have declared it for Wren help: Ash with 5, and neither Birch nor Cedar."""
    deed = {"action": "other", "kind": "skill", "statistic": "dexterity", "skill": "climbing"}
    play = Play(WREN, skilled(), skilled("birch", DEX=16), skilled("cedar"))
    play.round(wren=deed, ash=HELP, birch={**HELP, "whom": "ash"}, cedar=MOVE)
    if fainted:
        play.send(Faint(actor="ash"))
    play.send(act("wren", deed=True), Count(), SetDifficulty(difficulty=30), Commit(actor="wren"))
    assert totals(play) == [27 if fainted else 32]


@pytest.mark.rule("TK-HELP-8")
def test_a_helper_spends_no_luck_and_gets_no_role_play() -> None:
    friend = skilled(luck=3, DEX=8)
    spec = calm_encounter(WREN, friend).given(Award(combatant="ash"))
    assert verdict(spec, climb("ash")) == (27 + 4, True)
    ash = spec.fight.people["ash"]
    assert (ash.luck, ash.awarded) == (3, True)
    spec.when(climb("ash")).when(Commit(actor="ash", luck=1)).refused("TK-TEST-8")


@pytest.mark.rule("TK-HELP-8", "TK-HELP-2")
def test_a_marked_helper_without_the_skill_adds_3() -> None:
    spec = calm_encounter(WREN, newcomer("ash", DEX=18, luck=3)).given(Award(combatant="ash"))
    assert verdict(spec, climb("ash"))[0] == 30


@pytest.mark.rule("TK-HELP-5")
def test_a_helper_that_nobody_knows() -> None:
    spec = calm_encounter(WREN).when(climb("nobody")).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.helpers[0]"
