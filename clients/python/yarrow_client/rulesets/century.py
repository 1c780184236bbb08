"""Century: its commands, the answers to its prompts, and its options, as structs."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets import core
from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Options(Part, frozen=True, kw_only=True):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    criticals: Literal["automatic", "narrator", "off"] | UnsetType = UNSET
    """Whether the numbers of a band are critical, the narrator awards it, or nothing is."""
    critical_effects: Literal["narrator", "none", "standard"] | UnsetType = UNSET
    """Who says what a critical throw does."""
    degrees: bool | UnsetType = UNSET
    """Whether throws have degrees of success and failure."""
    health_categories: bool | UnsetType = UNSET
    """Whether wounds hinder."""
    npc_reactions: bool | UnsetType = UNSET
    """Whether first attitudes are thrown for."""
    npc_reaction_result: Literal["margin", "sum"] | UnsetType = UNSET
    """What is looked up in the table of first reactions."""
    shared_adjustment: Literal["best", "mean", "sum"] | UnsetType = UNSET
    """What several abilities of one roll come to."""
    cover_penalty: Literal["never", "other_rolls"] | UnsetType = UNSET
    """Whether cover is a penalty on rolls that are no attacks."""
    light_order: Literal["printed", "swapped"] | UnsetType = UNSET
    """Whether twilight is darker than moonlight, as printed, or the other way round."""
    fate_after_critical_failure: bool | UnsetType = UNSET
    """Whether fate spent afterwards rescues a critical failure."""
    roll_under: Literal["equal_or_under", "under_for_checks"] | UnsetType = UNSET
    """Whether a Reaction Check has to be strictly under its target number."""
    two_hands_with_off_hand: Literal["add", "replace"] | UnsetType = UNSET
    """Whether the off hand of a pair has its own penalty on top."""
    tie_break: Literal["agl", "agl_all", "simultaneous"] | UnsetType = UNSET
    """Whether equal scores act together, or Agility and dice say who is first."""
    hold_slot: bool | UnsetType = UNSET
    """Whether one may wait for the next pass without acting."""
    slot_mp_limit: int | UnsetType = UNSET
    """Move Points that one action may cost."""
    exchange_weapon_mp: Literal[3, 4] | UnsetType = UNSET
    """Move Points to put one weapon away and take another."""
    pick_up_mp: int | UnsetType = UNSET
    """Move Points to pick something up."""
    turn_class_scope: Literal["round", "single_turn"] | UnsetType = UNSET
    """Whether the degrees of a whole round count, or of its longest unbroken turn."""
    must_face: bool | UnsetType = UNSET
    """Whether an attacker has to face its target."""
    attack_terms: Literal["ask", "inline"] | UnsetType = UNSET
    """Whether the narrator is asked for the terms of each attack."""
    revolver_criticals: bool | UnsetType = UNSET
    """Whether revolvers fail critically less often, autoloaders more often."""
    called_shots: bool | UnsetType = UNSET
    """Whether attacks may be aimed at a precise area."""
    strength_penalty: bool | UnsetType = UNSET
    """Whether too little Strength for weapon or armour hinders."""
    one_handed_use: bool | UnsetType = UNSET
    """Whether two-handed weapons may be used with one hand, if too little Strength hinders."""
    ambidextrous_pair: Literal["both_dominant", "printed"] | UnsetType = UNSET
    """What the ambidextrous suffer with a weapon in each hand."""
    too_slow_scope: Literal["defender", "pair"] | UnsetType = UNSET
    """Whether one attack that is too fast is remembered for all attackers, or for its own."""
    block_mp: int | UnsetType = UNSET
    """Move Points to block."""
    auto_min_multiplier: Literal[0, 1] | UnsetType = UNSET
    """Whether one to four bullets of a volley count once, or are refused."""
    narrator_approves_spray: bool | UnsetType = UNSET
    """Whether the narrator is asked before several targets are sprayed."""
    cover_mode: Literal["both", "location", "penalty"] | UnsetType = UNSET
    """Whether cover is a second throw, a penalty, or both."""
    area_damage: Literal["each", "one_roll"] | UnsetType = UNSET
    """Whether all inside an area share one throw of damage."""
    area_half_check: bool | UnsetType = UNSET
    """Whether those inside an area may halve its damage."""
    bleed_out: Literal["end_of_next_round", "start_of_next_round"] | UnsetType = UNSET
    """When the dying die."""
    rest_hp: int | UnsetType = UNSET
    """Hit points that a whole day of rest gives."""


class CandidateInput(Part, frozen=True, kw_only=True):
    """A way to make a roll; exactly one of `base` and `success_level`."""

    key: str = "main"
    """Its key."""
    skill: str | None = None
    """Skill to try it with; left out, the narrator says how."""
    abilities: Sequence[Literal["str", "agl", "con", "iq", "app", "prs"]] = ()
    """Abilities that count."""
    base: int | None = None
    """The base of the target number."""
    success_level: int | None = None
    """A level from 0 to 9, whose base is ten times as much."""


class ModifierInput(Part, frozen=True, kw_only=True):
    """A modifier by its key in the tables, or `custom` with a label or an item."""

    key: str
    """Its key."""
    amount: int | None = None
    """How much; with a sign only under Another modifier."""
    label: str | None = None
    """The name, under Another modifier."""
    item: str | None = None
    """Gear that helps; its suggested bonus is the amount, unless another is given."""


class ConsequenceInput(Part, frozen=True, kw_only=True):
    """What a failure brings."""

    end_of_round: int | None = None
    """It lasts until the end of this round."""
    rounds: int | None = None
    """How many rounds it lasts; 1 means until the end of the next round to begin."""
    effect: Literal[
        "none",
        "unconscious",
        "drugged",
        "drunk",
        "diseased",
        "stunned",
        "surprised",
        "lose_hp",
        "hp_to",
        "hindered",
        "other",
    ]
    """What it does."""
    amount: int | None = None
    """Signed amount."""
    dice: str | None = None
    """Dice for the hit points that are lost, in place of an amount."""
    armour: bool = False
    """Whether armour reduces the loss of hit points."""
    hp: int | None = None
    """The hit points that are left."""
    label: str | None = None
    """What hinders."""
    text: str = ""
    """Words that are shown unchanged."""
    initiative: int | None = None
    """What it takes off initiative, from 0 to 12."""
    skill: int | None = None
    """Skill to try it with; left out, the narrator says how."""
    reaction: int | None = None
    """What it takes off Reaction Checks, from 0 to 100."""


class RollTermsInput(Part, frozen=True, kw_only=True):
    """What the narrator says of a roll."""

    kind: Literal["skill", "reaction"] = "skill"
    """What is rolled: a Skill Roll, a Reaction Check or a To-Hit Roll."""
    candidates: Sequence[CandidateInput] = ()
    """Ways to roll; of several, the roller chooses one."""
    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    with_: Sequence[Literal["light", "rain", "wind"]] = msgspec.field(default=(), name="with")
    """Light and weather that count, although they usually do not."""
    ladder: Sequence[str] | None = None
    """What the roller learns with each degree of success."""
    hazard: Literal["deathblow", "disease", "poison", "electricity", "gas", "stun", "surprise"] | None = None
    """What is resisted; it says which ability counts."""
    base: int | None = None
    """The base of the check against the hazard."""
    success_level: int | None = None
    """Target number as a percentage."""
    on_failure: Sequence[ConsequenceInput] = ()
    """What follows if the roll fails."""
    hidden: bool = False
    """Whether only the narrator sees the numbers."""
    target: str | None = None
    """The combatant whom the roll is about."""


class OtherConditionInput(Part, frozen=True, kw_only=True):
    """A condition that the effect `other` sets on a combatant."""

    combatant: str
    """ID of the combatant."""
    condition: ConsequenceInput
    """Name of the condition."""


class CriticalInput(Part, frozen=True, kw_only=True):
    """What a critical throw does, with the parameters of that effect."""

    effect: Literal[
        "none",
        "automatic_hit",
        "double_damage",
        "instant_ally",
        "confession",
        "drop_weapon",
        "jam",
        "break_weapon",
        "explode_weapon",
        "instant_enemy",
        "other",
    ]
    """What it does."""
    weapon: str | None = None
    """The weapon that fails, which is an item in the hand."""
    rounds: int = 1
    """Whole rounds that it takes to clear the jam."""
    damage: str | None = None
    """Damage of the explosion; by default that of the weapon."""
    radius: int | None = None
    """Radius of the explosion, in metres."""
    npc: str | None = None
    """The NPC whom it is about; by default the target of the roll."""
    attitude: (
        Literal[
            "deathwish", "hatred", "enmity", "caution", "geniality", "affection", "goodwill", "admiration", "adoration"
        ]
        | None
    ) = None
    """Attitude of an NPC."""
    join: bool = False
    """Whether the NPC also changes sides."""
    text: str = ""
    """Words that are shown unchanged."""
    modifiers: Sequence[OtherConditionInput] = ()
    """Conditions that it sets on combatants."""


class ControlTermsAnswer(Part, frozen=True, kw_only=True):
    """The narrator's terms of a mandatory roll of a driver."""

    base: int
    """Base value."""
    outcome: Literal["skid", "stall", "crash"] = "skid"
    """What happens to the vehicle."""
    damage: str | None = None
    """Damage of the crash."""


class AttackTermsAnswer(Part, frozen=True, kw_only=True):
    """What only the narrator says of an attack."""

    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    from_behind: bool | None = None
    """Whether the attack comes from behind, if positions do not say so."""
    unaware: bool = False
    """Whether the target knows nothing of the attack."""
    undodgeable: bool = False
    """Whether the target cannot dodge the attack."""
    shielded: Sequence[str] = ()
    """Combatants whom the area does not reach."""
    base: int | None = None
    """A base of the target number, in place of that of the range."""


class CalledTermsAnswer(Part, frozen=True, kw_only=True):
    """The narrator's terms of a called shot."""

    base: int
    """Base value."""
    effect: Literal["damage", "drop_item", "none"] = "damage"
    """What it does."""
    item: str | None = None
    """The item that a hit makes the target drop."""
    ignores_armor: bool = False
    """Whether armour does not count."""
    ignores_cover: bool = False
    """Whether cover does not count."""
    reason: str = ""
    """Why, as a keyword or in words."""


class SprayVerdictInput(Part, frozen=True, kw_only=True):
    """Why several targets may not be sprayed."""

    refused: str
    """Why it is refused."""


class DefendingInput(Part, frozen=True, kw_only=True):
    """A defence; `fate` where two Fate Points are needed."""

    defence: Literal["dodge", "block", "parry"]
    """How the target defends itself."""
    fate: bool = False
    """Fate spent or left."""
    with_: str | None = msgspec.field(default=None, name="with")
    """An arm, a held item or a natural attack to defend with."""


class BlastListAnswer(Part, frozen=True, kw_only=True):
    """Who of those without position is inside an area, and who is shielded."""

    inside: Sequence[str] | None = None
    """Combatants inside the area."""
    shielded: Sequence[str] = ()
    """Combatants that are shielded."""


class HalfCheckTermsInput(Part, frozen=True, kw_only=True):
    """The check by which those inside an area halve its damage."""

    base: int
    """Base value."""
    abilities: Sequence[Literal["str", "agl", "con", "iq", "app", "prs"]] | UnsetType = UNSET
    """Abilities that count; by default `agl`."""


class CallRoll(Command, frozen=True, kw_only=True, tag="century.call_roll"):
    """Call a combatant for a Skill Roll or a Reaction Check."""

    kind: Literal["skill", "reaction"] = "skill"
    """What is rolled: a Skill Roll, a Reaction Check or a To-Hit Roll."""
    candidates: Sequence[CandidateInput] = ()
    """Ways to roll; of several, the roller chooses one."""
    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    with_: Sequence[Literal["light", "rain", "wind"]] = msgspec.field(default=(), name="with")
    """Light and weather that count, although they usually do not."""
    ladder: Sequence[str] | None = None
    """What the roller learns with each degree of success."""
    hazard: Literal["deathblow", "disease", "poison", "electricity", "gas", "stun", "surprise"] | None = None
    """What is resisted; it says which ability counts."""
    base: int | None = None
    """The base of the check against the hazard."""
    success_level: int | None = None
    """Target number as a percentage."""
    on_failure: Sequence[ConsequenceInput] = ()
    """What follows if the roll fails."""
    hidden: bool = False
    """Whether only the narrator sees the numbers."""
    target: str | None = None
    """The combatant whom the roll is about."""
    roller: str
    """Who rolls."""
    roll_id: str | None = None
    """An ID for the roll; one is made if it is left out."""


class CallRolls(Command, frozen=True, kw_only=True, tag="century.call_rolls"):
    """Call several combatants for the same roll, one each."""

    kind: Literal["skill", "reaction"] = "skill"
    """What is rolled: a Skill Roll, a Reaction Check or a To-Hit Roll."""
    candidates: Sequence[CandidateInput] = ()
    """Ways to roll; of several, the roller chooses one."""
    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    with_: Sequence[Literal["light", "rain", "wind"]] = msgspec.field(default=(), name="with")
    """Light and weather that count, although they usually do not."""
    ladder: Sequence[str] | None = None
    """What the roller learns with each degree of success."""
    hazard: Literal["deathblow", "disease", "poison", "electricity", "gas", "stun", "surprise"] | None = None
    """What is resisted; it says which ability counts."""
    base: int | None = None
    """The base of the check against the hazard."""
    success_level: int | None = None
    """Target number as a percentage."""
    on_failure: Sequence[ConsequenceInput] = ()
    """What follows if the roll fails."""
    hidden: bool = False
    """Whether only the narrator sees the numbers."""
    target: str | None = None
    """The combatant whom the roll is about."""
    rollers: Sequence[str]
    """Who rolls."""
    roll_id: str | None = None
    """An ID for the rolls, to which that of each combatant is added."""


class WithdrawRoll(Command, frozen=True, kw_only=True, tag="century.withdraw_roll"):
    """Take an open roll back before its throw. Fate Points that were declared for it return."""

    roll_id: str
    """ID of the roll."""


class Attempt(Command, frozen=True, kw_only=True, tag="century.attempt"):
    """Try something uncertain outside combat; the narrator says how it is decided."""

    actor: str
    """ID of the combatant that acts."""
    what: str
    """What it is for, in words."""
    kind: Literal["skill", "reaction"] = "skill"
    """What is rolled: a Skill Roll, a Reaction Check or a To-Hit Roll."""
    skill: str | None = None
    """Skill to try it with; left out, the narrator says how."""
    target: str | None = None
    """ID of the target."""


class AnswerApproach(Command, frozen=True, kw_only=True, tag="century.answer_approach"):
    """Choose the Skill or ability to roll with."""

    actor: str
    """ID of the combatant that acts."""
    candidate: str
    """What to use."""


class GrantFate(Command, frozen=True, kw_only=True, tag="century.grant_fate"):
    """Give a combatant Fate Points, or take some with a negative number."""

    combatant: str
    """ID of the combatant."""
    amount: int
    """Fate Points."""
    reason: str = ""
    """Why, as a keyword or in words."""


class AnswerFateBefore(Command, frozen=True, kw_only=True, tag="century.answer_fate_before"):
    """Spend Fate Points before the throw, or none: each adds 25 to the target number."""

    actor: str
    """ID of the combatant that acts."""
    fate: int
    """Fate spent or left."""


class AnswerFateAfter(Command, frozen=True, kw_only=True, tag="century.answer_fate_after"):
    """Spend Fate Points after the throw, or none: each adds 10 to the target number."""

    actor: str
    """ID of the combatant that acts."""
    fate: int
    """Fate spent or left."""


class AwardCritical(Command, frozen=True, kw_only=True, tag="century.award_critical"):
    """Say whether the throw counts as critical."""

    roll_id: str | None = None
    """ID of the roll."""
    award: bool
    """It is critical."""


class ChooseCritical(Command, frozen=True, kw_only=True, tag="century.choose_critical"):
    """Choose what the critical throw does."""

    effect: Literal[
        "none",
        "automatic_hit",
        "double_damage",
        "instant_ally",
        "confession",
        "drop_weapon",
        "jam",
        "break_weapon",
        "explode_weapon",
        "instant_enemy",
        "other",
    ]
    """What it does."""
    weapon: str | None = None
    """The weapon that fails, which is an item in the hand."""
    rounds: int = 1
    """Whole rounds that it takes to clear the jam."""
    damage: str | None = None
    """Damage of the explosion; by default that of the weapon."""
    radius: int | None = None
    """Radius of the explosion, in metres."""
    npc: str | None = None
    """The NPC whom it is about; by default the target of the roll."""
    attitude: (
        Literal[
            "deathwish", "hatred", "enmity", "caution", "geniality", "affection", "goodwill", "admiration", "adoration"
        ]
        | None
    ) = None
    """Attitude of an NPC."""
    join: bool = False
    """Whether the NPC also changes sides."""
    text: str = ""
    """Words that are shown unchanged."""
    modifiers: Sequence[OtherConditionInput] = ()
    """Conditions."""
    roll_id: str | None = None
    """ID of the roll."""


class Consequence(Command, frozen=True, kw_only=True, tag="century.consequence"):
    """Choose what follows from the failed check."""

    roll_id: str | None = None
    """ID of the roll."""
    effects: Sequence[ConsequenceInput]
    """Consequences."""


class SetCondition(Command, frozen=True, kw_only=True, tag="century.set_condition"):
    """Give a combatant a condition, such as being drunk or hidden."""

    end_of_round: int | None = None
    """It lasts until the end of this round."""
    rounds: int | None = None
    """How many rounds it lasts; 1 means until the end of the next round to begin."""
    condition: Literal[
        "unconscious",
        "dying",
        "stabilized",
        "dead",
        "surprised",
        "drunk",
        "drugged",
        "diseased",
        "stunned",
        "lucky",
        "unlucky",
        "hindered",
        "dodge_penalty",
        "block_penalty",
        "clearing_jam",
        "hidden",
        "stealthy",
    ]
    """Name of the condition."""
    amount: int | None = None
    """Signed amount."""
    label: str | None = None
    """What hinders."""
    initiative: int | None = None
    """What it takes off initiative, from 0 to 12."""
    skill: int | None = None
    """Skill Roll penalty."""
    reaction: int | None = None
    """Reaction Check penalty."""
    combatant: str
    """ID of the combatant."""


class ClearCondition(Command, frozen=True, kw_only=True, tag="century.clear_condition"):
    """End a condition of a combatant."""

    combatant: str
    """ID of the combatant."""
    condition: Literal[
        "unconscious",
        "dying",
        "stabilized",
        "dead",
        "surprised",
        "drunk",
        "drugged",
        "diseased",
        "stunned",
        "lucky",
        "unlucky",
        "hindered",
        "dodge_penalty",
        "block_penalty",
        "clearing_jam",
        "hidden",
        "stealthy",
    ]
    """Name of the condition."""
    label: str | None = None
    """The hindrance that ends, if there are several."""


class Surprise(Command, frozen=True, kw_only=True, tag="century.surprise"):
    """Say that a combatant is surprised, and set the penalties."""

    combatant: str
    """ID of the combatant."""
    initiative: int = 2
    """What it takes off initiative, from 0 to 12."""
    skill: int = 20
    """Skill Roll penalty."""
    reaction: int = 20
    """Reaction Check penalty."""
    end_of_round: int | None = None
    """It lasts until the end of this round; by default the first that follows."""


class SetDowned(Command, frozen=True, kw_only=True, tag="century.set_downed"):
    """Say how a combatant fares, whatever their hit points are."""

    combatant: str
    """ID of the combatant."""
    status: Literal["up", "dying", "stabilized", "dead"]
    """State."""
    hp: int | None = None
    """HP that are left."""
    reason: str = ""
    """Why, as a keyword or in words."""


class InflictDamage(Command, frozen=True, kw_only=True, tag="century.inflict_damage"):
    """Hurt a combatant by a fall, fire or the like. Cover gives no protection."""

    combatant: str
    """ID of the combatant."""
    dice: str | None = None
    """Dice expression such as 2d6+1."""
    amount: int | None = None
    """Points of damage."""
    armor: bool = True
    """Armour counts."""
    reason: str = ""
    """Why, as a keyword or in words."""


class Stabilize(Command, frozen=True, kw_only=True, tag="century.stabilize"):
    """Try to keep a dying combatant alive; the narrator sets the roll."""

    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""


class UseStimpak(Command, frozen=True, kw_only=True, tag="century.use_stimpak"):
    """Use a Stimpak on yourself or on a combatant nearby, to give hit points back."""

    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""


class Rest(Command, frozen=True, kw_only=True, tag="century.rest"):
    """Let days of rest pass, which give hit points back."""

    combatants: Sequence[str] = ()
    """Who rests; by default all living persons and animals."""
    days: int
    """Number of days that pass."""


class RoundModifierInput(Part, frozen=True, kw_only=True):
    """A number for one combatant's round, and why."""

    combatant: str
    """ID of the combatant."""
    value: int
    """Number that is added, from −60 to 60."""
    reason: str
    """Why, as a keyword or in words."""


class BeginRound(Command, frozen=True, kw_only=True, tag="century.begin_round"):
    """Begin a round: Move Points are refilled, and initiative is thrown."""

    modifiers: Sequence[RoundModifierInput] = ()
    """Modifiers of initiative in this round."""
    mp_modifiers: Sequence[RoundModifierInput] = ()
    """Modifiers of Move Points in this round."""


class EndAction(Command, frozen=True, kw_only=True, tag="century.end_action"):
    """End your action; another one follows in the next pass if you have Move Points left."""

    actor: str
    """ID of the combatant that acts."""


class FinishRound(Command, frozen=True, kw_only=True, tag="century.finish_round"):
    """End your action, and do nothing more in this round."""

    actor: str
    """ID of the combatant that acts."""


class Hold(Command, frozen=True, kw_only=True, tag="century.hold"):
    """Wait for the next pass without acting, at no cost."""

    actor: str
    """ID of the combatant that acts."""


class AllowLongAction(Command, frozen=True, kw_only=True, tag="century.allow_long_action"):
    """Let the present or next action of a combatant cost more Move Points than usual."""

    combatant: str
    """ID of the combatant."""
    mp_limit: int
    """Most Move Points."""


class EndCombat(Command, frozen=True, kw_only=True, tag="century.end_combat"):
    """End the combat. Those who are dying are still dying."""

    outcome: str = ""
    """How the combat ended, in words."""
    reason: str = ""
    """Why, as a keyword or in words."""


class LeaveField(Command, frozen=True, kw_only=True, tag="century.leave_field"):
    """Say that a combatant has left the field."""

    combatant: str
    """ID of the combatant."""
    reason: str = ""
    """Why, as a keyword or in words."""


class PointInput(Part, frozen=True, kw_only=True):
    """A place in metres: `x` to the east, `y` to the north."""

    x: int
    """In metres."""
    y: int
    """In metres."""
    elevation: int = 0
    """In metres."""


class SetPosition(Command, frozen=True, kw_only=True, tag="century.set_position"):
    """Say where a combatant is and which way they face. What is left out stays as it is."""

    combatant: str
    """ID of the combatant."""
    position: PointInput | None = None
    """Where it is."""
    heading: int | None = None
    """Direction it faces, in degrees."""
    nowhere: bool = False
    """Leave the place open."""


class GoalInput(Part, frozen=True, kw_only=True):
    """Where a combatant moves to, in metres; without an elevation it stays as high as it is."""

    x: int
    """In metres."""
    y: int
    """In metres."""
    elevation: int | None = None
    """In metres; by default as high as before."""


class Move(Command, frozen=True, kw_only=True, tag="century.move"):
    """Move a number of metres or to a place, on your own or in the vehicle that you drive."""

    actor: str
    """ID of the combatant that acts."""
    mode: Literal[
        "legs2", "legs4", "slither", "wheels", "hover", "flight", "swim", "row", "sail", "water_motor", "climb"
    ]
    """How it moves."""
    distance_m: int | None = None
    """How far, straight ahead."""
    to: GoalInput | None = None
    """Where to, or to whom."""
    incline: Literal["none", "up_30", "up_60", "down_30", "down_60"] = "none"
    """Slope."""
    uneven: bool = False
    """Uneven ground."""
    wet: bool = False
    """Wet ground."""
    stealthy: bool = False
    """Stealthily."""
    aid: Literal["none", "rope", "ladder"] = "none"
    """What helps in climbing."""
    vehicle: str | None = None
    """The vehicle, if one is driven."""
    keeps_cover: bool = False
    """Whether cover still protects after the move."""


class Turn(Command, frozen=True, kw_only=True, tag="century.turn"):
    """Turn round, or turn the vehicle that you drive."""

    actor: str
    """ID of the combatant that acts."""
    degrees: int
    """Clockwise if above 0; at most 360."""
    vehicle: str | None = None
    """The vehicle, if one is driven."""


class ControlCheck(Command, frozen=True, kw_only=True, tag="century.control_check"):
    """Call a driver for a roll to keep the vehicle under control."""

    vehicle: str
    """ID of the vehicle."""
    base: int
    """Base value."""
    penalty: int = 0
    """What is taken off the target number of the roll."""
    outcome: Literal["skid", "stall", "crash"] = "skid"
    """If it fails."""
    damage: str | None = None
    """Damage of the crash."""


class TakeSeat(Command, frozen=True, kw_only=True, tag="century.take_seat"):
    """Put a combatant at the wheel or on a seat of a vehicle, or, without `vehicle`, let them get out."""

    combatant: str
    """ID of the combatant."""
    vehicle: str | None = None
    """The vehicle to sit in."""
    driving: bool = False
    """At the wheel."""


class DrawWeapon(Command, frozen=True, kw_only=True, tag="century.draw_weapon"):
    """Take a carried item into the hand."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""
    hand: Literal["right", "left"] | Literal["both"] | None = None
    """Hand that holds it; by default the dominant one if it is free."""


class DiscardWeapon(Command, frozen=True, kw_only=True, tag="century.discard_weapon"):
    """Let a held item fall to the ground."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class ExchangeWeapon(Command, frozen=True, kw_only=True, tag="century.exchange_weapon"):
    """Put a held item away and take another one into the hand."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """What is put away."""
    for_item: str
    """What is taken into the hand instead."""


class PickUp(Command, frozen=True, kw_only=True, tag="century.pick_up"):
    """Pick up something that lies within reach."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""
    hand: Literal["right", "left"] | Literal["both"] | None = None
    """Hand that holds it; by default the dominant one if it is free."""


class LoadWeapon(Command, frozen=True, kw_only=True, tag="century.load_weapon"):
    """Load a weapon in the hand with a reload or a single bullet."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""
    with_: Literal["reload", "loose_round"] = msgspec.field(default="reload", name="with")
    """What it is done with."""


class ClearJam(Command, frozen=True, kw_only=True, tag="century.clear_jam"):
    """Begin to clear a jammed weapon; in combat that takes all Move Points of a round."""

    actor: str
    """ID of the combatant that acts."""
    weapon: str
    """Weapon, or its ID."""


class WearArmor(Command, frozen=True, kw_only=True, tag="century.wear_armor"):
    """Put on armour that you carry, or, without `armor`, take off what you wear."""

    actor: str
    """ID of the combatant that acts."""
    armor: str | None = None
    """A carried piece to put on."""


class SprayPartInput(Part, frozen=True, kw_only=True):
    """Bullets of a volley at one target."""

    target: str
    """ID of the target."""
    rounds: int
    """Number of rounds."""
    range: Literal["melee", "short", "medium", "long"] | None = None
    """How far the target is, if no positions are known."""


class Attack(Command, frozen=True, kw_only=True, tag="century.attack"):
    """Attack a target, a point or several targets. If you name no weapon, you use what your dominant hand holds."""

    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    from_behind: bool | None = None
    """Whether the attack comes from behind, if positions do not say so."""
    unaware: bool = False
    """Whether the target knows nothing of the attack."""
    undodgeable: bool = False
    """Whether the target cannot dodge the attack."""
    shielded: Sequence[str] = ()
    """Combatants whom the area does not reach."""
    base: int | None = None
    """A base of the target number, in place of that of the range."""
    actor: str
    """ID of the combatant that acts."""
    target: str | None = None
    """ID of the target."""
    point: PointInput | None = None
    """Place that it is aimed at, in metres."""
    weapon: str | None = None
    """Weapon, or its ID."""
    natural: str | None = None
    """Natural attack, or whether it is one."""
    fire: Literal["single", "double_tap", "burst", "full_auto"] = "single"
    """Mode of fire, or burning."""
    rounds: int | None = None
    """How many rounds are fired with full auto."""
    spray: Sequence[SprayPartInput] = ()
    """Targets."""
    paired: bool = False
    """Whether it is one of two attacks with a weapon in each hand."""
    maneuver: Literal["none", "backstab", "disarm"] = "none"
    """Manoeuvre."""
    disarm_item: str | None = None
    """Item to knock away."""
    called: str | None = None
    """The precise area that the shot is aimed at."""
    one_handed: bool = False
    """Whether a two-handed weapon is used with one hand."""
    range: Literal["melee", "short", "medium", "long"] | None = None
    """The range, if positions do not say it."""


class CoveringInput(Part, frozen=True, kw_only=True):
    """An object or a combatant that hides another, and the percentage of the view that it blocks."""

    object: str
    """ID of the object."""
    percent: int | None = None
    """How much of the combatant it hides; by default what the object usually does."""


class SetCover(Command, frozen=True, kw_only=True, tag="century.set_cover"):
    """Say what a combatant stands behind, in order; without objects there is no cover."""

    combatant: str
    """ID of the combatant."""
    objects: Sequence[CoveringInput] = ()
    """Stands behind."""
    against: Sequence[str] | None = None
    """The attackers against whom it helps; by default all."""


class AnswerAttackTerms(Command, frozen=True, kw_only=True, tag="century.answer_attack_terms"):
    """Give the terms of an attack, such as its modifiers."""

    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without: Sequence[str] = ()
    """What does not count, although it usually would."""
    from_behind: bool | None = None
    """Whether the attack comes from behind, if positions do not say so."""
    unaware: bool = False
    """Whether the target knows nothing of the attack."""
    undodgeable: bool = False
    """Whether the target cannot dodge the attack."""
    shielded: Sequence[str] = ()
    """Combatants whom the area does not reach."""
    base: int | None = None
    """A base of the target number, in place of that of the range."""


class Defend(Command, frozen=True, kw_only=True, tag="century.defend"):
    """Dodge, block or parry an attack."""

    defence: Literal["dodge", "block", "parry"]
    """How the target defends itself."""
    fate: bool = False
    """Spend 2 Fate Points."""
    with_: str | None = msgspec.field(default=None, name="with")
    """An arm, a held item or a natural attack to defend with."""
    actor: str
    """ID of the combatant that acts."""


class AnswerBlastList(Command, frozen=True, kw_only=True, tag="century.answer_blast_list"):
    """Say who is inside a blast, and who is sheltered from it."""

    inside: Sequence[str] | None = None
    """Combatants inside the area."""
    shielded: Sequence[str] = ()
    """Combatants that are shielded."""


class OtherAction(Command, frozen=True, kw_only=True, tag="century.other_action"):
    """Do something other than fighting; the narrator sets its cost, and perhaps a roll."""

    actor: str
    """ID of the combatant that acts."""
    what: str
    """What it is for, in words."""
    mp: int | None = None
    """The cost; if it is left out, the narrator is asked."""
    roll: bool = False
    """Whether the narrator is asked to set a roll for it."""
    terms: RollTermsInput | None = None
    """A roll that belongs to it."""


class Hide(Command, frozen=True, kw_only=True, tag="century.hide"):
    """Try to hide; the narrator sets the roll."""

    actor: str
    """ID of the combatant that acts."""


class NpcReaction(Command, frozen=True, kw_only=True, tag="century.npc_reaction"):
    """Throw for an NPC's first attitude towards combatants on meeting them."""

    npc: str
    """ID of the NPC."""
    toward: Sequence[str]
    """Combatant that the attitude is about."""
    spokesman: str | None = None
    """One of those who are met, whose abilities count for all."""
    modifiers: Sequence[ModifierInput] = ()
    """What changes the target number, each with its reason."""
    without_abilities: bool = False
    """Leave out abilities."""
    hidden: bool = False
    """Hidden throw."""


class SetAttitude(Command, frozen=True, kw_only=True, tag="century.set_attitude"):
    """Say what an NPC feels about a combatant from now on."""

    npc: str
    """ID of the NPC."""
    toward: str
    """Combatant that the attitude is about."""
    attitude: Literal[
        "deathwish", "hatred", "enmity", "caution", "geniality", "affection", "goodwill", "admiration", "adoration"
    ]
    """Attitude of an NPC."""
    reason: str = ""
    """Why, as a keyword or in words."""


class SetScene(Command, frozen=True, kw_only=True, tag="century.set_scene"):
    """Set light and weather. What is left out stays as it is."""

    light: Literal["day", "low", "moonlight", "twilight", "dark"] | None = None
    """Light of the scene."""
    rain: bool | None = None
    """Rain in the scene."""
    wind: bool | None = None
    """Wind in the scene."""
    notes: str | None = None
    """Anything else that is to be seen or known there, in words."""


class SetCircumstance(Command, frozen=True, kw_only=True, tag="century.set_circumstance"):
    """Set a lasting modifier of To-Hit Rolls; an amount of 0 ends it."""

    label: str
    """Label, as a menu shows it."""
    amount: int
    """Signed amount."""
    on: Literal["attacks_by", "attacks_on", "all"] = "all"
    """Which attacks."""
    combatant: str | None = None
    """The combatant whose attacks, or attacks on whom, are meant."""
    until: int | None = None
    """It lasts until the end of this round."""


class SetScore(Command, frozen=True, kw_only=True, tag="century.set_score"):
    """Change an ability score during play."""

    combatant: str
    """ID of the combatant."""
    ability: Literal["str", "agl", "con", "iq", "app", "prs"]
    """Key of the ability."""
    score: int
    """Ability score, from 1 to 30."""
    reason: str = ""
    """Why, as a keyword or in words."""


AnyCommand = (
    core.AnyCommand
    | CallRoll
    | CallRolls
    | WithdrawRoll
    | Attempt
    | AnswerApproach
    | GrantFate
    | AnswerFateBefore
    | AnswerFateAfter
    | AwardCritical
    | ChooseCritical
    | Consequence
    | SetCondition
    | ClearCondition
    | Surprise
    | SetDowned
    | InflictDamage
    | Stabilize
    | UseStimpak
    | Rest
    | BeginRound
    | EndAction
    | FinishRound
    | Hold
    | AllowLongAction
    | EndCombat
    | LeaveField
    | SetPosition
    | Move
    | Turn
    | ControlCheck
    | TakeSeat
    | DrawWeapon
    | DiscardWeapon
    | ExchangeWeapon
    | PickUp
    | LoadWeapon
    | ClearJam
    | WearArmor
    | Attack
    | SetCover
    | AnswerAttackTerms
    | Defend
    | AnswerBlastList
    | OtherAction
    | Hide
    | NpcReaction
    | SetAttitude
    | SetScene
    | SetCircumstance
    | SetScore
)
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found


class Answers(TypedDict, total=False):
    """The answers to prompts, by the kind of the prompt."""

    set_target: Literal["succeeds", "fails"] | RollTermsInput
    approach: str
    fate_before: int
    fate_after: int
    award_critical: bool
    choose_critical: CriticalInput | Literal["standard"]
    consequence: Sequence[ConsequenceInput] | Literal["standard"]
    initiative_before: int
    initiative_after: int
    go_on: Literal["go_on"]
    control_terms: ControlTermsAnswer
    attack_terms: AttackTermsAnswer
    called_terms: CalledTermsAnswer
    called_confirm: Literal["go_on", "withdraw"]
    spray_approval: SprayVerdictInput | Literal["yes"]
    defence: DefendingInput | Literal["none"]
    fate_miss: bool
    blast_list: BlastListAnswer
    half_check_terms: HalfCheckTermsInput | Literal["none"]
    action_cost: int


@overload
def sent(
    kind: Literal["set_target"], answer: Literal["succeeds", "fails"] | RollTermsInput, *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["approach"], answer: str, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["fate_before"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["fate_after"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["award_critical"], answer: bool, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["choose_critical"], answer: CriticalInput | Literal["standard"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["consequence"], answer: Sequence[ConsequenceInput] | Literal["standard"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["initiative_before"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["initiative_after"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["go_on"], answer: Literal["go_on"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["control_terms"], answer: ControlTermsAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["attack_terms"], answer: AttackTermsAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["called_terms"], answer: CalledTermsAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["called_confirm"], answer: Literal["go_on", "withdraw"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["spray_approval"], answer: SprayVerdictInput | Literal["yes"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["defence"], answer: DefendingInput | Literal["none"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["fate_miss"], answer: bool, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["blast_list"], answer: BlastListAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["half_check_terms"], answer: HalfCheckTermsInput | Literal["none"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["action_cost"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
