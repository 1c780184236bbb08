"""Facts about drink, breath, feats, perils and turns of the story."""

from typing import Annotated, ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.black_dice.said import (
    DRINKS,
    FEATS_DONE,
    PERILS,
    STEPS,
    TEMPTED,
    InWords,
    Quoted,
    Several,
    Who,
    thing_of_feat,
)
from domain.rulesets.black_dice.state import Breath, Drunk, Fight
from domain.rulesets.black_dice.tables import FEATS
from domain.text.sentences import Spoken, SpokenOf


class DrinkTaken(Event, frozen=True, kw_only=True):
    """Somebody has had a drink (BD-DRINK-1): the sum of the penalties of all drinks so far."""

    type: ClassVar[str] = "black_dice.drink_taken"
    says = "{combatant} drinks {drink} and now has {penalties:black die|black dice} from drink."
    combatant: Who
    drink: Annotated[str, Spoken(DRINKS)]
    penalties: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, penalties=self.penalties, minutes=0)


class StepChanged(Event, frozen=True, kw_only=True):
    """Somebody is drunker or soberer (BD-DRINK-5, BD-DRINK-14); sober again, the penalties are forgotten."""

    type: ClassVar[str] = "black_dice.step_changed"
    says = "{combatant} is now {step}."
    combatant: Who
    step: Annotated[int, Spoken(STEPS)]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, step=self.step)


class Sobering(Event, frozen=True, kw_only=True):
    """Minutes since the last drink that have not yet made a step (BD-DRINK-14)."""

    type: ClassVar[str] = "black_dice.sobering"
    combatant: Who
    minutes: int
    sober: bool = False

    def says(self) -> str:
        if self.sober:
            return "{combatant} has slept the drink off."
        return "{combatant} has not had a drink for {minutes:minute}."

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = Drunk() if self.sober else replace(person.drunk, minutes=self.minutes)


class TemptationMet(Event, frozen=True, kw_only=True):
    """Somebody has withstood another drink or its laughter, or has not (BD-DRINK-7, BD-DRINK-8)."""

    type: ClassVar[str] = "black_dice.temptation_met"
    combatant: Who
    temptation: str
    withstood: bool

    def says(self) -> str:
        withstands, gives_in = TEMPTED[self.temptation]
        return f"{{combatant}} {withstands if self.withstood else gives_in}."


class BreathHeld(Event, frozen=True, kw_only=True):
    """Somebody begins to hold its breath, with so many points (BD-DROWN-4)."""

    type: ClassVar[str] = "black_dice.breath_held"
    says = "{combatant} holds {combatant:their} breath and has {points:point} of it."
    combatant: Who
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points)


class BreathReleased(Event, frozen=True, kw_only=True):
    """Somebody breathes again (BD-DROWN-8)."""

    type: ClassVar[str] = "black_dice.breath_released"
    says = "{combatant} breathes again."
    combatant: Who

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = None


class BreathSpent(Event, frozen=True, kw_only=True):
    """A round of held breath is over (BD-DROWN-4): points left; ``airless`` rounds without air so far (BD-DROWN-6)."""

    type: ClassVar[str] = "black_dice.breath_spent"
    combatant: Who
    points: int
    airless: int = 0
    strenuous: bool = False

    def says(self) -> str:
        if self.airless:
            return "{combatant} has been without air for {airless:round}."
        how = " after a strenuous round" if self.strenuous else ""
        return f"{{combatant}} has {{points:point}} of breath left{how}."

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points, self.airless)


class StrenuousRuled(Event, frozen=True, kw_only=True):
    """The narrator says whether this round is strenuous for somebody who holds its breath (BD-DROWN-5)."""

    type: ClassVar[str] = "black_dice.strenuous_ruled"
    says = "This round is {strenuous} for {combatant}."
    combatant: Who
    strenuous: Annotated[bool, Spoken({True: "strenuous", False: "calm"})]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.breath is not None:
            person.breath = replace(person.breath, strenuous=self.strenuous)


class FeatDone(Event, frozen=True, kw_only=True):
    """A feat of strength came to this (BD-FEAT): the Strength that it counted as; yards of a throw."""

    type: ClassVar[str] = "black_dice.feat_done"
    combatant: Who
    feat: str
    row: Annotated[int, SpokenOf(thing_of_feat)]
    strength: int
    done: bool
    yards: int | None = None

    def says(self) -> str:
        does, to_do = FEATS_DONE[self.feat]
        came = does if self.done else f"fails to {to_do}"
        flies = "" if self.yards == FEATS[self.row].yards else "[; it flies {yards:yard}]"
        return f"{{combatant}} {came} {{row}}, with Strength {{strength}}{flies}."

    def evolve(self, fight: Fight) -> None:
        if fight.phase != "idle" and self.combatant not in fight.strenuous:
            fight.strenuous = (*fight.strenuous, self.combatant)


class PerilMet(Event, frozen=True, kw_only=True):
    """A peril begins for its victims (BD-PERIL-5), with so many damage dice."""

    type: ClassVar[str] = "black_dice.peril_met"
    victims: Several
    intensity: InWords
    dice: int
    peril: Annotated[str, Spoken(PERILS)] | None = None

    def says(self) -> str:
        if self.peril == "fall":
            return "{victims} falls: {dice:die|dice}." if len(self.victims) == 1 else "{victims} fall: {dice:die|dice}."
        what = "{peril}" if self.peril else "a {intensity} peril"
        return f"{what} threatens {{victims}}: {{dice:die|dice}}."


class PerilSpotted(Event, frozen=True, kw_only=True):
    """A victim has seen a peril coming, or has not (BD-PERIL-6)."""

    type: ClassVar[str] = "black_dice.peril_spotted"
    says = "{combatant} {spotted} it coming."
    combatant: Who
    spotted: Annotated[bool, Spoken({True: "sees", False: "does not see"})]


class PerilAvoided(Event, frozen=True, kw_only=True):
    """A victim has avoided a peril, halved it (BD-PERIL-7), or neither: ``dice`` are left of it."""

    type: ClassVar[str] = "black_dice.peril_avoided"
    combatant: Who
    avoided: bool
    dice: int

    def says(self) -> str:
        if self.avoided:
            return "{combatant} gets clear unharmed."
        return "{combatant} does not get clear and is hit by {dice:die|dice}."


class StoryChanged(Event, frozen=True, kw_only=True):
    """Something of the story turns in a player's favour (BD-SCRIPT-9)."""

    type: ClassVar[str] = "black_dice.story_changed"
    says = "The story changes for {combatant}: {description}."
    combatant: Who
    description: Quoted


PERIL_EVENTS: tuple[type[Event], ...] = (
    DrinkTaken,
    StepChanged,
    Sobering,
    TemptationMet,
    BreathHeld,
    BreathReleased,
    BreathSpent,
    StrenuousRuled,
    FeatDone,
    PerilMet,
    PerilSpotted,
    PerilAvoided,
    StoryChanged,
)
