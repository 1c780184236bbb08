"""Clearing a jam takes one's whole round (CE-CRIT-17, CE-ACT-53, CE-RUL-15)."""

import pytest

from domain.core.commands import Join
from domain.rulesets.century.chapters.attack.attacks import Attack
from domain.rulesets.century.chapters.conditions.conditions import ConditionEnded, ConditionSet, SetCondition
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.items.jams import ClearJam, JamCleared, WeaponFailed
from domain.rulesets.century.chapters.movement.moving import Move
from domain.rulesets.century.chapters.round.ending import EndCombat, RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.move_points import PointsSpent
from domain.rulesets.century.chapters.round.slots import ActionEnded, FinishRound
from domain.rulesets.century.chapters.round.staggered_order import SlotOpened
from domain.rulesets.century.state import Condition
from tests.rules.century.builders import refused, skirmish
from tests.rules.century.specification import Specification, fight, given, roll, stub

GUN = "avenger_9mm"
CLEAR = ClearJam(actor="a", weapon=GUN)
NEXT = ["a 2d6: 6 6", "b 2d6: 1 1"]


def jammed(rounds: int = 1, *things: Join) -> Specification:
    """Round 1 with the slot of ``a`` open, whose pistol is jammed."""
    failed = WeaponFailed(combatant="a", weapon=GUN, state="jammed", rounds=rounds)
    return skirmish(stub("a", GUN, "knife"), "b", after=(failed,), things=things)


def weapon_state(spec: Specification) -> tuple[str, int]:
    weapon = spec.fight.people["a"].weapons[GUN]
    return weapon.state, weapon.jam_rounds


@pytest.mark.rule("CE-CRIT-17", "CE-RUL-15", "CE-ACT-53")
def test_clearing_takes_the_whole_pool_and_the_round_and_works_at_its_end() -> None:
    spec = (
        jammed()
        .when(CLEAR)
        .then(
            PointsSpent(combatant="a", points=10, what="clear jam"),
            ConditionSet(combatant="a", condition=Condition("clearing_jam", weapon=GUN, lasts="round", until=1)),
            ActionEnded(combatant="a", how="finished"),
            SlotOpened(members={"b": 5}, place=1),
        )
    )
    assert weapon_state(spec) == ("jammed", 1)
    spec.when(FinishRound(actor="b")).then(
        JamCleared(combatant="a", weapon=GUN),
        ConditionEnded(combatant="a", condition="clearing_jam", reason="end of the round"),
        RoundEnded,
    )
    assert weapon_state(spec) == ("working", 0)


@pytest.mark.rule("CE-CRIT-17", "CE-RUL-15")
def test_a_jam_of_several_rounds_is_begun_anew_in_each() -> None:
    spec = jammed(2).when(CLEAR).when(FinishRound(actor="b")).then(JamCleared(combatant="a", weapon=GUN, rounds=1))
    assert weapon_state(spec) == ("jammed", 1)
    spec.when(BeginRound(), throws=NEXT).when(FinishRound(actor="a")).when(FinishRound(actor="b"))
    assert weapon_state(spec) == ("jammed", 1)
    spec.when(BeginRound(), throws=NEXT).when(CLEAR).when(FinishRound(actor="b"))
    assert weapon_state(spec) == ("working", 0)


@pytest.mark.rule("CE-CRIT-17", "CE-ACT-53", "CE-RUL-15")
def test_it_is_refused_once_anything_of_the_round_is_spent() -> None:
    spec = jammed().when(Move(actor="a", mode="legs2", distance_m=1))
    spec.when(CLEAR).refused("CE-CRIT-17")
    given_ = jammed().given(PointsSpent(combatant="a", points=4, what="dodge", reaction=True))
    given_.when(CLEAR).refused("CE-CRIT-17")
    car = stub("car", kind="vehicle", mp_base=15, turn_rate=1, driver="a", modes=("wheels",))
    driven = jammed(1, car).given(PointsSpent(combatant="a", points=1, what="move", vehicle="car"))
    driven.when(CLEAR).refused("CE-CRIT-17")


@pytest.mark.rule("CE-CRIT-17")
def test_it_takes_ones_own_slot_and_the_jammed_weapon_in_hand() -> None:
    out_of_turn = skirmish(
        "b", stub("a", GUN), after=(WeaponFailed(combatant="a", weapon=GUN, state="jammed", rounds=1),)
    )
    refused(out_of_turn.when(CLEAR), "CE-STAG-1", "command.actor")
    spec = jammed()
    refused(spec.when(ClearJam(actor="a", weapon="knife")), "CE-CRIT-17", "command.weapon")
    refused(spec.when(ClearJam(actor="a", weapon="sword")), "CE-CRIT-17", "command.weapon")
    carried = given(
        fight(stub("a", weapons=[{"id": GUN}])), WeaponFailed(combatant="a", weapon=GUN, state="jammed", rounds=1)
    )
    refused(carried.when(CLEAR), "CE-CRIT-17", "command.weapon")


@pytest.mark.rule("CE-CRIT-17")
def test_outside_combat_the_weapon_works_at_once() -> None:
    spec = (
        given(fight(stub("a", GUN)), WeaponFailed(combatant="a", weapon=GUN, state="jammed", rounds=3))
        .when(CLEAR)
        .then(JamCleared(combatant="a", weapon=GUN))
    )
    assert weapon_state(spec) == ("working", 0)


@pytest.mark.rule("CE-CRIT-17")
@pytest.mark.parametrize(
    "fallen",
    [
        SetCondition(combatant="a", condition="unconscious"),
        SetCondition(combatant="a", condition="stunned"),
        InflictDamage(combatant="a", amount=10),
        InflictDamage(combatant="a", amount=30),
    ],
)
def test_whoever_falls_meanwhile_has_not_cleared_it(fallen: SetCondition | InflictDamage) -> None:
    spec = jammed().given(CLEAR, fallen)
    assert "clearing_jam" not in spec.fight.people["a"].conditions
    spec.when(FinishRound(actor="b")).never(JamCleared)


@pytest.mark.rule("CE-CRIT-17")
def test_whoever_loses_the_weapon_meanwhile_has_not_cleared_it() -> None:
    spec = jammed().given(CLEAR)
    disarm = Attack(actor="b", target="a", maneuver="disarm", disarm_item=GUN, range="melee")
    spec.when(disarm, throws=["b d100: 30"])
    assert spec.fight.ground[GUN].weapon.state == "jammed"
    assert "clearing_jam" not in spec.fight.people["a"].conditions
    spec.when(FinishRound(actor="b")).never(JamCleared)


@pytest.mark.rule("CE-CRIT-17")
def test_a_round_that_combat_breaks_off_does_not_count() -> None:
    spec = (
        jammed()
        .given(CLEAR)
        .when(EndCombat())
        .then(ConditionEnded(combatant="a", condition="clearing_jam", reason="interrupted"))
    )
    assert weapon_state(spec) == ("jammed", 1)


@pytest.mark.rule("CE-CRIT-17", "CE-CRIT-18", "CE-CRIT-23")
def test_a_weapon_that_breaks_while_its_jam_is_cleared_stays_broken() -> None:
    spec = jammed().given(CLEAR).when(roll("a", 10), throws=["a d100: 98"])
    spec.answer({"effect": "break_weapon", "weapon": GUN}).then(WeaponFailed(combatant="a", weapon=GUN, state="broken"))
    spec.when(FinishRound(actor="b")).then(ConditionEnded, RoundEnded).never(JamCleared)
    assert weapon_state(spec) == ("broken", 0)
