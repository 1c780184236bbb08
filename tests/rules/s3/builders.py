"""Builders of S3 tests: commands in few words, duels, chases, ambushes, and what came of them."""

from collections.abc import Iterable
from typing import Any

from domain.core.commands import Command, Join, SentAnswer
from domain.model.event import Event
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.hiding import Hide
from domain.rulesets.s3.chapters.movement.pursuit import Flee
from domain.rulesets.s3.chapters.narrator.hazards import Hazard
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract, Link, SetScene, Zone
from domain.rulesets.s3.chapters.throws.checks import Check
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.pairings import TurnOrder
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet, Reposition, SwitchVehicle
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.parts import Stunt
from domain.rulesets.s3.state import Hold
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of
from tests.rules.s3.specification import fight as opening


def player(*combatants: str) -> Speaker:
    """The player of these combatants."""
    return Speaker("player", combatants)


def stunt(*secondaries: str, tactic: str = "", **weapons: str) -> Stunt:
    """A stunt with these secondary skills, and the weapons named for them."""
    return Stunt.model_validate({"with": secondaries, "tactic": tactic, "weapons": weapons})


def defend(
    who: str, skill: str, *secondaries: str, item: str | None = None, tactic: str = "", **weapons: str
) -> SentAnswer:
    """An answer to ``oppose`` to send along; a stunt with these secondary skills, if there are any."""
    answer: dict[str, Any] = {"skill": skill, **({"item": item} if item is not None else {})}
    if secondaries:
        answer["stunt"] = {"with": secondaries, "tactic": tactic, "weapons": weapons}
    return SentAnswer(kind="oppose", to=who, answer=answer)


def attack(actor: str, target: str, weapon: str = "unarmed", **fields: Any) -> Attack:
    return Attack(actor=actor, target=target, weapon=weapon, **fields)


def check(actor: str, skill: str, *, against: str | None = None, modifier: int | None = None, **fields: Any) -> Check:
    """A check; ``against`` is written ``bell awareness``."""
    if against is not None:
        opponent, _, opposing = against.partition(" ")
        fields["against"] = {"combatant": opponent, "skill": opposing}
    if modifier is not None:
        fields["modifier"] = {"coins": modifier, "reason": "as the table sees it"}
    return Check.model_validate({"actor": actor, "skill": skill, **fields})


def flee(actor: str, *pursuers: str, **fields: Any) -> Flee:
    """Run from these pursuers; from whoever is engaged where nobody is named."""
    return Flee.model_validate({"actor": actor, **({"from": pursuers} if pursuers else {}), **fields})


def hide(actor: str, mode: str = "sneak", *observers: str, **fields: Any) -> Hide:
    """Hide from these observers; from every foe in the zone where nobody is named."""
    return Hide.model_validate({"actor": actor, "mode": mode, **({"from": observers} if observers else {}), **fields})


def hazard(coins: int, *targets: str, **fields: Any) -> Hazard:
    """The world deals so many damage coins to each of these."""
    return Hazard(targets=targets, coins=coins, **fields)


def link(key: str, origin: str, to: str, kind: str = "walk", **fields: Any) -> Link:
    return Link.model_validate({"key": key, "from": origin, "to": to, "kind": kind, **fields})


def scene(*zones: str, links: tuple[Link, ...] = (), sees: dict[str, tuple[str, ...]] | None = None) -> SetScene:
    """Zones, all seen from each other but where ``sees`` says otherwise, and links."""
    sights = sees or {}
    return SetScene(zones=tuple(Zone(key=zone, sees=sights.get(zone)) for zone in zones), links=links)


def terms_of(events: Iterable[Event], label: str) -> list[tuple[str, int]]:
    """What the coins of the first throw of that label are made of."""
    return next(list(event.terms) for event in events if isinstance(event, CoinsThrown) and event.label == label)


SHOT = Attack(actor="ogre", target="bell", weapon="pistol")
KILLING_SHOT = Attack(actor="ogre", target="bell", weapon="pistol", intent="kill")
EFFECTS = (Stunned, LimbLost, CombatantDisabled)


def gunman(*, coating: str | None = None, quantity: int = 1, **mode: Any) -> Join:
    """The ogre with a pistol of two damage coins, changed where fields of its mode are given."""
    pistol: dict[str, Any] = {
        "kind": "pistol",
        "quantity": quantity,
        "modes": [{"skill": "sharpshooting", "reach": "medium", "damage": 2, **mode}],
    }
    if coating is not None:
        pistol["coating"] = {"poison": coating}
    return newcomer("ogre", items=[pistol], hands={"main": "pistol"})


def duel(*combatants: str | Join, order: TurnOrder = "pc_first", **options: Any) -> Specification:
    """The ogre and a bell face each other in an open pairing, by these options; others only watch."""
    names = {one if isinstance(one, str) else one.id for one in combatants}
    present = [*(name for name in ("ogre", "bell") if name not in names), *combatants]
    return given(opening(*present, **options), *round_of("ogre", "bell", order))


def shot(result: int, defence: int, *rest: str) -> list[str]:
    """The throws of a shot: so many successes against so many, and what follows."""
    return [f"ogre sharpshooting 7c→{result}", f"bell evasion 5c→{defence}", *rest]


def effects(events: list[Event]) -> list[str]:
    """What the damage did besides wounding, in order: ``stunned``, ``disabled`` or a limb, with the combatant."""
    return [_effect(event) for event in events if isinstance(event, EFFECTS)]


def _effect(event: Event) -> str:
    if isinstance(event, LimbLost):
        return f"{event.combatant} {event.limb}"
    if isinstance(event, Stunned):
        return f"{event.combatant} stunned"
    assert isinstance(event, CombatantDisabled)
    return f"{event.combatant} disabled by {' and '.join(event.disabled.reasons)}"


def wounds(events: list[Event]) -> list[tuple[str, int, int]]:
    """The wounds taken, in order: who, points, coins that it costs."""
    return [
        (event.combatant, event.wound.points, event.wound.penalty) for event in events if isinstance(event, Wounded)
    ]


def suffered(events: list[Event]) -> list[tuple[str, str, int, int, int]]:
    """The damage suffered, in order: who, of what, points, what counts for stunning, what for wounding."""
    return [
        (event.combatant, event.label, event.points, event.stun_amount, event.wound_amount)
        for event in events
        if isinstance(event, DamageSuffered)
    ]


ALONGSIDE = RelationSet(vehicle="red", other="black", relation="alongside")


def chase(
    *steps: Step,
    foe: str | Join = "ripper",
    star: str | Join = "star",
    others: tuple[str | Join, ...] = (),
    vehicles: tuple[Join, ...] = (),
    order: TurnOrder = "pc_first",
    apart: bool = False,
    **options: Any,
) -> Specification:
    """Star and her foe side by side, unless ``apart``; the others stand by, or ride the other vehicles."""
    name = foe if isinstance(foe, str) else str(foe.id)
    machines = riding("red", "star"), riding("black", name)
    spec = given(fight(star, foe, *others, *machines, *vehicles, **options), *round_of("star", name, order))
    return spec.given(*(() if apart else (ALONGSIDE,)), *steps)


def next_round(foe: str = "ripper", order: TurnOrder = "pc_first") -> tuple[Step, ...]:
    """The next round is opened, with the same pairing."""
    return round_of("star", foe, order)


def reposition(actor: str, vehicle: str, to: str) -> Reposition:
    return Reposition.model_validate({"actor": actor, "vehicle": vehicle, "to": to})


def leap(actor: str, vehicle: str) -> SwitchVehicle:
    return SwitchVehicle(actor=actor, vehicle=vehicle)


def shoot(actor: str, vehicle: str, weapon: str = "pistol", **fields: Any) -> DamageVehicle:
    """An attack on a vehicle."""
    return DamageVehicle(actor=actor, vehicle=vehicle, weapon=weapon, **fields)


def seat(combatant: str, vehicle: str, seat: str = "rider") -> Place:
    return Place.model_validate({"combatant": combatant, "vehicle": vehicle, "seat": seat})


def status(spec: Specification, vehicle: str) -> tuple[str, str | None]:
    """Whether the vehicle rolls, halts or stands, and why."""
    machine = spec.fight.vehicles[vehicle]
    return machine.status, machine.halting_cause


def gone(spec: Specification) -> dict[str, str]:
    """Who is out, and how."""
    return {person.id: person.out for person in spec.fight.people.values() if person.out is not None}


def relations(spec: Specification) -> list[Event]:
    """The relations that the last command has set."""
    return [event for event in spec.events if isinstance(event, RelationSet)]


ROOF_FALLS = Distract(zone="here")
JADE = player("jade")


def jade(*talents: str) -> Join:
    return newcomer("jade", talents=["sneak_attack", *talents])


def lurking(*steps: Step, hero: Join | str = "jade", order: TurnOrder = "pc_first", **options: Any) -> Specification:
    """Jade Butterfly, two bells around her, and Doctor Hu as her friend; in zone yard a guard."""
    opening = (fight(hero, "bell_a", "bell_b", "hu", "guard", **options), scene("here", "yard"))
    apart = Place(combatant="guard", zone="yard")
    return given(*opening, apart, *steps, *round_of("jade", "bell_a", order))


def unseen(*observers: str) -> Command:
    return Place(combatant="jade", unseen_by=observers)


def watched(stealth: int, first: int, second: int) -> list[str]:
    """Jade's Stealth against the Awareness of both bells."""
    return [f"jade stealth 8=8c→{stealth}", f"bell_a awareness 6=6c→{first}", f"bell_b awareness 6=6c→{second}"]


def unseen_by(spec: Specification) -> tuple[str, ...]:
    return spec.fight.people["jade"].unseen_by


SWING = attack("devil", "blackthorne", "straightsword")
FAST_SWING = attack("devil", "blackthorne", "straightsword", fast=True)
LOST = ["devil melee 9+1=10c→4", "blackthorne melee 8+1=9c→5", "damage 5+2=7c→0"]  # a blow lost, without damage
WON = ["devil melee 9+1=10c→6", "blackthorne melee 8+1=9c→5", "damage 6+2=8c→0"]


def bridge(
    *steps: Step, others: tuple[str | Join, ...] = (), order: TurnOrder = "pc_first", **options: Any
) -> Specification:
    """The two in an open pairing; fast melee is allowed, where the options do not say otherwise."""
    opening = fight("devil", "blackthorne", *others, **{"fast_melee": "allowed", **options})
    return given(opening, engage("devil", "blackthorne"), *round_of("devil", "blackthorne", order), *steps)


def reply(skill: str = "melee", item: str | None = "cutlass", to: str = "blackthorne", **more: Any) -> SentAnswer:
    """The blow that strikes back."""
    return SentAnswer(kind="fast_reply", to=to, answer={"skill": skill, "item": item, **more})


def armed(items: list[Any], hands: dict[str, str]) -> Specification:
    """The same with other things in Blackthorne's hands."""
    blackthorne = newcomer("blackthorne", items=items, hands=hands)
    spec = given(fight("devil", blackthorne, fast_melee="allowed"), engage("devil", "blackthorne"))
    return spec.given(*round_of("devil", "blackthorne"))


def hold(kind: str, holder: str, held: str) -> Event:
    made = Hold(f"{kind}_1", kind, holder, held, 2, "unarmed", 1, 1)
    return Pinned(hold=made) if kind == "pin" else Choked(hold=made)
