"""Weapons in stunts: the one behind a hit, those named for secondaries, smoke (S3-STUNT-12, -24, -28)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.movement.hiding import DistractionSet, Hidden
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SetScene, Zone
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemThrown, ItemUsed
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.damage import LimbLost
from domain.rulesets.s3.chapters.wounds.fire import Ignited
from domain.rulesets.s3.chapters.wounds.poison import DoseGiven
from domain.rulesets.s3.parts import Stunt
from domain.rulesets.s3.state import Drag, Loss
from domain.rulesets.s3.words import Hand
from tests.rules.s3.builders import attack, check, defend, hide, stunt
from tests.rules.s3.specification import Specification, engage, fight, given, newcomer, riding, round_of


def ambush(devil: Join | str = "devil", **options: Any) -> Specification:
    """The Devil in reach of the jailor, on his turn."""
    return given(fight(devil, "jailor", **options), *round_of("devil", "jailor"), engage("devil", "jailor"))


def armed(*items: dict[str, Any], main: str | None = None, off: str | None = None) -> Join:
    """The Devil with other things on him."""
    return newcomer("devil", items=items, hands={"main": main, "off": off})


# S3-STUNT-12: the weapon behind the hit

FIRST = {"skill": "melee", "finesse": 0, "damage": 1}
SECOND = {"key": "shot", "skill": "sharpshooting", "reach": "long", "damage": 3}


def two_ways(first: dict[str, Any] | None = None, second: dict[str, Any] | None = None, **item: Any) -> Join:
    """A rifleman whose weapon stabs and fires, each way changed where fields are given."""
    modes = [{**FIRST, **(first or {})}, {**SECOND, **(second or {})}]
    weapon = {"kind": "bayonet_rifle", "modes": modes, **item}
    return newcomer("rifleman", items=[weapon], hands={"main": "bayonet_rifle"})


def stab_and_fire(rifleman: Join, melee: int, shooting: int, *rest: str, **options: Any) -> Specification:
    """A stunt with both ways of the weapon, that hits a bell with so many successes."""
    spec = given(fight(rifleman, "bell", **options), *round_of("rifleman", "bell"), engage("rifleman", "bell"))
    both = stunt("sharpshooting", sharpshooting="bayonet_rifle/shot")
    return spec.when(
        attack("rifleman", "bell", "bayonet_rifle", stunt=both),
        "bell: evasion",
        throws=[f"rifleman melee 9c→{melee}", f"rifleman sharpshooting 9c→{shooting}", "bell evasion 5c→3", *rest],
    )


@pytest.mark.rule("S3-STUNT-12", "S3-RUL-27")
@pytest.mark.parametrize(
    ("melee", "shooting", "damage"),
    [
        (8, 7, "damage 8+2=10c→1"),  # 9 and 10
        (8, 5, "damage 8+1=9c→1"),  # 9 and 8
        (8, 6, "damage 8+1=9c→1"),  # 9 and 9
        (4, 8, "damage 8+3=11c→1"),  # 5 and 11
    ],
)
def test_the_greatest_sum_of_result_and_damage_bonus_makes_the_effective_bonus(
    melee: int, shooting: int, damage: str
) -> None:
    stab_and_fire(two_ways(), melee, shooting, damage, "bell fortitude 4c→3")


@pytest.mark.rule("S3-STUNT-12")
def test_behind_a_skill_without_a_weapon_named_stands_the_primarys() -> None:
    ambush().when(
        attack("devil", "jailor", "straightsword", stunt=stunt("stealth")),
        "jailor: evasion",
        throws=[
            "devil melee 9c→3",
            "devil stealth 10c→7",
            "equipment 1c→1",
            "jailor evasion 6c→2",
            "damage 8+2=10c→1",
            "jailor fortitude 5c→3",
        ],
    ).then(AttackHit(attacker="devil", target="jailor", weapon="straightsword", result=8, margin=6))


@pytest.mark.rule("S3-STUNT-12")
@pytest.mark.parametrize(
    ("melee", "shooting", "bonuses"),
    [
        (8, 5, ["stun_damage 1=1c→0"]),
        (8, 6, ["stun_damage 1=1c→0"]),  # equal sums: the first listed
        (8, 7, ["stun_damage 2=2c→0", "wound_damage 3=3c→0"]),
    ],
)
def test_stun_and_wound_bonus_come_from_the_weapon_of_the_greatest_sum(
    melee: int, shooting: int, bonuses: list[str]
) -> None:
    rifleman = two_ways({"stun_bonus": 1}, {"stun_bonus": 2, "wound_bonus": 3})
    damage = f"damage {10 if shooting == 7 else 9}c→1"
    stab_and_fire(rifleman, melee, shooting, damage, *bonuses, "bell fortitude 4c→3")


@pytest.mark.rule("S3-STUNT-12")
@pytest.mark.parametrize(("shooting", "damage"), [(5, "damage 4=4c→1"), (7, "damage 11=11c→1")])
def test_so_does_the_rating(shooting: int, damage: str) -> None:
    rifleman = two_ways({"rating": 4}, {"rating": 11})
    stab_and_fire(rifleman, 8, shooting, damage, "bell fortitude 4c→3", damage_base="weapon")


@pytest.mark.rule("S3-STUNT-12")
@pytest.mark.parametrize(("shooting", "effect"), [(5, DoseGiven), (7, Ignited)])
def test_so_do_fire_and_poison(shooting: int, effect: type[DoseGiven | Ignited]) -> None:
    rifleman = two_ways({"flags": ["blade"]}, {"flags": ["incendiary"]}, coating={"poison": "viper_oil"})
    other = Ignited if effect is DoseGiven else DoseGiven
    damage = f"damage {9 if effect is DoseGiven else 10}c→1"
    stab_and_fire(rifleman, 8, shooting, damage, "bell fortitude 4c→3").then(effect).never(other)


@pytest.mark.rule("S3-STUNT-12")
def test_the_effect_comes_from_the_primarys_weapon_alone() -> None:
    throws = ("damage 10c→4", "bell fortitude 4c→3")
    dazzling = two_ways({"effect": "eyes", "lasts": 2})
    stab_and_fire(dazzling, 8, 7, *throws).then(LimbLost(combatant="bell", limb="eyes", loss=Loss("rifleman", 3)))
    stab_and_fire(two_ways(None, {"effect": "eyes", "lasts": 2}), 8, 7, *throws).never(LimbLost)


# S3-STUNT-24: smoke to hide in

SMOKE = stunt("explosives", explosives="smoke_bomb")
VANISH = ["devil stealth 10c→5", "devil explosives 4c→2", "guard awareness 5c→3"]


@pytest.mark.rule("S3-STUNT-24", "S3-EQUIP-16")
@pytest.mark.parametrize("seen", [False, True])
def test_a_smoke_bomb_of_a_stunt_to_hide_is_the_distraction_and_leaves_one(seen: bool) -> None:
    throws = [*VANISH[:2], "guard awareness 5c→0" if not seen else "guard awareness 5c→5"]
    spec = given(fight("devil", "guard"), *round_of("devil", "guard")).when(
        hide("devil", stunt=SMOKE), "guard: awareness", "devil: heads", throws=[*throws, *(["flip T"] if seen else [])]
    )
    spec.then(ItemUsed(combatant="devil", item="smoke_bomb", left=1), DistractionSet(zone="here", until_round=2))
    assert [event for event in spec.events if isinstance(event, Hidden)] == (
        [] if seen else [Hidden(combatant="devil", observers=("guard",))]
    )


@pytest.mark.rule("S3-STUNT-24", "S3-HIDE-1")
@pytest.mark.parametrize(
    "attempt",
    [
        stunt("explosives"),
        stunt("sharpshooting", sharpshooting="smoke_bomb"),
        stunt("explosives", explosives="grenade"),
        stunt("sharpshooting", explosives="smoke_bomb"),
    ],
)
def test_without_smoke_named_for_explosives_a_stunt_distracts_nobody(attempt: Stunt) -> None:
    devil = armed({"kind": "smoke_bomb"}, {"kind": "grenade"})
    given(fight(devil, "guard"), *round_of("devil", "guard")).when(hide("devil", stunt=attempt)).refused("S3-HIDE-1")


@pytest.mark.rule("S3-STUNT-24", "S3-ORDER-12")
def test_with_a_distraction_smoke_that_no_skill_of_the_stunt_uses_is_refused_as_a_weapon() -> None:
    attempt = hide("devil", stunt=stunt("sharpshooting", explosives="smoke_bomb"))
    devil = armed({"kind": "smoke_bomb"})
    distracted = given(fight(devil, "guard"), DistractionSet(zone="here"), *round_of("devil", "guard"))
    distracted.when(attempt).refused("S3-STUNT-28")


@pytest.mark.rule("S3-STUNT-24")
def test_smoke_serves_no_other_stunt_and_none_is_left_to_serve() -> None:
    ambush().when(attack("devil", "jailor", stunt=SMOKE)).refused("S3-EQUIP-16")
    empty = armed({"kind": "smoke_bomb", "quantity": 0})
    given(fight(empty, "guard"), *round_of("devil", "guard")).when(hide("devil", stunt=SMOKE)).refused("S3-ATK-11")


# S3-STUNT-28: weapons of secondaries

KNIFE, GRENADE, RIFLE, SWORD = ({"kind": kind} for kind in ("throwing_knife", "grenade", "rifle", "straightsword"))


@pytest.mark.rule("S3-STUNT-28")
@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        (stunt("sharpshooting", sharpshooting="throwing_knife"), None),
        (stunt("sharpshooting", sharpshooting="pistol"), "S3-STUNT-28"),  # not carried
        (stunt("explosives", explosives="throwing_knife"), "S3-STUNT-28"),  # another skill's
        (stunt("stealth", sharpshooting="throwing_knife"), "S3-STUNT-28"),  # no skill of this stunt
        (stunt("stealth", melee="straightsword"), "S3-STUNT-28"),  # the primary's, named with the attack itself
        (stunt("explosives", explosives="grenade"), "S3-ATK-11"),  # none left
    ],
)
def test_a_weapon_named_for_a_secondary_is_carried_and_fits_its_skill(attempt: Stunt, rule: str | None) -> None:
    devil = armed(SWORD, KNIFE, {**GRENADE, "quantity": 0}, main="straightsword")
    spec = ambush(devil).when(attack("devil", "jailor", "straightsword", stunt=attempt))
    if rule is None:
        spec.asks("oppose", "jailor").then(ItemReadied(combatant="devil", item="throwing_knife", hands=("off",)))
    else:
        spec.refused(rule)


@pytest.mark.rule("S3-STUNT-28", "S3-ATK-9")
@pytest.mark.parametrize(
    ("items", "hands", "weapon", "attempt", "possible"),
    [
        ((SWORD, KNIFE), {"main": "straightsword"}, "straightsword", {"sharpshooting": "throwing_knife"}, True),
        ((SWORD, KNIFE, GRENADE), {"main": "grenade"}, "straightsword", {"sharpshooting": "throwing_knife"}, False),
        (({"kind": "spear"}, KNIFE), {}, "spear", {"sharpshooting": "throwing_knife"}, False),
        (
            (SWORD, KNIFE, GRENADE),
            {},
            "straightsword",
            {"sharpshooting": "throwing_knife", "explosives": "grenade"},
            False,
        ),
        ((KNIFE, GRENADE), {}, "unarmed", {"sharpshooting": "throwing_knife", "explosives": "grenade"}, True),
        ((RIFLE, GRENADE), {}, "unarmed", {"explosives": "grenade", "sharpshooting": "rifle"}, True),
        ((RIFLE, GRENADE), {}, "unarmed", {"sharpshooting": "rifle", "explosives": "grenade"}, True),
        ((RIFLE, GRENADE), {"main": "grenade"}, "unarmed", {"sharpshooting": "rifle", "explosives": "grenade"}, True),
        (({"kind": "sword_pistol"}, KNIFE), {}, "sword_pistol/blade", {"sharpshooting": "sword_pistol/barrel"}, True),
        (
            ({"kind": "bayonet_rifle"},),
            {},
            "bayonet_rifle/bayonet",
            {"sharpshooting": "bayonet_rifle/rifle"},
            True,
        ),
    ],
)
def test_every_weapon_of_a_stunt_finds_a_hand_and_a_second_mode_needs_no_further_one(
    items: tuple[dict[str, Any], ...], hands: dict[str, str], weapon: str, attempt: dict[str, str], possible: bool
) -> None:
    spec = ambush(armed(*items, **hands)).when(
        attack("devil", "jailor", weapon, stunt=stunt(*attempt, **attempt)),
    )
    if possible:
        spec.asks("oppose", "jailor")
    else:
        spec.refused("S3-STUNT-28")


@pytest.mark.rule("S3-STUNT-28", "S3-ATK-10")
@pytest.mark.parametrize(
    ("named", "hands"),
    [
        ({"explosives": "grenade", "sharpshooting": "rifle"}, {"grenade": ("main",), "rifle": ("off",)}),
        ({"sharpshooting": "rifle", "explosives": "grenade"}, {"rifle": ("main",), "grenade": ("off",)}),
        ({"sharpshooting": "rifle"}, {"rifle": ("main", "off")}),
    ],
)
def test_each_weapon_of_a_stunt_has_a_hand_before_one_has_two(
    named: dict[str, str], hands: dict[str, tuple[Hand, ...]]
) -> None:
    spec = ambush(armed(RIFLE, GRENADE)).when(attack("devil", "jailor", stunt=stunt(*named, **named)))
    readied = [ItemReadied(combatant="devil", item=item, hands=taken) for item, taken in hands.items()]
    spec.asks("oppose", "jailor").then(*readied)


@pytest.mark.rule("S3-STUNT-28", "S3-MOUNT-33")
def test_a_weapon_that_drags_somebody_serves_no_stunt() -> None:
    spec = given(
        fight("star", "ripper", "tiger", riding("cycle", "star", "tiger")),
        *round_of("star", "tiger"),
        DragBegun(drag=Drag("drag-1", "star", "ripper", "chain_whip", 8, 6, "subdue", 0)),
    )
    spec.when(attack("star", "tiger", stunt=stunt("melee", melee="chain_whip"))).refused("S3-MOUNT-33")


@pytest.mark.rule("S3-STUNT-28", "S3-ATK-11")
@pytest.mark.parametrize("defence", [0, 5])
def test_what_a_secondary_throws_lies_with_the_target_and_what_it_consumes_is_gone(defence: int) -> None:
    pistol = {"kind": "pistol", "modes": [{"skill": "sharpshooting", "reach": "long", "hands": 0, "damage": 9}]}
    axe = {"kind": "axe", "name": "axe", "quantity": 2, "modes": [{"skill": "melee", "flags": ["thrown"]}]}
    spec = given(
        fight(armed(pistol, axe, {**GRENADE, "quantity": 2}), "jailor"),
        SetScene(zones=(Zone(key="here"), Zone(key="yard"))),
        Place(combatant="jailor", zone="yard"),
        *round_of("devil", "jailor"),
    )
    spec.when(
        attack("devil", "jailor", "pistol", stunt=stunt("melee", "explosives", melee="axe", explosives="grenade")),
        "jailor: evasion",
        throws=[
            "devil sharpshooting 4c→3",
            "devil melee 9c→4",
            "devil explosives 4c→4",
            f"jailor evasion 6c→{defence}",
            *(["damage 4+8=12c→0"] if defence == 0 else []),
        ],
    ).then(ItemThrown, ItemUsed(combatant="devil", item="grenade", left=1))
    assert [(item.kind, item.quantity) for item in spec.fight.ground["yard"]] == [("axe", 1)]
    assert spec.fight.people["devil"].items["axe"].quantity == 1


@pytest.mark.rule("S3-STUNT-28", "S3-ATK-11")
def test_so_it_is_in_a_defence() -> None:
    jailor = newcomer("jailor", items=[GRENADE])
    spec = given(fight("fox", jailor), *round_of("fox", "jailor"), engage("fox", "jailor")).when(
        attack("fox", "jailor"),
        defend("jailor", "evasion", "explosives", explosives="grenade"),
        throws=["fox hand_to_hand 8c→0", "jailor evasion 6c→1", "jailor explosives 0c→0"],
    )
    spec.then(
        ItemReadied(combatant="jailor", item="grenade", hands=("main",)),
        ItemUsed(combatant="jailor", item="grenade", left=0),
    )


@pytest.mark.rule("S3-STUNT-28", "S3-ATK-11")
@pytest.mark.parametrize("against", [None, "jailor awareness"])
def test_so_it_is_in_a_check(against: str | None) -> None:
    spec = given(fight(armed(GRENADE), "jailor")).when(
        check("devil", "bravado", against=against, stunt=stunt("explosives", explosives="grenade")),
        *(["jailor: awareness"] if against else []),
        throws=["devil bravado 9c→1", "devil explosives 4c→0", *(["jailor awareness 7c→2"] if against else [])],
    )
    spec.then(
        ItemReadied(combatant="devil", item="grenade", hands=("main",)),
        ItemUsed(combatant="devil", item="grenade", left=0),
    )
    assert "grenade" not in spec.fight.people["devil"].items
