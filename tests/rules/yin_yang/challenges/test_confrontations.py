"""Confrontations: the same figure on both sides, and flurries of cards (YY-CONF)."""

from typing import Any

import pytest

from domain.model.cards import RANKS
from domain.rulesets.yin_yang.chapters.challenges.confrontation import (
    ConfrontationBegun,
    ConfrontationDenied,
    ConfrontationSettled,
    ConfrontationWon,
    FlurryDrawn,
)
from domain.rulesets.yin_yang.chapters.decks.decks import DeckReshuffled
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted
from domain.rulesets.yin_yang.chapters.decks.hands import ExtraActionsGained, HandDiscarded
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant, ContestDecided
from domain.rulesets.yin_yang.chapters.testing.opposed import OppositionDecided
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn
from tests.rules.yin_yang.builders import BLACK_WINS, KNIGHT, RED_WINS, STAKE, actions, bout, contest, duel
from tests.rules.yin_yang.specification import Specification, attack, fight, given, in_turn, newcomer, plain

BISHOP_WINS = ContestDecided(first="bishop", second="knight", stake=STAKE, winner="bishop")
KNIGHT_WINS = ContestDecided(first="bishop", second="knight", stake=STAKE, winner="knight")
NOBODY_WINS = ContestDecided(first="bishop", second="knight", stake=STAKE, winner=None)


def flurries(spec: Specification) -> list[FlurryDrawn]:
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, FlurryDrawn)]


def counts(spec: Specification) -> list[tuple[int, int]]:
    """What both count in each flurry."""
    return [(flurry.first_count, flurry.second_count) for flurry in flurries(spec)]


# What makes one


@pytest.mark.rule("YY-CONF-1", "YY-OPP-4")
@pytest.mark.parametrize("kept", ["QH QS", "KC KD", "WHITE WHITE"])
def test_the_same_figure_on_both_sides_makes_a_confrontation(kept: str) -> None:
    spec = duel(kept, *RED_WINS).then(ConfrontationBegun(first="bishop", second="knight", locked=False), BISHOP_WINS)
    spec.follows(ConfrontationBegun, OppositionDecided).follows(ConfrontationWon, FlurryDrawn)
    spec.follows(ConfrontationSettled, ConfrontationWon).follows(ContestDecided, ConfrontationSettled)


@pytest.mark.rule("YY-CONF-1")
@pytest.mark.parametrize(("kept", "decided"), [("QH KS", KNIGHT_WINS), ("KH JD", BISHOP_WINS), ("3C 3D", BISHOP_WINS)])
def test_different_figures_and_equal_numbers_make_none(kept: str, decided: ContestDecided) -> None:
    duel(kept).never(ConfrontationBegun).then(decided)


@pytest.mark.rule("YY-CONF-2", "YY-RUL-27")
def test_two_jacks_confront_each_other() -> None:
    duel("JH JS", *BLACK_WINS).then(ConfrontationBegun, KNIGHT_WINS)


@pytest.mark.rule("YY-CONF-2", "YY-RUL-27")
def test_two_jacks_may_be_two_failures_and_no_more() -> None:
    duel("JH JS", jack_confrontation=False).never(ConfrontationBegun).then(NOBODY_WINS)


@pytest.mark.rule("YY-CONF-3", "YY-RUL-28")
def test_two_coloured_jokers_are_the_same_figure() -> None:
    duel("COLOURED COLOURED", *BLACK_WINS).then(ConfrontationBegun, KNIGHT_WINS)


@pytest.mark.rule("YY-CONF-3", "YY-RUL-28")
def test_a_white_joker_beats_a_coloured_one() -> None:
    duel("WHITE COLOURED").never(ConfrontationBegun).then(BISHOP_WINS)


@pytest.mark.rule("YY-CONF-3", "YY-RUL-28")
@pytest.mark.parametrize("kept", ["WHITE COLOURED", "COLOURED WHITE"])
def test_any_two_jokers_may_be_the_same_figure(kept: str) -> None:
    duel(kept, *BLACK_WINS, joker_confrontation="any").then(ConfrontationBegun, KNIGHT_WINS)


@pytest.mark.rule("YY-CONF-4", "YY-JOKER-9")
def test_the_coloured_jokers_that_cause_one_cancel_nothing() -> None:
    spec = duel("COLOURED COLOURED", *RED_WINS, turn=True).then(ConfrontationBegun).never(TurnCancelled)
    assert not any(person.cancelled for person in spec.fight.people.values())


@pytest.mark.rule("YY-CONF-4")
def test_the_white_jokers_that_cause_one_bring_no_extra_actions() -> None:
    spec = duel("WHITE WHITE", *RED_WINS, turn=True, confrontation_outcome="ask").asks(
        "confrontation_outcome", "narrator"
    )
    spec.answer("success").never(ExtraActionsGained).then(BISHOP_WINS)


# What it costs


@pytest.mark.rule("YY-CONF-5", "YY-RUL-29")
def test_in_a_turn_both_lose_their_actions_and_are_locked_with_each_other() -> None:
    spec = duel("QH QS", *BLACK_WINS, turn=True).then(
        ConfrontationBegun(first="bishop", second="knight", locked=True),
        HandDiscarded(combatant="bishop", hand=3, extra=0, reason="confrontation"),
        HandDiscarded(combatant="knight", hand=4, extra=0, reason="confrontation"),
        FlurryDrawn,
        ExtraActionsGained,
    )
    spec.follows(HandDiscarded, ConfrontationBegun)
    assert (actions(spec, "bishop"), actions(spec, "knight")) == ((0, 0), (0, 2))
    people = spec.fight.people
    assert (people["bishop"].locked_with, people["knight"].locked_with) == ("knight", "bishop")
    ended = spec.when(EndTurn()).then().fight.people
    assert (ended["bishop"].locked_with, ended["knight"].locked_with) == (None, None)


@pytest.mark.rule("YY-CONF-5")
def test_extra_actions_are_lost_with_the_hand() -> None:
    spec = given(
        fight("bishop", KNIGHT), in_turn(), ExtraActionsGained(combatant="knight", actions=2, reason="white_joker")
    )
    spec.when(contest(), throws=["bishop: QH", "knight: QS", *RED_WINS])
    spec.then(HandDiscarded(combatant="knight", hand=4, extra=2, reason="confrontation"))
    assert actions(spec, "knight") == (0, 0)


@pytest.mark.rule("YY-CONF-19", "YY-CONF-5", "YY-JOKER-5")
def test_between_turns_nothing_is_lost_and_nobody_locked() -> None:
    spec = duel("QH QS", *RED_WINS).then(BISHOP_WINS).never(HandDiscarded, ExtraActionsGained)
    assert {person.locked_with for person in spec.fight.people.values()} == {None}


# Flurries


@pytest.mark.rule("YY-CONF-6")
def test_a_flurry_is_as_many_cards_as_the_combat_value_the_callers_first() -> None:
    strong = plain("strong", strength=5, intellect=1, will=2, colour="red", deck="strong")
    clever = plain("clever", strength=1, intellect=2, will=2, colour="black", deck="clever")
    spec = given(fight(strong, clever)).when(
        contest("clever", "strong"),
        throws=["clever: QH", "strong: QH", "clever: 2C 3C", "strong: 2H 3C 4C 5C 6C"],
    )
    spec.then(ConfrontationWon(winner="clever", loser="strong", by="cards"))
    assert [(flurry.first_cards, flurry.second_cards) for flurry in flurries(spec)] == [
        (("2C", "3C"), ("2H", "3C", "4C", "5C", "6C"))
    ]


@pytest.mark.rule("YY-CONF-7", "YY-CONF-10", "YY-RUL-74")
def test_each_counts_the_cards_of_its_own_colour() -> None:
    spec = duel("QH QS", "bishop: 2H 3D 4C", "knight: 2H 3C 4D").then(BISHOP_WINS)
    assert counts(spec) == [(2, 1)]


@pytest.mark.rule("YY-CONF-7", "YY-RUL-74")
def test_both_may_count_the_same_colour() -> None:
    red = newcomer("knight", side="foes", colour="red")
    spec = given(fight("bishop", red)).when(
        contest(), throws=["bishop: QH", "knight: QS", "bishop: 2H 3C 4C", "knight: 2H 3D 4C"]
    )
    assert counts(spec.then(KNIGHT_WINS)) == [(1, 2)]


@pytest.mark.rule("YY-RUL-74", "YY-CONF-7")
def test_the_colour_is_that_of_the_side_where_the_sheet_names_none() -> None:
    people = given(fight("bishop", newcomer("knight", side="foes"), newcomer("vassili", side="others"))).fight.people
    assert [person.colour for person in people.values()] == ["red", "black", "red"]


@pytest.mark.rule("YY-CONF-7", "YY-CONF-8", "YY-JOKER-13")
@pytest.mark.parametrize(
    ("red", "black", "counted"), [("2C 3C WHITE", "2C 3H 4H", (2, 1)), ("2H 3C 4C", "2C 3H WHITE", (1, 3))]
)
def test_a_white_joker_in_a_flurry_counts_as_two_cards(red: str, black: str, counted: tuple[int, int]) -> None:
    assert counts(duel("QH QS", f"bishop: {red}", f"knight: {black}")) == [counted]


@pytest.mark.rule("YY-CONF-7", "YY-CONF-9", "YY-JOKER-13", "YY-RUL-64")
@pytest.mark.parametrize(
    ("red", "black", "counted"), [("2H 3H COLOURED", "2C 3C 4H", (1, 2)), ("2H 3H 4C", "2C 3C COLOURED", (2, 1))]
)
def test_a_coloured_joker_in_a_flurry_cancels_one_card_of_the_drawer(
    red: str, black: str, counted: tuple[int, int]
) -> None:
    spec = duel("QH QS", f"bishop: {red}", f"knight: {black}", turn=True).never(TurnCancelled)
    assert counts(spec) == [counted]


@pytest.mark.rule("YY-CONF-8", "YY-CONF-9", "YY-RUL-64")
def test_a_coloured_joker_cancels_one_of_the_two_that_a_white_one_counts() -> None:
    assert counts(duel("QH QS", "bishop: WHITE COLOURED 4C", "knight: 2H 3H 4H")) == [(1, 0)]


@pytest.mark.rule("YY-CONF-9", "YY-RUL-64")
def test_a_coloured_joker_with_nothing_to_cancel_cancels_nothing() -> None:
    assert counts(duel("QH QS", "bishop: COLOURED 3C 4C", "knight: 2C 3H 4H")) == [(0, 1)]


@pytest.mark.rule("YY-CONF-11")
def test_equal_counts_are_a_standstill_and_both_draw_again() -> None:
    still = ["bishop: 2H 3C 4C", "knight: 2C 3H 4H"]
    spec = duel("QH QS", *still, "bishop: 5C 6C 7C", "knight: 5C 6C 7D").then(KNIGHT_WINS).never(DeckReshuffled)
    assert counts(spec) == [(1, 1), (0, 2)]
    assert [flurry.number for flurry in flurries(spec)] == [1, 2]


@pytest.mark.rule("YY-CONF-11")
def test_standstills_follow_each_other_as_often_as_they_come() -> None:
    still = ["bishop: 2H 3C 4C", "knight: 2C 3H 4H", "bishop: 3H 5C 6C", "knight: 3C 5H 6H"]
    spec = duel("QH QS", *still, "bishop: 7C 8C 9C", "knight: 7H 8H 9C").then(KNIGHT_WINS)
    assert counts(spec) == [(1, 1), (1, 1), (0, 1)]


@pytest.mark.rule("YY-CONF-11")
def test_cards_of_earlier_flurries_stay_out() -> None:
    still = ["bishop: 2H 3C 4C", "knight: 2C 3H 4H"]
    spec = duel("QH QS", *still, "bishop: 5C 6C 7C", "knight: 5C 6C 7D", turn=True)
    assert set(spec.fight.decks["bishop"].out) == {"QH", "2H", "3C", "4C", "5C", "6C", "7C"}


# Too many standstills


def even(second: dict[str, Any] | None = None, standstills: int = 2, **options: Any) -> Specification:
    """Two keep Queens and draw flurries in which neither counts anything; ``second`` changes the other's part."""
    part = {"combatant": "two", "attributes": ("will",), **(second or {})}
    sheet = {"strength": 1, "intellect": 1, "abilities": [{"name": "Rhetoric", "rating": 1, "scope": "hobby"}]}
    one = plain("one", colour="red", deck="one", **sheet)
    two = plain("two", colour="black", deck="two", **sheet)
    command = Contest(
        first=Contestant(combatant="one", attributes=("will",)), second=Contestant(**part), stake="the last word"
    )
    draws = [f"{who}: {rank}{suit}" for rank in RANKS[:standstills] for who, suit in (("one", "C"), ("two", "H"))]
    return given(fight(one, two, **options)).when(command, throws=["one: QH", "two: QS", *draws])


@pytest.mark.rule("YY-CONF-12")
def test_after_ten_standstills_the_caller_wins() -> None:
    spec = even(standstills=10).then(ConfrontationWon(winner="one", loser="two", by="caller"))
    assert counts(spec) == [(0, 0)] * 10


@pytest.mark.rule("YY-CONF-12")
def test_the_limit_is_a_matter_of_the_options() -> None:
    even(standstills=1, confrontation_limit=1).then(ConfrontationWon(winner="one", loser="two", by="caller"))


@pytest.mark.rule("YY-CONF-12")
@pytest.mark.parametrize("attribute", ["will", "intellect"])
def test_after_too_many_standstills_the_better_ability_wins_whatever_the_target_value(attribute: str) -> None:
    spec = even({"attributes": (attribute,), "ability": "Rhetoric"}, confrontation_limit=2)
    spec.then(ConfrontationWon(winner="two", loser="one", by="ability"))


@pytest.mark.rule("YY-CONF-12")
@pytest.mark.parametrize(("first", "second"), [("weak", "strong"), ("strong", "weak")])
def test_after_too_many_standstills_the_higher_combat_value_wins_before_the_better_ability(
    first: str, second: str
) -> None:
    rhetoric = [{"name": "Rhetoric", "rating": 1, "scope": "hobby"}]
    weak = plain("weak", colour="red", deck="weak", strength=1, intellect=1, abilities=rhetoric)
    strong = plain("strong", colour="red", deck="strong", strength=2, intellect=1)
    parts = {
        "weak": Contestant(combatant="weak", attributes=("will",), ability="Rhetoric"),
        "strong": Contestant(combatant="strong", attributes=("will",)),
    }
    draws = {"weak": "weak: 2C", "strong": "strong: 2C 3C"}
    spec = given(fight(weak, strong, confrontation_limit=1)).when(
        Contest(first=parts[first], second=parts[second], stake="the last word"),
        throws=[f"{first}: QH", f"{second}: QH", draws[first], draws[second]],
    )
    spec.then(ConfrontationWon(winner="strong", loser="weak", by="combat_value"))


# Mooks


def against_a_mook(*cards: str, turn: bool = False, **options: Any) -> Specification:
    """A contest of Bishop and a mook, in which these are kept first."""
    steps = (in_turn(),) if turn else ()
    mook = plain("mook", side="foes", colour="black", deck="mook", mook=True)
    one = Contestant(combatant="bishop", attributes=("will",))
    two = Contestant(combatant="mook", attributes=("will",))
    command = Contest(first=one, second=two, stake=STAKE)
    return given(fight("bishop", mook, **options), *steps).when(command, throws=list(cards))


@pytest.mark.rule("YY-CONF-13", "YY-PROM-6", "YY-RUL-30")
def test_the_narrator_says_whether_a_mook_has_a_confrontation() -> None:
    spec = against_a_mook("bishop: QH", "mook: QS").asks("confront", "narrator").never(ConfrontationBegun)
    spec.answer("yes", throws=["bishop: 2H 3C 4C", "mook: 2H 3H 4H"])
    spec.then(ConfrontationBegun, ContestDecided(first="bishop", second="mook", stake=STAKE, winner="bishop"))


@pytest.mark.rule("YY-CONF-13", "YY-BYST-3")
def test_about_a_bystander_who_is_no_mook_nobody_is_asked() -> None:
    girl = newcomer("schoolgirl", deck="girl", colour="black")
    spec = given(fight("bishop", girl)).when(
        contest("bishop", "schoolgirl"),
        throws=["bishop: QH", "girl: QS", "bishop: 2H 3C 4C", "girl: 2H 3H"],
    )
    spec.then(ConfrontationBegun, ConfrontationWon(winner="bishop", loser="schoolgirl", by="cards"))


@pytest.mark.rule("YY-CONF-13", "YY-CONF-14", "YY-PROM-6", "YY-RUL-30")
def test_the_narrator_denies_a_mook_its_confrontation() -> None:
    spec = against_a_mook("bishop: QH", "mook: QS").asks("confront", "narrator").answer("no")
    spec.never(ConfrontationBegun).then(
        ConfrontationDenied(first="bishop", second="mook"),
        OppositionDecided,
        ContestDecided(first="bishop", second="mook", stake=STAKE, winner="bishop"),
    )
    spec.follows(ContestDecided, OppositionDecided)


@pytest.mark.rule("YY-PROM-6")
@pytest.mark.parametrize("answer", [True, "ask", "deny"])
def test_whether_there_is_one_is_yes_or_no(answer: object) -> None:
    spec = against_a_mook("bishop: QH", "mook: QS").asks("confront", "narrator")
    spec.answer(answer).refused(None, "invalid")


@pytest.mark.rule("YY-CONF-13")
def test_a_mook_that_calls_is_asked_about_too() -> None:
    mook = plain("mook", side="foes", deck="mook", mook=True)
    spec = given(fight("bishop", mook)).when(contest("mook", "bishop"), throws=["mook: QS", "bishop: QH"])
    spec.asks("confront", "narrator")


@pytest.mark.rule("YY-CONF-13")
def test_mooks_may_always_have_their_confrontation() -> None:
    cards = ["bishop: QH", "mook: QS", "bishop: 2H 3C 4C", "mook: 2H 3H 4H"]
    against_a_mook(*cards, mook_confrontation="always").then(ConfrontationBegun)


@pytest.mark.rule("YY-CONF-13")
def test_mooks_may_never_have_one() -> None:
    against_a_mook("bishop: QH", "mook: QS", mook_confrontation="never").then(
        ConfrontationDenied(first="bishop", second="mook")
    )


@pytest.mark.rule("YY-CONF-13")
def test_nobody_is_asked_where_neither_is_a_mook() -> None:
    spec = duel("QH QS", *RED_WINS, mook_confrontation="never").then(ConfrontationBegun)
    assert not spec.fight.prompts


NEVER: dict[str, Any] = {"mook_confrontation": "never", "turn": True}


@pytest.mark.rule("YY-CONF-14", "YY-RUL-30", "YY-JOKER-2")
def test_denied_successes_are_a_tie_and_the_winner_has_the_effect_of_the_figure() -> None:
    spec = against_a_mook("bishop: WHITE", "mook: WHITE", **NEVER)
    spec.then(
        ContestDecided(first="bishop", second="mook", stake=STAKE, winner="bishop"),
        ExtraActionsGained(combatant="bishop", actions=2, reason="white_joker"),
    )
    assert (actions(spec, "bishop"), actions(spec, "mook")) == ((3, 2), (3, 0))


@pytest.mark.rule("YY-CONF-14", "YY-RUL-30")
def test_a_denied_tie_goes_to_the_better_ability() -> None:
    mook = plain(
        "mook", side="foes", deck="mook", mook=True, abilities=[{"name": "Nerve", "rating": 1, "scope": "hobby"}]
    )
    one = Contestant(combatant="bishop", attributes=("will",))
    two = Contestant(combatant="mook", attributes=("will",), ability="Nerve")
    spec = given(fight("bishop", mook, mook_confrontation="never"))
    spec.when(Contest(first=one, second=two, stake=STAKE), throws=["bishop: KH", "mook: KH"])
    spec.then(ContestDecided(first="bishop", second="mook", stake=STAKE, winner="mook"))


@pytest.mark.rule("YY-CONF-14")
def test_of_denied_coloured_jokers_nothing_comes_but_their_own_effect() -> None:
    spec = against_a_mook("bishop: COLOURED", "mook: COLOURED", **NEVER).then(
        TurnCancelled(combatant="bishop"),
        TurnCancelled(combatant="mook"),
        ContestDecided(first="bishop", second="mook", stake=STAKE, winner=None),
    )
    assert (actions(spec, "bishop"), actions(spec, "mook")) == ((0, 0), (0, 0))


@pytest.mark.rule("YY-CONF-14", "YY-RUL-30")
def test_denied_jacks_have_both_failed() -> None:
    spec = against_a_mook("bishop: JH", "mook: JS", **NEVER).never(TurnCancelled)
    spec.then(ContestDecided(first="bishop", second="mook", stake=STAKE, winner=None))
    assert (actions(spec, "bishop"), actions(spec, "mook")) == ((3, 0), (3, 0))


@pytest.mark.rule("YY-CONF-14")
def test_denied_a_white_joker_beats_a_coloured_one_and_both_have_their_effects() -> None:
    spec = against_a_mook("bishop: COLOURED", "mook: WHITE", **NEVER, joker_confrontation="any").then(
        ConfrontationDenied,
        TurnCancelled(combatant="bishop"),
        ContestDecided(first="bishop", second="mook", stake=STAKE, winner="mook"),
    )
    assert (actions(spec, "bishop"), actions(spec, "mook")) == ((0, 0), (3, 2))
    assert spec.fight.people["mook"].locked_with is None


@pytest.mark.rule("YY-CONF-14")
@pytest.mark.parametrize(
    ("kept", "throws", "effects"),
    [
        ("KH KC", ["bishop: 2D"], [FollowUpEarned]),
        ("WHITE WHITE", ["bishop: 2D"], [ExtraActionsGained]),
        ("COLOURED COLOURED", [], [TurnCancelled, TurnCancelled]),
    ],
)
def test_denied_in_an_attack_figures_have_their_effects_too(kept: str, throws: list[str], effects: list[Any]) -> None:
    one, other = kept.split()
    spec = bout("bishop", newcomer("da_hook", deck="hook", mook=True), mook_confrontation="never")
    cards = [f"bishop: {one}", f"hook: {other}", *throws]
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=cards).then(ConfrontationDenied, *effects)


# What the winner gets


@pytest.mark.rule("YY-CONF-16", "YY-RUL-29")
def test_the_winner_wins_as_with_a_white_joker() -> None:
    spec = duel("QH QS", *RED_WINS, turn=True, white_joker_cards=2).then(
        ConfrontationSettled(winner="bishop", outcome="white_joker"),
        BISHOP_WINS,
        ExtraActionsGained,
        CardsGranted,
    )
    assert (actions(spec, "bishop"), actions(spec, "knight")) == ((0, 2), (0, 0))
    granted = spec.fight.people["bishop"].granted
    assert [(grant.cards, grant.on, grant.lasting) for grant in granted] == [(2, "tests", "next_turn")]
    assert not spec.fight.people["knight"].granted


ASK: dict[str, Any] = {"confrontation_outcome": "ask", "white_joker_cards": 1, "turn": True}


@pytest.mark.rule("YY-CONF-16", "YY-PROM-7")
def test_the_narrator_may_give_the_winner_what_a_white_joker_gives() -> None:
    spec = duel("QH QS", *RED_WINS, **ASK).asks("confrontation_outcome", "narrator").never(ContestDecided)
    spec.answer("white_joker").then(BISHOP_WINS, ExtraActionsGained, CardsGranted)


@pytest.mark.rule("YY-CONF-16", "YY-PROM-7")
def test_the_narrator_may_give_the_winner_the_stake_alone() -> None:
    spec = duel("QH QS", *RED_WINS, **ASK).answer("success")
    spec.then(ConfrontationSettled(winner="bishop", outcome="success"), BISHOP_WINS).never(
        ExtraActionsGained, CardsGranted
    )
    assert (actions(spec, "bishop"), actions(spec, "knight")) == ((0, 0), (0, 0))
    assert spec.fight.people["bishop"].locked_with == "knight"


@pytest.mark.rule("YY-CONF-16", "YY-PROM-7", "YY-RUL-58")
def test_the_narrator_may_tell_what_comes_of_it_instead() -> None:
    spec = duel("QH QS", *RED_WINS, **ASK).answer({"narrated": "through the door"})
    spec.then(
        ConfrontationSettled(winner="bishop", outcome="narrated", narrated="through the door"),
        ContestDecided(first="bishop", second="knight", stake=STAKE, winner="bishop", narrated="through the door"),
    )
    spec.never(ExtraActionsGained, CardsGranted)
    assert spec.fight.people["bishop"].locked_with == "knight"


@pytest.mark.rule("YY-PROM-7")
@pytest.mark.parametrize("answer", ["narrated", {"narrated": ""}, "denied"])
def test_what_is_narrated_has_words(answer: object) -> None:
    duel("QH QS", *RED_WINS, **ASK).answer(answer).refused(None, "invalid")


@pytest.mark.rule("YY-PROM-13", "YY-CONF-16")
def test_the_outcome_may_be_sent_along() -> None:
    spec = given(fight("bishop", KNIGHT, confrontation_outcome="ask"))
    cards = ["bishop: QH", "knight: QS", *RED_WINS]
    spec.when(contest(), "narrator: outcome success", throws=cards).then(
        ConfrontationSettled(winner="bishop", outcome="success")
    )
