"""Arbitrary S3 commands: well formed, mostly illegal, made without a look at the options."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from domain.core_commands import Command
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.words import LIMBS, SKILLS

KINDS: tuple[type[Command], ...] = (*ask.ACTING, *(k for k in ask.NARRATIONS if k is not ask.SetScene))
PROBABLE = 0.35


class Arbitrary:
    """Makes commands out of what there is in a fight, and a little that is not."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def command(self, fight: Fight) -> Command | None:
        """A command of any kind; None where what came out has not even the shape of one."""
        kind = self.chance.choice(KINDS)
        fields: dict[str, Any] = {"type": kind.model_fields["type"].default}
        for name, field in kind.model_fields.items():
            wire = field.alias or name
            if name in ("type", "answers"):
                continue
            if field.is_required() or self.chance.random() < PROBABLE:
                fields[wire] = self.value(fight, wire)
        try:
            return TypeAdapter(kind).validate_python({k: v for k, v in fields.items() if v is not None})
        except ValidationError:
            return None

    def mutated(self, fight: Fight, command: Command) -> Command | None:
        """The command with one field changed, added or left out."""
        fields = command.model_dump(mode="json", exclude_defaults=True)
        wires = [field.alias or name for name, field in type(command).model_fields.items()]
        changed = self.chance.choice([wire for wire in wires if wire not in ("type", "answers")] or ["type"])
        fields[changed] = self.value(fight, changed)
        fields["type"] = command.type
        try:
            return TypeAdapter(type(command)).validate_python({k: v for k, v in fields.items() if v is not None})
        except ValidationError:
            return None

    def value(self, fight: Fight, field: str) -> Any:
        """A value for a field of that name, out of the pool for such fields; None where there is no pool."""
        if field == "actor" and fight.turn is not None and self.chance.random() < OFTEN:
            return fight.turn.actor
        if field in LISTS:
            people = [*fight.people, "nobody"]
            return self.chance.sample(people, self.chance.randint(0, min(3, len(people))))
        if field in NUMBERS:
            return self.chance.randint(0, 6)
        pool = POOLS.get(field)
        return self.chance.choice(pool(fight)) if pool is not None else None


OFTEN = 0.9
LISTS = frozenset({"targets", "combatants", "from", "engaged_with", "unseen_by"})
NUMBERS = frozenset({"coins", "stun_coins", "wound_coins", "need", "storeys", "until_round", "lasts", "wound"})
Pool = Callable[[Fight], Sequence[Any]]


def people(fight: Fight) -> Sequence[Any]:
    """Everybody, and somebody whom nobody knows."""
    return [*fight.people, "nobody"]


def items(fight: Fight) -> Sequence[Any]:
    """Everything carried or lying about, and a thing that is not there."""
    carried = [item for person in fight.people.values() for item in person.items]
    return [*carried, *(item.id for lying in fight.ground.values() for item in lying), "crowbar"]


def stunts(fight: Fight) -> Sequence[Any]:
    """Stunts of one and of two secondaries."""
    return [{"with": [skill], "tactic": "again"} for skill in SKILLS] + [{"with": ["stealth", "acrobatics"]}]


def out_of(*values: Any) -> Pool:
    """A pool that does not depend on the fight."""
    return lambda fight: values


POOLS: dict[str, Pool] = {
    **dict.fromkeys(("actor", "target", "engage", "pc", "npc", "source"), people),
    "combatant": lambda fight: [*people(fight), *fight.vehicles],
    "weapon": lambda fight: ["unarmed", "sword_pistol/barrel", "bayonet_rifle/rifle", *items(fight)],
    "item": items,
    "zone": lambda fight: [*fight.zones, "moon"],
    "link": lambda fight: [*fight.links, "tunnel"],
    "vehicle": lambda fight: [*fight.vehicles, "balloon"],
    "hold": lambda fight: [*(hold.id for hold in fight.holds), *(drag.id for drag in fight.drags), "hold-1-1"],
    "dose": lambda fight: [*(dose.id for person in fight.people.values() for dose in person.doses), "dose-1-1"],
    "outcome": out_of("ground", "dismount", "zone:road", "zone:roof", "zone:moon", "hazard:balcony", "hazard:well"),
    "stunt": stunts,
    "skill": out_of(*SKILLS),
    **dict.fromkeys(("limb", "called"), out_of(*LIMBS)),
    "to": out_of("ahead", "behind", "alongside"),
    "mode": out_of("sneak", "escape", "blade", "barrel"),
    "order": out_of("thrown", "pc_first", "npc_first"),
    "intent": out_of("kill", "subdue"),
    **dict.fromkeys(("fate", "disabled"), out_of("slain", "down", "unconscious", "critical", True, False)),
    "poison": out_of("viper_oil", "blinding_powder", "banquet_poison", "arsenic"),
    "route": out_of("blade", "gas", "needle", "ingested"),
    "modifier": out_of({"coins": -3}, {"coins": 2}),
    "action": out_of("none", "movement", "attack"),
    "hand": out_of("main", "off"),
    "seat": out_of("driver", "rider"),
    "against": lambda fight: [{"combatant": one, "skill": skill} for one in people(fight) for skill in SKILLS],
    **dict.fromkeys(("wounds", "limbs"), out_of("all")),
    "points": out_of("full", 1, 30),
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
