"""How shared events change a fight, where this ruleset says more than all of them do."""

import msgspec

from domain.core.events import CombatantJoined
from domain.model.event import Folds
from domain.rulesets.century.state import Fight, Person


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """The newcomer is there as its sheet says; during a combat it has a full pool for reactions (CE-INIT-14)."""
    event.evolve(fight)
    newcomer = msgspec.convert(event.sheet, Person)
    newcomer.pool = newcomer.mp_max if fight.in_combat and newcomer.up else 0
    fight.people = {**fight.people, event.combatant: newcomer}


CENTURY_FOLDS: Folds = {CombatantJoined: combatant_joined}
