"""Tests of the sentences that events declare."""

from typing import Annotated, ClassVar

import msgspec
import pytest

from domain.model.event import Event
from domain.text.phrases import thing_named
from domain.text.sentences import SpokenOf, sentence_of

NAMES = {"hu": "Doctor Hu", "fox": "Flying Fox", "hu/bow": "Long Bow", "fox/bow": "Short Bow"}


class Grasp(msgspec.Struct, frozen=True):
    """A value with fields of its own."""

    held: str
    heads: int
    by: str | None = None


class Dropped(Event, frozen=True, kw_only=True):
    """A combatant drops a thing of its own."""

    type: ClassVar[str] = "test.dropped"
    says = "{combatant} drops the {thing}."
    combatant: str
    thing: Annotated[str, SpokenOf(lambda event, names: thing_named(names, event.thing, event.combatant))]


class Cured(Event, frozen=True, kw_only=True):
    """Wounds are cured."""

    type: ClassVar[str] = "test.cured"
    says = "Cured of {wounds:wound}."
    wounds: tuple[str, ...]


class Grasped(Event, frozen=True, kw_only=True):
    """Somebody is held."""

    type: ClassVar[str] = "test.grasped"
    says = "{grasp.held's} arm is held[ by {grasp.by}]: {grasp.heads:head}."
    grasp: Grasp


class Astray(Event, frozen=True, kw_only=True):
    """An event whose sentence names a field that its value does not have."""

    type: ClassVar[str] = "test.astray"
    says = "{grasp.colour}."
    grasp: Grasp


@pytest.mark.parametrize(("combatant", "told"), [("hu", "the Long Bow"), ("fox", "the Short Bow")])
def test_a_thing_is_said_by_its_owner(combatant: str, told: str) -> None:
    event = Dropped(combatant=combatant, thing="bow")
    assert sentence_of(Dropped)(event, NAMES) == f"{NAMES[combatant]} drops {told}."


@pytest.mark.parametrize(("wounds", "told"), [((), "no wounds"), (("a",), "1 wound"), (("a", "b"), "2 wounds")])
def test_members_of_a_collection_are_counted(wounds: tuple[str, ...], told: str) -> None:
    assert sentence_of(Cured)(Cured(wounds=wounds), NAMES) == f"Cured of {told}."


def test_a_field_of_a_field_is_said_in_each_form() -> None:
    tell = sentence_of(Grasped)
    assert tell(Grasped(grasp=Grasp("hu", 1, "fox")), NAMES) == "Doctor Hu's arm is held by Flying Fox: 1 head."
    assert tell(Grasped(grasp=Grasp("fox", 2)), NAMES) == "Flying Fox's arm is held: 2 heads."


def test_a_field_that_a_field_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Astray has no field 'grasp\.colour'"):
        sentence_of(Astray)
