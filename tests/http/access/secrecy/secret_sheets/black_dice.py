"""Black Dice: the kind of body, stats, skills, weapons, armour, fate and policies remain secret with the sheet."""

from collections.abc import Mapping
from typing import Any, Final

from tests.http.access.secrecy.noninterference import Case, Json, Step

LARK = {"template": "lark", "id": "lark"}


def lurker(template: str, **sheet: Any) -> Json:
    """Return a combatant of the opposition that throws as many dice for initiative as all the others."""
    same = {"name": "Lurker", "side": "opposition", "player": False, "initiative": 5}
    return {"template": template, "sheet": {**same, **sheet}}


PEOPLE: Mapping[str, Json] = {
    "tough": lurker("tough"),
    "automaton": lurker("brass_tom"),
    "duellist": lurker("vane", normal=3),
    "master": lurker("kestrel", ready=["throwing_knife"], health_dice=9, fate=3),
}
WITH_ANSWERS: Mapping[str, Json] = {
    "tough": lurker("tough"),
    "cautious": lurker("tough", policy={"ask_injury": True}),
    "dodges": lurker("tough", policy={"response": "dodge", "ask_reroll": False}),
}
WITH_FATE: Mapping[str, Json] = {
    name: lurker(template, player=True, fate=fate, policy={"ask_choices": True})
    for name, template, fate in (("lucky", "tough", 12), ("luckless", "tough", 2), ("duellist", "vane", 1))
}
THINGS: Mapping[str, Json] = {
    "door": {"sheet": {"kind": "object", "name": "Lurker", "structure_dice": 3}},
    "safe": {"sheet": {"kind": "object", "name": "Lurker", "structure_dice": 9, "armour": 6}},
}
PROBES = (
    {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": "medicine", "place": "workshop"},
    {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": "medicine", "place": "medical_kit"},
    {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": "ad_hoc_repair", "place": "workshop"},
    {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": "medicine"},
    {"type": "black_dice.treat", "actor": "lark", "patient": "lurker", "skill": "dodge", "place": "skyloft_hospital"},
    {"type": "black_dice.stabilise", "actor": "lark", "patient": "lurker", "skill": "medicine"},
    {"type": "black_dice.stabilise", "actor": "lark", "patient": "lurker", "skill": "dodge"},
    {"type": "black_dice.strike_object", "actor": "lark", "object": "lurker", "weapon": "x"},
)
TOLD = {
    "BD-HEAL-2": "what mends a body is refused on another kind of body, as whoever lays hands on it sees",
    "BD-HEAL-6": "the place decides how hard it is, and each is for one kind of body",
}

ROUND = (
    Step({"type": "black_dice.begin_round"}),
    Step({"type": "black_dice.declare", "actor": "lurker", "wait": True}),
    Step({"type": "black_dice.declare", "actor": "lark", "wait": True}),
    Step({"type": "black_dice.end_round"}),
)


ATTACKED = (
    *ROUND[:2],
    Step(
        {"type": "black_dice.declare", "actor": "lark", "attack": [{"target": "lurker", "weapon": "derringer"}]},
        "player:lark",
    ),
)
ATTACKING = (
    *ROUND[:1],
    Step({"type": "black_dice.declare", "actor": "lurker", "attack": [{"target": "lark", "weapon": "fists"}]}),
    Step({"type": "black_dice.declare", "actor": "lark", "wait": True}, "player:lark"),
)


def case(name: str, sheets: Mapping[str, Json], *steps: Step, **options: Any) -> Case:
    return Case("black_dice", name, (LARK,), "lark", sheets, steps, options=options, probes=PROBES, told=TOLD)


BLACK_DICE_CASES: Final = (
    case("opponent", PEOPLE, *ROUND),
    case("attacked", PEOPLE, *ATTACKED),
    case("attacking", PEOPLE, *ATTACKING),
    case("hurt", PEOPLE, Step({"type": "black_dice.peril", "victims": ["lurker"], "fall": 3, "avoidance": "none"})),
    case(
        "asked_for_fate",
        WITH_FATE,
        Step({"type": "black_dice.peril", "victims": ["lurker"], "fall": 6, "avoidance": "none"}),
        fate_vs_perils=True,
    ),
    case(
        "asked_for_choices",
        WITH_FATE,
        Step({"type": "black_dice.check", "combatant": "lurker", "stat": "wits"}),
        fate_timing="before",
    ),
    case("standing_answers", WITH_ANSWERS),
    case("thing", THINGS, Step({"type": "black_dice.begin_round"})),
)
