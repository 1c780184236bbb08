"""Tasks made as stunts: which throws may be one, and what action they take (S3-STUNT-1, S3-STUNT-16, S3-STUNT-25)."""

from typing import Any, NamedTuple

import pytest
from pydantic import ValidationError

from domain.core.commands import Command, Join, SentAnswer
from domain.model.event import Event
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.attack.reach import Engaged
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import Search
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent, StuntDeclared
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet, Reposition, SwitchVehicle
from domain.rulesets.s3.chapters.wounds.fire import Extinguish
from domain.rulesets.s3.parts import Close, Stunt, Throwing
from domain.rulesets.s3.state import Hold
from domain.rulesets.s3.words import SKILLS
from tests.rules.s3.builders import attack, check, flee, hide, link, scene, stunt
from tests.rules.s3.specification import Specification, Step, engage, fight, given, riding, round_of

LOST = {"source": "before"}
IDEA = stunt("bravado")
TRIED = ["hero bravado 2c→0"]


def hero(**changes: Any) -> Join:
    """Two points in every skill, and Breath enough."""
    sheet = {"name": "Hero", "pc": True, "fortitude": 9, "breath_max": 9, "skills": dict.fromkeys(SKILLS, 2)}
    return Join(id="hero", sheet={**sheet, **changes})


def foe() -> Join:
    """One point in every skill, a knife in hand, no Breath."""
    sheet = {"name": "Foe", "fortitude": 9, "skills": dict.fromkeys(SKILLS, 1), "items": [{"kind": "knife"}]}
    return Join(id="foe", sheet={**sheet, "hands": {"main": "knife"}})


# S3-STUNT-1, S3-STUNT-16: what may be a stunt


class Task(NamedTuple):
    """A command that throws a skill, where it may be given, the answer to it, and its throws without the stunt's."""

    command: Throwing
    primary: str
    setting: tuple[Step, ...] = ()
    answers: tuple[str, ...] = ()
    opposed: tuple[str, ...] = ()
    hero: dict[str, Any] = {}


CHASE = (fight(hero(), foe(), riding("cycle", "hero"), riding("cart", "foe")), *round_of("hero", "foe"))
ALONGSIDE = RelationSet(vehicle="cycle", other="cart", relation="alongside")
CHOKE = Choked(hold=Hold("choke-1", "choke", "hero", "foe", 3, "unarmed", 1, 0))
DODGED = ("foe: evasion",), ("foe evasion 1c→1",)
TASKS = {
    "attack": Task(attack("hero", "foe"), "hand_to_hand", (), *DODGED),
    "trip": Task(Trip(actor="hero", target="foe", outcome="ground"), "hand_to_hand", (), *DODGED),
    "disarm": Task(Disarm(actor="hero", target="foe", item="knife"), "hand_to_hand", (), *DODGED),
    "pin": Task(Pin(actor="hero", target="foe"), "hand_to_hand", (), *DODGED),
    "strangle": Task(Strangle(actor="hero", target="foe"), "hand_to_hand", (), *DODGED),
    "break_free": Task(
        BreakFree(actor="hero"),
        "hand_to_hand",
        (Pinned(hold=Hold("pin-1", "pin", "foe", "hero", 3, "unarmed", 1, 0)),),
    ),
    "finish_strangle": Task(
        FinishStrangle(actor="hero", target="foe"),
        "hand_to_hand",
        (CHOKE, EndTurn(actor="hero"), EndTurn(actor="foe"), *round_of("hero", "foe")),
        opposed=("foe fortitude 9c→1",),
    ),
    "move": Task(
        Move(actor="hero", zone="roof"),
        "athletics",
        (scene("here", "roof", links=(link("gap", "here", "roof", "check", skill="athletics", need=1),)),),
    ),
    "climb": Task(
        Climb(actor="hero", link="wall"),
        "acrobatics",
        (scene("here", "roof", links=(link("wall", "here", "roof", "climb", feet=30),)),),
    ),
    "drop_down": Task(DropDown(actor="hero", storeys=1), "acrobatics", opposed=("fall 3c→0",)),
    "flee": Task(flee("hero", "foe"), "athletics", (), ("foe: athletics",), ("foe athletics 1c→1",)),
    "chase": Task(Chase(actor="hero", target="foe"), "athletics", (), ("foe: athletics",), ("foe athletics 1c→1",)),
    "hide": Task(hide("hero"), "stealth", (Distract(zone="here"),), ("foe: awareness",), ("foe awareness 1c→1",)),
    "search": Task(
        Search(actor="hero", target="foe"),
        "awareness",
        (Place(combatant="foe", unseen_by=("hero",)),),
        ("foe: stealth",),
        ("foe stealth 1c→1",),
    ),
    "extinguish": Task(
        Extinguish(actor="hero"), "evasion", hero={"fire": {"intensity": 4, "flame": 4, "ticked_round": 1}}
    ),
    "check": Task(check("hero", "medicine", need=1), "medicine"),
}


@pytest.mark.rule("S3-STUNT-1", "S3-STUNT-16", "S3-RUL-29")
@pytest.mark.parametrize("name", TASKS)
def test_every_throw_that_a_command_calls_for_may_be_a_stunt(name: str) -> None:
    task = TASKS[name]
    spec = given(fight(hero(**task.hero), foe()), *round_of("hero", "foe"), engage("hero", "foe"), *task.setting)
    spec.when(
        task.command.model_copy(update={"stunt": IDEA}),
        *task.answers,
        throws=[f"hero {task.primary} 2c→0", *TRIED, *task.opposed],
    ).then(StuntDeclared, BreathSpent(combatant="hero", points=1, purpose="stunt"))
    (declared,) = [event for event in spec.events if isinstance(event, StuntDeclared)]
    assert (declared.primary, declared.memory.skills) == (task.primary, tuple(sorted(("bravado", task.primary))))


@pytest.mark.rule("S3-STUNT-1")
@pytest.mark.parametrize(
    ("command", "throws", "relations"),
    [
        (
            Reposition(actor="hero", vehicle="cart", to="ahead"),
            ["hero piloting 2c→0", *TRIED, "equipment 2=2c→0", "foe piloting 1+2=3c→1"],
            (),
        ),
        (
            SwitchVehicle(actor="hero", vehicle="cart"),
            ["hero acrobatics 2c→0", *TRIED, "foe piloting 1+2=3c→1"],
            (ALONGSIDE,),
        ),
        (
            DamageVehicle(actor="hero", vehicle="cart", weapon="unarmed"),
            ["hero hand_to_hand 2c→0", *TRIED, "foe piloting 1+2=3c→1"],
            (ALONGSIDE,),
        ),
    ],
)
def test_what_is_done_on_vehicles_may_be_a_stunt(
    command: Throwing, throws: list[str], relations: tuple[Event, ...]
) -> None:
    given(*CHASE, *relations).when(command.model_copy(update={"stunt": IDEA}), "foe: piloting", throws=throws).then(
        StuntDeclared
    )


@pytest.mark.rule("S3-STUNT-1", "S3-STUNT-15")
def test_the_answer_of_a_fast_exchange_may_be_a_stunt() -> None:
    spec = given(
        fight("clarity", "asura", fast_melee="always"), *round_of("clarity", "asura"), engage("clarity", "asura")
    )
    reply = {"skill": "melee", "item": "hatchets", "stunt": {"with": ["bravado"]}}
    spec.when(
        attack("clarity", "asura", "saber"),
        SentAnswer(kind="fast_reply", to="asura", answer=reply),
        "clarity: heads",
        throws=[
            "clarity melee 8+1=9c→5",
            "asura melee 6c→1",
            "asura bravado 6c→2",
            "equipment 2=2c→1",
            "damage 5+2=7c→1",
            "asura fortitude 6c→5",
        ],
    ).then(
        StuntDeclared,
        BreathSpent(combatant="asura", points=1, purpose="stunt"),
        ContestSettled(
            task="fast", actor="clarity", opponent="asura", actor_result=5, opponent_result=3, won=True, margin=2
        ),
    )


@pytest.mark.rule("S3-STUNT-1")
def test_a_stunt_has_at_least_one_secondary_skill() -> None:
    with pytest.raises(ValidationError):
        Stunt.model_validate({"with": []})


@pytest.mark.rule("S3-STUNT-16")
def test_a_check_outside_of_rounds_may_be_a_stunt() -> None:
    spec = given(fight("devil", "jailor")).when(
        check("devil", "deception", against="jailor awareness", stunt=stunt("bravado", tactic="threaten")),
        "jailor: awareness",
        throws=["devil deception 5c→3", "devil bravado 9c→8", "jailor awareness 7c→5"],
    )
    spec.then(
        BreathSpent(combatant="devil", points=1, purpose="stunt"),
        ContestSettled(
            task="check", actor="devil", opponent="jailor", actor_result=8, opponent_result=5, won=True, margin=3
        ),
    )


# S3-STUNT-25: the way to the target

CLOSING = ("acrobatics", "athletics", "stealth", "piloting", "animal_handling")
CLOSE_ACTIONS = (
    attack("hero", "foe"),
    Trip(actor="hero", target="foe", outcome="ground"),
    Disarm(actor="hero", target="foe", item="knife"),
    Pin(actor="hero", target="foe"),
    Strangle(actor="hero", target="foe"),
)


def apart(*steps: Step, **changes: Any) -> Specification:
    """The hero on its turn, the foe in the same zone, out of reach."""
    return given(fight(hero(**changes), foe()), *round_of("hero", "foe"), *steps)


@pytest.mark.rule("S3-STUNT-25", "S3-RUL-29")
@pytest.mark.parametrize("skill", [skill for skill in SKILLS if skill not in ("initiative", "hand_to_hand")])
def test_a_movement_skill_among_the_secondaries_brings_the_actor_to_its_target(skill: str) -> None:
    spec = apart().when(attack("hero", "foe", stunt=stunt(skill))).then(Engaged(combatant="hero", other="foe"))
    taken = [event.action for event in spec.events if isinstance(event, ActionTaken)]
    assert taken == (["attack"] if skill in CLOSING else ["attack", "movement"])


@pytest.mark.rule("S3-STUNT-25")
@pytest.mark.parametrize("command", CLOSE_ACTIONS, ids=lambda command: command.type)
def test_so_does_it_in_every_close_attack_action_and_after_the_movement_action(command: Close) -> None:
    moved = (scene("here", "yard", links=(link("door", "here", "yard"),)), Place(combatant="foe", zone="yard"))
    spec = apart(*moved, Move(actor="hero", zone="yard"))
    spec.when(command.model_copy(update={"stunt": IDEA})).refused("S3-RANGE-4")
    spec.when(command.model_copy(update={"stunt": stunt("stealth")})).then(Engaged(combatant="hero", other="foe"))


@pytest.mark.rule("S3-STUNT-25")
@pytest.mark.parametrize(
    ("changes", "steps", "rule"),
    [
        ({"prone": True}, (), "S3-LEGAL-7"),
        ({"limbs": {"left_leg": LOST, "right_leg": LOST}}, (), "S3-LEGAL-10"),
        ({}, (Choked(hold=Hold("choke-1", "choke", "foe", "hero", 3, "unarmed", 1, 0)),), "S3-LEGAL-5"),
    ],
)
def test_not_an_actor_who_may_not_move(changes: dict[str, Any], steps: tuple[Step, ...], rule: str) -> None:
    apart(*steps, **changes).when(attack("hero", "foe", stunt=stunt("acrobatics"))).refused(rule)


@pytest.mark.rule("S3-STUNT-25")
def test_not_to_another_zone_and_on_vehicles_only_to_one_alongside() -> None:
    leap = attack("hero", "foe", stunt=stunt("acrobatics"))
    elsewhere: tuple[Command, ...] = (scene("here", "yard"), Place(combatant="foe", zone="yard"))
    apart(*elsewhere).when(leap).refused("S3-RANGE-1")
    given(*CHASE).when(leap).refused("S3-MOUNT-7")
    given(*CHASE, ALONGSIDE).when(leap).asks("oppose", "foe")
