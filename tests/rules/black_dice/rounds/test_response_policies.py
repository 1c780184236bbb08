"""Responses by policy: what is answered where nobody wants to be asked (BD-SKILL-14)."""

from typing import Any

import pytest

from domain.core.commands import SetPolicy
from domain.model.event import Json
from domain.rulesets.black_dice.chapters.narrator.placing import CoverSheet, Place
from domain.rulesets.black_dice.chapters.rounds.declarations import Declared
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet, Responded
from domain.rulesets.black_dice.state import Declaration, Reply
from tests.rules.black_dice.builders import SWORD, armed, meetings, replies, reply, scene, strikes, waits
from tests.rules.black_dice.specification import Specification, Step, fight, given, round_of


def with_policy(policy: Json, *declared: Step, **more: Any) -> Specification:
    return scene(SetPolicy(of="c", kind="response", answer=policy), *declared, **more).when(waits("c"))


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize(
    ("policy", "blows", "expected"),
    [
        ("attack_back", ("sword", "sword"), ["a sword, c sword", "b sword, c sword"]),
        ("attack_back", ("gun", "sword"), ["a gun, c easy_target", "b sword, c sword"]),
        ("dodge", ("gun", "sword"), ["a gun, c dodge", "b sword, c easy_target"]),
        ("easy_target", ("gun", "sword"), ["a gun, c easy_target", "b sword, c easy_target"]),
    ],
)
def test_a_policy_answers_as_far_as_it_can_and_stands_open_where_it_cannot(
    policy: str, blows: tuple[str, str], expected: list[str]
) -> None:
    spec = with_policy(policy, strikes("a", f"c {blows[0]}"), strikes("b", f"c {blows[1]}"), dex=1)
    assert not spec.fight.prompts
    assert meetings(spec) == expected


@pytest.mark.rule("BD-SKILL-14")
def test_attacking_back_by_policy_becomes_hitting_back_at_a_close_missile() -> None:
    spec = with_policy("attack_back", strikes("a", "c gun"), waits("b"), close=True)
    spec.then(Responded(combatant="c", replies={"a": Reply("hit_back", "sword")}))


@pytest.mark.rule("BD-SKILL-14")
def test_by_policy_the_earlier_attackers_are_answered_first_as_far_as_the_limit_goes() -> None:
    spec = with_policy("attack_back", strikes("a", "c sword"), strikes("b", "c sword"), dex=0)
    assert meetings(spec) == ["a sword, c sword", "b sword, c easy_target"]


@pytest.mark.rule("BD-SKILL-14")
@pytest.mark.parametrize(
    ("sheet", "weapon"),
    [
        ({"ready": ["gun", "sword"]}, "gun"),
        ({"ready": []}, "fists"),
        ({"ready": [], "skills": {"martial_arts": 1}}, "martial_strike"),
        ({"ready": [], "skills": {"martial_arts": 1}, "weapons": [SWORD, {"id": "iron_fists"}]}, "iron_fists"),
        ({"ready": ["sword"], "weapons": [{"id": "iron_fists"}, SWORD]}, "sword"),
    ],
)
def test_a_policy_takes_what_is_ready_then_what_is_natural_then_bare_hands(sheet: dict[str, Any], weapon: str) -> None:
    target = armed("c", policy={"response": "attack_back"}, **sheet)
    spec = given(fight(armed("a"), target), *round_of("a", "c"), strikes("a", "c sword")).when(waits("c"))
    spec.then(Responded(combatant="c", replies={"a": Reply("attack_back", weapon)}))


@pytest.mark.rule("BD-SKILL-14", "BD-COVER-7")
def test_a_policy_does_not_strike_back_at_total_cover() -> None:
    hidden = Place(combatant="a", cover=CoverSheet(kind="total"))
    spec = with_policy("attack_back", hidden, strikes("a", "c sword"), waits("b"))
    spec.then(Responded(combatant="c", replies={"a": Reply("easy_target")}))


@pytest.mark.rule("BD-SKILL-14", "BD-SKILL-6")
def test_a_policy_takes_no_weapon_that_may_not_be_tried() -> None:
    spec = with_policy("attack_back", strikes("a", "c fists"), waits("b"), untrained="common_only")
    spec.then(Responded(combatant="c", replies={"a": Reply("attack_back", "fists")}))


@pytest.mark.rule("BD-SKILL-14", "BD-SKILL-6")
def test_a_policy_stands_open_where_nothing_may_be_tried() -> None:
    clumsy = armed("c", common={"brawl": False}, policy={"response": "attack_back"})
    spec = given(fight(armed("a"), clumsy, untrained="common_only"), *round_of("a", "c"), strikes("a", "c fists"))
    spec.when(waits("c")).then(Responded(combatant="c", replies={"a": Reply("easy_target")}))


@pytest.mark.rule("BD-SKILL-14")
def test_who_wants_to_be_asked_is_asked_and_says_no_word_of_a_policy() -> None:
    spec = with_policy("ask", strikes("a", "c sword"), waits("b"))
    spec.asks("response", "c").answer("easy_target").refused(None, "invalid")
    fixed = with_policy(replies(reply("a", "full_dodge")), strikes("a", "c sword"), waits("b"))
    assert meetings(fixed) == ["a sword, c full_dodge"]


@pytest.mark.rule("BD-SKILL-14")
def test_answers_that_treat_attackers_alike_are_offered_as_far_as_they_are_legal() -> None:
    spec = scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c"))
    alike = (
        replies(reply("a", "easy_target"), reply("b", "easy_target")),
        replies(reply("a", "easy_target"), reply("b", "dodge")),
        replies(reply("a", "attack_back", "sword"), reply("b", "easy_target")),
        replies(reply("a", "attack_back", "gun"), reply("b", "easy_target")),
        replies(reply("a", "attack_back", "fists"), reply("b", "easy_target")),
        replies(reply("a", "full_dodge"), reply("b", "full_dodge")),
    )
    for answer in alike:
        assert spec.may_answer(answer)
        scene(strikes("a", "c sword"), strikes("b", "c gun")).when(waits("c")).answer(answer).then(AgendaSet)
    assert not spec.may_answer(replies(reply("a", "dodge"), reply("b", "dodge")))


def test_an_answer_sent_along_comes_first() -> None:
    spec = scene(SetPolicy(of="c", kind="response", answer="dodge"), strikes("a", "c gun"), waits("b"))
    spec.when(waits("c"), "c: easy_target a").then(Declared(combatant="c", declaration=Declaration("wait")), Responded)
    assert meetings(spec) == ["a gun, c easy_target"]
