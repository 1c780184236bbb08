"""Sheets of Ticks as clients send them, and how they become the whole sheets of the stream (TK-SHEET)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from pydantic import Field, TypeAdapter

from domain.core.commands import CombatantId, Join, Name, OfWhom, StrictModel
from domain.core.events import CombatantJoined
from domain.model.event import Event
from domain.model.refusal import refuse
from domain.ruleset.joining import (
    Newcomer,
    SheetError,
    find_template,
    newcomer_id,
    read_sheet,
    reject_sheet,
    with_derived_facts,
    with_pronoun,
)
from domain.rulesets.ticks.chapters.deeds.harm import BeganDying, FellUnconscious, begins_dying, loses_consciousness
from domain.rulesets.ticks.evolve import TICKS_FOLDS
from domain.rulesets.ticks.gear_sheets import (
    ArmourSheet,
    ThingSheet,
    armour_misfits,
    armour_of,
    hand_misfits,
    names_of,
    thing_misfits,
    thing_of,
)
from domain.rulesets.ticks.options import StatisticName
from domain.rulesets.ticks.parts import Key, SkillName
from domain.rulesets.ticks.state import Fight, Person, Square
from domain.rulesets.ticks.tables import TEMPLATES
from domain.rulesets.ticks.words import (
    FARTHEST,
    HOLDING_BACK,
    MOST_DAYS,
    MOST_LUCK,
    MOST_SKILL,
    STATISTICS,
    Care,
    Unconscious,
)
from domain.text.validation import ValidationMessage, format_path

Score = Annotated[int, Field(ge=1, le=30)]
Level = Annotated[int, Field(ge=0, le=MOST_SKILL)]
Coordinate = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
MAPS: Final = ("statistics", "skills")
"""Of these a sheet over a template says only what differs."""


class PositionSheet(StrictModel):
    """Where somebody begins: a square by its coordinates (TK-SHEET-12)."""

    x: Coordinate = 0
    y: Coordinate = 0


class PersonSheet(StrictModel):
    """The sheet of a combatant; over a template `statistics` and `skills` say only what differs from it."""

    name: Name
    pronoun: OfWhom = None
    side: Key | None = Field(default=None, description="default: its own ID, which is a side of its own")
    statistics: dict[StatisticName, Score] = Field(
        max_length=40, description="strength, dexterity, quickness, willpower, resilience, and others by name"
    )
    skills: dict[SkillName, Level] = Field(default_factory=dict, max_length=60, description="levels; others are 0")
    luck: int = Field(default=0, ge=0, le=MOST_LUCK)
    wounds: int = Field(default=0, ge=0, le=1_000_000)
    things: tuple[ThingSheet, ...] = Field(default=(), max_length=30, description="weapons and shields")
    armour: tuple[ArmourSheet, ...] = Field(default=(), max_length=1, description="the one that is worn")
    position: PositionSheet = PositionSheet()
    unconscious: Unconscious | None = Field(default=None, description="why, if it is")
    dying: int | None = Field(default=None, ge=-300, description="since which second of the encounter's clock")
    stabilised: bool = False
    dead: bool = False
    prone: bool = False
    held_by: dict[CombatantId, Annotated[int, Field(ge=0, le=100)]] = Field(
        default_factory=dict, max_length=200, description="who holds it, each with the reach of the hold"
    )
    care_days: int = Field(default=0, ge=0, lt=MOST_DAYS, description="days of recovery since the last wound went")
    care: Care = Field(default="none", description="the care of these days")


SHEETS: TypeAdapter[PersonSheet] = TypeAdapter(PersonSheet)
RULE_OF_FIELD: Mapping[str, str] = {
    "skills": "TK-SHEET-3",
    "luck": "TK-SHEET-4",
    "wounds": "TK-SHEET-5",
    "things": "TK-SHEET-9",
    "armour": "TK-SHEET-10",
    **dict.fromkeys(
        ("unconscious", "dying", "stabilised", "dead", "prone", "held_by", "care_days", "care"), "TK-SHEET-11"
    ),
    **dict.fromkeys(("side", "position"), "TK-SHEET-12"),
}
"""The row of each field of a sheet."""
RULE_OF_THINGS = "TK-SHEET-6"


def join(fight: Fight, command: Join) -> Newcomer:
    """The ID of a newcomer and the facts of its joining: it is here, perhaps unconscious or dying already.

    Refuses a faulty sheet with all its faults.
    """
    given = _over_template(find_template(TEMPLATES, command.template), command.sheet)
    suggested = given.pop("id", command.template)
    sheet: PersonSheet = read_sheet(SHEETS, given, PersonSheet, _misfit)
    name = newcomer_id(command, suggested, sheet.name, _misfit)
    if name in HOLDING_BACK:
        said = f"“{name}” is an answer about deferred attacks, and nobody's ID; give another."
        refuse(None, said, code="invalid", field="command.id")
    misfits = list(_misfits(fight, sheet))
    if misfits:
        reject_sheet(*misfits)
    person = _person(fight, name, sheet)
    clashes = list(hand_misfits(tuple(person.things.values()), "things"))
    if clashes:
        reject_sheet(*clashes)
    joined = CombatantJoined(combatant=name, name=person.name, side=person.side, sheet=msgspec.to_builtins(person))
    low = tuple(_brought_low(fight, person))
    if command.secret:
        whole = with_derived_facts(fight, TICKS_FOLDS, joined, low)
        return name, [(with_pronoun(whole, sheet.pronoun), "all")]
    return name, [(fact, "all") for fact in (with_pronoun(joined, sheet.pronoun), *low)]


def _brought_low(fight: Fight, person: Person) -> Iterator[Event]:
    """What wounds do at once to whoever joins with them (TK-SHEET-5)."""
    if loses_consciousness(person):
        yield FellUnconscious(combatant=person.id, cause="wounds")
    if begins_dying(person):
        yield BeganDying(combatant=person.id, since=fight.clock)


def _over_template(template: Mapping[str, Any], sheet: Mapping[str, Any]) -> dict[str, Any]:
    """What the sheet says over what the template does; each statistic and each skill is a thing of its own."""
    given = {**template, **sheet}
    for part in MAPS:
        own = sheet.get(part)
        if isinstance(own, Mapping):
            given[part] = {**template.get(part, {}), **own}
    return given


def _misfit(fault: ValidationMessage) -> SheetError:
    """A fault of shape, by the row of its field."""
    named = [part for part in fault.path if isinstance(part, str)] or ["id"]
    first, last = named[0], named[-1]
    rule = RULE_OF_FIELD.get(first)
    if first == "statistics":
        rule = "TK-SHEET-1" if last in (*STATISTICS, first) else "TK-SHEET-2"
    elif fault.path == ("armour",):
        rule = "TK-SHEET-8"
    elif first in ("things", "armour") and last in ("id", "key", "place"):
        rule = RULE_OF_THINGS
    return SheetError(format_path(fault.path), fault.message, rule)


def _misfits(fight: Fight, sheet: PersonSheet) -> Iterator[SheetError]:
    """What does not hold together in a sheet each of whose fields is well, but for what hands hold.

    Nothing has a price, and nobody asks how a sheet came about (TK-SHEET-14).
    """
    for statistic in STATISTICS:
        if statistic not in sheet.statistics:
            yield SheetError(f"statistics.{statistic}", "Everybody has it; give it, from 1 to 30.", "TK-SHEET-1")
    for number, thing in enumerate(sheet.things):
        yield from thing_misfits(thing, f"things[{number}]")
    for number, armour in enumerate(sheet.armour):
        yield from armour_misfits(armour, f"armour[{number}]")
    yield from _id_misfits(_taken(fight), sheet)
    yield from _condition_misfits(fight, sheet)


def _taken(fight: Fight) -> frozenset[str]:
    """The IDs of all things in the encounter, on the ground too (TK-SHEET-6)."""
    people = fight.people.values()
    worn = [person.armour.id for person in people if person.armour is not None]
    return frozenset([*fight.ground, *worn, *(thing for person in people for thing in person.things)])


def _id_misfits(taken: Collection[str], sheet: PersonSheet) -> Iterator[SheetError]:
    used = set(taken)
    items: Sequence[tuple[str, Sequence[ThingSheet | ArmourSheet]]] = (
        ("things", sheet.things),
        ("armour", sheet.armour),
    )
    for field, sheets in items:
        for number, item in enumerate(sheets):
            if item.id in used:
                said = f"Something else here is called {item.id}; give another, or leave it out."
                yield SheetError(f"{field}[{number}].id", said, RULE_OF_THINGS)
            elif item.id is not None:
                used.add(item.id)


def _condition_misfits(fight: Fight, sheet: PersonSheet) -> Iterator[SheetError]:
    """Conditions that end at once, or never began, with wounds as they are (TK-SHEET-11)."""
    willpower, resilience = (sheet.statistics.get(key, 0) for key in ("willpower", "resilience"))
    if sheet.unconscious == "wounds" and sheet.wounds < willpower:
        yield SheetError("unconscious", f"Of {sheet.wounds} wounds nobody is, with willpower {willpower}.", "TK-KO-4")
    if sheet.dying is not None and sheet.wounds <= resilience:
        yield SheetError("dying", f"Of {sheet.wounds} wounds nobody is, with resilience {resilience}.", "TK-DYING-1")
    if sheet.dying is not None and sheet.dying > fight.clock:
        yield SheetError("dying", f"It is second {fight.clock} of the encounter; it cannot begin later.", "TK-DYING-1")
    if sheet.dying is not None and sheet.dead:
        yield SheetError("dying", "The dead are past dying; say one of the two.", "TK-DYING-7")
    if sheet.stabilised and sheet.wounds <= resilience:
        yield SheetError("stabilised", f"That ends at {resilience} wounds, its resilience.", "TK-DYING-5")
    if sheet.stabilised and sheet.dying is not None:
        yield SheetError("stabilised", "Whoever is stabilised is no longer dying; say one of the two.", "TK-AID-5")
    if sheet.held_by and (sheet.dead or sheet.unconscious is not None or sheet.wounds >= willpower):
        yield SheetError("held_by", "Whoever is unconscious or dead is let go; leave it out.", "TK-RES-14")
    square = Square(sheet.position.x, sheet.position.y)
    for holder, reach in sheet.held_by.items():
        grappler = fight.people.get(holder)
        if grappler is None:
            said = f"No one here is called {holder}; grapplers join before whom they hold."
            yield SheetError(f"held_by.{holder}", said, "TK-SHEET-11")
        elif not grappler.conscious or grappler.square.distance(square) > reach:
            said = f"{grappler.name} is farther away than {reach}, or cannot hold anybody; the hold has ended."
            yield SheetError(f"held_by.{holder}", said, "TK-GRAP-5")


def _person(fight: Fight, name: str, sheet: PersonSheet) -> Person:
    """The whole sheet, with every default in its place."""
    names = names_of(name, (*sheet.things, *sheet.armour), _taken(fight))
    return Person(
        id=name,
        name=sheet.name,
        side=sheet.side or name,
        statistics=sheet.statistics,
        skills=sheet.skills,
        luck=sheet.luck,
        wounds=sheet.wounds,
        things={key: thing_of(thing, key) for key, thing in zip(names, sheet.things, strict=False)},
        armour=armour_of(sheet.armour[0], names[-1]) if sheet.armour else None,
        square=Square(sheet.position.x, sheet.position.y),
        unconscious=sheet.unconscious,
        dying=sheet.dying,
        stabilised=sheet.stabilised,
        dead=sheet.dead,
        prone=sheet.prone,
        held_by=sheet.held_by,
        care_days=sheet.care_days,
        care=sheet.care,
    )
