"""The table of an S3 fight.

The modules, in the order in which one meets them: ``texts`` (what they say), ``saying`` (names, lists),
``clock``, ``turns`` (who is to act, who has won), ``conditions``, ``gear`` (what is held and worn), ``pending`` (what
is being settled), ``choices`` (what answers come to), ``cards`` (of people and vehicles), ``board``, ``bonds``.
"""

from typing import Final

from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.table.board import board
from domain.rulesets.s3.table.bonds import bonds
from domain.rulesets.s3.table.cards import METERS, card
from domain.rulesets.s3.table.choices import DETAILS
from domain.rulesets.s3.table.clock import clock, scene
from domain.rulesets.s3.table.pending import pending
from domain.rulesets.s3.table.turns import over, to_act
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
