"""Folds of harm and healing: marks, conditions, injuries, objects."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.black_dice.events.harm import (
    BeganDying,
    DamageCounted,
    DamageReduced,
    Destroyed,
    Died,
    DyingCounted,
    EnteredGrey,
    FellUnconscious,
    Healed,
    HealthLost,
    Injured,
    InjuryAvoided,
    LifeExtended,
    MarksDue,
    MarksOwed,
    Stabilised,
    StayedUnconscious,
    StructureLost,
    Treated,
    Woke,
)
from domain.rulesets.black_dice.evolve.places import unsteady
from domain.rulesets.black_dice.state import Fight, Injury, OwedMarks, Person


def marks_owed(fight: Fight, event: MarksOwed) -> None:
    fight.owed = (*fight.owed, OwedMarks(event.combatant, event.points, event.harm))


def marks_due(fight: Fight, event: MarksDue) -> None:
    fight.owed = fight.owed[1:]


def health_lost(fight: Fight, event: HealthLost) -> None:
    person = fight.people[event.combatant]
    person.normal = event.normal or 0
    person.bruise = event.bruise or 0
    person.treated = False
    unsteady(fight, person.id)


def fell_unconscious(fight: Fight, event: FellUnconscious) -> None:
    """Prone, nothing in hand, no aim (BD-GREY-7); a held breath is gone (BD-DROWN-7)."""
    person = fight.people[event.combatant]
    if event.reason == "drink":
        person.paralytic = True
    else:
        person.knocked_out = True
    if person.condition == "able":
        person.condition = "unconscious"
    person.prone = True
    person.ready = tuple([weapon for weapon in person.ready if person.weapons[weapon].natural])
    person.aim = None
    breath = person.breath
    if breath is not None and breath.points:
        person.breath = replace(breath, points=0, emptied=fight.phase != "idle")


def stayed_unconscious(fight: Fight, event: StayedUnconscious) -> None:
    person = fight.people[event.combatant]
    if event.over == "drink":
        person.paralytic = False
    else:
        person.knocked_out = False


def woke(fight: Fight, event: Woke) -> None:
    person = fight.people[event.combatant]
    person.condition = "able"
    person.knocked_out = False
    person.paralytic = False
    person.prone = True


def began_dying(fight: Fight, event: BeganDying) -> None:
    person = fight.people[event.combatant]
    person.condition = "dying"
    person.rounds_left = event.rounds
    person.dying_since = fight.round_number if fight.phase != "idle" else None


def dying_counted(fight: Fight, event: DyingCounted) -> None:
    fight.people[event.combatant].rounds_left = event.rounds


def life_extended(fight: Fight, event: LifeExtended) -> None:
    fight.people[event.combatant].rounds_left = event.rounds


def stabilised(fight: Fight, event: Stabilised) -> None:
    person = fight.people[event.combatant]
    person.condition = "stabilised"
    person.rounds_left = 0
    person.dying_since = None


def died(fight: Fight, event: Died) -> None:
    person = fight.people[event.combatant]
    person.condition = "dead"
    person.rounds_left = 0
    person.ready = ()
    person.aim = None
    fight.close = tuple([pair for pair in fight.close if person.id not in pair])


def injured(fight: Fight, event: Injured) -> None:
    """An injury is new, or one on record gets its description; its changes hold from now on."""
    person = fight.people[event.combatant]
    injury = Injury(event.injury, event.description, event.changes)
    known = [other.id for other in person.injuries]
    if event.injury in known:
        person.injuries = tuple([injury if other.id == event.injury else other for other in person.injuries])
    else:
        person.injuries = (*person.injuries, injury)
    _change(person, event.changes)


def _change(person: Person, changes: dict[str, int]) -> None:
    for name, change in changes.items():
        if name == "move":
            person.move = max(0, person.move + change)
        elif name in person.stats:
            person.stats = {**person.stats, name: person.stats[name] + change}
        else:
            person.skills = {**person.skills, name: max(0, person.rank(name) + change)}


def healed(fight: Fight, event: Healed) -> None:
    """Once a pip of somebody dying or stabilised is healed it is simply unconscious (BD-DYING-5, BD-DYING-7)."""
    person = fight.people[event.combatant]
    person.normal -= event.normal
    person.bruise -= event.bruise
    ends = person.condition == "stabilised" or (person.condition == "dying" and event.normal > 0)
    if ends:
        person.condition = "unconscious"
        person.rounds_left = 0
        person.dying_since = None


def treated(fight: Fight, event: Treated) -> None:
    fight.people[event.combatant].treated = True


def structure_lost(fight: Fight, event: StructureLost) -> None:
    fight.things[event.combatant].pips = event.pips or 0


HARM_FOLDS: Folds = {
    DamageCounted: no_change,
    DamageReduced: no_change,
    MarksOwed: marks_owed,
    MarksDue: marks_due,
    HealthLost: health_lost,
    EnteredGrey: no_change,
    FellUnconscious: fell_unconscious,
    StayedUnconscious: stayed_unconscious,
    Woke: woke,
    BeganDying: began_dying,
    DyingCounted: dying_counted,
    LifeExtended: life_extended,
    Stabilised: stabilised,
    Died: died,
    Injured: injured,
    InjuryAvoided: no_change,
    Healed: healed,
    Treated: treated,
    StructureLost: structure_lost,
    Destroyed: no_change,
}
