"""Tests of the sentences that events declare."""

from typing import Annotated, ClassVar

import pytest

from domain.model.event import Event
from domain.text.phrases import named, pronoun_key, thing_named
from domain.text.sentences import SpokenOf, sentence_of

NAMES = {"hu": "Doctor Hu", pronoun_key("hu"): "she", "fox": "Flying Fox", "hu/bow": "Long Bow", "fox/bow": "Short Bow"}


class Sinking(Event, frozen=True, kw_only=True):
    """A combatant sinks."""

    type: ClassVar[str] = "test.sinking"
    says = "without a rope {combatant:they goes under}."
    combatant: str


class Dropping(Event, frozen=True, kw_only=True):
    """A combatant drops a thing of its own."""

    type: ClassVar[str] = "test.dropping"
    says = "{combatant} drops [the {thing}]."
    combatant: str
    thing: Annotated[str | None, SpokenOf(lambda event, names: thing_named(names, event.thing, event.combatant))] = None


class Pointing(Event, frozen=True, kw_only=True):
    """A combatant points at somebody, in words that depend on both."""

    type: ClassVar[str] = "test.pointing"
    says = "{at}."
    combatant: str
    at: Annotated[str, SpokenOf(lambda event, names: f"{named(names, event.combatant)} → {named(names, event.at)}")]


@pytest.mark.parametrize(
    ("combatant", "told"), [("hu", "Without a rope she goes under."), ("fox", "Without a rope they go under.")]
)
def test_a_verb_agrees_with_the_pronoun_before_it(combatant: str, told: str) -> None:
    assert sentence_of(Sinking)(Sinking(combatant=combatant), NAMES) == told


@pytest.mark.parametrize(("combatant", "told"), [("hu", "the Long Bow"), ("fox", "the Short Bow")])
def test_a_thing_is_said_by_its_owner(combatant: str, told: str) -> None:
    assert (
        sentence_of(Dropping)(Dropping(combatant=combatant, thing="bow"), NAMES) == f"{NAMES[combatant]} drops {told}."
    )


def test_a_field_without_a_value_is_left_out_however_it_is_said() -> None:
    assert sentence_of(Dropping)(Dropping(combatant="hu"), NAMES) == "Doctor Hu drops ."


def test_a_field_can_be_said_with_another() -> None:
    assert sentence_of(Pointing)(Pointing(combatant="hu", at="fox"), NAMES) == "Doctor Hu → Flying Fox."
