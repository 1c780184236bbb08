"""How harm and healing are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import harm as fact
from domain.rulesets.century.narrate.words import HEALTH
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    counted,
    dice_shown,
    named,
    number,
    possessive,
    reason_suffix,
    sentence,
)


def damage_thrown(event: fact.DamageThrown, names: Names) -> str:
    times = f" ×{event.factor}" if event.factor > 1 else ""
    dice = f" {dice_shown(event.dice.dice, event.dice.sides)}," if event.dice is not None else ""
    doubled = ", doubled" if event.doubled else ""
    whom = f" to {named(names, event.target)}" if event.target else ""
    by = f"{possessive(names, event.combatant)} " if event.combatant and event.combatant != event.target else ""
    points = counted(event.total, "point")
    source = event.source if by else f"“{event.source}”"
    return sentence(f"{by}{source}, {event.expression}{times}:{dice} {points} of damage{whom}{doubled}.")


def damage_halved(event: fact.DamageHalved, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} takes half of it: {counted(event.total, 'point')}.")


def damage_absorbed(event: fact.DamageAbsorbed, names: Names) -> str:
    own = f"{possessive(names, event.combatant)} {event.by}"
    by = f"{named(names, event.by)} before {named(names, event.combatant)}" if event.is_objects else own
    left = f" and has {counted(event.left, 'hit point')} left" if event.left is not None else ""
    verb = "goes" if event.rest == 1 else "go"
    rest = f"{counted(event.rest, 'point')} {verb} on" if event.rest else "nothing goes on"
    return sentence(f"{by} absorbs {counted(event.points, 'point')}{left}; {rest}.")


def hp_lost(event: fact.HpLost, names: Names) -> str:
    source = f" ({event.source})" if event.source else ""
    who = named(names, event.combatant)
    has = "" if event.hp is None else f" and has {number(event.hp)}"
    return sentence(f"{who} loses {counted(event.points, 'hit point')}{source}{has}.")


def hp_gained(event: fact.HpGained, names: Names) -> str:
    source = f" ({event.source})" if event.source else ""
    by = f", thanks to {named(names, event.by)}" if event.by else ""
    dice = f" {dice_shown(event.dice.dice, event.dice.sides)}:" if event.dice is not None else ""
    points = counted(event.points, "hit point")
    has = "" if event.hp is None else f"{',' if by else ''} and has {number(event.hp)}"
    return sentence(f"{named(names, event.combatant)} gains{dice} {points}{source}{by}{has}.")


def rested(event: fact.Rested, names: Names) -> str:
    rest = "rests" if len(event.combatants) == 1 else "rest"
    return sentence(f"{all_named(names, event.combatants)} {rest} for {counted(event.days, 'day')}.")


def health_changed(event: fact.HealthChanged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has {HEALTH[event.now]} of the hit points now.")


def downed(event: fact.Downed, names: Names) -> str:
    who = named(names, event.combatant)
    return sentence(f"{who} falls unconscious and is dying: without help, in round {event.dies_in_round}.")


def died(event: fact.Died, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} dies{reason_suffix(event.reason)}.")


def stabilized(event: fact.Stabilized, names: Names) -> str:
    by = f" by {named(names, event.by)}" if event.by else ""
    return sentence(f"{named(names, event.combatant)} is stabilized{by}, and still unconscious.")


def revived(event: fact.Revived, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is up again.")


def destroyed(event: fact.Destroyed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is destroyed.")


def stimpak_used(event: fact.StimpakUsed, names: Names) -> str:
    on = "itself" if event.patient == event.combatant else named(names, event.patient)
    left = "" if event.left is None else f", and has {counted(event.left, 'Stimpak')} left"
    return sentence(f"{named(names, event.combatant)} uses a Stimpak on {on}{left}.")


HARM_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.DamageThrown: damage_thrown,
    fact.DamageHalved: damage_halved,
    fact.DamageAbsorbed: damage_absorbed,
    fact.HpLost: hp_lost,
    fact.HpGained: hp_gained,
    fact.Rested: rested,
    fact.HealthChanged: health_changed,
    fact.Downed: downed,
    fact.Died: died,
    fact.Stabilized: stabilized,
    fact.Revived: revived,
    fact.Destroyed: destroyed,
    fact.StimpakUsed: stimpak_used,
}
