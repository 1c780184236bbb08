"""What somebody may declare, as open fields: those of each action, and of each kind of Other (TK-DECL-12)."""

from collections.abc import Iterator, Mapping
from typing import get_args

from domain.core.commands import type_of
from domain.forms.enumerated import can_be_filled
from domain.forms.model import RULES, Choice, Form, OpenField, Range, Record, Subset, Text
from domain.model.event import Json
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.declaring.count_up import Declare
from domain.rulesets.ticks.chapters.declaring.manoeuvres import MANOEUVRES
from domain.rulesets.ticks.chapters.deeds.deeds import DETAILS
from domain.rulesets.ticks.chapters.deeds.hands import knows_all
from domain.rulesets.ticks.items import BARE_HANDS
from domain.rulesets.ticks.parts import LuckSheet
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import UNARMED, Kind, Manoeuvre, Met, Mode, Who

MODE = OpenField("mode", Choice(get_args(Mode)))
TRICK = OpenField("trick", Text(), required=True)


def declaration_forms(fight: Fight, person: Person, speaker: Speaker) -> Iterator[Form]:
    """A form for each action, of an attack also the trick shot, and for each kind of Other (TK-OTHER-1)."""
    ready, target, luck = ready_weapon_of(person), target_of(fight, person), luck_of(person)
    yield _form(person, {"action": "attack"}, target, ready, MODE, luck)
    manoeuvres = manoeuvres_of(person)
    if manoeuvres:
        weapon = OpenField("weapon", Choice((*names_of(person), UNARMED)), required=True)
        several = OpenField("manoeuvres", Subset(manoeuvres, 1, 1 + person.luck), required=True)
        yield _form(person, {"action": "attack"}, target, weapon, MODE, several, luck)
        if "trick_shot" in manoeuvres:
            yield _form(person, {"action": "attack"}, TRICK, weapon, MODE, several, luck)
    yield _form(person, {"action": "defend"}, ready, luck)
    yield _form(person, {"action": "evade"}, luck)
    for condition in conditions_of(fight):
        yield _form(person, {"action": "defer"}, ready, MODE, condition, luck)
    yield _form(person, {"action": "aim"}, target, ready, MODE, luck)
    for kind in get_args(Kind):
        fields = [field for name, field in details_of(fight, person, kind, speaker).items() if name in DETAILS[kind]]
        more = (OpenField("text", Text()),) if kind == "skill" else ()
        if all(map(can_be_filled, fields)):
            yield _form(person, {"action": "other", "kind": kind}, *fields, *more, luck)
    if not knows_all(fight, person):
        unknown = OpenField("item", Text(), required=True)
        yield _form(person, {"action": "other", "kind": "pick_up"}, unknown, luck)


def _form(person: Person, settled: Mapping[str, Json], *fields: OpenField) -> Form:
    return Form(type_of(Declare), {"actor": person.id, **settled}, fields, (RULES,))


def ready_weapon_of(person: Person) -> OpenField:
    """A weapon in hand, or bare hands (TK-DECL-13)."""
    names = dict.fromkeys(name for thing in person.ready_weapons for name in (thing.id, thing.key))
    return OpenField("weapon", Choice((*names, UNARMED)), required=True)


def target_of(fight: Fight, person: Person) -> OpenField:
    """Somebody else who takes part and is alive (TK-DECL-10)."""
    others = [other.id for other in fight.participants if other is not person and not other.dead]
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
    return OpenField("luck", Record(tuple([OpenField(use, held) for use in LuckSheet.model_fields])))


def conditions_of(fight: Fight) -> Iterator[OpenField]:
    """What a deferred attack may wait for, one event each, and by whom (TK-DEFER-2, TK-DEFER-3)."""
    everybody = Subset(tuple(fight.people))
    more = {
        "enters_area": OpenField("area", Choice(tuple(fight.areas)), required=True),
        "attacks": OpenField("victims", everybody),
        "narrated": OpenField("text", Text(), required=True),
    }
    by_whom = (OpenField("who", Choice(get_args(Who))), OpenField("listed", everybody))
    for event in get_args(Met):
        needed = (more[event],) if event in more else ()
        fields = (OpenField("event", Choice((event,)), required=True), *by_whom, *needed)
        if all(map(can_be_filled, fields)):
            yield OpenField("condition", Record(fields), required=True)


def details_of(fight: Fight, person: Person, kind: Kind, speaker: Speaker) -> Mapping[str, OpenField]:
    """The details that kinds of Other have."""
    things = others_things(fight, speaker) if kind == "pick_up" else names_of(person)
    return {
        "item": OpenField("item", Choice(things), required=True),
        "whom": OpenField("whom", Choice(tuple(fight.people)), required=True),
        "statistic": OpenField("statistic", Choice(tuple(person.statistics)), required=True),
        "skill": OpenField("skill", Text(), required=True),
        "text": OpenField("text", Text(), required=True),
    }


def names_of(person: Person) -> tuple[str, ...]:
    """What somebody's things are called: their IDs and their keys (TK-SHEET-6)."""
    return tuple(dict.fromkeys(name for thing in person.things.values() for name in (thing.id, thing.key)))


def others_things(fight: Fight, speaker: Speaker) -> tuple[str, ...]:
    """What can be picked up: what lies on the ground, and what may come to lie there (TK-OTHER-5), as far as one sees.

    What is on a secret sheet is picked up by whoever guesses its name.
    """
    return (
        *fight.ground,
        *(
            thing
            for person in fight.people.values()
            if fight.shows_sheet(person.id, speaker)
            for thing in person.things
        ),
    )
