"""Sheets of S3 as clients send them, and how they become the whole sheets of the stream (S3-SHEET)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from domain.core.commands import Join
from domain.core.events import CombatantJoined, PolicySet
from domain.model.event import Event
from domain.model.suggestions import instead, unknown
from domain.ruleset.joining import SheetError, find_template, id_from, newcomer_id, read_sheet, reject_sheet
from domain.rulesets.s3.chapters.attack.reach import Disengaged, engaged_with
from domain.rulesets.s3.chapters.grapple.bonds import drag_on
from domain.rulesets.s3.chapters.movement.leaving import ClimbForgotten
from domain.rulesets.s3.chapters.movement.walking import StoodUp
from domain.rulesets.s3.chapters.vehicles.riding import may_drive
from domain.rulesets.s3.combatant_sheets import AnySheet, PersonSheet, PolicySheet, VehicleSheet
from domain.rulesets.s3.gear_sheets import UNKNOWN, grip, grip_misfits, item_misfits, item_of
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import NOT_OF_THE_SHEET, TEMPLATES, VEHICLE_KINDS
from domain.rulesets.s3.words import HERE, ROAD
from domain.text.validation import ValidationMessage, format_path

SHEETS: TypeAdapter[AnySheet] = TypeAdapter(Annotated[AnySheet, Field(discriminator="type")])
MOST_SLOTS = 8
UNKNOWN_KINDS = frozenset({"extra_forbidden", "literal_error"})
RULE_OF_FIELD = {
    "skills": "S3-SHEET-1",
    "fortitude": "S3-SHEET-2",
    "breath": "S3-SHEET-3",
    "breath_max": "S3-SHEET-3",
    "techniques": "S3-SHEET-5",
    "hands": "S3-SHEET-6",
    "armour": "S3-SHEET-7",
    "driver": "S3-SHEET-9",
    "riders": "S3-SHEET-9",
}
"""The rule that says what a field has to be, where the sheet names what the rules know."""


def _person_misfits(sheet: PersonSheet) -> Iterator[SheetError]:
    """What does not hold together in a sheet each of whose fields is well."""
    if len(sheet.talents) + len(sheet.techniques) > MOST_SLOTS:
        yield SheetError("talents", f"Talents and techniques fill at most {MOST_SLOTS} slots.", "S3-SHEET-4")
    if len(set(sheet.talents)) != len(sheet.talents):
        yield SheetError("talents", "A talent is listed twice.", UNKNOWN)
    if sheet.breath is not None and sheet.breath > sheet.breath_max:
        yield SheetError("breath", "It is at most breath_max.", "S3-SHEET-3")
    ids = [item.id or item.kind for item in sheet.items]
    named = {"items": ids, "wounds": [w.id for w in sheet.wounds], "doses": [d.id for d in sheet.doses]}
    for what, names in named.items():
        if len(set(names)) != len(names):
            yield SheetError(what, f"Two {what} have the same id.", UNKNOWN)
    for number, item in enumerate(sheet.items):
        yield from item_misfits(item, f"items[{number}]")
    yield from grip_misfits(sheet.hands, ids, sheet.limbs)
    if sheet.armour is not None and sheet.armour not in ids:
        said = unknown(f"“{sheet.armour}” is not among the items", sheet.armour, ids, "There are no items to wear.")
        yield SheetError("armour", said, "S3-SHEET-7")


def join(fight: Fight, command: Join) -> tuple[str, list[tuple[Event, str]]]:
    """The ID of a newcomer and the facts of its joining, each with its audience: it is here, its standing answers.

    Refuses a faulty sheet with all its faults.
    """
    merged = {**_template(command.template), **command.sheet}
    suggested = merged.pop("id", None)
    merged.setdefault("type", "person")
    sheet: AnySheet = read_sheet(SHEETS, merged, AnySheet, _misfit)
    if isinstance(sheet, PersonSheet):
        misfits = list(_person_misfits(sheet))
        if misfits:
            reject_sheet(*misfits)
    name = newcomer_id(command, suggested, sheet.name, _misfit)
    return name, _facts(fight, name, sheet)


def newcomers(fight: Fight) -> dict[str, bool]:
    """Return the templates, and whether the ID of each is free and its zone is there."""
    here = HERE in fight.zones
    return {
        **{key: here and _id_of(template) not in fight.joined for key, template in TEMPLATES.items()},
        **{key: _id_of(template) not in fight.joined for key, template in VEHICLE_KINDS.items()},
    }


def _id_of(template: Mapping[str, Any]) -> str:
    return template.get("id") or id_from(template["name"])


def _misfit(fault: ValidationMessage) -> SheetError:
    """A fault of shape with the rule that says what the field has to be."""
    rule = UNKNOWN if fault.kind in UNKNOWN_KINDS else RULE_OF_FIELD.get(str(next(iter(fault.path), "")), UNKNOWN)
    return SheetError(format_path(fault.path), fault.message, rule)


def _facts(fight: Fight, name: str, sheet: AnySheet) -> list[tuple[Event, str]]:
    if isinstance(sheet, VehicleSheet):
        return [(fact, "all") for fact in (_vehicle_joined(fight, name, sheet), *_got_on(fight, _aboard(sheet)))]
    policies = (
        (PolicySet(of=name, kind=kind, answer=answer), name) for kind, answer in _policies(sheet.policy).items()
    )
    return [(_person_joined(fight, name, sheet), "all"), *policies]


def _template(key: str | None) -> Mapping[str, Any]:
    """The fields of the template's sheet."""
    found = find_template({**TEMPLATES, **VEHICLE_KINDS}, key)
    return {field: value for field, value in found.items() if field not in NOT_OF_THE_SHEET}


def _person_joined(fight: Fight, name: str, sheet: PersonSheet) -> CombatantJoined:
    if sheet.zone not in fight.zones:
        said = unknown(f"There is no zone “{sheet.zone}”", sheet.zone, fight.zones, "There are no zones here.")
        reject_sheet(SheetError("zone", said, UNKNOWN))
    if sheet.vehicle is not None or sheet.seat is not None:
        reject_sheet(
            SheetError("vehicle", "Join on foot; the vehicle's sheet, or place, seats its driver and riders.", UNKNOWN)
        )
    strangers = [other for other in sheet.unseen_by if other not in fight.people]
    if strangers:
        reject_sheet(SheetError("unseen_by", f"Nobody is called {', '.join(strangers)} here.", UNKNOWN))
    items = [item_of(item) for item in sheet.items]
    person = sheet.model_dump(mode="json", exclude={"items", "policy", "hands"}, exclude_none=True)
    carried = {item["id"]: item for item in items}
    if sheet.armour is not None and not carried[sheet.armour].get("armour"):
        reject_sheet(SheetError("armour", f"“{sheet.armour}” is no armour.", "S3-SHEET-7"))
    person |= {
        "id": name,
        "breath": sheet.breath_max if sheet.breath is None else sheet.breath,
        "items": carried,
        "hands": grip(sheet.hands, carried, sheet.limbs),
        "doses": [{**dose.model_dump(exclude_none=True), "given_version": 0} for dose in sheet.doses],
    }
    return CombatantJoined(combatant=name, name=sheet.name, side="players" if sheet.pc else "opposition", sheet=person)


def _aboard(sheet: VehicleSheet) -> tuple[str, ...]:
    return (sheet.driver, *sheet.riders) if sheet.driver else sheet.riders


def _got_on(fight: Fight, aboard: tuple[str, ...]) -> Iterator[Event]:
    """End the engagements with those in reach who do not get on, stand up, and lose a climb (S3-LEGAL-11)."""
    for person in [fight.people[combatant] for combatant in aboard]:
        left = tuple(other for other in engaged_with(fight, person.id) if other not in aboard)
        if left:
            yield Disengaged(combatant=person.id, others=left)
        if person.prone:
            yield StoodUp(combatant=person.id)
        if person.climb is not None:
            yield ClimbForgotten(combatant=person.id)


def _vehicle_joined(fight: Fight, name: str, sheet: VehicleSheet) -> CombatantJoined:
    aboard = _aboard(sheet)
    if len(set(aboard)) != len(aboard):
        reject_sheet(SheetError("riders", "Somebody sits twice on the vehicle.", "S3-SHEET-9"))
    for combatant in aboard:
        seat = "driver" if combatant == sheet.driver else "riders"
        person = fight.people.get(combatant)
        if person is None:
            reject_sheet(
                SheetError(seat, f"Nobody is called “{combatant}” here; join persons before their vehicle.", UNKNOWN)
            )
        if person.vehicle is not None:
            reject_sheet(SheetError(seat, f"{combatant} sits on {person.vehicle} already.", "S3-SHEET-9"))
        if any(combatant in (hold.holder, hold.held) for hold in fight.holds) or drag_on(fight, combatant) is not None:
            reject_sheet(SheetError(seat, f"{combatant} holds somebody, or is held; that ends first.", "S3-SHEET-9"))
    if sheet.driver is not None and not may_drive(fight.people[sheet.driver], sheet.kind):
        reject_sheet(SheetError("driver", f"{sheet.driver} cannot drive this.", "S3-MOUNT-29"))
    if sheet.zone != ROAD and sheet.zone not in fight.zones:
        reject_sheet(
            SheetError("zone", f"There is no zone “{sheet.zone}”; {instead(sheet.zone, [*fight.zones, ROAD])}", UNKNOWN)
        )
    vehicle = sheet.model_dump(mode="json", exclude={"state"}, exclude_none=True)
    return CombatantJoined(
        combatant=name, name=sheet.name, side=None, sheet={**vehicle, "id": name, "status": sheet.state}
    )


def _policies(sheet: PolicySheet) -> dict[str, Any]:
    """Standing answers by the kind of prompt that they answer."""
    given = sheet.model_dump(mode="json", exclude_none=True)
    return {kind: given[key] for key, kind in PROMPT_OF_POLICY.items() if given[key] != "ask"}


PROMPT_OF_POLICY = {
    "call": "call_flip",
    "when_stunned": "act_stunned",
    "oppose": "oppose",
    "drag": "drag_or_release",
    "fast": "fast_reply",
    "crash": "crash",
}
