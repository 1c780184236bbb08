"""Natural attacks: what they cost, what they do, who has them (CE-UNARM, Table 6-2)."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.attack.attacks import AttackLaunched
from domain.rulesets.century.chapters.rolls.throwing import TargetFixed
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from tests.rules.century.builders import damage, hp, in_slot, losses, person
from tests.rules.century.specification import attack, newcomer, stub

UNARMED = {"group": "Hand to Hand", "name": "Unarmed"}


def with_natural(name: str, **fields: Any) -> Any:
    """An animal that has this natural attack, at the cost of the table."""
    return newcomer("horse", natural=[{"name": name, "damage": "1d6", **fields}])


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        pytest.param("punch", 2, marks=pytest.mark.rule("CE-UNARM-1")),
        pytest.param("kick", 3, marks=pytest.mark.rule("CE-UNARM-2")),
        pytest.param("bite", 2, marks=pytest.mark.rule("CE-UNARM-3")),
        pytest.param("claw", 3, marks=pytest.mark.rule("CE-UNARM-4")),
        pytest.param("crush", 5, marks=pytest.mark.rule("CE-UNARM-5")),
        pytest.param("stomp", 4, marks=pytest.mark.rule("CE-UNARM-6")),
        pytest.param("sting", 2, marks=pytest.mark.rule("CE-UNARM-7")),
    ],
)
def test_a_natural_attack_costs_its_row_of_the_table(name: str, cost: int) -> None:
    actor = stub("a") if name in ("punch", "kick") else with_natural(name)
    spec = in_slot(actor, stub("t"))
    whose = actor.id or ""
    spec.when(attack(whose, "t", natural=name, range="melee"), throws=[f"{whose} d100: 90"])
    spec.then(PointsSpent(combatant=whose, points=cost, what="attack"), AttackLaunched)
    assert person(spec, whose).natural[name].mp == cost


@pytest.mark.rule("CE-UNARM-8", "CE-UNARM-12")
def test_a_human_punch_does_1_hp_without_a_die() -> None:
    spec = in_slot(stub("a"), stub("t")).when(attack("a", "t", natural="punch", range="melee"), throws=["a d100: 60"])
    assert losses(spec) == [("t", 1, 9)]
    assert [thrown.dice for thrown in damage(spec)] == [None]


@pytest.mark.rule("CE-UNARM-9")
def test_a_human_kick_throws_one_die_of_two_sides() -> None:
    spec = in_slot(stub("a"), stub("t"))
    spec.when(attack("a", "t", natural="kick", range="melee"), throws=["a d100: 50", "a 1d2: 2"])
    assert losses(spec) == [("t", 2, 8)]


@pytest.mark.rule("CE-UNARM-10")
@pytest.mark.parametrize(
    ("animal", "name", "dice", "left"),
    [("bear", "claw", "1d8: 6", 4), ("bear", "bite", "1d6: 3", 7), ("horse", "stomp", "1d8: 8", 2)],
)
def test_the_others_do_the_damage_of_their_animal(animal: str, name: str, dice: str, left: int) -> None:
    spec = in_slot(animal, stub("t"))
    spec.when(attack(animal, "t", natural=name, range="melee"), throws=[f"{animal} d100: 30", f"{animal} {dice}"])
    assert hp(spec, "t") == left


@pytest.mark.rule("CE-UNARM-11")
@pytest.mark.parametrize(("who", "name"), [("a", "bite"), ("a", "stomp"), ("bear", "punch"), ("bear", "kick")])
def test_a_natural_attack_is_for_those_whose_sheet_lists_it(who: str, name: str) -> None:
    first, other = (stub("a"), "bear") if who == "a" else ("bear", stub("a"))
    spec = in_slot(first, other).when(attack(who, "bear" if who == "a" else "a", natural=name, range="melee"))
    spec.refused("CE-UNARM-11")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.natural"


@pytest.mark.rule("CE-UNARM-11")
def test_a_person_has_punch_and_kick_whatever_its_sheet_adds() -> None:
    spec = in_slot(stub("a", natural=[{"name": "bite", "damage": "1"}]), stub("t"))
    assert set(person(spec, "a").natural) == {"punch", "kick", "bite"}


@pytest.mark.rule("CE-UNARM-12")
@pytest.mark.parametrize("name", ["punch", "kick"])
def test_unarmed_attacks_have_base_60_agility_and_the_skill_unarmed(name: str) -> None:
    spec = in_slot(stub("a", agl=11, str=15, skills=[{**UNARMED, "level": 2}]), stub("t"))
    spec.when(attack("a", "t", natural=name, range="melee"), throws=["a d100: 73"])
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [60 + 6 + 6]


@pytest.mark.rule("CE-UNARM-12")
def test_an_animal_uses_the_skill_of_its_sheet() -> None:
    hunting = [{"name": "Hunting", "level": 3}, {**UNARMED, "level": 9}]
    hunter = newcomer("horse", natural=[{"name": "bite", "damage": "1d3", "skill": "Hunting"}], skills=hunting, agl=9)
    spec = in_slot(hunter, stub("t"))
    spec.when(attack("horse", "t", natural="bite", range="melee"), throws=["horse d100: 70"])
    assert [event.target for event in spec.events if isinstance(event, TargetFixed)] == [60 + 9]


@pytest.mark.rule("CE-UNARM-13")
def test_two_fists_are_not_two_weapons() -> None:
    spec = in_slot(stub("a"), stub("t")).when(attack("a", "t", natural="punch", range="melee", paired=True))
    spec.refused("CE-DUAL-2")
    spec = in_slot(stub("a", "knife"), stub("t"))
    spec.when(attack("a", "t", natural="punch", range="melee", paired=True)).refused("CE-DUAL-2")
    spec = in_slot(stub("a", "knife", "sword"), stub("t"))
    spec.when(attack("a", "t", natural="kick", range="melee", paired=True)).refused("CE-DUAL-2")
    spec = in_slot(stub("a"), stub("t"))
    spec.when(attack("a", "t", natural="punch", range="melee"), throws=["a d100: 61"])
    spec.when(attack("a", "t", natural="punch", range="melee")).refused("CE-STAG-7")
