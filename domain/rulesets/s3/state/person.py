"""Combatants: the sheet at this moment, and what the fight has done to it."""

from collections.abc import Mapping
from typing import Self

import msgspec
from msgspec.structs import replace

from domain.rulesets.s3.items import Item
from domain.rulesets.s3.words import HERE, Fate, Gone, Hand, Intent, Limb, Reason, Route, Seat, Side, Skill

GONE: Mapping[Gone, str] = {
    "escaped": "has escaped",
    "left_behind": "has been left behind",
    "thrown_out": "has been thrown out of the fight",
    "removed": "has left the fight",
}
"""How it is said that somebody is gone."""


class Technique(msgspec.Struct, frozen=True, gc=False):
    """A learned pair of skills that saves one Breath (S3-STUNT-4)."""

    name: str
    skills: tuple[Skill, Skill]


class Grip(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The items in the hands, by ID; a two-handed one is in both."""

    main: str | None = None
    off: str | None = None

    def hands_with(self, item: str) -> tuple[Hand, ...]:
        """The hands that hold the item."""
        if self.main == item:
            return ("main", "off") if self.off == item else ("main",)
        return ("off",) if self.off == item else ()

    def without(self, item: str) -> Self:
        """Return the grip after letting go of the item."""
        return replace(self, main=None if self.main == item else self.main, off=None if self.off == item else self.off)

    def holding(self, item: str, hands: tuple[str, ...]) -> Self:
        """Return the grip with the item in these hands as well."""
        return replace(self, **dict.fromkeys(hands, item))


class Loss(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A lost limb: by what, and through which round; without a round until healed."""

    source: str
    until_round: int | None = None


class LimbRuling(msgspec.Struct, frozen=True, gc=False):
    """The narrator's word on a limb's penalty for a skill (S3-CALL-11)."""

    limb: Limb
    skill: Skill
    applies: bool


class Wound(msgspec.Struct, frozen=True, gc=False):
    """A wound: damage points that made it, coins that it costs (a positive number), what dealt it."""

    id: str
    points: int
    penalty: int
    source: str


class Disabled(msgspec.Struct, frozen=True, gc=False):
    """Out of action: why, and what it meant."""

    reasons: tuple[Reason, ...]
    fate: Fate


class Fire(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Burning: coins of the next burn, damage last done, whose fire, meant how, the round it last burned in."""

    intensity: int
    flame: int
    source: str | None = None
    intent: Intent | None = None
    ticked_round: int | None = None


class Dose(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A portion of poison on its way. ``given_version`` is the event that gave it; ``turns_had`` counts later turns."""

    id: str
    poison: str
    coins: int
    route: Route
    given_round: int
    given_version: int
    effect: Limb | None = None
    lasts: int | None = None
    source: str | None = None
    intent: Intent | None = None
    turns_had: int = 0
    waits_for_narrator: bool = False


class Hanging(msgspec.Struct, frozen=True, gc=False):
    """A climb that is not finished: the link, and the feet gained on it."""

    link: str
    feet: int


class Person(msgspec.Struct):
    """A combatant: its sheet at this moment."""

    id: str
    name: str
    fortitude: int
    pc: bool = False
    aliases: tuple[str, ...] = ()
    skills: dict[Skill, int] = {}
    fortitude_bonus: int = 0
    breath_max: int = 0
    breath: int = 0
    talents: tuple[str, ...] = ()
    techniques: tuple[Technique, ...] = ()
    grapple_bonus: int = 0
    items: dict[str, Item] = {}
    hands: Grip = Grip()
    armour: str | None = None
    limbs: dict[Limb, Loss] = {}
    limb_rulings: tuple[LimbRuling, ...] = ()
    wounds: tuple[Wound, ...] = ()
    stunned: bool = False
    stun_round: int | None = None
    disabled: Disabled | None = None
    out: Gone | None = None
    fire: Fire | None = None
    doses: tuple[Dose, ...] = ()
    prone: bool = False
    unseen_by: tuple[str, ...] = ()
    climb: Hanging | None = None
    zone: str = HERE
    vehicle: str | None = None
    seat: Seat | None = None
    joined_round: int = 0

    @property
    def able(self) -> bool:
        return self.disabled is None and self.out is None

    @property
    def why_unable(self) -> str:
        """Return a clause with the name that says why a combatant who is not able takes no part any more."""
        return f"{self.name} {'is out of action' if self.out is None else GONE[self.out]}"

    @property
    def side(self) -> Side:
        """Return the side: players for a PC, else opposition (S3-TURN-1)."""
        return "players" if self.pc else "opposition"

    @property
    def total_fortitude(self) -> int:
        """S3-DIS-6: points and lasting bonuses; neither wounds nor armour change it."""
        return self.fortitude + self.fortitude_bonus

    @property
    def wound_penalty(self) -> int:
        """S3-WOUND-4: the penalties of all wounds added up, as a positive number of coins."""
        penalty = 0
        for wound in self.wounds:
            penalty += wound.penalty
        return penalty

    def lose(self, item: str) -> None:
        """Carry an item no longer."""
        self.items = {key: kept for key, kept in self.items.items() if key != item}
        self.hands = self.hands.without(item)
        if self.armour == item:
            self.armour = None

    def receive(self, item: Item, kept_as: str, hands: tuple[str, ...]) -> None:
        """Take an item in hand, as an item of its own or joining the stack of the ID ``kept_as``."""
        key = kept_as or item.id
        stack = self.items.get(key)
        quantity = item.quantity + (stack.quantity if stack is not None else 0)
        self.items = {**self.items, key: replace(item, id=key, quantity=quantity)}
        self.hands = self.hands.holding(key, hands)
