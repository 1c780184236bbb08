"""The worked examples of Black Dice: what its steps expect besides what all do.

``opening`` is the ``order`` of a round that begins, of everybody who takes part; its initiative is thrown so that it
comes to that. A step may also expect:

``pools``
    every action and toll roll of its batch, by what it is made of: ``4+5+2``, ``(5+5+2)/2 | 3``, ``2+4-4 | 3+2``; white
    terms as on record, what they are divided by, black terms
``damages``
    every damage that is counted in it, by its terms that are not 0: ``pryce 2+2+1-2=3``, ``t1 2+1=3 bruise``
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.plans import Terms
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.state import Fight, Person
from tests.rules.black_dice.specification import BLACK_DICE_NOTATION
from tests.rules.examples import Example, Examples, Fields, Step

UNREADY = 3
LOTS = (6, 5, 4, 3, 2, 1)
"""Who casts lots has these faces, the earlier in the order the higher."""


class BlackDiceStep(Step):
    """A step with what Black Dice adds to it."""

    pools: list[str] | None = None
    damages: list[str] = []


def opening(fight: Fight, fields: Fields) -> tuple[BlackDiceStep, ...]:
    """A round begun, with an initiative that sets this order."""
    order: list[str] = fields["order"]
    successes = _successes(fight, order)
    thrown = [_initiative(fight.people[name], successes[name]) for name in fight.people if name in order]
    command = {"type": "black_dice.begin_round", "combatants": order}
    throws = (*filter(None, thrown), *_lots(fight, order, successes))
    return (BlackDiceStep(command=command, throws=throws, state={"order": order, "phase": "declare"}),)


def _successes(fight: Fight, order: Sequence[str]) -> dict[str, int]:
    """As many successes as the next in order, or one more where its DEX is no higher; as far as the dice go."""
    successes: dict[str, int] = {}
    last, dex = 0, -sys.maxsize
    for person in [fight.people[name] for name in reversed(order)]:
        ahead = person.stats["dex"] > dex
        last = successes[person.id] = min(last if ahead else last + 1, initiative_dice(person))
        dex = person.stats["dex"]
    return successes


def initiative_dice(person: Person) -> int:
    """The dice of a sober combatant, fewer with nothing in hand (BD-INIT-5); a martial artist's hands are enough."""
    ready = person.ready or person.rank("martial_arts")
    return max(0, person.initiative - (0 if ready else UNREADY))


def _initiative(person: Person, successes: int) -> str | None:
    """The throw of somebody, with so many successes; None where there is nothing to throw."""
    dice = initiative_dice(person)
    faces = ",".join(["6"] * successes + ["3"] * (dice - successes))
    return f"{person.id} initiative W{dice}[{faces}]={successes}" if dice else None


def _lots(fight: Fight, order: Sequence[str], successes: dict[str, int]) -> Iterator[str]:
    """The lots of those whom nothing else tells apart, in order of joining (BD-INIT-4)."""
    for name in order:
        tied = [other for other in order if _tie_key(fight, successes, other) == _tie_key(fight, successes, name)]
        if len(tied) > 1 and name == tied[0]:
            for other in sorted(tied, key=list(fight.people).index):
                face = LOTS[tied.index(other)]
                yield f"{other} lots W1[{face}]={int(face in (1, 6))}"


def _tie_key(fight: Fight, successes: dict[str, int], name: str) -> tuple[object, ...]:
    person = fight.people[name]
    return successes[name], person.stats, person.skills, person.ready


def check(step: BlackDiceStep, batch: Sequence[Event], fight: Fight, history: Sequence[Event]) -> None:
    """The pools of the rolls where they are written, and every damage."""
    if step.pools is not None:
        rolls = [event for event in batch if isinstance(event, DiceThrown) and event.kind != "effect"]
        assert [_pool(roll) for roll in rolls] == step.pools, rolls
    damages = [_damage(event) for event in batch if isinstance(event, DamageCounted)]
    assert damages == step.damages, batch


def _pool(roll: DiceThrown) -> str:
    """What a roll is made of, as it is written in an example."""
    white = _sum(roll.white_terms) or "0"
    if roll.divisor > 1:
        white = f"({white})/{roll.divisor}"
    return f"{white} | {_sum(roll.black_terms)}" if roll.black_terms else white


def _damage(event: DamageCounted) -> str:
    terms = _sum(event.terms) or "0"
    return f"{event.combatant} {terms}={event.points}{' bruise' if event.mark == 'bruise' else ''}"


def _sum(terms: Terms) -> str:
    return re.sub(r"^\+", "", "".join(f"{dice:+}" for _, dice in terms if dice))


BLACK_DICE_EXAMPLES = Examples(
    notation=BLACK_DICE_NOTATION,
    folder=Path(__file__).with_name("examples"),
    prefix="BD-EX",
    count=115,
    example=Example[BlackDiceStep],
    opening=opening,
    check=check,
)
