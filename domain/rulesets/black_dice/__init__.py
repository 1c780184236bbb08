"""Black Dice, steam-age adventure with pools of six-sided dice.

The modules, in the order in which one meets them: ``words``, ``options``, ``tables`` (with the data files beside them),
``state``, ``parts`` (of commands), ``sheet``, ``said``, ``chapters`` (commands, events, prompts and stages),
``evolve``, ``shared_events``, ``labels``, ``table``, ``tally``, ``rules``. There is no ``items``: a combatant carries
nothing but weapons, which are in ``state``.
"""

from domain.core.events import Answered
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import load_scenes
from domain.rulesets.black_dice.chapters import CHAPTERS
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.rerolls import foul_roll
from domain.rulesets.black_dice.chapters.dice.scripting import allowed
from domain.rulesets.black_dice.chapters.legality import guard, in_place, legal_commands
from domain.rulesets.black_dice.chapters.rounds.rounds import RoundBegun, settle
from domain.rulesets.black_dice.evolve import BLACK_DICE_FOLDS
from domain.rulesets.black_dice.labels import LABELS
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.rules import RULES
from domain.rulesets.black_dice.said import SAID
from domain.rulesets.black_dice.shared_events import SHARED_EVENTS
from domain.rulesets.black_dice.sheet import SHEETS, join, newcomers
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.table import DRAWING
from domain.rulesets.black_dice.table.texts import TABLE_LABELS
from domain.rulesets.black_dice.tables import ARMOUR, FEATS, OBJECTS, PERILS, TEMPLATES, WEAPONS
from domain.rulesets.black_dice.tally import BLACK_DICE_TALLY

BLACK_DICE: Ruleset[Fight] = Ruleset(
    key="black_dice",
    title="Black Dice",
    version="5",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    newcomers=newcomers,
    sheets=("people", "things"),
    chapters=CHAPTERS,
    rounds=(RoundBegun,),
    evolve=BLACK_DICE_FOLDS,
    sentences=SHARED_EVENTS,
    field_renderers=SAID,
    new_things={Answered: allowed, DiceThrown: foul_roll},
    drawing=DRAWING,
    tally=BLACK_DICE_TALLY,
    guard=guard,
    in_place=in_place,
    settle=settle,
    legal=legal_commands,
    words={**LABELS, **TABLE_LABELS},
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "objects": OBJECTS, "perils": PERILS, "feats": FEATS},
    rules=RULES,
    scenes=load_scenes("domain.rulesets.black_dice"),
    demo=load_demonstration("domain.rulesets.black_dice"),
)
