"""How shared events change a fight, where this ruleset says more than all of them do."""

import msgspec
from msgspec.structs import replace

from domain.core.events import Answered, CombatantJoined
from domain.model.event import Folds
from domain.rulesets.ticks.state import Fight, Person


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """The newcomer is there as its sheet says."""
    event.evolve(fight)
    fight.people = {**fight.people, event.combatant: msgspec.convert(event.sheet, Person)}


def answered(event: Answered, fight: Fight) -> None:
    """On a tick of the count down a plan answers, or somebody itself, whose answer counts for more (TK-PLAN-1)."""
    event.evolve(fight)
    if event.kind == "act":
        person = fight.people[event.to]
        person.turn = replace(person.turn, answered_by="plan" if event.by == "policy" else "self")


TICKS_FOLDS: Folds = {CombatantJoined: combatant_joined, Answered: answered}
