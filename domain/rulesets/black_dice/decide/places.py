"""Where and how combatants stand: near enough, coming close, going, weapons in hand (BD-WHO-1, BD-MOD-2, BD-COVER).

The narrator's ``place``, ``distance`` and ``awareness`` stand here too.
"""

from collections.abc import Mapping

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require, require_distinct
from domain.rulesets.black_dice import commands as ask
from domain.rulesets.black_dice.decide.aiming import lose_aim
from domain.rulesets.black_dice.events.places import (
    AwarenessSet,
    CameApart,
    CameClose,
    CoverTaken,
    DistanceSet,
    FellProne,
    Moved,
    Readied,
    StoodUp,
    ThingPlaced,
)
from domain.rulesets.black_dice.said import at_zone, from_to
from domain.rulesets.black_dice.state import Cover, Fight, Person, Thing, Weapon
from domain.rulesets.black_dice.tables import HANDS
from domain.rulesets.black_dice.words import FISTS, MARTIAL_STRIKE

BARE_HANDS_READY: Mapping[str, tuple[str, ...]] = {
    "martial_artists": (MARTIAL_STRIKE,),
    "everyone": (MARTIAL_STRIKE, FISTS),
    "nobody": (),
}
"""Which bare hands count as readied, by the option (BD-MOD-3, BD-RUL-22)."""


def held_by(fight: Fight, person: Person) -> list[Person]:
    """The able opponents that somebody is close to: they keep it from walking off (BD-WHO-1, BD-INIT-11)."""
    close = [fight.people[other] for other in fight.close_to(person.id)]
    return [other for other in close if other.able and other.side != person.side]


def may_close_in(fight: Fight, attacker: Person, target: Person | Thing) -> bool:
    """Whether a target is near enough for a melee attack (BD-WHO-1)."""
    if attacker.zone == target.zone:
        return True
    return fight.feet(attacker.zone, target.zone) <= attacker.move and not held_by(fight, attacker)


def require_zone(fight: Fight, person: Person, zone: str, rule: str, field: str) -> None:
    """Refuse a zone that nobody knows, and one that is farther away than somebody moves."""
    if zone not in fight.zones:
        detail = f"There is no zone {zone!r} here; there are {', '.join(fight.zones)}."
        refuse(None, detail, code="invalid", field=field)
    feet = fight.feet(person.zone, zone)
    said = f"It is {feet} feet {from_to((person.zone, zone), {})}; {person.name} moves {person.move} feet at most."
    require(feet <= person.move, rule, said, field=field)


def come_close(decision: Decision[Fight], person: Person, other: Person, *, placed: bool = False) -> None:
    """Two are less than five feet apart from now on; where they are already, nothing is recorded."""
    if not decision.state.are_close(person.id, other.id):
        decision.record(CameClose(combatant=person.id, other=other.id, placed=placed))


def go(decision: Decision[Fight], person: Person, zone: str, *, placed: bool = False) -> None:
    """Somebody goes to another zone: away from cover, and from everybody it was close to; no aim survives it.

    ``placed`` says that it is the narrator's doing, which costs nobody's breath (BD-DROWN-5).
    """
    if person.zone != zone:
        decision.record(Moved(combatant=person.id, zone=zone, placed=placed))
        lose_aim(decision, person, "moved")


# Weapons in hand


def is_ready(fight: Fight, person: Person, weapon: Weapon) -> bool:
    """Whether a weapon counts as readied: in hand, as natural ones always are, or bare hands (BD-MOD-3)."""
    return weapon.id in person.ready or weapon.id in BARE_HANDS_READY[fight.options.fists_ready]


def ready_weapons(fight: Fight, person: Person) -> list[Weapon]:
    """All weapons that count as readied, those readied first standing first, bare hands last (BD-MOD-3)."""
    carried = [person.weapons[weapon] for weapon in person.ready]
    bare = [person.weapon(weapon) for weapon in BARE_HANDS_READY[fight.options.fists_ready]]
    return [*carried, *[weapon for weapon in bare if weapon is not None]]


def ready_weapon(decision: Decision[Fight], person: Person, weapon: str) -> None:
    """An attack readies its weapon; others are put away as the two hands need it, the oldest first (BD-MOD-2)."""
    if weapon not in person.weapons or weapon in person.ready:
        return
    in_hand = list(person.ready)
    room = HANDS - person.weapons[weapon].hands
    for other in person.ready:
        if hands_of(person, in_hand) > room and not person.weapons[other].natural:
            in_hand.remove(other)
    decision.record(Readied(combatant=person.id, weapons=(*in_hand, weapon)))


def ready_only(decision: Decision[Fight], person: Person, weapons: tuple[str, ...]) -> None:
    """The named weapons are ready, others put away; natural ones always stay (BD-INIT-11)."""
    stays = [other for other in person.ready if other in weapons or person.weapons[other].natural]
    decision.record(Readied(combatant=person.id, weapons=tuple(dict.fromkeys([*stays, *weapons]))))
    lose_aim(decision, person, "readied")


def hands_of(person: Person, weapons: list[str] | tuple[str, ...]) -> int:
    """How many hands some of its weapons need together; natural ones need none."""
    return sum([person.weapons[weapon].hands for weapon in weapons if not person.weapons[weapon].natural])


# The narrator's hand


def place(decision: Decision[Fight], command: ask.Place) -> None:
    """Put somebody, or an object, where it is; what changes is recorded, the zone first."""
    fight = decision.state
    if command.combatant in fight.things:
        place_thing(decision, command)
        return
    person = find_combatant(fight, command.combatant, "command.combatant")
    check_neighbours(fight, person, command)
    go(decision, person, command.zone or person.zone, placed=True)
    if command.cover is not None:
        decision.record(CoverTaken(combatant=person.id, cover=cover_of(command.cover)))
    if command.prone is not None and command.prone != person.prone:
        decision.record(FellProne(combatant=person.id) if command.prone else StoodUp(combatant=person.id))
    for other in command.apart_from:
        if fight.are_close(person.id, other):
            decision.record(CameApart(combatant=person.id, other=other))
    for other in command.close_to:
        come_close(decision, person, fight.people[other], placed=True)


def check_neighbours(fight: Fight, person: Person, command: ask.Place) -> None:
    """Refuse to put somebody close to itself, or to others than those of the zone that it is put in."""
    zone = command.zone or person.zone
    for field in ("close_to", "apart_from"):
        named: tuple[str, ...] = getattr(command, field)
        require_distinct(named, f"command.{field}")
        for number, name in enumerate(named):
            where = f"command.{field}[{number}]"
            other = find_combatant(fight, name, where)
            if other.id == person.id:
                refuse(None, f"Name somebody other than {person.name}.", code="invalid", field=where)
            if field == "close_to" and other.zone != zone:
                detail = f"{other.name} is {at_zone(other.zone, {})}, but {person.name} would be {at_zone(zone, {})}."
                refuse(None, detail, code="invalid", field=where)


def place_thing(decision: Decision[Fight], command: ask.Place) -> None:
    """Put an object in a zone or in cover (BD-OBJ-2); its cover ends with its zone (BD-COVER-6)."""
    thing = decision.state.things[command.combatant]
    named = command.given_fields - {"combatant", "answers"}
    if not named or named - {"zone", "cover"}:
        refuse(None, f"{thing.name} is an object: name its zone or its cover, and nothing else.", code="invalid")
    leaves = command.zone not in (None, thing.zone)
    if command.zone is not None:
        decision.record(ThingPlaced(combatant=thing.id, zone=command.zone))
    if command.cover is not None:
        decision.record(CoverTaken(combatant=thing.id, cover=cover_of(command.cover)))
    elif leaves and thing.cover is not None:
        decision.record(CoverTaken(combatant=thing.id, cover=None))


def cover_of(sheet: ask.CoverSheet) -> Cover | None:
    """The cover that the narrator names (BD-COVER-4)."""
    return None if sheet.kind == "none" else Cover(sheet.kind, sheet.against)


def distance(decision: Decision[Fight], command: ask.Distance) -> None:
    """Say how far two zones are from each other (BD-WHO-2)."""
    one, other = command.zones
    if one == other:
        refuse(None, "Name two different zones.", code="invalid", field="command.zones")
    decision.record(DistanceSet(zones=command.zones, feet=command.feet))


def awareness(decision: Decision[Fight], command: ask.Awareness) -> None:
    """Say of whom somebody is unaware (BD-RNG-7)."""
    person = find_combatant(decision.state, command.combatant, "command.combatant")
    require_distinct(command.unaware_of, "command.unaware_of")
    for number, other in enumerate(command.unaware_of):
        find_combatant(decision.state, other, f"command.unaware_of[{number}]")
    require(
        person.id not in command.unaware_of,
        "BD-RNG-7",
        f"Name somebody other than {person.name}.",
        field="command.unaware_of",
    )
    decision.record(AwarenessSet(combatant=person.id, unaware_of=command.unaware_of))
