"""Black Dice, steam-age adventure with pools of six-sided dice.

The rooms, in the order in which one meets them: ``words``, ``options``, ``sheet``, ``commands``, ``events``, ``said``,
``state``, ``tables`` (with the data files beside them), ``decide`` (one module a chapter), ``evolve``, ``prompts``,
``forms``, ``narrate``, ``tally``, ``rules``. There is no ``items``: a weapon is all that a combatant carries here, and
stands in ``state``.
"""

from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.black_dice.commands import BLACK_DICE_COMMANDS
from domain.rulesets.black_dice.decide import BLACK_DICE_HANDLERS
from domain.rulesets.black_dice.decide.legality import guard, legal_commands
from domain.rulesets.black_dice.decide.rounds import settle
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.events import BLACK_DICE_EVENTS
from domain.rulesets.black_dice.events.rounds import RoundBegun
from domain.rulesets.black_dice.evolve import BLACK_DICE_FOLDS
from domain.rulesets.black_dice.forms.legal import legal_forms
from domain.rulesets.black_dice.narrate import BLACK_DICE_ASKED, BLACK_DICE_TELL
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.prompts import BLACK_DICE_PROMPTS
from domain.rulesets.black_dice.rules import RULES
from domain.rulesets.black_dice.said import SAID
from domain.rulesets.black_dice.sheet import SHEETS, join
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import ARMOUR, EXAMPLES, FEATS, OBJECTS, PERILS, TEMPLATES, WEAPONS
from domain.rulesets.black_dice.tally import BLACK_DICE_TALLY

BLACK_DICE: Ruleset[Fight] = Ruleset(
    key="black_dice",
    title="Black Dice",
    version="2",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    sheets=("people", "things"),
    commands=BLACK_DICE_COMMANDS,
    events=BLACK_DICE_EVENTS,
    rounds=(RoundBegun,),
    decide=BLACK_DICE_HANDLERS,
    evolve=BLACK_DICE_FOLDS,
    sentences=BLACK_DICE_TELL,
    command_templates=BLACK_DICE_ASKED,
    field_renderers=SAID,
    tally=BLACK_DICE_TALLY,
    prompts=BLACK_DICE_PROMPTS,
    stages=stages,
    guard=guard,
    settle=settle,
    legal=legal_commands,
    forms=legal_forms,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "objects": OBJECTS, "perils": PERILS, "feats": FEATS},
    rules=RULES,
    given_examples=EXAMPLES,
    demo=load_demonstration("domain.rulesets.black_dice"),
)
