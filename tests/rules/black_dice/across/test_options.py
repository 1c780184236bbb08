"""Options of Black Dice that are easily forgotten: what may be done to objects, and weapons in any order."""

import pytest

from domain.core.commands import Command
from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.black_dice.chapters.rounds.declarations import Aiming, Declare
from domain.rulesets.black_dice.chapters.wounds.damage import StructureLost
from tests.laws.menus import commands_in
from tests.rules.black_dice.builders import agenda, brawl, check, clash, contest, fighter, peril, player, strikes
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

MAIN = {"fate", "trade", "common"}
LATER = {"fate_weapon", "fate_strength", "trade_weapon", "trade_strength", "injury"}
STRUCK_AT = (agenda(clash("vane cutlass", "pryce easy_target")),)
SWORDSMAN = newcomer("vane", common={"swordplay": True})
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
    assert spec.offers(command)
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
    assert spec.offers(command)


@pytest.mark.parametrize("ready", [("cutlass", "cutlass"), ("rifle",), ("cutlass", "revolver", "iron_fists")])
def test_weapons_that_cannot_be_readied_are_no_option(ready: tuple[str, ...]) -> None:
    spec = given(fight(ARMED, "brass_tom"), *round_of("vane", "brass_tom"))
    spec.when(Declare(actor="vane", ready=ready)).refused(None, "invalid")


@pytest.mark.rule("BD-FATE-14", "BD-WHO-9")
def test_choices_are_offered_for_the_throws_that_the_next_item_brings() -> None:
    spec = brawl(SWORDSMAN, "pryce", "quill", steps=STRUCK_AT, guaranteed_scope="all_rolls")
    assert choices_offered(spec, NARRATOR) == {"vane": MAIN | LATER, "pryce": LATER}
    assert choices_offered(spec, player("vane")) == {"vane": MAIN | LATER}
    assert choices_offered(spec, player("vane", "pryce")) == {"vane": MAIN | LATER, "pryce": LATER}


@pytest.mark.rule("BD-FATE-14", "BD-COMM-1", "BD-GUAR-4")
def test_choices_that_the_throw_and_the_table_do_not_allow_are_not_offered() -> None:
    spec = brawl("vane", "pryce", "quill", steps=STRUCK_AT)
    later = LATER - {"trade_weapon", "trade_strength"}
    assert choices_offered(spec, NARRATOR) == {"vane": later | {"fate", "trade"}, "pryce": later}


@pytest.mark.rule("BD-ROUND-11")
def test_only_who_speaks_for_the_combatant_of_the_next_item_is_offered_to_resolve_it() -> None:
    spec = brawl("vane", "pryce", "quill", steps=STRUCK_AT)
    for other in ("pryce", "quill"):
        assert "black_dice.resolve" not in commands_in(spec.menu(player(other)))


@pytest.mark.rule("BD-FATE-14", "BD-OBJ-5")
def test_no_choices_are_offered_for_an_attack_on_what_is_destroyed() -> None:
    striker = fighter("a", fate=1, common={"swordplay": True})
    door = fight(striker, "wooden_door", guaranteed_scope="all_rolls")
    spec = given(door, *round_of("a"), strikes("a", "wooden_door sword"))
    assert choices_offered(spec, NARRATOR) == {"a": MAIN | LATER}
    assert choices_offered(spec.given(StructureLost(combatant="wooden_door", points=4, pips=0, dice=0)), NARRATOR) == {
        "a": LATER
    }


def choices_offered(spec: Specification, speaker: Speaker) -> dict[str, set[str]]:
    """The fields of the choices that the form of the next item opens, by combatant."""
    menu = spec.menu(speaker)
    (form,) = [form for form in menu.forms if form.command == "black_dice.resolve"]
    (choices,) = [field for field in form.fields if field["name"] == "choices"]
    filled, values = {"common": 0}, menu.values(choices, {})
    assert values is not None
    assert values.keys is not None
    return {
        who: {part["name"] for part in choices["fields"] if menu.values(part, filled, {"key": who}) is not None}
        for who, _ in values.keys.listed
    }
