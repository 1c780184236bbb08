"""S3: items in hand, worn and carried, skills, Breath, wounds and policies remain secret with the sheet."""

from collections.abc import Mapping
from typing import Any, Final

from tests.http.access.secrecy.noninterference import Case, Json, Step

OGRE = {"template": "one_eyed_ogre", "id": "ogre"}
FOX = {"template": "flying_fox", "id": "fox"}


def lurker(template: str | None = None, **sheet: Any) -> Json:
    """Return a combatant of the opposition, from a template and the fields that differ from it."""
    whole = {"name": "Lurker", "fortitude": 5, "breath_max": 3, **sheet}
    return {"template": template, "sheet": {"name": "Lurker", **sheet}} if template else {"sheet": whole}


FIGHTERS: Mapping[str, Json] = {
    "guard": lurker("guard"),
    "bell": lurker("golden_bell_member"),
    "empty_handed": lurker(skills={"evasion": 2, "initiative": 4}),
    "maimed": lurker("steel_lion", talents=["iron_palm"], limbs={"left_leg": {"source": "a trap"}}),
    "wounded": lurker("doctor_yue", wounds=[{"id": "old", "points": 3, "penalty": 1}], breath=0),
}
WITH_ANSWERS: Mapping[str, Json] = {
    "guard": lurker("guard"),
    "always_evades": lurker("guard", policy={"call": "heads", "oppose": {"skill": "evasion"}}),
    "spends": lurker("guard", policy={"when_stunned": "spend"}),
}
HEROES: Mapping[str, Json] = {
    name: lurker(template, pc=True, aliases=[])
    for name, template in (("doctor", "doctor_hu"), ("devil", "devil_in_the_wind"), ("star", "shooting_star"))
}
CARTS: Mapping[str, Json] = {
    "machine": {"sheet": {"type": "vehicle", "name": "Lurker", "kind": "machine", "speed": 3, "riders": ["ogre"]}},
    "slow": {"sheet": {"type": "vehicle", "name": "Lurker", "kind": "machine", "speed": 0, "riders": ["ogre"]}},
    "cart": {"sheet": {"type": "vehicle", "name": "Lurker", "kind": "cart", "riders": ["ogre"]}},
    "animal": {"sheet": {"type": "vehicle", "name": "Lurker", "kind": "animal", "speed": 1, "riders": ["ogre"]}},
}
FIRST_TURN = (
    Step({"type": "s3.begin_round"}),
    Step({"type": "s3.begin_turn", "pc": "ogre", "npc": "lurker", "order": "pc_first"}),
)
TO_THE_LURKER = (
    Step({"type": "s3.move", "actor": "ogre", "engage": "lurker"}, "player:ogre"),
    Step({"type": "s3.end_turn", "actor": "ogre"}, "player:ogre"),
    Step({"type": "core.note", "text": "It is the lurker's turn."}),
    Step({"type": "s3.end_turn", "actor": "lurker"}, "player:lurker"),
    Step({"type": "s3.begin_round"}),
)
STRUCK = (
    *FIRST_TURN,
    Step({"type": "s3.attack", "actor": "ogre", "target": "lurker", "weapon": "pistol"}, "player:ogre"),
)
STRIKING = (
    Step({"type": "s3.begin_round"}),
    Step({"type": "s3.begin_turn", "pc": "ogre", "npc": "lurker", "order": "npc_first"}),
)
ALONE = (
    Step({"type": "s3.begin_round", "force": True}),
    Step({"type": "s3.begin_turn", "pc": "fox"}),
    Step({"type": "s3.end_turn", "actor": "fox"}),
    Step({"type": "s3.begin_turn", "pc": "ogre"}),
)
PROBES = (
    {"type": "s3.disarm", "actor": "ogre", "target": "lurker", "item": "x", "weapon": "unarmed"},
    {"type": "s3.disarm", "actor": "ogre", "target": "lurker", "item": "x", "weapon": "pistol"},
    {"type": "s3.attack", "actor": "ogre", "target": "lurker", "weapon": "x"},
    {"type": "s3.attack", "actor": "ogre", "target": "lurker", "weapon": "unarmed", "called": "left_leg"},
    {"type": "s3.strangle", "actor": "ogre", "target": "lurker", "weapon": "x"},
    {"type": "s3.pick_up", "actor": "ogre", "item": "x"},
    {"type": "s3.pin", "actor": "ogre", "target": "lurker"},
    {"type": "s3.chase", "actor": "ogre", "target": "lurker"},
    {"type": "s3.hide", "actor": "ogre", "mode": "sneak", "from": ["lurker"]},
    {"type": "s3.damage_vehicle", "actor": "ogre", "vehicle": "lurker", "weapon": "pistol"},
    {"type": "s3.take_reins", "actor": "ogre"},
    {"type": "core.answer", "prompt": "prompt-1-1", "answer": {"skill": "evasion"}},
    {"type": "core.set_policy", "of": "lurker", "kind": "oppose", "answer": "ask"},
)
TOLD = {
    "S3-DISARM-4": "one item is named, and refused where it is not in a hand; who guesses right may take it out of it",
    "S3-CALL-13": "a limb that is lost is not aimed at again, as everybody sees who aims at it",
}


def case(name: str, sheets: Mapping[str, Json], *steps: Step, others: tuple[Json, ...] = (OGRE,)) -> Case:
    return Case("s3", name, others, "ogre", sheets, steps, probes=PROBES, told=TOLD)


S3_CASES: Final = (
    case("opponent", FIGHTERS, *FIRST_TURN, *TO_THE_LURKER),
    case("standing_answers", WITH_ANSWERS, *FIRST_TURN, *TO_THE_LURKER),
    case("struck_at", FIGHTERS, *STRUCK),
    case("wounded", FIGHTERS, Step({"type": "s3.impose", "combatant": "lurker", "wound": 1})),
    case("about_to_strike", FIGHTERS, *STRIKING),
    case("hero", HEROES, Step({"type": "s3.begin_round", "force": True}), others=(OGRE, FOX)),
    case("vehicle", CARTS, *ALONE, others=(OGRE, FOX)),
)
