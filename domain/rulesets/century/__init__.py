"""Century, gunfights, chases and brawls by the metre and the Move Point, on one throw of a d100.

The modules, in the order in which one meets them: ``words``, ``options``, ``items``, ``state``, ``parts`` (of
commands), ``sheet`` (with ``combatant_sheets``, ``gear_sheets``), ``said``, ``tables`` (with the data files beside
them), ``chapters`` (commands, prompts, events and stages), ``evolve``, ``narrate``, ``labels``, ``tally``,
``view``, ``rules``, ``upcasters``.
"""

from domain.core.events import AnswerUnused, PolicySet
from domain.core.narrate import render_answer_unused, render_policy_set
from domain.ruleset.chapter import prompts_of
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.century.chapters import CHAPTERS
from domain.rulesets.century.chapters.legality import guard, in_place, legal_commands
from domain.rulesets.century.chapters.round.initiative import RoundBegun
from domain.rulesets.century.chapters.round.staggered_order import settle
from domain.rulesets.century.evolve import CENTURY_FOLDS
from domain.rulesets.century.labels import LABELS
from domain.rulesets.century.narrate import BROUGHT, CENTURY_TELL, SAID, answered_in_full, things
from domain.rulesets.century.options import Options
from domain.rulesets.century.rules import RULES
from domain.rulesets.century.sheet import SHEETS, join
from domain.rulesets.century.state import Fight
from domain.rulesets.century.tables import ARMOUR, GEAR, TEMPLATES, WEAPONS
from domain.rulesets.century.tally import CENTURY_TALLY
from domain.rulesets.century.upcasters import LIFT_EVENTS
from domain.rulesets.century.view import seen_by

QUESTIONS = {name: prompt.question for name, prompt in prompts_of(CHAPTERS).items()}

CENTURY: Ruleset[Fight] = Ruleset(
    key="century",
    title="Century",
    version="5",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    chapters=CHAPTERS,
    rounds=(RoundBegun,),
    evolve=CENTURY_FOLDS,
    sentences={
        **CENTURY_TELL,
        AnswerUnused: render_answer_unused(QUESTIONS, answered_in_full),
        PolicySet: render_policy_set(QUESTIONS, answered_in_full),
    },
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    tally=CENTURY_TALLY,
    redacted_fields=("slot", "attack"),
    view=seen_by,
    event_upcasters=LIFT_EVENTS,
    guard=guard,
    in_place=in_place,
    settle=settle,
    legal=legal_commands,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "gear": GEAR},
    words=LABELS,
    rules=RULES,
    faces_rule="CE-ROLL-2",
    demo=load_demonstration("domain.rulesets.century"),
)
