"""Parts of tables of S3, as their readers decode them."""

from typing import Any

from domain.model.speaker import NARRATOR, Speaker
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from tests.laws.tables.laws import table_of
from tests.rules.s3.specification import Specification


def table_of_s3(fight: Fight) -> Any:
    """Return the narrator's table of a fight."""
    return table_of(S3, fight)


def drawn(spec: Specification, part: str, speaker: Speaker = NARRATOR) -> Any:
    """Return a part of the table of a fight, None if it is absent."""
    return table_of(S3, spec.fight, speaker).get(part)


def card(spec: Specification, combatant: str, speaker: Speaker = NARRATOR) -> Any:
    """Return the card of a combatant."""
    return drawn(spec, "combatants", speaker)[combatant]
