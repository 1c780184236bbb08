"""Marks on the health track: where they go, what bruises are, when they are made (BD-DMG-7 to -9, BD-BRUISE)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.surprise import SurpriseAttack
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.healing.resting import Healed, PassTime
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, EnteredGrey, HealthLost, MarksDue, MarksOwed
from tests.rules.black_dice.builders import (
    END,
    RESOLVE,
    agenda,
    at_end,
    clash,
    counted,
    duel,
    fell,
    hurts,
    knocked_out,
    struck,
    sure_peril,
)
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, plain


def mauled(name: str = "victim", **sheet: Any) -> Join:
    """Somebody whom nothing injures for good, with 12 white pips and 8 grey ones."""
    return plain(name, stats={"fortitude": 0}, health_dice=6, **sheet)


def after(victim: Join, *perils: tuple[int, bool], **options: Any) -> Specification:
    """Perils one after the other, each of so many points; injury rolls left out."""
    spec = given(fight(victim, injury_for="players", **options))
    for points, bruise in perils:
        spec.when(sure_peril("victim", points, bruise=bruise), throws=[hurts(points)])
    return spec


# Marks


@pytest.mark.rule("BD-DMG-7", "BD-GREY-1")
def test_each_point_marks_a_pip_white_ones_first_then_the_grey_dice_in_order() -> None:
    spec = after(mauled())
    for points, health, penalty in [(11, 1, 0), (1, 0, 0), (1, -1, 2), (2, -3, 4), (2, -5, 8), (2, -7, 16)]:
        spec.when(sure_peril("victim", points), throws=[hurts(points)])
        victim = spec.fight.people["victim"]
        assert (victim.health, victim.wound_penalty) == (health, penalty)


@pytest.mark.rule("BD-DMG-7")
def test_one_hit_goes_on_from_white_pips_into_the_grey_dice_as_far_as_its_points_reach() -> None:
    after(mauled(), (15, False)).then(
        HealthLost(combatant="victim", points=15, mark="normal", normal=15, bruise=0, health=-3),
        EnteredGrey(combatant="victim", penalty=4),
    )
    after(mauled(), (17, True)).then(
        HealthLost(combatant="victim", points=17, mark="bruise", normal=0, bruise=17, health=-5),
        EnteredGrey(combatant="victim", penalty=8),
    )


@pytest.mark.rule("BD-DMG-8")
@pytest.mark.parametrize(
    ("marks", "points", "bruise", "expected"),
    [
        ((2, 16), 5, True, (2, 18)),
        ((2, 18), 3, False, (5, 15)),
        ((2, 16), 3, False, (5, 15)),
        ((5, 15), 16, False, (20, 0)),
        ((0, 0), 7, True, (0, 7)),
        ((4, 3), 5, False, (9, 3)),
    ],
)
def test_marks_stop_at_the_bottom_and_normal_ones_take_the_place_of_bruises(
    marks: tuple[int, int], points: int, bruise: bool, expected: tuple[int, int]
) -> None:
    normal, bruises = marks
    lost = HealthLost(combatant="victim", points=1, mark="normal", normal=normal, bruise=bruises, health=0)
    spec = given(fight(mauled(), injury_for="players"), lost)
    spec.when(sure_peril("victim", points, bruise=bruise), throws=[hurts(points)])
    assert (spec.fight.people["victim"].normal, spec.fight.people["victim"].bruise) == expected


@pytest.mark.rule("BD-DMG-8", "BD-BRUISE-2", "BD-BRUISE-3", "BD-DYING-1", "BD-RUL-42")
def test_a_full_track_of_bruises_is_no_death_until_all_of_it_is_normal() -> None:
    spec = after(mauled(normal=2, bruise=16))
    spec.when(sure_peril("victim", 5, bruise=True), throws=[hurts(5)])
    spec.then(
        HealthLost(combatant="victim", points=5, mark="bruise", normal=2, bruise=18, health=-8),
        FellUnconscious(combatant="victim", reason="wounds"),
    ).never(BeganDying)
    spec.when(sure_peril("victim", 3), throws=[hurts(3)]).then(
        HealthLost(combatant="victim", points=3, mark="normal", normal=5, bruise=15, health=-8)
    )
    spec.never(BeganDying, FellUnconscious)
    spec.when(sure_peril("victim", 15), throws=[hurts(15)])
    spec.then(
        HealthLost(combatant="victim", points=15, mark="normal", normal=20, bruise=0, health=-8),
        BeganDying(combatant="victim", rounds=1),
    )


@pytest.mark.rule("BD-DMG-9")
def test_harm_comes_in_order_count_fate_marks_what_follows_from_them_injury() -> None:
    frail = newcomer("quill", normal=10, armour=0, fate=1)
    spec = struck("vane", frail).when(
        RESOLVE,
        "quill: reduce_damage 1",
        throws=[fell("vane", "11/5"), fell("vane", "5/0"), fell("vane", "2/0"), fell("quill injury", "8/1", "3/0")],
    )
    wanted = (ExchangeDecided, DamageCounted, DamageReduced, HealthLost, EnteredGrey, DiceThrown)
    assert tuple(type(event) for event in spec.events if isinstance(event, wanted))[-5:] == wanted[1:]


# Bruises


@pytest.mark.rule("BD-BRUISE-1")
def test_blunt_weapons_bruise_and_bruises_wound_like_normal_marks() -> None:
    sore = newcomer("vane", normal=15, armour=0)
    spec = struck("pryce", sore, weapon="truncheon").when(
        RESOLVE,
        "vane: reduce_damage 0",
        throws=[fell("pryce", "8/1"), fell("pryce", "4/1"), fell("pryce", "3/0")],
    )
    assert counted(spec) == [((("degrees", 1), ("weapon", 1)), 2, "bruise")]
    spec.then(
        HealthLost(combatant="vane", points=2, mark="bruise", normal=15, bruise=2, health=-1),
        EnteredGrey(combatant="vane", penalty=2),
    )


@pytest.mark.rule("BD-BRUISE-1")
@pytest.mark.parametrize(("normal", "bruise", "black"), [(0, 13, 2), (11, 2, 2), (0, 15, 4)])
def test_bruises_ask_for_a_roll_to_stay_conscious_like_normal_marks(normal: int, bruise: int, black: int) -> None:
    sore = plain("victim", stats={"resolve": 3}, health_dice=6, normal=normal, bruise=bruise)
    spec = at_end(sore).when(END, throws=[fell("victim consciousness", "3/0", f"{black}/0")])
    spec.then(FellUnconscious(combatant="victim", reason="wounds"))


@pytest.mark.rule("BD-BRUISE-2", "BD-RUL-42")
def test_nobody_wakes_while_the_track_is_full_of_bruises() -> None:
    spec = at_end(mauled(normal=2, bruise=17), steps=[knocked_out("victim")])
    spec.when(sure_peril("victim", 1, bruise=True), throws=[hurts(1), fell("victim", "5/1", "1/0")])
    spec.when(END, throws=[]).never(DiceThrown)
    assert spec.fight.people["victim"].condition == "unconscious"


@pytest.mark.rule("BD-BRUISE-4", "BD-RUL-41")
@pytest.mark.parametrize(("factor", "left"), [(1, 5), (2, 4), (4, 2)])
def test_bruises_heal_faster_by_the_factor(factor: int, left: int) -> None:
    spec = given(fight(mauled(bruise=6), bruise_heal_factor=factor)).when(PassTime(days=1))
    spec.then(Healed(combatant="victim", normal=0, bruise=6 - left, health=12 - left, by="rest"))


@pytest.mark.rule("BD-BRUISE-5", "BD-RUL-42")
@pytest.mark.parametrize(("option", "throw"), [(True, ["victim injury W5[3,3,3,3,1]=1 B2[3,3]=0"]), (False, [])])
def test_bruises_above_fortitude_injure_unless_the_option_says_no(option: bool, throw: list[str]) -> None:
    spec = given(fight(mauled(), bruise_injures=option))
    spec.when(sure_peril("victim", 2, bruise=True), throws=[hurts(2), *throw])
    spec = given(fight(mauled(), bruise_injures=option))
    spec.when(sure_peril("victim", 2), throws=[hurts(2), "victim injury W5[3,3,3,3,1]=1 B2[3,3]=0"])


@pytest.mark.rule("BD-BRUISE-5", "BD-RUL-42")
def test_bruises_injure_where_the_table_has_not_said_otherwise() -> None:
    injury = "victim injury W5[3,3,3,3,1]=1 B2[3,3]=0"
    given(fight(mauled())).when(sure_peril("victim", 2, bruise=True), throws=[hurts(2), injury])


# At once or at the end of the agenda


BOTH = agenda(clash("vane cutlass", "t1 easy_target"), clash("t1 knife", "lark easy_target"))
ROUND_OF_THREE = ("vane", "t1", "lark")


@pytest.mark.rule("BD-ROUND-7", "BD-RUL-33")
def test_with_simultaneous_resolution_marks_wait_for_the_last_item() -> None:
    doomed = newcomer("t1", normal=18)
    steps = duel("vane", doomed, resolution="simultaneous").given(newcomer("lark")).given(BOTH)
    steps.when(RESOLVE, throws=[fell("vane", "11/2"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")])
    steps.then(DamageCounted, MarksOwed).never(HealthLost)
    assert counted(steps)[0][1] == 2
    assert [event.marked_later for event in steps.events if isinstance(event, DamageCounted)] == [True]
    steps.when(RESOLVE, throws=[fell("t1 injury", "6/1", "1/0")])
    steps.then(
        ExchangeDecided,
        MarksDue(combatant="t1"),
        HealthLost(combatant="t1", points=2, mark="normal", normal=20, bruise=0, health=-8),
        BeganDying(combatant="t1", rounds=1),
    )
    steps.follows(HealthLost, MarksDue)


@pytest.mark.rule("BD-ROUND-7", "BD-RUL-33")
def test_with_sequential_resolution_who_is_struck_down_does_nothing_more() -> None:
    spec = duel("vane", newcomer("t1", normal=18)).given(newcomer("lark")).given(BOTH)
    spec.when(
        RESOLVE,
        throws=[
            fell("vane", "11/2"),
            fell("vane weapon", "5/0"),
            fell("vane strength", "2/0"),
            fell("t1 injury", "6/1", "1/0"),
        ],
    ).then(HealthLost, BeganDying)
    spec.when(RESOLVE, throws=[]).never(ExchangeDecided)


@pytest.mark.rule("BD-ROUND-7")
def test_owed_marks_are_made_in_the_order_in_which_they_were_counted_and_fate_is_asked_when_they_are() -> None:
    spec = duel("vane", newcomer("kestrel", normal=9), resolution="simultaneous").given(newcomer("pryce"))
    spec.given(agenda(clash("vane cutlass", "kestrel easy_target"), clash("pryce truncheon", "kestrel easy_target")))
    spec.when(
        RESOLVE,
        throws=[fell("vane", "11/2"), fell("vane weapon", "5/0"), fell("vane strength", "2/0")],
    ).asks("reduce_damage", "kestrel")
    spec.answer(1, to="kestrel").then(DamageReduced(combatant="kestrel", by=1, points=1), MarksOwed)
    spec.when(
        RESOLVE,
        "kestrel: reduce_damage 0",
        throws=[
            fell("pryce", "6/2"),
            fell("pryce weapon", "4/0"),
            fell("pryce strength", "3/0"),
            fell("kestrel injury", "8/1", "1/0"),
        ],
    )
    lost = [(event.points, event.mark) for event in spec.events if isinstance(event, HealthLost)]
    assert lost == [(1, "normal"), (2, "bruise")]


@pytest.mark.rule("BD-ROUND-7")
def test_what_is_no_attack_is_marked_at_once_with_simultaneous_resolution_too() -> None:
    spec = at_end("vane", resolution="simultaneous").when(sure_peril("vane", 1), throws=[hurts(1)])
    spec.then(HealthLost(combatant="vane", points=1, mark="normal", normal=1, bruise=0, health=15)).never(MarksOwed)


@pytest.mark.rule("BD-ROUND-7", "BD-RNG-7")
def test_a_surprise_attack_is_marked_at_once_since_no_agenda_waits() -> None:
    unaware = newcomer("pryce", unaware_of=["quill"])
    spec = given(fight("quill", unaware, resolution="simultaneous"))
    surprise = SurpriseAttack(actor="quill", target="pryce", weapon="rifle")
    spec.when(surprise, throws=[fell("quill rifle", "9/2"), fell("quill weapon", "8/2")])
    spec.then(HealthLost(combatant="pryce", points=2, mark="normal", normal=2, bruise=0, health=12)).never(MarksOwed)
