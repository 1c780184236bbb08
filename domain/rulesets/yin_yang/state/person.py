"""Somebody who takes part: the sheet, the three tracks, and what the encounter remembers of it."""

import msgspec

from domain.model.cards import Card
from domain.rulesets.yin_yang.items import Armour, Grip, Scores, Weapon
from domain.rulesets.yin_yang.words import (
    MAIN,
    NARRATOR_DECK,
    Attribute,
    Colour,
    GrantedOn,
    Kind,
    Lasting,
    OutReason,
    Scope,
    TestAttribute,
    Track,
    Unarmed,
)


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """A skill with a rating and a scope (YY-SKILL-1)."""

    name: str
    rating: int
    scope: Scope
    combat: bool = False
    unarmed: Unarmed = "none"


class DefaultAttack(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is used where a command, a policy or a simulation names nothing (YY-ATK-3)."""

    weapon: str
    ability: str | None = None


class Grant(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that somebody has been granted (YY-BONUS-6): above 0 bonus cards, below 0 penalty cards."""

    cards: int
    on: GrantedOn
    lasting: Lasting
    reason: str = ""


class Derived(msgspec.Struct, frozen=True):
    """What follows from attributes, gear and grip (YY-DERIV-7); ``weapons`` has the scores of all that are at hand."""

    combat_value: int = 0
    actions_per_turn: int = 0
    soaking_score: int = 0
    soaking_against_piercing: int = 0
    mental_soaking: int = 0
    run_speed: int = 0
    weapons: dict[str, Scores] = {}


class Person(msgspec.Struct):
    """A combatant. Tracks have no lower bound; their maxima follow from the attributes.

    ``hand`` and ``extra`` are the actions left in this turn; with open hands ``cards`` are those in hand, which only
    their owner and the narrator see, and ``cards_of`` the deck that they come from (YY-DECK-16). ``guards`` are those
    who watch over it, in the order in which they began. The hours are remainders of recovery. ``mad_policies`` are the
    kinds of prompts for which the narrator has set a standing answer since it is mad (YY-MB-5).
    """

    id: str
    name: str
    side: str
    kind: Kind
    colour: Colour
    attributes: dict[Attribute, int]
    derived: Derived = Derived()
    vitality: int = 0
    vitality_max: int = 0
    mental_balance: int = 0
    mental_balance_max: int = 0
    stamina: int = 0
    stamina_max: int = 0
    mook: bool = False
    deck: str = NARRATOR_DECK
    abilities: dict[str, Ability] = {}
    weapons: dict[str, Weapon] = {}
    armour: dict[str, Armour] = {}
    wielded: tuple[Grip, ...] = ()
    worn: tuple[str, ...] = ()
    default_attack: DefaultAttack | None = None
    hand: int = 0
    extra: int = 0
    cards: tuple[Card, ...] = ()
    cards_of: str | None = None
    cancelled: bool = False
    locked_with: str | None = None
    granted: tuple[Grant, ...] = ()
    out: tuple[OutReason, ...] = ()
    mad: bool = False
    mad_policies: tuple[str, ...] = ()
    stabilised: bool = False
    turns_dying: int = 0
    conditions: dict[str, str] = {}
    guards: tuple[str, ...] = ()
    rested_hours: int = 0
    mental_rested_hours: int = 0
    healing_hours: int = 0
    retaliations_owed: int = 0
    held_back: bool = False
    subfight: str = MAIN

    @property
    def able(self) -> bool:
        """Whether it acts at all (YY-COND-1)."""
        return not self.out

    @property
    def alive(self) -> bool:
        return "dead" not in self.out

    @property
    def gone(self) -> bool:
        """Whether it takes no part any more: dead, or out of the fight (YY-COND-5)."""
        return "dead" in self.out or "fled" in self.out

    @property
    def actions(self) -> int:
        """Actions that it could spend now; extra ones are spent first (YY-ACT-4)."""
        return self.hand + self.extra

    @property
    def combat_value(self) -> int:
        """The higher of Strength and Intellect (YY-DERIV-1)."""
        return max(self.attributes["strength"], self.attributes["intellect"])

    def score(self, attribute: TestAttribute) -> int:
        """The score that a test is made on; Charisma is computed with Intellect (YY-ATTR-2)."""
        if attribute == "combat_value":
            return self.combat_value
        return self.attributes["intellect" if attribute == "charisma" else attribute]

    def rating(self, ability: str | None) -> int:
        """The rating of an ability; 0 without one (YY-SKILL-8, YY-RUL-18)."""
        return 0 if ability is None else self.abilities[ability].rating

    def points(self, track: Track) -> int:
        """Where a track stands."""
        points: int = getattr(self, track)
        return points

    def most(self, track: Track) -> int:
        """The maximum of a track."""
        maxima = {
            "vitality": self.vitality_max,
            "mental_balance": self.mental_balance_max,
            "stamina": self.stamina_max,
        }
        return maxima[track]

    def granted_on(self, on: GrantedOn) -> list[Grant]:
        """The cards granted that count now: those for the next turn do not count yet."""
        granted = self.granted
        return [grant for grant in granted if grant.on == on and grant.lasting != "next_turn"] if granted else []
