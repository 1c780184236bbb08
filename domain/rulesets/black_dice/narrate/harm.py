"""How harm and healing are told: damage, the grey, dying, injuries, objects."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import harm as fact
from domain.rulesets.black_dice.said import named, roll, terms, whose
from domain.text.phrases import (
    Names,
    RenderEvent,
    as_words,
    counted,
    dice_shown,
    listed,
    number,
    quoted,
    sentence,
    their,
    them,
    themselves,
    they_do,
)


def damage_counted(event: fact.DamageCounted, names: Names) -> str:
    whom = named(names, event.combatant)
    how = f" ({terms(event.terms, names)})" if event.terms else ""
    later = ", to be marked later" if event.marked_later and event.points else ""
    kind = "bruising" if event.mark == "bruise" else "damage"
    points = f"{counted(event.points, 'point')} of {kind}" if event.points else f"no {kind}"
    dealt = f"{named(names, event.source)} does {points} to {whom}" if event.source else f"{whom} takes {points}"
    return sentence(f"{dealt}{how}{later}.")


def damage_reduced(event: fact.DamageReduced, names: Names) -> str:
    verb = "is" if event.points == 1 else "are"
    spared = f"Fate spares {named(names, event.combatant)} {counted(event.by, 'point')} of damage"
    return f"{spared}; {counted(event.points, 'point')} {verb} left."


def marks_owed(event: fact.MarksOwed, names: Names) -> str:
    points = counted(event.points, "point")
    return sentence(f"{named(names, event.combatant)} will feel {points} of damage when the dust settles.")


def marks_due(event: fact.MarksDue, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} now feels the harm done.")


def _at(health: int | None, whose_health: str) -> str:
    """What the health is now, where that is told: with a secret sheet it is for its players."""
    return "" if health is None else f"; {whose_health} health is now {number(health)}"


def health_lost(event: fact.HealthLost, names: Names) -> str:
    marked = counted(event.points, "bruise" if event.mark == "bruise" else "mark")
    return sentence(
        f"{named(names, event.combatant)} takes {marked}{_at(event.health, their(names, event.combatant))}."
    )


def entered_grey(event: fact.EnteredGrey, names: Names) -> str:
    return sentence(
        f"{named(names, event.combatant)} fights on in the grey, {counted(event.penalty, 'die', 'dice')} down."
    )


def fell_unconscious(event: fact.FellUnconscious, names: Names) -> str:
    of_wounds = event.reason == "wounds"
    why = f"{their(names, event.combatant)} wounds" if of_wounds else as_words(event.reason)
    return sentence(f"{named(names, event.combatant)} falls unconscious from {why}.")


def stayed_unconscious(event: fact.StayedUnconscious, names: Names) -> str:
    who, person = named(names, event.combatant), event.combatant
    if event.over == "wounds":
        return sentence(f"{who} would wake, but {they_do(names, person, 'is')} still too drunk.")
    wounds = f"{their(names, person)} wounds keep {them(names, person)} unconscious"
    return sentence(f"{who} is sober enough to wake, but {wounds}.")


def woke(event: fact.Woke, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is awake again.")


def began_dying(event: fact.BeganDying, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is dying and has {counted(event.rounds, 'round')} left to live.")


def dying_counted(event: fact.DyingCounted, names: Names) -> str:
    if not event.rounds:
        return sentence(f"{whose(names, event.combatant)} time is up.")
    return sentence(f"{named(names, event.combatant)} has {counted(event.rounds, 'round')} left to live.")


def life_extended(event: fact.LifeExtended, names: Names) -> str:
    more = counted(event.by, "more round", "more rounds")
    left = counted(event.rounds, "round")
    return sentence(f"{named(names, event.combatant)} clings to life for {more} and has {left} left to live.")


def stabilised(event: fact.Stabilised, names: Names) -> str:
    by = f", thanks to {named(names, event.by)}" if event.by and event.by != event.combatant else ""
    return sentence(f"{named(names, event.combatant)} is out of danger{by}.")


def died(event: fact.Died, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} dies.")


def injured(event: fact.Injured, names: Names) -> str:
    die = f" {dice_shown(event.face.dice)}" if event.face is not None else ""
    what = event.description or "the narrator has yet to say which"
    if event.description and event.face is None:
        what = quoted(event.description, names)
    changes = [f"{roll(name)} {'+' if change > 0 else '−'}{abs(change)}" for name, change in event.changes.items()]
    more = f" ({listed(changes)})" if changes else ""
    return sentence(f"{named(names, event.combatant)} is left with a permanent injury{die}: {what}{more}.")


def injury_avoided(event: fact.InjuryAvoided, names: Names) -> str:
    return f"Fate spares {named(names, event.combatant)} a permanent injury."


def healed(event: fact.Healed, names: Names) -> str:
    marks = [
        *([counted(event.normal, "mark")] if event.normal else []),
        *([counted(event.bruise, "bruise")] if event.bruise else []),
    ]
    by = "rest" if event.by == "rest" else named(names, event.by)
    whom = themselves(names, event.by) if event.by == event.combatant else named(names, event.combatant)
    of_whom = their(names, event.by) if event.by == event.combatant else whose(names, event.combatant)
    return sentence(f"{by} heals {whom} of {listed(marks)}{_at(event.health, of_whom)}.")


def treated(event: fact.Treated, names: Names) -> str:
    whom = themselves(names, event.healer) if event.healer == event.combatant else named(names, event.combatant)
    return sentence(f"{named(names, event.healer)} has treated {whom} for {counted(event.minutes, 'minute')}.")


def structure_lost(event: fact.StructureLost, names: Names) -> str:
    left = f"; {counted(event.pips, 'pip')} of structure left" if event.pips is not None else ""
    points = counted(event.points, "point")
    return sentence(f"{named(names, event.combatant)} takes {points} of damage{left}.")


def destroyed(event: fact.Destroyed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is destroyed.")


HARM_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.DamageCounted: damage_counted,
    fact.DamageReduced: damage_reduced,
    fact.MarksOwed: marks_owed,
    fact.MarksDue: marks_due,
    fact.HealthLost: health_lost,
    fact.EnteredGrey: entered_grey,
    fact.FellUnconscious: fell_unconscious,
    fact.StayedUnconscious: stayed_unconscious,
    fact.Woke: woke,
    fact.BeganDying: began_dying,
    fact.DyingCounted: dying_counted,
    fact.LifeExtended: life_extended,
    fact.Stabilised: stabilised,
    fact.Died: died,
    fact.Injured: injured,
    fact.InjuryAvoided: injury_avoided,
    fact.Healed: healed,
    fact.Treated: treated,
    fact.StructureLost: structure_lost,
    fact.Destroyed: destroyed,
}
