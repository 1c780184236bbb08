"""The typed answers, and the shapes of answers that have several fields."""

from typing import ClassVar, Literal

from pydantic import Field

from domain.core.commands import Answering, CombatantId, Narrating, StrictModel, Text
from domain.rulesets.yin_yang.commands.parts import (
    CalledShotSheet,
    Cards5,
    Combatants,
    Condition,
    HandCard,
    MatchingAnswer,
    Said,
    Staking,
)
from domain.rulesets.yin_yang.words import ContestKind


class Keeping(StrictModel):
    """The policy of matching only while more actions than these are left (YY-PROM-11)."""

    keep: int = Field(ge=0, le=20)


class Following(Staking):
    """A follow-up (YY-KING-4): at whom, for what."""

    target: CombatantId
    pull_punches: bool = False
    called_shot: CalledShotSheet | None = None


class Joining(StrictModel):
    """Whether one joins a combined action, and with which card of an open hand."""

    joins: bool
    hand_card: HandCard = None


class Consenting(StrictModel):
    """The narrator's word about an action, a charge, a combined action (YY-PROM-4)."""

    allow: bool
    may_counter: Combatants = ()
    bonus: Cards5 = 0
    penalty: Cards5 = 0
    waive_dedication: bool = False


class Narrated(StrictModel):
    """What comes of a Confrontation in place of the stake (YY-CONF-16)."""

    narrated: Said


class Adverse(StrictModel):
    """What a King does in place of a follow-up (YY-KING-9)."""

    adverse: Said
    condition: Condition = Field(default="", description="name of a narrated condition that the adversary gets")


class Accepting(StrictModel):
    """The contest by which a challenge is decided (YY-CHAL-3)."""

    contest: ContestKind
    terms: Text = ""


class MatchCall(MatchingAnswer):
    """Answer `match`: spend an action against the call (YY-ATK-8)."""

    type: Literal["yin_yang.match"] = "yin_yang.match"


class LetPass(Answering):
    """Answer `match`: let the call pass."""

    type: Literal["yin_yang.let_pass"] = "yin_yang.let_pass"


class Follow(Answering, Following):
    """Answer `follow_up` (YY-KING-3)."""

    type: Literal["yin_yang.follow_up"] = "yin_yang.follow_up"


class Decline(Answering):
    """Answer `follow_up`: let it go."""

    type: Literal["yin_yang.decline"] = "yin_yang.decline"


class JoinCombined(Answering, Joining):
    """Answer `join_combined` (YY-COMB-2)."""

    secrets: ClassVar[frozenset[str]] = frozenset({"hand_card"})
    type: Literal["yin_yang.join_combined"] = "yin_yang.join_combined"


class AnswerChallenge(Narrating):
    """Answer `answer_challenge` (YY-CHAL-3): refuse, or accept with a contest."""

    interrupts: ClassVar[bool] = True
    answers_to = "answer_challenge"
    type: Literal["yin_yang.answer_challenge"] = "yin_yang.answer_challenge"
    accept: Accepting | None = Field(default=None, description="left out: the challenge is refused")
