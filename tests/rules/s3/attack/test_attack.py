"""Attacks: what is thrown, at whom, and what comes of it (S3-ATK); defences and weapons have modules of their own."""

import pytest

from domain.core.commands import Command
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm, ItemTaken
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.leaving import FellProne
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import Wounded
from domain.rulesets.s3.state import Hold
from tests.rules.s3.builders import SHOT, attack, defend, duel, shot, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of


def fencing(*steps: Step, foe: str = "asura") -> Specification:
    """The general and two foes in reach of each other, on the general's turn."""
    opening = (fight(newcomer("general", pc=True), foe, "bell"), engage("general", foe, "bell"))
    return given(*opening, *round_of("general", foe), *steps)


# S3-ATK-1, S3-ATK-2: the Attack value


@pytest.mark.rule("S3-ATK-1", "S3-SKILL-5")
@pytest.mark.parametrize(
    ("weapon", "throw"),
    [
        ("spear", "general melee 9+1+1=11c→1"),
        ("unarmed", "general hand_to_hand 6=6c→1"),
        ("pistol", "general sharpshooting 6=6c→1"),
        ("grenade", "general explosives 0c→0"),
        ("needle", "general hand_to_hand 6=6c→1"),
    ],
)
def test_an_attack_throws_the_skill_of_the_weapon_with_its_finesse_and_offense(weapon: str, throw: str) -> None:
    items = [{"kind": kind} for kind in ("spear", "pistol", "grenade", "needle")]
    hero = newcomer("general", pc=True, items=items, hands={})
    spec = given(fight(hero, "asura"), engage("general", "asura"), *round_of("general", "asura"))
    spec.when(attack("general", "asura", weapon), "asura: evasion", throws=[throw, "asura evasion 5=5c→3"])
    spec.then(AttackMissed(attacker="general", target="asura", weapon=weapon))


@pytest.mark.rule("S3-ATK-2")
@pytest.mark.parametrize(
    ("weapon", "throw", "reach"),
    [
        ("sword_pistol/blade", "devil melee 9+1=10c→1", "S3-RANGE-4"),
        ("sword_pistol/barrel", "devil sharpshooting 4=4c→1", None),
        ("sword_pistol", "devil melee 9+1=10c→1", "S3-RANGE-4"),
    ],
)
def test_the_mode_decides_skill_reach_and_bonuses(weapon: str, throw: str, reach: str | None) -> None:
    spec = given(fight("devil", "guard"), *round_of("devil", "guard"))
    spec.given(Stow(actor="devil", item="straightsword"))
    far = attack("devil", "guard", weapon, approach=False)
    if reach is not None:
        spec.when(far).refused(reach)
        spec.given(engage("devil", "guard"))
    spec.when(far, "guard: evasion", throws=[throw, "guard evasion 4=4c→3"]).then(AttackMissed)


@pytest.mark.rule("S3-ATK-2")
@pytest.mark.parametrize("weapon", ["saber/edge", "sword_pistol/bayonet", "medicine_kit"])
def test_a_weapon_is_not_used_in_a_mode_that_it_lacks(weapon: str) -> None:
    hero = newcomer("hu", items=[{"kind": kind} for kind in ("saber", "sword_pistol", "medicine_kit")])
    given(fight(hero, "bell"), engage("hu", "bell"), *round_of("hu", "bell")).when(
        attack("hu", "bell", weapon)
    ).refused("S3-ATK-2")


# S3-ATK-7, S3-ATK-8: hit or miss


@pytest.mark.rule("S3-ATK-7")
def test_more_successes_than_the_defence_hit() -> None:
    spec = duel().when(SHOT, throws=shot(5, 4, "damage 5+2=7c→2", "bell fortitude 4=4c→3"))
    spec.then(AttackHit(attacker="ogre", target="bell", weapon="pistol", result=5, margin=1)).never(AttackMissed)


@pytest.mark.rule("S3-ATK-7", "S3-OPP-4")
def test_a_won_flip_is_a_hit_and_a_lost_one_a_miss() -> None:
    spec = duel().when(SHOT, "ogre: heads", throws=shot(4, 4, "flip H", "damage 4+2=6c→2", "bell fortitude 4c→3"))
    spec.then(AttackHit(attacker="ogre", target="bell", weapon="pistol", result=4, margin=0))
    duel().when(SHOT, "ogre: heads", throws=shot(4, 4, "flip T")).then(AttackMissed)


@pytest.mark.rule("S3-ATK-7")
def test_after_a_miss_nothing_else_follows() -> None:
    spec = duel().when(SHOT, throws=shot(3, 4))
    spec.then(AttackMissed(attacker="ogre", target="bell", weapon="pistol")).never(AttackHit, DamageSuffered, Wounded)
    assert spec.fight.people["bell"].wounds == ()


@pytest.mark.rule("S3-ATK-8")
def test_a_hit_deals_damage() -> None:
    spec = duel().when(SHOT, throws=shot(5, 4, "damage 5+2=7c→2", "bell fortitude 4=4c→3"))
    spec.then(AttackHit, DamageSuffered, Wounded)


@pytest.mark.rule("S3-ATK-8")
@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        (Trip(actor="ogre", target="asura", outcome="ground"), FellProne),
        (Disarm(actor="ogre", target="asura", item="hatchets"), ItemTaken),
        (Pin(actor="ogre", target="asura"), Pinned),
        (Strangle(actor="ogre", target="asura"), Choked),
    ],
)
def test_what_is_no_blow_deals_no_damage_of_itself(command: Command, outcome: type[Event]) -> None:
    hero = newcomer("ogre", hands={})
    spec = given(fight(hero, "asura"), engage("ogre", "asura"), *round_of("ogre", "asura"))
    spec.when(command, "asura: evasion", throws=["ogre hand_to_hand 7c→5", "asura evasion 5c→1"])
    spec.then(outcome).never(DamageSuffered, Wounded)


@pytest.mark.rule("S3-ATK-8")
def test_an_attack_on_a_vehicle_deals_no_damage_of_itself() -> None:
    spec = given(fight("star", "ripper", riding("one", "star"), riding("two", "ripper")), *round_of("star", "ripper"))
    shot_at_it = DamageVehicle(actor="star", vehicle="two", weapon="pistol")
    throws = ["star sharpshooting 6c→5", "ripper piloting 6+2=8c→1"]
    spec.given(Stow(actor="star", item="chain_whip"))
    spec.when(shot_at_it, "ripper: piloting", throws=throws)
    spec.then(VehicleHalting).never(DamageSuffered, Wounded)


# S3-ATK-13: intent


@pytest.mark.rule("S3-ATK-13")
def test_intent_changes_no_coin_and_is_to_subdue_unless_said_otherwise() -> None:
    throws = shot(5, 4, "damage 5+2=7c→7", "bell fortitude 4=4c→2")
    fates = []
    for command in (
        SHOT,
        attack("ogre", "bell", "pistol", intent="subdue"),
        attack("ogre", "bell", "pistol", intent="kill"),
    ):
        spec = duel().when(command, throws=throws).then(AttackHit)
        disabled = spec.fight.people["bell"].disabled
        assert disabled is not None
        fates.append(disabled.fate)
    assert fates == ["down", "down", "slain"]


# S3-ATK-14: targets


@pytest.mark.rule("S3-ATK-14")
@pytest.mark.parametrize(
    "command",
    [
        attack("general", "general", "spear"),
        Trip(actor="general", target="general", outcome="ground"),
        Disarm(actor="general", target="general", item="spear"),
        Pin(actor="general", target="general"),
        Strangle(actor="general", target="general"),
    ],
)
def test_nobody_aims_at_itself(command: Command) -> None:
    fencing().when(command).refused("S3-ATK-14")


@pytest.mark.rule("S3-ATK-14", "S3-TURN-24", "S3-RUL-9")
@pytest.mark.parametrize("target", ["clarity", "burning_blade", "bell"])
def test_anybody_else_in_reach_is_a_legal_target_of_either_side(target: str) -> None:
    spec = given(fight("hu", "clarity", "burning_blade", "bell"), engage("hu", "clarity", "burning_blade", "bell"))
    spec.given(*round_of("hu", "bell")).when(attack("hu", target)).asks("oppose", target)


@pytest.mark.rule("S3-ATK-14")
def test_nobody_aims_at_who_is_not_there() -> None:
    fencing().when(attack("general", "nobody", "spear")).refused("S3-ATK-14", "invalid")


@pytest.mark.rule("S3-ATK-14")
def test_nobody_aims_at_the_vehicle_it_drives() -> None:
    spec = given(fight("star", "ripper", riding("one", "star")), *round_of("star", "ripper"))
    spec.when(DamageVehicle(actor="star", vehicle="one", weapon="pistol")).refused("S3-ATK-14")


# S3-ATK-15: stunts


@pytest.mark.rule("S3-ATK-15")
def test_attack_and_defence_may_both_be_stunts() -> None:
    spec = fencing().when(
        attack("general", "asura", "spear", stunt=stunt("bravado")),
        defend("asura", "evasion", "athletics"),
        throws=[
            "general melee 9=9c→2",
            "general bravado 8=8c→3",
            "equipment 1+1=2c→1",
            "asura evasion 5=5c→2",
            "asura athletics 5=5c→5",
        ],
    )
    spec.then(
        BreathSpent(combatant="general", points=1, purpose="stunt"),
        BreathSpent(combatant="asura", points=1, purpose="stunt"),
        AttackMissed,
    )


# S3-ATK-16: holder and held


@pytest.mark.rule("S3-ATK-16")
@pytest.mark.parametrize(("target", "spared"), [("asura", "bell"), ("bell", "asura")])
@pytest.mark.parametrize("fell", [False, True])
def test_an_attack_at_a_holder_or_a_held_one_hits_only_whom_it_is_aimed_at(
    target: str, spared: str, fell: bool
) -> None:
    spec = fencing(Pinned(hold=Hold("pin_1", "pin", "asura", "bell", 2, "unarmed", 1, 0)))
    evasion = "asura evasion 5=5c→1" if target == "asura" else "bell evasion 5-2=3c→1"
    damage = ["damage 5+2=7c→1", f"{target} fortitude {6 if target == 'asura' else 4}c→{0 if fell else 3}"]
    throws = ["general melee 11c→5", evasion, *damage]
    spec.when(attack("general", target, "spear"), f"{target}: evasion", throws=throws)
    spec.then(AttackHit(attacker="general", target=target, weapon="spear", result=5, margin=4), Wounded)
    hurt = [event.combatant for event in spec.events if isinstance(event, (DamageSuffered, Wounded))]
    assert set(hurt) == {target}
    assert spec.fight.people[spared].wounds == ()
    assert any(isinstance(event, HoldEnded) for event in spec.events) is fell


@pytest.mark.parametrize(("heads", "outcome"), [(3, AttackHit), (1, AttackMissed)])
def test_a_blow_whose_weapon_a_ruling_has_taken_meanwhile_lands_or_misses_with_bare_hands(
    heads: int, outcome: type[AttackHit | AttackMissed]
) -> None:
    spec = given(fight("clarity", "guard"), engage("clarity", "guard"), *round_of("clarity", "guard"))
    spec.when(attack("clarity", "guard", "saber")).given(Impose(combatant="clarity", limb="main_arm"))
    hurt = ["damage 3c→1", "guard fortitude 4c→2"] if outcome is AttackHit else []
    spec.answer({"skill": "evasion"}, throws=[f"clarity melee 8-2=6c→{heads}", "guard evasion 4c→2", *hurt])
    assert [event.weapon for event in spec.events if isinstance(event, AttackHit | AttackMissed)] == ["unarmed"]
