"""How harm and recovery are told: Damage Draws, tracks, conditions, time."""

from collections.abc import Mapping

from domain.event import Event
from domain.rulesets.yin_yang.events import harm as fact
from domain.rulesets.yin_yang.narrate.words import OUT, ROUND_AGAIN, TRACKS, terms, weapon
from domain.telling import Names, Teller, card_said, counted, listed, named, sentence, spoken, whose


def damage_drawn(event: fact.DamageDrawn, names: Names) -> str:
    """One draw of a chain: against which scores, which card, what it adds."""
    who, victim = named(names, event.combatant), named(names, event.victim)
    soak = "" if event.soak is None else f" and soak {event.soak}"
    added = [f"bonus cards: {terms(event.bonus)}"] if event.bonus else []
    added += [f"penalty cards: {terms(event.penalty)}"] if event.penalty else []
    why = f" ({'; '.join(added)})" if added else ""
    kept = f"{card_said(event.kept)} is kept" if event.kept else "no card is to be had"
    adds = [counted(event.points, "point")] if event.points or not event.stamina else []
    adds += [f"{event.stamina} of Stamina"] if event.stamina else []
    more = f", {counted(event.draws_left, 'draw')} to go" if event.draws_left else ""
    scores = f"{event.damage_score} for {event.damage_value}{soak}"
    whom = "" if event.victim == event.combatant else f" on {victim}"
    return sentence(
        f"{who} draws for damage{whom} with {weapon(event.weapon)}, {scores}{why}: {kept}, {listed(adds)}{more}."
    )


def points_lost(event: fact.PointsLost, names: Names) -> str:
    because = f": {spoken(event.reason)}" if event.reason else ""
    lost = f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    return sentence(f"{named(names, event.combatant)} loses {lost}, {_left(event.left)} left{because}.")


def points_gained(event: fact.PointsGained, names: Names) -> str:
    because = f": {spoken(event.reason)}" if event.reason else ""
    gained = f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    return sentence(f"{named(names, event.combatant)} gets back {gained}, {_left(event.left)} now{because}.")


def _left(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def zero_reached(event: fact.ZeroReached, names: Names) -> str:
    return sentence(f"{whose(names, event.combatant)} {TRACKS[event.track]} stands at 0: a penalty card on every test.")


def fell_out(event: fact.FellOut, names: Names) -> str:
    text = f": {event.text}" if event.text else ""
    return sentence(f"{named(names, event.combatant)} {OUT[event.reason]}{text}.")


def came_round(event: fact.CameRound, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {ROUND_AGAIN[event.reason]}.")


def side_defeated(event: fact.SideDefeated, names: Names) -> str:
    return f"The {spoken(event.side)} side is defeated."


def stabilised(event: fact.Stabilised, names: Names) -> str:
    by = f", thanks to {named(names, event.by)}" if event.by else ""
    return sentence(f"{named(names, event.combatant)} is stable{by}.")


def dying_counted(event: fact.DyingCounted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has been dying for {counted(event.turns, 'turn')}.")


def condition_set(event: fact.ConditionSet, names: Names) -> str:
    text = f": {event.text}" if event.text else ""
    verb = "is" if event.on else "is no longer"
    return sentence(f"{named(names, event.combatant)} {verb} {spoken(event.condition)}{text}.")


def armour_destroyed(event: fact.ArmourDestroyed, names: Names) -> str:
    return sentence(f"{whose(names, event.combatant)} {spoken(event.armour)} breaks.")


def time_passed(event: fact.TimePassed, names: Names) -> str:
    return f"{sentence(counted(event.hours, 'hour'))} pass." if event.hours > 1 else "1 hour passes."


def hours_kept(event: fact.HoursKept, names: Names) -> str:
    who = named(names, event.combatant)
    return sentence(f"{who} has {counted(event.hours, 'hour')} towards the next point of {TRACKS[event.track]}.")


HARM_TOLD: Mapping[type[Event], Teller] = {
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
