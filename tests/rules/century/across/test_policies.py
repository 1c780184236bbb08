"""Standing answers: what is asked by default, what a policy answers at once, and what wins over it (CE-SHEET-20)."""

from typing import Any

import pytest

from domain.core.commands import SetPolicy
from domain.core.events import PolicySet
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.opening import ApproachChosen
from domain.rulesets.century.chapters.rolls.throwing import PercentThrown
from domain.rulesets.century.parts import CandidateSheet
from tests.laws.menus import choices
from tests.rules.century.specification import Specification, fight, given, policy, roll, stub
from tests.rules.specification import SECRETS, SEED

POLICIES: dict[str, tuple[str, tuple[Any, ...], tuple[Any, ...]]] = {
    "fate_before": ("a", (0, 2, "ask"), ("never", -1)),
    "fate_after": ("a", ("never", "if_it_saves", "ask"), ("always", "best")),
    "approach": ("a", ("best", "ask"), (1,)),
    "defence": ("a", ("never", "dodge", "block", "parry", "ask"), ("duck", 1)),
    "fate_miss": ("a", ("never", "always", "ask"), ("sometimes",)),
    "called_confirm": ("a", ("go_on", "ask"), ("sometimes",)),
    "initiative_before": ("a", (0, 3, "ask"), ("sometimes", -1)),
    "initiative_after": ("a", ("never", "ask"), ("sometimes", -1)),
    "choose_critical": ("narrator", ("standard", "ask"), ("harsh",)),
    "consequence": ("narrator", ("standard", "ask"), ("harsh",)),
    "half_check_terms": ("narrator", ("none", 40, "ask"), ("harsh", 101)),
}
"""Whose prompts they are, some standing answers to them, and what is none."""


def heroes(**sheet: Any) -> Specification:
    """A character with 3 Fate Points, and nothing asked yet."""
    return given(fight(stub("a", role="character", fp=3, **sheet)))


@pytest.mark.rule("CE-SHEET-20")
@pytest.mark.parametrize("kind", POLICIES)
def test_each_prompt_takes_its_standing_answers(kind: str) -> None:
    who, right, wrong = POLICIES[kind]
    for answer in right:
        assert heroes().given(policy(who, kind, answer)).fight.policy(who, kind) == answer
    for answer in wrong:
        heroes().when(SetPolicy(of=who, kind=kind, answer=answer)).refused(None, "invalid")


@pytest.mark.rule("CE-SHEET-20")
def test_a_standing_answer_is_removed_where_one_is_set() -> None:
    removal = SetPolicy(of="a", kind="fate_before")
    spec = heroes()
    assert "core.set_policy/remove" not in [form.name for form in spec.menu().forms]
    spec.when(removal).refused(None)
    assert spec.refusal is not None
    question = "whether to spend Fate before the throw"
    assert spec.refusal.detail == f"A has no standing answer to the question {question}, so there is none to remove."
    spec.given(policy("a", "fate_before", 2), policy("narrator", "consequence", "standard"))
    [form] = [form for form in spec.menu().forms if form.name == "core.set_policy/remove"]
    listed = {owner: choices(spec.menu(), "core.set_policy", "kind", of=owner) for owner in ("a", "narrator")}
    assert [one["name"] for one in form.fields] == ["of", "kind"]
    assert listed["a"] is not None
    assert listed["narrator"] is not None
    assert spec.menu().admits({"type": "core.set_policy", "of": "a", "kind": "fate_before"})
    assert not spec.menu().admits({"type": "core.set_policy", "of": "a", "kind": "fate_after"})
    assert not spec.menu().admits({"type": "core.set_policy", "of": "narrator", "kind": "fate_before"})
    assert spec.when(removal).fight.policy("a", "fate_before") is None


def test_a_removal_that_was_accepted_before_is_still_replayed() -> None:
    removal = SetPolicy(of="a", kind="fate_before")
    again = decide(CENTURY, heroes().fight, removal, NARRATOR, SEED, secrets=SECRETS, replayed=True)
    assert isinstance(again, Decided)


@pytest.mark.rule("CE-SHEET-20")
def test_by_default_the_roller_is_asked_before_and_after_the_throw() -> None:
    spec = heroes().when(roll("a")).asks("fate_before", "a").never(PercentThrown)
    spec.answer(0, throws=["a d100: 60"]).asks("fate_after", "a")


@pytest.mark.rule("CE-SHEET-20")
def test_a_number_is_spent_before_each_throw_at_once() -> None:
    spec = heroes().given(policy("a", "fate_before", 2), policy("a", "fate_after", "never"))
    spec.when(roll("a"), throws=["a d100: 60"]).then(FateSpent)
    assert spec.fight.people["a"].fp == 1


@pytest.mark.rule("CE-SHEET-20")
def test_ask_makes_the_encounter_wait() -> None:
    spec = heroes().given(policy("a", "fate_before", 2), policy("a", "fate_before", "ask"))
    spec.when(roll("a")).asks("fate_before", "a")


@pytest.mark.rule("CE-SHEET-20")
def test_an_answer_given_with_the_command_wins_over_the_policy() -> None:
    spec = heroes().given(policy("a", "fate_before", 2), policy("a", "fate_after", "never"))
    spec.when(roll("a"), "a: fate_before 1", throws=["a d100: 90"])
    spent = [event.points for event in spec.events if isinstance(event, FateSpent)]
    assert spent == [1]


@pytest.mark.rule("CE-SHEET-20")
@pytest.mark.parametrize(("standing", "points"), [("never", 0), ("if_it_saves", 1)])
def test_fate_afterwards_is_spent_never_or_where_it_saves(standing: str, points: int) -> None:
    spec = heroes().given(policy("a", "fate_before", 0), policy("a", "fate_after", standing))
    spec.when(roll("a"), throws=["a d100: 60"])
    assert spec.fight.people["a"].fp == 3 - points
    assert not spec.fight.prompts


@pytest.mark.rule("CE-SHEET-20")
def test_the_best_approach_is_picked_at_once() -> None:
    ways = [CandidateSheet(key="weak", base=20), CandidateSheet(key="strong", base=70)]
    given(fight(stub("a"))).when(roll("a", candidates=ways)).asks("approach", "a")
    best = given(fight(stub("a")), policy("a", "approach", "best"))
    best.when(roll("a", candidates=ways), throws=["a d100: 60"])
    (picked,) = [event for event in best.events if isinstance(event, ApproachChosen)]
    assert picked.candidate == "strong"


def test_an_answer_of_the_narrator_to_what_only_combatants_are_asked_is_told_by_its_question() -> None:
    set_ = CENTURY.sentences[PolicySet]
    assert set_(PolicySet(of="narrator", kind="fate_miss", answer="never"), {}) == (
        "The narrator has an answer in advance to the question whether to escape the attack with Fate."
    )
    assert set_(PolicySet(of="narrator", kind="choose_critical", answer="standard"), {}) == (
        "From now on: the narrator chooses the standard effect of a critical throw."
    )
