"""Weapons, armour and other items as clients send them, how they become whole, and what hands can hold."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from domain.core.commands import Name, StrictModel
from domain.model.suggestions import instead, meant_by, unknown
from domain.ruleset.joining import SheetError, reject_sheet
from domain.rulesets.s3.parts import Key
from domain.rulesets.s3.tables import EQUIPMENT, POISONS
from domain.rulesets.s3.words import ARM_OF_HAND, Flag, Limb, Reach, Skill, WeaponSkill

Coins10 = Annotated[int, Field(ge=0, le=10)]
Points = Annotated[int, Field(ge=0, le=30)]
UNKNOWN = "S3-SHEET-8"
BOTH_HANDS = 2


class ModeSheet(StrictModel):
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


class GearSheet(StrictModel):
    """A bonus to a skill while the item is carried."""

    skill: Skill
    bonus: Coins10


class ArmourSheet(StrictModel):
    """What an armour protects and costs."""

    protection: Coins10 = 0
    penalty: Coins10 = 0
    penalised: tuple[Skill, ...] = ()
    fireproof: bool = False


class CoatingSheet(StrictModel):
    """Poison on a blade or in a needle."""

    poison: Key
    doses: int = Field(default=1, ge=1, le=99)


class ItemSheet(StrictModel):
    """An item: a kind of the equipment tables, changed where fields are given, or one of the table's own."""

    id: Key | None = None
    kind: Key
    name: Name | None = None
    modes: tuple[ModeSheet, ...] | None = Field(default=None, max_length=10)
    gear: tuple[GearSheet, ...] | None = Field(default=None, max_length=20)
    armour: ArmourSheet | None = None
    quantity: int = Field(default=1, ge=0, le=99)
    coating: CoatingSheet | None = None


class HandsSheet(StrictModel):
    """The items in the hands, by ID."""

    main: Key | None = None
    off: Key | None = None


def item_misfits(sheet: ItemSheet, field: str) -> Iterator[SheetError]:
    """Poison that the table does not know, and a kind that it does not know without a name of its own (S3-SHEET-8)."""
    if sheet.coating is not None and sheet.coating.poison not in POISONS:
        said = f"There is no poison “{sheet.coating.poison}”; {instead(sheet.coating.poison, POISONS)}"
        yield SheetError(f"{field}.coating.poison", said, UNKNOWN)
    if sheet.kind not in EQUIPMENT and sheet.name is None:
        meant = meant_by(sheet.kind, EQUIPMENT)
        known = f"did you mean {meant}?" if meant else f"give it a name, or one of {', '.join(sorted(EQUIPMENT))}."
        yield SheetError(f"{field}.kind", f"“{sheet.kind}” is no kind of the equipment tables; {known}", UNKNOWN)


def item_of(sheet: ItemSheet) -> dict[str, Any]:
    """The item with every field, taken from its kind where the sheet says nothing."""
    given = sheet.model_dump(mode="json", exclude_none=True)
    kind = EQUIPMENT.get(sheet.kind)
    return {"id": sheet.kind, **(kind or {}), **given}


def grip(held: HandsSheet, items: Mapping[str, Mapping[str, Any]], lost: Collection[Limb]) -> dict[str, str]:
    """S3-SHEET-6: what needs two hands in every mode stands in both where the other is free, all else in one.

    Refuses a thing for one hand that is in both.
    """
    whole: dict[str, str] = held.model_dump(exclude_none=True)
    for hand, item in list(whole.items()):
        other = "off" if hand == "main" else "main"
        needs = [mode.get("hands", 1) for mode in items[item].get("modes", ())] or [1]
        if whole.get(other) == item and max(needs) < BOTH_HANDS:
            reject_sheet(SheetError(f"hands.{hand}", f"“{item}” is a thing for one hand.", "S3-SHEET-6"))
        if min(needs) == BOTH_HANDS and other not in whole and ARM_OF_HAND[other] not in lost:
            whole[other] = item
    return whole


def grip_misfits(held: HandsSheet, items: Collection[str], lost: Collection[Limb]) -> Iterator[SheetError]:
    """What the hands do not hold: what is not among the items, by their IDs, or is in a lost arm (S3-SHEET-6)."""
    for hand, item in (("main", held.main), ("off", held.off)):
        if item is not None and item not in items:
            said = unknown(f"“{item}” is not among the items", item, items, "There are no items to hold.")
            yield SheetError(f"hands.{hand}", said, "S3-SHEET-6")
        if item is not None and ARM_OF_HAND[hand] in lost:
            yield SheetError(f"hands.{hand}", f"The {hand} arm is lost.", "S3-SHEET-6")
