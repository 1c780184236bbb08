"""Options of Black Dice that are easily forgotten: what may be done to objects, and weapons in any order."""

import pytest

from domain.core.commands import Command
from domain.forms.model import Domain, OpenField, Record
from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.membership import is_member, legal_forms
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare
from domain.rulesets.black_dice.chapters.wounds.damage import StructureLost
from tests.rules.black_dice.builders import agenda, brawl, check, clash, contest, fighter, peril, player, strikes
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

MAIN = {"fate", "trade", "common"}
LATER = {"fate_weapon", "fate_strength", "trade_weapon", "trade_strength", "injury"}
ARMED = newcomer("vane", ready=["cutlass", "revolver"])


@pytest.mark.parametrize(
    "command",
    [
        Declare(actor="vane", aim=Aiming(weapon="revolver", target="glass_1")),
        Declare(actor="vane", ready=("revolver", "cutlass")),
        Declare(actor="vane", ready=("cutlass",), posture="prone"),
        Declare(actor="vane", ready=()),
        peril("glass_1", intensity="minor"),
        peril("vane", "glass_1", intensity="minor"),
    ],
)
def test_what_is_accepted_is_an_option(command: Command) -> None:
    spec = given(fight(ARMED, "brass_tom", "glass_1"), *round_of("vane", "brass_tom"))
    forms = legal_forms(BLACK_DICE, spec.fight, NARRATOR)
    assert is_member(BLACK_DICE, spec.fight, NARRATOR, forms, command)
    spec.given(command)


@pytest.mark.rule("BD-SKILL-6", "BD-DATA-1")
@pytest.mark.parametrize(
    ("command", "field"),
    [
        (check("vane", "dex fencing"), "command.skill"),
        (check("vane", "dex", complementary=["fencing"]), "command.complementary[0]"),
        (contest("vane dex fencing", "brass_tom wits"), "command.active.skill"),
        (contest("brass_tom wits", "vane dex fencing"), "command.passive.skill"),
        (peril("vane", intensity="minor", avoidance={"stat": "dex", "skill": "fencing"}), "command.avoidance"),
    ],
)
def test_a_skill_that_nobody_has_is_no_option_until_a_sheet_names_it(command: Command, field: str) -> None:
    spec = given(fight("vane", "brass_tom")).when(command).refused(None, "invalid")
    assert spec.refusal is not None
    assert spec.refusal.field == field
    spec = given(fight("vane", plain("brass_tom", skills={"fencing": 1}, common={"fencing": False})))
    forms = legal_forms(BLACK_DICE, spec.fight, NARRATOR)
    assert is_member(BLACK_DICE, spec.fight, NARRATOR, forms, command)


@pytest.mark.parametrize("ready", [("cutlass", "cutlass"), ("rifle",), ("cutlass", "revolver", "iron_fists")])
def test_weapons_that_cannot_be_readied_are_no_option(ready: tuple[str, ...]) -> None:
    spec = given(fight(ARMED, "brass_tom"), *round_of("vane", "brass_tom"))
    spec.when(Declare(actor="vane", ready=ready)).refused(None, "invalid")


@pytest.mark.rule("BD-FATE-14", "BD-WHO-9")
def test_choices_are_offered_for_the_throws_that_the_next_item_brings() -> None:
    spec = brawl("vane", "pryce", "quill", steps=(agenda(clash("vane cutlass", "pryce easy_target")),))
    assert choices_offered(spec, NARRATOR) == {"vane": MAIN | LATER, "pryce": LATER}
    assert choices_offered(spec, player("vane")) == {"vane": MAIN | LATER}
    assert choices_offered(spec, player("vane", "pryce")) == {"vane": MAIN | LATER, "pryce": LATER}


@pytest.mark.rule("BD-ROUND-11")
def test_only_who_speaks_for_the_combatant_of_the_next_item_is_offered_to_resolve_it() -> None:
    spec = brawl("vane", "pryce", "quill", steps=(agenda(clash("vane cutlass", "pryce easy_target")),))
    for other in ("pryce", "quill"):
        assert "black_dice.resolve" not in {form.command for form in legal_forms(BLACK_DICE, spec.fight, player(other))}


@pytest.mark.rule("BD-FATE-14", "BD-OBJ-5")
def test_no_choices_are_offered_for_an_attack_on_what_is_destroyed() -> None:
    spec = given(fight(fighter("a"), "wooden_door"), *round_of("a"), strikes("a", "wooden_door sword"))
    assert choices_offered(spec, NARRATOR) == {"a": MAIN | LATER}
    assert choices_offered(spec.given(StructureLost(combatant="wooden_door", points=4, pips=0, dice=0)), NARRATOR) == {
        "a": LATER
    }


def choices_offered(spec: Specification, speaker: Speaker) -> dict[str, set[str]]:
    """The fields of the choices that the form of the next item opens, by combatant."""
    forms = legal_forms(BLACK_DICE, spec.fight, speaker)
    form = next(form for form in forms if form.command == "black_dice.resolve")
    return {who.name: names(who.domain) for choices in form.open for who in fields(choices.domain)}


def fields(domain: Domain) -> tuple[OpenField, ...]:
    assert isinstance(domain, Record)
    return domain.fields


def names(domain: Domain) -> set[str]:
    return {field.name for field in fields(domain)}
