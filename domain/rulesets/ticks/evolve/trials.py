"""How facts about tests and contests change the state: hardly."""

from domain.core.evolve import Folds
from domain.model.event import Event
from domain.rulesets.ticks.events.trials import (
    Awarded,
    AwardUsed,
    ContestCalled,
    ContestDecided,
    LuckGranted,
    TestCalled,
    Tested,
    Totalled,
)
from domain.rulesets.ticks.state import Fight


def nothing(fight: Fight, event: Event) -> None:
    """What it comes to is told, and remembered by the stream alone."""


def awarded(fight: Fight, event: Awarded) -> None:
    fight.people[event.combatant].awarded = True


def award_used(fight: Fight, event: AwardUsed) -> None:
    fight.people[event.combatant].awarded = False


def luck_granted(fight: Fight, event: LuckGranted) -> None:
    fight.people[event.combatant].luck += event.points


TRIAL_FOLDS: Folds = {
    TestCalled: nothing,
    ContestCalled: nothing,
    Totalled: nothing,
    Tested: nothing,
    ContestDecided: nothing,
    Awarded: awarded,
    AwardUsed: award_used,
    LuckGranted: luck_granted,
}
