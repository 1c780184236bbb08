"""What each command of an actor asks, filled from the state of the fight.

Each row of ``ASKED`` lists the fields that a form settles, one form for each combination that the rules accept, and the
fields that it leaves open with their domains.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.forms.enumerated import Filling, FormSpec, fixed, same
from domain.forms.model import Choice, Domain, Range, Subset
from domain.model.event import Json
from domain.model.refusal import Refusal
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import CLOSING_SKILLS, may_step
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Release
from domain.rulesets.s3.chapters.grapple.strangling import FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import Hide, Search, Smoke
from domain.rulesets.s3.chapters.movement.pursuit import Chase, Flee
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.throws.stunts import NEVER, price
from domain.rulesets.s3.chapters.throws.weapons import SMOKE_BOMB, Wielded
from domain.rulesets.s3.chapters.turns.gear import Drop, PickUp, Ready, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.riding import Reposition, SwitchVehicle, TakeReins
from domain.rulesets.s3.chapters.wounds.fire import Extinguish
from domain.rulesets.s3.forms.fields import INTENTS, YES_NO, weapons
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import HANDS, LIMBS, SKILLS


def others(fight: Fight, actor: Person) -> Iterator[str]:
    """Yield the other able combatants."""
    return (person.id for person in fight.people.values() if person.able and person.id != actor.id)


def others_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    """Yield None, then the other able combatants."""
    yield None
    yield from others(fight, actor)


def items(fight: Fight, actor: Person) -> Iterator[str]:
    """Iterate over the items that the actor carries."""
    return iter(actor.items)


def items_in_hands(fight: Fight, actor: Person) -> Iterator[Filling]:
    """Yield what others hold, by ID, with each weapon to disarm it with (S3-DISARM-1)."""
    for target in others(fight, actor):
        hands = fight.people[target].hands
        held = dict.fromkeys(item for item in (hands.main, hands.off) if item is not None)
        yield from ({"target": target, "item": item, "weapon": own} for item in held for own in weapons(fight, actor))


def lying(fight: Fight, actor: Person) -> Iterator[str]:
    """Iterate over the items on the ground of the actor's zone."""
    return (item.id for item in fight.ground.get(actor.zone, ()))


def outcomes(fight: Fight, actor: Person) -> Iterator[str]:
    """Yield what a trip may lead to (S3-TRIP-3)."""
    yield from ("ground", "dismount")
    yield from (f"zone:{zone}" for zone in fight.zones)
    yield from (f"hazard:{hazard}" for hazard in fight.hazards)


def zones_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    """Yield None, then the zones."""
    yield None
    yield from fight.zones


def links(fight: Fight, actor: Person) -> Iterator[str]:
    """Iterate over the links."""
    return iter(fight.links)


def vehicles(fight: Fight, actor: Person) -> Iterator[str]:
    """Iterate over the vehicles."""
    return iter(fight.vehicles)


def grips(fight: Fight, actor: Person) -> Iterator[str]:
    """Yield holds and drags by ID."""
    yield from (hold.id for hold in fight.holds)
    yield from (drag.id for drag in fight.drags)


def limb_domain(fight: Fight, actor: Person) -> Domain:
    """Return the limbs that a called shot may name."""
    return Choice(LIMBS)


def fast_domain(fight: Fight, actor: Person) -> Domain:
    """Return whether an attack may be fast (S3-FAST-1)."""
    return Choice((False,)) if fight.options.fast_melee == "off" else YES_NO


def pursuers(fight: Fight, actor: Person) -> Domain:
    """Return the combatants that may be named as pursuers or observers."""
    return Subset(tuple(others(fight, actor)))


def modes_or_none(fight: Fight, actor: Person) -> Iterator[Json]:
    """Yield None, then the modes of the items that the actor carries."""
    yield None
    yield from dict.fromkeys(mode.key for item in actor.items.values() for mode in item.modes if mode.key)


def any_hand(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Yield each hand; naming one may change the grip on an item in hand (S3-TURN-13)."""
    yield from ({"hand": hand} for hand in HANDS)


def one_storey(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Yield a depth for a drop without a link (S3-MOVE-9)."""
    yield {"storeys": 1}


def leaps(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Yield stunts with a skill that closes in, which need no step (S3-STUNT-25)."""
    if refusal.rule in ("S3-RANGE-4", "S3-LEGAL-3") and may_step(fight, actor):
        yield from _stunts(actor, sorted(CLOSING_SKILLS), ATTACK_SKILLS, {})


def covers(fight: Fight, actor: Person, refusal: Refusal) -> Iterator[Filling]:
    """Yield a smoke bomb in the stunt, which hides (S3-STUNT-24), and observers to sneak up to (S3-HIDE-4)."""
    observed = {"from": tuple(others(fight, actor))}
    if refusal.rule == "S3-HIDE-4":
        yield observed
    if refusal.rule == "S3-HIDE-1":
        for bomb in (item for item in actor.items.values() if item.kind == SMOKE_BOMB and item.modes):
            ref = Wielded(bomb, bomb.modes[0]).ref
            for smoke in _stunts(actor, ("explosives",), ("stealth",), {"explosives": ref}):
                yield smoke
                yield {**smoke, **observed}


def _stunts(
    actor: Person, secondaries: Iterable[str], primaries: tuple[str, ...], weapons: Mapping[str, str]
) -> Iterator[Filling]:
    """Yield stunts that the actor can pay for: one of these secondaries alone, then with one other."""
    alone = [(skill,) for skill in secondaries]
    paired = [(*one, other) for one in alone for other in SKILLS if other not in (*one, *NEVER)]
    for skills in (*alone, *paired):
        if any(price(actor, (primary, *skills)) <= actor.breath for primary in primaries):
            yield {"stunt": {"with": skills, "weapons": weapons}}


CLOSE_OPEN: Mapping[str, Callable[[Fight, Person], Domain]] = {"approach": same(YES_NO), "parry": same(YES_NO)}
ATTACK_SKILLS = ("melee", "hand_to_hand", "sharpshooting", "explosives")
ASKED: Mapping[type[Acting], FormSpec] = {
    Attack: FormSpec(
        {"target": others, "weapon": weapons},
        {"called": limb_domain, "intent": same(INTENTS), "fast": fast_domain, **CLOSE_OPEN},
        leaps,
    ),
    Trip: FormSpec(
        {"target": others, "weapon": weapons, "outcome": outcomes},
        {"intent": same(INTENTS), **CLOSE_OPEN},
        leaps,
    ),
    Disarm: FormSpec(
        items_in_hands,
        {"take": same(YES_NO), **CLOSE_OPEN},
        leaps,
    ),
    Pin: FormSpec({"target": others}, CLOSE_OPEN, leaps),
    BreakFree: FormSpec({}, {}),
    Strangle: FormSpec({"target": others, "weapon": weapons}, {"intent": same(INTENTS), **CLOSE_OPEN}, leaps),
    FinishStrangle: FormSpec({"target": others}, {}),
    DamageVehicle: FormSpec({"vehicle": vehicles, "weapon": weapons}, {}),
    Smoke: FormSpec({"item": items}, {}),
    Move: FormSpec({"zone": zones_or_none, "engage": others_or_none, "leave": fixed(False, True)}, {}),
    Climb: FormSpec({"link": links, "engage": others_or_none}, {}),
    DropDown: FormSpec(
        {"link": lambda f, a: (None, *links(f, a)), "engage": others_or_none},
        {"storeys": same(Range(1, 30))},
        one_storey,
    ),
    Flee: FormSpec({"zone": zones_or_none}, {"from": pursuers}),
    Chase: FormSpec({"target": others}, {}),
    Hide: FormSpec({"mode": fixed("sneak", "escape"), "engage": others_or_none}, {"from": pursuers}, covers),
    Search: FormSpec({"target": others}, {}),
    StandUp: FormSpec({}, {}),
    PickUp: FormSpec({"item": lying}, {}),
    Extinguish: FormSpec({}, {}),
    Reposition: FormSpec({"vehicle": vehicles, "to": fixed("ahead", "behind", "alongside")}, {}),
    SwitchVehicle: FormSpec({"vehicle": vehicles}, {}),
    TakeReins: FormSpec({}, {}),
    Ready: FormSpec({"item": items, "mode": modes_or_none}, {"hand": same(Choice(HANDS))}, fallback_fillings=any_hand),
    Stow: FormSpec({"item": items}),
    Drop: FormSpec({"item": items}),
    Release: FormSpec({"hold": grips}),
    EndTurn: FormSpec(),
}
