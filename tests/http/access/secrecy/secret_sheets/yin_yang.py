"""Yin-Yang: decks, attributes, abilities, weapons, broken limits and tracks remain secret with the sheet."""

from collections.abc import Mapping
from typing import Any, Final

from tests.http.access.secrecy.noninterference import Case, Json, Step

BILL = {"template": "bill", "id": "bill"}
VASSILI = {"template": "vassili", "id": "vassili"}
GABRIELLE = {"template": "gabrielle", "id": "gabrielle"}


def lurker(template: str | None = None, **sheet: Any) -> Json:
    """Return a combatant of the other side, from a template and the fields that differ from it."""
    same = {"name": "Lurker", "side": "opposition", "colour": "black"}
    joins: Json = {"sheet": {**same, **sheet}}
    return joins if template is None else {"template": template, **joins}


def npc(template: str, side: str = "opposition", **sheet: Any) -> Json:
    """Return a combatant that draws from the narrator's deck and has as many actions as all the others."""
    same = {"kind": "npc", "deck": "narrator", "speed": 3, "perception": 3, "side": side}
    return lurker(template, **{**same, **sheet})


STRANGERS: Mapping[str, Json] = {
    "titan": lurker("titan"),
    "thug": lurker("thug"),
    "mentalist": lurker("mentalist"),
    "bishop": lurker("bishop"),
    "own_deck": lurker(deck="tarot", strength=2, endurance=3, speed=4, intellect=5, will=6, perception=7),
}
FOES: Mapping[str, Json] = {
    "thug": npc("thug"),
    "vassili": npc("vassili", default_attack=None),
    "titan": npc("titan"),
    "mentalist": npc("mentalist"),
}
FRIENDS: Mapping[str, Json] = {name: npc(name, side="heroes", colour="red") for name in FOES}
NOTHING_TO_SAY = Step({"type": "core.note", "text": "A note."})
TURN = (
    Step({"type": "yin_yang.start_turn"}),
    NOTHING_TO_SAY,
    Step({"type": "yin_yang.hold", "actor": "bill"}, "player:bill"),
    Step({"type": "yin_yang.end_turn"}),
)
ATTACKED = (
    Step({"type": "yin_yang.start_turn"}),
    Step({"type": "yin_yang.attack", "actor": "bill", "target": "lurker"}, "player:bill"),
)
CHANGED: Json = {"type": "yin_yang.set_attribute", "combatant": "lurker"}
ACTING = (
    Step({"type": "yin_yang.start_turn"}),
    Step({"type": "yin_yang.act", "actor": "lurker", "target": "bill", "goal": "slip past", "attributes": ["speed"]}),
)


def leads(kind: str, **fields: Any) -> Step:
    """Return the step in which Bill's player proposes a combined action with the lurker."""
    return Step({**together(kind), **fields}, "player:bill")


def together(kind: str, **participant: Any) -> Json:
    """Return the command for a combined action of the lurker that Bill leads."""
    return {
        "type": "yin_yang.combine",
        "actor": "bill",
        "kind": kind,
        "goal": "Through the door" if kind == "act" else "",
        "participants": [{"combatant": "bill"}, {"combatant": "lurker", **participant}],
    }


PROBES: tuple[Json, ...] = (
    together("act", ability="x"),
    together("act", ability="Boxing"),
    together("act"),
    together("act", attributes=["strength"]),
    {**together("attack"), "target": "gabrielle"},
    {**together("attack", ability="x"), "target": "gabrielle"},
    {**together("attack", ability="Boxing"), "target": "gabrielle"},
    {**together("attack", weapon="x"), "target": "gabrielle"},
    {**together("attack", weapon="bare_hands"), "target": "gabrielle"},
    {"type": "yin_yang.tend", "actor": "bill", "patient": "lurker", "attributes": ["intellect"]},
    {"type": "yin_yang.guard", "actor": "bill", "ward": "lurker", "on": True},
    {"type": "yin_yang.wield", "actor": "bill", "items": [{"weapon": "x", "hands": 1}]},
    {"type": "yin_yang.challenge", "actor": "bill", "text": "That is not fair", "about": 4},
)
TOLD = {
    "YY-ATK-3": "whoever leads a combined attack names what the others strike with, and only what is at hand strikes",
    "YY-SKILL-6": "nobody strikes with an ability that is not for combat",
    "invalid command.participants[1].ability": "the leader names abilities of the others, which they have or have not",
}


def case(
    name: str, sheets: Mapping[str, Json], *steps: Step, others: tuple[Json, ...] = (BILL,), **options: Any
) -> Case:
    return Case("yin_yang", name, others, "bill", sheets, steps, options=options, probes=PROBES, told=TOLD)


FOE = {**GABRIELLE, "sheet": {"side": "opposition"}}
YIN_YANG_CASES: Final = (
    *(
        case(f"{name}_{hand}", sheets, *steps, others=others, hand=hand)
        for hand in ("blind", "open")
        for name, sheets, steps, others in (
            ("stranger", STRANGERS, (NOTHING_TO_SAY,), (BILL, VASSILI)),
            ("opponent", FOES, TURN, (BILL, GABRIELLE)),
            ("friend", FRIENDS, TURN, (BILL, FOE)),
        )
    ),
    case("attacked", FOES, *ATTACKED),
    case("asked_to_attack", FRIENDS, TURN[0], leads("attack", target="gabrielle"), others=(BILL, FOE)),
    case("asked_to_act", FRIENDS, leads("act"), others=(BILL, FOE)),
    case("hurt", FOES, Step({"type": "yin_yang.adjust", "combatant": "lurker", "track": "vitality", "points": -1})),
    case("changed", FOES, Step({**CHANGED, "attribute": "will", "score": 4})),
    case("acting", FOES, *ACTING),
)
