"""Sheets of Yin-Yang as clients send them, and how they become the whole sheets of the stream."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Annotated, ClassVar

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import Join, Name, OfWhom, StrictModel
from domain.core.events import CombatantJoined
from domain.model.event import Event
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
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet
from domain.rulesets.yin_yang.gear_sheets import (
    armour_misfits,
    armour_of,
    grip_misfits,
    weapon_misfits,
    weapon_of,
    worn_misfits,
)
from domain.rulesets.yin_yang.items import Grip
from domain.rulesets.yin_yang.limits import Limit, broken_limits
from domain.rulesets.yin_yang.parts import AbilityName, ArmourSheet, Key, WeaponSheet
from domain.rulesets.yin_yang.said import LIMITS
from domain.rulesets.yin_yang.scores import NATURAL, derive
from domain.rulesets.yin_yang.state import Ability, DefaultAttack, Fight, Person
from domain.rulesets.yin_yang.tables import OUT_BELOW_ZERO, TEMPLATES
from domain.rulesets.yin_yang.words import (
    ATTRIBUTES,
    NARRATOR_DECK,
    TRACKS,
    Colour,
    Kind,
    Scope,
    Unarmed,
)
from domain.story.told import Told
from domain.text.sentences import Spoken
from domain.text.validation import ValidationMessage, format_path

Score = Annotated[int, Field(ge=1, le=100)]  # YY-RUL-1; limits are those of a level alone (YY-RUL-67)
Current = Annotated[int | None, Field(ge=-200, le=200, description="current value; by default the maximum")]
SIDE_OF_KIND: dict[Kind, str] = {"hero": "heroes", "npc": "opposition", "bystander": "bystanders"}
COLOURS: tuple[Colour, ...] = ("red", "black")
"""Of the first side, of the second, of the third again."""


class AbilitySheet(StrictModel):
    """An ability (YY-SKILL-1): its rating, how wide it is, whether one can fight with it."""

    name: AbilityName
    rating: Score
    scope: Scope
    combat: bool = False
    unarmed: Unarmed = "none"


class DefaultAttackSheet(StrictModel):
    """What is used where nothing is named (YY-ATK-3)."""

    weapon: Key
    ability: AbilityName | None = None


class PersonSheet(StrictModel):
    """The sheet of a combatant."""

    kind: Kind = "npc"
    name: Name
    pronoun: OfWhom = None
    side: Key | None = Field(default=None, description="by default heroes, opposition or bystanders, by the kind")
    mook: bool = False
    colour: Colour | None = Field(
        default=None, description="by default that of the side, which is red or black in turn"
    )
    deck: Key | None = Field(default=None, description="key of the deck; by default a hero's own, else the narrator's")
    strength: Score
    endurance: Score
    speed: Score
    intellect: Score
    will: Score
    perception: Score
    abilities: tuple[AbilitySheet, ...] = Field(default=(), max_length=60)
    weapons: tuple[WeaponSheet, ...] = Field(default=(), max_length=30)
    armour: tuple[ArmourSheet, ...] = Field(default=(), max_length=30)
    wielded: tuple[GripSheet, ...] = Field(default=(), max_length=8)
    worn: tuple[Key, ...] = Field(default=(), max_length=16)
    default_attack: DefaultAttackSheet | None = None
    vitality: Current = None
    mental_balance: Current = None
    stamina: Current = None


SHEETS: TypeAdapter[PersonSheet] = TypeAdapter(PersonSheet)


RULE_OF_FIELD: Mapping[str, str] = {
    **dict.fromkeys(ATTRIBUTES, "YY-ATTR-1"),
    "rating": "YY-SKILL-2",
    "scope": "YY-SKILL-1",
    "reach": "YY-WPN-1",
}
"""The rule that a fault of shape in a field breaks."""
RULE_OF_TRACK: Mapping[str, str] = {"vitality": "YY-VIT-1", "mental_balance": "YY-MB-1", "stamina": "YY-STAM-1"}


def join(fight: Fight, command: Join) -> Newcomer:
    """The ID of a newcomer and the facts of its joining: it is here, and each limit of the level that it breaks.

    Attributes that were thrown for that ID stand in place of a template's, and the sheet may not change them
    (YY-ATTR-6). With ``validation`` strict a hero that breaks a limit does not join (YY-ATTR-7).
    """
    given = {**find_template(TEMPLATES, command.template), **command.sheet}
    suggested = given.pop("id", command.template)
    known_as = command.id or suggested or id_from(str(given.get("name")))
    thrown: dict[str, int] = dict(zip(ATTRIBUTES, fight.generated.get(str(known_as), ()), strict=False))
    changed = [key for key in thrown if command.sheet.get(key, thrown[key]) != thrown[key]]
    sheet: PersonSheet = read_sheet(SHEETS, {**given, **thrown}, PersonSheet, _misfit)
    misfits = [*_not_as_thrown(thrown, changed), *_misfits(sheet)]
    if misfits:
        reject_sheet(*misfits)
    name = newcomer_id(command, suggested, sheet.name, _misfit)
    deck = _deck_of(fight, name, sheet)
    if command.secret:
        deck = _deck_in_secret(fight, name, deck, command.sheet.get("deck"))
    person = _person(fight, name, sheet, deck)
    broken = list(broken_limits(fight.options, person)) if _is_checked(fight, person) else []
    if broken and fight.options.validation == "strict":
        reject_sheet(*[SheetError(_field_of(limit, person), limit.said, limit.rule) for limit in broken])
    joined = CombatantJoined(combatant=person.id, name=person.name, side=person.side, sheet=msgspec.to_builtins(person))
    joined = with_pronoun(joined, sheet.pronoun)
    facts = (
        LimitBroken(combatant=person.id, rule=limit.rule, limit=limit.name, allowed=limit.allowed, given=limit.given)
        for limit in broken
    )
    return person.id, [(joined, "all"), *((fact, "all") for fact in facts)]


def _deck_of(fight: Fight, name: str, sheet: PersonSheet) -> str:
    """The deck that a sheet names; else a hero's own (YY-DECK-3), and the narrator's of all others (YY-DECK-4)."""
    if sheet.deck is not None:
        return sheet.deck
    return _new_deck(fight, name) if sheet.kind == "hero" else NARRATOR_DECK


def _new_deck(fight: Fight, name: str) -> str:
    """The key of a deck that is new: a combatant's ID, with a number if there is such a deck already."""
    numbered = (f"{name}-{number}" for number in count(2))
    return next(key for key in chain((name,), numbered) if key not in fight.decks)


def _deck_in_secret(fight: Fight, name: str, deck: str, wanted: object) -> str:
    """The deck of somebody whose sheet is secret: the narrator's, one that it is to share, or its own under its ID.

    The key of a template's deck, or of one that the sheet brings, would tell everybody something of the sheet.
    """
    if deck == NARRATOR_DECK or (deck == wanted and deck in fight.decks):
        return deck
    return _new_deck(fight, name)


def _misfit(fault: ValidationMessage) -> SheetError:
    """A fault of shape, by the rule of its field where one speaks of it."""
    named = [part for part in fault.path if isinstance(part, str)]
    return SheetError(format_path(fault.path), fault.message, RULE_OF_FIELD.get(named[-1]) if named else None)


def _not_as_thrown(thrown: Mapping[str, int], changed: Iterable[str]) -> Iterator[SheetError]:
    for attribute in changed:
        yield SheetError(attribute, f"This attribute was thrown as {thrown[attribute]}; leave it out.", "YY-ATTR-6")


def _is_checked(fight: Fight, person: Person) -> bool:
    """Limits concern heroes, unless nothing is checked at all (YY-ATTR-7, YY-RUL-3)."""
    return person.kind == "hero" and fight.options.validation != "off"


def _field_of(limit: Limit, person: Person) -> str:
    """Where a sheet that breaks a limit has to give way: the abilities, or the highest attribute."""
    of_abilities = limit.name in ("ability_points", "highest_rating")
    return "abilities" if of_abilities else max(ATTRIBUTES, key=lambda attribute: person.attributes[attribute])


def _misfits(sheet: PersonSheet) -> Iterator[SheetError]:
    """What does not hold together in a sheet each of whose fields is well."""
    names = [ability.name for ability in sheet.abilities]
    if len(set(names)) != len(names):
        yield SheetError("abilities", "Two abilities have the same name.", "YY-SKILL-7")
    lacking = [
        misfit for number, one in enumerate(sheet.weapons) for misfit in weapon_misfits(one, f"weapons[{number}]")
    ]
    for number, piece in enumerate(sheet.armour):
        lacking += armour_misfits(piece, f"armour[{number}]")
    yield from lacking
    for field, ids in (("weapons", [one.id for one in sheet.weapons]), ("armour", [one.id for one in sheet.armour])):
        if len(set(ids)) != len(ids):
            yield SheetError(field, "Two of them have the same id.")
    if not lacking:
        yield from _carried_misfits(sheet)


def _carried_misfits(sheet: PersonSheet) -> Iterator[SheetError]:
    """What two hands cannot hold, what cannot be worn at once, what the default attack does not find."""
    weapons = {weapon.id: weapon_of(weapon) for weapon in sheet.weapons}
    armour = {piece.id: armour_of(piece) for piece in sheet.armour}
    grips = [Grip(grip.weapon, grip.hands) for grip in sheet.wielded]
    yield from worn_misfits(armour, sheet.worn, "worn")
    yield from grip_misfits(weapons, armour, sheet.worn, grips, "wielded")
    default = sheet.default_attack
    if default is not None and default.weapon not in {**weapons, **NATURAL}:
        yield SheetError("default_attack.weapon", "It is neither among the weapons nor a natural one.", "YY-ATK-3")
    if default is not None and default.ability not in (None, *(ability.name for ability in sheet.abilities)):
        yield SheetError("default_attack.ability", "It is not among the abilities.", "YY-ATK-3")


def _person(fight: Fight, name: str, sheet: PersonSheet, deck: str) -> Person:
    """The whole sheet, with all that follows from it; refuses tracks above their maxima."""
    side = sheet.side or SIDE_OF_KIND[sheet.kind]
    tracks = {track: getattr(sheet, track) for track in TRACKS}
    person = Person(
        id=name,
        name=sheet.name,
        side=side,
        kind=sheet.kind,
        colour=sheet.colour or colour_of_side(fight, side),
        attributes={attribute: getattr(sheet, attribute) for attribute in ATTRIBUTES},
        mook=sheet.mook,
        deck=deck,
        abilities={ability.name: Ability(**ability.model_dump()) for ability in sheet.abilities},
        weapons={weapon.id: weapon_of(weapon) for weapon in sheet.weapons},
        armour={piece.id: armour_of(piece) for piece in sheet.armour},
        wielded=tuple([Grip(grip.weapon, grip.hands) for grip in sheet.wielded]),
        worn=sheet.worn,
        default_attack=_default_attack(sheet.default_attack),
        out=tuple([OUT_BELOW_ZERO[track] for track in TRACKS if (tracks[track] or 0) < 0]),
    )
    derive(person)
    most = {
        "vitality": person.vitality_max,
        "mental_balance": person.mental_balance_max,
        "stamina": person.stamina_max,
    }
    too_high = [track for track in TRACKS if (tracks[track] or 0) > most[track]]
    if too_high:
        reject_sheet(*[SheetError(track, f"It is at most {most[track]}.", RULE_OF_TRACK[track]) for track in too_high])
    now = {track: most[track] if tracks[track] is None else tracks[track] for track in TRACKS}
    person.vitality, person.mental_balance, person.stamina = now["vitality"], now["mental_balance"], now["stamina"]
    return person


def _default_attack(sheet: DefaultAttackSheet | None) -> DefaultAttack | None:
    return None if sheet is None else DefaultAttack(sheet.weapon, sheet.ability)


def colour_of_side(fight: Fight, side: str) -> Colour:
    """The colour that a side counts: the first red, the second black, the third red (YY-RUL-74)."""
    sides = (*fight.sides, side)
    return COLOURS[sides.index(side) % len(COLOURS)]


class LimitBroken(Event, frozen=True, kw_only=True):
    """A hero's sheet breaks a limit of the campaign level (YY-ATTR-7): which, by what rule, in words."""

    type: ClassVar[str] = "yin_yang.limit_broken"
    words = "Limit of the campaign broken"
    told = Told(level=3)
    says = "{combatant} breaks a limit of the campaign[: {given} {limit}, where {allowed} is the most]."
    example = {"combatant": "hei", "rule": "YY-ATTR-4", "limit": "highest_attribute", "allowed": 5, "given": 8}
    private: ClassVar[frozenset[str]] = frozenset({"limit", "allowed", "given"})
    combatant: str
    rule: str
    limit: Annotated[str, Spoken(LIMITS)] = ""
    allowed: int = 0
    given: int = 0
