"""What somebody may do on the open tick, as sets: who, which steps, which strike, which deed (TK-RES-6)."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, get_args

from msgspec.structs import replace

from domain.fields.sets import ABSENT_KEY, Labelled, Node, Span, Without, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.ticks.chapters.counting.acts import squares_around, usual_mode
from domain.rulesets.ticks.chapters.counting.count_down import tick_open
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, deed_open, is_asked, strike_open
from domain.rulesets.ticks.chapters.declaring.combinations import is_fitting
from domain.rulesets.ticks.chapters.deeds.deeds import REACH_TO_PICK_UP, Deed, deed_of
from domain.rulesets.ticks.chapters.deeds.deeds import why_not as why_no_deed
from domain.rulesets.ticks.chapters.deeds.hands import TO_PICK_UP, fits
from domain.rulesets.ticks.chapters.legality import blocking
from domain.rulesets.ticks.chapters.strikes.strike import Strike, may_land
from domain.rulesets.ticks.chapters.strikes.strike import strike_of as declared_strike
from domain.rulesets.ticks.chapters.vocabularies import able, modes_said, named, times_said, weapons_at_hand
from domain.rulesets.ticks.items import Thing
from domain.rulesets.ticks.parts import DeedSheet
from domain.rulesets.ticks.state import Declaration, Fight, Person
from domain.rulesets.ticks.words import Kind, Mode, SmallKind
from domain.text.words import Label

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
    """The ways to make the declared strike: with the weapon of the declaration, and with another one that is named."""

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
        ways(
            [thing for thing in weapons_at_hand(person) if thing is not weapon],
            lambda thing: usual_mode(thing, declared, strike),
        ),
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
    declared_weapons: Vocabulary[Fight]
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
        lookup("modes of the declared weapon", lambda person, strikes: _modes(strikes.declared)),
        lookup("whose declared weapon needs a mode", lambda person, strikes: _mode_needed(strikes.declared)),
        lookup("declared weapons in hand", _declared_in_hand),
        lookup("weapons to strike with", lambda person, strikes: _weapons_by_mode(person, strikes.named)),
        lookup("modes to strike in", lambda person, strikes: _modes(strikes.named)),
        lookup("whose weapons need a mode", lambda person, strikes: _mode_needed(strikes.named)),
    )


def _modes(ways: tuple[Strikable, ...]) -> Node:
    return modes_said(tuple(dict.fromkeys(way.mode for way in ways)))


def _declared_in_hand(person: Person, strikes: Strikes) -> Node:
    at_hand = weapons_at_hand(person)
    return named(person, dict.fromkeys(way.thing for way in strikes.declared if way.thing in at_hand))


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


def _ways(person: Person, mode: Mode) -> Node:
    return times_said("before", "after") if mode == "melee" or person.turn.has("run_and_gun") else times_said("before")


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


class SmallDeeds(NamedTuple):
    """The sets of a form for small deeds while evading: what each can do, and with which things, by the kind."""

    kinds: Vocabulary[Fight]
    items: Vocabulary[Fight]


def _small_deeds(which: str, items: Callable[[View[Fight], Person, Kind], Node], *others: SmallKind) -> SmallDeeds:
    """Return the sets for deeds with some things (TK-EVADE-3), and others without one."""

    def of(view: View[Fight]) -> dict[str, dict[str, Node]]:
        people = [view.state.people[one] for one in view[ACTING]]
        evading = [person for person in people if person.turn.action == "evade"]
        found = {kind: {person.id: items(view, person, kind) for person in evading} for kind in WITH_THINGS}
        return {kind: {who: things for who, things in rows.items() if things} for kind, rows in found.items()}

    def kinds(view: View[Fight]) -> Node:
        found = view[things]
        each = {
            one: (*[kind for kind in WITH_THINGS if one in found[kind]], *others)
            for one in view[ACTING]
            if view.state.people[one].turn.action == "evade"
        }
        return {one: _labelled(kinds) for one, kinds in each.items() if kinds}

    things = Vocabulary[Fight](f"things of small deeds{which}", of)
    return SmallDeeds(Vocabulary(f"small deeds{which}", kinds), things)


def _labelled(kinds: Iterable[SmallKind]) -> Node:
    return tuple([Labelled(kind, Label(kind, context="kind")) for kind in kinds])


def _possible(view: View[Fight], person: Person, kind: Kind) -> tuple[Labelled, ...]:
    """The things with which a small deed can be done as things are (TK-TICK-9)."""
    return _things(view.state, person, kind, lambda deed: why_no_deed(view.state, deed, (deed,)) is None)


def _possible_soon(view: View[Fight], person: Person, kind: Kind) -> Node:
    """The same after a step: what lies a step further away can be picked up, too."""
    fight = view.state

    def is_possible(deed: Deed) -> bool:
        lying = fight.ground.get(deed.item or "") if kind == "pick_up" else None
        if lying is None:
            return why_no_deed(fight, deed, (deed,)) is None
        return person.square.distance(lying.square) <= REACH_TO_PICK_UP + 1 and fits(person, lying.thing)

    return _things(fight, person, kind, is_possible)


def _impossible(view: View[Fight], person: Person, kind: Kind) -> Node:
    """The things with which a small deed cannot be done as things are; to pick up, all others that can be named."""
    if kind != "pick_up":
        return _things(view.state, person, kind, lambda deed: why_no_deed(view.state, deed, (deed,)) is not None)
    named_ones = view[TO_PICK_UP].get(person.id)
    if named_ones is None:
        return ()
    possible = tuple([one.value for one in _possible(view, person, kind)])
    return Without(named_ones, possible) if possible else named_ones


def _things(fight: Fight, person: Person, kind: Kind, test: Callable[[Deed], bool]) -> tuple[Labelled, ...]:
    """One's own things, or those on the ground to pick up, that pass a test."""
    if kind == "pick_up":
        lying = [one.thing for one in fight.ground.values()]
        return tuple([Labelled(one.id, one.name) for one in lying if test(Deed(person.id, kind, one.id))])
    return named(person, [one for one in person.things.values() if test(Deed(person.id, kind, one.id))])


WITH_THINGS: Final[tuple[SmallKind, ...]] = ("draw", "stow", "pick_up")
"""The small deeds that are done with a thing."""


def _deeds_open(fight: Fight, person: Person) -> Node | None:
    """Who can do the declared deed."""
    return (True,) if person.turn.action != "evade" and deed_open(person) else None


def _deeds_possible(fight: Fight, person: Person) -> Node | None:
    """Who can do the declared deed as things are (TK-TICK-9)."""
    declared = person.turn.declared
    if declared is None or not _deeds_open(fight, person):
        return None
    deed = deed_of(person, declared, DeedSheet())
    return (True,) if why_no_deed(fight, deed, (deed,)) is None else None


def _deeds_impossible(fight: Fight, person: Person) -> Node | None:
    return None if _deeds_possible(fight, person) else _deeds_open(fight, person)


def _evading(fight: Fight, person: Person) -> Node | None:
    return (True,) if person.turn.action == "evade" else None


def _steps_evading(fight: Fight, person: Person) -> Node | None:
    return _around(fight, person) if _evading(fight, person) else None


def _steps_otherwise(fight: Fight, person: Person) -> Node | None:
    return None if _evading(fight, person) else _around(fight, person)


def _stands_evading(fight: Fight, person: Person) -> Node | None:
    return _standing_up(fight, person) if _evading(fight, person) else None


def _stands_otherwise(fight: Fight, person: Person) -> Node | None:
    return None if _evading(fight, person) else _standing_up(fight, person)


def _deed_luck(fight: Fight, person: Person) -> Node | None:
    """The luck for the deed of first aid (TK-OTHER-2)."""
    declared = person.turn.declared
    return Span(0, person.luck) if declared is not None and declared.kind == "first_aid" and deed_open(person) else None


def can_do_something(fight: Fight, person: Person) -> bool:
    """Return whether a step, a deed or a strike that lands is possible now, apart from holding (TK-RES-10)."""
    if any(way(fight, person) for way in (_around, _standing_up, _evading, _deeds_possible)):
        return True
    declared = person.turn.declared
    strikes = Strikes((), ()) if declared is None else _ways_to_strike(fight, person, declared)
    return any(way.lands for way in (*strikes.declared, *strikes.named))


DEEDS_NOW = _small_deeds("", _possible, "narrated")
DEEDS_SOON = _small_deeds(" beside a step", _possible_soon, "narrated")
DEEDS_LAPSING = _small_deeds(" in vain", _impossible)
STEPS_EVADING = by_acting("who can step while evading", _steps_evading)
STEPS_OTHERWISE = by_acting("who can step otherwise", _steps_otherwise)
STANDS_EVADING = by_acting("who can stand up while evading", _stands_evading)
STANDS_OTHERWISE = by_acting("who can stand up otherwise", _stands_otherwise)
DEEDS_OPEN = by_acting("who can do the declared deed", _deeds_open)
DEEDS_POSSIBLE = by_acting("who can do the declared deed as things are", _deeds_possible)
DEEDS_IN_VAIN = by_acting("who can do the declared deed in vain", _deeds_impossible)
DEED_LUCK = by_acting("luck for a deed", _deed_luck)


def _may_hold(view: View[Fight], person: Person) -> bool:
    """Whether somebody is asked on the open tick, or has an answer there that may still be changed (TK-RES-10)."""
    return person.id in view.asked("act") or is_asked(view.state, person)


def _lasting(view: View[Fight]) -> Node:
    """The ticks to hold to, the nearest first; 0 is the end of the round (TK-RES-10)."""
    ticks = [Labelled(tick, Label.filled("until_tick", tick=tick)) for tick in range(view.state.tick - 1, 0, -1)]
    return (*ticks, Labelled(0, Label("until_round"))) if view.state.tick else ()


LASTING = Vocabulary[Fight]("ticks to hold to", _lasting)
HOLDING = Vocabulary[Fight](
    "who may hold", lambda view: tuple(one for one in view[ACTING] if _may_hold(view, view.state.people[one]))
)
