"""How harm and healing are told: damage, the grey, dying, injuries, objects, breath, drink, feats, perils."""

from collections.abc import Mapping

from domain.event import Event
from domain.rulesets.black_dice.events import harm as fact
from domain.rulesets.black_dice.narrate.words import DRINKS, FEATS, MARKS, STEPS, TEMPTATIONS, roll, terms
from domain.rulesets.black_dice.tables import FEATS as FEAT_ROWS
from domain.telling import Names, Teller, all_named, counted, dice_shown, listed, named, sentence, spoken

PERILS = {"fall": "a fall"}
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


def health_lost(event: fact.HealthLost, names: Names) -> str:
    marked = counted(event.points, "bruise" if event.mark == "bruise" else "mark")
    return sentence(f"{named(names, event.combatant)} takes {marked} and is at {_health(event.health)}.")


def _health(health: int) -> str:
    return str(health) if health >= 0 else f"−{-health}"


def entered_grey(event: fact.EnteredGrey, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} fights on in the grey, {event.penalty} dice down.")


def fell_unconscious(event: fact.FellUnconscious, names: Names) -> str:
    why = REASONS.get(event.reason, f"of {spoken(event.reason)}")
    return sentence(f"{named(names, event.combatant)} falls unconscious because {why}.")


def stayed_unconscious(event: fact.StayedUnconscious, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} would wake, but not yet: only {spoken(event.over)} is over.")


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
    return sentence(f"{named(names, event.combatant)} is healed of {listed(marks)} by {by}: {_health(event.health)}.")


def treated(event: fact.Treated, names: Names) -> str:
    who = "itself" if event.healer == event.combatant else named(names, event.combatant)
    return sentence(f"{named(names, event.healer)} is done treating {who}, after {counted(event.minutes, 'minute')}.")


def structure_lost(event: fact.StructureLost, names: Names) -> str:
    left = f"{counted(event.pips, 'pip')} left, {counted(event.dice, 'die', 'dice')}"
    return sentence(f"{named(names, event.combatant)} is damaged by {event.points}: {left}.")


def destroyed(event: fact.Destroyed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is destroyed.")


def drink_taken(event: fact.DrinkTaken, names: Names) -> str:
    return sentence(
        f"{named(names, event.combatant)} has drunk {DRINKS[event.drink]}, {event.penalties} black dice so far."
    )


def step_changed(event: fact.StepChanged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is {STEPS[event.step]} now.")


def sobering(event: fact.Sobering, names: Names) -> str:
    who = named(names, event.combatant)
    if event.sober:
        return sentence(f"{who} has slept the drink off.")
    return sentence(f"{who} has not drunk for {counted(event.minutes, 'minute')}.")


def temptation_met(event: fact.TemptationMet, names: Names) -> str:
    verb = "withstands" if event.withstood else "gives in to"
    return sentence(f"{named(names, event.combatant)} {verb} {TEMPTATIONS[event.temptation]}.")


def breath_held(event: fact.BreathHeld, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} holds the breath, with {counted(event.points, 'point')} of it.")


def breath_released(event: fact.BreathReleased, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} breathes again.")


def breath_spent(event: fact.BreathSpent, names: Names) -> str:
    who = named(names, event.combatant)
    if event.airless:
        return sentence(f"{who} is without air for {counted(event.airless, 'round')}.")
    how = " after a strenuous round" if event.strenuous else ""
    return sentence(f"{who} has {counted(event.points, 'point')} of breath left{how}.")


def strenuous_ruled(event: fact.StrenuousRuled, names: Names) -> str:
    how = "strenuous" if event.strenuous else "calm"
    return f"This round is {how} for {named(names, event.combatant)}."


def feat_done(event: fact.FeatDone, names: Names) -> str:
    row = FEAT_ROWS[event.row]
    what = {"lift": row.lift, "break": row.breaks, "throw": f"a ball {row.yards} yards"}[event.feat]
    came = "succeeds" if event.done else "fails"
    yards = f", {counted(event.yards, 'yard')} far" if event.yards is not None else ""
    who = named(names, event.combatant)
    return sentence(
        f"{who} {came} in {FEATS[event.feat]} ({what}), with the strength of {_health(event.strength)}{yards}."
    )


def peril_met(event: fact.PerilMet, names: Names) -> str:
    what = PERILS.get(event.peril) or spoken(event.peril) if event.peril else f"a {event.intensity} peril"
    return sentence(f"{what} comes upon {all_named(names, event.victims)}: {event.dice} dice.")


def peril_spotted(event: fact.PerilSpotted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {'sees' if event.spotted else 'does not see'} it coming.")


def peril_avoided(event: fact.PerilAvoided, names: Names) -> str:
    who = named(names, event.combatant)
    if event.avoided:
        return sentence(f"{who} gets away unharmed.")
    strike = "die of it strikes" if event.dice == 1 else "dice of it strike"
    return sentence(f"{who} does not get away: {event.dice} {strike}.")


def story_changed(event: fact.StoryChanged, names: Names) -> str:
    return f"The story turns for {named(names, event.combatant)}: “{event.description}”."


HARM_TOLD: Mapping[type[Event], Teller] = {
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
    fact.DrinkTaken: drink_taken,
    fact.StepChanged: step_changed,
    fact.Sobering: sobering,
    fact.TemptationMet: temptation_met,
    fact.BreathHeld: breath_held,
    fact.BreathReleased: breath_released,
    fact.BreathSpent: breath_spent,
    fact.StrenuousRuled: strenuous_ruled,
    fact.FeatDone: feat_done,
    fact.PerilMet: peril_met,
    fact.PerilSpotted: peril_spotted,
    fact.PerilAvoided: peril_avoided,
    fact.StoryChanged: story_changed,
}
