"""The grey dice: what they cost, and the rolls to stay conscious and to wake (BD-GREY, BD-FATE-6, BD-FATE-10)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.speaker import Speaker
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.dice.checks import CheckSettled
from domain.rulesets.black_dice.chapters.dice.fate import FateSpent
from domain.rulesets.black_dice.chapters.healing.resting import PassTime, TimePassed
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.breath import BreathHeld
from domain.rulesets.black_dice.chapters.perils.drinking import Drink, StepChanged
from domain.rulesets.black_dice.chapters.rounds.responses import AgendaSet
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious, StayedUnconscious, Woke
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died, ExtendLife
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import EnteredGrey, HealthLost
from domain.rulesets.black_dice.parts import Staying
from tests.rules.black_dice.builders import (
    END,
    RESOLVE,
    agenda,
    at_end,
    clash,
    duel,
    dying,
    fell,
    hurts,
    knocked_out,
    labels,
    sure_peril,
)
from tests.rules.black_dice.specification import Step, fight, given, newcomer, plain, round_of

OF_TWO = {"stats": {"fortitude": 1, "resolve": 1}, "health_dice": 6}


def grey(name: str = "victim", health: int = -1, **sheet: Any) -> Join:
    """Somebody of Resolve 1 and Fortitude 1 at this health; the track has 12 white pips."""
    return plain(name, **{**OF_TWO, "normal": 12 - health, **sheet})


def roll(white: str, black: str = "0/0", who: str = "victim") -> str:
    return fell(f"{who} consciousness", white, black)


def staying(**named: Any) -> EndRound:
    """The end of the round, with what is named for the roll."""
    return EndRound(choices={"victim": Staying(**named)})


# What the grey costs


@pytest.mark.rule("BD-GREY-1", "BD-GREY-2", "BD-RUL-38", "BD-RUL-43")
@pytest.mark.parametrize(
    ("pips", "penalties"),
    [
        (1, {1: 0, 0: 0, -1: 2, -2: 4, -3: 8, -4: 16}),
        (2, {1: 0, 0: 0, -1: 2, -2: 2, -3: 4, -4: 4, -5: 8, -6: 8, -7: 16}),
        (3, {0: 0, -1: 2, -3: 2, -4: 4, -7: 8, -9: 8, -10: 16, -11: 16}),
    ],
)
def test_the_deepest_grey_die_alone_is_the_penalty(pips: int, penalties: dict[int, int]) -> None:
    for health, penalty in penalties.items():
        if -health < 4 * pips:
            spec = given(fight(grey(health=health), grey_pips=pips))
            assert spec.fight.people["victim"].wound_penalty == penalty


@pytest.mark.rule("BD-RUL-38", "BD-GREY-1")
@pytest.mark.parametrize("pips", [1, 3])
def test_a_white_die_has_the_pips_of_the_option(pips: int) -> None:
    spec = given(fight(plain("victim", health_dice=6), health_pips=pips))
    assert spec.fight.people["victim"].health == 6 * pips


@pytest.mark.rule("BD-GREY-3", "BD-RUL-39", "BD-SKILL-9")
@pytest.mark.parametrize(
    ("option", "throw"), [("dice", fell("pryce bludgeon", "2/0")), ("black", fell("pryce bludgeon", "6/0", "4/0"))]
)
def test_wounds_take_white_dice_off_actions_or_add_black_ones(option: str, throw: str) -> None:
    hurt = newcomer("pryce", normal=17)
    spec = duel("vane", hurt, agenda(clash("vane easy_target", "pryce truncheon")), wound_penalty=option)
    spec.when(RESOLVE, throws=[throw])
    terms = next(event for event in spec.events if isinstance(event, DiceThrown))
    expected = (("wounds", -4), ()) if option == "dice" else (("bludgeon", 4), (("wounds", 4),))
    assert (terms.white_terms[-1], terms.black_terms) == expected


@pytest.mark.rule("BD-GREY-3", "BD-SKILL-11", "BD-RUL-66")
@pytest.mark.parametrize("option", ["dice", "black"])
def test_wounds_do_not_touch_toll_rolls(option: str) -> None:
    spec = given(fight(grey(health=-3), "t1", wound_penalty=option))
    spec.when(Drink(actor="victim", drink="light"), throws=[fell("victim drink", "6/2", "1/0")])
    spec.when(sure_peril("victim", 2), throws=[hurts(2), fell("victim injury", "7/1", "1/0")])


@pytest.mark.rule("BD-GREY-4", "BD-DMG-9")
def test_the_penalty_holds_at_once_for_later_exchanges_of_the_round() -> None:
    hurt = newcomer("pryce", normal=13)
    clashes = agenda(clash("vane cutlass", "pryce easy_target"), clash("pryce truncheon", "lark easy_target"))
    spec = duel("vane", hurt, injury_for="players").given(newcomer("lark"), clashes)
    spec.when(RESOLVE, throws=[fell("vane", "11/3"), fell("vane weapon", "5/2"), fell("vane strength", "2/0")])
    spec.then(
        HealthLost(combatant="pryce", points=3, mark="normal", normal=16, bruise=0, health=-2),
        EnteredGrey(combatant="pryce", penalty=2),
    ).follows(EnteredGrey, HealthLost)
    spec.when(RESOLVE, throws=[fell("pryce bludgeon", "4/0")])


@pytest.mark.rule("BD-GREY-4")
def test_the_grey_is_told_of_when_the_penalty_grows_and_not_otherwise() -> None:
    spec = given(fight(grey(health=1), injury_for="players"))
    for points, penalty in [(1, None), (1, 2), (1, None), (3, 8)]:
        spec.when(sure_peril("victim", points), throws=[hurts(points)])
        assert [e.penalty for e in spec.events if isinstance(e, EnteredGrey)] == ([penalty] if penalty else [])


@pytest.mark.rule("BD-GREY-2", "BD-DROWN-6")
def test_who_lies_unconscious_is_in_the_grey_but_does_not_fight_on() -> None:
    spec = given(fight(grey(health=-2), injury_for="players"), knocked_out("victim"))
    [line] = spec.when(sure_peril("victim", 1), throws=[hurts(1)]).lines()
    assert line.endswith("; the victim is in the grey, 4 dice down.")


# Consciousness


@pytest.mark.rule("BD-GREY-5", "BD-RUL-40", "BD-RUL-39")
@pytest.mark.parametrize(("black", "conscious"), [(0, True), (1, False), (2, False)])
def test_everybody_in_the_grey_rolls_at_the_end_of_the_round(black: int, conscious: bool) -> None:
    spec = at_end(grey(health=-3), "vane").when(END, throws=[roll("2/1", f"4/{black}")])
    assert spec.fight.people["victim"].able is conscious
    assert [type(e) for e in spec.events if isinstance(e, FellUnconscious)] == [FellUnconscious] * (not conscious)
    if not conscious:
        spec.follows(FellUnconscious, CheckSettled)


@pytest.mark.rule("BD-GREY-5", "BD-RUL-43")
@pytest.mark.parametrize("health", [0, 1])
def test_white_health_that_is_just_gone_asks_for_no_roll(health: int) -> None:
    at_end(grey(health=health)).when(END, throws=[]).never(DiceThrown)


@pytest.mark.rule("BD-GREY-5")
def test_nothing_but_drink_trades_and_fate_bears_on_the_roll() -> None:
    strong = grey(health=-3, stats={"fortitude": 4, "resolve": 4}, fate=2)
    given_dice = Modify(combatant="victim", bonus=3)
    spec = at_end(strong, steps=[given_dice]).when(staying(fate=1, trade=1), throws=[roll("5/0", "4/2")])
    assert spec.fight.people["victim"].able is False
    spec = at_end(strong, steps=[StepChanged(combatant="victim", step=5)]).when(staying(), throws=[roll("4/2", "4/1")])
    assert spec.fight.people["victim"].able


@pytest.mark.rule("BD-GREY-5", "BD-SKILL-10")
def test_a_pool_of_nothing_still_throws_its_black_dice() -> None:
    weak = grey(health=-1, stats={"fortitude": 0, "resolve": 0})
    at_end(weak).when(END, throws=[roll("0/0", "2/0")]).then(FellUnconscious)


@pytest.mark.rule("BD-GREY-5", "BD-FATE-14", "BD-GUAR-1", "BD-FATE-2", "BD-FATE-1")
@pytest.mark.parametrize(
    ("named", "rule"), [({"trade": 1}, "BD-GUAR-1"), ({"fate": 4}, "BD-FATE-2"), ({"fate": 3}, "BD-FATE-1")]
)
def test_what_purse_and_pool_do_not_admit_is_refused_before_any_die(named: dict[str, int], rule: str) -> None:
    at_end(grey(fate=2)).when(staying(**named)).refused(rule)


@pytest.mark.rule("BD-GREY-6")
@pytest.mark.parametrize(("health", "black"), [(-3, "4/0"), (0, "0/0"), (5, "0/0")])
def test_the_unconscious_roll_to_wake_healed_ones_without_black_dice(health: int, black: str) -> None:
    lying = at_end(grey(health=health), steps=[knocked_out("victim")])
    spec = lying.when(END, throws=[roll("2/1", black)]).then(Woke(combatant="victim"))
    victim = spec.fight.people["victim"]
    assert (victim.able, victim.prone, victim.knocked_out) == (True, True, False)


@pytest.mark.rule("BD-GREY-6")
def test_who_does_not_wake_stays_as_it_was() -> None:
    spec = at_end(grey(health=-3), steps=[knocked_out("victim")]).when(END, throws=[roll("2/0", "4/0")])
    spec.never(Woke, FellUnconscious)
    assert spec.fight.people["victim"].condition == "unconscious"


@pytest.mark.rule("BD-GREY-6", "BD-DRINK-13")
def test_who_is_drunk_under_the_table_makes_the_rolls_of_the_grey_and_stays_there() -> None:
    drunk: list[Step] = [StepChanged(combatant="victim", step=7), FellUnconscious(combatant="victim", reason="drink")]
    strong = grey(health=-1, stats={"fortitude": 4, "resolve": 4})
    at_end(plain("victim"), steps=drunk).when(END, throws=[]).never(DiceThrown)  # there is no wound
    spec = at_end(strong, steps=drunk).when(END, throws=[roll("2/1", "2/0")]).never(Woke, StayedUnconscious)
    assert spec.fight.people["victim"].knocked_out is False
    spec = (
        at_end(strong, steps=drunk)
        .when(END, throws=[roll("2/0", "2/0")])
        .then(FellUnconscious(combatant="victim", reason="wounds"))
    )
    spec = at_end(strong, steps=[*drunk, knocked_out("victim")]).when(END, throws=[roll("2/1", "2/0")])
    spec.then(StayedUnconscious(combatant="victim", over="wounds")).never(Woke)
    assert spec.fight.people["victim"].condition == "unconscious"


@pytest.mark.rule("BD-GREY-7", "BD-DROWN-7", "BD-MOD-6")
def test_who_falls_lies_with_nothing_in_hand_no_aim_and_no_breath() -> None:
    claws = {"id": "claws", "skill": "brawl", "mode": "melee", "damage": 2, "reach": 0, "natural": True}
    armed = grey(weapons=[{"id": "knife"}, {"id": "revolver"}, claws], ready=["knife", "revolver"])
    aiming = [
        Aimed(combatant="victim", weapon="revolver", target="vane", rounds=1),
        BreathHeld(combatant="victim", points=8),
    ]
    spec = at_end(armed, "vane", steps=aiming).when(END, throws=[roll("2/0", "2/0")])
    victim = spec.fight.people["victim"]
    assert (victim.condition, victim.prone, victim.ready, victim.aim) == ("unconscious", True, ("claws",), None)
    assert victim.breath is not None
    assert victim.breath.points == 0
    lone = duel("vane", armed, agenda(clash("vane easy_target", "victim knife"))).given(knocked_out("victim"))
    lone.when(RESOLVE, throws=[]).never(DiceThrown)


@pytest.mark.rule("BD-MOD-6", "BD-GREY-7")
def test_damage_breaks_an_aim() -> None:
    spec = at_end("quill", "vane", steps=[Aimed(combatant="quill", weapon="rifle", target="vane", rounds=2)])
    spec.when(sure_peril("quill", 1), throws=[hurts(1)]).then(HealthLost, AimLost(combatant="quill", reason="damage"))
    spec.follows(AimLost, HealthLost)


@pytest.mark.rule("BD-GREY-8")
@pytest.mark.parametrize(("health", "minutes", "awake"), [(0, 10, True), (0, 9, False), (-1, 10, False)])
def test_ten_minutes_wake_whoever_is_not_in_the_grey(health: int, minutes: int, awake: bool) -> None:
    spec = given(fight(grey(health=health)), knocked_out("victim")).when(PassTime(minutes=minutes)).then(TimePassed)
    assert spec.fight.people["victim"].able is awake


@pytest.mark.rule("BD-GREY-8", "BD-DRINK-13", "BD-DRINK-14")
def test_time_wakes_the_wounded_drunk_once_both_reasons_are_over() -> None:
    both: list[Step] = [
        StepChanged(combatant="victim", step=7),
        knocked_out("victim"),
        FellUnconscious(combatant="victim", reason="drink"),
    ]
    spec = given(fight(grey(health=0)), *both).when(PassTime(minutes=10))
    spec.then(StayedUnconscious(combatant="victim", over="wounds")).never(Woke)
    spec.when(PassTime(minutes=50)).then(StepChanged(combatant="victim", step=6), Woke(combatant="victim"))


# When it falls due


@pytest.mark.rule("BD-ROUND-9", "BD-RUL-40")
def test_the_grey_entered_and_the_fall_of_this_round_ask_for_a_roll_in_it() -> None:
    spec = at_end(grey(health=1), grey("fallen", health=-1))
    spec.when(sure_peril("victim", 2), throws=[hurts(2), fell("victim injury", "7/1", "1/0")])
    spec.given(knocked_out("fallen")).when(END, throws=[roll("2/1", "2/0"), roll("2/1", "2/0", "fallen")])
    spec.then(Woke(combatant="fallen"))


@pytest.mark.rule("BD-ROUND-8", "BD-GREY-5")
def test_rolls_come_in_the_order_of_the_round_and_then_of_joining() -> None:
    spec = given(
        fight(grey("first"), grey("second"), grey("third")),
        *round_of("third", "second"),
        AgendaSet(exchanges=(), agenda=()),
    )
    spec.when(END, throws=[roll("2/1", "2/0", name) for name in ("third", "second", "first")])


@pytest.mark.rule("BD-DYING-2", "BD-DYING-5", "BD-BRUISE-2")
def test_neither_the_dying_nor_the_stabilised_nor_the_dead_roll() -> None:
    spec = at_end(grey(health=1), "lark", steps=dying("victim", 6, track=20))
    spec.when(END, throws=[]).never(DiceThrown)
    assert spec.fight.people["victim"].at_bottom


# Fate


@pytest.mark.rule("BD-FATE-6")
def test_a_pip_makes_the_roll_sure_without_dice() -> None:
    hero = grey(health=-5, fate=3, player=True)
    spec = at_end(hero).when(END).asks("ensure_success", "victim")
    spec.answer("yes").then(FateSpent(combatant="victim", pips=1, use="consciousness"), CheckSettled).never(
        DiceThrown, FellUnconscious
    )
    settled = next(event for event in spec.events if isinstance(event, CheckSettled))
    assert (settled.net, settled.passed, settled.automatic, settled.label) == (1, True, True, "consciousness")
    assert spec.fight.people["victim"].able


@pytest.mark.rule("BD-FATE-6", "BD-FATE-12")
def test_the_unconscious_may_be_woken_by_a_pip_and_as_often_as_there_are_pips() -> None:
    hero = grey(health=-5, fate=2, player=True)
    spec = (
        at_end(hero, steps=[knocked_out("victim")])
        .when(END, "victim: ensure_success yes")
        .then(Woke(combatant="victim"))
    )
    assert spec.fight.people["victim"].fate == 1
    at_end(hero, "vane").when(END, "victim: ensure_success no", throws=[roll("2/1", "8/0")]).never(FateSpent)


@pytest.mark.rule("BD-SKILL-14")
def test_ask_is_a_policy_and_no_answer() -> None:
    at_end(grey(fate=1, player=True)).when(END).answer("ask").refused(None, "invalid")


@pytest.mark.rule("BD-FATE-6", "BD-SKILL-14")
def test_nobody_is_asked_without_a_pip_or_against_its_policy() -> None:
    at_end(grey(player=True)).when(END, throws=[roll("2/1", "2/0")])
    at_end(grey(fate=2)).when(END, throws=[roll("2/1", "2/0")])
    at_end(grey(fate=2, player=True, policy={"ask_ensure": False})).when(END, throws=[roll("2/1", "2/0")])
    at_end(grey(fate=2, policy={"ask_ensure": True})).when(END).asks("ensure_success", "victim")


@pytest.mark.rule("BD-FATE-6")
def test_who_pays_for_oneself_may_be_named_with_the_end_of_the_round() -> None:
    spec = at_end(grey(fate=1, player=True)).when(staying(ensure="victim"), throws=[])
    spec.then(FateSpent(combatant="victim", pips=1, use="consciousness")).never(FellUnconscious)
    at_end(grey(fate=0)).when(staying(ensure="victim")).refused("BD-FATE-1")


@pytest.mark.rule("BD-FATE-10", "BD-RUL-14")
def test_a_helper_in_the_same_zone_pays_two_pips() -> None:
    spec = at_end(grey(side="players"), "lark").when(staying(ensure="lark"), throws=[])
    spec.then(FateSpent(combatant="lark", pips=2, use="consciousness", beneficiary="victim")).never(FellUnconscious)
    assert spec.fight.people["lark"].fate == 16
    at_end(grey(), newcomer("lark", zone="roof")).when(staying(ensure="lark")).refused("BD-FATE-10")
    at_end(grey(), newcomer("lark", fate=1)).when(staying(ensure="lark")).refused("BD-FATE-1")


@pytest.mark.rule("BD-FATE-12")
def test_the_dead_make_no_roll_sure() -> None:
    at_end(grey(), "lark", steps=[Died(combatant="lark")]).when(staying(ensure="lark")).refused("BD-FATE-12")


@pytest.mark.rule("BD-FATE-10", "BD-RUL-14")
def test_a_helper_that_wants_to_be_asked_is_asked_after_the_one_that_rolls() -> None:
    helper = newcomer("lark", policy={"ask_ensure": True})
    hero = grey(fate=1, player=True)
    spec = at_end(hero, helper).when(END).asks("ensure_success", "victim")
    spec.answer("no", to="victim").asks("ensure_success", "lark")
    spec.answer("yes", to="lark").then(FateSpent(combatant="lark", pips=2, use="consciousness", beneficiary="victim"))
    at_end(grey(side="players"), "lark").when(END, throws=[roll("2/1", "2/0")])  # asked by default for oneself alone
    at_end(grey(), helper).when(END, throws=[roll("2/1", "2/0")])  # not of its side
    at_end(grey(side="players"), helper, steps=[Died(combatant="lark")]).when(END, throws=[roll("2/1", "2/0")])
    for changes in ({"fate": 1}, {"zone": "roof"}):
        unable = newcomer("lark", policy={"ask_ensure": True}, **changes)
        at_end(grey(side="players"), unable).when(END, throws=[roll("2/1", "2/0")])


@pytest.mark.rule("BD-FATE-10", "BD-FATE-8", "BD-FATE-7")
def test_damage_rounds_left_and_injuries_of_another_cannot_be_bought_off() -> None:
    spec = given(fight(grey(health=5, side="players"), newcomer("lark", policy={"ask_injury": True})))
    spec.when(sure_peril("victim", 3), throws=[hurts(3), fell("victim injury", "7/0", "2/0")])
    assert spec.fight.prompts == ()
    downed = at_end(grey(side="players"), "lark", steps=dying("victim", 2, track=20))
    downed.when(ExtendLife(actor="lark", pips=1)).refused("BD-FATE-7")
    player = Speaker("player", ("lark",))
    downed.when(ExtendLife(actor="victim", pips=1), speaker=player).refused(None, "not_yours")


@pytest.mark.rule("BD-GREY-5")
def test_who_dies_or_falls_to_the_bottom_meanwhile_does_not_roll() -> None:
    drowning = [BreathHeld(combatant="victim", points=0)]
    spec = at_end(grey(health=-7), steps=drowning, asphyxia_dice=1)
    spec.when(END, throws=[fell("world asphyxia", "1/1")]).then(BeganDying)
    assert labels(spec) == ["asphyxia"]
