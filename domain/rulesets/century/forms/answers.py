"""How open prompts are answered in Century, as forms: plain answers, their fields, and the commands that answer."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from domain.core.commands import type_of
from domain.forms.answers import AnswerFields, TypedAnswers
from domain.forms.model import RULES, Anything, Choice, Form, OpenField, Range, Subset, Text
from domain.model.event import Json
from domain.rulesets.century.chapters.attack.areas import AnswerBlastList
from domain.rulesets.century.chapters.attack.attack_terms import AnswerAttackTerms
from domain.rulesets.century.chapters.attack.defences import Defend
from domain.rulesets.century.chapters.outcomes.consequences import ChooseConsequence
from domain.rulesets.century.chapters.outcomes.critical_choices import EFFECTS
from domain.rulesets.century.chapters.outcomes.criticals import ChooseCritical
from domain.rulesets.century.chapters.rolls.fate_points import AnswerFateAfter, AnswerFateBefore
from domain.rulesets.century.chapters.rolls.opening import AnswerApproach
from domain.rulesets.century.chapters.rolls.throwing import AwardCritical
from domain.rulesets.century.forms.narrator import BASE, OUTCOMES, YES_NO, roll_terms
from domain.rulesets.century.state import Fight, Person
from domain.rulesets.century.words import ABILITIES, ATTITUDES, CalledEffect, CriticalKind, Defence


def defending(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """A defence, with what it is done with."""
    return (
        OpenField("defence", Choice(get_args(Defence)), required=True),
        OpenField("fate", YES_NO),
        OpenField("with", Text()),
    )


def attack_terms(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Return what only the narrator says of an attack."""
    return (
        OpenField("modifiers", Anything()),
        OpenField("without", Anything()),
        OpenField("from_behind", YES_NO),
        OpenField("unaware", YES_NO),
        OpenField("undodgeable", YES_NO),
        OpenField("shielded", Subset(tuple(fight.people))),
        OpenField("base", BASE),
    )


def critical(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Return what a critical throw does."""
    return (
        OpenField("effect", Choice(get_args(CriticalKind)), required=True),
        OpenField("weapon", Text()),
        OpenField("rounds", Range(1, 10)),
        OpenField("damage", Text()),
        OpenField("radius", Range(0, 20)),
        OpenField("npc", Choice(tuple(fight.people))),
        OpenField("attitude", Choice(ATTITUDES)),
        OpenField("join", YES_NO),
        OpenField("text", Text()),
        OpenField("modifiers", Anything()),
    )


def blast_list(fight: Fight, person: Person | None) -> tuple[OpenField, ...]:
    """Return who is inside an area, and who is shielded."""
    everybody = Subset(tuple(fight.people))
    return (OpenField("inside", everybody), OpenField("shielded", everybody))


ANSWER_FIELDS: AnswerFields = {
    "set_target": lambda fight, person: roll_terms(fight),
    "defence": defending,
    "attack_terms": attack_terms,
    "called_terms": lambda fight, person: (
        OpenField("base", BASE, required=True),
        OpenField("effect", Choice(get_args(CalledEffect))),
        OpenField("item", Text()),
        OpenField("ignores_armor", YES_NO),
        OpenField("ignores_cover", YES_NO),
        OpenField("reason", Text()),
    ),
    "spray_approval": lambda fight, person: (OpenField("refused", Text(), required=True),),
    "blast_list": blast_list,
    "half_check_terms": lambda fight, person: (
        OpenField("base", BASE, required=True),
        OpenField("abilities", Subset(ABILITIES, 1, 3)),
    ),
    "choose_critical": critical,
    "control_terms": lambda fight, person: (
        OpenField("base", BASE, required=True),
        OpenField("outcome", OUTCOMES),
        OpenField("damage", Text()),
    ),
}
WHOLE = frozenset({"consequence"})
"""Kinds of prompts whose answers are lists."""
ROLL = OpenField("roll_id", Text())
TYPED_ANSWERS: TypedAnswers = {
    "approach": ((AnswerApproach, lambda fight, person: (OpenField("candidate", Text(), required=True),)),),
    "fate_before": ((AnswerFateBefore, lambda fight, person: (OpenField("fate", Range(0, 99), required=True),)),),
    "fate_after": ((AnswerFateAfter, lambda fight, person: (OpenField("fate", Range(0, 99), required=True),)),),
    "defence": ((Defend, defending),),
    "award_critical": ((AwardCritical, lambda fight, person: (ROLL, OpenField("award", YES_NO, required=True))),),
    "consequence": (
        (ChooseConsequence, lambda fight, person: (ROLL, OpenField("effects", Anything(), required=True))),
    ),
    "attack_terms": ((AnswerAttackTerms, attack_terms),),
    "blast_list": ((AnswerBlastList, blast_list),),
}
"""The command that is the typed form of an answer, by the kind of prompt."""


def chosen_criticals(fight: Fight) -> Iterator[Form]:
    """One form for each effect, with the fields that say more of it (CE-CRIT-10 to CE-CRIT-21)."""
    for effect, row in EFFECTS.items():
        needed = "text" if effect == "confession" else None
        fields = [
            replace(field, required=field.name == needed) for field in critical(fight, None) if field.name in row.fields
        ]
        for join in (False, True) if "join" in row.fields else (False,):
            settled: dict[str, Json] = {"effect": effect, **({"join": True} if join else {})}
            open_fields = tuple([field for field in fields if field.name not in settled])
            yield Form(type_of(ChooseCritical), settled, (ROLL, *open_fields), (RULES,))
