"""Ready-made combatants: every row with its numbers, as it is after joining (CE-SHEET-60 to -81, CE-DATA-74 to -97)."""

from typing import NamedTuple

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.rolls.abilities import initiative_bonus, reaction_adjustment, skill_bonus
from domain.rulesets.century.items import Natural
from domain.rulesets.century.state import Person
from domain.rulesets.century.tables import TEMPLATES
from domain.rulesets.century.words import ABILITIES
from tests.rules.century.builders import gathered, joined


class PersonRow(NamedTuple):
    """A person as it is published: scores in the order of the abilities, HP and FP, initiative bonus, ...

    ``held`` is what the right and the left hand hold, ``carried`` all weapons with what they are reloaded with.
    """

    rules: tuple[str, ...]
    key: str
    name: str
    role: str
    scores: str
    hp: int
    fp: int
    initiative: int
    skills: str
    held: tuple[str, ...]
    carried: str
    armour: str = ""
    worn: str | None = None
    gear: str = ""
    stimpaks: int = 0
    ambidextrous: bool = False


def _named(numbers: str, equipment: str, *row: object, **more: object) -> PersonRow:
    """A row of the first part, which stands in two tables: of numbers, and of skills and equipment."""
    return PersonRow((numbers, equipment), *row, **more)  # type: ignore[arg-type]


PEOPLE = (
    _named("CE-SHEET-60", "CE-SHEET-71", "eva", "Eva", "character", "12 13 12 11 12 10", 13, 5, 2,
        "Hand to Hand: Melee Weapon 5, Hand to Hand: Unarmed 3, Ranged Combat: Small 4, Ranged Combat: Large 3,"
        " Perception 2, Stealth 2, Medical 2",
        ("avenger_9mm",), "avenger_9mm 2, sword 0, kaufman 2", "flak_jacket"),
    _named("CE-SHEET-61", "CE-SHEET-72", "sam", "Sam", "character", "12 13 13 14 10 12", 14, 5, 2,
        "Ranged Combat: Small 5, Ranged Combat: Large 3, Hand to Hand: Unarmed 3, Detective 4, Perception 3,"
        " Streetwise 3, Driving 2",
        ("sawed_off_shotgun", "sawed_off_shotgun"), "sawed_off_shotgun 8, magnum_357 2+6"),
    _named("CE-SHEET-62", "CE-SHEET-73", "mulan", "Mulan", "character", "9 16 10 12 14 11", 11, 4, 4,
        "Climbing 1, Stealth 6, Lockpicking 6, Perception 4, Ranged Combat: Small 3, Hand to Hand: Unarmed 2",
        ("pistol_22",), "pistol_22 1, knife 0", gear="hook_and_line lockpicks"),
    _named("CE-SHEET-63", "CE-SHEET-74", "thurston", "Thurston", "character", "9 11 8 13 15 16", 9, 6, 1,
        "Fast Talk 6, Persuasion 5, Streetwise 4, Perception 3, Ranged Combat: Small 2",
        ("avenger_9mm",), "avenger_9mm 1"),
    _named("CE-SHEET-64", "CE-SHEET-75", "narna", "Narna", "minor", "11 10 12 10 11 13", 11, 0, 1,
        "Hand to Hand: Melee Weapon 2, Persuasion 2, Perception 3", ("whiskey_bottle",), "whiskey_bottle 0"),
    _named("CE-SHEET-65", "CE-SHEET-76", "steinbrenner", "Steinbrenner", "major", "12 10 12 12 9 11", 13, 3, 1,
        "Ranged Combat: Small 4, Hand to Hand: Unarmed 2, Intimidation 4, Perception 2, Driving 3",
        ("magnum_357",), "magnum_357 1+6"),
    _named("CE-SHEET-66", "CE-SHEET-77", "jonny", "Jonny", "minor", "11 9 10 8 8 8", 10, 0, 0,
        "Ranged Combat: Small 3, Hand to Hand: Unarmed 3, Intimidation 2", ("pistol_22",), "pistol_22 1, knife 0"),
    _named("CE-SHEET-67", "CE-SHEET-78", "guido", "Guido", "minor", "13 9 11 8 8 7", 11, 0, 0,
        "Ranged Combat: Small 2, Hand to Hand: Melee Weapon 3, Hand to Hand: Unarmed 4",
        ("pistol_22",), "pistol_22 1, baseball_bat 0"),
    _named("CE-SHEET-68", "CE-SHEET-79",
        "hunter_driver", "Lead hunter", "minor", "11 12 11 10 8 8", 12, 0, 2,
        "Driving 4, Ranged Combat: Small 3, Perception 2", (), "avenger_9mm 1"),
    _named("CE-SHEET-69", "CE-SHEET-80",
        "hunter_gunner", "Shotgun hunter", "minor", "13 11 12 9 8 7", 12, 0, 1,
        "Ranged Combat: Large 3, Hand to Hand: Unarmed 3",
        ("sawed_off_shotgun", "sawed_off_shotgun"), "sawed_off_shotgun 8", "flak_jacket", "flak_jacket"),
    _named("CE-SHEET-70", "CE-SHEET-81",
        "hunter_rocketeer", "Rocket hunter", "minor", "14 10 12 9 7 8", 13, 0, 1,
        "Ranged Combat: Heavy 3, Ranged Combat: Small 2",
        ("rocket_launcher", "rocket_launcher"), "rocket_launcher 1, pistol_22 1"),
    PersonRow(("CE-DATA-91",), "gunslinger", "Gunslinger", "major", "10 13 10 10 11 11", 12, 4, 2,
        "Ranged Combat: Small 5, Hand to Hand: Unarmed 1", ("magnum_357",), "magnum_357 2+6"),
    PersonRow(("CE-DATA-92",), "street_thug", "Street thug", "minor", "10 9 10 8 8 9", 10, 0, 0,
        "Ranged Combat: Small 1, Hand to Hand: Melee Weapon 2", (), "avenger_9mm 1, baseball_bat 0"),
    PersonRow(("CE-DATA-93",), "soldier", "Soldier", "minor", "12 11 12 10 9 9", 13, 0, 1,
        "Ranged Combat: Large 4, Ranged Combat: Thrown 2, Hand to Hand: Unarmed 2",
        (), "kaufman 3, grenade 0", "flak_jacket"),
    PersonRow(("CE-DATA-94",), "chainsaw_maniac", "Chainsaw maniac", "minor", "13 8 13 7 6 7", 14, 0, 0,
        "Hand to Hand: Melee Weapon 3", (), "chainsaw 0", "leather_jacket"),
    PersonRow(("CE-DATA-95",), "two_gun_killer", "Two-gun killer", "major", "9 15 10 11 10 10", 12, 3, 3,
        "Ranged Combat: Small 4", ("avenger_9mm", "pistol_22"), "avenger_9mm 1, pistol_22 1", ambidextrous=True),
    PersonRow(("CE-DATA-96",), "medic", "Medic", "minor", "8 10 10 13 10 10", 9, 0, 1,
        "Medical 5", (), "pistol_22 0", stimpaks=3),
    PersonRow(("CE-DATA-97",), "getaway_driver", "Getaway driver", "minor", "9 13 9 11 9 10", 10, 0, 2,
        "Driving 4, Ranged Combat: Small 1", (), "ko911 2"),
)  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(*row.rules), id=row.key) for row in PEOPLE])
def test_a_person_is_the_published_one(row: PersonRow) -> None:
    who = joined(Join(template=row.key))
    assert (who.id, who.name, who.kind, who.role) == (row.key, row.name, "person", row.role)
    assert " ".join(map(str, who.scores.values())) == row.scores
    assert (who.hp, who.hp_max, who.fp, who.mp_max, who.mp_base) == (row.hp, row.hp, row.fp, 10, 10)
    assert initiative_bonus(who) == row.initiative
    assert ", ".join(f"{skill.name} {skill.level}" for skill in who.skills.values()) == row.skills
    assert who.held == dict(zip(("right", "left"), row.held, strict=False))
    assert ", ".join(_reloads(who, weapon) for weapon in who.weapons) == row.carried
    assert all(weapon.loaded == weapon.ammo and weapon.state == "working" for weapon in who.weapons.values())
    assert (" ".join(who.armour), who.worn, " ".join(who.gear)) == (row.armour, row.worn, row.gear)
    assert (who.stimpaks, who.ambidextrous, who.dominant) == (row.stimpaks, row.ambidextrous, "right")
    assert (who.modes, who.turn_rate, who.hands) == (("legs2", "swim", "climb"), 1, 2)
    assert (who.initiative_modifier, who.conditions, list(who.natural)) == (0, {}, ["punch", "kick"])


def _reloads(person: Person, key: str) -> str:
    weapon = person.weapons[key]
    return f"{key} {weapon.reloads}{f'+{weapon.loose_rounds}' if weapon.loose_rounds else ''}"


@pytest.mark.rule("CE-RUL-5")
def test_the_numbers_of_the_text_come_out() -> None:
    """Mulan's Agility gives 21 and 4, Sam's 12 and 2; Thurston's Constitution takes 3."""
    mulan, sam, thurston = (joined(Join(template=key)) for key in ("mulan", "sam", "thurston"))
    assert (skill_bonus(mulan, "agl"), initiative_bonus(mulan)) == (21, 4)
    assert (reaction_adjustment(sam, "agl"), initiative_bonus(sam)) == (12, 2)
    assert reaction_adjustment(thurston, "con") == -3


class VehicleRow(NamedTuple):
    """A vehicle as it is published."""

    rule: str
    key: str
    name: str
    mp: int
    mode: str
    turn_rate: int
    turn_class: int | None
    powered: bool
    seats: int
    hp: int
    dr: int
    open: bool
    skill: str = "Driving"


VEHICLES = (
    VehicleRow("CE-DATA-74", "libretta_rapier", "Libretta Rapier", 15, "wheels", 1, 90, True, 2, 40, 4, False),
    VehicleRow("CE-DATA-75", "suv", "SUV", 12, "wheels", 1, 60, True, 5, 60, 5, False),
    VehicleRow("CE-DATA-76", "van", "Van", 10, "wheels", 2, 45, True, 8, 60, 4, False),
    VehicleRow("CE-DATA-77", "motorboat", "Motorboat", 8, "water_motor", 2, 45, True, 4, 40, 3, True, "Piloting"),
    VehicleRow("CE-DATA-78", "canoe", "Canoe", 10, "row", 1, None, False, 2, 10, 1, True, "Piloting"),
)


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.key) for row in VEHICLES])
def test_a_vehicle_is_the_published_one(row: VehicleRow) -> None:
    it = joined(Join(template=row.key))
    assert (it.name, it.kind, it.role, it.mp_max, it.modes, it.turn_rate) == (
        row.name, "vehicle", None, row.mp, (row.mode,), row.turn_rate,
    )  # fmt: skip
    assert (it.hp, it.hp_max, it.dr, it.scores, it.natural) == (row.hp, row.hp, row.dr, {}, {})
    assert it.craft is not None
    assert (it.craft.turn_class, it.craft.powered, it.craft.seats, it.craft.open, it.craft.pilot_skill) == (
        row.turn_class, row.powered, row.seats, row.open, row.skill,
    )  # fmt: skip


@pytest.mark.rule("CE-DATA-97")
def test_the_getaway_driver_drives_a_rapier_of_its_own_row() -> None:
    driver = Join(template="getaway_driver")
    there = gathered(driver, Join(template="libretta_rapier", sheet={"driver": "getaway_driver"}))
    car = there.vehicle_driven_by("getaway_driver")
    assert car is not None
    assert car.id == "libretta_rapier"


class AnimalRow(NamedTuple):
    """An animal as it is published: scores, HP, own Damage Resistance, attacks with their cost and damage."""

    rule: str
    key: str
    name: str
    mp: int
    mode: str
    turn_rate: int
    scores: str
    hp: int
    dr: int
    attacks: str


ANIMALS = (
    AnimalRow("CE-DATA-80", "rattlesnake", "Rattlesnake", 10, "slither", 2, "2 14 6 2", 3, 0, "bite 2 1d2"),
    AnimalRow("CE-DATA-81", "horse", "Horse", 20, "legs4", 1, "18 10 12 3", 20, 0,
        "kick 3 1d6, stomp 4 1d8, bite 2 1d3"),
    AnimalRow("CE-DATA-82", "guard_dog", "Guard dog", 16, "legs4", 1, "8 13 10 4", 8, 0, "bite 2 1d4, claw 3 1d2"),
    AnimalRow("CE-DATA-83", "bear", "Bear", 14, "legs4", 1, "20 9 16 3", 25, 1,
        "claw 3 1d8, bite 2 1d6, crush 5 2d6"),
    AnimalRow("CE-DATA-84", "scorpion", "Giant scorpion", 10, "legs4", 1, "6 12 8 1", 5, 2,
        "sting 2 1d3, claw 3 1d3"),
)  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.key) for row in ANIMALS])
def test_an_animal_is_the_published_one(row: AnimalRow) -> None:
    it = joined(Join(template=row.key))
    assert (it.name, it.kind, it.role, it.fp, it.hands) == (row.name, "animal", "minor", 0, 0)
    assert (it.mp_max, it.modes, it.turn_rate) == (row.mp, (row.mode,), row.turn_rate)
    assert [it.scores[ability] for ability in ABILITIES] == [*map(int, row.scores.split()), 9, 9]
    assert (it.hp, it.hp_max, it.dr) == (row.hp, row.hp, row.dr)
    attacks = [attack.split() for attack in row.attacks.split(", ")]
    assert list(it.natural.values()) == [Natural(name, int(mp), damage) for name, mp, damage in attacks]


@pytest.mark.parametrize(
    ("key", "name", "hides", "capacity", "hp"),
    [
        pytest.param(key, *row, marks=pytest.mark.rule(rule), id=key)
        for rule, key, *row in (
            ("CE-DATA-85", "desk", "Desk", 50, 5, 15),
            ("CE-DATA-86", "computer", "Computer", 5, 2, 2),
            ("CE-DATA-87", "tree", "Tree", 40, 8, 60),
            ("CE-DATA-88", "wall", "Wall", 75, 10, 100),
            ("CE-DATA-89", "shield", "Shield", 30, 4, 20),
            ("CE-DATA-90", "car_door", "Car door", 60, 3, 12),
        )
    ],
)
def test_an_object_is_the_published_one(key: str, name: str, hides: int, capacity: int, hp: int) -> None:
    it = joined(Join(template=key))
    assert (it.name, it.kind, it.role, it.throws) == (name, "object", None, False)
    assert (it.hides, it.damage_capacity, it.hp, it.hp_max) == (hides, capacity, hp, hp)


def test_there_are_no_other_templates() -> None:
    things = ["desk", "computer", "tree", "wall", "shield", "car_door"]
    rows = [*(row.key for row in PEOPLE), *(row.key for row in VEHICLES), *(row.key for row in ANIMALS)]
    assert list(TEMPLATES) == [*rows, *things]
