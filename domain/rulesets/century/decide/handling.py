"""What hands do with items (CE-ACT-44 to CE-ACT-47)."""

from domain.rulesets.century.events.places import ItemDropped
from domain.rulesets.century.state import Fight
from domain.table import Table


def drop_item(table: Table[Fight], combatant: str, item: str, reason: str) -> None:
    """An item leaves somebody's hand and lies where it is (CE-SHEET-40)."""
    person = table.state.people[combatant]
    lying = item if item not in table.state.ground else f"{item}.{table.next_version}"
    table.record(ItemDropped(combatant, item, lying, reason, person.place))


def drop_all(table: Table[Fight], combatant: str) -> None:
    """Whoever falls lets go of what it holds (CE-DOWN-3)."""
    for item in dict.fromkeys(table.state.people[combatant].held.values()):
        drop_item(table, combatant, item, "fell")
