"""Sentences that events declare as templates over their fields."""

from typing import Annotated, Any, ClassVar

import pytest

from domain.model.event import Event
from domain.text.phrases import Names, pronoun_key
from domain.text.sentences import Spoken, SpokenOf, sentence_of

NAMES = {"hu": "Doctor Hu", "ann": "Ann", pronoun_key("ann"): "she", "door": "wooden door"}


def with_article(value: str, names: Names) -> str:
    return f"the {names[value]}"


def to_the_other(event: Any, names: Names) -> str:
    return f"from {event.low} to {event.high}"


class Rolled(Event, frozen=True, kw_only=True):
    """An event that exists only here."""

    type: ClassVar[str] = "tests.rolled"
    combatant: str = "hu"
    thing: Annotated[str, Spoken(with_article)] = "door"
    low: int = 0
    high: Annotated[int, SpokenOf(to_the_other)] = 0


def told(template: str, **fields: Any) -> str:
    """Return how a template over the fields of ``Rolled`` tells an event."""
    event_type = type("Told", (Rolled,), {"says": template, "__module__": __name__}, frozen=True, kw_only=True)
    return sentence_of(event_type)(event_type(**fields), NAMES)


@pytest.mark.parametrize(("combatant", "said"), [("hu", "They fall over."), ("ann", "She falls over.")])
def test_a_verb_agrees_with_the_pronoun_before_it(combatant: str, said: str) -> None:
    assert told("{combatant:they falls} over.", combatant=combatant) == said


def test_a_field_may_be_said_from_the_whole_event() -> None:
    assert told("It goes {high}.", low=2, high=5) == "It goes from 2 to 5."


def test_the_possessive_form_is_that_of_the_words_which_an_annotation_says() -> None:
    assert told("{thing's} hinges give way.") == "The wooden door's hinges give way."
    assert told("{combatant's} hinges give way.") == "Doctor Hu's hinges give way."
