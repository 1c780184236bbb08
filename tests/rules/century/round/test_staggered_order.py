"""The staggered order (CE-STAG): passes, slots, what an action may hold, and who is out of it."""

from typing import Literal

import pytest

from domain.rulesets.century.chapters.conditions.conditions import ClearCondition, SetCondition
from domain.rulesets.century.chapters.conditions.downed import Died, HpLost
from domain.rulesets.century.chapters.conditions.inflicted_damage import InflictDamage
from domain.rulesets.century.chapters.items.loading import LoadWeapon
from domain.rulesets.century.chapters.movement.moving import Move, Moved
from domain.rulesets.century.chapters.movement.turning import Turn
from domain.rulesets.century.chapters.narrator.other_actions import OtherAction
from domain.rulesets.century.chapters.narrator.scene import SetScene
from domain.rulesets.century.chapters.round.deferred_effects import SlotClosed
from domain.rulesets.century.chapters.round.ending import EndCombat, RoundEnded
from domain.rulesets.century.chapters.round.initiative import BeginRound
from domain.rulesets.century.chapters.round.slots import (
    ActionEnded,
    AllowLongAction,
    EndAction,
    FinishRound,
    Hold,
    LongActionAllowed,
)
from domain.rulesets.century.chapters.round.staggered_order import ActionsEnded, PassBegun, SlotOpened
from tests.rules.century.builders import does, ends, finishes, holders, of, slots_of
from tests.rules.century.specification import (
    Specification,
    attack,
    fight,
    given,
    in_action,
    newcomer,
    roll,
    stub,
    unasked,
)

AMBUSH = ("mulan", "guido", "sam", "jonny")
SCORES = {"mulan": 12, "guido": 6, "sam": 5, "jonny": 4}


def ambush(**guido: int) -> Specification:
    """The order of the ambush: Mulan, Guido, Sam, Jonny."""
    people = ("mulan", newcomer("guido", **guido), "sam", "jonny")
    return given(fight(*people), *unasked(*AMBUSH), *in_action(*AMBUSH, scores=SCORES))


def act(name: str, *, last: bool = False) -> list[OtherAction | EndAction | FinishRound]:
    """One action of two points, and the end of it; the last one of the round forgoes the rest."""
    return [does(name), finishes(name) if last else ends(name)]


def three(**options: int | bool) -> Specification:
    return given(fight(stub("a"), stub("b"), stub("c"), **options), *unasked("a", "b", "c"), *in_action("a", "b", "c"))


@pytest.mark.rule("CE-STAG-1", "CE-STAG-3", "CE-STAG-14", "CE-RUL-54")
def test_slots_go_down_the_order_pass_after_pass_until_nobody_acts() -> None:
    spec = ambush()
    commands = [
        *act("mulan"), *act("guido"), *act("sam", last=True), *act("jonny"),
        *act("mulan", last=True), *act("guido"), *act("jonny", last=True), *act("guido", last=True),
    ]  # fmt: skip
    assert [one for (one,) in slots_of(spec, *commands)] == [
        "guido", "sam", "jonny", "mulan", "guido", "jonny", "guido",
    ]  # fmt: skip
    spec.then(ActionsEnded(round=1), RoundEnded)
    assert spec.fight.step == "conclusion"


@pytest.mark.rule("CE-STAG-3", "CE-RUL-54", "CE-STAG-14")
def test_the_number_of_actions_is_nobodys_to_announce() -> None:
    spec = ambush()
    commands = [
        *act("mulan", last=True), *act("guido"), *act("sam"), *act("jonny"),
        *act("guido", last=True), *act("sam"), *act("jonny"), *act("sam", last=True), *act("jonny", last=True),
    ]  # fmt: skip
    assert [one for (one,) in slots_of(spec, *commands)] == [
        "guido", "sam", "jonny", "guido", "sam", "jonny", "sam", "jonny",
    ]  # fmt: skip
    spec.then(ActionsEnded(round=1), RoundEnded)


@pytest.mark.rule("CE-STAG-4", "CE-STAG-5")
def test_who_is_killed_is_passed_over_from_then_on() -> None:
    spec = ambush(hp_max=1).when(does("mulan"))
    shot = attack("mulan", "guido", weapon="pistol_22", range="short")
    commands = [ends("mulan"), *act("guido"), *act("sam", last=True), *act("jonny")]
    slots_of(spec, *commands)
    spec.when(shot, throws=["d100: 40", "1d4: 4"]).when(InflictDamage(combatant="guido", amount=3))
    spec.then(Died).never(SlotOpened)
    assert spec.fight.order == (("mulan",), (), ("sam",), ("jonny",))
    assert slots_of(spec, finishes("mulan")) == [("jonny",)]


@pytest.mark.rule("CE-STAG-2", "CE-STAG-4")
@pytest.mark.parametrize("state", ["unconscious", "stunned"])
def test_whose_turn_it_is_loses_it_by_falling(state: Literal["unconscious", "stunned"]) -> None:
    spec = three().when(does("a", 1)).when(SetCondition(combatant="a", condition=state))
    spec.then(ActionEnded(combatant="a", how="out"), SlotClosed(members=("a",)), SlotOpened(members={"b": 5}, place=1))
    assert spec.fight.order == ((), ("b",), ("c",))
    spec.when(does("a")).refused("CE-STAG-2")
    spec.given(ClearCondition(combatant="a", condition=state)).when(does("b")).when(ends("b")).when(does("c"))
    assert slots_of(spec, ends("c")) == [("b",)]


@pytest.mark.rule("CE-STAG-4")
def test_in_a_common_slot_only_the_release_takes_somebody_out() -> None:
    spec = given(fight(stub("a", "sword"), stub("b", hp_max=1)), *unasked("a", "b"))
    spec.given(*in_action("a", "b", scores={"a": 7, "b": 7}))
    spec.when(attack("a", "b", range="melee"), throws=["d100: 40", "1d8: 8"]).never(ActionEnded)
    assert holders(spec) == ("a", "b")
    spec.when(does("b")).when(ends("b")).when(ends("a")).then(Died, SlotOpened(members={"a": 5}, place=0))


@pytest.mark.rule("CE-STAG-2", "CE-STAG-1")
def test_only_in_ones_own_slot_one_takes_steps() -> None:
    spec = three()
    for command in (does("b"), ends("b"), finishes("b"), attack("b", "a", range="melee")):
        spec.when(command).refused("CE-STAG-1")
        assert spec.refusal is not None
        assert spec.refusal.field == "command.actor"
    assert slots_of(spec, finishes("a"), finishes("b"), finishes("c")) == [("b",), ("c",)]
    assert spec.fight.step == "conclusion"


@pytest.mark.rule("CE-STAG-6", "CE-STAG-10")
def test_an_action_costs_at_most_five_together() -> None:
    shotgun = {"id": "sawed_off_shotgun", "loaded": 3, "reloads": 4}
    gunner = stub("a", weapons=[shotgun], held={"right": "sawed_off_shotgun"})
    spec = given(fight(gunner, stub("b")), *unasked("a", "b"), *in_action("a", "b"))
    spec.when(attack("a", "b", range="short"), throws=["d100: 90"])
    spec.when(LoadWeapon(actor="a", item="sawed_off_shotgun")).refused("CE-STAG-10")
    spec.when(does("a", 2)).refused("CE-STAG-10")
    assert of(spec, "a").pool == 6
    spec.when(does("a", 1)).then(ActionEnded(combatant="a", how="spent"))


@pytest.mark.rule("CE-STAG-10")
def test_what_does_not_fit_may_be_done_in_the_next_pass() -> None:
    spec = three().when(does("a", 3))
    spec.when(does("a", 4)).refused("CE-STAG-10")
    spec.when(ends("a")).when(finishes("b")).when(finishes("c")).when(does("a", 4)).then()
    assert of(spec, "a").pool == 3


@pytest.mark.rule("CE-STAG-6")
def test_own_points_and_those_of_the_vehicle_count_together() -> None:
    spec = given(fight(stub("a"), newcomer("suv", driver="a", heading=0)), *in_action("a", pools={"suv": 12}))
    spec.when(does("a", 3))
    drive = Move(actor="a", mode="wheels", distance_m=30, vehicle="suv")
    spec.when(drive).refused("CE-STAG-10")
    spec.when(drive.model_copy(update={"distance_m": 20})).then(ActionEnded(combatant="a", how="spent"))
    assert (of(spec, "a").pool, of(spec, "suv").pool) == (7, 10)


@pytest.mark.rule("CE-STAG-7")
def test_an_action_holds_one_attack() -> None:
    spec = three().given(AllowLongAction(combatant="a", mp_limit=10))
    punch = attack("a", "b", natural="punch", range="melee")
    spec.when(punch, throws=["d100: 90"]).when(punch).refused("CE-STAG-7")
    spec.when(ends("a")).when(finishes("b")).when(finishes("c")).when(punch, throws=["d100: 90"]).then()


@pytest.mark.rule("CE-STAG-8", "CE-RUL-54")
def test_a_slot_closes_by_word_by_its_limit_or_by_the_pool() -> None:
    three().when(does("a")).when(ends("a")).then(ActionEnded(combatant="a", how="ended"), SlotClosed(members=("a",)))
    three().when(finishes("a")).then(ActionEnded(combatant="a", how="finished"), SlotClosed(members=("a",)))
    three().when(does("a", 5)).then(ActionEnded(combatant="a", how="spent"), SlotClosed(members=("a",)))
    three().when(does("a", 4)).never(ActionEnded)
    spec = three().when(ends("a")).refused("CE-STAG-8")
    assert holders(spec) == ("a",)


@pytest.mark.rule("CE-STAG-8", "CE-SHEET-34")
def test_who_finishes_has_no_later_slot_of_the_round() -> None:
    spec = three().when(does("a")).when(finishes("a")).when(does("b")).when(ends("b"))
    assert of(spec, "a").finished
    assert slots_of(spec, finishes("c")) == [("b",)]
    spec.when(finishes("b"))
    assert not of(spec, "a").finished


@pytest.mark.rule("CE-STAG-9", "CE-RUL-54")
def test_by_default_nobody_waits() -> None:
    spec = three().when(Hold(actor="a")).refused("CE-STAG-9")
    assert holders(spec) == ("a",)


@pytest.mark.rule("CE-STAG-9")
def test_by_option_one_waits_for_the_next_pass_without_cost() -> None:
    spec = (
        three(hold_slot=True)
        .when(Hold(actor="a"))
        .then(ActionEnded(combatant="a", how="held"), SlotOpened(members={"b": 5}, place=1))
    )
    assert of(spec, "a").pool == 10
    spec.when(does("b"))
    spec.when(Hold(actor="b")).refused("CE-STAG-9")
    assert slots_of(spec, ends("b"), finishes("c")) == [("c",), ("a",)]


@pytest.mark.rule("CE-STAG-9")
def test_a_pass_in_which_all_wait_is_the_last() -> None:
    spec = three(hold_slot=True).when(Hold(actor="a")).when(Hold(actor="b")).when(finishes("c"))
    spec.then(ActionsEnded(round=1), RoundEnded).never(PassBegun)
    spec = three(hold_slot=True).when(does("a")).when(ends("a")).when(Hold(actor="b")).when(finishes("c"))
    spec.then(PassBegun(run=2)).when(Hold(actor="a")).when(Hold(actor="b")).then(ActionsEnded(round=1))


@pytest.mark.rule("CE-STAG-11", "CE-RUL-56")
def test_the_narrator_allows_a_long_action_for_one_slot() -> None:
    spec = given(fight("rattlesnake", stub("b")), *in_action("rattlesnake", "b"))
    turn = Turn(actor="rattlesnake", degrees=90)
    spec.when(turn).refused("CE-STAG-10")
    spec.when(AllowLongAction(combatant="rattlesnake", mp_limit=6)).then(
        LongActionAllowed(combatant="rattlesnake", mp_limit=6)
    )
    spec.when(turn).then(ActionEnded(combatant="rattlesnake", how="spent"))
    assert of(spec, "rattlesnake").pool == 4
    spec.when(does("b")).when(ends("b")).then(SlotOpened(members={"rattlesnake": 5}, place=0))


@pytest.mark.rule("CE-STAG-11", "CE-RUL-56")
def test_it_may_be_allowed_for_the_next_slot_and_not_for_less_than_the_limit() -> None:
    spec = three().when(AllowLongAction(combatant="b", mp_limit=8)).when(finishes("a"))
    spec.then(SlotOpened(members={"b": 8}, place=1)).when(does("b", 7)).when(ends("b")).then(
        SlotOpened(members={"c": 5}, place=2)
    )
    spec.when(finishes("c")).then(SlotOpened(members={"b": 5}, place=1))
    three().when(AllowLongAction(combatant="a", mp_limit=5)).refused("CE-STAG-11")
    suv = given(fight(stub("a"), "suv"), *in_action("a")).when(AllowLongAction(combatant="suv", mp_limit=9))
    suv.refused("CE-STAG-11")
    assert suv.refusal is not None
    assert suv.refusal.field == "command.combatant"


@pytest.mark.rule("CE-STAG-6", "CE-STAG-11", "CE-RUL-56")
@pytest.mark.parametrize(("options", "limit"), [({}, 5), ({"slot_mp_limit": 3}, 3), ({"slot_mp_limit": 8}, 8)])
def test_the_limit_is_five_and_an_option(options: dict[str, int], limit: int) -> None:
    spec = given(fight(stub("a"), stub("b"), **options)).when(BeginRound(), throws=["2d6: 6 6", "2d6: 1 1"])
    spec.when(does("a", limit + 1)).refused("CE-STAG-10")
    spec.when(does("a", limit)).then(ActionEnded(combatant="a", how="spent"))


@pytest.mark.rule("CE-STAG-12", "CE-STAG-13")
def test_steps_are_resolved_one_after_the_other_in_the_actors_order() -> None:
    killer = stub("a", "pistol_22", "knife")
    spec = given(fight(killer, stub("b", hp_max=1), stub("c")), *unasked("a", "b", "c"), *in_action("a", "b", "c"))
    first = attack("a", "b", weapon="knife", paired=True, range="melee")
    step = Move(actor="a", mode="legs2", distance_m=1)
    spec.given(AllowLongAction(combatant="a", mp_limit=6))
    spec.when(step).when(first, throws=["d100: 20", "1d4: 1"]).then(HpLost)
    assert not of(spec, "b").up
    spec.when(step).then(Moved)
    spec.when(attack("a", "c", weapon="pistol_22", paired=True, range="short"), throws=["d100: 20", "1d4: 1"])
    spec.then(HpLost(combatant="c", points=1, hp=9, source=".22 pistol"), ActionEnded(combatant="a", how="spent"))


@pytest.mark.rule("CE-STAG-15")
def test_while_somebody_is_asked_only_answers_and_rulings_are_legal() -> None:
    spec = given(fight(stub("a", "sword"), stub("b")), *in_action("a", "b", scores={"a": 7, "b": 7}))
    spec.when(attack("a", "b", range="melee")).asks("defence", "b")
    steps = (does("b"), does("a"), ends("a"), finishes("b"), attack("b", "a", range="melee"))
    for command in (*steps, BeginRound(), EndCombat(), AllowLongAction(combatant="a", mp_limit=6)):
        spec.when(command).refused("CE-STAG-15")
    spec.when(SetScene(light="dark")).then()
    spec.when(roll("a", hidden=True), throws=["d100: 20"]).then()
    spec.answer("none", throws=["d100: 90"]).then()
    spec.when(does("b")).then()


@pytest.mark.rule("CE-SHEET-34")
def test_the_encounter_remembers_whose_place_is_due_and_what_was_done_in_it() -> None:
    spec = given(fight(stub("a", "pistol_22", "knife"), stub("b")), *unasked("a", "b"), *in_action("a", "b"))
    assert (spec.fight.run, spec.fight.order, spec.fight.due) == (1, (("a",), ("b",)), 1)
    spec.when(attack("a", "b", weapon="knife", paired=True, range="melee"), throws=["d100: 90"])
    part = spec.fight.part_of("a")
    assert part is not None
    assert (part.spent, part.limit, part.attacks, part.paired, part.touched, part.rolled, part.open) == (
        2, 5, 1, "left", True, True, True,
    )  # fmt: skip
    spec.when(ends("a"))
    part = spec.fight.part_of("b")
    assert part is not None
    assert (part.spent, part.attacks, part.paired, part.touched, part.rolled) == (0, 0, None, False, False)
    spec.when(finishes("b"))
    assert (spec.fight.run, spec.fight.due, of(spec, "b").finished) == (2, 1, True)
