"""Consequences of failed rolls (CE-REACT-9, CE-REACT-30 to CE-REACT-43)."""

from collections.abc import Sequence

from domain.rulesets.century.commands import ConsequenceSheet
from domain.rulesets.century.decide.rolling import Rolling
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.state import Consequence, Fight
from domain.table import Table


def consequences_of(sheets: Sequence[ConsequenceSheet], field: str) -> tuple[Consequence, ...]:
    """What is to happen, checked against the effect's own fields."""
    return ()


@stages.stage("century.consequences.due", Rolling)
def consequence_due(table: Table[Fight], rolling: Rolling) -> None:
    """Stage 11 of CE-ROLL-12."""
