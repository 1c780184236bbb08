"""Whoever drops out within a round loses what it had in mind, and holds end."""

from typing import Any

import pytest

from domain.core.events import PromptLapsed
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.counting.steps import Lapsed, Stepped
from domain.rulesets.ticks.chapters.declaring.free_actions import Faint
from domain.rulesets.ticks.chapters.declaring.rounds import StartRound
from domain.rulesets.ticks.chapters.deeds.dropping_out import HoldEnded
from domain.rulesets.ticks.chapters.strikes.strikes import Struck
from tests.rules.ticks.builders import EVADE, MOVE, STRIKING, Play, attack, defer
from tests.rules.ticks.specification import act, declare, hold, newcomer, plan

FAINT = Faint(actor="iris")


@pytest.mark.rule("TK-RES-14")
def test_an_answer_that_was_given_is_void() -> None:
    play = Play("iris", newcomer("bruno", QUI=14, at=(2, 0))).round(iris=attack("bruno", "sword"), bruno=EVADE)
    play.send(act("iris", step=(1, 0), strike=True), FAINT)
    play.spec.when(hold("bruno")).never(Stepped, Struck, Lapsed)
    assert (play.at("iris"), play["bruno"].wounds) == ((0, 0), 0)


@pytest.mark.rule("TK-RES-14")
def test_nobody_waits_for_who_has_dropped_out() -> None:
    play = Play("iris", newcomer("bruno", QUI=14, at=(2, 0))).round(iris=attack("bruno", "sword"), bruno=EVADE)
    play.spec.when(FAINT).then(PromptLapsed)
    assert [prompt.to for prompt in play.fight.prompts] == ["bruno"]


@pytest.mark.rule("TK-RES-14")
def test_a_plan_is_void_and_an_attack_is_lost() -> None:
    play = Play("iris", newcomer("bruno", QUI=14, at=(2, 0))).round(iris=attack("bruno", "sword"), bruno=EVADE)
    play.send(plan("iris", steps="away", target="bruno", strike="from", tick=9), FAINT)
    assert (play["iris"].turn.plan, play["iris"].turn.attack_used) == (None, True)
    play.end()
    assert (play.steps("iris"), play.strikes("iris")) == ([], [])


@pytest.mark.rule("TK-RES-14")
@pytest.mark.parametrize(
    ("declared", "lost"),
    [
        ({"action": "defend", "weapon": "sword"}, ("defence", 8, 0)),
        ({"action": "aim", "weapon": "pistol", "target": "bruno"}, ("aim", 14, None)),
        ({"action": "other", "kind": "narrated", "text": "a door"}, ("deed_done", False, True)),
        (attack("bruno", "sword"), ("attack_used", False, True)),
    ],
)
def test_what_is_lost(declared: dict[str, Any], lost: tuple[str, Any, Any]) -> None:
    things = [{"key": "sword", "place": "ready"}, {"key": "pistol", "place": "ready", "loaded": 1}]
    play = Play(newcomer("iris", things=things), newcomer("bruno", QUI=14, at=(9, 0)))
    play.round(iris=declared, bruno=EVADE).until(14)
    name, before, after = lost
    assert getattr(play["iris"].turn, name) == before
    assert getattr(play.send(FAINT)["iris"].turn, name) == after


@pytest.mark.rule("TK-RES-14")
@pytest.mark.parametrize(("falls", "strikes"), [(True, []), (False, [(5, 6)])])
def test_a_deferral_is_lost(falls: bool, strikes: list[tuple[int, int]]) -> None:
    """Lena has met the condition on 14, and comes into reach on 5."""
    play = Play("hanna", newcomer("lena", QUI=14, at=(5, 0))).round(hanna=defer("hatchet", "steps"), lena=MOVE)
    play.send(*[act("lena", step=(x, 0)) for x in (4, 3, 2)])
    assert play["hanna"].turn.triggers
    if falls:
        play.send(Faint(actor="hanna"))
        assert not play["hanna"].turn.triggers
    play.send(act("lena", step=(1, 0)))
    assert play.strikes("hanna") == strikes


@pytest.mark.rule("TK-RES-14")
@pytest.mark.parametrize(
    ("who", "held"), [("ash", ({}, {"birch": 1})), ("birch", ({}, {})), ("cedar", ({"ash": 1}, {}))]
)
def test_holds_of_it_and_on_it_end(who: str, held: tuple[dict[str, int], dict[str, int]]) -> None:
    """Ash holds birch, and birch holds cedar."""
    ash, birch = ({"QUI": 20, "skills": {"unarmed": 3}}, {"QUI": 18, "skills": {"unarmed": 2}})
    play = Play(newcomer("ash", **ash), newcomer("birch", at=(1, 0), **birch), newcomer("cedar", at=(2, 0)), "elm")
    plans = {"ash": STRIKING, "birch": STRIKING}
    grapples = {"ash": attack("birch", "unarmed", "grapple"), "birch": attack("cedar", "unarmed", "grapple")}
    play.round(plans, **grapples, cedar=EVADE, elm=EVADE)
    assert (play["birch"].held_by, play["cedar"].held_by) == ({"ash": 1}, {"birch": 1})
    play.spec.when(Faint(actor=who)).then(HoldEnded)
    assert (play["birch"].held_by, play["cedar"].held_by) == held


@pytest.mark.rule("TK-RES-14")
@pytest.mark.parametrize(
    ("declared", "kind"),
    [
        (
            {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "the lamp"},
            "set_difficulty",
        ),
        (defer("sword", "narrated", text="it rains"), "judge_condition"),
    ],
)
def test_the_narrators_prompts_about_its_declaration_are_withdrawn(declared: dict[str, Any], kind: str) -> None:
    play = Play("iris", newcomer("bruno", QUI=14)).send(StartRound(), declare("iris", **declared))
    play.spec.asks(kind, "narrator")
    play.refused(Count(), "TK-DECL-15").send(FAINT)
    assert [prompt.to for prompt in play.fight.prompts] == ["bruno"]
    play.send(Count())
    assert play.fight.phase == "between"


@pytest.mark.rule("TK-RES-14")
def test_the_narrators_prompts_about_another_declaration_stay() -> None:
    trick: dict[str, Any] = {"action": "attack", "weapon": "sword", "manoeuvres": ["trick_shot"], "trick": "the lamp"}
    play = Play("iris", newcomer("bruno", QUI=14)).send(StartRound())
    play.send(declare("iris", **trick), Faint(actor="bruno"))
    play.spec.asks("set_difficulty", "narrator")
