"""Every command of an actor, and what the rules have against each of them now."""

from typing import Any

from domain.core.commands import CORE_COMMANDS, Command, Join
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import refusal_for
from domain.rulesets.s3 import S3
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Pinned, Release
from domain.rulesets.s3.chapters.grapple.strangling import Choked, FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import Search, Smoke
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.turns.gear import Drop, PickUp, Ready, Stow
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import DamageVehicle
from domain.rulesets.s3.chapters.vehicles.riding import Reposition, SwitchVehicle, TakeReins
from domain.rulesets.s3.chapters.wounds.fire import Extinguish
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Fight, Hold
from tests.rules.s3.builders import attack, check, flee, hide, link, scene
from tests.rules.s3.specification import Specification, Step, engage, fight, given, newcomer, round_of

LOST = {"source": "before"}
BOTH_ARMS = {"main_arm": LOST, "off_arm": LOST}
BOTH_LEGS = {"left_leg": LOST, "right_leg": LOST}
GROUND = scene(
    "here", "road", "roof", links=(link("wall", "here", "roof", "climb", feet=20), link("door", "here", "road"))
)
ATTACKS = {
    "attack",
    "break_free",
    "damage_vehicle",
    "disarm",
    "finish_strangle",
    "pin",
    "smoke",
    "strangle",
    "trip",
}
MOVEMENTS = {
    "chase",
    "check",
    "climb",
    "drop_down",
    "extinguish",
    "flee",
    "hide",
    "move",
    "pick_up",
    "reposition",
    "search",
    "stand_up",
    "switch_vehicle",
    "take_reins",
}
FREE = {"drop", "ready", "release", "stow"}
EVERYTHING = ATTACKS | MOVEMENTS | FREE | {"end_turn"}
ACTING = tuple(kind for kind in S3.commands if issubclass(kind, Acting))
NARRATIONS = tuple(kind for kind in S3.commands if kind not in (*CORE_COMMANDS, *ACTING))


def everything(actor: str, foe: str) -> dict[str, Command]:
    """Every command of an actor, with bare hands where there is a choice; a check as the movement action."""
    commands: tuple[Command, ...] = (
        attack(actor, foe),
        Trip(actor=actor, target=foe, outcome="ground"),
        Disarm(actor=actor, target=foe, item="hatchets"),
        Pin(actor=actor, target=foe),
        BreakFree(actor=actor),
        Strangle(actor=actor, target=foe),
        FinishStrangle(actor=actor, target=foe),
        DamageVehicle(actor=actor, vehicle="cycle", weapon="unarmed"),
        Smoke(actor=actor, item="smoke_bomb"),
        Move(actor=actor, leave=True),
        Climb(actor=actor, link="wall"),
        DropDown(actor=actor, storeys=1),
        flee(actor),
        Chase(actor=actor, target=foe),
        hide(actor),
        Search(actor=actor, target=foe),
        StandUp(actor=actor),
        PickUp(actor=actor, item="crowbar"),
        Extinguish(actor=actor),
        Reposition(actor=actor, vehicle="cycle", to="ahead"),
        SwitchVehicle(actor=actor, vehicle="cycle"),
        TakeReins(actor=actor),
        check(actor, "awareness", action="movement"),
        Ready(actor=actor, item="saber"),
        Stow(actor=actor, item="pistol"),
        Drop(actor=actor, item="pistol"),
        Release(actor=actor, hold="pin_1"),
        EndTurn(actor=actor),
    )
    return {command.type.removeprefix("s3."): command for command in commands}


def rule_against(current: Fight, command: Command) -> str | None:
    """The rule that refuses the command now, or ``invalid``; None where it is legal."""
    refusal = refusal_for(S3, current, command, NARRATOR)
    return None if refusal is None else refusal.rule or refusal.code


def rules_against(spec: Specification, actor: str = "ogre", foe: str = "asura") -> dict[str, str | None]:
    """For every command the rule that refuses it now."""
    return {name: rule_against(spec.fight, command) for name, command in everything(actor, foe).items()}


def left_open(spec: Specification, rule: str, actor: str = "ogre", foe: str = "asura") -> set[str]:
    """The commands that this rule does not refuse."""
    return {name for name, against in rules_against(spec, actor, foe).items() if against != rule}


def ogre(**changes: Any) -> Join:
    return newcomer("ogre", **changes)


def face_to_face(*steps: Step, hero: Join | str = "ogre", **options: Any) -> Specification:
    """The turn of the ogre, in reach of the asura; a bell stands by."""
    opening = (fight(hero, "asura", "bell", **options), GROUND, engage("ogre", "asura", "bell"))
    return given(*opening, *round_of("ogre", "asura"), *steps)


def pin(holder: str, held: str) -> Pinned:
    return Pinned(hold=Hold("pin_1", "pin", holder, held, 3, "unarmed", 1, 0))


def choke(holder: str, held: str) -> Choked:
    return Choked(hold=Hold("choke_1", "choke", holder, held, 3, "unarmed", 1, 0))
