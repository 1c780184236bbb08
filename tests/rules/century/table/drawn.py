"""Parts of tables of Century, as their readers decode them."""

from typing import Any

from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.century import CENTURY
from tests.laws.tables.laws import table_of
from tests.rules.century.specification import Specification


def drawn(spec: Specification, part: str, speaker: Speaker = NARRATOR) -> Any:
    """Return a part of the table of a fight, None if it is absent."""
    return table_of(CENTURY, spec.fight, speaker).get(part)


def card(spec: Specification, combatant: str, speaker: Speaker = NARRATOR) -> Any:
    """Return the card of a combatant."""
    return drawn(spec, "combatants", speaker)[combatant]
