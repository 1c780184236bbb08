"""What critical throws do (CE-CRIT-9 to CE-CRIT-24)."""

from domain.rulesets.century.decide.rolling import Rolling
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.state import Fight
from domain.table import Table


@stages.stage("century.criticals.due", Rolling)
def effect_due(table: Table[Fight], rolling: Rolling) -> None:
    """Stage 10 of CE-ROLL-12."""
