"""Bonus and penalty cards: how many are drawn, where they come from, how they cancel (YY-BONUS, YY-HIGH, YY-NARR-2)."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.rulesets.yin_yang.chapters.challenges.confrontation import FlurryDrawn
from domain.rulesets.yin_yang.chapters.combined.combining import Combine, Participant
from domain.rulesets.yin_yang.chapters.decks.grants import CardsGranted, GiveCards, GrantsUsed
from domain.rulesets.yin_yang.chapters.decks.hands import CardsPlayed
from domain.rulesets.yin_yang.chapters.exchanges.calls import Attack
from domain.rulesets.yin_yang.chapters.narrator.rulings import SetCondition
from domain.rulesets.yin_yang.chapters.testing.contests import Contest, Contestant
from domain.rulesets.yin_yang.chapters.testing.unopposed import Test as UnopposedTest
from domain.rulesets.yin_yang.chapters.turns.gear import GripSheet, Wield
from domain.rulesets.yin_yang.chapters.turns.turns import EndTurn, StartTurn
from tests.rules.yin_yang.builders import attempted, attempts
from tests.rules.yin_yang.specification import Specification, attempt, fight, given, in_turn, newcomer, person, plain

CUMBERSOME: dict[str, Any] = {"armour": [{"id": "chainmail"}], "worn": ["chainmail"]}


def grant(cards: int, lasting: Any = "next_test", on: Any = "tests", combatant: str = "bill") -> GiveCards:
    """The narrator's gift: bonus cards, below 0 penalty cards."""
    return GiveCards(
        combatant=combatant, bonus=max(0, cards), penalty=max(0, -cards), on=on, lasting=lasting, reason="a feat"
    )


def tactics(**fields: Any) -> UnopposedTest:
    """A test of the titan against a target value of 12."""
    return attempt("titan", "intellect", ability="Tactics", **fields)


def draws_net(spec: Specification, net: int) -> Specification:
    """Bill makes a test, and has so many bonus cards left for it, below 0 penalty cards."""
    drawn = " ".join(spec.fight.decks["bill"].cards[: 1 + abs(net)])
    spec.when(attempt("bill", "will"), throws=[f"bill: {drawn}"])
    assert attempted(spec).net == net
    return spec


# YY-BONUS-1 to -3: drawing, keeping, cancelling


@pytest.mark.rule("YY-BONUS-1", "YY-BONUS-2")
@pytest.mark.parametrize(
    ("bonus", "penalty", "cards", "kept"),
    [
        (1, 0, "9C 4D", "4D"),
        (0, 1, "9C 4D", "9C"),
        (3, 0, "9C 4D 6H 2S", "6H"),
        (0, 3, "KC 4D 6H 2S", "2S"),
        (0, 0, "9C", "9C"),
    ],
)
def test_bonus_cards_keep_the_best_and_penalty_cards_the_worst(bonus: int, penalty: int, cards: str, kept: str) -> None:
    command = attempt("bill", "combat_value", ability="Brawling", bonus=bonus, penalty=penalty)
    spec = given(fight("bill")).when(command, throws=[f"bill: {cards}"])
    assert (attempted(spec).value, " ".join(attempted(spec).cards), attempted(spec).kept) == (6, cards, kept)


@pytest.mark.rule("YY-BONUS-3")
@pytest.mark.parametrize(
    ("bonus", "penalty", "cards", "kept"),
    [(2, 1, "9C 4D", "4D"), (1, 2, "9C 4D", "9C"), (2, 2, "9C", "9C"), (5, 3, "9C 4D 5D", "5D")],
)
def test_bonus_and_penalty_cards_cancel_before_anything_is_drawn(
    bonus: int, penalty: int, cards: str, kept: str
) -> None:
    command = attempt("bill", "combat_value", ability="Brawling", bonus=bonus, penalty=penalty)
    spec = given(fight("bill")).when(command, throws=[f"bill: {cards}"])
    test = attempted(spec)
    assert (test.net, test.kept) == (bonus - penalty, kept)
    assert (test.bonus, test.penalty) == ((("narrator", bonus),), (("narrator", penalty),))


@pytest.mark.rule("YY-BONUS-4")
def test_all_sources_of_cards_add_up() -> None:
    tired = newcomer("titan", vitality=0, stamina=0)
    spec = given(fight(tired)).when(tactics(bonus=1), throws=["titan: JH 10S"])
    test = attempted(spec)
    assert (test.target, test.net, test.kept) == (10, 1, "10S")
    assert test.bonus == (("target_value", 2), ("narrator", 1))
    assert test.penalty == (("vitality", 1), ("stamina", 1))


@pytest.mark.rule("YY-BONUS-4", "YY-HIGH-3")
def test_a_third_track_at_zero_cancels_the_last_bonus_card() -> None:
    spent = newcomer("titan", vitality=0, stamina=0, mental_balance=0)
    spec = given(fight(spent)).when(tactics(bonus=1), throws=["titan: 10S"])
    assert (attempted(spec).target, attempted(spec).net, attempted(spec).success) == (10, 0, True)


@pytest.mark.rule("YY-BONUS-4")
def test_difficulty_armour_grants_and_the_narrators_word_are_sources() -> None:
    spec = given(fight(newcomer("bill", **CUMBERSOME)), grant(1), grant(-2, "encounter"))
    command = attempt("bill", "speed", difficulty="very_difficult", bonus=3, penalty=1)
    spec.when(command, throws=["bill: 2H 3H 4H"])
    test = attempted(spec)
    assert test.bonus == (("granted", 1), ("narrator", 3))
    assert test.penalty == (("difficulty", 2), ("cumbersome", 1), ("granted", 2), ("narrator", 1))
    assert test.net == -2


@pytest.mark.rule("YY-MB-3", "YY-MB-5", "YY-BONUS-4")
def test_below_zero_mental_balance_has_its_penalty_card_for_the_mad_alone() -> None:
    spec = given(fight(newcomer("bill", mental_balance=-1)))
    spec.when(attempt("bill", "will", free=True), throws=["bill: 2H"])
    assert attempted(spec).penalty == ()
    spec.given(SetCondition(combatant="bill", condition="mad"))
    spec.when(attempt("bill", "will"), throws=["bill: 2H 3H"])
    assert attempted(spec).penalty == (("mental_balance", 1),)


def gate(*lifters: str) -> Combine:
    """These lift a gate together."""
    abilities = {"bill": "Brawling", "cryptos": "Man-at-arms"}
    participants = tuple(
        [Participant(combatant=key, attributes=("strength",), ability=abilities.get(key)) for key in lifters]
    )
    return Combine(actor=lifters[0], kind="act", participants=participants, goal="lift the gate")


@pytest.mark.rule("YY-BONUS-4", "YY-RUL-25")
@pytest.mark.parametrize(
    ("penalty", "draws", "kept"),
    [(0, ["cryptos: 9S", "bill: 6D"], "6D"), (1, ["cryptos: 9S"], "9S"), (2, ["cryptos: 4S 9S"], "9S")],
)
def test_a_partners_card_is_a_bonus_card_for_the_best_of_all(penalty: int, draws: list[str], kept: str) -> None:
    spec = given(fight("bill", "cryptos")).when(
        gate("bill", "cryptos"), f"narrator: allow penalty={penalty}", throws=draws
    )
    test = attempted(spec)
    assert (test.combatant, test.value, test.kept, test.net) == ("cryptos", 6, kept, 1 - penalty)
    assert test.bonus == (("partners", 1),)


@pytest.mark.rule("YY-RUL-25", "YY-COMB-5")
@pytest.mark.parametrize(
    ("granted", "penalty", "draws", "kept"),
    [
        (1, 0, ["cryptos: 9S 10S", "bill: 4D", "bishop: 5D"], "5D"),
        (1, 2, ["cryptos: 9S", "bill: 4D"], "4D"),
        (0, 1, ["cryptos: 9S", "bill: 4D"], "4D"),
        (0, 5, ["cryptos: 2C 5C 6S 3D"], "2C"),
    ],
)
def test_penalty_cards_cancel_partners_from_the_last_named_on(
    granted: int, penalty: int, draws: list[str], kept: str
) -> None:
    spec = given(fight("bill", "cryptos", "bishop"), *([grant(granted, combatant="cryptos")] if granted else []))
    spec.when(gate("bill", "cryptos", "bishop"), f"narrator: allow penalty={penalty}", throws=draws)
    assert attempted(spec).kept == kept


@pytest.mark.rule("YY-COMB-5", "YY-COMB-6")
@pytest.mark.parametrize(("penalty", "cards"), [(0, ("2C", "4H")), (1, ("2C",))])
def test_a_partners_open_card_is_played_even_where_penalty_cards_cancel_it(
    penalty: int, cards: tuple[str, ...]
) -> None:
    spec = given(fight("bill", "cryptos", hand="open", combined_dedication=0))
    spec.when(in_turn(), throws=["bill: 2H 3H 4H", "cryptos: 2C 3C"])
    command = gate("bill", "cryptos").model_copy(update={"hand_card": "4H"})
    spec.when(command, "cryptos: join hand_card=2C", f"narrator: allow penalty={penalty}")
    spec.then(
        CardsPlayed(combatant="cryptos", deck="cryptos", cards=("2C",)),
        CardsPlayed(combatant="bill", deck="bill", cards=("4H",)),
    )
    assert attempted(spec).cards == cards
    assert [spec.fight.decks[key].out for key in ("bill", "cryptos")] == [("4H",), ("2C",)]


@pytest.mark.rule("YY-BONUS-4")
@pytest.mark.parametrize("field", ["bonus", "penalty"])
def test_a_command_adds_at_most_five_cards(field: str) -> None:
    assert getattr(attempt("bill", "will", **{field: 5}), field) == 5
    with pytest.raises(ValidationError):
        attempt("bill", "will", **{field: 6})
    with pytest.raises(ValidationError):
        attempt("bill", "will", **{field: -1})


@pytest.mark.rule("YY-ARM-9", "YY-ARM-10", "YY-ARM-11", "YY-BONUS-4")
@pytest.mark.parametrize(
    ("attributes", "precision", "net"),
    [(("speed",), False, -1), (("will",), False, 0), (("will",), True, -1), (("will", "speed"), True, -1)],
)
def test_cumbersome_armour_is_in_the_way_once(attributes: Any, precision: bool, net: int) -> None:
    second = {"id": "padding", "name": "Padding", "edges": ["stackable"], "flaws": ["cumbersome"]}
    worn = {"armour": [{"id": "chainmail"}, second], "worn": ["chainmail", "padding"]}
    spec = given(fight(newcomer("bill", **worn)))
    drawn = ["bill: 2H 3H"] if net else ["bill: 2H"]
    spec.when(attempt("bill", *attributes, precision=precision), throws=drawn)
    assert attempted(spec).net == net
    put_off = given(fight(newcomer("bill", **{**worn, "worn": []})))
    put_off.when(attempt("bill", *attributes, precision=precision), throws=["bill: 2H"])
    assert attempted(put_off).net == 0


@pytest.mark.rule("YY-BONUS-5")
def test_nothing_but_gear_changes_the_scores_of_an_attack() -> None:
    whole = person(given(fight("da_hook")), "da_hook").derived
    worn_down = given(
        fight(newcomer("da_hook", vitality=0, stamina=0, mental_balance=0)),
        grant(3, "encounter", "damage", "da_hook"),
        grant(-3, "encounter", "tests", "da_hook"),
        SetCondition(combatant="da_hook", condition="severed_hand"),
    )
    assert person(worn_down, "da_hook").derived == whole
    both_hands = Wield(actor="da_hook", items=(GripSheet(weapon="large_knife", hands=2),))
    scores = person(worn_down.given(both_hands), "da_hook").derived.weapons["large_knife"]
    assert scores.damage_score == whole.weapons["large_knife"].damage_score + 1


# YY-BONUS-6 and -7, YY-NARR-2: granted cards


@pytest.mark.rule("YY-BONUS-6")
def test_cards_for_the_next_test_are_used_up_by_it() -> None:
    spec = given(fight("bill"), grant(2), grant(-1), grant(3, on="damage"))
    draws_net(spec, 1).then(GrantsUsed(combatant="bill", on="tests"))
    draws_net(spec, 0).never(GrantsUsed)
    assert [(each.cards, each.on) for each in person(spec, "bill").granted] == [(3, "damage")]


@pytest.mark.rule("YY-BONUS-6")
def test_cards_for_the_next_test_or_damage_draw_wait_for_it_over_the_end_of_a_turn() -> None:
    spec = given(fight("bill"), in_turn(), grant(1), grant(2, on="damage"), EndTurn(), in_turn())
    draws_net(spec, 1).then(GrantsUsed(combatant="bill", on="tests"))
    spec.given(EndTurn())
    assert [(each.cards, each.on) for each in person(spec, "bill").granted] == [(2, "damage")]


@pytest.mark.rule("YY-BONUS-6", "YY-ORD-3")
def test_cards_of_this_turn_last_until_it_ends_and_go_in_a_turn_only() -> None:
    given(fight("bill")).when(grant(1, "this_turn")).refused("YY-BONUS-6")
    spec = given(fight("bill"), in_turn(), grant(1, "this_turn"))
    draws_net(draws_net(spec, 1), 1)
    draws_net(spec.given(EndTurn()), 0)
    draws_net(spec.given(in_turn()), 0)


@pytest.mark.rule("YY-BONUS-6")
@pytest.mark.parametrize("before", [(), (in_turn(),)])
def test_cards_of_the_next_turn_last_from_its_start_to_its_end(before: tuple[StartTurn, ...]) -> None:
    spec = draws_net(given(fight("bill"), *before, grant(-1, "next_turn")), 0)
    if before:
        draws_net(spec.given(EndTurn()), 0)
    draws_net(draws_net(spec.given(in_turn()), -1), -1)
    draws_net(spec.given(EndTurn()), 0)


@pytest.mark.rule("YY-BONUS-6")
def test_cards_for_the_encounter_last_always() -> None:
    spec = draws_net(given(fight("bill"), grant(1, "encounter")), 1)
    draws_net(spec.given(in_turn()), 1)
    draws_net(spec.given(EndTurn()), 1)


@pytest.mark.rule("YY-BONUS-6")
def test_cards_of_a_span_and_for_the_next_test_add_up_and_the_latter_alone_are_used_up() -> None:
    spec = given(fight("bill"), grant(1, "encounter"), grant(1))
    draws_net(draws_net(spec, 2).then(GrantsUsed(combatant="bill", on="tests")), 1)


@pytest.mark.rule("YY-BONUS-6")
def test_cards_on_damage_have_the_spans_of_a_turn_too() -> None:
    spec = given(fight("bill"), grant(1, "next_turn", on="damage"))
    assert not person(spec, "bill").granted_on("damage")
    spec.given(in_turn(), grant(2, "this_turn", on="damage"))
    assert [each.cards for each in person(spec, "bill").granted_on("damage")] == [1, 2]
    assert not person(spec.given(EndTurn()), "bill").granted


@pytest.mark.rule("YY-BONUS-6")
def test_cards_on_damage_are_none_of_a_test() -> None:
    spec = draws_net(given(fight("bill"), grant(2, on="damage")), 0).never(GrantsUsed)
    assert [each.cards for each in person(spec, "bill").granted] == [2]


@pytest.mark.rule("YY-BONUS-7")
def test_a_feat_that_deserves_it_gets_a_bonus_card() -> None:
    spec = (
        given(fight("bill"))
        .when(grant(1))
        .then(CardsGranted(combatant="bill", cards=1, on="tests", lasting="next_test", reason="a feat"))
    )
    draws_net(spec, 1)
    spec.when(attempt("bill", "will", bonus=1), throws=["bill: 9H 3H"])
    assert attempted(spec).success


@pytest.mark.rule("YY-BONUS-8")
def test_flurries_take_no_bonus_or_penalty_cards() -> None:
    spec = given(fight("vinnie", "hei"), grant(2, "encounter", combatant="vinnie"))
    spec.given(grant(-2, "encounter", combatant="hei"))
    first = Contestant(combatant="vinnie", attributes=("combat_value",))
    second = Contestant(combatant="hei", attributes=("combat_value",))
    spec.when(
        Contest(first=first, second=second, stake="the circle"),
        throws=["vinnie: QH 2C 3C", "hei: QS KS QC", "vinnie: 2H 5D 9H 3S 8S", "hei: 4C 6S 9C JS"],
    )
    spec.then(FlurryDrawn)


@pytest.mark.rule("YY-NARR-2")
@pytest.mark.parametrize("phase", ["between", "turn"])
def test_the_narrator_gives_cards_in_both_phases_to_one_combatant(phase: str) -> None:
    spec = given(fight("bill", "bishop"), *([in_turn()] if phase == "turn" else []))
    spec.when(grant(2)).then(CardsGranted)
    assert [len(person(spec, key).granted) for key in ("bill", "bishop")] == [1, 0]
    spec.when(grant(-1, "encounter", on="damage")).then(
        CardsGranted(combatant="bill", cards=-1, on="damage", lasting="encounter", reason="a feat")
    )


@pytest.mark.rule("YY-NARR-2")
@pytest.mark.parametrize(("bonus", "penalty"), [(0, 0), (1, 1)])
def test_granted_cards_are_bonus_or_penalty_cards(bonus: int, penalty: int) -> None:
    command = GiveCards(combatant="bill", bonus=bonus, penalty=penalty)
    given(fight("bill")).when(command).refused(None, "invalid")


def test_cards_are_granted_to_somebody_who_is_here() -> None:
    given(fight("bill")).when(grant(1, combatant="bishop")).refused(None, "invalid")


@pytest.mark.rule("YY-NARR-2")
def test_within_an_exchange_no_cards_are_given() -> None:
    spec = given(fight("bishop", "thug"), in_turn(), Attack(actor="bishop", target="thug"))
    assert spec.fight.exchange is not None
    spec.when(grant(1, combatant="bishop")).refused("YY-PROM-14")


# YY-HIGH: target values above 10


@pytest.mark.rule("YY-HIGH-1", "YY-HIGH-2", "YY-RUL-22", "YY-RUL-67")
@pytest.mark.parametrize(
    ("cards", "kept", "success"),
    [("JH 10S AD", "10S", True), ("JH JC AS", "AS", True), ("JH JC JS", "JH", False), ("JH JC COLOURED", "JH", False)],
)
def test_a_target_value_of_twelve_is_drawn_against_ten_with_two_bonus_cards(
    cards: str, kept: str, success: bool
) -> None:
    spec = given(fight("titan", campaign_level="supers")).when(tactics(), throws=[f"titan: {cards}"])
    test = attempted(spec)
    assert (test.value, test.target, test.net) == (12, 10, 2)
    assert (test.kept, test.success) == (kept, success)


@pytest.mark.rule("YY-HIGH-1", "YY-HIGH-2")
@pytest.mark.parametrize(("strength", "target", "bonus"), [(9, 9, 0), (10, 10, 0), (11, 10, 1)])
def test_only_points_above_ten_are_bonus_cards(strength: int, target: int, bonus: int) -> None:
    drawn = "9H 10H" if bonus else "9H"
    spec = given(fight(plain("one", strength=strength))).when(attempt("one", "strength"), throws=[f"narrator: {drawn}"])
    assert (attempted(spec).value, attempted(spec).target, attempted(spec).net) == (strength, target, bonus)


@pytest.mark.rule("YY-RUL-22")
def test_it_is_the_target_value_that_counts_and_not_the_rating() -> None:
    ability = [{"name": "Lifting", "scope": "hobby", "rating": 9}]
    spec = given(fight(plain("one", strength=2, abilities=ability)))
    spec.when(attempt("one", "strength", ability="Lifting"), throws=["narrator: JH 2H"])
    assert (attempted(spec).value, attempted(spec).net) == (11, 1)


@pytest.mark.rule("YY-HIGH-3")
@pytest.mark.parametrize(
    ("penalty", "cards", "kept", "success"),
    [(1, "JH 10S", "10S", True), (2, "10S", "10S", True), (3, "10S JH", "JH", False)],
)
def test_these_bonus_cards_cancel_like_any_other_and_the_target_stays_ten(
    penalty: int, cards: str, kept: str, success: bool
) -> None:
    spec = given(fight("titan")).when(tactics(penalty=penalty), throws=[f"titan: {cards}"])
    test = attempted(spec)
    assert (test.target, test.kept, test.success) == (10, kept, success)
    assert len(attempts(spec)) == 1
