"""The worked examples of Century: what its steps expect besides what all do.

A combatant with ``arms`` is a minor person of no template, with every score 9, 10 HP and these weapons (keys of the
chart, or weapons of a sheet), the first in the right hand, the next in the left; ``carried`` are those in no hand.

``throws`` are draws as ``tests.rules.century.notation`` has them, ``sam d100: 36`` or ``1d6: 4``. ``opening`` gives
standing answers with which nobody is asked, neither for Fate Points nor for a defence, criticals have their standard
effects and nobody halves the damage of an area; ``asked`` names prompts that are asked all the same: ``{mulan:
[defence]}``. With an ``order`` it begins a round, whose dice come to ``scores``, or where those name nobody to 10, 9,
8 ... in that order. Of each step are checked, so that whatever is not written down has not been there:

``rolls``
    every roll that is judged: ``sam base 60 ability 12 = 72: 80 fails -1``, the parts of its target number, the number
    thrown and the degree; ``= 64 + 20:`` with Fate Points spent afterwards, and ``3 critical succeeds 5``
``losses``
    all HP that are lost, and what is left: ``eva 7: 6``

A step may also expect:

``slots``
    every slot of the encounter so far by its members: ``[mulan, guido, "a b"]``
``chances``
    the chance of success in percent that each roll had, before fate spent afterwards
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.rolls.abilities import initiative_bonus
from domain.rulesets.century.chapters.rolls.degrees import chance_of
from domain.rulesets.century.chapters.rolls.judging import RollJudged
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.rolls.throwing import CriticalAwarded, PercentThrown, TargetFixed
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.state import Fight, Part, Person
from tests.rules.century.specification import CENTURY_NOTATION, newcomer, stub
from tests.rules.examples import Example, Examples, Fields, Step

OF_NARRATOR: Final[Mapping[str, str | int]] = {
    "award_critical": "standard",
    "choose_critical": "standard",
    "half_check_terms": "none",
}
OF_EVERYBODY: Final[Mapping[str, str | int]] = {"defence": "never"}
OF_FATE: Final[Mapping[str, str | int]] = {
    "fate_before": 0,
    "fate_after": "never",
    "initiative_before": 0,
    "initiative_after": "never",
    "fate_miss": "never",
}
NAMELESS: Final = ("custom", "circumstance", "hindered")
"""Parts of a target number that are told apart by their labels."""


class CenturyStep(Step):
    """A step with what Century adds to it."""

    rolls: list[str] = []
    losses: list[str] = []
    slots: list[str] | None = None
    chances: list[int] | None = None


def armed(name: str, arms: Sequence[str | Fields] | None = None, carried: Sequence[str] = (), **sheet: Any) -> Join:
    """A newcomer; with ``arms`` a minor person of no template who holds them."""
    if arms is None:
        return newcomer(name, **sheet)
    held = [{"id": arm} if isinstance(arm, str) else arm for arm in arms]
    hands = dict(zip(("right", "left"), (arm["id"] for arm in held), strict=False))
    return stub(name, weapons=[*held, *({"id": item} for item in carried)], held=hands, **sheet)


def opening(fight: Fight, fields: Fields) -> Iterator[CenturyStep]:
    """Standing answers, and a round whose dice give the scores."""
    asked = fields.get("asked", {})
    for person in (None, *fight.people.values()):
        name = "narrator" if person is None else person.id
        for kind, answer in _standing(person).items():
            if kind not in asked.get(name, ()):
                yield CenturyStep(command={"type": "core.set_policy", "of": name, "kind": kind, "answer": answer})
    if order := fields.get("order"):
        scores = {**{name: 10 - place for place, name in enumerate(order)}, **fields.get("scores", {})}
        throwers = [person for person in fight.people.values() if person.throws and person.up]
        yield CenturyStep(
            command={"type": "century.begin_round"},
            throws=tuple([_dice(person, scores[person.id]) for person in throwers]),
            state={f"people.{person.id}.initiative.score": scores[person.id] for person in throwers},
        )


def _standing(person: Person | None) -> Mapping[str, str | int]:
    if person is None:
        return OF_NARRATOR
    everybody = OF_EVERYBODY if person.throws else {}
    return {**everybody, **OF_FATE} if person.fp_user else everybody


def _dice(person: Person, score: int) -> str:
    both = score - initiative_bonus(person) - person.initiative_modifier
    first = min(6, both - 1)
    return f"{person.id} 2d6: {first} {both - first}"


def check(step: CenturyStep, batch: Sequence[Event], fight: Fight, history: Sequence[Event]) -> None:
    """Every roll and every loss of HP of the batch; the slots so far where they are written."""
    rolls = [_roll(event, history) for event in batch if isinstance(event, RollJudged)]
    assert rolls == step.rolls, f"rolled {rolls}, expected {step.rolls}"
    lost = [f"{event.combatant} {event.points}: {event.hp}" for event in batch if isinstance(event, HpLost)]
    assert lost == step.losses, f"lost {lost}, expected {step.losses}"
    slots = [" ".join(event.members) for event in history if isinstance(event, SlotOpened)]
    assert step.slots in (None, slots), slots
    if step.chances is not None:
        calls = [event for event in batch if isinstance(event, RollCalled)]
        targets = [event.target or 0 for event in batch if isinstance(event, TargetFixed)]
        chances = [
            chance_of(fight.options, call.kind, target, call.band) for call, target in zip(calls, targets, strict=True)
        ]
        assert chances == step.chances, f"chances {chances}, expected {step.chances}"


def _roll(event: RollJudged, history: Sequence[Event]) -> str:
    fixed = next(one for one in reversed(history) if isinstance(one, TargetFixed) and one.roll == event.roll)
    thrown = next(one for one in reversed(history) if isinstance(one, PercentThrown) and one.roll == event.roll)
    parts = " ".join([_part(part) for part in fixed.parts if part.amount or part.key == "base"])
    assert fixed.target is not None
    assert event.target is not None
    after = f" + {event.target - fixed.target}" if event.target != fixed.target else ""
    declined = any(
        isinstance(one, CriticalAwarded) and (one.roll, one.awarded) == (event.roll, False) for one in history
    )
    critical = " critical" if thrown.critical and not declined else ""
    outcome = "succeeds" if event.success else "fails"
    degree = f" {event.degree}" if event.degree else ""
    return f"{event.combatant} {parts} = {fixed.target}{after}: {event.number}{critical} {outcome}{degree}"


def _part(part: Part) -> str:
    return f"{part.label if part.key in NAMELESS else part.key} {part.amount}"


CENTURY_EXAMPLES = Examples(
    notation=replace(CENTURY_NOTATION, newcomer=armed),
    folder=Path(__file__).with_name("examples"),
    prefix="CE-EX",
    count=130,
    example=Example[CenturyStep],
    opening=opening,
    check=check,
    unused=frozenset({49}),
)
