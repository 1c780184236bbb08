"""How the facts of Ticks change a fight: one fold for each event."""

import msgspec

from domain.core.events import CombatantJoined, EncounterOpened
from domain.core.evolve import Folds, joined, opened_with
from domain.rulesets.ticks.evolve.harm import HARM_FOLDS
from domain.rulesets.ticks.evolve.places import PLACE_FOLDS
from domain.rulesets.ticks.evolve.rounds import ROUND_FOLDS
from domain.rulesets.ticks.evolve.strikes import STRIKE_FOLDS
from domain.rulesets.ticks.evolve.trials import TRIAL_FOLDS
from domain.rulesets.ticks.options import Options
from domain.rulesets.ticks.state import Fight, Person


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """The newcomer is there as its sheet says."""
    joined(fight, event)
    fight.people = {**fight.people, event.combatant: msgspec.convert(event.sheet, Person)}


TICKS_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    CombatantJoined: combatant_joined,
    **ROUND_FOLDS,
    **PLACE_FOLDS,
    **STRIKE_FOLDS,
    **HARM_FOLDS,
    **TRIAL_FOLDS,
}
