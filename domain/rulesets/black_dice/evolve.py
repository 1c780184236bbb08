"""How shared events change a fight, where this ruleset says more than all of them do."""

import msgspec

from domain.core.events import CombatantJoined, Commanded
from domain.model.event import Folds
from domain.rulesets.black_dice.state import Fight, Person, Thing


def commanded(event: Commanded, fight: Fight) -> None:
    """Remember the version at which the decision began, to tell older foul failures (BD-FOUL-3)."""
    fight.batch = fight.lineage_version


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """Add a person, automaton or object in the zone of its sheet."""
    event.evolve(fight)
    if event.sheet["kind"] == "object":
        thing = msgspec.convert({key: value for key, value in event.sheet.items() if key != "kind"}, Thing)
        fight.things = {**fight.things, thing.id: thing}
        fight.add_zone(thing.zone)
    else:
        person = msgspec.convert(event.sheet, Person)
        fight.people = {**fight.people, person.id: person}
        fight.add_zone(person.zone)


BLACK_DICE_FOLDS: Folds = {
    Commanded: commanded,
    CombatantJoined: combatant_joined,
}
