"""Damage, step by step (S3-DMG)."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from domain.core.commands import Command, Join, SentAnswer
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.narrator.hazards import Administer, PoisonStrikes
from domain.rulesets.s3.chapters.narrator.scenery import SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost
from domain.rulesets.s3.chapters.wounds.fire import Ignited
from domain.rulesets.s3.chapters.wounds.poison import DoseGiven, DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
from domain.rulesets.s3.state import Drag, Fire, Grip, Hold, Wound
from domain.rulesets.s3.words import WORLD
from tests.rules.s3.builders import SHOT, attack, duel, effects, gunman, hazard, shot, stunt, suffered, wounds
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, round_of

# S3-DMG-1


@pytest.mark.rule("S3-DMG-1")
@pytest.mark.parametrize(("fortitude", "effect"), [(4, []), (2, ["bell stunned"]), (1, ["bell disabled by fortitude"])])
def test_a_hit_deals_damage_that_wounds_and_may_stun_or_disable(fortitude: int, effect: list[str]) -> None:
    spec = duel().when(SHOT, throws=shot(4, 1, "damage 6c→3", f"bell fortitude 4c→{fortitude}"))
    spec.then(AttackHit(attacker="ogre", target="bell", weapon="pistol", result=4, margin=3), Wounded)
    assert suffered(spec.events) == [("bell", "damage", 3, 3, 3)]
    assert wounds(spec.events) == [("bell", 3, 1)]
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DMG-1")
def test_a_miss_deals_no_damage() -> None:
    duel().when(SHOT, throws=shot(1, 4)).never(DamageSuffered, Wounded)


# S3-DMG-2: how many coins


@pytest.mark.rule("S3-DMG-2", "S3-RUL-1", "S3-EQUIP-3")
@pytest.mark.parametrize(
    ("base", "damage"), [("attack", "damage 6+2=8c→1"), ("margin", "damage 4+2=6c→1"), ("weapon", "damage 7=7c→1")]
)
def test_damage_coins_are_the_attack_result_the_margin_or_the_rating(base: str, damage: str) -> None:
    duel(damage_base=base).when(SHOT, throws=shot(6, 2, damage, "bell fortitude 4c→3"))


@pytest.mark.rule("S3-DMG-2", "S3-RUL-1", "S3-EQUIP-3")
@pytest.mark.parametrize(
    ("base", "damage"), [("attack", "damage 6+5=11c→1"), ("margin", "damage 4+5=9c→1"), ("weapon", "damage 12c→1")]
)
def test_the_damage_bonus_adds_coins_where_the_rating_is_not_all_there_is(base: str, damage: str) -> None:
    spec = duel(gunman(damage=5, rating=12), damage_base=base)
    spec.when(SHOT, throws=shot(6, 2, damage, "bell fortitude 4c→3"))


@pytest.mark.rule("S3-DMG-2")
@pytest.mark.parametrize(
    ("base", "damage"), [("attack", "damage 3+2=5c→1"), ("margin", "damage 2=2c→1"), ("weapon", "damage 7=7c→1")]
)
def test_after_a_won_flip_the_attack_result_stands_and_the_margin_is_nothing(base: str, damage: str) -> None:
    duel(damage_base=base).when(SHOT, "ogre: heads", throws=shot(3, 3, "flip H", damage, "bell fortitude 4c→3"))


@pytest.mark.rule("S3-DMG-2")
@pytest.mark.parametrize(
    ("base", "damage"), [("attack", "damage 8+2=10c→1"), ("margin", "damage 5+2=7c→1"), ("weapon", "damage 8=8c→1")]
)
def test_in_a_stunt_the_effective_bonus_counts(base: str, damage: str) -> None:
    spec = given(fight("rifleman", "bell", damage_base=base), *round_of("rifleman", "bell"), engage("rifleman", "bell"))
    spec.when(
        attack(
            "rifleman",
            "bell",
            "bayonet_rifle/bayonet",
            stunt=stunt("sharpshooting", sharpshooting="bayonet_rifle/rifle"),
        ),
        "bell: evasion",
        throws=[
            "rifleman melee 9c→8",
            "rifleman sharpshooting 9c→7",
            "bell evasion 5c→3",
            damage,
            "bell fortitude 4c→3",
        ],
    )


@pytest.mark.rule("S3-DMG-2", "S3-EQUIP-11")
@pytest.mark.parametrize("thrown", [True, False])
def test_damage_coins_are_never_less_than_none(thrown: bool) -> None:
    spec = given(
        fight("bell", "archer", armour="damage", damage_throw="thrown" if thrown else "flat"),
        *round_of("archer", "bell", "npc_first"),
        engage("bell", "archer"),
    )
    spec.when(
        attack("bell", "archer"),
        "archer: evasion",
        throws=["bell hand_to_hand 4c→1", "archer evasion 6-2=4c→0", *(["damage 1-3=0c→0"] if thrown else [])],
    )
    assert suffered(spec.events) == [("archer", "damage", 0, 0, 0)]


# S3-DMG-3: thrown or flat


class Case(NamedTuple):
    """Some damage that is about to fall: where, by what, the throws before it, its coins, the Fortitude thrown then."""

    fight: Callable[[str], Specification]
    command: Command
    before: list[str]
    damage: str
    coins: int
    fortitude: str
    answers: tuple[str | SentAnswer, ...] = ()


HAZARDS = SetScene(
    zones=(Zone(key="here"),),
    hazards=(
        SceneHazard(key="boiler", zone="here", coins=8),
        SceneHazard(key="window", zone="here", storeys=1, coins=2),
        SceneHazard(key="balcony", zone="here", storeys=2),
    ),
)
DOSE = {"id": "dose", "poison": "viper_oil", "coins": 4, "route": "blade"}
WHIP = Drag("drag-1-1", "star", "ripper", "chain_whip", 8, 6, "subdue", 1)


def push(key: str, **fields: Any) -> Trip:
    return Trip(actor="hu", target="bell", outcome=f"hazard:{key}", **fields)


PUSHED = ["hu hand_to_hand 9c→5", "bell evasion 5c→1"]
CYCLE = Join(template="autocycle", id="cycle", sheet={"driver": "ripper", "zone": "here"})

CASES = {
    "hit": Case(lambda how: duel(damage_throw=how), SHOT, shot(6, 2), "ogre damage 6+2=8c→1", 8, "bell fortitude 4c→4"),
    "drag": Case(
        lambda how: given(fight("star", "ripper", damage_throw=how), DragBegun(drag=WHIP), *round_of("star", "ripper")),
        EndTurn(actor="star"),
        [],
        "star drag 8=8c→1",
        8,
        "ripper fortitude 6c→6",
    ),
    "hazard": Case(
        lambda how: given(fight("bell", damage_throw=how)),
        hazard(5, "bell"),
        [],
        "world damage 5=5c→1",
        5,
        "bell fortitude 4c→4",
    ),
    "trip": Case(
        lambda how: given(fight("hu", "bell", damage_throw=how), HAZARDS, *round_of("hu", "bell")),
        push("boiler"),
        PUSHED,
        "world damage 8=8c→1",
        8,
        "bell fortitude 4c→4",
        ("bell: evasion",),
    ),
    "fall": Case(
        lambda how: given(fight("ogre", "bell", damage_throw=how), *round_of("ogre", "bell")),
        DropDown(actor="ogre", storeys=2),
        ["ogre acrobatics 3c→0"],
        "world fall 6=6c→1",
        6,
        "ogre fortitude 8c→7",
    ),
    "poison": Case(
        lambda how: given(fight(newcomer("bell", doses=[{**DOSE, "waits_for_narrator": True}]), damage_throw=how)),
        PoisonStrikes(combatant="bell", dose="dose"),
        [],
        "world poison 4=4c→1",
        4,
        "bell fortitude 4c→3",
    ),
    "needle": Case(
        lambda how: given(fight("bell", damage_throw=how)),
        Administer(combatants=("bell",), poison="needle_venom", route="needle"),
        [],
        "world poison 5=5c→1",
        5,
        "bell fortitude 4c→4",
    ),
    "crash": Case(
        lambda how: given(fight("star", "ripper", CYCLE, damage_throw=how), *round_of("star", "ripper")),
        DamageVehicle(actor="star", vehicle="cycle", weapon="grenade"),
        ["star explosives 9c→5", "ripper piloting 6+2=8c→2"],
        "world crash 7=7c→1",
        7,
        "ripper fortitude 6c→5",
        (
            "ripper: piloting",
            SentAnswer(kind="crash", to="narrator", answer={"spectacular": True, "coins": 7}),
        ),
    ),
}


@pytest.mark.rule("S3-DMG-3", "S3-RUL-1")
@pytest.mark.parametrize("name", CASES)
def test_damage_coins_are_thrown_and_each_head_is_a_point(name: str) -> None:
    case = CASES[name]
    spec = case.fight("thrown").when(case.command, *case.answers, throws=[*case.before, case.damage, case.fortitude])
    assert [points for _, _, points, _, _ in suffered(spec.events)] == [1]


@pytest.mark.rule("S3-DMG-3", "S3-RUL-1")
@pytest.mark.parametrize("name", CASES)
def test_flat_damage_is_not_thrown_and_every_coin_is_a_point(name: str) -> None:
    case = CASES[name]
    spec = case.fight("flat").when(case.command, *case.answers, throws=[*case.before, case.fortitude])
    assert [points for _, _, points, _, _ in suffered(spec.events)] == [case.coins]


@pytest.mark.rule("S3-DMG-3")
@pytest.mark.parametrize(("option", "thrown"), [("damage_throw", True), ("fire_tick", False)])
def test_fire_is_flat_by_an_option_of_its_own(option: str, thrown: bool) -> None:
    burning = newcomer("bell", fire={"intensity": 3, "flame": 3})
    spec = given(fight("ogre", burning, **{option: "flat"}), *round_of("ogre", "bell", "npc_first"))
    burn = ["world burn 3=3c→1"] if thrown else []
    spec.when(EndTurn(actor="bell"), throws=[*burn, "bell fortitude 4c→4"])
    assert suffered(spec.events) == [("bell", "burn", *((1, 1, 1) if thrown else (3, 3, 3)))]


# S3-DMG-4: coins that count for one purpose only


@pytest.mark.rule("S3-DMG-4", "S3-EQUIP-4", "S3-RUL-49")
def test_stun_and_wound_bonus_are_thrown_apart_in_this_order_and_count_for_one_purpose() -> None:
    spec = duel(gunman(stun_bonus=3, wound_bonus=4)).when(
        SHOT, throws=shot(4, 1, "damage 4+2=6c→2", "stun_damage 3c→1", "wound_damage 4c→4", "bell fortitude 4c→2")
    )
    assert suffered(spec.events) == [("bell", "damage", 2, 3, 6)]
    assert wounds(spec.events) == [("bell", 6, 2)]
    assert effects(spec.events) == ["bell stunned"]  # 3 against 2; with the wound coins it would be 6


@pytest.mark.rule("S3-DMG-4", "S3-EQUIP-4", "S3-RUL-49")
def test_the_heads_of_a_blackjack_only_stun() -> None:
    spec = given(fight("guard", "clarity"), *round_of("clarity", "guard", "npc_first"))
    spec.when(
        attack("guard", "clarity", "blackjack"),
        "clarity: evasion",
        throws=[
            "guard melee 6c→4",
            "clarity evasion 6c→3",
            "damage 4c→0",
            "stun_damage 2c→2",
            "clarity fortitude 5c→1",
        ],
    )
    assert suffered(spec.events) == [("clarity", "damage", 0, 2, 0)]
    assert not wounds(spec.events)
    assert effects(spec.events) == ["clarity disabled by fortitude"]


@pytest.mark.rule("S3-DMG-4", "S3-EQUIP-4", "S3-RUL-49")
def test_the_heads_of_a_whirling_blade_only_wound() -> None:
    spec = given(fight("ripper", "clarity"), *round_of("clarity", "ripper", "npc_first"))
    spec.when(
        attack("ripper", "clarity", "whirling_blade"),
        "clarity: evasion",
        throws=[
            "ripper melee 7+1=8c→5",
            "clarity evasion 6c→3",
            "damage 5+3=8c→3",
            "wound_damage 2c→1",
            "clarity fortitude 5c→4",
        ],
    )
    assert suffered(spec.events) == [("clarity", "damage", 3, 3, 4)]
    assert wounds(spec.events) == [("clarity", 4, 2)]
    assert not effects(spec.events)


@pytest.mark.rule("S3-DMG-4")
def test_the_world_too_throws_coins_that_only_stun_or_only_wound() -> None:
    spec = given(fight("bell")).when(
        hazard(2, "bell", stun_coins=1, wound_coins=2),
        throws=[
            "world damage 2c→1",
            "world stun_damage 1c→1",
            "world wound_damage 2c→2",
            "bell fortitude 4c→3",
        ],
    )
    assert suffered(spec.events) == [("bell", "damage", 1, 2, 3)]


# S3-DMG-5: no points, no effect


@pytest.mark.rule("S3-DMG-5", "S3-RUL-47")
def test_without_a_point_nothing_further_happens() -> None:
    spec = duel(gunman(stun_bonus=1, wound_bonus=1, flags=["incendiary", "blade"], coating="viper_oil"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→0", "stun_damage 1c→0", "wound_damage 1c→0"))
    spec.then(
        AttackHit,
        DamageSuffered(combatant="bell", label="damage", points=0, stun_amount=0, wound_amount=0, source="ogre"),
    )
    spec.never(Wounded, Stunned, CombatantDisabled, Ignited, DoseGiven)
    coating = spec.fight.people["ogre"].items["pistol"].coating
    assert coating is not None
    assert coating.doses == 1


@pytest.mark.rule("S3-DMG-5")
def test_without_a_point_not_even_old_wounds_are_looked_at() -> None:
    weak = newcomer("bell", fortitude=2, wounds=[{"id": "old", "points": 4, "penalty": 2}])
    spec = duel(weak).when(SHOT, throws=["ogre sharpshooting 7c→4", "bell evasion 5-2=3c→1", "damage 6c→0"])
    spec.then(DamageSuffered).never(CombatantDisabled)


@pytest.mark.rule("S3-DMG-5", "S3-DMG-12")
def test_the_poison_of_a_needle_strikes_even_without_a_point() -> None:
    spec = duel(gunman(flags=["needle"], coating="needle_venom"))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→0", "ogre poison 5=5c→3", "bell fortitude 4c→2"))
    assert suffered(spec.events) == [("bell", "damage", 0, 0, 0), ("bell", "poison", 3, 3, 3)]


# S3-DMG-6: the Fortitude throw


@pytest.mark.rule("S3-DMG-6")
def test_fortitude_is_thrown_only_against_an_amount_that_stuns() -> None:
    spec = duel(gunman(wound_bonus=2)).when(SHOT, throws=shot(4, 1, "damage 6c→0", "wound_damage 2c→2"))
    assert wounds(spec.events) == [("bell", 2, 1)]
    assert not effects(spec.events)


@pytest.mark.rule("S3-DMG-6", "S3-DIS-6")
def test_fortitude_against_damage_has_bonus_and_armour_and_the_wounds_from_before() -> None:
    tough = newcomer(
        "bell",
        fortitude_bonus=2,
        items=[{"kind": "heavy_armour"}],
        hands={},
        armour="heavy_armour",
        wounds=[{"id": "old", "points": 2, "penalty": 1}],
    )
    duel(tough).when(
        SHOT,
        throws=[
            "ogre sharpshooting 7c→4",
            "bell evasion 5-1-2=2c→1",
            "damage 6c→3",
            "bell fortitude 4+3+2-1=8c→4",
        ],
    )


# S3-DMG-7 to S3-DMG-10: the order of a hit


@pytest.mark.rule("S3-DMG-7", "S3-RUL-36")
def test_the_wound_does_not_weaken_the_fortitude_against_its_own_hit() -> None:
    spec = duel().when(SHOT, throws=shot(5, 1, "damage 7c→7", "bell fortitude 4=4c→4"))
    spec.then(CoinsThrown, Wounded, Stunned)
    assert spec.fight.people["bell"].wounds == (Wound(spec.fight.people["bell"].wounds[0].id, 7, 3, "ogre"),)


@pytest.mark.rule("S3-DMG-7")
def test_the_wound_counts_the_wound_amount_and_is_taken_before_the_tie_is_flipped() -> None:
    spec = duel(gunman(stun_bonus=1, wound_bonus=3)).when(
        SHOT, throws=shot(4, 1, "damage 6c→2", "stun_damage 1c→1", "wound_damage 3c→2", "bell fortitude 4c→3")
    )
    spec.then(Wounded).asks("call_flip", "ogre")
    assert wounds(spec.events) == [("bell", 4, 2)]
    spec.answer("tails", throws=["flip T"]).then(CoinFlipped, Stunned).never(Wounded)


@pytest.mark.rule("S3-DMG-8")
@pytest.mark.parametrize(
    ("points", "stun_heads", "effect"),
    [
        (1, 0, []),
        (2, 1, ["bell stunned"]),
        (3, 0, ["bell stunned"]),
        (1, 3, ["bell disabled by fortitude"]),
        (4, 0, ["bell disabled by fortitude"]),
    ],
)
def test_the_stun_amount_is_what_fortitude_has_to_withstand(points: int, stun_heads: int, effect: list[str]) -> None:
    spec = duel(gunman(stun_bonus=3, wound_bonus=9), newcomer("bell", fortitude=9)).when(
        SHOT,
        throws=shot(
            4,
            1,
            f"damage 6c→{points}",
            f"stun_damage 3c→{stun_heads}",
            "wound_damage 9c→9",
            "bell fortitude 9c→2",
        ),
    )
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DMG-8")
@pytest.mark.parametrize(("flip", "effect"), [("flip T", []), ("flip H", ["bell stunned"])])
def test_damage_equal_to_fortitude_is_flipped(flip: str, effect: list[str]) -> None:
    spec = duel().when(SHOT, "ogre: heads", throws=shot(4, 1, "damage 6c→2", "bell fortitude 4c→2", flip))
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DMG-8")
@pytest.mark.parametrize(("damage", "effect"), [(3, ["bell left_leg"]), (5, ["bell left_leg", "bell stunned"])])
def test_an_aimed_hit_is_compared_by_the_table_of_called_shots(damage: int, effect: list[str]) -> None:
    aimed = attack("ogre", "bell", "pistol", called="left_leg")
    spec = duel().when(aimed, throws=shot(4, 1, f"damage 6c→{damage}", "bell fortitude 4c→2"))
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DMG-9")
@pytest.mark.parametrize(
    ("fortitude", "effect"),
    [
        (4, "bell disabled by wounds"),
        (2, "bell disabled by wounds"),
        (1, "bell disabled by fortitude and wounds"),
    ],
)
def test_after_the_comparison_with_fortitude_the_wounds_are_added_up(fortitude: int, effect: str) -> None:
    hurt = newcomer("bell", wounds=[{"id": "old", "points": 8, "penalty": 3}])
    spec = duel(hurt, wounds_on_fortitude=False).when(
        SHOT,
        throws=[
            "ogre sharpshooting 7c→4",
            "bell evasion 5-3=2c→1",
            "damage 6c→3",
            f"bell fortitude 4c→{fortitude}",
        ],
    )
    assert effects(spec.events) == [effect]


PINNED = Hold("pin-1-1", "pin", "bell", "clarity", 3, "unarmed", 0, 1)


@pytest.mark.rule("S3-DMG-10")
def test_after_the_comparison_the_stunned_let_go() -> None:
    spec = duel("clarity").given(Pinned(hold=PINNED))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.then(Wounded, Stunned, HoldEnded(hold="pin-1-1", kind="pin", holder="bell", held="clarity", reason="stunned"))


@pytest.mark.rule("S3-DMG-10")
def test_after_the_comparison_the_lost_arm_drops_what_it_held() -> None:
    aimed = attack("ogre", "bell", "pistol", called="main_arm")
    spec = duel().when(aimed, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.then(Wounded, LimbLost, ItemDropped)
    assert spec.fight.people["bell"].hands == Grip()


@pytest.mark.rule("S3-DMG-10")
def test_after_the_comparison_the_disabled_let_go_drop_and_drive_no_more() -> None:
    cycle = Join(template="autocycle", id="cycle", sheet={"driver": "bell", "riders": ["guard"], "zone": "here"})
    spec = duel("clarity", "guard", cycle).given(Pinned(hold=PINNED))
    spec.when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→1"))
    spec.then(
        Wounded,
        CombatantDisabled,
        HoldEnded(hold="pin-1-1", kind="pin", holder="bell", held="clarity", reason="disabled"),
        ItemDropped,
        VehicleHalting(vehicle="cycle", cause="driverless"),
    )


@pytest.mark.rule("S3-DMG-11")
def test_last_but_poison_an_incendiary_hit_ignites_whoever_is_still_able() -> None:
    fire = gunman(flags=["incendiary", "blade"], coating="viper_oil")
    spec = duel(fire).when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.then(Wounded, Stunned, Ignited(combatant="bell", fire=Fire(3, 3, "ogre", "subdue")), DoseGiven)
    duel(fire).when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→1")).never(Ignited)


@pytest.mark.rule("S3-DMG-11", "S3-DMG-13")
def test_the_world_ignites_whoever_is_still_able() -> None:
    blast = hazard(6, "bell", incendiary=True)
    given(fight("bell")).when(blast, throws=["damage 6c→3", "bell fortitude 4c→2"]).then(
        Stunned, Ignited(combatant="bell", fire=Fire(3, 3))
    )
    given(fight("bell")).when(blast, throws=["damage 6c→3", "bell fortitude 4c→1"]).never(Ignited)


@pytest.mark.rule("S3-DMG-12")
def test_last_of_all_the_poison_of_a_blade_goes_into_whoever_is_still_able() -> None:
    poisoned = gunman(flags=["blade"], coating="viper_oil")
    spec = duel(poisoned).when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2"))
    spec.then(Wounded, Stunned, DoseGiven)
    assert [dose.poison for dose in spec.fight.people["bell"].doses] == ["viper_oil"]
    spec = duel(poisoned).when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→1"))
    spec.never(DoseGiven)
    assert spec.fight.people["ogre"].items["pistol"].coating is not None


@pytest.mark.rule("S3-DMG-12")
def test_last_of_all_the_poison_of_a_needle_strikes_whoever_is_still_able() -> None:
    poisoned = gunman(flags=["needle"], coating="needle_venom")
    spec = duel(poisoned).when(
        SHOT,
        throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→2", "ogre poison 5c→3", "bell fortitude 4-1=3c→1"),
    )
    assert effects(spec.events) == ["bell stunned", "bell disabled by fortitude"]
    duel(poisoned).when(SHOT, throws=shot(4, 1, "damage 6c→3", "bell fortitude 4c→1"))


# S3-DMG-13 to S3-DMG-16


@pytest.mark.rule("S3-DMG-13")
@pytest.mark.parametrize("name", ["hazard", "fall", "trip", "crash"])
def test_damage_without_an_attacker_is_the_narrators_throw(name: str) -> None:
    case = CASES[name]
    spec = case.fight("thrown").when(case.command, *case.answers, throws=[*case.before, case.damage, case.fortitude])
    thrown = [event for event in spec.events if isinstance(event, CoinsThrown) and event.combatant == WORLD]
    assert [event.thrower for event in thrown] == ["narrator"]
    assert [event.source for event in spec.events if isinstance(event, DamageSuffered)] == [None]


@pytest.mark.rule("S3-DMG-13")
@pytest.mark.parametrize(("fortitude", "effect"), [(4, []), (2, ["bell stunned"]), (1, ["bell disabled by fortitude"])])
def test_damage_without_an_attacker_runs_through_the_same_steps(fortitude: int, effect: list[str]) -> None:
    spec = given(fight("bell")).when(hazard(5, "bell"), throws=["damage 5c→3", f"bell fortitude 4c→{fortitude}"])
    assert wounds(spec.events) == [("bell", 3, 1)]
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-DMG-14")
def test_several_victims_are_settled_one_after_the_other_in_the_order_listed() -> None:
    spec = given(fight("bell_a", "bell_b", "guard")).when(
        hazard(4, "guard", "bell_b", "bell_a", incendiary=True),
        throws=[
            "damage 4c→3",
            "guard fortitude 4c→3",
            "flip T",
            "damage 4c→4",
            "bell_b fortitude 4c→3",
            "damage 4c→2",
            "bell_a fortitude 4c→1",
        ],
    )
    assert [event.combatant for event in spec.events if isinstance(event, (DamageSuffered, Ignited, Stunned))] == [
        *("guard", "guard"),
        *("bell_b", "bell_b", "bell_b"),
        "bell_a",
    ]
    assert effects(spec.events) == ["bell_b stunned", "bell_a disabled by fortitude"]


@pytest.mark.rule("S3-DMG-14")
def test_the_next_victim_waits_until_the_tie_of_the_one_before_is_settled() -> None:
    spec = given(fight("jade", "bell")).when(hazard(4, "jade", "bell"), throws=["damage 4c→3", "jade fortitude 5c→3"])
    spec.asks("call_flip", "jade")
    assert [victim for victim, *_ in suffered(spec.events)] == ["jade"]
    spec.answer("heads", throws=["flip T", "damage 4c→1", "bell fortitude 4c→2"])
    assert effects(spec.events) == ["jade stunned"]
    assert [victim for victim, *_ in suffered(spec.events)] == ["bell"]


@pytest.mark.rule("S3-DMG-15")
def test_what_was_to_come_for_a_disabled_combatant_falls_away() -> None:
    spec = given(fight("hu", "bell"), HAZARDS, *round_of("hu", "bell"))
    fall = [*PUSHED, "bell acrobatics 0c→0", "fall 3c→2"]
    spec.when(push("window"), "bell: evasion", throws=[*fall, "bell fortitude 4c→1"])
    assert suffered(spec.events) == [("bell", "fall", 2, 2, 2)]
    spec = given(fight("hu", "bell"), HAZARDS, *round_of("hu", "bell"))
    rest = ["bell fortitude 4c→3", "damage 2c→1", "bell fortitude 4-1=3c→2"]
    spec.when(push("window"), "bell: evasion", throws=[*fall, *rest])
    assert suffered(spec.events) == [("bell", "fall", 2, 2, 2), ("bell", "damage", 1, 1, 1)]


@pytest.mark.rule("S3-DMG-15", "S3-DIS-8")
def test_a_dose_falls_away_where_the_burn_before_it_disables() -> None:
    guard = newcomer("guard", fire={"intensity": 4, "flame": 4}, doses=[DOSE])
    spec = given(fight("jade", guard), *round_of("jade", "guard", "npc_first"))
    spec.when(EndTurn(actor="guard"), throws=["burn 4c→4", "guard fortitude 4c→2"])
    assert effects(spec.events) == ["guard disabled by fortitude"]
    spec.never(DoseStruck)


@pytest.mark.rule("S3-DMG-16", "S3-RUL-1")
def test_flat_coins_of_stun_and_wound_bonus_are_points_too() -> None:
    spec = duel(gunman(stun_bonus=3, wound_bonus=4), newcomer("bell", fortitude=15), damage_throw="flat")
    spec.when(SHOT, throws=shot(4, 1, "bell fortitude 15c→9"))
    assert suffered(spec.events) == [("bell", "damage", 6, 9, 10)]
    spec.asks("call_flip", "ogre")
