"""Sheets of S3 as clients send them, and how they become the whole sheets of the stream (S3-SHEET)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from domain.core_commands import CombatantId, Join, Model, Name
from domain.core_events import CombatantJoined, PolicySet
from domain.event import Event
from domain.faults import Fault, place
from domain.joining import Misfit, newcomer_id, sheet_of, template_of, unfit
from domain.rulesets.s3.commands import Key
from domain.rulesets.s3.decide.consequences import drag_on
from domain.rulesets.s3.decide.mounted import may_drive
from domain.rulesets.s3.decide.reach import engaged_with
from domain.rulesets.s3.events.places import ClimbForgotten, Disengaged, StoodUp
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import EQUIPMENT, NOT_OF_THE_SHEET, POISONS, TEMPLATES, VEHICLE_KINDS
from domain.rulesets.s3.words import (
    ARM_OF_HAND,
    HERE,
    ROAD,
    Fate,
    Flag,
    Gone,
    Intent,
    Limb,
    Reach,
    Reason,
    Route,
    Seat,
    Skill,
    Talent,
    VehicleType,
    WeaponSkill,
)

Coins10 = Annotated[int, Field(ge=0, le=10)]
Points = Annotated[int, Field(ge=0, le=30)]


class ModeSheet(Model):
    """One way to use an item as a weapon."""

    key: str = Field(default="", pattern=r"^[a-z0-9_]{0,40}$")
    skill: WeaponSkill
    reach: Reach = "close"
    hands: int = Field(default=1, ge=0, le=2)
    finesse: Coins10 = 0
    offense: Coins10 = 0
    damage: int = Field(default=0, ge=0, le=20)
    stun_bonus: Coins10 = 0
    wound_bonus: Coins10 = 0
    rating: Points | None = None
    flags: tuple[Flag, ...] = ()
    effect: Limb | None = None
    lasts: int | None = Field(default=None, ge=1, le=100)


class GearSheet(Model):
    """A bonus to a skill while the item is carried."""

    skill: Skill
    bonus: Coins10


class ArmourSheet(Model):
    """What an armour protects and costs."""

    protection: Coins10 = 0
    penalty: Coins10 = 0
    penalised: tuple[Skill, ...] = ()
    fireproof: bool = False


class CoatingSheet(Model):
    """Poison on a blade or in a needle."""

    poison: Key
    doses: int = Field(default=1, ge=1, le=99)


class ItemSheet(Model):
    """An item: a kind of the equipment tables, changed where fields are given, or one of the table's own."""

    id: Key | None = None
    kind: Key
    name: Name | None = None
    modes: tuple[ModeSheet, ...] | None = Field(default=None, max_length=10)
    gear: tuple[GearSheet, ...] | None = Field(default=None, max_length=20)
    armour: ArmourSheet | None = None
    quantity: int = Field(default=1, ge=0, le=99)
    coating: CoatingSheet | None = None


class TechniqueSheet(Model):
    """A pair of skills that saves one Breath (S3-SHEET-5)."""

    name: Name
    skills: tuple[Skill, Skill]

    @model_validator(mode="after")
    def two_different_skills(self) -> Self:
        if self.skills[0] == self.skills[1] or "initiative" in self.skills:
            raise ValueError("A technique names two different skills, neither of them initiative")
        return self


class HandsSheet(Model):
    """The items in the hands, by ID."""

    main: Key | None = None
    off: Key | None = None


class LossSheet(Model):
    """How a limb was lost, and through which round."""

    source: str = Field(default="before", max_length=80)
    until_round: int | None = Field(default=None, ge=0, le=100_000)


class RulingSheet(Model):
    """The narrator's word on a limb's penalty for a skill."""

    limb: Limb
    skill: Skill
    applies: bool


class WoundSheet(Model):
    """A wound brought along."""

    id: Key
    points: int = Field(ge=1, le=60)
    penalty: int = Field(ge=0, le=20)
    source: str = Field(default="before", max_length=80)


class DisabledSheet(Model):
    """Out of action from the start."""

    reasons: tuple[Reason, ...] = ("ruling",)
    fate: Fate


class FireSheet(Model):
    """Burning from the start."""

    intensity: int = Field(ge=1, le=60)
    flame: int = Field(ge=0, le=60)
    source: CombatantId | None = None
    intent: Intent | None = None
    ticked_round: int | None = None


class DoseSheet(Model):
    """Poison on its way from the start."""

    id: Key
    poison: Key
    coins: int = Field(ge=0, le=60)
    route: Route
    effect: Limb | None = None
    lasts: int | None = Field(default=None, ge=1, le=100)
    source: CombatantId | None = None
    intent: Intent | None = None
    given_round: int = Field(default=0, ge=0)
    turns_had: int = Field(default=0, ge=0)
    waits_for_narrator: bool = False


class HangingSheet(Model):
    """A climb that is not finished."""

    link: Key
    feet: int = Field(ge=0, le=1000)


class OpposePolicy(Model):
    """The standing answer to `oppose`."""

    skill: Skill
    item: str | None = Field(default=None, max_length=82)


class CrashPolicy(Model):
    """The narrator's standing answer when this combatant attacks a vehicle."""

    spectacular: bool = False
    coins: int = Field(default=0, ge=0, le=60)


class PolicySheet(Model):
    """Standing answers; `ask` leaves the choice open."""

    call: Literal["heads", "tails", "ask"] = "ask"
    when_stunned: Literal["spend", "decline", "ask"] = "ask"
    oppose: OpposePolicy | Literal["ask"] = "ask"
    drag: Literal["drag", "release", "ask"] = "ask"
    fast: Literal["accept", "decline", "ask"] = "ask"
    crash: CrashPolicy | Literal["ask"] = "ask"


class PersonSheet(Model):
    """The sheet of a person (S3-SHEET)."""

    type: Literal["person"] = "person"
    name: Name
    aliases: tuple[Name, ...] = Field(default=(), max_length=10)
    pc: bool = False
    skills: dict[Skill, Points] = Field(default_factory=dict)
    fortitude: int = Field(ge=1, le=30)
    fortitude_bonus: Coins10 = 0
    breath_max: Points = 0
    breath: Points | None = None
    talents: tuple[Talent, ...] = ()
    techniques: tuple[TechniqueSheet, ...] = ()
    grapple_bonus: Coins10 = 0
    items: tuple[ItemSheet, ...] = Field(default=(), max_length=100)
    hands: HandsSheet = HandsSheet()
    armour: Key | None = None
    limbs: dict[Limb, LossSheet] = Field(default_factory=dict, description="the limbs that are lost")
    limb_rulings: tuple[RulingSheet, ...] = Field(default=(), max_length=100)
    wounds: tuple[WoundSheet, ...] = Field(default=(), max_length=100)
    stunned: bool = False
    disabled: DisabledSheet | None = None
    out: Gone | None = None
    fire: FireSheet | None = None
    doses: tuple[DoseSheet, ...] = Field(default=(), max_length=50)
    prone: bool = False
    unseen_by: tuple[CombatantId, ...] = Field(default=(), max_length=200)
    climb: HangingSheet | None = None
    zone: Key = HERE
    vehicle: CombatantId | None = None
    seat: Seat | None = None
    policy: PolicySheet = PolicySheet()


class VehicleSheet(Model):
    """The sheet of a vehicle."""

    type: Literal["vehicle"] = "vehicle"
    name: Name
    kind: VehicleType = "machine"
    speed: Coins10 = 0
    driver: CombatantId | None = None
    riders: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    state: Literal["rolling", "stopped", "wrecked"] = "rolling"
    zone: Key = ROAD


Sheet = Annotated[PersonSheet | VehicleSheet, Field(discriminator="type")]
SHEETS: TypeAdapter[PersonSheet | VehicleSheet] = TypeAdapter(Sheet)
MOST_SLOTS = 8
UNKNOWN = "S3-SHEET-8"
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
BOTH_HANDS = 2


def _person_misfits(sheet: PersonSheet) -> Iterator[Misfit]:
    """What does not hold together in a sheet each of whose fields is well."""
    if len(sheet.talents) + len(sheet.techniques) > MOST_SLOTS:
        yield Misfit("talents", f"Talents and techniques fill at most {MOST_SLOTS} slots.", "S3-SHEET-4")
    if len(set(sheet.talents)) != len(sheet.talents):
        yield Misfit("talents", "A talent is listed twice.", UNKNOWN)
    if sheet.breath is not None and sheet.breath > sheet.breath_max:
        yield Misfit("breath", "It is at most breath_max.", "S3-SHEET-3")
    ids = [item.id or item.kind for item in sheet.items]
    named = {"items": ids, "wounds": [w.id for w in sheet.wounds], "doses": [d.id for d in sheet.doses]}
    for what, names in named.items():
        if len(set(names)) != len(names):
            yield Misfit(what, f"Two {what} have the same id.", UNKNOWN)
    for number, item in enumerate(sheet.items):
        if item.coating is not None and item.coating.poison not in POISONS:
            known = ", ".join(POISONS)
            said = f"There is no poison {item.coating.poison!r}; there are {known}."
            yield Misfit(f"items[{number}].coating.poison", said, UNKNOWN)
    for hand, held in (("main", sheet.hands.main), ("off", sheet.hands.off)):
        if held is not None and held not in ids:
            yield Misfit(f"hands.{hand}", f"{held!r} is not among the items.", "S3-SHEET-6")
        if held is not None and ARM_OF_HAND[hand] in sheet.limbs:
            yield Misfit(f"hands.{hand}", f"The {hand} arm is lost.", "S3-SHEET-6")
    if sheet.armour is not None and sheet.armour not in ids:
        yield Misfit("armour", f"{sheet.armour!r} is not among the items.", "S3-SHEET-7")


def _whole_item(sheet: ItemSheet, number: int) -> dict[str, Any]:
    """The item with every field, taken from its kind where the sheet says nothing."""
    given = sheet.model_dump(mode="json", exclude_none=True)
    kind = EQUIPMENT.get(sheet.kind)
    if kind is None and sheet.name is None:
        known = ", ".join(sorted(EQUIPMENT))
        said = f"{sheet.kind!r} is no kind of the equipment tables; give it a name, or one of {known}."
        unfit(Misfit(f"items[{number}].kind", said, UNKNOWN))
    return {"id": sheet.kind, **(kind or {}), **given}


def join(fight: Fight, command: Join) -> tuple[str, list[tuple[Event, str]]]:
    """The ID of a newcomer and the facts of its joining, each with its audience: it is here, its standing answers.

    Refuses a faulty sheet with all its faults.
    """
    merged = {**_template(command.template), **command.sheet}
    suggested = merged.pop("id", None)
    merged.setdefault("type", "person")
    sheet = sheet_of(SHEETS, merged, PersonSheet | VehicleSheet, _misfit)
    if isinstance(sheet, PersonSheet):
        misfits = list(_person_misfits(sheet))
        if misfits:
            unfit(*misfits)
    name = newcomer_id(command, suggested, sheet.name, _misfit)
    return name, _facts(fight, name, sheet)


def _misfit(fault: Fault) -> Misfit:
    """A fault of shape with the rule that says what the field has to be."""
    rule = UNKNOWN if fault.kind in UNKNOWN_KINDS else RULE_OF_FIELD.get(str(next(iter(fault.where), "")), UNKNOWN)
    return Misfit(place(fault.where), fault.said, rule)


def _facts(fight: Fight, name: str, sheet: PersonSheet | VehicleSheet) -> list[tuple[Event, str]]:
    if isinstance(sheet, VehicleSheet):
        return [(fact, "all") for fact in (_vehicle_joined(fight, name, sheet), *_got_on(fight, _aboard(sheet)))]
    policies = ((PolicySet(name, kind, answer), name) for kind, answer in _policies(sheet.policy).items())
    return [(_person_joined(fight, name, sheet), "all"), *policies]


def _template(key: str | None) -> Mapping[str, Any]:
    """The fields of the template's sheet."""
    found = template_of({**TEMPLATES, **VEHICLE_KINDS}, key)
    return {field: value for field, value in found.items() if field not in NOT_OF_THE_SHEET}


def _person_joined(fight: Fight, name: str, sheet: PersonSheet) -> CombatantJoined:
    if sheet.zone not in fight.zones:
        unfit(Misfit("zone", f"There is no zone {sheet.zone!r}; there are {', '.join(fight.zones)}.", UNKNOWN))
    if sheet.vehicle is not None or sheet.seat is not None:
        unfit(Misfit("vehicle", "Join on foot; the vehicle's sheet, or place, seats its driver and riders.", UNKNOWN))
    strangers = [other for other in sheet.unseen_by if other not in fight.people]
    if strangers:
        unfit(Misfit("unseen_by", f"Nobody is called {', '.join(strangers)} here.", UNKNOWN))
    items = [_whole_item(item, number) for number, item in enumerate(sheet.items)]
    person = sheet.model_dump(mode="json", exclude={"items", "policy", "hands"}, exclude_none=True)
    carried = {item["id"]: item for item in items}
    if sheet.armour is not None and not carried[sheet.armour].get("armour"):
        unfit(Misfit("armour", f"{sheet.armour!r} is no armour.", "S3-SHEET-7"))
    person |= {
        "id": name,
        "breath": sheet.breath_max if sheet.breath is None else sheet.breath,
        "items": carried,
        "hands": _grip(sheet, carried),
        "doses": [{**dose.model_dump(exclude_none=True), "given_version": 0} for dose in sheet.doses],
    }
    return CombatantJoined(name, sheet.name, "players" if sheet.pc else "opposition", person)


def _grip(sheet: PersonSheet, items: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """S3-SHEET-6: what needs two hands in every mode stands in both where the other is free, all else in one."""
    grip: dict[str, str] = sheet.hands.model_dump(exclude_none=True)
    for hand, held in list(grip.items()):
        other = "off" if hand == "main" else "main"
        needs = [mode.get("hands", 1) for mode in items[held].get("modes", ())] or [1]
        if grip.get(other) == held and max(needs) < BOTH_HANDS:
            unfit(Misfit(f"hands.{hand}", f"{held!r} is a thing for one hand.", "S3-SHEET-6"))
        if min(needs) == BOTH_HANDS and other not in grip and ARM_OF_HAND[other] not in sheet.limbs:
            grip[other] = held
    return grip


def _aboard(sheet: VehicleSheet) -> tuple[str, ...]:
    return (sheet.driver, *sheet.riders) if sheet.driver else sheet.riders


def _got_on(fight: Fight, aboard: tuple[str, ...]) -> Iterator[Event]:
    """Whoever gets on leaves those in reach that do not, lies no more, and begins a climb anew (S3-LEGAL-11)."""
    for person in [fight.people[combatant] for combatant in aboard]:
        left = tuple(other for other in engaged_with(fight, person.id) if other not in aboard)
        if left:
            yield Disengaged(person.id, left)
        if person.prone and person.disabled is None:
            yield StoodUp(person.id)
        if person.climb is not None:
            yield ClimbForgotten(person.id)


def _vehicle_joined(fight: Fight, name: str, sheet: VehicleSheet) -> CombatantJoined:
    aboard = _aboard(sheet)
    if len(set(aboard)) != len(aboard):
        unfit(Misfit("riders", "Somebody sits twice on the vehicle.", "S3-SHEET-9"))
    for combatant in aboard:
        seat = "driver" if combatant == sheet.driver else "riders"
        person = fight.people.get(combatant)
        if person is None:
            unfit(Misfit(seat, f"Nobody is called {combatant!r} here; join persons before their vehicle.", UNKNOWN))
        if person.vehicle is not None:
            unfit(Misfit(seat, f"{combatant} sits on {person.vehicle} already.", "S3-SHEET-9"))
        if any(combatant in (hold.holder, hold.held) for hold in fight.holds) or drag_on(fight, combatant) is not None:
            unfit(Misfit(seat, f"{combatant} holds somebody, or is held; that ends first.", "S3-SHEET-9"))
    if sheet.driver is not None and not may_drive(fight.people[sheet.driver], sheet.kind):
        unfit(Misfit("driver", f"{sheet.driver} cannot drive this.", "S3-MOUNT-29"))
    if sheet.zone != ROAD and sheet.zone not in fight.zones:
        unfit(Misfit("zone", f"There is no zone {sheet.zone!r}; there are {', '.join([*fight.zones, ROAD])}.", UNKNOWN))
    vehicle = sheet.model_dump(mode="json", exclude={"state"}, exclude_none=True)
    return CombatantJoined(name, sheet.name, None, {**vehicle, "id": name, "status": sheet.state})


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
