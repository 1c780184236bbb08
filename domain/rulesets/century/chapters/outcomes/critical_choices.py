"""What may be chosen for a critical throw (CE-CRIT-10 to CE-CRIT-23), and the standard choice."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.fields.field import Field as FormField
from domain.fields.field import Lookup, Many, looked_up, record
from domain.fields.sets import AnyText, Node, Span
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.century.chapters.conditions.condition_terms import OF_CONSEQUENCES
from domain.rulesets.century.chapters.narrator.attitudes import FRIENDLY, HOSTILE, is_npc, require_npc, require_other
from domain.rulesets.century.chapters.objections import Objection, refuse_for
from domain.rulesets.century.chapters.outcomes.consequences import (
    PHRASE_OF_CONSEQUENCE,
    Limits,
    consequence_fields,
    consequence_of,
)
from domain.rulesets.century.chapters.rolls.degrees import MOST
from domain.rulesets.century.items import Weapon
from domain.rulesets.century.parts import CriticalSheet
from domain.rulesets.century.state import Consequence, CriticalChoice, Fight, Roll
from domain.rulesets.century.vocabularies import DICE, YES, YES_NO, ids, labelled
from domain.rulesets.century.words import ATTITUDES, Attitude, Critical, CriticalKind


class Row(NamedTuple):
    """An effect: its rule, the throw that it is for, the fields that say more of it, whether it is for attacks only."""

    rule: str
    of: Critical | None = None
    fields: frozenset[str] = frozenset()
    attacks: bool = False


OF_NPC: Final = frozenset({"npc", "attitude", "join"})
EFFECTS: Final[Mapping[CriticalKind, Row]] = {
    "none": Row("CE-CRIT-10"),
    "automatic_hit": Row("CE-CRIT-11", "success", attacks=True),
    "double_damage": Row("CE-CRIT-12", "success", attacks=True),
    "instant_ally": Row("CE-CRIT-13", "success", OF_NPC),
    "confession": Row("CE-CRIT-14", "success", frozenset({"npc", "text"})),
    "drop_weapon": Row("CE-CRIT-15", "failure", frozenset({"weapon"})),
    "jam": Row("CE-CRIT-16", "failure", frozenset({"weapon", "rounds"})),
    "break_weapon": Row("CE-CRIT-18", "failure", frozenset({"weapon"})),
    "explode_weapon": Row("CE-CRIT-19", "failure", frozenset({"weapon", "damage", "radius"})),
    "instant_enemy": Row("CE-CRIT-20", "failure", OF_NPC),
    "other": Row("CE-CRIT-21", None, frozenset({"text", "modifiers"})),
}
"""The effects by name."""
PARAMETERS: Final = frozenset({"weapon", "rounds", "damage", "radius", "npc", "attitude", "join", "text", "modifiers"})
OF_WEAPON: Final = frozenset({"drop_weapon", "jam", "break_weapon", "explode_weapon"})
FIREARM_FAILS: Final[tuple[tuple[int, CriticalKind], ...]] = (
    (97, "jam"),
    (99, "break_weapon"),
    (100, "explode_weapon"),
)
"""The standard effect of a critical failure with a firearm, up to each number (CE-CRIT-22, CE-RUL-35)."""
DOUBLE_UP_TO: Final = 2
"""Up to this number a critical success of an attack doubles its damage (CE-CRIT-22)."""
WORST: Final = 100


def is_attack(roll: Roll) -> bool:
    """Return whether it is the To-Hit Roll of an attack."""
    return roll.kind == "to_hit"


# The standard effects


def standard_choice(fight: Fight, roll: Roll) -> CriticalChoice:
    """Return the standard effect, by the number thrown (CE-CRIT-22)."""
    number = roll.number or 0
    if not is_attack(roll):
        return CriticalChoice("none")
    if roll.critical == "success":
        return CriticalChoice("double_damage" if number <= DOUBLE_UP_TO else "automatic_hit")
    weapon = fight.people[roll.combatant].weapons.get(roll.weapon or "")
    return CriticalChoice("none") if weapon is None else CriticalChoice(_failure_of(weapon, number), weapon.id)


def _failure_of(weapon: Weapon, number: int) -> CriticalKind:
    if weapon.is_firearm:
        return next(effect for highest, effect in FIREARM_FAILS if number <= highest)
    if number < WORST:
        return "drop_weapon"
    return "explode_weapon" if weapon.is_explosive else "break_weapon"


def standard_degree(fight: Fight, roll: Roll) -> int | None:
    """Return the degree by the standard effect of a roll that is no attack: the best or the worst (CE-CRIT-22).

    The reading is that of CE-RUL-27.
    """
    if is_attack(roll) or not fight.options.degrees:
        return None
    return max(MOST, len(roll.ladder)) if roll.critical == "success" else -MOST


# What the narrator chooses


def fits(roll: Roll, effect: CriticalKind) -> bool:
    """Return whether an effect is for such a roll (CE-CRIT-23)."""
    row = EFFECTS[effect]
    return row.of in (None, roll.critical) and (is_attack(roll) or not row.attacks)


class Choices(NamedTuple):
    """What may be chosen for a critical throw: the effects, and for each of them what more is said, by its name."""

    effects: tuple[CriticalKind, ...]
    weapons: Node
    unnamed_weapons: Node
    npcs: Node
    unnamed_npcs: Node
    bearers: tuple[str, ...]


def choices_of(fight: Fight, roll: Roll) -> Choices:
    """Return what may be chosen for the roll (CE-CRIT-10 to CE-CRIT-21)."""
    roller = fight.people[roll.combatant]
    held = [roller.weapons[item] for item in dict.fromkeys(roller.held.values())]
    if is_attack(roll):
        held = [weapon for weapon in held if weapon.id == roll.weapon]
    failing: dict[str, Node] = {
        effect: labelled([weapon for weapon in held if why_not_to_fail(weapon, effect) is None])
        for effect in EFFECTS
        if effect in OF_WEAPON
    }
    alone = is_attack(roll) or len(set(roller.held.values())) == 1
    npcs = ids(person for person in fight.people.values() if is_npc(person) and person.id != roller.id)
    possible = {
        effect: bool(failing.get(effect, npcs if "npc" in row.fields else YES)) for effect, row in EFFECTS.items()
    }
    return Choices(
        tuple([effect for effect, is_possible in possible.items() if is_possible and fits(roll, effect)]),
        failing,
        () if alone else dict.fromkeys(failing, YES),
        {effect: npcs for effect, row in EFFECTS.items() if "npc" in row.fields},
        () if roll.target_of in npcs else {effect: YES for effect, row in EFFECTS.items() if "npc" in row.fields},
        ids(
            person
            for person in fight.people.values()
            if person.id in (roll.combatant, roll.target_of) and person.throws
        ),
    )


OF_ATTITUDES: Final[Node] = {
    "instant_ally": ATTITUDES[ATTITUDES.index(FRIENDLY) :],
    "instant_enemy": ATTITUDES[: ATTITUDES.index(HOSTILE) + 1],
}


PHRASE_OF_CRITICAL: Final = (
    "{effect}[, {weapon}][, for {rounds:round|rounds}][, {damage} damage][, within {radius:metre|metres}]"
    "[, {npc}][, with {attitude}][, changing sides{join?}][: “{text}”][; {modifiers}]"
)
"""The phrase of a choice."""


def critical_fields(
    of: Callable[[str, Callable[[Choices], Any]], Node], by: tuple[str, ...], limits: Limits
) -> dict[str, FormField]:
    """Return the fields of a choice; ``of`` finds something of the choices, by the fields ``by`` if there are any."""

    def source(name: str, part: Callable[[Choices], Any], *more: str) -> Any:
        node = of(name, part)
        return Lookup(node, (*by, *more)) if by or more else node

    def of_effect(node: Node, **more: Any) -> FormField:
        return looked_up(node, "effect", **{"required": False, "default": None, "seldom": True, **more})

    texts: dict[str, Node] = dict.fromkeys(("confession", "other"), AnyText(500, 1))
    conditions = consequence_fields(limits, tuple(OF_CONSEQUENCES))
    return {
        "effect": FormField(source=source("effects", lambda choices: choices.effects), required=True),
        "weapon": FormField(
            source=source("weapons", lambda choices: choices.weapons, "effect"),
            required=source("unnamed weapons", lambda choices: choices.unnamed_weapons, "effect"),
            default=None,
        ),
        "rounds": of_effect({"jam": Span(1, 10)}).but(default=1),
        "damage": of_effect({"explode_weapon": DICE}),
        "radius": of_effect({"explode_weapon": Span(0, 20)}),
        "npc": FormField(
            source=source("NPCs", lambda choices: choices.npcs, "effect"),
            required=source("unnamed NPCs", lambda choices: choices.unnamed_npcs, "effect"),
            default=None,
        ),
        "attitude": of_effect(OF_ATTITUDES),
        "join": of_effect(dict.fromkeys(("instant_ally", "instant_enemy"), YES_NO), default=False),
        "text": looked_up(texts, "effect", required=True),
        "modifiers": record(
            {
                "combatant": FormField(
                    source=source("bearers of conditions", lambda choices: choices.bearers), required=True
                ),
                "condition": record(conditions, phrase=PHRASE_OF_CONSEQUENCE, required=True),
            },
            phrase="{combatant}: {condition}",
            many=Many(0, 4),
            when={"effect": ("other",)},
            required=False,
            default=[],
            seldom=True,
        ),
    }


def checked_choice(fight: Fight, roll: Roll, sheet: CriticalSheet, field: str) -> CriticalChoice:
    """Return the choice with its defaults; refuses an effect that does not fit the roll (CE-CRIT-23)."""
    effect, row = sheet.effect, EFFECTS[sheet.effect]
    kind = f"critical {roll.critical} of {'an attack' if is_attack(roll) else 'a roll that is no attack'}"
    require(fits(roll, effect), "CE-CRIT-23", f"The effect {effect} is not one of a {kind}.", field=f"{field}.effect")
    for name in sorted(sheet.model_fields_set & PARAMETERS - row.fields):
        value = getattr(sheet, name)
        given = value is not None and value is not False and value not in ("", ())
        require(not given, row.rule, f"The effect {effect} takes no `{name}`; leave it out.", field=f"{field}.{name}")
    return CriticalChoice(
        effect,
        weapon=weapon_struck(fight, roll, sheet, field).id if effect in OF_WEAPON else None,
        rounds=sheet.rounds,
        damage=sheet.damage or "",
        radius=sheet.radius,
        npc=_npc(fight, roll, sheet, field) if "npc" in row.fields else None,
        attitude=_attitude(sheet, field) if "attitude" in row.fields else None,
        join=sheet.join,
        text=_text(sheet, row, field),
        conditions=_conditions(fight, roll, sheet, field),
    )


def weapon_struck(fight: Fight, roll: Roll, sheet: CriticalSheet, field: str) -> Weapon:
    """Return the weapon of the attack, or an item in the roller's hands (CE-CRIT-23)."""
    roller = fight.people[roll.combatant]
    held = tuple(dict.fromkeys(roller.held.values()))
    if is_attack(roll):
        item = roll.weapon
        said = "It is the weapon of the attack that fails."
        require(sheet.weapon in (None, item), "CE-CRIT-23", said, field=f"{field}.weapon")
    else:
        item = sheet.weapon or (held[0] if len(held) == 1 else None)
    if item is None or item not in held:
        none = f"{roller.name} holds nothing that could fail."
        said = f"{roller.name} holds {', '.join(held)}; name the one that fails." if held else none
        refuse("CE-CRIT-23", said, field=f"{field}.weapon")
    weapon = roller.weapons[item]
    objection = why_not_to_fail(weapon, sheet.effect)
    refuse_for(objection and objection._replace(field=f"{field}.effect"))
    return weapon


def why_not_to_fail(weapon: Weapon, effect: CriticalKind) -> Objection | None:
    """Return why a weapon does not fail so, or None.

    Firearms jam; firearms and what has an area explode; nothing fails twice in the same way (CE-CRIT-23).
    """
    if effect == "jam" and not (weapon.is_firearm and weapon.state == "working"):
        return Objection("CE-CRIT-16", f"{weapon.name} cannot jam; only a firearm that works can.")
    explosive = weapon.is_firearm or weapon.area > 0
    if effect == "explode_weapon" and (not explosive or weapon.state == "destroyed"):
        return Objection("CE-CRIT-19", f"{weapon.name} cannot explode; firearms and what has an area can.")
    if effect == "break_weapon" and weapon.state not in ("working", "jammed"):
        return Objection("CE-CRIT-18", f"{weapon.name} is {weapon.state} already.")
    return None


def _npc(fight: Fight, roll: Roll, sheet: CriticalSheet, field: str) -> str:
    """Return the NPC that is named, else the roll's target.

    A Character feels what its player says (CE-CRIT-13, CE-NPC-9).
    """
    where = f"{field}.npc"
    name = sheet.npc or roll.target_of
    if name is None:
        refuse(EFFECTS[sheet.effect].rule, f"Say which NPC {sheet.effect} is about.", field=where)
    npc = require_npc(fight, name, where)
    require_other(roll.combatant, npc, where)
    return npc.id


def _attitude(sheet: CriticalSheet, field: str) -> Attitude:
    """Goodwill or better of an ally, enmity or worse of an enemy (CE-CRIT-13, CE-CRIT-20)."""
    ally = sheet.effect == "instant_ally"
    least: Attitude = FRIENDLY if ally else HOSTILE
    named: Attitude = sheet.attitude or least
    rank, bound = ATTITUDES.index(named), ATTITUDES.index(least)
    said = f"{sheet.effect} brings {least} or {'better' if ally else 'worse'}, not {named}."
    require(rank >= bound if ally else rank <= bound, EFFECTS[sheet.effect].rule, said, field=f"{field}.attitude")
    return named


def _text(sheet: CriticalSheet, row: Row, field: str) -> str:
    said = f"Say in text what {sheet.effect} comes to."
    require("text" not in row.fields or sheet.text, row.rule, said, field=f"{field}.text")
    return sheet.text


def _conditions(fight: Fight, roll: Roll, sheet: CriticalSheet, field: str) -> tuple[tuple[str, Consequence], ...]:
    """Conditions on the roller or its target (CE-CRIT-21)."""
    chosen = []
    for place, one in enumerate(sheet.modifiers):
        where = f"{field}.modifiers[{place}]"
        bearer = find_combatant(fight, one.combatant, f"{where}.combatant")
        said = f"Only the roller and a living target can get conditions, not {bearer.name}."
        concerned = bearer.id in (roll.combatant, roll.target_of) and bearer.throws
        require(concerned, "CE-CRIT-21", said, field=f"{where}.combatant")
        said = f"{one.condition.effect} is no condition."
        known = one.condition.effect in OF_CONSEQUENCES
        require(known, "CE-CRIT-21", said, field=f"{where}.condition.effect")
        chosen.append((bearer.id, consequence_of(fight, one.condition, f"{where}.condition")))
    return tuple(chosen)
