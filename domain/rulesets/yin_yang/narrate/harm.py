"""How harm and recovery are told: Damage Draws, tracks, conditions, time."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import harm as fact
from domain.rulesets.yin_yang.narrate.words import OUT, ROUND_AGAIN, TRACKS, added, weapon
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    card_name,
    counted,
    listed,
    named,
    number,
    possessive,
    sentence,
)


def damage_drawn(event: fact.DamageDrawn, names: Names) -> str:
    """One draw of a chain: against which scores, which card, what it adds."""
    whom = "" if event.victim == event.combatant else f" to {named(names, event.victim)}"
    damage = f"{possessive(names, event.combatant)} damage{whom} with {weapon(event.weapon)}"
    soak = "" if event.soak is None else f" against soak {event.soak}"
    scores = f"score {event.damage_score}{soak}, value {event.damage_value}"
    kept = f"{card_name(event.kept)} is kept" if event.kept else "no card is to be had"
    adds = [counted(event.points, "point")] if event.points else []
    adds += [f"{event.stamina} of Stamina"] if event.stamina else []
    does = listed(adds) if adds else "no harm"
    more = f"; {counted(event.draws_left, 'more draw')} to come" if event.draws_left else ""
    return sentence(f"{damage}, {scores}{added(event.bonus, event.penalty)}: {kept}, {does}{more}.")


def _at(left: int | None) -> str:
    """Where a track stands now, where that is told: with a secret sheet it is for its players."""
    return "" if left is None else f" and is at {number(left)}"


def points_lost(event: fact.PointsLost, names: Names) -> str:
    because = f": {as_words(event.reason)}" if event.reason else ""
    lost = f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    return sentence(f"{named(names, event.combatant)} loses {lost}{_at(event.left)}{because}.")


def points_gained(event: fact.PointsGained, names: Names) -> str:
    because = f": {as_words(event.reason)}" if event.reason else ""
    gained = f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    return sentence(f"{named(names, event.combatant)} gets back {gained}{_at(event.left)}{because}.")


def zero_reached(event: fact.ZeroReached, names: Names) -> str:
    return sentence(
        f"{possessive(names, event.combatant)} {TRACKS[event.track]} stands at 0: a penalty card on every test."
    )


def fell_out(event: fact.FellOut, names: Names) -> str:
    text = f": {event.text}" if event.text else ""
    return sentence(f"{named(names, event.combatant)} {OUT[event.reason]}{text}.")


def came_round(event: fact.CameRound, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {ROUND_AGAIN[event.reason]}.")


def side_defeated(event: fact.SideDefeated, names: Names) -> str:
    return f"The {as_words(event.side)} side is defeated."


def stabilised(event: fact.Stabilised, names: Names) -> str:
    by = f", thanks to {named(names, event.by)}" if event.by else ""
    return sentence(f"{named(names, event.combatant)} is stable{by}.")


def dying_counted(event: fact.DyingCounted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has been dying for {counted(event.turns, 'turn')}.")


def condition_set(event: fact.ConditionSet, names: Names) -> str:
    text = f": {event.text}" if event.text else ""
    verb = "is" if event.on else "is no longer"
    return sentence(f"{named(names, event.combatant)} {verb} {as_words(event.condition)}{text}.")


def armour_destroyed(event: fact.ArmourDestroyed, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} {as_words(event.armour)} breaks.")


def time_passed(event: fact.TimePassed, names: Names) -> str:
    passing = f"{sentence(counted(event.hours, 'hour'))} pass" if event.hours > 1 else "1 hour passes"
    return f"{passing} for {all_named(names, event.only)}." if event.only else f"{passing}."


def hours_kept(event: fact.HoursKept, names: Names) -> str:
    who = named(names, event.combatant)
    return sentence(f"{who} has {counted(event.hours, 'hour')} towards the next point of {TRACKS[event.track]}.")


HARM_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.DamageDrawn: damage_drawn,
    fact.PointsLost: points_lost,
    fact.PointsGained: points_gained,
    fact.ZeroReached: zero_reached,
    fact.FellOut: fell_out,
    fact.CameRound: came_round,
    fact.SideDefeated: side_defeated,
    fact.Stabilised: stabilised,
    fact.DyingCounted: dying_counted,
    fact.ConditionSet: condition_set,
    fact.ArmourDestroyed: armour_destroyed,
    fact.TimePassed: time_passed,
    fact.HoursKept: hours_kept,
}
