"""The ground, and the bonds between combatants, as the table draws them."""

import pytest

from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed
from domain.rulesets.black_dice.chapters.healing.healing_places import EquipZone
from domain.rulesets.black_dice.chapters.narrator.placing import Distance, Place
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from tests.rules.black_dice.specification import fight, given
from tests.rules.black_dice.table.drawn import drawn


@pytest.mark.rule("BD-WHO-2", "BD-HEAL-17")
def test_the_board_has_zones_with_feet_between_them_and_places_to_heal() -> None:
    spec = given(fight("vane"), Distance(zones=("here", "lower_deck"), feet=15), Place(combatant="vane", zone="roof"))
    spec.given(EquipZone(zone="lower_deck", places=("medical_kit", "toolkit")))
    assert drawn(spec, "board") == {
        "kind": "zones",
        "unit": "feet",
        "places": {
            "here": {"name": "Here"},
            "lower_deck": {"name": "Lower deck", "note": "Medical kit and Toolkit"},
            "roof": {"name": "Roof"},
        },
        "distances": {"here/lower_deck": 15},
        "default": 60,
    }


@pytest.mark.rule("BD-WHO-1", "BD-MOD-6")
def test_who_is_close_and_who_aims_are_bonds() -> None:
    spec = given(fight("vane", "pryce", "quill"), Place(combatant="vane", close_to=("pryce",)))
    assert drawn(spec, "bonds") == {
        "close-pryce-vane": {
            "kind": "close",
            "label": "is close to",
            "back": "is close to",
            "from": "pryce",
            "to": "vane",
            "mutual": True,
        }
    }
    spec.given(Died(combatant="vane"), Aimed(combatant="quill", weapon="rifle", target="pryce", rounds=2))
    assert drawn(spec, "bonds") == {
        "aim-quill-pryce": {
            "kind": "aim",
            "label": "aims at",
            "back": "is aimed at by",
            "from": "quill",
            "to": "pryce",
            "tone": "good",
            "back_tone": "bad",
            "note": "Rifle, 2 dice more",
        }
    }
