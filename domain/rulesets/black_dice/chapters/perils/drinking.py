"""Drinking: drinks, steps down, temptations, sobering up (BD-DRINK). The effect of a step on rolls is in ``pools``."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from domain.core.commands import Acting, CombatantId, Narrating, PhaseRule
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import among, looked_up
from domain.fields.sets import Node
from domain.fields.vocabulary import View, Vocabulary, keys_of
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.choice_fields import for_toll, trades
from domain.rulesets.black_dice.chapters.dice.pools import drink_divisor, toll_roll
from domain.rulesets.black_dice.chapters.dice.throws import throw
from domain.rulesets.black_dice.chapters.vocabularies import by_actor, carrying_out
from domain.rulesets.black_dice.chapters.wounds.consciousness import fall_unconscious, recover
from domain.rulesets.black_dice.parts import (
    CarryingOut,
    RollChoices,
)
from domain.rulesets.black_dice.said import DRINKS as DRINK_NAMES
from domain.rulesets.black_dice.said import (
    STEPS,
    TEMPTATIONS,
    TEMPTED,
    Who,
)
from domain.rulesets.black_dice.state import Drunk, Fight, Person
from domain.rulesets.black_dice.tables import DIFFICULTIES, DRINKS
from domain.rulesets.black_dice.words import DECLARE, IDLE, Act, Alcohol, Temptation
from domain.story.told import AS_SAID, Level, Told
from domain.text.sentences import Spoken
from domain.text.words import Words

UNHARMED = 2  # net successes that a drink asks for
TIPSY, MERRY, PLASTERED, PARALYTIC = 1, 2, 6, 7


class DrinkTaken(Event, frozen=True, kw_only=True):
    """A combatant has had a drink (BD-DRINK-1): the sum of the penalties of all drinks so far."""

    type: ClassVar[str] = "black_dice.drink_taken"
    words = "Drink"
    told = Told(brief="{combatant} | drinks {drink} ({penalties:black die|black dice} from drink)")
    says = "{combatant} drinks {drink} and now has {penalties:black die|black dice} from drink."
    example = {"combatant": "kestrel", "drink": "spirits", "penalties": 3}
    combatant: Who
    drink: Annotated[str, Spoken(DRINK_NAMES)]
    penalties: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, penalties=self.penalties, minutes=0)


class StepChanged(Event, frozen=True, kw_only=True):
    """A combatant is drunker or soberer (BD-DRINK-5, BD-DRINK-14); sober again, the penalties are forgotten."""

    type: ClassVar[str] = "black_dice.step_changed"
    words = "Drunkenness changed"
    told = Told(brief=AS_SAID)
    says = "{combatant} is now {step}."
    example = {"combatant": "kestrel", "step": 1}
    combatant: Who
    step: Annotated[int, Spoken(STEPS)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, step=self.step)


class Sobering(Event, frozen=True, kw_only=True):
    """Minutes since the last drink that have not yet made a step (BD-DRINK-14)."""

    type: ClassVar[str] = "black_dice.sobering"
    words = "Sobering up"
    example = {"combatant": "kestrel", "minutes": 20, "sober": True}
    combatant: Who
    minutes: int
    sober: bool = False

    def says(self) -> str:
        if self.sober:
            return "{combatant} has slept the drink off."
        return "{combatant} has not had a drink for {minutes:minute}."

    def level(self) -> Level:
        return 2 if self.sober else 3

    def brief(self) -> str:
        return AS_SAID if self.sober else ""

    told = Told(level=level, brief=brief)

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = Drunk() if self.sober else replace(person.drunk, minutes=self.minutes)


class TemptationMet(Event, frozen=True, kw_only=True):
    """A combatant has withstood another drink or its laughter, or has not (BD-DRINK-7, BD-DRINK-8)."""

    type: ClassVar[str] = "black_dice.temptation_met"
    words = "Temptation decided"
    told = Told(brief=AS_SAID)
    example = {"combatant": "kestrel", "temptation": "another_drink", "withstood": False}
    combatant: Who
    temptation: str
    withstood: bool

    def says(self) -> str:
        withstands, gives_in = TEMPTED[self.temptation]
        return f"{{combatant}} {withstands if self.withstood else gives_in}."


class Drinker(msgspec.Struct, frozen=True):
    """A combatant who has had a drink."""

    combatant: str


class Tempted(msgspec.Struct, frozen=True):
    """A combatant who is tempted, and by what."""

    combatant: str
    temptation: str


DRINK: Final[frozenset[Act]] = frozenset({"drink"})


def _drinkers(view: View[Fight]) -> Node:
    return tuple([one.id for one in carrying_out(view, DRINK) if one.able and one.drinks])


def _drink_dice(fight: Fight, person: Person) -> Node | None:
    """What dice of the roll after a drink may be traded for (BD-DRINK-1)."""
    dice = person.stats["fortitude"] + DIFFICULTIES["easy"].white
    return trades(fight.options.rounding, dice, drink_divisor(person), common=False)


class Drink(CarryingOut, Acting):
    """Have a drink, and roll against its effect (BD-DRINK-1)."""

    form = {
        "actor": among(Vocabulary("who may drink", _drinkers)),
        "choices": for_toll("actor", looked_up(by_actor("trades after a drink", _drink_dice), "actor")),
    }
    carries_out = DRINK
    during = PhaseRule(
        IDLE, "BD-ROUND-3", "In a round a drink is an act that has to be declared, and to come due.", DECLARE
    )
    says = ()
    example = {"actor": "vane", "drink": "spirits", "choices": {"fate": 1}}
    words = Words("Drink", "Drink: {drink}", group="turn", costs="the action, in a round")
    type: Literal["black_dice.drink"] = "black_dice.drink"
    drink: Alcohol
    choices: RollChoices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Roll Fortitude, Easy, against the drinks taken so far and this one (BD-DRINK-1)."""
        fight = decision.state
        person = find_combatant(fight, self.actor, "command.actor")
        require(person.drinks, "BD-DRINK-1", f"{person.name} does not drink.", field="command.actor")
        require(person.able, "BD-DRINK-1", f"{person.name} is {person.condition} and cannot drink.")
        penalties = person.drunk.penalties + DRINKS[self.drink]
        plan = toll_roll(
            fight,
            person,
            "drink",
            (("fortitude", person.stats["fortitude"]), ("easy", DIFFICULTIES["easy"].white)),
            (("drinks", penalties),),
            choices=self.choices,
        )
        decision.cause = decision.record(DrinkTaken(combatant=person.id, drink=self.drink, penalties=penalties))
        throw(decision, (plan,), drunk.continuation(Drinker(person.id)))


@reply("black_dice.drink.drunk", Drinker)
def drunk(decision: Decision[Fight], drinker: Drinker, casts: tuple[Cast, ...]) -> None:
    """Less than two net successes take the drinker a step down; at the last one passes out (BD-DRINK-5, -13)."""
    person = decision.state.people[drinker.combatant]
    if casts[0].net >= UNHARMED:
        return
    step = person.drunk.step + 1
    decision.cause = decision.record(StepChanged(combatant=person.id, step=step))
    if step == PARALYTIC:
        fall_unconscious(decision, person, "drink")


FROM_STEP: Final[Mapping[Temptation, int]] = {"another_drink": TIPSY, "laugh": MERRY}
"""How drunk those are whom something tempts (BD-DRINK-7, BD-DRINK-8)."""


def _temptations(fight: Fight, person: Person) -> Node | None:
    if not person.able:
        return None
    return tuple([temptation for temptation, step in FROM_STEP.items() if person.drunk.step >= step])


def _resolve_dice(fight: Fight, person: Person) -> Node | None:
    """What dice of the roll against a temptation may be traded for."""
    return trades(fight.options.rounding, person.stats["resolve"], drink_divisor(person), common=False)


TEMPTING: Final = by_actor("temptations", _temptations)


class Tempt(Narrating):
    """Ask a drinker to roll against another drink, or against laughing (BD-DRINK-7, BD-DRINK-8)."""

    form = {
        "combatant": among(keys_of("who can be tempted", TEMPTING)),
        "temptation": looked_up(TEMPTING, "combatant"),
        "choices": for_toll("combatant", looked_up(by_actor("trades against temptation", _resolve_dice), "combatant")),
    }
    says = ("{combatant} faces {temptation}.",)
    example = {"combatant": "vane", "temptation": "another_drink"}
    words = Words(
        "Tempt a drinker", "Tempt {combatant}: {temptation}", group="tests", fields={"temptation": "Temptation"}
    )
    told = Told(brief=AS_SAID, unless=("black_dice.temptation_met",))
    type: Literal["black_dice.temptation"] = "black_dice.temptation"
    combatant: CombatantId
    temptation: Temptation
    choices: RollChoices | None = None

    def decide(self, decision: Decision[Fight]) -> None:
        """Roll Resolve to refuse another drink, or not to laugh (BD-DRINK-7, BD-DRINK-8, BD-DRINK-15)."""
        fight = decision.state
        person = find_combatant(fight, self.combatant, "command.combatant")
        another = self.temptation == "another_drink"
        rule, from_step = "BD-DRINK-7" if another else "BD-DRINK-8", FROM_STEP[self.temptation]
        step = person.drunk.step
        require(person.able, rule, f"{person.name} is {person.condition} and nothing tempts them.")
        drawn = f"{TEMPTATIONS[self.temptation]} tempts those who are {STEPS[from_step]} or worse"
        said = f"{person.name} is {STEPS[step]}; {drawn}."
        require(step >= from_step, rule, said, field="command.temptation")
        plan = toll_roll(
            fight,
            person,
            self.temptation,
            (("resolve", person.stats["resolve"]),),
            (("drink", step if another else step - 1),),
            choices=self.choices,
        )
        throw(decision, (plan,), tempted.continuation(Tempted(person.id, self.temptation)))


@reply("black_dice.drink.tempted", Tempted)
def tempted(decision: Decision[Fight], who: Tempted, casts: tuple[Cast, ...]) -> None:
    """One net success withstands; what follows otherwise is for the player or the narrator (BD-DRINK-7)."""
    decision.record(TemptationMet(combatant=who.combatant, temptation=who.temptation, withstood=casts[0].net >= 1))


def sober_up(decision: Decision[Fight], person: Person, minutes: int) -> None:
    """Let minutes without a drink pass: each full stretch takes a step back (BD-DRINK-14).

    A stretch that ends sober ends all memory of the drinks. Those passed out wake at step 6 (BD-DRINK-13).
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


DRINKING: Chapter[Fight] = Chapter(
    commands=(Drink, Tempt),
    events=(DrinkTaken, StepChanged, Sobering, TemptationMet),
    stages=(drunk, tempted),
    labels={
        "drink": "Drink",
        "drink.light": "Light alcohol",
        "drink.wine": "Wine or liqueur",
        "drink.spirits": "Spirits",
        "another_drink": "Another drink",
        "laugh": "The urge to laugh",
    },
)
