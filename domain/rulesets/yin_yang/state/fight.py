"""A Yin-Yang encounter: the turn, the decks, and everybody in it."""

from typing import Self

import msgspec
from msgspec.structs import replace

from domain.model.cards import Card
from domain.model.encounter import Encounter
from domain.rulesets.yin_yang.items import Armour, Weapon
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.state.exchange import Exchange, FollowUp
from domain.rulesets.yin_yang.state.person import Person
from domain.rulesets.yin_yang.words import MAIN, Band, ContestKind, Phase


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck: the cards that can be drawn, in the order of the pack and not of any shuffle, and those played.

    ``fresh`` are those of the played cards that belong to the present exchange or test, which a reshuffle in
    mid-exchange leaves out (YY-DECK-10). Cards in open hands are in neither list.
    """

    cards: tuple[Card, ...]
    out: tuple[Card, ...] = ()
    fresh: tuple[Card, ...] = ()


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call of the narrator that somebody contests (YY-CHAL-1); ``contest`` once it is accepted (YY-CHAL-3)."""

    challenger: str
    text: str
    about: int | None = None
    contest: ContestKind | None = None
    terms: str = ""


class Fight(Encounter):
    """A Yin-Yang encounter.

    ``scope_rulings`` has what the narrator has said of ability and task, by the key that ``scope_key`` makes;
    ``distances`` the bands of pairs, by ``pair_key``, where movement costs actions. ``defeated`` are sides all of whose
    members are out of action. ``standoff`` says that all who could call have held back.
    """

    options: Options = Options()
    people: dict[str, Person] = {}
    turn: int = 0
    phase: Phase = "between"
    decks: dict[str, Deck] = {}
    exchange: Exchange | None = None
    follow_up: FollowUp | None = None
    edge: str | None = None
    streaks: dict[str, int] = {}
    subfights: tuple[str, ...] = (MAIN,)
    distances: dict[str, Band] = {}
    scene_weapons: dict[str, Weapon] = {}
    scene_armour: dict[str, Armour] = {}
    scope_rulings: dict[str, bool] = {}
    challenge: Challenge | None = None
    standoff: bool = False
    defeated: tuple[str, ...] = ()
    generated: dict[str, tuple[int, ...]] = {}

    def fork(self) -> Self:
        return replace(self, people={key: replace(person) for key, person in self.people.items()})

    def name_of(self, combatant: str) -> str:
        return self.people[combatant].name if combatant in self.people else combatant

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side, in the order of joining."""
        return tuple(dict.fromkeys(person.side for person in self.people.values()))

    @property
    def open_exchange(self) -> Exchange:
        """The exchange, for what happens in one alone. Raises LookupError where none is open."""
        if self.exchange is None:
            raise LookupError("no exchange is open")
        return self.exchange

    def friends(self, one: str, other: str) -> bool:
        """Whether two are of one side."""
        return self.people[one].side == self.people[other].side

    def together(self, one: str, other: str) -> bool:
        """Whether two are in the same sub-fight (YY-MOVE-4)."""
        return self.people[one].subfight == self.people[other].subfight

    def band(self, one: str, other: str) -> Band:
        """How far two are apart: ``room`` at first, ``sight`` between sub-fights (YY-MOVE-2, YY-MOVE-4)."""
        return self.distances.get(pair_key(one, other), "room") if self.together(one, other) else "sight"


def pair_key(one: str, other: str) -> str:
    """The key of the distance between two."""
    return "/".join(sorted((one, other)))


def scope_key(combatant: str, ability: str, task: str) -> str:
    """The key of a ruling on scope; tasks are compared trimmed and in lower case (YY-SCOPE-4).

    A slash in the name of an ability is written ``~1``, so that no two abilities and tasks share a key.
    """
    named = ability.replace("~", "~0").replace("/", "~1")
    return f"{combatant}/{named}/{task.strip().lower()}"
