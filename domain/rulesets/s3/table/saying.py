"""How the table says names and lists."""

from collections.abc import Iterable

from domain.rulesets.s3.state import Fight
from domain.table.look import Look
from domain.text.phrases import named


def listed(look: Look[Fight], texts: Iterable[str]) -> str:
    """Return texts as a list: *Hu, Fox and Guard*."""
    return look.wording.labels.enumerated([*texts])


def named_all(look: Look[Fight], combatants: Iterable[str]) -> str:
    """Return the names of combatants as a list."""
    return listed(look, [named(look.names, one) for one in combatants])
