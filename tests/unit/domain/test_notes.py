"""Tests of notes and rulings of every ruleset: they are about combatants who are there."""

import pytest

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command, Join, Note, Open, Rule
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from tests.laws.menus import menu_of, wire_of
from tests.toy_rulesets.fair import FAIR, Fair


def party() -> Fair:
    joins = tuple([Join(id=one, sheet={"name": one.title()}) for one in ("ann", "bob")])
    opened = said(Fair(id="fair"), Open(ruleset="fair", combatants=joins))
    assert isinstance(opened, Decided)
    return opened.state


def said(state: Fair, command: Command) -> Decided[Fair] | Refusal:
    return decide(FAIR, state, command, NARRATOR, Supplied([]), secrets=SeedMaterial("0" * 64))


def about(*whom: str) -> list[Command]:
    return [Note(text="Hm.", about=whom), Note(secret="Hm.", about=whom), Rule(text="No light.", about=whom)]


@pytest.mark.parametrize("command", about("ann", "bob"))
def test_it_is_about_those_who_are_there(command: Command) -> None:
    state = party()
    assert isinstance(said(state, command), Decided)
    assert menu_of(FAIR, state, NARRATOR).admits(wire_of(command))


@pytest.mark.parametrize("command", about("ann", "bobb"))
def test_it_is_about_nobody_else(command: Command) -> None:
    state = party()
    refusal = said(state, command)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == ("invalid", "command.about[1]")
    assert refusal.detail == "No one here is called “bobb”; did you mean bob?"
    assert not menu_of(FAIR, state, NARRATOR).admits(wire_of(command))
