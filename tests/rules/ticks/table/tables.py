"""Tables of fights, as their readers decode them."""

from typing import Any

import msgspec

from domain.model.speaker import NARRATOR, Speaker
from domain.ruleset.table import table
from domain.rulesets.ticks import TICKS
from tests.rules.ticks.specification import Specification


def drawn(spec: Specification, speaker: Speaker = NARRATOR, language: str = "en") -> Any:
    """Return the table of a fight as it is now."""
    shown = table(TICKS, spec.fight, speaker, settled=True, language=language)
    return msgspec.json.decode(msgspec.json.encode(shown))


def player(*people: str) -> Speaker:
    """Return the player of some combatants."""
    return Speaker("player", people)
