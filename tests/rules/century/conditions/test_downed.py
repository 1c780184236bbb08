"""The downed: falling, dying, death, stabilizing, waking, the narrator's word (CE-DOWN, CE-SHEET-41)."""

from typing import Any

import msgspec
import pytest

from domain.core.commands import Join
from domain.model.event import Event
from domain.rulesets.century.chapters.attack.shots import ShotMissed
from domain.rulesets.century.chapters.conditions.care import UseStimpak
from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, ConditionEnded, SetCondition
from domain.rulesets.century.chapters.conditions.downed import (
    Destroyed,
    Died,
    Downed,
    HpGained,
    HpLost,
    Revived,
    SetDowned,
    Stabilized,
)
from domain.rulesets.century.chapters.conditions.health_categories import HealthChanged
from domain.rulesets.century.chapters.items.hands import ItemDropped
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.movement.vehicles import ControlCheck
from domain.rulesets.century.chapters.rolls.fate_points import FateSpent
from domain.rulesets.century.chapters.rolls.open_rolls import RollCalled
from domain.rulesets.century.chapters.round.ending import RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound, InitiativeThrown, RoundBegun
from domain.rulesets.century.chapters.round.slots import FinishRound
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.state import Place
from domain.rulesets.century.upcasters import LIFT_EVENTS
from domain.rulesets.century.words import DownedStatus
from tests.rules.century.builders import at, conditions, hp, hurt, in_slot, person, refused, skirmish
from tests.rules.century.specification import Specification, attack, check, fight, given, newcomer, policy, stub
from yarrow_client.options.phrases import sentence

DOWN = {"unconscious", "dying"}


def victim(hp: int = 1, **sheet: Any) -> Join:
    """Somebody with few of 10 HP."""
    return stub("t", hp=hp, **sheet)


def fallen(points: int = 3, **options: Any) -> Specification:
    """Round 1: t, with 1 of 10 HP, has lost so many; m has the slot."""
    return in_slot(stub("m"), victim(), **options).given(hurt("t", points))


def next_round(spec: Specification) -> Specification:
    """The round of m ends, and the next begins."""
    return spec.given(FinishRound(actor="m"), BeginRound())


# At once


@pytest.mark.parametrize(
    ("points", "left", "states"),
    [
        pytest.param(1, 0, DOWN, marks=pytest.mark.rule("CE-DOWN-1")),
        pytest.param(5, -4, DOWN, marks=pytest.mark.rule("CE-DOWN-1")),
        pytest.param(6, -5, {"dead"}, marks=pytest.mark.rule("CE-DOWN-2")),
        pytest.param(30, -29, {"dead"}, marks=pytest.mark.rule("CE-DOWN-2")),
    ],
)
def test_from_0_to_4_below_one_is_unconscious_and_dying_and_from_5_below_dead(
    points: int, left: int, states: set[str]
) -> None:
    spec = in_slot(stub("m"), victim()).when(hurt("t", points))
    assert (hp(spec, "t"), conditions(spec.fight, "t")) == (left, states)
    spec.follows(Downed if "dying" in states else Died, HpLost)


@pytest.mark.rule("CE-DOWN-1")
def test_1_hp_is_enough_to_stand() -> None:
    spec = in_slot(stub("m"), victim(2)).when(hurt("t", 1)).never(Downed, Died)
    assert conditions(spec.fight, "t") == set()


@pytest.mark.rule("CE-DOWN-2")
@pytest.mark.parametrize("before", [10, -3])
def test_death_comes_at_once_from_whatever_hp(before: int) -> None:
    spec = (
        in_slot(stub("m"), victim(before))
        .when(hurt("t", before + 5))
        .then(Died(combatant="t", reason="wounds"))
        .never(Downed)
    )
    assert person(spec, "t").dies_in_round is None


@pytest.mark.rule("CE-DOWN-3", "CE-RUL-93")
@pytest.mark.parametrize(("points", "fact"), [(1, Downed), (6, Died)])
def test_what_the_fallen_hold_falls_beside_them(points: int, fact: type[Downed | Died]) -> None:
    armed = victim(1, weapons=[{"id": "knife"}, {"id": "pistol_22"}, {"id": "sword"}], position=at(3, 4))
    armed = armed.model_copy(update={"sheet": {**armed.sheet, "held": {"right": "knife", "left": "pistol_22"}}})
    spec = in_slot(stub("m"), armed).when(hurt("t", points)).follows(ItemDropped, fact)
    assert {key: lying.place for key, lying in spec.fight.ground.items()} == {
        "knife": Place(3, 4),
        "pistol_22": Place(3, 4),
    }
    assert (person(spec, "t").held, set(person(spec, "t").weapons)) == ({}, {"sword"})
    assert {event.reason for event in spec.events if isinstance(event, ItemDropped)} == {"fell"}


@pytest.mark.rule("CE-DOWN-3")
def test_a_thing_for_two_hands_falls_once() -> None:
    spec = in_slot(stub("m"), victim(1, weapons=[{"id": "kaufman"}], held={"right": "kaufman"})).when(hurt("t", 1))
    assert len([event for event in spec.events if isinstance(event, ItemDropped)]) == 1


@pytest.mark.rule("CE-DOWN-3")
def test_the_unconscious_have_no_slot_no_reaction_and_no_fate() -> None:
    spec = in_slot(stub("m", "sword"), victim(1, role="major", fp=4), stub("u"), asked=("t",))
    spec.given(policy("t", "fate_before", 2), hurt("t", 1))
    spec.when(attack("m", "t", range="melee"), throws=["m d100: 40", "m 1d8: 1"]).never(FateSpent)
    assert (spec.fight.prompts, person(spec, "t").pool) == ((), 0)
    spec.when(FinishRound(actor="m")).then(SlotOpened(members={"u": 5}, place=2))
    spec.when(check("t", "gas"), throws=["t d100: 40"]).never(FateSpent)


@pytest.mark.rule("CE-DOWN-3")
@pytest.mark.parametrize("status", ["dying", "stabilized"])
def test_nor_have_they_a_slot_in_the_next_round(status: DownedStatus) -> None:
    spec = fallen().given(SetDowned(combatant="t", status=status), FinishRound(actor="m"))
    spec.when(BeginRound(), throws=["m 2d6: 3 4"]).then(SlotOpened(members={"m": 5}, place=0))
    assert (spec.fight.order, person(spec, "t").pool) == ((("m",),), 0)


@pytest.mark.rule("CE-DOWN-3")
def test_a_forced_miss_comes_before_the_damage_and_so_before_the_fall() -> None:
    spec = in_slot(stub("m", "sword"), victim(1, role="major", fp=2), asked=("t",))
    spec.when(attack("m", "t", range="melee"), "t: defence none", "t: fate_miss true", throws=["m d100: 40"])
    spec.never(HpLost, Downed, ShotMissed)
    assert conditions(spec.fight, "t") == {"dodge_penalty"}


# Dying


@pytest.mark.rule("CE-DOWN-4", "CE-DOWN-5", "CE-SHEET-41", "CE-RUL-90")
def test_the_dying_die_at_the_end_of_the_round_after_the_one_in_which_they_fell() -> None:
    spec = fallen()
    assert person(spec, "t").dies_in_round == 2
    spec.when(FinishRound(actor="m")).then(RoundEnded).never(Died)
    spec.when(BeginRound(), throws=["m 2d6: 3 4"]).never(Died)
    assert conditions(spec.fight, "t") == DOWN
    spec.when(FinishRound(actor="m")).then(Died(combatant="t", reason="bled out"), RoundEnded)


@pytest.mark.rule("CE-DOWN-5", "CE-RUL-90")
def test_by_option_they_die_when_that_round_begins_before_any_die_falls() -> None:
    spec = fallen(bleed_out="start_of_next_round").when(FinishRound(actor="m")).never(Died)
    spec.when(BeginRound(), throws=["m 2d6: 3 4"]).then(
        Died(combatant="t", reason="bled out"), RoundBegun, InitiativeThrown
    )


@pytest.mark.rule("CE-DOWN-4", "CE-DOWN-7", "CE-SHEET-41")
def test_the_stabilized_stay_unconscious_with_their_hp_and_no_death_is_due() -> None:
    spec = next_round(fallen()).when(SetDowned(combatant="t", status="stabilized")).then(Stabilized)
    assert conditions(spec.fight, "t") == {"unconscious", "stabilized"}
    assert (hp(spec, "t"), person(spec, "t").dies_in_round) == (-2, None)
    spec.when(FinishRound(actor="m")).never(Died, Revived)
    next_round(spec.given(BeginRound())).when(FinishRound(actor="m")).never(Died)


@pytest.mark.rule("CE-DOWN-8")
def test_more_damage_to_the_dying_leaves_the_due_round_and_kills_from_5_below() -> None:
    spec = next_round(fallen()).when(hurt("t", 2)).never(Downed)
    assert (hp(spec, "t"), person(spec, "t").dies_in_round) == (-4, 2)
    spec.when(hurt("t", 1)).then(Died(combatant="t", reason="wounds"))


@pytest.mark.rule("CE-DOWN-8")
def test_more_damage_to_the_stabilized_makes_them_die_again_a_round_after_that_hit() -> None:
    spec = fallen().given(SetDowned(combatant="t", status="stabilized"))
    next_round(spec).when(hurt("t", 1)).then(Downed(combatant="t", dies_in_round=3))
    assert (conditions(spec.fight, "t"), person(spec, "t").dies_in_round) == (DOWN, 3)


# Waking


def healed(hp_before: int, face: int) -> Specification:
    """A Stimpak for t, who is down."""
    spec = in_slot(stub("m", stimpaks=1), stub("t")).given(hurt("t", 10 - hp_before))
    return spec.when(UseStimpak(actor="m", patient="t"), throws=[f"1d6: {face}"])


@pytest.mark.rule("CE-DOWN-9")
@pytest.mark.parametrize(("before", "face"), [(-2, 2), (-4, 3)])
def test_healing_that_leaves_0_or_less_neither_wakes_nor_stabilizes(before: int, face: int) -> None:
    spec = healed(before, face).then(HpGained).never(Revived, Stabilized)
    assert (conditions(spec.fight, "t"), person(spec, "t").dies_in_round) == (DOWN, 2)


@pytest.mark.rule("CE-DOWN-9", "CE-SHEET-41")
def test_healing_to_1_ends_dying_and_unconsciousness_with_slots_from_the_next_round_on() -> None:
    spec = healed(-2, 3).follows(Revived, HpGained)
    assert (hp(spec, "t"), conditions(spec.fight, "t"), person(spec, "t").dies_in_round) == (1, set(), None)
    assert (person(spec, "t").pool, person(spec, "t").initiative) == (0, None)
    spec.when(FinishRound(actor="m")).then(RoundEnded).never(SlotOpened, Died)
    spec.when(BeginRound(), throws=["m 2d6: 6 6", "t 2d6: 1 1"]).when(FinishRound(actor="m")).then(SlotOpened)


@pytest.mark.rule("CE-DOWN-9")
@pytest.mark.parametrize("status", ["dying", "stabilized"])
def test_healing_wakes_whoever_is_down_by_the_narrators_word_too(status: DownedStatus) -> None:
    spec = in_slot(stub("m", stimpaks=1), stub("t", hp=5)).given(SetDowned(combatant="t", status=status))
    spec.when(UseStimpak(actor="m", patient="t"), throws=["1d6: 1"]).then(Revived(combatant="t"))


@pytest.mark.rule("CE-DOWN-13")
def test_unconsciousness_from_other_causes_is_not_dying_and_healing_does_not_end_it() -> None:
    spec = in_slot(stub("m", stimpaks=1), stub("t", hp=5))
    spec.when(SetCondition(combatant="t", condition="unconscious")).never(Downed)
    assert (conditions(spec.fight, "t"), person(spec, "t").dies_in_round) == ({"unconscious"}, None)
    spec.when(UseStimpak(actor="m", patient="t"), throws=["1d6: 4"]).never(Revived)
    assert conditions(spec.fight, "t") == {"unconscious"}
    next_round(spec).when(FinishRound(actor="m")).never(Died)


def stunned_and_fallen() -> Specification:
    """t is stunned until the end of round 2, and dying besides."""
    spec = in_slot(stub("m", stimpaks=1), stub("t"))
    return spec.given(SetCondition(combatant="t", condition="stunned", end_of_round=2), hurt("t", 10))


@pytest.mark.rule("CE-REACT-34", "CE-DOWN-9")
def test_the_stunned_stay_so_though_they_fall_and_are_stabilized_or_healed() -> None:
    spec = stunned_and_fallen()
    assert conditions(spec.fight, "t") == {*DOWN, "stunned"}
    spec.when(SetDowned(combatant="t", status="stabilized"))
    assert conditions(spec.fight, "t") == {"unconscious", "stabilized", "stunned"}
    spec.when(UseStimpak(actor="m", patient="t"), throws=["1d6: 4"]).then(Revived(combatant="t"))
    assert (conditions(spec.fight, "t"), person(spec, "t").up) == ({"stunned"}, False)
    next_round(spec).when(FinishRound(actor="m")).then(ConditionEnded, RoundEnded)
    assert person(spec, "t").up


@pytest.mark.rule("CE-REACT-34")
def test_death_and_the_narrators_word_that_somebody_is_up_end_being_stunned() -> None:
    spec = stunned_and_fallen().when(SetDowned(combatant="t", status="up"))
    assert conditions(spec.fight, "t") == set()
    spec = stunned_and_fallen().when(SetDowned(combatant="t", status="dead"))
    assert conditions(spec.fight, "t") == {"dead"}
    spec = stunned_and_fallen().when(ClearCondition(combatant="t", condition="stunned"))
    assert conditions(spec.fight, "t") == DOWN


@pytest.mark.parametrize(
    "event", [Downed(combatant="t", dies_in_round=2), Stabilized(combatant="t"), Revived(combatant="t")]
)
def test_records_of_the_first_schema_end_being_stunned(event: Event) -> None:
    lifted = type(event)(**LIFT_EVENTS[event.type, 1](msgspec.structs.asdict(event)))
    spec = in_slot("m", stub("t")).given(SetCondition(combatant="t", condition="stunned"), event)
    assert "stunned" in conditions(spec.fight, "t")
    assert "stunned" not in conditions(spec.given(lifted).fight, "t")


# The narrator's word


@pytest.mark.rule("CE-DOWN-10")
@pytest.mark.parametrize(
    ("status", "states", "due"),
    [
        ("dying", DOWN, 2),
        ("stabilized", {"unconscious", "stabilized"}, None),
        ("dead", {"dead"}, None),
        ("up", set(), None),
    ],
)
@pytest.mark.parametrize("before", [10, -2, -9])
def test_the_narrator_says_how_anybody_fares_whatever_the_hp(
    status: DownedStatus, states: set[str], due: int | None, before: int
) -> None:
    spec = in_slot(stub("m"), stub("t", "knife")).given(hurt("t", 10 - before))
    spec.when(SetDowned(combatant="t", status=status, reason="so it is"))
    assert (hp(spec, "t"), conditions(spec.fight, "t"), person(spec, "t").dies_in_round) == (before, states, due)
    assert bool(person(spec, "t").held) is (before == 10 and status == "up")


@pytest.mark.rule("CE-DOWN-10")
def test_the_narrator_may_set_the_hp_with_it() -> None:
    spec = fallen().when(SetDowned(combatant="t", status="up", hp=4, reason="lucky"))
    spec.then(
        HpGained(combatant="t", points=6, hp=4, source="lucky"),
        HealthChanged(combatant="t", before="quarter", now="half"),
        Revived(combatant="t", ends_stun=True),
    )
    spec.when(SetDowned(combatant="t", status="dead", hp=-5, reason="too late")).then(
        HpLost(combatant="t", points=9, hp=-5, source="too late"), Died(combatant="t", reason="too late")
    )
    assert len([event for event in spec.events if isinstance(event, Died)]) == 1


@pytest.mark.rule("CE-DOWN-10")
def test_who_is_up_already_keeps_score_and_slots() -> None:
    spec = in_slot(stub("m"), stub("t")).when(SetDowned(combatant="t", status="up", hp=9)).never(Revived)
    spec.when(FinishRound(actor="m")).then(SlotOpened(members={"t": 5}, place=1))


# Others


@pytest.mark.rule("CE-DOWN-11")
@pytest.mark.parametrize(("thing", "whole", "dr"), [("desk", 15, 0), ("libretta_rapier", 40, 4)])
@pytest.mark.parametrize("beyond", [0, 7])
def test_vehicles_and_things_are_destroyed_at_0_and_never_dying(thing: str, whole: int, dr: int, beyond: int) -> None:
    spec = in_slot(stub("m"), thing).when(hurt(thing, whole - 1 + dr, armor=True)).never(Destroyed)
    spec.when(hurt(thing, 1 + beyond + dr, armor=True)).then(Destroyed(combatant=thing)).never(Downed, Died)
    assert (person(spec, thing).destroyed, conditions(spec.fight, thing)) == (True, set())


@pytest.mark.rule("CE-DOWN-11")
def test_those_aboard_are_unharmed() -> None:
    rapier = newcomer("libretta_rapier", driver="m", passengers=["t"])
    spec = (
        in_slot(stub("m"), stub("t"), rapier)
        .when(hurt("libretta_rapier", 44))
        .then(Destroyed(combatant="libretta_rapier"))
    )
    assert (hp(spec, "m"), hp(spec, "t")) == (10, 10)


@pytest.mark.rule("CE-DOWN-11")
def test_a_vehicle_that_is_destroyed_goes_no_further() -> None:
    rapier = newcomer("libretta_rapier", driver="m")
    spec = skirmish("m", "t", things=(rapier,), pools={"libretta_rapier": 15}).when(hurt("libretta_rapier", 44))
    assert person(spec, "libretta_rapier").pool == 0
    drive = Move(actor="m", mode="wheels", distance_m=10, vehicle="libretta_rapier")
    refused(spec.when(drive), "CE-DOWN-11", "command.vehicle")
    refused(spec.when(ControlCheck(vehicle="libretta_rapier", base=50)), "CE-DOWN-11", "command.vehicle")


@pytest.mark.rule("CE-DOWN-11")
@pytest.mark.parametrize("thing", ["desk", "libretta_rapier"])
def test_the_narrator_does_not_say_that_a_thing_is_dying(thing: str) -> None:
    spec = in_slot(stub("m"), thing).when(SetDowned(combatant=thing, status="dying")).refused("CE-DOWN-11")
    assert spec.refusal is not None
    assert spec.refusal.field == "command.combatant"


@pytest.mark.rule("CE-DOWN-12")
@pytest.mark.parametrize(("points", "states"), [(8, DOWN), (13, {"dead"})])
def test_animals_fall_and_die_like_people(points: int, states: set[str]) -> None:
    spec = in_slot(stub("m"), "guard_dog").when(hurt("guard_dog", points))
    assert conditions(spec.fight, "guard_dog") == states
    if states == DOWN:
        next_round(spec).when(FinishRound(actor="m")).then(Died(combatant="guard_dog", reason="bled out"))


@pytest.mark.rule("CE-DOWN-12", "CE-DOWN-10")
@pytest.mark.parametrize(("status", "states"), [("dying", DOWN), ("dead", {"dead"})])
def test_the_narrator_says_how_an_animal_fares_too(status: DownedStatus, states: set[str]) -> None:
    spec = in_slot(stub("m"), "guard_dog").when(SetDowned(combatant="guard_dog", status=status))
    assert conditions(spec.fight, "guard_dog") == states


@pytest.mark.rule("CE-DOWN-12", "CE-DOWN-1", "CE-DOWN-2")
@pytest.mark.parametrize(("left", "states"), [(1, set()), (0, DOWN), (-4, DOWN), (-5, {"dead"})])
@pytest.mark.parametrize("who", ["sam", "guard_dog"])
def test_who_joins_with_so_few_hp_is_down_already(who: str, left: int, states: set[str]) -> None:
    spec = given(fight(stub("m"), newcomer(who, hp=left, held={})))
    assert conditions(spec.fight, who) == states


@pytest.mark.rule("CE-DOWN-14")
def test_no_check_against_death_is_called_of_itself_and_the_narrator_may_call_one() -> None:
    spec = in_slot(stub("m"), victim()).when(hurt("t", 5)).never(RollCalled)
    assert spec.fight.prompts == ()
    spec.when(check("t", "deathblow"), 'narrator: consequence [{"effect": "none"}]', throws=["t d100: 51"]).never(Died)
    spec.when(SetDowned(combatant="t", status="dead", reason="deathblow")).then(Died(combatant="t", reason="deathblow"))


@pytest.mark.rule("CE-DOWN-14", "CE-DOWN-10")
def test_the_narrator_may_answer_a_failed_check_against_death_with_death() -> None:
    spec = in_slot(stub("m"), victim()).when(check("t", "deathblow"), throws=["t d100: 51"])
    spec.asks("consequence", "narrator").when(SetDowned(combatant="t", status="dead")).then(Died)
    assert spec.refusal is None


@pytest.mark.rule("CE-DOWN-15")
def test_the_order_goes_on_without_the_dead() -> None:
    spec = in_slot(stub("m", "sword"), victim(), stub("u"))
    spec.when(attack("m", "t", range="melee"), throws=["m d100: 40", "m 1d8: 8"]).then(
        Died(combatant="t", reason="wounds")
    )
    spec.when(FinishRound(actor="m")).then(SlotOpened(members={"u": 5}, place=2))


@pytest.mark.rule("CE-DOWN-15")
def test_the_order_goes_on_when_whoever_has_the_slot_dies() -> None:
    spec = (
        in_slot(stub("m"), stub("t"), stub("u")).when(hurt("m", 15)).then(Died, SlotOpened(members={"t": 5}, place=1))
    )
    assert spec.fight.step == "actions"


@pytest.mark.rule("CE-SHEET-41", "CE-DOWN-4")
def test_who_falls_before_any_combat_dies_at_the_end_of_its_first_round() -> None:
    spec = given(fight(stub("m"), victim())).given(hurt("t", 3))
    assert person(spec, "t").dies_in_round == 1
    spec.given(BeginRound()).when(FinishRound(actor="m")).then(Died(combatant="t", reason="bled out"), RoundEnded)


@pytest.mark.parametrize(
    ("status", "said"), [("up", "Up again"), ("dying", "Dying"), ("stabilized", "Stabilized"), ("dead", "Dead")]
)
def test_a_menu_says_how_somebody_is_to_fare(status: str, said: str) -> None:
    menu = given(fight("sam")).menu()
    [form] = [form for form in menu.forms if form.command == "century.set_downed"]
    filled = {"combatant": "sam", "status": status, "hp": 1}
    assert sentence(menu, form, filled) == f"Set the state of Sam: {said}, with 1 hit point"


@pytest.mark.rule("CE-DOWN-10")
def test_a_ruling_on_how_a_combatant_fares_is_told_with_its_reason() -> None:
    spec = fallen().when(SetDowned(combatant="t", status="stabilized", reason="a medic was near"))
    told = [entry.sentence for entry in spec.entries(2) if entry.type == "core.commanded"]
    assert len(told) == 1
    assert told[0].startswith("The narrator rules that ")
    assert told[0].endswith(": “a medic was near”.")
