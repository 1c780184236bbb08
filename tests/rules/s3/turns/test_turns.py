"""Rounds, pairings and turns: who acts when, how often, and with what (S3-TURN)."""

from collections.abc import Iterable
from typing import Any

import pytest

from domain.core.commands import Command, Join
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.grapple.pins import Pinned, Release
from domain.rulesets.s3.chapters.movement.walking import Move, Moved, StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose, RestoreBreath
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.hazards import Administer, Hazard
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, Ready, Stow
from domain.rulesets.s3.chapters.turns.pairings import (
    BeginTurn,
    InitiativeSettled,
    PairingOpened,
    PairingStruck,
    StrikeTurn,
    TurnOrder,
)
from domain.rulesets.s3.chapters.turns.rounds import (
    BeginRound,
    BeginScene,
    CombatEnded,
    EndCombat,
    RoundBegun,
    RoundClosing,
    RoundEnded,
    SceneBegun,
)
from domain.rulesets.s3.chapters.turns.settling import FightDecided, FightReopened
from domain.rulesets.s3.chapters.turns.turns import EndTurn, PairingClosed, TurnBegun, TurnEnded, TurnEnding, TurnLost
from domain.rulesets.s3.chapters.wounds.fire import FireTicked, Ignited
from domain.rulesets.s3.chapters.wounds.poison import DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import Wounded
from domain.rulesets.s3.state import Fire, Hold, Memory, Turn
from tests.laws.menus import choices
from tests.rules.s3.builders import attack, check, link, player, scene, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of

STREET = scene("here", "roof", links=(link("stairs", "here", "roof"),))
AWAY = Move.model_validate({"actor": "fox", "leave": True})


def end(actor: str) -> Command:
    return EndTurn(actor=actor)


def pairing(pc: str, npc: str | None, order: TurnOrder = "pc_first") -> Command:
    return BeginTurn.model_validate({"pc": pc, "npc": npc, "order": order})


def play(spec: Specification, *commands: Command) -> list[Event]:
    """Give commands one after the other, none of which throws; everything that they record."""
    events: list[Event] = []
    for command in commands:
        spec.when(command)
        assert spec.refusal is None, spec.refusal
        events.extend(spec.events)
    return events


def told(events: Iterable[Event], *kinds: type[Event]) -> list[Event]:
    """Those of the events that are of these kinds."""
    return [event for event in events if isinstance(event, kinds)]


def turns_of(events: Iterable[Event]) -> list[str]:
    """Who began a turn, in order."""
    return [event.actor for event in events if isinstance(event, TurnBegun)]


def turn(spec: Specification) -> Turn:
    """The open turn."""
    assert spec.fight.turn is not None
    return spec.fight.turn


def pin(holder: str, held: str, successes: int = 3) -> Pinned:
    return Pinned(hold=Hold(f"pin-{holder}", "pin", holder, held, successes, "unarmed", 1, 0))


def disabled(combatant: str) -> Command:
    return Impose(combatant=combatant, disabled="down")


def stunned(combatant: str) -> Command:
    return Impose(combatant=combatant, stunned=True)


# Sides, rounds, pairings


@pytest.mark.rule("S3-TURN-1")
def test_an_ally_of_the_narrator_has_turns_of_its_own_only_if_it_joins_as_a_pc() -> None:
    ally, follower = newcomer("soldier_1", pc=True), newcomer("soldier_2")
    spec = given(fight("fox", ally, follower, "bell"))
    spec.when(BeginRound()).then(RoundBegun(round=1, pairings=2, pcs=("fox", "soldier_1")))
    spec.when(pairing("soldier_2", "bell")).refused("S3-TURN-4")
    spec.when(pairing("soldier_1", "soldier_2")).then(TurnBegun(actor="soldier_1"))


@pytest.mark.rule("S3-TURN-1")
@pytest.mark.parametrize(("fallen", "winner"), [(("fox", "soldier_1"), "opposition"), (("bell",), "players")])
def test_everybody_with_pc_true_is_one_side_and_all_others_the_other(fallen: tuple[str, ...], winner: str) -> None:
    spec = given(fight("fox", newcomer("soldier_1", pc=True), "bell"))
    *before, last = map(disabled, fallen)
    for command in before:
        spec.when(command).never(FightDecided)
    spec.when(last)
    assert [event.winner for event in spec.events if isinstance(event, FightDecided)] == [winner]


@pytest.mark.rule("S3-TURN-2", "S3-RUL-38")
def test_a_round_has_as_many_pairings_as_there_are_able_pcs_however_many_npcs_there_are() -> None:
    soldiers = [newcomer(f"soldier_{n}") for n in range(5)]
    spec = given(fight("fox", "hu", "jade", *soldiers), disabled("hu"))
    spec.when(BeginRound()).then(RoundBegun(round=1, pairings=2, pcs=("fox", "jade")))
    events = play(
        spec,
        pairing("fox", "soldier_0"),
        end("fox"),
        end("soldier_0"),
        pairing("jade", "soldier_1"),
        end("jade"),
        end("soldier_1"),
    )
    assert turns_of(events) == ["fox", "soldier_0", "jade", "soldier_1"]
    assert events[-1] == RoundEnded(round=1)


@pytest.mark.rule("S3-TURN-2", "S3-RUL-38")
def test_the_number_of_pairings_is_fixed_for_the_round_and_stunned_pcs_count() -> None:
    spec = given(fight("fox", "hu", "bell"), stunned("hu"))
    spec.when(BeginRound()).then(RoundBegun(round=1, pairings=2, pcs=("fox", "hu")))
    spec.given(newcomer("jade"), disabled("hu"))
    assert spec.fight.round is not None
    assert spec.fight.round.pairings == 2


@pytest.mark.rule("S3-TURN-2")
def test_rounds_are_numbered_on_through_scenes_and_combats() -> None:
    spec = given(fight("fox", "bell"), BeginRound(), EndCombat(), BeginScene())
    spec.when(BeginRound()).then(RoundBegun(round=2, pairings=1, pcs=("fox",)))


@pytest.mark.rule("S3-TURN-2")
def test_a_round_needs_an_able_pc_and_no_other_round_open() -> None:
    given(fight("fox", "bell"), BeginRound()).when(BeginRound()).refused("S3-TURN-2")
    given(fight("fox", "bell"), disabled("fox")).when(BeginRound()).refused("S3-TURN-2")


@pytest.mark.rule("S3-TURN-2", "S3-ORDER-4")
def test_poison_that_is_due_falls_before_the_pcs_are_counted() -> None:
    spec = given(
        fight("fox", "hu", "bell"),
        BeginRound(),
        Administer(combatants=("fox",), poison="viper_oil", route="blade"),
        pairing("fox", "bell"),
        end("fox"),
        end("bell"),
        StrikeTurn(pc="hu"),
    )
    spec.when(BeginRound(), throws=["poison 4c→4", "fox fortitude 5c→2"]).then(
        DoseStruck, RoundBegun(round=2, pairings=1, pcs=("hu",))
    )


@pytest.mark.rule("S3-TURN-3", "S3-TURN-16", "S3-TURN-17", "S3-RUL-7")
def test_a_pairing_is_one_turn_of_each_and_the_round_is_over_after_the_last_pairing() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound())
    first = play(spec, pairing("fox", "bell"), end("fox"), end("bell"))
    second = play(spec, pairing("hu", "bell", "npc_first"), end("bell"), end("hu"))
    steps = (PairingOpened, TurnBegun, TurnEnded, PairingClosed, RoundEnded)
    assert told(first, *steps) == [
        PairingOpened(pc="fox", npc="bell", order="pc_first"),
        TurnBegun(actor="fox"),
        TurnEnded(actor="fox"),
        TurnBegun(actor="bell"),
        TurnEnded(actor="bell"),
        PairingClosed(pc="fox", npc="bell"),
    ]
    assert told(second, *steps)[-2:] == [PairingClosed(pc="hu", npc="bell"), RoundEnded(round=1)]
    assert turns_of(first + second) == ["fox", "bell", "bell", "hu"], "across two pairings one side acts twice running"


@pytest.mark.rule("S3-TURN-4")
def test_pairings_come_in_any_order_of_pcs_and_one_at_a_time() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound())
    play(spec, pairing("hu", "bell"))
    spec.when(pairing("fox", "bell")).refused("S3-TURN-4")
    play(spec, end("hu"), end("bell"))
    spec.when(pairing("fox", "bell")).then(TurnBegun(actor="fox"))


@pytest.mark.rule("S3-TURN-4")
def test_every_pc_has_exactly_one_pairing_a_round() -> None:
    given(fight("fox", "hu", "bell")).when(pairing("fox", "bell")).refused("S3-TURN-4")
    spec = given(fight("fox", "hu", "bell"), *round_of("fox", "bell"), end("fox"), end("bell"))
    spec.when(pairing("fox", "bell")).refused("S3-TURN-4")
    spec = given(fight("fox", "hu", "bell"), BeginRound(), StrikeTurn(pc="fox"))
    spec.when(pairing("fox", "bell")).refused("S3-TURN-4")


@pytest.mark.rule("S3-TURN-5")
def test_an_able_npc_stands_in_any_number_of_pairings() -> None:
    spec = given(fight("fox", "hu", "general", "bell"), BeginRound())
    events = play(
        spec,
        pairing("fox", "general"),
        end("fox"),
        end("general"),
        pairing("hu", "general"),
        end("hu"),
        end("general"),
    )
    assert turns_of(events) == ["fox", "general", "hu", "general"]
    assert told(events, RoundEnded)


@pytest.mark.rule("S3-TURN-5")
@pytest.mark.parametrize("npc", ["bell", "hu", "nobody"])
def test_only_an_able_npc_is_paired_with_a_pc(npc: str) -> None:
    spec = given(fight("fox", "hu", "general", "bell"), disabled("bell"), BeginRound())
    spec.when(pairing("fox", npc)).refused("S3-TURN-5")


@pytest.mark.rule("S3-TURN-6")
def test_the_options_list_first_who_joined_first_and_another_pair_is_not_refused() -> None:
    spec = given(fight("hu", "fox", "bell", "guard"), BeginRound())

    def listed(field: str) -> list[str] | None:
        return choices(spec.menu(), "s3.begin_turn", field)

    assert (listed("pc"), listed("npc")) == (["hu", "fox"], ["bell", "guard"])
    play(spec, pairing("fox", "guard"), end("fox"), end("guard"))
    assert listed("pc") == ["hu"]


@pytest.mark.rule("S3-TURN-7", "S3-ORDER-6", "S3-RUL-7")
@pytest.mark.parametrize(
    ("fox", "bell", "flips", "order"),
    [
        (4, 3, [], ("fox", "bell")),
        (2, 3, [], ("bell", "fox")),
        (3, 3, ["flip H"], ("fox", "bell")),
        (3, 3, ["flip T"], ("bell", "fox")),
    ],
)
def test_both_throw_initiative_and_the_higher_acts_first(
    fox: int, bell: int, flips: list[str], order: tuple[str, ...]
) -> None:
    spec = given(fight("fox", "bell"), BeginRound()).when(
        pairing("fox", "bell", "thrown"),
        *(["fox: heads"] if flips else []),
        throws=[f"fox initiative 7c→{fox}", f"bell initiative 4c→{bell}", *flips],
    )
    spec.then(ContestSettled, InitiativeSettled(order=order), TurnBegun(actor=order[0]))


@pytest.mark.rule("S3-TURN-7", "S3-RUL-7")
def test_initiative_is_thrown_once_in_every_pairing_anew_also_by_the_stunned_and_the_held() -> None:
    spec = given(fight("fox", "hu", "bell"), engage("hu", "bell"), pin("hu", "bell"), stunned("fox"), BeginRound())
    spec.when(
        pairing("fox", "bell", "thrown"), "fox: decline", throws=["fox initiative 7c→6", "bell initiative 4c→1"]
    ).then(InitiativeSettled(order=("fox", "bell")))
    spec.when(end("bell"))
    spec.when(pairing("hu", "bell", "thrown"), throws=["hu initiative 5c→1", "bell initiative 4c→2"]).then(
        InitiativeSettled(order=("bell", "hu"))
    )
    spec.when(end("bell")).then(TurnBegun(actor="hu")).never(CoinsThrown)


@pytest.mark.rule("S3-TURN-8", "S3-RUL-51")
@pytest.mark.parametrize(("order", "first"), [("pc_first", "fox"), ("npc_first", "bell")])
def test_the_narrator_sets_the_order_of_a_surprise_without_initiative(order: TurnOrder, first: str) -> None:
    spec = given(fight("fox", "bell"), BeginRound())
    spec.when(pairing("fox", "bell", order), throws=[]).then(
        PairingOpened(pc="fox", npc="bell", order=order), TurnBegun(actor=first)
    )
    assert spec.fight.pairing is not None
    assert spec.fight.pairing.order[0] == first


@pytest.mark.rule("S3-TURN-9")
def test_the_loser_of_the_initiative_acts_second_in_the_same_pairing_with_all_its_actions() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound()).when(
        pairing("fox", "bell", "thrown"), throws=["fox initiative 7c→1", "bell initiative 4c→2"]
    )
    spec.when(end("bell")).then(TurnBegun(actor="fox"))
    assert (turn(spec).actor, turn(spec).movement, turn(spec).attack) == ("fox", True, True)
    spec.when(attack("fox", "bell"), "bell: evasion", throws=["fox hand_to_hand 8c→1", "bell evasion 5c→2"])
    spec.when(end("fox")).then(PairingClosed(pc="fox", npc="bell"))


@pytest.mark.rule("S3-TURN-9", "S3-TURN-20")
def test_the_loser_of_the_initiative_has_no_turn_if_it_cannot_act_any_more() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound()).when(
        pairing("fox", "bell", "thrown"), throws=["fox initiative 7c→1", "bell initiative 4c→2"]
    )
    spec.given(disabled("fox")).when(end("bell")).never(TurnBegun)
    spec.then(TurnLost(actor="fox", reason="not_able"), PairingClosed(pc="fox", npc="bell"))


# Actions


SHOT = attack("ogre", "bell", "pistol")
MISS = ["ogre sharpshooting 7c→1", "bell evasion 5c→2"]
UPSTAIRS = Move(actor="ogre", zone="roof")


@pytest.mark.rule("S3-TURN-10", "S3-RUL-8")
def test_movement_and_attack_come_in_either_order() -> None:
    spec = given(fight("ogre", "bell"), STREET, *round_of("ogre", "bell"))
    spec.when(SHOT, throws=MISS).then(ActionTaken(actor="ogre", action="attack", command="s3.attack"))
    spec.when(UPSTAIRS).then(ActionTaken(actor="ogre", action="movement", command="s3.move"), Moved)
    above = Place(combatant="bell", zone="roof")
    spec = given(fight("ogre", "bell"), STREET, above, *round_of("ogre", "bell"))
    spec.when(UPSTAIRS).then(Moved)
    spec.when(SHOT, throws=MISS).then(AttackMissed)


@pytest.mark.rule("S3-TURN-10", "S3-TURN-12")
def test_a_second_movement_is_refused_though_the_attack_is_left() -> None:
    spec = given(fight("ogre", "bell"), STREET, *round_of("ogre", "bell"), UPSTAIRS)
    spec.when(Move(actor="ogre", zone="here")).refused("S3-TURN-10")
    spec.when(check("ogre", "awareness", action="attack"), throws=["ogre awareness 5c→2"]).then()


@pytest.mark.rule("S3-TURN-11", "S3-TURN-12")
def test_a_second_attack_is_refused_though_the_movement_is_left() -> None:
    spec = given(fight("ogre", "bell"), STREET, *round_of("ogre", "bell")).when(SHOT, throws=MISS)
    spec.when(SHOT).refused("S3-TURN-11")
    spec.when(attack("ogre", "bell")).refused("S3-TURN-11")
    spec.when(UPSTAIRS).then(Moved)


@pytest.mark.rule("S3-TURN-10", "S3-TURN-12")
def test_actions_left_unused_are_not_saved_for_the_next_turn() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"), end("ogre"), end("bell"), *round_of("ogre", "bell"))
    spec.when(SHOT, throws=MISS).then(AttackMissed)
    spec.when(SHOT).refused("S3-TURN-11")


@pytest.mark.rule("S3-TURN-12")
def test_an_action_is_not_passed_on() -> None:
    spec = given(fight("ogre", "hu", "bell"), STREET, *round_of("ogre", "bell"))
    spec.when(Move(actor="hu", zone="roof")).refused("S3-TURN-27")


@pytest.mark.rule("S3-TURN-13")
def test_ready_stow_drop_and_release_are_free_and_drawing_and_striking_go_in_one_turn() -> None:
    spec = given(fight("ogre", "bell"), engage("ogre", "bell"), *round_of("ogre", "bell"), pin("ogre", "bell"))
    events = play(
        spec,
        Stow(actor="ogre", item="pistol"),
        Ready(actor="ogre", item="pistol"),
        Drop(actor="ogre", item="pistol"),
        Ready(actor="ogre", item="hand_cannon"),
        Stow(actor="ogre", item="hand_cannon"),
        Release(actor="ogre", hold="pin-ogre"),
        Ready(actor="ogre", item="hook_swords"),
    )
    assert not told(events, ActionTaken)
    assert (turn(spec).movement, turn(spec).attack) == (True, True)
    spec.when(
        attack("ogre", "bell", "hook_swords"),
        "bell: evasion",
        throws=["ogre melee 8+2=10c→1", "bell evasion 5c→2"],
    ).then(AttackMissed)


@pytest.mark.rule("S3-TURN-13")
@pytest.mark.parametrize(
    "command",
    [
        Ready(actor="ogre", item="hand_cannon"),
        Stow(actor="ogre", item="pistol"),
        Drop(actor="ogre", item="pistol"),
        Release(actor="ogre", hold="pin-ogre"),
    ],
)
def test_free_actions_are_for_the_own_turn(command: Command) -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"), pin("ogre", "bell"))
    spec.when(command).refused("S3-TURN-27")


# The end of turns, pairings and rounds


@pytest.mark.rule("S3-TURN-14")
def test_a_turn_waits_for_its_end_also_with_both_actions_used_and_then_its_effects_fall() -> None:
    spec = given(fight("ogre", "bell"), STREET, Ignited(combatant="ogre", fire=Fire(2, 2)), *round_of("ogre", "bell"))
    spec.when(SHOT, throws=MISS).when(UPSTAIRS).never(TurnEnding, TurnEnded)
    assert turn(spec).actor == "ogre"
    spec.when(end("ogre"), throws=["burn 2c→0"]).then(
        TurnEnding(actor="ogre", reason="end_turn"),
        FireTicked,
        TurnEnded(actor="ogre"),
        TurnBegun(actor="bell"),
    )


@pytest.mark.rule("S3-TURN-15", "S3-ORDER-3")
@pytest.mark.parametrize(
    ("blow", "burns"),
    [
        (stunned("ogre"), ["burn 2c→0"]),
        (disabled("ogre"), []),
        (Remove(combatant="ogre"), []),
    ],
)
def test_a_turn_ends_at_once_when_its_actor_is_stunned_disabled_or_out(blow: Command, burns: list[str]) -> None:
    spec = given(fight("ogre", "hu", "bell"), Ignited(combatant="ogre", fire=Fire(2, 2)), *round_of("ogre", "bell"))
    spec.when(blow, throws=burns).then(TurnEnding, TurnEnded(actor="ogre"), TurnBegun(actor="bell"))
    spec.when(SHOT).refused("S3-TURN-27")


@pytest.mark.rule("S3-TURN-15")
def test_an_exchange_in_progress_is_finished_before_the_turn_ends() -> None:
    spec = given(fight("ogre", "asura"), *round_of("ogre", "asura")).when(attack("ogre", "asura", "pistol"))
    spec.asks("oppose", "asura")
    spec.when(stunned("ogre")).never(TurnEnding)
    spec.answer(
        {"skill": "evasion"},
        throws=["ogre sharpshooting 7c→3", "asura evasion 5c→1", "damage 3+2=5c→1", "asura fortitude 6c→2"],
    ).then(
        AttackHit,
        Wounded,
        TurnEnding(actor="ogre", reason="stunned"),
        TurnEnded(actor="ogre"),
        TurnBegun(actor="asura"),
    )


@pytest.mark.rule("S3-TURN-15")
def test_a_fast_exchange_that_stuns_its_maker_costs_the_rest_of_the_turn() -> None:
    spec = given(
        fight("devil", "blackthorne", fast_melee="always"),
        engage("devil", "blackthorne"),
        *round_of("devil", "blackthorne"),
    )
    reply = {"kind": "fast_reply", "to": "blackthorne", "answer": {"skill": "melee", "item": "cutlass"}}
    spec.when(
        attack("devil", "blackthorne", "straightsword", answers=[reply]),
        throws=["devil melee 10c→3", "blackthorne melee 9c→5", "damage 7c→4", "devil fortitude 6c→3"],
    ).then(
        AttackHit,
        TurnEnding(actor="devil", reason="stunned"),
        TurnEnded(actor="devil"),
        TurnBegun(actor="blackthorne"),
    )


@pytest.mark.rule("S3-TURN-16", "S3-TURN-20")
def test_a_pairing_whose_second_turn_cannot_happen_closes_with_the_first() -> None:
    spec = given(fight("fox", "hu", "bell", "guard"), *round_of("fox", "bell"), disabled("bell"))
    spec.when(end("fox")).then(
        TurnEnded(actor="fox"),
        TurnLost(actor="bell", reason="not_able"),
        PairingClosed(pc="fox", npc="bell"),
    )
    spec.never(TurnBegun, RoundEnded)


@pytest.mark.rule("S3-TURN-17")
@pytest.mark.parametrize("last", [StrikeTurn(pc="hu"), disabled("hu"), Remove(combatant="hu")])
def test_the_round_ends_by_itself_when_no_able_pc_is_left_without_a_pairing(last: Command) -> None:
    spec = given(fight("fox", "hu", "bell"), *round_of("fox", "bell"), end("fox"))
    spec.when(end("bell")).never(RoundEnded)
    spec.when(last).then(RoundClosing(round=1), RoundEnded(round=1))
    assert spec.fight.round is None


@pytest.mark.rule("S3-TURN-18", "S3-RUL-38")
@pytest.mark.parametrize("blow", [disabled("hu"), Remove(combatant="hu")])
def test_the_pairing_of_a_fallen_pc_is_struck_for_both_sides(blow: Command) -> None:
    spec = given(fight("fox", "hu", "jade", "bell"), BeginRound())
    events = play(spec, pairing("fox", "bell"), blow, end("fox"), end("bell"))
    assert PairingStruck(pc="hu", reason="not_able") in events
    spec.when(pairing("hu", "bell")).refused("S3-TURN-4")
    events += play(spec, pairing("jade", "bell"), end("jade"), end("bell"))
    assert turns_of(events) == ["fox", "bell", "jade", "bell"]
    assert events[-1] == RoundEnded(round=1)


@pytest.mark.rule("S3-TURN-18")
def test_a_pc_that_falls_between_two_pairings_loses_its_own_at_once() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound())
    spec.when(disabled("hu")).then(PairingStruck(pc="hu", reason="not_able")).never(RoundEnded)


@pytest.mark.rule("S3-TURN-19")
def test_the_narrator_strikes_a_pairing_that_nobody_plays_and_it_counts_as_the_pcs_own() -> None:
    spec = given(fight("fox", "hu", "bell"), BeginRound())
    spec.when(StrikeTurn(pc="hu")).then(PairingStruck(pc="hu", reason="narrator")).never(RoundEnded)
    spec.when(pairing("hu", "bell")).refused("S3-TURN-4")
    spec.when(StrikeTurn(pc="hu")).refused("S3-TURN-19")
    play(spec, pairing("fox", "bell"))
    spec.when(StrikeTurn(pc="fox")).refused("S3-TURN-19")
    spec.given(end("fox")).when(end("bell")).then(RoundEnded(round=1))
    spec.when(StrikeTurn(pc="hu")).refused("S3-TURN-19")


@pytest.mark.rule("S3-TURN-20")
@pytest.mark.parametrize(("first", "fallen", "kept"), [("npc_first", "fox", "bell"), ("pc_first", "bell", "fox")])
@pytest.mark.parametrize("out", [False, True])
def test_who_falls_before_its_turn_loses_it_and_the_other_one_keeps_its_own(
    first: TurnOrder, fallen: str, kept: str, out: bool
) -> None:
    spec = given(fight("fox", "hu", "bell", "guard"), *round_of("fox", "bell", first))
    spec.given(Remove(combatant=fallen) if out else disabled(fallen))
    assert turn(spec).actor == kept
    spec.when(check(kept, "awareness", action="attack"), throws=[f"{kept} awareness 6c→2"]).then()
    spec.when(end(kept)).then(TurnLost(actor=fallen, reason="not_able"), PairingClosed(pc="fox", npc="bell"))


@pytest.mark.rule("S3-TURN-20")
def test_who_falls_before_the_first_turn_leaves_it_to_the_other_one() -> None:
    spec = given(fight("jade", "hu", "bell"), BeginRound())
    spec.when(pairing("jade", "bell", "thrown"), throws=["jade initiative 6c→3", "bell initiative 4c→3"])
    spec.asks("call_flip", "jade").when(disabled("jade"))
    spec.answer("heads", throws=["flip H"]).then(TurnLost(actor="jade", reason="not_able"), TurnBegun(actor="bell"))


@pytest.mark.rule("S3-TURN-21")
def test_a_pc_takes_its_turn_without_npc_only_while_no_npc_is_able() -> None:
    spec = given(fight("fox", "bell"), BeginRound())
    spec.when(pairing("fox", None)).refused("S3-TURN-21")
    spec.given(disabled("bell"))
    spec.when(pairing("fox", None, "thrown"), throws=[]).then(
        PairingOpened(pc="fox", npc=None, order="thrown"), TurnBegun(actor="fox")
    )
    spec.when(end("fox")).then(TurnEnded(actor="fox"), PairingClosed(pc="fox", npc=None), RoundEnded(round=1))


@pytest.mark.rule("S3-TURN-22", "S3-TURN-4")
def test_a_pc_that_joins_in_a_round_waits_for_the_next_one_and_an_npc_does_not() -> None:
    spec = given(fight("fox", "bell"), BeginRound(), newcomer("hu"), newcomer("guard"))
    spec.when(pairing("hu", "bell")).refused("S3-TURN-4")
    spec.when(pairing("fox", "guard")).then(TurnBegun(actor="fox"))
    spec.given(end("fox")).when(end("guard")).then(RoundEnded(round=1))
    spec.when(BeginRound()).then(RoundBegun(round=2, pairings=2, pcs=("fox", "hu")))


@pytest.mark.rule("S3-TURN-23", "S3-STUN-5")
@pytest.mark.parametrize("state", [stunned("jade"), Impose(combatant="jade", prone=True), pin("bell_a", "jade", 0)])
def test_opposing_costs_no_action_and_happens_any_number_of_times_also_stunned_prone_and_pinned(state: Any) -> None:
    spec = given(fight("jade", "hu", "bell_a", "bell_b"), BeginRound())
    spec.given(pairing("hu", "bell_a", "npc_first"), state)
    for shooter in ("bell_a", "bell_b"):
        spec.when(
            attack(shooter, "jade", "pistol"),
            "jade: evasion",
            throws=[f"{shooter} sharpshooting 6c→1", "jade evasion 7c→2"],
        ).then(AttackMissed)
        spec.given(end(shooter), *([end("hu")] if shooter == "bell_a" else []))
        if shooter == "bell_a":
            spec.given(pairing("jade", "bell_b", "npc_first"))
    if spec.fight.prompts:
        spec.asks("act_stunned", "jade")
        return
    assert (turn(spec).actor, turn(spec).movement, turn(spec).attack) == ("jade", True, True)
    assert spec.fight.people["jade"].breath == spec.fight.people["jade"].breath_max


@pytest.mark.rule("S3-TURN-23")
def test_a_defence_costs_nothing_but_the_breath_of_its_stunt() -> None:
    spec = given(fight("jade", "bell"), *round_of("jade", "bell", "npc_first"))
    spec.when(attack("bell", "jade", "pistol")).asks("oppose", "jade")
    spec.answer(
        {"skill": "evasion", "stunt": {"with": ["acrobatics"]}},
        throws=["bell sharpshooting 6c→1", "jade evasion 7c→2", "jade acrobatics 6c→0"],
    )
    spec.given(end("bell"))
    assert spec.fight.people["jade"].breath == 2
    assert (turn(spec).movement, turn(spec).attack) == (True, True)


@pytest.mark.rule("S3-TURN-24", "S3-RUL-9")
@pytest.mark.parametrize("target", ["asura", "guard", "hu"])
def test_an_actor_strikes_at_anybody_in_reach_whoever_it_is_paired_with(target: str) -> None:
    dodges = {"asura": 5, "guard": 4, "hu": 6}
    spec = given(fight("ogre", "hu", "asura", "guard"), *round_of("ogre", "asura"))
    spec.when(
        attack("ogre", target, "pistol"),
        f"{target}: evasion",
        throws=["ogre sharpshooting 7c→1", f"{target} evasion {dodges[target]}c→2"],
    ).then(AttackMissed(attacker="ogre", target=target, weapon="pistol"))


# Decided fights and scenes


@pytest.mark.rule("S3-TURN-25")
def test_a_decided_fight_lets_the_open_turn_go_on_and_opens_no_round_unless_forced() -> None:
    spec = given(fight("ogre", "bell"), STREET, *round_of("ogre", "bell"))
    spec.when(disabled("bell")).then(FightDecided(winner="players")).never(TurnEnding)
    assert (spec.fight.decided, spec.fight.outcome) == (True, "players")
    spec.when(UPSTAIRS).then(Moved).never(FightDecided)
    spec.given(end("ogre"))
    spec.when(BeginRound()).refused("S3-TURN-25")
    spec.when(BeginRound(force=True)).then(RoundBegun(round=2, pairings=1, pcs=("ogre",)))


@pytest.mark.rule("S3-TURN-25")
def test_the_opposition_wins_when_no_pc_is_able_and_nobody_when_nobody_is() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
    spec.when(disabled("ogre")).then(FightDecided(winner="opposition"))
    assert turn(spec).actor == "bell"
    spec.when(disabled("bell")).then(FightDecided(winner=None))


@pytest.mark.rule("S3-TURN-25")
def test_a_round_is_refused_where_nobody_stands_in_the_opposition_from_the_start() -> None:
    given(fight("ogre")).when(BeginRound()).refused("S3-TURN-25")


@pytest.mark.rule("S3-TURN-25")
def test_the_narrator_ends_the_combat_at_any_time_and_wounds_fires_and_holds_stay() -> None:
    burning = Ignited(combatant="ogre", fire=Fire(3, 3))
    wound = Impose(combatant="ogre", wound=2)
    spec = given(fight("ogre", "hu", "bell"), burning, wound, pin("hu", "bell"), *round_of("ogre", "bell"))
    spec.when(EndCombat(), throws=[]).then(TurnEnded(actor="ogre"), CombatEnded)
    spec.never(TurnEnding, RoundClosing)
    after = spec.fight
    assert (after.round, after.pairing, after.turn) == (None, None, None)
    ogre = after.people["ogre"]
    assert (ogre.wound_penalty, ogre.fire, len(after.holds)) == (1, Fire(3, 3), 1)
    spec.when(BeginRound()).then(RoundBegun(round=2, pairings=2, pcs=("ogre", "hu")))


@pytest.mark.rule("S3-TURN-25")
def test_between_turns_the_end_of_the_combat_cuts_none_off() -> None:
    given(fight("ogre", "bell"), BeginRound()).when(EndCombat()).then(CombatEnded).never(TurnEnded)


@pytest.mark.rule("S3-TURN-26")
@pytest.mark.parametrize("in_a_round", [False, True])
def test_a_new_scene_clears_the_memory_of_stunts_and_nothing_else(in_a_round: bool) -> None:
    memory = Memory(("melee", "stealth"), ("unarmed",), "attack", "leap")
    stage = round_of("jade", "bell") if in_a_round else ()
    spec = given(
        fight(newcomer("jade", breath=1), "bell"), STREET, *stage, StuntMemoryAdded(combatant="jade", memory=memory)
    )
    spec.given(Impose(combatant="jade", wound=2), Impose(combatant="jade", prone=True))
    spec.when(BeginScene(name="the docks")).then(SceneBegun(scene=2, name="the docks"))
    jade = spec.fight.people["jade"]
    assert (spec.fight.scene, spec.fight.scene_name, spec.fight.memory) == (2, "the docks", {})
    assert (jade.breath, jade.wound_penalty, jade.prone) == (1, 1, True)
    spec.when(BeginScene()).then(SceneBegun(scene=3))


@pytest.mark.rule("S3-TURN-26")
def test_a_stunt_may_be_repeated_in_a_new_scene() -> None:
    spec = given(fight("jade", "bell"), engage("jade", "bell"), *round_of("jade", "bell"))
    leap = attack("jade", "bell", stunt=stunt("acrobatics"))
    spec.when(
        leap, "bell: evasion", throws=["jade hand_to_hand 5c→1", "jade acrobatics 6c→1", "bell evasion 5c→2"]
    ).then(AttackMissed)
    spec.given(end("jade"), end("bell"), *round_of("jade", "bell"))
    spec.when(leap).refused("S3-STUNT-17")
    spec.given(BeginScene()).when(leap).asks("oppose", "bell")


# Whose word counts when


@pytest.mark.rule("S3-TURN-27")
def test_only_the_actor_of_the_open_turn_commands_and_the_refusal_names_it() -> None:
    spec = given(fight("fox", "hu", "bell")).when(AWAY).refused("S3-TURN-27")
    spec = given(fight("fox", "hu", "bell"), *round_of("fox", "bell"))
    for command in (attack("bell", "fox", "pistol"), StandUp(actor="hu"), end("bell")):
        spec.when(command).refused("S3-TURN-27")
        assert spec.refusal is not None
        assert "Flying Fox" in spec.refusal.detail
    spec.when(AWAY, speaker=player("fox")).then(ActionTaken)


@pytest.mark.rule("S3-TURN-27")
def test_the_narrator_rules_between_the_commands_of_a_turn() -> None:
    spec = given(fight("fox", "bell"), *round_of("fox", "bell"), AWAY)
    spec.when(Hazard(targets=("bell",), coins=2), throws=["damage 2c→0"]).then()
    spec.when(Place(combatant="bell", engaged_with=("fox",))).then()
    assert turn(spec).actor == "fox"


@pytest.mark.rule("S3-TURN-28")
@pytest.mark.parametrize(
    "command",
    [
        attack("fox", "asura"),
        end("fox"),
        check("asura", "awareness"),
        BeginScene(),
        EndCombat(),
        newcomer("hu"),
    ],
)
def test_while_a_prompt_is_open_no_other_command_is_accepted(command: Command) -> None:
    spec = given(fight("fox", "asura"), *round_of("fox", "asura")).when(attack("fox", "asura")).asks("oppose", "asura")
    spec.when(command).refused("S3-TURN-28")
    assert [prompt.to for prompt in spec.fight.prompts] == ["asura"]


@pytest.mark.rule("S3-TURN-28")
def test_while_a_prompt_is_open_rulings_and_its_answer_are_accepted() -> None:
    spec = given(fight("fox", "asura"), *round_of("fox", "asura")).when(attack("fox", "asura")).asks("oppose", "asura")
    spec.when(Impose(combatant="asura", wound=1)).then(Wounded)
    spec.when(RestoreBreath(combatant="fox")).then().asks("oppose", "asura")
    spec.answer({"skill": "evasion"}, throws=["fox hand_to_hand 8c→1", "asura evasion 5-1=4c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-TURN-29")
@pytest.mark.parametrize(
    ("gone", "returns"),
    [
        (disabled("bell"), newcomer("guard")),
        (disabled("bell"), Heal(combatant="bell", disabled=True, wounds="all")),
        (Remove(combatant="bell"), Place(combatant="bell", zone="here")),
    ],
)
def test_a_decided_fight_is_open_again_when_somebody_able_stands_on_the_empty_side(
    gone: Command, returns: Command | Join
) -> None:
    spec = given(fight("fox", "bell"), gone)
    assert spec.fight.decided
    spec.when(BeginRound()).refused("S3-TURN-25")
    spec.when(returns).then(FightReopened)
    assert (spec.fight.decided, spec.fight.outcome) == (False, None)
    spec.when(BeginRound()).then(RoundBegun(round=1, pairings=1, pcs=("fox",)))


@pytest.mark.rule("S3-TURN-29")
def test_who_joins_the_side_that_still_stands_changes_no_decision() -> None:
    spec = given(fight("fox", "bell"), disabled("bell"))
    spec.when(newcomer("hu")).never(FightReopened)
    assert spec.fight.decided


@pytest.mark.rule("S3-TURN-13")
def test_a_weapon_is_also_drawn_in_the_course_of_a_blow_without_an_action() -> None:
    spec = given(fight("clarity", "guard"), engage("clarity", "guard"), BeginRound())
    spec.given(pairing("clarity", "guard"), Stow(actor="clarity", item="saber"))
    spec.when(
        attack("clarity", "guard", "saber"),
        "guard: evasion",
        throws=["clarity melee 8+1=9c→1", "guard evasion 4c→2"],
    ).then(ItemReadied(combatant="clarity", item="saber", hands=("main",)))
    assert turn(spec).movement
