"""Century: scores, HP, Fate Points, Move Points, armour, loaded rounds and carried items remain secret with the sheet.

Play reveals initiative with its parts (CE-INIT-3) and the order that follows from it; the target number of each roll
with all its parts (CE-ROLL-4, CE-DODGE-2); the Move Points that are spent (CE-MP-6); damage and the armour that absorbs
it (CE-DMG-1, CE-ARMOR-1); limits of health that are passed (CE-HC-5); weapons that are drawn, dropped or fired, and
items on the ground (CE-ACT-44, CE-ACT-47); and the fact that a player is prompted, which requires a Fate Point or an
available defence (CE-INIT-8, CE-FATE-6, CE-HIT-9). The sheets of a case are therefore equal in all that its steps
reveal.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.http.access.secrecy.noninterference import Case, Json, Step

OTHERS = ({"template": "mulan", "id": "mulan"}, {"template": "sam", "id": "sam"})


def sheet(reloads: int, stimpaks: int, *weapons: Json, **fields: Any) -> Json:
    """Return a variant of a bruiser's sheet: as quick as all, with a pistol in hand and Fate Points, and unarmoured."""
    said = {
        "name": "Lurker",
        "side": "foes",
        "agl": 10,
        "skills": [],
        "fp": 2,
        "hp_max": 12,
        "mp_modifier": 5,
        "worn": None,
        "armour": [],
    }
    pistol = {"id": "avenger_9mm", "reloads": reloads}
    held = {"right": "avenger_9mm"}
    return {
        "template": "steinbrenner",
        "sheet": {**said, "weapons": [pistol, *weapons], "held": held, "stimpaks": stimpaks, **fields},
    }


SHEETS: Mapping[str, Json] = {
    "poor": sheet(1, 1),
    "rich": sheet(
        7, 3, {"id": "sword"}, held={"right": "avenger_9mm", "left": "sword"}, fp=7, hp_max=22, mp_modifier=9
    ),
    "clawed": sheet(2, 1, fp=4, hp_max=16, iq=5, mp_modifier=6, natural=[{"name": "claw", "damage": "1d6"}]),
    "learned": sheet(1, 2, {"id": "magnum_357"}, skills=[{"name": "Medical", "level": 9}], hp=11, hp_max=13),
}
LOW: Mapping[str, Json] = {
    "up": sheet(1, 1),
    "dying": sheet(1, 1, hp=0, held={}),
    "dead": sheet(1, 1, hp=-5, held={}),
    "wounded": sheet(1, 1, hp=2),
}
PROBES: tuple[Json, ...] = (
    *(
        {
            "type": "century.attack",
            "actor": "mulan",
            "target": "lurker",
            "natural": "punch",
            "maneuver": "disarm",
            "disarm_item": item,
        }
        for item in ("x", "punch", "claw", "sword", "avenger_9mm", "magnum_357", "flak_jacket")
    ),
    {"type": "century.attack", "actor": "mulan", "target": "lurker", "natural": "kick"},
    {"type": "century.attack", "actor": "mulan", "target": "lurker", "weapon": "sword"},
    {"type": "century.pick_up", "actor": "mulan", "item": "sword"},
    {"type": "century.stabilize", "actor": "mulan", "patient": "lurker"},
    {"type": "century.use_stimpak", "actor": "mulan", "patient": "lurker"},
)
TOLD = {"CE-DISARM-1": "a disarm names what is held; who guesses right knocks it out of the hand"}
BEGIN: Json = {"type": "century.begin_round"}
NO_FATE: Json = {
    "answers": [
        {"kind": kind, "to": who, "answer": 0}
        for kind in ("initiative_before", "initiative_after")
        for who in ("mulan", "sam", "lurker")
    ]
}


POLICIES = (
    ("mulan", "fate_before", 0),
    ("mulan", "fate_after", "never"),
    ("mulan", "fate_miss", "never"),
    ("mulan", "defence", "never"),
    ("lurker", "fate_miss", "never"),
)


def policy(of: str, kind: str, answer: Any) -> Step:
    return Step({"type": "core.set_policy", "of": of, "kind": kind, "answer": answer}, f"player:{of}")


def act(kind: str, who: str, **said: Any) -> Step:
    return Step({"type": f"century.{kind}", "actor": who, **said}, f"player:{who}")


CENTURY_CASES: Final = (
    Case("century", "fate", OTHERS, "mulan", SHEETS, (Step(BEGIN),), probes=PROBES, told=TOLD),
    Case(
        "century",
        "struck",
        OTHERS,
        "mulan",
        SHEETS,
        (
            *(policy(*said) for said in POLICIES),
            Step({**BEGIN, **NO_FATE}, faces=[[4, 4], [1, 1], [3, 4]]),
            act("attack", "mulan", target="lurker", natural="kick", range="melee"),
            act("defend", "lurker", defence="dodge")._replace(faces=[[20], [2]]),
            act("finish_round", "mulan"),
            act("attack", "lurker", target="mulan", weapon="avenger_9mm", range="short"),
            act("answer_fate_before", "lurker", fate=0)._replace(faces=[[10], [1]]),
            act("end_action", "lurker"),
            act("finish_round", "sam"),
            act("load_weapon", "lurker", item="avenger_9mm"),
            act("end_action", "lurker"),
            act("use_stimpak", "lurker", patient="lurker")._replace(faces=[[2]]),
        ),
        chance="either",
        probes=PROBES,
        told=TOLD,
    ),
    Case("century", "brought_low", OTHERS, "mulan", LOW, (), probes=PROBES, told=TOLD),
)
