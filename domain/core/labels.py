"""The labels of what all rulesets share: groups, the fields of shared commands and their values.

``CORE_LANGUAGES`` has the words of the shared commands in other languages.
"""

from collections.abc import Mapping
from typing import Final

from domain.text.languages import Texts, load_languages
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
    "text.enumeration": "{before} and {last}",
    "text.may_act": "to act",
    "text.no_acts": "nothing more to do",
    "text.no_combatants": "to add combatants",
    "text.asked_in_secret": "something in secret",
    "true": "Yes",
    "false": "No",
    "narrator": "The narrator",
    "actor": "Who",
    "combatant": "Who",
    "id": "ID",
    "ask": "Ask each time",
    **as_they_are("about", "answer", "metadata", "reason", "rule", "secret", "sheet", "template", "text"),
}
CORE_LANGUAGES: Final[Mapping[str, Texts]] = load_languages("domain.core")
