"""Throws as the story shows them: parts, faces by colour, and how they count."""

from collections.abc import Iterable

import msgspec
import pytest

from domain.rulesets.black_dice.chapters.dice.casts import RULES_OF_DICE, DiceThrown
from domain.rulesets.black_dice.rules import RULES
from domain.story.throws import Face, Throw, ThrowPart
from tests.rules.black_dice.builders import check, choosing, pledge, sure_peril, thrown
from tests.rules.black_dice.specification import fight, given


def shown(throw: DiceThrown) -> Throw:
    """The one throw that an event shows."""
    [one] = throw.shown()
    return one


def dice(throw: Throw) -> int:
    """The white dice that the parts of a throw add up to."""
    return sum([part.amount for part in throw.parts if not part.label.endswith("(black)")])


def coloured(colour: str, faces: Iterable[int]) -> tuple[Face, ...]:
    return tuple([Face(face, colour) for face in faces])


def test_a_blow_is_shown_with_its_weapon_its_black_dice_and_what_they_cancel() -> None:
    blow = msgspec.convert(DiceThrown.example, DiceThrown, strict=False)
    assert shown(blow) == Throw(
        kind="dice",
        who="vane",
        purpose="swordplay with the cutlass",
        parts=(
            ThrowPart("Dexterity", 4),
            ThrowPart("swordplay", 5),
            ThrowPart("initiative", 2, "BD-INIT-9"),
            ThrowPart("cover (black)", 4, "BD-MOD-10"),
        ),
        faces=(*coloured("white", (1, 6, 1, 6, 2, 3, 4, 5, 2, 3, 4)), *coloured("black", (6, 3, 4, 2))),
        counted="successes: 4 on white dice, less 1 on black dice",
        result=3,
    )


@pytest.mark.rule("BD-DIE-3")
def test_successes_that_come_in_are_counted_by_where_they_come_from() -> None:
    spec = given(fight("lark", "vane"), pledge("lark", "vane", 1))
    spec.when(
        check("vane", "dex athletics", choosing(trade=1, fate=1), difficulty="difficult"),
        throws=["vane W4[1,2,3,4]=1 B3[1,2,3]=1"],
    )
    throw = shown(thrown(spec.events, "athletics"))
    assert throw.counted == "successes: 1 on white dice, 1 traded, 1 from fate and 1 pledged, less 1 on black dice"
    assert (throw.result, throw.source, dice(throw)) == (3, "supplied", 4)


@pytest.mark.parametrize(("divisor", "label"), [(2, "halved"), (3, "a third"), (5, "divided by 5")])
def test_the_parts_of_a_divided_pool_add_up_to_its_dice(divisor: int, label: str) -> None:
    terms = (("dex", 4), ("swordplay", 5), ("wounds", -2))
    split = msgspec.convert({**DiceThrown.example, "white_terms": terms}, DiceThrown, strict=False)
    throw = shown(msgspec.structs.replace(split, divisor=divisor, pool=7 // divisor))
    assert dice(throw) == 7 // divisor
    assert ThrowPart(label, 7 // divisor - 7) in throw.parts


def test_dice_that_nobody_throws_are_shown_for_the_one_whom_they_concern() -> None:
    spec = given(fight("vane"))
    spec.when(sure_peril("vane", 1), throws=["world W1[6]=1"])
    throw = shown(thrown(spec.events, "peril"))
    assert (throw.who, throw.purpose) == ("vane", "peril")


def test_a_foul_failure_is_shown_as_one() -> None:
    spec = given(fight("vane"))
    spec.when(check("vane", "wits perception", difficulty="difficult"), throws=["W4[2,3,4,5]=0 B3[6,2,3]=1"])
    assert shown(thrown(spec.events, "perception")).result == "foul failure"


def test_the_rules_that_add_dice_are_in_the_reference() -> None:
    assert {*RULES_OF_DICE.values()} <= {*RULES}
