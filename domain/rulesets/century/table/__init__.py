"""The table of a Century fight.

The modules, in the order in which one meets them: ``texts`` (what they say), ``saying`` (names, items, amounts),
``clock``, ``turns`` (who is to act, who has won), ``conditions``, ``gear`` (what is held and worn), ``rolls`` (open
rolls, with every part of their target numbers), ``attacks`` (the open attack), ``pending`` (what is being settled),
``choices`` (what answers cost or come to), ``cards``, ``areas`` (of the open
attack), ``board``, ``bonds``.
"""

from typing import Final

from domain.rulesets.century.state import Fight
from domain.rulesets.century.table.board import board
from domain.rulesets.century.table.bonds import bonds
from domain.rulesets.century.table.cards import METERS, card
from domain.rulesets.century.table.choices import DETAILS
from domain.rulesets.century.table.clock import clock, scene
from domain.rulesets.century.table.pending import pending
from domain.rulesets.century.table.turns import over, to_act
from domain.table.drawing import Drawing

DRAWING: Final[Drawing[Fight]] = Drawing(
    clock=clock,
    scene=scene,
    to_act=to_act,
    over=over,
    card=card,
    pending=pending,
    board=board,
    bonds=bonds,
    meters=METERS,
    details=DETAILS,
)
