"""Bouts: fights between a red and a black side in a turn, and what they come to."""

from collections.abc import Mapping
from typing import Any

from domain.core.commands import Join, SentAnswer, SetPolicy
from domain.model.event import Json
from domain.rulesets.yin_yang.commands import Act, Challenge, JudgeChallenge, Loss, Retaliate
from domain.rulesets.yin_yang.words import TestAttribute, Track
from tests.rules.yin_yang.specification import Specification, Step, fight, given, in_turn, newcomer, person

HEROES = ("bill", "bishop", "cryptos", "gabrielle", "knight", "architect", "irons", "mentalist", "schoolgirl")


def sided(name: str | Join) -> Join:
    """Heroes, and whom they watch over, are red, all others black; a newcomer that is given has the side it says."""
    if isinstance(name, Join):
        return name
    return newcomer(name, side="red" if name.startswith(HEROES) else "black")


def bout(*names: str | Join, before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """A turn of a fight between these, by these options, after these commands."""
    return given(fight(*map(sided, names), **options), *before, in_turn())


def open_bout(*names: str | Join, dealt: list[str], before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """The same with open hands, and with the cards that are dealt."""
    spec = given(fight(*map(sided, names), **{"hand": "open", **options}), *before)
    return spec.when(in_turn(), throws=dealt)


RIDDLE = SentAnswer(kind="answer_challenge", to="narrator", answer={"contest": "riddle"})
CHALLENGE_LOST: tuple[Step, ...] = (
    Challenge(actor="architect", text="that was no fair call", answers=(RIDDLE,)),
    JudgeChallenge(impressed=False),
)
"""After this the narrator owes the architect a spiteful act."""


def owed(*names: str | Join, before: tuple[Step, ...] = (), **options: Any) -> Specification:
    """A turn in which the narrator owes the architect a spiteful act."""
    return bout("architect", *names, before=(*before, *CHALLENGE_LOST), **options)


def spite(track: Track, points: int) -> Retaliate:
    """The act: the architect loses points."""
    return Retaliate(combatant="architect", loss=Loss(track=track, points=points), text="a loose tile")


def act(actor: str, goal: str, *attributes: TestAttribute, **fields: Any) -> Act:
    """An act, by default on Speed."""
    return Act(actor=actor, goal=goal, attributes=attributes or ("speed",), **fields)


def policy(of: str, kind: str, answer: Json) -> SetPolicy:
    """A standing answer."""
    return SetPolicy(of=of, kind=kind, answer=answer)


def vitality(spec: Specification, name: str) -> int:
    """What somebody has left of Vitality."""
    return person(spec, name).vitality


def hands(spec: Specification, *names: str) -> list[int]:
    """The actions in hand of these."""
    return [person(spec, name).hand for name in names]


def extras(spec: Specification, *names: str) -> list[int]:
    """Their extra actions."""
    return [person(spec, name).extra for name in names]


def asked(spec: Specification) -> list[tuple[str, str]]:
    """The prompts that are open: what is asked, and whom."""
    assert spec.refusal is None, spec.refusal
    return [(prompt.kind, prompt.to) for prompt in spec.fight.prompts]


def about(spec: Specification) -> Mapping[str, Any]:
    """What the first open prompt is about."""
    assert spec.refusal is None, spec.refusal
    return spec.fight.prompts[0].about
