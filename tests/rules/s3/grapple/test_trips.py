"""Trips, throws and pushes (S3-TRIP)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.reach import Disengaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.falling import Fell
from domain.rulesets.s3.chapters.movement.leaving import FellProne, LeftFight
from domain.rulesets.s3.chapters.movement.walking import Move, Moved, StandUp
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Link, SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Wounded
from domain.rulesets.s3.state import Disabled, Hold
from domain.rulesets.s3.words import Intent
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of

WON = ["clarity hand_to_hand 8=8c→7", "burning_blade hand_to_hand 7=7c→6"]
ZONES = (Zone(key="here"), Zone(key="yard"), Zone(key="cellar"))
LINKS = (Link.model_validate({"key": "door", "from": "here", "to": "yard"}),)


def scene(**hazard: Any) -> SetScene:
    """The room, a yard behind its door, a cellar that no link leads to, and a hazard here and one elsewhere."""
    edge = SceneHazard(key="edge", zone="here", **hazard)
    well = SceneHazard(key="well", zone="yard", storeys=1)
    return SetScene(zones=ZONES, links=LINKS, hazards=(edge, well))


def wrestling(*steps: Step, foe: str | Join = "burning_blade", **hazard: Any) -> Specification:
    """Sanguine Clarity and Burning Blade at close quarters, with a hazard of these fields beside them."""
    ground = scene(**hazard or {"out": True})
    opening = (fight("clarity", foe), ground, engage("clarity", "burning_blade"))
    return given(*opening, *round_of("clarity", "burning_blade"), *steps)


def throw_into(outcome: str, intent: Intent = "subdue") -> Trip:
    """Clarity throws Burning Blade."""
    return Trip(actor="clarity", target="burning_blade", outcome=outcome, intent=intent)


@pytest.mark.rule("S3-TRIP-1", "S3-TRIP-4", "S3-RUL-50")
def test_a_trip_throws_to_the_ground_without_hurting() -> None:
    result = wrestling().when(throw_into("ground"), "burning_blade: hand_to_hand", throws=WON)
    result.then(FellProne(combatant="burning_blade")).never(DamageSuffered)
    assert result.fight.people["burning_blade"].prone


@pytest.mark.rule("S3-TRIP-1")
def test_a_lost_trip_moves_nobody() -> None:
    wrestling().when(
        throw_into("ground"), "burning_blade: hand_to_hand", throws=["clarity hand_to_hand 8c→5", WON[1]]
    ).never(FellProne)


@pytest.mark.rule("S3-TRIP-1")
def test_a_trip_is_the_attack_action() -> None:
    result = wrestling().when(throw_into("ground"), "burning_blade: hand_to_hand", throws=WON)
    result.when(throw_into("ground")).refused("S3-TURN-11")


@pytest.mark.rule("S3-TRIP-1")
def test_weapons_that_trip_throw_melee_with_their_finesse() -> None:
    (
        given(fight("ogre", "asura"), engage("ogre", "asura"), *round_of("ogre", "asura"))
        .given(Stow(actor="ogre", item="pistol"))
        .when(
            Trip(actor="ogre", target="asura", weapon="hook_swords", outcome="ground"),
            "asura: melee/hatchets",
            throws=["ogre melee 8+2=10c→6", "asura melee 6+2=8c→3"],
        )
        .then(FellProne)
    )


@pytest.mark.rule("S3-TRIP-1")
def test_a_saber_trips_nobody() -> None:
    wrestling().when(Trip(actor="clarity", target="burning_blade", weapon="saber", outcome="ground")).refused(
        "S3-TRIP-1"
    )


@pytest.mark.rule("S3-TRIP-1")
@pytest.mark.parametrize("skill", ["melee", "hand_to_hand", "sharpshooting", "explosives"])
def test_a_weapon_made_for_it_trips_with_the_two_skills_of_close_combat_alone(skill: str) -> None:
    rope = {"kind": "rope", "name": "Rope", "modes": [{"skill": skill, "flags": ["trips"]}]}
    roper = newcomer("ogre", items=[rope], hands={"main": "rope"})
    spec = given(fight(roper, "bell"), engage("ogre", "bell"), *round_of("ogre", "bell"))
    tried = spec.when(Trip(actor="ogre", target="bell", weapon="rope", outcome="ground"))
    if skill in {"melee", "hand_to_hand"}:
        tried.asks("oppose", "bell")
    else:
        tried.refused("S3-TRIP-1")


@pytest.mark.rule("S3-TRIP-2", "S3-RUL-11")
@pytest.mark.parametrize(
    ("defence", "throw"),
    [
        ("evasion", "burning_blade evasion 6c→6"),
        ("hand_to_hand", WON[1]),
        ("melee/flaming_sword", "burning_blade melee 8+1=9c→6"),
    ],
)
def test_every_close_defence_is_open_against_a_trip(defence: str, throw: str) -> None:
    wrestling().when(throw_into("ground"), f"burning_blade: {defence}", throws=[WON[0], throw]).then(FellProne)


@pytest.mark.rule("S3-TRIP-3")
@pytest.mark.parametrize(
    "outcome", ["zone:cellar", "zone:nowhere", "zone:here", "hazard:well", "hazard:boiler", "dismount"]
)
def test_an_outcome_that_is_not_there_is_refused(outcome: str) -> None:
    wrestling().when(throw_into(outcome)).refused("S3-TRIP-3")


@pytest.mark.rule("S3-TRIP-3")
def test_one_is_thrown_through_a_door_from_either_side() -> None:
    outside = [Place(combatant=name, zone="yard") for name in ("clarity", "burning_blade")]
    wrestling().when(throw_into("zone:yard")).asks("oppose", "burning_blade")
    wrestling(*outside).when(throw_into("zone:here")).asks("oppose", "burning_blade")


@pytest.mark.rule("S3-TRIP-3")
@pytest.mark.parametrize("outcome", ["ground", "zone:yard", "hazard:edge"])
def test_who_is_mounted_can_only_be_dismounted(outcome: str) -> None:
    mounted = given(fight("star", "ripper", riding("cycle_star", "star", "ripper")), *round_of("star", "ripper"))
    mounted.when(Trip(actor="star", target="ripper", outcome=outcome)).refused("S3-TRIP-3")
    mounted.when(Trip(actor="star", target="ripper", outcome="dismount")).asks("oppose", "ripper")


@pytest.mark.rule("S3-TRIP-4", "S3-LEGAL-7", "S3-RUL-50")
def test_getting_up_again_is_the_movement_action_and_costs_no_coins() -> None:
    down = wrestling().when(throw_into("ground"), "burning_blade: hand_to_hand", throws=WON)
    down.given(EndTurn(actor="clarity"))
    down.when(Move(actor="burning_blade", leave=True)).refused("S3-LEGAL-7")
    down.given(StandUp(actor="burning_blade"))
    down.when(Move(actor="burning_blade", leave=True)).refused("S3-TURN-10")
    down.when(
        Attack(actor="burning_blade", target="clarity", weapon="flaming_sword"),
        "clarity: evasion",
        throws=["burning_blade melee 8+1=9c→1", "clarity evasion 6=6c→4"],
    )
    assert down.refusal is None


@pytest.mark.rule("S3-TRIP-4")
def test_the_prone_defend_and_strike_with_all_their_coins() -> None:
    down = wrestling(FellProne(combatant="burning_blade"), FellProne(combatant="clarity"))
    down.when(
        Attack(actor="clarity", target="burning_blade", weapon="saber"),
        "burning_blade: evasion",
        throws=["clarity melee 8+1=9c→1", "burning_blade evasion 6=6c→4"],
    )
    assert down.refusal is None


@pytest.mark.rule("S3-TRIP-5", "S3-TRIP-8")
def test_thrown_into_a_zone_one_lies_there_engaged_with_nobody() -> None:
    result = wrestling().when(throw_into("zone:yard"), "burning_blade: hand_to_hand", throws=WON)
    result.then(Moved(combatant="burning_blade", zone="yard"), FellProne(combatant="burning_blade"))
    blade = result.fight.people["burning_blade"]
    assert (blade.zone, blade.prone, result.fight.engaged) == ("yard", True, ())


@pytest.mark.rule("S3-TRIP-6", "S3-MOVE-12")
def test_a_hazard_with_storeys_is_a_fall_at_once() -> None:
    wrestling(storeys=2).when(
        throw_into("hazard:edge"),
        "burning_blade: hand_to_hand",
        throws=[*WON, "burning_blade acrobatics 5=5c→2", "fall 3=3c→2", "burning_blade fortitude 6c→4"],
    ).then(Fell(combatant="burning_blade", storeys=2, covered=1), Wounded)


@pytest.mark.rule("S3-TRIP-6", "S3-DMG-13", "S3-THROW-10")
def test_a_hazard_with_coins_is_damage_thrown_by_the_narrator() -> None:
    wrestling(coins=8).when(
        throw_into("hazard:edge"),
        "burning_blade: hand_to_hand",
        throws=[*WON, "world damage 8=8c→3", "burning_blade fortitude 6c→4"],
    ).then(DamageSuffered, Wounded).never(FellProne, Moved)


@pytest.mark.rule("S3-TRIP-6")
def test_the_fields_of_a_hazard_apply_in_their_order() -> None:
    wrestling(storeys=1, coins=2, to_zone="yard", out=True).when(
        throw_into("hazard:edge"),
        "burning_blade: hand_to_hand",
        throws=[
            *WON,
            "burning_blade acrobatics 5c→2",
            "damage 2c→1",
            "burning_blade fortitude 6c→4",
        ],
    ).then(
        Fell,
        Wounded,
        Moved(combatant="burning_blade", zone="yard"),
        FellProne,
        LeftFight(combatant="burning_blade", reason="thrown_out"),
    )


@pytest.mark.rule("S3-TRIP-6", "S3-DMG-15", "S3-DIS-13")
def test_what_a_hazard_disables_is_not_moved_on_and_meant_to_kill_it_is_slain() -> None:
    wrestling(coins=2, to_zone="yard", out=True).when(
        throw_into("hazard:edge", "kill"),
        "burning_blade: hand_to_hand",
        throws=[*WON, "damage 2c→2", "burning_blade fortitude 6c→1"],
    ).then(CombatantDisabled(combatant="burning_blade", disabled=Disabled(("fortitude",), "slain"))).never(
        Moved, LeftFight
    )


@pytest.mark.rule("S3-TRIP-6", "S3-RUL-45")
@pytest.mark.parametrize("intent", ["subdue", "kill"])
def test_thrown_out_to_kill_is_slain_and_otherwise_out_of_the_fight_without_a_throw(intent: Intent) -> None:
    result = wrestling(out=True).when(throw_into("hazard:edge", intent), "burning_blade: hand_to_hand", throws=WON)
    if intent == "kill":
        result.then(CombatantDisabled(combatant="burning_blade", disabled=Disabled(("ruling",), "slain"))).never(
            LeftFight
        )
    else:
        result.then(LeftFight(combatant="burning_blade", reason="thrown_out")).never(CombatantDisabled)


@pytest.mark.rule("S3-TRIP-7", "S3-RUL-50", "S3-RUL-35", "S3-ATK-17")
def test_whoever_is_hurt_by_a_blow_stays_on_its_feet_where_it_is() -> None:
    result = wrestling().when(
        Attack(actor="clarity", target="burning_blade", weapon="unarmed"),
        "burning_blade: hand_to_hand",
        throws=[*WON, "damage 7+0=7c→4", "burning_blade fortitude 6c→3"],
    )
    result.then(DamageSuffered).never(FellProne, Moved)


@pytest.mark.rule("S3-TRIP-8")
def test_a_trip_to_the_ground_ends_no_engagement_and_no_hold() -> None:
    pin = Pinned(hold=Hold("pin_1", "pin", "hu", "guard", 2, "unarmed", 1, 0))
    result = (
        given(fight("clarity", "hu", "guard"), engage("guard", "clarity", "hu"), *round_of("clarity", "guard"), pin)
        .when(
            Trip(actor="clarity", target="guard", outcome="ground"),
            "guard: evasion",
            throws=["clarity hand_to_hand 8c→4", "guard evasion 4-2=2c→1"],
        )
        .then(FellProne)
        .never(HoldEnded, Disengaged)
    )
    assert len(result.fight.engaged) == 2


@pytest.mark.rule("S3-TRIP-8")
@pytest.mark.parametrize("outcome", ["zone:yard", "hazard:edge"])
def test_who_is_thrown_holds_and_is_held_no_more(outcome: str) -> None:
    holds = (
        Pinned(hold=Hold("pin_1", "pin", "hu", "guard", 2, "unarmed", 1, 0)),
        Choked(hold=Hold("choke_1", "choke", "guard", "hu", 2, "unarmed", 1, 0)),
    )
    result = (
        given(fight("clarity", "hu", "guard"), scene(coins=2), engage("guard", "clarity", "hu"))
        .given(*round_of("clarity", "guard"), *holds)
        .when(
            Trip(actor="clarity", target="guard", outcome=outcome),
            "guard: evasion",
            throws=[
                "clarity hand_to_hand 8c→4",
                "guard evasion 4-2=2c→1",
                *(["damage 2c→0"] if outcome == "hazard:edge" else []),
            ],
        )
    )
    result.then(HoldEnded, HoldEnded)
    assert not result.fight.engaged


@pytest.mark.rule("S3-TRIP-9", "S3-DIS-10")
@pytest.mark.parametrize("pc_death", [False, True])
def test_a_hero_thrown_out_is_slain_only_where_heroes_die(pc_death: bool) -> None:
    result = (
        given(fight("clarity", "burning_blade", pc_death=pc_death), scene(out=True))
        .given(engage("clarity", "burning_blade"), *round_of("clarity", "burning_blade", "npc_first"))
        .when(
            Trip(actor="burning_blade", target="clarity", outcome="hazard:edge", intent="kill"),
            "clarity: evasion",
            throws=["burning_blade hand_to_hand 7c→4", "clarity evasion 6c→2"],
        )
    )
    if pc_death:
        result.then(CombatantDisabled(combatant="clarity", disabled=Disabled(("ruling",), "slain")))
    else:
        result.then(LeftFight(combatant="clarity", reason="thrown_out")).never(CombatantDisabled)


@pytest.mark.rule("S3-TRIP-5")
def test_the_feet_of_a_climb_are_lost_when_one_is_thrown() -> None:
    climber = newcomer("burning_blade", climb={"link": "wall", "feet": 10})
    result = wrestling(foe=climber).when(throw_into("zone:yard"), "burning_blade: hand_to_hand", throws=WON)
    assert result.fight.people["burning_blade"].climb is None
