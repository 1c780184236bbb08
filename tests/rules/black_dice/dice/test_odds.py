"""One against several: outnumbered, shots into melee, full dodges, splitting (BD-MOD-4, -9, -11, -12, BD-WHO-4)."""

from typing import Any

import pytest

from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.state import Exchange
from tests.rules.black_dice.builders import agenda, brawl, clash, duel, fell, pool_of
from tests.rules.black_dice.specification import newcomer

# BD-MOD-4: outnumbered


@pytest.mark.rule("BD-MOD-4", "BD-WHO-14", "BD-RUL-25")
@pytest.mark.parametrize(
    ("others", "black"),
    [
        (("b back sword",), 0),
        (("b back sword", "c sword"), 3),
        (("b back sword", "c sword", "d back sword"), 6),
        (("b back sword", "c easy_target"), 0),
        (("b back sword", "c full_dodge"), 0),
        (("b back sword", "c gun"), 0),
        (("b back sword", "c dodge"), 0),
    ],
)
def test_each_opponent_in_melee_beyond_the_first_costs_three_black_dice(others: tuple[str, ...], black: int) -> None:
    mine = {"c gun": "a easy_target", "c dodge": "a gun"}
    exchanges = [clash(mine.get(other, "a sword"), other) for other in others]
    spec = brawl("a", "b", "c", "d", steps=(agenda(*exchanges),))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", f"{black}/0"), fell("b swordplay", "7/0")])
    assert dict(pool_of(spec, "a")[1]).get("outnumbered", 0) == black


@pytest.mark.rule("BD-MOD-4", "BD-WHO-14")
def test_opponents_are_counted_as_able_when_each_exchange_comes() -> None:
    exchanges = agenda(clash("a sword", "b sword"), clash("a back sword", "c sword"), clash("a back sword", "d sword"))
    spec = brawl("a", "b", "c", "d", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", "6/0"), fell("b swordplay", "7/0")])
    spec.given(FellUnconscious(combatant="d", reason="wounds"))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", "3/0"), fell("c swordplay", "7/0")])


@pytest.mark.rule("BD-MOD-4", "BD-RUL-25")
def test_a_full_dodge_is_outnumbered_too_and_missiles_do_not_count() -> None:
    exchanges = agenda(
        clash("a full_dodge", "b sword"), clash("a full_dodge", "c sword"), clash("a full_dodge", "d gun")
    )
    spec = brawl("a", "b", "c", "d", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("a full_dodge", "8/1", "3/0"), fell("b swordplay", "7/0")])
    spec.when(Resolve(), throws=[fell("a full_dodge", "8/1", "3/0"), fell("c swordplay", "7/0")])
    spec.when(Resolve(), throws=[fell("a full_dodge", "8/1"), fell("d pistol", "5/0", "6/0")])


@pytest.mark.rule("BD-MOD-4", "BD-RNG-6", "BD-WHO-14")
def test_missiles_and_their_dodges_are_not_outnumbered() -> None:
    exchanges = agenda(
        clash("a gun", "d easy_target"),
        clash("a dodge", "e gun"),
        clash("a back sword", "b sword"),
        clash("a back sword", "c sword"),
    )
    spec = brawl("a", "b", "c", "d", "e", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0")])
    spec.when(Resolve(), throws=[fell("a dodge", "8/0"), fell("e pistol", "5/0", "6/0")])
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", "3/0"), fell("b swordplay", "7/0")])


@pytest.mark.rule("BD-MOD-4", "BD-WHO-4", "BD-RUL-25")
def test_one_that_strikes_at_several_is_both_split_and_outnumbered() -> None:
    spec = brawl(
        "a", "b", "c", steps=(agenda(clash("a sword", "b sword"), clash("a sword", "c sword"), divided={"a": 2}),)
    )
    spec.when(Resolve(), throws=[fell("a swordplay", "4/1", "3/0"), fell("b swordplay", "7/0")])


@pytest.mark.rule("BD-MOD-4", "BD-RUL-25")
def test_two_who_are_outnumbered_by_each_others_friends_have_black_dice_each() -> None:
    meetings = agenda(clash("a sword", "b sword"), clash("a sword", "c sword"), clash("b sword", "d back sword"))
    spec = brawl("a", "b", "c", "d", steps=(meetings,))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/1", "3/0"), fell("b swordplay", "7/0", "3/0")])


# BD-MOD-9: firing into melee


@pytest.mark.rule("BD-MOD-9", "BD-RUL-36")
@pytest.mark.parametrize(
    ("others", "black"),
    [
        ((), 0),
        ((clash("b sword", "c back sword"),), 3),
        ((clash("b easy_target", "c sword"),), 3),
        ((clash("b sword", "c easy_target"), clash("b full_dodge", "d sword")), 6),
        ((clash("b gun", "c easy_target"),), 0),
        ((clash("b gun", "c sword"),), 3),
        ((clash("c sword", "d sword"),), 0),
        ((clash("b sword", "brass_tom iron_fists"),), 3),
        ((clash("a sword", "b easy_target"),), 0),
    ],
)
def test_a_shot_at_somebody_in_melee_takes_three_black_dice_for_each_it_fights(
    others: tuple[Exchange, ...], black: int
) -> None:
    shot = clash("a gun", "b easy_target")
    spec = brawl("a", "b", "c", "d", "brass_tom", steps=(agenda(Exchange("shot", "a", shot.parts), *others),))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", f"{black}/0")])
    assert pool_of(spec, "a")[1] == ((("melee", black),) if black else ())


@pytest.mark.rule("BD-MOD-9")
def test_all_living_who_have_fought_it_in_this_round_count_and_the_dead_do_not() -> None:
    exchanges = agenda(clash("b sword", "c easy_target"), clash("a gun", "b easy_target"), clash("d gun", "b dodge"))
    spec = brawl("d", "a", "b", "c", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("b swordplay", "9/0")])
    spec.given(FellUnconscious(combatant="c", reason="wounds"))
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", "3/0")])
    spec.given(Died(combatant="c"))
    spec.when(Resolve(), throws=[fell("d pistol", "7/0"), fell("b dodge", "8/1")])


@pytest.mark.rule("BD-MOD-9")
def test_a_blow_into_melee_takes_no_such_dice() -> None:
    spec = brawl("a", "b", "c", steps=(agenda(clash("a sword", "b easy_target"), clash("b sword", "c easy_target")),))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")]).then(ExchangeDecided)


# BD-MOD-11, BD-MOD-12: full dodge


@pytest.mark.rule("BD-MOD-11", "BD-MOD-12", "BD-RUL-27", "BD-DIE-3")
def test_a_full_dodge_throws_dex_and_dodge_with_a_success_added() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b full_dodge"), divided={"b": 3}, dodges={"b": 3}))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/3"), fell("b full_dodge", "8/1")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(3, 2), margin=1, winner="a", hits=("a",), fought=("a", "b")
        )
    )
    assert pool_of(spec, "b") == ((("dex", 3), ("dodge", 5)), ())


@pytest.mark.rule("BD-MOD-11", "BD-MOD-12", "BD-RUL-27")
def test_a_full_dodge_meets_each_attacker_with_its_own_throw_and_success() -> None:
    spec = brawl("a", "b", "c", steps=(agenda(clash("a full_dodge", "b gun"), clash("a full_dodge", "c gun")),))
    for shooter in "bc":
        spec.when(Resolve(), throws=[fell("a full_dodge", "8/0"), fell(f"{shooter} pistol", "5/1")])
        spec.then(
            ExchangeDecided(
                exchange=f"a-{shooter}",
                combatants=("a", shooter),
                nets=(1, 1),
                margin=0,
                winner="a",
                hits=(),
                tie=True,
                fought=("a", shooter),
            )
        )


@pytest.mark.rule("BD-MOD-12", "BD-RUL-27")
@pytest.mark.parametrize(("shown", "net"), [(3, 1), (1, 0)])
def test_a_full_dodge_may_cost_a_success_for_each_attacker_instead(shown: int, net: int) -> None:
    exchanges = agenda(
        clash("a full_dodge", "b gun"), clash("a full_dodge", "c sword"), clash("b easy_target", "c gun")
    )
    spec = brawl("a", "b", "c", steps=(exchanges,), full_dodge="cost")
    spec.when(Resolve(), throws=[fell("a full_dodge", f"8/{shown}"), fell("b pistol", "5/0", "3/0")])
    thrown = next(event for event in spec.events if isinstance(event, DiceThrown))
    assert (thrown.raw, thrown.net, thrown.net_cost, thrown.added) == (shown, net, 2, 0)


# BD-WHO-4: splitting


@pytest.mark.rule("BD-WHO-4", "BD-RUL-24", "BD-SKILL-10")
@pytest.mark.parametrize(
    ("by", "options", "white", "net"),
    [
        (2, {}, "4/3", 3),
        (3, {}, "3/3", 3),
        (2, {"rounding": "up"}, "5/3", 3),
        (2, {"split": "successes"}, "9/5", 2),
        (2, {"split": "successes", "rounding": "up"}, "9/5", 3),
    ],
)
def test_several_attacks_divide_the_pool_or_the_successes(
    by: int, options: dict[str, Any], white: str, net: int
) -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target"), divided={"a": by}), **options)
    spec.when(Resolve(), throws=[fell("a swordplay", white)])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(net, 0), margin=net, winner="a", hits=("a",), fought=("a",)
        )
    )


@pytest.mark.rule("BD-WHO-4", "BD-SKILL-7")
def test_what_is_traded_comes_off_the_divided_pool() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target"), divided={"a": 2}))
    spec.when(Resolve(choices={"a": Choices(trade=2)})).refused("BD-GUAR-1")
    spec.when(Resolve(choices={"a": Choices(trade=1)}), throws=[fell("a swordplay", "1/0")])
    spec.then(
        ExchangeDecided(
            exchange="a-b", combatants=("a", "b"), nets=(1, 0), margin=1, winner="a", hits=("a",), fought=("a",)
        )
    )


@pytest.mark.rule("BD-COMM-2", "BD-MOD-3")
def test_common_dice_go_into_a_brawl() -> None:
    spec = duel(newcomer("tough_1"), "tough_2", agenda(clash("tough_1 easy_target", "tough_2 fists")))
    spec.when(Resolve(choices={"tough_2": Choices(common=2)}), throws=[fell("tough_2 brawl", "3/0", "2/0")])
    spec.then(ExchangeDecided)
