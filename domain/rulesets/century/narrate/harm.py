"""How harm and healing are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.century.events import harm as fact
from domain.rulesets.century.said import OF_CHARTS
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
    their,
    themselves,
    they_do,
)

HEALTH_NOW = {
    "fresh": "has more than half of {their} hit points again",
    "half": "has at most half of {their} hit points left",
    "quarter": "has at most a quarter of {their} hit points left",
}
"""What is left of somebody's hit points."""
CAUSES = {"crash": "the crash"}
"""What hurts without an attack, as it is said."""
SOURCES = {"stimpak": " from a Stimpak", "rest": " by resting"}
"""Where hit points come from, of itself."""
DEATHS = {"wounds": "dies of {their} wounds", "bled out": "bleeds to death", "the narrator's word": "dies"}
"""What somebody dies of, of itself."""


def damage_thrown(event: fact.DamageThrown, names: Names) -> str:
    times = f" ×{event.factor}" if event.factor > 1 else ""
    dice = f" {dice_shown(event.dice.dice, event.dice.sides)}" if event.dice is not None else ""
    doubled = ", doubled" if event.doubled else ""
    by = event.combatant if event.combatant and event.combatant != event.target else ""
    source = (
        f"{possessive(names, by)} {OF_CHARTS.get(event.source, event.source)}"
        if by
        else CAUSES.get(event.source, f"“{event.source}”")
    )
    whom = f" {'against' if by else 'to'} {named(names, event.target)}" if event.target else ""
    rolled = f" ({event.expression}{times}{f':{dice}' if dice else ''}{doubled})"
    fixed = event.expression == str(event.total)
    return sentence(f"{source} does {counted(event.total, 'point')} of damage{whom}{'' if fixed else rolled}.")


def damage_halved(event: fact.DamageHalved, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} takes only half of it: {counted(event.total, 'point')}.")


def damage_absorbed(event: fact.DamageAbsorbed, names: Names) -> str:
    own = f"{possessive(names, event.combatant)} {event.by}"
    by = f"{named(names, event.by)} in front of {named(names, event.combatant)}" if event.is_objects else own
    left = f" and has {counted(event.left, 'hit point')} left" if event.left is not None else ""
    verb = "gets" if event.rest == 1 else "get"
    rest = f"{counted(event.rest, 'point')} {verb} through" if event.rest else "nothing gets through"
    return sentence(f"{by} absorbs {counted(event.points, 'point')}{left}; {rest}.")


def hp_lost(event: fact.HpLost, names: Names) -> str:
    source = f" ({OF_CHARTS.get(event.source, event.source)})" if event.source else ""
    who = named(names, event.combatant)
    has = "" if event.hp is None else f" and {'has' if event.hp > 0 else 'is down to'} {number(event.hp)}"
    has += " left" if event.hp is not None and event.hp > 0 else ""
    return sentence(f"{who} loses {counted(event.points, 'hit point')}{source}{has}.")


def hp_gained(event: fact.HpGained, names: Names) -> str:
    source = SOURCES.get(event.source, f" ({event.source})" if event.source else "")
    by = f", thanks to {named(names, event.by)}" if event.by and event.by != event.combatant else ""
    dice = f" ({dice_shown(event.dice.dice, event.dice.sides)})" if event.dice is not None else ""
    points = counted(event.points, "hit point")
    has = "" if event.hp is None else f"{',' if by else ''} and has {number(event.hp)}"
    return sentence(f"{named(names, event.combatant)} gains {points}{dice}{source}{by}{has}.")


def rested(event: fact.Rested, names: Names) -> str:
    rest = "rests" if len(event.combatants) == 1 else "rest"
    return sentence(f"{all_named(names, event.combatants)} {rest} for {counted(event.days, 'day')}.")


def health_changed(event: fact.HealthChanged, names: Names) -> str:
    who = event.combatant
    return sentence(f"{named(names, who)} {HEALTH_NOW[event.now].format(their=their(names, who))}.")


def downed(event: fact.Downed, names: Names) -> str:
    who, death = named(names, event.combatant), they_do(names, event.combatant, "dies")
    return sentence(f"{who} is unconscious and dying; without help, {death} in round {event.dies_in_round}.")


def died(event: fact.Died, names: Names) -> str:
    told = DEATHS.get(event.reason)
    how = told.format(their=their(names, event.combatant)) if told else f"dies{reason_suffix(event.reason)}"
    return sentence(f"{named(names, event.combatant)} {how}.")


def stabilized(event: fact.Stabilized, names: Names) -> str:
    by = f" by {named(names, event.by)}" if event.by else ""
    return sentence(f"{named(names, event.combatant)} is stabilized{by}, but still unconscious.")


def revived(event: fact.Revived, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} comes to again.")


def destroyed(event: fact.Destroyed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is destroyed.")


def stimpak_used(event: fact.StimpakUsed, names: Names) -> str:
    on = themselves(names, event.combatant) if event.patient == event.combatant else named(names, event.patient)
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
