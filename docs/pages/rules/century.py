"""The reference page of Century."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from docs.pages.reference import code, linked, reference_page, table, yes
from domain.rulesets.century import CENTURY
from domain.rulesets.century.chapters.rolls.abilities import initiative_bonus, percentage
from domain.rulesets.century.state import Person
from domain.rulesets.century.tables import (
    ARMOUR,
    CLIMBING,
    FIRST_REACTIONS,
    GEAR,
    HAZARDS,
    INCLINES,
    MODIFIERS,
    NATURAL_MP,
    ON_INCLINES,
    ON_TERRAIN,
    STANDARD_CONSEQUENCES,
    TEMPLATES,
    WAYS,
    WEAPONS,
    ModifierRow,
)
from domain.rulesets.century.words import ABILITIES, ATTITUDES

INTRODUCTION = """\
The rules of *Century* as Yarrow implements them. Every rule has a permanent ID. A refusal contains the ID of the \
rule that forbids the command, and `GET /v1/rulesets/century/rules` returns this list.

Words in code style are names in the API: commands, fields, labels. `option=value` is a ruleset option, set when the \
encounter opens. Statements assume the default of every option that they do not name. Missing numbers of \
IDs are unused."""

WORDS = (
    ("target number", "what a d100 must not exceed to succeed", "CE-ROLL-4"),
    ("base", "the start of a target number, set by the Narrator, the range or a called shot", "CE-ROLL-10, CE-HIT-2"),
    ("Success Level", "a name for a base: ten times the level", "CE-SKILL-20"),
    ("Skill Roll", "the roll for an action", "CE-SKILL-1"),
    ("To-Hit Roll", "the Skill Roll of an attack", "CE-HIT-1"),
    ("Reaction Check", "the roll against an effect", "CE-REACT-1"),
    ("critical", "a throw of 01 to 05, or of 96 to 100 with most weapons", "CE-CRIT-2, CE-CRIT-3"),
    ("severity", "how far inside its band a critical throw is", "CE-CRIT-5, CE-CRIT-6"),
    ("margin, degree", "target number − number, and the same in steps of ten", "CE-DEG-2, CE-DEG-3"),
    ("ladder", "texts of the Narrator's, of which a roller learns one for each degree", "CE-DEG-6"),
    ("modifier", "percentage points added to or subtracted from a target number", "CE-ROLL-11"),
    ("standing modifier", "one that counts without being named", "CE-SKILL-14, CE-REACT-7"),
    ("circumstance", "a standing modifier of attacks that the Narrator has set", "CE-MOD-25"),
    ("FP, Fate Point", "a point with which Characters and major NPCs change throws", "CE-FATE-1, CE-FATE-2"),
    ("HP, half, quarter", "hit points, and the two limits at which wounds hinder", "CE-HC-2, CE-HC-3"),
    ("MP, pool", "Move Points, and those left in a round", "CE-MP-1"),
    ("pass", "one run down the order of action", "CE-STAG-1"),
    ("slot", "a combatant's turn within a pass, in which it takes an action", "CE-STAG-6"),
    ("step", "one part of an action, with its own cost: a move, a draw, an attack", "CE-STAG-12"),
    ("common slot", "the slot of several combatants that act simultaneously", "CE-TIE-3"),
    ("held effect", "harm done in a common slot, which waits for its close", "CE-TIE-5"),
    ("defence", "a dodge, a block or a parry", "CE-DODGE-8"),
    (
        "too slow, outpaced",
        "5 or more below the attacker, and attacked by such a one",
        "CE-DODGE-4, CE-DODGE-7",
    ),
    ("forced miss", "2 Fate Points that turn a hit into a miss", "CE-DODGE-9"),
    ("unaware", "of a target that does not see an attack coming", "CE-BACK-5"),
    ("pair", "two attacks in one action with a weapon in each hand", "CE-DUAL-2"),
    ("volley, spray", "full automatic fire, and the same at several targets", "CE-AUTO-1, CE-AUTO-7"),
    ("area", "the radius within which a weapon harms everybody", "CE-AREA-1"),
    ("Damage Resistance, Damage Capacity", "what armour, or an object, absorbs of a hit", "CE-ARMOR-1, CE-COVER-6"),
    ("cover roll", "the die that determines whether a hit strikes the cover of the target", "CE-COVER-2"),
    ("Turn Rate, Turn Class", "MP for 30 degrees, and the degrees a fast vehicle has free", "CE-TURN-1, CE-CLASS-3"),
)

SCORES = range(1, 31)
WEAPON_NOTE = """\
Costs are MP of an attack and of a reload, ranges the metres to which short, medium and long range go, the area is a \
radius in metres, Strength is what the weapon requires. Every weapon is used with Agility."""
PEOPLE_NOTE = """\
Scores are Strength, Agility, Constitution, I.Q., Appearance and Personality. Things in bold type are in hand or worn, \
all others are carried."""


def century_page() -> str:
    """The reference page of Century."""
    words = table(("word", "meaning", "rules"), ((word, meaning, linked(where)) for word, meaning, where in WORDS))
    return reference_page(CENTURY, f"{INTRODUCTION}\n\n## Words\n\n{words}", tables())


def tables() -> str:
    """The tables of scores, modifiers, reactions, costs, things and templates."""
    weapon_head = ("kind", "mode", "skill", "class", "MP", "damage", "range", "area", "fire", "loads", "hands")
    people_head = ("key", "name", "role", "scores", "HP", "FP", "skills", "weapons", "armour and gear")
    animal_head = ("key", "name", "Strength, Agility, Constitution, I.Q.", "HP", "dr", "MP", "modes", "turn rate")
    vehicle_head = ("key", "name", "MP", "modes", "turn rate", "Turn Class", "seats", "HP", "dr", "open")
    return "\n\n".join(
        (
            "## Tables",
            "### Ability scores",
            table(("score", "skill bonus, reaction adjustment", "initiative bonus"), score_rows()),
            "### Bonuses and penalties",
            table(("key", "amount", "rule"), (modifier_row(key, row) for key, row in MODIFIERS.items())),
            "### Hazards",
            table(("hazard", "checked with", "standard consequence"), hazard_rows()),
            "### First reactions",
            table(("result", "attitude"), reaction_rows()),
            "### Movement",
            table(("mode", "metres of a unit", "MP", "inclines", "uneven and wet ground"), way_rows()),
            table(("incline", "times the standard"), ((f"`{incline}`", times) for incline, times in INCLINES.items())),
            "### Natural attacks",
            table(("attack", "MP"), ((f"`{name}`", mp) for name, mp in NATURAL_MP.items())),
            "### Weapons",
            WEAPON_NOTE,
            table((*weapon_head, "Strength"), (weapon_row(key, row) for key, row in WEAPONS.items())),
            "### Armour",
            table(
                ("kind", "Damage Resistance", "HP", "Strength"),
                ((f"`{key}`", *(row[field] for field in ("dr", "hp_max", "str_req"))) for key, row in ARMOUR.items()),
            ),
            "### Gear",
            table(("kind", "hint"), ((f"`{key}`", signed(row["bonus_hint"])) for key, row in GEAR.items())),
            "### People",
            PEOPLE_NOTE,
            table(people_head, (person_row(key, sheet) for key, sheet in templates_of("person"))),
            "### Animals",
            table((*animal_head, "attacks"), (animal_row(key, sheet) for key, sheet in templates_of("animal"))),
            "### Vehicles",
            table(vehicle_head, (vehicle_row(key, sheet) for key, sheet in templates_of("vehicle"))),
            "### Objects",
            table(
                ("key", "name", "hides", "Damage Capacity", "HP"),
                (
                    (f"`{key}`", *(sheet[field] for field in ("name", "hides", "damage_capacity", "hp_max")))
                    for key, sheet in templates_of("object")
                ),
            ),
        )
    )


def score_rows() -> Iterator[tuple[object, ...]]:
    """Yield a row for each score, with its bonuses (CE-ABIL-2)."""
    for score in SCORES:
        person = Person(id="", name="", side="", kind="person", scores={"agl": score})
        yield score, signed(percentage(score)), signed(initiative_bonus(person))


def modifier_row(key: str, row: ModifierRow) -> tuple[object, ...]:
    """A general bonus or penalty, with its number, its span, or neither if the Narrator chooses."""
    if row.amount is not None:
        amount = signed(row.sign * row.amount)
    else:
        low, high = row.span or (1, 100)
        amount = f"{signed(row.sign * low)} to {signed(row.sign * high)}"
    return f"`{key}`", amount, linked(row.rule)


def hazard_rows() -> Iterator[tuple[object, ...]]:
    """Yield the abilities that check each hazard, and the consequence of failing (CE-REACT-20 to CE-REACT-26)."""
    for hazard, abilities in HAZARDS.items():
        effect, numbers = STANDARD_CONSEQUENCES[hazard]
        changes = "".join(f", `{field}` {signed(number, plus='')}" for field, number in numbers.items())
        yield f"`{hazard}`", code(abilities), f"`{effect}`{changes}"


def reaction_rows() -> Iterator[tuple[object, ...]]:
    """The results that mean each attitude (CE-NPC-10 to CE-NPC-18)."""
    above: int | None = None
    for highest, attitude in FIRST_REACTIONS:
        results = f"up to {signed(highest, plus='')}" if above is None else f"{above + 1} to {highest}"
        yield results, f"`{attitude}`"
        above = highest
    yield f"above {above}", f"`{ATTITUDES[-1]}`"


def way_rows() -> Iterator[tuple[object, ...]]:
    """Yield the cost of a unit of each way of moving (CE-ACT-1 to CE-ACT-13)."""
    for way, row in WAYS.items():
        costs = ", ".join(f"{mp} (`{aid}`)" for aid, mp in CLIMBING.items()) if way == "climb" else row.mp
        yield f"`{way}`", row.metres, costs, yes(way in ON_INCLINES), yes(way in ON_TERRAIN)


def weapon_row(key: str, row: Mapping[str, Any]) -> tuple[object, ...]:
    """A weapon of the chart."""
    fire = (*row.get("fire", ("single",)), *(("double_tap",) if row.get("double_tap") else ()))
    reload = f"{row['ammo']} by `{row['reload_unit']}`" if row.get("ammo") else None
    return (
        f"`{key}`",
        f"`{row['mode']}`",
        row["skill"],
        f"`{row.get('class', 'other')}`",
        "/".join(str(row[field]) for field in ("mp", "reload_mp") if field in row),
        row["damage"],
        "/".join(map(str, row.get("range", ()))),
        row.get("area"),
        code(fire),
        reload,
        row.get("hands", 1),
        row.get("str_req", 0),
    )


def templates_of(kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The ready-made combatants of a kind."""
    return ((key, sheet) for key, sheet in TEMPLATES.items() if sheet.get("kind", "person") == kind)


def person_row(key: str, sheet: Mapping[str, Any]) -> tuple[object, ...]:
    """A ready-made person."""
    weapons = [weapon_cell(weapon, sheet.get("held", {}).values()) for weapon in sheet.get("weapons", ())]
    armour = [bold(piece["id"], piece["id"] == sheet.get("worn")) for piece in sheet.get("armour", ())]
    gear = [f"`{thing['id']}`" for thing in sheet.get("gear", ())]
    stimpaks = [f"{sheet['stimpaks']} `stimpaks`"] if "stimpaks" in sheet else []
    return (
        f"`{key}`",
        sheet["name"],
        f"`{sheet.get('role', 'minor')}`",
        scores_of(sheet),
        sheet["hp_max"],
        sheet.get("fp"),
        ", ".join(skill_cell(skill) for skill in sheet.get("skills", ())),
        ", ".join(weapons),
        ", ".join((*armour, *gear, *stimpaks)),
    )


def animal_row(key: str, sheet: Mapping[str, Any]) -> tuple[object, ...]:
    """A ready-made animal."""
    attacks = (f"`{attack['name']}` {attack['damage']}" for attack in sheet["natural"])
    numbers = (sheet["hp_max"], sheet.get("dr"), sheet["mp_base"], code(sheet["modes"]), sheet["turn_rate"])
    return f"`{key}`", sheet["name"], scores_of(sheet), *numbers, ", ".join(attacks)


def vehicle_row(key: str, sheet: Mapping[str, Any]) -> tuple[object, ...]:
    """A ready-made vehicle."""
    return (
        f"`{key}`",
        sheet["name"],
        sheet["mp_base"],
        code(sheet["modes"]),
        sheet["turn_rate"],
        sheet.get("turn_class"),
        *(sheet[field] for field in ("seats", "hp_max", "dr")),
        yes(sheet.get("open")),
    )


def scores_of(sheet: Mapping[str, Any]) -> str:
    """The scores that a template names, in the order of the abilities."""
    return ", ".join(str(sheet[ability]) for ability in ABILITIES if ability in sheet)


def skill_cell(skill: Mapping[str, Any]) -> str:
    """A Skill with its group and its level."""
    return (
        f"{skill['group']}: {skill['name']} {skill['level']}"
        if "group" in skill
        else f"{skill['name']} {skill['level']}"
    )


def weapon_cell(weapon: Mapping[str, Any], held: Collection[str]) -> str:
    """A weapon with what is carried for it, in bold type if it is in hand."""
    spare = (f"{weapon[field]} `{field}`" for field in ("reloads", "loose_rounds") if field in weapon)
    return " + ".join((bold(weapon["id"], weapon["id"] in held), *spare))


def bold(key: str, at_hand: bool) -> str:
    """A key, in bold type if the thing is in hand or worn."""
    return f"**`{key}`**" if at_hand else f"`{key}`"


def signed(number: int, plus: str = "+") -> str:
    """A number with its sign, 0 without."""
    return f"{plus if number > 0 else ''}{number}".replace("-", "−")
