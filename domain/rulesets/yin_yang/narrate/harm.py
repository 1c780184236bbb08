"""How harm and recovery are told: Damage Draws, tracks, conditions, time."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.yin_yang.events import harm as fact
from domain.rulesets.yin_yang.said import (
    OUT,
    ROUND_AGAIN,
    TRACKS,
    added,
    armour,
    because,
    side,
    weapon_of,
)
from domain.rulesets.yin_yang.words import WITH_RULES
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    as_words,
    card_name,
    counted,
    named,
    number,
    possessive,
    sentence,
)


def damage_drawn(event: fact.DamageDrawn, names: Names) -> str:
    """One draw of a chain: against which scores, which card, what it adds."""
    own = event.victim == event.combatant
    blow = f"damage to {named(names, event.victim)} by {weapon_of(names, event.weapon, event.combatant, own=own)}"
    soak = "" if event.soak is None else f" against soak {event.soak}"
    scores = f"score {event.damage_score}{soak}, value {event.damage_value}"
    kept = f"the {card_name(event.kept)}" if event.kept else "no card is left; that"
    stamina = f"{event.stamina} of Stamina"
    if event.points:
        does = f"takes {counted(event.points, 'point')}{f' and {stamina}' if event.stamina else ''}"
    else:
        does = f"takes {stamina}" if event.stamina else "does no harm"
    more = f"; {counted(event.draws_left, 'more draw')} to come" if event.draws_left else ""
    return sentence(f"{blow}, {scores}{added(event.bonus, event.penalty)}: {kept} {does}{more}.")


def points_lost(event: fact.PointsLost, names: Names) -> str:
    who, lost = event.combatant, f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    if event.inflictor is None:
        why = because(event.reason)
    else:
        why = f" to {weapon_of(names, event.reason, event.inflictor, own=event.inflictor == who)}"
    return sentence(f"{named(names, who)} loses {lost}{_now('down', event.left)}{why}.")


def points_gained(event: fact.PointsGained, names: Names) -> str:
    gained = f"{counted(event.points, 'point')} of {TRACKS[event.track]}"
    up = _now("up", event.left)
    return sentence(f"{named(names, event.combatant)} gets back {gained}{up}{because(event.reason)}.")


def _now(way: str, left: int | None) -> str:
    """Where a track stands now, where that is told: with a secret sheet it is for its players."""
    return "" if left is None else f" ({way} to {number(left)})"


def zero_reached(event: fact.ZeroReached, names: Names) -> str:
    return sentence(
        f"{possessive(names, event.combatant)} {TRACKS[event.track]} is at 0: a penalty card on every test."
    )


def fell_out(event: fact.FellOut, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {OUT[event.reason]}{because(event.text)}.")


def came_round(event: fact.CameRound, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {ROUND_AGAIN[event.reason]}.")


def side_defeated(event: fact.SideDefeated, names: Names) -> str:
    loser = side(event.side, names)
    verb = "are" if loser.endswith("s") and event.side not in names else "is"
    return sentence(f"{loser} {verb} defeated.")


def stabilised(event: fact.Stabilised, names: Names) -> str:
    by = f", thanks to {named(names, event.by)}" if event.by else ""
    return sentence(f"{named(names, event.combatant)} is stable{by}.")


def dying_counted(event: fact.DyingCounted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has been dying for {counted(event.turns, 'turn')}.")


def condition_set(event: fact.ConditionSet, names: Names) -> str:
    """A condition that has rules is what somebody is; others are the narrator's words."""
    who, text = named(names, event.combatant), f": {event.text}" if event.text else ""
    if event.condition in WITH_RULES:
        return sentence(f"{who} is {'' if event.on else 'no longer '}{event.condition}{text}.")
    has = "has a new condition" if event.on else "no longer has the condition"
    return sentence(f"{who} {has}, “{as_words(event.condition)}”{text}.")


def armour_destroyed(event: fact.ArmourDestroyed, names: Names) -> str:
    piece = armour(names, event.armour, event.combatant)
    return sentence(f"{possessive(names, event.combatant)} {piece} breaks.")


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
