"""The table of a Black Dice fight.

The modules, in the order in which one meets them: ``texts`` (what they say), ``saying`` (names, lists, numbers),
``clock``, ``deeds`` (what has been declared and not yet done), ``turns`` (who is to act, who has won), ``conditions``,
``cards`` (of people and objects), ``throws`` (dice on their way), ``pending`` (what is being settled),
``choices`` (what answers cost or come to), ``board``, ``bonds``.
"""

from typing import Final

from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table.board import board
from domain.rulesets.black_dice.table.bonds import bonds
from domain.rulesets.black_dice.table.cards import METERS, card
from domain.rulesets.black_dice.table.choices import DETAILS
from domain.rulesets.black_dice.table.clock import clock
from domain.rulesets.black_dice.table.pending import pending
from domain.rulesets.black_dice.table.turns import over, to_act
from domain.table.drawing import Drawing

DRAWING: Final[Drawing[Fight]] = Drawing(
    clock=clock,
    to_act=to_act,
    over=over,
    card=card,
    pending=pending,
    board=board,
    bonds=bonds,
    meters=METERS,
    details=DETAILS,
)
