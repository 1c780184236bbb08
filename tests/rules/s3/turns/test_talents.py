"""Talents (S3-TAL, S3-RUL-43); how far Spider Climb carries stands in ``test_movement`` too."""

from typing import Any

import pytest

from domain.core.commands import Command, Join
from domain.rulesets.s3.chapters.attack.attacks import Attack, ExtraAttackOpened
from domain.rulesets.s3.chapters.attack.blows import AttackHit
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.pins import Pin
from domain.rulesets.s3.chapters.grapple.strangling import Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb, Climbed
from domain.rulesets.s3.chapters.movement.hiding import Hidden
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.parts import Close
from tests.rules.s3.builders import attack, hide, link, scene, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

ARSENAL = [{"kind": kind, "quantity": 2} for kind in ("pistol", "sword_pistol", "rifle", "throwing_knife", "saber")]
AXE = {"kind": "axe", "name": "axe", "modes": [{"skill": "melee", "reach": "medium"}]}
MISSED = {
    "pistol": ["lion sharpshooting 7c→0", "star evasion 7c→1"],
    "rifle": ["lion sharpshooting 7c→0", "star evasion 7c→1"],
    "throwing_knife": ["lion sharpshooting 7c→0", "star evasion 7c→1"],
    "axe": ["lion melee 7c→0", "star evasion 7c→1"],
    "saber": ["lion melee 8c→0", "star evasion 7c→1"],
    "unarmed": ["lion hand_to_hand 6c→0", "star evasion 7c→1"],
}
MISSED |= {"sword_pistol/barrel": MISSED["pistol"], "sword_pistol/blade": MISSED["saber"]}


def striker(*talents: str) -> Join:
    """Steel Lion with these talents, weapons of every kind about him and nothing in his hands."""
    lion = newcomer("steel_lion", talents=talents, items=[*ARSENAL, AXE], hands={})
    return lion.model_copy(update={"id": "lion"})


def melee_with(*talents: str, steps: tuple[Step, ...] = ()) -> Specification:
    """Steel Lion's turn, with Shooting Star and Flying Fox in his reach."""
    return given(
        fight(striker(*talents), "star", "fox"),
        *round_of("star", "lion", "npc_first"),
        engage("lion", "star", "fox"),
        *steps,
    )


def strike(weapon: str = "unarmed", target: str = "star", **fields: Any) -> Attack:
    return attack("lion", target, weapon, **fields)


def free(spec: Specification) -> Specification:
    """Both hands empty again."""
    hands = spec.fight.people["lion"].hands
    held = [item for item in dict.fromkeys((hands.main, hands.off)) if item is not None]
    return spec.given(*(Stow(actor="lion", item=item) for item in held))


# S3-TAL-1, S3-TAL-2, S3-TAL-7: extra attacks

FOX_NEXT = BeginTurn(pc="fox", npc="lion", order="npc_first")
ONE_HANDED_FIREARMS = ("pistol", "sword_pistol/barrel")
CLOSE = ("saber", "sword_pistol/blade", "unarmed")
OTHERS = ("rifle", "throwing_knife", "axe")


@pytest.mark.rule("S3-TAL-1", "S3-TAL-2", "S3-TAL-7", "S3-RUL-43")
@pytest.mark.parametrize("second", [*ONE_HANDED_FIREARMS, *CLOSE, *OTHERS])
@pytest.mark.parametrize("first", [*ONE_HANDED_FIREARMS, *CLOSE, *OTHERS])
@pytest.mark.parametrize(
    ("talent", "weapons"), [("gunslinger", ONE_HANDED_FIREARMS), ("double_strike", CLOSE), (None, ())]
)
def test_an_attack_of_the_talents_kind_allows_another_of_its_kind(
    talent: str | None, weapons: tuple[str, ...], first: str, second: str
) -> None:
    spec = melee_with(*([talent] if talent else []))
    spec.when(strike(first), "star: evasion", throws=MISSED[first])
    opens = first in weapons
    assert ([e for e in spec.events if isinstance(e, ExtraAttackOpened)] != []) == opens
    free(spec).when(strike(second), "star: evasion", throws=MISSED[second] if opens and second in weapons else [])
    if opens and second in weapons:
        spec.then(ActionTaken(actor="lion", action="attack", command="s3.attack", extra=talent))
    else:
        spec.refused("S3-TURN-11")


@pytest.mark.rule("S3-TAL-7", "S3-TAL-1", "S3-TAL-2")
@pytest.mark.parametrize(
    ("talents", "weapon"),
    [
        (("gunslinger",), "pistol"),
        (("double_strike",), "saber"),
        (("gunslinger", "double_strike"), "pistol"),
        (("gunslinger", "double_strike"), "saber"),
    ],
)
def test_one_turn_has_one_extra_attack_and_the_next_turn_another(talents: tuple[str, ...], weapon: str) -> None:
    spec = melee_with(*talents)
    twice = [strike(weapon), strike(weapon)]
    for one in twice:
        spec.when(one, "star: evasion", throws=MISSED[weapon])
    for other in ("pistol", "saber"):
        free(spec).when(strike(other)).refused("S3-TAL-7")
    spec.when(Pin(actor="lion", target="star")).refused("S3-TAL-7")
    spec.given(EndTurn(actor="lion"), EndTurn(actor="star"), FOX_NEXT)
    for one in twice:
        spec.when(one, "star: evasion", throws=MISSED[weapon])


@pytest.mark.rule("S3-TAL-1", "S3-TAL-2")
@pytest.mark.parametrize(("talent", "weapon"), [("gunslinger", "pistol"), ("double_strike", "saber")])
def test_the_extra_attack_is_made_on_any_target(talent: str, weapon: str) -> None:
    spec = melee_with(talent).when(strike(weapon), "star: evasion", throws=MISSED[weapon])
    spec.when(strike(weapon, "fox")).asks("oppose", "fox")


@pytest.mark.rule("S3-TAL-2")
def test_the_extra_blow_needs_its_target_in_reach() -> None:
    spec = melee_with("double_strike", steps=(scene("here", "yard"), Place(combatant="fox", zone="yard")))
    spec.when(strike("saber"), "star: evasion", throws=MISSED["saber"])
    spec.when(strike("saber", "fox")).refused("S3-RANGE-1")


@pytest.mark.rule("S3-TAL-2", "S3-RANGE-4")
def test_the_extra_blow_may_include_the_step_to_its_target() -> None:
    spec = melee_with("double_strike", steps=(Move(actor="lion", engage="star"),))
    spec.when(strike("saber"), "star: evasion", throws=MISSED["saber"])
    spec.when(strike("saber", "fox")).refused("S3-RANGE-4")
    lingering = given(fight(striker("double_strike"), "star", "fox"), *round_of("star", "lion", "npc_first"))
    lingering.given(engage("lion", "star")).when(strike("saber"), "star: evasion", throws=MISSED["saber"])
    lingering.when(strike("saber", "fox")).then(Engaged(combatant="lion", other="fox"))


@pytest.mark.rule("S3-TAL-1", "S3-TAL-2", "S3-TURN-11")
@pytest.mark.parametrize(
    ("talent", "command"),
    [
        ("double_strike", Trip(actor="lion", target="star", outcome="ground")),
        ("double_strike", Disarm(actor="lion", target="star", item="chain_whip")),
        ("double_strike", Pin(actor="lion", target="star")),
        ("double_strike", Strangle(actor="lion", target="star")),
    ],
)
def test_only_an_attack_earns_an_extra_attack_and_only_an_attack_is_one(talent: str, command: Close) -> None:
    throws = ["lion hand_to_hand 6c→0", "star evasion 7c→1"]
    spec = melee_with(talent).when(command, "star: evasion", throws=throws).never(ExtraAttackOpened)
    spec.when(strike()).refused("S3-TURN-11")
    after = melee_with(talent).when(strike(), "star: evasion", throws=throws)
    after.when(command).refused("S3-TURN-11")


@pytest.mark.rule("S3-TAL-7", "S3-STUN-7")
@pytest.mark.parametrize(("talent", "weapon"), [("gunslinger", "pistol"), ("double_strike", "saber")])
def test_a_bought_action_earns_no_extra_attack(talent: str, weapon: str) -> None:
    spec = given(fight(striker(talent), "star"), engage("lion", "star"), Stunned(combatant="lion"), BeginRound())
    spec.when(BeginTurn(pc="star", npc="lion", order="npc_first")).answer("spend")
    spec.when(strike(weapon), "star: evasion", throws=MISSED[weapon]).never(ExtraAttackOpened)
    spec.when(strike(weapon)).refused("S3-STUN-7")


@pytest.mark.rule("S3-TAL-7")
@pytest.mark.parametrize(("talent", "weapon"), [("gunslinger", "pistol"), ("double_strike", "saber")])
def test_an_extra_attack_may_be_a_stunt_and_a_called_shot(talent: str, weapon: str) -> None:
    spec = melee_with(talent).when(strike(weapon), "star: evasion", throws=MISSED[weapon])
    spec.when(strike(weapon, called="eyes", stunt=stunt("bravado"))).asks("oppose", "star")
    hit = given(fight(striker("gunslinger"), "star"), *round_of("star", "lion", "npc_first"))
    hit.when(strike("pistol"), "star: evasion", throws=MISSED["pistol"]).when(
        strike("pistol", called="eyes", stunt=stunt("bravado")),
        "star: evasion",
        throws=[
            "lion sharpshooting 7c→0",
            "lion bravado 7c→5",
            "star evasion 7c→1",
            "damage 5+2=7c→1",
            "star fortitude 6c→3",
        ],
    ).then(AttackHit(attacker="lion", target="star", weapon="pistol", result=5, margin=4, called="eyes"))


@pytest.mark.rule("S3-TAL-1", "S3-TAL-7")
def test_the_extra_attack_leaves_the_movement_action_and_costs_no_other() -> None:
    spec = melee_with("gunslinger").when(strike("pistol"), "star: evasion", throws=MISSED["pistol"])
    spec.when(strike("pistol"), "star: evasion", throws=MISSED["pistol"])
    spec.when(Move(actor="lion", leave=True)).then(ActionTaken(actor="lion", action="movement", command="s3.move"))


# S3-TAL-3, S3-TAL-4


@pytest.mark.rule("S3-TAL-3", "S3-RUL-43")
@pytest.mark.parametrize(("talents", "feet"), [((), 10), (("spider_climb",), 25)])
def test_spider_climb_makes_every_success_five_feet(talents: tuple[str, ...], feet: int) -> None:
    wall = scene("here", "roof", links=(link("wall", "here", "roof", "climb", feet=40),))
    spec = given(fight(newcomer("fox", talents=talents), "bell"), wall, *round_of("fox", "bell"))
    spec.when(Climb(actor="fox", link="wall"), throws=["fox acrobatics 8c→5"])
    spec.then(Climbed(combatant="fox", link="wall", gained=feet, feet=feet, arrived=False))


@pytest.mark.rule("S3-TAL-4", "S3-HIDE-1", "S3-RUL-43")
@pytest.mark.parametrize(
    ("talents", "steps", "possible"),
    [
        ((), (), False),
        (("sneak_attack",), (), False),
        (("fleeting_shadow",), (), True),
        ((), (Distract(zone="here"),), True),
    ],
)
def test_fleeting_shadow_hides_without_a_distraction(
    talents: tuple[str, ...], steps: tuple[Command, ...], possible: bool
) -> None:
    spec = given(fight(newcomer("fox", talents=talents), "guard"), *round_of("fox", "guard"), *steps)
    if possible:
        spec.when(hide("fox"), throws=["fox stealth 6c→5", "guard awareness 5c→1"]).then(
            Hidden(combatant="fox", observers=("guard",))
        )
    else:
        spec.when(hide("fox")).refused("S3-HIDE-1")


# S3-TAL-5


def lurking(*unseen_by: str, talents: tuple[str, ...] = ("sneak_attack",)) -> Specification:
    """Jade in reach of a guard and a bell, unseen by some of them."""
    return given(
        fight(newcomer("jade", talents=talents), "guard", "bell"),
        *round_of("jade", "guard"),
        engage("jade", "guard", "bell"),
        Place(combatant="jade", unseen_by=unseen_by),
    )


@pytest.mark.rule("S3-TAL-5", "S3-HIDE-9", "S3-RUL-43")
@pytest.mark.parametrize(
    ("talents", "unseen_by", "coins"),
    [
        (("sneak_attack",), ("guard",), "6+1+2=9c"),
        (("sneak_attack",), ("guard", "bell"), "6+1+2=9c"),
        (("sneak_attack",), ("bell",), "6+1=7c"),
        (("sneak_attack",), (), "6+1=7c"),
        ((), ("guard",), "6+1=7c"),
    ],
)
def test_a_sneak_attack_has_two_more_coins_against_who_does_not_see_it_coming(
    talents: tuple[str, ...], unseen_by: tuple[str, ...], coins: str
) -> None:
    lurking(*unseen_by, talents=talents).when(
        attack("jade", "guard", "parasol_straightsword"),
        "guard: evasion",
        throws=[f"jade melee {coins}→0", "guard evasion 4c→1"],
    )


@pytest.mark.rule("S3-TAL-5")
@pytest.mark.parametrize(
    "command",
    [
        Trip(actor="jade", target="guard", outcome="ground"),
        Disarm(actor="jade", target="guard", item="blackjack"),
        Pin(actor="jade", target="guard"),
        Strangle(actor="jade", target="guard"),
    ],
)
def test_it_is_for_attacks_alone(command: Close) -> None:
    lurking("guard").when(command, "guard: evasion", throws=["jade hand_to_hand 5=5c→0", "guard evasion 4c→1"])


@pytest.mark.rule("S3-TAL-5", "S3-HIDE-9")
def test_a_shot_from_hiding_is_a_sneak_attack_too() -> None:
    fox = newcomer("fox", talents=["sneak_attack"], items=[{"kind": "pistol"}])
    spec = given(fight(fox, "guard"), *round_of("fox", "guard"), Place(combatant="fox", unseen_by=("guard",)))
    spec.when(
        attack("fox", "guard", "pistol"),
        throws=["fox sharpshooting 3+2=5c→0", "guard evasion 4c→1"],
    )


# S3-TAL-6


@pytest.mark.rule("S3-TAL-6", "S3-RUL-43")
@pytest.mark.parametrize(
    ("talents", "base", "damage"),
    [
        (("iron_palm",), "attack", "damage 5+2=7c→1"),
        ((), "attack", "damage 5=5c→1"),
        (("iron_palm",), "margin", "damage 4+2=6c→1"),
        ((), "margin", "damage 4=4c→1"),
        (("iron_palm",), "weapon", "damage 7=7c→1"),
        ((), "weapon", "damage 5=5c→1"),
    ],
)
def test_iron_palm_gives_bare_hands_a_damage_bonus_of_two(talents: tuple[str, ...], base: str, damage: str) -> None:
    spec = given(fight(newcomer("hu", talents=talents), "jailor", damage_base=base), *round_of("hu", "jailor"))
    spec.given(engage("hu", "jailor")).when(
        attack("hu", "jailor"),
        "jailor: evasion",
        throws=["hu hand_to_hand 9=9c→5", "jailor evasion 6c→1", damage, "jailor fortitude 5c→3"],
    )


@pytest.mark.rule("S3-TAL-6")
def test_iron_palm_hardens_nothing_that_is_held() -> None:
    armed = newcomer("hu", items=[{"kind": "knife"}], hands={"main": "knife"})
    given(fight(armed, "jailor"), *round_of("hu", "jailor"), engage("hu", "jailor")).when(
        attack("hu", "jailor", "knife"),
        "jailor: evasion",
        throws=["hu melee 3=3c→3", "jailor evasion 6c→1", "damage 3+1=4c→1", "jailor fortitude 5c→3"],
    )
