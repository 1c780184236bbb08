"""Sheets of Black Dice as clients send them, and how they become the whole sheets of the stream."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId, Join, Name, OfWhom, StrictModel
from domain.core.events import CombatantJoined, PolicySet
from domain.model.event import Event, Json
from domain.model.suggestions import not_in_chart
from domain.ruleset.joining import (
    Newcomer,
    SheetError,
    find_template,
    id_from,
    newcomer_id,
    read_sheet,
    reject_sheet,
    with_pronoun,
)
from domain.rulesets.black_dice.parts import Key
from domain.rulesets.black_dice.state import BARE_HANDS, Fight, Person, Weapon
from domain.rulesets.black_dice.tables import COMMON_SKILLS, GREY_PENALTIES, HANDS, OBJECTS, TEMPLATES, WEAPONS
from domain.rulesets.black_dice.words import HERE, KIND_OF_STAT, STATS, Being, StatKind, WeaponMode

StatValue = Annotated[int, Field(ge=-5, le=15)]
Rank = Annotated[int, Field(ge=0, le=12)]
BASE_HEALTH = 5


class WeaponSheet(StrictModel):
    """A weapon: one of the table, changed where fields are given, or one of the group's own with all that it needs."""

    id: Key
    skill: Key | None = None
    mode: WeaponMode | None = None
    damage: int | None = Field(default=None, ge=0, le=20, description="dice")
    reach: int | None = Field(default=None, ge=0, le=3)
    bruise: bool | None = None
    hands: int | None = Field(default=None, ge=1, le=2)
    natural: bool | None = None


class PolicySheet(StrictModel):
    """Standing answers to prompts (BD-SKILL-14); players are asked by default what costs or saves them something."""

    response: Literal["ask", "attack_back", "dodge", "easy_target"] | None = None
    ask_choices: bool | None = None
    ask_reroll: bool | None = None
    ask_reduce: bool | None = None
    ask_injury: bool | None = None
    ask_ensure: bool | None = None
    ask_save: bool | None = None
    reroll_keep: Literal["better", "ask"] | None = None


class PersonSheet(StrictModel):
    """The sheet of a person or an automaton."""

    kind: Being = "person"
    name: Name
    pronoun: OfWhom = None
    player: bool = False
    side: Key | None = Field(default=None, description="by default players for player characters, else opposition")
    stats: dict[Key, StatValue] = Field(default_factory=dict, max_length=20)
    stat_kinds: dict[Key, StatKind] = Field(
        default_factory=dict, max_length=20, description="whether each further stat is physical or mental"
    )
    skills: dict[Key, Rank] = Field(default_factory=dict, max_length=60)
    common: dict[Key, bool] = Field(
        default_factory=dict, max_length=60, description="whether each further skill is common"
    )
    initiative: int | None = Field(default=None, ge=0, le=30, description="dice; default: DEX + Wits, at least 1")
    health_dice: int | None = Field(default=None, ge=1, le=20, description="default: 5 + Fortitude, at least 1")
    fate: int = Field(default=0, ge=0, le=60)
    weapons: tuple[WeaponSheet, ...] = Field(default=(), max_length=30)
    ready: tuple[Key, ...] = Field(default=(), max_length=8)
    armour: int = Field(default=0, ge=0, le=20)
    move: int = Field(default=20, ge=0, le=200, description="feet")
    breathes: bool | None = Field(default=None, description="default: true for persons")
    drinks: bool | None = Field(default=None, description="default: true for persons")
    zone: Key = HERE
    normal: int = Field(default=0, ge=0, le=200, description="normal marks from the start")
    bruise: int = Field(default=0, ge=0, le=200, description="bruise marks from the start")
    prone: bool = False
    unaware_of: tuple[CombatantId, ...] = Field(default=(), max_length=200)
    policy: PolicySheet = PolicySheet()


class ObjectSheet(StrictModel):
    """The sheet of an object (BD-OBJ-1)."""

    kind: Literal["object"]
    name: Name
    structure_dice: int = Field(ge=1, le=100, description="of each yard where the table says so")
    per_yard: bool = False
    most: int | None = Field(default=None, ge=1, le=100, description="the upper end of the table's range")
    yards: int = Field(default=1, ge=1, le=20)
    armour: int = Field(default=0, ge=0, le=20)
    zone: Key = HERE


TAKEN_WORDS = frozenset({"initiative", "move", "consciousness", "survival", "injury"})
"""What no further stat is called: the labels of rolls that the rules make, and what injuries change besides stats."""
SHEETS: TypeAdapter[PersonSheet | ObjectSheet] = TypeAdapter(PersonSheet | ObjectSheet)
KIND_OF_POLICY: Mapping[str, str] = {
    "response": "response",
    "ask_choices": "choose",
    "ask_reroll": "reroll",
    "ask_reduce": "reduce_damage",
    "ask_injury": "avoid_injury",
    "ask_ensure": "ensure_success",
    "ask_save": "save_from_death",
    "reroll_keep": "keep",
}
"""The kind of prompt that each field of a policy is about."""
NOTHING: Mapping[str, Json] = {"choose": {}, "reduce_damage": 0}
"""The answer of somebody who never wants to be asked; it is *no* for the other kinds."""


def join(fight: Fight, command: Join) -> Newcomer:
    """The ID of a newcomer and the facts of its joining: it is here, its standing answers."""
    given = {**find_template({**TEMPLATES, **OBJECTS}, command.template), **command.sheet}
    suggested = given.pop("id", None)
    if given.get("kind") == "object":
        given.setdefault("name", (command.template or "object").replace("_", " "))
        thing: ObjectSheet = read_sheet(TypeAdapter(ObjectSheet), given, ObjectSheet)
        least = OBJECTS.get(command.template or "", {}).get("structure_dice", 1)
        if thing.most is not None and not least <= thing.structure_dice <= thing.most:
            reject_sheet(
                SheetError("structure_dice", f"The table gives {thing.name} {least} to {thing.most} (BD-DATA-4).")
            )
        name = newcomer_id(command, suggested, thing.name)
        return name, [(_object_joined(name, thing), "all")]
    person: PersonSheet = read_sheet(TypeAdapter(PersonSheet), given, PersonSheet)
    misfits = list(_misfits(fight, person))
    if misfits:
        reject_sheet(*misfits)
    name = newcomer_id(command, suggested, person.name)
    policies: list[tuple[Event, str]] = [
        (PolicySet(of=name, kind=kind, answer=answer), name) for kind, answer in _policies(person.policy)
    ]
    return name, [(_person_joined(fight, name, person), "all"), *policies]


def newcomers(fight: Fight) -> dict[str, bool]:
    """Return the templates of people and of objects, each with whether its ID is free."""
    people = {key: template.get("id") or id_from(template["name"]) for key, template in TEMPLATES.items()}
    return {key: name not in fight.joined for key, name in {**people, **{key: key for key in OBJECTS}}.items()}


def _misfits(fight: Fight, sheet: PersonSheet) -> Iterator[SheetError]:
    """What does not hold together in a sheet each of whose fields is well."""
    for stat in sheet.stats:
        if stat not in KIND_OF_STAT and stat not in sheet.stat_kinds:
            yield SheetError(f"stats.{stat}", "Say in stat_kinds whether this stat is physical or mental.")
        if stat in TAKEN_WORDS:
            yield SheetError(f"stats.{stat}", "The rules mean something else by this word; call the stat otherwise.")
    for stat in sheet.stat_kinds:
        if stat in KIND_OF_STAT:
            yield SheetError(f"stat_kinds.{stat}", f"It is {KIND_OF_STAT[stat]} for everybody.")
    for skill in sheet.skills:
        if skill not in COMMON_SKILLS and skill not in sheet.common:
            yield SheetError(f"skills.{skill}", "Say in common whether this skill is a common one.")
    yield from _weapon_misfits(sheet)
    unknown = [other for other in sheet.unaware_of if other not in fight.people]
    if unknown:
        yield SheetError("unaware_of", f"Nobody is called {', '.join(unknown)} here.")


def _weapon_misfits(sheet: PersonSheet) -> Iterator[SheetError]:
    """Weapons that lack something, are there twice, or do not fit into two hands."""
    for number, weapon in enumerate(sheet.weapons):
        if weapon.id in BARE_HANDS:
            said = "Everybody has bare hands, and what they can do follows from the skills; leave them out."
            yield SheetError(f"weapons[{number}].id", said, "BD-DATA-2")
        missing = [field for field in ("skill", "mode", "damage") if getattr(weapon, field) is None]
        if weapon.id not in WEAPONS and missing:
            said = not_in_chart(weapon.id, WEAPONS, f"give its {', '.join(missing)}")
            yield SheetError(f"weapons[{number}].id", said)
    carried = {weapon.id: _weapon(weapon) for weapon in sheet.weapons if _is_whole(weapon)}
    if len({weapon.id for weapon in sheet.weapons}) != len(sheet.weapons):
        yield SheetError("weapons", "Two weapons have the same id.")
    strangers = [weapon for weapon in sheet.ready if weapon not in {weapon.id for weapon in sheet.weapons}]
    if strangers:
        yield SheetError("ready", f"{', '.join(strangers)}: not among the weapons.")
    held = [carried[weapon] for weapon in set(sheet.ready) & carried.keys()]
    if sum(weapon.hands for weapon in held if not weapon.natural) > HANDS:
        yield SheetError("ready", "They need more than two hands together.")


def _is_whole(weapon: WeaponSheet) -> bool:
    return weapon.id in WEAPONS or None not in (weapon.skill, weapon.mode, weapon.damage)


def _weapon(sheet: WeaponSheet) -> Weapon:
    """The weapon with every field, taken from the table where the sheet says nothing (BD-DATA-2)."""
    return msgspec.convert({**WEAPONS.get(sheet.id, {}), **sheet.model_dump(exclude_none=True)}, Weapon)


def _person_joined(fight: Fight, name: str, sheet: PersonSheet) -> CombatantJoined:
    """The whole person; dice of initiative are DEX and Wits where the sheet says nothing (BD-RUL-17)."""
    stats: dict[str, int] = {**dict.fromkeys(STATS, 0), **sheet.stats}
    living = sheet.kind == "person"
    health_dice = max(1, BASE_HEALTH + stats["fortitude"]) if sheet.health_dice is None else sheet.health_dice
    weapons = {weapon.id: _weapon(weapon) for weapon in sheet.weapons}
    person = Person(
        id=name,
        name=sheet.name,
        side=sheet.side or ("players" if sheet.player else "opposition"),
        kind=sheet.kind,
        player=sheet.player,
        stats=stats,
        stat_kinds=sheet.stat_kinds,
        skills=sheet.skills,
        common=sheet.common,
        initiative=max(1, stats["dex"] + stats["wits"]) if sheet.initiative is None else sheet.initiative,
        health_dice=health_dice,
        white_health=health_dice * fight.options.health_pips,
        grey_health=len(GREY_PENALTIES) * fight.options.grey_pips,
        fate=sheet.fate,
        weapons=weapons,
        ready=tuple(dict.fromkeys([*sheet.ready, *(key for key, weapon in weapons.items() if weapon.natural)])),
        armour=sheet.armour,
        move=sheet.move,
        breathes=living if sheet.breathes is None else sheet.breathes,
        drinks=living if sheet.drinks is None else sheet.drinks,
        normal=sheet.normal,
        bruise=sheet.bruise,
        zone=sheet.zone,
        prone=sheet.prone,
        unaware_of=sheet.unaware_of,
    )
    if person.normal + person.bruise >= person.track:
        reject_sheet(SheetError("normal", f"The track has {person.track} pips; join with at least one of them free."))
    return with_pronoun(
        CombatantJoined(combatant=name, name=sheet.name, side=person.side, sheet=msgspec.to_builtins(person)),
        sheet.pronoun,
    )


def _object_joined(name: str, sheet: ObjectSheet) -> CombatantJoined:
    """An object has two pips for each die (BD-OBJ-1); dice of the table count for each yard where it says so."""
    dice = sheet.structure_dice * (sheet.yards if sheet.per_yard else 1)
    whole: dict[str, Any] = {
        "kind": "object",
        "id": name,
        "name": sheet.name,
        "structure_dice": dice,
        "armour": sheet.armour,
        "pips": 2 * dice,
        "zone": sheet.zone,
    }
    return CombatantJoined(combatant=name, name=sheet.name, side=None, sheet=whole)


def _policies(policy: PolicySheet) -> Iterator[tuple[str, Json]]:
    """The standing answers that the sheet gives, by the kind of prompt."""
    for field, value in policy.model_dump(exclude_none=True).items():
        kind = KIND_OF_POLICY[field]
        if isinstance(value, bool):
            yield kind, "ask" if value else NOTHING.get(kind, "no")
        else:
            yield kind, value
