"""One realistic instance of every event of S3 and of those that all rulesets share."""

from domain.chance.draws import Draw
from domain.chance.seeds import RevealedSeed
from domain.core import events as core
from domain.core.events import CombatantJoined
from domain.model.encounter import Frame, Question, Waiting
from domain.model.event import Event, Json
from domain.rulesets.s3.chapters.attack.attacks import ExtraAttackOpened
from domain.rulesets.s3.chapters.attack.blows import AttackHit, AttackMissed
from domain.rulesets.s3.chapters.attack.disarming import ItemTaken
from domain.rulesets.s3.chapters.attack.fast_melee import ReplyAttackSpent, TurnForfeited
from domain.rulesets.s3.chapters.attack.reach import Disengaged, Engaged
from domain.rulesets.s3.chapters.grapple.bonds import HoldEnded
from domain.rulesets.s3.chapters.grapple.pins import Pinned
from domain.rulesets.s3.chapters.grapple.strangling import Choked
from domain.rulesets.s3.chapters.movement.climbing import Climbed
from domain.rulesets.s3.chapters.movement.falling import Fell
from domain.rulesets.s3.chapters.movement.hiding import DistractionEnded, DistractionSet, Hidden
from domain.rulesets.s3.chapters.movement.leaving import ClimbForgotten, DragEnded, FellProne, LeftFight, SeatLeft
from domain.rulesets.s3.chapters.movement.walking import Moved, StoodUp
from domain.rulesets.s3.chapters.narrator.conditions import (
    BreathRestored,
    DosesCured,
    FateSet,
    LimbPenaltySet,
    Recovered,
    WoundsHealed,
)
from domain.rulesets.s3.chapters.narrator.placing import CameBack, VehicleMoved
from domain.rulesets.s3.chapters.narrator.scenery import SceneSet
from domain.rulesets.s3.chapters.throws.checks import CheckSettled
from domain.rulesets.s3.chapters.throws.contests import ContestSettled
from domain.rulesets.s3.chapters.throws.flips import CoinFlipped
from domain.rulesets.s3.chapters.throws.stunt_memory import StuntMemoryAdded, StuntMemoryRemoved
from domain.rulesets.s3.chapters.throws.stunts import BreathSpent, StuntDeclared
from domain.rulesets.s3.chapters.throws.throws import CoinsThrown
from domain.rulesets.s3.chapters.throws.weapons import ItemReadied, ItemThrown, ItemUsed
from domain.rulesets.s3.chapters.turns.actions import ActionTaken, Spotted
from domain.rulesets.s3.chapters.turns.gear import ItemPickedUp, ItemStowed
from domain.rulesets.s3.chapters.turns.pairings import InitiativeSettled, PairingOpened, PairingStruck
from domain.rulesets.s3.chapters.turns.rounds import CombatEnded, RoundBegun, RoundClosing, RoundEnded, SceneBegun
from domain.rulesets.s3.chapters.turns.settling import FightDecided, FightReopened
from domain.rulesets.s3.chapters.turns.turns import (
    ActionBought,
    PairingClosed,
    StunOver,
    StunRoundSet,
    TurnBegun,
    TurnEnded,
    TurnEnding,
    TurnLost,
)
from domain.rulesets.s3.chapters.vehicles.crashes import VehicleWrecked
from domain.rulesets.s3.chapters.vehicles.dragging import DragBegun
from domain.rulesets.s3.chapters.vehicles.halting import SeatTaken, VehicleHalting, VehicleStopped
from domain.rulesets.s3.chapters.vehicles.riding import RelationSet, VehicleRolling
from domain.rulesets.s3.chapters.wounds.consequences import ItemDropped, ItemGripLoosened
from domain.rulesets.s3.chapters.wounds.damage import DamageSuffered, LimbLost, LimbRestored
from domain.rulesets.s3.chapters.wounds.fire import FireOut, FireSmothered, FireTicked, Ignited
from domain.rulesets.s3.chapters.wounds.poison import CoatingUsed, DoseGiven, DoseStruck
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned, Wounded
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
SHEET = CombatantJoined.example["sheet"]
DEFENCE: Json = {"skill": "melee", "item": "long_sword", "stunt": {"with": ["acrobatics"], "tactic": "over the rail"}}
WAITING = Waiting(
    Frame("s3.contest.opposed", {"task": "attack"}, 21),
    (Frame("s3.attack.over", {"attacker": OGRE, "target": BELL}, 21),),
    {"prompt-22-1": Question("oppose", BELL, {"task": "attack"})},
    single=True,
)

SHARED: tuple[Event, ...] = (
    core.Commanded(
        command={
            "type": "s3.attack",
            "actor": OGRE,
            "target": BELL,
            "weapon": "sword_pistol/shot",
            "called": "main_arm",
        },
        command_schema=1,
        ruleset="s3",
        ruleset_version="1",
        supplied=True,
    ),
    core.EncounterOpened(
        ruleset="s3",
        name="Brawl on the bridge",
        options={"fast_melee": "allowed"},
        chance="either",
        commitment="ab" * 32,
        entropy="three owls",
    ),
    core.CombatantJoined(combatant=OGRE, name="One-Eyed Ogre", side="players", sheet=SHEET),
    core.Prompted(
        id="prompt-22-1",
        kind="oppose",
        to=BELL,
        about={"task": "attack", "actor": OGRE, "skills": ["evasion", "melee"]},
        waiting=WAITING,
    ),
    core.Answered(kind="oppose", to=BELL, by="policy", answer=DEFENCE, prompt="prompt-22-1"),
    core.AnswerUnused(kind="call_flip", to=OGRE, answer="heads"),
    core.PromptLapsed(prompt="prompt-22-1", reason="Golden Bell member is out of action"),
    core.Resumed(prompts=("prompt-22-1",)),
    core.PolicySet(of=BELL, kind="call_flip", answer="tails"),
    core.Noted(text="The bridge is slippery.", about=(OGRE, BELL), secret="It will break in round three."),
    core.Described(of=OGRE, metadata={"colour": "green", "token": 12}),
    core.Ruled(text="The lantern has gone out.", about=(OGRE,), rule="S3-NARR-4"),
    core.Rewound(
        to=20,
        epoch=2,
        commitment="cd" * 32,
        state={"people": {OGRE: SHEET}, "round_number": 1},
        reason="a misread sheet",
        hidden={"answers": {}},
    ),
    core.Imported(of="bridge", encounter="bridge-again", events=45, chain="ab" * 32, epoch=2, commitment="cd" * 32),
    core.Branched(
        ruleset="s3",
        name="What if",
        of="bridge",
        at=20,
        chain="ef" * 32,
        before=18,
        epoch=1,
        chance="seeded",
        commitment="cd" * 32,
        state={"people": {OGRE: SHEET}},
    ),
    core.EncounterClosed(
        seeds=(RevealedSeed(1, "ef" * 32, "three owls"),), withdrawn=("prompt-22-1",), reason="dawn breaks"
    ),
)

THROWS: tuple[Event, ...] = (
    CoinsThrown(
        combatant=CLAW,
        label="evasion",
        terms=(("points", 8), ("pin", -5)),
        draw=Draw("HTT"),
        result=1,
        thrower="narrator",
    ),
    CoinFlipped(actor=OGRE, opponent=BELL, draw=Draw("T", "supplied"), winner=BELL, caller=OGRE, called="heads"),
    ContestSettled(
        task="trip/ground", actor=OGRE, opponent=BELL, actor_result=5, opponent_result=4, won=True, margin=1
    ),
    CheckSettled(combatant=HU, skill="sleight_of_hand", result=3, need=2, passed=True),
)

TURNS: tuple[Event, ...] = (
    SceneSet(
        zones=(ZonePlan("upper_deck", "upper deck"), ZonePlan("engine_room", sees=())),
        links=(LinkPlan("rope_ladder", "engine_room", "upper_deck", "climb", feet=20),),
        hazards=(HazardPlan("boiler", "engine_room", coins=5),),
    ),
    SceneBegun(scene=2, name="The burning ship"),
    RoundBegun(round=1, pairings=2, pcs=(OGRE, HU)),
    RoundClosing(round=1),
    RoundEnded(round=1),
    PairingOpened(pc=OGRE, npc=BELL, order="pc_first"),
    InitiativeSettled(order=(OGRE, BELL)),
    PairingStruck(pc=HU, reason="not_able"),
    PairingClosed(pc=OGRE, npc=BELL),
    TurnBegun(actor=OGRE),
    TurnLost(actor=BELL, reason="stunned"),
    ActionBought(actor=OGRE),
    ActionTaken(actor=OGRE, action="movement", command="s3.damage_vehicle"),
    ExtraAttackOpened(actor=OGRE, talent="double_strike"),
    ReplyAttackSpent(combatant=BELL),
    TurnForfeited(combatant=BELL),
    TurnEnding(actor=BELL, reason="not_able"),
    TurnEnded(actor=OGRE),
    FightDecided(winner="players"),
    FightReopened(),
    CombatEnded(),
)

PLACES: tuple[Event, ...] = (
    Moved(combatant=OGRE, zone="upper_deck"),
    Engaged(combatant=OGRE, other=BELL),
    Disengaged(combatant=OGRE, others=(BELL, CLAW)),
    Climbed(combatant=HU, link="rope_ladder", gained=12, feet=12, arrived=False),
    ClimbForgotten(combatant=HU),
    Fell(combatant=HU, storeys=3, covered=2),
    FellProne(combatant=BELL),
    StoodUp(combatant=BELL),
    LeftFight(combatant=BELL, reason="left_behind"),
    CameBack(combatant=BELL),
    Hidden(combatant=HU, observers=(BELL, CLAW)),
    Spotted(combatant=HU, observers=(CLAW,)),
    DistractionSet(zone="upper_deck", until_round=3),
    DistractionEnded(zone="here"),
    ItemReadied(combatant=OGRE, item="throwing_knife", hands=("main",)),
    ItemStowed(combatant=OGRE, item="throwing_knife"),
    ItemGripLoosened(combatant=CLAW, item="great_axe", hand="off"),
    ItemDropped(combatant=OGRE, item=PISTOL, zone="upper_deck"),
    ItemPickedUp(combatant=BELL, item=PISTOL, zone="here", hands=("main",)),
    ItemTaken(combatant=CLAW, victim=OGRE, item=PISTOL, hands=("main", "off")),
    ItemUsed(combatant=HU, item="smoke_bomb", left=0),
    ItemThrown(combatant=OGRE, item=KNIFE, left=2, zone="engine_room"),
    CoatingUsed(combatant=HU, item="poison_needle", left=1),
    RelationSet(vehicle=CYCLE, other=TRUCK, relation="behind"),
    SeatTaken(combatant=OGRE, vehicle=CYCLE, seat="driver"),
    SeatLeft(combatant=OGRE, vehicle=CYCLE),
    VehicleHalting(vehicle=CYCLE, cause="driverless"),
    VehicleRolling(vehicle=CYCLE),
    VehicleStopped(vehicle=CYCLE),
    VehicleWrecked(vehicle=CYCLE),
    VehicleMoved(vehicle=TRUCK, zone="engine_room"),
)

HARM: tuple[Event, ...] = (
    AttackHit(
        attacker=OGRE, target=BELL, weapon="sword_pistol/shot", result=5, margin=1, intent="kill", called="main_arm"
    ),
    AttackMissed(attacker=OGRE, target=BELL, weapon="unarmed"),
    BreathSpent(combatant=OGRE, points=1, purpose="act_stunned"),
    BreathRestored(combatant=OGRE, points=2),
    StuntDeclared(
        combatant=HU,
        primary="melee",
        memory=Memory(("acrobatics", "melee"), ("saber",), "attack", "off the wall"),
        price=1,
    ),
    StuntMemoryAdded(combatant=HU, memory=Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    StuntMemoryRemoved(combatant=HU, memory=Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    DamageSuffered(combatant=BELL, label="burn", points=2, stun_amount=3, wound_amount=2, source=OGRE),
    Wounded(combatant=BELL, wound=Wound("wound-31-1", 4, 2, OGRE), total=3),
    Stunned(combatant=BELL),
    StunRoundSet(combatant=BELL, round=2),
    StunOver(combatant=BELL),
    LimbLost(combatant=BELL, limb="left_leg", loss=Loss(OGRE, 4)),
    LimbRestored(combatant=BELL, limb="left_leg"),
    LimbPenaltySet(combatant=BELL, limb="main_arm", skill="hand_to_hand", applies=False),
    CombatantDisabled(combatant=CLAW, disabled=Disabled(("fortitude", "wounds"), "down")),
    FateSet(combatant=CLAW, fate="unconscious"),
    Recovered(combatant=CLAW),
    WoundsHealed(combatant=BELL, wounds=("wound-31-1", "wound-44-1")),
    Pinned(hold=Hold("hold-25-1", "pin", HU, CLAW, 6, "unarmed", 1, 25)),
    Choked(hold=Hold("hold-27-1", "choke", HU, BELL, 1, "iron_chain", 1, 27, "kill")),
    HoldEnded(hold="hold-25-1", kind="pin", holder=HU, held=CLAW, reason="holder_moved"),
    DragBegun(drag=Drag("drag-33-1", OGRE, BELL, "iron_chain", 4, 2, "subdue", 33)),
    DragEnded(drag="drag-33-1", dragger=OGRE, dragged=BELL, reason="arm_lost"),
    Ignited(combatant=BELL, fire=Fire(3, 3, OGRE, "subdue", 1)),
    FireTicked(combatant=BELL, flame=2, round=1),
    FireSmothered(combatant=BELL, intensity=1, flame=0),
    FireOut(combatant=BELL),
    DoseGiven(combatant=BELL, dose=Dose("dose-40-1", "black_lotus", 5, "blade", 1, 40, source=HU, intent="subdue")),
    DoseStruck(combatant=BELL, dose="dose-40-1"),
    DosesCured(combatant=BELL, doses=("dose-40-1",)),
)

SAMPLES: tuple[Event, ...] = (*SHARED, *THROWS, *TURNS, *PLACES, *HARM)
