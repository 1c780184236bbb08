"""What somebody may declare, as open fields: those of each action, and of each kind of Other (TK-DECL-12)."""

from collections.abc import Iterator, Mapping
from typing import get_args

from domain.core_commands import type_of
from domain.event import Json
from domain.forms import RULES, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.deeds import DETAILS
from domain.rulesets.ticks.decide.manoeuvres import MANOEUVRES
from domain.rulesets.ticks.items import BARE_HANDS
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import UNARMED, Kind, Manoeuvre, Met, Mode, Who

MODE = OpenField("mode", Choice(get_args(Mode)))
TRICK = OpenField("trick", Text(), required=True)


def declaration_forms(fight: Fight, person: Person) -> Iterator[Form]:
    """A form for each action, of an attack also the trick shot, and for each kind of Other (TK-OTHER-1)."""
    weapon, target, luck = weapon_of(person), target_of(fight, person), luck_of(person)
    yield _form(person, {"action": "attack"}, target, weapon, MODE, luck)
    manoeuvres = manoeuvres_of(person)
    if manoeuvres:
        several = OpenField("manoeuvres", Subset(manoeuvres, least=1), required=True)
        yield _form(person, {"action": "attack"}, target, weapon, MODE, several, luck)
        if "trick_shot" in manoeuvres:
            yield _form(person, {"action": "attack"}, TRICK, weapon, MODE, several, luck)
    yield _form(person, {"action": "defend"}, weapon, luck)
    yield _form(person, {"action": "evade"}, luck)
    yield _form(person, {"action": "defer"}, weapon, MODE, condition_of(fight), luck)
    yield _form(person, {"action": "aim"}, target, weapon, MODE, luck)
    details = details_of(fight, person)
    for kind in get_args(Kind):
        fields = [field for name, field in details.items() if name in DETAILS[kind]]
        more = (OpenField("text", Text()),) if kind == "skill" else ()
        yield _form(person, {"action": "other", "kind": kind}, *fields, *more, luck)


def _form(person: Person, settled: Mapping[str, Json], *fields: OpenField) -> Form:
    return Form(type_of(ask.Declare), {"actor": person.id, **settled}, fields, (RULES,))


def weapon_of(person: Person) -> OpenField:
    """One of one's own things, or bare hands."""
    return OpenField("weapon", Choice((*names_of(person), UNARMED)), required=True)


def target_of(fight: Fight, person: Person) -> OpenField:
    """Somebody else who takes part (TK-DECL-10)."""
    others = [other.id for other in fight.participants if other is not person]
    return OpenField("target", Choice(tuple(others)), required=True)


def manoeuvres_of(person: Person) -> tuple[Manoeuvre, ...]:
    """Those that somebody could pay for with something that it has (TK-MAN-2, TK-MAN-4)."""
    weapons = [thing for thing in (*person.things.values(), BARE_HANDS) if thing.is_weapon]
    levels = [(mode, person.level(weapon.skill_in(mode)) + person.luck) for weapon in weapons for mode in weapon.modes]
    return tuple(
        [
            one
            for one, row in MANOEUVRES.items()
            if any(mode in row.modes and row.required <= most for mode, most in levels)
        ]
    )


def luck_of(person: Person) -> OpenField:
    """Luck for quickness, and what the declaration costs (TK-DECL-14)."""
    held = Range(0, person.luck)
    return OpenField("luck", Record(tuple([OpenField(use, held) for use in ask.LuckSheet.model_fields])))


def condition_of(fight: Fight) -> OpenField:
    """What a deferred attack waits for, and by whom (TK-DEFER-2, TK-DEFER-3)."""
    everybody = tuple(fight.people)
    fields = (
        OpenField("event", Choice(get_args(Met)), required=True),
        OpenField("who", Choice(get_args(Who))),
        OpenField("listed", Subset(everybody)),
        OpenField("area", Choice(tuple(fight.areas))),
        OpenField("victims", Subset(everybody)),
        OpenField("text", Text()),
    )
    return OpenField("condition", Record(fields), required=True)


def details_of(fight: Fight, person: Person) -> Mapping[str, OpenField]:
    """The details that kinds of Other have."""
    return {
        "item": OpenField("item", Choice(things_of(fight, person)), required=True),
        "whom": OpenField("whom", Choice(tuple(fight.people)), required=True),
        "statistic": OpenField("statistic", Choice(tuple(person.statistics)), required=True),
        "skill": OpenField("skill", Text(), required=True),
        "text": OpenField("text", Text(), required=True),
    }


def names_of(person: Person) -> tuple[str, ...]:
    """What somebody's things are called: their IDs and their keys (TK-SHEET-6)."""
    return tuple(dict.fromkeys(name for thing in person.things.values() for name in (thing.id, thing.key)))


def things_of(fight: Fight, person: Person) -> tuple[str, ...]:
    """What a deed may be about: one's own things, and by their IDs all others, which may come to lie on the ground."""
    others = [thing for other in fight.people.values() for thing in other.things]
    return tuple(dict.fromkeys((*names_of(person), UNARMED, *fight.ground, *others)))
