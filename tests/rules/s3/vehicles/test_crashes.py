"""Attacks on vehicles, riders left behind, crashes (S3-MOUNT-19 to S3-MOUNT-23)."""

from typing import Any

import pytest

from domain.core.commands import SentAnswer, SetPolicy
from domain.model.speaker import Speaker
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.movement.leaving import LeftFight
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemUsed
from domain.rulesets.s3.chapters.turns.actions import Spotted
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import VehicleWrecked
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.vehicles.riding import TakeReins
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import chase, gone, leap, next_round, player, reposition, seat, shoot, status, stunt
from tests.rules.s3.specification import Specification, Step, fight, given, newcomer, riding, round_of

HIT = ["star sharpshooting 6=6c→5", "ripper piloting 6+2=8c→4"]
SHOT = shoot("star", "black")
NO_CRASH = SentAnswer(kind="crash", to="narrator", answer={})


def shot(*steps: Step, verdict: Any = None, throws: tuple[str, ...] = (), **where: Any) -> Specification:
    """Star hits the black machine with her pistol; the narrator answers."""
    crash = SentAnswer(kind="crash", to="narrator", answer=verdict or {})
    spec = chase(Stow(actor="star", item="chain_whip"), *steps, apart=True, **where)
    return spec.when(SHOT, "ripper: piloting", crash, throws=[*HIT, *throws])


# S3-MOUNT-19, S3-MOUNT-20


@pytest.mark.rule("S3-MOUNT-19", "S3-MOUNT-20")
def test_a_vehicle_that_is_hit_halts_and_is_not_damaged_by_any_throw() -> None:
    spec = shot()
    spec.then(
        AttackHit(attacker="star", target="black", weapon="pistol", result=5, margin=1),
        VehicleHalting(vehicle="black", cause="damage"),
    ).never(DamageSuffered)
    assert status(spec, "black") == ("halting", "damage")
    spec.when(SHOT).refused("S3-TURN-11")


@pytest.mark.rule("S3-MOUNT-19", "S3-MOUNT-20")
def test_a_vehicle_that_is_missed_rolls_on() -> None:
    throws = ["star sharpshooting 6c→4", "ripper piloting 8c→5"]
    spec = chase(Stow(actor="star", item="chain_whip")).when(SHOT, "ripper: piloting", throws=throws)
    spec.then(AttackMissed(attacker="star", target="black", weapon="pistol")).never(VehicleHalting)
    assert not spec.fight.prompts


@pytest.mark.rule("S3-MOUNT-19")
@pytest.mark.parametrize("skill", ["evasion", "melee"])
def test_the_driver_opposes_with_handling_alone(skill: str) -> None:
    chase().when(SHOT, f"ripper: {skill}").refused("S3-OPP-2")


@pytest.mark.rule("S3-MOUNT-19", "S3-RANGE-1")
@pytest.mark.parametrize(
    ("weapon", "throw"),
    [
        ("unarmed", "star hand_to_hand 5=5c→2"),
        ("saber", "star melee 7+1=8c→2"),
        ("pistol", "star sharpshooting 6=6c→2"),
        ("grenade", "star explosives 9=9c→2"),
    ],
)
def test_any_weapon_in_reach_serves_against_a_vehicle_with_its_attack_value(weapon: str, throw: str) -> None:
    blow = shoot("star", "black", weapon)
    stowed = Stow(actor="star", item="chain_whip")
    chase(stowed).when(blow, "ripper: piloting", throws=[throw, "ripper piloting 8c→3"]).then(AttackMissed)
    distant = chase(stowed, apart=True).when(blow)
    if weapon in ("unarmed", "saber"):
        distant.refused("S3-MOUNT-7")
        return
    distant.asks("oppose", "ripper")
    chase(stowed, Place(combatant="black", zone="here")).when(blow).refused("S3-RANGE-1")


@pytest.mark.rule("S3-MOUNT-19", "S3-ATK-11")
@pytest.mark.parametrize(("heads", "event"), [(8, AttackHit), (1, AttackMissed)])
def test_the_weapon_is_drawn_and_used_up_hit_or_miss(heads: int, event: Any) -> None:
    throws = [f"star explosives 9c→{heads}", "ripper piloting 8c→4"]
    spec = chase(apart=True).when(shoot("star", "black", "grenade"), "ripper: piloting", throws=throws)
    spec.then(
        ItemReadied(combatant="star", item="grenade", hands=("off",)),
        ItemUsed(combatant="star", item="grenade", left=1),
        event,
    )


@pytest.mark.rule("S3-MOUNT-19")
def test_what_cannot_be_attacked_or_attacked_with_is_refused() -> None:
    chase().when(shoot("star", "red")).refused("S3-ATK-14")
    chase().when(shoot("star", "ripper")).refused(None, "invalid")
    chase().when(shoot("star", "black", "rifle")).refused("S3-ATK-9")
    chase(Impose(combatant="ripper", disabled="down"), others=("tiger",)).when(SHOT).refused("S3-MOUNT-11")
    spyglass = {"kind": "spyglass"}, {"kind": "medicine_kit"}, {"kind": "pistol"}
    full = newcomer("star", items=spyglass, hands={"main": "spyglass", "off": "medicine_kit"})
    chase(star=full).when(SHOT).refused("S3-ATK-9")


@pytest.mark.rule("S3-MOUNT-19", "S3-PIN-6", "S3-STUNT-1")
def test_an_attack_on_a_vehicle_may_be_a_stunt_and_a_pin_lowers_the_handling() -> None:
    pin = Pinned(hold=Hold("pin_1", "pin", "hu", "ripper", 3, "unarmed", 1, 1))
    throws = [
        "star sharpshooting 6c→2",
        "star piloting 6+2=8c→5",
        "ripper piloting 6+2-3=5c→5",
        "flip T",
    ]
    spec = chase(pin, others=("hu",))
    spec.when(shoot("star", "black", stunt=stunt("piloting")), "ripper: piloting", "star: heads", throws=throws)
    spec.then(AttackMissed)
    assert spec.fight.people["star"].breath == 3
    assert [known.task for known in spec.fight.memory["star"]] == ["damage_vehicle"]


@pytest.mark.rule("S3-MOUNT-20")
def test_a_mount_that_is_hurt_halts_too() -> None:
    spec = given(fight("star", "general", riding("red", "star"), riding("horse", "general", kind="horse")))
    spec.given(*round_of("star", "general"))
    throws = ["star sharpshooting 6c→4", "general animal_handling 6+1=7c→2"]
    spec.when(shoot("star", "horse"), "general: animal_handling", NO_CRASH, throws=throws).never(DamageSuffered)
    assert status(spec, "horse") == ("halting", "damage")


# S3-MOUNT-21, S3-MOUNT-22


@pytest.mark.rule("S3-MOUNT-21")
def test_a_halting_vehicle_does_not_reposition_but_opposes_with_full_handling() -> None:
    spec = shot()
    throws = ["star piloting 8c→5", "ripper piloting 6+2=8c→4"]
    spec.when(reposition("star", "black", "alongside"), "ripper: piloting", throws=throws).then()
    spec.given(EndTurn(actor="star")).when(reposition("ripper", "red", "ahead")).refused("S3-MOUNT-21")


@pytest.mark.rule("S3-MOUNT-22", "S3-RUL-20", "S3-ORDER-3")
def test_who_is_still_aboard_at_the_end_of_its_next_turn_is_left_behind() -> None:
    spec = shot()
    spec.when(EndTurn(actor="star"))
    assert not gone(spec)
    spec.when(EndTurn(actor="ripper")).then(
        LeftFight(combatant="ripper", reason="left_behind"), VehicleStopped(vehicle="black")
    )
    assert (gone(spec), status(spec, "black")[0]) == ({"ripper": "left_behind"}, "stopped")


@pytest.mark.rule("S3-MOUNT-22", "S3-RUL-20")
def test_the_turn_in_which_the_halting_sets_in_is_not_the_next_turn() -> None:
    throws = ["star sharpshooting 6c→5", "steel_lion piloting 8c→4"]
    spec = chase(Stow(actor="star", item="chain_whip"), seat("star", "black"), foe="steel_lion")
    spec.when(SHOT, "steel_lion: piloting", NO_CRASH, throws=throws)
    spec.when(EndTurn(actor="star")).never(LeftFight)
    spec.when(EndTurn(actor="steel_lion")).then(LeftFight(combatant="steel_lion", reason="left_behind"))
    spec.given(*next_round("steel_lion") if not spec.fight.decided else (BeginRound(force=True),))
    spec.given(BeginTurn(pc="star", npc=None)).when(EndTurn(actor="star"))
    spec.then(LeftFight(combatant="star", reason="left_behind"))


@pytest.mark.rule("S3-MOUNT-22", "S3-RUL-20")
def test_a_leap_in_time_saves_from_being_left_behind() -> None:
    spec = chase(VehicleHalting(vehicle="red", cause="damage"), foe="ripper", order="npc_first").given(
        EndTurn(actor="ripper")
    )
    throws = ["star acrobatics 7c→5", "ripper piloting 8c→4"]
    spec.when(leap("star", "black"), "ripper: piloting", throws=throws).then(VehicleStopped(vehicle="red"))
    spec.when(EndTurn(actor="star")).never(LeftFight)


@pytest.mark.rule("S3-MOUNT-22", "S3-STUN-12")
def test_a_lost_turn_ends_the_time_for_a_leap_too() -> None:
    spec = shot(Impose(combatant="tiger", stunned=True), seat("tiger", "black"), others=("tiger", "ogre"))
    spec.given(EndTurn(actor="star"), EndTurn(actor="ripper"))
    spec.when(BeginTurn(pc="ogre", npc="tiger", order="npc_first")).then(
        LeftFight(combatant="tiger", reason="left_behind")
    )


@pytest.mark.rule("S3-MOUNT-22", "S3-ORDER-5")
def test_who_gets_no_turn_is_left_behind_at_the_end_of_the_round_after() -> None:
    spec = shot(seat("tiger", "black"), others=("tiger", "steel_lion"))
    spec.given(EndTurn(actor="star")).when(EndTurn(actor="ripper"))
    assert gone(spec) == {"ripper": "left_behind"}
    assert status(spec, "black")[0] == "halting"
    spec.given(*next_round("steel_lion"), EndTurn(actor="star")).when(EndTurn(actor="steel_lion"))
    spec.then(LeftFight(combatant="tiger", reason="left_behind"), VehicleStopped(vehicle="black"))


@pytest.mark.rule("S3-MOUNT-22", "S3-MOUNT-20")
def test_a_second_hit_gives_no_more_time_and_outlives_the_want_of_a_driver() -> None:
    spec = chase(seat("tiger", "black"), seat("ripper", "red"), others=("tiger",))
    assert status(spec, "black") == ("halting", "driverless")
    since = spec.fight.vehicles["black"].halting_since
    throws = ["star sharpshooting 6c→3"]
    spec.given(Stow(actor="star", item="chain_whip")).when(SHOT, NO_CRASH, throws=throws)
    spec.then(VehicleHalting(vehicle="black", cause="damage"))
    assert (status(spec, "black"), spec.fight.vehicles["black"].halting_since) == (("halting", "damage"), since)


# S3-MOUNT-23


@pytest.mark.rule("S3-MOUNT-23", "S3-RUL-20")
def test_the_narrator_is_asked_and_says_nothing_spectacular_unless_it_wants_to() -> None:
    spec = chase(Stow(actor="star", item="chain_whip"))
    spec.when(SHOT, "ripper: piloting", throws=HIT).asks("crash", "narrator")
    spec.answer({}, speaker=player("star")).refused(None, "not_yours")
    spec.answer({"spectacular": True, "coins": 61}).refused(None, "invalid")
    spec.answer({"coins": 8}).never(VehicleWrecked, DamageSuffered)
    assert (status(spec, "black")[0], gone(spec)) == ("halting", {})


@pytest.mark.rule("S3-MOUNT-23", "S3-DIS-13", "S3-EQUIP-22", "S3-THROW-5")
def test_a_crash_wrecks_the_vehicle_and_flings_off_driver_then_riders_hurt() -> None:
    armoured = newcomer("archer", armour="heavy_armour")
    aboard: tuple[Step, ...] = (seat("tiger", "black"), seat("archer", "black"))
    crash = {"spectacular": True, "coins": 8}
    throws = (
        "world crash 8=8c→5",
        "ripper fortitude 6=6c→3",
        "world crash 8c→6",
        "tiger fortitude 4c→2",
        "world crash 8c→0",
    )
    spec = shot(*aboard, others=("tiger", armoured), verdict=crash, throws=throws)
    spec.then(
        VehicleWrecked(vehicle="black"),
        LeftFight(combatant="ripper", reason="left_behind"),
        LeftFight(combatant="archer", reason="left_behind"),
    )
    disabled = spec.fight.people["tiger"].disabled
    assert disabled is not None
    assert disabled.fate == "down"
    assert gone(spec) == {"ripper": "left_behind", "archer": "left_behind"}
    assert status(spec, "black")[0] == "wrecked"
    spec.given(EndTurn(actor="star"))
    hurt = ("world crash 2c→2", "archer fortitude 5+3=8c→3")
    again = shot(
        seat("archer", "black"), others=(armoured,), verdict=crash | {"coins": 2}, throws=("world crash 2c→0", *hurt)
    )
    assert again.then(VehicleWrecked).fight.people["archer"].out == "left_behind"


@pytest.mark.rule("S3-MOUNT-23", "S3-DMG-3")
def test_a_crash_may_be_flat_and_is_no_more_boarded_or_steered_to() -> None:
    spec = shot(verdict={"spectacular": True, "coins": 2}, throws=("ripper fortitude 6c→4",), damage_throw="flat")
    spec.then(DamageSuffered(combatant="ripper", label="crash", points=2, stun_amount=2, wound_amount=2))
    spec.when(reposition("star", "black", "ahead")).refused("S3-MOUNT-23")


@pytest.mark.rule("S3-MOUNT-23", "S3-ORDER-14")
def test_a_standing_answer_of_whoever_attacks_the_vehicle_spares_the_question() -> None:
    policy = SetPolicy(of="star", kind="crash", answer={"spectacular": True, "coins": 0})
    spec = chase(Stow(actor="star", item="chain_whip"), policy).when(
        SHOT, "ripper: piloting", throws=[*HIT, "world crash 0c→0"]
    )
    spec.then(VehicleWrecked)


@pytest.mark.rule("S3-MOUNT-23", "S3-ORDER-14")
def test_only_the_narrator_sets_that_standing_answer() -> None:
    policy = SetPolicy(of="star", kind="crash", answer={"spectacular": True, "coins": 0})
    chase().when(policy, speaker=Speaker("player", ("star",))).refused(None, "not_yours")


@pytest.mark.rule("S3-MOUNT-23", "S3-MOUNT-28")
def test_nobody_takes_the_reins_of_a_wreck() -> None:
    spec = chase(seat("star", "black"), VehicleWrecked(vehicle="black"), Impose(combatant="ripper", disabled="down"))
    spec.when(TakeReins(actor="star")).refused("S3-MOUNT-23")


@pytest.mark.rule("S3-MOUNT-19", "S3-HIDE-7")
def test_an_attack_on_a_vehicle_gives_its_maker_away() -> None:
    hidden = Place(combatant="star", unseen_by=("ripper",))
    spec = chase(hidden, apart=True).when(
        SHOT, "ripper: piloting", throws=["star sharpshooting 6c→1", "ripper piloting 8c→4"]
    )
    spec.then(AttackMissed, Spotted(combatant="star", observers=("ripper",)))
