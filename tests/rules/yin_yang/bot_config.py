"""How bots fight in Yin-Yang."""

from collections.abc import Collection

from domain.core.events import Answered
from domain.model.event import Event
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationBegun, ConfrontationWon
from domain.rulesets.yin_yang.chapters.decks.decks import HandDealt
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsReturned, ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import CallMade
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.harm.damage import ArmourDestroyed
from domain.rulesets.yin_yang.chapters.harm.harm import (
    CameRound,
    ConditionSet,
    FellOut,
    PointsGained,
    PointsLost,
    SideDefeated,
)
from domain.rulesets.yin_yang.chapters.harm.resting import DyingCounted, Stabilised
from domain.rulesets.yin_yang.chapters.turns.edge import EdgeGiven
from domain.rulesets.yin_yang.chapters.turns.gear import ItemTaken, Wielded, Worn
from domain.rulesets.yin_yang.chapters.turns.guards import GuardSet
from domain.rulesets.yin_yang.chapters.turns.movement import DistanceSet, FightSplit, Moved
from domain.rulesets.yin_yang.state import Fight
from tests.laws.fights import Fights
from tests.rules.yin_yang.field_values import idea
from tests.rules.yin_yang.scenarios import OPTIONS, SITUATIONS

TYPED = ("match", "let_pass", "follow_up", "decline", "join_combined", "answer_challenge", "judge_challenge")
"""Commands that are typed forms of answers, and the one that ends a challenge."""
GIVEN_BETWEEN = ("wield", "guard", "challenge", "give_cards", "rule_scope", "combine")
"""Commands that cost nothing, and the call that several may make: attacks by one carry the turn on."""
ALOUD: tuple[type[Event], ...] = (
    *(Moved, DistanceSet, FightSplit, GuardSet, ItemTaken, Wielded, Worn),
    *(CallMade, CallMatched, Misfired, ArmourDestroyed, ConfrontationBegun, ConfrontationWon),
    *(PointsLost, PointsGained, FellOut, CameRound, ConditionSet, DyingCounted, Stabilised, SideDefeated),
    *(ActionsSpent, ActionsReturned, ExtraActionsGained, CardsGranted, TurnCancelled, EdgeGiven),
)
"""Events that lines of the story tell. Calls and matches say what they cost."""
LONG = 12
"""After so many turns a fight that nobody can win says so."""


def persons(fight: Fight) -> Collection[str]:
    return fight.people


def acting(fight: Fight) -> str | None:
    """Whoever has the most actions left: nobody has the turn here."""
    free = [person for person in fight.people.values() if person.able and person.actions and not person.cancelled]
    return max(free, key=lambda person: (person.actions, person.id)).id if fight.phase == "turn" and free else None


def decided(fight: Fight) -> bool:
    """At most one side can still fight; bystanders do not."""
    fighters = (person for person in fight.people.values() if person.kind != "bystander")
    return len({person.side for person in fighters if person.able}) < 2


def stalled(fight: Fight) -> str | None:
    """Why a fight goes on: neither side has come through the other's armour and luck."""
    return f"{LONG} turns have decided nothing" if fight.turn >= LONG else None


YIN_YANG_FIGHTS = Fights(
    ruleset=YIN_YANG,
    situations=SITUATIONS,
    idea=idea,
    options=OPTIONS,
    persons=persons,
    acting=acting,
    decided=decided,
    stalled=stalled,
    spends=frozenset({"yin_yang.attack"}),
    not_told={Answered: frozenset({"answer", "secret"}), HandDealt: frozenset({"deck"})},
    onward=("yin_yang.end_turn", "yin_yang.start_turn"),
    answers=frozenset({"core.answer", *(f"yin_yang.{name}" for name in TYPED)}),
    seeds=24,
    aloud=ALOUD,
    free=frozenset({f"yin_yang.{name}" for name in GIVEN_BETWEEN}),
)
