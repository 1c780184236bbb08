"""Rounds, pairings and turns (S3-TURN)."""

from typing import Any

import pytest

from domain.core_commands import Command
from domain.core_events import CombatantJoined
from domain.event import Event
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.events.harm import AttackMissed, DoseStruck, FireTicked, Pinned
from domain.rulesets.s3.events.places import DistractionEnded, DistractionSet, ItemStowed
from domain.rulesets.s3.events.throws import CheckSettled, CoinsThrown
from domain.rulesets.s3.state import Hold
from tests.rules.s3.asking import attack, check, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of

DOWN = {"reasons": ["ruling"], "fate": "down"}


def end(actor: str) -> Command:
    return ask.EndTurn(actor=actor)


def turn(pc: str, npc: str | None, order: Any = "pc_first") -> Command:
    return ask.BeginTurn(pc=pc, npc=npc, order=order)


def turns_of(*events: Event) -> list[str]:
    return [event.actor for event in events if isinstance(event, fact.TurnBegun)]


def actor_of(spec: Specification) -> str | None:
    return spec.fight.turn.actor if spec.fight.turn is not None else None


@pytest.mark.rule("S3-TURN-1")
def test_the_sides_are_the_players_characters_and_all_others() -> None:
    spec = given(fight()).when(newcomer("guard", pc=True))
    assert [event.side for event in spec.events if isinstance(event, CombatantJoined)] == ["players"]
    spec.when(newcomer("fox", pc=False))
    assert [event.side for event in spec.events if isinstance(event, CombatantJoined)] == ["opposition"]
    spec.given(ask.BeginRound()).when(turn("fox", "guard")).refused("S3-TURN-4")
    spec.when(turn("guard", "fox")).then(fact.TurnBegun("guard"))


@pytest.mark.rule("S3-TURN-2", "S3-RUL-38")
def test_a_round_has_one_pairing_for_each_able_players_character() -> None:
    spec = given(fight("fox", "hu", newcomer("jade", disabled=DOWN), newcomer("ogre", stunned=True), "bell", "guard"))
    spec.when(ask.BeginRound()).then(fact.RoundBegun(1, 3, ("fox", "hu", "ogre")))
    spec.when(ask.BeginRound()).refused("S3-TURN-2")


@pytest.mark.rule("S3-TURN-2")
def test_rounds_are_numbered_on_and_need_an_able_players_character() -> None:
    spec = given(fight("fox", "bell"), ask.BeginRound(), ask.EndCombat()).when(ask.BeginRound())
    spec.then(fact.RoundBegun(2, 1, ("fox",)))
    given(fight("bell")).when(ask.BeginRound()).refused("S3-TURN-2")


@pytest.mark.rule("S3-TURN-2", "S3-ORDER-4")
def test_poison_that_is_due_strikes_by_joining_and_age_before_the_pairings_are_counted() -> None:
    def dose(name: str) -> dict[str, Any]:
        return {"id": name, "poison": "viper_oil", "coins": 2, "route": "blade", "given_round": 0, "turns_had": 1}

    spec = given(
        fight(
            newcomer("fox", doses=[dose("dose-1"), dose("dose-2")], fortitude=1),
            "hu",
            newcomer("bell", doses=[{**dose("dose-4"), "turns_had": 0}]),
            newcomer("guard", doses=[dose("dose-3")]),
        )
    ).when(
        ask.BeginRound(),
        throws=["poison 2c→0", "poison 2c→2", "fox fortitude 1c→0", "poison 2c→0"],
    )
    struck = [event for event in spec.events if isinstance(event, DoseStruck)]
    assert [(event.combatant, event.dose) for event in struck] == [
        *(("fox", "dose-1"), ("fox", "dose-2"), ("guard", "dose-3"))
    ]
    spec.then(DoseStruck("guard", "dose-3"), fact.RoundBegun(1, 1, ("hu",)))


@pytest.mark.rule("S3-TURN-2")
def test_no_round_opens_when_poison_has_left_nobody_to_take_a_turn() -> None:
    dose = {"id": "dose-1", "poison": "viper_oil", "coins": 2, "route": "blade", "given_round": 0, "turns_had": 1}
    given(fight(newcomer("fox", doses=[dose], fortitude=1), "bell")).when(
        ask.BeginRound(), throws=["poison 2c→2", "fox fortitude 1c→0"]
    ).then(fact.FightDecided("opposition")).never(fact.RoundBegun)


@pytest.mark.rule("S3-TURN-3", "S3-TURN-16", "S3-TURN-17", "S3-RUL-7")
def test_a_pairing_is_two_turns_and_the_round_ends_with_the_last_pairing() -> None:
    spec = given(fight("fox", "hu", "bell"), *round_of("fox", "bell"))
    spec.when(end("fox")).then(fact.TurnEnded("fox"), fact.TurnBegun("bell")).never(fact.PairingClosed)
    spec.when(end("bell")).then(fact.TurnEnded("bell"), fact.PairingClosed("fox", "bell")).never(fact.RoundEnded)
    spec.given(turn("hu", "bell", "npc_first"), end("bell")).when(end("hu")).then(
        fact.PairingClosed("hu", "bell"), fact.RoundClosing(1), fact.RoundEnded(1)
    )
    assert spec.fight.round is None


@pytest.mark.rule("S3-TURN-4")
def test_the_narrator_chooses_the_order_and_every_players_character_is_paired_once() -> None:
    spec = given(fight("fox", "hu", "bell", "guard"))
    spec.when(turn("fox", "bell")).refused("S3-TURN-4")
    spec.given(ask.BeginRound()).when(turn("hu", "bell")).then(fact.PairingOpened("hu", "bell", "pc_first"))
    spec.when(turn("fox", "guard")).refused("S3-TURN-4")
    spec.given(end("hu"), end("bell")).when(turn("hu", "guard")).refused("S3-TURN-4")
    spec.when(turn("fox", "bell")).then(fact.TurnBegun("fox"))


@pytest.mark.rule("S3-TURN-5")
def test_one_npc_may_stand_in_every_pairing_and_only_able_npcs_in_any() -> None:
    spec = given(fight("fox", "hu", "general", newcomer("bell", disabled=DOWN)), *round_of("fox", "general"))
    spec.given(end("fox"), end("general"))
    for nobody in ("bell", "fox", "stranger"):
        spec.when(turn("hu", nobody)).refused("S3-TURN-5")
    spec.when(turn("hu", "general", "npc_first")).then(fact.TurnBegun("general"))


@pytest.mark.rule("S3-TURN-6")
@pytest.mark.parametrize("first", ["fox", "hu"])
def test_who_comes_first_is_custom_and_never_refused(first: str) -> None:
    given(fight("fox", "hu", "bell"), ask.BeginRound()).when(turn(first, "bell")).then(fact.TurnBegun(first))


@pytest.mark.rule("S3-TURN-7", "S3-ORDER-6")
@pytest.mark.parametrize(("pc", "npc", "order"), [(4, 3, ("fox", "bell")), (3, 4, ("bell", "fox"))])
def test_both_throw_initiative_and_the_higher_acts_first(pc: int, npc: int, order: tuple[str, ...]) -> None:
    given(fight("fox", "bell"), ask.BeginRound()).when(
        turn("fox", "bell", "thrown"), throws=[f"fox initiative 7c→{pc}", f"bell initiative 4c→{npc}"]
    ).then(fact.InitiativeSettled(order), fact.TurnBegun(order[0]))


@pytest.mark.rule("S3-TURN-7", "S3-ORDER-6")
def test_a_tie_of_initiative_is_flipped_before_the_first_turn_begins() -> None:
    spec = given(fight("fox", "bell"), ask.BeginRound())
    throws = ["fox initiative 7c→3", "bell initiative 4c→3"]
    spec.when(turn("fox", "bell", "thrown"), throws=throws).asks("call_flip", "fox").never(fact.TurnBegun)
    spec.answer("heads", throws=["flip T"]).then(fact.InitiativeSettled(("bell", "fox")), fact.TurnBegun("bell"))


@pytest.mark.rule("S3-TURN-7", "S3-STUN-5")
def test_initiative_is_thrown_anew_in_every_pairing_by_the_stunned_and_the_held_too() -> None:
    pin = Pinned(Hold("pin-1", "pin", "hu", "general", 4, "unarmed", 0, 0))
    spec = given(fight("fox", "hu", newcomer("general", stunned=True, breath=0)), ask.BeginRound(), pin)
    spec.when(turn("fox", "general", "thrown"), throws=["fox initiative 7c→3", "general initiative 7=7c→2"]).then(
        fact.TurnBegun("fox")
    )
    spec.given(end("fox"))
    spec.when(turn("hu", "general", "thrown"), throws=["hu initiative 5c→3", "general initiative 7=7c→5"]).then(
        fact.TurnBegun("general")
    )


@pytest.mark.rule("S3-TURN-8", "S3-RUL-51")
@pytest.mark.parametrize(("order", "first"), [("pc_first", "fox"), ("npc_first", "bell")])
def test_the_narrator_may_set_the_order_without_a_throw_and_that_is_on_record(order: str, first: str) -> None:
    given(fight("fox", "bell"), ask.BeginRound()).when(turn("fox", "bell", order)).then(
        fact.PairingOpened("fox", "bell", order), fact.TurnBegun(first)
    ).never(CoinsThrown)


@pytest.mark.rule("S3-TURN-9")
def test_the_loser_of_the_initiative_acts_second_with_a_whole_turn() -> None:
    spec = given(fight("fox", "bell"), *round_of("fox", "bell", "npc_first"), engage("fox", "bell"))
    spec.when(end("bell")).then(fact.TurnBegun("fox"))
    spec.when(ask.Move(actor="fox", leave=True)).then(fact.ActionTaken("fox", "movement", "s3.move"))
    spec.when(attack("fox", "bell")).refused("S3-RANGE-4")


@pytest.mark.rule("S3-TURN-10", "S3-RUL-8")
@pytest.mark.parametrize("movement_first", [True, False])
def test_a_turn_holds_a_movement_and_an_attack_in_either_order(movement_first: bool) -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    shot = attack("ogre", "bell", "pistol")
    throws = ["ogre sharpshooting 7c→1", "bell evasion 5c→2"]
    if movement_first:
        spec.given(ask.Move(actor="ogre", leave=True)).when(shot, throws=throws).then(AttackMissed)
    else:
        spec.when(shot, throws=throws).when(ask.Move(actor="ogre", leave=True)).then(fact.ActionTaken)
    spec.when(ask.Move(actor="ogre", leave=True)).refused("S3-TURN-10")
    spec.when(shot).refused("S3-TURN-11")


@pytest.mark.rule("S3-TURN-10")
def test_each_action_is_optional() -> None:
    given(fight("ogre", "bell"), *round_of("ogre", "bell")).when(end("ogre")).then(fact.TurnEnded("ogre"))


@pytest.mark.rule("S3-TURN-11")
def test_an_attack_action_is_one_attack() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    spec.given(attack("ogre", "bell", "pistol", answers=[{"kind": "call_flip", "to": "ogre", "answer": "heads"}]))
    spec.when(attack("ogre", "bell", "pistol")).refused("S3-TURN-11")


@pytest.mark.rule("S3-TURN-12")
def test_no_action_is_traded_for_the_other_kind_or_saved() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"), ask.Move(actor="ogre", leave=True))
    spec.when(ask.Move(actor="ogre", leave=True)).refused("S3-TURN-10")
    spec.given(end("ogre"), end("bell"), *round_of("ogre", "bell"), ask.Move(actor="ogre", leave=True))
    spec.when(ask.Move(actor="ogre", leave=True)).refused("S3-TURN-10")


@pytest.mark.rule("S3-TURN-13")
def test_free_actions_cost_nothing_and_belong_to_the_own_turn() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell", "npc_first"))
    spec.when(ask.Stow(actor="ogre", item="pistol")).refused("S3-TURN-27")
    spec.given(end("bell"), ask.Move(actor="ogre", leave=True))
    spec.given(check("ogre", "bravado", action="attack"))
    spec.when(ask.Stow(actor="ogre", item="pistol")).then(ItemStowed("ogre", "pistol"))
    for item in ("pistol", "hand_cannon"):
        spec.when(ask.Ready(actor="ogre", item=item)).never(fact.ActionTaken)
    spec.when(ask.Drop(actor="ogre", item="pistol")).never(fact.ActionTaken)


@pytest.mark.rule("S3-TURN-14")
def test_a_turn_waits_for_its_end_also_when_both_actions_are_used() -> None:
    burning = newcomer("ogre", fire={"intensity": 2, "flame": 2})
    spec = given(fight(burning, "bell"), *round_of("ogre", "bell"), ask.Move(actor="ogre", leave=True))
    spec.when(check("ogre", "bravado", action="attack"), throws=["ogre bravado 7c→3"]).never(fact.TurnEnding)
    assert actor_of(spec) == "ogre"
    spec.when(end("ogre"), throws=["burn 2c→0"]).then(
        fact.TurnEnding("ogre", "end_turn"), FireTicked("ogre", 0, 1), fact.TurnEnded("ogre")
    )


@pytest.mark.rule("S3-TURN-15", "S3-STUN-11")
@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (ask.Impose(combatant="ogre", stunned=True), "stunned"),
        (ask.Impose(combatant="ogre", disabled="critical"), "not_able"),
        (ask.Remove(combatant="ogre"), "not_able"),
    ],
)
def test_a_turn_ends_at_once_when_its_actor_is_stunned_disabled_or_out(ruling: Command, reason: str) -> None:
    burning = newcomer("ogre", fire={"intensity": 2, "flame": 2})
    spec = given(fight(burning, "fox", "bell"), *round_of("ogre", "bell"))
    burns = reason == "stunned"
    spec.when(ruling, throws=["burn 2c→0"] if burns else []).then(
        fact.TurnEnding("ogre", reason), fact.TurnEnded("ogre"), fact.TurnBegun("bell")
    )
    assert any(isinstance(event, FireTicked) for event in spec.events) is burns


@pytest.mark.rule("S3-TURN-18", "S3-RUL-38")
def test_a_players_character_that_falls_before_its_pairing_takes_the_pairing_with_it() -> None:
    spec = given(fight("jade", "ogre", "dragon", "bell"), *round_of("ogre", "dragon"))
    spec.when(ask.Impose(combatant="jade", disabled="critical")).never(fact.PairingStruck)
    spec.given(end("ogre")).when(end("dragon")).then(
        fact.PairingClosed("ogre", "dragon"), fact.PairingStruck("jade", "not_able"), fact.RoundEnded(1)
    )
    spec.when(ask.BeginRound()).then(fact.RoundBegun(2, 1, ("ogre",)))


@pytest.mark.rule("S3-TURN-19")
def test_the_narrator_strikes_a_pairing_that_will_not_be_played_and_it_counts() -> None:
    spec = given(fight("jade", "ogre", "bell"), ask.BeginRound())
    spec.when(ask.StrikeTurn(pc="jade")).then(fact.PairingStruck("jade", "narrator")).never(fact.RoundEnded)
    spec.when(ask.StrikeTurn(pc="jade")).refused("S3-TURN-19")
    spec.when(turn("jade", "bell")).refused("S3-TURN-4")
    spec.given(turn("ogre", "bell")).when(ask.StrikeTurn(pc="ogre")).refused("S3-TURN-19")
    spec.given(end("ogre")).when(end("bell")).then(fact.RoundEnded(1))


@pytest.mark.rule("S3-TURN-20")
@pytest.mark.parametrize(("order", "victim", "other"), [("pc_first", "bell", "fox"), ("npc_first", "fox", "bell")])
def test_whoever_falls_before_its_turn_in_an_open_pairing_loses_it_and_the_other_keeps_its_own(
    order: str, victim: str, other: str
) -> None:
    spec = given(fight("fox", "hu", "bell", "guard"), *round_of("fox", "bell", order))
    spec.given(ask.Impose(combatant=victim, disabled="unconscious"))
    assert actor_of(spec) == other
    spec.when(end(other)).then(fact.TurnLost(victim, "not_able"), fact.PairingClosed("fox", "bell"))
    assert turns_of(*spec.events) == []


@pytest.mark.rule("S3-TURN-21")
def test_without_an_able_npc_a_players_character_takes_its_turn_alone() -> None:
    spec = given(fight("fox", "bell"), ask.BeginRound())
    spec.when(turn("fox", None)).refused("S3-TURN-21")
    spec.given(ask.Impose(combatant="bell", disabled="down"))
    spec.when(turn("fox", None, "thrown")).then(fact.TurnBegun("fox")).never(CoinsThrown)
    spec.when(end("fox")).then(fact.PairingClosed("fox", None))


@pytest.mark.rule("S3-TURN-22")
def test_a_players_character_that_joins_waits_for_the_next_round_and_an_npc_does_not() -> None:
    spec = given(fight("fox", "bell"), ask.BeginRound(), newcomer("hu"), newcomer("guard"))
    spec.when(turn("hu", "guard")).refused("S3-TURN-4")
    spec.when(turn("fox", "guard", "npc_first")).then(fact.TurnBegun("guard"))
    spec.given(end("guard")).when(end("fox")).then(fact.RoundEnded(1))
    spec.when(ask.BeginRound()).then(fact.RoundBegun(2, 2, ("fox", "hu")))


@pytest.mark.rule("S3-TURN-23", "S3-ATK-6")
def test_defending_is_no_action_and_may_happen_any_number_of_times() -> None:
    spec = given(fight("fox", "hu", "ogre", "bell"), ask.BeginRound())
    for shooter in ("fox", "hu", "ogre"):
        spec.given(turn(shooter, "bell"), engage(shooter, "bell"))
        skill = spec.fight.people[shooter].skills["hand_to_hand"]
        spec.when(
            attack(shooter, "bell"),
            "bell: hand_to_hand",
            throws=[f"{shooter} hand_to_hand {skill}c→1", "bell hand_to_hand 4c→2"],
        ).then(AttackMissed)
        spec.given(end(shooter))
        assert spec.fight.turn is not None
        assert spec.fight.turn.movement
        assert spec.fight.turn.attack
        spec.given(end("bell"))


@pytest.mark.rule("S3-TURN-24", "S3-RUL-9")
def test_the_pairing_does_not_limit_whom_an_actor_strikes() -> None:
    given(fight("ogre", "bell", "guard"), *round_of("ogre", "bell")).when(
        attack("ogre", "guard", "pistol"), throws=["ogre sharpshooting 7c→1", "guard evasion 4c→2"]
    ).then(AttackMissed("ogre", "guard", "pistol"))


@pytest.mark.rule("S3-TURN-25")
def test_a_fight_is_decided_when_a_side_has_nobody_able_but_the_open_turn_goes_on() -> None:
    spec = given(fight("fox", "bell"), *round_of("fox", "bell"))
    spec.when(ask.Impose(combatant="bell", disabled="down")).then(fact.FightDecided("players"))
    assert actor_of(spec) == "fox"
    spec.given(ask.Move(actor="fox", leave=True)).when(end("fox")).then(fact.RoundEnded(1)).never(fact.FightDecided)
    spec.when(ask.BeginRound()).refused("S3-TURN-25")
    spec.when(ask.BeginRound(force=True)).then(fact.RoundBegun(2, 1, ("fox",)))


@pytest.mark.rule("S3-TURN-25")
def test_the_narrator_ends_the_combat_at_any_time_and_only_pairing_and_round_are_cleared() -> None:
    burning = newcomer("bell", fire={"intensity": 2, "flame": 2}, stunned=True)
    pin = Pinned(Hold("pin-1", "pin", "fox", "bell", 4, "unarmed", 0, 0))
    spec = given(fight("fox", burning), *round_of("fox", "bell"), pin)
    spec.when(ask.EndCombat()).then(fact.CombatEnded()).never(CoinsThrown, fact.TurnEnded, fact.RoundEnded)
    now = spec.fight
    assert (now.turn, now.pairing, now.round) == (None, None, None)
    assert now.people["bell"].fire is not None
    assert now.people["bell"].stunned
    assert [hold.id for hold in now.holds] == ["pin-1"]


@pytest.mark.rule("S3-TURN-26")
def test_a_new_scene_forgets_stunts_and_nothing_else() -> None:
    hurt = newcomer("devil", breath=5, stunned=True, wounds=[{"id": "w", "points": 2, "penalty": 1, "source": "x"}])
    spec = given(fight(hurt, "bell"), DistractionSet("here"), DistractionSet("here", 4))
    trick = check("devil", "stealth", stunt=stunt("evasion"))
    spec.given(trick).when(trick).refused("S3-STUNT-17")
    spec.when(ask.BeginScene(name="the roof")).then(fact.SceneBegun(2, "the roof"))
    devil = spec.fight.people["devil"]
    assert (spec.fight.scene, devil.breath, devil.stunned, devil.wound_penalty) == (2, 4, True, 1)
    spec.when(trick, throws=["devil stealth 10-1=9c→1", "devil evasion 7-1=6c→1"]).then(CheckSettled)


@pytest.mark.rule("S3-TURN-27")
def test_only_the_actor_of_the_open_turn_commands() -> None:
    spec = given(fight("fox", "hu", "bell"))
    spec.when(ask.Move(actor="fox", leave=True)).refused("S3-TURN-27")
    spec.given(*round_of("fox", "bell")).when(ask.Move(actor="bell", leave=True)).refused("S3-TURN-27")
    assert spec.refusal is not None
    assert "Flying Fox" in spec.refusal.detail
    spec.when(DISTRACT).then(DistractionSet("here"))


DISTRACT = ask.Distract(zone="here")


@pytest.mark.rule("S3-TURN-28")
def test_while_a_prompt_is_open_only_its_answer_a_ruling_or_a_rewind_is_accepted() -> None:
    spec = given(fight("ogre", "asura"), *round_of("ogre", "asura"))
    spec.when(attack("ogre", "asura", "pistol")).asks("oppose", "asura")
    for command in (
        end("ogre"),
        ask.Move(actor="ogre", leave=True),
        DISTRACT,
        ask.EndCombat(),
        check("ogre", "evasion"),
    ):
        spec.when(command).refused("S3-TURN-28")
    spec.when(ask.Impose(combatant="ogre", prone=True)).never(fact.TurnEnded)
    spec.answer({"skill": "evasion"}, throws=["ogre sharpshooting 7c→1", "asura evasion 5c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-TURN-29")
@pytest.mark.parametrize(
    "relief", [newcomer("guard"), ask.Heal(combatant="bell", disabled=True), ask.Place(combatant="jin", zone="here")]
)
def test_a_decided_fight_is_open_again_when_somebody_able_stands_on_the_empty_side(relief: Command) -> None:
    spec = given(fight("fox", newcomer("bell", disabled=DOWN), newcomer("jin", out="removed")))
    assert spec.fight.decided
    spec.when(ask.BeginRound()).refused("S3-TURN-25")
    spec.when(relief).then(fact.FightReopened())
    spec.when(ask.BeginRound()).then(fact.RoundBegun)


@pytest.mark.rule("S3-ORDER-5")
def test_at_the_end_of_a_round_idle_fires_burn_then_late_doses_strike_then_timers_run_out() -> None:
    dose = {"id": "dose-1", "poison": "viper_oil", "coins": 2, "route": "blade", "given_round": 0}
    spec = given(
        fight(
            "fox",
            newcomer("bell_a", fire={"intensity": 3, "flame": 3}),
            newcomer("bell_b", doses=[dose]),
            newcomer("bell_c", fire={"intensity": 1, "flame": 1}),
            "guard",
        ),
        DistractionSet("here", 1),
        *round_of("fox", "guard"),
        end("fox"),
    )
    spec.when(end("guard"), throws=["burn 3c→0", "burn 1c→0", "poison 2c→0"]).then(
        fact.PairingClosed("fox", "guard"),
        fact.RoundClosing(1),
        FireTicked("bell_a", 0, 1),
        FireTicked("bell_c", 0, 1),
        DoseStruck("bell_b", "dose-1"),
        DistractionEnded("here"),
        fact.RoundEnded(1),
    )
