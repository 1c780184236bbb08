"""Wounds: what damage leaves, what it costs, how long it lasts (S3-WOUND)."""

import pytest

from domain.model.event import Event
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.narrator.conditions import BreathRestored, Heal, Impose, RestoreBreath, WoundsHealed
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound, BeginScene, EndCombat, RoundEnded
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.wounds.wounds import Wounded
from domain.rulesets.s3.state import Drag, Hold
from domain.rulesets.s3.words import SKILLS
from tests.rules.s3.builders import SHOT, check, duel, effects, gunman, hazard, shot, suffered, wounds
from tests.rules.s3.specification import Specification, fight, given, newcomer, round_of

LIGHT = {"id": "light", "points": 2, "penalty": 1}
MODERATE = {"id": "moderate", "points": 5, "penalty": 2}
TOUGH = newcomer("bell", fortitude=20)
DOSE = {"id": "dose", "poison": "viper_oil", "coins": 4, "route": "blade"}


def wound(points: int, combatant: str = "bell") -> Impose:
    return Impose(combatant=combatant, wound=points)


def penalties(events: list[Event]) -> list[tuple[int, int]]:
    """Each wound taken, in order: what it costs, and the total that it makes."""
    return [(event.wound.penalty, event.total or 0) for event in events if isinstance(event, Wounded)]


# What leaves a wound


@pytest.mark.rule("S3-WOUND-1", "S3-RUL-52")
@pytest.mark.parametrize(
    ("fortitude", "effect"),
    [(9, []), (4, []), (3, ["bell stunned"]), (2, ["bell disabled by fortitude"]), (0, ["bell disabled by fortitude"])],
)
def test_a_damaging_hit_leaves_one_wound_by_the_damage_alone_whatever_fortitude_shows(
    fortitude: int, effect: list[str]
) -> None:
    flips = ["flip T"] if fortitude == 4 else []
    throws = shot(4, 1, "damage 6c→4", f"bell fortitude 9c→{fortitude}", *flips)
    spec = duel(newcomer("bell", fortitude=9)).when(SHOT, *(["ogre: heads"] if flips else []), throws=throws)
    assert wounds(spec.events) == [("bell", 4, 2)]
    assert effects(spec.events) == effect


@pytest.mark.rule("S3-WOUND-1")
@pytest.mark.parametrize(("heads", "left"), [(0, []), (1, [("bell", 1, 1)])])
def test_damage_without_a_wound_point_leaves_no_wound(heads: int, left: list[tuple[str, int, int]]) -> None:
    spec = duel(gunman(stun_bonus=2, wound_bonus=1)).when(
        SHOT,
        throws=shot(4, 1, "damage 6c→0", "stun_damage 2c→1", f"wound_damage 1c→{heads}", "bell fortitude 4c→3"),
    )
    assert wounds(spec.events) == left


# How bad it is


@pytest.mark.rule("S3-WOUND-2", "S3-RUL-2")
@pytest.mark.parametrize(
    ("points", "penalty"),
    [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3), (10, 4), (11, 4), (13, 4), (30, 4)],
)
def test_the_degree_of_a_wound_follows_the_table_by_its_points(points: int, penalty: int) -> None:
    spec = given(fight(TOUGH)).when(wound(points))
    assert wounds(spec.events) == [("bell", points, penalty)]
    spec = given(fight(TOUGH)).when(hazard(30, "bell"), throws=[f"damage 30c→{points}", "bell fortitude 20c→16"])
    assert wounds(spec.events)[0] == ("bell", points, penalty)


@pytest.mark.rule("S3-WOUND-3", "S3-RUL-2")
@pytest.mark.parametrize(
    ("points", "penalty"),
    [(1, None), (2, None), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (12, 4), (13, 4), (15, 5), (30, 10)],
)
def test_by_the_other_scale_every_full_three_points_cost_a_coin_and_less_leaves_no_wound(
    points: int, penalty: int | None
) -> None:
    left = [] if penalty is None else [("bell", points, penalty)]
    spec = given(fight(TOUGH, wound_scale="per_three")).when(wound(points))
    assert wounds(spec.events) == left
    spec = given(fight(TOUGH, wound_scale="per_three"))
    spec.when(hazard(30, "bell"), throws=[f"damage 30c→{points}", "bell fortitude 20c→16"])
    assert wounds(spec.events) == left


# What it costs


@pytest.mark.rule("S3-WOUND-4", "S3-RUL-2")
@pytest.mark.parametrize(("scale", "total"), [("table", 3), ("per_three", 2)])
def test_penalties_of_all_wounds_add_up(scale: str, total: int) -> None:
    spec = given(fight("ogre", wound_scale=scale), wound(3, "ogre")).when(wound(5, "ogre"))
    assert penalties(spec.events) == [(total - 1, total)]
    spec.when(check("ogre", "melee"), throws=[f"ogre melee 8-{total}={8 - total}c→1"])


@pytest.mark.rule("S3-WOUND-5", "S3-RUL-6")
@pytest.mark.parametrize("skill", [skill for skill in SKILLS if skill != "initiative"])
def test_the_total_is_taken_off_every_skill_throw(skill: str) -> None:
    hero = newcomer("hu", skills=dict.fromkeys(SKILLS, 7), items=[], wounds=[LIGHT, MODERATE])
    given(fight(hero)).when(check("hu", skill), throws=[f"hu {skill} 7-3=4c→1"])


@pytest.mark.rule("S3-WOUND-5", "S3-RUL-6")
def test_initiative_too_is_thrown_with_fewer_coins() -> None:
    spec = given(fight(newcomer("fox", wounds=[LIGHT, MODERATE]), "bell"), BeginRound())
    turn = BeginTurn(pc="fox", npc="bell", order="thrown")
    spec.when(turn, throws=["fox initiative 7-3=4c→2", "bell initiative 4c→1"])


@pytest.mark.rule("S3-WOUND-5")
def test_a_wound_counts_from_the_very_next_throw_on() -> None:
    poisoned = gunman(flags=["needle"], coating="needle_venom")
    duel(poisoned).when(
        SHOT,
        throws=shot(4, 1, "damage 6c→4", "bell fortitude 4=4c→3", "ogre poison 5c→1", "bell fortitude 4-2=2c→2"),
    )


@pytest.mark.rule("S3-WOUND-5", "S3-RUL-6")
def test_the_damage_and_the_flip_of_a_wounded_attacker_lose_no_coins() -> None:
    spec = duel(newcomer("ogre", wounds=[LIGHT, MODERATE]))
    spec.when(
        SHOT,
        "ogre: heads",
        throws=[
            "ogre sharpshooting 7-3=4c→3",
            "bell evasion 5c→3",
            "flip H",
            "damage 3+2=5c→1",
            "bell fortitude 4c→2",
        ],
    )
    assert suffered(spec.events) == [("bell", "damage", 1, 1, 1)]


@pytest.mark.rule("S3-WOUND-6", "S3-RUL-6")
@pytest.mark.parametrize(("weaken", "fortitude"), [(True, "4-3=1c→1"), (False, "4=4c→2")])
def test_wounds_weaken_fortitude_too_unless_the_table_has_it_otherwise(weaken: bool, fortitude: str) -> None:
    hurt = newcomer("bell", wounds=[LIGHT, MODERATE])
    spec = duel(hurt, wounds_on_fortitude=weaken, disable_by_wounds="exceeds")
    spec.when(
        SHOT,
        throws=["ogre sharpshooting 7c→4", "bell evasion 5-3=2c→0", "damage 6c→1", f"bell fortitude {fortitude}"],
    )


@pytest.mark.rule("S3-WOUND-6", "S3-RUL-6")
@pytest.mark.parametrize(("weaken", "fortitude"), [(True, "4-2=2c→2"), (False, "4=4c→2")])
def test_wounds_weaken_the_fortitude_against_a_chokehold_too(weaken: bool, fortitude: str) -> None:
    choke = Choked(hold=Hold("choke", "choke", "hu", "bell", 3, "unarmed", 0, 0, victim_turns=1))
    hurt = newcomer("bell", wounds=[MODERATE])
    spec = given(fight("hu", hurt, wounds_on_fortitude=weaken), choke, *round_of("hu", "bell"))
    spec.when(
        FinishStrangle(actor="hu", target="bell"),
        throws=["hu hand_to_hand 9c→1", f"bell fortitude {fortitude}"],
    )


# How long it lasts


@pytest.mark.rule("S3-WOUND-7", "S3-RUL-33")
def test_wounds_outlast_turns_rounds_scenes_and_care_without_a_ruling() -> None:
    hurt = newcomer("hu", wounds=[LIGHT, MODERATE])
    spec = given(fight(hurt, "bell"), *round_of("hu", "bell"))
    spec.when(check("hu", "medicine", action="attack"), throws=["hu medicine 9+2-3=8c→8"])
    spec.given(EndTurn(actor="hu")).when(EndTurn(actor="bell")).then(RoundEnded)
    spec.given(EndCombat(), BeginScene(), BeginRound(), EndCombat())
    assert [wound.id for wound in spec.fight.people["hu"].wounds] == ["light", "moderate"]
    assert spec.fight.people["hu"].wound_penalty == 3


@pytest.mark.rule("S3-WOUND-7", "S3-RUL-33", "S3-NARR-6")
def test_medical_attention_takes_away_the_wounds_that_the_narrator_names() -> None:
    hurt = newcomer("bell", wounds=[LIGHT, MODERATE])
    spec = given(fight(hurt)).when(Heal(combatant="bell", wounds=("light",)))
    spec.then(WoundsHealed(combatant="bell", wounds=("light",)))
    assert [wound.id for wound in spec.fight.people["bell"].wounds] == ["moderate"]
    spec.when(check("bell", "melee"), throws=["bell melee 4-2=2c→1"])
    spec.when(Heal(combatant="bell", wounds=("light",))).refused("S3-NARR-6")
    spec.when(Heal(combatant="bell", limbs="all", stunned=True, fire=True, doses=True)).never(WoundsHealed)
    spec.given(wound(3)).when(Heal(combatant="bell", wounds="all"))
    assert not spec.fight.people["bell"].wounds
    spec.when(check("bell", "melee"), throws=["bell melee 4=4c→1"])


@pytest.mark.rule("S3-RUL-33", "S3-NARR-7")
@pytest.mark.parametrize(("points", "breath"), [(1, 2), (2, 3), (9, 3), ("full", 3)])
def test_breath_comes_back_by_the_narrator_alone_and_up_to_its_maximum(points: int | str, breath: int) -> None:
    spec = given(fight(newcomer("jade", breath=1), "bell"), *round_of("jade", "bell"))
    spec.given(EndTurn(actor="jade"), EndTurn(actor="bell"), BeginScene())
    assert spec.fight.people["jade"].breath == 1
    spec.when(RestoreBreath.model_validate({"combatant": "jade", "points": points}))
    spec.then(BreathRestored(combatant="jade", points=breath - 1))
    assert spec.fight.people["jade"].breath == breath


# Each damage its own wound


@pytest.mark.rule("S3-WOUND-8")
def test_a_burn_and_a_dose_at_the_end_of_one_turn_leave_a_wound_each() -> None:
    burning = newcomer("bell", fortitude=9, fire={"intensity": 3, "flame": 3}, doses=[DOSE])
    spec = given(fight("ogre", burning), *round_of("ogre", "bell", "npc_first"))
    spec.when(
        EndTurn(actor="bell"),
        throws=["burn 3c→2", "bell fortitude 9c→9", "poison 4c→2", "bell fortitude 9-1=8c→8"],
    )
    assert penalties(spec.events) == [(1, 1), (1, 2)]
    assert [wound.source for wound in spec.fight.people["bell"].wounds] == ["burn", "poison"]
    assert len({wound.id for wound in spec.fight.people["bell"].wounds}) == 2


@pytest.mark.rule("S3-WOUND-8")
def test_the_same_fire_leaves_another_wound_with_every_burn() -> None:
    burning = newcomer("bell", fortitude=9, fire={"intensity": 2, "flame": 2})
    spec = given(fight("ogre", burning), *round_of("ogre", "bell", "npc_first"))
    spec.when(EndTurn(actor="bell"), throws=["burn 2c→1", "bell fortitude 9c→9"])
    spec.given(EndTurn(actor="ogre"), *round_of("ogre", "bell", "npc_first"))
    spec.when(EndTurn(actor="bell"), throws=["burn 2c→1", "bell fortitude 9-1=8c→8"])
    assert [wound.points for wound in spec.fight.people["bell"].wounds] == [1, 1]


@pytest.mark.rule("S3-WOUND-8")
def test_every_turn_of_a_drag_and_every_fall_that_does_damage_leave_a_wound_of_their_own() -> None:
    drag = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 4, 6, "subdue", 1))

    def dragged() -> Specification:
        return given(fight("star", newcomer("ripper", fortitude=9)), drag, *round_of("star", "ripper"))

    spec = dragged().when(EndTurn(actor="star"), throws=["drag 4c→1", "ripper fortitude 9c→9"])
    assert wounds(spec.events) == [("ripper", 1, 1)]
    dragged().when(EndTurn(actor="star"), throws=["drag 4c→0"]).never(Wounded)
    fall = DropDown(actor="ogre", storeys=2)
    spec = given(fight(newcomer("ogre", wounds=[MODERATE]), "bell"), *round_of("ogre", "bell"))
    spec.when(fall, throws=["ogre acrobatics 3-2=1c→1", "fall 6c→4", "ogre fortitude 8-2=6c→6"])
    assert [wound.penalty for wound in spec.fight.people["ogre"].wounds] == [2, 2]
