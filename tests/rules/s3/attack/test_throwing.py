"""Throws: coins, what they are made of, how they are recorded and read (S3-THROW)."""

import pytest
from pydantic import ValidationError

from domain.chance.draws import Draw
from domain.core.commands import Join
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.narrator.hazards import Hazard
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered
from domain.rulesets.s3.parts import Modifier
from domain.rulesets.s3.state import Drag, Hold
from tests.rules.s3.builders import attack, check, player, stunt, terms_of
from tests.rules.s3.specification import engage, fight, given, newcomer, riding, round_of

WOUND = {"id": "old", "points": 2, "penalty": 1, "source": "before"}
DEEP_WOUND = {"id": "deep", "points": 5, "penalty": 2, "source": "before"}
LOST = {"source": "before"}
AMULET = {"kind": "amulet", "name": "amulet", "gear": [{"skill": "melee", "bonus": 1}]}
PLATE = {"kind": "plate", "name": "plate", "armour": {"protection": 2, "penalty": 3, "penalised": ["melee"]}}


def pin(holder: str, held: str, successes: int) -> Pinned:
    """A pin, won before."""
    return Pinned(hold=Hold(f"pin-{holder}", "pin", holder, held, successes, "unarmed", 1, 0))


def drag(dragger: str, dragged: str) -> DragBegun:
    """A drag that goes on."""
    return DragBegun(drag=Drag("drag-1", dragger, dragged, "chain_whip", 8, 6, "subdue", 0))


def hampered_general() -> Join:
    return newcomer(
        "general",
        talents=["sneak_attack"],
        items=[{"kind": "spear"}, AMULET, PLATE],
        hands={"main": "spear"},
        armour="plate",
        fortitude_bonus=1,
        wounds=[WOUND, DEEP_WOUND],
        limbs={"off_arm": LOST, "left_leg": LOST},
    )


@pytest.mark.rule("S3-THROW-1")
def test_each_head_is_a_success_and_a_tail_nothing() -> None:
    for heads in (0, 5, 8):
        given(fight("fox")).when(check("fox", "acrobatics"), throws=[f"fox acrobatics 8c→{heads}"]).then(
            CheckSettled(combatant="fox", skill="acrobatics", result=heads)
        )


@pytest.mark.rule("S3-THROW-2", "S3-RUL-5")
def test_bonuses_and_penalties_change_the_number_of_coins_in_the_order_of_the_record() -> None:
    blow = attack("general", "fox", "spear", modifier=Modifier(coins=4, reason="high ground"))
    spec = given(
        fight(hampered_general(), "fox"),
        *round_of("fox", "general", "npc_first"),
        engage("general", "fox"),
        Place(combatant="general", unseen_by=("fox",)),
    ).when(
        blow,
        "fox: evasion",
        throws=["general melee 9+1+1+1+2+4-3-2-3-2-3=5c→4", "fox evasion 8c→5"],
    )
    assert [source for source, _ in terms_of(spec.events, "melee")] == [
        *("points", "finesse", "offense", "gear", "talents", "narrator"),
        *("wounds", "off_arm", "left_leg", "one_handed", "armour_penalty"),
    ]


@pytest.mark.rule("S3-THROW-2")
def test_speed_stands_behind_gear_and_a_drag_comes_last() -> None:
    map_case = {"kind": "map", "name": "map", "gear": [{"skill": "piloting", "bonus": 1}]}
    driver = newcomer("star", items=[map_case, {"kind": "chain_whip"}], wounds=[WOUND], limbs={"eyes": LOST})
    spec = given(fight(driver, "ripper", riding("cycle", "star")), drag("star", "ripper")).when(
        check("star", "piloting", modifier=3), throws=["star piloting 6+1+2+3-1-4-2=5c→3"]
    )
    assert [source for source, _ in terms_of(spec.events, "piloting")] == [
        *("points", "gear", "speed", "narrator", "wounds", "eyes", "drag")
    ]


@pytest.mark.rule("S3-THROW-2")
def test_armour_protection_stands_before_the_lasting_bonus_and_pins_behind_everything_oldest_first() -> None:
    held = newcomer("general", items=[PLATE], hands={}, armour="plate", fortitude_bonus=1, wounds=[WOUND])
    spec = given(
        fight("fox", "hu", "ogre", held),
        *round_of("ogre", "general"),
        engage("general", "fox", "hu", "ogre"),
        pin("hu", "general", 1),
        pin("fox", "general", 2),
    ).when(
        attack("ogre", "general"),
        "general: evasion",
        throws=[
            "ogre hand_to_hand 7c→5",
            "general evasion 7-1-1-2=3c→1",
            "damage 5c→2",
            "general fortitude 8+2+1-1=10c→5",
        ],
    )
    assert [source for source, _ in terms_of(spec.events, "evasion")] == ["points", "wounds", "pin", "pin"]
    assert [source for source, _ in terms_of(spec.events, "fortitude")] == [
        *("points", "armour", "fortitude_bonus", "wounds")
    ]


@pytest.mark.rule("S3-THROW-2", "S3-THROW-4")
def test_the_sum_is_cut_off_at_no_coins_and_such_a_throw_is_recorded_with_result_0() -> None:
    given(fight("fox")).when(check("fox", "acrobatics", modifier=-20), throws=["fox acrobatics 8-20=0c→0"]).then(
        CoinsThrown(
            combatant="fox",
            label="acrobatics",
            terms=(("points", 8), ("narrator", -20)),
            draw=Draw("", "supplied"),
            result=0,
            thrower="player",
        ),
        CheckSettled(combatant="fox", skill="acrobatics", result=0),
    )


@pytest.mark.rule("S3-THROW-4", "S3-OPP-3")
def test_a_throw_of_no_coins_can_tie_with_another_0() -> None:
    given(fight("fox", "bell")).when(
        check("fox", "medicine", against="bell piloting"),
        "fox: heads",
        throws=["fox medicine 0c→0", "bell piloting 0c→0", "flip H"],
    ).then(
        ContestSettled(
            task="check", actor="fox", opponent="bell", actor_result=0, opponent_result=0, won=True, margin=0
        )
    )


@pytest.mark.rule("S3-THROW-3")
@pytest.mark.parametrize("modifier", [-3, 0, 4])
def test_five_heads_are_a_tie_with_five_whatever_was_thrown_for_them(modifier: int) -> None:
    given(fight("fox", "hu")).when(
        check("fox", "acrobatics", against="hu medicine", modifier=modifier),
        "hu: medicine",
        "fox: tails",
        throws=[f"fox acrobatics {8 + modifier}c→5", "hu medicine 11c→5", "flip H"],
    ).then(
        ContestSettled(task="check", actor="fox", opponent="hu", actor_result=5, opponent_result=5, won=False, margin=0)
    )


@pytest.mark.rule("S3-THROW-5")
def test_players_throw_for_pcs_and_the_narrator_for_npcs_and_the_world() -> None:
    spec = given(fight("ogre", "bell"), *round_of("ogre", "bell")).when(
        attack("ogre", "bell", "pistol"),
        throws=["ogre sharpshooting 7c→5", "bell evasion 5c→4", "damage 7c→1", "bell fortitude 4c→2"],
    )
    assert [(e.combatant, e.thrower) for e in spec.events if isinstance(e, CoinsThrown)] == [
        ("ogre", "player"),
        ("bell", "narrator"),
        ("ogre", "player"),
        ("bell", "narrator"),
    ]
    spec.when(Hazard(targets=("ogre",), coins=3), "ogre: heads", throws=["damage 3c→1", "ogre fortitude 8c→2"])
    assert [(e.combatant, e.thrower) for e in spec.events if isinstance(e, CoinsThrown)] == [
        ("world", "narrator"),
        ("ogre", "player"),
    ]


@pytest.mark.rule("S3-THROW-6", "S3-THROW-7", "S3-RUL-6")
def test_wounds_and_limbs_touch_skill_throws_but_no_damage_no_equipment_and_no_flip() -> None:
    striker = newcomer("devil", wounds=[DEEP_WOUND], limbs={"off_arm": LOST})
    spec = given(fight(striker, "guard"), *round_of("devil", "guard"), engage("devil", "guard")).when(
        attack("devil", "guard", "straightsword", stunt=stunt("stealth")),
        "guard: evasion",
        "devil: heads",
        throws=[
            "devil melee 9-2-2=5c→1",
            "devil stealth 10-2=8c→3",
            "equipment 1=1c→1",
            "guard evasion 4c→4",
            "flip H",
            "damage 4+2=6c→1",
            "guard fortitude 4c→2",
        ],
    )
    flip = next(event for event in spec.events if isinstance(event, CoinFlipped))
    assert flip.draw.faces == "H"


@pytest.mark.rule("S3-THROW-6", "S3-RUL-6")
def test_fortitude_and_initiative_are_skill_throws_that_wounds_weaken() -> None:
    (
        given(fight(newcomer("fox", wounds=[DEEP_WOUND]), "bell"), BeginRound())
        .when(BeginTurn(pc="fox", npc="bell"), throws=["fox initiative 7-2=5c→3", "bell initiative 4c→1"])
        .when(check("fox", "fortitude"), throws=["fox fortitude 5-2=3c→3"])
    )


@pytest.mark.rule("S3-THROW-7")
def test_limbs_armour_pins_and_drags_reach_only_the_skills_that_they_name() -> None:
    rider = newcomer("star", items=[PLATE, {"kind": "chain_whip"}], hands={}, armour="plate", limbs={"eyes": LOST})
    (
        given(fight(rider, "bell", "ripper", riding("cycle", "star")), drag("star", "ripper"), pin("bell", "star", 3))
        .when(check("star", "awareness"), throws=["star awareness 6-4=2c→1"])
        .when(check("star", "athletics"), throws=["star athletics 5=5c→1"])
        .when(check("star", "melee"), throws=["star melee 7-3=4c→1"])
        .when(check("star", "animal_handling"), throws=["star animal_handling 0c→0"])
        .when(check("star", "animal_handling", modifier=3), throws=["star animal_handling 3-2=1c→0"])
        .when(check("star", "evasion"), throws=["star evasion 7=7c→0"])
        .when(check("star", "fortitude"), throws=["star fortitude 6=6c→0"])
    )


@pytest.mark.rule("S3-THROW-8")
def test_a_wound_from_earlier_in_the_same_command_already_counts() -> None:
    burning = newcomer(
        "guard",
        fire={"intensity": 4, "flame": 4},
        doses=[{"id": "dose-0-1", "poison": "viper_oil", "coins": 4, "route": "blade", "given_round": 0}],
    )
    given(fight("fox", burning), *round_of("fox", "guard", "npc_first")).when(
        EndTurn(actor="guard"),
        throws=["burn 4c→1", "guard fortitude 4c→2", "poison 4c→1", "guard fortitude 4-1=3c→2"],
    )


@pytest.mark.rule("S3-THROW-9")
def test_the_narrator_alone_modifies_a_throw_by_up_to_20_coins() -> None:
    spec = given(fight("fox", "bell"), *round_of("fox", "bell"))
    for coins, throw in ((-20, "fox athletics 0c→0"), (20, "fox athletics 7+20=27c→9")):
        spec.when(check("fox", "athletics", modifier=coins), throws=[throw]).then(CheckSettled)
    spec.when(check("fox", "athletics", modifier=2, action="movement"), speaker=player("fox")).refused("S3-THROW-9")
    for coins in (-21, 21):
        with pytest.raises(ValidationError):
            Modifier(coins=coins)


@pytest.mark.rule("S3-THROW-10")
def test_a_throw_is_recorded_with_its_terms_and_faces_and_terms_of_nothing_are_left_out() -> None:
    victim = newcomer("fox", wounds=[WOUND, DEEP_WOUND], limbs={"left_leg": LOST, "right_leg": LOST})
    spec = given(fight(victim, "bell"), *round_of("fox", "bell", "npc_first"), engage("fox", "bell")).when(
        attack("bell", "fox"),
        "fox: evasion",
        throws=["bell hand_to_hand 4c→2", "fox evasion 8-3-3-3=0c→0", "damage 2c→1", "fox fortitude 5-3=2c→2"],
    )
    spec.then(
        CoinsThrown(
            combatant="bell",
            label="hand_to_hand",
            terms=(("points", 4),),
            draw=Draw("HHTT", "supplied"),
            result=2,
            thrower="narrator",
        ),
        CoinsThrown(
            combatant="fox",
            label="evasion",
            terms=(("points", 8), ("wounds", -3), ("left_leg", -3), ("right_leg", -3)),
            draw=Draw("", "supplied"),
            result=0,
            thrower="player",
        ),
        CoinsThrown(
            combatant="bell",
            label="damage",
            terms=(("attack_result", 2),),
            draw=Draw("HT", "supplied"),
            result=1,
            thrower="narrator",
        ),
    )


@pytest.mark.rule("S3-THROW-10")
def test_what_the_narrator_throws_for_a_hazard_is_labelled_damage() -> None:
    given(fight("fox")).when(Hazard(targets=("fox",), coins=2), throws=["damage 2c→1", "fox fortitude 5c→3"]).then(
        DamageSuffered(combatant="fox", label="damage", points=1, stun_amount=1, wound_amount=1)
    )


@pytest.mark.rule("S3-THROW-11", "S3-RUL-4")
def test_a_check_passes_when_the_result_reaches_the_need_without_a_flip() -> None:
    spec = given(fight("fox"))
    for heads, passed in ((2, False), (3, True), (4, True)):
        spec.when(check("fox", "stealth", need=3), throws=[f"fox stealth 6c→{heads}"]).then(
            CheckSettled(combatant="fox", skill="stealth", result=heads, need=3, passed=passed)
        ).never(CoinFlipped)


@pytest.mark.rule("S3-THROW-11")
def test_without_a_need_the_result_is_only_reported_and_a_need_excludes_an_opponent() -> None:
    spec = given(fight("fox", "bell")).when(check("fox", "stealth"), throws=["fox stealth 6c→4"])
    spec.then(CheckSettled(combatant="fox", skill="stealth", result=4))
    spec.when(check("fox", "stealth", need=2, against="bell awareness")).refused("S3-THROW-11")
