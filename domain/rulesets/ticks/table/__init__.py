"""The table of Ticks: how its state is drawn for anyone at the table.

The modules, in the order in which one meets them: ``words`` (things, keys and sides as a table names them), ``clock``,
``turns`` (who is to declare, to act or to count on), ``doing`` (declarations), ``cards`` (combatants), ``board``,
``bonds`` (holds, aims, sight), ``pending`` (strikes and tests that are being settled), ``choices`` (what answers
come to), ``ending`` (which side is left).
"""

from typing import Final

from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.table.board import board
from domain.rulesets.ticks.table.bonds import bonds
from domain.rulesets.ticks.table.cards import METERS, card
from domain.rulesets.ticks.table.choices import DETAILS, LACKING
from domain.rulesets.ticks.table.clock import clock
from domain.rulesets.ticks.table.ending import over
from domain.rulesets.ticks.table.pending import pending
from domain.rulesets.ticks.table.turns import to_act
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
    lacking=LACKING,
)
