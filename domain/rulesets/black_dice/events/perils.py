"""Facts about drink, breath, feats, perils and turns of the story."""

from typing import ClassVar

from msgspec.structs import replace

from domain.model.event import Event
from domain.rulesets.black_dice.state import Breath, Drunk, Fight


class DrinkTaken(Event, frozen=True, kw_only=True):
    """Somebody has had a drink (BD-DRINK-1): the sum of the penalties of all drinks so far."""

    type: ClassVar[str] = "black_dice.drink_taken"
    combatant: str
    drink: str
    penalties: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, penalties=self.penalties, minutes=0)


class StepChanged(Event, frozen=True, kw_only=True):
    """Somebody is drunker or soberer (BD-DRINK-5, BD-DRINK-14); sober again, the penalties are forgotten."""

    type: ClassVar[str] = "black_dice.step_changed"
    combatant: str
    step: int

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = replace(person.drunk, step=self.step)


class Sobering(Event, frozen=True, kw_only=True):
    """Minutes since the last drink that have not yet made a step (BD-DRINK-14)."""

    type: ClassVar[str] = "black_dice.sobering"
    combatant: str
    minutes: int
    sober: bool = False

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.drunk = Drunk() if self.sober else replace(person.drunk, minutes=self.minutes)


class TemptationMet(Event, frozen=True, kw_only=True):
    """Somebody has withstood another drink or its laughter, or has not (BD-DRINK-7, BD-DRINK-8)."""

    type: ClassVar[str] = "black_dice.temptation_met"
    combatant: str
    temptation: str
    withstood: bool


class BreathHeld(Event, frozen=True, kw_only=True):
    """Somebody begins to hold its breath, with so many points (BD-DROWN-4)."""

    type: ClassVar[str] = "black_dice.breath_held"
    combatant: str
    points: int

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points)


class BreathReleased(Event, frozen=True, kw_only=True):
    """Somebody breathes again (BD-DROWN-8)."""

    type: ClassVar[str] = "black_dice.breath_released"
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = None


class BreathSpent(Event, frozen=True, kw_only=True):
    """A round of held breath is over (BD-DROWN-4): points left; ``airless`` rounds without air so far (BD-DROWN-6)."""

    type: ClassVar[str] = "black_dice.breath_spent"
    combatant: str
    points: int
    airless: int = 0
    strenuous: bool = False

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].breath = Breath(self.points, self.airless)


class StrenuousRuled(Event, frozen=True, kw_only=True):
    """The narrator says whether this round is strenuous for somebody who holds its breath (BD-DROWN-5)."""

    type: ClassVar[str] = "black_dice.strenuous_ruled"
    combatant: str
    strenuous: bool

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        if person.breath is not None:
            person.breath = replace(person.breath, strenuous=self.strenuous)


class FeatDone(Event, frozen=True, kw_only=True):
    """A feat of strength came to this (BD-FEAT): the Strength that it counted as; yards of a throw."""

    type: ClassVar[str] = "black_dice.feat_done"
    combatant: str
    feat: str
    row: int
    strength: int
    done: bool
    yards: int | None = None

    def evolve(self, fight: Fight) -> None:
        if fight.phase != "idle" and self.combatant not in fight.strenuous:
            fight.strenuous = (*fight.strenuous, self.combatant)


class PerilMet(Event, frozen=True, kw_only=True):
    """A peril begins for its victims (BD-PERIL-5), with so many damage dice."""

    type: ClassVar[str] = "black_dice.peril_met"
    victims: tuple[str, ...]
    intensity: str
    dice: int
    peril: str | None = None


class PerilSpotted(Event, frozen=True, kw_only=True):
    """A victim has seen a peril coming, or has not (BD-PERIL-6)."""

    type: ClassVar[str] = "black_dice.peril_spotted"
    combatant: str
    spotted: bool


class PerilAvoided(Event, frozen=True, kw_only=True):
    """A victim has avoided a peril, halved it (BD-PERIL-7), or neither: ``dice`` are left of it."""

    type: ClassVar[str] = "black_dice.peril_avoided"
    combatant: str
    avoided: bool
    dice: int


class StoryChanged(Event, frozen=True, kw_only=True):
    """Something of the story turns in a player's favour (BD-SCRIPT-9)."""

    type: ClassVar[str] = "black_dice.story_changed"
    combatant: str
    description: str


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
