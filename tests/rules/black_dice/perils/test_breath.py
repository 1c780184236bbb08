"""Breath: holding it, strenuous rounds, rounds without air (BD-DROWN)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import Distance, Place
from domain.rulesets.black_dice.chapters.perils.avoiding import PerilAvoided
from domain.rulesets.black_dice.chapters.perils.breath import (
    BreathHeld,
    BreathReleased,
    BreathSpent,
    HoldBreath,
    StrenuousRuled,
)
from domain.rulesets.black_dice.chapters.perils.drinking import Drink
from domain.rulesets.black_dice.chapters.perils.feats import Feat
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.rounds.declarations import Declare, Declared, Disengaging, Going
from domain.rulesets.black_dice.chapters.rounds.rounds import EndRound, RoundEnded
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted
from domain.rulesets.black_dice.chapters.wounds.deathbed import Died
from domain.rulesets.black_dice.chapters.wounds.harm import HealthLost
from domain.rulesets.black_dice.state import Declaration
from tests.rules.black_dice.builders import agenda, clash, fell, fighter, thrown
from tests.rules.black_dice.specification import Specification, Step, fight, given, newcomer, plain, round_of

START = HoldBreath(combatant="vane", breath="start")
END = HoldBreath(combatant="vane", breath="end")
STRENUOUS = HoldBreath(combatant="vane", strenuous=True)
CALM = HoldBreath(combatant="vane", strenuous=False)


def holding(fortitude: int, **options: Any) -> Specification:
    """One of this Fortitude holds its breath, and takes little harm by anything."""
    one = plain("one", stats={"fortitude": fortitude}, health_dice=20)
    return given(fight(one, **options), HoldBreath(combatant="one", breath="start"))


def a_round(spec: Specification, who: str, *deeds: Step, throws: list[str] | None = None) -> Specification:
    """A round for one goes by, with these deeds in it."""
    spec.given(*round_of(who, number=spec.fight.round_number + 1), agenda(), *deeds)
    return spec.when(EndRound(), throws=throws)


def points(spec: Specification, who: str = "one") -> tuple[int, int]:
    """The points that are left, and the rounds without air so far."""
    breath = spec.fight.people[who].breath
    assert breath is not None
    return breath.points, breath.airless


# BD-DROWN-1 to BD-DROWN-4: points


@pytest.mark.rule("BD-DROWN-1", "BD-DROWN-3", "BD-DROWN-4", "BD-RUL-53")
@pytest.mark.parametrize(
    ("fortitude", "minimum", "rounds"),
    [(3, 1, 24), (1, 1, 8), (0, 1, 8), (-2, 1, 8), (1, 3, 24), (4, 3, 32), (0, 0, 0), (-1, 0, 0), (1, 0, 8)],
)
def test_the_breath_lasts_eight_calm_rounds_for_each_point_of_fortitude(
    fortitude: int, minimum: int, rounds: int
) -> None:
    spec = holding(fortitude, breath_minimum=minimum)
    assert points(spec) == (rounds, 0)
    for left in reversed(range(rounds)):
        a_round(spec, "one").then(BreathSpent(combatant="one", points=left)).never(DiceThrown)
    a_round(spec, "one", throws=[fell("world asphyxia", "3/0")]).then(BreathSpent(combatant="one", points=0, airless=1))


@pytest.mark.rule("BD-DROWN-2", "BD-DROWN-4", "BD-DROWN-5", "BD-RUL-53")
@pytest.mark.parametrize(("fortitude", "rounds"), [(3, 6), (1, 2), (0, 2)])
def test_it_lasts_two_strenuous_ones(fortitude: int, rounds: int) -> None:
    spec = holding(fortitude)
    hard = HoldBreath(combatant="one", strenuous=True)
    for left in reversed(range(rounds)):
        a_round(spec, "one", hard).then(BreathSpent(combatant="one", points=4 * left, strenuous=True)).never(DiceThrown)
    a_round(spec, "one", hard, throws=[fell("world asphyxia", "3/0")]).then(
        BreathSpent(combatant="one", points=0, airless=1, strenuous=True)
    )


@pytest.mark.rule("BD-DROWN-4", "BD-RUL-53")
def test_a_calm_round_costs_one_point_and_a_strenuous_one_four_down_to_0() -> None:
    spec = holding(0)
    for left in (7, 6, 5):
        a_round(spec, "one").then(BreathSpent(combatant="one", points=left))
    hard = HoldBreath(combatant="one", strenuous=True)
    a_round(spec, "one", hard).then(BreathSpent(combatant="one", points=1, strenuous=True))
    assert spec.lines()[0] == "The one has 1 point of breath left."
    a_round(spec, "one", hard).then(BreathSpent(combatant="one", points=0, strenuous=True)).never(DiceThrown)
    assert spec.lines()[0] == "The one has no breath left."


# BD-DROWN-5: what makes a round strenuous


@pytest.mark.rule("BD-DROWN-5")
@pytest.mark.parametrize(
    ("first", "second", "throws", "fought"),
    [
        ("a sword", "b sword", [fell("a swordplay", "9/0"), fell("b swordplay", "7/1"), fell("b weapon")], "ab"),
        ("a sword", "b back sword", [fell("a swordplay", "9/1"), fell("b swordplay", "7/0"), fell("a weapon")], "ab"),
        ("a gun", "b dodge", [fell("a pistol", "7/0"), fell("b dodge", "8/1")], "ab"),
        ("a sword", "b full_dodge", [fell("a swordplay", "9/0"), fell("b full_dodge", "8/1")], "ab"),
        ("a sword", "b easy_target", [fell("a swordplay", "9/0")], "a"),
    ],
)
def test_attacking_fighting_back_and_dodging_are_strenuous(
    first: str, second: str, throws: list[str], fought: str
) -> None:
    spec = given(fight(fighter("a"), fighter("b")))
    spec.given(*(HoldBreath(combatant=one, breath="start") for one in "ab"))
    spec.given(*round_of("a", "b"), agenda(clash(first, second)))
    spec.when(Resolve(), throws=[throw for throw in throws if "[" in throw])
    spec.when(EndRound())
    assert (
        "".join(event.combatant for event in spec.events if isinstance(event, BreathSpent) and event.strenuous)
        == fought
    )


@pytest.mark.rule("BD-DROWN-5")
def test_moving_is_strenuous_and_waiting_is_not() -> None:
    spec = given(fight("vane", newcomer("lark"), "quill"), START)
    spec.given(*(HoldBreath(combatant=who, breath="start") for who in ("lark", "quill")))
    spec.given(Distance(zones=("here", "deck"), feet=10), *round_of("vane", "lark", "quill"))
    spec.given(
        Declare(actor="vane", move=Going(zone="deck")),
        Declare(actor="lark", move=Going(close_to="quill")),
        Declare(actor="quill", wait=True),
        Resolve(),
        Resolve(),
    )
    spec.when(EndRound()).then(
        BreathSpent(combatant="vane", points=20, strenuous=True),
        BreathSpent(combatant="lark", points=4, strenuous=True),
        BreathSpent(combatant="quill", points=7),
    )


@pytest.mark.rule("BD-DROWN-5")
def test_being_put_elsewhere_is_not_strenuous() -> None:
    spec = given(fight("vane", "quill"), START, HoldBreath(combatant="quill", breath="start"))
    spec.given(Distance(zones=("here", "deck"), feet=10), *round_of("vane", "quill"))
    spec.given(*(Declare(actor=who, act="other") for who in ("vane", "quill")))
    spec.given(Place(combatant="quill", close_to=("vane",)), Place(combatant="vane", zone="deck"))
    for _ in ("vane", "quill"):
        spec.given(Resolve()).answer("pass")
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=23), BreathSpent(combatant="quill", points=7))


@pytest.mark.rule("BD-DROWN-5")
def test_disengaging_is_strenuous() -> None:
    spec = given(fight("vane", "pryce"), START, Place(combatant="vane", close_to=("pryce",)))
    spec.given(*round_of("vane", "pryce"))
    spec.given(Declare(actor="vane", disengage=Disengaging()), Declare(actor="pryce", wait=True))
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=20, strenuous=True))


@pytest.mark.rule("BD-DROWN-5", "BD-FEAT-12")
def test_a_feat_is_strenuous_and_a_drink_is_not() -> None:
    spec = given(fight("vane", "quill"), START, HoldBreath(combatant="quill", breath="start"))
    spec.given(*round_of("vane", "quill"))
    spec.given(Declare(actor="vane", act="feat"), Declare(actor="quill", act="drink"))
    spec.given(Resolve(), Feat(actor="vane", feat="lift", row=0))
    spec.given(Resolve(), Drink(actor="quill", drink="light"))
    spec.when(EndRound()).then(
        BreathSpent(combatant="vane", points=20, strenuous=True), BreathSpent(combatant="quill", points=7)
    )


@pytest.mark.rule("BD-DROWN-5")
def test_the_narrators_word_outweighs_the_deed_for_one_round() -> None:
    spec = given(fight("vane"), START, *round_of("vane"), STRENUOUS, CALM, agenda())
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=23))
    spec.given(*round_of("vane", number=2), agenda()).when(STRENUOUS).then(
        StrenuousRuled(combatant="vane", strenuous=True)
    )
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=19, strenuous=True))
    spec.given(*round_of("vane", number=3), agenda()).when(EndRound()).then(BreathSpent(combatant="vane", points=18))


@pytest.mark.rule("BD-DROWN-5")
def test_strenuous_is_said_of_one_that_holds_its_breath() -> None:
    spec = given(fight("vane")).when(STRENUOUS).refused("BD-DROWN-5")
    both = HoldBreath(combatant="vane", breath="start", strenuous=True)
    spec.when(both).then(BreathHeld(combatant="vane", points=24), StrenuousRuled(combatant="vane", strenuous=True))
    spec.when(HoldBreath(combatant="vane", breath="end", strenuous=True)).refused("BD-DROWN-5")


# BD-DROWN-6, BD-DROWN-7: without air


@pytest.mark.rule("BD-DROWN-6", "BD-RUL-54")
@pytest.mark.parametrize(("option", "dice"), [(3, (3, 6, 9)), (1, (1, 2, 3)), (12, (12, 24, 36))])
def test_each_round_without_air_has_more_dice(option: int, dice: tuple[int, ...]) -> None:
    spec = holding(0, breath_minimum=0, asphyxia_dice=option)
    for number, count in enumerate(dice, 1):
        a_round(spec, "one", throws=[fell("world asphyxia", f"{count}/0")])
        spec.then(BreathSpent(combatant="one", points=0, airless=number), DiceThrown).never(HealthLost)


@pytest.mark.rule("BD-DROWN-6", "BD-RUL-54")
def test_three_dice_a_round_without_air_where_the_table_has_not_said_how_many() -> None:
    spec = holding(0, breath_minimum=0)
    for count in (3, 6, 9):
        a_round(spec, "one", throws=[fell("world asphyxia", f"{count}/0")])


@pytest.mark.rule("BD-DROWN-6")
def test_its_successes_are_normal_damage_and_neither_armour_nor_avoidance_helps() -> None:
    spec = given(fight(newcomer("vane", armour=5), breath_minimum=0), START)
    spec.given(BreathSpent(combatant="vane", points=0))
    a_round(spec, "vane", throws=[fell("world asphyxia", "3/2")]).then(
        DamageCounted(combatant="vane", terms=(("asphyxia", 2),), points=2, mark="normal"),
        HealthLost(combatant="vane", points=2, mark="normal", normal=2, bruise=0, health=14),
    )
    spec.never(PerilAvoided).follows(DamageCounted, DiceThrown)
    throw = thrown(spec.events, "asphyxia")
    assert (throw.combatant, throw.against, throw.kind) == ("world", "vane", "effect")


@pytest.mark.rule("BD-DROWN-6")
def test_asphyxia_is_no_attack_that_fate_would_lower() -> None:
    spec = given(fight("vane"), START, BreathSpent(combatant="vane", points=0))
    a_round(spec, "vane", throws=[fell("world asphyxia", "3/3")]).then(HealthLost, RoundEnded)
    assert spec.fight.prompts == ()
    spec = given(fight("vane", fate_vs_perils=True), START, BreathSpent(combatant="vane", points=0))
    a_round(spec, "vane", throws=[fell("world asphyxia", "3/3")]).asks("reduce_damage", "vane")


@pytest.mark.rule("BD-DROWN-6", "BD-INJ-2")
def test_asphyxia_may_injure() -> None:
    lark = newcomer("lark", policy={"ask_injury": False, "ask_ensure": False})
    spec = given(fight(lark), HoldBreath(combatant="lark", breath="start"), BreathSpent(combatant="lark", points=0))
    a_round(spec, "lark", throws=[fell("world asphyxia", "3/2"), fell("lark injury", "8/3", "2/0")])
    spec.then(HealthLost, DiceThrown, RoundEnded)


@pytest.mark.rule("BD-DROWN-6", "BD-ROUND-8")
def test_all_lose_breath_before_anybody_lacks_air() -> None:
    spec = given(fight("quill", "vane"), START, HoldBreath(combatant="quill", breath="start"))
    spec.given(
        BreathSpent(combatant="quill", points=0),
        BreathSpent(combatant="vane", points=0, airless=1),
        *round_of("vane", "quill"),
        agenda(),
    )
    spec.when(EndRound(), throws=[fell("world asphyxia", "6/0"), fell("world asphyxia", "3/0")])
    spec.then(
        BreathSpent(combatant="vane", points=0, airless=2),
        BreathSpent(combatant="quill", points=0, airless=1),
        DiceThrown,
        DiceThrown,
    )
    victims = [event.against for event in spec.events if isinstance(event, DiceThrown)]
    assert victims == ["vane", "quill"]


@pytest.mark.rule("BD-DROWN-6")
def test_the_dead_need_no_air() -> None:
    spec = given(
        fight("vane"),
        START,
        BreathSpent(combatant="vane", points=0),
        Died(combatant="vane"),
        *round_of(number=1),
        agenda(),
    )
    spec.when(EndRound()).then(RoundEnded).never(BreathSpent, DiceThrown)


@pytest.mark.rule("BD-DROWN-7")
def test_falling_unconscious_takes_the_points_and_the_next_round_is_the_first_without_air() -> None:
    spec = given(
        fight(newcomer("vane", normal=1)),
        START,
        *round_of("vane"),
        FellUnconscious(combatant="vane", reason="drink"),
        agenda(),
    )
    assert points(spec, "vane") == (0, 0)
    spec.when(EndRound()).never(BreathSpent)
    a_round(spec, "vane", throws=[fell("world asphyxia", "3/0")]).then(
        BreathSpent(combatant="vane", points=0, airless=1)
    )


@pytest.mark.rule("BD-DROWN-7")
def test_falling_unconscious_at_the_end_of_a_round_takes_the_points_too() -> None:
    quill = newcomer("quill", normal=13, policy={"ask_ensure": False})
    spec = given(fight(quill), HoldBreath(combatant="quill", breath="start"), *round_of("quill"), agenda())
    spec.when(EndRound(), throws=[fell("quill consciousness", "3/0", "2/0")])
    spec.then(BreathSpent(combatant="quill", points=7), FellUnconscious)
    assert points(spec, "quill") == (0, 0)
    spec.given(*round_of(number=2), agenda())
    spec.when(EndRound(), throws=[fell("world asphyxia", "3/0"), fell("quill consciousness", "3/0", "2/0")])
    spec.then(BreathSpent(combatant="quill", points=0, airless=1))


@pytest.mark.rule("BD-DROWN-7")
def test_outside_rounds_too_the_next_round_is_the_first_without_air() -> None:
    spec = given(fight("vane"), START, FellUnconscious(combatant="vane", reason="drink"))
    a_round(spec, "vane", throws=[fell("world asphyxia", "3/0")]).then(
        BreathSpent(combatant="vane", points=0, airless=1)
    )


@pytest.mark.rule("BD-DROWN-7")
def test_whoever_had_no_air_before_falling_has_none_in_that_round() -> None:
    spec = given(fight("vane"), START, BreathSpent(combatant="vane", points=0, airless=1))
    fallen: Event = FellUnconscious(combatant="vane", reason="drink")
    a_round(spec, "vane", fallen, throws=[fell("world asphyxia", "6/0")]).then(
        BreathSpent(combatant="vane", points=0, airless=2)
    )


# BD-DROWN-8, BD-DROWN-9


@pytest.mark.rule("BD-DROWN-8")
def test_to_breathe_forgets_it_all_and_the_next_start_is_a_full_one() -> None:
    spec = (
        given(fight("vane"), START, BreathSpent(combatant="vane", points=0, airless=2))
        .when(END)
        .then(BreathReleased(combatant="vane"))
    )
    assert spec.fight.people["vane"].breath is None
    spec.when(START).then(BreathHeld(combatant="vane", points=24))
    assert points(spec, "vane") == (24, 0)


@pytest.mark.rule("BD-DROWN-8")
def test_a_breath_begins_and_ends_once() -> None:
    spec = given(fight("vane")).when(END).refused("BD-DROWN-8")
    spec.given(START).when(START).refused("BD-DROWN-8")


@pytest.mark.rule("BD-DROWN-9")
@pytest.mark.parametrize("who", [newcomer("brass_tom"), newcomer("vane", breathes=False)])
def test_one_that_does_not_breathe_is_never_affected(who: Join) -> None:
    spec = given(fight(who)).when(HoldBreath(combatant=who.id or "", breath="start")).refused("BD-DROWN-9")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"


@pytest.mark.rule("BD-DROWN-9")
def test_an_automaton_that_breathes_holds_its_breath() -> None:
    spec = given(fight(newcomer("brass_tom", breathes=True)))
    spec.when(HoldBreath(combatant="brass_tom", breath="start")).then(BreathHeld(combatant="brass_tom", points=40))


def test_a_declared_wait_is_calm() -> None:
    spec = given(
        fight("vane"), START, *round_of("vane"), Declared(combatant="vane", declaration=Declaration("wait")), agenda()
    )
    spec.when(EndRound()).then(BreathSpent(combatant="vane", points=23))
