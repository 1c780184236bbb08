"""Yin-Yang, cinematic fights in which attack and defence are one draw from a deck of playing cards."""

from domain.ruleset import Ruleset
from domain.rulesets.yin_yang.decide import YIN_YANG_HANDLERS
from domain.rulesets.yin_yang.decide.stages import stages
from domain.rulesets.yin_yang.decide.turns import settle
from domain.rulesets.yin_yang.events import YIN_YANG_EVENTS
from domain.rulesets.yin_yang.evolve import YIN_YANG_FOLDS
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.prompts import YIN_YANG_PROMPTS
from domain.rulesets.yin_yang.sheet import SHEETS, join
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.tables import ARMOUR, EXAMPLES, TEMPLATES, WEAPONS

YIN_YANG: Ruleset[Fight] = Ruleset(
    key="yin_yang",
    title="Yin-Yang",
    version="1",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    events=YIN_YANG_EVENTS,
    decide=YIN_YANG_HANDLERS,
    evolve=YIN_YANG_FOLDS,
    tell={},
    prompts=YIN_YANG_PROMPTS,
    stages=stages,
    settle=settle,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR},
    rules={},
    examples=EXAMPLES,
)
