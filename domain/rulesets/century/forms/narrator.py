"""The narrator's commands in Century, as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.rulesets.century.chapters.attack.cover import SetCover
from domain.rulesets.century.chapters.conditions.care import Rest
from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, SetCondition, Surprise
from domain.rulesets.century.chapters.conditions.downed import SetDowned
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.legality import in_place
from domain.rulesets.century.chapters.movement.positions import SetPosition
from domain.rulesets.century.chapters.movement.vehicles import ControlCheck, TakeSeat
from domain.rulesets.century.chapters.narrator.attitudes import NpcReaction, SetAttitude
from domain.rulesets.century.chapters.narrator.scene import SetCircumstance, SetScene, SetScore
from domain.rulesets.century.chapters.rolls.calls import CallRoll, CallRolls, WithdrawRoll
from domain.rulesets.century.chapters.rolls.fate_points import GrantFate
from domain.rulesets.century.chapters.round.ending import EndCombat, LeaveField
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import AllowLongAction
from domain.rulesets.century.state import Fight
from domain.rulesets.century.words import (
    ABILITIES,
    ATTITUDES,
    CircumstanceOn,
    ConditionName,
    ControlOutcome,
    DownedStatus,
    Hazard,
    Light,
)

YES_NO = Choice((True, False))
BASE = Range(0, 100)
ROUND = Range(1, 100_000)
CONDITIONS = Choice(get_args(ConditionName))
OUTCOMES = Choice(get_args(ControlOutcome))
POINT = Record(
    (
        OpenField("x", Range(-100_000, 100_000), required=True),
        OpenField("y", Range(-100_000, 100_000), required=True),
        OpenField("elevation", Range(-100_000, 100_000)),
    )
)
REASON = OpenField("reason", Text())
AMOUNTS = (
    OpenField("initiative", Range(0, 12)),
    OpenField("skill", Range(0, 100)),
    OpenField("reaction", Range(0, 100)),
)
ENDS = (OpenField("end_of_round", ROUND), OpenField("rounds", ROUND))


def roll_terms(fight: Fight) -> tuple[OpenField, ...]:
    """Return what the narrator says of a roll."""
    return (
        OpenField("kind", Choice(("skill", "reaction"))),
        OpenField("candidates", Anything()),
        OpenField("modifiers", Anything()),
        OpenField("without", Anything()),
        OpenField("with", Subset(("light", "rain", "wind"))),
        OpenField("ladder", Anything()),
        OpenField("hazard", Choice(get_args(Hazard))),
        OpenField("base", BASE),
        OpenField("success_level", Range(0, 9)),
        OpenField("on_failure", Anything()),
        OpenField("hidden", YES_NO),
        OpenField("target", Choice(tuple(fight.people))),
    )


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """Yield the narrator's commands; which of them go while prompts are open is for ``in_place`` to say."""
    rows = (*narrator_rows(fight), *_of_rolls(fight), *_of_people(fight), *_of_rounds(fight))
    yield from open_forms(replace(fight, prompts=()), [row for row in rows if in_place(fight, row[0])])


Row = tuple[type[Command], tuple[OpenField, ...]]


def _of_rolls(fight: Fight) -> tuple[Row, ...]:
    """Calls, attitudes, the scene."""
    everybody = tuple(fight.people)
    living = tuple([person.id for person in fight.people.values() if person.throws])
    waiting = tuple([roll.id for roll in fight.rolls.values() if roll.number is None])
    named = OpenField("roll_id", Text())
    npc = OpenField("npc", Choice(living), required=True)
    return (
        (CallRoll, (OpenField("roller", Choice(living), required=True), named, *roll_terms(fight))),
        (CallRolls, (OpenField("rollers", Subset(living, 1, 20), required=True), named, *roll_terms(fight))),
        (WithdrawRoll, (OpenField("roll_id", Choice(waiting), required=True),)),
        (
            NpcReaction,
            (
                npc,
                OpenField("toward", Subset(everybody, 1, 20), required=True),
                OpenField("spokesman", Choice(everybody)),
                OpenField("modifiers", Anything()),
                OpenField("without_abilities", YES_NO),
                OpenField("hidden", YES_NO),
            ),
        ),
        (
            SetAttitude,
            (
                npc,
                OpenField("toward", Choice(everybody), required=True),
                OpenField("attitude", Choice(ATTITUDES), required=True),
                REASON,
            ),
        ),
        (
            SetScene,
            (
                OpenField("light", Choice(get_args(Light))),
                OpenField("rain", YES_NO),
                OpenField("wind", YES_NO),
                OpenField("notes", Text()),
            ),
        ),
    )


def _of_people(fight: Fight) -> tuple[Row, ...]:
    """Conditions, fate, places, cover, harm."""
    everybody = tuple(fight.people)
    whom = OpenField("combatant", Choice(everybody), required=True)
    vehicles = Choice(tuple([person.id for person in fight.people.values() if person.craft is not None]))
    label = OpenField("label", Text())
    return (
        (Surprise, (whom, *AMOUNTS, OpenField("end_of_round", ROUND))),
        (
            SetCondition,
            (
                whom,
                OpenField("condition", CONDITIONS, required=True),
                OpenField("amount", Range(1, 200)),
                label,
                *AMOUNTS,
                *ENDS,
            ),
        ),
        (ClearCondition, (whom, OpenField("condition", CONDITIONS, required=True), label)),
        (GrantFate, (whom, OpenField("amount", Range(-99, 99), required=True), REASON)),
        (
            SetPosition,
            (
                whom,
                OpenField("position", POINT),
                OpenField("heading", Range(0, 359)),
                OpenField("nowhere", YES_NO),
            ),
        ),
        (SetCover, (whom, OpenField("objects", Anything()), OpenField("against", Subset(everybody)))),
        (
            SetDowned,
            (
                whom,
                OpenField("status", Choice(get_args(DownedStatus)), required=True),
                OpenField("hp", Range(-99, 999)),
                REASON,
            ),
        ),
        (
            InflictDamage,
            (
                whom,
                OpenField("dice", Text()),
                OpenField("amount", Range(0, 999)),
                OpenField("armor", YES_NO),
                REASON,
            ),
        ),
        (TakeSeat, (whom, OpenField("vehicle", vehicles), OpenField("driving", YES_NO))),
        (
            SetScore,
            (
                whom,
                OpenField("ability", Choice(ABILITIES), required=True),
                OpenField("score", Range(1, 30), required=True),
                REASON,
            ),
        ),
        (LeaveField, (whom, REASON)),
        (
            ControlCheck,
            (
                OpenField("vehicle", vehicles, required=True),
                OpenField("base", BASE, required=True),
                OpenField("penalty", Range(0, 200)),
                OpenField("outcome", OUTCOMES),
                OpenField("damage", Text()),
            ),
        ),
    )


def _of_rounds(fight: Fight) -> tuple[Row, ...]:
    """Rounds, long actions, circumstances, rest."""
    living = tuple([person.id for person in fight.people.values() if person.throws])
    whom = OpenField("combatant", Choice(tuple(fight.people)), required=True)
    return (
        (BeginRound, (OpenField("modifiers", Anything()), OpenField("mp_modifiers", Anything()))),
        (AllowLongAction, (whom, OpenField("mp_limit", Range(1, 60), required=True))),
        (
            SetCircumstance,
            (
                OpenField("label", Text(), required=True),
                OpenField("amount", Range(-200, 200), required=True),
                OpenField("on", Choice(get_args(CircumstanceOn))),
                OpenField("combatant", Choice(tuple(fight.people))),
                OpenField("until", ROUND),
            ),
        ),
        (Rest, (OpenField("combatants", Subset(living)), OpenField("days", Range(1, 365), required=True))),
        (EndCombat, (OpenField("outcome", Text()), REASON)),
    )
