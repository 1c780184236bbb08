"""Unopposed tests: target value, cost, scope, automatic success (YY-TEST-1 to -3, -10, -11, YY-SCOPE, YY-AUTO)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards, GrantsUsed
from domain.rulesets.yin_yang.chapters.decks.hands import ActionsSpent, CardsPlayed
from domain.rulesets.yin_yang.chapters.decks.jokers import TurnCancelled
from domain.rulesets.yin_yang.chapters.exchanges.calls import Act
from domain.rulesets.yin_yang.chapters.harm.tending import Tend
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.chapters.testing.scope import RuleScope, ScopeRuled
from domain.rulesets.yin_yang.chapters.testing.unopposed import Test as UnopposedTest
from tests.rules.yin_yang.builders import attempted, attempts
from tests.rules.yin_yang.specification import Specification, attempt, fight, given, in_turn, person, plain

AUTOMATIC = {
    "trivial": ("profession", "talent", "hobby"),
    "easy": ("profession", "talent"),
    "average": ("profession",),
    "difficult": (),
    "very_difficult": (),
    "desperate": (),
}
CARDS = {"trivial": 2, "easy": 1, "average": 0, "difficult": -1, "very_difficult": -2, "desperate": -3}
"""Bonus cards of each difficulty, below 0 penalty cards."""
PLAYER = Speaker("player", ("bill",))


def cook(scope: str, rating: int = 2) -> Join:
    """A cook by profession, talent or hobby; Intellect 2."""
    return plain("cook", intellect=2, abilities=[{"name": "Cook", "scope": scope, "rating": rating}])


def dinner(**fields: Any) -> UnopposedTest:
    """A test of the cook."""
    return attempt("cook", "intellect", ability="Cook", **fields)


def cards(number: int) -> list[str]:
    """So many low cards of the narrator's deck."""
    return [f"narrator: {' '.join(f'{rank}H' for rank in range(2, 2 + number))}"]


# YY-TEST-1 to -3: target values


@pytest.mark.rule("YY-TEST-1", "YY-SKILL-8", "YY-RUL-18")
@pytest.mark.parametrize(
    ("attribute", "ability", "value"),
    [("strength", "Brawling", 5), ("combat_value", "Brawling", 6), ("speed", None, 3), ("combat_value", None, 4)],
)
def test_the_target_value_is_attribute_and_rating(attribute: Any, ability: str | None, value: int) -> None:
    spec = given(fight("bill")).when(attempt("bill", attribute, ability=ability), throws=["bill: 2H"])
    assert (attempted(spec).value, attempted(spec).target) == (value, value)


@pytest.mark.rule("YY-TEST-2")
def test_two_attributes_are_added_up_without_an_ability() -> None:
    spec = given(fight("bill")).when(attempt("bill", "strength", "endurance"), throws=["bill: 5H"])
    assert (attempted(spec).value, attempted(spec).success) == (5, True)
    both = attempt("bill", "strength", "endurance", ability="Brawling")
    given(fight("bill")).when(both).refused("YY-TEST-2")
    given(fight("bill")).when(attempt("bill", "strength", "strength")).refused("YY-TEST-2")
    given(fight("bill")).when(attempt("bill", "charisma", "intellect")).refused("YY-TEST-2")


@pytest.mark.rule("YY-SKILL-8")
def test_an_ability_that_is_not_on_the_sheet_is_none() -> None:
    given(fight("bill")).when(attempt("bill", "speed", ability="Juggling")).refused(None, "invalid")


@pytest.mark.rule("YY-TEST-3")
@pytest.mark.parametrize("difficulty", CARDS)
def test_difficulty_never_changes_a_target_value(difficulty: str) -> None:
    drawn = " ".join(["4H", "5H", "6H", "7H"][: 1 + abs(CARDS[difficulty])])
    spec = given(fight("bill")).when(attempt("bill", "speed", difficulty=difficulty), throws=[f"bill: {drawn}"])
    assert (attempted(spec).value, attempted(spec).target) == (3, 3)


# YY-TEST-10 and -11: cost and decision


@pytest.mark.rule("YY-TEST-10")
def test_a_test_costs_an_action_in_a_turn_and_none_between_turns() -> None:
    spec = given(fight("bill"), in_turn()).when(attempt("bill", "speed"), throws=["bill: 2H"]).then(ActionsSpent)
    assert person(spec, "bill").hand == 2
    given(fight("bill")).when(attempt("bill", "speed"), throws=["bill: 2H"]).never(ActionsSpent)


@pytest.mark.rule("YY-TEST-10")
def test_a_free_test_costs_nothing_and_needs_no_action() -> None:
    spec = given(fight("schoolgirl"), in_turn())
    for card in ("2H", "3H"):
        spec.when(attempt("schoolgirl", "speed"), throws=[f"narrator: {card}"])
    spec.when(attempt("schoolgirl", "speed")).refused("YY-ACT-4")
    spec.when(attempt("schoolgirl", "speed", free=True), throws=["narrator: 4H"]).never(ActionsSpent)


@pytest.mark.rule("YY-TEST-10", "YY-DECK-14")
def test_with_open_hands_a_test_plays_a_card_and_a_free_one_none() -> None:
    spec = given(fight("bill", hand="open")).when(in_turn(), throws=["bill: 2H 3H 4H"])
    spec.when(attempt("bill", "speed")).refused("YY-DECK-14")
    spec.when(attempt("bill", "speed", free=True, hand_card="2H")).refused("YY-DECK-14")
    spec.when(attempt("bill", "speed", hand_card="3H", penalty=1), throws=["bill: 9H"])
    assert (attempted(spec).cards, attempted(spec).kept) == (("3H", "9H"), "9H")
    spec.then(CardsPlayed(combatant="bill", deck="bill", cards=("3H",)))
    assert spec.fight.decks["bill"].out == ("3H", "9H")
    assert person(spec, "bill").cards == ("2H", "4H")
    spec.when(attempt("bill", "speed", free=True), throws=["bill: 3S"])
    assert attempted(spec).cards == ("3S",)


@pytest.mark.rule("YY-TEST-11")
@pytest.mark.parametrize(("card", "success"), [("AH", True), ("3H", True), ("4H", False)])
def test_an_unopposed_test_is_decided_by_its_own_card_alone(card: str, success: bool) -> None:
    spec = given(fight("bill", "bishop")).when(attempt("bill", "speed"), throws=[f"bill: {card}"])
    assert [test.success for test in attempts(spec)] == [success]


@pytest.mark.rule("YY-TEST-11")
def test_a_joker_counts_in_an_unopposed_test() -> None:
    spec = given(fight("bill"), in_turn()).when(attempt("bill", "speed"), throws=["bill: COLOURED"])
    spec.then(TurnCancelled)
    assert person(spec, "bill").hand == 0
    spec = given(fight("bill"), in_turn()).when(attempt("bill", "speed"), throws=["bill: WHITE"])
    assert (person(spec, "bill").hand, person(spec, "bill").extra) == (2, 2)


# YY-SCOPE: what may be attempted


@pytest.mark.rule("YY-SCOPE-1", "YY-SCOPE-3")
@pytest.mark.parametrize("scope", ["hobby", "talent", "profession"])
@pytest.mark.parametrize("needed", ["hobby", "talent", "profession"])
def test_a_narrower_scope_than_the_task_needs_may_not_try(scope: str, needed: str) -> None:
    order = ("hobby", "talent", "profession")
    spec = given(fight(cook(scope)))
    if order.index(scope) >= order.index(needed):
        assert attempted(spec.when(dinner(needs_scope=needed), throws=cards(1))).success
    else:
        spec.when(dinner(needs_scope=needed)).refused("YY-SCOPE-3")


@pytest.mark.rule("YY-SCOPE-3", "YY-RUL-18")
def test_no_ability_is_narrower_than_a_hobby() -> None:
    given(fight(cook("hobby"))).when(attempt("cook", "intellect", needs_scope="hobby")).refused("YY-SCOPE-3")


@pytest.mark.rule("YY-SCOPE-2")
@pytest.mark.parametrize("scope", ["hobby", "talent", "profession"])
def test_scope_changes_neither_target_value_nor_cards(scope: str) -> None:
    spec = given(fight(cook(scope))).when(dinner(), throws=cards(1))
    assert (attempted(spec).value, attempted(spec).bonus, attempted(spec).penalty) == (4, (), ())


@pytest.mark.rule("YY-SCOPE-2")
def test_a_novice_professional_may_try_what_an_expert_hobbyist_may_not() -> None:
    given(fight(cook("hobby", 5))).when(dinner(needs_scope="profession")).refused("YY-SCOPE-3")
    spec = given(fight(cook("profession", 1))).when(dinner(needs_scope="profession"), throws=["narrator: 3H"])
    assert (attempted(spec).value, attempted(spec).number) == (3, 3)


@pytest.mark.rule("YY-SCOPE-4")
def test_a_task_is_ruled_out_of_an_ability_and_back_in() -> None:
    spec = given(fight(cook("profession"), "bill"))
    spec.when(ruled("Invent a dish ", False)).then(
        ScopeRuled(combatant="cook", ability="Cook", task="Invent a dish ", within=False)
    )
    spec.when(dinner(task=" invent A DISH")).refused("YY-SCOPE-4")
    assert attempts(spec.when(dinner(task="another task"), throws=cards(1)))
    assert attempts(spec.when(attempt("cook", "intellect", task="invent a dish"), throws=cards(1)))
    spec.given(ruled("invent a dish", True))
    assert attempts(spec.when(dinner(task="Invent a dish"), throws=cards(1)))


@pytest.mark.rule("YY-SCOPE-4")
def test_a_ruling_needs_an_ability_that_is_there() -> None:
    command = RuleScope(combatant="bill", ability="Juggling", task="a soup", within=True)
    given(fight("bill")).when(command).refused(None, "invalid")


@pytest.mark.rule("YY-SCOPE-4")
def test_in_an_act_and_a_combined_one_the_goal_is_the_task() -> None:
    own = [{"name": "Cook", "scope": "hobby", "rating": 2}]
    spec = given(fight(plain("cook", abilities=own), "wedge"), in_turn(), ruled("a soup", False))
    act = Act(actor="cook", goal=" A Soup", attributes=("will",), ability="Cook")
    spec.when(act).refused("YY-SCOPE-4")
    together = Combine(
        actor="wedge",
        kind="act",
        goal="a soup",
        participants=(
            Participant(combatant="wedge", attributes=("will",)),
            Participant(combatant="cook", attributes=("will",), ability="Cook"),
        ),
    )
    spec.when(together).refused("YY-SCOPE-4")


@pytest.mark.rule("YY-SCOPE-4")
def test_a_ruling_concerns_one_combatant_and_one_ability() -> None:
    other = {"name": "Taster", "scope": "hobby", "rating": 2}
    own = {"name": "Cook", "scope": "hobby", "rating": 2}
    spec = given(fight(plain("cook", abilities=[own, other]), plain("rival", abilities=[own])), ruled("a soup", False))
    assert attempts(spec.when(attempt("rival", "will", ability="Cook", task="a soup"), throws=cards(1)))
    assert attempts(spec.when(attempt("cook", "will", ability="Taster", task="a soup"), throws=cards(1)))


@pytest.mark.rule("YY-SCOPE-4")
def test_a_slash_does_not_make_one_ability_another() -> None:
    own = [{"name": name, "scope": "hobby", "rating": 2} for name in ("Cook/Baker", "Cook")]
    barred = RuleScope(combatant="cook", ability="Cook/Baker", task="a soup", within=False)
    spec = given(fight(plain("cook", abilities=own)), barred)
    spec.when(attempt("cook", "will", ability="Cook/Baker", task="a soup")).refused("YY-SCOPE-4")
    assert attempts(spec.when(attempt("cook", "will", ability="Cook", task="Baker/a soup"), throws=cards(1)))


@pytest.mark.rule("YY-SCOPE-4")
def test_a_task_that_is_ruled_within_needs_no_wider_scope() -> None:
    spec = given(fight(cook("hobby")), ruled("a soup", True))
    assert attempts(spec.when(dinner(task="a soup", needs_scope="profession"), throws=cards(1)))
    spec.when(dinner(task="a stew", needs_scope="profession")).refused("YY-SCOPE-3")


@pytest.mark.rule("YY-SCOPE-4")
def test_a_ruling_on_a_star_concerns_no_other_task() -> None:
    spec = given(fight(cook("hobby")), ruled("*", True))
    spec.when(dinner(task="a stew", needs_scope="profession")).refused("YY-SCOPE-3")
    assert attempts(spec.when(dinner(task="*", needs_scope="profession"), throws=cards(1)))
    spec.given(ruled("*", False)).when(dinner(task=" *")).refused("YY-SCOPE-4")
    assert attempts(spec.when(dinner(task="a stew"), throws=cards(1)))


def ruled(task: str, within: bool) -> RuleScope:
    """The narrator's word on a task of the cook."""
    return RuleScope(combatant="cook", ability="Cook", task=task, within=within)


# YY-AUTO: automatic success


@pytest.mark.rule("YY-AUTO-1", "YY-AUTO-2", "YY-AUTO-3", "YY-AUTO-4", "YY-AUTO-5", "YY-RUL-60")
@pytest.mark.parametrize("scope", ["hobby", "talent", "profession"])
@pytest.mark.parametrize("difficulty", CARDS)
def test_what_succeeds_without_a_card_and_with_how_many_the_rest_is_drawn(scope: str, difficulty: str) -> None:
    spec = given(fight(cook(scope)))
    if scope in AUTOMATIC[difficulty]:
        spec.when(dinner(difficulty=difficulty)).never(CardsDrawn)
        assert (attempted(spec).grade, attempted(spec).success) == ("automatic", True)
    else:
        spec.when(dinner(difficulty=difficulty), throws=cards(1 + abs(CARDS[difficulty])))
        test = attempted(spec)
        assert (test.net, len(test.cards)) == (CARDS[difficulty], 1 + abs(CARDS[difficulty]))


@pytest.mark.rule("YY-AUTO-5", "YY-RUL-60")
@pytest.mark.parametrize("difficulty", CARDS)
def test_without_an_ability_every_difficulty_is_drawn_with_its_cards(difficulty: Any) -> None:
    command = attempt("cook", "intellect", difficulty=difficulty)
    spec = given(fight(cook("profession"))).when(command, throws=cards(1 + abs(CARDS[difficulty])))
    assert attempted(spec).net == CARDS[difficulty]


@pytest.mark.rule("YY-AUTO-5")
def test_cards_of_difficulty_and_those_of_the_command_add_up() -> None:
    spec = given(fight(cook("hobby"))).when(dinner(difficulty="difficult", penalty=1, bonus=1), throws=cards(2))
    assert (attempted(spec).bonus, attempted(spec).penalty) == (
        (("narrator", 1),),
        (("difficulty", 1), ("narrator", 1)),
    )


@pytest.mark.rule("YY-AUTO-6")
def test_only_the_narrator_says_how_hard_a_task_is() -> None:
    command = attempt("bill", "will", ability="Flirting", difficulty="trivial")
    given(fight("bill")).when(command, speaker=PLAYER).refused("YY-AUTO-6")


@pytest.mark.rule("YY-AUTO-6", "YY-RUL-17", "YY-RUL-56")
def test_without_a_difficulty_even_a_professional_draws_one_card() -> None:
    spec = given(fight("irons")).when(attempt("irons", "perception", ability="Captain"), throws=["irons: 2H"])
    assert (attempted(spec).value, attempted(spec).number, attempted(spec).net) == (7, 2, 0)


@pytest.mark.rule("YY-RUL-56")
def test_a_difficult_task_has_one_penalty_card() -> None:
    command = attempt("irons", "speed", ability="Captain", difficulty="difficult")
    spec = given(fight("irons")).when(command, throws=["irons: 4D JS"])
    assert (attempted(spec).value, attempted(spec).kept, attempted(spec).success) == (6, "JS", False)


@pytest.mark.rule("YY-AUTO-7")
def test_an_automatic_success_has_no_card_costs_its_action_and_uses_no_grant() -> None:
    grant = GiveCards(combatant="irons", bonus=1)
    spec = given(fight("irons"), in_turn(), grant).when(captaincy(difficulty="average"))
    spec.then(ActionsSpent).never(CardsDrawn, GrantsUsed)
    test = attempted(spec)
    assert (test.grade, test.cards, test.kept, test.number) == ("automatic", (), None, None)
    assert person(spec, "irons").hand == 1
    spec.when(captaincy(), throws=["irons: 9H 2H"]).then(GrantsUsed)


@pytest.mark.rule("YY-AUTO-7")
def test_with_open_hands_an_automatic_success_takes_a_card_out_of_the_hand() -> None:
    spec = given(fight("irons", hand="open")).when(in_turn(), throws=["irons: 2H 3H"])
    spec.when(captaincy(difficulty="average")).refused("YY-DECK-14")
    spec.when(captaincy(difficulty="average", hand_card="2H"))
    assert (person(spec, "irons").cards, spec.fight.decks["irons"].out) == (("3H",), ("2H",))


@pytest.mark.rule("YY-AUTO-8")
def test_to_draw_anyway_gives_up_the_automatic_success() -> None:
    spec = given(fight("irons")).when(captaincy(difficulty="average", draw_anyway=True), throws=["irons: JH"])
    assert (attempted(spec).grade, attempted(spec).success) == ("jack", False)
    spec.when(captaincy(difficulty="easy", draw_anyway=True), throws=["irons: JH KD"])
    assert (attempted(spec).bonus, attempted(spec).grade) == ((("difficulty", 1),), "king")


@pytest.mark.rule("YY-AUTO-9", "YY-RUL-17")
def test_without_an_ability_nothing_is_automatic() -> None:
    spec = given(fight("irons")).when(attempt("irons", "intellect", difficulty="trivial"), throws=["irons: 9H 8H 7H"])
    assert attempted(spec).grade == "over"


@pytest.mark.rule("YY-AUTO-9", "YY-RUL-17")
def test_against_an_opponent_nothing_is_automatic() -> None:
    one = Contestant(combatant="irons", attributes=("intellect",), ability="Captain")
    other = Contestant(combatant="bill", attributes=("will",))
    spec = given(fight("irons", "bill")).when(
        Contest(first=one, second=other, stake="the bridge"), throws=["irons: 9H", "bill: 9H"]
    )
    assert [test.grade for test in attempts(spec)] == ["over", "over"]
    assert "difficulty" not in {*Contestant.model_fields, *Tend.model_fields, *Act.model_fields}


@pytest.mark.rule("YY-AUTO-10")
def test_without_automatic_successes_everything_is_drawn() -> None:
    spec = given(fight("irons", automatic_success=False))
    spec.when(captaincy(difficulty="average"), throws=["irons: 9H"])
    assert (attempted(spec).grade, attempted(spec).net) == ("over", 0)


def captaincy(**fields: Any) -> UnopposedTest:
    """A test of the admiral as a captain, target value 8."""
    return attempt("irons", "intellect", ability="Captain", **fields)


def test_a_test_is_refused_to_the_dead_and_free_to_the_unconscious() -> None:
    spec: Specification = given(fight(plain("one", vitality=-1)))
    spec.when(attempt("one", "endurance")).refused("YY-COND-1")
    spec.when(attempt("one", "endurance", free=True), throws=["narrator: 2H"])
    assert attempted(spec).success
