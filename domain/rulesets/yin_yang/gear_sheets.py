"""Weapons and armour as clients send them, and how they become whole; what hands hold, and what is worn at once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.model.suggestions import instead, meant_by, not_in_chart, unknown
from domain.ruleset.joining import SheetError
from domain.rulesets.yin_yang.items import Armour, Grip, Weapon
from domain.rulesets.yin_yang.parts import ArmourSheet, WeaponSheet
from domain.rulesets.yin_yang.tables import ARMOUR, HANDS, WEAPONS
from domain.rulesets.yin_yang.words import BARE_HANDS, BOXING, MARTIAL_ARTS


def weapon_misfits(sheet: WeaponSheet, field: str) -> Iterator[SheetError]:
    """What a weapon lacks: a row of the chart that is there, or a name and a reach of its own (YY-WPN-1).

    What everybody strikes with empty-handed is on no sheet (YY-WPN-6).
    """
    if sheet.id in (BARE_HANDS, BOXING, MARTIAL_ARTS):
        said = "Bare hands are always there, boxing and martial arts with an ability that says so; leave it out."
        yield SheetError(f"{field}.id", said, "YY-WPN-6")
    yield from _row_misfits(sheet, WEAPONS, field)
    if _row(sheet, WEAPONS) is None and sheet.kind is None:
        missing = [one for one in ("name", "reach") if getattr(sheet, one) is None]
        for one in missing[:1] if meant_by(sheet.id, WEAPONS) else missing:
            yield SheetError(f"{field}.{one}", not_in_chart(sheet.id, WEAPONS, f"give its {one}"), "YY-WPN-1")


def armour_misfits(sheet: ArmourSheet, field: str) -> Iterator[SheetError]:
    """What a piece of armour lacks: a row of the chart that is there, or a name of its own (YY-ARM-1)."""
    yield from _row_misfits(sheet, ARMOUR, field)
    if _row(sheet, ARMOUR) is None and sheet.kind is None and sheet.name is None:
        yield SheetError(f"{field}.name", not_in_chart(sheet.id, ARMOUR, "give its name"), "YY-ARM-1")


def weapon_of(sheet: WeaponSheet) -> Weapon:
    """The weapon with every field, taken from the chart where the sheet says nothing.

    One of the group's own is held with one hand, a Multihanded one with up to two, a natural one with none (YY-WPN-10).
    """
    given = _given(sheet, WEAPONS)
    most = 0 if given.get("natural") else HANDS if "multihanded" in given.get("edges", ()) else 1
    return msgspec.convert({"hands": most, **given}, Weapon)


def armour_of(sheet: ArmourSheet) -> Armour:
    """The piece of armour with every field, taken from the chart where the sheet says nothing."""
    return msgspec.convert(_given(sheet, ARMOUR), Armour)


def grip_misfits(
    weapons: Mapping[str, Weapon], armour: Mapping[str, Armour], worn: Iterable[str], grips: Iterable[Grip], field: str
) -> Iterator[SheetError]:
    """What two hands cannot hold (YY-WPN-10): each weapon takes one hand, Multihanded ones one or two, a shield one.

    The reading is that of YY-RUL-75.
    """
    held = list(grips)
    for place, grip in enumerate(held):
        weapon = weapons.get(grip.weapon)
        if weapon is None:
            said = unknown(f"“{grip.weapon}” is not among the weapons", grip.weapon, weapons, "There are no weapons.")
            yield SheetError(f"{field}[{place}].weapon", said)
        elif not min(1, weapon.hands) <= grip.hands <= most_hands(weapon):
            how = ("no hand", "one hand", "one hand or two")[most_hands(weapon)]
            yield SheetError(f"{field}[{place}].hands", f"{weapon.name} is held with {how}.", "YY-WPN-10")
    if len({grip.weapon for grip in held}) != len(held):
        yield SheetError(field, "A weapon is named twice.")
    shields = sum(armour[key].hands for key in worn if key in armour and not armour[key].destroyed)
    if sum(grip.hands for grip in held) + shields > HANDS:
        yield SheetError(field, "All that needs more than two hands; a worn shield takes one.", "YY-WPN-10")


def most_hands(weapon: Weapon) -> int:
    """Only a Multihanded weapon is held with both hands (YY-WPN-10)."""
    return weapon.hands if "multihanded" in weapon.edges else min(1, weapon.hands)


def worn_misfits(armour: Mapping[str, Armour], worn: Iterable[str], field: str) -> Iterator[SheetError]:
    """What cannot be worn at once: of pieces that are not Stackable at most one (YY-ARM-2), of those any (YY-ARM-5)."""
    pieces = list(worn)
    for place, key in enumerate(pieces):
        if key not in armour:
            said = unknown(f"“{key}” is not among the armour", key, armour, "There is no armour.")
            yield SheetError(f"{field}[{place}]", said)
    if len(set(pieces)) != len(pieces):
        yield SheetError(field, "A piece is named twice; different pieces add up.", "YY-ARM-2")
    known = [armour[key] for key in dict.fromkeys(pieces) if key in armour]
    plain = [piece.name for piece in known if "stackable" not in piece.edges]
    if len(plain) > 1:
        yield SheetError(field, f"Of {', '.join(plain)} none is Stackable; wear one of them.", "YY-ARM-2")


def _row(sheet: WeaponSheet | ArmourSheet, chart: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return chart.get(sheet.kind or sheet.id)


def _row_misfits(
    sheet: WeaponSheet | ArmourSheet, chart: Mapping[str, Mapping[str, Any]], field: str
) -> Iterator[SheetError]:
    if sheet.kind is not None and sheet.kind not in chart:
        yield SheetError(f"{field}.kind", f"The chart has no “{sheet.kind}”; {instead(sheet.kind, chart)}")


def _given(sheet: WeaponSheet | ArmourSheet, chart: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {**(_row(sheet, chart) or {}), **sheet.model_dump(exclude_none=True, exclude={"kind"})}
