"""Every command of an actor, and what the rules have against each of them now."""

from typing import Any

from domain.core.commands import CORE_COMMANDS, Command, Join
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import refusal_for
from domain.rulesets.s3 import S3
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.events.harm import Choked, Pinned
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
ACTING = tuple(kind for kind in S3.commands if issubclass(kind, ask.Acting))
NARRATIONS = tuple(kind for kind in S3.commands if kind not in (*CORE_COMMANDS, *ACTING))


def everything(actor: str, foe: str) -> dict[str, Command]:
    """Every command of an actor, with bare hands where there is a choice; a check as the movement action."""
    commands: tuple[Command, ...] = (
        attack(actor, foe),
        ask.Trip(actor=actor, target=foe, outcome="ground"),
        ask.Disarm(actor=actor, target=foe, item="hatchets"),
        ask.Pin(actor=actor, target=foe),
        ask.BreakFree(actor=actor),
        ask.Strangle(actor=actor, target=foe),
        ask.FinishStrangle(actor=actor, target=foe),
        ask.DamageVehicle(actor=actor, vehicle="cycle", weapon="unarmed"),
        ask.Smoke(actor=actor, item="smoke_bomb"),
        ask.Move(actor=actor, leave=True),
        ask.Climb(actor=actor, link="wall"),
        ask.DropDown(actor=actor, storeys=1),
        flee(actor),
        ask.Chase(actor=actor, target=foe),
        hide(actor),
        ask.Search(actor=actor, target=foe),
        ask.StandUp(actor=actor),
        ask.PickUp(actor=actor, item="crowbar"),
        ask.Extinguish(actor=actor),
        ask.Reposition(actor=actor, vehicle="cycle", to="ahead"),
        ask.SwitchVehicle(actor=actor, vehicle="cycle"),
        ask.TakeReins(actor=actor),
        check(actor, "awareness", action="movement"),
        ask.Ready(actor=actor, item="saber"),
        ask.Stow(actor=actor, item="pistol"),
        ask.Drop(actor=actor, item="pistol"),
        ask.Release(actor=actor, hold="pin_1"),
        ask.EndTurn(actor=actor),
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
