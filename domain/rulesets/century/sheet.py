"""Sheets of Century as clients send them, one for each kind, and how they become the whole sheets of the stream."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.ruleset.joining import (
    Newcomer,
    SheetError,
    find_template,
    newcomer_id,
    read_sheet,
    reject_sheet,
    with_derived_facts,
    with_pronoun,
)
from domain.rulesets.century.chapters.conditions.downed import DEAD_AT, Destroyed, Died, Downed
from domain.rulesets.century.chapters.items.strength import can_wear
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken
from domain.rulesets.century.combatant_sheets import (
    AnimalSheet,
    AnySheet,
    LivingSheet,
    ObjectSheet,
    PersonSheet,
    VehicleSheet,
)
from domain.rulesets.century.evolve import CENTURY_FOLDS
from domain.rulesets.century.gear_sheets import (
    NaturalSheet,
    armour_misfits,
    armour_of,
    gear_misfits,
    gear_of,
    grip,
    grip_misfits,
    natural_misfits,
    natural_of,
    weapon_misfits,
    weapon_of,
)
from domain.rulesets.century.state import Craft, Fight, Overrides, Person, Place
from domain.rulesets.century.tables import TEMPLATES
from domain.rulesets.century.words import ABILITIES, Role
from domain.text.validation import ValidationMessage, format_path

SHEETS: TypeAdapter[AnySheet] = TypeAdapter(Annotated[AnySheet, Field(discriminator="kind")])
PUNCH_AND_KICK: tuple[NaturalSheet, ...] = (
    NaturalSheet(name="punch", damage="1"),
    NaturalSheet(name="kick", damage="1d2"),
)
"""What persons always have (CE-SHEET-13, CE-UNARM-8, CE-UNARM-9)."""
SIDE_OF_ROLE: Mapping[Role | None, str] = {
    "character": "characters",
    "major": "opposition",
    "minor": "opposition",
    None: "things",
}
VALIDATION = "CE-SHEET-23"
RULE_OF_AMMUNITION = "CE-SHEET-22"
RULE_OF_VEHICLES = "CE-SHEET-15"
RULE_OF_FIELD: Mapping[str, str] = {
    **dict.fromkeys(("id", "name", "side", "kind"), "CE-SHEET-1"),
    "role": "CE-SHEET-2",
    **dict.fromkeys(ABILITIES, "CE-SHEET-3"),
    "overrides": "CE-SHEET-4",
    "skills": "CE-SHEET-5",
    **dict.fromkeys(("hp_max", "hp"), "CE-SHEET-6"),
    **dict.fromkeys(("mp_base", "mp_modifier"), "CE-SHEET-7"),
    "fp": "CE-SHEET-8",
    "initiative_modifier": "CE-SHEET-9",
    **dict.fromkeys(("modes", "turn_rate"), "CE-SHEET-10"),
    **dict.fromkeys(("hands", "dominant", "ambidextrous", "held"), "CE-SHEET-11"),
    "weapons": "CE-SHEET-12",
    "natural": "CE-SHEET-13",
    **dict.fromkeys(("armour", "worn"), "CE-SHEET-14"),
    **dict.fromkeys(
        ("turn_class", "seats", "driver", "passengers", "pilot_skill", "powered", "open"), RULE_OF_VEHICLES
    ),
    "dr": "CE-SHEET-16",
    **dict.fromkeys(("position", "heading"), "CE-SHEET-17"),
    **dict.fromkeys(("damage_capacity", "hides"), "CE-SHEET-19"),
    "gear": "CE-SHEET-21",
    "stimpaks": "CE-SHEET-85",
}
"""The row of each field of a sheet (CE-SHEET-23)."""


def join(fight: Fight, command: Join) -> Newcomer:
    """The ID of a newcomer and the facts of its joining: it is here, perhaps down already, and who sits in it.

    Refuses a faulty sheet with all its faults.
    """
    given = {"kind": "person", **find_template(TEMPLATES, command.template), **command.sheet}
    suggested = given.pop("id", command.template)
    sheet: AnySheet = read_sheet(SHEETS, given, AnySheet, lambda fault: _misfit(fault, given["kind"]))
    misfits = list(_misfits(fight, sheet))
    if misfits:
        reject_sheet(*misfits)
    person = _person(newcomer_id(command, suggested, sheet.name, _misfit), sheet)
    if not can_wear(fight.options, person):
        reject_sheet(SheetError("worn", "It is too heavy for this Strength; let it be carried.", "CE-STR-5"))
    joined = CombatantJoined(combatant=person.id, name=person.name, side=person.side, sheet=msgspec.to_builtins(person))
    following = (*_downed(fight, person), *_seated(person.id, sheet))
    pronoun = sheet.pronoun if isinstance(sheet, LivingSheet) else None
    if command.secret:
        whole = with_derived_facts(fight, CENTURY_FOLDS, joined, following)
        return person.id, [(with_pronoun(whole, pronoun), "all")]
    return person.id, [(fact, "all") for fact in (with_pronoun(joined, pronoun), *following)]


def _misfit(fault: ValidationMessage, kind: object = None) -> SheetError:
    """A fault of shape, by the row of its field."""
    named = [part for part in fault.path if isinstance(part, str)] or ["id"]
    first, last = named[0], named[-1]
    rule = RULE_OF_AMMUNITION if last in ("reloads", "loose_rounds") else RULE_OF_FIELD.get(first, VALIDATION)
    if first == "dr" and kind == "vehicle":
        rule = RULE_OF_VEHICLES
    return SheetError(format_path(fault.path), fault.message, rule)


def _misfits(fight: Fight, sheet: AnySheet) -> Iterator[SheetError]:
    """What does not hold together in a sheet each of whose fields is well."""
    if sheet.hp is not None and sheet.hp > sheet.hp_max:
        yield SheetError("hp", f"It is at most {sheet.hp_max}.", "CE-SHEET-6")
    if isinstance(sheet, VehicleSheet):
        yield from _seat_misfits(fight, sheet)
    if isinstance(sheet, LivingSheet):
        yield from _living_misfits(fight, sheet)


def _living_misfits(fight: Fight, sheet: LivingSheet) -> Iterator[SheetError]:
    if sheet.fp and sheet.role == "minor":
        yield SheetError("fp", "Only characters and major NPCs have Fate Points; leave it out.", "CE-SHEET-8")
    yield from _twice("skills", [skill.whole_name for skill in sheet.skills])
    yield from _twice("natural", [attack.name for attack in sheet.natural])
    for field, items in (("weapons", sheet.weapons), ("armour", sheet.armour), ("gear", sheet.gear)):
        yield from _twice(field, [item.id for item in items])
    for number, attack in enumerate(sheet.natural):
        yield from natural_misfits(attack, f"natural[{number}]")
    for number, useful in enumerate(sheet.gear):
        yield from gear_misfits(useful, f"gear[{number}]")
    lacking = [
        *(misfit for number, one in enumerate(sheet.weapons) for misfit in weapon_misfits(one, f"weapons[{number}]")),
        *(misfit for number, one in enumerate(sheet.armour) for misfit in armour_misfits(one, f"armour[{number}]")),
    ]
    yield from lacking
    if not lacking:
        weapons = {weapon.id: weapon_of(weapon) for weapon in sheet.weapons}
        yield from grip_misfits(sheet.held, weapons, sheet.hands, fight.options.one_handed_use)
    if sheet.worn is not None and sheet.worn not in [piece.id for piece in sheet.armour]:
        yield SheetError("worn", f"{sheet.worn} is not among the armour.", "CE-SHEET-14")
    if sheet.held and sheet.hp is not None and sheet.hp <= 0:
        yield SheetError("held", "A combatant who is down holds nothing; leave it out.", "CE-DOWN-3")


def _twice(field: str, keys: Sequence[str]) -> Iterator[SheetError]:
    double = [key for number, key in enumerate(keys) if key in keys[:number]]
    if double:
        yield SheetError(field, f"{', '.join(dict.fromkeys(double))}: that is there twice.", RULE_OF_FIELD[field])


def _seat_misfits(fight: Fight, sheet: VehicleSheet) -> Iterator[SheetError]:
    """Who cannot sit in a vehicle as its sheet says (CE-SHEET-15)."""
    aboard = _aboard(sheet)
    if len(aboard) > sheet.seats:
        yield SheetError("passengers", f"It has {sheet.seats} seats, that of the driver among them.", RULE_OF_VEHICLES)
    yield from _twice("passengers", aboard)
    for combatant in aboard:
        field = "driver" if combatant == sheet.driver else "passengers"
        person = fight.people.get(combatant)
        if person is None or not (person.throws and person.present):
            said = f"{combatant} cannot take a seat; people join before their vehicle."
            yield SheetError(field, said, RULE_OF_VEHICLES)
        elif fight.vehicle_of(combatant) is not None:
            yield SheetError(field, f"{person.name} sits in another vehicle.", RULE_OF_VEHICLES)


def _aboard(sheet: VehicleSheet) -> list[str]:
    return [*([sheet.driver] if sheet.driver is not None else ()), *sheet.passengers]


def _person(name: str, sheet: AnySheet) -> Person:
    """The whole sheet, with every default in its place."""
    role = sheet.role if isinstance(sheet, LivingSheet) else None
    person = Person(
        id=name,
        name=sheet.name,
        side=sheet.side or SIDE_OF_ROLE[role],
        kind=sheet.kind,
        role=role,
        hp_max=sheet.hp_max,
        hp=sheet.hp_max if sheet.hp is None else sheet.hp,
        place=Place(**sheet.position.model_dump()) if sheet.position is not None else None,
        heading=sheet.heading,
    )
    if isinstance(sheet, ObjectSheet):
        person.damage_capacity, person.hides = sheet.damage_capacity, sheet.hides
    else:
        person.mp_base, person.mp_modifier = sheet.mp_base, sheet.mp_modifier
        person.modes, person.turn_rate = tuple(dict.fromkeys(sheet.modes)), sheet.turn_rate
    if isinstance(sheet, AnimalSheet | VehicleSheet):
        person.dr = sheet.dr
    if isinstance(sheet, PersonSheet):
        person.stimpaks = sheet.stimpaks
    if isinstance(sheet, VehicleSheet):
        skill = sheet.pilot_skill or ("Driving" if "wheels" in sheet.modes else "Piloting")
        person.craft = Craft(sheet.turn_class, sheet.seats, pilot_skill=skill, powered=sheet.powered, open=sheet.open)
    if isinstance(sheet, LivingSheet):
        _enliven(person, sheet)
    return person


def _enliven(person: Person, sheet: LivingSheet) -> None:
    """What only those have who throw dice."""
    person.scores = {
        "str": sheet.str_,
        "agl": sheet.agl,
        "con": sheet.con,
        "iq": sheet.iq,
        "app": sheet.app,
        "prs": sheet.prs,
    }
    person.overrides = {ability: Overrides(**own.model_dump()) for ability, own in sheet.overrides.items()}
    person.skills = {skill.whole_name: skill.as_skill() for skill in sheet.skills}
    person.fp, person.initiative_modifier = sheet.fp, sheet.initiative_modifier
    person.hands, person.dominant, person.ambidextrous = sheet.hands, sheet.dominant, sheet.ambidextrous
    person.weapons = {weapon.id: weapon_of(weapon) for weapon in sheet.weapons}
    person.held = grip(sheet.held, person.weapons, sheet.hands)
    attacks = (*(PUNCH_AND_KICK if isinstance(sheet, PersonSheet) else ()), *sheet.natural)
    person.natural = {attack.name: natural_of(attack) for attack in attacks}
    person.armour = {piece.id: armour_of(piece) for piece in sheet.armour}
    person.worn = sheet.worn
    person.gear = {useful.id: gear_of(useful) for useful in sheet.gear}


def _downed(fight: Fight, person: Person) -> Iterator[Event]:
    """Whoever joins without HP is dying or dead (CE-DOWN-1, CE-DOWN-2), a thing destroyed (CE-DOWN-11)."""
    if person.hp > 0:
        return
    if not person.throws:
        yield Destroyed(combatant=person.id)
    elif person.hp > DEAD_AT:
        yield Downed(combatant=person.id, dies_in_round=fight.round + 1)
    else:
        yield Died(combatant=person.id)


def _seated(vehicle: str, sheet: AnySheet) -> Iterator[Event]:
    if isinstance(sheet, VehicleSheet):
        for combatant in _aboard(sheet):
            yield SeatTaken(combatant=combatant, vehicle=vehicle, driving=combatant == sheet.driver)
