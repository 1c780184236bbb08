"""Opposed tests, seen in contests: who wins, what a contest costs and brings (YY-OPP)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.yin_yang.chapters.challenges.confrontation import (
    ConfrontationBegun,
    ConfrontationDenied,
    ConfrontationSettled,
)
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, ExtraActionsGained
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant, ContestDecided
from domain.rulesets.yin_yang.chapters.testing.opposed import OppositionDecided
from tests.rules.yin_yang.builders import act, asked, attempts, bout
from tests.rules.yin_yang.specification import Specification, fight, given, in_turn, newcomer, person, plain
from yarrow_client.options.phrases import sentence


def side(combatant: str, *attributes: Any, **fields: Any) -> Contestant:
    """What one party puts into a contest."""
    return Contestant(combatant=combatant, attributes=attributes, **fields)


def contest(first: Contestant, second: Contestant, **fields: Any) -> Contest:
    """A contest for the apple."""
    return Contest(first=first, second=second, stake="the apple", **fields)


def duellist(name: str, rating: int, strength: int = 7) -> Join:
    """Somebody with a deck of its own, whose fencing adds up to a target value of 7 + rating with this Strength."""
    fencing = [{"name": "Fencing", "scope": "talent", "rating": rating, "combat": True}]
    return plain(name, deck=name, strength=strength, abilities=fencing)


def duel(first: str, second: str, **options: Any) -> Specification:
    """One and Two, both of target value 9, have drawn these cards in a contest between turns; ratings are 3 and 4."""
    spec = given(fight(duellist("one", 3, 6), duellist("two", 4, 5), **options))
    command = contest(side("one", "strength", ability="Fencing"), side("two", "strength", ability="Fencing"))
    return spec.when(command, throws=[f"one: {first}", f"two: {second}"])


def winner_of(spec: Specification) -> tuple[str | None, str]:
    """Who wins the contest, and why the tests say so."""
    assert spec.refusal is None, spec.refusal
    (decided,) = [event for event in spec.events if isinstance(event, ContestDecided)]
    (compared,) = [event for event in spec.events if isinstance(event, OppositionDecided)]
    assert (decided.winner, decided.stake) == (compared.winner, "the apple")
    return decided.winner, compared.reason


def test_a_menu_says_the_cards_of_each_party_before_the_other() -> None:
    menu = given(fight("vinnie", "hei")).menu()
    [form] = [one for one in menu.forms if one.name == "yin_yang.contest"]
    first = {"combatant": "vinnie", "attributes": ["will"], "ability": "Warleader", "penalty": 3}
    second = {"combatant": "hei", "attributes": ["will"], "ability": "Tribal Warrior", "bonus": 1}
    assert sentence(menu, form, {"first": first, "second": second, "stake": "the apple"}) == (
        "Match Vinnie Luccini with Will (Warleader) and 3 penalty cards "
        "against Tshi Teng Hei with Will (Tribal Warrior) and 1 bonus card: “the apple”"
    )


@pytest.mark.rule("YY-OPP-1", "YY-RUL-68")
def test_both_draw_a_test_of_their_own() -> None:
    spec = given(fight("vinnie", "hei")).when(
        contest(
            side("vinnie", "will", ability="Warleader", bonus=1),
            side("hei", "will", ability="Tribal Warrior", penalty=1),
        ),
        throws=["vinnie: 9S 5S", "hei: 8C 2C"],
    )
    first, second = attempts(spec)
    assert (first.combatant, first.value, first.cards, first.kept) == ("vinnie", 6, ("9S", "5S"), "5S")
    assert (second.combatant, second.value, second.cards, second.kept) == ("hei", 7, ("8C", "2C"), "8C")
    assert winner_of(spec)[0] == "vinnie"


@pytest.mark.rule("YY-OPP-1", "YY-RUL-68")
def test_nobody_contests_with_himself() -> None:
    given(fight("bill")).when(contest(side("bill", "will"), side("bill", "speed"))).refused("YY-OPP-1")


@pytest.mark.rule("YY-RUL-68", "YY-ATK-8")
def test_of_many_who_might_oppose_one_draws() -> None:
    spec = bout("bishop", "da_hook", "thug").when(act("bishop", "slip past", against=("thug", "da_hook")))
    spec.answer({"mode": "counter", "attributes": ["speed"]}, throws=["bishop: 3H", "narrator: 10C"])
    assert ([test.combatant for test in attempts(spec)], asked(spec)) == (["bishop", "thug"], [])


@pytest.mark.rule("YY-RUL-68", "YY-COMB-4")
def test_several_who_act_as_one_draw_one_test() -> None:
    pair = (Participant(combatant="bill"), Participant(combatant="bishop"))
    assault = Combine(actor="bill", kind="attack", participants=pair, target="wedge")
    cards = ["bill: 9H", "bishop: 10D", "narrator: 9C"]
    spec = bout("bill", "bishop", "wedge").when(assault, "narrator: allow", "wedge: match", throws=cards)
    assert [(test.combatant, len(test.cards)) for test in attempts(spec)] == [("bill", 2), ("wedge", 1)]


@pytest.mark.rule("YY-OPP-2")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("2H", "10C", "one"), ("10H", "2C", "two"), ("2H", "JC", "one"), ("COLOURED", "AC", "two"), ("QH", "JC", "one")],
)
def test_a_success_beats_a_failure(first: str, second: str, winner: str) -> None:
    assert winner_of(duel(first, second)) == (winner, "success")


@pytest.mark.rule("YY-JACK-1")
@pytest.mark.parametrize(("first", "second"), [("JH", "AC"), ("AH", "JC")])
def test_a_jack_fails_in_an_opposed_test_too(first: str, second: str) -> None:
    assert winner_of(duel(first, second)) == ("two" if first == "JH" else "one", "success")


@pytest.mark.rule("YY-OPP-3", "YY-QUEEN-1", "YY-KING-1")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("WHITE", "KC", "one"),
        ("KH", "WHITE", "two"),
        ("KH", "QC", "one"),
        ("QH", "KC", "two"),
        ("QH", "9C", "one"),
        ("9H", "QC", "two"),
        ("9H", "8C", "one"),
        ("AH", "2C", "two"),
    ],
)
def test_of_two_successes_the_better_card_wins(first: str, second: str, winner: str) -> None:
    assert winner_of(duel(first, second)) == (winner, "better")


@pytest.mark.rule("YY-OPP-3")
@pytest.mark.parametrize(("number", "winner"), [("AC", "schoolgirl"), ("3C", "two")])
def test_how_far_below_its_target_value_a_number_lies_does_not_matter(number: str, winner: str) -> None:
    spec = given(fight("schoolgirl", duellist("two", 4))).when(
        contest(side("schoolgirl", "endurance"), side("two", "strength", ability="Fencing")),
        throws=["narrator: 2H", f"two: JC {number}"],
    )
    assert winner_of(spec) == (winner, "better")


@pytest.mark.rule("YY-OPP-4")
@pytest.mark.parametrize(("first", "second"), [("QH", "QC"), ("KH", "KC"), ("WHITE", "WHITE"), ("JH", "JC")])
def test_the_same_figure_makes_a_confrontation(first: str, second: str) -> None:
    spec = given(fight(duellist("one", 3, 6), duellist("two", 4, 5)))
    command = contest(side("one", "strength", ability="Fencing"), side("two", "strength", ability="Fencing"))
    spec.when(
        command,
        throws=[f"one: {first}", f"two: {second}", "one: 2H 3H 4H 5C 6C 7C", "two: 2H 3H 4H 5H 6C"],
    )
    spec.then(OppositionDecided, ConfrontationBegun, ConfrontationSettled, ContestDecided)
    (compared,) = [event for event in spec.events if isinstance(event, OppositionDecided)]
    assert (compared.winner, compared.reason) == (None, "confrontation")
    (decided,) = [event for event in spec.events if isinstance(event, ContestDecided)]
    assert decided.winner == "two"


@pytest.mark.rule("YY-OPP-5", "YY-RUL-24")
def test_equal_numbers_go_to_the_higher_rating_used() -> None:
    assert winner_of(duel("6H", "6C")) == ("two", "ability")


@pytest.mark.rule("YY-OPP-5", "YY-RUL-24")
def test_it_is_the_rating_used_and_not_the_combat_value() -> None:
    spec = given(fight("vinnie", "irons")).when(
        contest(side("vinnie", "combat_value"), side("irons", "intellect", ability="Captain")),
        throws=["vinnie: 4S", "irons: 4H"],
    )
    assert (person(spec, "vinnie").combat_value, person(spec, "irons").combat_value) == (5, 4)
    assert winner_of(spec) == ("irons", "ability")


@pytest.mark.rule("YY-OPP-5", "YY-RUL-24", "YY-RUL-69")
@pytest.mark.parametrize(("first", "second"), [("vinnie", "hei"), ("hei", "vinnie")])
def test_equal_numbers_and_ratings_go_to_the_first_named(first: str, second: str) -> None:
    abilities = {"vinnie": "Vicious Street Scum", "hei": "Tribal Warrior"}
    spec = given(fight("vinnie", "hei")).when(
        contest(*(side(name, "combat_value", ability=abilities[name]) for name in (first, second))),
        throws=[f"{first}: 5S", f"{second}: 5H"],
    )
    assert winner_of(spec) == (first, "caller")


@pytest.mark.rule("YY-OPP-5")
@pytest.mark.parametrize(("attributes", "ability"), [(("strength", "will"), None), (("strength",), None)])
def test_without_an_ability_the_rating_is_nothing(attributes: Any, ability: str | None) -> None:
    spec = given(fight(duellist("one", 4), duellist("two", 1))).when(
        contest(side("one", *attributes, ability=ability), side("two", "strength", ability="Fencing")),
        throws=["one: 5H", "two: 5C"],
    )
    assert winner_of(spec) == ("two", "ability")


@pytest.mark.rule("YY-OPP-6")
@pytest.mark.parametrize(("first", "second"), [("10H", "10C"), ("10H", "JC"), ("JH", "COLOURED")])
def test_where_both_fail_nothing_happens(first: str, second: str) -> None:
    assert winner_of(duel(first, second)) == (None, "both_fail")


@pytest.mark.rule("YY-OPP-6")
def test_two_jacks_are_failures_where_they_make_no_confrontation() -> None:
    assert winner_of(duel("JH", "JC", jack_confrontation=False)) == (None, "both_fail")


@pytest.mark.rule("YY-OPP-4")
@pytest.mark.parametrize("option", ["same", "any"])
@pytest.mark.parametrize(("first", "second"), [("QH", "KC"), ("JH", "QC"), ("WHITE", "KC"), ("COLOURED", "JC")])
def test_different_figures_make_no_confrontation(option: str, first: str, second: str) -> None:
    duel(first, second, joker_confrontation=option).never(ConfrontationBegun)


@pytest.mark.rule("YY-OPP-6", "YY-OPP-8")
def test_where_both_fail_actions_are_spent_and_a_coloured_joker_counts() -> None:
    spec = given(fight("bishop", "wedge"), in_turn()).when(
        contest(side("bishop", "speed"), side("wedge", "speed"), costs_action=True),
        throws=["bishop: COLOURED", "narrator: JC"],
    )
    assert winner_of(spec)[0] is None
    spec.then(TurnCancelled(combatant="bishop"))
    assert [person(spec, key).hand for key in ("bishop", "wedge")] == [0, 1]


@pytest.mark.rule("YY-OPP-7")
def test_who_go_for_one_thing_at_once_pay_an_action_each() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    race = contest(side("bishop", "speed"), side("wedge", "speed"), costs_action=True)
    spec.when(race, throws=["bishop: 2H", "narrator: 3C"]).then(ActionsSpent, ActionsSpent)
    assert [person(spec, key).hand for key in ("bishop", "wedge")] == [2, 1]
    assert winner_of(spec) == ("wedge", "better")
    free = contest(side("bishop", "speed"), side("wedge", "speed"))
    spec.when(free, throws=["bishop: 3H", "narrator: 2C"]).never(ActionsSpent)
    spec.when(race, throws=["bishop: AH", "narrator: AC"])
    spec.when(race).refused("YY-ACT-4")


@pytest.mark.rule("YY-OPP-7")
def test_between_turns_a_contest_costs_nothing() -> None:
    spec = given(fight("bishop", "wedge"))
    race = contest(side("bishop", "speed"), side("wedge", "speed"), costs_action=True)
    spec.when(race, throws=["bishop: 2H", "narrator: 3C"]).never(ActionsSpent)


@pytest.mark.rule("YY-OPP-7")
@pytest.mark.parametrize("costs", [True, False])
@pytest.mark.parametrize("out", ["one", "two"])
def test_both_must_be_able(costs: bool, out: str) -> None:
    joins = [plain(name, **({"stamina": -1} if name == out else {})) for name in ("one", "two")]
    spec = given(fight(*joins), in_turn())
    spec.when(contest(side("one", "will"), side("two", "will"), costs_action=costs)).refused("YY-COND-1")


@pytest.mark.rule("YY-OPP-7", "YY-DECK-14")
def test_with_open_hands_a_contest_that_costs_an_action_plays_cards() -> None:
    spec = given(fight("bishop", "irons", hand="open"))
    spec.when(in_turn(), throws=["bishop: 2H 3H 4H", "irons: 2C 3C"])
    race = contest(side("bishop", "speed", hand_card="4H"), side("irons", "speed", hand_card="2C"), costs_action=True)
    plainly = contest(side("bishop", "speed"), side("irons", "speed"), costs_action=True)
    spec.when(plainly).refused("YY-DECK-14")
    spec.when(race.model_copy(update={"costs_action": False})).refused("YY-DECK-14")
    spec.when(race)
    assert [test.kept for test in attempts(spec)] == ["4H", "2C"]
    assert [person(spec, key).cards for key in ("bishop", "irons")] == [("2H", "3H"), ("3C",)]


@pytest.mark.rule("YY-OPP-8")
def test_a_contest_is_for_its_stake_alone() -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    command = contest(side("bishop", "combat_value", ability="Corporate Bodyguard"), side("wedge", "speed"))
    spec.when(command, throws=["bishop: KH", "narrator: 3C"]).never(DamageDrawn, FollowUpEarned)
    spec.then(ContestDecided(first="bishop", second="wedge", stake="the apple", winner="bishop"))
    assert not spec.fight.prompts


@pytest.mark.rule("YY-OPP-8")
@pytest.mark.parametrize(("first", "second", "gains"), [("WHITE", "KC", ["bishop"]), ("2H", "WHITE", ["wedge"])])
def test_a_white_joker_that_wins_a_contest_gives_extra_actions(first: str, second: str, gains: list[str]) -> None:
    spec = given(fight("bishop", "wedge"), in_turn())
    spec.when(
        contest(side("bishop", "speed"), side("wedge", "speed")), throws=[f"bishop: {first}", f"narrator: {second}"]
    )
    assert [event.combatant for event in spec.events if isinstance(event, ExtraActionsGained)] == gains


@pytest.mark.rule("YY-OPP-8")
def test_a_confrontation_in_a_contest_is_won_as_with_a_white_joker() -> None:
    spec = given(fight("bishop", "irons"), in_turn())
    spec.when(
        contest(side("bishop", "speed"), side("irons", "speed")),
        throws=["bishop: QH", "irons: QS", "bishop: 2H 3H 4C", "irons: 2C 3C 4C 5H"],
    )
    gained = ExtraActionsGained(combatant="bishop", actions=2, reason="confrontation")
    spec.then(ContestDecided(first="bishop", second="irons", stake="the apple", winner="bishop"), gained)
    assert [(person(spec, key).hand, person(spec, key).extra) for key in ("bishop", "irons")] == [(0, 2), (0, 0)]


@pytest.mark.rule("YY-OPP-8")
def test_what_the_narrator_tells_stands_in_place_of_the_stake() -> None:
    spec = given(fight("vinnie", "hei", confrontation_outcome="ask"))
    command = contest(
        side("vinnie", "combat_value", ability="Vicious Street Scum"),
        side("hei", "combat_value", ability="Tribal Warrior"),
    )
    flurries = ["vinnie: 2H 5D 9H 3C 8S", "hei: 4C 6S 9C JS"]
    spec.when(command, throws=["vinnie: QH", "hei: QS", *flurries]).asks("confrontation_outcome", "narrator")
    spec.answer({"narrated": "throws him through the door"})
    told = "throws him through the door"
    spec.then(ContestDecided(first="vinnie", second="hei", stake="the apple", winner="hei", narrated=told)).never(
        ExtraActionsGained
    )
    assert not spec.fight.decks["hei"].out


@pytest.mark.rule("YY-OPP-8")
def test_a_confrontation_that_is_denied_leaves_the_contest_to_the_cards() -> None:
    spec = given(fight("thug", "bishop"), in_turn())
    command = contest(
        side("thug", "combat_value", ability="Street Brawler"),
        side("bishop", "combat_value", ability="Corporate Bodyguard"),
    )
    spec.when(command, throws=["narrator: QC", "bishop: QH"]).asks("confront", "narrator")
    spec.answer("no").then(ConfrontationDenied, OppositionDecided, ContestDecided)
    assert winner_of(spec) == ("bishop", "ability")


@pytest.mark.rule("YY-OPP-8")
def test_cards_of_a_contest_go_back_between_turns() -> None:
    spec = duel("2H", "3H")
    assert not spec.fight.decks["one"].out
    assert not spec.fight.decks["two"].out


def test_a_contest_is_between_people_who_are_here() -> None:
    given(fight("bill")).when(contest(side("bill", "will"), side("bishop", "will"))).refused(None, "invalid")
    two = given(fight("bill", newcomer("bishop")))
    two.when(contest(side("bill", "will", ability="Piano"), side("bishop", "will"))).refused(None, "invalid")
