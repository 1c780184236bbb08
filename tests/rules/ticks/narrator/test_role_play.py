"""Role-play: one level of skill, by the call or by a mark, and what uses the mark up."""

from typing import Any

import pytest

from domain.core.commands import Command, Join
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.care import FirstAid
from domain.rulesets.ticks.chapters.narrator.calls import Award, Awarded
from domain.rulesets.ticks.chapters.narrator.trials import AwardUsed, Commit, SetDifficulty, Tested, Totalled
from domain.rulesets.ticks.chapters.strikes.strikes import ManoeuvreTested
from tests.rules.ticks.builders import (
    STRIKING,
    Play,
    attack,
    call,
    calm_encounter,
    contest,
    level_of,
    outcome,
    party,
    verdict,
)
from tests.rules.ticks.specification import Specification, act, newcomer

AWARD = Award(combatant="wren")
CLIMB = call("wren", "dexterity", "climbing", 30)
CONTEST = contest(party("wren", "dexterity", "climbing"), party("ash", "dexterity"))


def climber(level: int = 3) -> Join:
    return newcomer("wren", DEX=9, skills={"climbing": level, "medicine": 1}, luck=1)


def marked(level: int = 3) -> Specification:
    """Wren, marked by an award, and Ash."""
    return calm_encounter(climber(level), "ash").given(AWARD)


@pytest.mark.rule("TK-ROLE-1")
def test_the_narrator_gives_one_level_for_one_test() -> None:
    spec = calm_encounter(climber(), "ash")
    assert verdict(spec, CLIMB) == (27, False)
    assert verdict(spec, call("wren", "dexterity", "climbing", 30, role_play=True)) == (36, True)
    assert verdict(spec, CLIMB) == (27, False)


@pytest.mark.rule("TK-ROLE-1")
def test_in_a_contest_too_to_each_side_for_itself() -> None:
    spec = calm_encounter(climber(), newcomer("ash", skills={"climbing": 1}))
    sides = {name: party(name, "dexterity", "climbing") for name in ("wren", "ash")}
    raised = {name: {**side, "role_play": True} for name, side in sides.items()}
    assert outcome(spec, contest(raised["wren"], sides["ash"]))[1] == {"wren": 36, "ash": 10}
    assert outcome(spec, contest(sides["wren"], raised["ash"]))[1] == {"wren": 27, "ash": 20}
    assert outcome(spec, contest(sides["wren"], sides["ash"]))[1] == {"wren": 27, "ash": 10}


@pytest.mark.rule("TK-ROLE-1", "TK-ROLE-5")
def test_by_award_as_well_and_for_whom_it_is_given() -> None:
    spec = (
        calm_encounter(climber(), newcomer("ash", skills={"climbing": 1})).when(AWARD).then(Awarded(combatant="wren"))
    )
    assert [spec.fight.people[name].awarded for name in ("wren", "ash")] == [True, False]
    assert level_of(spec, call("ash", "dexterity", "climbing", 30)) == 1
    assert level_of(spec, CLIMB) == 4
    calm_encounter(climber()).when(AWARD, speaker=Speaker("player", ("wren",))).refused(None, "not_yours")


@pytest.mark.rule("TK-ROLE-2")
def test_a_mark_and_the_call_together_are_one_level() -> None:
    spec = marked()
    assert level_of(spec, call("wren", "dexterity", "climbing", 30, role_play=True)) == 4
    assert spec.fight.people["wren"].awarded, "the call has a level of its own, and the mark stays"
    assert level_of(spec, CLIMB) == 4


@pytest.mark.rule("TK-ROLE-2", "TK-ROLE-5")
def test_a_second_mark_changes_nothing() -> None:
    spec = marked().given(AWARD)
    assert [level_of(spec, CLIMB) for _ in range(3)] == [4, 3, 3]


@pytest.mark.rule("TK-ROLE-3")
@pytest.mark.parametrize(("level", "luck", "in_effect"), [(4, 0, 5), (5, 0, 5), (5, 1, 6), (4, 1, 6), (3, 1, 5)])
def test_it_does_not_lift_a_skill_above_5_and_comes_before_luck(level: int, luck: int, in_effect: int) -> None:
    role_played = call("wren", "dexterity", "climbing", 30, role_play=True)
    assert level_of(calm_encounter(climber(level)), role_played, luck) == in_effect
    assert level_of(marked(level), CLIMB, luck) == in_effect


@pytest.mark.rule("TK-ROLE-4")
def test_from_0_it_gives_level_1() -> None:
    spec = marked(0)
    assert verdict(spec, CLIMB) == (9, False)
    assert verdict(spec, call("wren", "dexterity", "climbing", 9, role_play=True)) == (9, True)
    assert verdict(spec, CLIMB) == (4, False)


@pytest.mark.rule("TK-ROLE-4")
def test_it_is_refused_where_there_is_no_skill() -> None:
    spec = calm_encounter(climber(), "ash")
    alone = call("wren", "dexterity", None, 9, role_play=True)
    sides = contest(party("wren", "dexterity", "climbing"), party("ash", "dexterity", role_play=True))
    for command, field in ((alone, "command.role_play"), (sides, "command.parties[1].role_play")):
        spec.when(command).refused("TK-ROLE-4")
        assert spec.refusal is not None
        assert spec.refusal.field == field


# The mark


@pytest.mark.rule("TK-ROLE-5")
@pytest.mark.parametrize("level", [3, 5])
def test_a_called_test_with_a_skill_uses_the_mark_up(level: int) -> None:
    spec = marked(level).when(CLIMB)
    assert spec.fight.prompts[0].about["role_play"] is True
    spec.when(Commit(actor="wren")).then(AwardUsed(combatant="wren"))
    assert not spec.fight.people["wren"].awarded
    spec.when(CLIMB)
    assert spec.fight.prompts[0].about["role_play"] is False


@pytest.mark.rule("TK-ROLE-5")
def test_a_called_contest_with_a_skill_uses_it_up() -> None:
    spec = marked()
    assert outcome(spec, CONTEST)[1] == {"wren": 36, "ash": 10}
    assert not spec.fight.people["wren"].awarded
    assert outcome(spec, CONTEST)[1] == {"wren": 27, "ash": 10}


@pytest.mark.rule("TK-ROLE-5")
def test_a_call_with_role_play_of_its_own_does_not() -> None:
    spec = marked()
    raised = contest(party("wren", "dexterity", "climbing", role_play=True), party("ash", "dexterity"))
    assert outcome(spec, raised)[1]["wren"] == 36
    assert spec.fight.people["wren"].awarded
    assert outcome(spec, CONTEST)[1]["wren"] == 36


@pytest.mark.rule("TK-ROLE-5", "TK-ROLE-4")
def test_a_test_without_a_skill_leaves_the_mark_alone() -> None:
    spec = marked()
    assert verdict(spec, call("wren", "dexterity", None, 9)) == (9, True)
    sides = contest(party("wren", "willpower"), party("ash", "dexterity"))
    assert outcome(spec, sides)[1] == {"wren": 12, "ash": 10}
    assert spec.fight.people["wren"].awarded
    assert level_of(spec, CLIMB) == 4


@pytest.mark.rule("TK-ROLE-5")
def test_first_aid_outside_rounds_uses_it_up() -> None:
    spec = calm_encounter(climber(), newcomer("ash", wounds=11)).given(AWARD)
    spec.when(FirstAid(actor="wren", patient="ash")).then(
        Totalled(combatant="wren", statistic="dexterity", skill="medicine", level=2, total=18)
    )
    assert not spec.fight.people["wren"].awarded


def levels(play: Play) -> list[int]:
    """The levels that have counted in tests so far."""
    return [event.level for _, event in play.log if isinstance(event, Totalled)]


@pytest.mark.rule("TK-ROLE-5")
@pytest.mark.parametrize(
    ("details", "in_effect"),
    [
        ({"kind": "first_aid", "whom": "ash"}, 2),
        ({"kind": "skill", "statistic": "dexterity", "skill": "climbing"}, 4),
    ],
)
def test_a_deed_that_is_tested_uses_it_up(details: dict[str, Any], in_effect: int) -> None:
    play = Play(climber(), newcomer("ash", wounds=11)).send(AWARD)
    play.round(wren={"action": "other", **details}).send(act("wren", deed=True))
    if details["kind"] == "skill":
        play.send(SetDifficulty(difficulty=30)).send(Commit(actor="wren"))
    assert levels(play) == [in_effect]
    assert not play["wren"].awarded


@pytest.mark.rule("TK-ROLE-5", "TK-OPP-6")
def test_a_manoeuvre_never_uses_it() -> None:
    ash = newcomer("ash", skills={"unarmed": 1}, at=(1, 0))
    play = Play(newcomer("wren", skills={"unarmed": 3}), ash).send(AWARD, Award(combatant="ash"))
    play.round({"wren": STRIKING}, wren=attack("ash", "unarmed", "trip"))
    assert play.tests("wren") == [(30, 10, True)]
    assert play["wren"].awarded
    assert play["ash"].awarded


@pytest.mark.rule("TK-ROLE-5")
def test_nor_does_a_trick_shot() -> None:
    play = Play(newcomer("wren", skills={"handgun": 3}, things=({"key": "pistol"},)), "ash").send(AWARD)
    trick = {"action": "attack", "weapon": "pistol", "manoeuvres": ("trick_shot",), "trick": "shoot out the lamp"}
    play.round({"wren": STRIKING}, wren=trick)
    play.send(SetDifficulty(difficulty=40)).declare_on()
    tested = next(event for _, event in play.log if isinstance(event, ManoeuvreTested))
    assert (tested.total, tested.against, tested.success) == (30, 40, False)
    assert play["wren"].awarded


@pytest.mark.rule("TK-ROLE-5")
def test_the_mark_outlasts_rounds_and_ends_with_combat() -> None:
    def climbs(*between: Command) -> list[int]:
        play = Play(climber(), "ash").send(AWARD).round().end().send(*between)
        return levels(play.send(CLIMB, Commit(actor="wren")))

    assert climbs() == climbs(StartRound()) == [4]
    assert climbs(EndCombat()) == [3]


@pytest.mark.rule("TK-ROLE-5")
def test_a_mark_that_is_given_again_counts_again() -> None:
    spec = marked()
    assert [level_of(spec, CLIMB), level_of(spec.given(AWARD), CLIMB)] == [4, 4]
    assert len([event for event in spec.events if isinstance(event, Tested)]) == 1
