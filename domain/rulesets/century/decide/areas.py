"""Area effects (CE-AREA, CE-SCAT, CE-HALF): scatter, who is inside, one throw of damage, checks that halve it."""

from domain.rulesets.century.decide.stages import Nothing, stages
from domain.rulesets.century.state import Fight
from domain.table import Table


@stages.stage("century.areas.open", Nothing)
def open_area(table: Table[Fight], nothing: Nothing) -> None:
    """Stages 8 to 10 of CE-HIT-9 of an area weapon."""
