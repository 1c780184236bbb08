"""Tests of the bonds on the table: holds, close quarters, positions of vehicles."""

import pytest

from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet
from domain.rulesets.s3.state import Drag
from tests.rules.s3.builders import chase, hold
from tests.rules.s3.specification import engage, fight, given, riding
from tests.rules.s3.table.drawn import drawn

PINNED = {
    "kind": "pin",
    "label": "pins",
    "back": "pinned by",
    "from": "hu",
    "to": "bell",
    "tone": "good",
    "back_tone": "bad",
    "since": 1,
    "note": "2 heads to beat",
}


@pytest.mark.rule("S3-PIN-4", "S3-STRAN-4", "S3-RANGE-5")
def test_pins_chokes_and_close_quarters_are_bonds() -> None:
    spec = given(
        fight("hu", "fox", "bell"), engage("hu", "bell"), hold("pin", "hu", "bell"), hold("choke", "bell", "fox")
    )
    assert drawn(spec, "bonds") == {
        "pin_1": PINNED,
        "choke_1": {
            **PINNED,
            "kind": "choke",
            "label": "strangles",
            "back": "strangled by",
            "from": "bell",
            "to": "fox",
        },
        "close-bell-hu": {
            "kind": "close",
            "label": "is close to",
            "back": "is close to",
            "from": "bell",
            "to": "hu",
            "mutual": True,
        },
    }


@pytest.mark.rule("S3-MOUNT-2", "S3-MOUNT-14")
def test_drags_and_the_positions_of_vehicles_are_bonds() -> None:
    drag = DragBegun(drag=Drag("drag-7-1", "star", "ripper", "chain_whip", 8, 1, "subdue", 7))
    behind = RelationSet(vehicle="red", other="cart", relation="behind")
    spec = chase(drag, behind, others=("fox",), vehicles=(riding("cart", "fox", kind="ox_cart"),))
    assert drawn(spec, "bonds") == {
        "drag-7-1": {
            "kind": "drag",
            "label": "drags along",
            "back": "dragged along by",
            "from": "star",
            "to": "ripper",
            "tone": "good",
            "back_tone": "bad",
            "since": 7,
            "note": "1 head to beat",
        },
        "position-black-red": {
            "kind": "alongside",
            "label": "is alongside",
            "back": "is alongside",
            "from": "black",
            "to": "red",
            "mutual": True,
        },
        "position-cart-red": {
            "kind": "ahead",
            "label": "is ahead of",
            "back": "is behind",
            "from": "cart",
            "to": "red",
        },
    }


@pytest.mark.rule("S3-MOUNT-11")
def test_a_vehicle_that_has_stopped_is_in_no_position() -> None:
    spec = chase().given(Impose(combatant="ripper", disabled="down"))
    assert drawn(spec, "bonds") is None
