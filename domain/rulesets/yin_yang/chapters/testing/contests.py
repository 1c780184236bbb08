"""Contests: an opposed test for a stated stake, and for nothing else (YY-OPP-7, YY-OPP-8)."""

from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec

from domain.core.commands import CombatantId, Narrating
from domain.decision.decision import Decision
from domain.decision.stages import reply
from domain.fields.field import Field, among, looked_up, record
from domain.fields.sets import key_of
from domain.fields.vocabulary import View, Vocabulary
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import require
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.challenges.confrontation import CONFRONTATION, Duel, Outcome, confront
from domain.rulesets.yin_yang.chapters.decks.decks import settle_decks
from domain.rulesets.yin_yang.chapters.decks.drawing import Plan, Result, draw_test, plan_test
from domain.rulesets.yin_yang.chapters.decks.hands import can_pay, require_action, require_no_card, spend
from domain.rulesets.yin_yang.chapters.decks.jokers import cancel, reward
from domain.rulesets.yin_yang.chapters.exchanges.targets import require_unlocked
from domain.rulesets.yin_yang.chapters.out_of_action import require_able
from domain.rulesets.yin_yang.chapters.testing.opposed import oppose
from domain.rulesets.yin_yang.chapters.turns.edge import count_matched
from domain.rulesets.yin_yang.chapters.vocabularies import ABILITIES, CARDS, has_another
from domain.rulesets.yin_yang.parts import (
    ADDED,
    ATTRIBUTES_OF_TEST,
    SAID,
    AbilityName,
    Attributes,
    HandCard,
    Said,
    Situation,
)
from domain.rulesets.yin_yang.state import Fight
from domain.story.told import AS_SAID, Told
from domain.text.sentences import QUOTED
from domain.text.words import Words


class Contestant(Situation):
    """What one party puts into a contest."""

    combatant: CombatantId
    attributes: Attributes
    ability: AbilityName | None = None
    hand_card: HandCard = None


class ContestDecided(Event, frozen=True, kw_only=True):
    """A contest is over (YY-OPP-8): who wins the stated stake, if anybody does."""

    type: ClassVar[str] = "yin_yang.contest_decided"
    words = "Contest decided"
    example = {"first": "thug", "second": "hei", "stake": "slip past", "winner": "hei"}
    first: str
    second: str
    stake: Annotated[str, QUOTED]
    winner: str | None
    narrated: str = ""

    @property
    def loser(self) -> str:
        return self.second if self.winner == self.first else self.first

    def says(self) -> str:
        """What the narrator says of a Confrontation that has decided the contest is told before."""
        if self.winner is None:
            return "neither {first} nor {second} wins the contest for {stake}."
        if self.narrated:
            return "the contest of {first} and {second} for {stake} goes to {winner}."
        return "{winner} beats {loser} in the contest for {stake}."

    def brief(self) -> str:
        if self.winner is None:
            return "neither {first} nor {second} wins the contest for {stake}"
        if self.narrated:
            return "{winner} | wins the contest for {stake}"
        return "{winner} | beats {loser} | in the contest for {stake}"

    told = Told(brief=brief, source="winner", target="loser")


CONTEST = "contest"


class Contested(msgspec.Struct, frozen=True):
    """A contest whose cards have fallen: both tests, and what is at stake."""

    first: Result
    second: Result
    stake: str

    @property
    def results(self) -> tuple[Result, Result]:
        return self.first, self.second


def _contests(view: View[Fight], *, costs: bool) -> dict[str, Any]:
    """Return against whom each may be matched, by who comes first (YY-OPP-8).

    Both are able, have an action if it costs one (YY-OPP-7), and nobody interferes with those who are locked in a
    Confrontation, but they with others if it costs an action (YY-CONF-15).
    """
    fight = view.state
    able = [one for one in fight.people.values() if one.able and (not costs or can_pay(fight, one))]
    names = tuple([one.id for one in able])
    free = tuple([one.id for one in able if one.locked_with is None])
    to: dict[str, list[str]] = {}
    for one in able:
        if one.locked_with is not None:
            to.setdefault(one.locked_with, []).append(one.id)
    found: dict[str, Any] = {}
    for one in able:
        others: tuple[str, ...] = free if one.id not in to else (*free, *to[one.id])
        if not costs and one.locked_with is not None:
            others = tuple([who for who in others if who == one.locked_with])
        if has_another(others, one.id):
            found[one.id] = others
    return found if len(names) > 1 else {}


CONTESTS_FOR_AN_ACTION: Final = Vocabulary[Fight]("contests for an action", partial(_contests, costs=True))
FREE_CONTESTS: Final = Vocabulary[Fight]("free contests", partial(_contests, costs=False))


def _costs(view: View[Fight]) -> tuple[bool, ...]:
    both = ((True, CONTESTS_FOR_AN_ACTION), (False, FREE_CONTESTS))
    return tuple([costs for costs, contests in both if view[contests]])


def _contestants(view: View[Fight]) -> dict[str, Any]:
    both = ((True, CONTESTS_FOR_AN_ACTION), (False, FREE_CONTESTS))
    return {key_of(costs): tuple(view[contests]) for costs, contests in both if view[contests]}


def _adversaries(view: View[Fight]) -> dict[str, Any]:
    both = ((True, CONTESTS_FOR_AN_ACTION), (False, FREE_CONTESTS))
    return {key_of(costs): view[contests] for costs, contests in both if view[contests]}


CARDS_FOR_CONTESTS: Final = Vocabulary[Fight]("cards for a contest", lambda view: {key_of(True): view[CARDS]})


def contestant(who: Field) -> Field:
    """Return the fields of one party of a contest."""
    return record(
        {
            "combatant": who,
            "ability": looked_up(ABILITIES, "combatant"),
            "attributes": ATTRIBUTES_OF_TEST,
            "hand_card": looked_up(CARDS_FOR_CONTESTS, "costs_action", "combatant", required=True),
            **ADDED,
        },
        phrase="{combatant} with {attributes}[ ({ability})][ and {hand_card}][ and {bonus:bonus card|bonus cards}]"
        "[ and {penalty:penalty card|penalty cards}]",
    )


class Contest(Narrating):
    """Let two combatants test against each other for a stake (YY-OPP-8). The first counts as the caller."""

    form = {
        "costs_action": among(Vocabulary[Fight]("costs of contests", _costs), required=True),
        "first": contestant(looked_up(Vocabulary[Fight]("contestants", _contestants), "costs_action")),
        "second": contestant(
            looked_up(
                Vocabulary[Fight]("adversaries", _adversaries),
                "costs_action",
                "first.combatant",
                bars=("first.combatant",),
            )
        ),
        "stake": SAID,
    }
    says = ("{first} is matched against {second}, for {stake}.",)
    example = {
        "first": {"combatant": "vinnie", "attributes": ["will"], "ability": "Warleader"},
        "second": {"combatant": "hei", "attributes": ["will"], "ability": "Tribal Warrior"},
        "stake": "who looks away first",
    }
    words = Words(
        "Call for a contest",
        "Match {first} against {second}[, at the cost of an action each{costs_action?}]: “{stake}”",
        group="tests",
    )
    told = Told(brief=AS_SAID, unless=("yin_yang.contest_decided",))
    type: Literal["yin_yang.contest"] = "yin_yang.contest"
    first: Contestant
    second: Contestant
    stake: Said
    costs_action: bool = False

    def decide(self, decision: Decision[Fight]) -> None:
        """Two oppose each other for a stake (YY-OPP-8); who go for one thing at once pay an action each (YY-OPP-7).

        The readings are those of YY-RUL-68 and YY-RUL-69.
        """
        one, other = self.first, self.second
        different = "A contest is between two different combatants; several who act together combine."
        require(one.combatant != other.combatant, "YY-OPP-1", different, field="command.second.combatant")
        plans = [
            _contestant(decision.state, one, "command.first"),
            _contestant(decision.state, other, "command.second"),
        ]
        for side, field in ((one, "command.first"), (other, "command.second")):
            _require_able_to_pay(decision.state, side, field, costs=self.costs_action)
        _require_no_interference(decision.state, self)
        if self.costs_action:
            for side in (one, other):
                spend(decision, side.combatant, side.hand_card)
        first, second = [draw_test(decision, plan) for plan in plans]
        contested = Contested(first, second, self.stake)
        verdict = oppose(decision, first, second)
        if verdict.figure:
            confront(decision, Duel(first, second, confronted.continuation(contested)))
        else:
            by_cards(decision, contested, verdict.winner)


def _contestant(fight: Fight, side: Contestant, field: str) -> Plan:
    person = find_combatant(fight, side.combatant, f"{field}.combatant")
    return plan_test(
        fight,
        person.id,
        side.attributes,
        side.ability,
        label=CONTEST,
        bonus=side.bonus,
        penalty=side.penalty,
        hand_card=side.hand_card,
        field=field,
    )


def _require_able_to_pay(fight: Fight, side: Contestant, field: str, *, costs: bool) -> None:
    """Both must be able, and have an action where the contest costs one (YY-COND-1, YY-OPP-7)."""
    person = fight.people[side.combatant]
    require_able(person, f"{field}.combatant")
    if costs:
        require_action(fight, person, side.hand_card, field=field, spender=f"{field}.combatant")
    else:
        require_no_card(fight, side.hand_card, field)


def _require_no_interference(fight: Fight, command: Contest) -> None:
    """Nobody goes at one of two who are locked with each other; they themselves do with extra actions (YY-CONF-15).

    So the first may be one of them where the contest costs an action.
    """
    first, second = fight.people[command.first.combatant], fight.people[command.second.combatant]
    require_unlocked(first, second, "command.second.combatant")
    if not command.costs_action:
        require_unlocked(second, first, "command.first.combatant")


@reply("yin_yang.contests.confronted", Contested)
def confronted(decision: Decision[Fight], contested: Contested, outcome: Outcome) -> None:
    """A Confrontation has decided the contest; one that is denied leaves it to the cards (YY-CONF-14, YY-CONF-16)."""
    if outcome.outcome == "denied":
        by_cards(decision, contested, outcome.winner)
        return
    decide_contest(decision, contested, outcome.winner, outcome.narrated)
    if outcome.outcome == "white_joker" and outcome.winner is not None:
        reward(decision, outcome.winner, CONFRONTATION)
    settle_decks(decision)


def by_cards(decision: Decision[Fight], contested: Contested, winner: str | None) -> None:
    """The cards decide: Coloured Jokers cancel, the winner has the stake, a White Joker gives it more (YY-ORD-1)."""
    for result in contested.results:
        if result.grade == "coloured_joker":
            cancel(decision, result.combatant)
    decide_contest(decision, contested, winner)
    for result in contested.results:
        if result.combatant == winner and result.grade == "white_joker":
            reward(decision, winner)
    settle_decks(decision)


def decide_contest(decision: Decision[Fight], contested: Contested, winner: str | None, narrated: str = "") -> None:
    """Count the streaks, and say who has won the stake."""
    first, second = contested.results
    count_matched(decision, winner, first.combatant, second.combatant)
    decided = ContestDecided(
        first=first.combatant, second=second.combatant, stake=contested.stake, winner=winner, narrated=narrated
    )
    decision.cause = decision.record(decided)


CONTESTS: Chapter[Fight] = Chapter(commands=(Contest,), events=(ContestDecided,), stages=(confronted,))
