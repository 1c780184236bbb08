"""Stunning: when damage stuns, and what the stunned lose and keep (S3-STUN)."""

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.attacks import ExtraAttackOpened
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.leaving import DragEnded, FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.walking import Move, Moved
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Drop, Ready, Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, InitiativeSettled
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, EndCombat, RoundEnded
from domain.rulesets.s3.chapters.turns.turns import (
    ActionBought,
    EndTurn,
    PairingClosed,
    StunOver,
    StunRoundSet,
    TurnBegun,
    TurnEnded,
    TurnEnding,
    TurnLost,
)
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import SHOT, attack, check, duel, effects, hazard, link, player, scene, shot
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of

STREET = scene("here", "roof", links=(link("stairs", "here", "roof"),))
FIRE = {"intensity": 3, "flame": 3}
DOSE = {"id": "dose", "poison": "viper_oil", "coins": 4, "route": "blade"}


def end(actor: str) -> Command:
    return EndTurn(actor=actor)


def stun(combatant: str) -> Command:
    return Impose(combatant=combatant, stunned=True)


def pairing(pc: str, npc: str, order: str = "pc_first") -> Command:
    return BeginTurn.model_validate({"pc": pc, "npc": npc, "order": order})


def hold(kind: str, holder: str, held: str, **fields: object) -> Hold:
    return Hold(f"{kind}_by_{holder}", kind, holder, held, 3, "unarmed", 0, 0, **fields)  # type: ignore[arg-type]


def gathered(*steps: Command, **changes: object) -> Specification:
    """Jade, stunned in the turn of her foe, has bought an action of the turn that she lost."""
    spec = given(fight(newcomer("jade", **changes), "bell"), STREET, *round_of("jade", "bell", "npc_first"))
    spec.given(*steps, stun("jade"), end("bell"))
    return spec.answer("spend")


# When damage stuns


@pytest.mark.rule("S3-STUN-1")
def test_whoever_takes_damage_throws_fortitude_against_it() -> None:
    spec = duel().when(SHOT, throws=shot(4, 1, "damage 6c→1", "bell fortitude 4c→4"))
    spec.then(DamageSuffered, CoinsThrown, Wounded)
    duel().when(SHOT, throws=shot(4, 1, "damage 6c→0")).then(DamageSuffered)
    spec = given(fight("bell")).when(hazard(2, "bell"), throws=["damage 2c→1", "bell fortitude 4c→4"])
    assert not effects(spec.events)


@pytest.mark.rule("S3-STUN-2")
@pytest.mark.parametrize(
    ("damage", "fortitude", "effect"),
    [
        (1, 2, []),
        (4, 5, []),
        (3, 2, ["bell stunned"]),
        (5, 4, ["bell stunned"]),
        (5, 3, ["bell stunned"]),
        (7, 4, ["bell stunned"]),
        (5, 2, ["bell disabled by fortitude"]),
        (3, 1, ["bell disabled by fortitude"]),
        (1, 0, ["bell disabled by fortitude"]),
    ],
)
def test_damage_below_fortitude_does_nothing_above_it_stuns_above_twice_disables(
    damage: int, fortitude: int, effect: list[str]
) -> None:
    spec = given(fight(newcomer("bell", fortitude=9)))
    spec.when(hazard(9, "bell"), throws=[f"damage 9c→{damage}", f"bell fortitude 9c→{fortitude}"])
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-STUN-3")
@pytest.mark.parametrize(
    ("target", "call", "coin", "effect"),
    [
        ("bell", "ogre: heads", "flip H", ["bell stunned"]),
        ("bell", "ogre: heads", "flip T", []),
        ("bell", "ogre: tails", "flip H", []),
        ("clarity", "ogre: heads", "flip H", ["clarity stunned"]),  # of two PCs the one who does the damage calls
        ("clarity", "ogre: heads", "flip T", []),
    ],
)
def test_damage_equal_to_fortitude_is_flipped_and_the_player_of_the_pc_that_does_it_calls(
    target: str, call: str, coin: str, effect: list[str]
) -> None:
    evasion, points = (5, 4) if target == "bell" else (6, 5)
    spec = duel("clarity").when(
        attack("ogre", target, "pistol"),
        f"{target}: evasion",
        call,
        throws=[
            "ogre sharpshooting 7c→4",
            f"{target} evasion {evasion}c→1",
            "damage 6c→2",
            f"{target} fortitude {points}c→2",
            coin,
        ],
    )
    assert effects(spec.events) == effect
    assert [event.caller for event in spec.events if isinstance(event, CoinFlipped)] == ["ogre"]


@pytest.mark.rule("S3-STUN-3")
@pytest.mark.parametrize(
    ("victim", "call", "coin", "effect"),
    [
        ("jade", ["jade: heads"], "flip H", []),
        ("jade", ["jade: heads"], "flip T", ["jade stunned"]),
        ("bell", [], "flip H", ["bell stunned"]),
        ("bell", [], "flip T", []),
    ],
)
def test_a_tie_with_the_worlds_damage_is_called_by_the_pc_that_suffers_it_or_heads_favour_the_damage(
    victim: str, call: list[str], coin: str, effect: list[str]
) -> None:
    points = {"jade": 5, "bell": 4}[victim]
    spec = given(fight("jade", "bell"))
    spec.when(hazard(4, victim), *call, throws=["damage 4c→2", f"{victim} fortitude {points}c→2", coin])
    assert effects(spec.events) == effect


# What the stunned lose


@pytest.mark.rule("S3-STUN-4", "S3-RUL-17")
def test_stunned_before_its_turn_one_loses_it_in_the_same_pairing_whole() -> None:
    spec = duel().when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.when(end("ogre")).then(
        TurnBegun(actor="bell"),
        StunOver(combatant="bell"),
        TurnLost(actor="bell", reason="stunned"),
        TurnEnded(actor="bell"),
    )
    spec.then(PairingClosed(pc="ogre", npc="bell"), RoundEnded(round=1))
    spec.when(attack("bell", "ogre", "pistol")).refused("S3-TURN-27")


@pytest.mark.rule("S3-STUN-4", "S3-RUL-17")
def test_stunned_after_its_turn_one_loses_the_first_turn_to_begin_and_no_other() -> None:
    spec = duel(order="npc_first").given(end("bell"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.when(end("ogre")).never(TurnLost)
    spec.given(BeginRound()).when(pairing("ogre", "bell", "npc_first")).then(
        TurnBegun(actor="bell"), TurnLost(actor="bell", reason="stunned"), TurnBegun(actor="ogre")
    )
    spec.given(end("ogre"), BeginRound()).when(pairing("ogre", "bell", "npc_first")).never(TurnLost)
    assert spec.fight.turn is not None
    assert (spec.fight.turn.actor, spec.fight.turn.movement, spec.fight.turn.attack) == ("bell", True, True)


@pytest.mark.rule("S3-STUN-5")
def test_the_stunned_defend_and_throw_fortitude_and_initiative_without_penalty() -> None:
    spec = given(fight("ogre", "bell"), stun("bell"), BeginRound())
    spec.when(
        BeginTurn(pc="ogre", npc="bell"),
        throws=["ogre initiative 5=5c→3", "bell initiative 4=4c→1"],
    ).then(InitiativeSettled(order=("ogre", "bell")))
    spec.when(
        SHOT,
        throws=["ogre sharpshooting 7c→4", "bell evasion 5=5c→3", "damage 6c→1", "bell fortitude 4=4c→2"],
    )
    assert spec.refusal is None


# What Breath buys


@pytest.mark.rule("S3-STUN-6", "S3-RUL-17")
def test_one_breath_buys_the_stunned_a_single_action_when_the_turn_to_be_lost_begins() -> None:
    spec = given(fight("jade", "bell"), *round_of("jade", "bell", "npc_first"))
    spec.when(stun("jade"))
    assert not spec.fight.prompts
    spec.when(end("bell")).then(TurnBegun(actor="jade")).asks("act_stunned", "jade").never(TurnLost)
    assert spec.listed_answers() == ["spend", "decline"]
    spec.answer("spend", speaker=player("jade")).then(
        BreathSpent(combatant="jade", points=1, purpose="act_stunned"), ActionBought(actor="jade")
    ).never(TurnEnded)
    assert spec.fight.people["jade"].breath == 2
    assert spec.fight.turn is not None
    assert spec.fight.turn.actor == "jade"


@pytest.mark.rule("S3-STUN-6")
def test_who_declines_loses_the_turn_and_no_breath() -> None:
    spec = given(fight("jade", "bell"), *round_of("jade", "bell", "npc_first"), stun("jade"), end("bell"))
    spec.answer("decline").then(TurnLost(actor="jade", reason="stunned"), TurnEnded(actor="jade")).never(BreathSpent)
    assert spec.fight.people["jade"].breath == 3


@pytest.mark.rule("S3-STUN-6")
def test_the_last_breath_is_enough() -> None:
    spec = gathered(breath=1).then(ActionBought(actor="jade"))
    assert spec.fight.people["jade"].breath == 0


@pytest.mark.rule("S3-STUN-6")
def test_without_breath_nobody_is_asked() -> None:
    spec = given(fight(newcomer("jade", breath=0), "bell"), *round_of("jade", "bell", "npc_first"), stun("jade"))
    spec.when(end("bell")).then(TurnLost(actor="jade", reason="stunned"))
    assert not spec.fight.prompts


UPSTAIRS = Move(actor="jade", zone="roof")
SHOOTING = attack("jade", "bell", "pistol")
PISTOL = {"items": [{"kind": "pistol"}], "hands": {"main": "pistol"}}
MISSED = ["jade sharpshooting 0c→0", "bell evasion 5c→1"]


@pytest.mark.rule("S3-STUN-7", "S3-RUL-17")
def test_the_single_action_is_a_movement_and_no_attack_besides() -> None:
    spec = gathered(**PISTOL).when(UPSTAIRS).then(Moved)
    spec.when(SHOOTING).refused("S3-RANGE-1")
    spec.when(check("jade", "awareness", action="attack")).refused("S3-STUN-7")
    spec.when(Move(actor="jade", zone="here")).refused("S3-STUN-7")
    spec.when(end("jade")).then(TurnEnded(actor="jade"))


@pytest.mark.rule("S3-STUN-7", "S3-RUL-17")
def test_the_single_action_is_an_attack_and_no_movement_besides() -> None:
    spec = gathered(**PISTOL).when(SHOOTING, throws=MISSED).then(AttackMissed)
    spec.when(UPSTAIRS).refused("S3-STUN-7")
    spec.when(SHOOTING).refused("S3-STUN-7")


@pytest.mark.rule("S3-STUN-7")
@pytest.mark.parametrize(
    ("talent", "weapon", "first"),
    [("gunslinger", "pistol", "sharpshooting 0c→0"), ("double_strike", "unarmed", "hand_to_hand 5c→0")],
)
def test_the_single_action_is_one_attack_though_a_talent_would_give_another(
    talent: str, weapon: str, first: str
) -> None:
    spec = gathered(engage("jade", "bell"), talents=[talent], **PISTOL)
    blow = attack("jade", "bell", weapon)
    spec.when(blow, "bell: evasion", throws=[f"jade {first}", "bell evasion 5c→1"]).never(ExtraAttackOpened)
    spec.when(blow).refused("S3-STUN-7")


@pytest.mark.rule("S3-STUN-7")
def test_a_bought_action_brings_no_step_to_the_target_with_it() -> None:
    gathered().when(attack("jade", "bell")).refused("S3-LEGAL-3")


@pytest.mark.rule("S3-STUN-7")
def test_free_actions_go_beside_the_single_action_and_a_second_breath_buys_no_second_one() -> None:
    spec = gathered(**PISTOL)
    spec.when(Stow(actor="jade", item="pistol")).never(ActionTaken)
    spec.when(Ready(actor="jade", item="pistol")).never(ActionTaken)
    spec.when(SHOOTING, throws=MISSED).then(AttackMissed)
    spec.when(Drop(actor="jade", item="pistol")).then(ItemDropped)
    assert not spec.fight.prompts
    assert spec.fight.people["jade"].breath == 2


# How long it lasts


@pytest.mark.rule("S3-STUN-8")
@pytest.mark.parametrize("answer", ["spend", "decline"])
def test_the_stun_is_over_when_the_turn_begins_bought_or_lost(answer: str) -> None:
    spec = given(fight("jade", "bell"), *round_of("jade", "bell", "npc_first"), stun("jade"))
    spec.when(end("bell")).then(TurnBegun(actor="jade"), StunOver(combatant="jade"))
    assert not spec.fight.people["jade"].stunned
    spec.answer(answer)
    assert not spec.fight.people["jade"].stunned
    if answer == "spend":
        spec.given(end("jade"))
    spec.given(BeginRound()).when(pairing("jade", "bell")).never(TurnLost)
    assert not spec.fight.prompts


@pytest.mark.rule("S3-STUN-8", "S3-STUN-11")
def test_what_strikes_in_a_bought_turn_is_a_new_stun_that_costs_the_rest_and_the_next_turn() -> None:
    spec = gathered()
    spec.when(stun("jade")).then(
        Stunned(combatant="jade"),
        TurnEnding(actor="jade", reason="stunned"),
        TurnEnded(actor="jade"),
        RoundEnded,
    )
    spec.given(BeginRound()).when(pairing("jade", "bell")).asks("act_stunned", "jade")
    spec.answer("decline").then(TurnLost(actor="jade", reason="stunned"))


@pytest.mark.rule("S3-STUN-9")
def test_being_stunned_again_before_the_turn_is_lost_adds_nothing() -> None:
    spec = duel(order="npc_first").given(end("bell"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2")).then(Stunned(combatant="bell"))
    spec.when(hazard(4, "bell"), throws=["damage 4c→3", "bell fortitude 4-1=3c→2"]).then(Wounded).never(Stunned)
    spec.when(stun("bell")).never(Stunned)
    spec.given(end("ogre"), BeginRound())
    spec.when(pairing("ogre", "bell", "npc_first")).then(TurnLost(actor="bell", reason="stunned"))
    spec.given(end("ogre"), BeginRound()).when(pairing("ogre", "bell", "npc_first")).never(TurnLost)


@pytest.mark.rule("S3-STUN-10")
def test_the_stunned_let_go_of_whom_they_pin_choke_and_drag() -> None:
    drag = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 4, 6, "subdue", 0))
    holds = Pinned(hold=hold("pin", "star", "bell")), Choked(hold=hold("choke", "star", "guard"))
    spec = given(fight("star", "bell", "guard", "ripper"), *holds, drag).when(stun("star"))
    spec.then(
        Stunned(combatant="star"),
        HoldEnded(hold="pin_by_star", kind="pin", holder="star", held="bell", reason="stunned"),
        HoldEnded(hold="choke_by_star", kind="choke", holder="star", held="guard", reason="stunned"),
        DragEnded(drag="drag", dragger="star", dragged="ripper", reason="stunned"),
    )
    assert (spec.fight.holds, spec.fight.drags) == ((), ())


@pytest.mark.rule("S3-STUN-10")
def test_the_stunned_are_not_let_go_of() -> None:
    drag = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 4, 6, "subdue", 0))
    holds = Pinned(hold=hold("pin", "hu", "ripper")), Choked(hold=hold("choke", "fox", "ripper"))
    spec = given(fight("star", "hu", "fox", "ripper"), *holds, drag).when(stun("ripper"))
    spec.then(Stunned(combatant="ripper")).never(HoldEnded, DragEnded)
    assert (len(spec.fight.holds), len(spec.fight.drags)) == (2, 1)


@pytest.mark.rule("S3-STUN-11")
def test_stunned_in_its_own_turn_one_loses_its_rest_and_the_next_turn_too() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell"))
    spec.when(
        DropDown(actor="ogre", storeys=2),
        throws=["ogre acrobatics 3c→0", "fall 6c→5", "ogre fortitude 8c→4"],
    )
    spec.then(
        Stunned(combatant="ogre"),
        FellProne(combatant="ogre"),
        TurnEnding(actor="ogre", reason="stunned"),
        TurnBegun(actor="bell"),
    )
    spec.when(SHOT).refused("S3-TURN-27")
    spec.given(end("bell"), BeginRound()).when(pairing("ogre", "bell")).asks("act_stunned", "ogre")


@pytest.mark.rule("S3-STUN-11")
def test_stunned_by_what_falls_at_the_end_of_its_turn_one_loses_the_next() -> None:
    spec = given(fight(newcomer("guard", fire=FIRE), "ogre"), *round_of("ogre", "guard", "npc_first"))
    spec.when(end("guard"), throws=["burn 3c→3", "guard fortitude 4c→2"])
    spec.then(TurnEnding(actor="guard", reason="end_turn"), Stunned(combatant="guard"), TurnEnded(actor="guard"))
    assert len([event for event in spec.events if isinstance(event, TurnEnding)]) == 1
    spec.given(end("ogre"), BeginRound(), Heal(combatant="guard", fire=True))
    spec.when(pairing("ogre", "guard", "npc_first")).then(TurnLost(actor="guard", reason="stunned"))


@pytest.mark.rule("S3-STUN-12")
def test_a_lost_turn_ends_with_burn_and_poison_like_any() -> None:
    guard = newcomer("guard", fire=FIRE, doses=[DOSE], stunned=True)
    spec = given(fight("ogre", guard), *round_of("ogre", "guard"))
    spec.when(
        end("ogre"),
        throws=["burn 3c→1", "guard fortitude 4c→3", "poison 4c→1", "guard fortitude 4-1=3c→3"],
    )
    spec.then(
        TurnLost(actor="guard", reason="stunned"),
        TurnEnding(actor="guard", reason="stunned"),
        Wounded,
        Wounded,
    )
    spec.then(TurnEnded(actor="guard"))


@pytest.mark.rule("S3-STUN-12")
def test_who_loses_its_turn_on_a_halting_vehicle_is_left_behind() -> None:
    cycle = riding("cycle", "guard").model_copy(update={"sheet": {"driver": "guard", "zone": "here"}})
    spec = given(fight("ogre", "guard", cycle), BeginRound(), stun("guard"), pairing("ogre", "guard"))
    spec.when(
        DamageVehicle(actor="ogre", vehicle="cycle", weapon="pistol"),
        throws=["ogre sharpshooting 7c→4", "guard piloting 0+2=2c→1"],
    ).answer({"spectacular": False})
    spec.when(end("ogre")).then(
        TurnLost(actor="guard", reason="stunned"), LeftFight(combatant="guard", reason="left_behind")
    )


# A whole round


def six_against_the_general(length: str) -> Specification:
    """Six heroes and a general with four Breath, stunned after his turn of the first pairing."""
    heroes = ("ogre", "fox", "jade", "clarity", "hu", "devil")
    spec = given(fight(*heroes, "general", stun_length=length), BeginRound())
    return spec.given(pairing("ogre", "general", "npc_first"), end("general"), stun("general"), end("ogre"))


def play(spec: Specification, pc: str, answer: str) -> str:
    """The pairing of a PC with the general, who answers so if he is asked; whether he acted."""
    spec.when(pairing(pc, "general", "npc_first"))
    asked = bool(spec.fight.prompts)
    if asked:
        spec.answer(answer)
    acts = spec.fight.turn is not None and spec.fight.turn.actor == "general"
    lost = TurnLost(actor="general", reason="stunned") in spec.events
    if acts:
        spec.given(end("general"))
    spec.given(end(pc))
    assert acts != lost
    return ("bought" if asked else "acts") if acts else ("declined" if asked else "lost")


@pytest.mark.rule("S3-STUN-4", "S3-STUN-13", "S3-RUL-17")
@pytest.mark.parametrize(
    ("length", "answer", "turns"),
    [
        ("turn", "decline", ["declined", "acts", "acts", "acts", "acts"]),
        ("turn", "spend", ["bought", "acts", "acts", "acts", "acts"]),
        ("round", "decline", ["declined"] * 5),
        ("round", "spend", ["bought", "bought", "bought", "bought", "lost"]),
    ],
)
def test_a_stun_costs_a_turn_or_by_option_all_turns_of_a_round_each_bought_back_singly(
    length: str, answer: str, turns: list[str]
) -> None:
    spec = six_against_the_general(length)
    assert [play(spec, pc, answer) for pc in ("fox", "jade", "clarity", "hu", "devil")] == turns
    spec.given(BeginRound())
    assert play(spec, "ogre", answer) == "acts"


@pytest.mark.rule("S3-STUN-13")
def test_a_stun_of_a_round_costs_the_round_in_which_the_next_turn_falls() -> None:
    spec = given(fight("ogre", "fox", "general", "bell", stun_length="round"), BeginRound())
    spec.given(pairing("ogre", "general", "npc_first"), end("general"), stun("general"), end("ogre"))
    spec.given(pairing("fox", "bell"), end("fox"), end("bell"), BeginRound())
    spec.when(pairing("ogre", "general", "npc_first")).then(StunRoundSet(combatant="general", round=2)).never(StunOver)
    spec.answer("decline").given(end("ogre"))
    assert play(spec, "fox", "decline") == "declined"
    spec.given(BeginRound())
    assert play(spec, "ogre", "decline") == "acts"


@pytest.mark.rule("S3-STUN-13")
def test_that_a_round_is_lost_is_said_once_and_again_where_a_new_stun_strikes() -> None:
    spec = (
        six_against_the_general("round")
        .when(pairing("fox", "general", "npc_first"))
        .then(StunRoundSet(combatant="general", round=1))
    )
    spec.answer("decline").given(end("fox"))
    spec.when(pairing("jade", "general", "npc_first")).asks("act_stunned", "general").never(StunRoundSet)
    spec.answer("spend").given(end("general"), end("jade"), stun("general"))
    spec.when(pairing("clarity", "general", "npc_first")).then(StunRoundSet(combatant="general", round=1))


@pytest.mark.rule("S3-STUN-13")
def test_a_bought_turn_of_a_lost_round_has_a_single_action() -> None:
    spec = six_against_the_general("round").when(pairing("fox", "general", "npc_first")).answer("spend")
    spec.when(check("general", "awareness", action="movement"), throws=["general awareness 7c→1"])
    spec.when(check("general", "awareness", action="attack")).refused("S3-STUN-7")


@pytest.mark.rule("S3-STUN-13")
def test_relief_gives_back_the_rest_of_a_lost_round_and_is_none_for_a_round_long_past() -> None:
    spec = six_against_the_general("round")
    assert play(spec, "fox", "decline") == "declined"
    spec.when(Heal(combatant="general", stunned=True)).then(StunOver(combatant="general"))
    assert play(spec, "jade", "decline") == "acts"
    spec.given(stun("general"))
    assert play(spec, "clarity", "decline") == "declined"
    spec.given(EndCombat(), BeginRound())
    spec.when(Heal(combatant="general", stunned=True)).never(StunOver)


# Worse than stunned


@pytest.mark.rule("S3-STUN-14")
@pytest.mark.parametrize("called", [None, "left_leg"])
def test_of_stunned_and_disabled_only_disabled_is_recorded(called: str | None) -> None:
    hurt = newcomer("bell", wounds=[{"id": "old", "points": 8, "penalty": 3}])
    throws = ["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→1", "damage 6c→3", "bell fortitude 4-3=1c→1"]
    spec = duel(hurt).when(attack("ogre", "bell", "pistol", called=called), throws=throws)
    spec.then(CombatantDisabled).never(Stunned)
    assert not spec.fight.people["bell"].stunned


@pytest.mark.rule("S3-STUN-14")
@pytest.mark.parametrize("length", ["turn", "round"])
def test_who_was_stunned_when_it_was_disabled_is_not_stunned_any_more(length: str) -> None:
    spec = given(fight("ogre", "fox", "bell", stun_length=length), BeginRound())
    spec.given(stun("bell"), pairing("ogre", "bell", "npc_first"), stun("bell"))
    spec.given(Impose(combatant="bell", disabled="down"))
    assert (spec.fight.people["bell"].stunned, spec.fight.people["bell"].stun_round) == (False, None)
    spec.given(end("ogre"), Heal(combatant="bell", disabled=True))
    spec.when(pairing("fox", "bell", "npc_first")).then(TurnBegun(actor="bell")).never(TurnLost)


@pytest.mark.rule("S3-STUN-6", "S3-ORDER-14")
@pytest.mark.parametrize("answer", ["spend", "decline"])
def test_a_standing_answer_decides_about_the_breath(answer: str) -> None:
    spec = given(fight(newcomer("jade", policy={"when_stunned": answer}), "bell"), stun("jade"), BeginRound())
    spec.when(pairing("jade", "bell"))
    assert not spec.fight.prompts
    assert (ActionBought(actor="jade") in spec.events) == (answer == "spend")
