"""Ticks, live-action fights without chance: a count up of declarations and a count down of deeds.

The rooms, in the order in which one meets them: ``words``, ``options``, ``items``, ``sheet`` (with ``gear_sheets``),
``commands``, ``state``, ``said``, ``events``, ``tables`` (with the data files beside them), ``decide`` (one module a
chapter), ``evolve``, ``prompts``, ``forms``, ``narrate``, ``tally``, ``view``, ``rules``.
"""

from domain.core.events import CombatantJoined
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.ticks.commands import TICKS_COMMANDS
from domain.rulesets.ticks.decide import TICKS_HANDLERS
from domain.rulesets.ticks.decide.legality import guard, legal_commands
from domain.rulesets.ticks.decide.stages import stages
from domain.rulesets.ticks.events import TICKS_EVENTS
from domain.rulesets.ticks.events.rounds import RoundStarted
from domain.rulesets.ticks.evolve import TICKS_FOLDS
from domain.rulesets.ticks.forms import legal_forms
from domain.rulesets.ticks.narrate import TICKS_ASKED, TICKS_TELL, things, things_joined
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.prompts import TICKS_PROMPTS
from domain.rulesets.ticks.rules import RULES
from domain.rulesets.ticks.said import SAID
from domain.rulesets.ticks.sheet import SHEETS, join
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.tables import ARMOUR, EXAMPLES, SHIELDS, TEMPLATES, WEAPONS
from domain.rulesets.ticks.tally import TICKS_TALLY
from domain.rulesets.ticks.view import seen_by

TICKS: Ruleset[Fight] = Ruleset(
    key="ticks",
    title="Ticks",
    version="2",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    commands=TICKS_COMMANDS,
    events=TICKS_EVENTS,
    rounds=(RoundStarted,),
    decide=TICKS_HANDLERS,
    evolve=TICKS_FOLDS,
    sentences=TICKS_TELL,
    command_templates=TICKS_ASKED,
    field_renderers=SAID,
    things=things,
    new_things={CombatantJoined: things_joined},
    tally=TICKS_TALLY,
    view=seen_by,
    prompts=TICKS_PROMPTS,
    stages=stages,
    guard=guard,
    legal=legal_commands,
    forms=legal_forms,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "shields": SHIELDS},
    rules=RULES,
    faces_rule="TK-TEST-6",
    draws=False,
    long_batch=450,
    given_examples=EXAMPLES,
    demo=load_demonstration("domain.rulesets.ticks"),
)
