"""Consciousness: the rolls at the end of a round to stay conscious or to wake (BD-GREY-5, BD-GREY-6, BD-FATE-6)."""

from domain.rulesets.black_dice.decide.ending import Ending
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.state import Fight
from domain.table import Table


def check_ending(fight: Fight, ending: Ending) -> None:
    """Refuse what ``end_round`` names for consciousness rolls and purse, pool or place do not admit (BD-FATE-14)."""


@stages.stage("black_dice.waking.stay_conscious", Ending)
def stay_conscious(table: Table[Fight], ending: Ending) -> None:
    """Step 3 of the end of a round: everybody in the grey or unconscious by wounds rolls."""
