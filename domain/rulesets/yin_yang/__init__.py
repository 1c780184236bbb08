"""Yin-Yang, cinematic fights in which attack and defence are one draw from a deck of playing cards.

The modules, in the order in which one meets them: ``words``, ``options``, ``items``, ``limits``, ``sheet`` (with
``gear_sheets``), ``parts`` (of commands), ``said``, ``state``, ``scores``, ``tables`` (with its data files),
``chapters`` (commands, prompts, events and stages), ``evolve``, ``things``, ``labels``, ``tally``, ``view``,
``table``, ``rules``.
"""

from domain.core.commands import Join
from domain.ruleset.demo import load_demonstration
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import load_scenes
from domain.rulesets.yin_yang.chapters import CHAPTERS
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
from domain.rulesets.yin_yang.chapters.legality import guard, in_place, legal_commands, may_answer
from domain.rulesets.yin_yang.chapters.turns.turns import join as join_fight
from domain.rulesets.yin_yang.chapters.turns.turns import settle
from domain.rulesets.yin_yang.evolve import YIN_YANG_FOLDS
from domain.rulesets.yin_yang.labels import LABELS
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.rules import RULES
from domain.rulesets.yin_yang.said import SAID
from domain.rulesets.yin_yang.sheet import SHEETS, join
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.table import DRAWING
from domain.rulesets.yin_yang.tables import ARMOUR, TEMPLATES, WEAPONS, WITHOUT_PEOPLE
from domain.rulesets.yin_yang.tally import YIN_YANG_TALLY
from domain.rulesets.yin_yang.things import BROUGHT, things
from domain.rulesets.yin_yang.view import seen_by

YIN_YANG: Ruleset[Fight] = Ruleset(
    key="yin_yang",
    title="Yin-Yang",
    version="4",
    state=Fight,
    option_model=Options,
    sheet_model=SHEETS,
    join=join,
    chapters=CHAPTERS,
    rounds=(CallMade,),
    decide={Join: join_fight},
    evolve=YIN_YANG_FOLDS,
    field_renderers=SAID,
    things=things,
    new_things=BROUGHT,
    tally=YIN_YANG_TALLY,
    redacted_fields=("decks",),
    view=seen_by,
    drawing=DRAWING,
    guard=guard,
    in_place=in_place,
    answerable=may_answer,
    settle=settle,
    legal=legal_commands,
    templates=TEMPLATES,
    tables={"weapons": WEAPONS, "armour": ARMOUR, "policies": WITHOUT_PEOPLE},
    words=LABELS,
    rules=RULES,
    faces_rule="YY-DECK-12",
    scenes=load_scenes("domain.rulesets.yin_yang"),
    demo=load_demonstration("domain.rulesets.yin_yang"),
)
