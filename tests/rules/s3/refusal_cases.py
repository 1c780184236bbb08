"""What S3 forbids: at least one command for every rule that its code refuses by."""

from pathlib import Path
from typing import Any

from domain.core.commands import Command, SentAnswer, SetPolicy
from domain.rulesets import s3
from domain.rulesets.s3.chapters.attack.attacks import ExtraAttackOpened
from domain.rulesets.s3.chapters.attack.disarming import Disarm
from domain.rulesets.s3.chapters.grapple.pins import BreakFree, Pin, Release
from domain.rulesets.s3.chapters.grapple.strangling import FinishStrangle, Strangle
from domain.rulesets.s3.chapters.grapple.trips import Trip
from domain.rulesets.s3.chapters.movement.climbing import Climb
from domain.rulesets.s3.chapters.movement.falling import DropDown
from domain.rulesets.s3.chapters.movement.hiding import Search, Smoke
from domain.rulesets.s3.chapters.movement.leaving import FellProne
from domain.rulesets.s3.chapters.movement.pursuit import Chase
from domain.rulesets.s3.chapters.movement.walking import Move, StandUp
from domain.rulesets.s3.chapters.narrator.conditions import Heal, Impose, SetFate
from domain.rulesets.s3.chapters.narrator.corrections import MemoryEntry, Remove, SetStuntMemory
from domain.rulesets.s3.chapters.narrator.hazards import Administer, PoisonStrikes
from domain.rulesets.s3.chapters.narrator.placing import Place
from domain.rulesets.s3.chapters.narrator.scenery import Distract
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent
from domain.rulesets.s3.chapters.turns.actions import ActionTaken
from domain.rulesets.s3.chapters.turns.gear import PickUp, Ready, Stow
from domain.rulesets.s3.chapters.turns.pairings import BeginTurn, StrikeTurn
from domain.rulesets.s3.chapters.turns.rounds import BeginRound
from domain.rulesets.s3.chapters.turns.turns import EndTurn
from domain.rulesets.s3.chapters.vehicles.crashes import VehicleWrecked
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.vehicles.riding import TakeReins
from domain.rulesets.s3.chapters.wounds.fire import Extinguish
from domain.rulesets.s3.chapters.wounds.wounds import Stunned
from domain.rulesets.s3.state import Drag, Memory
from tests.rules.refusal_cases import Forbidden, Row
from tests.rules.s3.builders import (
    ALONGSIDE,
    attack,
    check,
    defend,
    flee,
    hide,
    leap,
    link,
    player,
    reposition,
    scene,
    seat,
    shoot,
    stunt,
)
from tests.rules.s3.every_command import choke, pin
from tests.rules.s3.specification import S3_NOTATION, Step, engage, fight, newcomer, riding, round_of

GROUND = scene(
    "here",
    "road",
    "roof",
    links=(link("wall", "here", "roof", "climb", feet=20), link("door", "here", "road")),
    sees={"here": ("road",)},
)
SUPPLIES = [
    {"kind": "hand_cannon"},
    {"kind": "smoke_bomb"},
    {"kind": "flash_bomb"},
    {"kind": "grenade", "quantity": 0},
    {"kind": "saber"},
]
OGRE = newcomer("ogre", items=[{"kind": "pistol"}, *SUPPLIES], hands={"main": "pistol"})
GATHERED: tuple[Step, ...] = (fight(OGRE, "asura", "bell"), GROUND)
ROAD: tuple[Step, ...] = (
    fight("star", "ripper", "tiger", riding("red", "star"), riding("black", "ripper")),
    ALONGSIDE,
    *round_of("star", "ripper"),
)
ARMLESS = tuple(Impose(combatant="ogre", limb=arm) for arm in ("main_arm", "off_arm"))
LEGLESS = tuple(Impose(combatant="ogre", limb=leg) for leg in ("left_leg", "right_leg"))
FELLED = Impose(combatant="bell", disabled="down")
AWAY = Place(combatant="asura", zone="roof")
SPENT = check("ogre", "awareness", action="attack")
FIRED = ActionTaken(actor="ogre", action="attack", command="s3.attack", extra="gunslinger")
TWIRL = Memory(("acrobatics", "hand_to_hand"), ("unarmed",), "attack", "")
ENTRY = MemoryEntry(skills=("melee", "stealth"), task="attack")
AHEAD = Place.model_validate({"combatant": "ogre", "relative": [{"vehicle": "bell", "is": "ahead"}]})
DRAGGING = DragBegun(drag=Drag("drag", "star", "ripper", "chain_whip", 8, 6, "subdue", 0))


def facing(*steps: Step, **options: Any) -> tuple[Step, ...]:
    """The turn of the ogre, in reach of the asura and a bell, and what has happened in it."""
    opening = (fight(OGRE, "asura", "bell", **options), GROUND, engage("ogre", "asura", "bell"))
    return (*opening, *round_of("ogre", "asura"), *steps)


def road(*steps: Step) -> tuple[Step, ...]:
    """Star and Ripper side by side on her turn, and what has happened in it."""
    return (*ROAD, *steps)


def bought(*steps: Step) -> tuple[Step, ...]:
    """The ogre was stunned, and buys a single action whenever it is."""
    spends = SetPolicy(of="ogre", kind="act_stunned", answer="spend")
    return (*GATHERED, spends, Stunned(combatant="ogre"), *round_of("ogre", "asura"), *steps)


def answered(command: Command, *answers: Any) -> Command:
    return command.model_copy(update={"answers": answers})


PUNCH = attack("ogre", "asura")
FAST_PUNCH = attack("ogre", "asura", fast=True)
STRIKE_BACK = SentAnswer(kind="fast_reply", to="asura", answer={"skill": "athletics"})
ROWS: tuple[Row, ...] = (
    # Attacks and weapons
    Row("S3-ATK-2", facing(), attack("ogre", "asura", "pistol/blade")),
    Row("S3-ATK-3", facing(), attack("ogre", "asura", "pistol", parry=True), player("ogre")),
    Row("S3-ATK-4", facing(), answered(PUNCH, defend("asura", "melee", item="spoon"))),
    Row("S3-ATK-9", facing(), attack("ogre", "asura", "crowbar")),
    Row("S3-ATK-11", facing(), attack("ogre", "asura", "grenade")),
    Row("S3-ATK-14", facing(), attack("ogre", "ogre")),
    Row("S3-FAST-1", facing(), FAST_PUNCH),
    Row("S3-FAST-4", facing(fast_melee="allowed"), answered(FAST_PUNCH, STRIKE_BACK)),
    Row("S3-RANGE-1", facing(AWAY), attack("ogre", "asura")),
    Row("S3-RANGE-4", (*GATHERED, *round_of("ogre", "asura")), attack("ogre", "asura", approach=False)),
    Row("S3-HIDE-6", facing(Place(combatant="asura", unseen_by=("ogre",))), PUNCH),
    Row("S3-LEGAL-15", facing(FELLED), attack("ogre", "bell")),
    Row("S3-SHEET-10", road(), attack("star", "black", "pistol")),
    Row("S3-OPP-2", facing(), answered(PUNCH, defend("asura", "piloting"))),
    # Other ways to strike
    Row("S3-DISARM-1", facing(), Disarm(actor="ogre", target="asura", item="hatchets", weapon="pistol")),
    Row("S3-DISARM-4", facing(), Disarm(actor="ogre", target="asura", item="saber")),
    Row("S3-TRIP-1", facing(), Trip(actor="ogre", target="asura", outcome="ground", weapon="saber")),
    Row("S3-TRIP-3", facing(), Trip(actor="ogre", target="asura", outcome="hazard:well")),
    Row("S3-TRIP-3", facing(), Trip(actor="ogre", target="asura", outcome="dismount")),
    Row("S3-PIN-1", facing(Ready(actor="ogre", item="saber", hand="off")), Pin(actor="ogre", target="asura")),
    Row("S3-PIN-4", facing(), BreakFree(actor="ogre")),
    Row("S3-PIN-9", facing(), Release(actor="ogre", hold="pin_1")),
    Row("S3-STRAN-2", facing(), Strangle(actor="ogre", target="asura", weapon="saber")),
    Row("S3-STRAN-6", facing(), FinishStrangle(actor="ogre", target="asura")),
    Row("S3-CALL-13", facing(Impose(combatant="asura", limb="eyes")), attack("ogre", "asura", called="eyes")),
    Row("S3-CALL-17", facing(), attack("ogre", "asura", "flash_bomb", called="main_arm")),
    # Things
    Row("S3-EQUIP-16", facing(), Smoke(actor="ogre", item="pistol")),
    Row("S3-MOVE-18", facing(), PickUp(actor="ogre", item="crowbar")),
    Row("S3-TURN-13", facing(), Stow(actor="ogre", item="saber")),
    # Stunts
    Row("S3-STUNT-1", facing(), Move(actor="ogre", leave=True, stunt=stunt("stealth"))),
    Row("S3-STUNT-2", facing(), attack("ogre", "asura", stunt=stunt("initiative"))),
    Row("S3-STUNT-3", facing(), attack("ogre", "asura", stunt=stunt("hand_to_hand"))),
    Row(
        "S3-STUNT-5",
        facing(BreathSpent(combatant="ogre", points=3, purpose="stunt")),
        attack("ogre", "asura", stunt=stunt("acrobatics")),
    ),
    Row(
        "S3-STUNT-17",
        facing(StuntMemoryAdded(combatant="ogre", memory=TWIRL)),
        attack("ogre", "asura", stunt=stunt("acrobatics")),
    ),
    Row("S3-STUNT-28", facing(), attack("ogre", "asura", stunt=stunt("stealth", melee="saber"))),
    # Ways
    Row("S3-MOVE-1", facing(), Move(actor="ogre")),
    Row("S3-MOVE-2", facing(), Move(actor="ogre", zone="roof")),
    Row("S3-MOVE-4", facing(AWAY), Move(actor="ogre", engage="asura")),
    Row("S3-MOVE-5", facing(), Climb(actor="ogre", link="door")),
    Row("S3-MOVE-9", facing(), DropDown(actor="ogre")),
    Row("S3-MOVE-14", facing(), flee("ogre", "bell")),
    Row("S3-MOVE-15", facing(AWAY), Chase(actor="ogre", target="asura")),
    Row("S3-MOVE-18", facing(), StandUp(actor="ogre")),
    Row("S3-FIRE-7", facing(), Extinguish(actor="ogre")),
    # Out of sight
    Row("S3-HIDE-1", facing(), hide("ogre")),
    Row("S3-HIDE-3", facing(Distract(zone="here")), hide("ogre", "sneak", "ogre")),
    Row("S3-HIDE-4", facing(Distract(zone="here")), hide("ogre", "sneak", "bell", engage="asura")),
    Row("S3-HIDE-5", facing(Distract(zone="here")), hide("ogre", "escape", engage="bell")),
    Row("S3-HIDE-8", facing(), Search(actor="ogre", target="bell")),
    # On the road
    Row("S3-MOUNT-3", road(Place(combatant="black", zone="here")), reposition("star", "black", "ahead")),
    Row("S3-MOUNT-4", road(), reposition("star", "red", "ahead")),
    Row("S3-MOUNT-6", road(seat("star", "black")), reposition("star", "black", "ahead")),
    Row("S3-MOUNT-7", road(), Pin(actor="star", target="tiger")),
    Row("S3-MOUNT-11", road(VehicleStopped(vehicle="black")), leap("star", "black")),
    Row("S3-MOUNT-21", road(VehicleHalting(vehicle="red", cause="attacked")), reposition("star", "black", "ahead")),
    Row("S3-MOUNT-23", road(VehicleWrecked(vehicle="black")), leap("star", "black")),
    Row("S3-MOUNT-24", road(), leap("star", "red")),
    Row("S3-MOUNT-28", road(), TakeReins(actor="star")),
    Row("S3-MOUNT-29", road(Impose(combatant="ripper", disabled="down")), seat("ripper", "black", "driver")),
    Row("S3-MOUNT-33", road(DRAGGING), Stow(actor="star", item="chain_whip")),
    Row("S3-ATK-14", road(), shoot("star", "red")),
    # Turns and actions
    Row("S3-TURN-2", facing(), BeginRound()),
    Row("S3-TURN-4", facing(), BeginTurn(pc="ogre", npc="bell")),
    Row("S3-TURN-5", (*GATHERED, BeginRound()), BeginTurn(pc="ogre", npc="ogre")),
    Row("S3-TURN-10", facing(check("ogre", "awareness", action="movement")), Move(actor="ogre", leave=True)),
    Row("S3-TURN-11", facing(SPENT), PUNCH),
    Row("S3-TURN-19", facing(), StrikeTurn(pc="ogre")),
    Row("S3-TURN-21", (*GATHERED, BeginRound()), BeginTurn(pc="ogre")),
    Row("S3-TURN-25", (fight("ogre"),), BeginRound()),
    Row("S3-TURN-27", facing(), attack("asura", "ogre")),
    Row("S3-TURN-28", facing(attack("ogre", "asura")), EndTurn(actor="ogre")),
    Row("S3-STUN-7", bought(SPENT), PUNCH),
    Row("S3-LEGAL-3", bought(), attack("ogre", "asura")),
    Row("S3-PIN-3", facing(pin("asura", "ogre")), PUNCH),
    Row("S3-LEGAL-5", facing(choke("asura", "ogre")), attack("ogre", "bell")),
    Row("S3-LEGAL-6", facing(DragBegun(drag=Drag("drag", "asura", "ogre", "hatchets", 5, 3, "subdue", 0))), PUNCH),
    Row("S3-LEGAL-7", facing(FellProne(combatant="ogre")), Move(actor="ogre", zone="road")),
    Row("S3-LEGAL-9", facing(*ARMLESS), Pin(actor="ogre", target="asura")),
    Row("S3-LEGAL-10", facing(*LEGLESS), StandUp(actor="ogre")),
    Row(
        "S3-TAL-7",
        facing(SPENT, ExtraAttackOpened(actor="ogre", talent="gunslinger"), FIRED),
        Pin(actor="ogre", target="asura"),
    ),
    # Checks
    Row("S3-OPP-1", facing(), check("ogre", "awareness", against="ogre stealth")),
    Row("S3-THROW-9", facing(), check("ogre", "awareness", modifier=2), player("ogre")),
    Row("S3-THROW-11", facing(), check("ogre", "awareness", against="asura stealth", need=2)),
    Row("S3-NARR-9", facing(), check("ogre", "awareness"), player("ogre")),
    # The narrator's hand
    Row("S3-NARR-2", facing(), scene("road")),
    Row("S3-NARR-3", facing(), Place(combatant="ogre", zone="moon")),
    Row("S3-RANGE-5", facing(AWAY), Place(combatant="ogre", zone="here", engaged_with=("asura",))),
    Row("S3-SHEET-9", facing(), seat("ogre", "cart")),
    Row("S3-MOUNT-2", facing(), AHEAD),
    Row("S3-HIDE-2", facing(), Distract(zone="moon")),
    Row("S3-NARR-5", facing(), Impose(combatant="ogre")),
    Row("S3-LEGAL-11", road(), Impose(combatant="ripper", prone=True)),
    Row("S3-CALL-13", facing(Impose(combatant="ogre", limb="eyes")), Impose(combatant="ogre", limb="eyes")),
    Row("S3-DIS-10", facing(), Impose(combatant="ogre", disabled="slain")),
    Row("S3-DIS-9", facing(), SetFate(combatant="ogre", fate="down")),
    Row("S3-NARR-6", facing(), Heal(combatant="ogre", limbs=("eyes",))),
    Row("S3-EQUIP-20", facing(), Administer(combatants=("ogre",), poison="arsenic", route="ingested")),
    Row("S3-POIS-6", facing(), PoisonStrikes(combatant="ogre", dose="wine")),
    Row("S3-NARR-8", facing(Remove(combatant="bell")), Remove(combatant="bell")),
    Row("S3-NARR-10", facing(), SetStuntMemory(combatant="ogre", remove=ENTRY)),
)
S3_FORBIDDEN = Forbidden(
    S3_NOTATION, "S3", Path(s3.__file__).parent, ROWS, naming=frozenset({"RULES_OF_TERMS", "DRAGGING", "FORTITUDE"})
)
