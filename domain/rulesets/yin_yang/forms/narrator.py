"""The narrator's commands in Yin-Yang, as forms: their fields depend on each other by the predicate ``rules``."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from domain.core.commands import Command
from domain.forms.core import narrator_rows
from domain.forms.enumerated import open_forms
from domain.forms.model import Anything, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.rulesets.yin_yang.chapters.challenges.challenges import JudgeChallenge, Retaliate
from domain.rulesets.yin_yang.chapters.decks.decks import HandOver
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards
from domain.rulesets.yin_yang.chapters.exchanges.matching import AllowCounter, VetoAction
from domain.rulesets.yin_yang.chapters.harm.resting import PassTime
from domain.rulesets.yin_yang.chapters.legality import in_place
from domain.rulesets.yin_yang.chapters.narrator.attributes import GenerateAttributes, SetAttribute
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust, DeclareDead, SetCondition
from domain.rulesets.yin_yang.chapters.testing.contests import Contest
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope
from domain.rulesets.yin_yang.chapters.turns.edge import GiveEdge
from domain.rulesets.yin_yang.chapters.turns.gear import PlaceItem
from domain.rulesets.yin_yang.chapters.turns.movement import SetDistance, SplitFight
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import ATTRIBUTES, TRACKS, ContestKind, TestAttribute

YES_NO = Choice((True, False))
FIVE = Range(0, 5)
CARDS = (OpenField("bonus", FIVE), OpenField("penalty", FIVE))
"""Cards that the narrator adds."""
TEST_ATTRIBUTES: tuple[TestAttribute, ...] = get_args(TestAttribute)
CONTESTS: tuple[ContestKind, ...] = get_args(ContestKind)
GRANTED = (
    *CARDS,
    OpenField("on", Choice(("tests", "damage"))),
    OpenField("lasting", Choice(("next_test", "this_turn", "next_turn", "encounter"))),
    OpenField("reason", Text()),
)


def narrator_forms(fight: Fight) -> Iterator[Form]:
    """The narrator's commands; their fields depend on each other by the predicate ``rules``.

    Which of them go while prompts are open is for ``in_place`` to say.
    """
    everybody = tuple(fight.people)
    living = tuple([person.id for person in fight.people.values() if person.alive])
    whom = OpenField("combatant", Choice(everybody), required=True)
    whom_alive = OpenField("combatant", Choice(living), required=True)
    abilities = tuple(dict.fromkeys(name for person in fight.people.values() for name in person.abilities))
    ability = OpenField("ability", Choice(abilities))
    track = OpenField("track", Choice(TRACKS), required=True)
    bands = OpenField("band", Choice(("arm", "room", "sight")), required=True)
    contestant = Record((whom, OpenField("attributes", Subset(TEST_ATTRIBUTES, 1, 2), required=True), ability, *CARDS))
    concession = Record(
        (
            OpenField("allow_ability", Anything()),
            OpenField("cards", Record((whom, *GRANTED))),
            OpenField("text", Text()),
        )
    )
    rows: tuple[tuple[type[Command], tuple[OpenField, ...]], ...] = (
        *narrator_rows(fight),
        (StartTurn, ()),
        (EndTurn, ()),
        (
            Contest,
            (
                OpenField("first", contestant, required=True),
                OpenField("second", contestant, required=True),
                OpenField("stake", Text(), required=True),
                OpenField("costs_action", YES_NO),
            ),
        ),
        (GiveCards, (whom, *GRANTED)),
        (GiveEdge, (OpenField("side", Choice(fight.sides)),)),
        (HandOver, (whom, OpenField("deck", Text(), required=True))),
        (
            Adjust,
            (whom_alive, track, OpenField("points", Range(-200, 200), required=True), OpenField("reason", Text())),
        ),
        (
            SetAttribute,
            (
                whom_alive,
                OpenField("attribute", Choice(ATTRIBUTES), required=True),
                OpenField("score", Range(1, 100), required=True),
                OpenField("reason", Text()),
            ),
        ),
        (
            SetCondition,
            (whom, OpenField("condition", Text(), required=True), OpenField("on", YES_NO), OpenField("text", Text())),
        ),
        (DeclareDead, (whom, OpenField("reason", Text()))),
        (
            PassTime,
            (
                OpenField("hours", Range(1, 100_000), required=True),
                OpenField("only", Subset(living)),
                OpenField("resting", Subset(living)),
                OpenField("mentally_resting", Subset(living)),
                OpenField("cared_for", Subset(living)),
            ),
        ),
        (SplitFight, (OpenField("subfights", Anything(), required=True),)),
        (
            SetDistance,
            (
                OpenField("first", Choice(everybody), required=True),
                OpenField("second", Choice(everybody), required=True),
                bands,
            ),
        ),
        (AllowCounter, (whom,)),
        (VetoAction, (OpenField("reason", Text()),)),
        (
            RuleScope,
            (
                whom,
                OpenField("ability", Choice(abilities), required=True),
                OpenField("task", Text(), required=True),
                OpenField("within", YES_NO, required=True),
            ),
        ),
        (PlaceItem, (OpenField("weapon", Anything()), OpenField("armour", Anything()))),
        (GenerateAttributes, (OpenField("combatant", Text(), required=True),)),
        (
            JudgeChallenge,
            (OpenField("impressed", YES_NO, required=True), OpenField("concession", concession)),
        ),
        (
            Retaliate,
            (
                whom,
                OpenField("text", Text()),
                OpenField("loss", Record((track, OpenField("points", Range(1, 200), required=True)))),
                OpenField("waive", YES_NO),
            ),
        ),
    )
    yield from open_forms(replace(fight, prompts=()), [row for row in rows if in_place(fight, row[0])])
