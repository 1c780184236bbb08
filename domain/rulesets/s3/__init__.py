"""S3, the coin system of *Silk, Steam and Steel*.

The rooms, in the order in which one meets them: ``words``, ``options``, ``items``, ``sheet`` (with
``combatant_sheets``, ``gear_sheets``), ``commands``, ``state``, ``tables`` (with the data files beside them), ``said``,
``events``, ``decide`` (one module a chapter), ``evolve``, ``prompts``, ``forms``, ``narrate``, ``tally``, ``rules``.
"""

from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.s3.commands import S3_COMMANDS
from domain.rulesets.s3.decide import S3_HANDLERS
from domain.rulesets.s3.decide.legality import guard, legal_commands
from domain.rulesets.s3.decide.settling import settle
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.events import S3_EVENTS
from domain.rulesets.s3.events.turns import RoundBegun
from domain.rulesets.s3.evolve import S3_FOLDS
from domain.rulesets.s3.forms.legal import legal_forms
from domain.rulesets.s3.narrate import S3_TELL
from domain.rulesets.s3.narrate.commands import S3_ASKED
from domain.rulesets.s3.narrate.things import BROUGHT, things
from domain.rulesets.s3.options import Options
from domain.rulesets.s3.prompts import S3_PROMPTS
from domain.rulesets.s3.rules import RULES
from domain.rulesets.s3.said import SAID
from domain.rulesets.s3.sheet import SHEETS, join
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import EQUIPMENT, EXAMPLES, HAZARDS, POISONS, TEMPLATES, VEHICLE_KINDS, WOUNDS
from domain.rulesets.s3.tally import S3_TALLY

S3: Ruleset[Fight] = Ruleset(
    key="s3",
    title="S3: Silk, Steam and Steel",
    version="2",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    sheets=("people", "vehicles"),
    commands=S3_COMMANDS,
    events=S3_EVENTS,
    rounds=(RoundBegun,),
    decide=S3_HANDLERS,
    evolve=S3_FOLDS,
    sentences=S3_TELL,
    command_templates=S3_ASKED,
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    tally=S3_TALLY,
    prompts=S3_PROMPTS,
    stages=stages,
    guard=guard,
    settle=settle,
    legal=legal_commands,
    forms=legal_forms,
    templates=TEMPLATES,
    tables={
        "equipment": EQUIPMENT,
        "vehicles": VEHICLE_KINDS,
        "poisons": POISONS,
        "hazards": HAZARDS,
        "wounds": WOUNDS,
    },
    rules=RULES,
    given_examples=EXAMPLES,
    demo=load_demonstration("domain.rulesets.s3"),
)
