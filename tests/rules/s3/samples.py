"""One realistic instance of every event of S3 and of those that all rulesets share."""

from domain.chance.draws import Draw
from domain.chance.seeds import RevealedSeed
from domain.core import events as core
from domain.model.encounter import Frame, Question, Waiting
from domain.model.event import Event, Json
from domain.rulesets.s3.events import harm, places, throws, turns
from domain.rulesets.s3.items import Item, Mode
from domain.rulesets.s3.state import (
    Disabled,
    Dose,
    Drag,
    Fire,
    HazardPlan,
    Hold,
    LinkPlan,
    Loss,
    Memory,
    Wound,
    ZonePlan,
)

OGRE, BELL, HU, CLAW, CYCLE, TRUCK = "one_eyed_ogre", "bell_1", "doctor_hu", "iron_claw", "auto_cycle", "steam_truck"
NAMES = {
    OGRE: "One-Eyed Ogre",
    BELL: "Golden Bell member",
    HU: "Doctor Hu",
    CLAW: "Iron Claw",
    CYCLE: "Red Autocycle",
    TRUCK: "Steam Truck",
}
PISTOL = Item("pistol", "pistol", "Pistol", (Mode("sharpshooting", reach="medium", damage=2, flags=("firearm",)),))
KNIFE = Item("throwing_knife", "knife", "Throwing knife", (Mode("sharpshooting", flags=("thrown",)),), quantity=3)
SHEET = {
    "type": "person",
    "id": OGRE,
    "name": "One-Eyed Ogre",
    "pc": True,
    "fortitude": 5,
    "skills": {"sharpshooting": 7, "initiative": 5},
    "breath_max": 3,
    "breath": 3,
    "items": {"pistol": {"id": "pistol", "kind": "pistol", "name": "Pistol"}},
    "hands": {"main": "pistol"},
}
DEFENCE: Json = {"skill": "melee", "item": "long_sword", "stunt": {"with": ["acrobatics"], "tactic": "over the rail"}}
WAITING = Waiting(
    Frame("s3.contest.opposed", {"task": "attack"}, 21),
    (Frame("s3.attack.over", {"attacker": OGRE, "target": BELL}, 21),),
    {"prompt-22-1": Question("oppose", BELL, {"task": "attack"})},
    single=True,
)

SHARED: tuple[Event, ...] = (
    core.Commanded(
        {"type": "s3.attack", "actor": OGRE, "target": BELL, "weapon": "sword_pistol/shot", "called": "main_arm"},
        1,
        "s3",
        "1",
        True,
    ),
    core.EncounterOpened("s3", "Brawl on the bridge", {"fast_melee": "allowed"}, "either", "ab" * 32, "three owls"),
    core.CombatantJoined(OGRE, "One-Eyed Ogre", "players", SHEET),
    core.Prompted(
        "prompt-22-1",
        "oppose",
        BELL,
        {"task": "attack", "actor": OGRE, "skills": ["evasion", "melee"]},
        ({"skill": "evasion"}, {"skill": "melee", "item": "long_sword"}),
        waiting=WAITING,
    ),
    core.Answered("oppose", BELL, "policy", DEFENCE, "prompt-22-1"),
    core.AnswerUnused("call_flip", OGRE, "heads"),
    core.PromptLapsed("prompt-22-1", "Golden Bell member is out of action"),
    core.Resumed(("prompt-22-1",)),
    core.PolicySet(BELL, "call_flip", "tails"),
    core.Noted("The bridge is slippery.", (OGRE, BELL), "It will break in round three."),
    core.Ruled("The lantern has gone out.", (OGRE,), "S3-NARR-4"),
    core.Rewound(20, 2, "cd" * 32, {"people": {OGRE: SHEET}, "round_number": 1}, "a misread sheet", {"answers": {}}),
    core.Imported("bridge", "bridge-again", 45, "ab" * 32, 2, "cd" * 32),
    core.Branched("s3", "What if", "bridge", 20, "ef" * 32, 18, 1, "seeded", "cd" * 32, {"people": {OGRE: SHEET}}),
    core.EncounterClosed((RevealedSeed(1, "ef" * 32, "three owls"),), ("prompt-22-1",), "dawn breaks"),
)

THROWS: tuple[Event, ...] = (
    throws.CoinsThrown(CLAW, "evasion", (("points", 8), ("pin", -5)), Draw("HTT"), 1, "narrator"),
    throws.CoinFlipped(OGRE, BELL, Draw("T", "supplied"), BELL, OGRE, "heads"),
    throws.ContestSettled("trip/ground", OGRE, BELL, 5, 4, True, 1),
    throws.CheckSettled(HU, "sleight_of_hand", 3, 2, True),
)

TURNS: tuple[Event, ...] = (
    turns.SceneSet(
        (ZonePlan("upper_deck", "upper deck"), ZonePlan("engine_room", sees=())),
        (LinkPlan("rope_ladder", "engine_room", "upper_deck", "climb", feet=20),),
        (HazardPlan("boiler", "engine_room", coins=5),),
    ),
    turns.SceneBegun(2, "The burning ship"),
    turns.RoundBegun(1, 2, (OGRE, HU)),
    turns.RoundClosing(1),
    turns.RoundEnded(1),
    turns.PairingOpened(OGRE, BELL, "pc_first"),
    turns.InitiativeSettled((OGRE, BELL)),
    turns.PairingStruck(HU, "not_able"),
    turns.PairingClosed(OGRE, BELL),
    turns.TurnBegun(OGRE),
    turns.TurnLost(BELL, "stunned"),
    turns.ActionBought(OGRE),
    turns.ActionTaken(OGRE, "movement", "s3.damage_vehicle"),
    turns.ExtraAttackOpened(OGRE, "double_strike"),
    turns.ReplyAttackSpent(BELL),
    turns.TurnForfeited(BELL),
    turns.TurnEnding(BELL, "not_able"),
    turns.TurnEnded(OGRE),
    turns.FightDecided("players"),
    turns.FightReopened(),
    turns.CombatEnded(),
)

PLACES: tuple[Event, ...] = (
    places.Moved(OGRE, "upper_deck"),
    places.Engaged(OGRE, BELL),
    places.Disengaged(OGRE, (BELL, CLAW)),
    places.Climbed(HU, "rope_ladder", 12, 12, False),
    places.ClimbForgotten(HU),
    places.Fell(HU, 3, 2),
    places.FellProne(BELL),
    places.StoodUp(BELL),
    places.LeftFight(BELL, "left_behind"),
    places.CameBack(BELL),
    places.Hidden(HU, (BELL, CLAW)),
    places.Spotted(HU, (CLAW,)),
    places.DistractionSet("upper_deck", 3),
    places.DistractionEnded("here"),
    places.ItemReadied(OGRE, "throwing_knife", ("main",)),
    places.ItemStowed(OGRE, "throwing_knife"),
    places.ItemGripLoosened(CLAW, "great_axe", "off"),
    places.ItemDropped(OGRE, PISTOL, "upper_deck"),
    places.ItemPickedUp(BELL, PISTOL, "here", ("main",)),
    places.ItemTaken(CLAW, OGRE, PISTOL, ("main", "off")),
    places.ItemUsed(HU, "smoke_bomb", 0),
    places.ItemThrown(OGRE, KNIFE, 2, "engine_room"),
    places.CoatingUsed(HU, "poison_needle", 1),
    places.RelationSet(CYCLE, TRUCK, "behind"),
    places.SeatTaken(OGRE, CYCLE, "driver"),
    places.SeatLeft(OGRE, CYCLE),
    places.VehicleHalting(CYCLE, "driverless"),
    places.VehicleRolling(CYCLE),
    places.VehicleStopped(CYCLE),
    places.VehicleWrecked(CYCLE),
    places.VehicleMoved(TRUCK, "engine_room"),
)

HARM: tuple[Event, ...] = (
    harm.AttackHit(OGRE, BELL, "sword_pistol/shot", 5, 1, "kill", "main_arm"),
    harm.AttackMissed(OGRE, BELL, "unarmed"),
    harm.BreathSpent(OGRE, 1, "act_stunned"),
    harm.BreathRestored(OGRE, 2),
    harm.StuntDeclared(HU, "melee", Memory(("acrobatics", "melee"), ("saber",), "attack", "off the wall"), 1),
    harm.StuntMemoryAdded(HU, Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    harm.StuntMemoryRemoved(HU, Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    harm.DamageSuffered(BELL, "burn", 2, 3, 2, OGRE),
    harm.Wounded(BELL, Wound("wound-31-1", 4, 2, OGRE), 3),
    harm.Stunned(BELL),
    harm.StunRoundSet(BELL, 2),
    harm.StunOver(BELL),
    harm.LimbLost(BELL, "left_leg", Loss(OGRE, 4)),
    harm.LimbRestored(BELL, "left_leg"),
    harm.LimbPenaltySet(BELL, "main_arm", "hand_to_hand", False),
    harm.CombatantDisabled(CLAW, Disabled(("fortitude", "wounds"), "down")),
    harm.FateSet(CLAW, "unconscious"),
    harm.Recovered(CLAW),
    harm.WoundsHealed(BELL, ("wound-31-1", "wound-44-1")),
    harm.Pinned(Hold("hold-25-1", "pin", HU, CLAW, 6, "unarmed", 1, 25)),
    harm.Choked(Hold("hold-27-1", "choke", HU, BELL, 1, "iron_chain", 1, 27, "kill")),
    harm.HoldEnded("hold-25-1", "pin", HU, CLAW, "holder_moved"),
    harm.DragBegun(Drag("drag-33-1", OGRE, BELL, "iron_chain", 4, 2, "subdue", 33)),
    harm.DragEnded("drag-33-1", OGRE, BELL, "arm_lost"),
    harm.Ignited(BELL, Fire(3, 3, OGRE, "subdue", 1)),
    harm.FireTicked(BELL, 2, 1),
    harm.FireSmothered(BELL, 1, 0),
    harm.FireOut(BELL),
    harm.DoseGiven(BELL, Dose("dose-40-1", "black_lotus", 5, "blade", 1, 40, source=HU, intent="subdue")),
    harm.DoseStruck(BELL, "dose-40-1"),
    harm.DosesCured(BELL, ("dose-40-1",)),
)

SAMPLES: tuple[Event, ...] = (*SHARED, *THROWS, *TURNS, *PLACES, *HARM)
