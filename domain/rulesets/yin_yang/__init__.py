"""Yin-Yang, cinematic fights in which attack and defence are one draw from a deck of playing cards.

The rooms, in the order in which one meets them: ``words``, ``options``, ``items``, ``limits``, ``sheet`` (with
``gear_sheets``), ``commands``, ``said``, ``events``, ``state``, ``scores``, ``tables`` (with the data files beside
them), ``decide`` (one module a chapter), ``evolve``, ``prompts``, ``forms``, ``narrate``, ``tally``, ``view``,
``rules``.
"""

from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.yin_yang.commands import YIN_YANG_COMMANDS
from domain.rulesets.yin_yang.decide import YIN_YANG_HANDLERS
from domain.rulesets.yin_yang.decide.legality import guard, legal_commands
from domain.rulesets.yin_yang.decide.stages import stages
from domain.rulesets.yin_yang.decide.turns import settle
from domain.rulesets.yin_yang.events import YIN_YANG_EVENTS
from domain.rulesets.yin_yang.events.exchanges import CallMade
from domain.rulesets.yin_yang.evolve import YIN_YANG_FOLDS
from domain.rulesets.yin_yang.forms import legal_forms
from domain.rulesets.yin_yang.narrate import BROUGHT, YIN_YANG_ASKED, YIN_YANG_TELL, things
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.prompts import YIN_YANG_PROMPTS
from domain.rulesets.yin_yang.rules import RULES
from domain.rulesets.yin_yang.said import SAID
from domain.rulesets.yin_yang.sheet import SHEETS, join
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.tables import ARMOUR, EXAMPLES, TEMPLATES, WEAPONS, WITHOUT_PEOPLE
from domain.rulesets.yin_yang.tally import YIN_YANG_TALLY
from domain.rulesets.yin_yang.view import seen_by

YIN_YANG: Ruleset[Fight] = Ruleset(
    key="yin_yang",
    title="Yin-Yang",
    version="2",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    commands=YIN_YANG_COMMANDS,
    events=YIN_YANG_EVENTS,
    rounds=(CallMade,),
    decide=YIN_YANG_HANDLERS,
    evolve=YIN_YANG_FOLDS,
    sentences=YIN_YANG_TELL,
    command_templates=YIN_YANG_ASKED,
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    tally=YIN_YANG_TALLY,
    redacted_fields=("decks",),
    view=seen_by,
    prompts=YIN_YANG_PROMPTS,
    stages=stages,
    guard=guard,
    settle=settle,
    legal=legal_commands,
    forms=legal_forms,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "policies": WITHOUT_PEOPLE},
    rules=RULES,
    faces_rule="YY-DECK-12",
    given_examples=EXAMPLES,
    demo=load_demonstration("domain.rulesets.yin_yang"),
)
