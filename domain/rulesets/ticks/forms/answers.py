"""How open prompts are answered in Ticks, as forms: plain answers, their fields, and the commands that answer."""

from typing import get_args

from domain.forms.answers import AnswerFields, TypedAnswers
from domain.forms.model import Anything, Choice, OpenField, Range, Text
from domain.rulesets.ticks.chapters.declaring.count_up import JudgeCondition
from domain.rulesets.ticks.chapters.narrator.trials import Commit, SetDifficulty
from domain.rulesets.ticks.chapters.strikes.deferring import HoldBack, may_hold_back
from domain.rulesets.ticks.chapters.strikes.opposing import Oppose
from domain.rulesets.ticks.chapters.strikes.soaking import Soak
from domain.rulesets.ticks.forms.acting import acting_parts
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.tables import DIFFICULTIES
from domain.rulesets.ticks.words import Action, Kind, Mode

YES_NO = Choice((True, False))
LUCK = OpenField("luck", Range(0, 99))


def declaring(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """A declaration: which fields belong together is for the rules to say (TK-DECL-12)."""
    return (
        OpenField("action", Choice(get_args(Action)), required=True),
        OpenField("target", Choice(tuple(fight.people))),
        OpenField("weapon", Text()),
        OpenField("mode", Choice(get_args(Mode))),
        OpenField("manoeuvres", Anything()),
        OpenField("trick", Text()),
        OpenField("condition", Anything()),
        OpenField("kind", Choice(get_args(Kind))),
        OpenField("item", Text()),
        OpenField("whom", Choice(tuple(fight.people))),
        OpenField("statistic", Text()),
        OpenField("skill", Text()),
        OpenField("text", Text()),
        OpenField("luck", Anything()),
    )


def acting(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """What is done on a tick, or how long to hold."""
    return (OpenField("until", Range(0, 200)), *(acting_parts(fight, person, Text()) if person is not None else ()))


def opposing(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """A pair, and luck."""
    pair = (OpenField("statistic", Text(), required=True), OpenField("skill", Text(), required=True))
    return (*pair, LUCK)


def holding_back(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Whom to attack; nobody is for those who are quick enough (TK-DEFER-10)."""
    slow = person is not None and not may_hold_back(person)
    return (OpenField("attack", Choice(tuple(fight.people)), required=slow),)


ANSWER_FIELDS: AnswerFields = {
    "declare": declaring,
    "act": acting,
    "oppose": opposing,
}
WHOLE = frozenset({"soak", "set_difficulty"})
"""Kinds of prompts whose answers are lists or numbers."""
TYPED_ANSWERS: TypedAnswers = {
    "oppose": ((Oppose, opposing),),
    "soak": ((Soak, lambda fight, person: (OpenField("attacks", Anything(), required=True),)),),
    "hold_back": ((HoldBack, holding_back),),
    "commit": ((Commit, lambda fight, person: (LUCK,)),),
    "set_difficulty": ((SetDifficulty, lambda fight, person: (OpenField("difficulty", Anything(), required=True),)),),
    "judge_condition": ((JudgeCondition, lambda fight, person: (OpenField("simple", YES_NO, required=True),)),),
}
"""The typed form of an answer, by the kind of prompt; those of declaring and acting depend on what is done."""
DIFFICULTY = Choice(tuple(DIFFICULTIES))
