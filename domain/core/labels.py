"""The labels of what all rulesets share: groups, the fields of shared commands and their values."""

from collections.abc import Mapping
from typing import Final

from domain.text.words import as_they_are

CORE_LABELS: Final[Mapping[str, str]] = {
    "group.attack": "Attack",
    "group.defend": "Defend",
    "group.move": "Move",
    "group.grapple": "Grapple",
    "group.gear": "Gear",
    "group.powers": "Powers",
    "group.vehicles": "Vehicles",
    "group.care": "Care",
    "group.talk": "Talk",
    "group.tests": "Tests",
    "group.turn": "Turn",
    "group.scene": "Scene",
    "group.rulings": "Rulings",
    "group.table": "Table",
    "true": "Yes",
    "false": "No",
    "narrator": "The narrator",
    "actor": "Who",
    "combatant": "Who",
    "id": "ID",
    "core.join/template": "Add a combatant from a template",
    "core.join/again": "Add another combatant from a template",
    "core.join/sheet": "Add a combatant with a sheet",
    "core.note/open": "Make a note",
    "core.note/secret": "Make a secret note",
    "core.set_policy.of": "Whose",
    "core.set_policy.kind": "Question",
    "core.rewind.to": "Version",
    "ask": "Ask each time",
    **as_they_are("about", "answer", "reason", "rule", "secret", "sheet", "template", "text"),
}
