"""Arbitrary S3 commands: well formed, mostly illegal, made without a look at the options."""

import random
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
        """A value for a field of that name."""
        pick = self.chance.choice
        people = [*fight.people, "nobody"]
        actor = fight.turn.actor if fight.turn is not None else pick(people)
        items = [i for p in fight.people.values() for i in p.items] + ["crowbar"]
        match field:
            case "actor":
                return actor if self.chance.random() < 0.9 else pick(people)
            case "target" | "engage" | "pc" | "npc" | "source":
                return pick(people)
            case "combatant":
                return pick([*people, *fight.vehicles])
            case "targets" | "combatants" | "from" | "engaged_with" | "unseen_by":
                return self.chance.sample(people, self.chance.randint(0, min(3, len(people))))
            case "weapon":
                return pick(["unarmed", "sword_pistol/barrel", "bayonet_rifle/rifle", *items])
            case "item":
                return pick(items + [i.id for lying in fight.ground.values() for i in lying])
            case "zone":
                return pick([*fight.zones, "moon"])
            case "link":
                return pick([*fight.links, "tunnel"])
            case "vehicle":
                return pick([*fight.vehicles, "balloon"])
            case "hold":
                return pick([*(h.id for h in fight.holds), *(d.id for d in fight.drags), "hold-1-1"])
            case "outcome":
                return pick(["ground", "dismount", "zone:road", "zone:roof", "zone:moon", "hazard:balcony", "hazard:x"])
            case "stunt":
                return {"with": self.chance.sample(SKILLS, self.chance.randint(1, 2)), "tactic": pick(["", "again"])}
            case "skill":
                return pick(SKILLS)
            case "limb" | "called":
                return pick(LIMBS)
            case "to":
                return pick(["ahead", "behind", "alongside"])
            case "mode":
                return pick(["sneak", "escape", "blade", "barrel"])
            case "order":
                return pick(["thrown", "pc_first", "npc_first"])
            case "intent":
                return pick(["kill", "subdue"])
            case "fate" | "disabled":
                return pick(["slain", "down", "unconscious", "critical", True, False])
            case "poison":
                return pick(["viper_oil", "blinding_powder", "banquet_poison", "arsenic"])
            case "route":
                return pick(["blade", "gas", "needle", "ingested"])
            case "modifier":
                return {"coins": self.chance.randint(-3, 3)}
            case "action":
                return pick(["none", "movement", "attack"])
            case "hand":
                return pick(["main", "off"])
            case "seat":
                return pick(["driver", "rider"])
            case "against":
                return {"combatant": pick(people), "skill": pick(SKILLS)}
            case "wounds" | "limbs":
                return "all"
            case "points":
                return pick(["full", 1, 30])
            case "dose":
                return pick([*(d.id for p in fight.people.values() for d in p.doses), "dose-1-1"])
            case "approach" | "parry" | "fast" | "take" | "leave" | "force" | "stunned" | "prone" | "fire" | "doses":
                return pick([True, False])
            case "incendiary" | "armour_counts" | "applies":
                return pick([True, False])
            case "coins" | "stun_coins" | "wound_coins" | "need" | "storeys" | "until_round" | "lasts" | "wound":
                return self.chance.randint(0, 6)
            case _:
                return None
