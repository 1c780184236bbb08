"""S3: Silk, Steam and Steel: its commands, the answers to its prompts, and its options, as structs."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets import core
from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Options(Part, frozen=True, kw_only=True):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    damage_throw: Literal["flat", "thrown"] | UnsetType = UNSET
    """Whether damage coins are thrown or each counts one point."""
    damage_base: Literal["attack", "margin", "weapon"] | UnsetType = UNSET
    """What the damage bonus is added to."""
    equipment_bonus: Literal["coins", "successes"] | UnsetType = UNSET
    """Whether equipment adds coins or successes."""
    stunt_equipment: Literal["result", "skill"] | UnsetType = UNSET
    """Where the primary's equipment bonus goes in a stunt."""
    stunt_repeat: Literal["both", "triple"] | UnsetType = UNSET
    """How different a stunt must be to count as new."""
    technique_repeat: bool | UnsetType = UNSET
    """Whether techniques may be repeated in a scene."""
    wound_scale: Literal["per_three", "table"] | UnsetType = UNSET
    """Penalty by the table or one per full three points."""
    wounds_on_fortitude: bool | UnsetType = UNSET
    """Whether wounds weaken Fortitude throws."""
    disable_by_fortitude: Literal["flip", "inclusive", "strict"] | UnsetType = UNSET
    """Damage of exactly twice the Fortitude result."""
    disable_by_wounds: Literal["equals", "exceeds"] | UnsetType = UNSET
    """Wound penalty against total Fortitude."""
    stun_length: Literal["round", "turn"] | UnsetType = UNSET
    """How much a stunned combatant loses."""
    fast_melee: Literal["allowed", "always", "off"] | UnsetType = UNSET
    """One throw for attack and parry."""
    fire_tick: Literal["flat", "thrown"] | UnsetType = UNSET
    """Whether burning throws coins."""
    fire_smother: Literal["intensity", "last_damage"] | UnsetType = UNSET
    """What smothering works on."""
    strangle_gap: Literal["round", "turn"] | UnsetType = UNSET
    """When a choke may be finished."""
    armour: Literal["damage", "fortitude", "off"] | UnsetType = UNSET
    """What armour does against damage."""
    unaware_defence: Literal["none", "normal"] | UnsetType = UNSET
    """Whether somebody who does not see the attacker defends."""
    fall_coins: int | UnsetType = UNSET
    """Damage coins per uncovered storey."""
    dismount_out: bool | UnsetType = UNSET
    """Whether a dismounted foe is out of the fight."""
    pc_death: bool | UnsetType = UNSET
    """Whether a PC may be slain."""


class StuntInput(Part, frozen=True, kw_only=True):
    """Skills thrown together with the primary one."""

    with_: Sequence[
        Literal[
            "acrobatics",
            "animal_handling",
            "athletics",
            "awareness",
            "bravado",
            "deception",
            "engineering",
            "evasion",
            "explosives",
            "hand_to_hand",
            "initiative",
            "medicine",
            "melee",
            "piloting",
            "sharpshooting",
            "sleight_of_hand",
            "stealth",
        ]
    ] = msgspec.field(name="with")
    """Each costs a Breath."""
    tactic: str = ""
    """The idea in the player's words."""
    weapons: Mapping[str, str] = {}
    """For secondary skills."""


class FastReplyInput(Part, frozen=True, kw_only=True):
    """An answer to `fast_reply`: the skill and weapon that strike back."""

    skill: Literal[
        "acrobatics",
        "animal_handling",
        "athletics",
        "awareness",
        "bravado",
        "deception",
        "engineering",
        "evasion",
        "explosives",
        "hand_to_hand",
        "initiative",
        "medicine",
        "melee",
        "piloting",
        "sharpshooting",
        "sleight_of_hand",
        "stealth",
    ]
    """Key of the skill."""
    item: str | None = None
    """Item, or its ID."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    called: Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"] | None = None
    """Limb, or side of the coin, that was called."""
    intent: Literal["subdue", "kill"] = "subdue"
    """`subdue` or `kill`."""


class CrashAnswer(Part, frozen=True, kw_only=True):
    """The narrator's answer to `crash`."""

    spectacular: bool = False
    """Whether the crash is spectacular."""
    coins: int = 0
    """Number of coins."""


class OpposeAnswer(Part, frozen=True, kw_only=True):
    """An answer to `oppose`: the skill, the item parried with, a stunt."""

    skill: Literal[
        "acrobatics",
        "animal_handling",
        "athletics",
        "awareness",
        "bravado",
        "deception",
        "engineering",
        "evasion",
        "explosives",
        "hand_to_hand",
        "initiative",
        "medicine",
        "melee",
        "piloting",
        "sharpshooting",
        "sleight_of_hand",
        "stealth",
    ]
    """Key of the skill."""
    item: str | None = None
    """Item, or its ID."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""


class ModifierInput(Part, frozen=True, kw_only=True):
    """A situational modifier of the narrator, in coins, with its reason."""

    coins: int
    """Number of coins."""
    reason: str = ""
    """Why, as a keyword or in words."""


class Attack(Command, frozen=True, kw_only=True, tag="s3.attack"):
    """Strike, shoot or throw at a combatant. A hit deals damage."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""
    approach: bool = True
    """Closes in first, with the movement action."""
    parry: bool = False
    """Lets a ranged attack be parried; only the narrator may allow it."""
    weapon: str
    """Bare hands, or an item in a mode."""
    called: Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"] | None = None
    """The limb to aim at, instead of stunning the target."""
    intent: Literal["subdue", "kill"] = "subdue"
    """Decides the fate of a foe disabled by it."""
    fast: bool = False
    """One throw of each decides who hits; the target uses up its attack action, too."""


class Disarm(Command, frozen=True, kw_only=True, tag="s3.disarm"):
    """Take an item out of a combatant's hand, to keep if a hand is free."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""
    approach: bool = True
    """Closes in first, with the movement action."""
    parry: bool = False
    """Lets a ranged attack be parried; only the narrator may allow it."""
    item: str
    """Item, or its ID."""
    weapon: str = "unarmed"
    """Bare hands, or an item in a mode."""
    take: bool = True
    """Otherwise it falls to the ground."""


class Trip(Command, frozen=True, kw_only=True, tag="s3.trip"):
    """Trip, throw or push a combatant, or pull it off a vehicle."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""
    approach: bool = True
    """Closes in first, with the movement action."""
    parry: bool = False
    """Lets a ranged attack be parried; only the narrator may allow it."""
    weapon: str = "unarmed"
    """Bare hands, or an item in a mode."""
    outcome: str
    """The ground, off the vehicle, another zone, or a hazard of the zone."""
    intent: Literal["subdue", "kill"] = "subdue"
    """Decides the fate of a foe disabled by it."""


class Pin(Command, frozen=True, kw_only=True, tag="s3.pin"):
    """Hold a combatant, who defends worse and can only try to break free."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""
    approach: bool = True
    """Closes in first, with the movement action."""
    parry: bool = False
    """Lets a ranged attack be parried; only the narrator may allow it."""


class BreakFree(Command, frozen=True, kw_only=True, tag="s3.break_free"):
    """Try to get out of every pin, chokehold and drag."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""


class Release(Command, frozen=True, kw_only=True, tag="s3.release"):
    """Let go of a combatant that the actor pins, strangles or drags."""

    actor: str
    """ID of the combatant that acts."""
    hold: str
    """Hold, or its ID."""


class Strangle(Command, frozen=True, kw_only=True, tag="s3.strangle"):
    """Choke a combatant. Finishing that in a later round puts it out of action."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""
    approach: bool = True
    """Closes in first, with the movement action."""
    parry: bool = False
    """Lets a ranged attack be parried; only the narrator may allow it."""
    weapon: str = "unarmed"
    """Bare hands, or an item in a mode."""
    intent: Literal["subdue", "kill"] = "subdue"
    """Decides the fate of a foe disabled by it."""


class FinishStrangle(Command, frozen=True, kw_only=True, tag="s3.finish_strangle"):
    """Finish a chokehold of an earlier round against the victim's Fortitude."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""


class Move(Command, frozen=True, kw_only=True, tag="s3.move"):
    """Go to another zone, close in, or step away."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    zone: str | None = None
    """Key of the zone."""
    engage: str | None = None
    """Combatants to close in on."""
    leave: bool = False
    """Whether to step away from everyone."""


class StandUp(Command, frozen=True, kw_only=True, tag="s3.stand_up"):
    """Get up from the ground."""

    actor: str
    """ID of the combatant that acts."""


class Climb(Command, frozen=True, kw_only=True, tag="s3.climb"):
    """Climb up with an Acrobatics check; a long way takes several turns."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    link: str
    """Key of the way."""
    engage: str | None = None
    """Combatants to close in on."""


class DropDown(Command, frozen=True, kw_only=True, tag="s3.drop_down"):
    """Drop to a lower zone or some storeys, with an Acrobatics check."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    link: str | None = None
    """Without one, the zone stays the same."""
    storeys: int | None = None
    """Number of storeys to climb or to fall."""
    engage: str | None = None
    """Combatants to close in on."""


class Flee(Command, frozen=True, kw_only=True, tag="s3.flee"):
    """Run from pursuers, to another zone or out of the fight."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    from_: Sequence[str] | None = msgspec.field(default=None, name="from")
    """By default every able foe engaged with the actor."""
    zone: str | None = None
    """Without one, out of the fight."""


class Chase(Command, frozen=True, kw_only=True, tag="s3.chase"):
    """Run after a combatant to close in on it."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""


class Hide(Command, frozen=True, kw_only=True, tag="s3.hide"):
    """Get out of sight, to sneak up on a combatant or to escape."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    from_: Sequence[str] | None = msgspec.field(default=None, name="from")
    """By default every able foe in the zone."""
    mode: Literal["sneak", "escape"]
    """Purpose."""
    engage: str | None = None
    """Combatants to close in on."""


class Search(Command, frozen=True, kw_only=True, tag="s3.search"):
    """Look for a hidden combatant: Awareness against Stealth."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    target: str
    """ID of the target."""


class Smoke(Command, frozen=True, kw_only=True, tag="s3.smoke"):
    """Throw a smoke bomb: one can hide in the zone until the next round ends."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class Reposition(Command, frozen=True, kw_only=True, tag="s3.reposition"):
    """Steer ahead of, behind or alongside another vehicle."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    vehicle: str
    """Other vehicle."""
    to: Literal["ahead", "behind", "alongside"]
    """Position."""


class SwitchVehicle(Command, frozen=True, kw_only=True, tag="s3.switch_vehicle"):
    """Leap onto a vehicle alongside: Acrobatics against its driver's handling."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    vehicle: str
    """ID of the vehicle."""


class TakeReins(Command, frozen=True, kw_only=True, tag="s3.take_reins"):
    """Become the driver of the vehicle that one sits on, if it has none."""

    actor: str
    """ID of the combatant that acts."""


class DamageVehicle(Command, frozen=True, kw_only=True, tag="s3.damage_vehicle"):
    """Attack a vehicle so that it halts and falls out of the chase."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    vehicle: str
    """ID of the vehicle."""
    weapon: str
    """Bare hands, or an item in a mode."""


class AgainstInput(Part, frozen=True, kw_only=True):
    """The opponent of a check and the skill it opposes with."""

    combatant: str
    """ID of the combatant."""
    skill: (
        Literal[
            "acrobatics",
            "animal_handling",
            "athletics",
            "awareness",
            "bravado",
            "deception",
            "engineering",
            "evasion",
            "explosives",
            "hand_to_hand",
            "initiative",
            "medicine",
            "melee",
            "piloting",
            "sharpshooting",
            "sleight_of_hand",
            "stealth",
        ]
        | Literal["fortitude"]
    )
    """Key of the skill."""


class Check(Command, frozen=True, kw_only=True, tag="s3.check"):
    """Throw a skill for enough heads, against an opponent, or for the result."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""
    action: Literal["movement", "attack", "none"] = "none"
    """Kind of action."""
    skill: (
        Literal[
            "acrobatics",
            "animal_handling",
            "athletics",
            "awareness",
            "bravado",
            "deception",
            "engineering",
            "evasion",
            "explosives",
            "hand_to_hand",
            "initiative",
            "medicine",
            "melee",
            "piloting",
            "sharpshooting",
            "sleight_of_hand",
            "stealth",
        ]
        | Literal["fortitude"]
    )
    """Key of the skill."""
    need: int | None = None
    """Successes needed."""
    against: AgainstInput | None = None
    """Opponents, or what it counts against."""


class Extinguish(Command, frozen=True, kw_only=True, tag="s3.extinguish"):
    """Stop, drop and roll: Evasion against the flame."""

    actor: str
    """ID of the combatant that acts."""
    stunt: StuntInput | None = None
    """Skills thrown together with the primary one; null for none."""
    modifier: ModifierInput | None = None
    """Coins that the narrator adds or takes away."""


class BeginScene(Command, frozen=True, kw_only=True, tag="s3.begin_scene"):
    """Begin a new scene, in which stunts may be repeated."""

    name: str | None = None
    """Name in sentences and menus."""


class BeginRound(Command, frozen=True, kw_only=True, tag="s3.begin_round"):
    """Begin a round, with a turn for every able player character and as many for the opposition."""

    force: bool = False
    """Whether to begin without opponents."""


class EndCombat(Command, frozen=True, kw_only=True, tag="s3.end_combat"):
    """End the combat: the open turn and round end at once, without the effects of their end."""


class BeginTurn(Command, frozen=True, kw_only=True, tag="s3.begin_turn"):
    """Choose the player character and the opponent who act next."""

    pc: str
    """ID of the PC, or whether it is one."""
    npc: str | None = None
    """ID of the NPC."""
    order: Literal["thrown", "pc_first", "npc_first"] = "thrown"
    """Order of acting."""


class StrikeTurn(Command, frozen=True, kw_only=True, tag="s3.strike_turn"):
    """Skip the pairing of a player character in this round, for example of an absent player."""

    pc: str
    """ID of the PC, or whether it is one."""


class Ready(Command, frozen=True, kw_only=True, tag="s3.ready"):
    """Take a carried item in hand, without an action."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""
    mode: str | None = None
    """Way to hold the item, by its key; by default the first."""
    hand: Literal["main", "off"] | None = None
    """Hand that holds the item."""


class Stow(Command, frozen=True, kw_only=True, tag="s3.stow"):
    """Put an item in hand away, without an action."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class Drop(Command, frozen=True, kw_only=True, tag="s3.drop"):
    """Drop an item in hand to the ground, without an action."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class PickUp(Command, frozen=True, kw_only=True, tag="s3.pick_up"):
    """Take an item from the ground into a free hand."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class EndTurn(Command, frozen=True, kw_only=True, tag="s3.end_turn"):
    """End the turn; fire, poison and the like follow."""

    actor: str
    """ID of the combatant that acts."""


class ZoneInput(Part, frozen=True, kw_only=True):
    """A part of the scene and the zones that are seen from it; by default all."""

    key: str
    """Its key."""
    name: str | None = None
    """Name in sentences and menus."""
    sees: Sequence[str] | None = None
    """Zones that are seen from it."""


class LinkInput(Part, frozen=True, kw_only=True):
    """A way from one zone to another."""

    key: str
    """Its key."""
    from_: str = msgspec.field(name="from")
    """Zone that it begins in."""
    to: str
    """Where to, or to whom."""
    kind: Literal["walk", "check", "climb", "drop"] = "walk"
    """How the way is gone: walked, with a check, climbed or dropped down."""
    feet: int | None = None
    """Distance in feet."""
    storeys: int | None = None
    """Number of storeys to climb or to fall."""
    skill: (
        Literal[
            "acrobatics",
            "animal_handling",
            "athletics",
            "awareness",
            "bravado",
            "deception",
            "engineering",
            "evasion",
            "explosives",
            "hand_to_hand",
            "initiative",
            "medicine",
            "melee",
            "piloting",
            "sharpshooting",
            "sleight_of_hand",
            "stealth",
        ]
        | None
    ) = None
    """Key of the skill."""
    need: int | None = None
    """Successes needed."""


class SceneHazardInput(Part, frozen=True, kw_only=True):
    """A place that a trip may throw a combatant into."""

    key: str
    """Its key."""
    zone: str
    """Key of the zone."""
    storeys: int | None = None
    """Number of storeys to climb or to fall."""
    coins: int | None = None
    """Number of coins."""
    to_zone: str | None = None
    """Zone that it leads to."""
    out: bool = False
    """Whether it is out of the fight, or out of play."""


class SetScene(Command, frozen=True, kw_only=True, tag="s3.set_scene"):
    """Draw or change the ground: its zones, the ways between them, and its hazards."""

    zones: Sequence[ZoneInput]
    """Zones, by key."""
    links: Sequence[LinkInput] = ()
    """Ways."""
    hazards: Sequence[SceneHazardInput] = ()
    """Places that one may be thrown into."""


class Distract(Command, frozen=True, kw_only=True, tag="s3.distract"):
    """Put a distraction into a zone, so that combatants can hide there."""

    zone: str
    """Key of the zone."""
    until_round: int | None = None
    """Without one, until the scene ends."""


class VehicleRelationInput(Part, frozen=True, kw_only=True):
    """The position of a vehicle, seen from another."""

    vehicle: str
    """ID of the vehicle."""
    is_: Literal["ahead", "behind", "alongside"] = msgspec.field(name="is")
    """Position seen from the other."""


class Place(Command, frozen=True, kw_only=True, tag="s3.place"):
    """Put a combatant or a vehicle somewhere, whatever the rules of movement say."""

    combatant: str
    """Who or what."""
    zone: str | None = None
    """Key of the zone."""
    engaged_with: Sequence[str] | None = None
    """Combatants in immediate reach."""
    vehicle: str | None = None
    """ID of the vehicle."""
    seat: Literal["driver", "rider"] | None = None
    """Whether it drives or rides along."""
    relative: Sequence[VehicleRelationInput] = ()
    """Position relative to another vehicle."""
    unseen_by: Sequence[str] | None = None
    """Combatants that do not see it."""


class Hazard(Command, frozen=True, kw_only=True, tag="s3.hazard"):
    """Let the world deal damage, for example by an explosion, falling rubble or a crash."""

    targets: Sequence[str]
    """IDs of the targets."""
    coins: int
    """Damage coins."""
    stun_coins: int = 0
    """Coins only for stunning."""
    wound_coins: int = 0
    """Coins only for wounding."""
    incendiary: bool = False
    """Whether it sets on fire."""
    armour_counts: bool = False
    """Whether armour counts."""
    called: Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"] | None = None
    """Limb, or side of the coin, that was called."""
    lasts: int | None = None
    """Without a number, until it is healed."""
    intent: Literal["subdue", "kill"] | None = None
    """Decides the fate of those who are disabled by it."""


class Administer(Command, frozen=True, kw_only=True, tag="s3.administer"):
    """Give combatants poison without an attack."""

    combatants: Sequence[str]
    """IDs of the combatants."""
    poison: str
    """Key of the poison."""
    route: Literal["blade", "gas", "needle", "ingested"]
    """How the poison gets in."""
    source: str | None = None
    """Who gave it."""


class PoisonStrikes(Command, frozen=True, kw_only=True, tag="s3.poison_strikes"):
    """Let poison that came in food or drink take effect."""

    combatant: str
    """ID of the combatant."""
    dose: str
    """Dose of poison."""


class Impose(Command, frozen=True, kw_only=True, tag="s3.impose"):
    """Set one condition without a throw: a wound, a lost limb, or being stunned, prone or disabled."""

    combatant: str
    """ID of the combatant."""
    wound: int | None = None
    """Wound points."""
    limb: Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"] | None = None
    """Lost limb."""
    stunned: bool = False
    """Whether it is stunned."""
    prone: bool = False
    """Whether it is prone."""
    disabled: Literal["slain", "down", "unconscious", "critical"] | None = None
    """How the combatant is taken out of the fight."""


class Heal(Command, frozen=True, kw_only=True, tag="s3.heal"):
    """Free a combatant of wounds, lost limbs, a stun, fire or poison, or make it able again."""

    combatant: str
    """ID of the combatant."""
    wounds: Sequence[str] | Literal["all"] = ()
    """Wounds to heal."""
    limbs: Sequence[Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"]] | Literal["all"] = ()
    """Limbs to restore."""
    stunned: bool = False
    """No longer stunned."""
    fire: bool = False
    """Put out the fire."""
    doses: bool = False
    """Cure poison."""
    disabled: bool = False
    """No longer disabled."""


class RestoreBreath(Command, frozen=True, kw_only=True, tag="s3.restore_breath"):
    """Give a combatant Breath back, up to the maximum."""

    combatant: str
    """ID of the combatant."""
    points: int | Literal["full"] = "full"
    """How much."""


class SetLimbPenalty(Command, frozen=True, kw_only=True, tag="s3.set_limb_penalty"):
    """Waive the penalty of a lost limb for a skill, or lay it on another skill."""

    combatant: str
    """ID of the combatant."""
    limb: Literal["main_arm", "off_arm", "left_leg", "right_leg", "eyes"]
    """Which limb, an arm by its hand."""
    skill: Literal[
        "acrobatics",
        "animal_handling",
        "athletics",
        "awareness",
        "bravado",
        "deception",
        "engineering",
        "evasion",
        "explosives",
        "hand_to_hand",
        "initiative",
        "medicine",
        "melee",
        "piloting",
        "sharpshooting",
        "sleight_of_hand",
        "stealth",
    ]
    """Key of the skill."""
    applies: bool
    """Whether the penalty applies."""


class SetFate(Command, frozen=True, kw_only=True, tag="s3.set_fate"):
    """Say what being disabled meant for a combatant."""

    combatant: str
    """ID of the combatant."""
    fate: Literal["slain", "down", "unconscious", "critical"]
    """Fate spent or left."""


class Remove(Command, frozen=True, kw_only=True, tag="s3.remove"):
    """Take a combatant out of the fight."""

    combatant: str
    """ID of the combatant."""
    reason: str = ""
    """Why, as a keyword or in words."""


class MemoryEntryInput(Part, frozen=True, kw_only=True):
    """A stunt as the memory stores it: skills, weapon kinds, tactic (task and label)."""

    skills: Sequence[
        Literal[
            "acrobatics",
            "animal_handling",
            "athletics",
            "awareness",
            "bravado",
            "deception",
            "engineering",
            "evasion",
            "explosives",
            "hand_to_hand",
            "initiative",
            "medicine",
            "melee",
            "piloting",
            "sharpshooting",
            "sleight_of_hand",
            "stealth",
        ]
    ]
    """Skills of the stunt."""
    weapons: Sequence[str] | UnsetType = UNSET
    """Kinds of the weapons that were used; by default `unarmed`."""
    task: str
    """What the skill is used for."""
    label: str = ""
    """Label, as a menu shows it."""


class SetStuntMemory(Command, frozen=True, kw_only=True, tag="s3.set_stunt_memory"):
    """Add a stunt to those that a combatant has used in this scene, or take one away."""

    combatant: str
    """ID of the combatant."""
    add: MemoryEntryInput | None = None
    """Stunt to add."""
    remove: MemoryEntryInput | None = None
    """Stunt to take away."""


AnyCommand = (
    core.AnyCommand
    | Attack
    | Disarm
    | Trip
    | Pin
    | BreakFree
    | Release
    | Strangle
    | FinishStrangle
    | Move
    | StandUp
    | Climb
    | DropDown
    | Flee
    | Chase
    | Hide
    | Search
    | Smoke
    | Reposition
    | SwitchVehicle
    | TakeReins
    | DamageVehicle
    | Check
    | Extinguish
    | BeginScene
    | BeginRound
    | EndCombat
    | BeginTurn
    | StrikeTurn
    | Ready
    | Stow
    | Drop
    | PickUp
    | EndTurn
    | SetScene
    | Distract
    | Place
    | Hazard
    | Administer
    | PoisonStrikes
    | Impose
    | Heal
    | RestoreBreath
    | SetLimbPenalty
    | SetFate
    | Remove
    | SetStuntMemory
)
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found


class Answers(TypedDict, total=False):
    """The answers to prompts, by the kind of the prompt."""

    fast_reply: FastReplyInput | Literal["decline"]
    crash: CrashAnswer
    drag_or_release: Literal["drag", "release"]
    oppose: OpposeAnswer
    call_flip: Literal["heads", "tails"]
    act_stunned: Literal["spend", "decline"]


@overload
def sent(
    kind: Literal["fast_reply"], answer: FastReplyInput | Literal["decline"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["crash"], answer: CrashAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["drag_or_release"], answer: Literal["drag", "release"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["oppose"], answer: OpposeAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["call_flip"], answer: Literal["heads", "tails"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["act_stunned"], answer: Literal["spend", "decline"], *, to: str | None = ...) -> SentAnswer: ...


def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
