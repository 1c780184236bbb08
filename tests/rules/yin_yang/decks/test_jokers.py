"""Jokers that are kept in tests: extra actions, and the end of one's turn (YY-JOKER)."""

from typing import Any

import pytest

from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.testing.contests import ContestDecided
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from tests.rules.yin_yang.builders import STAKE, actions, attempted, duel
from tests.rules.yin_yang.specification import Specification, attack, attempt, fight, given, in_turn


def bout(*names: str, **options: Any) -> Specification:
    """A turn of a fight between these."""
    return given(fight(*names, **options), in_turn())


# The White Joker


@pytest.mark.rule("YY-JOKER-1")
@pytest.mark.parametrize("other", ["KS", "QS", "3S", "JS", "9S"])
def test_a_white_joker_beats_everything(other: str) -> None:
    spec = duel(f"{other} WHITE").then(ContestDecided(first="bishop", second="knight", stake=STAKE, winner="knight"))
    kept = [event for event in spec.events if isinstance(event, Attempted)][-1]
    assert (kept.grade, kept.success, kept.number) == ("white_joker", True, None)


@pytest.mark.rule("YY-JOKER-2", "YY-RUL-26")
def test_a_white_joker_that_wins_gives_two_extra_actions() -> None:
    spec = duel("WHITE KS", turn=True).then(
        ContestDecided, ExtraActionsGained(combatant="bishop", actions=2, reason="white_joker")
    )
    assert (actions(spec, "bishop"), actions(spec, "knight")) == ((3, 2), (4, 0))


@pytest.mark.rule("YY-JOKER-2")
def test_a_white_joker_gives_them_in_a_test_that_succeeds() -> None:
    spec = bout("bill", "thug").when(attempt("bill", "will"), throws=["bill: WHITE"])
    spec.then(Attempted, ExtraActionsGained(combatant="bill", actions=2, reason="white_joker"))
    assert actions(spec, "bill") == (2, 2)


@pytest.mark.rule("YY-JOKER-2")
def test_no_other_card_gives_them() -> None:
    bout("bill", "thug").when(attempt("bill", "will"), throws=["bill: KH"]).never(ExtraActionsGained)


@pytest.mark.rule("YY-JOKER-2", "YY-RUL-26")
def test_extra_actions_serve_for_matches_too_and_are_spent_before_the_hand() -> None:
    spec = bout("bill", "thug").given(ExtraActionsGained(combatant="bill", actions=2, reason="white_joker"))
    spec.when(attack("thug", "bill"), "bill: match", throws=["narrator: 9C", "bill: 9H"])
    spec.then(ActionsSpent(combatant="bill", hand=0, extra=1), CallMatched)
    assert actions(spec, "bill") == (3, 1)


@pytest.mark.rule("YY-JOKER-2", "YY-RUL-26", "YY-ATK-7")
def test_whoever_has_extra_actions_alone_is_asked_to_match() -> None:
    spec = bout("bill", "thug").given(
        ActionsSpent(combatant="bill", hand=3, extra=0),
        ExtraActionsGained(combatant="bill", actions=1, reason="white_joker"),
    )
    spec.when(attack("thug", "bill")).asks("match", "bill")


@pytest.mark.rule("YY-JOKER-2", "YY-RUL-26")
def test_extra_actions_are_lost_when_the_turn_ends() -> None:
    spec = (
        bout("bill", "thug")
        .given(ExtraActionsGained(combatant="bill", actions=2, reason="white_joker"))
        .when(EndTurn())
    )
    spec.then(HandDiscarded(combatant="bill", hand=3, extra=2, reason="end_of_turn")).when(StartTurn())
    assert actions(spec, "bill") == (3, 0)


@pytest.mark.rule("YY-JOKER-4", "YY-JOKER-2")
def test_in_an_attack_a_white_joker_gives_one_damage_draw_and_no_follow_up() -> None:
    spec = bout("bill", "thug").when(
        attack("bill", "thug"), "thug: match", throws=["bill: WHITE", "narrator: 4C", "bill: 7D"]
    )
    spec.then(ExchangeDecided, DamageDrawn, ExtraActionsGained).never(FollowUpEarned)
    assert actions(spec, "bill") == (2, 2)
    assert not spec.fight.prompts


@pytest.mark.rule("YY-DMG-12", "YY-RUL-44")
def test_a_white_joker_gives_no_actions_in_a_damage_draw() -> None:
    throws = ["bill: 3H", "bill: WHITE", "bill: 2H", "bill: 4H"]
    spec = bout("bill", "thug").when(attack("bill", "thug"), "thug: let_pass", throws=throws)
    spec.never(ExtraActionsGained)
    assert actions(spec, "bill") == (2, 0)


@pytest.mark.rule("YY-JOKER-5", "YY-JOKER-6")
def test_between_turns_a_white_joker_gives_neither_actions_nor_cards() -> None:
    spec = given(fight("bill", "thug", white_joker_cards=2))
    spec.when(attempt("bill", "will"), throws=["bill: WHITE"]).never(ExtraActionsGained, CardsGranted)
    spec.when(StartTurn())
    assert actions(spec, "bill") == (3, 0)


@pytest.mark.rule("YY-JOKER-6", "YY-RUL-35")
def test_a_white_joker_may_give_cards_for_the_whole_next_turn() -> None:
    spec = bout("bill", "thug", white_joker_cards=2).when(attempt("bill", "will"), throws=["bill: WHITE"])
    spec.then(
        ExtraActionsGained,
        CardsGranted(combatant="bill", cards=2, on="tests", lasting="next_turn", reason="white_joker"),
    )
    assert attempted(spec.when(attempt("bill", "will"), throws=["bill: 2H"])).net == 0
    spec.when(EndTurn()).when(StartTurn())
    for cards in ("2H 3H 4H", "5H 6H 7H"):
        spec.when(attempt("bill", "will"), throws=[f"bill: {cards}"])
        assert (attempted(spec).net, attempted(spec).bonus) == (2, (("granted", 2),))
    spec.when(EndTurn()).when(StartTurn())
    assert attempted(spec.when(attempt("bill", "will"), throws=["bill: 2H"])).net == 0


@pytest.mark.rule("YY-JOKER-6", "YY-JOKER-11", "YY-RUL-35")
@pytest.mark.parametrize("card", ["WHITE", "COLOURED"])
def test_by_default_jokers_give_no_cards(card: str) -> None:
    bout("bill", "thug").when(attempt("bill", "will"), throws=[f"bill: {card}"]).never(CardsGranted)


# The Coloured Joker


@pytest.mark.rule("YY-JOKER-7")
@pytest.mark.parametrize("other", ["10H", "JH"])
def test_a_coloured_joker_fails_and_is_the_worst_of_cards(other: str) -> None:
    spec = bout("bill", "thug").when(attempt("bill", "will", penalty=1), throws=[f"bill: {other} COLOURED"])
    assert (attempted(spec).kept, attempted(spec).success) == ("COLOURED", False)
    spec = bout("bill", "thug").when(attempt("bill", "will", bonus=1), throws=[f"bill: COLOURED {other}"])
    assert (attempted(spec).kept, attempted(spec).success) == (other, False)


@pytest.mark.rule("YY-JOKER-8", "YY-JOKER-9")
def test_a_coloured_joker_cancels_all_further_actions_of_its_turn() -> None:
    spec = bout("bill", "thug").given(ExtraActionsGained(combatant="bill", actions=1, reason="white_joker"))
    spec.when(attempt("bill", "will"), throws=["bill: COLOURED"])
    spec.then(
        Attempted,
        TurnCancelled(combatant="bill"),
        HandDiscarded(combatant="bill", hand=3, extra=0, reason="coloured_joker"),
    )
    spec.follows(TurnCancelled, Attempted).follows(HandDiscarded, TurnCancelled)
    assert actions(spec, "bill") == (0, 0)
    assert spec.fight.people["bill"].cancelled
    spec.when(attempt("bill", "will")).refused("YY-JOKER-8")
    spec.when(attack("bill", "thug")).refused("YY-JOKER-8")
    spec.when(attack("thug", "bill"), throws=["narrator: 9C"]).then(ExchangeDecided)


@pytest.mark.rule("YY-JOKER-8")
def test_whoever_is_cancelled_acts_again_in_the_next_turn() -> None:
    spec = bout("bill", "thug").given(TurnCancelled(combatant="bill")).when(EndTurn()).when(StartTurn())
    assert not spec.fight.people["bill"].cancelled
    spec.when(attempt("bill", "will"), throws=["bill: 2H"]).then(Attempted)


@pytest.mark.rule("YY-JOKER-8")
def test_whoever_is_cancelled_gains_no_actions_by_it() -> None:
    spec = bout("bill", "thug").given(
        TurnCancelled(combatant="bill"), ExtraActionsGained(combatant="bill", actions=2, reason="white_joker")
    )
    spec.when(attempt("bill", "will")).refused("YY-JOKER-8")


@pytest.mark.rule("YY-JOKER-9", "YY-OPP-6")
@pytest.mark.parametrize(
    ("cards", "cancelled"),
    [
        (["bill: COLOURED", "narrator: 4C", "narrator: 9C"], ["bill"]),
        (["bill: 3H", "narrator: COLOURED", "bill: 9H"], ["thug"]),
        (["bill: COLOURED", "narrator: 9C"], ["bill"]),
        (["bill: 9H", "narrator: COLOURED"], ["thug"]),
    ],
)
def test_it_takes_effect_in_a_call_and_in_a_match_whoever_wins(cards: list[str], cancelled: list[str]) -> None:
    spec = bout("bill", "thug").when(attack("bill", "thug"), "thug: match", throws=cards)
    assert [event.combatant for event in spec.then().events if isinstance(event, TurnCancelled)] == cancelled


@pytest.mark.rule("YY-JOKER-9")
def test_it_takes_effect_in_a_follow_up() -> None:
    spec = bout("knight", "da_hook").when(
        attack("knight", "da_hook"),
        "da_hook: let_pass",
        "knight: follow_up da_hook",
        "da_hook: let_pass",
        throws=["knight: KH", "knight: 9H", "knight: COLOURED"],
    )
    spec.then(FollowUpEarned, TurnCancelled(combatant="knight"))
    assert actions(spec, "knight") == (0, 0)


@pytest.mark.rule("YY-JOKER-9", "YY-DMG-13", "YY-RUL-44")
def test_it_takes_no_effect_in_a_damage_draw() -> None:
    spec = bout("bill", "thug").when(attack("bill", "thug"), "thug: let_pass", throws=["bill: 3H", "bill: COLOURED"])
    spec.never(TurnCancelled)
    assert actions(spec, "bill") == (2, 0)


@pytest.mark.rule("YY-JOKER-10")
def test_between_turns_only_the_failure_counts() -> None:
    spec = given(fight("bill", "thug", coloured_joker_cards=1))
    spec.when(attempt("bill", "will"), throws=["bill: COLOURED"]).never(TurnCancelled, CardsGranted)
    assert not attempted(spec).success
    spec.when(StartTurn()).when(attempt("bill", "will"), throws=["bill: 2H"]).then(Attempted)


@pytest.mark.rule("YY-JOKER-11", "YY-RUL-35")
def test_a_coloured_joker_may_give_penalty_cards_for_the_whole_next_turn() -> None:
    spec = bout("bill", "thug", coloured_joker_cards=2).when(attempt("bill", "will"), throws=["bill: COLOURED"])
    spec.then(
        TurnCancelled,
        CardsGranted(combatant="bill", cards=-2, on="tests", lasting="next_turn", reason="coloured_joker"),
    )
    spec.when(EndTurn()).when(StartTurn())
    for cards in ("2H 3H 4H", "5H 6H 7H"):
        spec.when(attempt("bill", "will"), throws=[f"bill: {cards}"])
        assert (attempted(spec).net, attempted(spec).penalty) == (-2, (("granted", 2),))


@pytest.mark.rule("YY-JOKER-12")
@pytest.mark.parametrize(("joker", "added"), [("COLOURED", {"bonus": 1}), ("WHITE", {"penalty": 1})])
def test_a_joker_that_is_not_kept_has_no_effect(joker: str, added: dict[str, int]) -> None:
    spec = bout("bill", "thug").when(attempt("bill", "will", **added), throws=[f"bill: {joker} 2H"])
    assert attempted(spec).kept == "2H"
    spec.never(TurnCancelled, ExtraActionsGained)
