"""Bonuses and penalties in combat: initiative, weapons in hand, reach, aim, wounds, the narrator (BD-MOD)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.plans import Plan, may_trade
from domain.rulesets.black_dice.chapters.narrator.rulings import Award, Modify
from domain.rulesets.black_dice.chapters.perils.drinking import DrinkTaken, StepChanged
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.initiative import OrderSet
from domain.rulesets.black_dice.chapters.rounds.rounds import RoundBegun
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.options import Options
from domain.rulesets.black_dice.state import Exchange
from tests.rules.black_dice.builders import GUN, SWORD, agenda, brawl, clash, duel, fell, fighter, pool_of
from tests.rules.black_dice.specification import fight, given, plain

ALONE = agenda(clash("a sword", "b easy_target"))


# BD-ATK-1: what every combat roll is made of


@pytest.mark.rule("BD-ATK-1")
@pytest.mark.parametrize(
    ("weapon", "skill", "rank", "dice"),
    [("sword", "swordplay", 4, 7), ("gun", "pistol", 2, 5), ("fists", "brawl", 1, 2)],
)
def test_a_combat_roll_is_dex_and_the_rank_of_the_weapon_s_skill(weapon: str, skill: str, rank: int, dice: int) -> None:
    spec = duel("b", "a", agenda(clash("b easy_target", f"a {weapon}")))
    spec.when(Resolve(), throws=[fell(f"a {skill}", f"{dice}/0")])
    assert pool_of(spec, "a")[0][:2] == (("dex", 3), (skill, rank))


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


@pytest.mark.rule("BD-MOD-1", "BD-INIT-9", "BD-RUL-20")
def test_initiative_is_won_opponent_by_opponent() -> None:
    spec = brawl("c", "a", "b", steps=(agenda(clash("c easy_target", "a gun"), clash("a gun", "b easy_target")),))
    spec.when(Resolve(), throws=[fell("a pistol", "5/0")])
    spec.when(Resolve(), throws=[fell("a pistol", "7/0")])
    assert pool_of(spec, "a")[0] == (("dex", 3), ("pistol", 2), ("initiative", 2))


@pytest.mark.rule("BD-INIT-9", "BD-WHO-12")
def test_there_is_no_such_bonus_against_one_that_takes_no_part_in_the_round() -> None:
    spec = given(
        fight(fighter("a"), fighter("b")),
        FellUnconscious(combatant="b", reason="wounds"),
        RoundBegun(number=1, participants=("a",)),
    )
    spec.given(OrderSet(order=("a",), successes={"a": 2}), ALONE)
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
        DiceThrown, Readied(combatant="a", weapons=("sword",)), ExchangeDecided
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
        spec.when(Resolve(), throws=[fell("a", dice)]).then(Readied(combatant="a", weapons=after))


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
        ("a dirk", "b back sword", 0),
    ],
)
def test_bare_hands_are_worse_off_against_longer_weapons(mine: str, other: str, black: int) -> None:
    dirk = {**SWORD, "id": "dirk", "skill": "brawl", "reach": 0}
    weapons = [SWORD, {**GUN, "reach": 2}, {"id": "spear"}, dirk]
    arms = {"weapons": weapons, "skills": {"martial_arts": 1}, "ready": ["spear"]}
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
    weapon, target, rounds = aim
    aimed = Aimed(combatant="a", weapon=weapon, target=target, rounds=rounds)
    steps = (aimed, agenda(clash(attack, "b easy_target")))
    spec = brawl(fighter("a", weapons=[SWORD, GUN, {**GUN, "id": "other"}]), "b", "c", steps=steps)
    spec.when(Resolve(), throws=[fell("a pistol", f"{dice}/0")]).then(AimLost(combatant="a", reason="attacked"))
    assert spec.fight.people["a"].aim is None


@pytest.mark.rule("BD-MOD-6", "BD-WHO-8")
def test_dodging_ends_an_aim_and_standing_still_does_not() -> None:
    for answer, lost in (("b dodge", True), ("b easy_target", False)):
        spec = duel("a", "b", Aimed(combatant="b", weapon="gun", target="a", rounds=2), agenda(clash("a gun", answer)))
        throws = [fell("a pistol", "7/0"), fell("b dodge", "8/0")] if lost else [fell("a pistol", "7/0")]
        spec.when(Resolve(), throws=throws)
        assert [event for event in spec.events if isinstance(event, AimLost)] == [
            AimLost(combatant="b", reason="dodged")
        ] * lost
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
    spec.given(HealthLost(combatant="a", points=marks, mark="normal", normal=marks, bruise=0, health=10 - marks))
    spec.when(Resolve(), throws=[fell("a swordplay", f"{dice}/0")] if dice else []).then(ExchangeDecided)


@pytest.mark.rule("BD-MOD-8")
@pytest.mark.parametrize(("marks", "dice"), [(10, 19), (12, 17), (14, 15), (16, 11), (17, 3)])
def test_wounds_cost_2_4_8_and_16_dice_of_a_pool_that_has_as_many(marks: int, dice: int) -> None:
    gift = Modify(combatant="a", bonus=10, reason="rage")
    spec = duel("a", "b", agenda(clash("a sword", "b easy_target")), gift)
    spec.given(HealthLost(combatant="a", points=marks, mark="normal", normal=marks, bruise=0, health=10 - marks))
    spec.when(Resolve(), throws=[fell("a swordplay", f"{dice}/0")]).then(ExchangeDecided)


@pytest.mark.rule("BD-MOD-13")
@pytest.mark.parametrize(
    ("step", "attack", "dodge"),
    [(2, ("9/2", "0/0"), ("8/0", "0/0")), (3, ("9/2", "1/0"), ("8/0", "1/0")), (5, ("4/2", "3/0"), ("4/0", "3/0"))],
)
def test_drink_bears_on_attacks_and_dodges(step: int, attack: tuple[str, str], dodge: tuple[str, str]) -> None:
    drunk: tuple[Event, ...] = tuple(
        event
        for name in "ab"
        for event in (DrinkTaken(combatant=name, drink="wine", penalties=2), StepChanged(combatant=name, step=step))
    )
    spec = duel("a", "b", *drunk, agenda(clash("a sword", "b full_dodge")))
    spec.when(Resolve(), throws=[fell("a swordplay", *attack), fell("b full_dodge", *dodge)]).then(ExchangeDecided)


@pytest.mark.rule("BD-MOD-13", "BD-DRINK-11", "BD-DRINK-12")
@pytest.mark.parametrize(("step", "shot", "dodge", "black"), [(4, 7, 8, 2), (5, 3, 4, 3), (6, 1, 2, 4)])
def test_drink_divides_shots_and_the_dodges_of_missiles(step: int, shot: int, dodge: int, black: int) -> None:
    spec = duel(
        "a",
        "b",
        StepChanged(combatant="a", step=step),
        StepChanged(combatant="b", step=step),
        agenda(clash("a gun", "b dodge")),
    )
    throws = [fell("a pistol", f"{shot}/0", f"{black}/0"), fell("b dodge", f"{dodge}/1", f"{black}/0")]
    spec.when(Resolve(), throws=throws).then(ExchangeDecided)


@pytest.mark.rule("BD-GUAR-1", "BD-ROUND-11")
@pytest.mark.parametrize(("dice", "may"), [(2, False), (3, True)])
def test_three_dice_are_enough_to_trade(dice: int, may: bool) -> None:
    plan = Plan("a", "brawling", "action", (("skill", dice),), trades=True)
    assert may_trade(Options(), plan) is may
