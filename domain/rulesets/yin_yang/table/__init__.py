"""The table of a Yin-Yang fight: how things stand, for clients that do not know the rules.

The modules: ``clock``, ``turns`` (who may act, and who has won), ``cards`` (combatants), ``conditions``, ``board`` (the
sub-fights, distances, and what lies about), ``bonds``, ``pending`` (what is being settled), ``choices`` (what
answers cost or are made with) and ``decks``.
"""

from typing import Final

from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.table.board import board, scene
from domain.rulesets.yin_yang.table.bonds import bonds
from domain.rulesets.yin_yang.table.cards import METERS, card
from domain.rulesets.yin_yang.table.choices import DETAILS, LACKING
from domain.rulesets.yin_yang.table.clock import clock
from domain.rulesets.yin_yang.table.decks import decks
from domain.rulesets.yin_yang.table.pending import pending
from domain.rulesets.yin_yang.table.turns import over, to_act
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
    decks=decks,
    meters=METERS,
    details=DETAILS,
    lacking=LACKING,
)
