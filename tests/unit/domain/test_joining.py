"""Tests of who is there, in every ruleset: at most 200 combatants, of whom notes and rulings are."""

import pytest

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command, Join, Note, Open, Rule
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR, RESERVED_SPEAKER_IDS, Speaker
from domain.ruleset.decider import Decided, decide
from tests.laws.menus import menu_of, wire_of
from tests.toy_rulesets.fair import FAIR, Fair


def given(state: Fair, command: Command) -> Decided[Fair] | Refusal:
    return decide(FAIR, state, command, NARRATOR, Supplied([]), secrets=SeedMaterial("0" * 64))


def joins(state: Fair) -> bool:
    return "core.join" in [form.command for form in menu_of(FAIR, state, NARRATOR).forms]


def test_an_encounter_takes_200_combatants_and_no_more_join_or_are_asked_to() -> None:
    guests = tuple(Join(id=f"guest_{place}", sheet={"name": "Guest"}) for place in range(199))
    opened = given(Fair(id="fair"), Open(ruleset="fair", combatants=guests))
    assert isinstance(opened, Decided)
    assert joins(opened.state)
    full = given(opened.state, Join(sheet={"name": "Last"}))
    assert isinstance(full, Decided)
    assert not joins(full.state)
    refusal = given(full.state, Join(sheet={"name": "Late"}))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == ("invalid", "command.type")
    assert refusal.detail == "This encounter has reached the limit of 200 combatants; open another encounter."


@pytest.mark.parametrize("reserved", sorted(RESERVED_SPEAKER_IDS))
def test_nobody_joins_under_a_word_that_means_somebody_else(reserved: str) -> None:
    for newcomer in (Join(id=reserved, sheet={"name": "Guest"}), Join(sheet={"name": reserved.upper()})):
        refusal = given(party(), newcomer)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.field) == ("invalid", "command.id")
        assert f"“{reserved}” is reserved" in refusal.detail


def test_a_history_with_somebody_called_all_is_replayed() -> None:
    newcomer = Join(id="all", sheet={"name": "Guest"})
    assert isinstance(decide(FAIR, party(), newcomer, NARRATOR, Supplied([]), replayed=True), Decided)


def test_a_player_commands_once_one_of_its_combatants_has_joined() -> None:
    for players, code in ((("ghost",), "not_yours"), (("ghost", "goat"), "not_yours"), (("ghost", "ann"), None)):
        found = decide(FAIR, party(), Note(text="Hm."), Speaker("player", players), Supplied([]))
        assert (found.code if isinstance(found, Refusal) else None) == code
    refusal = decide(FAIR, party(), Note(text="Hm."), Speaker("player", ("annn",)), Supplied([]))
    assert isinstance(refusal, Refusal)
    assert refusal.detail == (
        "No one called “annn” has joined; did you mean ann? Those who have joined are: ann (Ann), bob (Bob)."
    )


def test_a_history_in_which_a_player_of_nobody_made_a_note_is_replayed() -> None:
    ghost = Speaker("player", ("ghost",))
    assert isinstance(decide(FAIR, party(), Note(text="Hm."), ghost, Supplied([]), replayed=True), Decided)


def party() -> Fair:
    joins = tuple([Join(id=one, sheet={"name": one.title()}) for one in ("ann", "bob")])
    opened = given(Fair(id="fair"), Open(ruleset="fair", combatants=joins))
    assert isinstance(opened, Decided)
    return opened.state


def about(*whom: str) -> list[Command]:
    return [Note(text="Hm.", about=whom), Note(secret="Hm.", about=whom), Rule(text="No light.", about=whom)]


@pytest.mark.parametrize("command", about("ann", "bob"))
def test_it_is_about_those_who_are_there(command: Command) -> None:
    state = party()
    assert isinstance(given(state, command), Decided)
    assert menu_of(FAIR, state, NARRATOR).admits(wire_of(command))


@pytest.mark.parametrize("command", about("ann", "bobb"))
def test_it_is_about_nobody_else(command: Command) -> None:
    state = party()
    refusal = given(state, command)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == ("invalid", "command.about[1]")
    assert refusal.detail == "No one here is called “bobb”; did you mean bob?"
    assert not menu_of(FAIR, state, NARRATOR).admits(wire_of(command))
