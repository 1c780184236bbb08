"""What a stunt may have in one state, as sets: how many secondaries, which weapons, and what is refused (S3-STUNT).

The price and the memory depend on the set of the secondaries: a lookup counts in it the pairs that are techniques, or
knows it by the sum of numbers that each skill has (``NUMBERS``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple

from domain.fields.sets import ABSENT_KEY, ANY_KEY, Labelled, Node, key_of
from domain.rulesets.s3.chapters.throws.weapons import (
    BARE_HANDS,
    SMOKE_BOMB,
    Wielded,
    as_option,
    free_hands,
    is_bound,
    weapons_of,
    working_hands,
)
from domain.rulesets.s3.parts import SECONDARIES, may_pay
from domain.rulesets.s3.state import Fight, Memory, Person
from domain.rulesets.s3.words import UNARMED, WEAPON_SKILLS, WeaponSkill

Rows = dict[str, Node]
"""For each weapon skill the weapons to name, by those named for the skills before it, and by the secondaries."""
REFUSED: Final = (1,)
"""The set of what ``never`` finds."""
NUMBERS: Final[Mapping[str, int]] = {skill: 1 << place for place, skill in enumerate(SECONDARIES)}
"""A number for each skill, so that their sum tells which skills they are."""


class PrimaryThrow(NamedTuple):
    """What a stunt is part of: the primary skill, the kind of its weapon, and the tasks under which it has to be new.

    Bare hands have no kind.
    """

    primary: str
    kind: str | None
    tasks: tuple[str, ...]


class SharedThrows:
    """A lookup of throws that many answers have; what is made of it is kept."""

    def __init__(self, tree: "PrimaryThrows") -> None:
        self.rows: Callable[[Callable[[PrimaryThrow], Node]], Node] = lru_cache(1024)(partial(each, tree))


PrimaryThrows = PrimaryThrow | SharedThrows | Mapping[str, Any]
"""A throw, or a lookup of throws by the fields that decide it."""


def each(tree: PrimaryThrows, leaf: Callable[[PrimaryThrow], Node]) -> Node:
    """Return a lookup with a set or a lookup in the place of each throw; parts that are the same stay the same."""
    if isinstance(tree, PrimaryThrow):
        return leaf(tree)
    if isinstance(tree, SharedThrows):
        return tree.rows(leaf)
    return shortened({key: each(below, leaf) for key, below in tree.items()})


def shortened(rows: Mapping[str, Node]) -> dict[str, Node]:
    """Return a lookup without the keys for which there is nothing, unless they are exceptions from the others."""
    return {key: row for key, row in rows.items() if row or rows.get(ANY_KEY)}


def with_others(rows: Mapping[str, Node]) -> dict[str, Node]:
    """Return a lookup in which the row that is the same for most keys is that of all others."""
    often = Counter(map(id, rows.values()))
    common = max(rows.values(), key=lambda node: often[id(node)], default={})
    return shortened({**{key: node for key, node in rows.items() if node is not common}, ANY_KEY: common})


# Skills and their price


def most_secondaries(person: Person) -> int:
    """Return how many secondaries a combatant may name at most, with the best of its techniques; 0 for no stunt."""
    return min(len(SECONDARIES) - 1, person.breath + len(person.techniques)) if may_pay(person) else 0


def savings(person: Person) -> dict[str, Node]:
    """Return how many techniques are of two skills, by one and the other (S3-STUNT-4)."""
    counted: dict[str, Counter[str]] = {}
    for technique in person.techniques:
        for one, other in (technique.skills, technique.skills[::-1]):
            counted.setdefault(one, Counter())[other] += 1
    return {one: {other: (number,) for other, number in row.items()} for one, row in counted.items()}


def too_dear(person: Person) -> Node:
    """Return the numbers of secondaries for which Breath is lacking (S3-STUNT-5).

    They are by the techniques of the primary with a secondary, and by twice those of two secondaries.
    """
    return _too_dear(person.breath, len(person.techniques)) if person.techniques else {}


@cache
def _too_dear(breath: int, techniques: int) -> Node:
    most = min(len(SECONDARIES) - 1, breath + techniques)
    return {
        str(own): {
            str(2 * others): {str(count): REFUSED for count in range(breath + own + others + 1, most + 1)}
            for others in range(techniques - own)
        }
        for own in range(techniques)
    }


# Weapons and hands


class _Need(NamedTuple):
    """What a weapon needs of the hands that are free: at least, and if there are more.

    ``item`` is that of a weapon with modes of several skills, which may be named more than once.
    """

    least: bool
    most: int
    item: str = ""


_Needs = tuple[_Need, ...]
NOTHING: Final = _Need(least=False, most=0)


class Arms:
    """The weapons that a combatant may name for secondaries, and the hands that they find (S3-STUNT-28)."""

    def __init__(self, fight: Fight, person: Person, *, smoke: bool = False) -> None:
        grip, works = person.hands, bool(working_hands(person))
        self._free = len(free_hands(person))
        self._held = dict(Counter([item for item in (grip.main, grip.off) if item is not None]))
        self._known: dict[tuple[int, str, bool], Rows] = {}
        self._known_needs: dict[tuple[str, bool], tuple[_Needs, ...]] = {}
        self.named: dict[WeaponSkill, list[Wielded]] = {}
        for weapon in weapons_of(person):
            item = weapon.item
            if item is None or (
                works
                and item.quantity > 0
                and (smoke or item.kind != SMOKE_BOMB)
                and not is_bound(fight, person, weapon)
            ):
                self.named.setdefault(weapon.mode.skill, []).append(weapon)
        self._options = tuple([tuple(map(as_option, self.named.get(skill, ()))) for skill in WEAPON_SKILLS])
        items = [one for some in self.named.values() for one in {w.item.id for w in some if w.item is not None}]
        self._of_several_skills = {item for item, skills in Counter(items).items() if skills > 1}

    def rows(self, primary: Wielded = BARE_HANDS, *, one_left: bool = False) -> Rows:
        """Return the weapons to name beside the primary's, as ``grip_with_all`` finds hands.

        With ``one_left``, a hand has to stay free. Those of primaries that leave the same hands are the same.
        """
        again, free = "", self._free
        if primary.item is not None and primary.mode.hands:
            item = primary.item.id
            again = item if item in self._of_several_skills else ""
            free -= min(free, max(0, primary.mode.hands - self._held.get(item, 0)))
        left = (free, again, one_left)
        if left not in self._known:
            self._known[left] = _rows(free, self._needs(again, one_left=one_left), self._options, one_left=one_left)
        return self._known[left]

    def _needs(self, primary: str, *, one_left: bool) -> tuple[_Needs, ...]:
        if (primary, one_left) not in self._known_needs:
            self._known_needs[primary, one_left] = tuple(
                [
                    tuple([self._need(weapon, primary, one_left=one_left) for weapon in self.named.get(skill, ())])
                    for skill in WEAPON_SKILLS
                ]
            )
        return self._known_needs[primary, one_left]

    def _need(self, weapon: Wielded, primary: str, *, one_left: bool) -> _Need:
        """Return what a weapon needs beside that of the primary."""
        item, hands = weapon.item, weapon.mode.hands
        if item is None or not hands or (item.id == primary and not one_left):
            return NOTHING
        held = self._held.get(item.id, 0)
        if held and not (one_left and hands > held):
            return NOTHING
        return _Need(not held, hands - held, item.id if item.id in self._of_several_skills else "")


@lru_cache(4096)  # a combatant has the same weapons in hand for many answers
def _rows(free: int, needs: tuple[_Needs, ...], options: tuple[tuple[Labelled, ...], ...], *, one_left: bool) -> Rows:
    """Return the weapons for each skill that find free hands, by those for the skills before it."""
    found = [
        [(need, option) for need, option in zip(*some, strict=True) if need.least <= free]
        for some in zip(needs, options, strict=True)
    ]
    competing = sum([any(need.least for need, _ in some) for some in found])
    if one_left or competing > free:
        return _Hands(free, found, one_left=one_left).rows()
    return {
        WEAPON_SKILLS[level]: _plain_row(level, [option for _, option in some])
        for level, some in enumerate(found)
        if some
    }


def _plain_row(level: int, options: Iterable[Labelled]) -> dict[str, Node]:
    """Return the weapons for a skill, whatever those for the skills before it are."""
    row: dict[str, Node] = {WEAPON_SKILLS[level]: tuple(options)}
    for _ in range(level):
        row = {ANY_KEY: row}
    return row


class _Hands:
    """Finds which weapons may be named together with a number of free hands. Equal rows are the same."""

    def __init__(self, free: int, options: Iterable[list[tuple[_Need, Labelled]]], *, one_left: bool) -> None:
        self._free, self._one_left = free, one_left
        self._options = [[one for one in some if self._fits((one[0],))] for some in options]
        self._refs: list[dict[_Need, list[str]]] = [{} for _ in WEAPON_SKILLS]
        for refs, some in zip(self._refs, self._options, strict=True):
            for need, option in some:
                refs.setdefault(need, []).append(key_of(option.value))
        self._known: dict[Any, dict[str, Node]] = {}

    def rows(self) -> Rows:
        """Return the weapons for each skill."""
        return {skill: self._row(0, level, ()) for level, skill in enumerate(WEAPON_SKILLS) if self._options[level]}

    def _row(self, level: int, last: int, taken: _Needs) -> dict[str, Node]:
        """Return the weapons for the last skill by those for the skills from a level on, where others took hands."""
        if (level, last, taken) not in self._known:
            row = self._weapons(last, taken) if level == last else self._below(level, last, taken)
            same = (last, *[(key, id(below) if type(below) is dict else below) for key, below in row.items()])
            self._known[level, last, taken] = self._known.setdefault(same, row)
        return self._known[level, last, taken]

    def _below(self, level: int, last: int, taken: _Needs) -> dict[str, Node]:
        others = self._row(level + 1, last, taken)
        found: dict[str, Node] = {}
        for need, refs in self._refs[level].items():
            after = _with(taken, need)
            if after != taken and self._fits(after):
                row = self._row(level + 1, last, after)
                found |= dict.fromkeys(refs if row is not others else (), row)
        return {**found, ANY_KEY: others} if found or others else {}

    def _weapons(self, level: int, taken: _Needs) -> dict[str, Node]:
        fitting = {need for need in self._refs[level] if self._fits(_with(taken, need))}
        options = tuple([option for need, option in self._options[level] if need in fitting])
        return {WEAPON_SKILLS[level]: options} if options else {}

    def _fits(self, taken: _Needs) -> bool:
        least, most = sum([need.least for need in taken]), sum([need.most for need in taken])
        return least <= self._free and not (self._one_left and most >= self._free)


def _with(taken: _Needs, need: _Need) -> _Needs:
    """Return what is taken from the free hands with one more weapon, in a certain order."""
    if need is NOTHING:
        return taken
    if not need.item:
        return tuple(sorted((*taken, need)))
    again = [one for one in taken if one.item == need.item]
    others = [one for one in taken if one not in again]
    return tuple(sorted([*others, need._replace(most=max(one.most for one in (need, *again)))]))


# The memory


def kind_of(weapon: Wielded) -> str | None:
    """Return the kind of a weapon, by which the memory knows it; None for bare hands (S3-STUNT-19)."""
    return None if weapon.item is None else weapon.item.kind


class Remembered(NamedTuple):
    """The stunts that a combatant has used, and the weapons that make a difference to them.

    ``weapons`` has for each weapon skill those whose kind a stunt had, and bare hands, with their kinds; any other
    weapon is of a kind that no stunt had. With ``both``, a stunt is used up whatever is new in it (S3-STUNT-20).
    """

    memories: tuple[Memory, ...]
    weapons: tuple[tuple[tuple[str, str | None], ...], ...]
    both: bool


def remembered(fight: Fight, person: Person) -> Remembered:
    """Return what a combatant has used up (S3-STUNT-17)."""
    memories = tuple(fight.memory.get(person.id, ()))
    kinds = {None, *[kind for memory in memories for kind in memory.weapons]}
    weapons: dict[str, list[tuple[str, str | None]]] = {skill: [] for skill in WEAPON_SKILLS}
    for one in weapons_of(person):
        kind = kind_of(one)
        if kind in kinds:
            weapons[one.mode.skill].append((one.ref, kind))
    return Remembered(memories, tuple([tuple(some) for some in weapons.values()]), fight.options.stunt_repeat == "both")


@lru_cache(1024)  # many combatants have used the same stunts, with weapons that make no difference
def repeated(used: Remembered) -> Callable[[PrimaryThrow], Node]:
    """Return what is used up of a throw: by the sum of ``NUMBERS``, the weapons, and the label (S3-STUNT-17)."""
    return cache(partial(_repeated_of_throw, used))


def _repeated_of_throw(used: Remembered, throw: PrimaryThrow) -> Node:
    alike: dict[int, list[Memory]] = {}
    for memory in used.memories:
        others = {*memory.skills} - {throw.primary}
        if throw.primary in memory.skills and others <= NUMBERS.keys():
            alike.setdefault(sum([NUMBERS[skill] for skill in others]), []).append(memory)
    rows = {str(number): _repeated(used, throw, some) for number, some in alike.items()}
    return {number: row for number, row in rows.items() if row}


def _repeated(used: Remembered, throw: PrimaryThrow, memories: list[Memory]) -> Node:
    """Return what is used up of stunts of the same skills. Kinds of weapons that none of them had are all the same."""
    known: dict[tuple[int, frozenset[str]], Node] = {}
    told = {kind for memory in memories for kind in memory.weapons}

    def with_kind(kinds: frozenset[str], kind: str | None) -> frozenset[str]:
        return kinds if kind is None else kinds | {kind if kind in told else ANY_KEY}

    def row(level: int, kinds: frozenset[str]) -> Node:
        if level == len(WEAPON_SKILLS):
            return _labels(used, throw, memories, tuple(sorted(kinds)) or (UNARMED,))
        if (level, kinds) not in known:
            others = row(level + 1, with_kind(kinds, ANY_KEY))
            some = {ref: row(level + 1, with_kind(kinds, kind)) for ref, kind in used.weapons[level]}
            rows = {ABSENT_KEY: row(level + 1, kinds), **some, ANY_KEY: others}
            known[level, kinds] = shortened({key: one for key, one in rows.items() if key == ANY_KEY or one != others})
        return known[level, kinds]

    return row(0, with_kind(frozenset(), throw.kind))


def _labels(used: Remembered, throw: PrimaryThrow, memories: Iterable[Memory], kinds: tuple[str, ...]) -> Node:
    """Return the labels that are used up with kinds of weapons; a set if all are (S3-STUNT-20)."""
    found: dict[str, Node] = {}
    for memory in memories:
        if used.both and memory.weapons == kinds:
            return REFUSED
        if memory.task in throw.tasks and (used.both or memory.weapons == kinds):
            found[memory.label] = REFUSED
    return found
