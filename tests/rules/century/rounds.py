"""What rounds are made of in tests: steps without consequences, ends of slots, and which slots open."""

from domain.core.commands import Command
from domain.model.event import Event
from domain.rulesets.century import commands as ask
from domain.rulesets.century.events.rounds import SlotOpened
from domain.rulesets.century.state import Person
from tests.rules.century.specification import Specification


def does(actor: str, mp: int = 2) -> ask.OtherAction:
    """A step that costs so much and changes nothing else."""
    return ask.OtherAction(actor=actor, what="works", mp=mp)


def ends(actor: str) -> ask.EndAction:
    return ask.EndAction(actor=actor)


def finishes(actor: str) -> ask.FinishRound:
    return ask.FinishRound(actor=actor)


def modified(combatant: str, value: int, reason: str = "because") -> ask.RoundModifier:
    """A number of the narrator's for somebody's round."""
    return ask.RoundModifier(combatant=combatant, value=value, reason=reason)


def opened(events: list[Event]) -> list[tuple[str, ...]]:
    """The members of the slots that opened, in order."""
    return [tuple(event.members) for event in events if isinstance(event, SlotOpened)]


def slots_of(spec: Specification, *commands: Command) -> list[tuple[str, ...]]:
    """Give these commands, which must be accepted, and say which slots opened by them."""
    members = []
    for command in commands:
        spec.when(command).then()
        members += opened(spec.events)
    return members


def of(spec: Specification, name: str) -> Person:
    """Somebody as the last command has left it."""
    return spec.fight.people[name]


def holders(spec: Specification) -> tuple[str, ...]:
    """Those whose part of the present slot is open."""
    return tuple([name for name in spec.fight.people if spec.fight.turn_of(name) is not None])


def played_out(spec: Specification) -> Specification:
    """Everybody forgoes what is left of the round."""
    while spec.fight.step == "actions":
        spec.when(finishes(holders(spec)[0])).then()
    return spec
