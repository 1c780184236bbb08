"""The fields of stunts in forms and in answers: each lists exactly what ``check_stunt`` accepts (S3-STUNT)."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from domain.fields.field import Field, Fields, Fixed, Folded, Key, Lookup, Many, Total, among, record, text
from domain.fields.sets import ANY_KEY, Node, Set, Span, Without
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.s3.chapters.attack.reach import CLOSING_SKILLS
from domain.rulesets.s3.chapters.legality import acting
from domain.rulesets.s3.chapters.throws.stunt_sets import (
    NUMBERS,
    REFUSED,
    Arms,
    PrimaryThrow,
    PrimaryThrows,
    Remembered,
    each,
    kind_of,
    most_secondaries,
    remembered,
    repeated,
    savings,
    too_dear,
    with_others,
)
from domain.rulesets.s3.chapters.throws.weapons import Wielded, is_usable, weapons_of
from domain.rulesets.s3.chapters.vocabularies import IN_REACH, LEAPS, filled, of_acting
from domain.rulesets.s3.parts import SECONDARIES
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import WEAPON_SKILLS, WeaponSkill

Weapons = Mapping[WeaponSkill, Lookup]
"""Where the weapons for secondaries come from, by their skill."""
COUNT: Final = Total("with", Lookup({ANY_KEY: (1,)}, ("with",)))
SKILL_NUMBERS: Final[Mapping[str, Node]] = {skill: (number,) for skill, number in NUMBERS.items()}
NO_MORE: Final[Fields] = {}
WITH_WEAPONS: Final = "".join([f"[, with {{{skill}}}]" for skill in WEAPON_SKILLS])
"""The weapons for secondaries, after their skills."""
PAIR: Final[tuple[Key, ...]] = ("with", "stunt.with")
"""One secondary, and all of them."""


class Primary(NamedTuple):
    """A primary skill: which skills may join it, and how many techniques it has with each of these."""

    joined_by: Set | Lookup
    techniques: Lookup


def _stunt(
    skills: Set | Lookup,
    weapons: Weapons,
    many: Many | Lookup,
    never: tuple[Lookup, ...],
    bars: tuple[str, ...] = (),
    **more: Any,
) -> Field:
    """Return the field of a stunt; ``bars`` name a field that has the primary skill."""
    named: dict[str, Field] = {skill: Field(source=source, required=False) for skill, source in weapons.items()}
    parts = {
        "with": Field(source=skills, many=many, bars=("with", *bars), required=True),
        "weapons": record(named, phrase=WITH_WEAPONS, required=False),
        "tactic": text(required=False),
    }
    phrase = "{with}[{weapons}][, “{tactic}”]"
    return record(parts, phrase=phrase, seldom=True, never=never, **more)


def stunt_keys(numbers: Node | Vocabulary[Fight], *keys: Key) -> tuple[Key, ...]:
    """Return the keys by which the memory is looked up: fields, the skills, the weapons and the label."""
    skills = Total("with", Lookup(numbers, ("with",)))
    return (*keys, skills, *[f"weapons.{skill}" for skill in WEAPON_SKILLS], Folded("tactic"))


# In commands


def _own(view: View[Fight]) -> list[Person]:
    people = view.state.people
    return [people[one] for one in view.whose if one in people]


def _most(view: View[Fight]) -> dict[str, Node]:
    most = {person.id: most_secondaries(person) for person in _own(view) if person.able}
    return {one: Span(1, number) for one, number in most.items() if number}


def _of_learned(of: Callable[[Person], Node]) -> Callable[[View[Fight]], Node]:
    return lambda view: {person.id: of(person) for person in _own(view) if person.techniques}


def _numbered(view: View[Fight]) -> Mapping[str, Node]:
    """Return the numbers of skills, if they are asked for."""
    memory = view.state.memory
    return SKILL_NUMBERS if any(memory.get(one) for one in view.whose) else {}


JOINING: Final = Vocabulary[Fight]("skills of a stunt", lambda view: SECONDARIES)
NUMBERED: Final = Vocabulary("numbers of skills", _numbered)
MOST: Final = Vocabulary("secondaries at most", _most)
TECHNIQUES: Final = Vocabulary("techniques", _of_learned(savings))
DEAR: Final = Vocabulary("without Breath", _of_learned(too_dear))


@cache
def _beside(skill: str) -> Without:
    return Without(JOINING, (skill,))


@cache
def skill_alone(skill: str) -> Primary:
    """Return a primary skill that is always the same."""
    return Primary(_beside(skill), Lookup(TECHNIQUES, ("actor", Fixed(skill), "with")))


def skill_by(key: str, name: str, skills: Callable[[View[Fight], Person], Mapping[str, str]]) -> Primary:
    """Return a primary skill that depends on a field."""

    def learned(view: View[Fight], actor: Person) -> Node:
        if not actor.techniques:
            return {}
        known = savings(actor)
        return {one: known[skill] for one, skill in skills(view, actor).items() if skill in known}

    joined_by = of_acting(
        f"skills beside {name}",
        lambda view, actor: with_others({one: _beside(skill) for one, skill in skills(view, actor).items()}),
    )
    return Primary(Lookup(joined_by, (key,)), Lookup(of_acting(f"techniques with {name}", learned), (key, "with")))


def weapons_by(key: str, table: Vocabulary[Fight]) -> Weapons:
    """Return where the weapons for secondaries come from, by the field that decides the weapon of the primary."""
    return {
        skill: Lookup(table, (key, Fixed(skill), *WEAPON_SKILLS[:level], "with"))
        for level, skill in enumerate(WEAPON_SKILLS)
    }


def of_stuntman(name: str, rows: Callable[[View[Fight], Person], Mapping[str, Node]]) -> Vocabulary[Fight]:
    """Return a vocabulary of the actor of the turn, if it can pay for a stunt."""
    return of_acting(name, lambda view, actor: with_others(rows(view, actor)) if actor.id in view[MOST] else {})


def used_in(name: str, throws: Callable[[View[Fight], Person], PrimaryThrows], *keys: Key) -> Lookup:
    """Return what the actor of the turn has used up, by the fields that decide the throw (S3-STUNT-17)."""

    def used(view: View[Fight], actor: Person) -> Node:
        remembers = view[REMEMBERED].get(actor.id)
        return {} if remembers is None else each(throws(view, actor), repeated(remembers))

    return Lookup(of_acting(f"stunts used to {name}", used), stunt_keys(NUMBERED, *keys))


def _remembered(view: View[Fight]) -> dict[str, Remembered]:
    fight = view.state
    own = [person for person in _own(view) if fight.memory.get(person.id)]
    return {person.id: remembered(fight, person) for person in own}


def _used_bare_handed(view: View[Fight]) -> Node:
    """Return what is used up without a weapon of the primary, by combatant, task and primary."""
    return filled({one: _repeated_bare_handed(used) for one, used in view[REMEMBERED].items()})


@lru_cache(1024)  # as ``repeated``
def _repeated_bare_handed(used: Remembered) -> Node:
    """Return what is used up of the throws of all skills and tasks that the memory has, and of any other task."""
    skills = sorted({skill for one in used.memories for skill in one.skills})

    def throws(*tasks: str) -> PrimaryThrows:
        return {skill: PrimaryThrow(skill, None, tasks) for skill in skills}

    tasks = sorted({one.task for one in used.memories})
    tree = {**{task: throws(task) for task in tasks}, ANY_KEY: throws()}
    return each(tree, repeated(used))


def _bare_handed_rows(view: View[Fight]) -> Node:
    fight, people, actor = view.state, view.state.people, acting(view)
    others = {one: people[one] for one in view[MOST] if actor is None or one != actor.id}
    own = {} if actor is None or len(others) == len(view[MOST]) else {actor.id: view[ARMS].rows()}
    return {**own, **{one: Arms(fight, person).rows() for one, person in others.items()}}


def _arms(view: View[Fight]) -> Arms | None:
    actor = acting(view)
    return None if actor is None else Arms(view.state, actor)


def _usable(view: View[Fight]) -> list[Wielded]:
    actor = acting(view)
    return [] if actor is None else [one for one in weapons_of(actor) if is_usable(view.state, actor, one)]


def _skills_of_weapons(view: View[Fight], actor: Person) -> dict[str, str]:
    return {weapon.ref: weapon.mode.skill for weapon in view[USABLE]}


ARMS: Final = Vocabulary("arms", _arms)
"""The arms of the actor of the turn."""
USABLE: Final = Vocabulary("usable weapons", _usable)
"""The weapons that the actor of the turn can use."""
REMEMBERED: Final = Vocabulary("stunts remembered", _remembered)
"""What each combatant has used up."""
USED: Final = Vocabulary("stunts used", _used_bare_handed)
BESIDE_BARE_HANDS: Final = weapons_by("actor", Vocabulary("weapons of a stunt", _bare_handed_rows))
BESIDE_A_FREE_HAND: Final = weapons_by(
    "actor",
    of_stuntman("weapons beside a free hand", lambda view, actor: {actor.id: view[ARMS].rows(one_left=True)}),
)
BESIDE_SMOKE: Final = weapons_by(
    "actor",
    of_stuntman("weapons and smoke bombs", lambda view, actor: {actor.id: Arms(view.state, actor, smoke=True).rows()}),
)
BESIDE_WEAPONS: Final = weapons_by(
    "weapon",
    of_stuntman("weapons beside others", lambda view, actor: {one.ref: view[ARMS].rows(one) for one in view[USABLE]}),
)
WEAPON_SKILL: Final = skill_by("weapon", "weapons", _skills_of_weapons)
"""The primary skill is that of the weapon."""


def stunt_in(primary: Primary, weapons: Weapons, used: Lookup, never: tuple[Lookup, ...] = (), **more: Any) -> Field:
    """Return the field of a stunt in a command."""
    pairs = Total("with", Lookup(TECHNIQUES, ("actor", *PAIR)))
    dear = Lookup(DEAR, ("actor", Total("with", primary.techniques), pairs, COUNT))
    most = Lookup(MOST, ("actor",))
    return _stunt(primary.joined_by, weapons, most, (dear, used, *never), there=most, **more)


def bare_handed(task: str, primary: Key) -> Lookup:
    """Return what is used up of a task without a weapon of the primary; ``primary`` is the key of its skill."""
    return Lookup(USED, stunt_keys(NUMBERED, "actor", Fixed(task), primary))


def plain_stunt(skill: str, task: str, weapons: Weapons = BESIDE_BARE_HANDS, **more: Any) -> Field:
    """Return the field of a stunt whose primary is always the same skill, thrown without a weapon."""
    return stunt_in(skill_alone(skill), weapons, bare_handed(task, Fixed(skill)), **more)


def armed_stunt(task: str, weapons: Weapons = BESIDE_WEAPONS) -> Field:
    """Return the field of a stunt whose primary is the skill of a weapon."""
    return stunt_in(WEAPON_SKILL, weapons, used_in(task, armed_throws(task), "weapon"))


def armed_throws(task: str) -> Callable[[View[Fight], Person], PrimaryThrows]:
    """Return the throws with each weapon of an actor."""

    def throws(view: View[Fight], actor: Person) -> PrimaryThrows:
        return {one.ref: PrimaryThrow(one.mode.skill, kind_of(one), (task,)) for one in view[USABLE]}

    return throws


def by_leap(stunt: Field) -> Field:
    """Return a stunt with a skill that leads to a target a step away (S3-STUNT-25)."""
    closing: dict[str, Node] = dict.fromkeys(sorted(CLOSING_SKILLS), (1,))
    none = Lookup({"0": REFUSED}, (Total("with", Lookup(closing, ("with",))),))
    return stunt.but(required=True, never=(*stunt.never, none))


def close_forms(stunt: Field, more: Fields = NO_MORE) -> dict[str, Fields]:
    """Return the forms of a close action; ``more`` fields come before the stunt."""
    leaping: Fields = {"target": among(LEAPS)}
    return {
        "reach": {**IN_REACH, **more, "stunt": stunt},
        "leap": {**leaping, **more, "stunt": by_leap(stunt)},
    }


# In answers


def answer_stunt(fight: Fight, person: Person, weapons: Mapping[str, Mapping[str, Wielded]], task: str) -> Field | None:
    """Return the field of a stunt in an answer with a skill and an item; None if nothing pays for one.

    ``weapons`` are those of the primary, by skill and item.
    """
    most = most_secondaries(person)
    if not most:
        return None
    arms = Arms(fight, person)
    found = {skill: {item: arms.rows(weapon) for item, weapon in items.items()} for skill, items in weapons.items()}
    sources = {}
    for level, skill in enumerate(WEAPON_SKILLS):
        by_item = {
            primary: with_others({item: one.get(skill, {}) for item, one in rows.items()})
            for primary, rows in found.items()
        }
        sources[skill] = Lookup(with_others(by_item), ("skill", "item", *WEAPON_SKILLS[:level], "with"))
    throws = {
        skill: {item: PrimaryThrow(skill, kind_of(weapon), (task,)) for item, weapon in items.items()}
        for skill, items in weapons.items()
    }
    used = each(throws, repeated(remembered(fight, person))) if fight.memory.get(person.id) else {}
    never = [Lookup(used, stunt_keys({**SKILL_NUMBERS}, "skill", "item"))] if used else []
    if person.techniques:
        known = savings(person)
        own, pairs = Total("with", Lookup(known, ("skill", "with"))), Total("with", Lookup(known, PAIR))
        never.append(Lookup(too_dear(person), (own, pairs, COUNT)))
    return _stunt(SECONDARIES, sources, Many(1, most), tuple(never), bars=("skill",), required=False)
