"""What lost arms, lost legs and vehicles leave an actor (S3-LEGAL-8 to S3-LEGAL-11)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.model.event import Json
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.leaving import FellProne, SeatLeft
from domain.rulesets.s3.chapters.movement.walking import StoodUp
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.placing import Place, VehicleRelation
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied
from domain.rulesets.s3.chapters.turns.gear import PickUp, Ready
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.riding import Reposition, TakeReins
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled
from domain.rulesets.s3.parts import Stunt
from domain.rulesets.s3.state import Disabled
from tests.rules.s3.builders import attack, stunt, terms_of
from tests.rules.s3.every_command import (
    BOTH_ARMS,
    BOTH_LEGS,
    EVERYTHING,
    LOST,
    face_to_face,
    left_open,
    ogre,
    rule_against,
    rules_against,
)
from tests.rules.s3.specification import engage, fight, given, riding, round_of

# S3-LEGAL-8 to S3-LEGAL-10


@pytest.mark.rule("S3-LEGAL-8")
def test_with_one_arm_everything_is_open() -> None:
    whole, maimed = ogre(hands={}), ogre(hands={}, limbs={"off_arm": LOST})
    assert rules_against(face_to_face(hero=maimed)) == rules_against(face_to_face(hero=whole))


@pytest.mark.rule("S3-LEGAL-8", "S3-RUL-39")
def test_a_lost_hand_holds_nothing_and_takes_nothing() -> None:
    spec = face_to_face().when(Impose(combatant="ogre", limb="main_arm"))
    spec.then(ItemDropped)
    assert (spec.fight.people["ogre"].hands.main, [item.id for item in spec.fight.ground["here"]]) == (None, ["pistol"])
    spec.when(Ready(actor="ogre", item="hand_cannon", hand="main")).refused("S3-ATK-9")
    spec.when(Ready(actor="ogre", item="hand_cannon")).then(
        ItemReadied(combatant="ogre", item="hand_cannon", hands=("off",))
    )
    spec.when(PickUp(actor="ogre", item="pistol")).refused("S3-MOVE-18")


@pytest.mark.rule("S3-LEGAL-8", "S3-ATK-10", "S3-RUL-39")
def test_a_two_handed_weapon_stays_in_the_good_hand_and_costs_two_coins_more() -> None:
    spec = given(fight("rifleman", "bell"), *round_of("rifleman", "bell"))
    spec.given(Impose(combatant="rifleman", limb="main_arm"))
    assert spec.fight.people["rifleman"].hands.off == "bayonet_rifle"
    spec.when(
        attack("rifleman", "bell", "bayonet_rifle/rifle"),
        throws=["rifleman sharpshooting 9-2-2=5c→1", "bell evasion 5c→3"],
    )
    assert terms_of(spec.events, "sharpshooting")[-1] == ("one_handed", -2)


@pytest.mark.rule("S3-LEGAL-9", "S3-RUL-39")
def test_without_arms_nothing_is_held_and_no_machine_is_steered() -> None:
    spec = face_to_face(hero=ogre(limbs=BOTH_ARMS, hands={}))
    forbidden = {"disarm", "pin", "strangle", "finish_strangle", "ready", "pick_up", "smoke"}
    assert left_open(spec, "S3-LEGAL-9") == EVERYTHING - forbidden
    assert rule_against(spec.fight, attack("ogre", "asura")) is None


@pytest.mark.rule("S3-LEGAL-9")
def test_without_arms_there_is_no_weapon_but_kicks() -> None:
    spec = face_to_face(hero=ogre(limbs=BOTH_ARMS, hands={}))
    for command in (
        attack("ogre", "asura", "hand_cannon"),
        Trip(actor="ogre", target="asura", weapon="hook_swords", outcome="ground"),
        DamageVehicle(actor="ogre", vehicle="cycle", weapon="pistol"),
        attack("ogre", "asura", stunt=stunt("melee", melee="hook_swords")),
    ):
        assert rule_against(spec.fight, command) == "S3-LEGAL-9", command


@pytest.mark.rule("S3-LEGAL-9")
@pytest.mark.parametrize(("kind", "steers"), [("autocycle", False), ("horse", True)])
def test_without_arms_a_mount_is_ridden_and_no_machine_is_driven(kind: str, steers: bool) -> None:
    spec = given(
        fight(ogre(limbs=BOTH_ARMS, hands={}), "ripper", "bell", riding("own", "bell", "ogre", kind=kind)),
        riding("cycle", "ripper"),
        Remove(combatant="bell"),
        *round_of("ogre", "ripper"),
    )
    assert rule_against(spec.fight, TakeReins(actor="ogre")) == (None if steers else "S3-LEGAL-9")
    to_the_fore = Reposition(actor="ogre", vehicle="cycle", to="ahead")
    assert rule_against(spec.fight, to_the_fore) == ("S3-MOUNT-6" if steers else "S3-LEGAL-9")


@pytest.mark.rule("S3-LEGAL-9")
@pytest.mark.parametrize(("limbs", "parries"), [({"main_arm": LOST}, True), (BOTH_ARMS, False)])
@pytest.mark.parametrize("hands", [0, 1])
def test_without_arms_nothing_parries_with_a_blade(limbs: dict[str, Any], parries: bool, hands: int) -> None:
    boots = {
        "id": "boots",
        "kind": "bladed_boots",
        "name": "Bladed boots",
        "modes": [{"skill": "melee", "hands": hands}],
    }
    hero = ogre(limbs=limbs, hands={}, items=[boots])
    spec = given(fight(hero, "asura"), engage("ogre", "asura"), *round_of("ogre", "asura", "npc_first"))
    spec.when(attack("asura", "ogre")).asks("oppose", "ogre")
    parry: dict[str, Json] = {"skill": "melee", "item": "boots"}
    assert spec.may_answer(parry) is parries
    if parries:
        spec.answer(parry, throws=["asura hand_to_hand 6c→1", "ogre melee 8-2=6c→2"]).then(AttackMissed)
    else:
        spec.answer(parry).refused("S3-ATK-4")


@pytest.mark.rule("S3-LEGAL-10", "S3-RUL-39")
def test_without_legs_one_lies_and_goes_nowhere() -> None:
    spec = face_to_face(hero=ogre(limbs={"left_leg": LOST}))
    assert left_open(spec, "S3-LEGAL-10") == EVERYTHING
    spec.when(Impose(combatant="ogre", limb="right_leg")).then(FellProne(combatant="ogre"))
    forbidden = {"move", "climb", "flee", "chase", "hide", "stand_up", "switch_vehicle"}
    assert left_open(spec, "S3-LEGAL-10") == EVERYTHING - forbidden
    assert rule_against(spec.fight, DropDown(actor="ogre", storeys=1)) == "S3-LEGAL-7"


@pytest.mark.rule("S3-LEGAL-10")
@pytest.mark.parametrize("how", [None, stunt("acrobatics")])
@pytest.mark.parametrize("prone", [True, False])
def test_without_legs_one_strikes_whom_one_reaches_and_steps_to_nobody(how: Stunt | None, prone: bool) -> None:
    spec = given(fight(ogre(limbs=BOTH_LEGS, prone=prone), "asura", "bell"), *round_of("ogre", "asura"))
    spec.given(engage("ogre", "asura"))
    spec.when(attack("ogre", "bell", stunt=how)).refused("S3-LEGAL-10")
    spec.when(attack("ogre", "asura", stunt=how)).asks("oppose", "asura")


# S3-LEGAL-11


@pytest.mark.rule("S3-LEGAL-11")
@pytest.mark.parametrize("driver", [True, False])
def test_who_sits_on_a_vehicle_moves_only_with_it_or_off_it(driver: bool) -> None:
    aboard = ("ogre", "asura") if driver else ("asura", "ogre")
    spec = given(
        fight("ogre", "asura", "bell", riding("own", *aboard), riding("cycle", "bell")), *round_of("ogre", "asura")
    )
    alongside = VehicleRelation.model_validate({"vehicle": "cycle", "is": "alongside"})
    spec.given(Place(combatant="own", relative=(alongside,)))
    forbidden = {"move", "climb", "drop_down", "flee", "chase", "hide", "stand_up", "pick_up"}
    assert left_open(spec, "S3-LEGAL-11") == EVERYTHING - forbidden
    rules = rules_against(spec)
    assert (rules["reposition"], rules["switch_vehicle"]) == (None if driver else "S3-MOUNT-6", None)
    assert rules["check"] is None


@pytest.mark.rule("S3-LEGAL-11")
def test_who_sits_on_a_vehicle_is_never_prone() -> None:
    spec = given(fight("ogre", "asura", riding("own", "ogre")), *round_of("ogre", "asura"))
    spec.when(Impose(combatant="ogre", prone=True)).refused("S3-LEGAL-11")
    spec.given(Impose(combatant="ogre", limb="left_leg"))
    spec.when(Impose(combatant="ogre", limb="right_leg")).never(FellProne)
    lying = given(fight("ogre", "asura", riding("own", "asura")), FellProne(combatant="ogre"))
    lying.given(Place(combatant="ogre", vehicle="own"))
    assert not lying.fight.people["ogre"].prone


DOWN = Impose(combatant="ogre", disabled="down")
MAIMED = tuple(Impose(combatant="ogre", limb=leg) for leg in ("left_leg", "right_leg"))


@pytest.mark.rule("S3-LEGAL-11", "S3-DIS-7")
@pytest.mark.parametrize("aboard", [("ogre", "asura"), ("asura", "ogre")], ids=["driver", "rider"])
@pytest.mark.parametrize("unfit", [(DOWN,), MAIMED], ids=["disabled", "legless"])
@pytest.mark.parametrize("off", [Place(combatant="ogre", zone="here"), Remove(combatant="ogre")])
def test_who_cannot_stand_lies_prone_as_soon_as_it_is_off_the_vehicle(
    aboard: tuple[str, ...], unfit: tuple[Command, ...], off: Command
) -> None:
    spec = given(fight("ogre", "asura", "bell", riding("own", *aboard)), *unfit)
    assert not spec.fight.people["ogre"].prone
    spec.when(off).then(SeatLeft(combatant="ogre", vehicle="own"), FellProne(combatant="ogre")).follows(
        FellProne, SeatLeft
    )
    spec.given(Place(combatant="ogre", vehicle="own"))
    assert not spec.fight.people["ogre"].prone


@pytest.mark.rule("S3-LEGAL-11")
def test_who_can_stand_does_so_beside_the_vehicle() -> None:
    spec = given(fight("ogre", "asura", riding("own", "ogre")))
    spec.when(Place(combatant="ogre", zone="here")).then(SeatLeft(combatant="ogre", vehicle="own")).never(FellProne)


@pytest.mark.rule("S3-LEGAL-11")
def test_the_disabled_who_are_lifted_on_a_vehicle_that_joins_are_not_prone() -> None:
    spec = given(fight("ogre", "asura"), DOWN).when(riding("own", "asura", "ogre")).then(StoodUp(combatant="ogre"))
    assert not spec.fight.people["ogre"].prone


def test_a_combatant_recorded_as_disabled_before_riders_sat_up_lies_in_the_saddle_as_it_did() -> None:
    spec = given(fight("ogre", "asura", riding("own", "asura", "ogre")))
    spec.given(CombatantDisabled(combatant="ogre", disabled=Disabled(("ruling",), "down")))
    assert spec.fight.people["ogre"].prone
    spec.when(Place(combatant="ogre", zone="here")).then(SeatLeft(combatant="ogre", vehicle="own")).never(FellProne)
