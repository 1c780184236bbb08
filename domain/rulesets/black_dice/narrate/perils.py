"""How drink, breath, feats, perils and turns of the story are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import perils as fact
from domain.rulesets.black_dice.narrate.words import DRINKS, FEATS, STEPS, TEMPTATIONS
from domain.rulesets.black_dice.tables import FEATS as FEAT_ROWS
from domain.text.phrases import Names, RenderEvent, all_named, as_words, counted, named, number, sentence

PERILS = {"fall": "a fall"}


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
        f"{who} {came} in {FEATS[event.feat]} ({what}), with the strength of {number(event.strength)}{yards}."
    )


def peril_met(event: fact.PerilMet, names: Names) -> str:
    what = PERILS.get(event.peril) or as_words(event.peril) if event.peril else f"a {event.intensity} peril"
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


PERILS_TOLD: Mapping[type[Event], RenderEvent] = {
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
