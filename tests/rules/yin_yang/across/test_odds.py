"""Seeded cards have the chances that their rules give them: of a test, a Damage Draw, a flurry from a whole deck.

What is exact is counted here out of the rules' own words, without the code that decides; another library is asked too.
"""

import math
from collections.abc import Hashable

import icepool
import pytest

from domain.core.commands import SetPolicy
from domain.decision.decision import Decision
from domain.model.cards import JOKERS, PACK
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.chapters.challenges.confrontation import count_of, draw_flurry
from domain.rulesets.yin_yang.chapters.decks.drawing import Attempted
from domain.rulesets.yin_yang.chapters.harm.damage import DamageDrawn
from tests.fairness import assert_fair, exactly
from tests.laws.seeded import played, seeds
from tests.rules.yin_yang.specification import attack, attempt, fight, given, in_turn, plain

COPIES = {**dict.fromkeys(["COLOURED", "WHITE"], 1), **dict.fromkeys([*map(str, range(1, 11)), "J", "Q", "K"], 4)}


def from_worst_to_best(target: int) -> list[str]:
    """The faces in their order against a target value; suits do not matter."""
    over, within = range(10, target, -1), range(1, min(target, 10) + 1)
    return ["COLOURED", "J", *map(str, over), *map(str, within), "Q", "K", "WHITE"]


def keeping(target: int, net: int) -> dict[Hashable, float]:
    """The chance of each face to be kept: of all hands of 1 + |net| cards, those in which none is better, or worse.

    By counting: hands without anything above a face, less those without the face itself.
    """
    faces, many = from_worst_to_best(target), 1 + abs(net)
    if net < 0:
        faces.reverse()
    chances: dict[Hashable, float] = {}
    up_to = 0
    for face in faces:
        hands = math.comb(up_to + COPIES[face], many) - math.comb(up_to, many)
        up_to += COPIES[face]
        chances[face] = hands / math.comb(54, many)
    return {face: chance for face, chance in chances.items() if chance}


def face_of(card: str | None) -> str:
    """A card without its suit; an ace is a 1."""
    assert card is not None
    return card if card in JOKERS else card[:-1].replace("A", "1")


NET_AND_VALUE = [(0, 5), (0, 8), (2, 7), (-1, 7), (-3, 9), (4, 10)]


@pytest.mark.parametrize(("net", "value"), NET_AND_VALUE)
def test_what_is_counted_is_what_another_library_says(net: int, value: int) -> None:
    faces = from_worst_to_best(value)
    deal = icepool.Deck({place: COPIES[face] for place, face in enumerate(faces)}).deal(1 + abs(net))
    kept = deal.lowest(1).sum() if net < 0 else deal.highest(1).sum()
    counted = {faces.index(str(face)): chance for face, chance in keeping(value, net).items()}
    assert exactly(kept) == pytest.approx(counted)


@pytest.mark.parametrize(("value", "successes"), [(1, 13), (2, 17), (5, 29), (7, 37), (8, 41), (9, 45), (10, 49)])
@pytest.mark.rule("YY-TEST-5", "YY-TEST-6", "YY-JACK-1")
def test_one_card_succeeds_as_often_as_there_are_cards_that_do(value: int, successes: int) -> None:
    spec = given(fight(plain("one", strength=value)))
    fell = [of_test(events).success for events in played(YIN_YANG, spec.fight, attempt("one", "strength"))]
    assert_fair(fell, {True: successes / 54, False: 1 - successes / 54})


@pytest.mark.parametrize(("net", "value"), NET_AND_VALUE)
@pytest.mark.rule("YY-TEST-7", "YY-BONUS-1", "YY-BONUS-2", "YY-DECK-5")
def test_every_face_is_kept_as_often_as_it_is_best_or_worst(net: int, value: int) -> None:
    spec = given(fight(plain("one", strength=value)))
    command = attempt("one", "strength", bonus=max(0, net), penalty=max(0, -net))
    assert_fair(
        [face_of(of_test(events).kept) for events in played(YIN_YANG, spec.fight, command)], keeping(value, net)
    )


@pytest.mark.rule("YY-HIGH-1", "YY-HIGH-2", "YY-RUL-22")
def test_above_ten_a_test_fails_only_by_jacks_and_a_coloured_joker_alone() -> None:
    spec = given(fight(plain("one", strength=11)))
    fell = [of_test(events) for events in played(YIN_YANG, spec.fight, attempt("one", "strength"))]
    failing = math.comb(5, 2) / math.comb(54, 2)
    assert_fair([test.success for test in fell], {True: 1 - failing, False: failing})
    assert_fair([face_of(test.kept) for test in fell], keeping(10, 1))


def of_test(events: list[Event]) -> Attempted:
    return next(event for event in events if isinstance(event, Attempted))


SCORE, VALUE, SOAK, TARGET = 6, 3, 4, 7
"""Bishop's Damage Score and Damage Value, the soak of Wedge, and what Bishop's attack is drawn against."""


def on_chart(card: str) -> tuple[int, int]:
    """Points and Stamina of one card of that Damage Draw."""
    if card in ("J", "COLOURED"):
        return 0, 0
    if card in ("Q", "K", "WHITE"):
        return VALUE, 1
    return (VALUE if SOAK < int(card) <= SCORE else 1), 0


@pytest.mark.rule("YY-DMG-5", "YY-DMG-6", "YY-DMG-7", "YY-DMG-8", "YY-DECK-5")
def test_the_first_card_of_a_chain_falls_out_of_what_the_attack_has_left() -> None:
    passing = SetPolicy(of="wedge", kind="match", answer="never")
    spec = given(fight("bishop", "wedge"), passing, in_turn())
    exact: dict[Hashable, float] = {}
    for first in PACK:
        for second in (card for card in PACK if card != first):
            face = face_of(first)
            failed = face in ("J", "COLOURED") or (face.isdecimal() and int(face) > TARGET)
            outcome = None if failed else on_chart(face_of(second))
            exact[outcome] = exact.get(outcome, 0.0) + 1 / (54 * 53)
    fell = [of_chain(events) for events in played(YIN_YANG, spec.fight, attack("bishop", "wedge"))]
    assert_fair(fell, exact)


def of_chain(events: list[Event]) -> tuple[int, int] | None:
    """What the first draw of a chain costs; None where the attack has failed."""
    first = next((event for event in events if isinstance(event, DamageDrawn)), None)
    return None if first is None else (first.points, first.stamina)


@pytest.mark.parametrize("cards", [1, 3, 5, 9])
@pytest.mark.rule("YY-CONF-7", "YY-CONF-8", "YY-CONF-9")
def test_a_flurry_counts_what_its_cards_are_likely_to(cards: int) -> None:
    before = given(fight(plain("one", strength=cards, intellect=1, colour="red"))).fight
    fell = []
    for chance in seeds(f"flurry {cards}"):
        decision = Decision(YIN_YANG, before, NARRATOR, chance)
        fell.append(count_of(before, "one", draw_flurry(decision, "one").cards))
    deal = icepool.Deck({0: 26, 1: 26, 2: 1, -1: 1}).deal(cards)
    exact = exactly(deal.sum().map(lambda count: max(0, count)))
    assert exact == pytest.approx(counting(cards))
    assert_fair(fell, exact)


def counting(cards: int) -> dict[Hashable, float]:
    """The chance of each count: so many of 26 own cards, of 26 others, and of the two jokers."""
    chances: dict[Hashable, float] = {}
    for white, coloured in ((0, 0), (1, 0), (0, 1), (1, 1)):
        numbers = cards - white - coloured
        for own in range(numbers + 1):
            count = max(0, own + 2 * white - coloured)
            hands = math.comb(26, own) * math.comb(26, numbers - own)
            chances[count] = chances.get(count, 0.0) + hands / math.comb(54, cards)
    return chances
