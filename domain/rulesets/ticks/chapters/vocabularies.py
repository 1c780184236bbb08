"""Who and what the fields of several chapters refer to: the living, the able, things, ticks, squares."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from domain.fields.field import Field, record, span
from domain.fields.sets import ANY_KEY, AnyText, Labelled, Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.ticks.items import BARE_HANDS, Thing
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import EVADE, OUTERMOST, THROWN, Mode, When
from domain.text.words import Label

THING_NAME: Final = r"^[a-z0-9][a-z0-9_.-]{0,79}$"
SKILL_NAME: Final = r"^[a-z][a-z0-9_]{0,39}$"
NOTHING: Final[Node] = ()
SQUARE: Final = "({x}, {y})"
"""The phrase of a square."""


def everybody(name: str, test: Callable[[Fight, Person], bool]) -> Vocabulary[Fight]:
    """Return the vocabulary of all combatants that pass a test."""
    return Vocabulary(name, lambda view: tuple(one.id for one in view.state.people.values() if test(view.state, one)))


def actors(name: str, test: Callable[[Fight, Person], bool]) -> Vocabulary[Fight]:
    """Return the vocabulary of the speaker's own combatants that are conscious and pass a test (TK-KO-2)."""
    return Vocabulary(name, lambda view: tuple(one.id for one in able(view) if test(view.state, one)))


def by_actor(name: str, values: Callable[[Fight, Person], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup, for the speaker's own combatants that are conscious, of what each of them has.

    None and an empty set leave a combatant out.
    """

    def of(view: View[Fight]) -> Node:
        found = ((one.id, values(view.state, one)) for one in able(view))
        return {who: node for who, node in found if node}

    return Vocabulary(name, of)


def able(view: View[Fight]) -> Iterable[Person]:
    """Return the speaker's own combatants that are conscious."""
    return [person for one in view.whose if (person := view.state.people[one]).conscious]


ABLE: Final = actors("able", lambda fight, person: True)
CONSCIOUS: Final = everybody("conscious", lambda fight, person: person.conscious)
LIVING: Final = everybody("living", lambda fight, person: not person.dead)
TAKING_PART: Final = everybody("taking part", lambda fight, person: person.since is not None)
TARGETS: Final = everybody("targets", lambda fight, person: person.since is not None and not person.dead)
"""Who takes part and is alive (TK-DECL-10)."""


def named(person: Person, things: Iterable[Thing]) -> tuple[Labelled, ...]:
    """Return things of a combatant as values: each by its ID, also by its key if that means it (TK-SHEET-6)."""
    meant = person.by_key
    return tuple(
        [
            Labelled(one.id, _name_of(one), (one.key,) if one.key != one.id and meant.get(one.key) is one else ())
            for one in things
        ]
    )


def _name_of(thing: Thing) -> str | Label:
    return Label("bare_hands") if thing is BARE_HANDS else thing.name


@cache
def modes_said(modes: tuple[Mode, ...]) -> tuple[Labelled, ...]:
    """Return ways to use a weapon as values, with the words of a sentence; the same ones for each weapon of a crowd."""
    return tuple([Labelled(mode, Label(f"mode_{mode}")) for mode in modes])


def times_said(*times: When) -> tuple[Labelled, ...]:
    """Return when one may step as values, with the words of a sentence."""
    return tuple([Labelled(when, Label(f"when_{when}")) for when in times])


def skills_said(skills: Iterable[str]) -> tuple[str | Labelled, ...]:
    """Return skills as values; those whose keys are no nouns have labels of their own."""
    return tuple([Labelled(one, Label(f"skill_{one}")) if one in (EVADE, THROWN) else one for one in skills])


def weapons_at_hand(person: Person) -> tuple[Thing, ...]:
    """Return the weapons in hand, and bare hands."""
    return (*person.ready_weapons, BARE_HANDS)


OWN_THINGS: Final = by_actor("own things", lambda fight, person: named(person, person.things.values()))


LATER: Final = Vocabulary[Fight]("later ticks", lambda view: _later(view.state))
"""The ticks of this round that are still to come (TK-POS-6)."""


def _later(fight: Fight) -> Node:
    if not fight.in_round:
        return NOTHING
    last = 200 if fight.phase == "declaration" else fight.tick - 1
    return Span(1, last) if last >= 1 else NOTHING


def squares(**more: Any) -> Field:
    """Return a field that is a square of the plane (TK-POS-1)."""
    plane = span(-OUTERMOST, OUTERMOST)
    return record({"x": plane, "y": plane}, phrase=SQUARE, **more)


STATISTICS: Final = Vocabulary[Fight](
    "statistics",
    lambda view: {one.id: tuple(one.statistics) for one in view.state.people.values() if view.shows(one.id)},
)
SKILLS: Final = Vocabulary[Fight](
    "skills",
    lambda view: {
        one.id: AnyText(40, 1, SKILL_NAME, skills_said(one.skills))
        for one in view.state.people.values()
        if view.shows(one.id)
    },
)
"""Any skill may be named: one that a sheet lacks has level 0 (TK-SHEET-3)."""
LUCK: Final = by_actor("luck", lambda fight, person: Span(0, person.luck))
WITH_SKILL: Final[Node] = {"": {}, ANY_KEY: (True, False)}
"""What goes with tests of a skill alone (TK-ROLE-4)."""
YES_NO: Final = (True, False)
