"""Weapons, natural attacks, armour and gear as clients send them, how they become whole, and what hands can hold."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from pydantic import Field

from domain.core.commands import WHOLE, Name, StrictModel
from domain.model.suggestions import instead, meant_by, not_in_chart
from domain.ruleset.joining import SheetError
from domain.rulesets.century.items import Armour, Gear, Natural, Weapon
from domain.rulesets.century.parts import DiceText, Key, Points, SkillName
from domain.rulesets.century.tables import ARMOUR, GEAR, NATURAL_MP, WEAPONS
from domain.rulesets.century.words import HANDS, Ability, Hand, ReloadUnit, WeaponClass, WeaponMode, WeaponState

Cost = Annotated[int, Field(ge=1, le=10, description="Move Points of one attack")]
Rounds = Annotated[int | None, Field(ge=0, le=999)]
Requirement = Annotated[int | None, Field(ge=0, le=30, description="the Strength that it takes to use it")]
KindOfItem = Annotated[Key | None, Field(description="the row of the chart; by default the one with the same ID")]
Chart: TypeAlias = Mapping[str, Mapping[str, Any]]


class WeaponSheet(StrictModel):
    """A weapon: one of the chart, changed where fields are given, or one with all that it needs (CE-SHEET-12)."""

    id: Key
    kind: KindOfItem = None
    name: Name | None = None
    skill: SkillName | None = None
    ability: Ability | None = Field(default=None, description="the ability that counts in attacks; by default Agility")
    mode: WeaponMode | None = None
    weapon_class: WeaponClass | None = Field(
        default=None, alias="class", description="revolver, autoloader or, by default, another weapon"
    )
    mp: Cost | None = None
    reload_mp: int | None = Field(default=None, ge=0, le=10)
    damage: DiceText | None = None
    ammo: Rounds = Field(default=None, description="how many rounds it holds; 0 if it uses no ammunition")
    loaded: Rounds = Field(default=None, description="rounds that are loaded; by default it is full")
    range: tuple[int, int, int] | None = Field(
        default=None, description="the bounds of short, medium and long range, in metres"
    )
    str_req: Requirement = None
    hands: Annotated[Literal[1, 2], WHOLE] | None = None
    fire: tuple[Literal["single", "burst", "full_auto"], ...] | None = Field(default=None, min_length=1, max_length=3)
    area: int | None = Field(
        default=None, ge=0, le=1000, description="radius of the area that it affects, in metres; 0 if it affects none"
    )
    double_tap: bool | None = None
    reload_unit: ReloadUnit | None = None
    state: WeaponState = "working"
    jam_rounds: int | None = Field(default=None, ge=1, le=10, description="rounds that clearing a jam still takes")
    reloads: Points = Field(default=0, description="reloads carried (CE-SHEET-22)")
    loose_rounds: Points = Field(default=0, description="single bullets carried, for revolvers (CE-SHEET-22)")


class NaturalSheet(StrictModel):
    """A natural attack (CE-SHEET-13); those of the table have their cost from it."""

    name: Key
    mp: Cost | None = None
    damage: DiceText
    skill: SkillName | None = Field(
        default=None, description="the Skill of the attack; by default Hand to Hand: Unarmed"
    )


class ArmourSheet(StrictModel):
    """Armour: one of the chart, changed where fields are given, or one with all that it needs (CE-SHEET-14)."""

    id: Key
    kind: KindOfItem = None
    name: Name | None = None
    dr: int | None = Field(default=None, ge=0, le=50, description="Damage Resistance")
    hp_max: Rounds = None
    hp: Rounds = Field(default=None, description="hit points that are left; by default all")
    str_req: Requirement = None


class GearSheet(StrictModel):
    """Something that helps: one of the chart, changed where fields are given, or one with a name (CE-SHEET-21)."""

    id: Key
    kind: KindOfItem = None
    name: Name | None = None
    bonus_hint: int | None = Field(default=None, ge=-100, le=100)


def weapon_misfits(sheet: WeaponSheet, field: str) -> Iterator[SheetError]:
    """What a weapon lacks, or what of it does not go together (CE-SHEET-12, CE-SHEET-22)."""
    lacking = list(_lacking(sheet, WEAPONS, ("name", "skill", "mode", "mp", "damage"), field, "CE-SHEET-12"))
    yield from lacking
    if not lacking:
        yield from _weapon_clashes(sheet, weapon_of(sheet), field)


def natural_misfits(sheet: NaturalSheet, field: str) -> Iterator[SheetError]:
    """A natural attack that the table does not know needs its own cost (CE-SHEET-13)."""
    if sheet.mp is None and sheet.name not in NATURAL_MP:
        said = f"The table knows {', '.join(NATURAL_MP)}; give the cost of another."
        yield SheetError(f"{field}.mp", said, "CE-SHEET-13")


def armour_misfits(sheet: ArmourSheet, field: str) -> Iterator[SheetError]:
    """What armour lacks, or more HP than it can have (CE-SHEET-14)."""
    lacking = list(_lacking(sheet, ARMOUR, ("name", "dr", "hp_max"), field, "CE-SHEET-14"))
    yield from lacking
    if not lacking:
        piece = armour_of(sheet)
        if piece.hp > piece.hp_max:
            yield SheetError(f"{field}.hp", f"It is at most {piece.hp_max}.", "CE-SHEET-14")


def gear_misfits(sheet: GearSheet, field: str) -> Iterator[SheetError]:
    """Gear that the chart does not have needs a name (CE-SHEET-21)."""
    return _lacking(sheet, GEAR, ("name",), field, "CE-SHEET-21")


def weapon_of(sheet: WeaponSheet) -> Weapon:
    """The weapon with every field, taken from the chart where the sheet says nothing; it starts full (CE-SHEET-12)."""
    given = _given(sheet, WEAPONS)
    given.setdefault("loaded", given.get("ammo", 0))
    if sheet.state == "jammed":
        given.setdefault("jam_rounds", 1)
    return msgspec.convert(given, Weapon)


def natural_of(sheet: NaturalSheet) -> Natural:
    """The natural attack, with the cost of the table where the sheet says nothing (CE-UNARM-1 to CE-UNARM-7)."""
    given = sheet.model_dump(mode="json", exclude_none=True)
    return msgspec.convert({"mp": NATURAL_MP.get(sheet.name), **given}, Natural)


def armour_of(sheet: ArmourSheet) -> Armour:
    """The armour with every field, taken from the chart where the sheet says nothing; it starts whole."""
    given = _given(sheet, ARMOUR)
    return msgspec.convert({"hp": given["hp_max"], **given}, Armour)


def gear_of(sheet: GearSheet) -> Gear:
    """The gear with every field, taken from the chart where the sheet says nothing."""
    return msgspec.convert(_given(sheet, GEAR), Gear)


def grip(held: Mapping[Hand, str], weapons: Mapping[str, Weapon], hands: int) -> dict[Hand, str]:
    """What each hand holds: what takes two hands stands in both where the other one is free (CE-SHEET-11)."""
    whole = dict(held)
    if hands == len(HANDS):
        for item in held.values():
            if weapons[item].hands == len(HANDS):
                whole = {**dict.fromkeys(HANDS, item), **whole}
    return whole


def grip_misfits(
    held: Mapping[Hand, str], weapons: Mapping[str, Weapon], hands: int, one_handed_use: bool
) -> Iterator[SheetError]:
    """What the hands do not hold (CE-SHEET-11).

    Two-handed weapons are held with both hands, or with one beside another item where ``one_handed_use`` allows it
    (CE-TWOH-2, CE-TWOH-3).
    """
    strangers = [hand for hand, item in held.items() if item not in weapons]
    for hand in strangers:
        yield SheetError(f"held.{hand}", f"{held[hand]} is not among the weapons.", "CE-SHEET-11")
    if strangers:
        return
    if len(held) > hands:
        yield SheetError("held", f"It has {hands} hands; it holds something in each of {len(held)}.", "CE-SHEET-11")
    whole = list(grip(held, weapons, hands).values())
    for hand, item in held.items():
        weapon, times = weapons[item], whole.count(item)
        if times > weapon.hands:
            yield SheetError(f"held.{hand}", f"{weapon.name} is a thing for one hand.", "CE-SHEET-11")
        if times < weapon.hands and not one_handed_use:
            yield SheetError(
                f"held.{hand}", f"{weapon.name} takes both hands; leave the other one empty.", "CE-SHEET-11"
            )


def _weapon_clashes(sheet: WeaponSheet, weapon: Weapon, field: str) -> Iterator[SheetError]:
    """What does not go together in a weapon that is whole."""

    def clash(part: str, said: str, rule: str = "CE-SHEET-12") -> SheetError:
        return SheetError(f"{field}.{part}", said, rule)

    if weapon.loaded > weapon.ammo:
        yield clash("loaded", f"It is at most {weapon.ammo}.")
    if weapon.mode == "melee" and weapon.range is not None:
        yield clash("range", "A hand weapon has no bounds; it reaches 3 metres.")
    if weapon.mode != "melee" and weapon.range is None:
        yield clash("range", "Give the bounds of short, medium and long range.")
    if weapon.range is not None and not 0 < weapon.range[0] < weapon.range[1] < weapon.range[2]:
        yield clash("range", "The bounds rise strictly, from 1 metre on.")
    if weapon.mode != "ranged" and (weapon.fire != ("single",) or weapon.double_tap or weapon.ammo):
        yield clash("mode", "What does not shoot has single attacks only, and no ammunition.")
    if len(set(weapon.fire)) != len(weapon.fire):
        yield clash("fire", "A kind of fire is named twice.")
    if weapon.jam_rounds and weapon.state != "jammed":
        yield clash("jam_rounds", "Only of a jammed weapon.")
    if weapon.reloads and weapon.reload_unit == "none":
        yield clash("reloads", "It is not reloaded; say with what.", "CE-SHEET-22")
    if weapon.loose_rounds and weapon.weapon_class != "revolver":
        yield clash("loose_rounds", "Single bullets are for revolvers.", "CE-SHEET-22")


def _lacking(
    sheet: WeaponSheet | ArmourSheet | GearSheet, chart: Chart, needed: tuple[str, ...], field: str, rule: str
) -> Iterator[SheetError]:
    """A row of the chart that is not there; or what something lacks that is none of the chart."""
    if sheet.kind is not None and sheet.kind not in chart:
        yield SheetError(f"{field}.kind", f"The chart has no “{sheet.kind}”; {instead(sheet.kind, chart)}", rule)
    elif (sheet.kind or sheet.id) not in chart:
        missing = [one for one in needed if getattr(sheet, one) is None]
        for one in missing[:1] if meant_by(sheet.id, chart) else missing:
            yield SheetError(f"{field}.{one}", not_in_chart(sheet.id, chart, f"give its {one}"), rule)


def _given(sheet: WeaponSheet | ArmourSheet | GearSheet, chart: Chart) -> dict[str, Any]:
    given = sheet.model_dump(mode="json", exclude_none=True, exclude={"kind"})
    return {**chart.get(sheet.kind or sheet.id, {}), **given}
