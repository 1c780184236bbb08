"""Century, gunfights, chases and brawls by the metre and the Move Point, on one throw of a d100.

The rooms, in the order in which one meets them: ``words``, ``options``, ``items``, ``sheet`` (with
``combatant_sheets``, ``gear_sheets``), ``commands``, ``events``, ``said``, ``state``, ``tables`` (with the data files
beside them), ``decide`` (one module a chapter), ``evolve``, ``prompts``, ``forms``, ``narrate``, ``tally``, ``view``,
``rules``, ``upcasters``.
"""

from domain.core.events import AnswerUnused, PolicySet
from domain.core.narrate import render_answer_unused, render_policy_set
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.century.commands import CENTURY_COMMANDS
from domain.rulesets.century.decide import CENTURY_HANDLERS
from domain.rulesets.century.decide.legality import guard, legal_commands
from domain.rulesets.century.decide.order import settle
from domain.rulesets.century.decide.stages import stages
from domain.rulesets.century.events import CENTURY_EVENTS
from domain.rulesets.century.events.rounds import RoundBegun
from domain.rulesets.century.evolve import CENTURY_FOLDS
from domain.rulesets.century.forms import legal_forms
from domain.rulesets.century.narrate import BROUGHT, CENTURY_ASKED, CENTURY_TELL, SAID, answered_in_full, things
from domain.rulesets.century.options import Options
from domain.rulesets.century.prompts import CENTURY_PROMPTS
from domain.rulesets.century.rules import RULES
from domain.rulesets.century.sheet import SHEETS, join
from domain.rulesets.century.state import Fight
from domain.rulesets.century.tables import ARMOUR, EXAMPLES, GEAR, TEMPLATES, WEAPONS
from domain.rulesets.century.tally import CENTURY_TALLY
from domain.rulesets.century.upcasters import LIFT_EVENTS
from domain.rulesets.century.view import seen_by

QUESTIONS = {kind: prompt.question for kind, prompt in CENTURY_PROMPTS.items()}

CENTURY: Ruleset[Fight] = Ruleset(
    key="century",
    title="Century",
    version="3",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    commands=CENTURY_COMMANDS,
    events=CENTURY_EVENTS,
    rounds=(RoundBegun,),
    decide=CENTURY_HANDLERS,
    evolve=CENTURY_FOLDS,
    sentences={
        **CENTURY_TELL,
        AnswerUnused: render_answer_unused(QUESTIONS, answered_in_full),
        PolicySet: render_policy_set(QUESTIONS, answered_in_full),
    },
    command_templates=CENTURY_ASKED,
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    tally=CENTURY_TALLY,
    redacted_fields=("slot", "attack"),
    view=seen_by,
    prompts=CENTURY_PROMPTS,
    stages=stages,
    event_upcasters=LIFT_EVENTS,
    guard=guard,
    settle=settle,
    legal=legal_commands,
    forms=legal_forms,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "gear": GEAR},
    rules=RULES,
    faces_rule="CE-ROLL-2",
    given_examples=EXAMPLES,
    demo=load_demonstration("domain.rulesets.century"),
)
