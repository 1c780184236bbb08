"""Decks: their cards, who draws from which, and when played cards go back (YY-DECK-1 to YY-DECK-12, YY-DECK-16)."""

from collections import Counter

import pytest

from domain.chance.draws import Draw, Supplied
from domain.core.commands import Command
from domain.model.cards import PACK, cards_of
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import decide
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.confrontation import ConfrontationWon, FlurryDrawn
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.decks import (
    CardsDrawn,
    DeckMadeWhole,
    DeckReshuffled,
    HandDealt,
    HandedOver,
    HandOver,
)
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.harm.resting import Stabilised
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn
from domain.rulesets.yin_yang.state import Deck
from tests.rules.specification import SECRETS
from tests.rules.yin_yang.builders import adjust, attempted, attempts
from tests.rules.yin_yang.notation import faces_of
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
from yarrow_client.options.phrases import sentence

PLAIN = PACK[:52]


def deck_of(spec: Specification, key: str) -> Deck:
    return spec.fight.decks[key]


def counts(spec: Specification, key: str) -> tuple[int, int]:
    """How many cards of a deck are in, and how many are out."""
    return len(deck_of(spec, key).cards), len(deck_of(spec, key).out)


def out_already(deck: str, *cards: str) -> CardsDrawn:
    """Cards that have been played earlier in the turn."""
    return CardsDrawn(combatant="wedge", deck=deck, label="test", draw=Draw(cards))


def all_but(*cards: str, packs: int = 1) -> tuple[str, ...]:
    """The cards of so many packs without jokers that are left without these."""
    return tuple((Counter(PLAIN * packs) - Counter(cards)).elements())


def fault(spec: Specification, command: Command, *throws: str) -> Refusal:
    """The refusal of a command whose supplied faces are at fault."""
    chance = Supplied(faces_of(throws))
    result = decide(YIN_YANG, spec.fight, command, NARRATOR, chance, supplied=True, secrets=SECRETS)
    assert isinstance(result, Refusal), result
    return result


# What a deck is


@pytest.mark.rule("YY-DECK-1", "YY-DECK-2", "YY-RUL-13")
def test_a_deck_has_four_suits_and_by_default_two_jokers() -> None:
    spec = given(fight("bishop"))
    assert sorted(deck_of(spec, "bishop").cards) == sorted((*PLAIN, "WHITE", "COLOURED"))
    assert deck_of(spec, "bishop").out == ()


@pytest.mark.rule("YY-DECK-1")
@pytest.mark.parametrize(("suit", "red"), [("H", 13), ("D", 13), ("C", 0), ("S", 0)])
def test_a_suit_has_thirteen_cards_of_one_colour(suit: str, red: int) -> None:
    bishop = newcomer("bishop", strength=13, colour="red")
    knight = newcomer("knight", side="foes", colour="black")
    cards = " ".join(rank + suit for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"))
    kept = [f"bishop: Q{'C' if suit == 'H' else 'H'}", "knight: QS"]
    throws = [*kept, f"bishop: {cards}", "knight: 2H 3D 4S"]
    spec = given(fight(bishop, knight)).when(contest("bishop", "knight", "will"), throws=throws)
    assert spec.refusal is None, spec.refusal
    (flurry,) = [event for event in spec.events if isinstance(event, FlurryDrawn)]
    assert (flurry.first_count, flurry.second_count) == (red, 1)


@pytest.mark.rule("YY-DECK-2", "YY-RUL-13")
def test_jokers_can_be_left_out_and_are_refused_then() -> None:
    spec = given(fight("bishop", jokers=False))
    assert sorted(deck_of(spec, "bishop").cards) == sorted(PLAIN)
    for joker in ("WHITE", "COLOURED"):
        refusal = fault(spec, attempt("bishop", "speed"), f"bishop: {joker}")
        assert (refusal.rule, refusal.code) == ("YY-DECK-12", "faces_wrong")


@pytest.mark.rule("YY-DECK-3")
def test_all_combatants_of_a_player_draw_from_one_deck() -> None:
    spec = given(fight(newcomer("bill", deck="ann"), newcomer("bishop", deck="ann"), "knight"), in_turn())
    assert set(spec.fight.decks) == {"ann", "knight"}
    spec.when(attempt("bill", "speed"), throws=["ann: KH"])
    assert fault(spec, attempt("bishop", "speed"), "ann: KH").rule == "YY-DECK-12"
    spec.when(attempt("bishop", "speed"), throws=["ann: KD"]).when(attempt("knight", "speed"), throws=["knight: KH"])


@pytest.mark.rule("YY-DECK-3", "YY-DECK-4")
def test_a_hero_whose_sheet_names_no_deck_has_one_of_its_own() -> None:
    spec = given(fight("wedge", plain("ann", kind="hero"), plain("guard", kind="npc"), newcomer("bill", deck="bob")))
    spec.when(plain("bob", kind="hero")).when(plain("rat", kind="bystander"))
    people = spec.fight.people
    assert {name: person.deck for name, person in people.items()} == {
        "wedge": "narrator",
        "ann": "ann",
        "guard": "narrator",
        "bill": "bob",
        "bob": "bob-2",
        "rat": "narrator",
    }
    spec.when(attempt("ann", "speed"), throws=["ann: KH"])


@pytest.mark.rule("YY-DECK-3", "YY-DECK-4")
@pytest.mark.parametrize(("first", "second", "deck"), [("bill", "bishop", "ann"), ("wedge", "thug", "narrator")])
def test_whoever_joins_later_finds_the_deck_as_it_is(first: str, second: str, deck: str) -> None:
    spec = given(fight(newcomer(first, deck=deck)), in_turn()).when(attempt(first, "speed"), throws=[f"{deck}: KH"])
    spec.when(newcomer(second, deck=deck)).never(DeckMadeWhole)
    assert counts(spec, deck) == (53, 1)
    assert fault(spec, attempt(second, "speed"), f"{deck}: KH").rule == "YY-DECK-12"


@pytest.mark.rule("YY-DECK-4")
def test_all_without_a_player_draw_from_the_narrators_deck() -> None:
    spec = given(fight("wedge", "thug", plain("stranger")), in_turn())
    assert set(spec.fight.decks) == {"narrator"}
    spec.when(attempt("wedge", "speed"), throws=["narrator: KH"])
    assert fault(spec, attempt("thug", "speed"), "narrator: KH").rule == "YY-DECK-12"
    spec.when(attempt("stranger", "speed"), throws=["narrator: QH"])


@pytest.mark.rule("YY-DECK-4", "YY-RUL-14")
def test_two_decks_of_the_narrator_are_one_big_one_with_every_face_twice() -> None:
    spec = given(fight("wedge", "bishop", plain("slow", speed=3), narrator_decks=2), in_turn())
    assert Counter(deck_of(spec, "narrator").cards) == Counter(PACK * 2)
    assert Counter(deck_of(spec, "bishop").cards) == Counter(PACK)
    spec.when(attempt("wedge", "speed", bonus=1), throws=["narrator: KH KH"])
    assert fault(spec, attempt("slow", "speed"), "narrator: KH").rule == "YY-DECK-12"
    assert counts(given(fight("wedge", narrator_decks=2, jokers=False)), "narrator") == (104, 0)
    assert counts(given(fight("wedge")), "narrator") == (54, 0)


# Drawing


@pytest.mark.rule("YY-DECK-5")
def test_a_card_that_is_drawn_is_out_till_its_deck_is_made_whole() -> None:
    spec = given(fight("bishop"), in_turn()).when(attempt("bishop", "speed"), throws=["bishop: KH"])
    assert counts(spec, "bishop") == (53, 1)
    assert deck_of(spec, "bishop").out == ("KH",)
    assert "KH" not in deck_of(spec, "bishop").cards


@pytest.mark.rule("YY-DECK-5")
def test_the_record_says_which_cards_a_draw_was_made_from() -> None:
    spec = given(fight("bishop"), in_turn(), attempt("bishop", "speed"))
    (first,) = deck_of(spec, "bishop").out
    spec.when(attempt("bishop", "speed"), throws=["bishop: AS" if first != "AS" else "bishop: 2S"])
    (drawn,) = [event for event in spec.events if isinstance(event, CardsDrawn)]
    assert Counter(cards_of(drawn.pack)) == Counter(PACK) - Counter([first])


@pytest.mark.rule("YY-DECK-6")
def test_a_test_and_its_cards_come_from_the_testers_deck_and_damage_from_whoever_inflicts_it() -> None:
    spec = given(fight("bishop", "da_hook"), in_turn())
    blow = attack("bishop", "da_hook", bonus=1)
    spec.when(blow, "da_hook: match", throws=["bishop: 6H 9H", "narrator: 9C", "bishop: 5D"])
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 8H", "narrator: 7C", "narrator: 2C"])


@pytest.mark.rule("YY-DECK-6")
def test_two_of_one_deck_draw_from_it_in_turn() -> None:
    spec = given(fight("wedge", "da_hook"), in_turn())
    spec.when(attack("wedge", "da_hook"), "da_hook: match", throws=["narrator: 6H", "narrator: 9C", "narrator: 5D"])
    assert [(made.combatant, made.cards) for made in attempts(spec)] == [("wedge", ("6H",)), ("da_hook", ("9C",))]


@pytest.mark.rule("YY-DECK-6", "YY-DECK-7")
def test_a_misfire_comes_from_the_wielders_deck_after_the_winners_damage() -> None:
    spec = given(fight("knight", "trooper"), in_turn())
    cards = ["knight: JD", "narrator: 4H", "narrator: 2S", "knight: 5D"]
    spec.when(attack("knight", "trooper"), "trooper: match", throws=cards)


@pytest.mark.rule("YY-DECK-6")
def test_a_misfire_comes_from_the_wielders_deck_whomever_it_strikes() -> None:
    spec = given(fight("knight", "bill", "trooper"), in_turn())
    cards = ["knight: JD", "knight: 5D"]
    spec.when(attack("knight", "trooper"), "trooper: let_pass", "narrator: victim bill", throws=cards)


@pytest.mark.rule("YY-DECK-7", "YY-DECK-6")
def test_an_exchange_draws_tests_then_flurries_then_damage_the_caller_first() -> None:
    spec = given(fight("gabrielle", "vassili"), in_turn())
    cards = [
        "gabrielle: JH",
        "narrator: JC",
        "gabrielle: 2H 3D 4C 5S",
        "narrator: 2C 3S 6H 7D 8H",
        "gabrielle: 7D 8D KC AD",
        "narrator: 10D 6D AS 7C 9H",
        "gabrielle: QD",
    ]
    spec.when(attack("gabrielle", "vassili"), "vassili: match", throws=cards)


# Made whole


@pytest.mark.rule("YY-DECK-8", "YY-RUL-15")
def test_at_the_end_of_the_turn_every_deck_is_made_whole() -> None:
    spec = given(fight("bishop", "wedge", "knight"), in_turn())
    spec.when(attempt("bishop", "speed"), throws=["bishop: KH"]).never(DeckMadeWhole)
    spec.when(attempt("wedge", "speed"), throws=["narrator: KH"]).never(DeckMadeWhole)
    spec.when(EndTurn()).then(DeckMadeWhole(deck="bishop"), DeckMadeWhole(deck="narrator"))
    assert [event.deck for event in spec.events if isinstance(event, DeckMadeWhole)] == ["bishop", "narrator"]
    assert counts(spec, "bishop") == counts(spec, "narrator") == (54, 0)
    spec.when(in_turn()).when(attempt("bishop", "speed"), throws=["bishop: KH"])


@pytest.mark.rule("YY-DECK-9", "YY-RUL-15")
def test_between_turns_a_deck_is_made_whole_after_each_test_and_contest() -> None:
    spec = given(fight("bishop", "knight"))
    spec.when(attempt("bishop", "speed"), throws=["bishop: KH"]).then(Attempted, DeckMadeWhole(deck="bishop"))
    assert counts(spec, "bishop") == (54, 0)
    spec.when(attempt("bishop", "speed"), throws=["bishop: KH"])
    spec.when(contest("bishop", "knight", "will"), throws=["bishop: 3H", "knight: 2H"])
    spec.then(DeckMadeWhole(deck="bishop"), DeckMadeWhole(deck="knight"))


@pytest.mark.rule("YY-DECK-9", "YY-RUL-15")
def test_between_turns_an_act_of_several_makes_the_decks_whole_too() -> None:
    parts = tuple(Participant(combatant=who, attributes=("strength",)) for who in ("bishop", "knight"))
    lift = Combine(actor="bishop", kind="act", goal="lift the gate", participants=parts)
    spec = given(fight("bishop", "knight"))
    spec.when(lift, "knight: join", "narrator: allow", throws=["bishop: 2H", "knight: 3H"])
    spec.then(Attempted, DeckMadeWhole(deck="bishop"), DeckMadeWhole(deck="knight"))


@pytest.mark.rule("YY-DECK-9", "YY-RUL-15")
def test_between_turns_a_confrontation_and_a_tending_make_the_decks_whole_too() -> None:
    spec = given(fight("bishop", newcomer("knight", colour="black")))
    cards = ["bishop: KH", "knight: KH", "bishop: 2H 3H 4H", "knight: 2H 3H 4H"]
    spec.when(contest("bishop", "knight", "will"), throws=cards)
    spec.then(FlurryDrawn, DeckMadeWhole(deck="bishop"), DeckMadeWhole(deck="knight"))
    spec.given(adjust("knight", "vitality", -9))
    spec.when(Tend(actor="bishop", patient="knight", attributes=("will",)), throws=["bishop: 2H"])
    spec.then(Stabilised, DeckMadeWhole(deck="bishop"))


# A deck runs out


@pytest.mark.rule("YY-DECK-10", "YY-RUL-16")
def test_a_deck_that_runs_out_gets_back_what_was_played_and_the_rest_is_drawn() -> None:
    before = out_already("narrator", *all_but("QS", "KS"))
    spec = given(fight("wedge", jokers=False), in_turn(), before)
    spec.when(attempt("wedge", "speed", bonus=2), throws=["narrator: QS KS", "narrator: 2H"])
    spec.then(CardsDrawn, DeckReshuffled, CardsDrawn, Attempted)
    (back,) = [event for event in spec.events if isinstance(event, DeckReshuffled)]
    assert Counter(back.cards) == Counter(all_but("QS", "KS"))
    assert counts(spec, "narrator") == (49, 3)
    assert spec.events[-1] != back
    made = attempted(spec)
    assert (made.cards, len(made.draws)) == (("QS", "KS", "2H"), 2)


@pytest.mark.rule("YY-DECK-10")
def test_a_draw_that_takes_the_last_card_needs_none_back() -> None:
    spec = given(fight("wedge", jokers=False), in_turn(), out_already("narrator", *all_but("QS", "KS")))
    spec.when(attempt("wedge", "speed", bonus=1), throws=["narrator: QS KS"]).never(DeckReshuffled)
    assert counts(spec, "narrator") == (0, 52)


@pytest.mark.rule("YY-DECK-10", "YY-DECK-12")
def test_the_cards_of_the_present_exchange_stay_out() -> None:
    spec = given(fight("wedge", "bishop", jokers=False), in_turn(), out_already("narrator", *all_but("3C")))
    blow = attack("wedge", "bishop", answers=given().notation.sent("bishop: let_pass"))
    refusal = fault(spec, blow, "narrator: 3C", "narrator: 3C")
    assert (refusal.rule, refusal.field) == ("YY-DECK-12", "faces[1]")
    spec.when(attack("wedge", "bishop"), "bishop: let_pass", throws=["narrator: 3C", "narrator: 6C"])
    assert counts(spec, "narrator") == (50, 2)


@pytest.mark.rule("YY-DECK-10")
def test_in_the_next_exchange_they_go_back_like_others() -> None:
    spec = given(fight("wedge", jokers=False), in_turn(), out_already("narrator", *all_but("3C")))
    spec.when(attempt("wedge", "speed"), throws=["narrator: 3C"])
    spec.when(attempt("wedge", "speed"), throws=["narrator: 3C"]).then(DeckReshuffled, CardsDrawn)
    assert deck_of(spec, "narrator").fresh == ("3C",)


@pytest.mark.rule("YY-DECK-10")
def test_cards_stay_out_too_while_somebody_thinks_an_answer_over() -> None:
    joining = fight("knight", "bill", "trooper", jokers=False)
    exchange = given(joining, in_turn(), out_already("knight", *all_but("JD")))
    exchange.when(attack("knight", "trooper"), "trooper: let_pass", throws=["knight: JD"])
    exchange.asks("misfire_victim", "narrator").answer("knight", throws=["knight: 5D"])
    assert deck_of(exchange, "knight").fresh == ("JD", "5D")
    assert counts(exchange, "knight") == (50, 2)
    duel = given(fight("bishop", "thug", jokers=False), in_turn(), out_already("narrator", *all_but("QC")))
    duel.when(contest("bishop", "thug", "will"), throws=["bishop: QH", "narrator: QC"])
    duel.asks("confront", "narrator").answer("yes", throws=["bishop: 2H 3H 4H", "narrator: 2C 3D 4D"])
    assert counts(duel, "narrator") == (48, 4)


@pytest.mark.rule("YY-DECK-10", "YY-ORD-1")
def test_a_follow_up_is_an_exchange_of_its_own() -> None:
    setting = (fight("trooper", "knight", jokers=False), in_turn(), out_already("narrator", *all_but("KC", "4S")))
    spec = given(*setting)
    spec.when(attack("trooper", "knight"), "knight: let_pass", throws=["narrator: KC", "narrator: 4S"])
    spec.asks("follow_up", "trooper")
    spec.answer({"target": "knight"}, "knight: let_pass", throws=["narrator: KC", "narrator: 2C"])
    spec.then(DeckReshuffled, CardsDrawn)


@pytest.mark.rule("YY-DECK-10", "YY-RUL-16")
def test_if_even_that_is_too_little_the_cards_of_the_exchange_go_back_but_never_those_of_the_draw() -> None:
    """Two whose flurries have twenty cards each: the third needs what test and flurries have played."""
    giants = [newcomer(name, strength=20, will=3, colour="red", deck=name) for name in ("bill", "knight")]
    hearts, diamonds, clubs, spades = (PACK[place : place + 13] for place in range(0, 52, 13))
    first = " ".join([card for card in hearts if card != "QH"] + list(diamonds[:8]))
    second = " ".join([*diamonds[8:], *clubs, *spades[:2]])
    third = " ".join([*spades[2:], "WHITE", "COLOURED"])
    rest = {"bill": " ".join(hearts[:7]), "knight": " ".join(clubs[:7])}
    flurries = [f"{who}: {cards}" for cards in (first, second) for who in ("bill", "knight")]
    last = [f"{who}: {cards}" for who in ("bill", "knight") for cards in (third, rest[who])]
    cards = ["bill: QH", "knight: QH", *flurries, *last]
    spec = given(fight(*giants), in_turn()).when(contest("bill", "knight", "will"), throws=cards)
    spec.then(DeckReshuffled, ConfrontationWon)
    back = [event for event in spec.events if isinstance(event, DeckReshuffled)]
    assert [(event.deck, len(event.cards)) for event in back] == [("bill", 41), ("knight", 41)]
    assert counts(spec, "bill") == (34, 20)


@pytest.mark.rule("YY-DECK-10", "YY-COMB-4")
def test_a_partners_deck_keeps_out_no_card_because_one_like_it_fell_from_the_leaders() -> None:
    parts = tuple(Participant(combatant=who, attributes=("strength",)) for who in ("bishop", "knight"))
    lift = Combine(actor="bishop", kind="act", goal="lift the gate", participants=parts)
    spec = given(fight("bishop", "knight", jokers=False)).when(lift, "knight: join").asks("consent", "narrator")
    spec.given(out_already("knight", *PLAIN)).answer("allow", throws=["bishop: 2H", "knight: 2H"])
    assert attempted(spec).cards == ("2H", "2H")
    together = given(fight("bishop", newcomer("knight", deck="bishop"), jokers=False)).when(lift, "knight: join")
    together.given(out_already("bishop", *PLAIN[1:]))
    together.answer("allow", throws=[f"bishop: {PLAIN[0]}", f"bishop: {PLAIN[1]}"])
    (back,) = [event for event in together.events if isinstance(event, DeckReshuffled)]
    assert Counter(back.cards) == Counter(PLAIN[1:])


@pytest.mark.rule("YY-DECK-10", "YY-DECK-4")
def test_of_two_copies_of_a_card_the_one_of_the_present_draw_stays_out() -> None:
    before = out_already("narrator", *all_but("KH", packs=2))
    spec = given(fight("wedge", jokers=False, narrator_decks=2), in_turn(), before)
    spec.when(attempt("wedge", "speed", bonus=1), throws=["narrator: KH", "narrator: KH"])
    assert Counter(deck_of(spec, "narrator").fresh) == Counter({"KH": 2})
    assert counts(spec, "narrator") == (102, 2)
    assert fault(spec, attempt("wedge", "speed"), "narrator: KH").rule == "YY-DECK-12"


@pytest.mark.rule("YY-DECK-11", "YY-RUL-16")
def test_a_draw_of_more_cards_than_the_deck_holds_is_cut() -> None:
    spec = given(fight(plain("titan", strength=80)))
    spec.when(attempt("titan", "strength"), throws=[f"narrator: {' '.join(PACK)}"]).never(DeckReshuffled)
    made = attempted(spec)
    assert (made.net, len(made.cards)) == (70, 54)


@pytest.mark.rule("YY-DECK-11")
def test_where_many_hold_open_hands_the_last_have_fewer_cards_or_none() -> None:
    many = [plain(name, speed=20, perception=20) for name in ("a1", "b2", "c3", "d4")]
    spec = given(fight(*many, hand="open"), in_turn())
    held = {person.id: (person.hand, len(person.cards)) for person in spec.fight.people.values()}
    assert held == {"a1": (20, 20), "b2": (20, 20), "c3": (14, 14), "d4": (0, 0)}
    spec.when(attempt("d4", "speed", free=True)).never(CardsDrawn)
    made = attempted(spec)
    assert (made.kept, made.grade, made.success) == (None, "over", False)


@pytest.mark.rule("YY-DECK-10", "YY-ACT-8")
def test_a_hand_is_dealt_from_what_goes_back_where_the_deck_runs_out() -> None:
    joining = fight("wedge", hand="open", jokers=False)
    spec = given(joining, in_turn())
    held = spec.fight.people["wedge"].cards
    spec.given(out_already("narrator", *(Counter(all_but(*held, "KS" if "KS" not in held else "QS")).elements())))
    (left,) = deck_of(spec, "narrator").cards
    again = next(card for card in PLAIN if card not in held and card != left)
    third = next(card for card in reversed(PLAIN) if card not in (*held, left, again))
    spec.when(newcomer("vassili"), throws=[f"narrator: {left}", f"narrator: {again} {third}"])
    spec.then(HandDealt, DeckReshuffled, HandDealt)
    assert (spec.fight.people["vassili"].hand, spec.fight.people["vassili"].cards) == (3, (left, again, third))


# Supplied cards


@pytest.mark.rule("YY-DECK-12")
@pytest.mark.parametrize(
    ("throws", "code"),
    [
        (["bishop: KH"], "faces_wrong"),
        (["bishop: 1H"], "faces_wrong"),
        (["bishop: 2H 3H"], "faces_wrong"),
        ([], "faces_missing"),
    ],
)
def test_a_card_that_is_not_in_is_refused_and_a_malformed_one_and_too_few_and_too_many(
    throws: list[str], code: str
) -> None:
    spec = given(fight("bishop"), in_turn()).when(attempt("bishop", "speed"), throws=["bishop: KH"])
    refusal = fault(spec, attempt("bishop", "speed"), *throws)
    assert (refusal.code, refusal.rule, refusal.field) == (code, "YY-DECK-12", "faces[0]")
    assert refusal.needed is not None
    assert (refusal.needed.combatant, refusal.needed.count, refusal.needed.of) == ("bishop", 1, "cards")


@pytest.mark.rule("YY-DECK-12")
@pytest.mark.parametrize(("who", "throw"), [("bishop", "bishop: 2H 2H"), ("wedge", "narrator: 2H 2H 2H")])
def test_one_draw_has_no_card_more_often_than_its_deck(who: str, throw: str) -> None:
    spec = given(fight("bishop", "wedge", narrator_decks=2), in_turn())
    refusal = fault(spec, attempt(who, "speed", bonus=throw.count("2H") - 1), throw)
    assert (refusal.code, refusal.rule, refusal.field) == ("faces_wrong", "YY-DECK-12", "faces[0]")


@pytest.mark.rule("YY-DECK-12")
def test_a_draw_too_many_is_refused() -> None:
    spec = given(fight("bishop"), in_turn())
    refusal = fault(spec, attempt("bishop", "speed"), "bishop: KH", "bishop: QH")
    assert (refusal.code, refusal.rule, refusal.field) == ("faces_left_over", "YY-DECK-12", "faces[1]")


# In other hands


@pytest.mark.rule("YY-DECK-16")
def test_whoever_comes_into_other_hands_draws_from_another_deck_from_the_next_draw_on() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    spec.when(HandOver(combatant="bishop", deck="narrator")).then(HandedOver(combatant="bishop", deck="narrator"))
    spec.when(attempt("bishop", "speed"), throws=["narrator: KH"])
    spec.when(HandOver(combatant="wedge", deck="ann")).when(attempt("wedge", "speed"), throws=["ann: KH"])
    assert counts(spec, "ann") == (53, 1)


@pytest.mark.rule("YY-DECK-16")
@pytest.mark.parametrize(
    ("deck", "said"), [("narrator", "Narrator's deck"), ("bishop", "Deck of Bishop"), ("ann", "Deck “ann”"), ("x", "x")]
)
def test_a_menu_names_the_decks_as_the_table_does(deck: str, said: str) -> None:
    spec = given(fight("bishop", "wedge"), HandOver(combatant="wedge", deck="ann"))
    menu = spec.menu()
    [form] = [form for form in menu.forms if form.name == "yin_yang.hand_over"]
    filled = {"combatant": "wedge", "deck": deck}
    assert sentence(menu, form, filled) == f"Hand Wedge to another player: {said}"
    assert menu.admits({"type": "yin_yang.hand_over", **filled})


@pytest.mark.rule("YY-DECK-16")
def test_open_cards_stay_cards_of_the_old_deck() -> None:
    spec = given(fight("bishop", "wedge", hand="open"))
    spec.when(in_turn(), throws=["bishop: 9C KD 2H", "narrator: 4S JC"])
    spec.when(HandOver(combatant="bishop", deck="narrator"))
    spec.when(attempt("bishop", "speed", hand_card="2H", bonus=1), throws=["narrator: 3H"])
    assert deck_of(spec, "bishop").out == ("2H",)
    spec.when(EndTurn())
    assert counts(spec, "bishop") == counts(spec, "narrator") == (54, 0)
