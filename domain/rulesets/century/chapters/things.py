"""The names of things that sentences need: those in a state, and those that events bring."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.core.events import CombatantJoined, EncounterOpened, Prompted
from domain.model.event import Event
from domain.rulesets.century.chapters.attack.legal_attacks import AttackCalled
from domain.rulesets.century.chapters.attack.shots import MissForced, ShotHit
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, ConditionSet
from domain.rulesets.century.chapters.conditions.damage_dice import DamageThrown
from domain.rulesets.century.chapters.conditions.downed import HpLost
from domain.rulesets.century.chapters.conditions.wounds import DamageAbsorbed
from domain.rulesets.century.chapters.items.hands import ItemPickedUp
from domain.rulesets.century.chapters.movement.vehicles import SeatTaken
from domain.rulesets.century.chapters.rolls.attempts import SET_TARGET
from domain.rulesets.century.chapters.rolls.open_rolls import KINDS, RollCalled, hidden_kind
from domain.rulesets.century.chapters.rolls.throwing import CriticalAwarded, PercentThrown
from domain.rulesets.century.chapters.round.deferred_effects import EffectHeld
from domain.rulesets.century.chapters.round.initiative import InitiativeScored, RoundBegun, opening_of
from domain.rulesets.century.chapters.round.ties import TieBroken
from domain.rulesets.century.items import Armour, Gear, Weapon
from domain.rulesets.century.said import (
    ATTACKER,
    BAND,
    CIRCUMSTANCES,
    FIRE,
    HAZARDS,
    NATURAL,
    SECOND_SHOT,
    SHOT,
    SHOTS_HIT,
    SHOTS_LANDING,
    TIE_BREAK,
    armed_key,
    attempt_key,
    critical_key,
    given_key,
    initiative_key,
    open_roll_key,
    purpose_said,
    roll_key,
    seat_key,
    signed,
    surprise_key,
    tie_key,
    way_key,
    ways_said,
)
from domain.rulesets.century.state import Attack, Condition, Fight, Roll
from domain.text.phrases import Names, number, thing_key


def things(fight: Fight) -> dict[str, str]:
    """The names of what the combatants have and of what lies on the ground, and what sentences say of open rolls."""
    names = {thing_key("", lying): one.weapon.name for lying, one in fight.ground.items()}
    for person in fight.people.values():
        kept: list[tuple[str, Weapon | Armour | Gear]] = [
            *person.weapons.items(),
            *person.armour.items(),
            *person.gear.items(),
        ]
        names |= {thing_key(person.id, key): one.name for key, one in kept}
        if person.initiative is not None:
            names[initiative_key(person.id)] = number(person.initiative.score)
        names[surprise_key(person.id)] = _surprise(person.conditions.get("surprised"))
    for vehicle in fight.people.values():
        if vehicle.craft is not None:
            names |= _seats(vehicle.id, vehicle.craft.driver, *vehicle.craft.passengers)
    if (opening := opening_of(fight)) is not None:
        names |= {given_key(who): str(amount) for who, amount in opening.modifiers.items()}
    names[TIE_BREAK] = fight.options.tie_break
    return names | dict(_open_rolls(fight)) | dict(_armed(fight.attack) if fight.attack is not None else ())


def things_of_newcomer(event: CombatantJoined) -> dict[str, str]:
    """The names of what a newcomer has, as far as its sheet may be read."""
    kept = [event.sheet.get(kind, {}) for kind in ("weapons", "armour", "gear")]
    names = {thing_key(event.combatant, key): str(one["name"]) for each in kept for key, one in each.items()}
    return names | dict(_seats(event.combatant, event.sheet.get("driver"), *event.sheet.get("passengers", ())))


def _open_rolls(fight: Fight) -> Iterator[tuple[str, str]]:
    """What the open rolls are, and what is attempted that the narrator is asked about."""
    for roll in fight.rolls.values():
        yield from _roll(roll.id, roll)
        if roll.critical is not None:
            yield critical_key(roll.id), roll.critical
    for prompt in fight.prompts:
        yield from _attempt(prompt.kind, prompt.about)


def _roll(name: str, roll: Roll | RollCalled) -> Iterator[tuple[str, str]]:
    """What a roll is made with, or what it is for."""
    if roll.kind == "to_hit":
        yield from _arms(name, roll.weapon, roll.what)
        return
    what = purpose_said(roll.kind, roll.what)
    hazard = f" against {HAZARDS[roll.hazard]}" if roll.hazard is not None else ""
    yield roll_key(name, "kind"), hidden_kind(roll.kind) if roll.hidden else KINDS[roll.kind]
    if roll.hidden:
        yield roll_key(name, "hidden"), "hidden"
    yield roll_key(name, "purpose"), f"{f' {what}' if what else ''}{hazard}"
    yield open_roll_key(roll.combatant), name
    yield from ((way_key(name, way), said) for way, said in ways_said(roll.candidates, hidden=roll.hidden).items())
    if roll.target_of is not None:
        yield roll_key(name, "on"), roll.target_of


def _seats(vehicle: str, *aboard: str | None) -> Iterator[tuple[str, str]]:
    return ((seat_key(one), vehicle) for one in aboard if one is not None)


def _armed(attack: Attack) -> Iterator[tuple[str, str]]:
    if attack.weapon is not None:
        yield armed_key(attack.attacker), attack.weapon
    yield ATTACKER, attack.attacker
    yield FIRE, attack.fire
    yield NATURAL, attack.natural or ""
    yield BAND, attack.band or ""
    yield SHOTS_HIT, _shots_hit(attack)
    yield from ((SHOTS_LANDING, ""), (SHOT, ""))


def _shots_hit(attack: Attack) -> str:
    """The shots of a double tap that have hit, unless only the last one has, of which no other can be meant."""
    seconds = [hit.roll.endswith(SECOND_SHOT) for hit in attack.hits] if attack.fire == "double_tap" else []
    return " ".join("second" if second else "first" for second in seconds) if False in seconds else ""


def _shot_hits(event: ShotHit, known: Names) -> dict[str, str]:
    """A shot of a double tap has hit."""
    if known.get(FIRE) != "double_tap":
        return {}
    if event.hit.roll.endswith(SECOND_SHOT):
        return {SHOTS_HIT: f"{known[SHOTS_HIT]} second"} if known.get(SHOTS_HIT) else {}
    return {SHOTS_HIT: "first"}


def _damage_thrown(event: DamageThrown, known: Names) -> dict[str, str]:
    """The damage of the next shot is thrown."""
    first, _, others = known.get(SHOTS_HIT, "").partition(" ")
    if not first or event.combatant is None or event.target is None:
        return {}
    return {SHOTS_HIT: others, SHOTS_LANDING: f"{known.get(SHOTS_LANDING, '')} {first}".strip()}


def _lands(known: Names, ends: bool) -> dict[str, str]:
    """The damage of the next shot meets something; with ``ends`` that is the last of it."""
    first, _, others = known.get(SHOTS_LANDING, "").partition(" ")
    return {SHOT: first, SHOTS_LANDING: others} if ends else {SHOT: first}


def _arms(roll: str, weapon: str | None, what: str) -> Iterator[tuple[str, str]]:
    yield (roll_key(roll, "natural"), what) if weapon is None else (roll_key(roll, "weapon"), weapon)


def _attempt(kind: str, about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if kind == SET_TARGET.name and "what" in about:
        yield attempt_key(str(about["combatant"])), str(about["what"])


def _surprise(condition: Condition | None) -> str:
    """What being surprised takes off the next initiative, as a number; empty for nothing."""
    return str(condition.initiative) if condition is not None and condition.initiative else ""


def _condition_set(event: ConditionSet) -> dict[str, str]:
    """A combatant is surprised."""
    surprised = event.condition.key == "surprised"
    return {surprise_key(event.combatant): _surprise(event.condition)} if surprised else {}


def _round_begun(event: RoundBegun, known: Names) -> dict[str, str]:
    """The narrator's modifiers of initiative in a new round."""
    given: dict[str, int] = {key: 0 for key in known if key.endswith(given_key(""))}
    for who, amount, _ in event.modifiers:
        given[given_key(who)] = given.get(given_key(who), 0) + amount
    return {key: str(amount) for key, amount in given.items()}


def _scored(event: InitiativeScored, known: Names) -> dict[str, str]:
    """The score, and what circumstances come to in it: the narrator's modifiers, surprise, and what the sheet gives."""
    given = int(known.get(given_key(event.combatant)) or 0)
    surprise = -int(known.get(surprise_key(event.combatant)) or 0)
    always = event.initiative.modifiers - given - surprise
    parts = [(given, "from the narrator"), (surprise, "for surprise"), (always, "as always")]
    return {
        CIRCUMSTANCES: "".join(f", {signed(amount)} {why}" for amount, why in parts if amount),
        initiative_key(event.combatant): number(event.initiative.score),
        surprise_key(event.combatant): "",
        tie_key(event.combatant): "",
    }


KEPT: Mapping[type[Event], Callable[[Any, Names], Mapping[str, str]]] = {
    ShotHit: _shot_hits,
    DamageThrown: _damage_thrown,
    DamageAbsorbed: lambda event, known: _lands(known, event.is_objects and not event.rest),
    EffectHeld: lambda event, known: _lands(known, event.effect.wound is not None),
    HpLost: lambda event, known: _lands(known, ends=True),
    RoundBegun: _round_begun,
    InitiativeScored: _scored,
}
"""What sentences need to know of shots whose damage is on its way and of initiative, by the events that change it."""
BROUGHT: Mapping[type[Event], Callable[[Any], Mapping[str, str]]] = {
    EncounterOpened: lambda event: {TIE_BREAK: str(event.options["tie_break"])},
    CombatantJoined: things_of_newcomer,
    MissForced: lambda event: {SHOTS_HIT: ""},
    AttackCalled: lambda event: dict(_armed(event.attack)),
    RollCalled: lambda event: dict(_roll(event.roll, event)),
    ConditionSet: _condition_set,
    ConditionEnded: lambda event: {surprise_key(event.combatant): ""} if event.condition == "surprised" else {},
    SeatTaken: lambda event: dict(_seats(event.vehicle, event.combatant)) if event.vehicle is not None else {},
    PercentThrown: lambda event: {critical_key(event.roll): event.critical or ""},
    CriticalAwarded: lambda event: {} if event.awarded is not False else {critical_key(event.roll): ""},
    TieBroken: lambda event: {tie_key(event.combatant): "thrown"},
    Prompted: lambda event: dict(_attempt(event.visible_kind, event.visible_about)),
    ItemPickedUp: lambda event: {thing_key(event.combatant, event.as_item): event.weapon.name},
}
"""The names of things that events bring."""
