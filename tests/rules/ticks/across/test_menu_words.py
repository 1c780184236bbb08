"""What menus and the story of Ticks say of choices, word for word."""

from typing import Any

import pytest

from domain.core.events import AnswerUnused
from domain.model.speaker import NARRATOR
from domain.ruleset.telling import Happened
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.counting.count_down import Held
from domain.rulesets.ticks.chapters.narrator.calls import CallTest
from domain.rulesets.ticks.chapters.narrator.trials import SetDifficulty
from domain.rulesets.ticks.said import OPEN_TICK
from domain.rulesets.ticks.state import Fight
from domain.story.facts import Place
from domain.story.lines import entries_of
from tests.rules.specification import Specification
from tests.rules.ticks.specification import act, combat, declare, fight, given, hold, standing
from yarrow_client.options.phrases import sentence, text_of

DUEL = (fight("iris", "pell"), *standing("iris", "pell"), *combat("iris", "pell"))


def said(spec: Specification[Fight], form_name: str, fields: dict[str, Any]) -> str:
    """Return what the narrator's menu says of a form that is filled in."""
    menu = spec.menu(NARRATOR)
    [form] = [one for one in menu.forms if one.name == form_name]
    return sentence(menu, form, fields)


def answers(spec: Specification[Fight], *values: Any) -> list[str]:
    """Return what the narrator's menu says of answers to the first prompt."""
    menu = spec.menu(NARRATOR)
    [field, *_] = menu.prompts[0]["answers"]
    return [text_of(menu, field, value) for value in values]


@pytest.mark.rule("TK-DEFER-3")
@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ({"event": "enters_reach", "who": "listed", "listed": ["iris"]}, "of these (Iris Vane) who comes within reach"),
        ({"event": "fires"}, "of all combatants who fires a shot"),
        ({"event": "steps", "who": "newcomers"}, "of the newcomers who takes a step"),
        ({"event": "draws", "who": "present_enemies"}, "of the enemies present who draws a weapon"),
        ({"event": "narrated", "text": "runs", "who": "present_others"}, "of all others present who does this: “runs”"),
    ],
)
def test_a_menu_says_whom_a_deferred_attack_waits_for(condition: dict[str, Any], words: str) -> None:
    filled = {"actor": "pell", "action": "defer", "weapon": "unarmed", "condition": condition}
    assert said(given(*DUEL), "ticks.declare/defer", filled) == (
        f"Wait with bare hands in melee to attack the first {words}"
    )


def test_a_menu_says_how_much_luck_a_test_gets() -> None:
    called = CallTest(combatant="iris", statistic="dexterity", skill="melee", difficulty=50)
    spec = given(fight("iris", "pell"), called)
    assert answers(spec, 0, 1, 2) == ["no luck", "1 point of luck", "2 points of luck"]


@pytest.mark.rule("TK-DEFER-5")
def test_a_menu_says_what_is_judged_of_a_condition() -> None:
    narrated = {"event": "narrated", "text": "it rains"}
    spec = given(*DUEL, declare("pell", "defer", weapon="unarmed", condition=narrated))
    assert answers(spec, True, False) == ["Simple enough", "Not simple enough"]


def test_a_menu_names_an_area_in_quotation_marks() -> None:
    area = {"name": "door", "squares": [{"x": 1, "y": 0}]}
    assert said(given(fight("iris")), "ticks.define_area", area) == "Name an area “door”: (1, 0)"


@pytest.mark.rule("TK-MOVE-3")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_menu_says_whether_a_step_comes_before_the_strikes(when: str) -> None:
    spec = given(*DUEL, declare("pell", "evade"), declare("iris", "evade"))
    step = {"actor": "iris", "step": {"to": {"x": 1, "y": 1}, "when": when}}
    assert said(spec, "ticks.act/step_evading", step) == f"Step to (1, 1) {when} the strikes"


@pytest.mark.rule("TK-TRICK-1")
def test_a_trick_shot_is_explained_by_the_total_that_it_is_tried_with() -> None:
    spec = given(fight("sable", "pell"), *standing("sable", "pell"), *combat("sable", "pell"))
    spec.given(declare("pell", "evade"))
    trick = declare("sable", "attack", trick="shoots the lamp", weapon="pistol", manoeuvres=["trick_shot"])
    spec.given(trick, SetDifficulty(difficulty="difficult")).when(act("sable", strike=True)).then()
    names, batch = TICKS.names(spec.fight, NARRATOR), TICKS.tellings.batch()
    facts = [
        batch.fact(Happened(Place(number, 1, None, "", event.type), event), names)
        for number, event in enumerate(spec.events, 1)
    ]
    line = next(iter(entries_of(batch.finish(facts), None)))
    assert line.sentence.startswith(
        "Sable Quinn tries “shoots the lamp” with the pistol and succeeds, 64 against 50, and"
    )
    assert line.why == "Sable Quinn tries a trick shot: dexterity 16 × handgun 4 makes 64."


@pytest.mark.rule("TK-RES-10")
def test_who_gives_up_a_hold_is_told_to_hold_no_longer() -> None:
    spec = given(*DUEL, declare("pell", "evade"), declare("iris", "evade"), hold("iris", 3))
    names = TICKS.names(spec.fight, NARRATOR)
    assert TICKS.sentences[Held](Held(combatant="iris", until=3), names) == "Iris Vane holds until tick 3."
    open_tick = Held(combatant="iris", until=spec.fight.tick)
    spec.when(act("iris", step=(1, 0))).then(open_tick)
    assert TICKS.sentences[Held](open_tick, names) == "Iris Vane no longer holds."
    assert TICKS.sentences[Held](open_tick, {**names, OPEN_TICK: "1"}) != "Iris Vane no longer holds."


@pytest.mark.parametrize(
    ("strike", "words"),
    [
        ({"weapon": "sable.pistol", "mode": "ranged"}, "shoot with the pistol"),
        ({"weapon": "hanna.hatchet", "mode": "thrown"}, "throw the hatchet"),
        ({"mode": "thrown"}, "attack by throwing"),
        ({"weapon": "iris.sword", "mode": "melee"}, "strike with the sword in melee"),
        ({}, "strike"),
    ],
)
def test_a_strike_that_is_not_needed_is_told_by_how_it_would_be_made(strike: dict[str, Any], words: str) -> None:
    unused = AnswerUnused(kind="act", to="iris", answer={"strike": strike})
    assert TICKS.sentences[AnswerUnused](unused, {"iris": "Iris"}) == f"Not needed after all: Iris wants to {words}."


def test_an_answer_of_the_narrator_to_what_only_combatants_are_asked_is_told_as_such() -> None:
    unused = AnswerUnused(kind="act", to="narrator", answer="hold")
    assert TICKS.sentences[AnswerUnused](unused, {}) == (
        "Not needed after all: the narrator's answer to the question what to do on this tick."
    )
    hard = AnswerUnused(kind="set_difficulty", to="narrator", answer=40)
    assert TICKS.sentences[AnswerUnused](hard, {}) == "Not needed after all: the narrator sets the difficulty at 40."


def test_a_standing_answer_is_said_with_what_it_is_about() -> None:
    spec = given(fight("iris", "pell"))
    reducing = {"of": "iris", "kind": "soak", "answer": "none"}
    assert said(spec, "core.set_policy/set", reducing) == "Iris Vane: set a standing answer, Reducing damage: Nothing"
    opposing = {"of": "iris", "kind": "oppose", "answer": "best"}
    assert said(spec, "core.set_policy/set", opposing) == (
        "Iris Vane: set a standing answer, Opposing manoeuvres: As well as possible"
    )
