"""How the table says lists, signed numbers, and what dice are made of."""

from collections.abc import Iterable
from typing import Final

from domain.rulesets.black_dice.said import named
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import COMMON_SKILLS, WEAPONS
from domain.rulesets.black_dice.words import KIND_OF_STAT
from domain.table.look import Look
from domain.text.words import as_label

OF_THE_RULES: Final = frozenset({*KIND_OF_STAT, *COMMON_SKILLS, *WEAPONS, "move"})
"""The stats, skills and weapons that have labels; sheets may name others."""


def listed(look: Look[Fight], texts: Iterable[str]) -> str:
    """Return texts as a list: *Vane, Quill and Sergeant Pryce*."""
    return look.wording.labels.enumerated([*texts])


def named_all(look: Look[Fight], combatants: Iterable[str]) -> str:
    """Return the names of combatants as a list."""
    return listed(look, [named(look.names, one) for one in combatants])


def called(look: Look[Fight], key: str) -> str:
    """Return the label of a stat, a skill or a weapon; one that only sheets name is called by its words."""
    return look.label(key) if key in OF_THE_RULES else as_label(key)


def until_end_of_round(look: Look[Fight]) -> str:
    """Return when what holds for the round ends; between rounds it is the next one."""
    if look.state.phase == "idle":
        return look.said("until_next_round")
    return look.said("until_round", round=look.state.round_number)


def signed(amount: int) -> str:
    """Return a number with its sign."""
    return f"+{amount}" if amount > 0 else f"−{-amount}"
