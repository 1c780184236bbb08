"""Tests of the choices of prompts over random fights, for every ruleset: a client sends them as they are."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.chance.draws import Supplied
from domain.core.commands import Answer
from domain.model.encounter import Encounter
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import decide, refusal_for
from domain.ruleset.ruleset import Ruleset
from tests.laws.fights import Fights
from tests.laws.tables.laws import table_of
from tests.laws.tables.test_tables import ends_of_batches
from tests.rules.rulesets import every_ruleset, some_situations
from tests.tiers import long


def choices(ruleset: Ruleset[Any], state: Encounter) -> Iterator[tuple[str, Any]]:
    """Yield the choices of each prompt that may be answered now."""
    for prompt, asked in table_of(ruleset, state)["awaits"].items():
        for choice in asked.get("choices", ()):
            yield prompt, choice


@pytest.mark.parametrize("seed", [4, long(5)])
@some_situations
def test_each_choice_is_a_legal_answer_unless_it_takes_more(fights: Fights[Any], name: str, seed: int) -> None:
    for state in ends_of_batches(fights, name, seed):
        for prompt, choice in choices(fights.ruleset, state):
            if choice.get("takes") not in ("card", "place"):
                answer = Answer(prompt=prompt, answer=choice["answer"])
                assert refusal_for(fights.ruleset, state, answer, NARRATOR) is None


@every_ruleset
def test_a_choice_takes_faces_if_it_leads_to_a_throw_that_is_supplied(fights: Fights[Any]) -> None:
    for state in ends_of_batches(fights, next(iter(fights.situations)), seed=3):
        assert not any(choice.get("takes") == "faces" for _, choice in choices(fights.ruleset, state))
        at_table = state.fork()
        at_table.chance = "supplied"
        for prompt, choice in choices(fights.ruleset, at_table):
            if choice.get("takes") not in ("card", "place"):
                assert (choice.get("takes") == "faces") == throws(fights.ruleset, at_table, prompt, choice["answer"])


def throws(ruleset: Ruleset[Any], state: Encounter, prompt: str, answer: Any) -> bool:
    """Return whether an answer that comes without faces is refused for want of them."""
    decided = decide(ruleset, state, Answer(prompt=prompt, answer=answer), NARRATOR, Supplied(()), supplied=True)
    return isinstance(decided, Refusal) and decided.code == "faces_missing"
