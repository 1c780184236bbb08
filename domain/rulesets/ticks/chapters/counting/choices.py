"""What somebody may do on the open tick, as sets: who, which steps, which strike, which deed (TK-RES-6)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, get_args

from msgspec.structs import replace

from domain.fields.sets import ABSENT_KEY, Node, Span, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.ticks.chapters.counting.acts import squares_around, usual_mode
from domain.rulesets.ticks.chapters.counting.count_down import tick_open
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, deed_open, is_asked, strike_open
from domain.rulesets.ticks.chapters.declaring.combinations import is_fitting
from domain.rulesets.ticks.chapters.deeds.deeds import deed_of
from domain.rulesets.ticks.chapters.deeds.deeds import why_not as why_no_deed
from domain.rulesets.ticks.chapters.deeds.hands import TO_PICK_UP
from domain.rulesets.ticks.chapters.legality import blocking
from domain.rulesets.ticks.chapters.strikes.strike import Strike, may_land
from domain.rulesets.ticks.chapters.strikes.strike import strike_of as declared_strike
from domain.rulesets.ticks.chapters.vocabularies import able, named, weapons_at_hand
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import DeedSheet
from domain.rulesets.ticks.state import Declaration, Fight, Person
from domain.rulesets.ticks.words import Mode, SmallKind, When

ACTING = Vocabulary[Fight]("who may act", lambda view: tuple(one.id for one in _acting(view)))


def _acting(view: View[Fight]) -> list[Person]:
    """Who may act on the open tick, asked or not (TK-RES-10)."""
    fight = view.state
    if blocking(fight) is not None or not tick_open(fight):
        return []
    asked = {prompt.to for prompt in fight.prompts if prompt.kind == "act"}
    return [person for person in able(view) if person.id in asked or could_act(fight, person)]


def by_acting(name: str, values: Callable[[Fight, Person], Node | None]) -> Vocabulary[Fight]:
    """Return the lookup, for those who may act on the open tick, of what each of them has."""

    def of(view: View[Fight]) -> Node:
        found = ((one, values(view.state, view.state.people[one])) for one in view[ACTING])
        return {who: node for who, node in found if node}

    return Vocabulary(name, of)


def _around(fight: Fight, person: Person) -> Node | None:
    """The neighbouring squares: by the column, the rows (TK-MOVE-3)."""
    if not (step_due(fight, person) and may_step(fight, person)):
        return None
    rows: dict[str, tuple[int, ...]] = {}
    for x, y in squares_around(person.square):
        rows[key_of(x)] = (*rows.get(key_of(x), ()), y)
    return dict(rows)


def _standing_up(fight: Fight, person: Person) -> Node | None:
    """Whether somebody may get up in place of a step (TK-TRIP-6)."""
    return (True,) if step_due(fight, person) and may_stand(fight, person) else None


def _strikes(fight: Fight, person: Person) -> bool:
    return strike_open(fight, person) and person.turn.action in ("attack", "aim")


class Strikable(NamedTuple):
    """A weapon and a mode in which the declared strike may be made.

    ``usual`` says that the mode counts where none is said, ``lands`` that the strike can be made as things are.
    """

    thing: Thing
    mode: Mode
    usual: bool
    lands: bool


class Strikes(NamedTuple):
    """The ways to make the declared strike: with the weapon of the declaration, and with a weapon that is named."""

    declared: tuple[Strikable, ...]
    named: tuple[Strikable, ...]


def _strikes_of(view: View[Fight]) -> dict[str, Strikes]:
    fight = view.state
    people = [fight.people[one] for one in view[ACTING]]
    return {one.id: _ways_to_strike(fight, one, one.turn.declared) for one in people if one.turn.declared is not None}


def _ways_to_strike(fight: Fight, person: Person, declared: Declaration) -> Strikes:
    """The weapons and modes of the declared strike (TK-ATK-6, TK-ATK-7); none of a declared weapon that is lost."""
    if not (strike_open(fight, person) and declared.action in ("attack", "aim")):
        return Strikes((), ())
    strike, weapon = declared_strike(person, declared), person.owned(declared.weapon)
    steps = int(step_due(fight, person) and may_step(fight, person))

    def ways(things: Iterable[Thing], usual: Callable[[Thing], Mode]) -> tuple[Strikable, ...]:
        return tuple(
            [
                Strikable(thing, mode, mode == usual(thing), may_land(fight, made, thing, steps=steps))
                for thing in things
                for mode in thing.modes
                if _may_strike_with(
                    person, declared, strike, made := replace(strike, weapon=thing.id, mode=mode), thing
                )
            ]
        )

    return Strikes(
        ways([] if weapon is None else [weapon], lambda thing: declared.mode),
        ways(weapons_at_hand(person), lambda thing: usual_mode(thing, declared, strike)),
    )


def _may_strike_with(person: Person, declared: Declaration, strike: Strike, made: Strike, thing: Thing) -> bool:
    """Whether the declared strike can be made with a weapon in a mode (TK-AIM-7, TK-MAN-12)."""
    if (made.weapon, made.mode) == (strike.weapon, strike.mode):
        return True
    return declared.action != "aim" and is_fitting(person, declared.manoeuvres, thing, made.mode, strike.weapon)


STRIKES = Vocabulary[Fight]("strikes", _strikes_of)
"""The ways to make the declared strike, by the actor. No form refers to it."""


class StrikeChoices(NamedTuple):
    """The sets of the forms for strikes that can be made as things are, or of those for all others.

    A mode has to be given where the usual one is not among them.
    """

    declared_modes: Vocabulary[Fight]
    declared_mode_needed: Vocabulary[Fight]
    weapons: Vocabulary[Fight]
    modes: Vocabulary[Fight]
    mode_needed: Vocabulary[Fight]


def _strike_choices(which: str, *, lands: bool) -> StrikeChoices:
    def lookup(name: str, values: Callable[[Person, Strikes], Node]) -> Vocabulary[Fight]:
        def of(view: View[Fight]) -> Node:
            people = view.state.people
            kept = (
                (who, Strikes(*[tuple([way for way in ways if way.lands == lands]) for ways in strikes]))
                for who, strikes in view[STRIKES].items()
            )
            found = ((who, values(people[who], strikes)) for who, strikes in kept)
            return {who: node for who, node in found if node}

        return Vocabulary(f"{name}{which}", of)

    return StrikeChoices(
        lookup("modes of the declared weapon", lambda person, strikes: tuple([way.mode for way in strikes.declared])),
        lookup("whose declared weapon needs a mode", lambda person, strikes: _mode_needed(strikes.declared)),
        lookup("weapons to strike with", lambda person, strikes: _weapons_by_mode(person, strikes.named)),
        lookup("modes to strike in", lambda person, strikes: tuple(dict.fromkeys(way.mode for way in strikes.named))),
        lookup("whose weapons need a mode", lambda person, strikes: _mode_needed(strikes.named)),
    )


def _mode_needed(ways: tuple[Strikable, ...]) -> Node:
    return (True,) if ways and not any(way.usual for way in ways) else ()


def _weapons_by_mode(person: Person, ways: tuple[Strikable, ...]) -> Node:
    """The weapons by the mode; where it is left out, those whose usual mode it may be."""
    found: dict[str, list[Thing]] = {}
    for way in ways:
        for mode in (way.mode, *([ABSENT_KEY] if way.usual else [])):
            found.setdefault(mode, []).append(way.thing)
    return {mode: named(person, things) for mode, things in found.items()}


LANDING = _strike_choices("", lands=True)
LAPSING = _strike_choices(" in vain", lands=False)


def _ways_to_step(fight: Fight, person: Person) -> Node | None:
    """When one steps beside the declared strike, by its mode (TK-MOVE-6, TK-RG-2)."""
    declared = person.turn.declared
    if declared is None:
        return None
    return {"": _ways(person, declared.mode), **{mode: _ways(person, mode) for mode in get_args(Mode)}}


def _ways(person: Person, mode: Mode) -> tuple[When, ...]:
    return ("before", "after") if mode == "melee" or person.turn.has("run_and_gun") else ("before",)


def _ways_with_others(fight: Fight, person: Person) -> Node | None:
    """The same beside a strike with a named weapon, whose usual mode counts where none is said."""
    declared = person.turn.declared
    if declared is None:
        return None
    strike = declared_strike(person, declared)
    rows: dict[str, Node] = {}
    for thing in weapons_at_hand(person):
        usual = usual_mode(thing, declared, strike)
        rows[thing.id] = {"": _ways(person, usual), **{mode: _ways(person, mode) for mode in thing.modes}}
    return rows


AROUND = by_acting("squares around", _around)
STANDING_UP = by_acting("who can stand up", _standing_up)
WAYS = by_acting("steps beside the strike", _ways_to_step)
WAYS_WITH_OTHERS = by_acting("steps beside a strike with a weapon", _ways_with_others)


def _small_deeds(view: View[Fight]) -> Node:
    """What each may do while evading (TK-EVADE-3)."""
    people = [view.state.people[one] for one in view[ACTING]]
    return {person.id: _small_deeds_of(view, person) for person in people if person.turn.action == "evade"}


def _small_deeds_of(view: View[Fight], person: Person) -> tuple[SmallKind, ...]:
    own: tuple[SmallKind, ...] = ("draw", "stow") if person.things else ()
    others: tuple[SmallKind, ...] = ("pick_up",) if person.id in view[TO_PICK_UP] else ()
    return (*own, *others, "narrated")


def _deeds_open(fight: Fight, person: Person) -> Node | None:
    return (True,) if person.turn.action == "evade" or deed_open(person) else None


def _deeds_possible(fight: Fight, person: Person) -> Node | None:
    """Who can do a deed as things are: a small one, or the declared one (TK-TICK-9)."""
    declared = person.turn.declared
    if declared is None or not _deeds_open(fight, person):
        return None
    deed = deed_of(person, declared, DeedSheet())
    return (True,) if person.turn.action == "evade" or why_no_deed(fight, deed, (deed,)) is None else None


def _deeds_impossible(fight: Fight, person: Person) -> Node | None:
    return None if _deeds_possible(fight, person) else _deeds_open(fight, person)


def _deed_luck(fight: Fight, person: Person) -> Node | None:
    """The luck for the deed of first aid (TK-OTHER-2)."""
    declared = person.turn.declared
    return Span(0, person.luck) if declared is not None and declared.kind == "first_aid" and deed_open(person) else None


def can_do_something(fight: Fight, person: Person) -> bool:
    """Return whether a step, a deed or a strike that lands is possible now, apart from holding (TK-RES-10)."""
    if any(way(fight, person) for way in (_around, _standing_up, _deeds_possible)):
        return True
    declared = person.turn.declared
    strikes = Strikes((), ()) if declared is None else _ways_to_strike(fight, person, declared)
    return any(way.lands for way in (*strikes.declared, *strikes.named))


SMALL_DEEDS = Vocabulary[Fight]("deeds while evading", _small_deeds)
DEEDS_OPEN = by_acting("who can do a deed", _deeds_open)
DEEDS_POSSIBLE = by_acting("who can do a deed as things are", _deeds_possible)
DEEDS_IN_VAIN = by_acting("who can do a deed in vain", _deeds_impossible)
DEED_LUCK = by_acting("luck for a deed", _deed_luck)


def _may_hold(view: View[Fight], person: Person) -> bool:
    """Whether somebody is asked on the open tick, or has an answer there that may still be changed (TK-RES-10)."""
    return person.id in view.asked("act") or is_asked(view.state, person)


LASTING = Vocabulary[Fight]("ticks to hold to", lambda view: Span(0, view.state.tick - 1) if view.state.tick else ())
HOLDING = Vocabulary[Fight](
    "who may hold", lambda view: tuple(one for one in view[ACTING] if _may_hold(view, view.state.people[one]))
)
