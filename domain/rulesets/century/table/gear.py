"""The weapons in hand and the armour worn; what else is carried is not drawn (CE-SHEET-11, CE-SHEET-14)."""

from collections.abc import Iterator, Mapping

from domain.rulesets.century.items import Armour, Weapon
from domain.rulesets.century.state import Fight, Person
from domain.table.look import Look
from domain.table.shapes import Item, Meter


def gear(look: Look[Fight], person: Person) -> dict[str, Item]:
    """Return what each hand holds, the dominant one first, and the armour, by ID."""
    drawn = {item: _weapon(look, person.weapons[item], use) for item, use in _in_hand(person).items()}
    if person.worn is not None:
        drawn[person.worn] = _armour(look, person.armour[person.worn])
    return drawn


def _in_hand(person: Person) -> Mapping[str, str]:
    """Return the held items with how they are held."""
    held = person.held
    hands = (person.dominant, "left" if person.dominant == "right" else "right")
    uses = {held[hand]: f"in_{hand}" for hand in reversed(hands) if hand in held}
    if len(held) == 2 and len(uses) == 1:
        return dict.fromkeys(uses, "in_both")
    return dict(reversed(uses.items()))


def _weapon(look: Look[Fight], weapon: Weapon, use: str) -> Item:
    """Return a weapon with its rounds and reloads, and whether it works (CE-SHEET-12, CE-SHEET-22)."""
    return Item(name=weapon.name, use=look.said(use), meters=dict(_rounds(weapon)), note=_state(look, weapon))


def _rounds(weapon: Weapon) -> Iterator[tuple[str, Meter]]:
    if weapon.ammo:
        yield "rounds", Meter(weapon.loaded, weapon.ammo)
    if weapon.reload_unit != "none":
        yield "reloads", Meter(weapon.reloads)
    if weapon.loose_rounds:
        yield "loose_rounds", Meter(weapon.loose_rounds)


def _state(look: Look[Fight], weapon: Weapon) -> str:
    """Return what is wrong with a weapon; of a jam, how long clearing it takes (CE-CRIT-17)."""
    if weapon.state == "working":
        return ""
    if weapon.state == "jammed" and weapon.jam_rounds:
        return look.said("jammed_for", rounds=weapon.jam_rounds)
    return look.said(weapon.state)


def _armour(look: Look[Fight], piece: Armour) -> Item:
    """Return the armour worn, whose hit points fall by what it absorbs (CE-SHEET-14)."""
    hp = {"armour_hp": Meter(piece.hp, piece.hp_max)}
    return Item(name=piece.name, use=look.said("worn"), meters=hp, note=look.said("resists", dr=piece.dr))
