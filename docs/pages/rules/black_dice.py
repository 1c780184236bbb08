"""The reference page of Black Dice."""

from collections.abc import Iterator, Mapping
from typing import Any

from docs.pages.reference import code, linked, reference_page, table, yes
from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.tables import ARMOUR, COMMON_SKILLS, OBJECTS, PERILS, TEMPLATES, WEAPONS

INTRODUCTION = """\
The rules of *Black Dice* as Yarrow implements them. Every rule has a permanent ID. A refusal contains the ID of the \
rule that forbids the command, and `GET /v1/rulesets/black_dice/rules` returns this list.

Words in code style are names in the API: commands, fields, labels. `option=value` is a ruleset option, set when the \
encounter opens. Statements assume the default of every option that they do not name. The printed rules have \
no weapons, armour, skills or characters with numbers; those in the tables are Yarrow's own, except the structure dice \
of objects."""

WORDS = (
    ("pool", "the white dice of a roll, when every bonus, penalty, division and trade is done", "BD-SKILL-7"),
    ("success", "a die that shows a success face, or one bought by a trade or by fate", "BD-DIE-2, BD-DIE-3"),
    ("S, K", "successes of the white side, successes of the black dice", "BD-DIE-3"),
    ("raw, net", "S − K, and the same but never below 0", "BD-DIE-4"),
    ("foul", "a throw with raw below 0", "BD-FOUL-1"),
    ("action roll, toll roll", "a roll for an action, a roll that the rules demand", "BD-SKILL-11"),
    ("effect throw", "the dice of damage and of what resists it", "BD-FOUL-5"),
    ("exchange", "the contest of two combatants in a round, at least one of which attacks the other", "BD-ROUND-4"),
    ("margin", "the difference between the winner's net and the loser's", "BD-SKILL-3"),
    ("pip", "of fate, of health or of structure: what is spent, marked or lost", "BD-FATE-1, BD-DMG-7, BD-OBJ-1"),
    ("T, the bottom", "the pips of the whole track; where all of them are marked", "BD-DMG-8, BD-GREY-2"),
    ("close", "less than 5 feet apart", "BD-WHO-1"),
    ("able", "alive, conscious and not dying", "BD-ROUND-2"),
)

DERIVED_NOTE = """\
Initiative dice are DEX + Wits and at least 1, white health is 2 pips for each of 5 + Fortitude dice, and the track \
has 8 grey pips more. A weapon in bold type is ready, and a natural one always is."""

STATS = ("strength", "dex", "fortitude", "wits", "resolve")


def black_dice_page() -> str:
    """The reference page of Black Dice."""
    words = table(("word", "meaning", "rules"), ((word, meaning, linked(where)) for word, meaning, where in WORDS))
    return reference_page(BLACK_DICE, f"{INTRODUCTION}\n\n## Words\n\n{words}", tables())


def tables() -> str:
    """The tables of skills, weapons, armour, objects, perils and templates."""
    return "\n\n".join(
        (
            "## Tables",
            "### Skills",
            table(
                ("common", "skills"),
                (
                    (mark, code(key for key, common in COMMON_SKILLS.items() if common is of_them))
                    for mark, of_them in (("yes", True), ("no", False))
                ),
            ),
            "### Weapons",
            table(
                ("kind", "skill", "mode", "damage dice", "reach", "hands", "bruise", "natural"),
                (
                    (
                        f"`{kind}`",
                        *(row[field] for field in ("skill", "mode", "damage")),
                        row.get("reach"),
                        row.get("hands", 1),
                        yes(row.get("bruise")),
                        yes(row.get("natural")),
                    )
                    for kind, row in WEAPONS.items()
                ),
            ),
            "### Armour",
            table(("kind", "points"), ((f"`{kind}`", points) for kind, points in ARMOUR.items())),
            "### Objects",
            table(
                ("kind", "structure dice", "per yard", "armour"),
                (
                    (
                        f"`{kind}`",
                        " to ".join(str(row[end]) for end in ("structure_dice", "most") if end in row),
                        yes(row.get("per_yard")),
                        row.get("armour"),
                    )
                    for kind, row in OBJECTS.items()
                ),
            ),
            "### Perils",
            table(
                ("kind", "intensity", "dice", "avoided with"),
                (
                    (f"`{kind}`", row["intensity"], row["dice"], row.get("stat", "dex + dodge"))
                    for kind, row in PERILS.items()
                ),
            ),
            "### Templates",
            DERIVED_NOTE,
            table(
                ("key", "name", "player", "S, DEX, F, W, R", "skills", "weapons", "armour", "fate"),
                template_rows(TEMPLATES),
            ),
        )
    )


def template_rows(templates: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[object, ...]]:
    """A row for each template."""
    for key, sheet in templates.items():
        ready = sheet.get("ready", ())
        weapons = (f"**{weapon['id']}**" if weapon["id"] in ready else weapon["id"] for weapon in sheet["weapons"])
        yield (
            f"`{key}`",
            sheet["name"],
            yes(sheet.get("player")),
            ", ".join(str(sheet["stats"][stat]).replace("-", "−") for stat in STATS),
            ", ".join(f"{skill} {rank}" for skill, rank in sheet["skills"].items()),
            ", ".join(weapons),
            sheet.get("armour", 0),
            sheet.get("fate", 0),
        )
