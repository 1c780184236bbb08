"""The reference page of S3."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from docs.pages.reference import reference_page, table, yes
from domain.rulesets.s3 import S3

INTRODUCTION = """\
The rules of *Silk, Steam and Steel* as Yarrow implements them. Every rule has a permanent ID. A refusal contains the \
ID of the rule that forbids the command, and `GET /v1/rulesets/s3/rules` returns this list.

Words in code style are names in the API: commands, fields, labels. `option=value` is a ruleset option, set when the \
encounter opens. Statements assume the default of every option that they do not name. A player \
character is a PC; every other combatant is an NPC, run by the Narrator."""

WEAPON_NOTE = """\
Close weapons reach an engaged target, medium ones the same zone, long ones any zone in sight. Stun and wound are \
coins that count only for stunning and only for wounding. A smoke bomb is used with \
`smoke` and `hide`, not for attacks."""


def s3_page() -> str:
    """The reference page of S3."""
    equipment = tomllib.loads(files("domain.rulesets.s3").joinpath("equipment.toml").read_text(encoding="utf-8"))
    return reference_page(S3, INTRODUCTION, tables(equipment))


def weapon_rows(weapons: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[object, ...]]:
    """A row for each mode of each weapon."""
    for kind, weapon in weapons.items():
        for mode in weapon["modes"]:
            effect = f"aims at `{mode['effect']}`, lasts {mode['lasts']} rounds" if "effect" in mode else None
            yield (
                f"`{kind}`",
                f"`{mode['key']}`" if "key" in mode else None,
                mode["skill"],
                mode.get("reach", "close"),
                mode.get("hands", 1),
                *(mode.get(number, 0) for number in ("finesse", "offense", "damage", "stun_bonus", "wound_bonus")),
                ", ".join(mode.get("flags", ())),
                effect,
            )


def tables(equipment: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """The tables of weapons, armour, gear, vehicles, poisons and hazards."""
    weapon_head = ("kind", "mode", "skill", "reach", "hands", "finesse", "offense", "damage", "stun", "wound", "flags")
    armours = {kind: row["armour"] for kind, row in equipment["armour"].items()}
    gear = ((kind, bonus) for kind, row in equipment["gear"].items() for bonus in row["gear"])
    poisons = equipment["poison"].items()
    return "\n\n".join(
        (
            "## Tables",
            "### Weapons",
            WEAPON_NOTE,
            table((*weapon_head, "effect"), weapon_rows(equipment["weapon"])),
            "### Armour",
            table(
                ("kind", "protection", "penalty", "on", "fireproof"),
                (
                    (
                        f"`{kind}`",
                        row["protection"],
                        row["penalty"],
                        ", ".join(row["penalised"]),
                        yes(row.get("fireproof")),
                    )
                    for kind, row in armours.items()
                ),
            ),
            "### Gear",
            table(("kind", "skill", "bonus"), ((f"`{kind}`", row["skill"], row["bonus"]) for kind, row in gear)),
            "### Vehicles",
            table(
                ("kind", "type", "speed"),
                (
                    (f"`{kind}`", row.get("kind", "machine"), row.get("speed", 0))
                    for kind, row in equipment["vehicle"].items()
                ),
            ),
            "### Poisons",
            table(
                ("kind", "route", "coins", "effect"),
                ((f"`{kind}`", row["route"], row["coins"], row.get("effect", "damage")) for kind, row in poisons),
            ),
            "### Hazards of scenes",
            table(
                ("key", "storeys", "coins", "out"),
                (
                    (f"`{key}`", row.get("storeys"), row.get("coins"), yes(row.get("out")))
                    for key, row in equipment["hazard"].items()
                ),
            ),
        )
    )
