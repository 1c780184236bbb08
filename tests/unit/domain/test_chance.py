"""Tests of chance: seeded throws are in range and fair, supplied faces are used up exactly, recorded draws repeat."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance.draws import NOTHING_DRAWN, Chance, Draw, Repeated, Seeded, SentFaces, Supplied, draw_key, reading_of
from domain.chance.seeds import SeedMaterial
from domain.core.commands import Command, Open
from domain.decision.decision import Decision
from domain.model.cards import PACK, mask_of, remove_cards, sort_cards
from domain.model.refusal import NeededThrow, Refused
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide, refusal_for
from tests.toy_rulesets.gamble import GAMBLE, Deal, Dealt, Gamble, Gambled, Gambling, LotDrawn

SEED = Seeded(draw_key(bytes(32), ""))
SIDES = st.integers(2, 256)
PLACES = st.tuples(st.integers(1, 2**32 - 1), st.integers(1, 2**53), st.integers(0, 99))
Place = tuple[int, int, int]


class Asked(NamedTuple):
    """A throw that a decision requests from chance. Without sides and without a pack it is a toss of coins."""

    many: int
    sides: int = 0
    pack: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return "cards" if self.pack else f"d{self.sides}" if self.sides else "coins"

    def of(self, chance: Chance, place: Place = (1, 1, 0)) -> Draw:
        """Return the draw that ``chance`` makes for this throw."""
        if self.pack:
            return chance.cards("vane", "check", self.many, self.pack, *place)
        if self.sides:
            return chance.dice("vane", "check", self.many, self.sides, *place)
        return chance.coins("vane", "check", self.many, *place)


COPIES = st.sampled_from([(card, copy) for card in PACK for copy in range(4)])
PACKS = st.lists(COPIES, min_size=1, max_size=60, unique=True).map(
    lambda drawn: sort_cards([card for card, _ in drawn])
)
COINS_AND_DICE = st.builds(Asked, st.integers(1, 80), st.just(0) | SIDES, st.just(()))
CARDS = PACKS.flatmap(lambda pack: st.builds(Asked, st.integers(1, len(pack)), st.just(0), st.just(pack)))
THROWS = COINS_AND_DICE | CARDS


def sent(draw: Draw) -> SentFaces:
    """Return the faces of a draw in the form in which a table sends them."""
    return draw.coins or list(draw.faces)


def refusal_of(draw: Callable[[], object]) -> tuple[str, str, str | None, NeededThrow | None]:
    with pytest.raises(Refused) as caught:
        draw()
    refusal = caught.value.refusal
    return refusal.code, refusal.detail, refusal.field, refusal.needed


@given(count=st.integers(1, 300), sides=SIDES, place=PLACES)
def test_seeded_dice_are_as_many_as_asked_for_and_show_faces_that_they_have(
    count: int, sides: int, place: Place
) -> None:
    draw = SEED.dice("vane", "check", count, sides, *place)
    assert (draw.source, draw.sides, len(draw.dice)) == ("seeded", sides, count)
    assert set(draw.dice) <= set(range(1, sides + 1))
    assert draw.coins == ""


@given(count=st.integers(0, 1200), place=PLACES)
def test_seeded_coins_are_as_many_as_asked_for(count: int, place: Place) -> None:
    draw = SEED.coins("vane", "check", count, *place)
    assert (draw.source, draw.sides, len(draw.coins)) == ("seeded", 0, count)
    assert set(draw.coins) <= {"H", "T"}
    assert draw.dice == ()


@given(asked=COINS_AND_DICE, more=st.integers(1, 600), place=PLACES)
def test_more_thrown_at_the_same_place_begin_as_fewer_did_and_always_fall_the_same(
    asked: Asked, more: int, place: Place
) -> None:
    fewer = asked.of(SEED, place)
    assert asked.of(Seeded(draw_key(bytes(32), "")), place) == fewer
    assert Asked(asked.many + more, asked.sides).of(SEED, place).faces[: asked.many] == fewer.faces


def test_of_all_bytes_each_face_of_any_die_has_as_many_as_can_be() -> None:
    for sides in range(2, 257):
        table, skipped = reading_of(sides)
        counted = Counter(bytes(range(256)).translate(table, skipped))
        assert counted == dict.fromkeys(range(sides), 256 // sides)


@pytest.mark.parametrize("sides", [-6, 0, 1, 257, 1000])
def test_there_are_no_dice_of_other_sides(sides: int) -> None:
    with pytest.raises(ValueError, match=f"a die has 2 to 256 sides, not {sides}"):
        SEED.dice("vane", "check", 1, sides, 1, 1, 0)


@given(asked=CARDS, place=PLACES)
def test_seeded_cards_are_drawn_out_of_the_pack_and_none_of_them_twice(asked: Asked, place: Place) -> None:
    draw = asked.of(SEED, place)
    assert (draw.source, draw.sides, draw.coins, draw.dice) == ("seeded", 0, "", ())
    assert len(draw.cards) == asked.many
    assert not Counter(draw.cards) - Counter(asked.pack)


@given(asked=CARDS, place=PLACES, mixed=st.randoms())
def test_more_cards_begin_as_fewer_did_and_the_order_in_which_a_pack_is_named_says_nothing(
    asked: Asked, place: Place, mixed: Random
) -> None:
    whole = Asked(len(asked.pack), pack=tuple(mixed.sample(asked.pack, len(asked.pack)))).of(SEED, place)
    assert whole.cards[: asked.many] == asked.of(SEED, place).cards
    assert sort_cards(whole.cards) == asked.pack


@pytest.mark.parametrize("chance", [SEED, Supplied([["KH", "9C", "10S"]])])
@pytest.mark.parametrize(("count", "pack"), [(3, ("9C", "KH")), (0, PACK), (-1, PACK), (1, ())])
def test_no_cards_and_more_than_there_are_cannot_be_drawn(chance: Chance, count: int, pack: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=f"{count} cards cannot be drawn from {len(pack)}"):
        chance.cards("vane", "check", count, pack, 1, 1, 0)


@given(throws=st.lists(THROWS, max_size=6))
def test_supplied_faces_are_given_back_in_order_and_used_up_exactly(throws: list[Asked]) -> None:
    drawn = [asked.of(SEED, (1, version, 0)) for version, asked in enumerate(throws, 1)]
    faces = [sent(draw) for draw in drawn]
    supplied = Supplied(faces)
    for asked, draw in zip(throws, drawn, strict=True):
        assert asked.of(supplied) == Draw(draw.faces, "supplied", asked.sides)
    supplied.finish()
    over = Supplied([*faces, "H"])
    for asked in throws:
        asked.of(over)
    code, _, field, _ = refusal_of(over.finish)
    assert (code, field) == ("faces_left_over", f"faces[{len(throws)}]")


@given(asked=THROWS, before=st.lists(THROWS, max_size=3))
def test_where_faces_are_missing_the_refusal_says_what_to_throw(asked: Asked, before: list[Asked]) -> None:
    supplied = Supplied([sent(other.of(SEED)) for other in before])
    for other in before:
        other.of(supplied)
    code, _, field, needed = refusal_of(lambda: asked.of(supplied))
    assert (code, field) == ("faces_missing", f"faces[{len(before)}]")
    assert needed == NeededThrow("vane", "check", asked.many, asked.kind)


@pytest.mark.parametrize(
    ("asked", "faces", "detail"),
    [
        (Asked(4, 6), [6, 1, 3], "The throw needs 4 dice of 6 sides for check of vane, each 1 to 6; [6, 1, 3] was"),
        (Asked(2, 6), [6, 1, 3], "The throw needs 2 dice of 6 sides for check of vane, each 1 to 6; [6, 1, 3] was"),
        (Asked(1, 6), [7], "The throw needs 1 die of 6 sides for check of vane, each 1 to 6; [7] was"),
        (Asked(1, 6), [0], "1 to 6; [0] was"),
        (Asked(2, 20), (20, -1), "2 dice of 20 sides for check of vane, each 1 to 20; [20, -1] was"),
        (Asked(2, 6), "HT", "1 to 6; “HT” was supplied, which is not a list."),
        (Asked(3), "HT", "The throw needs 3 coins for check of vane, each H or T; “HT” was"),
        (Asked(1), "HT", "The throw needs 1 coin for check of vane, each H or T; “HT” was"),
        (Asked(2), "HX", "each H or T; “HX” was supplied."),
        (Asked(2), [1, 2], "each H or T; [1, 2] was"),
        (Asked(2, 6), ["6", "1"], "1 to 6; [“6”, “1”] was"),
        (Asked(2), ["H", "T"], "each H or T; [“H”, “T”] was supplied, which is not a string."),
        (
            Asked(2, pack=PACK),
            ["KH"],
            "The throw needs 2 cards for check of vane, each a card such as KH, 10S or WHITE; [“KH”] was",
        ),
        (Asked(1, pack=PACK), ["KH", "9C"], "The throw needs 1 card for check of vane, each a card such as"),
        (Asked(2, pack=PACK), "KH", "10S or WHITE; “KH” was supplied, which is not a list."),
        (Asked(2, pack=PACK), [1, 2], "10S or WHITE; [1, 2] was"),
        (Asked(2, pack=PACK), ["KH", 9], "10S or WHITE; [“KH”, 9] was supplied."),
        (Asked(2, pack=PACK), ["KH", "1C"], "10S or WHITE; [“KH”, “1C”] was"),
        (Asked(2, pack=PACK), ["KH", "kh"], "10S or WHITE; [“KH”, “kh”] was"),
        (
            Asked(2, pack=remove_cards(PACK, ["KH"])),
            ["9C", "KH"],
            "KH is not, or no longer, in the deck; supply another card.",
        ),
        (Asked(2, pack=PACK), ["KH", "KH"], "KH is in the deck only 1 time; supply another card."),
        (
            Asked(3, pack=sort_cards(PACK * 2)),
            ["9C", "9C", "9C"],
            "9C is in the deck only 2 times; supply another card.",
        ),
    ],
)
def test_faces_that_do_not_fit_are_wrong(asked: Asked, faces: SentFaces, detail: str) -> None:
    code, said, field, needed = refusal_of(lambda: asked.of(Supplied([faces])))
    assert (code, field, needed) == ("faces_wrong", "faces[0]", NeededThrow("vane", "check", asked.many, asked.kind))
    assert detail in said


@given(throws=st.lists(THROWS, min_size=1, max_size=6))
def test_recorded_draws_are_repeated_whatever_their_source(throws: list[Asked]) -> None:
    drawn = [asked.of(SEED, (1, version, 0)) for version, asked in enumerate(throws, 1)]
    drawn[0] = Draw(drawn[0].faces, "supplied", drawn[0].sides)
    repeated = Repeated(drawn)
    assert [asked.of(repeated) for asked in throws] == drawn
    repeated.finish()


@pytest.mark.parametrize(
    ("asked", "recorded", "detail"),
    [
        (Asked(2, 6), Draw((1, 2, 3), sides=6), "The record holds no throw of 2 dice of 6 sides for check of vane."),
        (Asked(2, 6), Draw((1, 2), sides=8), "The record holds no throw of 2 dice of 6 sides for check of vane."),
        (Asked(2, 6), Draw("HT"), "The record holds no throw of 2 dice of 6 sides for check of vane."),
        (Asked(2), Draw((1, 2), sides=6), "The record holds no throw of 2 coins for check of vane."),
        (Asked(2), Draw("HTH"), "The record holds no throw of 2 coins for check of vane."),
        (Asked(2), Draw(("KH", "9C")), "The record holds no throw of 2 coins for check of vane."),
        (Asked(2, pack=PACK), Draw(("KH",)), "The record holds no throw of 2 cards for check of vane."),
        (Asked(2, pack=PACK), Draw("HT"), "The record holds no throw of 2 cards for check of vane."),
        (Asked(2, pack=PACK), Draw((1, 2), sides=6), "The record holds no throw of 2 cards for check of vane."),
        (Asked(2, pack=PACK), Draw(("KH", 9)), "The record holds no throw of 2 cards for check of vane."),
        (Asked(2, 6), Draw(("KH", "9C"), sides=6), "The record holds no throw of 2 dice of 6 sides for check of vane."),
    ],
)
def test_a_record_of_another_throw_is_not_repeated(asked: Asked, recorded: Draw, detail: str) -> None:
    assert refusal_of(lambda: asked.of(Repeated([recorded]))) == ("faces_wrong", detail, None, None)


def test_a_record_of_too_few_or_too_many_throws_is_not_repeated() -> None:
    assert refusal_of(lambda: Asked(2, 6).of(Repeated([])))[0] == "faces_wrong"
    assert refusal_of(Repeated([Draw("H")]).finish)[0] == "faces_left_over"


def opened() -> Gambling:
    opening = Open(ruleset="gamble", chance="either")
    decision = decide(GAMBLE, Gambling(id="e"), opening, NARRATOR, SEED, secrets=SeedMaterial("", ()))
    assert isinstance(decision, Decided)
    return decision.state


def gambled(command: Command, chance: Chance) -> list[object]:
    decision = decide(GAMBLE, opened(), command, NARRATOR, chance)
    assert isinstance(decision, Decided), decision
    return [recorded.event for recorded in decision.events[1:]]


def test_each_draw_has_its_place_by_the_event_that_records_it_and_its_number_there() -> None:
    version = opened().version + 2
    [event, lot] = gambled(Gamble(white=3, black=2, coins=5, sides=8, lot=True), SEED)
    assert event == Gambled(
        dice=(SEED.dice("", "", 3, 8, 1, version, 0), SEED.dice("", "", 2, 8, 1, version, 1)),
        coins=SEED.coins("", "", 5, 1, version, 2),
    )
    assert lot == LotDrawn(draw=SEED.dice("", "", 1, 6, 1, version + 1, 0))


def test_no_dice_are_no_draw_they_take_no_place_and_no_faces() -> None:
    version = opened().version + 2
    [event] = gambled(Gamble(black=2, coins=1), SEED)
    assert event == Gambled(
        dice=(NOTHING_DRAWN, SEED.dice("", "", 2, 6, 1, version, 0)), coins=SEED.coins("", "", 1, 1, version, 1)
    )
    [event] = gambled(Gamble(white=2, coins=1), Supplied([[6, 1], "H"]))
    assert event == Gambled(dice=(Draw((6, 1), "supplied", 6), NOTHING_DRAWN), coins=Draw("H", "supplied"))


def test_cards_are_drawn_from_what_is_left_and_the_event_says_from_what() -> None:
    version = opened().version + 2
    [event] = gambled(Deal(to="vane", count=3), SEED)
    assert event == Dealt(to="vane", count=3, draw=SEED.cards("", "", 3, PACK, 1, version, 0), pack=mask_of(PACK))
    [event] = gambled(Deal(to="vane", count=2), Supplied([["KH", "WHITE"]]))
    assert event == Dealt(to="vane", count=2, draw=Draw(("KH", "WHITE"), "supplied"), pack=mask_of(PACK))
    [event] = gambled(Deal(to="vane", count=0), Supplied([]))
    assert event == Dealt(to="vane", count=0, draw=NOTHING_DRAWN, pack=mask_of(PACK))


def test_no_coins_are_a_draw_that_takes_no_faces() -> None:
    [event] = gambled(Gamble(white=1), Supplied([[6]]))
    assert event == Gambled(dice=(Draw((6,), "supplied", 6), NOTHING_DRAWN), coins=Draw("", "supplied"))


@pytest.mark.parametrize(
    "throw",
    [
        lambda decision: decision.roll("vane", "check", 1),
        lambda decision: decision.toss("vane", "", 1),
        lambda decision: decision.draw("vane", "", 1, PACK),
    ],
)
def test_what_the_rules_have_against_a_command_is_known_before_the_first_throw(
    throw: Callable[[Decision[Gambling]], Draw],
) -> None:
    def throws_at_once(decision: Decision[Gambling], command: Gamble) -> None:
        pytest.fail(f"{throw(decision)} has fallen")

    probed = replace(GAMBLE, decide={**GAMBLE.decide, Gamble: throws_at_once})
    assert refusal_for(probed, opened(), Gamble(), NARRATOR) is None


def test_what_the_rules_refuse_they_refuse_before_a_throw() -> None:
    refusal = refusal_for(GAMBLE, opened(), Gamble(), NARRATOR)
    assert refusal is not None
    assert refusal.rule == "GAMBLE-1"


def test_a_percentile_die_of_the_table_may_show_00() -> None:
    """A percentile die sent as 0 is recorded as 100 (CE-ROLL-2); other dice have no 0."""
    assert Supplied([[0]]).dice("sam", "skill", 1, 100, 1, 1, 0) == Draw((100,), "supplied", 100)
    for sides in (10, 200):
        with pytest.raises(Refused):
            Supplied([[0]]).dice("sam", "damage", 1, sides, 1, 1, 0)
    with pytest.raises(Refused):
        Supplied([[101]]).dice("sam", "skill", 1, 100, 1, 1, 0)
