"""Distance and range: reach, the step to a target, who is in reach of whom (S3-RANGE)."""

from typing import Any

import pytest

from domain.core.commands import Command
from domain.rulesets.s3.chapters.attack.blows import AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged, engaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climbed
from domain.rulesets.s3.chapters.movement.leaving import ClimbForgotten
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.conditions import Impose
from domain.rulesets.s3.chapters.narrator.corrections import Remove
from domain.rulesets.s3.chapters.narrator.placing import Place, VehicleRelation
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Ready
from domain.rulesets.s3.chapters.turns.pairings import TurnOrder
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.state import Hold
from domain.rulesets.s3.tables import EQUIPMENT
from tests.rules.s3.builders import attack, check, link, scene, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of

DECKS = scene("here", "deck_b", "hold", sees={"here": ("deck_b",), "hold": ("here",)})
WEAPONS = {"saber": "close", "pistol": "medium", "rifle": "long"}
CLOSE = {
    "attack": attack("ogre", "asura"),
    "trip": Trip(actor="ogre", target="asura", outcome="ground"),
    "disarm": Disarm(actor="ogre", target="asura", item="hatchets"),
    "pin": Pin(actor="ogre", target="asura"),
    "strangle": Strangle(actor="ogre", target="asura"),
}
DODGED = ["ogre hand_to_hand 7c→1", "asura evasion 5c→2"]


def armed(*steps: Step, zone: str = "here") -> Specification:
    """The ogre with a saber, a pistol and a rifle, on his turn; the asura stands in that zone."""
    hero = newcomer("ogre", items=[{"kind": kind} for kind in WEAPONS], hands={})
    opening = (fight(hero, "asura", "bell"), DECKS, Place(combatant="asura", zone=zone))
    return given(*opening, *round_of("ogre", "asura"), *steps)


def brawl(*steps: Step) -> Specification:
    """The ogre without a weapon in hand, on his turn, out of the asura's reach but within a bell's."""
    hero = newcomer("ogre", hands={})
    return given(fight(hero, "asura", "bell"), engage("ogre", "bell"), *round_of("ogre", "asura"), *steps)


def chase(*relations: tuple[str, str, str], order: TurnOrder = "pc_first") -> Specification:
    """Shooting Star on one cycle, Ripper on another with Tiger behind him, Lion on a third; these relations."""
    vehicles = (riding("one", "star"), riding("two", "ripper", "tiger"), riding("three", "steel_lion"))
    spec = given(fight("star", "ripper", "tiger", "steel_lion", *vehicles))
    for vehicle, other, way in relations:
        relation = VehicleRelation.model_validate({"vehicle": other, "is": way})
        spec.given(Place(combatant=vehicle, relative=(relation,)))
    return spec.given(*round_of("star", "ripper", order))


# S3-RANGE-1 to S3-RANGE-3: three reaches


@pytest.mark.rule("S3-RANGE-1", "S3-RANGE-3")
@pytest.mark.parametrize(
    ("zone", "in_reach"), [("here", {"pistol", "rifle"}), ("deck_b", {"rifle"}), ("hold", set[str]())]
)
@pytest.mark.parametrize("weapon", WEAPONS)
def test_each_reach_ends_where_it_ends(zone: str, in_reach: set[str], weapon: str) -> None:
    spec = armed(zone=zone).when(attack("ogre", "asura", weapon, approach=False))
    if weapon in in_reach:
        spec.asks("oppose", "asura")
    else:
        spec.refused("S3-RANGE-4" if zone == "here" else "S3-RANGE-1")


@pytest.mark.rule("S3-RANGE-1")
@pytest.mark.parametrize("name", CLOSE)
def test_no_step_leads_to_another_zone(name: str) -> None:
    spec = brawl()
    spec.given(
        scene("here", "deck_b", links=(link("plank", "here", "deck_b"),)), Place(combatant="asura", zone="deck_b")
    )
    spec.when(CLOSE[name]).refused("S3-RANGE-1")


@pytest.mark.rule("S3-RANGE-1")
@pytest.mark.parametrize(("origin", "zone", "seen"), [("hold", "here", True), ("here", "hold", False)])
def test_sight_is_from_where_the_shooter_stands(origin: str, zone: str, seen: bool) -> None:
    spec = armed(zone=zone).given(Place(combatant="ogre", zone=origin)).when(attack("ogre", "asura", "rifle"))
    assert (spec.refusal is None) is seen


@pytest.mark.rule("S3-RANGE-1")
def test_all_zones_are_seen_from_each_other_unless_it_is_said_otherwise() -> None:
    spec = armed().given(scene("here", "roof"), Place(combatant="asura", zone="roof"))
    spec.when(attack("ogre", "asura", "rifle")).asks("oppose", "asura")


@pytest.mark.rule("S3-RANGE-2")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_a_longer_reach_includes_the_shorter_ones_without_a_penalty(weapon: str) -> None:
    spec = armed(engage("ogre", "asura"))
    points, skill = ("8+1=9c", "melee") if weapon == "saber" else ("7=7c", "sharpshooting")
    two_handed = Ready(actor="ogre", item=weapon)
    spec.given(two_handed).when(
        attack("ogre", "asura", weapon), "asura: evasion", throws=[f"ogre {skill} {points}→1", "asura evasion 5=5c→2"]
    ).then(AttackMissed)


@pytest.mark.rule("S3-RANGE-1", "S3-RUL-19")
def test_bows_rifles_and_rockets_are_long_and_pistols_knives_and_grenades_medium() -> None:
    reach = {
        kind: {mode.get("reach", "close") for mode in entry["modes"]}
        for kind, entry in EQUIPMENT.items()
        if "modes" in entry
    }
    assert {kind for kind, reaches in reach.items() if "long" in reaches} == {"bow", "rifle", "bayonet_rifle", "rocket"}
    for kind in ("throwing_knife", "pistol", "hand_cannon", "grenade"):
        assert reach[kind] == {"medium"}
    for kind in ("unarmed", "saber", "spear", "chain_whip"):
        assert reach[kind] == {"close"}


@pytest.mark.rule("S3-RUL-19", "S3-RANGE-3")
@pytest.mark.parametrize(("kind", "reaches"), [("bow", True), ("rifle", True), ("rocket", True), ("pistol", False)])
def test_from_one_deck_to_the_next_only_long_weapons_reach(kind: str, reaches: bool) -> None:
    hero = newcomer("ogre", items=[{"kind": kind}], hands={})
    spec = given(fight(hero, "asura"), DECKS, Place(combatant="asura", zone="deck_b"), *round_of("ogre", "asura"))
    spec.when(attack("ogre", "asura", kind))
    assert (spec.refusal is None) is reaches


# S3-RANGE-4: the step


@pytest.mark.rule("S3-RANGE-4")
@pytest.mark.parametrize("name", CLOSE)
def test_a_close_action_includes_the_step_to_its_target(name: str) -> None:
    held = Pinned(hold=Hold("pin_1", "pin", "ogre", "bell", 2, "unarmed", 1, 0))
    spec = brawl(held).when(CLOSE[name], "asura: evasion", throws=DODGED)
    spec.then(
        ActionTaken(actor="ogre", action="attack", command=f"s3.{name}"),
        ActionTaken(actor="ogre", action="movement", command=f"s3.{name}"),
        HoldEnded(hold="pin_1", kind="pin", holder="ogre", held="bell", reason="holder_moved"),
        Disengaged(combatant="ogre", others=("bell",)),
        Engaged(combatant="ogre", other="asura"),
    )
    assert spec.fight.engaged == (("asura", "ogre"),)
    spec.when(Move(actor="ogre", leave=True)).refused("S3-TURN-10")


@pytest.mark.rule("S3-RANGE-4")
@pytest.mark.parametrize("name", CLOSE)
def test_the_step_needs_the_movement_action_and_may_be_declined(name: str) -> None:
    brawl().when(CLOSE[name].model_copy(update={"approach": False})).refused("S3-RANGE-4")
    brawl(check("ogre", "awareness", action="movement")).when(CLOSE[name]).refused("S3-RANGE-4")
    brawl(engage("ogre", "asura"), check("ogre", "awareness", action="movement")).when(CLOSE[name]).asks(
        "oppose", "asura"
    )


@pytest.mark.rule("S3-RANGE-4")
def test_who_is_in_reach_is_struck_without_a_step() -> None:
    spec = brawl(engage("ogre", "asura", "bell")).when(CLOSE["attack"], "asura: evasion", throws=DODGED)
    spec.never(Engaged, Disengaged)
    spec.when(Move(actor="ogre", leave=True)).then(Disengaged)


@pytest.mark.rule("S3-RANGE-4")
def test_a_shot_makes_no_step() -> None:
    spec = armed().when(
        attack("ogre", "asura", "pistol"), "asura: evasion", throws=["ogre sharpshooting 7c→1", DODGED[1]]
    )
    spec.never(Engaged)
    spec.when(Move(actor="ogre", engage="asura")).then(Engaged(combatant="ogre", other="asura"))


@pytest.mark.rule("S3-RANGE-4")
def test_a_stunt_that_closes_in_needs_no_movement_action() -> None:
    spec = brawl(check("ogre", "awareness", action="movement"))
    command = attack("ogre", "asura", stunt=stunt("athletics"))
    spec.when(command, "asura: evasion", throws=[DODGED[0], "ogre athletics 6c→0", DODGED[1]])
    spec.then(Disengaged(combatant="ogre", others=("bell",)), Engaged(combatant="ogre", other="asura"))


@pytest.mark.rule("S3-RANGE-4")
def test_the_step_forgets_the_feet_of_a_climb() -> None:
    ground = scene("here", "roof", links=(link("wall", "here", "roof", "climb", feet=30),))
    spec = brawl(ground).given(Climbed(combatant="ogre", link="wall", gained=10, feet=10, arrived=False))
    spec.when(CLOSE["attack"], "asura: evasion", throws=DODGED).then(ClimbForgotten(combatant="ogre"))


# S3-RANGE-5, S3-RANGE-6: who is engaged


@pytest.mark.rule("S3-RANGE-5")
def test_being_engaged_is_mutual() -> None:
    spec = given(fight("ogre", "asura"), engage("ogre", "asura"), *round_of("ogre", "asura", "npc_first"))
    spec.when(attack("asura", "ogre", approach=False)).asks("oppose", "ogre")


@pytest.mark.rule("S3-RANGE-5")
@pytest.mark.parametrize(
    ("step", "still"),
    [
        (Move(actor="ogre", leave=True), False),
        (Move(actor="ogre", engage="bell"), False),
        (Place(combatant="asura", zone="deck_b"), False),
        (Remove(combatant="asura"), False),
        (Impose(combatant="asura", stunned=True), True),
        (Impose(combatant="asura", prone=True), True),
        (check("ogre", "awareness", action="movement"), True),
        (EndTurn(actor="ogre"), True),
    ],
)
def test_it_holds_until_one_of_them_moves_or_is_moved_away(step: Command, still: bool) -> None:
    spec = armed(engage("ogre", "asura")).given(step)
    assert engaged(spec.fight, "ogre", "asura") is still
    assert engaged(spec.fight, "asura", "ogre") is still


@pytest.mark.rule("S3-RANGE-5", "S3-RANGE-6")
def test_riders_are_engaged_on_one_vehicle_and_on_vehicles_alongside() -> None:
    spec = chase(("one", "two", "alongside"), ("one", "three", "ahead"))
    assert engaged(spec.fight, "ripper", "tiger")
    assert engaged(spec.fight, "star", "ripper")
    assert engaged(spec.fight, "tiger", "star")
    assert not engaged(spec.fight, "star", "steel_lion")
    assert not engaged(spec.fight, "tiger", "steel_lion")


@pytest.mark.rule("S3-RANGE-6")
@pytest.mark.parametrize("way", ["ahead", "behind", "alongside", None])
def test_blades_need_a_vehicle_alongside_and_on_one_road_pistols_do_not(way: str | None) -> None:
    relations = [("one", "two", way)] if way is not None else []
    blade, shot = attack("star", "ripper", "saber"), attack("star", "tiger", "pistol")
    spec = chase(*relations).when(blade)
    if way == "alongside":
        spec.asks("oppose", "ripper")
    else:
        spec.refused("S3-MOUNT-7")
    chase(*relations).when(shot, throws=["star sharpshooting 6c→1", "tiger evasion 4c→2"]).then(AttackMissed)


@pytest.mark.rule("S3-RANGE-6")
def test_vehicles_on_different_roads_are_out_of_a_pistols_reach() -> None:
    spec = chase(("one", "two", "alongside"))
    spec.given(scene("here", "road", "bridge"), Place(combatant="two", zone="bridge"))
    assert not engaged(spec.fight, "star", "ripper")
    spec.when(attack("star", "tiger", "pistol")).refused("S3-RANGE-1")
    spec.when(attack("star", "ripper", "saber")).refused("S3-MOUNT-7")


# S3-RANGE-7: seeing


@pytest.mark.rule("S3-RANGE-7")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_reach_needs_a_target_in_sight_and_the_blinded_still_find_theirs(weapon: str) -> None:
    unseen = Place(combatant="asura", unseen_by=("ogre",))
    armed(engage("ogre", "asura"), unseen).when(attack("ogre", "asura", weapon)).refused("S3-HIDE-6")
    blinded = Impose(combatant="ogre", limb="eyes")
    armed(engage("ogre", "asura"), blinded).when(attack("ogre", "asura", weapon)).asks("oppose", "asura")


def test_the_step_is_made_before_anybody_answers() -> None:
    spec = brawl().when(CLOSE["attack"]).asks("oppose", "asura").then(Engaged(combatant="ogre", other="asura"))
    fields: dict[str, Any] = {"skill": "evasion"}
    spec.answer(fields, throws=DODGED).then(AttackMissed)
