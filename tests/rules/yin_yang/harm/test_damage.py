"""Damage Draws: the chart, chains, bonus cards, what weapons change in them (YY-DMG, YY-HIGH-4)."""

from typing import Any

import pytest

from domain.core.commands import SentAnswer
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.decks.decks import CardsDrawn
from domain.rulesets.yin_yang.chapters.decks.drawing import Terms
from domain.rulesets.yin_yang.chapters.decks.grants import GiveCards, GrantsUsed
from domain.rulesets.yin_yang.chapters.exchanges.follow_ups import FollowUpEarned
from domain.rulesets.yin_yang.chapters.exchanges.verdicts import ExchangeDecided
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from domain.rulesets.yin_yang.chapters.harm.harm import FellOut, PointsLost
from domain.rulesets.yin_yang.items import Scores
from tests.recording import Recording
from tests.rules.yin_yang.builders import adjust, bearer, damage, struck, tracks
from tests.rules.yin_yang.specification import Specification, attack, fight, given, in_turn, person, plain

LASH = {"weapons": [{"id": "mind_lash"}], "wielded": [{"weapon": "mind_lash"}]}


def magnum(**options: Any) -> Specification:
    """Bishop with the Large Magnum, Damage Score 6 and Damage Value 3, and a victim of soak 4."""
    return given(fight("bishop", bearer(), **options))


def lost(spec: Specification) -> tuple[int, int, int]:
    """What the victim has lost of Vitality, Mental Balance and Stamina."""
    vitality, balance, stamina = tracks(spec, "victim")
    return 8 - vitality, 4 - balance, 4 - stamina


# The chart


@pytest.mark.rule("YY-DMG-2", "YY-DMG-3", "YY-DMG-4", "YY-DMG-5", "YY-DMG-6", "YY-EX-36", "YY-RUL-37", "YY-RUL-41")
@pytest.mark.parametrize(
    ("card", "points"),
    [("AH", 1), ("2H", 1), ("4H", 1), ("5H", 3), ("6H", 3), ("7H", 1), ("8H", 1), ("10H", 1)],
)
def test_a_number_deals_the_damage_value_above_the_soak_and_up_to_the_damage_score_otherwise_1(
    card: str, points: int
) -> None:
    spec = struck(magnum(), "bishop", "victim", f"bishop: {card}")
    assert lost(spec) == (points, 0, 0)
    assert [drawn.draws_left for drawn in damage(spec)] == [0]


@pytest.mark.rule("YY-DMG-7", "YY-JACK-2", "YY-EX-36", "YY-RUL-71")
def test_a_jack_deals_nothing() -> None:
    spec = struck(magnum(), "bishop", "victim", "bishop: JH").never(PointsLost)
    assert lost(spec) == (0, 0, 0)


@pytest.mark.rule("YY-DMG-8", "YY-VIT-2", "YY-STAM-2", "YY-QUEEN-2", "YY-EX-36", "YY-RUL-40", "YY-RUL-10")
def test_a_queen_deals_the_damage_value_whatever_the_soak_and_costs_stamina() -> None:
    tough = given(fight("bishop", bearer(endurance=9, will=4)))
    spec = struck(tough, "bishop", "victim", "bishop: QH")
    assert tracks(spec, "victim") == (8 - 3, 4, 9 - 1)
    (drawn,) = damage(spec)
    assert (drawn.grade, drawn.points, drawn.stamina, drawn.draws_left) == ("queen", 3, 1, 0)


@pytest.mark.rule("YY-DMG-9", "YY-DMG-10", "YY-DMG-11", "YY-DMG-12", "YY-DMG-13", "YY-STAM-2", "YY-KING-10", "YY-EX-37")
@pytest.mark.rule("YY-RUL-10", "YY-RUL-40", "YY-RUL-43", "YY-RUL-44", "YY-RUL-71")
@pytest.mark.parametrize(
    ("chain", "vitality", "stamina"),
    [
        ("KH JH", 3, 1),
        ("KH 8H", 4, 1),
        ("KH 4H", 4, 1),
        ("KH KS 5H", 9, 2),
        ("WHITE QH 2H", 7, 2),
        ("WHITE JH 5H", 6, 1),
        ("WHITE COLOURED", 3, 1),
        ("WHITE KH 5H 6H", 12, 2),
        ("KH COLOURED", 3, 1),
        ("COLOURED", 0, 0),
        ("JH", 0, 0),
    ],
)
def test_kings_and_white_jokers_draw_on_and_the_draws_are_added_up(chain: str, vitality: int, stamina: int) -> None:
    spec = struck(magnum(), "bishop", "victim", *(f"bishop: {card}" for card in chain.split()))
    assert lost(spec) == (vitality, 0, stamina)
    assert damage(spec)[-1].draws_left == 0


@pytest.mark.rule("YY-DMG-11", "YY-RUL-43", "YY-EX-37")
def test_a_number_late_in_a_chain_need_not_deal_the_minimum() -> None:
    assert lost(struck(magnum(chain_minimum=False), "bishop", "victim", "bishop: KH", "bishop: 8H")) == (3, 0, 1)
    assert lost(struck(magnum(chain_minimum=False), "bishop", "victim", "bishop: KH", "bishop: 4H")) == (3, 0, 1)
    assert lost(struck(magnum(chain_minimum=False), "bishop", "victim", "bishop: 8H")) == (1, 0, 0)


@pytest.mark.rule("YY-DMG-12", "YY-RUL-44", "YY-EX-36")
def test_a_white_joker_may_add_as_many_draws_as_a_king() -> None:
    spec = struck(magnum(white_joker_damage="as_king"), "bishop", "victim", "bishop: WHITE", "bishop: 5H")
    assert lost(spec) == (6, 0, 1)


@pytest.mark.rule("YY-DMG-9", "YY-DMG-13")
def test_each_draw_says_how_many_are_left() -> None:
    spec = struck(magnum(), "bishop", "victim", *(f"bishop: {card}" for card in ("WHITE", "KH", "5H", "6H")))
    assert [drawn.draws_left for drawn in damage(spec)] == [2, 2, 1, 0]
    spec = struck(magnum(), "bishop", "victim", *(f"bishop: {card}" for card in ("WHITE", "KH", "COLOURED")))
    assert [drawn.draws_left for drawn in damage(spec)] == [2, 2, 0]


@pytest.mark.rule("YY-DMG-16", "YY-RUL-52", "YY-EX-37")
def test_the_sum_of_a_chain_is_applied_once_and_does_not_kill_by_itself() -> None:
    spec = struck(magnum(), "bishop", "victim", *(f"bishop: {card}" for card in ("KH", "KS", "KD", "5H")))
    wounds = PointsLost(
        combatant="victim", track="vitality", points=12, left=-4, reason="large_magnum", inflictor="bishop"
    )
    spec.then(
        wounds,
        FellOut(combatant="victim", reason="dying"),
        PointsLost(combatant="victim", track="stamina", points=3, left=1, reason="large_magnum", inflictor="bishop"),
    )
    assert len([event for event in spec.events if isinstance(event, PointsLost) and event.track == "vitality"]) == 1
    assert person(spec, "victim").out == ("dying",)


@pytest.mark.rule("YY-DMG-9", "YY-RUL-77")
def test_a_chain_that_would_never_end_is_over_after_fifty_draws() -> None:
    played = Recording("giants", YIN_YANG)
    giants = (plain("hammer", strength=100), plain("anvil", endurance=100, will=100))
    played.play(fight(*giants, jokers=False))
    played.play(in_turn())
    played.play(attack("hammer", "anvil", weapon="bare_hands", answers=(SentAnswer(kind="match", answer="let_pass"),)))
    chain = [event for event in played.codec.decode_events(played.records) if isinstance(event, DamageDrawn)]
    assert [drawn.grade for drawn in chain] == ["king"] * 50
    assert [drawn.draws_left for drawn in chain] == [*[1] * 49, 0]


@pytest.mark.rule("YY-DMG-9", "YY-DMG-16")
def test_a_draw_follows_from_its_cards_and_the_next_from_the_king_before_it() -> None:
    spec = struck(magnum(), "bishop", "victim", "bishop: KH", "bishop: 5H")
    start = spec.fight.version - len(spec.events)
    kinds = [type(event) for event in spec.events]
    assert kinds[:5] == [CardsDrawn, DamageDrawn, CardsDrawn, DamageDrawn, PointsLost]
    assert spec.causes[1:5] == [start + 1, start + 2, start + 3, start + 4]
    assert [drawn.draws for drawn in damage(spec)] == [(start + 1,), (start + 3,)]


@pytest.mark.rule("YY-DECK-11")
def test_where_no_card_is_to_be_had_a_damage_draw_deals_nothing_and_ends_its_chain() -> None:
    quick = plain("quick", deck="quick", speed=60, perception=60)
    spec = given(fight(quick, bearer(), hand="open"), in_turn())
    assert len(person(spec, "quick").cards) == 54
    (drawn,) = damage(struck(spec, "quick", "victim").never(PointsLost))
    assert (drawn.kept, drawn.points, drawn.stamina, drawn.draws_left) == (None, 0, 0, 0)


# Bonus and penalty cards


@pytest.mark.rule("YY-DMG-14", "YY-DMG-15", "YY-BONUS-1", "YY-EX-36")
@pytest.mark.parametrize(
    ("cards", "kept"),
    [("3H 9H", "3H"), ("6H 3H", "6H"), ("9H 8H", "8H"), ("QH 6H", "QH"), ("JH 10H", "10H"), ("JH COLOURED", "JH")],
)
def test_of_bonus_cards_on_damage_the_best_is_kept(cards: str, kept: str) -> None:
    gift = GiveCards(combatant="bishop", bonus=1, on="damage", lasting="next_test")
    spec = magnum().given(gift)
    (drawn,) = damage(struck(spec, "bishop", "victim", f"bishop: {cards}"))
    assert (drawn.kept, drawn.net, drawn.bonus) == (kept, 1, (("granted", 1),))


@pytest.mark.rule("YY-DMG-14", "YY-DMG-15", "YY-BONUS-2", "YY-EX-36")
@pytest.mark.parametrize(
    ("cards", "kept"),
    [("9H JH", "JH"), ("5H 2H", "2H"), ("2H 9H", "9H"), ("WHITE KH", "KH"), ("JH COLOURED", "COLOURED")],
)
def test_of_penalty_cards_on_damage_the_worst_is_kept(cards: str, kept: str) -> None:
    spec = magnum().given(GiveCards(combatant="bishop", penalty=1, on="damage", lasting="encounter"))
    (drawn,) = damage(struck(spec, "bishop", "victim", f"bishop: {cards}", *(["bishop: 2S"] * (kept == "KH"))))[:1]
    assert (drawn.kept, drawn.net, drawn.penalty) == (kept, -1, (("granted", 1),))


@pytest.mark.rule("YY-BONUS-3", "YY-DMG-15")
@pytest.mark.parametrize(("bonus", "penalty", "cards"), [(2, 1, "2H 6H"), (1, 2, "6H QH"), (1, 1, "6H")])
def test_bonus_and_penalty_cards_on_damage_cancel(bonus: int, penalty: int, cards: str) -> None:
    spec = magnum().given(GiveCards(combatant="bishop", bonus=bonus, on="damage", lasting="encounter"))
    spec.given(GiveCards(combatant="bishop", penalty=penalty, on="damage", lasting="encounter"))
    (drawn,) = damage(struck(spec, "bishop", "victim", f"bishop: {cards}"))
    assert (drawn.net, drawn.kept) == (bonus - penalty, "6H")
    assert (drawn.bonus, drawn.penalty) == ((("granted", bonus),), (("granted", penalty),))


@pytest.mark.rule("YY-DMG-15")
def test_granted_cards_and_a_charge_count_in_the_first_draw_of_a_chain_only() -> None:
    spec = magnum().given(GiveCards(combatant="bishop", bonus=1, on="damage", lasting="encounter"))
    struck(spec, "bishop", "victim", "bishop: KH 2H 3H", "bishop: 4H", bonus=(("charge", 1),))
    first, second = damage(spec)
    assert (first.bonus, first.net) == ((("charge", 1), ("granted", 1)), 2)
    assert (second.bonus, second.net) == ((), 0)


@pytest.mark.rule("YY-BONUS-5", "YY-DMG-15")
@pytest.mark.parametrize(
    ("bonus", "penalty", "charge", "cards"),
    [(1, 0, (), "5H AH"), (0, 1, (), "5H QH"), (0, 0, (("charge", 1),), "5H AH")],
)
def test_cards_on_damage_change_neither_the_scores_nor_what_a_card_deals(
    bonus: int, penalty: int, charge: Terms, cards: str
) -> None:
    spec = magnum()
    if bonus or penalty:
        spec.given(GiveCards(combatant="bishop", bonus=bonus, penalty=penalty, on="damage", lasting="encounter"))
    (drawn,) = damage(struck(spec, "bishop", "victim", f"bishop: {cards}", bonus=charge))
    assert abs(drawn.net) == 1
    assert (drawn.damage_score, drawn.damage_value, drawn.soak, drawn.kept, drawn.points) == (6, 3, 4, "5H", 3)


@pytest.mark.rule("YY-BONUS-6", "YY-DMG-15")
def test_cards_granted_for_the_next_damage_draw_are_used_up_by_it_and_those_for_a_test_are_not() -> None:
    spec = magnum().given(GiveCards(combatant="bishop", bonus=1, on="damage"))
    spec.given(GiveCards(combatant="bishop", bonus=2, on="tests"))
    struck(spec, "bishop", "victim", "bishop: 2H 3H").then(GrantsUsed(combatant="bishop", on="damage"))
    assert [(grant.cards, grant.on) for grant in person(spec, "bishop").granted] == [(2, "tests")]
    struck(spec, "bishop", "victim", "bishop: 4H").never(GrantsUsed)


@pytest.mark.rule("YY-COND-3", "YY-RUL-11")
def test_tracks_at_0_put_no_penalty_card_on_a_damage_draw() -> None:
    spec = magnum().given(adjust("bishop", "vitality", -6), adjust("bishop", "stamina", -3))
    (drawn,) = damage(struck(spec, "bishop", "victim", "bishop: 5H"))
    assert (drawn.penalty, drawn.net) == ((), 0)


@pytest.mark.rule("YY-HIGH-4", "YY-DMG-15", "YY-RUL-23")
def test_a_damage_score_above_10_is_bonus_cards_in_every_draw_of_the_chain() -> None:
    titan = fight(plain("giant", deck="giant", strength=12, endurance=3), bearer())
    spec = struck(given(titan), "giant", "victim", "giant: 10H KS 9H", "giant: 4H 10S 2H")
    first, second = damage(spec)
    assert (first.kept, first.bonus, first.damage_score) == ("KS", (("damage_score", 2),), 12)
    assert (second.kept, second.bonus) == ("10S", (("damage_score", 2),))


@pytest.mark.rule("YY-HIGH-4", "YY-RUL-23")
def test_a_high_damage_score_may_be_cut_to_10() -> None:
    giant = plain("giant", deck="giant", strength=12, abilities=[ART])
    spec = given(fight(giant, bearer(), high_damage_score=False))
    struck(spec, "giant", "victim", "giant: 10H", weapon="martial_arts")
    (drawn,) = damage(spec)
    assert (drawn.grade, drawn.points, drawn.bonus) == ("number", 1, ())


ART = {"name": "Aikido", "rating": 1, "scope": "hobby", "unarmed": "martial_arts", "combat": True}


# What weapons change


@pytest.mark.rule("YY-DMG-17", "YY-WPN-24", "YY-EX-36")
@pytest.mark.parametrize(
    ("chain", "stamina"),
    [("2H", 0), ("5H", 0), ("9H", 0), ("JH", 0), ("QH", 1), ("KH 6H", 1), ("KH KS 7H", 2), ("WHITE 2H QH", 2)],
)
def test_what_is_not_lethal_takes_stamina_alone(chain: str, stamina: int) -> None:
    spec = given(fight(plain("one", deck="one", weapons=[{"id": "stun_blaster"}], wielded=STUN), bearer()))
    struck(spec, "one", "victim", *(f"one: {card}" for card in chain.split()))
    assert lost(spec) == (0, 0, stamina)
    assert {drawn.soak for drawn in damage(spec)} == {None}


STUN = [{"weapon": "stun_blaster"}]


@pytest.mark.rule("YY-DMG-17", "YY-WPN-24")
def test_what_is_mental_and_not_lethal_takes_no_mental_balance_either() -> None:
    daze = {"id": "daze", "name": "Daze", "reach": "ranged", "edges": ["mental"], "flaws": ["non_lethal"]}
    spec = given(fight(plain("one", deck="one", weapons=[daze], wielded=[{"weapon": "daze"}]), bearer()))
    assert lost(struck(spec, "one", "victim", "one: 4H")) == (0, 0, 0)
    assert lost(struck(spec, "one", "victim", "one: KH", "one: 9H")) == (0, 0, 1)


@pytest.mark.rule("YY-DMG-18", "YY-WPN-13", "YY-MB-2", "YY-SOAK-5", "YY-RUL-48", "YY-EX-41")
def test_a_mental_weapon_is_drawn_against_intellect_and_takes_mental_balance() -> None:
    spec = given(fight("mentalist", bearer(armour=[{"id": "full_plate"}], worn=["full_plate"])))
    assert lost(struck(spec, "mentalist", "victim", "mentalist: 4H")) == (0, 1, 0)
    assert [drawn.soak for drawn in damage(spec)] == [3]
    assert lost(struck(spec, "mentalist", "victim", "mentalist: QH")) == (0, 2, 1)


@pytest.mark.rule("YY-DMG-18", "YY-RUL-48")
def test_figures_of_a_mental_weapon_may_leave_stamina_alone() -> None:
    spec = given(fight("mentalist", bearer(), mental_stamina=False))
    assert lost(struck(spec, "mentalist", "victim", "mentalist: KH", "mentalist: 2H")) == (0, 2, 0)
    spec = given(fight("bishop", bearer(), mental_stamina=False))
    assert lost(struck(spec, "bishop", "victim", "bishop: QH")) == (3, 0, 1)


@pytest.mark.rule("YY-DMG-20", "YY-WPN-6", "YY-RUL-46")
def test_bare_hands_are_not_lethal_boxing_and_martial_arts_are() -> None:
    arts = [ART, {**ART, "name": "Ring", "unarmed": "boxing"}]
    spec = given(fight(plain("one", deck="one", strength=5, abilities=arts), bearer()))
    assert person(spec, "one").derived.weapons == {
        "bare_hands": Scores(5, 1),
        "boxing": Scores(5, 1),
        "martial_arts": Scores(6, 1),
    }
    assert lost(struck(spec, "one", "victim", "one: 5H", weapon="bare_hands")) == (0, 0, 0)
    assert lost(struck(spec, "one", "victim", "one: 5S", weapon="boxing")) == (1, 0, 0)
    assert lost(struck(spec, "one", "victim", "one: 6H", weapon="martial_arts")) == (2, 0, 0)


@pytest.mark.rule("YY-DMG-22", "YY-VIT-5", "YY-COND-5")
def test_a_damage_draw_against_somebody_out_of_action_is_made_and_applied_in_full() -> None:
    spec = magnum().given(adjust("victim", "stamina", -5))
    assert person(spec, "victim").out == ("exhausted",)
    struck(spec, "bishop", "victim", "bishop: 5H")
    assert tracks(spec, "victim") == (5, 4, -1)


# In an attack


@pytest.mark.rule("YY-DMG-1", "YY-DECK-6", "YY-EX-16")
def test_the_winner_makes_one_damage_draw_against_the_loser_from_its_own_deck() -> None:
    spec = given(fight("bishop", "da_hook"), in_turn())
    spec.when(attack("bishop", "da_hook"), "da_hook: match", throws=["bishop: 6H", "narrator: 9C", "bishop: 5D"])
    spec.then(DamageDrawn).follows(DamageDrawn, CardsDrawn)
    assert tracks(spec, "da_hook")[0] == 1
    spec.when(attack("da_hook", "bishop"), "bishop: match", throws=["narrator: 4C", "bishop: 7H", "bishop: 6D"])
    assert tracks(spec, "da_hook")[0] == -2
    assert tracks(spec, "bishop")[0] == 6


@pytest.mark.rule("YY-DMG-1")
def test_who_wins_another_stake_makes_no_damage_draw() -> None:
    spec = given(fight("bishop", "da_hook"), in_turn())
    escape = attack("bishop", "da_hook", stake="flee")
    spec.when(escape, "da_hook: let_pass", throws=["bishop: 6H"]).then(ExchangeDecided).never(DamageDrawn)


@pytest.mark.rule("YY-DMG-19", "YY-EX-50")
def test_pulled_punches_set_the_weapon_aside() -> None:
    spec = given(fight("bishop", "thug"), in_turn())
    gently = attack("bishop", "thug", pull_punches=True)
    spec.when(gently, "thug: let_pass", throws=["bishop: 6H", "bishop: 2H"])
    (drawn,) = damage(spec)
    assert (drawn.weapon, drawn.damage_score, drawn.damage_value, drawn.soak) == ("bare_hands", 3, 1, None)
    spec.when(gently, "thug: let_pass", throws=["bishop: 7C", "bishop: QH"])
    assert tracks(spec, "thug") == (4, 2, 1)


@pytest.mark.rule("YY-DMG-19")
def test_a_match_may_pull_its_punches_too() -> None:
    throws = ["narrator: 9C", "bishop: 6H", "bishop: 2H"]
    spec = given(fight("bishop", "thug"), in_turn())
    spec.when(attack("thug", "bishop"), "bishop: match pull_punches=yes", throws=throws)
    assert [(drawn.weapon, drawn.damage_score) for drawn in damage(spec)] == [("bare_hands", 3)]


@pytest.mark.rule("YY-DMG-19")
def test_martial_artists_may_pull_their_punches_and_a_parrying_weapon_set_aside_still_parries() -> None:
    artist = plain("one", deck="one", abilities=[ART], default_attack={"weapon": "martial_arts", "ability": "Aikido"})
    spec = given(fight(artist, "wedge"), in_turn())
    spec.when(attack("one", "wedge", pull_punches=True), "wedge: let_pass", throws=["one: 2H", "one: 3H"])
    assert [drawn.weapon for drawn in damage(spec)] == ["bare_hands"]
    gently = attack("wedge", "one", pull_punches=True)
    spec.when(gently, "one: match", throws=["narrator: 9H", "one: 4H", "one: 4S"])
    assert [drawn.soak for drawn in damage(spec)] == [4]


@pytest.mark.rule("YY-KING-10", "YY-DMG-9")
def test_a_king_in_a_damage_draw_earns_no_follow_up() -> None:
    spec = given(fight("bishop", "da_hook"), in_turn())
    throws = ["bishop: 6H", "bishop: KH", "bishop: 2D"]
    spec.when(attack("bishop", "da_hook"), "da_hook: let_pass", throws=throws).never(FollowUpEarned)
