"""What somebody might put into a field of an S3 command who does not look at the options."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.tables import POISONS, TEMPLATES, VEHICLE_KINDS
from domain.rulesets.s3.words import LIMBS, SKILLS

OFTEN = 0.9


def idea(chance: random.Random, fight: Fight, field: str) -> Any:
    """A value for a field such as ``s3.attack.target``; None where nobody has an idea what to put there."""
    name = field.rpartition(".")[2]
    if name == "actor" and fight.turn is not None and chance.random() < OFTEN:
        return fight.turn.actor
    if name in LISTS:
        people = [*fight.people, "nobody"]
        return chance.choices(people, k=chance.randint(0, min(3, len(people))))
    if name in NUMBERS:
        return chance.randint(0, 6)
    pool = POOLS.get(field) or POOLS.get(name)
    return chance.choice(pool(fight)) if pool is not None else None


LISTS = frozenset({"targets", "combatants", "from", "engaged_with", "unseen_by", "about"})
NUMBERS = frozenset({"coins", "stun_coins", "wound_coins", "need", "storeys", "until_round", "lasts", "wound"})
Pool = Callable[[Fight], Sequence[Any]]


def people(fight: Fight) -> Sequence[Any]:
    """Everybody, and somebody whom nobody knows."""
    return [*fight.people, "nobody"]


def items(fight: Fight) -> Sequence[Any]:
    """Everything carried or lying about, and a thing that is not there."""
    carried = [item for person in fight.people.values() for item in person.items]
    return [*carried, *(item.id for lying in fight.ground.values() for item in lying), "crowbar"]


def weapons(fight: Fight) -> Sequence[Any]:
    """Everything by its modes, and bare hands."""
    carried = [item for person in fight.people.values() for item in person.items.values()]
    modes = [f"{item.id}/{mode.key}" for item in carried for mode in item.modes if mode.key]
    return ["unarmed", "spoon/handle", *modes, *items(fight)]


def in_stunts(fight: Fight) -> Sequence[Any]:
    """Weapons named for secondary skills."""
    fitting = [
        {mode.skill: f"{item.id}/{mode.key}" if mode.key else item.id}
        for person in fight.people.values()
        for item in person.items.values()
        for mode in item.modes
    ]
    return [{}, *fitting]


def stunts(fight: Fight) -> Sequence[Any]:
    """Stunts of one and of two secondaries, also with weapons."""
    armed = [{"with": list(named), "weapons": named} for named in in_stunts(fight) if named]
    return [*({"with": [skill], "tactic": "again"} for skill in SKILLS), {"with": ["stealth", "acrobatics"]}, *armed]


def defences(fight: Fight) -> Sequence[Any]:
    """Answers to whoever has to oppose or to strike back."""
    plain = [{"skill": skill} for skill in SKILLS]
    stunning = [{"skill": "evasion", "stunt": stunt} for stunt in stunts(fight)]
    return [*plain, *({"skill": "melee", "item": item} for item in items(fight)), *stunning]


def answers(fight: Fight) -> Sequence[Any]:
    """Answers to prompts of every kind, and none to any."""
    words = ["heads", "tails", "spend", "decline", "drag", "release", "accept", "perhaps", 7]
    crashes = [{"spectacular": True, "coins": 3}, {"coins": "3"}, {"spectacular": 1}]
    return [*words, *crashes, *defences(fight)]


def sent_along(fight: Fight) -> Sequence[Any]:
    """Answers sent along with a command, whether they are wanted or not."""
    opposing = [
        [{"kind": kind, "to": person, "answer": {"skill": skill}}]
        for kind in ("oppose", "fast_reply")
        for person in fight.people
        for skill in ("evasion", "melee", "hand_to_hand", "athletics", "awareness")
    ]
    calls = [[{"kind": "call_flip", "answer": call}] for call in ("heads", "tails", "edge")]
    return [*opposing, *calls, [{"kind": "dance", "answer": "tango"}]]


def scenes(fight: Fight) -> Sequence[Any]:
    """Zones as they are, with one more, and with one less."""
    zones = [{"key": zone.key} for zone in fight.zones.values()]
    return [zones, [*zones, {"key": "attic"}], zones[1:] or zones, [{**zone, "sees": []} for zone in zones]]


def links(fight: Fight) -> Sequence[Any]:
    """No ways, and a way between every zone and the next."""
    zones = list(fight.zones)
    ways = [
        {"key": f"way_{place}", "from": one, "to": other}
        for place, (one, other) in enumerate(zip(zones, [*zones[1:], zones[0]], strict=True))
    ]
    return [[], ways, [{"key": "chute", "from": zones[0], "to": zones[-1], "kind": "drop", "storeys": 1}]]


def entries(fight: Fight) -> Sequence[Any]:
    """Stunts as memories know them, known ones and new ones."""
    known = [
        {"skills": memory.skills, "weapons": memory.weapons, "task": memory.task, "label": memory.label}
        for memories in fight.memory.values()
        for memory in memories
    ]
    new = [{"skills": ["melee", skill], "weapons": ["saber"], "task": "attack"} for skill in ("stealth", "evasion")]
    return [*known, *new]


def wounds(fight: Fight) -> Sequence[Any]:
    """All wounds, none, single ones, and one that nobody has."""
    return ["all", [], ["wound-1-1"], *([wound.id] for person in fight.people.values() for wound in person.wounds)]


def ids(fight: Fight) -> Sequence[Any]:
    """Names for newcomers: new ones, those of others, and one that is nobody's."""
    return [f"guest-{fight.version}", f"guest-{fight.version}-2", *fight.joined, "narrator"]


def sheets(fight: Fight) -> Sequence[Any]:
    """Changes of a sheet, some of them impossible."""
    drivers = [{"driver": person} for person in fight.people]
    zones = [{"zone": zone} for zone in fight.zones]
    return [{}, {"pc": True}, {"pc": False}, {"fortitude": 0}, {"breath": 99}, {"fame": 3}, *zones, *drivers]


def out_of(*values: Any) -> Pool:
    """A pool that does not depend on the fight."""
    return lambda fight: values


POOLS: dict[str, Pool] = {
    **dict.fromkeys(("actor", "target", "engage", "pc", "npc", "source"), people),
    "combatant": lambda fight: [*people(fight), *fight.vehicles],
    "weapon": weapons,
    "item": items,
    "zone": lambda fight: [*fight.zones, "moon"],
    "link": lambda fight: [*fight.links, "tunnel"],
    "vehicle": lambda fight: [*fight.vehicles, "balloon"],
    "relative": lambda fight: [[{"vehicle": vehicle, "is": "alongside"}] for vehicle in (*fight.vehicles, "balloon")],
    "hold": lambda fight: [*(hold.id for hold in fight.holds), *(drag.id for drag in fight.drags), "hold-1-1"],
    "dose": lambda fight: [*(dose.id for person in fight.people.values() for dose in person.doses), "dose-1-1"],
    "outcome": out_of("ground", "dismount", "zone:road", "zone:roof", "zone:moon", "hazard:balcony", "hazard:well"),
    "stunt": stunts,
    "weapons": in_stunts,
    "skill": out_of(*SKILLS),
    **dict.fromkeys(("limb", "called"), out_of(*LIMBS)),
    "s3.reposition.to": out_of("ahead", "behind", "alongside"),
    "core.rewind.to": lambda fight: range(max(1, fight.version - 40), fight.version + 2),
    "mode": out_of("sneak", "escape", "blade", "barrel"),
    "order": out_of("thrown", "pc_first", "npc_first"),
    "intent": out_of("kill", "subdue"),
    "fate": out_of("slain", "down", "unconscious", "critical"),
    "disabled": out_of("slain", "down", "unconscious", "critical", True, False),
    "poison": out_of(*POISONS, "arsenic"),
    "route": out_of("blade", "gas", "needle", "ingested"),
    "modifier": out_of({"coins": -3}, {"coins": 2}),
    "action": out_of("none", "movement", "attack"),
    "hand": out_of("main", "off"),
    "seat": out_of("driver", "rider"),
    "against": lambda fight: [{"combatant": one, "skill": skill} for one in people(fight) for skill in SKILLS],
    "wounds": wounds,
    "limbs": lambda fight: ["all", [], *([limb] for limb in LIMBS)],
    "points": out_of("full", 1, 30),
    **dict.fromkeys(("add", "remove"), entries),
    "zones": scenes,
    "links": links,
    "hazards": lambda fight: [[], [{"key": "well", "zone": next(iter(fight.zones)), "storeys": 2}]],
    "core.join.id": ids,
    "template": out_of(*TEMPLATES, *VEHICLE_KINDS, "wizard"),
    "sheet": sheets,
    "prompt": lambda fight: [*(prompt.id for prompt in fight.prompts), "prompt-1-1"],
    "answer": answers,
    "answers": sent_along,
    "of": lambda fight: [*fight.joined, "narrator", "nobody"],
    "kind": out_of(*S3.prompts, "dance"),
    **dict.fromkeys(("text", "secret", "reason", "tactic"), out_of("", "from behind", "in the smoke", "with a shout")),
    "name": out_of("The second act", "The third act"),
    "rule": out_of("S3-PIN-2", "S3-EX-1"),
    "ruleset": out_of("s3"),
    **dict.fromkeys(
        (
            "approach",
            "parry",
            "fast",
            "take",
            "leave",
            "force",
            "stunned",
            "prone",
            "fire",
            "doses",
            "incendiary",
            "armour_counts",
            "applies",
        ),
        out_of(True, False),
    ),
}
