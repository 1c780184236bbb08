"""The narrator's commands in Ticks, as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.rulesets.ticks.chapters.counting.count_down import Count
from domain.rulesets.ticks.chapters.counting.ending import EndCombat
from domain.rulesets.ticks.chapters.declaring.rounds import DrawIn, StartRound
from domain.rulesets.ticks.chapters.deeds.care import PassTime, Recover
from domain.rulesets.ticks.chapters.legality import in_place
from domain.rulesets.ticks.chapters.narrator.calls import Award, CallContest, CallTest, GrantLuck
from domain.rulesets.ticks.chapters.narrator.changes import DefineArea
from domain.rulesets.ticks.chapters.narrator.rulings import (
    PlaceCombatant,
    Repair,
    Restock,
    SetSight,
    TriggerCondition,
    Wound,
)
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.words import MOST_DAYS, OUTERMOST, Care

YES_NO = Choice((True, False))
PLANE = Range(-OUTERMOST, OUTERMOST)
SQUARE = Record((OpenField("x", PLANE), OpenField("y", PLANE)))
AT = OpenField("at", Range(1, 200))
TEXT = OpenField("text", Text())
Row = tuple[type[Command], tuple[OpenField, ...]]


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """The narrator's commands; which of them go while prompts are open is for ``in_place`` to say."""
    rows = (*narrator_rows(fight), *_of_rounds(fight), *_of_people(fight), *_of_tests(fight))
    yield from open_forms(replace(fight, prompts=()), [row for row in rows if in_place(fight, row[0])])


def _somebody(fight: Fight, name: str) -> OpenField:
    return OpenField(name, Choice(tuple(fight.people)), required=True)


def _of_rounds(fight: Fight) -> tuple[Row, ...]:
    somebody = _somebody(fight, "combatant")
    return (
        (StartRound, ()),
        (Count, ()),
        (EndCombat, ()),
        (DrawIn, (somebody,)),
        (PassTime, (OpenField("seconds", Range(1, 31_536_000), required=True),)),
        (PlaceCombatant, (somebody, OpenField("to", SQUARE, required=True), AT)),
        (
            SetSight,
            (
                _somebody(fight, "observer"),
                _somebody(fight, "target"),
                OpenField("visible", YES_NO, required=True),
                OpenField("both", YES_NO),
                AT,
            ),
        ),
        (
            DefineArea,
            (OpenField("name", Text(), required=True), OpenField("squares", Anything(), required=True)),
        ),
        (TriggerCondition, (_somebody(fight, "deferrer"), _somebody(fight, "by"), AT)),
    )


def _of_people(fight: Fight) -> tuple[Row, ...]:
    somebody = _somebody(fight, "combatant")
    wounds = OpenField("wounds", Range(1, 999), required=True)
    return (
        (Award, (somebody,)),
        (GrantLuck, (somebody, OpenField("points", Range(1, 99), required=True))),
        (Wound, (somebody, wounds, OpenField("reason", Text()))),
        (Repair, (somebody,)),
        (
            Restock,
            (somebody, OpenField("weapon", Text(), required=True), OpenField("spare", Range(0, 9999), required=True)),
        ),
        (
            Recover,
            (
                somebody,
                OpenField("days", Range(1, 1000), required=True),
                OpenField("care", Choice(get_args(Care))),
                OpenField("carer", Choice(tuple(fight.people))),
                OpenField("days_per_wound", Range(3, MOST_DAYS)),
            ),
        ),
    )


def _of_tests(fight: Fight) -> tuple[Row, ...]:
    everybody = Subset(tuple(fight.people))
    test = (
        _somebody(fight, "combatant"),
        OpenField("statistic", Text(), required=True),
        OpenField("skill", Text()),
        OpenField("difficulty", Anything(), required=True),
        OpenField("hidden", YES_NO),
        OpenField("hint", Anything()),
        OpenField("role_play", YES_NO),
        OpenField("helpers", everybody),
        TEXT,
    )
    contest = (OpenField("parties", Anything(), required=True), _somebody(fight, "defender"), TEXT)
    return ((CallTest, test), (CallContest, contest))
