"""What somebody may do on the open tick, as sets: who, which steps, which strike, which deed (TK-RES-6)."""

from collections.abc import Callable
from typing import get_args

from domain.fields.sets import Node, Span, key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.rulesets.ticks.chapters.counting.acts import squares_around, usual_mode
from domain.rulesets.ticks.chapters.counting.count_down import tick_open
from domain.rulesets.ticks.chapters.counting.steps_due import may_stand, may_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import could_act, deed_open, is_asked, strike_open
from domain.rulesets.ticks.chapters.declaring.combinations import is_fitting
from domain.rulesets.ticks.chapters.deeds.hands import TO_PICK_UP
from domain.rulesets.ticks.chapters.legality import blocking
from domain.rulesets.ticks.chapters.strikes.strike import strike_of as declared_strike
from domain.rulesets.ticks.chapters.vocabularies import able, named, weapons_at_hand
from domain.rulesets.ticks.items import Thing
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


def _may_strike_with(person: Person, declared: Declaration, thing: Thing, mode: Mode) -> bool:
    """Whether the declared strike can be made with a weapon in a mode (TK-AIM-7, TK-MAN-12)."""
    strike = declared_strike(person, declared)
    as_declared = (thing.id, mode) == (strike.weapon, strike.mode)
    return as_declared or (
        declared.action != "aim" and is_fitting(person, declared.manoeuvres, thing, mode, strike.weapon)
    )


def _declared_modes(fight: Fight, person: Person) -> Node | None:
    """The modes of the declared weapon (TK-ATK-7); None where it is lost."""
    declared = person.turn.declared
    weapon = person.owned(declared.weapon) if declared is not None else None
    if declared is None or weapon is None or not _strikes(fight, person):
        return None
    return tuple(mode for mode in weapon.modes if _may_strike_with(person, declared, weapon, mode))


def _other_weapons(fight: Fight, person: Person) -> Node | None:
    """The weapons in hand to strike with, by the mode; left out, it is the usual one of each (TK-ATK-6, TK-ATK-7)."""
    declared = person.turn.declared
    if declared is None or not _strikes(fight, person):
        return None
    strike, found = declared_strike(person, declared), dict[str, list[Thing]]()
    for thing in weapons_at_hand(person):
        for mode in thing.modes:
            if _may_strike_with(person, declared, thing, mode):
                found.setdefault(mode, []).append(thing)
                if mode == usual_mode(thing, declared, strike):
                    found.setdefault("", []).append(thing)
    return {mode: named(person, things) for mode, things in found.items()}


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
DECLARED_MODES = by_acting("modes of the declared weapon", _declared_modes)
OTHER_WEAPONS = by_acting("weapons to strike with", _other_weapons)
OTHER_MODES = by_acting("modes to strike in", lambda fight, person: _modes_of(_other_weapons(fight, person)))
WAYS = by_acting("steps beside the strike", _ways_to_step)
WAYS_WITH_OTHERS = by_acting("steps beside a strike with a weapon", _ways_with_others)


def _modes_of(weapons: Node | None) -> Node | None:
    return tuple(mode for mode in weapons if mode) if isinstance(weapons, dict) else None


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


def _deed_luck(fight: Fight, person: Person) -> Node | None:
    """The luck for the deed of first aid (TK-OTHER-2)."""
    declared = person.turn.declared
    return Span(0, person.luck) if declared is not None and declared.kind == "first_aid" and deed_open(person) else None


def can_do_something(fight: Fight, person: Person) -> bool:
    """Whether there is a step, a strike or a deed for somebody on the open tick, apart from holding (TK-RES-10)."""
    ways = (_around, _standing_up, _declared_modes, _other_weapons, _deeds_open)
    return any(way(fight, person) for way in ways)


SMALL_DEEDS = Vocabulary[Fight]("deeds while evading", _small_deeds)
DEEDS_OPEN = by_acting("who can do a deed", _deeds_open)
DEED_LUCK = by_acting("luck for a deed", _deed_luck)


def _may_hold(view: View[Fight], person: Person) -> bool:
    """Whether somebody is asked on the open tick, or has an answer there that may still be changed (TK-RES-10)."""
    return person.id in view.asked("act") or is_asked(view.state, person)


LASTING = Vocabulary[Fight]("ticks to hold to", lambda view: Span(0, view.state.tick - 1) if view.state.tick else ())
HOLDING = Vocabulary[Fight](
    "who may hold", lambda view: tuple(one for one in view[ACTING] if _may_hold(view, view.state.people[one]))
)
