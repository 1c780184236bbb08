"""Tests of the limit on the number of combatants, which is the same for every ruleset."""

from domain.chance.draws import Supplied
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command, Join, Open
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from tests.laws.menus import menu_of
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
