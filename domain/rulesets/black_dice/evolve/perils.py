"""Folds of drink, breath, feats, perils and turns of the story."""

from msgspec.structs import replace

from domain.core.evolve import Folds, no_change
from domain.rulesets.black_dice.events.perils import (
    BreathHeld,
    BreathReleased,
    BreathSpent,
    DrinkTaken,
    FeatDone,
    PerilAvoided,
    PerilMet,
    PerilSpotted,
    Sobering,
    StepChanged,
    StoryChanged,
    StrenuousRuled,
    TemptationMet,
)
from domain.rulesets.black_dice.state import Breath, Drunk, Fight


def drink_taken(fight: Fight, event: DrinkTaken) -> None:
    person = fight.people[event.combatant]
    person.drunk = replace(person.drunk, penalties=event.penalties, minutes=0)


def step_changed(fight: Fight, event: StepChanged) -> None:
    person = fight.people[event.combatant]
    person.drunk = replace(person.drunk, step=event.step)


def sobering(fight: Fight, event: Sobering) -> None:
    person = fight.people[event.combatant]
    person.drunk = Drunk() if event.sober else replace(person.drunk, minutes=event.minutes)


def breath_held(fight: Fight, event: BreathHeld) -> None:
    fight.people[event.combatant].breath = Breath(event.points)


def breath_released(fight: Fight, event: BreathReleased) -> None:
    fight.people[event.combatant].breath = None


def breath_spent(fight: Fight, event: BreathSpent) -> None:
    fight.people[event.combatant].breath = Breath(event.points, event.airless)


def strenuous_ruled(fight: Fight, event: StrenuousRuled) -> None:
    person = fight.people[event.combatant]
    if person.breath is not None:
        person.breath = replace(person.breath, strenuous=event.strenuous)


def feat_done(fight: Fight, event: FeatDone) -> None:
    if fight.phase != "idle" and event.combatant not in fight.strenuous:
        fight.strenuous = (*fight.strenuous, event.combatant)


PERIL_FOLDS: Folds = {
    DrinkTaken: drink_taken,
    StepChanged: step_changed,
    Sobering: sobering,
    TemptationMet: no_change,
    BreathHeld: breath_held,
    BreathReleased: breath_released,
    BreathSpent: breath_spent,
    StrenuousRuled: strenuous_ruled,
    FeatDone: feat_done,
    PerilMet: no_change,
    PerilSpotted: no_change,
    PerilAvoided: no_change,
    StoryChanged: no_change,
}
