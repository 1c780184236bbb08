"""Parts of tables of Black Dice, as their readers decode them."""

from typing import Any

from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.state import Fight
from tests.laws.tables.laws import table_of
from tests.rules.black_dice.specification import Specification


def table_of_black_dice(fight: Fight) -> Any:
    """Return the narrator's table of a fight."""
    return table_of(BLACK_DICE, fight)


def drawn(spec: Specification, part: str, speaker: Speaker = NARRATOR) -> Any:
    """Return a part of the table of a fight, None if it is absent."""
    return table_of(BLACK_DICE, spec.fight, speaker).get(part)


def card(spec: Specification, combatant: str, speaker: Speaker = NARRATOR) -> Any:
    """Return the card of a combatant."""
    return drawn(spec, "combatants", speaker)[combatant]


def conditions(spec: Specification, combatant: str) -> dict[str, str]:
    """Return the labels of a combatant's conditions, by their IDs."""
    return {key: one["label"] for key, one in card(spec, combatant).get("conditions", {}).items()}


def only(spec: Specification, speaker: Speaker = NARRATOR) -> Any:
    """Return the one matter that is being settled."""
    (one,) = drawn(spec, "pending", speaker).values()
    return one
