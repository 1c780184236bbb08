"""Hands: what is paid with, blind and open (YY-DECK-13 to YY-DECK-15), and what comes back or is lost."""

import pytest

from domain.core.commands import Command
from domain.core.events import AnswerUnused, Commanded
from domain.model.cards import PACK
from domain.model.speaker import NARRATOR, SPECTATOR, Speaker
from domain.ruleset.decider import Decided, decide
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.challenges import ChallengeLost, Loss, Retaliate
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn, HandDealt
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, CardsPlayed, ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import CardsLaid
from domain.rulesets.yin_yang.chapters.exchanges.matching import CallMatched, VetoAction
from domain.rulesets.yin_yang.chapters.narrator.rulings import Adjust
from domain.rulesets.yin_yang.chapters.turns.guards import Guard
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from tests.rules.specification import SECRETS, SEED
from tests.rules.yin_yang.builders import attempted, attempts
from tests.rules.yin_yang.specification import (
    Specification,
    attack,
    attempt,
    contest,
    fight,
    given,
    in_turn,
    newcomer,
    plain,
)

DEALT = ["bishop: 9C KD 2H", "narrator: 4S JC"]


def dealt() -> Specification:
    """Bishop and Wedge with open hands: 9C, KD, 2H and 4S, JC."""
    return given(fight("bishop", "wedge", hand="open")).when(in_turn(), throws=DEALT)


def audiences(spec: Specification, command: Command) -> dict[type, set[str]]:
    """Who may see the private parts of the facts of a command, by their type."""
    result = decide(YIN_YANG, spec.fight, command, NARRATOR, SEED, secrets=SECRETS)
    assert isinstance(result, Decided), result
    found: dict[type, set[str]] = {}
    for recorded in result.events:
        found.setdefault(type(recorded.event), set()).add(recorded.audience)
    return found


# Open hands


@pytest.mark.rule("YY-DECK-14", "YY-RUL-12", "YY-ORD-2")
def test_open_hands_are_drawn_at_the_start_of_the_turn_in_joining_order() -> None:
    spec = dealt().then(HandDealt)
    hands = [event for event in spec.events if isinstance(event, HandDealt)]
    assert [(event.combatant, event.actions) for event in hands] == [("bishop", 3), ("wedge", 2)]
    people = spec.fight.people
    assert (people["bishop"].cards, people["wedge"].cards) == (("9C", "KD", "2H"), ("4S", "JC"))
    assert not {"9C", "KD", "2H"} & set(spec.fight.decks["bishop"].cards)
    assert spec.fight.decks["bishop"].out == ()


@pytest.mark.rule("YY-DECK-14")
def test_their_owner_and_the_narrator_alone_see_them() -> None:
    spec = dealt()
    seen = {who: YIN_YANG.view(spec.fight.fork(), who) for who in (Speaker("player", ("bishop",)), SPECTATOR)}
    owner = seen[Speaker("player", ("bishop",))].people
    assert (owner["bishop"].cards, owner["wedge"].cards) == (("9C", "KD", "2H"), ())
    assert not any(person.cards for person in seen[SPECTATOR].people.values())
    undealt = given(fight("bishop", "wedge", hand="open"))
    assert audiences(undealt, StartTurn())[HandDealt] == {"bishop", "wedge"}
    assert HandDealt.private == {"draw", "pack"}


@pytest.mark.rule("YY-DECK-14")
def test_cards_that_answers_name_are_no_more_open_than_those_of_calls() -> None:
    spec = given(fight("bishop", "wedge", "da_hook", hand="open"), Guard(actor="da_hook", ward="wedge"))
    spec.when(in_turn(), throws=[*DEALT, "narrator: 5S 6S"])
    matches = ("wedge: match attack hand_card=JC", "da_hook: match attack hand_card=5S")
    spec.when(attack("bishop", "wedge", hand_card="9C"), *matches).then(CallMatched, AnswerUnused)
    said = next(event for event in spec.events if isinstance(event, Commanded))
    unused = next(event for event in spec.events if isinstance(event, AnswerUnused))
    assert (set(said.command), unused.answer) == ({"type", "actor", "target"}, None)


@pytest.mark.rule("YY-DECK-14")
def test_what_is_paid_and_what_a_deck_still_has_is_no_secret_where_hands_are_blind() -> None:
    blind = audiences(given(fight("bishop", "wedge"), in_turn()), attempt("bishop", "speed"))
    assert (blind[ActionsSpent], blind[CardsDrawn]) == ({"all"}, {"all"})
    spec = dealt()
    open_ = audiences(spec, attempt("bishop", "speed", hand_card="2H", bonus=1))
    assert (open_[ActionsSpent], open_[CardsDrawn]) == ({"bishop"}, {"narrator"})


@pytest.mark.rule("YY-DECK-14", "YY-RUL-12")
def test_a_call_names_the_card_that_it_plays_which_is_the_first_of_the_test() -> None:
    spec = dealt().when(attempt("bishop", "speed", hand_card="2H", bonus=2), throws=["bishop: 10H 3C"])
    spec.then(
        ActionsSpent(combatant="bishop", hand=1, cards=("2H",)),
        CardsPlayed(combatant="bishop", deck="bishop", cards=("2H",)),
        Attempted,
    )
    made = attempted(spec)
    assert made.cards == ("2H", "10H", "3C")
    bishop = spec.fight.people["bishop"]
    assert (bishop.hand, bishop.cards) == (2, ("9C", "KD"))
    assert set(spec.fight.decks["bishop"].out) == {"2H", "10H", "3C"}


@pytest.mark.rule("YY-DECK-14")
def test_both_play_their_cards_and_the_damage_comes_from_the_deck() -> None:
    spec = dealt().when(attack("bishop", "wedge", hand_card="2H"), "wedge: match hand_card=JC", throws=["bishop: 5S"])
    assert [made.cards for made in attempts(spec)] == [("2H",), ("JC",)]
    wedge = spec.fight.people["wedge"]
    assert (wedge.vitality, wedge.out, wedge.cards) == (-1, ("dying",), ())
    assert set(spec.fight.decks["narrator"].out) == {"JC", "4S"}


@pytest.mark.rule("YY-DECK-14")
def test_the_callers_card_is_not_shown_before_the_matcher_has_chosen() -> None:
    call = attack("bishop", "wedge", hand_card="2H")
    assert audiences(dealt(), call)[CardsLaid] == {"bishop"}
    assert CardsLaid.private == {"cards"}
    spec = dealt().when(call).asks("match", "wedge").never(CardsPlayed)
    assert "2H" not in str(spec.fight.prompts)
    for who, card, laid in (("bishop", "2H", ("2H",)), ("wedge", None, ())):
        exchange = YIN_YANG.view(spec.fight.fork(), Speaker("player", (who,))).exchange
        assert exchange is not None
        assert (exchange.part.hand_card, [paid.cards for paid in exchange.paid]) == (card, [laid])
    spec.answer("let_pass", throws=["bishop: 5D"]).then(
        CardsPlayed(combatant="bishop", deck="bishop", cards=("2H",)), Attempted
    )


@pytest.mark.rule("YY-DECK-14")
@pytest.mark.parametrize("card", [None, "4S", "KH"])
def test_a_call_without_a_card_of_the_hand_is_refused(card: str | None) -> None:
    dealt().when(attempt("bishop", "speed", hand_card=card)).refused("YY-DECK-14")


@pytest.mark.rule("YY-DECK-14", "YY-DECK-13")
def test_where_hands_are_blind_a_card_is_refused() -> None:
    given(fight("bishop", "wedge"), in_turn()).when(attempt("bishop", "speed", hand_card="2H")).refused("YY-DECK-14")


@pytest.mark.rule("YY-DECK-14")
@pytest.mark.parametrize("free", [False, True])
def test_extra_actions_and_free_tests_play_no_card_of_the_hand(free: bool) -> None:
    spec = dealt()
    if not free:
        spec.given(ExtraActionsGained(combatant="bishop", actions=1, reason="white_joker"))
    spec.when(attempt("bishop", "speed", free=free, hand_card="2H")).refused("YY-DECK-14")
    spec.when(attempt("bishop", "speed", free=free), throws=["bishop: 3C"]).never(CardsPlayed)
    assert spec.fight.people["bishop"].cards == ("9C", "KD", "2H")


@pytest.mark.rule("YY-DECK-14", "YY-DECK-13")
def test_between_turns_there_are_no_hands_to_play_from() -> None:
    spec = given(fight("bishop", "wedge", hand="open"))
    spec.when(attempt("bishop", "speed", hand_card="2H")).refused("YY-DECK-14")
    spec.when(attempt("bishop", "speed"), throws=["bishop: 2H"]).never(ActionsSpent)


@pytest.mark.rule("YY-DECK-14")
def test_a_contest_without_cost_draws_all_cards_from_the_decks() -> None:
    dealt().when(contest("bishop", "wedge", "speed"), throws=["bishop: 3C", "narrator: 3C"]).never(
        CardsPlayed, ActionsSpent
    )


@pytest.mark.rule("YY-DECK-15")
def test_open_cards_that_are_left_go_back_with_the_rest() -> None:
    spec = dealt().when(EndTurn())
    spec.then(
        HandDiscarded(combatant="bishop", hand=3, extra=0, reason="end_of_turn", deck=None, cards=("9C", "KD", "2H"))
    )
    assert not spec.fight.people["bishop"].cards
    assert len(spec.fight.decks["bishop"].cards) == 54
    again = ["bishop: 2H 9C KD", "narrator: 4S JC"]
    spec.when(StartTurn(), throws=again)
    assert spec.fight.people["bishop"].cards == ("2H", "9C", "KD")


@pytest.mark.rule("YY-DECK-10", "YY-DECK-14")
def test_what_is_in_hands_does_not_go_back_when_a_deck_runs_out() -> None:
    spec = dealt()
    rest = spec.fight.decks["bishop"].cards
    spec.given(
        CardsDrawn(
            combatant="bishop", deck="bishop", label="test", draw=SEED.cards("bishop", "test", len(rest), rest, 1, 1, 0)
        )
    )
    spec.when(attempt("bishop", "speed", hand_card="2H", bonus=1), throws=["bishop: 3H"])
    deck = spec.fight.decks["bishop"]
    assert sorted(deck.out) == ["2H", "3H"]
    assert not {"9C", "KD"} & set(deck.cards)


@pytest.mark.rule("YY-DECK-10", "YY-DECK-14")
def test_a_card_of_the_hand_stays_out_as_long_as_its_test_is_drawn() -> None:
    spec = given(fight(plain("titan", strength=80, speed=1), hand="open"))
    spec.when(in_turn(), throws=["narrator: AH"])
    others = [card for card in PACK if card != "AH"]
    spec.when(attempt("titan", "strength", hand_card="AH"), throws=[f"narrator: {' '.join(others)}"])
    assert attempted(spec).cards == ("AH", *others)


@pytest.mark.rule("YY-DECK-14", "YY-DECK-15", "YY-COND-1")
def test_cards_that_are_left_go_back_unseen_and_those_of_the_fallen_are_thrown_down() -> None:
    spec = dealt()
    assert HandDiscarded.private == {"cards"}
    assert audiences(spec, EndTurn())[HandDiscarded] == {"bishop", "wedge"}
    assert audiences(spec, Adjust(combatant="wedge", track="vitality", points=-3))[HandDiscarded] == {"all"}


# What is lost


@pytest.mark.rule("YY-COND-1", "YY-DECK-13")
@pytest.mark.parametrize("hand", ["blind", "open"])
def test_whoever_falls_loses_what_it_has_left_and_shows_its_cards(hand: str) -> None:
    spec = given(
        fight("bishop", "wedge", hand=hand), in_turn(), ExtraActionsGained(combatant="wedge", actions=2, reason="test")
    )
    cards = spec.fight.people["wedge"].cards
    spec.when(Adjust(combatant="wedge", track="vitality", points=-3)).then(HandDiscarded)
    lost = next(event for event in spec.events if isinstance(event, HandDiscarded))
    assert (lost.combatant, lost.hand, lost.extra, lost.cards) == ("wedge", 2, 2, cards)
    assert spec.fight.people["wedge"].actions == 0
    assert spec.fight.decks["narrator"].out == cards


# Who may spend, and what comes back


@pytest.mark.rule("YY-JOKER-8")
def test_whose_turn_is_cancelled_spends_nothing_more_not_even_what_it_wins_yet() -> None:
    won = (TurnCancelled(combatant="bishop"), ExtraActionsGained(combatant="bishop", actions=2, reason="white_joker"))
    given(fight("bishop", "wedge"), in_turn(), *won).when(attempt("bishop", "speed")).refused("YY-JOKER-8")


@pytest.mark.rule("YY-COND-8", "YY-JOKER-5", "YY-RUL-72")
@pytest.mark.parametrize(("vitality", "turn", "extra"), [(6, True, 2), (-1, True, 0), (6, False, 0)])
def test_extra_actions_are_for_the_able_and_for_this_turn(vitality: int, turn: bool, extra: int) -> None:
    spec = given(fight(newcomer("bishop", vitality=vitality)), *([in_turn()] if turn else []))
    spec.when(attempt("bishop", "speed", free=True), throws=["bishop: WHITE"])
    assert spec.fight.people["bishop"].extra == extra


@pytest.mark.rule("YY-COMB-6", "YY-ACT-4")
def test_beside_the_card_of_the_deed_the_worst_of_the_rest_is_laid_down() -> None:
    spec = given(fight("bill", "bishop", hand="open"))
    spec.when(in_turn(), throws=["bill: 9C KD 10S", "bishop: 3H 6D 2S"])
    gate = Combine(
        actor="bill",
        kind="act",
        goal="lift the gate",
        participants=(
            Participant(combatant="bill", attributes=("strength",)),
            Participant(combatant="bishop", attributes=("strength",), ability="Corporate Bodyguard"),
        ),
        hand_card="KD",
    )
    spec.when(gate, "bishop: join hand_card=3H", "narrator: allow").then(CardsPlayed)
    people = spec.fight.people
    assert (people["bill"].cards, people["bishop"].cards) == (("9C",), ("6D",))


@pytest.mark.rule("YY-ATK-14", "YY-COND-1")
def test_whoever_has_fallen_meanwhile_gets_nothing_back() -> None:
    both = (Participant(combatant="bill"), Participant(combatant="bishop"))
    blow = Combine(actor="bill", kind="attack", target="wedge", participants=both)
    spec = given(fight("bill", "bishop", "wedge"), ChallengeLost(combatant="bishop"), in_turn())
    spec.when(blow, "bishop: join", "narrator: allow").asks("match", "wedge")
    spec.when(Retaliate(combatant="bishop", loss=Loss(track="stamina", points=4)))
    spec.when(VetoAction())
    assert {who: spec.fight.people[who].actions for who in ("bill", "bishop")} == {"bill": 3, "bishop": 0}
