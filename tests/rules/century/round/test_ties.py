"""Ties of initiative (CE-TIE-1, -2, -10, -11): who goes before whom, and what breaks a tie by option."""

from typing import Any

import pytest

from domain.rulesets.century.chapters.round.initiative import BeginRound, InitiativeScored, OrderSet
from domain.rulesets.century.chapters.round.staggered_order import PassBegun
from domain.rulesets.century.chapters.round.ties import TieBroken
from tests.rules.century.builders import does, ends, finishes, holders, modified, opened, slots_of
from tests.rules.century.specification import Specification, fight, given, stub, unasked

SEVEN = "2d6: 3 4"


def tied(*names: str, majors: str = "", agl: dict[str, int] | None = None, **options: str) -> Specification:
    """Stubs by one letter each; those in ``majors`` use fate, of which they have none."""
    people = [stub(name, role="major" if name in majors else "minor", agl=(agl or {}).get(name, 9)) for name in names]
    return given(fight(*people, **options), *unasked(*names))


@pytest.mark.rule("CE-TIE-1", "CE-TIE-2", "CE-TIE-3")
def test_fate_users_go_first_and_equals_act_together() -> None:
    spec = tied("c", "a", "d", "b", majors="ab").when(BeginRound(), throws=[SEVEN] * 4)
    spec.then(OrderSet(groups=(("a", "b"), ("c", "d"))))
    assert opened(spec.events) == [("a", "b")]
    assert slots_of(spec, finishes("a"), finishes("b")) == [("c", "d")]


@pytest.mark.rule("CE-TIE-1", "CE-TIE-2")
def test_scores_come_before_the_flag_and_sides_do_not_matter() -> None:
    foes = (stub("a", side="heroes"), stub("b", side="foes"), stub("m", side="foes", role="major"))
    spec = given(fight(*foes)).when(BeginRound(), throws=["2d6: 4 4", "2d6: 4 4", "2d6: 4 3"])
    spec.then(OrderSet(groups=(("a", "b"), ("m",))))


@pytest.mark.rule("CE-RUL-51", "CE-TIE-1")
def test_the_flag_counts_without_a_point_left() -> None:
    spec = given(fight(stub("a"), stub("b", role="character", fp=0)))
    spec.when(BeginRound(), throws=[SEVEN, SEVEN]).then(OrderSet(groups=(("b",), ("a",))))


@pytest.mark.rule("CE-TIE-10", "CE-RUL-53")
def test_by_option_agility_goes_first_then_a_die() -> None:
    spec = tied("a", "b", "c", agl={"a": 12}, tie_break="agl")
    throws = ["a 2d6: 2 3", "b 2d6: 3 4", "c 2d6: 1 6", "b d6: 4", "c d6: 4", "b d6: 2", "c d6: 5"]
    spec.when(BeginRound(), throws=throws).then(OrderSet(groups=(("a",), ("c",), ("b",))))
    assert slots_of(spec, finishes("a"), finishes("c"), finishes("b")) == [("c",), ("b",)]


@pytest.mark.rule("CE-TIE-10", "CE-RUL-53")
def test_agility_keeps_the_precedence_of_fate_users_and_for_all_drops_it() -> None:
    clumsy = {"a": 5, "b": 12, "c": 13}
    modifiers = (modified("a", 2), modified("b", -2), modified("c", -2))
    keeps = tied("b", "c", "a", majors="a", agl=clumsy, tie_break="agl")
    keeps.when(BeginRound(modifiers=modifiers), throws=[SEVEN] * 3)
    keeps.then(OrderSet(groups=(("a",), ("c",), ("b",))))
    drops = tied("b", "c", "a", majors="a", agl=clumsy, tie_break="agl_all")
    drops.when(BeginRound(modifiers=modifiers), throws=[SEVEN] * 3).then(OrderSet(groups=(("c",), ("b",), ("a",))))
    dice = tied("b", "a", majors="a", tie_break="agl_all")
    dice.when(BeginRound(), throws=[SEVEN, SEVEN, "b d6: 6", "a d6: 1"]).then(OrderSet(groups=(("b",), ("a",))))


@pytest.mark.rule("CE-TIE-2", "CE-TIE-10", "CE-RUL-53")
def test_by_default_neither_agility_nor_a_die_breaks_a_tie() -> None:
    spec = tied("a", "b", agl={"a": 8, "b": 9}).when(BeginRound(), throws=[SEVEN, SEVEN]).never(TieBroken)
    assert opened(spec.events) == [("a", "b")]


@pytest.mark.rule("CE-TIE-11")
def test_dice_fall_group_by_group_after_fate_and_in_the_order_of_joining() -> None:
    people = (
        stub("low_1"), stub("a", agl=9), stub("b", agl=12), stub("c", agl=9), stub("low_2"), stub("d", agl=12),
        stub("m", role="major", fp=1),
    )  # fmt: skip
    modifiers = (modified("b", -2), modified("d", -2), modified("m", 9), modified("low_1", -3), modified("low_2", -3))
    spec = given(fight(*people, tie_break="agl"), *unasked("a"))
    tie_dice = ["a d6: 1", "b d6: 2", "c d6: 1", "d d6: 5", "a d6: 3", "c d6: 6", "low_1 d6: 6", "low_2 d6: 2"]
    spec.when(BeginRound(modifiers=modifiers), "m: initiative_before 0", throws=[SEVEN] * 7).never(TieBroken)
    spec.answer(1, to="m", throws=tie_dice).then(InitiativeScored, TieBroken, OrderSet, PassBegun)
    assert spec.fight.order == (("m",), ("d",), ("b",), ("c",), ("a",), ("low_1",), ("low_2",))


@pytest.mark.rule("CE-TIE-11")
def test_dice_are_thrown_once_a_round_for_all_its_passes() -> None:
    spec = tied("a", "b", tie_break="agl")
    spec.when(BeginRound(), throws=[SEVEN, SEVEN, "a d6: 1", "b d6: 5"])
    for name in ("b", "a"):
        assert holders(spec) == (name,)
        spec.when(does(name)).when(ends(name)).never(TieBroken)
    assert (spec.fight.run, holders(spec)) == (2, ("b",))
    spec.when(finishes("b")).when(finishes("a"))
    spec.when(BeginRound(), throws=[SEVEN, SEVEN, "a d6: 3", "b d6: 2"]).then(OrderSet(groups=(("a",), ("b",))))


@pytest.mark.rule("CE-TIE-1", "CE-TIE-2", "CE-TIE-10")
@pytest.mark.parametrize(
    ("people", "how", "throws", "told"),
    [
        ("bca", {"majors": "a"}, (), "A (7), then B and C together (7, without Fate)"),
        (
            "abc",
            {"agl": {"b": 8, "c": 8}, "tie_break": "agl_all"},
            ("b d6: 2", "c d6: 5"),
            "A (7), then C (7, with less Agility), then B (7, with the lower throw)",
        ),
        ("ab", {"tie_break": "agl"}, ("a d6: 1", "b d6: 5"), "B (7), then A (7, with the lower throw)"),
    ],
    ids=["fate", "agility", "throw"],
)
def test_the_order_is_told_with_what_breaks_a_tie(
    people: str, how: dict[str, Any], throws: tuple[str, ...], told: str
) -> None:
    spec = tied(*people, **how).when(BeginRound(), throws=[*[f"{name} {SEVEN}" for name in people], *throws])
    assert spec.lines()[-1].endswith(f"he order of action: {told}.")
