"""S3: what is carried, skills, Breath and wounds stay behind the sheet."""

from collections.abc import Mapping
from typing import Final

from tests.access.noninterference import Case, Json, Step

OGRE = {"template": "one_eyed_ogre", "id": "ogre"}
SHEETS: Mapping[str, Json] = {
    "guard": {"template": "guard", "sheet": {"name": "Lurker", "hands": {}}},
    "bell": {"template": "golden_bell_member", "sheet": {"name": "Lurker", "hands": {}}},
    "weak": {
        "sheet": {
            "name": "Lurker",
            "fortitude": 3,
            "skills": {"initiative": 4},
            "wounds": [{"id": "old", "points": 3, "penalty": 1}],
            "breath_max": 2,
        }
    },
    "master": {"template": "steel_lion", "sheet": {"name": "Lurker", "talents": ["iron_palm"], "hands": {}}},
}
FIRST_TURN = (
    Step({"type": "s3.begin_round"}),
    Step({"type": "s3.begin_turn", "pc": "ogre", "npc": "lurker", "order": "pc_first"}),
)
PROBES = (
    {"type": "s3.disarm", "actor": "ogre", "target": "lurker", "item": "x", "weapon": "unarmed"},
    {"type": "s3.disarm", "actor": "ogre", "target": "lurker", "item": "x", "weapon": "pistol"},
    {"type": "s3.attack", "actor": "ogre", "target": "lurker", "weapon": "x"},
    {"type": "s3.strangle", "actor": "ogre", "target": "lurker", "weapon": "x"},
    {"type": "s3.pick_up", "actor": "ogre", "item": "x"},
    {"type": "s3.pin", "actor": "ogre", "target": "lurker"},
)
TOLD = {"s3.disarm": "S3-DISARM-4: what is not in a hand is not named; who guesses right takes it out of the hand."}

S3_CASES: Final = (
    Case(
        "s3",
        "opponent",
        (OGRE,),
        "ogre",
        SHEETS,
        (*FIRST_TURN, Step({"type": "s3.end_turn", "actor": "ogre"}, "player:ogre")),
        probes=PROBES,
        told=TOLD,
    ),
)
