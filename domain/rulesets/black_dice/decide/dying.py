"""Dying: counts, fate and scripting dice against death, stabilising (BD-DYING, BD-FATE-7, BD-SCRIPT-8)."""

from domain.rulesets.black_dice.decide.ending import Ending
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.state import Fight
from domain.table import Table


@stages.stage("black_dice.dying.count_down", Ending)
def count_down(table: Table[Fight], ending: Ending) -> None:
    """Step 4 of the end of a round: everybody dying since an earlier round has one round less (BD-DYING-3)."""
