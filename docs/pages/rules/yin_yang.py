"""The reference page of Yin-Yang."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from docs.pages.reference import code, linked, reference_page, table, yes
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.items import BASE_OF_REACH, Armour, Weapon
from domain.rulesets.yin_yang.scores import protection, score_adjustment, value_adjustment
from domain.rulesets.yin_yang.tables import ARMOUR, COST_OF_SCOPE, DIFFICULTIES, LEVELS, REACHES, TEMPLATES, WEAPONS
from domain.rulesets.yin_yang.words import ATTRIBUTES

INTRODUCTION = """\
The rules of *The Yin-Yang Principle!* as Yarrow implements them. Every rule has a permanent ID. A refusal contains \
the ID of the rule that forbids the command, and `GET /v1/rulesets/yin_yang/rules` returns this list.

Words in code style are names in the API: commands, fields, labels. `option=value` is a ruleset option, set when the \
encounter opens. Statements assume the default of every option that they do not name."""

WORDS = (
    ("target value", "the highest number that succeeds: attribute + rating, or two attributes", "YY-TEST-1"),
    ("combat value", "the higher of Strength and Intellect; the attribute for fighting", "YY-DERIV-1"),
    ("action", "the cost of a call or a match", "YY-ACT-4"),
    ("hand, extra actions", "the remaining actions of the turn, and those won during it", "YY-ACT-3, YY-JOKER-2"),
    ("call, caller", "to announce an action, and the combatant that does", "YY-ACT-2"),
    ("match", "to spend an action against a called one, which makes an opposed test of it", "YY-ATK-8"),
    ("exchange", "a call with all its consequences", "YY-ORD-1"),
    ("stake", "the reward of the winner of an exchange", "YY-ATK-12"),
    ("bonus card, penalty card", "an additional card, so that the best or the worst is kept", "YY-BONUS-1, YY-BONUS-2"),
    ("kept card", "the one card of a draw that counts", "YY-TEST-7"),
    ("figure", "a Jack, Queen, King or joker", "YY-CONF-1"),
    ("follow-up", "the free attack that a King earns", "YY-KING-2"),
    (
        "Damage Draw, chain",
        "a draw that hurts, and all of them that Kings and White Jokers add to it",
        "YY-DMG-1, YY-DMG-9",
    ),
    ("Damage Score", "the number that a Damage Draw is compared with", "YY-WPN-2"),
    ("Damage Value", "the points of damage of a successful Damage Draw", "YY-WPN-3"),
    ("Soaking Score, soak", "the number to beat to deal the Damage Value", "YY-SOAK-1"),
    ("track", "Vitality, Mental Balance or Stamina", "YY-VIT-1, YY-MB-1, YY-STAM-1"),
    ("able", "not out of action", "YY-COND-1"),
    ("Confrontation, flurry", "the duel after equal figures, and the cards drawn in it", "YY-CONF-1, YY-CONF-6"),
    ("the Edge", "the right of one side to call, with the option for it", "YY-EDGE-1"),
    ("mook, bystander", "an underling, and a person who does not fight", "YY-BYST-3, YY-BYST-1"),
)

WEAPON_NOTE = """\
S is the wielder's Strength. A score after a slash is that of both hands. Soak is the effect of the weapon in hand \
on that of its wielder. A Non-lethal weapon never deals its Damage Value."""

TEMPLATE_NOTE = """\
Attributes are Strength, Endurance, Speed, Intellect, Will and Perception. Abilities are given with their rating and \
scope, those for fighting in bold type."""


def yin_yang_page() -> str:
    """The reference page of Yin-Yang."""
    words = table(("word", "meaning", "rules"), ((word, meaning, linked(where)) for word, meaning, where in WORDS))
    return reference_page(YIN_YANG, f"{INTRODUCTION}\n\n## Words\n\n{words}", tables())


def tables() -> str:
    """The tables of levels, scopes, difficulties, weapons, armour and templates."""
    levels = (
        (f"`{level}`", *("no limit" if limit is None else limit for limit in row)) for level, row in LEVELS.items()
    )
    costs = ((f"`{scope}`", cost) for scope, cost in COST_OF_SCOPE.items())
    difficulties = (
        (f"`{difficulty}`", signed(row.cards), f"`{row.automatic_from}`" if row.automatic_from else None)
        for difficulty, row in DIFFICULTIES.items()
    )
    level_head = ("level", "points for attributes", "highest attribute", "points for abilities", "highest rating")
    weapon_head = ("kind", "reach", "as far as", "edges and flaws", "hands", "Damage Score", "Damage Value", "soak")
    return "\n\n".join(
        (
            "## Tables",
            "### Campaign levels",
            table(level_head, levels),
            "### Cost of abilities",
            table(("scope", "points for each point of rating"), costs),
            "### Difficulties",
            table(("difficulty", "cards, penalty cards below 0", "no card needed from"), difficulties),
            "### Weapons",
            WEAPON_NOTE,
            table(weapon_head, weapon_rows(msgspec.convert(list(WEAPONS.values()), list[Weapon]))),
            "### Armour",
            table(
                ("kind", "edges and flaws", "hands", "soak", "against Piercing", "against Mental"),
                armour_rows(msgspec.convert(list(ARMOUR.values()), list[Armour])),
            ),
            "### Templates",
            TEMPLATE_NOTE,
            table(
                ("key", "name", "kind", "mook", "attributes", "abilities", "wields", "wears"), template_rows(TEMPLATES)
            ),
        )
    )


def weapon_rows(weapons: Iterable[Weapon]) -> Iterator[tuple[object, ...]]:
    """A row for each weapon."""
    for weapon in weapons:
        helps = score_adjustment(weapon) if "parrying" in weapon.edges else 0
        hinders = value_adjustment(weapon) if "unfit_to_parry" in weapon.flaws else 0
        yield (
            f"`{weapon.id}`",
            f"`{weapon.reach}`",
            f"`{REACHES[weapon.reach][-1]}`",
            code((*weapon.edges, *weapon.flaws)),
            "natural" if weapon.natural else " or ".join(str(hands) for hands in range(1, weapon.hands + 1)),
            damage_score(weapon),
            value_adjustment(weapon),
            signed(helps - hinders),
        )


def damage_score(weapon: Weapon) -> str:
    """The Damage Score in one hand, and in both where that makes a difference (YY-WPN-2)."""
    added = (score_adjustment(weapon), score_adjustment(weapon) + 1)[: 2 if "multihanded" in weapon.edges else 1]
    if weapon.reach in ("melee", "projectile"):
        return " / ".join(f"S + {one}" if one else "S" for one in added)
    return " / ".join(str(BASE_OF_REACH + one) for one in added)


def armour_rows(armour: Iterable[Armour]) -> Iterator[tuple[object, ...]]:
    """A row for each piece of armour."""
    for piece in armour:
        adds = protection(piece)
        against = (adds if edge in piece.edges else 0 for edge in ("hardened", "mental"))
        yield f"`{piece.id}`", code((*piece.edges, *piece.flaws)), piece.hands, adds, *against


def template_rows(templates: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[object, ...]]:
    """A row for each template."""
    for key, sheet in templates.items():
        abilities = map(ability_cell, sheet.get("abilities", ()))
        yield (
            f"`{key}`",
            sheet["name"],
            sheet["kind"],
            yes(sheet.get("mook")),
            ", ".join(str(sheet[attribute]) for attribute in ATTRIBUTES),
            ", ".join(abilities),
            code(grip["weapon"] for grip in sheet.get("wielded", ())),
            code(sheet.get("worn", ())),
        )


def ability_cell(ability: Mapping[str, Any]) -> str:
    """An ability with its rating and scope, in bold type if it is for fighting."""
    name = f"**{ability['name']}**" if ability.get("combat") else ability["name"]
    return f"{name} {ability['rating']} ({ability['scope']})"


def signed(number: int) -> str:
    """A number with its sign, 0 without."""
    return f"{number:+d}".replace("-", "−") if number else "0"
