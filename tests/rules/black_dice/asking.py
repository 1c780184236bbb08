"""Commands of Black Dice in short, for tests."""

from collections.abc import Iterable
from typing import Any

from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.events.throws import DiceThrown


def player(*combatants: str) -> Speaker:
    """The player of these combatants."""
    return Speaker("player", combatants)


def choosing(**choices: Any) -> ask.Choices:
    """What goes into the throws of a command."""
    return ask.Choices.model_validate(choices)


def check(who: str, roll: str, choices: ask.Choices | None = None, **fields: Any) -> ask.Check:
    """A check; ``roll`` is written ``wits perception``, or ``wits`` for the stat alone."""
    stat, _, skill = roll.partition(" ")
    if choices is not None:
        fields["choices"] = choices
    return ask.Check.model_validate({"combatant": who, "stat": stat, "skill": skill or None, **fields})


def contender(text: str, **fields: Any) -> ask.Contender:
    """One side of a contest, written ``quill dex sneak``."""
    who, stat, *skill = text.split()
    return ask.Contender.model_validate(
        {"combatant": who, "stat": stat, "skill": skill[0] if skill else None, **fields}
    )


def contest(active: ask.Contender | str, passive: ask.Contender | str) -> ask.Contest:
    """A contest between two, each written ``quill dex sneak``."""
    one, other = (contender(side) if isinstance(side, str) else side for side in (active, passive))
    return ask.Contest(active=one, passive=other)


def peril(*victims: str, **fields: Any) -> ask.Peril:
    """A peril for these victims."""
    return ask.Peril.model_validate({"victims": victims, **fields})


def pledge(helper: str, beneficiary: str, successes: int) -> ask.PledgeFate:
    """Successes promised to somebody's next roll."""
    return ask.PledgeFate(actor=helper, beneficiary=beneficiary, successes=successes, description="a word of comfort")


def thrown(events: Iterable[Event], label: str) -> DiceThrown:
    """The first throw with this label."""
    return next(event for event in events if isinstance(event, DiceThrown) and event.label == label)
