"""Stunts: several skills for one task, their price and their throws (S3-STUNT-2 to -8, -13 to -15, -26, -27).

Which tasks may be stunts stands in ``test_stunt_tasks``, what equipment adds in ``test_stunt_equipment``, what is
remembered in ``test_stunt_memory``.
"""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.core.commands import Join
from domain.rulesets.s3.chapters.attack.attacks import Attack
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.hiding import Hidden
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import SceneHazard, SetScene, Zone
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent, StuntDeclared
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.parts import Modifier
from domain.rulesets.s3.state import Drag, Hold, Memory
from tests.rules.s3.builders import attack, check, defend, hide, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, riding, round_of

LOST = {"source": "before"}
WOUND = {"id": "old", "points": 2, "penalty": 1, "source": "before"}


def ambush(*steps: Step, devil: Join | str = "devil", **options: Any) -> Specification:
    """The Devil in reach of a guard, on his turn."""
    return given(fight(devil, "guard", **options), *round_of("devil", "guard"), engage("devil", "guard"), *steps)


def stab(*secondaries: str, **fields: Any) -> Attack:
    """The Devil's sword at the guard, as a stunt."""
    return attack("devil", "guard", "straightsword", stunt=stunt(*secondaries), **fields)


def technique(*skills: str) -> dict[str, Any]:
    return {"name": " and ".join(skills), "skills": skills}


# S3-STUNT-2, S3-STUNT-3: which skills


@pytest.mark.rule("S3-STUNT-2", "S3-RUL-29")
@pytest.mark.parametrize(
    ("skill", "secondaries"),
    [("initiative", ["bravado"]), ("fortitude", ["bravado"]), ("bravado", ["initiative"])],
)
def test_initiative_and_fortitude_are_never_part_of_a_stunt(skill: str, secondaries: list[str]) -> None:
    given(fight("devil")).when(check("devil", skill, stunt=stunt(*secondaries))).refused("S3-STUNT-2")
    with pytest.raises(ValidationError):
        stunt("fortitude")


@pytest.mark.rule("S3-STUNT-2", "S3-RUL-29")
def test_nobody_is_asked_for_a_stunt_in_a_fall_or_against_damage() -> None:
    edge = SceneHazard(key="edge", zone="here", storeys=1)
    spec = given(fight("devil", "asura"), *round_of("devil", "asura", "npc_first"), engage("devil", "asura"))
    spec.given(SetScene(zones=(Zone(key="here"),), hazards=(edge,))).when(
        Trip(actor="asura", target="devil", outcome="hazard:edge"),
        "devil: evasion",
        throws=[
            "asura hand_to_hand 6c→4",
            "devil evasion 7c→2",
            "devil acrobatics 7c→1",
            "fall 3c→1",
            "devil fortitude 6c→3",
        ],
    )
    assert (spec.fight.prompts, spec.fight.people["devil"].breath) == ((), 6)


@pytest.mark.rule("S3-STUNT-3")
@pytest.mark.parametrize(
    ("secondaries", "rule"),
    [
        (["melee"], "S3-STUNT-3"),
        (["stealth", "bravado", "stealth"], "S3-STUNT-3"),
        (["stealth", "bravado", "acrobatics", "deception", "athletics", "awareness"], None),
    ],
)
def test_every_skill_stands_in_a_stunt_once_and_as_many_as_breath_pays_for(
    secondaries: list[str], rule: str | None
) -> None:
    spec = ambush().when(stab(*secondaries))
    if rule is None:
        spec.asks("oppose", "guard").then(BreathSpent(combatant="devil", points=6, purpose="stunt"))
    else:
        spec.refused(rule)


# S3-STUNT-4, S3-STUNT-5: the price


@pytest.mark.rule("S3-STUNT-4")
@pytest.mark.parametrize(
    ("techniques", "secondaries", "price"),
    [
        ([], ["stealth"], 1),
        ([], ["stealth", "bravado", "acrobatics"], 3),
        ([("melee", "stealth")], ["stealth"], 0),
        ([("melee", "stealth")], ["stealth", "bravado"], 1),
        ([("stealth", "bravado")], ["stealth", "bravado"], 1),
        ([("melee", "stealth")], ["bravado"], 1),
        ([("melee", "stealth"), ("melee", "bravado")], ["stealth", "bravado"], 0),
        ([("melee", "stealth"), ("melee", "bravado"), ("stealth", "bravado")], ["stealth", "bravado"], 0),
    ],
)
def test_each_secondary_costs_one_breath_and_each_technique_in_it_saves_one(
    techniques: list[tuple[str, ...]], secondaries: list[str], price: int
) -> None:
    spec = ambush(devil=newcomer("devil", techniques=[technique(*skills) for skills in techniques]))
    spec.when(stab(*secondaries)).asks("oppose", "guard")
    assert spec.fight.people["devil"].breath == 6 - price
    assert [event.points for event in spec.events if isinstance(event, BreathSpent)] == ([price] if price else [])


@pytest.mark.rule("S3-STUNT-4")
def test_the_price_is_paid_before_any_coin_and_not_given_back_for_a_miss() -> None:
    spec = ambush().when(
        stab("stealth"),
        "guard: evasion",
        throws=["devil melee 9c→0", "devil stealth 10c→0", "equipment 1c→0", "guard evasion 4c→1"],
    )
    spec.then(StuntDeclared, BreathSpent(combatant="devil", points=1, purpose="stunt"), CoinsThrown)
    assert spec.fight.people["devil"].breath == 5


@pytest.mark.rule("S3-STUNT-5")
@pytest.mark.parametrize(("breath", "rule"), [(0, "S3-STUNT-5"), (1, "S3-STUNT-5"), (2, None)])
def test_without_enough_breath_a_stunt_is_refused(breath: int, rule: str | None) -> None:
    spec = ambush(devil=newcomer("devil", breath=breath)).when(stab("stealth", "bravado"))
    if rule is None:
        spec.asks("oppose", "guard")
    else:
        spec.refused(rule)
        assert spec.fight.people["devil"].breath == breath


@pytest.mark.rule("S3-STUNT-5", "S3-STUNT-4")
def test_a_technique_makes_a_stunt_possible_without_breath() -> None:
    breathless = newcomer("devil", breath=0, techniques=[technique("melee", "stealth")])
    ambush(devil=breathless).when(stab("stealth")).asks("oppose", "guard")


@pytest.mark.rule("S3-STUNT-5", "S3-ORDER-13")
def test_a_defender_cannot_pay_for_a_stunt_either() -> None:
    ambush().when(attack("devil", "guard", "straightsword"), defend("guard", "evasion", "awareness")).refused(
        "S3-STUNT-5"
    )


# S3-STUNT-6, S3-STUNT-7: throws and result


@pytest.mark.rule("S3-STUNT-6", "S3-ORDER-2")
def test_each_skill_is_thrown_by_itself_with_its_own_bonuses_and_penalties() -> None:
    spyglass = [{"kind": "straightsword"}, {"kind": "spyglass"}]
    hampered = newcomer("devil", wounds=[WOUND], limbs={"left_leg": LOST, "eyes": LOST}, items=spyglass)
    ambush(devil=hampered).when(
        stab("stealth", "bravado", "awareness"),
        "guard: evasion",
        throws=[
            "devil melee 9-1-3=5c→0",
            "devil stealth 10-1-3=6c→0",
            "devil bravado 9-1=8c→0",
            "devil awareness 6+1-1-4=2c→0",
            "equipment 1c→0",
            "guard evasion 4c→1",
        ],
    )


@pytest.mark.rule("S3-STUNT-6")
def test_a_drag_lowers_only_the_handling_throw_of_a_stunt() -> None:
    spec = given(
        fight("star", "ripper", "tiger", riding("cycle", "star", "tiger")),
        *round_of("star", "tiger"),
        DragBegun(drag=Drag("drag-1", "star", "ripper", "chain_whip", 8, 6, "subdue", 0)),
    )
    spec.when(
        attack("star", "tiger", stunt=stunt("piloting")),
        "tiger: evasion",
        throws=["star hand_to_hand 5=5c→0", "star piloting 6+2-2=6c→0", "tiger evasion 4c→1"],
    )


@pytest.mark.rule("S3-STUNT-7")
@pytest.mark.parametrize("heads", [(5, 3, 1), (1, 5, 3), (3, 1, 5), (5, 5, 0)])
def test_the_highest_result_is_that_of_the_whole_and_the_others_do_not_count(heads: tuple[int, int, int]) -> None:
    melee, stealth, bravado = heads
    given(fight("devil")).when(
        check("devil", "melee", stunt=stunt("stealth", "bravado")),
        throws=[f"devil melee 9c→{melee}", f"devil stealth 10c→{stealth}", f"devil bravado 9c→{bravado}"],
    ).then(CheckSettled(combatant="devil", skill="melee", result=5))


# S3-STUNT-8: the primary decides


@pytest.mark.rule("S3-STUNT-8")
def test_a_smoke_bomb_to_vanish_is_stealth_a_movement_action_against_awareness() -> None:
    spec = given(fight("devil", "guard"), *round_of("devil", "guard")).when(
        hide("devil", stunt=stunt("explosives", explosives="smoke_bomb")),
        "guard: awareness",
        throws=["devil stealth 10c→5", "devil explosives 4c→2", "guard awareness 5c→3"],
    )
    spec.then(
        ActionTaken(actor="devil", action="movement", command="s3.hide"),
        Hidden(combatant="devil", observers=("guard",)),
    )
    turn = spec.fight.turn
    assert turn is not None
    assert turn.attack


@pytest.mark.rule("S3-STUNT-8")
def test_a_grenade_out_of_hiding_is_explosives_an_attack_action_of_medium_reach_against_evasion() -> None:
    spec = given(fight("star", "jailor"), *round_of("star", "jailor")).when(
        attack("star", "jailor", "grenade", stunt=stunt("stealth", "hand_to_hand", "melee"))
    )
    spec.asks("oppose", "jailor").then(ActionTaken(actor="star", action="attack", command="s3.attack")).never(Engaged)
    assert spec.fight.prompts[0].about["skills"] == ["evasion"]
    turn = spec.fight.turn
    assert turn is not None
    assert turn.movement


@pytest.mark.rule("S3-STUNT-8")
def test_a_shot_as_secondary_makes_no_ranged_attack_of_a_blow() -> None:
    spec = given(fight("rifleman", "jailor"), *round_of("rifleman", "jailor"))
    blow = attack("rifleman", "jailor", "bayonet_rifle/bayonet", stunt=stunt("sharpshooting"))
    spec.when(blow.model_copy(update={"approach": False})).refused("S3-RANGE-4")
    spec.when(blow).asks("oppose", "jailor").then(Engaged(combatant="rifleman", other="jailor"))
    assert spec.fight.prompts[0].about["skills"] == ["evasion", "hand_to_hand", "melee"]


# S3-STUNT-13 to S3-STUNT-15: armour, pins, defenders


@pytest.mark.rule("S3-STUNT-13", "S3-STUNT-6")
@pytest.mark.parametrize(
    ("primary", "secondary", "throws"),
    [
        ("sharpshooting", "acrobatics", ["archer sharpshooting 7=7c→3", "archer acrobatics 6-2=4c→2"]),
        ("acrobatics", "sharpshooting", ["archer acrobatics 6-2=4c→2", "archer sharpshooting 7=7c→3"]),
    ],
)
def test_armour_lowers_only_the_throws_of_the_skills_it_names(primary: str, secondary: str, throws: list[str]) -> None:
    given(fight("archer")).when(check("archer", primary, stunt=stunt(secondary)), throws=throws)


@pytest.mark.rule("S3-STUNT-14", "S3-STUNT-6")
def test_a_pin_lowers_each_defence_throw_of_a_stunt() -> None:
    spec = given(fight("fox", "hu", "jailor"), *round_of("fox", "jailor"), engage("jailor", "fox", "hu"))
    spec.given(Pinned(hold=Hold("pin-1", "pin", "hu", "jailor", 4, "unarmed", 1, 0))).when(
        attack("fox", "jailor"),
        defend("jailor", "evasion", "awareness", "hand_to_hand"),
        throws=[
            "fox hand_to_hand 8c→0",
            "jailor evasion 6-4=2c→1",
            "jailor awareness 7-4=3c→1",
            "jailor hand_to_hand 11-4=7c→1",
        ],
    )


@pytest.mark.rule("S3-STUNT-15")
def test_attack_and_defence_stunts_may_meet() -> None:
    spec = given(fight("devil", "jailor"), *round_of("devil", "jailor"), engage("devil", "jailor")).when(
        attack("devil", "jailor", "straightsword", stunt=stunt("stealth")),
        defend("jailor", "evasion", "awareness", "hand_to_hand", tactic="catch him falling"),
        throws=[
            "devil melee 9c→7",
            "devil stealth 10c→9",
            "equipment 1c→0",
            "jailor evasion 6c→4",
            "jailor awareness 7c→6",
            "jailor hand_to_hand 11c→10",
        ],
    )
    spec.then(
        BreathSpent(combatant="devil", points=1, purpose="stunt"),
        StuntDeclared(
            combatant="jailor",
            primary="evasion",
            memory=Memory(("awareness", "evasion", "hand_to_hand"), ("unarmed",), "defend", "catch him falling"),
            price=2,
        ),
        BreathSpent(combatant="jailor", points=2, purpose="stunt"),
        ContestSettled(
            task="attack", actor="devil", opponent="jailor", actor_result=9, opponent_result=10, won=False, margin=1
        ),
    )


@pytest.mark.rule("S3-STUNT-15", "S3-STUNT-8")
def test_the_primary_of_a_defence_is_a_legal_defence_whatever_its_secondaries_are() -> None:
    spec = given(fight("ogre", "jailor"), *round_of("ogre", "jailor"))
    shot = attack("ogre", "jailor", "pistol")
    spec.when(shot, defend("jailor", "hand_to_hand", "evasion")).refused("S3-OPP-2")
    spec.when(
        shot,
        defend("jailor", "evasion", "hand_to_hand"),
        throws=["ogre sharpshooting 7c→1", "jailor evasion 6c→0", "jailor hand_to_hand 11c→2"],
    )


# S3-STUNT-26, S3-STUNT-27: coins of the primary's throw


@pytest.mark.rule("S3-STUNT-26")
def test_sneak_attack_adds_its_coins_to_the_throw_of_the_primary_alone() -> None:
    spec = given(fight("jade", "guard"), *round_of("jade", "guard"), engage("jade", "guard"))
    spec.given(Place(combatant="jade", unseen_by=("guard",))).when(
        attack("jade", "guard", "parasol_straightsword", stunt=stunt("deception", "stealth")),
        "guard: evasion",
        throws=[
            "jade melee 6+2=8c→0",
            "jade deception 7=7c→0",
            "jade stealth 8=8c→0",
            "equipment 1=1c→0",
            "guard evasion 4c→1",
        ],
    )


@pytest.mark.rule("S3-STUNT-27")
@pytest.mark.parametrize(("coins", "throw"), [(3, "devil melee 9+3=12c→0"), (-2, "devil melee 9-2=7c→0")])
def test_the_narrators_modifier_counts_for_the_throw_of_the_primary_alone(coins: int, throw: str) -> None:
    ambush().when(
        stab("stealth", modifier=Modifier(coins=coins, reason="rain")),
        "guard: evasion",
        throws=[throw, "devil stealth 10=10c→0", "equipment 1=1c→0", "guard evasion 4c→1"],
    )
