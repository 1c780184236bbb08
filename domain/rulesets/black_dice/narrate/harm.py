"""How harm and healing are told: damage, the grey, dying, injuries, objects."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import harm as fact
from domain.rulesets.black_dice.narrate.words import MARKS, roll, terms
from domain.text.phrases import Names, RenderEvent, as_words, counted, dice_shown, listed, named, number, sentence

REASONS = {"wounds": "of the wounds", "drink": "of the drink"}


def damage_counted(event: fact.DamageCounted, names: Names) -> str:
    source = f" by {named(names, event.source)}" if event.source else ""
    how = f" ({terms(event.terms, names)})" if event.terms else ""
    later = ", to be marked later" if event.marked_later and event.points else ""
    points = counted(event.points, MARKS[event.mark])
    return sentence(f"{named(names, event.combatant)} is dealt {points}{source}{how}{later}.")


def damage_reduced(event: fact.DamageReduced, names: Names) -> str:
    verb = "is" if event.points == 1 else "are"
    return (
        f"Fate takes {event.by} off: {counted(event.points, 'point')} {verb} left for {named(names, event.combatant)}."
    )


def marks_owed(event: fact.MarksOwed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} will feel it when the dust settles: {event.points}.")


def marks_due(event: fact.MarksDue, names: Names) -> str:
    return f"Now the harm done to {named(names, event.combatant)} tells."


def _at(before: str, health: int | None) -> str:
    """What the health is now, where that is told: with a secret sheet it is for its players."""
    return "" if health is None else f"{before}{number(health)}"


def health_lost(event: fact.HealthLost, names: Names) -> str:
    marked = counted(event.points, "bruise" if event.mark == "bruise" else "mark")
    return sentence(f"{named(names, event.combatant)} takes {marked}{_at(' and is at ', event.health)}.")


def entered_grey(event: fact.EnteredGrey, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} fights on in the grey, {event.penalty} dice down.")


def fell_unconscious(event: fact.FellUnconscious, names: Names) -> str:
    why = REASONS.get(event.reason, f"of {as_words(event.reason)}")
    return sentence(f"{named(names, event.combatant)} falls unconscious because {why}.")


def stayed_unconscious(event: fact.StayedUnconscious, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} would wake, but not yet: only {as_words(event.over)} is over.")


def woke(event: fact.Woke, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is awake again.")


def began_dying(event: fact.BeganDying, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is dying, with {counted(event.rounds, 'round')} left.")


def dying_counted(event: fact.DyingCounted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} has {counted(event.rounds, 'round')} left to live.")


def life_extended(event: fact.LifeExtended, names: Names) -> str:
    more = counted(event.by, "round")
    return sentence(f"{named(names, event.combatant)} clings to life for {more} more, {event.rounds} in all.")


def stabilised(event: fact.Stabilised, names: Names) -> str:
    by = f", thanks to {named(names, event.by)}" if event.by and event.by != event.combatant else ""
    return sentence(f"{named(names, event.combatant)} is out of danger{by}.")


def died(event: fact.Died, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} dies.")


def injured(event: fact.Injured, names: Names) -> str:
    die = f" {dice_shown(event.face.dice)}" if event.face is not None else ""
    what = event.description or "what it is remains to be said"
    changes = [f"{roll(name)} {'+' if change > 0 else '−'}{abs(change)}" for name, change in event.changes.items()]
    more = f" ({listed(changes)})" if changes else ""
    return sentence(f"{named(names, event.combatant)} keeps a permanent injury{die}: {what}{more}.")


def injury_avoided(event: fact.InjuryAvoided, names: Names) -> str:
    return f"Fate spares {named(names, event.combatant)} a permanent injury."


def healed(event: fact.Healed, names: Names) -> str:
    marks = [
        *([counted(event.normal, "mark")] if event.normal else []),
        *([counted(event.bruise, "bruise")] if event.bruise else []),
    ]
    by = "rest" if event.by == "rest" else named(names, event.by)
    return sentence(f"{named(names, event.combatant)} is healed of {listed(marks)} by {by}{_at(': ', event.health)}.")


def treated(event: fact.Treated, names: Names) -> str:
    who = "itself" if event.healer == event.combatant else named(names, event.combatant)
    return sentence(f"{named(names, event.healer)} is done treating {who}, after {counted(event.minutes, 'minute')}.")


def structure_lost(event: fact.StructureLost, names: Names) -> str:
    left = ""
    if event.pips is not None and event.dice is not None:
        left = f": {counted(event.pips, 'pip')} left, {counted(event.dice, 'die', 'dice')}"
    return sentence(f"{named(names, event.combatant)} is damaged by {event.points}{left}.")


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
