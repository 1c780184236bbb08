"""Feats of strength: lifting, breaking, throwing (BD-FEAT)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, Final, Literal, get_args

import msgspec
from pydantic import Field

from domain.core.commands import Acting, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, listed, looked_up
from domain.fields.sets import Labelled, Node
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.choice_fields import (
    ANY_CHOICES,
    LATER_FATE,
    LATER_TRADES,
    by_plan,
    choices,
)
from domain.rulesets.black_dice.chapters.dice.plans import Plan
from domain.rulesets.black_dice.chapters.dice.pools import action_roll, is_trained
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.objections import require_acting
from domain.rulesets.black_dice.chapters.vocabularies import carrying_out
from domain.rulesets.black_dice.parts import (
    CarryingOut,
    Choices,
)
from domain.rulesets.black_dice.said import (
    FEATS_DONE,
    Who,
    thing_of_feat,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import FEATS, feat_row_of
from domain.rulesets.black_dice.words import DECLARE, IDLE, Act, FeatKind
from domain.story.told import AS_SAID, Told
from domain.text.sentences import SpokenOf
from domain.text.words import Label, Variant, Words, as_label

STRENGTH_OF_SUCCESS = 2


class FeatDone(Event, frozen=True, kw_only=True):
    """A feat of strength came to this (BD-FEAT): the Strength that it counted as; yards of a throw."""

    type: ClassVar[str] = "black_dice.feat_done"
    words = "Feat of strength"
    example = {"combatant": "brass_tom", "feat": "throw", "row": 7, "strength": 3, "done": False, "yards": 30}
    combatant: Who
    feat: str
    row: Annotated[int, SpokenOf(thing_of_feat)]
    strength: int
    done: bool
    yards: int | None = None

    @property
    def _flight(self) -> str:
        return "" if self.yards == FEATS[self.row].yards else "[; it flies {yards:yard}]"

    @property
    def _deed(self) -> str:
        does, to_do = FEATS_DONE[self.feat]
        return f"{does if self.done else f'fails to {to_do}'} {{row}}"

    def says(self) -> str:
        return f"{{combatant}} {self._deed}, with Strength {{strength}}{self._flight}."

    def brief(self) -> str:
        """What is done, without the Strength that it takes."""
        return f"{{combatant}} | {self._deed}{self._flight}"

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.exert(self.combatant)


class Trying(msgspec.Struct, frozen=True):
    """A feat that needs a roll: whose, of what kind, and the row of the table that is wanted."""

    combatant: str
    feat: str
    row: int


FEAT: Final[frozenset[Act]] = frozenset({"feat"})
HARDEST: Final = len(FEATS) - 1
ROWS: Final[Mapping[FeatKind, tuple[Labelled, ...]]] = {
    "lift": tuple([Labelled(key, Label(f"lift_{key}")) for key, _ in enumerate(FEATS)]),
    "break": tuple([Labelled(key, Label(f"break_{key}")) for key, _ in enumerate(FEATS)]),
    "throw": tuple([Labelled(key, Label.filled("yards", yards=row.yards)) for key, row in enumerate(FEATS)]),
}
"""The rows of the table by the kind of feat, each with what is lifted or broken, or how far the ball flies."""


@cache
def _rows(first: int, last: int) -> Node:
    return {feat: rows[first : last + 1] for feat, rows in ROWS.items()}


def _strong(view: View[Fight]) -> dict[str, Person]:
    return {one.id: one for one in carrying_out(view, FEAT) if one.able}


def _surely(view: View[Fight]) -> Node:
    """The rows that each reaches without a roll (BD-FEAT-9)."""
    return {who: _rows(0, feat_row_of(one.stats["strength"])) for who, one in _strong(view).items()}


def _harder(view: View[Fight]) -> Node:
    """The rows that ask each for a roll, if it may roll Might (BD-FEAT-10, BD-SKILL-6)."""
    rows = {who: feat_row_of(one.stats["strength"]) for who, one in _strong(view).items()}
    people = view.state.people
    return {
        who: _rows(row + 1, HARDEST)
        for who, row in rows.items()
        if row < HARDEST and is_trained(view.state, people[who], "might")
    }


def _feat_rolls(view: View[Fight]) -> dict[str, Plan]:
    fight = view.state
    return {who: action_roll(fight, fight.people[who], "might", "strength", "might") for who in view[HARDER]}


SURELY: Final = Vocabulary[Fight]("feats without a roll", _surely)
HARDER: Final = Vocabulary[Fight]("feats with a roll", _harder)
FATE_FOR_FEATS, COMMON_FOR_FEATS, TRADES_FOR_FEATS = by_plan(
    "feats", Vocabulary[Fight]("throws for feats", _feat_rolls)
)


class Feat(CarryingOut, Acting):
    """Try a feat of strength: lift something, break something, or throw a ball (BD-FEAT-9, BD-FEAT-10)."""

    form = {"feat": listed(*get_args(FeatKind))}
    variants = {
        "surely": {
            "actor": among(keys_of("who does feats without a roll", SURELY)),
            "row": looked_up(SURELY, "actor", "feat"),
            "choices": ANY_CHOICES,
        },
        "roll": {
            "actor": among(keys_of("who rolls for feats", HARDER)),
            "row": looked_up(HARDER, "actor", "feat"),
            "choices": choices(
                looked_up(FATE_FOR_FEATS, "actor"),
                looked_up(COMMON_FOR_FEATS, "actor"),
                looked_up(TRADES_FOR_FEATS, "actor", "common"),
                looked_up(LATER_FATE),
                looked_up(LATER_TRADES),
            ),
        },
    }
    carries_out = FEAT
    during = PhaseRule(
        IDLE, "BD-FEAT-12", "In a round a feat is an act that has to be declared, and to come due.", DECLARE
    )
    says = ("{actor} tries to {feat}: a feat of strength.",)
    example = {"actor": "pryce", "feat": "break", "row": 5, "choices": {"common": 1}}
    words = Words(
        "Try a feat of strength",
        "{feat}: {row}",
        group="turn",
        costs="the action, in a round",
        variants={
            "roll": Variant(
                "Try a feat that needs a roll",
                help="Try a feat that takes more Strength than you have: roll Strength and Might.",
            ),
            "surely": Variant("Do a feat without a roll", help="Do a feat for which your Strength is enough."),
        },
    )
    told = Told(brief=AS_SAID, unless=("black_dice.feat_done",))
    type: Literal["black_dice.feat"] = "black_dice.feat"
    feat: FeatKind
    row: int = Field(ge=0, le=7, description="what to lift or break, or how far to throw the ball")
    choices: Choices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """A feat of one's own row needs no roll (BD-FEAT-9), a harder one needs Might (BD-FEAT-10)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require_acting(person)
        trying = Trying(person.id, self.feat, self.row)
        if self.row <= feat_row_of(person.stats["strength"]):
            settle(decision, trying, person.stats["strength"])
            return
        plan = action_roll(fight, person, "might", "strength", "might", choices=self.choices)
        throw(decision, (plan,), tried.continuation(trying))


@reply("black_dice.feat.tried", Trying)
def tried(decision: Decision[Fight], trying: Trying, casts: tuple[Cast, ...]) -> None:
    """For this feat each net success counts as two points of Strength (BD-FEAT-10)."""
    strength = decision.state.people[trying.combatant].stats["strength"]
    settle(decision, trying, strength + STRENGTH_OF_SUCCESS * casts[0].net)


def settle(decision: Decision[Fight], trying: Trying, strength: int) -> None:
    """It is done if so much Strength reaches the row; a ball that falls short flies as far as it does (BD-FEAT-11)."""
    reached = feat_row_of(strength)
    yards = FEATS[min(trying.row, reached)].yards if trying.feat == "throw" else None
    decision.record(
        FeatDone(
            combatant=trying.combatant,
            feat=trying.feat,
            row=trying.row,
            strength=strength,
            done=reached >= trying.row,
            yards=yards,
        )
    )


FEATS_CHAPTER: Chapter[Fight] = Chapter(
    commands=(Feat,),
    events=(FeatDone,),
    stages=(tried,),
    labels={
        "feat": "Feat",
        "feat.lift": "Lift something",
        "feat.break": "Break something",
        "feat.throw": "Throw a ball",
        "row": "What",
        **{f"text.lift_{key}": as_label(row.lift) for key, row in enumerate(FEATS)},
        **{f"text.break_{key}": as_label(row.breaks) for key, row in enumerate(FEATS)},
        "text.yards": "{yards:yard|yards}",
    },
)
