"""Conditions in words: the narrator judges them under seal, and says who has met them (TK-DEFER-5, TK-DEFER-2)."""

from typing import Any

import pytest

from domain.core.commands import Open
from domain.core.events import Answered, Prompted
from domain.model.event import Event
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.declaring.count_up import DeclarationVoided, Declared, JudgeCondition
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import CallCombat, DrawIn, StartRound
from domain.rulesets.ticks.chapters.narrator.rulings import TriggerCondition
from domain.rulesets.ticks.chapters.strikes.conditions import ConditionMet
from events.projections.story import Story
from tests.recording import Recording
from tests.rules.ticks.builders import EVADE, Play, defer
from tests.rules.ticks.specification import combat, declare, newcomer

WHISTLES = "somebody whistles"


def waiting(who: str = "anyone", **fields: Any) -> dict[str, Any]:
    """Pell waits for something in words."""
    return {**defer("rifle", "narrated", who, text=WHISTLES), **fields}


def judged(simple: bool | None = True, who: str = "anyone", **condition: Any) -> Play:
    """Pell waits, Tor and Lena are in sight, and Sable, of whom nobody thinks, evades: every tick is open."""
    others = (newcomer("tor", at=(8, 0), side="red"), newcomer("lena", at=(9, 0), side="blue"))
    play = Play(newcomer("pell", luck=3, side="blue"), *others, newcomer("sable", at=(0, 9), side="red"))
    play.round(pell=waiting(who, **condition), sable=EVADE)
    if simple is not None:
        play.send(JudgeCondition(simple=simple))
    return play.declare_on() if simple else play


def trigger(by: str, at: int | None = None, deferrer: str = "pell") -> TriggerCondition:
    return TriggerCondition(deferrer=deferrer, by=by, at=at)


@pytest.mark.rule("TK-DEFER-5", "TK-RUL-28")
@pytest.mark.parametrize("who", ["anyone", "present_enemies", "present_others", "newcomers"])
def test_the_narrator_judges_a_condition_in_words(who: str) -> None:
    play = judged(None, who)
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("judge_condition", "narrator")]
    assert play.asked("judge_condition") == {"combatant": "pell", "text": WHISTLES, "who": who}
    play.refused(Count(), "TK-DECL-15").send(JudgeCondition(simple=True))
    assert play["pell"].turn.revealed
    assert play.ticks(DeclarationVoided, "pell") == []


@pytest.mark.rule("TK-DEFER-5", "TK-RUL-28")
@pytest.mark.parametrize("who", ["anyone", "present_enemies", "present_others", "newcomers"])
@pytest.mark.parametrize("event", ["enters_sight", "steps", "attacks", "fires", "draws"])
def test_what_the_vocabulary_says_is_simple(event: str, who: str) -> None:
    play = Play("pell", newcomer("tor", side="red"), "sable").send(StartRound()).declare_on(13)
    play.send(declare("pell", **defer("rifle", event, who)))
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"], "nobody is asked to judge it"
    assert play["pell"].turn.revealed


@pytest.mark.rule("TK-DEFER-5", "TK-RUL-28")
@pytest.mark.parametrize("who", ["enemies", "new_enemies", "friends", "new_friends"])
def test_friend_and_foe_among_newcomers_cannot_be_said(who: str) -> None:
    with pytest.raises(ValueError, match=r"condition\.who"):
        declare("pell", **defer("rifle", "enters_sight", who))


@pytest.mark.rule("TK-DEFER-5")
def test_what_is_not_simple_is_declared_anew_on_the_same_tick() -> None:
    play = judged(None, luck={"quickness": 2})
    assert play["pell"].luck == 1
    play.send(JudgeCondition(simple=False))
    assert play["pell"].luck == 3, "its luck is not spent"
    assert (play.fight.phase, play.fight.tick, play["pell"].turn.declared) == ("declaration", 13, None)
    assert [(prompt.kind, prompt.to) for prompt in play.fight.prompts] == [("declare", "pell")]
    play.send(declare("pell", **defer("rifle", "steps"))).declare_on()
    assert (play.ticks(Declared, "pell"), play["pell"].turn.revealed) == ([13, 13], True)
    assert [tick for tick, event in play.log if isinstance(event, DeclarationVoided)] == [13]


@pytest.mark.rule("TK-DEFER-5")
def test_it_may_be_put_in_words_again_and_is_judged_again() -> None:
    play = judged(False)
    play.send(declare("pell", **waiting("newcomers")))
    assert play.asked("judge_condition")["who"] == "newcomers"
    play.send(JudgeCondition(simple=False), declare("pell", "evade"))
    assert (play["pell"].turn.action, play["pell"].turn.revealed) == ("evade", True)


@pytest.mark.rule("TK-DEFER-5")
def test_others_of_the_tick_declare_meanwhile() -> None:
    joins = (newcomer("ash", QUI=13), newcomer("tor", at=(8, 0)), "sable")
    play = Play("pell", *joins).send(StartRound()).declare_on(13)
    play.send(declare("pell", **waiting()), declare("ash", "evade"))
    assert (play.fight.tick, play["ash"].turn.revealed) == (13, False)
    play.send(JudgeCondition(simple=False))
    assert not play["ash"].turn.revealed
    play.send(declare("pell", "evade"))
    assert (play["ash"].turn.revealed, play["pell"].turn.revealed) == (True, True)


@pytest.mark.rule("TK-DEFER-5")
def test_who_drops_out_is_judged_no_more() -> None:
    play = judged(None).send(Faint(actor="pell"))
    assert [prompt.to for prompt in play.fight.prompts] == ["sable"]


# Who has met it


@pytest.mark.rule("TK-DEFER-2")
def test_it_is_met_when_the_narrator_says_so() -> None:
    play = judged().until(9).send(trigger("tor"))
    assert (play.ticks(ConditionMet, "pell"), play.strikes("pell")) == ([9], [(9, 9)])
    assert play.wounds("tor") == [(9, 9)]


@pytest.mark.rule("TK-DEFER-2")
def test_or_on_the_tick_that_the_narrator_has_set() -> None:
    play = judged().until(9).send(trigger("lena", at=6)).until(7)
    assert play.strikes("pell") == []
    assert play.until(6).wounds("lena") == [(6, 9)]


@pytest.mark.rule("TK-DEFER-2")
@pytest.mark.parametrize("deferrer", ["tor", "sable"])
def test_nobody_else_waits_for_words(deferrer: str) -> None:
    judged().until(9).refused(trigger("lena", deferrer=deferrer), "TK-DEFER-2", "command.deferrer")


@pytest.mark.rule("TK-DEFER-2")
def test_a_condition_of_the_vocabulary_is_not_triggered() -> None:
    play = Play("pell", newcomer("tor", at=(8, 0)), "sable").round(pell=defer("rifle", "steps"), sable=EVADE)
    play.refused(trigger("tor"), "TK-DEFER-2", "command.deferrer")


@pytest.mark.rule("TK-DEFER-3")
@pytest.mark.parametrize(
    ("who", "listed", "by", "meets"),
    [
        ("anyone", (), "lena", True),
        ("present_enemies", (), "tor", True),
        ("present_enemies", (), "lena", False),
        ("present_others", (), "lena", True),
        ("newcomers", (), "tor", False),
        ("listed", ("lena",), "lena", True),
        ("listed", ("lena",), "tor", False),
    ],
)
def test_it_is_met_by_those_who_may(who: str, listed: tuple[str, ...], by: str, meets: bool) -> None:
    condition = {"event": "narrated", "who": who, "listed": listed, "text": WHISTLES}
    play = judged(True, condition=condition).until(9)
    if meets:
        assert play.send(trigger(by)).wounds(by) == [(9, 9)]
    else:
        play.refused(trigger(by), "TK-DEFER-3", "command.by")


@pytest.mark.rule("TK-DEFER-4")
def test_nobody_meets_its_own_condition_nor_does_who_takes_no_part() -> None:
    play = judged().until(9)
    play.refused(trigger("pell"), "TK-DEFER-3", "command.by")
    call = CallCombat(actor="pell", against="sable")
    play = Play("pell", "sable", newcomer("ash", at=(8, 0)), call=call).round(pell=waiting(), sable=EVADE)
    play.send(JudgeCondition(simple=True)).declare_on().refused(trigger("ash"), "TK-DEFER-3", "command.by")
    play.send(DrawIn(combatant="ash")).until(9).send(trigger("ash"))
    assert play.wounds("ash") == [(9, 9)]


@pytest.mark.rule("TK-DEFER-6")
def test_words_are_met_in_the_resolution() -> None:
    play = Play("pell", newcomer("ash", QUI=13), newcomer("tor", at=(8, 0)), "sable").send(StartRound())
    play.declare_on(13).send(declare("pell", **waiting()), JudgeCondition(simple=True))
    play.refused(trigger("tor"), "TK-DEFER-6", "command.at").send(trigger("tor", at=4))
    play.declared = {"sable": EVADE}
    play.declare_on().until(4)
    assert play.wounds("tor") == [(4, 9)]


# What is told of it


def to_others(event: Event) -> Event:
    """The fact as those see it whom its private part is not for."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name not in event.private}
    return type(event)(**fields)


@pytest.mark.rule("TK-DEFER-5", "TK-DECL-5")
@pytest.mark.parametrize("simple", [True, False])
def test_others_hear_nothing_of_a_condition_under_seal(simple: bool) -> None:
    play = Play("pell", newcomer("ash", QUI=13)).send(StartRound())
    said = play.public(declare("pell", **waiting("newcomers")))
    assert "whistles" not in said
    assert "newcomers" not in said
    [asked] = [event for event in play.spec.events if isinstance(event, Prompted)]
    assert asked.visible_about == {"combatant": "pell", "text": WHISTLES, "who": "newcomers"}
    assert '"simple"' not in play.public(JudgeCondition(simple=simple))
    [answered] = [event for event in play.spec.events if isinstance(event, Answered)]
    assert (answered.answer, answered.given) == (None, simple)
    tell = TICKS.sentences[Answered]
    judged = f"The narrator finds the condition {'' if simple else 'not '}simple enough."
    assert tell(answered, {}) == judged
    assert tell(to_others(answered), {}) == "The narrator answers in secret."


@pytest.mark.rule("TK-DEFER-5")
def test_it_is_open_with_the_declarations_of_the_tick() -> None:
    play = Play("pell", newcomer("ash", QUI=13)).send(StartRound())
    play.send(declare("pell", **waiting()), JudgeCondition(simple=True))
    assert WHISTLES in play.public(declare("ash", "evade"))


@pytest.mark.rule("TK-DEFER-5")
def test_what_was_in_store_for_a_void_declaration_does_not_meet_another_condition() -> None:
    play = judged(None).send(trigger("tor", 15), JudgeCondition(simple=False))
    play.send(declare("pell", **defer("rifle", "enters_sight")))
    play.declare_on().end()
    assert [event for _, event in play.log if isinstance(event, ConditionMet)] == []
    assert play.strikes("pell") == []


@pytest.mark.rule("TK-DEFER-5", "TK-RUL-28")
def test_who_has_to_declare_again_is_told_so_before_they_do() -> None:
    joins = (newcomer("pell", side="blue"), newcomer("sable", side="red"))
    recording = Recording("duel", TICKS).play(Open(ruleset="ticks", combatants=joins, entropy="three owls"))
    recording.play(*combat("pell", "sable"), declare("pell", **waiting()), JudgeCondition(simple=False))
    *_, line = [one for one in Story(TICKS, recording.codec).entries(recording.records) if one.level == 1]
    assert line.sentence == "Pell Orrin has to declare again at no cost, because the condition is not simple enough."


@pytest.mark.rule("TK-DEFER-13")
def test_what_is_in_store_meets_no_condition_after_the_attack() -> None:
    play = judged().send(trigger("tor", 8), trigger("lena", 6)).end()
    assert play.strikes("pell") == [(8, 9)]
    assert [event.by for _, event in play.log if isinstance(event, ConditionMet)] == ["tor"]


@pytest.mark.rule("TK-DEFER-13")
@pytest.mark.parametrize("at", [None, 3])
def test_nothing_is_met_once_the_attack_is_made(at: int | None) -> None:
    play = judged().send(trigger("tor")).until(8)
    assert play.strikes("pell") == [(13, 9)]
    play.refused(trigger("lena", at), "TK-DEFER-13", "command.deferrer")
