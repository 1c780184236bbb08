"""Yin-Yang: its commands, the answers to its prompts, and its options, as structs."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets import core
from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Options(Part, frozen=True, kw_only=True):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    campaign_level: Literal["competent", "gritty", "heroic", "realist", "supers"] | UnsetType = UNSET
    """How good heroes may be."""
    attribute_method: Literal["points", "random", "set"] | UnsetType = UNSET
    """How heroes come by their attributes."""
    validation: Literal["off", "strict", "warn"] | UnsetType = UNSET
    """What becomes of a hero's sheet that breaks the limits of the level."""
    jokers: bool | UnsetType = UNSET
    """Whether each deck has a White and a Coloured Joker."""
    narrator_decks: int | UnsetType = UNSET
    """How many decks are shuffled together for the narrator."""
    hand: Literal["blind", "open"] | UnsetType = UNSET
    """Whether actions are mere counters or cards that their owner knows."""
    automatic_success: bool | UnsetType = UNSET
    """Whether wide abilities succeed at easy tasks without a card."""
    initiative: Literal["edge", "free"] | UnsetType = UNSET
    """Whether everybody may call, or only the side that has the Edge."""
    edge_tests: int | UnsetType = UNSET
    """Successes in a row that win the Edge."""
    movement: Literal["action", "free"] | UnsetType = UNSET
    """Whether distances count and moving costs an action."""
    action_consent: Literal["ask", "off"] | UnsetType = UNSET
    """Whether the narrator is asked about every action but plain attacks."""
    king_effect: Literal["ask", "follow_up"] | UnsetType = UNSET
    """Whether the narrator may put an adverse effect in place of a King's follow-up."""
    white_joker_cards: int | UnsetType = UNSET
    """Bonus cards of a White Joker for the whole next turn."""
    coloured_joker_cards: int | UnsetType = UNSET
    """Penalty cards of a Coloured Joker for the whole next turn."""
    jack_confrontation: bool | UnsetType = UNSET
    """Whether two Jacks make a Confrontation."""
    joker_confrontation: Literal["any", "same"] | UnsetType = UNSET
    """Whether a White and a Coloured Joker make a Confrontation too."""
    mook_confrontation: Literal["always", "ask", "never"] | UnsetType = UNSET
    """Whether mooks have Confrontations."""
    confrontation_outcome: Literal["ask", "white_joker"] | UnsetType = UNSET
    """What the winner of a Confrontation gets."""
    confrontation_limit: int | UnsetType = UNSET
    """Standstills after which a Confrontation is decided without cards."""
    combined_dedication: int | UnsetType = UNSET
    """Actions that each participant spends to coordinate."""
    called_shot: Literal["ask", "table"] | UnsetType = UNSET
    """Whether the narrator or a table says how many penalty cards a called shot takes."""
    charge: Literal["ask", "free"] | UnsetType = UNSET
    """Whether the narrator confirms a charge."""
    dangerous_on: Literal["attack", "both", "damage"] | UnsetType = UNSET
    """Which Jack turns a dangerous weapon round."""
    misfire_victim: Literal["ask", "self"] | UnsetType = UNSET
    """Whom a misfire strikes."""
    high_damage_score: bool | UnsetType = UNSET
    """Whether a Damage Score above 10 gives bonus cards."""
    chain_minimum: bool | UnsetType = UNSET
    """Whether a failed or soaked number late in a chain still costs a point."""
    white_joker_damage: Literal["as_king", "two_draws"] | UnsetType = UNSET
    """Draws that a White Joker adds to a Damage Draw."""
    mental_stamina: bool | UnsetType = UNSET
    """Whether figures of a Mental weapon cost Stamina too."""
    care_within_turns: Literal["none"] | int | UnsetType = UNSET
    """Turns after which the dying die without care; without a number the narrator says so."""
    vitality_days: int | UnsetType = UNSET
    """Days that give back a point of Vitality."""
    challenges: bool | UnsetType = UNSET
    """Whether players may challenge a call of the narrator."""


class MatchingInput(Part, frozen=True, kw_only=True):
    """How a call is matched."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    weapon: str | None = None
    """Weapon, or its ID."""
    ability: str | None = None
    """Key of the ability."""
    pull_punches: bool = False
    """Set the weapon aside and strike with bare hands."""
    mode: Literal["attack", "counter"] = "attack"
    """Whether the call is met by striking back or by countering."""
    attributes: (
        Sequence[
            Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
        ]
        | None
    ) = None
    """What a counter is made on; an attack is made on the combat value."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class CalledShotInput(Part, frozen=True, kw_only=True):
    """Where a blow is aimed, and what it is to achieve."""

    aim: Literal["weapon", "limb", "head", "gap", "other"]
    """Aim that is kept."""
    text: str
    """Words that are shown unchanged."""


class FollowingInput(Part, frozen=True, kw_only=True):
    """A follow-up: at whom, for what."""

    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    target: str
    """ID of the target."""
    pull_punches: bool = False
    """Whether to pull the punches."""
    called_shot: CalledShotInput | None = None
    """What is aimed at, and what a hit is to achieve."""


class AdverseInput(Part, frozen=True, kw_only=True):
    """What a King does in place of a follow-up."""

    adverse: str
    """Adverse effect, in words."""
    condition: str = ""
    """A condition that the adversary gets, in words."""


class JoiningInput(Part, frozen=True, kw_only=True):
    """Whether one joins a combined action, and with which card of an open hand."""

    joins: bool
    """Whether it joins, or what."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class ConsentingInput(Part, frozen=True, kw_only=True):
    """The narrator's word about an action, a charge, a combined action."""

    allow: bool
    """Whether it is allowed."""
    may_counter: Sequence[str] = ()
    """Whether a counter is allowed."""
    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    waive_dedication: bool = False
    """Whether further actions are waived."""


class NarratedInput(Part, frozen=True, kw_only=True):
    """What comes of a Confrontation in place of the stake."""

    narrated: str
    """Whether the narrator decided it."""


class AcceptingInput(Part, frozen=True, kw_only=True):
    """The contest by which a challenge is decided."""

    contest: Literal["staredown", "twist", "riddle", "arm_wrestling", "performance", "other"]
    """What the contest is about."""
    terms: str = ""
    """What the winner gets, as agreed at the table, in words."""


class HandOver(Command, frozen=True, kw_only=True, tag="yin_yang.hand_over"):
    """Say which deck a combatant draws from, now that another player plays it."""

    combatant: str
    """ID of the combatant."""
    deck: str
    """Key of the deck; a new deck is whole."""


class GiveCards(Command, frozen=True, kw_only=True, tag="yin_yang.give_cards"):
    """Give a combatant bonus or penalty cards."""

    combatant: str
    """ID of the combatant."""
    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    on: Literal["tests", "damage"] = "tests"
    """For what."""
    lasting: Literal["next_test", "this_turn", "next_turn", "encounter"] = "next_test"
    """Whether it lasts."""
    reason: str = ""
    """Why, as a keyword or in words."""


class GiveEdge(Command, frozen=True, kw_only=True, tag="yin_yang.give_edge"):
    """Give the Edge to a side. Without a side it is taken away, and every side may call."""

    side: str | None = None
    """ID of the side, such as `players`."""


class StartTurn(Command, frozen=True, kw_only=True, tag="yin_yang.start_turn"):
    """Start a turn. Every combatant who is able takes a hand of actions."""


class EndTurn(Command, frozen=True, kw_only=True, tag="yin_yang.end_turn"):
    """End the turn. Actions that are left are lost, and the decks are made whole."""


class Hold(Command, frozen=True, kw_only=True, tag="yin_yang.hold"):
    """Hold back, which is to call nothing for now. Calls can still be matched."""

    actor: str
    """ID of the combatant that acts."""


class Move(Command, frozen=True, kw_only=True, tag="yin_yang.move"):
    """Move toward or away from a combatant, or to another sub-fight. Where distances count, it costs an action."""

    actor: str
    """ID of the combatant that acts."""
    toward: str | None = None
    """Combatant that the attitude is about."""
    away_from: str | None = None
    """Whom to move away from."""
    subfight: str | None = None
    """Key of the part of a fight that was split; `main` for the first."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class SplitFight(Command, frozen=True, kw_only=True, tag="yin_yang.split_fight"):
    """Put combatants into sub-fights. Combatants who are not named stay where they are."""

    subfights: Mapping[str, str]
    """The sub-fight of each from now on; that of the main fight is main."""


class SetDistance(Command, frozen=True, kw_only=True, tag="yin_yang.set_distance"):
    """Say how far apart two combatants are."""

    first: str
    """First version of the batch."""
    second: str
    """The second one."""
    band: Literal["arm", "room", "sight"]
    """Range band."""


class Guard(Command, frozen=True, kw_only=True, tag="yin_yang.guard"):
    """Watch over another combatant and match what is called against it, or stop doing so."""

    actor: str
    """ID of the combatant that acts."""
    ward: str
    """ID of the guarded combatant."""
    on: bool = True
    """Begin or end."""


class GripInput(Part, frozen=True, kw_only=True):
    """A weapon, and the hands that hold it."""

    weapon: str
    """Weapon, or its ID."""
    hands: int = 1
    """Hands, or what they hold."""


class Wield(Command, frozen=True, kw_only=True, tag="yin_yang.wield"):
    """Choose the weapons to hold, among one's own and those that lie about."""

    actor: str
    """ID of the combatant that acts."""
    items: Sequence[GripInput] = ()
    """Weapons to hold."""


class Wear(Command, frozen=True, kw_only=True, tag="yin_yang.wear"):
    """Choose the armour to wear, among one's own and what lies about. It is changed between turns."""

    actor: str
    """ID of the combatant that acts."""
    armour: Sequence[str] = ()
    """IDs of all pieces to wear; an empty list takes everything off."""


class WeaponInput(Part, frozen=True, kw_only=True):
    """A weapon: one of the chart, changed where fields are given, or one of the group's own with all that it needs."""

    id: str
    """Its ID."""
    kind: str | None = None
    """The weapon of the chart that it is; by default the one with the same ID."""
    name: str | None = None
    """Name in sentences and menus."""
    reach: Literal["melee", "energy", "projectile", "ranged", "long_ranged"] | None = None
    """How far it reaches; attacks of this reach are made with it."""
    edges: (
        Sequence[
            Literal[
                "mental",
                "multihanded",
                "multiple",
                "parrying",
                "piercing",
                "powerful",
                "very_powerful",
                "precise",
                "very_precise",
                "used_to_charge",
            ]
        ]
        | None
    ) = None
    """What it does better than others, by the chart."""
    flaws: Sequence[Literal["non_lethal", "unfit_to_parry", "dangerous"]] | None = None
    """What it does worse than others, by the chart."""
    hands: int | None = None
    """The most hands that can hold it."""
    natural: bool | None = None
    """Natural attack, or whether it is one."""
    damage_score_adjustment: int | None = None
    """Adjustment of the damage score."""


class ArmourInput(Part, frozen=True, kw_only=True):
    """A piece of armour: one of the chart, changed where fields are given, or one of the group's own."""

    id: str
    """Its ID."""
    kind: str | None = None
    """The piece of armour of the chart that it is; by default the one with the same ID."""
    name: str | None = None
    """Name in sentences and menus."""
    edges: Sequence[Literal["medium", "heavy", "stackable", "hardened", "mental"]] | None = None
    """What it does better than others, by the chart."""
    flaws: Sequence[Literal["destroyable", "cumbersome"]] | None = None
    """What it does worse than others, by the chart."""
    hands: int | None = None
    """Hands, or what they hold."""
    destroyed: bool = False
    """Whether it is destroyed."""


class PlaceItem(Command, frozen=True, kw_only=True, tag="yin_yang.place_item"):
    """Let a weapon or a piece of armour lie about, for anyone to take."""

    weapon: WeaponInput | None = None
    """Weapon, or its ID."""
    armour: ArmourInput | None = None
    """Piece of armour to place, if it is no weapon."""


class RuleScope(Command, frozen=True, kw_only=True, tag="yin_yang.rule_scope"):
    """Say whether a task is within an ability."""

    combatant: str
    """ID of the combatant."""
    ability: str
    """Key of the ability."""
    task: str
    """What the skill is used for."""
    within: bool
    """What it is within."""


class Test(Command, frozen=True, kw_only=True, tag="yin_yang.test"):
    """Make an unopposed test. In a turn it costs an action, unless the narrator makes it free."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    actor: str
    """ID of the combatant that acts."""
    attributes: Sequence[
        Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
    ]
    """One attribute, or two without an ability."""
    ability: str | None = None
    """Key of the ability."""
    task: str = ""
    """What the skill is used for."""
    precision: bool = False
    """Precision of the goal."""
    difficulty: Literal["trivial", "easy", "average", "difficult", "very_difficult", "desperate"] | None = None
    """Only the narrator sets it."""
    needs_scope: Literal["hobby", "talent", "profession"] | None = None
    """The narrowest scope that may try it; only the narrator sets it."""
    draw_anyway: bool = False
    """Give up an automatic success and draw."""
    free: bool = False
    """Whether it costs no action; only the narrator says so."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class ContestantInput(Part, frozen=True, kw_only=True):
    """What one party puts into a contest."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    combatant: str
    """ID of the combatant."""
    attributes: Sequence[
        Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
    ]
    """One attribute, or two without an ability."""
    ability: str | None = None
    """Key of the ability."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class Contest(Command, frozen=True, kw_only=True, tag="yin_yang.contest"):
    """Let two combatants test against each other for a stake. The first counts as the caller."""

    first: ContestantInput
    """First version of the batch."""
    second: ContestantInput
    """The second one."""
    stake: str
    """What is at stake."""
    costs_action: bool = False
    """Whether it costs an action."""


class Attack(Command, frozen=True, kw_only=True, tag="yin_yang.attack"):
    """Call an attack on a combatant."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    weapon: str | None = None
    """Weapon, or its ID."""
    ability: str | None = None
    """Key of the ability."""
    pull_punches: bool = False
    """Set the weapon aside and strike with bare hands."""
    actor: str
    """ID of the combatant that acts."""
    target: str
    """ID of the target."""
    attribute: (
        Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"] | None
    ) = None
    """Used in place of the combat value; only the narrator names it."""
    charge: bool = False
    """Whether it is a charge."""
    called_shot: CalledShotInput | None = None
    """What is aimed at, and what a hit is to achieve."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class Act(Command, frozen=True, kw_only=True, tag="yin_yang.act"):
    """Call an action that is not an attack."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str
    """What to try."""
    actor: str
    """ID of the combatant that acts."""
    target: str | None = None
    """ID of the target."""
    against: Sequence[str] = ()
    """Who may oppose it, if it has no target."""
    attributes: Sequence[
        Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
    ]
    """One attribute, or two without an ability."""
    ability: str | None = None
    """Key of the ability."""
    precision: bool = False
    """Whether cumbersome armour is a hindrance."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class AllowCounter(Command, frozen=True, kw_only=True, tag="yin_yang.allow_counter"):
    """Let another combatant match the open call too."""

    combatant: str
    """ID of the combatant."""


class VetoAction(Command, frozen=True, kw_only=True, tag="yin_yang.veto_action"):
    """Veto the call that waits for a match. Its action is returned."""

    reason: str = ""
    """Why, as a keyword or in words."""


class Match(Command, frozen=True, kw_only=True, tag="yin_yang.match"):
    """Spend an action to match the call, with an attack or with a counter."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    weapon: str | None = None
    """Weapon, or its ID."""
    ability: str | None = None
    """Key of the ability."""
    pull_punches: bool = False
    """Set the weapon aside and strike with bare hands."""
    mode: Literal["attack", "counter"] = "attack"
    """Whether the call is met by striking back or by countering."""
    attributes: (
        Sequence[
            Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
        ]
        | None
    ) = None
    """What a counter is made on; an attack is made on the combat value."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""
    actor: str
    """ID of the combatant that acts."""


class LetPass(Command, frozen=True, kw_only=True, tag="yin_yang.let_pass"):
    """Let the call pass without a match, so that it is drawn for alone."""

    actor: str
    """ID of the combatant that acts."""


class FollowUp(Command, frozen=True, kw_only=True, tag="yin_yang.follow_up"):
    """Make the follow-up attack that a King has earned, which costs no action."""

    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    target: str
    """ID of the target."""
    pull_punches: bool = False
    """Whether to pull the punches."""
    called_shot: CalledShotInput | None = None
    """What is aimed at, and what a hit is to achieve."""
    actor: str
    """ID of the combatant that acts."""


class Decline(Command, frozen=True, kw_only=True, tag="yin_yang.decline"):
    """Give up the follow-up attack that a King has earned."""

    actor: str
    """ID of the combatant that acts."""


class JoinCombined(Command, frozen=True, kw_only=True, tag="yin_yang.join_combined"):
    """Say whether to join a combined action."""

    joins: bool
    """Whether it joins, or what."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""
    actor: str
    """ID of the combatant that acts."""


class ParticipantInput(Part, frozen=True, kw_only=True):
    """What one of several puts into a combined action."""

    combatant: str
    """ID of the combatant."""
    attributes: (
        Sequence[
            Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
        ]
        | UnsetType
    ) = UNSET
    """One attribute, or two without an ability; by default `combat_value`."""
    ability: str | None = None
    """Key of the ability."""
    weapon: str | None = None
    """Weapon, or its ID."""


class Combine(Command, frozen=True, kw_only=True, tag="yin_yang.combine"):
    """Try something together with others of the same side. The caller is one of the participants."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    stake: Literal["damage", "flee", "goal"] | None = None
    """What the winner gets; by default damage for an attack, the goal for an act."""
    goal: str = ""
    """What the winner reaches, in words."""
    actor: str
    """ID of the combatant that acts."""
    kind: Literal["attack", "act"]
    """What to do."""
    participants: Sequence[ParticipantInput]
    """IDs of the participants."""
    target: str | None = None
    """ID of the target."""
    against: Sequence[str] = ()
    """Opponents, or what it counts against."""
    precision: bool = False
    """Precision of the goal."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class Challenge(Command, frozen=True, kw_only=True, tag="yin_yang.challenge"):
    """Challenge a call of the narrator."""

    actor: str
    """ID of the combatant that acts."""
    about: int | None = None
    """Version of the event that it is about."""
    text: str
    """In words."""


class ConcededAbilityInput(Part, frozen=True, kw_only=True):
    """The concession that a task is within somebody's ability."""

    combatant: str
    """ID of the combatant."""
    ability: str
    """Key of the ability."""
    task: str
    """What the skill is used for."""


class GrantingInput(Part, frozen=True, kw_only=True):
    """Bonus or penalty cards for somebody; exactly one of both."""

    combatant: str
    """ID of the combatant."""
    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    on: Literal["tests", "damage"] = "tests"
    """What it acts on."""
    lasting: Literal["next_test", "this_turn", "next_turn", "encounter"] = "next_test"
    """Whether it lasts."""
    reason: str = ""
    """Why, as a keyword or in words."""


class ConcedingInput(Part, frozen=True, kw_only=True):
    """What the narrator concedes: exactly one of the three."""

    allow_ability: ConcededAbilityInput | None = None
    """Ability allowed in a Confrontation."""
    cards: GrantingInput | None = None
    """Bonus cards or actions that are granted."""
    text: str | None = None
    """Words that are shown unchanged."""


class JudgeChallenge(Command, frozen=True, kw_only=True, tag="yin_yang.judge_challenge"):
    """Judge the challenge. A player who impresses the narrator gets a concession."""

    impressed: bool
    """Whether the others are impressed."""
    concession: ConcedingInput | None = None
    """Whether the loser may concede."""


class LossInput(Part, frozen=True, kw_only=True):
    """Points of one track."""

    track: Literal["vitality", "mental_balance", "stamina"]
    """What the points are of: Vitality, Mental Balance or Stamina."""
    points: int
    """Number of points spent, lost or gained."""


class Retaliate(Command, frozen=True, kw_only=True, tag="yin_yang.retaliate"):
    """Use up a retaliation that is owed, or waive it."""

    combatant: str
    """ID of the combatant."""
    text: str = ""
    """In words."""
    loss: LossInput | None = None
    """Points that are lost; left out, retaliation is waived."""
    waive: bool = False
    """Whether to waive it."""


class AnswerChallenge(Command, frozen=True, kw_only=True, tag="yin_yang.answer_challenge"):
    """Accept the challenge with a contest, or refuse it."""

    accept: AcceptingInput | None = None
    """The contest that decides; without one the challenge is refused."""


class PassTime(Command, frozen=True, kw_only=True, tag="yin_yang.pass_time"):
    """Let hours pass between turns."""

    hours: int
    """Number of hours."""
    only: Sequence[str] = ()
    """For whom the hours pass; by default for everybody."""
    resting: Sequence[str] = ()
    """Combatants that rest."""
    mentally_resting: Sequence[str] = ()
    """Combatants that rest mentally."""
    cared_for: Sequence[str] = ()
    """Combatants that are cared for."""


class Tend(Command, frozen=True, kw_only=True, tag="yin_yang.tend"):
    """Tend a dying combatant, who is stabilised if the test succeeds."""

    bonus: int = 0
    """Number of cards; only the narrator gives them."""
    penalty: int = 0
    """Number of cards; only the narrator gives them."""
    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""
    attributes: Sequence[
        Literal["strength", "endurance", "speed", "intellect", "will", "perception", "charisma", "combat_value"]
    ]
    """One attribute, or two without an ability."""
    ability: str | None = None
    """Key of the ability."""
    hand_card: str | None = None
    """The card played from an open hand; left out where hands are blind."""


class GenerateAttributes(Command, frozen=True, kw_only=True, tag="yin_yang.generate_attributes"):
    """Throw dice for the attributes of a combatant who is about to join."""

    combatant: str
    """ID of the newcomer."""


class SetAttribute(Command, frozen=True, kw_only=True, tag="yin_yang.set_attribute"):
    """Change an attribute of a combatant. All that follows from it is computed again."""

    combatant: str
    """ID of the combatant."""
    attribute: Literal["strength", "endurance", "speed", "intellect", "will", "perception"]
    """Key of the attribute."""
    score: int
    """Score of the attribute, from 1."""
    reason: str = ""
    """Why, as a keyword or in words."""


class Adjust(Command, frozen=True, kw_only=True, tag="yin_yang.adjust"):
    """Take points of Vitality, Mental Balance or Stamina from a combatant, or give some back."""

    combatant: str
    """ID of the combatant."""
    track: Literal["vitality", "mental_balance", "stamina"]
    """What the points are of: Vitality, Mental Balance or Stamina."""
    points: int
    """Number of points; a loss is below 0."""
    reason: str = ""
    """Why, as a keyword or in words."""


class SetCondition(Command, frozen=True, kw_only=True, tag="yin_yang.set_condition"):
    """Begin or end a condition of a combatant. Only madness and being stabilised have rules."""

    combatant: str
    """ID of the combatant."""
    condition: str
    """The condition in words; only mad and stabilised have rules."""
    on: bool = True
    """Begin or end."""
    text: str = ""
    """In words."""


class DeclareDead(Command, frozen=True, kw_only=True, tag="yin_yang.declare_dead"):
    """Say that a dying combatant has died."""

    combatant: str
    """ID of the combatant."""
    reason: str = ""
    """Why, as a keyword or in words."""


AnyCommand = (
    core.AnyCommand
    | HandOver
    | GiveCards
    | GiveEdge
    | StartTurn
    | EndTurn
    | Hold
    | Move
    | SplitFight
    | SetDistance
    | Guard
    | Wield
    | Wear
    | PlaceItem
    | RuleScope
    | Test
    | Contest
    | Attack
    | Act
    | AllowCounter
    | VetoAction
    | Match
    | LetPass
    | FollowUp
    | Decline
    | JoinCombined
    | Combine
    | Challenge
    | JudgeChallenge
    | Retaliate
    | AnswerChallenge
    | PassTime
    | Tend
    | GenerateAttributes
    | SetAttribute
    | Adjust
    | SetCondition
    | DeclareDead
)
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found


class Answers(TypedDict, total=False):
    """The answers to prompts, by the kind of the prompt."""

    match: MatchingInput | Literal["let_pass"]
    misfire_victim: str
    follow_up: FollowingInput | Literal["decline"]
    king_effect: AdverseInput | Literal["follow_up"]
    called_shot_penalty: int
    join_combined: JoiningInput | Literal["yes", "no"]
    consent: ConsentingInput | Literal["allow", "deny"]
    confront: Literal["yes", "no"]
    confrontation_outcome: NarratedInput | Literal["white_joker", "success"]
    answer_challenge: AcceptingInput | Literal["refuse"]


@overload
def sent(
    kind: Literal["match"], answer: MatchingInput | Literal["let_pass"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["misfire_victim"], answer: str, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["follow_up"], answer: FollowingInput | Literal["decline"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["king_effect"], answer: AdverseInput | Literal["follow_up"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["called_shot_penalty"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["join_combined"], answer: JoiningInput | Literal["yes", "no"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["consent"], answer: ConsentingInput | Literal["allow", "deny"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["confront"], answer: Literal["yes", "no"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["confrontation_outcome"],
    answer: NarratedInput | Literal["white_joker", "success"],
    *,
    to: str | None = ...,
) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["answer_challenge"], answer: AcceptingInput | Literal["refuse"], *, to: str | None = ...
) -> SentAnswer: ...


def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
