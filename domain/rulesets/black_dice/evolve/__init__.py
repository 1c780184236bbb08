"""How the facts of Black Dice change a fight: one fold for each event."""

import msgspec

from domain.core.events import CombatantJoined, Commanded, EncounterOpened
from domain.core.evolve import Folds, joined, opened_with
from domain.rulesets.black_dice.evolve.harm import HARM_FOLDS
from domain.rulesets.black_dice.evolve.perils import PERIL_FOLDS
from domain.rulesets.black_dice.evolve.places import PLACE_FOLDS
from domain.rulesets.black_dice.evolve.rounds import ROUND_FOLDS
from domain.rulesets.black_dice.evolve.throws import THROW_FOLDS
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Fight, Person, Thing


def commanded(fight: Fight, event: Commanded) -> None:
    """A decision begins; what was fouled before it is known by its version (BD-FOUL-3)."""
    fight.batch = fight.lineage_version


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """A person or automaton stands where its sheet says, and so does an object."""
    joined(fight, event)
    if event.sheet["kind"] == "object":
        thing = msgspec.convert({key: value for key, value in event.sheet.items() if key != "kind"}, Thing)
        fight.things = {**fight.things, thing.id: thing}
        zone = thing.zone
    else:
        person = msgspec.convert(event.sheet, Person)
        fight.people = {**fight.people, person.id: person}
        zone = person.zone
    if zone not in fight.zones:
        fight.zones = (*fight.zones, zone)


BLACK_DICE_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    Commanded: commanded,
    CombatantJoined: combatant_joined,
    **THROW_FOLDS,
    **ROUND_FOLDS,
    **PLACE_FOLDS,
    **HARM_FOLDS,
    **PERIL_FOLDS,
}
