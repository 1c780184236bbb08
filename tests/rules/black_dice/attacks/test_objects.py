"""Objects: struck, broken, in the way of a peril (BD-OBJ, BD-DATA-4)."""

from typing import Any

import pytest

from domain.core.commands import Join
from domain.core.events import CombatantJoined
from domain.rulesets.black_dice.chapters.attacks.aiming import Aimed, AimLost
from domain.rulesets.black_dice.chapters.attacks.exchanges import ExchangeDecided
from domain.rulesets.black_dice.chapters.attacks.objects import StrikeObject
from domain.rulesets.black_dice.chapters.attacks.places import Moved
from domain.rulesets.black_dice.chapters.attacks.void_attacks import ItemLost
from domain.rulesets.black_dice.chapters.attacks.weapons_in_hand import Readied
from domain.rulesets.black_dice.chapters.dice.casts import DiceThrown
from domain.rulesets.black_dice.chapters.narrator.placing import CoverSheet, Distance, Place, ThingPlaced
from domain.rulesets.black_dice.chapters.narrator.rulings import Modify
from domain.rulesets.black_dice.chapters.perils.perils import Peril
from domain.rulesets.black_dice.chapters.rounds.agenda import Resolve
from domain.rulesets.black_dice.chapters.wounds.consciousness import FellUnconscious
from domain.rulesets.black_dice.chapters.wounds.damage import DamageCounted, Destroyed, StructureLost
from domain.rulesets.black_dice.chapters.wounds.dying import BeganDying
from domain.rulesets.black_dice.chapters.wounds.harm import DamageReduced, HealthLost
from domain.rulesets.black_dice.chapters.wounds.injuries import Injure
from domain.rulesets.black_dice.parts import Choices
from domain.rulesets.black_dice.words import Mark
from tests.rules.black_dice.builders import answering, fell, fighter, strikes, waits
from tests.rules.black_dice.specification import Specification, fight, given, newcomer, round_of

TOM_AT_THE_DOOR = StrikeObject(actor="brass_tom", object="wooden_door", weapon="iron_fists")


def before(thing: str | Join, *others: str | Join, **options: Any) -> Specification:
    """Brass Tom and perhaps others in front of something."""
    return given(fight("brass_tom", *others, thing, **options))


def blow(roll: str, weapon: str, strength: str, structure: str) -> list[str]:
    """The throws of an attack on an object by Brass Tom."""
    return [
        fell("brass_tom brawl", roll),
        fell("brass_tom weapon", weapon),
        fell("brass_tom strength", strength),
        fell("world structure", structure),
    ]


# BD-OBJ-1, BD-DATA-4


@pytest.mark.rule("BD-OBJ-1", "BD-OBJ-8", "BD-DATA-4")
@pytest.mark.parametrize(
    ("thing", "sheet", "dice", "armour"),
    [
        ("bush", {}, 2, 0),
        ("bush", {"yards": 4}, 8, 0),
        ("rocks", {"yards": 2}, 30, 0),
        ("tree", {}, 10, 0),
        ("tree", {"yards": 3}, 10, 0),
        ("street_lamp", {}, 10, 0),
        ("lamp_post", {}, 20, 0),
        ("manhole_cover", {}, 15, 0),
        ("glass", {"yards": 2}, 2, 0),
        ("wooden_fence", {"yards": 3}, 15, 0),
        ("brick_wall", {"yards": 2}, 50, 0),
        ("metal_lock", {}, 2, 0),
        ("wooden_door", {}, 2, 0),
        ("metal_door", {}, 10, 0),
        ("vault_door", {}, 30, 10),
        ("furniture", {}, 5, 0),
        ("furniture", {"structure_dice": 8}, 8, 0),
        ("machinery", {"yards": 2}, 20, 0),
        ("machinery", {"structure_dice": 15, "yards": 2}, 30, 0),
    ],
)
def test_an_object_has_two_pips_for_each_structure_die(
    thing: str, sheet: dict[str, Any], dice: int, armour: int
) -> None:
    found = before(newcomer(thing, **sheet)).fight.things[thing]
    assert (found.structure_dice, found.pips, found.armour) == (dice, 2 * dice, armour)


@pytest.mark.rule("BD-DATA-4")
@pytest.mark.parametrize(
    ("thing", "dice", "fits"),
    [("furniture", 4, False), ("furniture", 10, True), ("furniture", 11, False), ("machinery", 21, False)],
)
def test_dice_that_the_table_gives_as_a_range_lie_in_it(thing: str, dice: int, fits: bool) -> None:
    spec = given(fight("brass_tom")).when(newcomer(thing, structure_dice=dice))
    if fits:
        spec.then(CombatantJoined)
    else:
        spec.refused(None, code="invalid")


# BD-OBJ-2


@pytest.mark.rule("BD-OBJ-2", "BD-OBJ-3", "BD-OBJ-5", "BD-ATK-6", "BD-RUL-58")
def test_an_object_is_struck_outside_rounds_and_resists() -> None:
    spec = before("wooden_door")
    spec.when(
        TOM_AT_THE_DOOR,
        throws=[
            "brass_tom brawl W5[1,2,3,4,5]=1",
            "brass_tom weapon W4[1,6,2,3]=2",
            "brass_tom strength W8[1,6,2,3,4,5,2,3]=2",
            "world structure W2[1,3]=1",
        ],
    )
    terms = (("degrees", 1), ("weapon", 2), ("strength", 2), ("structure", -1))
    spec.then(
        ExchangeDecided,
        DamageCounted(combatant="wooden_door", terms=terms, points=4, mark="bruise", source="brass_tom"),
        StructureLost(combatant="wooden_door", points=4, pips=0, dice=0),
        Destroyed(combatant="wooden_door"),
    )
    decided = next(event for event in spec.events if isinstance(event, ExchangeDecided))
    assert (decided.combatants, decided.nets, decided.margin) == (("brass_tom", "wooden_door"), (1, 0), 1)
    assert (decided.winner, decided.hits, decided.fought) == ("brass_tom", ("brass_tom",), ("brass_tom",))
    spec.follows(DamageCounted, DiceThrown).follows(StructureLost, DamageCounted)
    spec.when(TOM_AT_THE_DOOR).refused("BD-OBJ-5")


@pytest.mark.rule("BD-OBJ-2", "BD-ATK-6")
def test_an_object_that_is_missed_resists_nothing() -> None:
    spec = before("wooden_door").when(TOM_AT_THE_DOOR, throws=[fell("brass_tom brawl", "5/0")])
    spec.then(ExchangeDecided).never(DamageCounted)


@pytest.mark.rule("BD-OBJ-2", "BD-INIT-9")
def test_in_a_round_it_is_a_declared_attack_like_others_without_the_bonus_of_initiative() -> None:
    spec = given(fight(fighter("a"), fighter("b"), "wooden_door"), *round_of("a", "b"))
    spec.when(StrikeObject(actor="a", object="wooden_door", weapon="sword")).refused("BD-OBJ-2")
    spec.given(strikes("a", "wooden_door sword"), waits("b"))
    spec.when(Resolve(), throws=[fell("a swordplay", "7/0")]).then(ExchangeDecided).never(ItemLost)
    assert "a" in spec.fight.strenuous


@pytest.mark.rule("BD-OBJ-2", "BD-WHO-4")
def test_an_attack_on_an_object_counts_among_the_attacks_of_a_round() -> None:
    spec = given(fight(fighter("a"), fighter("b"), "wooden_door"), *round_of("a", "b"))
    spec.given(strikes("a", "wooden_door sword", "b gun"), answering(waits("b"), "b: easy_target a"))
    spec.when(Resolve(), throws=[fell("a swordplay", "3/0")])
    spec.when(Resolve(), throws=[fell("a pistol", "3/0")])


@pytest.mark.rule("BD-OBJ-2", "BD-MOD-2", "BD-MOD-6", "BD-MOD-14")
def test_weapons_aims_and_the_narrator_count_as_usual() -> None:
    spec = given(fight(fighter("a", ready=["gun"]), "wooden_door"))
    spec.given(
        Aimed(combatant="a", weapon="gun", target="wooden_door", rounds=2), Modify(combatant="a", bonus=3, black=1)
    )
    spec.when(StrikeObject(actor="a", object="wooden_door", weapon="gun"), throws=[fell("a pistol", "10/0", "1/0")])
    spec.then(AimLost)
    spec.when(StrikeObject(actor="a", object="wooden_door", weapon="sword"), throws=[fell("a swordplay", "5/0")])
    spec.then(Readied(combatant="a", weapons=("gun", "sword")))


@pytest.mark.rule("BD-OBJ-2", "BD-MOD-10")
@pytest.mark.parametrize(
    ("weapon", "throw"), [("gun", fell("a pistol", "5/0", "6/0")), ("sword", fell("a swordplay", "7/0", "4/0"))]
)
def test_an_object_may_stand_in_cover(weapon: str, throw: str) -> None:
    spec = given(fight(fighter("a"), "wooden_door"), Place(combatant="wooden_door", cover=CoverSheet(kind="partial")))
    strike = StrikeObject(actor="a", object="wooden_door", weapon=weapon)
    spec.when(strike, throws=[throw]).then(ExchangeDecided)
    spec.given(Place(combatant="wooden_door", cover=CoverSheet(kind="total")))
    spec.when(strike).refused("BD-COVER-7")


@pytest.mark.rule("BD-OBJ-2", "BD-WHO-1")
@pytest.mark.parametrize(("feet", "refused"), [(20, False), (21, True)])
def test_a_blow_needs_the_object_near_enough(feet: int, refused: bool) -> None:
    spec = given(fight(fighter("a"), newcomer("wooden_door", zone="deck")), Distance(zones=("here", "deck"), feet=feet))
    shot = StrikeObject(actor="a", object="wooden_door", weapon="gun")
    spec.when(shot, throws=[fell("a pistol", "5/0")]).never(Moved)
    strike = StrikeObject(actor="a", object="wooden_door", weapon="sword")
    if refused:
        spec.when(strike).refused("BD-WHO-1")
    else:
        spec.when(strike, throws=[fell("a swordplay", "7/0")]).then(Moved(combatant="a", zone="deck"))


@pytest.mark.rule("BD-OBJ-2", "BD-SKILL-13")
def test_only_the_able_strike_and_only_objects_and_with_weapons_of_their_own() -> None:
    spec = before("wooden_door", "pryce")
    spec.when(StrikeObject(actor="brass_tom", object="pryce", weapon="iron_fists")).refused("BD-OBJ-2")
    spec.when(StrikeObject(actor="brass_tom", object="wooden_door", weapon="sabre")).refused(None, code="invalid")
    spec.when(StrikeObject(actor="brass_tom", object="moon", weapon="iron_fists")).refused(None, code="invalid")
    spec.given(FellUnconscious(combatant="brass_tom", reason="wounds")).when(TOM_AT_THE_DOOR).refused("BD-SKILL-13")


@pytest.mark.rule("BD-OBJ-2", "BD-FATE-14")
def test_choices_go_into_the_blow() -> None:
    strike = TOM_AT_THE_DOOR.model_copy(update={"choices": Choices(trade=1)})
    throws = blow("2/0", "4/0", "8/0", "2/0")
    before("wooden_door").when(strike, throws=throws).then(
        StructureLost(combatant="wooden_door", points=1, pips=3, dice=2)
    )
    strike = TOM_AT_THE_DOOR.model_copy(update={"choices": Choices(fate_weapon=2)})
    spec = given(fight(newcomer("brass_tom", fate=2), "wooden_door"))
    spec.when(strike, throws=blow("5/1", "4/0", "8/0", "2/0")).then(
        StructureLost(combatant="wooden_door", points=3, pips=1, dice=1)
    )


@pytest.mark.rule("BD-OBJ-2", "BD-OBJ-5", "BD-COVER-7", "BD-WHO-15", "BD-FATE-14")
@pytest.mark.parametrize(
    ("meanwhile", "reason"),
    [
        ([StructureLost(combatant="wooden_door", points=4, pips=0, dice=0)], "target_destroyed"),
        ([Place(combatant="wooden_door", cover=CoverSheet(kind="total"))], "total_cover"),
        ([ThingPlaced(combatant="wooden_door", zone="roof")], "out_of_reach"),
        ([Injure(combatant="a", description="a broken wrist", changes={"swordplay": -4})], "cannot_use_weapon"),
    ],
)
def test_a_declared_attack_on_an_object_may_come_to_nothing(meanwhile: list[Any], reason: str) -> None:
    people = (fighter("a"), fighter("b"))
    spec = given(fight(*people, "wooden_door", untrained="common_only"), *round_of("a", "b"))
    spec.given(strikes("a", "wooden_door sword"), waits("b"), *meanwhile)
    spec.when(Resolve(choices={"a": Choices(trade=1)})).refused("BD-FATE-14")
    spec.when(Resolve()).then(ItemLost(combatant="a", deed="attack", reason=reason)).never(DiceThrown)


# BD-OBJ-3 to BD-OBJ-7


@pytest.mark.rule("BD-OBJ-3", "BD-OBJ-6", "BD-RUL-30")
@pytest.mark.parametrize("armour", ["points", "dice"])
def test_armour_points_and_structure_are_taken_off_under_either_reading_of_armour(armour: str) -> None:
    spec = before("vault_door", armour=armour)
    strike = TOM_AT_THE_DOOR.model_copy(update={"object": "vault_door"})
    spec.when(strike, throws=blow("5/5", "4/4", "8/8", "30/5"))
    terms = (("degrees", 5), ("weapon", 4), ("strength", 8), ("armour", -10), ("structure", -5))
    spec.then(
        DamageCounted(combatant="vault_door", terms=terms, points=2, mark="bruise", source="brass_tom"),
        StructureLost(combatant="vault_door", points=2, pips=58, dice=29),
    )


@pytest.mark.rule("BD-OBJ-3", "BD-DMG-1")
def test_damage_of_an_object_is_never_below_nothing() -> None:
    spec = before("vault_door").when(
        TOM_AT_THE_DOOR.model_copy(update={"object": "vault_door"}), throws=blow("5/1", "4/2", "8/2", "30/10")
    )
    terms = (("degrees", 1), ("weapon", 2), ("strength", 2), ("armour", -10), ("structure", -10))
    spec.then(DamageCounted(combatant="vault_door", terms=terms, points=0, mark="bruise", source="brass_tom")).never(
        StructureLost
    )


@pytest.mark.rule("BD-OBJ-3", "BD-OBJ-4", "BD-RUL-58")
def test_a_point_takes_a_pip_and_a_half_broken_die_still_resists() -> None:
    spec = before("metal_lock")
    strike = TOM_AT_THE_DOOR.model_copy(update={"object": "metal_lock"})
    spec.when(strike, throws=blow("5/1", "4/0", "8/0", "2/0")).then(
        StructureLost(combatant="metal_lock", points=1, pips=3, dice=2)
    )
    spec.when(strike, throws=blow("5/1", "4/0", "8/0", "2/0")).then(
        StructureLost(combatant="metal_lock", points=1, pips=2, dice=1)
    )
    spec.when(strike, throws=blow("5/2", "4/1", "8/0", "1/0"))
    spec.then(StructureLost(combatant="metal_lock", points=2, pips=0, dice=0), Destroyed(combatant="metal_lock"))


@pytest.mark.rule("BD-OBJ-5")
def test_at_no_pips_it_is_destroyed_and_nothing_else() -> None:
    spec = before("glass").when(
        TOM_AT_THE_DOOR.model_copy(update={"object": "glass"}), throws=blow("5/5", "4/0", "8/8", "1/0")
    )
    spec.then(StructureLost(combatant="glass", points=2, pips=0, dice=0), Destroyed(combatant="glass")).never(
        BeganDying, HealthLost, DamageReduced
    )
    assert not spec.fight.things["glass"].whole


@pytest.mark.rule("BD-OBJ-4", "BD-OBJ-5")
def test_with_one_pip_left_it_stands_and_may_be_struck_again() -> None:
    spec = before("metal_lock")
    strike = TOM_AT_THE_DOOR.model_copy(update={"object": "metal_lock"})
    spec.when(strike, throws=blow("5/3", "4/0", "8/0", "2/0"))
    spec.then(StructureLost(combatant="metal_lock", points=3, pips=1, dice=1)).never(Destroyed)
    spec.when(strike, throws=blow("5/1", "4/0", "8/0", "1/0"))
    spec.then(StructureLost(combatant="metal_lock", points=1, pips=0, dice=0), Destroyed(combatant="metal_lock"))


@pytest.mark.rule("BD-OBJ-5", "BD-WHO-12")
def test_what_is_destroyed_is_no_target_any_more() -> None:
    spec = given(
        fight(fighter("a"), "glass"), StructureLost(combatant="glass", points=2, pips=0, dice=0), *round_of("a")
    )
    spec.when(strikes("a", "glass sword")).refused("BD-OBJ-5")


@pytest.mark.rule("BD-OBJ-7")
@pytest.mark.parametrize(("weapon", "mark"), [("truncheon", "bruise"), ("cutlass", "normal")])
def test_bruising_weapons_damage_objects_like_others(weapon: str, mark: Mark) -> None:
    someone = fighter("a", weapons=[{"id": weapon, "skill": "swordplay"}], ready=[weapon])
    spec = given(fight(someone, "wooden_door"))
    dice = "4/0" if weapon == "truncheon" else "5/0"
    throws = [fell("a swordplay", "7/3"), fell("a weapon", dice), fell("world structure", "2/0")]
    spec.when(StrikeObject(actor="a", object="wooden_door", weapon=weapon), throws=throws)
    spec.then(
        DamageCounted(combatant="wooden_door", terms=(("degrees", 3),), points=3, mark=mark, source="a"),
        StructureLost(combatant="wooden_door", points=3, pips=1, dice=1),
    )


@pytest.mark.rule("BD-OBJ-8")
def test_an_object_resists_a_peril_in_the_same_way() -> None:
    spec = before("wooden_door").when(
        Peril(victims=("wooden_door",), intensity="moderate", dice=3),
        throws=[fell("world", "3/3"), fell("world structure", "2/1")],
    )
    spec.then(StructureLost(combatant="wooden_door", points=2, pips=2, dice=1))


@pytest.mark.rule("BD-OBJ-2", "BD-MOD-9", "BD-MOD-4")
def test_an_attack_on_an_object_is_no_melee() -> None:
    spec = given(fight(fighter("a"), fighter("b"), fighter("c"), "wooden_door"), *round_of("a", "b", "c"))
    spec.given(strikes("a", "wooden_door sword"), strikes("b", "a sword"), strikes("c", "a sword"))
    spec.answer({"replies": [{"attacker": who, "does": "easy_target"} for who in "bc"]}, to="a")
    spec.when(Resolve(), throws=[fell("a swordplay", "7/0")]).then(ExchangeDecided)
