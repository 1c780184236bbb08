"""The items that a combatant holds and wears; others that it carries are not drawn (S3-ATK-9, S3-EQUIP-9)."""

from domain.rulesets.s3.items import Item as Thing
from domain.rulesets.s3.said import poison_named
from domain.rulesets.s3.state import Fight, Person
from domain.table.look import Look
from domain.table.shapes import Item, Meter

USED_UP = frozenset({"thrown", "consumed"})


def gear(look: Look[Fight], person: Person) -> dict[str, Item]:
    """Return the items in hand and the armour worn, by ID."""
    main, off, armour = person.hands.main, person.hands.off, person.armour
    uses = {} if armour is None else {armour: "worn"}
    if off is not None:
        uses[off] = "in_off"
    if main is not None:
        uses[main] = "in_both" if main == off else "in_main"
    return {key: _drawn(look, person.items[key], use) for key, use in reversed(uses.items())}


def _drawn(look: Look[Fight], thing: Thing, use: str) -> Item:
    """Return an item, with how many there are if it is used up, and the poison on it."""
    counts = thing.quantity > 1 or any(not USED_UP.isdisjoint(mode.flags) for mode in thing.modes)
    coating = thing.coating
    return Item(
        name=thing.name,
        use=look.said(use),
        meters={"quantity": Meter(thing.quantity)} if counts else {},
        note="" if coating is None else look.said("coated", poison=poison_named(coating.poison), doses=coating.doses),
    )
