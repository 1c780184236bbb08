"""S3, the coin system of *Silk, Steam and Steel*.

The modules, in the order in which one meets them: ``words``, ``labels``, ``options``, ``items``, ``sheet`` (with
``combatant_sheets``, ``gear_sheets``), ``state``, ``parts`` (of commands), ``tables`` (with the data files beside it),
``said``, ``chapters`` (commands, prompts, events and stages), ``evolve``, ``things``, ``table``, ``tally``, ``rules``.
"""

from domain.core.events import CombatantJoined
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import load_scenes
from domain.rulesets.s3.chapters import CHAPTERS
from domain.rulesets.s3.chapters.legality import guard, in_place, legal_commands
from domain.rulesets.s3.chapters.turns.rounds import RoundBegun
from domain.rulesets.s3.chapters.turns.settling import settle
from domain.rulesets.s3.evolve import S3_FOLDS
from domain.rulesets.s3.labels import LABELS
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.rules import RULES
from domain.rulesets.s3.said import SAID
from domain.rulesets.s3.sheet import SHEETS, join, newcomers
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.table import DRAWING
from domain.rulesets.s3.table.texts import TABLE_LABELS
from domain.rulesets.s3.tables import EQUIPMENT, HAZARDS, POISONS, TEMPLATES, VEHICLE_KINDS, WOUNDS
from domain.rulesets.s3.tally import S3_TALLY
from domain.rulesets.s3.things import BROUGHT, KEPT, joined, things

S3: Ruleset[Fight] = Ruleset(
    key="s3",
    title="S3: Silk, Steam and Steel",
    words={**LABELS, **TABLE_LABELS},
    version="7",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    newcomers=newcomers,
    sheets=("people", "vehicles"),
    chapters=CHAPTERS,
    rounds=(RoundBegun,),
    evolve=S3_FOLDS,
    sentences={CombatantJoined: joined},
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    kept_things=KEPT,
    drawing=DRAWING,
    tally=S3_TALLY,
    guard=guard,
    in_place=in_place,
    settle=settle,
    legal=legal_commands,
    templates=TEMPLATES,
    tables={
        "equipment": EQUIPMENT,
        "vehicles": VEHICLE_KINDS,
        "poisons": POISONS,
        "hazards": HAZARDS,
        "wounds": WOUNDS,
    },
    rules=RULES,
    scenes=load_scenes("domain.rulesets.s3"),
    demo=load_demonstration("domain.rulesets.s3"),
)
