"""The worked examples of S3: what its steps expect besides what all do.

``opening`` is ``pc``, ``npc`` and ``order`` of a round's first pairing. A step may also expect:

``suffers``
    every damage done, with all that it did: points, wound and new total, stunned, limb, disabled; nothing else
``terms``
    for throws by their place: the names of all their terms
``turns``
    every turn of the encounter so far, by its actor
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from domain.model.event import Event
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.turns import TurnBegun
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Fight
from tests.rules.examples import Example, Examples, Fields, Part, Step
from tests.rules.expectations import assert_matches
from tests.rules.s3.notation import read_throw
from tests.rules.s3.specification import S3_NOTATION


class Suffering(Part):
    """One damage and what it does; ``wound`` and ``total`` are penalties, so below 0."""

    who: str
    points: int
    stun_amount: int | None = None
    wound_amount: int | None = None
    wound: int | None = None
    total: int | None = None
    stunned: bool = False
    limb: str | None = None
    disabled: Fields | None = None


class S3Step(Step):
    """A step with what S3 adds to it."""

    terms: dict[int, list[str]] = {}
    suffers: tuple[Suffering, ...] = ()
    turns: list[str] | None = None


def opening(fight: Fight, pairing: Fields) -> tuple[S3Step, ...]:
    """A round begun, and a turn in it."""
    return S3Step(command={"type": "s3.begin_round"}), S3Step(command={"type": "s3.begin_turn", **pairing})


def check(step: S3Step, batch: Sequence[Event], fight: Fight, history: Sequence[Event]) -> None:
    """The terms of the throws, every damage with its effects, how it left the damaged, and the turns."""
    check_terms(step, [event for event in batch if isinstance(event, CoinsThrown | CoinFlipped)])
    damages = list(_damages(batch))
    assert len(damages) == len(step.suffers), f"{len(damages)} damages in {batch}, expected {step.suffers}"
    for suffering, events in zip(step.suffers, damages, strict=True):
        check_damage(suffering, events)
    for suffering in {suffering.who: suffering for suffering in step.suffers}.values():
        person = fight.people[suffering.who]
        assert (person.disabled is not None) == (suffering.disabled is not None), person.disabled
        assert suffering.total in (None, -person.wound_penalty), person.wounds
    if step.turns is not None:
        assert [event.actor for event in history if isinstance(event, TurnBegun)] == step.turns


def check_terms(step: S3Step, throws: Sequence[CoinsThrown | CoinFlipped]) -> None:
    """A throw written without terms has no more than one; a throw whose terms are named has those."""
    for place, (throw, text) in enumerate(zip(throws, step.throws, strict=True)):
        if isinstance(throw, CoinFlipped):
            continue
        assert len(throw.terms) <= 1 or read_throw(text).terms is not None, f"{text} is made of more: {throw}"
        names = [name for name, _ in throw.terms]
        assert names == step.terms.get(place, names), throw
    assert all(place < len(throws) for place in step.terms)


def check_damage(suffering: Suffering, events: Sequence[Event]) -> None:
    """A damage, and everything that it did to its victim: just that."""
    damage = events[0]
    assert isinstance(damage, DamageSuffered)
    who = suffering.who
    assert (damage.combatant, damage.points) == (who, suffering.points), damage
    assert suffering.stun_amount in (None, damage.stun_amount), damage
    assert suffering.wound_amount in (None, damage.wound_amount), damage
    wounds = [(-event.wound.penalty, -(event.total or 0)) for event in events if isinstance(event, Wounded)]
    assert wounds == ([(suffering.wound, suffering.total)] if suffering.wound else []), events
    stunned = [event.combatant for event in events if isinstance(event, Stunned)]
    assert stunned == ([who] if suffering.stunned else []), events
    limbs = [(event.combatant, event.limb) for event in events if isinstance(event, LimbLost)]
    assert limbs == ([(who, suffering.limb)] if suffering.limb else []), events
    disabled = [event for event in events if isinstance(event, CombatantDisabled)]
    expected = [{"combatant": who, "disabled": suffering.disabled}] if suffering.disabled else []
    assert_matches(disabled, expected, "disabled")


def _damages(batch: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """Each damage of a batch with the events behind it, up to the next."""
    starts = [place for place, event in enumerate(batch) if isinstance(event, DamageSuffered)]
    for start, end in pairwise([*starts, len(batch)]):
        yield batch[start:end]


S3_EXAMPLES = Examples(
    notation=S3_NOTATION,
    folder=Path(__file__).with_name("examples"),
    prefix="S3-EX",
    count=96,
    example=Example[S3Step],
    opening=opening,
    check=check,
)
