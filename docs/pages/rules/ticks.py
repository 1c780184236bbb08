"""The reference page of Ticks."""

from collections.abc import Iterator, Mapping
from typing import Any

from docs.pages.reference import code, linked, reference_page, table, yes
from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.chapters.declaring.manoeuvres import ANY_MODE, MANOEUVRES, MELEE_MODE, Row
from domain.rulesets.ticks.tables import ARMOUR, DIFFICULTIES, SHIELDS, TEMPLATES, WEAPONS

INTRODUCTION = """\
The rules of *Ticks* as Yarrow implements them. Every rule has a permanent ID. A refusal contains the ID of the \
rule that forbids the command, and `GET /v1/rulesets/ticks/rules` returns this list.

Words in code style are names in the API: commands, fields, labels. `option=value` is a ruleset option, set when the \
encounter opens. Statements assume the default of every option that they do not name. There are no \
throws: the uncertainty is in the decisions of the players."""

WORDS = (
    ("statistic", "a number of the sheet, from 1 to 30", "TK-SHEET-1"),
    ("skill", "a level from 0 to 5, where 0 is to lack the skill", "TK-SHEET-3"),
    ("total", "the value for a test: a statistic times a skill", "TK-TEST-2"),
    ("contest", "a test against the total of another combatant", "TK-OPP-1"),
    ("luck", "a stock of points, which are spent once", "TK-LUCK-1"),
    ("tick", "one number of the count: up for declarations, down for the resolution", "TK-DECL-1, TK-RES-1"),
    ("start", "the tick of the resolution from which a combatant may act", "TK-RES-2"),
    ("stage", "one of the five parts of a tick", "TK-TICK-1"),
    ("strike", "the one attack of a round as it is made", "TK-ATK-2"),
    ("deed", "an action under Other, and a small action while evading", "TK-OTHER-2, TK-EVADE-3"),
    ("manoeuvre", "a named attack, declared with the action Attack", "TK-MAN-1"),
    ("defence points", "the protection of Defend against melee", "TK-DEF-1"),
    ("participant", "a combatant that the cry of combat has reached", "TK-COMBAT-2"),
    ("newcomer", "a combatant that joins only after a declaration", "TK-DEFER-4"),
    ("ready, carried", "in the hand; on the body", "TK-SHEET-6"),
)


def ticks_page() -> str:
    """The reference page of Ticks."""
    words = table(("word", "meaning", "rules"), ((word, meaning, linked(where)) for word, meaning, where in WORDS))
    return reference_page(TICKS, f"{INTRODUCTION}\n\n## Words\n\n{words}", tables())


def tables() -> str:
    """The tables of difficulties, manoeuvres, things and templates."""
    weapon_head = ("kind", "base", "is", "skill", "reach", "hands", "quick draw", "throwable", "magazine")
    people_head = ("key", "name", "statistics", "luck", "skills", "ready", "carried", "worn")
    return "\n\n".join(
        (
            "## Tables",
            "### Difficulties",
            table(("name", "difficulty"), ((f"`{name}`", number) for name, number in DIFFICULTIES.items())),
            "### Manoeuvres",
            table(
                ("manoeuvre", "family", "with", "attacker", "target", "skill required"),
                (manoeuvre_row(name, row) for name, row in MANOEUVRES.items()),
            ),
            "### Weapons",
            table(weapon_head, (weapon_row(key, row) for key, row in WEAPONS.items())),
            "### Armour and shields",
            table(
                ("kind", "against ranged", "against melee"),
                ((f"`{key}`", row["rating_ranged"], row["rating_melee"]) for key, row in ARMOUR.items()),
            ),
            table(
                ("kind", "skill", "hands"),
                ((f"`{key}`", f"`{row['skill']}`", row.get("hands", 1)) for key, row in SHIELDS.items()),
            ),
            "### People",
            "Statistics are strength, dexterity, quickness, willpower and resilience.",
            table(people_head, (person_row(key, sheet) for key, sheet in TEMPLATES.items())),
        )
    )


def manoeuvre_row(name: str, row: Row) -> Iterator[object]:
    """A manoeuvre: what it goes with, and what is tested."""
    modes = "any" if row.modes == ANY_MODE else "melee" if row.modes == MELEE_MODE else "ranged, thrown"
    yield from (f"`{name}`", row.family.replace("_", "-"), modes, ", ".join(row.attacker), ", ".join(row.target))
    yield row.required or ""


def weapon_row(key: str, row: Mapping[str, Any]) -> Iterator[object]:
    """A weapon of the chart."""
    reach = row.get("reach", 1) if row["kind"] == "melee" else None
    yield from (f"`{key}`", row["base"], row["kind"], f"`{row['skill']}`", reach, row.get("hands", 1))
    yield from (code(row.get("quick_draw", ())), yes(row.get("throwable", False)), row.get("magazine", ""))


def person_row(key: str, sheet: Mapping[str, Any]) -> Iterator[object]:
    """A template."""
    statistics = ", ".join(str(value) for value in sheet["statistics"].values())
    skills = ", ".join(f"`{skill}` {level}" for skill, level in sheet["skills"].items())
    things = sheet.get("things", ())
    yield from (f"`{key}`", sheet["name"], statistics, sheet["luck"], skills)
    for place in ("ready", "carried"):
        yield code(thing["key"] for thing in things if thing.get("place", "ready") == place)
    yield code(piece["key"] for piece in sheet.get("armour", ()))
