"""Armour: what it costs, and what it helps against (S3-EQUIP-9 to S3-EQUIP-11, S3-EQUIP-22, S3-RUL-37)."""

from typing import Any, NamedTuple

import pytest

from domain.core.commands import Command, Join, SentAnswer
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.narrator.scenery import SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import attack, check, hazard
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of


@pytest.mark.rule("S3-EQUIP-9")
@pytest.mark.parametrize(
    ("worn", "penalty", "penalised"),
    [
        ("light_armour", 1, ("acrobatics", "stealth")),
        ("heavy_armour", 2, ("acrobatics", "athletics", "evasion", "stealth")),
        ("fireproof_coat", 1, ("acrobatics",)),
    ],
)
def test_armour_costs_coins_on_the_skills_it_names_and_only_worn(
    worn: str, penalty: int, penalised: tuple[str, ...]
) -> None:
    for armour in (worn, None):
        spec = given(fight(newcomer("devil", items=[{"kind": worn}], hands={}, armour=armour)))
        for skill, points in {"acrobatics": 7, "athletics": 6, "evasion": 7, "stealth": 10, "melee": 9}.items():
            coins = points - penalty if skill in penalised and armour else points
            spec.when(check("devil", skill), throws=[f"devil {skill} {coins}c→0"])


PLATE = {"kind": "plate", "name": "plate", "armour": {"protection": 3}}
FIREPROOF = {"kind": "plate", "name": "plate", "armour": {"protection": 3, "fireproof": True}}


def knight(plate: dict[str, Any], **changes: Any) -> Join:
    """Nine points of Fortitude in armour, and no skill at all."""
    sheet = {"name": "Knight", "fortitude": 9, "items": [plate], "armour": "plate"}
    return Join(id="knight", sheet={**sheet, **changes})


class Danger(NamedTuple):
    """What hurts the knight: where, by which command, the throws before its coins, and how many those are."""

    command: Command
    label: str
    coins: int
    counts: bool
    before: tuple[str, ...] = ()
    setting: tuple[Step, ...] = ()
    answers: tuple[str | SentAnswer, ...] = ()
    riding: tuple[Join, ...] = ()
    knight: dict[str, Any] = {}
    fireproof_counts: bool = False


ALONGSIDE = RelationSet(vehicle="cycle", other="cart", relation="alongside")
CRASH = SentAnswer(kind="crash", to="narrator", answer={"spectacular": True, "coins": 6})
DROP = DropDown(actor="knight", storeys=2)
BOILER = SetScene(zones=(Zone(key="here"),), hazards=(SceneHazard(key="boiler", zone="here", coins=6),))
KNIGHTS_TURN = EndTurn(actor="star")
DANGERS = {
    "a hit": Danger(attack("star", "knight", "saber"), "damage", 7, True, ("star melee 8c→5", "knight evasion 0c→0")),
    "a drag": Danger(
        KNIGHTS_TURN,
        "drag",
        6,
        True,
        setting=(DragBegun(drag=Drag("drag-1", "star", "knight", "chain_whip", 6, 4, "subdue", 0)),),
        riding=(riding("cycle", "star"),),
    ),
    "a fall": Danger(DROP, "fall", 6, True, ("knight acrobatics 0c→0",), (KNIGHTS_TURN,)),
    "a crash": Danger(
        DamageVehicle(actor="star", vehicle="cart", weapon="pistol"),
        "crash",
        6,
        True,
        ("star sharpshooting 6c→5", "knight piloting 0+2=2c→0"),
        answers=(CRASH,),
        riding=(riding("cycle", "star"), riding("cart", "knight")),
    ),
    "a trip into a hazard": Danger(
        Trip(actor="star", target="knight", outcome="hazard:boiler"),
        "damage",
        6,
        True,
        ("star hand_to_hand 5c→5", "knight evasion 0c→0"),
        (BOILER,),
    ),
    "a hazard": Danger(hazard(6, "knight"), "damage", 6, False),
    "a hazard that armour counts against": Danger(hazard(6, "knight", armour_counts=True), "damage", 6, True),
    "a blaze": Danger(
        hazard(6, "knight", armour_counts=True, incendiary=True), "damage", 6, False, fireproof_counts=True
    ),
    "a burn": Danger(
        EndTurn(actor="knight"),
        "burn",
        6,
        False,
        setting=(KNIGHTS_TURN,),
        knight={"fire": {"intensity": 6, "flame": 6}},
        fireproof_counts=True,
    ),
    "an incendiary hit": Danger(
        attack("star", "knight", "flamethrower"),
        "damage",
        9,
        False,
        ("star sharpshooting 6c→5", "knight evasion 0c→0"),
        fireproof_counts=True,
    ),
    "poison": Danger(
        EndTurn(actor="knight"),
        "poison",
        6,
        False,
        setting=(KNIGHTS_TURN,),
        knight={"doses": [{"id": "dose-0-1", "poison": "viper_oil", "coins": 6, "route": "blade"}]},
    ),
}


def in_danger(danger: Danger, plate: dict[str, Any], armour: str, *, counts: bool) -> Specification:
    """The knight comes to harm, in this armour, by this option; the throws are as if armour counts or not."""
    items = [{"kind": kind} for kind in ("saber", "pistol", "chain_whip", "flamethrower")]
    victim = knight(plate, **danger.knight)
    spec = given(
        fight(newcomer("star", items=items, hands={}), victim, *danger.riding, armour=armour),
        *round_of("star", "knight"),
        *([] if danger.riding else [engage("star", "knight")]),
        *([ALONGSIDE] if len(danger.riding) > 1 else []),
        *danger.setting,
    )
    coins = danger.coins - 3 if counts and armour == "damage" else danger.coins
    on_fortitude = "9+3=12c" if counts and armour == "fortitude" else "9=9c"
    answers = danger.answers or (("knight: evasion",) if "knight evasion 0c→0" in danger.before else ())
    throws = [*danger.before, f"{danger.label} {coins}c→1", f"knight fortitude {on_fortitude}→4"]
    return spec.when(danger.command, *answers, throws=throws)


@pytest.mark.rule("S3-EQUIP-22", "S3-EQUIP-10", "S3-EQUIP-11", "S3-RUL-37")
@pytest.mark.parametrize("armour", ["fortitude", "damage", "off"])
@pytest.mark.parametrize("name", DANGERS)
def test_armour_counts_against_what_strikes_and_not_against_fire_and_poison(name: str, armour: str) -> None:
    danger = DANGERS[name]
    in_danger(danger, PLATE, armour, counts=danger.counts)


@pytest.mark.rule("S3-EQUIP-22", "S3-EQUIP-11", "S3-FIRE-6")
@pytest.mark.parametrize("armour", ["fortitude", "damage", "off"])
@pytest.mark.parametrize("name", DANGERS)
def test_fireproof_armour_counts_against_fire_too(name: str, armour: str) -> None:
    danger = DANGERS[name]
    in_danger(danger, FIREPROOF, armour, counts=danger.counts or danger.fireproof_counts)


@pytest.mark.rule("S3-EQUIP-22", "S3-EQUIP-11")
@pytest.mark.parametrize("plate", [PLATE, FIREPROOF])
def test_armour_does_not_count_against_strangling_nor_in_a_check(plate: dict[str, Any]) -> None:
    choke = Choked(hold=Hold("choke-1", "choke", "hu", "knight", 3, "unarmed", 1, 0))
    spec = given(fight("hu", knight(plate)), *round_of("hu", "knight"), engage("hu", "knight"), choke)
    spec.given(EndTurn(actor="hu"), EndTurn(actor="knight"), *round_of("hu", "knight"))
    spec.when(FinishStrangle(actor="hu", target="knight"), throws=["hu hand_to_hand 9c→1", "knight fortitude 9=9c→2"])
    spec.when(check("knight", "fortitude"), throws=["knight fortitude 9=9c→2"])


@pytest.mark.rule("S3-EQUIP-10", "S3-EQUIP-11")
@pytest.mark.parametrize(("armour", "points", "fortitude"), [("damage", 4, "9=9c→8"), ("fortitude", 7, "9+3=12c→8")])
def test_armour_is_taken_off_flat_damage_as_well(armour: str, points: int, fortitude: str) -> None:
    spec = given(
        fight("star", knight(PLATE), armour=armour, damage_throw="flat"),
        *round_of("star", "knight"),
        engage("star", "knight"),
        Stow(actor="star", item="chain_whip"),
    ).when(
        attack("star", "knight", "saber"),
        "knight: evasion",
        throws=["star melee 8c→5", "knight evasion 0c→0", f"knight fortitude {fortitude}"],
    )
    (wound,) = spec.fight.people["knight"].wounds
    assert wound.points == points
