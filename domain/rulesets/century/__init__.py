"""Century, gunfights, chases and brawls by the metre and the Move Point, on one throw of a d100.

The modules, in the order in which one meets them: ``words``, ``options``, ``items``, ``state``, ``parts`` (of
commands), ``sheet`` (with ``combatant_sheets``, ``gear_sheets``), ``said``, ``tables`` (with the data files beside
them), ``chapters`` (commands, prompts, events and stages), ``evolve``, ``labels``, ``tally``, ``view``, ``table``,
``rules``, ``upcasters``.
"""

from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import load_scenes
from domain.rulesets.century.chapters import CHAPTERS
from domain.rulesets.century.chapters.legality import guard, in_place, legal_commands
from domain.rulesets.century.chapters.round.initiative import RoundBegun
from domain.rulesets.century.chapters.round.staggered_order import settle
from domain.rulesets.century.chapters.shared_events import SHARED_EVENTS
from domain.rulesets.century.chapters.things import BROUGHT, KEPT, things
from domain.rulesets.century.evolve import CENTURY_FOLDS
from domain.rulesets.century.labels import LABELS
from domain.rulesets.century.options import Options
from domain.rulesets.century.rules import RULES
from domain.rulesets.century.said import SAID
from domain.rulesets.century.sheet import SHEETS, join
from domain.rulesets.century.state import Fight
from domain.rulesets.century.table import DRAWING
from domain.rulesets.century.table.texts import TABLE_LABELS
from domain.rulesets.century.tables import ARMOUR, GEAR, TEMPLATES, WEAPONS
from domain.rulesets.century.tally import CENTURY_TALLY
from domain.rulesets.century.upcasters import LIFT_EVENTS
from domain.rulesets.century.view import seen_by

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
    field_renderers=SAID,
    sentences=SHARED_EVENTS,
    things=things,
    new_things=BROUGHT,
    kept_things=KEPT,
    tally=CENTURY_TALLY,
    redacted_fields=("slot", "attack"),
    view=seen_by,
    drawing=DRAWING,
    event_upcasters=LIFT_EVENTS,
    guard=guard,
    in_place=in_place,
    settle=settle,
    legal=legal_commands,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "gear": GEAR},
    words={**LABELS, **TABLE_LABELS},
    rules=RULES,
    faces_rule="CE-ROLL-2",
    scenes=load_scenes("domain.rulesets.century"),
    demo=load_demonstration("domain.rulesets.century"),
)
