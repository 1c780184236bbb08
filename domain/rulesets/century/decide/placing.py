"""The narrator's word on where somebody is and where it looks (CE-RANGE-11, CE-SHEET-17)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.rulesets.century.commands import SetPosition
from domain.rulesets.century.events.places import Placed
from domain.rulesets.century.state import Fight, Place


def set_position(decision: Decision[Fight], command: SetPosition) -> None:
    """Position, heading, or both; what is not named stays, ``nowhere`` forgets both."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    says = command.position is not None or command.heading is not None
    if says == command.nowhere:
        said = "Give a position, a heading or both, or nowhere alone."
        refuse(None, said, code="invalid", field="command.nowhere" if says else "command.position")
    if command.nowhere:
        decision.record(Placed(combatant=person.id))
        return
    point = command.position
    place = person.place if point is None else Place(point.x, point.y, point.elevation)
    decision.record(
        Placed(combatant=person.id, place=place, heading=person.heading if command.heading is None else command.heading)
    )
