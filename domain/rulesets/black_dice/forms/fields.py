"""Fields that several forms have: dice, difficulties, choices for throws."""

from domain.forms.model import Choice, OpenField, Range, Record
from domain.rulesets.black_dice.chapters.dice.choices import MAIN_CHOICES
from domain.rulesets.black_dice.tables import DIFFICULTIES

YES_NO = Choice((True, False))
DICE = Range(0, 20)
FATE = Range(0, 3)
TRADE = Range(0, 30)
DIFFICULTY = Choice(tuple(DIFFICULTIES))
RANKS = (OpenField("fate", FATE), OpenField("trade", TRADE))
INJURY = Record((*RANKS, OpenField("avoid", Choice(("ask", "yes", "no")))))
CHOICES = Record(
    (
        *RANKS,
        OpenField("common", Range(0, 2)),
        OpenField("fate_weapon", FATE),
        OpenField("fate_strength", FATE),
        OpenField("trade_weapon", TRADE),
        OpenField("trade_strength", TRADE),
        OpenField("injury", INJURY),
    )
)
LATER_CHOICES = Record(tuple([field for field in CHOICES.fields if field.name not in MAIN_CHOICES]))
