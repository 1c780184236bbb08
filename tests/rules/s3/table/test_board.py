"""The ground, as the table draws it."""

import pytest

from domain.rulesets.s3.chapters.narrator.scenery import Distract, SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.turns.gear import Drop
from domain.rulesets.s3.items import Item
from tests.rules.s3.builders import link
from tests.rules.s3.specification import fight, given, round_of
from tests.rules.s3.table.drawn import drawn

DECKS = SetScene(
    zones=(Zone(key="here"), Zone(key="upper_deck", name="the upper deck", sees=("here",)), Zone(key="hold")),
    links=(
        link("gangway", "here", "upper_deck"),
        link("gap", "here", "upper_deck", "check", skill="athletics", need=3),
        link("rope_ladder", "here", "upper_deck", "climb", feet=25),
        link("hatch", "here", "hold", "drop", storeys=2),
    ),
    hazards=(
        SceneHazard(key="boiler", zone="hold", coins=8),
        SceneHazard(key="edge_of_airship", zone="upper_deck", out=True),
        SceneHazard(key="well", zone="here", storeys=1, to_zone="hold"),
    ),
)


@pytest.mark.rule("S3-NARR-2", "S3-MOVE-2", "S3-MOVE-3", "S3-TRIP-6", "S3-HIDE-2")
def test_the_board_has_zones_ways_hazards_distractions_and_what_lies_about() -> None:
    spec = given(fight("ogre", "bell"), DECKS, Distract(zone="here"), Distract(zone="hold", until_round=3))
    spec.given(*round_of("ogre", "bell"), Drop(actor="ogre", item="pistol"))
    assert drawn(spec, "board") == {
        "kind": "zones",
        "places": {
            "here": {"name": "Here", "storey": 2, "note": "distraction"},
            "upper_deck": {"name": "The upper deck", "sees": ["here"], "storey": 5},
            "hold": {"name": "Hold", "note": "distraction until the end of round 3"},
        },
        "links": {
            "gangway": {"from": "here", "to": "upper_deck", "kind": "on foot", "note": "Gangway"},
            "gap": {"from": "here", "to": "upper_deck", "kind": "by a check", "note": "Gap, Athletics: 3 heads"},
            "rope_ladder": {
                "from": "here",
                "to": "upper_deck",
                "kind": "by climbing",
                "note": "Rope ladder, 25 feet",
            },
            "hatch": {"from": "here", "to": "hold", "kind": "by dropping down", "note": "Hatch, 20 feet"},
        },
        "features": {
            "boiler": {"kind": "hazard", "name": "Boiler (8 damage coins)", "at": "hold"},
            "edge_of_airship": {
                "kind": "hazard",
                "name": "Edge of the airship (who falls here is out of the fight)",
                "at": "upper_deck",
            },
            "well": {"kind": "hazard", "name": "Well (a fall of 1 storey to: Hold)", "at": "here"},
        },
        "lying": {"here/pistol": {"name": "pistol", "place": {"at": "here"}}},
    }


@pytest.mark.rule("S3-MOVE-18")
def test_things_of_one_id_lie_together() -> None:
    spec = given(fight("ogre", "bell"))
    pistol = Item("pistol", "pistol", "pistol")
    for thing in (pistol, pistol, Item("pistol", "flintlock", "flintlock")):
        spec.fight.lay_down("here", thing)
    spec.fight.lay_down("here", Item("dart", "dart", "dart", quantity=3))
    assert drawn(spec, "board")["lying"] == {
        "here/pistol": {"name": "pistol, 2 of them and flintlock", "place": {"at": "here"}},
        "here/dart": {"name": "dart, 3 of them", "place": {"at": "here"}},
    }
