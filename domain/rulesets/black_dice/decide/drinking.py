"""Drinking: drinks, steps down, temptations, sobering up (BD-DRINK). What a step does to rolls stands in ``pools``."""

import msgspec

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.rulesets.black_dice.commands import Drink, Tempt
from domain.rulesets.black_dice.decide.casts import Cast
from domain.rulesets.black_dice.decide.consciousness import fall_unconscious, recover
from domain.rulesets.black_dice.decide.pools import toll_roll
from domain.rulesets.black_dice.decide.stages import stages
from domain.rulesets.black_dice.decide.throws import throw
from domain.rulesets.black_dice.events.perils import DrinkTaken, Sobering, StepChanged, TemptationMet
from domain.rulesets.black_dice.said import STEPS, TEMPTATIONS
from domain.rulesets.black_dice.state import Drunk, Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES, DRINKS

UNHARMED = 2  # net successes that a drink asks for
TIPSY, MERRY, PLASTERED, PARALYTIC = 1, 2, 6, 7


class Drinker(msgspec.Struct, frozen=True):
    """Somebody who has had a drink."""

    combatant: str


class Tempted(msgspec.Struct, frozen=True):
    """Somebody who is tempted, and by what."""

    combatant: str
    temptation: str


def drink(decision: Decision[Fight], command: Drink) -> None:
    """Take a drink: a Fortitude roll, Easy, against the drinks taken so far and this one (BD-DRINK-1)."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    require(person.drinks, "BD-DRINK-1", f"{person.name} does not drink.", field="command.actor")
    require(person.able, "BD-DRINK-1", f"{person.name} is {person.condition} and cannot drink.")
    penalties = person.drunk.penalties + DRINKS[command.drink]
    plan = toll_roll(
        fight,
        person,
        "drink",
        (("fortitude", person.stats["fortitude"]), ("easy", DIFFICULTIES["easy"].white)),
        (("drinks", penalties),),
        choices=command.choices,
    )
    decision.cause = decision.record(DrinkTaken(combatant=person.id, drink=command.drink, penalties=penalties))
    throw(decision, (plan,), drunk.continuation(Drinker(person.id)))


@stages.reply("black_dice.drink.drunk", Drinker)
def drunk(decision: Decision[Fight], drinker: Drinker, casts: tuple[Cast, ...]) -> None:
    """Less than two net successes take the drinker a step down; at the last one passes out (BD-DRINK-5, -13)."""
    person = decision.state.people[drinker.combatant]
    if casts[0].net >= UNHARMED:
        return
    step = person.drunk.step + 1
    decision.cause = decision.record(StepChanged(combatant=person.id, step=step))
    if step == PARALYTIC:
        fall_unconscious(decision, person, "drink")


def tempt(decision: Decision[Fight], command: Tempt) -> None:
    """A Resolve roll to refuse another drink, or not to laugh (BD-DRINK-7, BD-DRINK-8, BD-DRINK-15)."""
    fight = decision.state
    person = find_combatant(fight, command.combatant, "command.combatant")
    another = command.temptation == "another_drink"
    rule, from_step = ("BD-DRINK-7", TIPSY) if another else ("BD-DRINK-8", MERRY)
    step = person.drunk.step
    require(person.able, rule, f"{person.name} is {person.condition} and nothing tempts them.")
    drawn = f"{TEMPTATIONS[command.temptation]} tempts those who are {STEPS[from_step]} or worse"
    said = f"{person.name} is {STEPS[step]}; {drawn}."
    require(step >= from_step, rule, said, field="command.temptation")
    plan = toll_roll(
        fight,
        person,
        command.temptation,
        (("resolve", person.stats["resolve"]),),
        (("drink", step if another else step - 1),),
        choices=command.choices,
    )
    throw(decision, (plan,), tempted.continuation(Tempted(person.id, command.temptation)))


@stages.reply("black_dice.drink.tempted", Tempted)
def tempted(decision: Decision[Fight], who: Tempted, casts: tuple[Cast, ...]) -> None:
    """One net success withstands; what follows otherwise is for the player or the narrator (BD-DRINK-7)."""
    decision.record(TemptationMet(combatant=who.combatant, temptation=who.temptation, withstood=casts[0].net >= 1))


def sober_up(decision: Decision[Fight], person: Person, minutes: int) -> None:
    """Let minutes without a drink pass: each full stretch takes a step back (BD-DRINK-14).

    A stretch that ends sober ends all memory of the drinks. Whoever was passed out wakes at step 6 (BD-DRINK-13).
    """
    was = person.drunk
    if was == Drunk():
        return
    stretches, rest = divmod(was.minutes + minutes, decision.state.options.sober_minutes)
    step = max(0, was.step - stretches)
    sober = stretches >= max(1, was.step)
    if step != was.step:
        decision.record(StepChanged(combatant=person.id, step=step))
    if sober or rest != was.minutes:
        decision.record(Sobering(combatant=person.id, minutes=rest, sober=sober))
    if was.step == PARALYTIC and step <= PLASTERED:
        recover(decision, person, "drink")
