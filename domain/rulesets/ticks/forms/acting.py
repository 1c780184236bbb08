"""What somebody may do on the open tick, as open fields: the step, the strike, the deed, getting up (TK-RES-6)."""

from collections.abc import Iterator
from typing import get_args

from msgspec.structs import replace

from domain.core.commands import type_of
from domain.forms.enumerated import can_be_filled
from domain.forms.model import RULES, Anything, Choice, Domain, Form, OpenField, Range, Record, Text
from domain.model.speaker import Speaker
from domain.rulesets.ticks.chapters.counting.acting import Act
from domain.rulesets.ticks.chapters.counting.acts import has_what_it_declared
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import deed_open, strike_open
from domain.rulesets.ticks.chapters.declaring.manoeuvres import MANOEUVRES
from domain.rulesets.ticks.chapters.deeds.hands import knows_all
from domain.rulesets.ticks.forms.declarations import names_of, others_things
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import OUTERMOST, UNARMED, Mode, SmallKind, When

YES_NO = Choice((True, False))


def act_forms(fight: Fight, person: Person, speaker: Speaker) -> Iterator[Form]:
    """Acting on the open tick: a form for each part that may lead, with the others beside it (TK-RES-10)."""
    known = Choice((*names_of(person), *others_things(fight, speaker)))
    yield from _forms_of(person, tuple(acting_parts(fight, person, known)))
    if person.turn.action == "evade" and not knows_all(fight, person):
        yield from _forms_of(person, tuple(acting_parts(fight, person, Text())))


def _forms_of(person: Person, parts: tuple[OpenField, ...]) -> Iterator[Form]:
    for place, lead in enumerate(parts):
        required = OpenField(lead.name, lead.domain, required=True)
        yield Form(type_of(Act), {"actor": person.id}, (*parts[:place], required, *parts[place + 1 :]), (RULES,))


def acting_parts(fight: Fight, person: Person, items: Domain) -> Iterator[OpenField]:
    """The parts that an answer on this tick may have; ``items`` are what a small deed may be done with."""
    if step_due(fight, person) and may_step(fight, person):
        yield OpenField("step", step_of(person))
    if step_due(fight, person) and may_stand(fight, person):
        yield OpenField("stand", YES_NO)
    if strike_open(fight, person):
        yield OpenField("strike", strike_of(person))
    if person.turn.action == "evade":
        yield OpenField("deed", small_deed(items))
    elif deed_open(person):
        yield OpenField("deed", Record((OpenField("luck", Range(0, person.luck)),)))


def step_of(person: Person) -> Record:
    """To a neighbour of its square, before or after what else is done (TK-MOVE-3)."""
    x, y = (
        Range(max(middle - 1, -OUTERMOST), min(middle + 1, OUTERMOST)) for middle in (person.square.x, person.square.y)
    )
    to = Record((OpenField("x", x), OpenField("y", y)))
    return Record((OpenField("to", to, required=True), OpenField("when", Choice(get_args(When)))))


def strike_of(person: Person) -> Record:
    """With what was declared, or another weapon in hand, which has to be named if that one is gone (TK-ATK-6)."""
    names = dict.fromkeys(name for thing in person.ready_weapons for name in (thing.id, thing.key))
    return Record(
        (
            OpenField("weapon", Choice((*names, UNARMED)), required=not has_what_it_declared(person)),
            OpenField("mode", Choice(get_args(Mode))),
            OpenField("luck", Anything()),
            OpenField("statistic", Choice(MANOEUVRES["disarm"].attacker)),
            OpenField("item", Text()),
        )
    )


def small_deed(items: Domain) -> Record:
    """What touches nobody else: draw, stow, pick up, or what the narrator tells (TK-EVADE-3)."""
    item = OpenField("item", items)
    named = (item,) if can_be_filled(replace(item, required=True)) else ()
    return Record((OpenField("kind", Choice(get_args(SmallKind)), required=True), *named, OpenField("text", Text())))
