"""The fields of an attack with manoeuvres: which go with a weapon and with one another, and the luck that they cost."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, get_args

from domain.fields.field import Field, Lookup, Total, looked_up, record, several
from domain.fields.sets import ANY_KEY, AnyText, Node, Span
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.ticks.chapters.declaring.combinations import DRAWN
from domain.rulesets.ticks.chapters.declaring.manoeuvres import MANOEUVRES, REQUIRED
from domain.rulesets.ticks.chapters.declaring.starts import DELAYS
from domain.rulesets.ticks.chapters.deeds.hands import fits
from domain.rulesets.ticks.chapters.vocabularies import TARGETS, named, weapons_at_hand
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.state import Fight, Person
from domain.rulesets.ticks.words import Manoeuvre, Mode

REFUSED: Final = (1,)
"""What a lookup has that only has to have something."""
MOST_COST: Final = len(MANOEUVRES) + sum(REQUIRED.values())
"""More than what any manoeuvres cost together."""
TRICK: Final = AnyText(500, 1)


def by_declarer(name: str, values: Callable[[Fight, Person], Node]) -> Vocabulary[Fight]:
    """Return the lookup, for the combatants who are asked to declare, of what each of them has."""

    def of(view: View[Fight]) -> Node:
        found = ((one, values(view.state, view.state.people[one])) for one in view.asked("declare"))
        return {who: node for who, node in found if node}

    return Vocabulary(name, of)


class Arms(NamedTuple):
    """What somebody can attack with in this round, each weapon with its modes.

    ``ready`` are the weapons in hand and bare hands, ``drawn`` those that are carried, and that a quick draw could have
    in hand in time (TK-QD).
    """

    person: Person
    ready: tuple[tuple[Thing, tuple[Mode, ...]], ...]
    drawn: tuple[tuple[Thing, tuple[Mode, ...]], ...]

    @classmethod
    def of(cls, person: Person) -> "Arms":
        """Return those of a combatant."""
        drawn = [(thing, modes) for thing in person.things.values() if (modes := _drawing_modes(person, thing))]
        return cls(person, tuple([(thing, thing.modes) for thing in weapons_at_hand(person)]), tuple(drawn))

    @property
    def weapons(self) -> tuple[tuple[Thing, tuple[Mode, ...]], ...]:
        """All of them."""
        return self.ready + self.drawn


ARMS: Final = Vocabulary[Fight](
    "arms", lambda view: {one: Arms.of(view.state.people[one]) for one in view.asked("declare")}
)
"""For other vocabularies alone."""


def by_arms(name: str, values: Callable[[Arms], Node]) -> Vocabulary[Fight]:
    """Return the lookup, for the combatants who are asked to declare, of what their arms come to."""

    def of(view: View[Fight]) -> Node:
        found = ((who, values(arms)) for who, arms in view[ARMS].items())
        return {who: node for who, node in found if node}

    return Vocabulary(name, of)


def _drawing_modes(person: Person, thing: Thing) -> tuple[Mode, ...]:
    """Return how a carried weapon can be used that is drawn quickly, with as much luck as there is (TK-QD)."""
    if thing.ready or not thing.quick_draw or not thing.is_weapon or not fits(person, thing):
        return ()
    return tuple([mode for mode in thing.modes if any(_can_draw(person, thing, mode, one) for one in DRAWN)])


def _can_draw(person: Person, thing: Thing, mode: Mode, draw: Manoeuvre) -> bool:
    """Whether a quick draw goes with a carried weapon, and can be paid with its delay (TK-QD-1, TK-QD-3, TK-QD-6)."""
    if DRAWN[draw] not in thing.quick_draw or mode not in MANOEUVRES[draw].modes:
        return False
    return _lack(person, draw, thing, mode) + max(0, 1 + DELAYS[draw] - person.quickness) <= person.luck


def _lack(person: Person, manoeuvre: Manoeuvre, thing: Thing, mode: Mode) -> int:
    """Return the levels of skill that a manoeuvre wants beyond those that there are (TK-MAN-5)."""
    return max(0, MANOEUVRES[manoeuvre].required - person.level(thing.skill_in(mode)))


def _lacks(arms: Arms) -> dict[str, dict[Mode, dict[Manoeuvre, int]]]:
    """Return the levels that manoeuvres lack, by weapon and mode, of those that may be chosen."""
    found: dict[str, dict[Mode, dict[Manoeuvre, int]]] = {}
    for thing, modes in arms.weapons:
        for mode in modes:
            wanted = {one: _lack(arms.person, one, thing, mode) for one in REQUIRED if mode in MANOEUVRES[one].modes}
            if any(wanted.values()):
                found.setdefault(thing.id, {})[mode] = {one: levels for one, levels in wanted.items() if levels}
    return found


def _fitting(person: Person, thing: Thing, mode: Mode) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres of a mode that a weapon goes with, and that luck can pay for (TK-MAN-4, TK-DTAP-4)."""
    draws = tuple([one for one in DRAWN if not thing.ready and _can_draw(person, thing, mode, one)])
    paid = tuple([one for one in REQUIRED if one not in DRAWN and _lack(person, one, thing, mode) <= person.luck])
    return _in_order(mode, draws, paid, double_tap=thing.magazine > 0)


@cache
def _in_order(
    mode: Mode, draws: tuple[Manoeuvre, ...], paid: tuple[Manoeuvre, ...], *, double_tap: bool
) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres of a mode, in the order of the table; the same ones for each weapon of a crowd."""
    barred = {one for one in REQUIRED if one not in (*draws, *paid)} | (set() if double_tap else {"double_tap"})
    return tuple([one for one in get_args(Manoeuvre) if mode in MANOEUVRES[one].modes and one not in barred])


def _must_name_mode(arms: Arms) -> Node:
    """Return the carried weapons that cannot be drawn quickly for what they are made for."""
    return {thing.id: REFUSED for thing, modes in arms.drawn if thing.modes[0] not in modes}


def _delays(arms: Arms) -> dict[str, int]:
    """Return the luck on quickness without which quick draws come too late, by the delay (TK-QD-6)."""
    late = {str(delay): 1 + delay - arms.person.quickness for delay in DELAYS.values()} if arms.drawn else {}
    return {delay: luck for delay, luck in late.items() if luck > 0}


def _left(arms: Arms) -> Node:
    """Return what is left for quickness, by what requirements and manoeuvres cost; the first of these costs nothing."""
    delays, luck = _delays(arms), arms.person.luck
    if not delays:
        return _most_left(luck)
    left: dict[str, Node] = {}
    for cost in range(1, min(luck + 1, MOST_COST) + 1):
        most = luck + 1 - cost
        late: dict[str, Node] = {delay: Span(least, most) for delay, least in delays.items() if least <= most}
        left[str(cost)] = late | {ANY_KEY: Span(0, most)}
    return left


@cache
def _most_left(luck: int) -> dict[str, Node]:
    return {str(cost): Span(0, luck + 1 - cost) for cost in range(1, min(luck + 1, MOST_COST) + 1)}


def _too_dear(arms: Arms) -> Node:
    """Return the costs that luck cannot pay, of quick draws together with the luck that they want in time."""
    delays, luck = _delays(arms), arms.person.luck
    dear = _never_paid(luck)
    for cost in range(1, min(luck + 1, MOST_COST) + 1):
        late = [delay for delay, least in delays.items() if least > luck + 1 - cost]
        dear = {**dear, str(cost): dict.fromkeys(late, REFUSED)} if late else dear
    return dear


@cache
def _never_paid(luck: int) -> dict[str, Node]:
    return {str(cost): REFUSED for cost in range(luck + 2, MOST_COST + 1)}


def _costs(view: View[Fight]) -> Node:
    """Return what manoeuvres cost: one each, and the levels that are missing (TK-LCOMB-1, TK-LCOMB-2)."""
    costs = {**ANY_ONE}
    for who, arms in view[ARMS].items():
        if lacks := _lacks(arms):
            by_weapon: dict[str, Node] = {weapon: _costs_in(modes) for weapon, modes in lacks.items()}
            costs[who] = {**by_weapon, **ANY_ONE}
    return costs


def _costs_in(modes: Mapping[Mode, Mapping[Manoeuvre, int]]) -> Node:
    by_mode: dict[str, Node] = {mode: {**_numbers(lacks, 1), **ANY_ONE} for mode, lacks in modes.items()}
    return {**by_mode, **ANY_ONE}


def _missing(arms: Arms) -> Node:
    return {weapon: {mode: _numbers(lacks) for mode, lacks in modes.items()} for weapon, modes in _lacks(arms).items()}


def _numbers(lacks: Mapping[Manoeuvre, int], more: int = 0) -> dict[str, Node]:
    return {one: (more + levels,) for one, levels in lacks.items()}


ANY_ONE: Final[dict[str, Node]] = {ANY_KEY: (1,)}
USABLE: Final = by_arms(
    "weapons in hand or drawn quickly", lambda arms: named(arms.person, [thing for thing, _ in arms.weapons])
)
MODE_TO_NAME: Final = by_arms("weapons whose mode is named", _must_name_mode)
FITTING: Final = by_arms(
    "manoeuvres",
    lambda arms: {
        thing.id: {mode: _fitting(arms.person, thing, mode) for mode in modes} for thing, modes in arms.weapons
    },
)
CARRIED: Final = by_arms("weapons to draw", lambda arms: {thing.id: {"0": REFUSED} for thing, _ in arms.drawn})
COSTS: Final = Vocabulary[Fight]("costs of manoeuvres", _costs)
MISSING: Final = by_arms("levels that manoeuvres lack", _missing)
LEFT: Final = by_arms("luck beside manoeuvres", _left)
TOO_DEAR: Final = by_arms("manoeuvres too dear", _too_dear)
LATE: Final = by_arms("quick draws that take luck", lambda arms: dict.fromkeys(_delays(arms), REFUSED))


def _paying(view: View[Fight]) -> Node:
    return {"1": view[LATE], ANY_KEY: REFUSED}


PAYING: Final = Vocabulary[Fight]("manoeuvres that take luck", _paying)
AIMED_AT: Final = Vocabulary[Fight]("targets of all but tricks", lambda view: {"0": TARGETS})


def _score(**by_family: int) -> Total:
    """Return the sum of numbers that manoeuvres have by their families, or by their own names."""
    worth = {one: by_family.get(one, by_family.get(row.family, 0)) for one, row in MANOEUVRES.items()}
    numbers: dict[str, Node] = {one: (number,) for one, number in worth.items() if number}
    return Total("manoeuvres", Lookup(numbers, ("manoeuvres",)))


def _refusing(low: int, high: int) -> Node:
    return {str(score): REFUSED for score in range(low, high + 1)}


COUNT: Final = Total("manoeuvres", Lookup(ANY_ONE, ("manoeuvres",)))
COST: Final = Total("manoeuvres", Lookup(COSTS, ("actor", "weapon", "mode", "manoeuvres")))
LACK: Final = Total("manoeuvres", Lookup(MISSING, ("actor", "weapon", "mode", "manoeuvres")))
DRAWS: Final = Total("manoeuvres", Lookup(dict.fromkeys(DRAWN, (1,)), ("manoeuvres",)))
DELAY: Final = Total("manoeuvres", Lookup({one: (delay,) for one, delay in DELAYS.items()}, ("manoeuvres",)))
TRICKS: Final = _score(trick=1)
SPOILT_TRICK: Final = Lookup(_refusing(101, 100 + len(MANOEUVRES)), (_score(trick=100, control=1, force=1),))
"""A trick shot goes with quick draws and run-and-gun alone (TK-MAN-7)."""
HARMLESS: Final = Lookup(_refusing(101, 100 + len(MANOEUVRES)), (_score(disarm=100, control=0, force=1),))
"""A disarm goes with no force (TK-MAN-7)."""
NONE_ABOVE_0: Final[dict[str, Node]] = {"0": (), ANY_KEY: REFUSED}

MODE_OF_MANOEUVRES: Final = Lookup(MODE_TO_NAME, ("actor", "weapon"))
"""Where the mode has to be named."""
CHOSEN: Final = several(
    Lookup(FITTING, ("actor", "weapon", "mode")),
    1,
    len(MANOEUVRES),
    distinct=True,
    required=True,
    never=(
        SPOILT_TRICK,
        HARMLESS,
        Lookup(CARRIED, ("actor", "weapon", DRAWS)),
        Lookup(TOO_DEAR, ("actor", COST, DELAY)),
    ),
)
AIMED: Final = looked_up(AIMED_AT, TRICKS, bars=("actor",), required=True)
TRIED: Final = looked_up({"1": TRICK}, TRICKS, required=True)
PAID: Final[Field] = record(
    {
        "requirements": looked_up(
            {str(levels): (levels,) for levels in range(MOST_COST)}, LACK, required=Lookup(NONE_ABOVE_0, (LACK,))
        ),
        "extra": looked_up(
            {str(count + 1): (count,) for count in range(len(MANOEUVRES))},
            COUNT,
            required=Lookup({"1": (), ANY_KEY: REFUSED}, (COUNT,)),
        ),
        "quickness": looked_up(LEFT, "actor", COST, DELAY, required=Lookup(LATE, ("actor", DELAY))),
    },
    phrase="[; {quickness:point|points} of luck for quickness][; {requirements:point|points} of luck for"
    " requirements][; {extra:point|points} of luck for extra manoeuvres]",
    required=Lookup(PAYING, (COST, "actor", DELAY)),
)
