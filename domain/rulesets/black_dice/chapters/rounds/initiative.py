"""Initiative: who throws it, the order of the round, lots (BD-INIT-1 to BD-INIT-6)."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Annotated, ClassVar

import msgspec

from domain.chance.draws import Draw
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import ready_weapons
from domain.rulesets.black_dice.chapters.dice.casts import Cast
from domain.rulesets.black_dice.chapters.dice.plans import INITIATIVE, Plan
from domain.rulesets.black_dice.chapters.dice.pools import toll_roll
from domain.rulesets.black_dice.parts import RollChoices
from domain.rulesets.black_dice.said import (
    Several,
    lots,
)
from domain.rulesets.black_dice.state import Fight, Person
from domain.story.throws import Throw, faces_of
from domain.story.told import Told
from domain.text.sentences import SpokenOf

NO_WEAPON_DICE = -3
UNARMED_SKILLS = ("brawl", "martial_arts")
Rank = tuple[int, ...]


class LotsCast(Event, frozen=True, kw_only=True):
    """Those who tie in everything throw one die each, in order of joining (BD-INIT-4)."""

    type: ClassVar[str] = "black_dice.lots_cast"
    words = "Lots cast"
    says = "Lots decide who is quicker: {draws}."
    example = {
        "combatants": ["kestrel", "brass_tom"],
        "draws": [{"faces": [3], "sides": 6}, {"faces": [6], "sides": 6}],
    }
    combatants: tuple[str, ...]
    draws: Annotated[tuple[Draw, ...], SpokenOf(lots)]

    def shown(self) -> tuple[Throw, ...]:
        return tuple(
            [
                Throw(
                    kind="dice",
                    who=who,
                    purpose="lots",
                    faces=tuple(faces_of(draw)),
                    counted="the higher face acts first",
                    result=draw.dice[0],
                    source=draw.source,
                )
                for who, draw in zip(self.combatants, self.draws, strict=True)
            ]
        )

    told = Told(throws=shown)


class OrderSet(Event, frozen=True, kw_only=True):
    """The order of the round, and the successes that each one's initiative has (BD-INIT-2).

    ``standing`` is the order of all who have ever thrown, where initiative is thrown once (BD-INIT-1).
    """

    type: ClassVar[str] = "black_dice.order_set"
    words = "Order of the round"
    says = "The order of the round: {order}."
    example = {
        "order": ["kestrel", "vane", "lark", "tough", "brass_tom"],
        "successes": {"lark": 1, "vane": 1, "kestrel": 3, "tough": 0, "brass_tom": 0},
        "standing": ["kestrel", "vane", "lark", "tough", "brass_tom"],
    }
    order: Several
    successes: dict[str, int]
    standing: tuple[str, ...] = ()

    def brief(self) -> str:
        return "the order is {order}" if len(self.order) > 1 else ""

    told = Told(brief=brief)

    def evolve(self, fight: Fight) -> None:
        fight.order = self.order
        fight.initiative = self.successes
        fight.standing = self.standing


class Opening(msgspec.Struct, frozen=True):
    """A round that begins: who takes part, in order of joining."""

    participants: tuple[str, ...]


def throws(fight: Fight, person: Person) -> bool:
    """Return whether a combatant throws: in every round, or only newcomers with ``initiative=once`` (BD-INIT-1)."""
    return person.id not in fight.standing


def initiative_roll(fight: Fight, person: Person, choices: RollChoices | None) -> Plan:
    """The initiative dice, three less without a readied weapon (BD-INIT-5); fate is named beforehand (BD-INIT-6)."""
    unarmed = 0 if person.ready or ready_weapons(fight, person) else NO_WEAPON_DICE
    dice = ((INITIATIVE, person.initiative), ("no_weapon", unarmed))
    return toll_roll(fight, person, INITIATIVE, dice, choices=choices, field=f"command.choices.{person.id}")


@reply("black_dice.initiative.thrown", Opening, draws=True)
def initiative_thrown(decision: Decision[Fight], opening: Opening, casts: tuple[Cast, ...]) -> None:
    """The dice have fallen: set the order of the round."""
    people = [decision.state.people[name] for name in opening.participants]
    set_order(decision, people, {cast.plan.combatant: cast.net for cast in casts})


def set_order(decision: Decision[Fight], people: list[Person], thrown: Mapping[str, int]) -> None:
    """Most successes first (BD-INIT-2). With ``initiative=once`` the order stays, and newcomers are inserted."""
    fight = decision.state
    if fight.options.initiative == "each_round":
        order = ranked(
            decision, people, {person.id: rank_in_order(fight, person, thrown[person.id]) for person in people}
        )
        decision.record(OrderSet(order=order, successes=dict(thrown)))
        return
    successes = {**fight.initiative, **thrown}
    ranks = {name: rank_in_order(fight, fight.people[name], count) for name, count in successes.items()}
    standing = fight.standing
    if standing:
        for person in people:
            standing = standing if person.id in standing else put_in(standing, person.id, ranks)
    else:
        standing = ranked(decision, people, ranks)
    present = [person.id for person in people]
    decision.record(
        OrderSet(order=tuple([name for name in standing if name in present]), successes=successes, standing=standing)
    )


def rank_in_order(fight: Fight, person: Person, successes: int) -> Rank:
    """Return what decides the order: successes, DEX, the rank in the skill of a ready weapon, Wits (BD-INIT-3)."""
    skills = [weapon.skill for weapon in ready_weapons(fight, person)] or UNARMED_SKILLS
    best = max([person.rank(skill) for skill in skills])
    return successes, person.stats["dex"], best, person.stats["wits"]


def put_in(standing: tuple[str, ...], newcomer: str, ranks: Mapping[str, Rank]) -> tuple[str, ...]:
    """Insert a newcomer after all who are not below it, so after those with whom it ties in everything (BD-INIT-1)."""
    above = [place for place, name in enumerate(standing) if ranks[name] >= ranks[newcomer]]
    place = above[-1] + 1 if above else 0
    return (*standing[:place], newcomer, *standing[place:])


def ranked(decision: Decision[Fight], people: Iterable[Person], ranks: Mapping[str, Rank]) -> tuple[str, ...]:
    """People by their ranks, the highest first; lots settle complete ties (BD-INIT-4)."""
    order: list[str] = []
    best_first = sorted(people, key=lambda person: ranks[person.id], reverse=True)
    for _, group in groupby(best_first, key=lambda person: ranks[person.id]):
        tied = list(group)
        order.extend([tied[0].id] if len(tied) == 1 else cast_lots(decision, tied))
    return tuple(order)


def cast_lots(decision: Decision[Fight], tied: list[Person]) -> tuple[str, ...]:
    """One die each, in order of joining; the higher face first, again while equal (BD-INIT-4)."""
    draws = tuple([decision.roll(person.id, "lots", 1) for person in tied])
    decision.cause = decision.record(LotsCast(combatants=tuple([person.id for person in tied]), draws=draws))
    return ranked(decision, tied, {person.id: draw.dice for person, draw in zip(tied, draws, strict=True)})


INITIATIVE_CHAPTER: Chapter[Fight] = Chapter(events=(LotsCast, OrderSet), stages=(initiative_thrown,))
