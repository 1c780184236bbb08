"""Modifiers of a roll: those that the narrator names (CE-SKILL-9 to CE-SKILL-16), checked against the tables."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from domain.fields.field import Field, Lookup, Many, looked_up, record, text
from domain.fields.sets import ABSENT_KEY, ANY_KEY, Labelled, Node, Set, Span, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.model.refusal import refuse, require
from domain.model.suggestions import instead, unknown
from domain.rulesets.century.chapters.objections import Objection, refuse_for
from domain.rulesets.century.labels import LABELS
from domain.rulesets.century.options import Options
from domain.rulesets.century.parts import ModifierSheet
from domain.rulesets.century.state import Fight, Modifier, Person
from domain.rulesets.century.tables import CUSTOM, LIGHTS, MODIFIERS, ModifierRow
from domain.rulesets.century.vocabularies import KEY, YES, labelled
from domain.rulesets.century.words import RollKind
from domain.text.words import Label

OFF_HAND, DOMINANT_OF_PAIR, OFF_OF_PAIR = "off_hand", "two_hands_dominant", "two_hands_off"
HANDS: Final = frozenset({OFF_HAND, DOMINANT_OF_PAIR, OFF_OF_PAIR})
EXCLUSIVE: Final = (
    (frozenset(LIGHTS.values()), "CE-SKILL-15", "Only one light counts at a time"),
    (frozenset({"lucky_day", "unlucky_day"}), "CE-SKILL-16", "A day is lucky or unlucky"),
    (frozenset({"resembles_friend", "resembles_enemy"}), "CE-SKILL-16", "One looks like a friend or like an enemy"),
    (HANDS, "CE-SKILL-16", "Only one of the hands counts"),
)
"""Keys of which a roll bears one, with the rule and the sentence."""
LUCK: Final = {"lucky_day": "lucky", "unlucky_day": "unlucky"}
"""Conditions that stand for a modifier of another key (CE-SKILL-14)."""
OF_CONDITIONS: Final = frozenset({"drunk", "drugged", "surprised", "lucky_day", "unlucky_day"})
REMOVABLE: Final = frozenset(
    {"light", "rain", "wind", "drunk", "drugged", "surprised", "lucky", "unlucky", "diseased", "hindered"}
)
"""Standing modifiers that `without` may name (CE-SKILL-14); one hindrance by `hindered:` and its label."""
SWAPPED: Final = {"light_moonlight": "light_twilight", "light_twilight": "light_moonlight"}
CUSTOM_MOST: Final = 200


def modifiers_of(
    fight: Fight,
    roller: Person,
    sheets: Sequence[ModifierSheet],
    without: Sequence[str],
    kind: RollKind,
    field: str,
    *,
    ranged: bool = False,
    with_scene: Sequence[str] = (),
    taken: frozenset[str] = frozenset(),
) -> tuple[Modifier, ...]:
    """Return the modifiers with their signed amounts; refuses what the tables or what already counts forbid.

    ``field`` is where their list stands; ``taken`` are the keys that the rules of an attack have set (CE-MOD-21), so
    that a row of two tables counts once (CE-SKILL-56).
    """
    _require_removable(without, field)
    if not sheets:
        return ()
    named: list[Modifier] = []
    for place, sheet in enumerate(sheets):
        where = f"{field}.modifiers[{place}]"
        modifier = _modifier(fight.options, roller, sheet, where)
        objection = why_not_allowed(fight.options, kind, modifier.key, ranged=ranged)
        refuse_for(objection and objection._replace(field=where))
        counted = modifier.key in taken or _counts_already(fight, roller, modifier.key, without, kind, with_scene)
        require(not counted, "CE-ROLL-11", f"{modifier.key} counts already; leave it out.", field=where)
        twice = any((one.key, one.label) == (modifier.key, modifier.label) for one in named)
        require(not twice, "CE-ROLL-11", f"“{modifier.label or LABELS[modifier.key]}” is named twice.", field=where)
        named.append(modifier)
    of_luck = {key for key, name in LUCK.items() if name in roller.conditions and name not in without}
    _require_exclusive({one.key for one in named}, taken | of_luck, field)
    return tuple(named)


def light_amount(options: Options, key: str) -> int:
    """Return what a light takes off; the option swaps moonlight and twilight (CE-RUL-10)."""
    return MODIFIERS[SWAPPED.get(key, key) if options.light_order == "swapped" else key].amount or 0


def hand_amount(options: Options, roller: Person, key: str) -> int:
    """Return what a hand takes off; the ambidextrous have no off hand (CE-SKILL-40, CE-RUL-8, CE-DUAL-8, CE-RUL-81)."""
    off_hand = 0 if roller.ambidextrous else MODIFIERS[OFF_HAND].amount or 0
    if key == OFF_HAND:
        return off_hand
    if roller.ambidextrous and options.ambidextrous_pair == "both_dominant":
        return MODIFIERS[DOMINANT_OF_PAIR].amount or 0
    added = off_hand if key == OFF_OF_PAIR and options.two_hands_with_off_hand == "add" else 0
    return (MODIFIERS[key].amount or 0) + added


def _amount_of_row(options: Options, roller: Person, key: str) -> int | None:
    if key in HANDS:
        return hand_amount(options, roller, key)
    return light_amount(options, key) if key in SWAPPED else MODIFIERS[key].amount


def _modifier(options: Options, roller: Person, sheet: ModifierSheet, where: str) -> Modifier:
    if sheet.key == CUSTOM:
        return _custom(roller, sheet, where)
    row = MODIFIERS.get(sheet.key)
    if row is None:
        said = f"There is no modifier “{sheet.key}”; {instead(sheet.key, [*MODIFIERS, CUSTOM])}"
        refuse("CE-ROLL-11", said, code="invalid", field=where)
    said = f"Only a modifier of your own has a name or gear; leave those of “{LABELS[sheet.key]}” out."
    require(sheet.label is None and sheet.item is None, "CE-SKILL-12", said, field=where)
    of_table = _amount_of_row(options, roller, sheet.key)
    amount = _amount(sheet, row, of_table, where)
    return Modifier(sheet.key, row.sign * amount, ruled=of_table is not None and amount != of_table)


def _amount(sheet: ModifierSheet, row: ModifierRow, of_table: int | None, where: str) -> int:
    """Return the amount without its sign: the table's, or the narrator's within what the row leaves open."""
    if sheet.amount is None:
        rule = "CE-SKILL-10" if row.span else "CE-SKILL-11"
        if of_table is None:
            refuse(rule, f"“{LABELS[sheet.key]}” needs an amount.", field=f"{where}.amount")
        return of_table
    low, high = row.span or (1, 100)
    rule = "CE-SKILL-9" if of_table is not None else "CE-SKILL-10" if row.span else "CE-SKILL-11"
    within = low <= sheet.amount <= high
    require(within, rule, f"The amount of “{LABELS[sheet.key]}” is {low} to {high}.", field=f"{where}.amount")
    return sheet.amount


def _custom(roller: Person, sheet: ModifierSheet, where: str) -> Modifier:
    """A modifier of the narrator's own, or the hint of an item (CE-SKILL-12, CE-SHEET-21)."""
    item = roller.gear.get(sheet.item) if sheet.item is not None else None
    if sheet.item is not None and item is None:
        said = f"{roller.name} has no gear “{sheet.item}”"
        said = unknown(said, sheet.item, roller.gear, f"{roller.name} has no gear.")
        refuse("CE-SHEET-21", said, code="invalid", field=f"{where}.item")
    label = sheet.label or (item.name if item is not None else None)
    require(label is not None, "CE-SKILL-12", "A modifier of your own needs a name.", field=f"{where}.label")
    amount = sheet.amount if sheet.amount is not None else item.bonus_hint if item is not None else 0
    within = amount != 0 and abs(amount) <= CUSTOM_MOST
    require(within, "CE-SKILL-12", "An amount of your own is −200 to 200, and not 0.", field=f"{where}.amount")
    return Modifier(CUSTOM, amount, label or "")


def why_not_allowed(options: Options, kind: RollKind, key: str, *, ranged: bool) -> Objection | None:
    """Return why a row is not for such a roll, or None; most rows count in attacks, too (CE-MOD-23)."""
    attack = kind == "to_hit"
    objections = {
        "cover": (attack, "CE-RUL-9", "Cover of an attack is that of the target; “Set cover” says it."),
        "elevated": (not (attack and ranged), "CE-SKILL-32", "An elevated position helps ranged attacks alone."),
        "character_moving": (attack, "CE-RUL-11", f"In attacks “{LABELS['attacker_moving']}” counts instead."),
        "attacker_moving": (not attack, "CE-MOD-22", "This roll is no attack."),
    }
    forbidden, rule, said = objections.get(key, (False, "", ""))
    if key == "cover" and not attack and options.cover_penalty != "other_rolls":
        return Objection("CE-RUL-9", "Cover is no penalty here.")
    return Objection(rule, said) if forbidden else None


def _counts_already(
    fight: Fight, roller: Person, key: str, without: Sequence[str], kind: RollKind, with_scene: Sequence[str]
) -> bool:
    """Return whether the scene or the roller's state brings this modifier already (CE-SKILL-14, CE-RUL-29)."""
    scene = fight.scene
    if key in LIGHTS.values():
        return scene.light != "day" and _of_scene("light", without, kind, with_scene)
    if key in ("rain", "wind"):
        on = scene.rain if key == "rain" else scene.wind
        return on and _of_scene(key, without, kind, with_scene)
    name = LUCK.get(key, key)
    return key in OF_CONDITIONS and name in roller.conditions and name not in without


def _of_scene(name: str, without: Sequence[str], kind: RollKind, with_scene: Sequence[str]) -> bool:
    return name in with_scene if kind == "reaction" else name not in without


def _require_removable(without: Iterable[str], field: str) -> None:
    for name in without:
        where = f"{field}.without"
        require(name != "health", "CE-HC-10", "Wounds always count; offset them by a custom bonus.", field=where)
        known = name in REMOVABLE or name.startswith("hindered:")
        said = f"{name} cannot be left out; {', '.join(sorted(REMOVABLE))} can."
        require(known, "CE-SKILL-14", said, field=where)


# The fields of modifiers


class Gearing(NamedTuple):
    """Gear that modifiers may name: items by key and owner; names, and where an amount must be said, by key and item.

    All three go by the owner last, if they go by it. ``amounts`` are what amounts may be, by key.
    """

    items: Node
    names: Node
    unsaid: Node
    amounts: Node


AMOUNTS: Final[Node] = {
    CUSTOM: Without(Span(-CUSTOM_MOST, CUSTOM_MOST), (0,)),
    **{key: Span(*row.span) for key, row in MODIFIERS.items() if row.span},
    ANY_KEY: Span(1, 100),
}
WITHOUT_AMOUNT: Final[dict[str, Node]] = {key: YES for key, row in MODIFIERS.items() if row.amount is None}
"""Rows whose amount has to be said."""
AT_MOST_ONE: Final = (
    *[tuple(sorted(group)) for group, _, _ in EXCLUSIVE],
    *[(key,) for key in MODIFIERS if not any(key in group for group, _, _ in EXCLUSIVE)],
)
"""Keys of which a list has one at most."""


def modifier_fields(keys: Set | Lookup, gearing: Gearing, owner: tuple[str, ...] = (), **more: Any) -> Field:
    """Return the field of modifiers, whose keys these are, with the gear of whom the field ``owner`` names."""
    return record(
        {
            "key": Field(source=keys, required=True),
            "item": looked_up(gearing.items, "key", *owner, required=False, seldom=True),
            "label": text(
                80,
                1,
                default=Lookup(gearing.names, ("key", "item", *owner)),
                when={"key": (CUSTOM,)},
                required={"item": (None,)},
            ),
            "amount": looked_up(gearing.amounts, "key", required=Lookup(gearing.unsaid, ("key", "item", *owner))),
        },
        phrase="{key}[ “{label}”][ ({amount})]",
        many=Many(0, 20),
        differ=("key", "label"),
        apart={"key": AT_MOST_ONE},
        seldom=True,
        **more,
    )


def gearing_of(person: Person) -> Gearing:
    """Return the gear of a combatant."""
    gear = person.gear.values()
    return Gearing(
        {CUSTOM: labelled(gear)},
        {CUSTOM: {item.id: (Labelled(item.name, item.name),) for item in gear}},
        {**WITHOUT_AMOUNT, CUSTOM: {ABSENT_KEY: YES, **{item.id: YES for item in gear if not item.bonus_hint}}},
        AMOUNTS,
    )


def _with_gear(fight: Fight) -> list[Person]:
    return [person for person in fight.people.values() if person.gear]


def _names_of_gear(view: View[Fight]) -> Node:
    table: dict[str, Any] = {}
    for person in _with_gear(view.state):
        for item in person.gear.values():
            table.setdefault(item.id, {})[person.id] = (Labelled(item.name, item.name),)
    return {CUSTOM: table}


def _unsaid_amounts(view: View[Fight]) -> Node:
    table: dict[str, Any] = {ABSENT_KEY: YES}
    for person in _with_gear(view.state):
        for item in person.gear.values():
            if not item.bonus_hint:
                table.setdefault(item.id, {})[person.id] = YES
    return {**WITHOUT_AMOUNT, CUSTOM: table}


GEARING: Final = Gearing(
    Vocabulary[Fight](
        "gear",
        lambda view: {
            CUSTOM: {person.id: labelled(person.gear.values()) for person in _with_gear(view.state)},
        },
    ),
    Vocabulary[Fight]("names of gear", _names_of_gear),
    Vocabulary[Fight]("modifiers without an amount of their own", _unsaid_amounts),
    Vocabulary[Fight]("amounts of modifiers", lambda view: AMOUNTS),
)
"""The gear of everybody, by its owner."""
NO_GEARING: Final = Gearing({CUSTOM: KEY}, {}, {**WITHOUT_AMOUNT, CUSTOM: {ABSENT_KEY: YES}}, GEARING.amounts)
"""Any items, of whomever they are."""


def standing_names(fight: Fight, roller: Person) -> frozenset[str]:
    """Return what stands of the scene and of the roller's state, by the names that ``without`` has for it."""
    scene = fight.scene
    of_scene = {"light": scene.light != "day", "rain": scene.rain, "wind": scene.wind}
    of_roller = [name for key in OF_CONDITIONS if (name := LUCK.get(key, key)) in roller.conditions]
    return frozenset([*of_roller, *(name for name, on in of_scene.items() if on)])


def _bringers(key: str) -> frozenset[str]:
    """Return the standing modifiers beside which a key is not named (CE-SKILL-14, CE-SKILL-15, CE-SKILL-16)."""
    if key in LIGHTS.values():
        return frozenset({"light"})
    if key in LUCK:
        return frozenset(LUCK.values())
    return frozenset({key} if key in ("rain", "wind", *OF_CONDITIONS) else ())


@lru_cache(maxsize=256)
def keys_beside(
    options: Options, kind: RollKind, standing: frozenset[str], *, ranged: bool = False, of_hand: bool = False
) -> Node:
    """Return the keys that may be named beside what stands, by what ``without`` leaves out of that.

    With ``of_hand`` the hand that is used counts already.
    """
    allowed = [
        key
        for key in MODIFIERS
        if why_not_allowed(options, kind, key, ranged=ranged) is None and not (of_hand and key in HANDS)
    ]
    free = tuple([key for key in allowed if not _bringers(key) & standing])
    more = {name: tuple([key for key in allowed if _bringers(key) & standing == {name}]) for name in sorted(standing)}
    usual = (*free, CUSTOM)
    if not standing:
        return usual
    rows: dict[str, Node] = {name: (*free, *keys, CUSTOM) for name, keys in more.items()}
    return {ABSENT_KEY: usual, ANY_KEY: usual, **rows}


def names_to_leave_out(fight: Fight) -> tuple[str | Labelled, ...]:
    """Return the standing modifiers that may be left out (CE-SKILL-14)."""
    hindrances = {
        key: Labelled(key, Label.filled("hindered_by", label=bad.label or ""))
        for person in fight.people.values()
        for key, bad in person.conditions.items()
        if key.startswith("hindered:")
    }
    return (*sorted(REMOVABLE), *hindrances.values())


STANDING: Final[Vocabulary[Fight]] = Vocabulary("standing modifiers", lambda view: names_to_leave_out(view.state))


def _require_exclusive(named: set[str], standing: frozenset[str], field: str) -> None:
    """Of what excludes each other one counts, whether named or standing already (CE-SKILL-15, CE-SKILL-16)."""
    for group, rule, said in EXCLUSIVE:
        both = (named | standing) & group
        if named & group and len(both) > 1:
            refuse(rule, f"{said}: {' and '.join(sorted(both))}.", field=f"{field}.modifiers")
