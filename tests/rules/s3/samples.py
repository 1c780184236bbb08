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
        forms=({"skill": "evasion"}, {"skill": "melee", "item": "long_sword"}),
        waiting=WAITING,
    ),
    core.Answered(kind="oppose", to=BELL, by="policy", answer=DEFENCE, prompt="prompt-22-1"),
    core.AnswerUnused(kind="call_flip", to=OGRE, answer="heads"),
    core.PromptLapsed(prompt="prompt-22-1", reason="Golden Bell member is out of action"),
    core.Resumed(prompts=("prompt-22-1",)),
    core.PolicySet(of=BELL, kind="call_flip", answer="tails"),
    core.Noted(text="The bridge is slippery.", about=(OGRE, BELL), secret="It will break in round three."),
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
    throws.CoinsThrown(
        combatant=CLAW,
        label="evasion",
        terms=(("points", 8), ("pin", -5)),
        draw=Draw("HTT"),
        result=1,
        thrower="narrator",
    ),
    throws.CoinFlipped(actor=OGRE, opponent=BELL, draw=Draw("T", "supplied"), winner=BELL, caller=OGRE, called="heads"),
    throws.ContestSettled(
        task="trip/ground", actor=OGRE, opponent=BELL, actor_result=5, opponent_result=4, won=True, margin=1
    ),
    throws.CheckSettled(combatant=HU, skill="sleight_of_hand", result=3, need=2, passed=True),
)

TURNS: tuple[Event, ...] = (
    turns.SceneSet(
        zones=(ZonePlan("upper_deck", "upper deck"), ZonePlan("engine_room", sees=())),
        links=(LinkPlan("rope_ladder", "engine_room", "upper_deck", "climb", feet=20),),
        hazards=(HazardPlan("boiler", "engine_room", coins=5),),
    ),
    turns.SceneBegun(scene=2, name="The burning ship"),
    turns.RoundBegun(round=1, pairings=2, pcs=(OGRE, HU)),
    turns.RoundClosing(round=1),
    turns.RoundEnded(round=1),
    turns.PairingOpened(pc=OGRE, npc=BELL, order="pc_first"),
    turns.InitiativeSettled(order=(OGRE, BELL)),
    turns.PairingStruck(pc=HU, reason="not_able"),
    turns.PairingClosed(pc=OGRE, npc=BELL),
    turns.TurnBegun(actor=OGRE),
    turns.TurnLost(actor=BELL, reason="stunned"),
    turns.ActionBought(actor=OGRE),
    turns.ActionTaken(actor=OGRE, action="movement", command="s3.damage_vehicle"),
    turns.ExtraAttackOpened(actor=OGRE, talent="double_strike"),
    turns.ReplyAttackSpent(combatant=BELL),
    turns.TurnForfeited(combatant=BELL),
    turns.TurnEnding(actor=BELL, reason="not_able"),
    turns.TurnEnded(actor=OGRE),
    turns.FightDecided(winner="players"),
    turns.FightReopened(),
    turns.CombatEnded(),
)

PLACES: tuple[Event, ...] = (
    places.Moved(combatant=OGRE, zone="upper_deck"),
    places.Engaged(combatant=OGRE, other=BELL),
    places.Disengaged(combatant=OGRE, others=(BELL, CLAW)),
    places.Climbed(combatant=HU, link="rope_ladder", gained=12, feet=12, arrived=False),
    places.ClimbForgotten(combatant=HU),
    places.Fell(combatant=HU, storeys=3, covered=2),
    places.FellProne(combatant=BELL),
    places.StoodUp(combatant=BELL),
    places.LeftFight(combatant=BELL, reason="left_behind"),
    places.CameBack(combatant=BELL),
    places.Hidden(combatant=HU, observers=(BELL, CLAW)),
    places.Spotted(combatant=HU, observers=(CLAW,)),
    places.DistractionSet(zone="upper_deck", until_round=3),
    places.DistractionEnded(zone="here"),
    places.ItemReadied(combatant=OGRE, item="throwing_knife", hands=("main",)),
    places.ItemStowed(combatant=OGRE, item="throwing_knife"),
    places.ItemGripLoosened(combatant=CLAW, item="great_axe", hand="off"),
    places.ItemDropped(combatant=OGRE, item=PISTOL, zone="upper_deck"),
    places.ItemPickedUp(combatant=BELL, item=PISTOL, zone="here", hands=("main",)),
    places.ItemTaken(combatant=CLAW, victim=OGRE, item=PISTOL, hands=("main", "off")),
    places.ItemUsed(combatant=HU, item="smoke_bomb", left=0),
    places.ItemThrown(combatant=OGRE, item=KNIFE, left=2, zone="engine_room"),
    places.CoatingUsed(combatant=HU, item="poison_needle", left=1),
    places.RelationSet(vehicle=CYCLE, other=TRUCK, relation="behind"),
    places.SeatTaken(combatant=OGRE, vehicle=CYCLE, seat="driver"),
    places.SeatLeft(combatant=OGRE, vehicle=CYCLE),
    places.VehicleHalting(vehicle=CYCLE, cause="driverless"),
    places.VehicleRolling(vehicle=CYCLE),
    places.VehicleStopped(vehicle=CYCLE),
    places.VehicleWrecked(vehicle=CYCLE),
    places.VehicleMoved(vehicle=TRUCK, zone="engine_room"),
)

HARM: tuple[Event, ...] = (
    harm.AttackHit(
        attacker=OGRE, target=BELL, weapon="sword_pistol/shot", result=5, margin=1, intent="kill", called="main_arm"
    ),
    harm.AttackMissed(attacker=OGRE, target=BELL, weapon="unarmed"),
    harm.BreathSpent(combatant=OGRE, points=1, purpose="act_stunned"),
    harm.BreathRestored(combatant=OGRE, points=2),
    harm.StuntDeclared(
        combatant=HU,
        primary="melee",
        memory=Memory(("acrobatics", "melee"), ("saber",), "attack", "off the wall"),
        price=1,
    ),
    harm.StuntMemoryAdded(combatant=HU, memory=Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    harm.StuntMemoryRemoved(combatant=HU, memory=Memory(("melee", "sleight_of_hand"), ("saber",), "attack", "")),
    harm.DamageSuffered(combatant=BELL, label="burn", points=2, stun_amount=3, wound_amount=2, source=OGRE),
    harm.Wounded(combatant=BELL, wound=Wound("wound-31-1", 4, 2, OGRE), total=3),
    harm.Stunned(combatant=BELL),
    harm.StunRoundSet(combatant=BELL, round=2),
    harm.StunOver(combatant=BELL),
    harm.LimbLost(combatant=BELL, limb="left_leg", loss=Loss(OGRE, 4)),
    harm.LimbRestored(combatant=BELL, limb="left_leg"),
    harm.LimbPenaltySet(combatant=BELL, limb="main_arm", skill="hand_to_hand", applies=False),
    harm.CombatantDisabled(combatant=CLAW, disabled=Disabled(("fortitude", "wounds"), "down")),
    harm.FateSet(combatant=CLAW, fate="unconscious"),
    harm.Recovered(combatant=CLAW),
    harm.WoundsHealed(combatant=BELL, wounds=("wound-31-1", "wound-44-1")),
    harm.Pinned(hold=Hold("hold-25-1", "pin", HU, CLAW, 6, "unarmed", 1, 25)),
    harm.Choked(hold=Hold("hold-27-1", "choke", HU, BELL, 1, "iron_chain", 1, 27, "kill")),
    harm.HoldEnded(hold="hold-25-1", kind="pin", holder=HU, held=CLAW, reason="holder_moved"),
    harm.DragBegun(drag=Drag("drag-33-1", OGRE, BELL, "iron_chain", 4, 2, "subdue", 33)),
    harm.DragEnded(drag="drag-33-1", dragger=OGRE, dragged=BELL, reason="arm_lost"),
    harm.Ignited(combatant=BELL, fire=Fire(3, 3, OGRE, "subdue", 1)),
    harm.FireTicked(combatant=BELL, flame=2, round=1),
    harm.FireSmothered(combatant=BELL, intensity=1, flame=0),
    harm.FireOut(combatant=BELL),
    harm.DoseGiven(
        combatant=BELL, dose=Dose("dose-40-1", "black_lotus", 5, "blade", 1, 40, source=HU, intent="subdue")
    ),
    harm.DoseStruck(combatant=BELL, dose="dose-40-1"),
    harm.DosesCured(combatant=BELL, doses=("dose-40-1",)),
)

SAMPLES: tuple[Event, ...] = (*SHARED, *THROWS, *TURNS, *PLACES, *HARM)
