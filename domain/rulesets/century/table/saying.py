"""How the table says names, items, amounts and lists."""

from collections.abc import Iterable

from domain.rulesets.century.said import signed
from domain.rulesets.century.state import Fight
from domain.table.look import Look
from domain.text.phrases import named, thing_key


def listed(look: Look[Fight], texts: Iterable[str]) -> str:
    """Return texts as a list: *Sam, Vera and Eva*."""
    return look.wording.labels.enumerated([*texts])


def named_all(look: Look[Fight], combatants: Iterable[str]) -> str:
    """Return the names of combatants as a list."""
    return listed(look, [named(look.names, one) for one in combatants])


def named_item(look: Look[Fight], owner: str, item: str) -> str:
    """Return the name of an item as on the sheet of its owner; if that is secret, as on the charts."""
    return look.names.get(thing_key(owner, item)) or look.label(item.partition(".")[0])


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def amounting(look: Look[Fight], what: str, amount: int) -> str:
    """Return what something counts: *Drunk, −30*; without an amount, its name alone."""
    return look.said("amounting", what=what, amount=signed(amount)) if amount else what
