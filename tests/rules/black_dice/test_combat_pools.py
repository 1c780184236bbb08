"""Bonuses and penalties in combat: initiative, weapons in hand, numbers, reach, splitting, full dodges (BD-MOD)."""

from typing import Any

import pytest

from domain.core_commands import Command
from domain.event import Event
from domain.rulesets.black_dice.commands import Award, Choices, Modify, Resolve
from domain.rulesets.black_dice.events.harm import Died, DrinkTaken, FellUnconscious, HealthLost, StepChanged
from domain.rulesets.black_dice.events.places import Aimed, AimLost, Readied
from domain.rulesets.black_dice.events.rounds import ExchangeDecided, OrderSet, RoundBegun
from domain.rulesets.black_dice.events.throws import DiceThrown, Terms
from domain.rulesets.black_dice.state import Exchange
from tests.rules.black_dice.clashes import GUN, SWORD, agenda, brawl, clash, duel, fell, fighter
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain

ALONE = agenda(clash("a sword", "b easy_target"))


def pool_of(spec: Specification, who: str) -> tuple[Terms, Terms]:
    """Where the white and the black dice of somebody's first throw of the last command come from."""
    throw = next(event for event in spec.events if isinstance(event, DiceThrown) and event.combatant == who)
    return throw.white_terms, throw.black_terms


# BD-MOD-1: initiative


@pytest.mark.rule("BD-MOD-1", "BD-INIT-9", "BD-RUL-20")
@pytest.mark.parametrize(
    ("exchange", "throws"),
    [
        (clash("a sword", "b back sword"), [fell("a swordplay", "9/0"), fell("b swordplay", "7/1")]),
        (clash("a back sword", "b sword"), [fell("a swordplay", "9/0"), fell("b swordplay", "7/1")]),
        (clash("a full_dodge", "b sword"), [fell("a full_dodge", "8/0"), fell("b swordplay", "7/0")]),
        (clash("a gun", "b dodge"), [fell("a pistol", "7/0"), fell("b dodge", "8/1")]),
        (clash("a dodge", "b gun"), [fell("a dodge", "8/1"), fell("b pistol", "5/0")]),
        (clash("a easy_target", "b gun"), [fell("b pistol", "5/0")]),
    ],
)
def test_the_winner_of_initiative_has_two_dice_more_on_attacks(exchange: Exchange, throws: list[str]) -> None:
    duel("a", "b", agenda(exchange)).when(Resolve(), throws=throws).then(ExchangeDecided)


@pytest.mark.rule("BD-MOD-1", "BD-INIT-9")
def test_initiative_is_won_opponent_by_opponent() -> None:
    spec = brawl("c", "a", "b", steps=(agenda(clash("c easy_target", "a gun"), clash("a gun", "b easy_target")),))
    spec.when(Resolve(), throws=[fell("a pistol", "5/0")])
    spec.when(Resolve(), throws=[fell("a pistol", "7/0")])
    assert pool_of(spec, "a")[0] == (("dex", 3), ("pistol", 2), ("initiative", 2))


@pytest.mark.rule("BD-INIT-9", "BD-WHO-12")
def test_there_is_no_such_bonus_against_one_that_takes_no_part_in_the_round() -> None:
    spec = given(fight(fighter("a"), fighter("b")), FellUnconscious("b", "wounds"), RoundBegun(1, ("a",)))
    spec.given(OrderSet(("a",), {"a": 2}), ALONE)
    spec.when(Resolve(), throws=[fell("a swordplay", "7/0", "2/1")]).then(ExchangeDecided)


# BD-MOD-2, BD-MOD-3: weapons in hand


@pytest.mark.rule("BD-MOD-2")
def test_a_weapon_that_is_not_ready_costs_two_dice_and_is_ready_afterwards() -> None:
    spec = brawl(
        fighter("a", ready=[]),
        "b",
        steps=(
            agenda(
                clash("a sword", "b easy_target"),
            ),
        ),
    )
    spec.when(Resolve(), throws=[fell("a swordplay", "7/0")]).then(
        DiceThrown, Readied("a", ("sword",)), ExchangeDecided
    )
    assert pool_of(spec, "a")[0] == (("dex", 3), ("swordplay", 4), ("initiative", 2), ("unready", -2))


@pytest.mark.rule("BD-MOD-2")
def test_other_weapons_are_put_away_as_far_as_two_hands_need_it() -> None:
    pole = {**SWORD, "id": "pole", "hands": 2}
    cases = [(["sword", "gun"], "pole", ("pole",)), (["sword", "gun"], "knife", ("gun", "knife"))]
    for ready, weapon, after in cases:
        someone = fighter("a", weapons=[SWORD, GUN, pole, {"id": "knife", "damage": 0}], ready=ready)
        spec = brawl(someone, "b", steps=(agenda(clash(f"a {weapon}", "b easy_target")),))
        dice = "7/0" if weapon == "pole" else "3/0"
        spec.when(Resolve(), throws=[fell("a", dice)]).then(Readied("a", after))


@pytest.mark.rule("BD-MOD-2")
def test_a_ready_weapon_costs_nothing_and_stays_as_it_is() -> None:
    spec = duel("a", "b", ALONE).when(Resolve(), throws=[fell("a swordplay", "9/0")])
    spec.never(Readied)


BARE: dict[str, Any] = {"stats": {"dex": 3}, "skills": {"brawl": 2, "martial_arts": 4}, "armour": 20}


@pytest.mark.rule("BD-MOD-3", "BD-RUL-22", "BD-DATA-2")
@pytest.mark.parametrize(
    ("hands", "fists_ready", "throw"),
    [
        ("fists", "martial_artists", fell("a brawl", "5/0")),
        ("martial_strike", "martial_artists", fell("a martial_arts", "9/0")),
        ("fists", "everyone", fell("a brawl", "7/0")),
        ("martial_strike", "everyone", fell("a martial_arts", "9/0")),
        ("fists", "nobody", fell("a brawl", "5/0")),
        ("martial_strike", "nobody", fell("a martial_arts", "7/0")),
    ],
)
def test_bare_hands_are_ready_for_martial_artists(hands: str, fists_ready: str, throw: str) -> None:
    spec = duel(plain("a", **BARE), "b", agenda(clash(f"a {hands}", "b easy_target")), fists_ready=fists_ready)
    spec.when(Resolve(), throws=[throw]).never(Readied)


@pytest.mark.rule("BD-MOD-3")
def test_the_fists_of_an_automaton_are_always_ready() -> None:
    spec = duel("brass_tom", "b", agenda(clash("brass_tom iron_fists", "b easy_target")), fists_ready="nobody")
    spec.when(Resolve(), throws=[fell("brass_tom brawl", "7/0")]).never(Readied)


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
    spec.given(FellUnconscious("d", "wounds"))
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


# BD-MOD-5: reach


@pytest.mark.rule("BD-MOD-5")
@pytest.mark.parametrize(
    ("mine", "other", "black"),
    [
        ("a fists", "b back sword", 3),
        ("a fists", "b back spear", 3),
        ("a fists", "b sword", 3),
        ("a fists", "b back fists", 0),
        ("a fists", "b back gun", 0),
        ("a fists", "b easy_target", 0),
        ("a fists", "b full_dodge", 0),
        ("a martial_strike", "b back sword", 0),
        ("a sword", "b back spear", 0),
    ],
)
def test_bare_hands_are_worse_off_against_longer_weapons(mine: str, other: str, black: int) -> None:
    arms = {"weapons": [SWORD, {**GUN, "reach": 2}, {"id": "spear"}], "skills": {"martial_arts": 1}, "ready": ["spear"]}
    people = (fighter("a", **arms), fighter("b", **arms))
    spec = brawl(*people, steps=(agenda(clash(mine, other)),), fists_ready="everyone", zero_tie="nobody")
    unready = 0 if mine.endswith(("fists", "strike")) else 2
    dice = 5 + mine.endswith("strike") - unready
    theirs = {"easy_target": 0, "sword": 1, "gun": 1}.get(other.rsplit(maxsplit=1)[-1], 3)
    throws = [fell("a", f"{dice}/0", f"{black}/0"), *([fell("b", f"{theirs}/0")] if theirs else [])]
    spec.when(Resolve(), throws=throws).then(ExchangeDecided)


# BD-MOD-6 to BD-MOD-8, BD-MOD-13, BD-MOD-14


@pytest.mark.rule("BD-MOD-6", "BD-RUL-60")
@pytest.mark.parametrize(
    ("attack", "aim", "dice"),
    [
        ("a gun", ("gun", "b", 1), 8),
        ("a gun", ("gun", "b", 3), 10),
        ("a gun", ("gun", "c", 3), 7),
        ("a gun", ("other", "b", 3), 7),
    ],
)
def test_each_round_of_aiming_is_a_die_for_the_shot(attack: str, aim: tuple[str, str, int], dice: int) -> None:
    steps = (Aimed("a", *aim), agenda(clash(attack, "b easy_target")))
    spec = brawl(fighter("a", weapons=[SWORD, GUN, {**GUN, "id": "other"}]), "b", "c", steps=steps)
    spec.when(Resolve(), throws=[fell("a pistol", f"{dice}/0")]).then(AimLost("a", "attacked"))
    assert spec.fight.people["a"].aim is None


@pytest.mark.rule("BD-MOD-6", "BD-WHO-8")
def test_dodging_ends_an_aim_and_standing_still_does_not() -> None:
    for answer, lost in (("b dodge", True), ("b easy_target", False)):
        spec = duel("a", "b", Aimed("b", "gun", "a", 2), agenda(clash("a gun", answer)))
        throws = [fell("a pistol", "7/0"), fell("b dodge", "8/0")] if lost else [fell("a pistol", "7/0")]
        spec.when(Resolve(), throws=throws)
        assert [event for event in spec.events if isinstance(event, AimLost)] == [AimLost("b", "dodged")] * lost
        assert (spec.fight.people["b"].aim is None) is lost


@pytest.mark.rule("BD-MOD-7", "BD-MOD-14")
@pytest.mark.parametrize(
    ("commands", "dice", "black"),
    [
        ((Award(combatant="a", reason="the chandelier"),), 12, 0),
        ((Award(combatant="a", reason="the chandelier"), Award(combatant="a", reason="and a bow")), 12, 0),
        ((Modify(combatant="a", bonus=2, black=1, reason="slippery"),), 11, 1),
        ((Modify(combatant="a", penalty=4, reason="blinded"),), 5, 0),
    ],
)
def test_the_narrator_gives_dice_for_one_attack(commands: tuple[Command, ...], dice: int, black: int) -> None:
    exchanges = agenda(clash("a sword", "b easy_target"), clash("a sword", "c easy_target"))
    spec = brawl("a", "b", "c", steps=(exchanges, *commands))
    spec.when(Resolve(), throws=[fell("a swordplay", f"{dice}/0", f"{black}/0")])
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")])


@pytest.mark.rule("BD-MOD-8", "BD-GREY-4")
@pytest.mark.parametrize(("marks", "dice"), [(10, 9), (11, 7), (13, 5), (15, 1), (17, 0)])
def test_wounds_cost_dice_from_the_moment_they_are_marked(marks: int, dice: int) -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target")))
    spec.given(HealthLost("a", marks, "normal", marks, 0, 10 - marks))
    spec.when(Resolve(), throws=[fell("a swordplay", f"{dice}/0")] if dice else []).then(ExchangeDecided)


@pytest.mark.rule("BD-MOD-13")
@pytest.mark.parametrize(
    ("step", "attack", "dodge"),
    [(2, ("9/2", "0/0"), ("8/0", "0/0")), (3, ("9/2", "1/0"), ("8/0", "1/0")), (5, ("4/2", "3/0"), ("4/0", "3/0"))],
)
def test_drink_bears_on_attacks_and_dodges(step: int, attack: tuple[str, str], dodge: tuple[str, str]) -> None:
    drunk: tuple[Event, ...] = tuple(
        event for name in "ab" for event in (DrinkTaken(name, "wine", 2), StepChanged(name, step))
    )
    spec = duel("a", "b", *drunk, agenda(clash("a sword", "b full_dodge")))
    spec.when(Resolve(), throws=[fell("a swordplay", *attack), fell("b full_dodge", *dodge)]).then(ExchangeDecided)


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
def test_those_who_have_fought_it_in_this_round_count_and_the_dead_do_not() -> None:
    exchanges = agenda(clash("b sword", "c easy_target"), clash("a gun", "b easy_target"), clash("d gun", "b dodge"))
    spec = brawl("d", "a", "b", "c", steps=(exchanges,))
    spec.when(Resolve(), throws=[fell("b swordplay", "9/0")])
    spec.when(Resolve(), throws=[fell("a pistol", "7/0", "3/0")])
    spec.given(Died("c"))
    spec.when(Resolve(), throws=[fell("d pistol", "7/0"), fell("b dodge", "8/1")])


@pytest.mark.rule("BD-MOD-9")
def test_a_blow_into_melee_takes_no_such_dice() -> None:
    spec = brawl("a", "b", "c", steps=(agenda(clash("a sword", "b easy_target"), clash("b sword", "c easy_target")),))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/0")]).then(ExchangeDecided)


# BD-MOD-11, BD-MOD-12: full dodge


@pytest.mark.rule("BD-MOD-11", "BD-MOD-12", "BD-RUL-27", "BD-RUL-32", "BD-DIE-3")
def test_a_full_dodge_throws_dex_and_dodge_with_a_success_added() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b full_dodge"), divided={"b": 3}, dodges={"b": 3}))
    spec.when(Resolve(), throws=[fell("a swordplay", "9/3"), fell("b full_dodge", "8/1")])
    spec.then(ExchangeDecided("a-b", ("a", "b"), (3, 2), 1, "a", ("a",), fought=("a", "b")))
    assert pool_of(spec, "b") == ((("dex", 3), ("dodge", 5)), ())


@pytest.mark.rule("BD-MOD-11", "BD-MOD-12")
def test_a_full_dodge_meets_each_attacker_with_its_own_throw_and_success() -> None:
    spec = brawl("a", "b", "c", steps=(agenda(clash("a full_dodge", "b gun"), clash("a full_dodge", "c gun")),))
    for shooter in "bc":
        spec.when(Resolve(), throws=[fell("a full_dodge", "8/0"), fell(f"{shooter} pistol", "5/1")])
        spec.then(ExchangeDecided(f"a-{shooter}", ("a", shooter), (1, 1), 0, "a", (), True, ("a", shooter)))


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
    spec.then(ExchangeDecided("a-b", ("a", "b"), (net, 0), net, "a", ("a",), fought=("a",)))


@pytest.mark.rule("BD-WHO-4", "BD-SKILL-7")
def test_what_is_traded_comes_off_the_divided_pool() -> None:
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target"), divided={"a": 2}))
    spec.when(Resolve(choices={"a": Choices(trade=2)})).refused("BD-GUAR-1")
    spec.when(Resolve(choices={"a": Choices(trade=1)}), throws=[fell("a swordplay", "1/0")])
    spec.then(ExchangeDecided("a-b", ("a", "b"), (1, 0), 1, "a", ("a",), fought=("a",)))


@pytest.mark.rule("BD-COMM-2", "BD-MOD-3")
def test_common_dice_go_into_a_brawl() -> None:
    spec = duel(newcomer("tough_1"), "tough_2", agenda(clash("tough_1 easy_target", "tough_2 fists")))
    spec.when(Resolve(choices={"tough_2": Choices(common=2)}), throws=[fell("tough_2 brawl", "3/0", "2/0")])
    spec.then(ExchangeDecided)
