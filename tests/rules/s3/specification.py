"""Specifications of S3, and what opens a fight in them.

    given(fight("hu", "fox", "iron_claw"), *round_of("hu", "iron_claw"), engage("hu", "iron_claw"))
        .when(ask.Pin(actor="hu", target="iron_claw"), "iron_claw: hand_to_hand", throws=[…])
        .then(Pinned)

Answers sent along are written ``who: answer``; ``who: skill`` and ``who: skill/item`` answer ``oppose``.
"""

from typing import Any, TypeAlias

from domain.core.commands import Command, Join, Open, SentAnswer
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, TurnOrder
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import TEMPLATES
from tests.rules import specification
from tests.rules.notation import Notation
from tests.rules.s3.notation import assert_throws, faces_of

TEMPLATE_OF = {entry["id"]: key for key, entry in TEMPLATES.items()}
CHOICES = {
    "heads": "call_flip",
    "tails": "call_flip",
    "spend": "act_stunned",
    "decline": "act_stunned",
    "drag": "drag_or_release",
    "release": "drag_or_release",
}


def newcomer(name: str, **changes: Any) -> Join:
    """A combatant from the template whose ID begins the name: ``bell_a`` and ``guard_3`` are bells and guards."""
    stem = next(known for known in sorted(TEMPLATE_OF, key=len, reverse=True) if name.startswith(known.rstrip("_1")))
    return Join(template=TEMPLATE_OF[stem], id=name, sheet=changes)


def fight(*names: str | Join, **options: Any) -> Open:
    """The opening command of a fight between these combatants, with these options."""
    joins = tuple(name if isinstance(name, Join) else newcomer(name) for name in names)
    return Open(ruleset="s3", options=options, combatants=joins)


def riding(name: str, driver: str, *riders: str, kind: str = "autocycle") -> Join:
    """A vehicle with its driver and riders."""
    return Join(template=kind, id=name, sheet={"driver": driver, "riders": riders})


def round_of(pc: str, npc: str | None, order: TurnOrder = "pc_first") -> tuple[Command, ...]:
    """A round opened, and in it a pairing."""
    return BeginRound(), BeginTurn(pc=pc, npc=npc, order=order)


def engage(one: str, *others: str) -> Command:
    """Combatants placed in reach of one another."""
    return Place(combatant=one, engaged_with=others)


def short_answer(text: str) -> SentAnswer:
    """An answer to send along, from its short form."""
    who, _, answer = text.partition(": ")
    if answer in CHOICES:
        return SentAnswer(kind=CHOICES[answer], to=who, answer=answer)
    skill, _, item = answer.partition("/")
    return SentAnswer(kind="oppose", to=who, answer={"skill": skill, "item": item} if item else {"skill": skill})


S3_NOTATION = Notation(S3, newcomer, short_answer, faces_of, assert_throws)
Specification: TypeAlias = specification.Specification[Fight]
Step: TypeAlias = specification.Step


def given(*steps: Step) -> Specification:
    """Begin a specification."""
    return Specification(S3_NOTATION).given(*steps)
