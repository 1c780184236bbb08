"""Ticks: statistics, skills, luck, wounds and carried items remain secret with the sheet.

Play reveals the tick on which a combatant declares, which is its quickness (TK-DECL-1); its declaration, once the tick
is over (TK-DECL-6); totals and their parts (TK-TICK-8, TK-OPP-4); gross damage and its reductions (TK-DMG-2); luck that
is spent (TK-LUCK-5); weapons that are drawn or fall (TK-OTHER-4, TK-DISARM-5); the skills that go with a weapon here,
since deeds use none of them (TK-OTHER-7); and, to a combatant beside it, that it is dying (TK-AID-2). The sheets of a
case are therefore equal in all that its steps reveal.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.http.access.secrecy.noninterference import Case, Json, Step

IRIS = {"template": "iris", "id": "iris", "sheet": {"statistics": {"quickness": 12}}}
TOR = {"template": "tor", "id": "tor", "sheet": {"statistics": {"quickness": 9}}}
OTHERS = (IRIS, TOR)


def sheet(statistics: Json | None = None, **fields: Any) -> Json:
    """Return a variant of a bruiser's sheet, whose quickness is public."""
    said = {"name": "Lurker", "side": "lurker", "things": (), "luck": 2, **fields}
    return {"template": "tor", "sheet": {**said, "statistics": {"quickness": 10, **(statistics or {})}}}


SHEETS: Mapping[str, Json] = {
    "guard": sheet({"strength": 14}, things=[{"key": "nightstick"}, {"key": "pistol", "spare": 8, "place": "carried"}]),
    "rifle": sheet({"willpower": 20}, luck=5, wounds=3, skills={"longarm": 5}, things=[{"key": "rifle", "spare": 5}]),
    "medic": sheet({"magic": 9}, luck=1, things=[{"key": "knife", "id": "scalpel", "place": "carried"}]),
    "luckless": sheet(luck=0),
    "fencer": sheet({"dexterity": 16}, luck=3, skills={"melee": 5}, things=[{"key": "sword", "base": 4}]),
}
FAR: Json = {"position": {"x": 10, "y": 10}}
LOW: Mapping[str, Json] = {
    "up": sheet(**FAR),
    "unconscious": sheet({"willpower": 5, "resilience": 9}, wounds=7, **FAR),
    "dying": sheet({"willpower": 5, "resilience": 5}, wounds=7, **FAR),
    "awake_and_dying": sheet({"willpower": 12, "resilience": 5}, wounds=7, **FAR),
}
COMBAT = (
    Step({"type": "ticks.call_combat", "actor": "iris", "against": "lurker"}),
    Step({"type": "ticks.start_round"}),
)


def declares(who: str, **said: Any) -> Step:
    return Step({"type": "ticks.declare", "actor": who, **said}, f"player:{who}")


PROBES: tuple[Json, ...] = (
    *(
        {"type": "ticks.declare", "actor": "iris", "action": "other", "kind": "pick_up", "item": item}
        for item in ("x", "lurker.nightstick", "lurker.pistol", "lurker.rifle", "scalpel", "iris.sword")
    ),
    {"type": "ticks.declare", "actor": "iris", "action": "attack", "target": "lurker", "weapon": "lurker.rifle"},
    {"type": "ticks.act", "actor": "iris", "deed": {"kind": "pick_up", "item": "scalpel"}},
    {"type": "ticks.act", "actor": "iris", "deed": {"kind": "pick_up", "item": "x"}},
    {"type": "ticks.first_aid", "actor": "iris", "patient": "lurker"},
    {"type": "ticks.drop", "actor": "iris", "item": "scalpel"},
)
HOLD: Json = {"type": "ticks.hold", "actor": "iris"}

TICKS_CASES: Final = (
    Case(
        "ticks",
        "struck",
        OTHERS,
        "iris",
        SHEETS,
        (
            *COMBAT,
            declares("lurker", action="evade"),
            declares("iris", action="attack", target="lurker", weapon="sword"),
            Step({"type": "ticks.act", "actor": "iris", "strike": {}}, "player:iris"),
            Step({"type": "ticks.soak", "actor": "lurker", "attacks": [{}]}, "player:lurker"),
        ),
        probes=PROBES,
    ),
    Case(
        "ticks",
        "opposing",
        OTHERS,
        "iris",
        SHEETS,
        (
            *COMBAT,
            declares("lurker", action="other", kind="nothing"),
            declares(
                "iris",
                action="attack",
                target="lurker",
                weapon="sword",
                manoeuvres=["mighty_blow"],
                luck={"quickness": 1},
            ),
            Step({"type": "ticks.act", "actor": "iris", "strike": {}}, "player:iris"),
        ),
        probes=PROBES,
    ),
    Case(
        "ticks",
        "evaded",
        OTHERS,
        "iris",
        SHEETS,
        (
            *COMBAT,
            declares("lurker", action="evade"),
            declares("iris", action="evade"),
            Step(HOLD, "player:iris"),
        ),
        probes=PROBES,
    ),
    Case("ticks", "brought_low", OTHERS, "iris", LOW, (), probes=PROBES),
)
