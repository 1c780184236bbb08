"""Ticks, live-action fights without chance: a count up of declarations and a count down of deeds.

The modules, in the order in which one meets them: ``words``, ``options``, ``items``, ``sheet`` (with ``gear_sheets``),
``parts`` (of commands), ``state``, ``said``, ``tables`` (with the data files beside them), ``chapters`` (commands,
prompts, events and stages), ``evolve``, ``shared_events``, ``things``, ``labels``, ``tally``, ``view``, ``table``,
``rules``.
"""

from domain.core.commands import Join
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import load_scenes
from domain.rulesets.ticks.chapters import CHAPTERS
from domain.rulesets.ticks.chapters.declaring.rounds import RoundStarted
from domain.rulesets.ticks.chapters.declaring.rounds import join as join_combat
from domain.rulesets.ticks.chapters.legality import comes_first, guard, in_place, legal_commands
from domain.rulesets.ticks.evolve import TICKS_FOLDS
from domain.rulesets.ticks.labels import LABELS
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.rules import RULES
from domain.rulesets.ticks.said import SAID
from domain.rulesets.ticks.shared_events import SHARED_EVENTS
from domain.rulesets.ticks.sheet import SHEETS, join
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.table import DRAWING
from domain.rulesets.ticks.tables import ARMOUR, SHIELDS, TEMPLATES, WEAPONS
from domain.rulesets.ticks.tally import TICKS_TALLY
from domain.rulesets.ticks.things import BROUGHT, things
from domain.rulesets.ticks.view import seen_by
from domain.text.languages import load_languages

TICKS: Ruleset[Fight] = Ruleset(
    key="ticks",
    title="Ticks",
    version="3",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    chapters=CHAPTERS,
    rounds=(RoundStarted,),
    decide={Join: join_combat},
    evolve=TICKS_FOLDS,
    field_renderers=SAID,
    sentences=SHARED_EVENTS,
    things=things,
    new_things=BROUGHT,
    tally=TICKS_TALLY,
    view=seen_by,
    drawing=DRAWING,
    guard=guard,
    in_place=in_place,
    answerable=comes_first,
    legal=legal_commands,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "shields": SHIELDS},
    words=LABELS,
    languages=load_languages("domain.rulesets.ticks"),
    rules=RULES,
    faces_rule="TK-TEST-6",
    draws=False,
    long_batch=450,
    scenes=load_scenes("domain.rulesets.ticks"),
    demo=load_demonstration("domain.rulesets.ticks"),
)
