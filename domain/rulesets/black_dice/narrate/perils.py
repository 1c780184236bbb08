"""How drink, breath, feats, perils and turns of the story are told."""

from collections.abc import Mapping

from domain.model.event import Event
from domain.rulesets.black_dice.events import perils as fact
from domain.rulesets.black_dice.said import DRINKS, STEPS, all_named, named, one, peril
from domain.rulesets.black_dice.tables import FEATS as FEAT_ROWS
from domain.text.phrases import Names, RenderEvent, counted, number, quoted, sentence, their

TEMPTED = {
    "another_drink": ("turns down another drink", "cannot resist another drink"),
    "laugh": ("keeps a straight face", "bursts out laughing"),
}
"""What withstanding and giving in look like."""
FEATS = {"lift": ("lifts", "lift"), "break": ("breaks", "break"), "throw": ("throws", "throw")}
"""A feat that is done, and one that is tried."""


def drink_taken(event: fact.DrinkTaken, names: Names) -> str:
    black = counted(event.penalties, "black die", "black dice")
    return sentence(f"{named(names, event.combatant)} drinks {DRINKS[event.drink]} and now has {black} from drink.")


def step_changed(event: fact.StepChanged, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} is now {STEPS[event.step]}.")


def sobering(event: fact.Sobering, names: Names) -> str:
    who = named(names, event.combatant)
    if event.sober:
        return sentence(f"{who} has slept the drink off.")
    return sentence(f"{who} has not had a drink for {counted(event.minutes, 'minute')}.")


def temptation_met(event: fact.TemptationMet, names: Names) -> str:
    withstands, gives_in = TEMPTED[event.temptation]
    return sentence(f"{named(names, event.combatant)} {withstands if event.withstood else gives_in}.")


def breath_held(event: fact.BreathHeld, names: Names) -> str:
    breath = f"{their(names, event.combatant)} breath and has {counted(event.points, 'point')} of it"
    return sentence(f"{named(names, event.combatant)} holds {breath}.")


def breath_released(event: fact.BreathReleased, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} breathes again.")


def breath_spent(event: fact.BreathSpent, names: Names) -> str:
    who = named(names, event.combatant)
    if event.airless:
        return sentence(f"{who} has been without air for {counted(event.airless, 'round')}.")
    how = " after a strenuous round" if event.strenuous else ""
    return sentence(f"{who} has {counted(event.points, 'point')} of breath left{how}.")


def strenuous_ruled(event: fact.StrenuousRuled, names: Names) -> str:
    how = "strenuous" if event.strenuous else "calm"
    return f"This round is {how} for {named(names, event.combatant)}."


def feat_done(event: fact.FeatDone, names: Names) -> str:
    row = FEAT_ROWS[event.row]
    ball = f"a ball {counted(row.yards, 'yard')}"
    what = {"lift": one(row.lift), "break": one(row.breaks), "throw": ball}[event.feat]
    does, to_do = FEATS[event.feat]
    flies = f"; it flies {counted(event.yards, 'yard')}" if event.yards not in (None, row.yards) else ""
    came = does if event.done else f"fails to {to_do}"
    return sentence(f"{named(names, event.combatant)} {came} {what}, with Strength {number(event.strength)}{flies}.")


def peril_met(event: fact.PerilMet, names: Names) -> str:
    dice = counted(event.dice, "die", "dice")
    if event.peril == "fall":
        falls = "falls" if len(event.victims) == 1 else "fall"
        return sentence(f"{all_named(names, event.victims)} {falls}: {dice}.")
    what = peril(event.peril) if event.peril else f"a {event.intensity} peril"
    return sentence(f"{what} threatens {all_named(names, event.victims)}: {dice}.")


def peril_spotted(event: fact.PerilSpotted, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} {'sees' if event.spotted else 'does not see'} it coming.")


def peril_avoided(event: fact.PerilAvoided, names: Names) -> str:
    who = named(names, event.combatant)
    if event.avoided:
        return sentence(f"{who} gets clear unharmed.")
    return sentence(f"{who} does not get clear and is hit by {counted(event.dice, 'die', 'dice')}.")


def story_changed(event: fact.StoryChanged, names: Names) -> str:
    return f"The story changes for {named(names, event.combatant)}: {quoted(event.description, names)}."


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
