"""Weapons, shields and armour as clients send them, how they become whole, and what hands can hold."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from pydantic import Field

from domain.core.commands import Name, StrictModel
from domain.model.suggestions import not_in_chart
from domain.ruleset.joining import SheetError
from domain.rulesets.ticks.items import Armour, Thing
from domain.rulesets.ticks.parts import Key, SkillName, ThingName
from domain.rulesets.ticks.tables import ARMOUR, HANDS, SHIELDS, WEAPONS
from domain.rulesets.ticks.words import UNARMED, Draws, Place, ThingKind

Units = Annotated[int | None, Field(ge=0, le=9999)]
Rating = Annotated[int | None, Field(ge=0, le=99, description="wounds that it takes off each attack")]
Chart: TypeAlias = Mapping[str, Mapping[str, Any]]

THINGS: Final[Chart] = {key: row for key, row in {**WEAPONS, **SHIELDS}.items() if key != UNARMED}
"""What can be ready or carried."""
FIELDS_OF_KIND: Final[Mapping[ThingKind, tuple[str, ...]]] = {
    "melee": ("base", "skill", "reach", "hands", "quick_draw", "throwable"),
    "ranged": ("base", "skill", "hands", "quick_draw", "magazine", "loaded", "spare"),
    "shield": ("skill", "hands"),
}
"""What each kind of thing has (TK-SHEET-9, TK-SHEET-10)."""
NEEDED_OF_KIND: Final[Mapping[ThingKind, tuple[str, ...]]] = {
    "melee": ("base", "skill"),
    "ranged": ("base", "skill", "magazine"),
    "shield": (),
}
"""What it has to say where no chart does."""
RULE_OF_KIND: Final[Mapping[ThingKind, str]] = {"melee": "TK-SHEET-9", "ranged": "TK-SHEET-9", "shield": "TK-SHEET-10"}


class ThingSheet(StrictModel):
    """A weapon or a shield: one of the chart, changed where fields are given, or one with all that it needs."""

    id: ThingName | None = Field(default=None, description="default: the owner's ID, a dot, and the key")
    key: Key = Field(description="row of the chart, or a word of one's own")
    name: Name | None = None
    kind: ThingKind | None = None
    base: int | None = Field(default=None, ge=0, le=999, description="base damage of a weapon")
    skill: SkillName | None = Field(default=None, description="the skill to use it with; by default melee for a shield")
    reach: int | None = Field(default=None, ge=0, le=100, description="steps that a melee weapon reaches; default: 1")
    hands: int | None = Field(default=None, ge=0, le=HANDS, description="default: 1")
    quick_draw: tuple[Draws, ...] | None = Field(default=None, max_length=2, description="default: none")
    throwable: bool | None = Field(default=None, description="of a melee weapon; default: false")
    magazine: Units = Field(default=None, description="units that a ranged weapon holds")
    loaded: Units = Field(default=None, description="default: a full magazine")
    spare: Units = Field(default=None, description="units besides; default: 0")
    place: Place = "ready"


class ArmourSheet(StrictModel):
    """Armour that is worn: one of the chart, changed where fields are given, or one with both ratings."""

    id: ThingName | None = Field(default=None, description="default: the owner's ID, a dot, and the key")
    key: Key = Field(description="row of the chart, or a word of one's own")
    name: Name | None = None
    rating_ranged: Rating = None
    rating_melee: Rating = None
    wear: int = Field(default=0, ge=0, le=9999, description="how far it is worn down")


def thing_misfits(sheet: ThingSheet, field: str) -> Iterator[SheetError]:
    """What a thing lacks, or what of it does not go together (TK-SHEET-9, TK-SHEET-10)."""
    if UNARMED in (sheet.key, sheet.id):
        said = "Bare hands are always ready, and nobody's to lose; leave them out."
        yield SheetError(f"{field}.{'key' if sheet.key == UNARMED else 'id'}", said, "TK-SHEET-7")
        return
    kind = _kind(sheet)
    if kind is None:
        said = not_in_chart(sheet.key or "", THINGS, "say if it is melee, ranged or shield")
        yield SheetError(f"{field}.kind", said, "TK-SHEET-9")
        return
    given, rule = _given(sheet, kind), RULE_OF_KIND[kind]
    strange = [part for part, value in _said(sheet).items() if value and part not in FIELDS_OF_KIND[kind]]
    for part in strange:
        yield SheetError(f"{field}.{part}", f"{_a_thing(kind)} has none; leave it out.", rule)
    for part in NEEDED_OF_KIND[kind]:
        if part not in given:
            yield SheetError(f"{field}.{part}", f"The chart has no “{sheet.key}”; say what it is.", rule)
    if kind == "shield" and given.get("hands", 1) != 1:
        yield SheetError(f"{field}.hands", "A shield takes one hand.", rule)
    if given.get("loaded", 0) > given.get("magazine", 0) and "loaded" not in strange:
        yield SheetError(f"{field}.loaded", f"It is at most the magazine, {given.get('magazine', 0)}.", rule)


def armour_misfits(sheet: ArmourSheet, field: str) -> Iterator[SheetError]:
    """Armour that the chart does not have needs both ratings (TK-SHEET-10)."""
    for part in ("rating_ranged", "rating_melee"):
        if sheet.key not in ARMOUR and getattr(sheet, part) is None:
            said = not_in_chart(sheet.key, ARMOUR, "say what it is")
            yield SheetError(f"{field}.{part}", said, "TK-SHEET-10")


def hand_misfits(things: Sequence[Thing], field: str) -> Iterator[SheetError]:
    """What two hands cannot hold: more than they are, or two shields (TK-SHEET-7, TK-SHEET-8)."""
    ready = [thing for thing in things if thing.ready]
    full = sum(thing.hands for thing in ready)
    if full > HANDS:
        said = f"All that is ready takes {full} hands of {HANDS}; say of what is not in the hand that it is carried."
        yield SheetError(field, said, "TK-SHEET-7")
    if len([thing for thing in ready if not thing.is_weapon]) > 1:
        yield SheetError(field, "One shield at most is ready; let the other be carried.", "TK-SHEET-8")


def thing_of(sheet: ThingSheet, name: str) -> Thing:
    """The thing with every field, taken from the chart where the sheet says nothing; a weapon starts loaded."""
    given = _given(sheet, _kind(sheet))
    whole = {"name": _name_of(sheet.key), "loaded": given.get("magazine", 0), **given}
    return msgspec.convert({**whole, "id": name, "place": sheet.place}, Thing)


def armour_of(sheet: ArmourSheet, name: str) -> Armour:
    """The armour with every field, taken from the chart where the sheet says nothing."""
    given = {**ARMOUR.get(sheet.key, {}), **sheet.model_dump(exclude_none=True)}
    return msgspec.convert({"name": _name_of(sheet.key), **given, "id": name}, Armour)


def names_of(owner: str, sheets: Sequence[ThingSheet | ArmourSheet], taken: Collection[str]) -> list[str]:
    """The ID of each thing: its own, or the owner's with the key, and a number where that is taken (TK-SHEET-6)."""
    used = {*taken, *(sheet.id for sheet in sheets if sheet.id is not None)}
    names: list[str] = []
    for sheet in sheets:
        name = sheet.id or next(free for free in _numbered(f"{owner}.{sheet.key}") if free not in used)
        used.add(name)
        names.append(name)
    return names


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}.{number}" for number in count(2))


def _kind(sheet: ThingSheet) -> ThingKind | None:
    return sheet.kind or THINGS.get(sheet.key, {}).get("kind")


def _said(sheet: ThingSheet) -> dict[str, Any]:
    """What the sheet itself says of the thing, besides which one it is and where."""
    return sheet.model_dump(exclude_none=True, exclude={"id", "key", "name", "kind", "place"})


def _given(sheet: ThingSheet, kind: ThingKind | None) -> dict[str, Any]:
    """The row of the chart under what the sheet says; of another kind than the row's it has no fields of that kind."""
    has = ("key", "name", *(FIELDS_OF_KIND[kind] if kind is not None else ()))
    row = {part: value for part, value in THINGS.get(sheet.key, {}).items() if part in has}
    own = {part: value for part, value in (("key", sheet.key), ("name", sheet.name), ("kind", kind)) if value}
    return {**row, **own, **_said(sheet)}


def _name_of(key: str) -> str:
    return key.replace("_", " ")


def _a_thing(kind: ThingKind) -> str:
    return "A shield" if kind == "shield" else f"A {kind} weapon"
