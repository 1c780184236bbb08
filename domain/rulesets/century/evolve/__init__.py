"""How the facts of Century change a fight: one fold for each event."""

import msgspec

from domain.core.events import CombatantJoined, EncounterOpened
from domain.core.evolve import Folds, joined, opened_with
from domain.rulesets.century.evolve.attacks import ATTACK_FOLDS
from domain.rulesets.century.evolve.harm import HARM_FOLDS
from domain.rulesets.century.evolve.places import PLACE_FOLDS
from domain.rulesets.century.evolve.rolls import ROLL_FOLDS
from domain.rulesets.century.evolve.rounds import ROUND_FOLDS
from domain.rulesets.century.options import Options
from domain.rulesets.century.state import Fight, Person


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """The newcomer is there as its sheet says; during a combat it has a full pool for reactions (CE-INIT-14)."""
    joined(fight, event)
    newcomer = msgspec.convert(event.sheet, Person)
    newcomer.pool = newcomer.mp_max if fight.in_combat and newcomer.up else 0
    fight.people = {**fight.people, event.combatant: newcomer}


CENTURY_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    CombatantJoined: combatant_joined,
    **ROLL_FOLDS,
    **ROUND_FOLDS,
    **PLACE_FOLDS,
    **ATTACK_FOLDS,
    **HARM_FOLDS,
}
