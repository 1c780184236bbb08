"""Feats of strength: what is done without a roll, and with one (BD-FEAT)."""

import pytest

from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown, ModifiersSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.drinking import StepChanged
from domain.rulesets.black_dice.chapters.perils.feats import Feat, FeatDone
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.injuries import Injured
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.tables import FEATS, FeatRow
from domain.rulesets.black_dice.words import FeatKind
from tests.rules.black_dice.builders import choosing, fell
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain, round_of

TABLE = (
    FeatRow(-5, "light bag of groceries", "thick balsa wood", 1),
    FeatRow(-2, "heavy bag of groceries", "thick plywood or silk", 5),
    FeatRow(0, "child", "wood boards", 10),
    FeatRow(1, "adult woman", "copper bar or pipe", 20),
    FeatRow(3, "adult man", "wooden door", 30),
    FeatRow(6, "street vendor's cart", "iron bar", 40),
    FeatRow(10, "rowing boat", "prison bars", 60),
    FeatRow(12, "ganger automaton", "steel bar", 80),
)
# Strength: the last row that it reaches by itself
OWN_ROW = {-5: 0, -3: 0, -2: 1, -1: 1, 0: 2, 1: 3, 2: 3, 3: 4, 5: 4, 6: 5, 9: 5, 10: 6, 11: 6, 12: 7, 13: 7, 15: 7}


def strong(strength: int, might: int = 1) -> Specification:
    """Somebody of this Strength, and of rank 1 in Might."""
    return given(fight(plain("one", stats={"strength": strength}, skills={"might": might})))


def feat(kind: FeatKind, row: int, choices: Choices | None = None, who: str = "one") -> Feat:
    return Feat(actor=who, feat=kind, row=row, choices=choices)


@pytest.mark.rule(
    "BD-FEAT-1", "BD-FEAT-2", "BD-FEAT-3", "BD-FEAT-4", "BD-FEAT-5", "BD-FEAT-6", "BD-FEAT-7", "BD-FEAT-8"
)
@pytest.mark.parametrize("row", range(8))
def test_a_row_says_what_is_lifted_broken_and_how_far_one_throws(row: int) -> None:
    assert FEATS[row] == TABLE[row]
    least = TABLE[row].strength
    spec = (
        strong(least)
        .when(feat("throw", row))
        .then(FeatDone(combatant="one", feat="throw", row=row, strength=least, done=True, yards=TABLE[row].yards))
    )
    for kind in ("lift", "break"):
        command = Feat.model_validate({"actor": "one", "feat": kind, "row": row})
        spec.when(command).then(FeatDone(combatant="one", feat=kind, row=row, strength=least, done=True))


@pytest.mark.rule("BD-FEAT-9")
@pytest.mark.parametrize(("strength", "own"), OWN_ROW.items())
def test_what_stands_in_a_row_up_to_ones_own_is_done_without_a_roll(strength: int, own: int) -> None:
    spec = strong(strength, might=7)
    for row in range(own + 1):
        spec.when(feat("break", row)).then(
            FeatDone(combatant="one", feat="break", row=row, strength=strength, done=True)
        ).never(DiceThrown)
    if own < 7:
        spec.when(feat("break", own + 1), throws=[fell("one might", f"{max(0, strength + 7)}/0")]).then(DiceThrown)


@pytest.mark.rule("BD-FEAT-1", "BD-FEAT-9")
def test_everybody_does_what_the_first_row_holds() -> None:
    spec = strong(-5).given(Injured(combatant="one", injury="arm", description="a limp arm", changes={"strength": -3}))
    spec.when(feat("lift", 0)).then(FeatDone(combatant="one", feat="lift", row=0, strength=-8, done=True))


@pytest.mark.rule("BD-FEAT-10", "BD-RUL-57")
@pytest.mark.parametrize(("net", "counts_as", "done"), [(0, 3, False), (1, 5, False), (2, 7, True), (3, 9, True)])
def test_for_more_each_net_success_of_strength_and_might_is_two_points_of_strength(
    net: int, counts_as: int, done: bool
) -> None:
    spec = given(fight("pryce")).when(feat("break", 5, who="pryce"), throws=[fell("pryce might", f"5/{net}")])
    spec.then(FeatDone(combatant="pryce", feat="break", row=5, strength=counts_as, done=done)).follows(
        FeatDone, DiceThrown
    )


@pytest.mark.rule("BD-FEAT-10", "BD-RUL-57")
@pytest.mark.parametrize(("net", "done"), [(3, False), (4, True)])
def test_it_is_done_when_so_much_strength_reaches_the_row(net: int, done: bool) -> None:
    spec = strong(2, might=3).when(feat("lift", 6), throws=[fell("one might", f"5/{net}")])
    spec.then(FeatDone(combatant="one", feat="lift", row=6, strength=2 + 2 * net, done=done))


@pytest.mark.rule("BD-FEAT-10", "BD-COMM-1")
def test_might_is_common_and_fate_and_trades_help() -> None:
    spec = given(fight("lark")).when(
        feat("lift", 2, choosing(common=2), "lark"), throws=[fell("lark might", "1/1", "2/0")]
    )
    spec.then(FeatDone(combatant="lark", feat="lift", row=2, strength=1, done=True))
    spec.when(feat("lift", 2, choosing(fate=1), "lark")).then(
        FateSpent, FeatDone(combatant="lark", feat="lift", row=2, strength=1, done=True)
    )
    given(fight("pryce")).when(feat("break", 5, choosing(trade=1), "pryce"), throws=[fell("pryce might", "2/1")]).then(
        FeatDone(combatant="pryce", feat="break", row=5, strength=7, done=True)
    )


@pytest.mark.rule("BD-FEAT-10", "BD-SKILL-12")
def test_the_narrator_adds_dice_with_modify() -> None:
    spec = given(fight("pryce"), Modify(combatant="pryce", bonus=2, black=1, reason="a crowbar"))
    spec.when(feat("break", 5, who="pryce"), throws=[fell("pryce might", "7/2", "1/0")])
    spec.then(
        ModifiersSettled(combatant="pryce"), FeatDone(combatant="pryce", feat="break", row=5, strength=7, done=True)
    )


@pytest.mark.rule("BD-FEAT-11")
@pytest.mark.parametrize(
    ("wanted", "net", "counts_as", "yards", "done"),
    [
        (6, 0, 3, 30, False),
        (6, 1, 5, 30, False),
        (6, 2, 7, 40, False),
        (6, 4, 11, 60, True),
        (6, 5, 13, 60, True),
        (5, 2, 7, 40, True),
    ],
)
def test_a_throw_that_falls_short_reaches_the_row_of_the_raised_strength(
    wanted: int, net: int, counts_as: int, yards: int, done: bool
) -> None:
    spec = given(fight("pryce")).when(feat("throw", wanted, who="pryce"), throws=[fell("pryce might", f"5/{net}")])
    spec.then(FeatDone(combatant="pryce", feat="throw", row=wanted, strength=counts_as, done=done, yards=yards))


@pytest.mark.rule("BD-FEAT-11")
def test_net_0_does_nothing_and_is_foul_with_more_black_dice() -> None:
    spec = given(fight("lark")).when(
        feat("lift", 2, choosing(common=2), "lark"), throws=[fell("lark might", "1/0", "2/1")]
    )
    spec.then(FeatDone(combatant="lark", feat="lift", row=2, strength=-1, done=False))
    assert spec.fight.fouled[0].combatant == "lark"


@pytest.mark.rule("BD-FEAT-12", "BD-FEAT-9")
def test_wounds_and_drink_count_on_the_roll_and_not_without_one() -> None:
    spec = given(fight(newcomer("pryce", normal=15)), StepChanged(combatant="pryce", step=5))
    spec.when(feat("break", 4, who="pryce")).then(
        FeatDone(combatant="pryce", feat="break", row=4, strength=3, done=True)
    ).never(DiceThrown)
    spec.when(feat("break", 5, who="pryce"), throws=[fell("pryce might", "1/0", "3/0")])


@pytest.mark.rule("BD-FEAT-12", "BD-SKILL-13")
@pytest.mark.parametrize("row", [0, 7])
def test_the_unconscious_do_no_feats(row: int) -> None:
    spec = given(fight("pryce"), FellUnconscious(combatant="pryce", reason="wounds"))
    spec.when(feat("lift", row, who="pryce")).refused("BD-SKILL-13")


@pytest.mark.rule("BD-FEAT-12")
def test_in_a_round_a_feat_uses_the_action() -> None:
    spec = given(fight("pryce"), *round_of("pryce")).when(feat("lift", 0, who="pryce")).refused("BD-FEAT-12")
    spec.given(Declare(actor="pryce", act="feat")).when(Resolve()).asks("act", "pryce")
    spec.when(feat("break", 5, who="pryce"), throws=[fell("pryce might", "5/2")])
    spec.then(FeatDone(combatant="pryce", feat="break", row=5, strength=7, done=True))
    spec.when(feat("lift", 0, who="pryce")).refused("BD-FEAT-12")


@pytest.mark.rule("BD-FEAT-12")
def test_a_feat_is_no_act_that_was_declared_as_another() -> None:
    spec = given(fight("pryce"), *round_of("pryce"), Declare(actor="pryce", act="drink"))
    spec.when(Resolve()).asks("act", "pryce").when(feat("lift", 0, who="pryce")).refused(None)


@pytest.mark.rule("BD-FEAT-13")
@pytest.mark.parametrize("row", [-1, 8])
def test_there_is_nothing_above_the_last_row(row: int) -> None:
    with pytest.raises(ValueError, match="row"):
        feat("lift", row)
    assert len(FEATS) == 8
