"""Who and what the fields of several chapters refer to: the living, the able, zones, weapons, skills, who is due."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from domain.fields.sets import AnyText, Labelled, Node
from domain.fields.vocabulary import View, Vocabulary
from domain.model.encounter import Prompt
from domain.rulesets.black_dice.state import Fight, Person
from domain.rulesets.black_dice.tables import COMMON_SKILLS, WEAPONS
from domain.rulesets.black_dice.words import HERE, KIND_OF_STAT, Act
from domain.text.phrases import as_words
from domain.text.words import Label

KEY: Final = r"^[a-z0-9][a-z0-9_-]{0,39}$"
NOBODY: Final[Node] = ()
NOT_THERE: Final[Node] = {}
"""The lookup of a field that is not there."""


_OF_THE_RULES: Final = frozenset({*KIND_OF_STAT, *COMMON_SKILLS})
THIS_PLACE: Final = Labelled(HERE, Label("this_place"))
_WEAPONS: Final = {key: Labelled(key, Label(key)) for key in WEAPONS}


def labelled(keys: Iterable[str]) -> tuple[str | Labelled, ...]:
    """Return stats and skills as values; those that only sheets name have their words as labels."""
    return tuple([key if key in _OF_THE_RULES else Labelled(key, as_words(key)) for key in keys])


def listed_weapons(keys: Iterable[str]) -> tuple[Labelled, ...]:
    """Return weapons as values, each as a sentence names it: *bare fists*."""
    return tuple([_WEAPONS.get(key) or Labelled(key, as_words(key)) for key in keys])


def zones(keys: Iterable[str]) -> tuple[Labelled, ...]:
    """Return zones as values, each with its words as its label; where a fight begins is *this place*."""
    return tuple([THIS_PLACE if key == HERE else Labelled(key, as_words(key)) for key in keys])


# Who


def everybody(name: str, test: Callable[[Fight, Person], bool]) -> Vocabulary[Fight]:
    """Return the vocabulary of all combatants that are no objects and pass a test."""
    return Vocabulary(name, lambda view: tuple(one.id for one in view.state.people.values() if test(view.state, one)))


def own(view: View[Fight]) -> Iterator[Person]:
    """Return the speaker's own combatants, without objects."""
    people = view.state.people
    return (people[one] for one in view.whose if one in people)


def actors(name: str, test: Callable[[Fight, Person], bool]) -> Vocabulary[Fight]:
    """Return the vocabulary of the speaker's own combatants that pass a test."""
    return Vocabulary(name, lambda view: tuple(one.id for one in own(view) if test(view.state, one)))


def by_actor(name: str, values: Callable[[Fight, Person], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup, for the speaker's own combatants, of what each of them has.

    None and an empty set leave a combatant out.
    """

    def of(view: View[Fight]) -> Node:
        found = ((one.id, values(view.state, one)) for one in own(view))
        return {who: node for who, node in found if node}

    return Vocabulary(name, of)


def due(fight: Fight, acts: Iterable[Act]) -> Iterator[Prompt]:
    """Return the open prompts of acts that have come due now (BD-ROUND-5): of the newest group alone."""
    newest = fight.waiting[-1].questions if fight.waiting else {}
    return (one for one in fight.prompts if one.id in newest and one.kind == "act" and one.about["act"] in acts)


def carrying_out(view: View[Fight], acts: Iterable[Act]) -> list[Person]:
    """Return the speaker's own who may carry out such an act: while a prompt is open, those whose act is due."""
    if not view.state.prompts:
        return [*own(view)]
    whose = {prompt.to for prompt in due(view.state, acts)}
    return [person for person in own(view) if person.id in whose]


PEOPLE: Final = everybody("people", lambda fight, person: True)
ABLE: Final = everybody("able", lambda fight, person: person.able)


def in_zones(view: View[Fight], test: Callable[[Person], bool]) -> dict[str, tuple[str, ...]]:
    """Return everybody who passes a test, by zone."""
    found: dict[str, list[str]] = {}
    for person in view.state.people.values():
        if test(person):
            found.setdefault(person.zone, []).append(person.id)
    return {zone: tuple(names) for zone, names in found.items()}


ALIVE_IN: Final = Vocabulary[Fight]("alive in a zone", lambda view: in_zones(view, lambda person: person.alive))
PEOPLE_IN: Final = Vocabulary[Fight]("people in a zone", lambda view: in_zones(view, lambda person: True))
CLOSE_TO: Final = Vocabulary[Fight]("close to", lambda view: _neighbours(view.state))


def _neighbours(fight: Fight) -> Node:
    found: dict[str, Any] = {}
    for one, other in fight.close:
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
    return found


# What


A_ZONE: Final = Vocabulary[Fight]("a zone", lambda view: AnyText(40, 1, KEY, zones(view.state.zones)))
"""The narrator may name any zone: one that is not known is new."""
SKILLS: Final = Vocabulary[Fight]("skills", lambda view: labelled(view.state.skills()))
STATS: Final = Vocabulary[Fight](
    "stats", lambda view: {one.id: labelled(one.stats) for one in view.state.people.values() if view.shows(one.id)}
)
