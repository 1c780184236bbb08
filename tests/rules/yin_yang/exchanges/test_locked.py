"""Confrontations in a turn: what the winner's action does, and how the two are closed to all others (YY-CONF)."""

from typing import Any

import pytest

from domain.core.commands import Join, Note
from domain.rulesets.yin_yang.chapters.challenges.confrontation import (
    ConfrontationBegun,
    ConfrontationSettled,
    ConfrontationWon,
)
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act, CallMade
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import ExchangeEnded, FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched
from domain.rulesets.yin_yang.chapters.exchanges.misfires import Misfired
from domain.rulesets.yin_yang.chapters.exchanges.stakes import GoalReached
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut
from domain.rulesets.yin_yang.chapters.harm.resting import Stabilised
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.testing.contests import ContestDecided
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from tests.rules.yin_yang.builders import actions, contest, vitality
from tests.rules.yin_yang.specification import Specification, Step, attack, fight, given, in_turn, newcomer

BISHOP_WINS = ["bishop: 2H 3H 4C", "narrator: 2C 3D 4D 5D"]
"""Bishop, red, counts 2; whoever draws four cards from the narrator's deck, black, counts 1."""
BISHOP_LOSES = ["bishop: 2H 3C 4C", "narrator: 2C 3C 4D 5D"]
QUEENS = ["bishop: QH", "narrator: QC"]
GUARDED = Guard(actor="wedge", ward="da_hook")


EVERYBODY = ("bishop", "da_hook", "wedge", "gabrielle")


def turn(*steps: Step, people: tuple[str | Join, ...] = EVERYBODY, **options: Any) -> Specification:
    """A turn of a fight of Bishop and Gabrielle against Da Hook and Wedge."""
    return given(fight(*people, **options), *steps, in_turn())


def confronted(*steps: Step, wins: bool = True, **options: Any) -> Specification:
    """Bishop has attacked Da Hook, who matches with the same figure; Bishop wins, or loses."""
    flurries = [*BISHOP_WINS, "bishop: 6D"] if wins else [*BISHOP_LOSES, "narrator: 2D"]
    return turn(*steps, **options).when(attack("bishop", "da_hook"), "da_hook: match", throws=[*QUEENS, *flurries])


# What the winner's action does


@pytest.mark.rule("YY-CONF-16", "YY-RUL-29")
def test_the_winner_strikes_and_then_has_two_extra_actions() -> None:
    spec = confronted().then(
        ConfrontationBegun(first="bishop", second="da_hook", locked=True),
        ConfrontationWon(winner="bishop", loser="da_hook", by="cards"),
        ConfrontationSettled(winner="bishop", outcome="white_joker"),
        ExchangeDecided,
        DamageDrawn,
        ExtraActionsGained(combatant="bishop", actions=2, reason="confrontation"),
        ExchangeEnded,
    )
    assert vitality(spec, "da_hook") == 1
    assert (actions(spec, "bishop"), actions(spec, "da_hook")) == ((0, 2), (0, 0))


@pytest.mark.rule("YY-CONF-5", "YY-CONF-16")
def test_what_a_confrontation_takes_is_told_before_what_it_gives() -> None:
    begun, won = confronted(wins=False).lines()
    assert begun.endswith("Bishop and Da Hook face each other in a Confrontation; Bishop loses 2 actions.")
    assert won.startswith("Da Hook loses 1 action, wins the Confrontation and hits with the Queen of clubs; ")
    assert won.endswith("; Da Hook gains 2 extra actions.")


@pytest.mark.rule("YY-CONF-16", "YY-ATK-12")
def test_a_counter_that_wins_a_confrontation_foils_the_attempt_and_not_the_confrontation() -> None:
    counter = "da_hook: match counter attributes=speed"
    spec = turn().when(attack("bishop", "da_hook"), counter, throws=[*QUEENS, *BISHOP_LOSES])
    won = spec.lines()[-1]
    assert won.startswith("Da Hook loses 1 action, wins the Confrontation, foils the attempt with the Queen of clubs ")


@pytest.mark.rule("YY-CONF-18", "YY-CONF-16")
def test_the_losers_action_fails_and_a_matcher_who_wins_strikes() -> None:
    spec = confronted(wins=False)
    assert (vitality(spec, "da_hook"), vitality(spec, "bishop") < 6) == (4, True)
    assert (actions(spec, "bishop"), actions(spec, "da_hook")) == ((0, 0), (0, 2))


ASK: dict[str, Any] = {"confrontation_outcome": "ask"}


@pytest.mark.rule("YY-CONF-16", "YY-PROM-7")
def test_success_is_the_stake_without_extra_actions() -> None:
    spec = turn(**ASK).when(attack("bishop", "da_hook"), "da_hook: match", throws=[*QUEENS, *BISHOP_WINS])
    spec.asks("confrontation_outcome", "narrator").answer("success", throws=["bishop: 6D"]).never(ExtraActionsGained)
    assert vitality(spec, "da_hook") == 1
    assert (actions(spec, "bishop"), actions(spec, "da_hook")) == ((0, 0), (0, 0))
    assert spec.fight.people["da_hook"].locked_with == "bishop"


@pytest.mark.rule("YY-CONF-16", "YY-PROM-7", "YY-RUL-58")
def test_what_is_narrated_takes_the_place_of_the_stake() -> None:
    spec = turn(**ASK).when(attack("bishop", "da_hook"), "da_hook: match", throws=[*QUEENS, *BISHOP_WINS])
    spec.answer({"narrated": "through the door"}).never(DamageDrawn, ExtraActionsGained)
    spec.then(ConfrontationSettled(winner="bishop", outcome="narrated", narrated="through the door"), ExchangeEnded)
    assert vitality(spec, "da_hook") == 4
    spec.when(attack("bishop", "da_hook")).refused("YY-ACT-4")


@pytest.mark.rule("YY-CONF-16")
def test_a_confrontation_may_be_about_a_goal() -> None:
    act = Act(actor="bishop", target="da_hook", goal="out of the window", attributes=("speed",))
    spec = turn().when(act, "da_hook: match", throws=[*QUEENS, *BISHOP_WINS])
    spec.then(ConfrontationWon, GoalReached(combatant="bishop", goal="out of the window"), ExtraActionsGained)


@pytest.mark.rule("YY-CONF-4")
def test_the_kings_that_cause_one_earn_no_follow_up() -> None:
    spec = turn().when(
        attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: KH", "narrator: KC", *BISHOP_WINS, "bishop: 6D"]
    )
    spec.then(ConfrontationWon).never(FollowUpEarned)
    plain = turn(confrontation_outcome="ask").when(
        attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: KH", "narrator: KC", *BISHOP_WINS]
    )
    plain.answer("success", throws=["bishop: 6D"]).never(FollowUpEarned)


@pytest.mark.rule("YY-CONF-4")
def test_the_jacks_that_cause_one_make_nothing_misfire() -> None:
    bishop = newcomer("bishop", side="foes", colour="black")
    spec = turn(people=("knight", bishop)).when(
        attack("knight", "bishop"),
        "bishop: match",
        throws=["knight: JD", "bishop: JS", "knight: 2H 3H 4H", "bishop: 2C 3D 4D", "knight: 6D"],
    )
    spec.then(ConfrontationWon(winner="knight", loser="bishop", by="cards")).never(Misfired, TurnCancelled)


# The guard


@pytest.mark.rule("YY-CONF-18")
def test_where_a_guard_has_matched_the_callers_stake_strikes_the_target() -> None:
    spec = turn(GUARDED).when(
        attack("bishop", "da_hook"),
        "da_hook: let_pass",
        "wedge: match",
        throws=[*QUEENS, *BISHOP_WINS, "bishop: 6D"],
    )
    spec.then(ConfrontationWon(winner="bishop", loser="wedge", by="cards"), DamageDrawn)
    assert (vitality(spec, "da_hook"), vitality(spec, "wedge")) == (1, 2)
    people = spec.fight.people
    assert (people["bishop"].locked_with, people["da_hook"].locked_with) == ("wedge", None)


@pytest.mark.rule("YY-CONF-15")
def test_no_guard_comes_between_the_two() -> None:
    spec = confronted(GUARDED)
    spec.when(attack("bishop", "da_hook"), throws=["bishop: 9H"]).never(CallMatched).then(ExchangeEnded)


# Nobody interferes


@pytest.mark.rule("YY-CONF-15", "YY-RUL-29", "YY-RUL-70")
@pytest.mark.parametrize(("actor", "target"), [("wedge", "bishop"), ("gabrielle", "da_hook")])
def test_nobody_else_attacks_either_and_what_is_refused_costs_nothing(actor: str, target: str) -> None:
    spec = confronted()
    before = actions(spec, actor)
    spec.when(attack(actor, target)).refused("YY-CONF-15")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.target"
    assert actions(spec.when(Note(text="later")), actor) == before


@pytest.mark.rule("YY-CONF-15", "YY-CONF-5")
def test_both_are_open_to_everybody_in_the_next_turn() -> None:
    confronted().when(EndTurn()).when(StartTurn()).when(attack("wedge", "bishop")).asks("match", "bishop")


@pytest.mark.rule("YY-CONF-15", "YY-RUL-70")
def test_nobody_else_acts_against_either() -> None:
    act = Act(actor="gabrielle", target="da_hook", goal="trip him", attributes=("speed",))
    confronted().when(act).refused("YY-CONF-15")
    against = Act(actor="gabrielle", goal="away from here", against=("wedge", "da_hook"), attributes=("speed",))
    confronted().when(against).refused("YY-CONF-15")
    together = Combine(
        actor="gabrielle",
        kind="attack",
        target="da_hook",
        participants=(Participant(combatant="gabrielle"), Participant(combatant="bishop")),
    )
    confronted().when(together).refused("YY-CONF-15")


@pytest.mark.rule("YY-CONF-15", "YY-CONF-5")
@pytest.mark.parametrize(
    ("first", "second", "field"), [("gabrielle", "da_hook", "second"), ("da_hook", "gabrielle", "first")]
)
def test_nobody_else_contests_with_either(first: str, second: str, field: str) -> None:
    spec = confronted().when(contest(first, second)).refused("YY-CONF-15")
    assert spec.refusal is not None
    assert spec.refusal.field == f"command.{field}.combatant"
    spec.given(EndTurn(), StartTurn(), contest(first, second))


@pytest.mark.rule("YY-CONF-15", "YY-CONF-17")
def test_the_two_contest_with_each_other_or_for_an_extra_action_with_anyone() -> None:
    spec = confronted().when(contest("bishop", "da_hook"), throws=["bishop: 9H", "narrator: 8C"]).then(ContestDecided)
    spec.when(contest("gabrielle", "bishop", costs_action=True)).refused("YY-CONF-15")
    costly = contest("bishop", "gabrielle", costs_action=True)
    spec.when(costly, throws=["bishop: 8H", "gabrielle: 8C"]).then(ContestDecided)
    assert actions(spec, "bishop") == (0, 1)


@pytest.mark.rule("YY-CONF-15", "YY-VIT-6")
def test_to_tend_one_of_them_is_no_action_against_either() -> None:
    spec = confronted(wins=True).given(FellOut(combatant="da_hook", reason="dying"))
    spec.when(Tend(actor="wedge", patient="da_hook", attributes=("intellect",)), throws=["narrator: 2H"]).then(
        Stabilised
    )


@pytest.mark.rule("YY-CONF-15", "YY-RUL-70")
def test_refused_actions_go_elsewhere() -> None:
    spec = confronted().when(attack("gabrielle", "da_hook")).refused("YY-CONF-15")
    spec.when(attack("gabrielle", "wedge"), "wedge: let_pass", throws=["gabrielle: 9H"]).then(ExchangeEnded)


@pytest.mark.rule("YY-CONF-15", "YY-CONF-17")
def test_the_two_act_with_extra_actions_alone() -> None:
    spec = confronted()
    spec.when(attack("da_hook", "bishop")).refused("YY-ACT-4")
    spec.when(attack("bishop", "da_hook"), throws=["bishop: 9H"]).then(CallMade, ExchangeEnded)
    assert actions(spec, "bishop") == (0, 1)


@pytest.mark.rule("YY-CONF-17", "YY-RUL-29")
def test_the_winners_extra_actions_go_at_anyone_who_may_match() -> None:
    spec = confronted().when(attack("bishop", "wedge")).asks("match", "wedge")
    spec.answer({"mode": "attack"}, throws=["bishop: 9H", "narrator: 9C"]).then(CallMatched, ExchangeEnded)


@pytest.mark.rule("YY-CONF-17")
def test_the_loser_cannot_match_them() -> None:
    spec = confronted().when(attack("bishop", "da_hook"), throws=["bishop: 9H"])
    spec.never(CallMatched)
    assert not spec.fight.prompts
