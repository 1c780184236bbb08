"""Ticks: its commands, the answers to its prompts, and its options, as structs."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets import core
from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Options(Part, frozen=True, kw_only=True):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    fractions: Literal["down", "up"] | UnsetType = UNSET
    """How halves and quarters are rounded."""
    evade_statistic: Literal["listed", "quickness"] | UnsetType = UNSET
    """Whether evade goes with a manoeuvre's own statistics, or with quickness alone."""
    moving_actions: Sequence[Literal["aim", "attack", "defend", "defer", "evade", "other"]] | UnsetType = UNSET
    """Which actions allow steps; attack and evade always."""
    control_damage: Literal["none", "on_success"] | UnsetType = UNSET
    """Whether a successful trip or grapple also does ordinary damage."""
    armour_wear: Literal["any_hit", "stopped"] | UnsetType = UNSET
    """Whether every hit wears armour down, or only one that it had a rating against."""
    stand_up: Literal["free", "step"] | UnsetType = UNSET
    """Whether who fell stands again when the round ends, or spends a step on it."""
    track_ammunition: bool | UnsetType = UNSET
    """Whether ranged weapons run out."""
    round_seconds: int | UnsetType = UNSET
    """What a round adds to the clock."""
    first_aid_statistic: str | UnsetType = UNSET
    """What goes with medicine in first aid."""
    slow_days_per_wound: int | UnsetType = UNSET
    """Recovery without the right care, unless the narrator says otherwise."""
    opening_attack: Literal["free", "none"] | UnsetType = UNSET
    """Whether the violent act that begins combat is settled at once."""
    clock: Literal["auto", "called"] | UnsetType = UNSET
    """Whether a tick of the resolution closes by itself, or when the narrator counts on."""


class ConditionInput(Part, frozen=True, kw_only=True):
    """What a deferred attack waits for."""

    event: Literal["enters_reach", "enters_sight", "enters_area", "steps", "attacks", "fires", "draws", "narrated"]
    """Kind of event that is waited for."""
    who: Literal["anyone", "listed", "present_enemies", "present_others", "newcomers"] = "anyone"
    """Who may meet it."""
    listed: Sequence[str] = ()
    """The combatants who are meant, if only some are."""
    area: str | None = None
    """The area that is entered."""
    victims: Sequence[str] | None = None
    """Whom the attack is on; anyone if left out."""
    text: str = ""
    """The event in words."""


class LuckInput(Part, frozen=True, kw_only=True):
    """Luck that goes with a declaration: `requirements` and `extra` are exactly what it costs."""

    quickness: int = 0
    """Luck for quickness."""
    requirements: int = 0
    """Luck for requirements."""
    extra: int = 0
    """Extra part."""


class DeclareAnswer(Part, frozen=True, kw_only=True):
    """What is declared for the round; what does not belong to the action is left out."""

    action: Literal["attack", "defend", "evade", "defer", "aim", "other"]
    """Kind of action."""
    target: str | None = None
    """The target of an attack or an aim."""
    weapon: str | None = None
    """The weapon to attack, defend, wait or aim with."""
    mode: Literal["melee", "ranged", "thrown"] | None = None
    """Of a weapon that can be thrown."""
    manoeuvres: Sequence[
        Literal[
            "quick_draw_melee",
            "quick_draw_ranged",
            "run_and_gun",
            "trick_shot",
            "disarm",
            "trip",
            "grapple",
            "mighty_blow",
            "rapid_attack",
            "follow_up",
            "accurate_strike",
            "double_tap",
            "marksman",
        ]
    ] = ()
    """Manoeuvres of the attack, in order."""
    trick: str = ""
    """What the trick shot tries, in place of a target."""
    condition: ConditionInput | None = None
    """What the deferred attack waits for."""
    kind: (
        Literal["nothing", "move", "draw", "stow", "pick_up", "reload", "first_aid", "help", "skill", "narrated"] | None
    ) = None
    """What is done under the action Other."""
    item: str | None = None
    """The thing to draw, stow, pick up or reload."""
    whom: str | None = None
    """The patient of first aid, or combatant to help."""
    statistic: str | None = None
    """The statistic of a skill that is used."""
    skill: str | None = None
    """The skill that is used."""
    text: str = ""
    """What is done, in words."""
    luck: LuckInput = LuckInput(quickness=0, requirements=0, extra=0)
    """Luck that it costs, by what it is paid for."""


class SquareInput(Part, frozen=True, kw_only=True):
    """A square of the plane by its coordinates."""

    x: int = 0
    """Coordinate to the east."""
    y: int = 0
    """Coordinate to the north."""


class StepInput(Part, frozen=True, kw_only=True):
    """A step to one of the eight neighbours, before strikes and deeds or after them."""

    to: SquareInput
    """Where to, or to whom."""
    when: Literal["before", "after"] = "before"
    """When it counts."""


class StrikeInput(Part, frozen=True, kw_only=True):
    """The strike that was declared; `weapon` and `mode` where they are others."""

    weapon: str | None = None
    """Weapon, or its ID."""
    mode: Literal["melee", "ranged", "thrown"] | None = None
    """How the weapon is used; by default its first way."""
    luck: Mapping[str, int] = {}
    """Luck for the test of each manoeuvre."""
    statistic: str | None = None
    """Strength or dexterity, to disarm."""
    item: str | None = None
    """The weapon to strike from the hand."""


class DeedInput(Part, frozen=True, kw_only=True):
    """What is done: under Evade with its kind, under Other as it was declared, with `luck` for first aid."""

    kind: Literal["draw", "stow", "pick_up", "narrated"] | None = None
    """What is done."""
    item: str | None = None
    """Item, or its ID."""
    text: str = ""
    """Words that are shown unchanged."""
    luck: int = 0
    """Points of luck that are spent."""


class ActAnswer(Part, frozen=True, kw_only=True):
    """Either of these:"""

    until: int | UnsetType = UNSET
    """Until when."""
    step: StepInput | None = None
    """Step to another square; left out, the combatant stays."""
    stand: bool = False
    """Whether to stand up."""
    strike: StrikeInput | None = None
    """Strike that is made; left out, none is."""
    deed: DeedInput | None = None
    """Deed of the round."""


class OpposeAnswer(Part, frozen=True, kw_only=True):
    """With what a manoeuvre is opposed: one of the legal pairs, and luck."""

    statistic: str
    """Key of the statistic."""
    skill: str
    """Key of the skill."""
    luck: int = 0
    """Points of luck that are spent."""


class ReductionInput(Part, frozen=True, kw_only=True):
    """What is spent on one attack."""

    defend: int = 0
    """Defence points spent."""
    luck: int = 0
    """Points of luck that are spent."""


class CallCombat(Command, frozen=True, kw_only=True, tag="ticks.call_combat"):
    """Begin combat by a violent act."""

    actor: str
    """ID of the combatant that acts."""
    against: str
    """Opponents, or what it counts against."""
    earshot: Sequence[str] = ()
    """Who else hears it, as the narrator judges."""
    weapon: str | None = None
    """Weapon, or its ID."""
    mode: Literal["melee", "ranged", "thrown"] | None = None
    """How the weapon is used; by default its first way."""


class DrawIn(Command, frozen=True, kw_only=True, tag="ticks.draw_in"):
    """Let another combatant take part in a combat that is on."""

    combatant: str
    """ID of the combatant."""


class StartRound(Command, frozen=True, kw_only=True, tag="ticks.start_round"):
    """Begin a round with its declarations."""


class Declare(Command, frozen=True, kw_only=True, tag="ticks.declare"):
    """Declare the one action of the round."""

    action: Literal["attack", "defend", "evade", "defer", "aim", "other"]
    """Kind of action."""
    target: str | None = None
    """The target of an attack or an aim."""
    weapon: str | None = None
    """The weapon to attack, defend, wait or aim with."""
    mode: Literal["melee", "ranged", "thrown"] | None = None
    """Of a weapon that can be thrown."""
    manoeuvres: Sequence[
        Literal[
            "quick_draw_melee",
            "quick_draw_ranged",
            "run_and_gun",
            "trick_shot",
            "disarm",
            "trip",
            "grapple",
            "mighty_blow",
            "rapid_attack",
            "follow_up",
            "accurate_strike",
            "double_tap",
            "marksman",
        ]
    ] = ()
    """Manoeuvres of the attack, in order."""
    trick: str = ""
    """What the trick shot tries, in place of a target."""
    condition: ConditionInput | None = None
    """What the deferred attack waits for."""
    kind: (
        Literal["nothing", "move", "draw", "stow", "pick_up", "reload", "first_aid", "help", "skill", "narrated"] | None
    ) = None
    """What is done under the action Other."""
    item: str | None = None
    """The thing to draw, stow, pick up or reload."""
    whom: str | None = None
    """The patient of first aid, or combatant to help."""
    statistic: str | None = None
    """The statistic of a skill that is used."""
    skill: str | None = None
    """The skill that is used."""
    text: str = ""
    """What is done, in words."""
    luck: LuckInput = LuckInput(quickness=0, requirements=0, extra=0)
    """Luck that it costs, by what it is paid for."""
    actor: str
    """ID of the combatant that acts."""


class JudgeCondition(Command, frozen=True, kw_only=True, tag="ticks.judge_condition"):
    """Say whether a condition in words is simple enough."""

    simple: bool
    """Is it simple enough?"""


class Hurry(Command, frozen=True, kw_only=True, tag="ticks.hurry"):
    """Buy quickness after the declaration."""

    actor: str
    """ID of the combatant that acts."""
    points: int
    """Number of points spent, lost or gained."""


class Plan(Command, frozen=True, kw_only=True, tag="ticks.plan"):
    """Plan what to do on every tick of the round. The plan is secret and may be replaced."""

    steps: Literal["stay", "path", "toward", "away"] = "stay"
    """How to step."""
    path: Sequence[SquareInput] = ()
    """The squares to step on, in order."""
    target: str | None = None
    """The combatant to step toward or away from."""
    stop: int | None = None
    """The distance to keep; by default the reach of the declared weapon."""
    when: Literal["before", "after"] = "before"
    """When to step."""
    strike: Literal["never", "first_chance", "from"] = "never"
    """When to strike."""
    tick: int | None = None
    """The tick from which to strike."""
    luck: Mapping[str, int] = {}
    """Luck for the test of each manoeuvre."""
    statistic: str | None = None
    """Key of the statistic."""
    item: str | None = None
    """Thing to disarm."""
    until: int = 0
    """Until tick."""
    actor: str
    """ID of the combatant that acts."""


class Drop(Command, frozen=True, kw_only=True, tag="ticks.drop"):
    """Let something fall to the ground."""

    actor: str
    """ID of the combatant that acts."""
    item: str
    """Item, or its ID."""


class Release(Command, frozen=True, kw_only=True, tag="ticks.release"):
    """Let go of a held combatant."""

    actor: str
    """ID of the combatant that acts."""
    combatant: str
    """Whom."""


class Faint(Command, frozen=True, kw_only=True, tag="ticks.faint"):
    """Fall unconscious by choice."""

    actor: str
    """ID of the combatant that acts."""


class Wake(Command, frozen=True, kw_only=True, tag="ticks.wake"):
    """Wake up from unconsciousness that was chosen."""

    actor: str
    """ID of the combatant that acts."""


class Count(Command, frozen=True, kw_only=True, tag="ticks.count"):
    """Close the open tick and count on. Combatants who are silent do nothing."""


class Act(Command, frozen=True, kw_only=True, tag="ticks.act"):
    """Say what to do on the open tick."""

    step: StepInput | None = None
    """Step to another square; left out, the combatant stays."""
    stand: bool = False
    """Stand up."""
    strike: StrikeInput | None = None
    """Strike that is made; left out, none is."""
    deed: DeedInput | None = None
    """Deed of the round."""
    actor: str
    """ID of the combatant that acts."""


class Hold(Command, frozen=True, kw_only=True, tag="ticks.hold"):
    """Do nothing on this tick, or until a lower one."""

    actor: str
    """ID of the combatant that acts."""
    until: int | None = None
    """Default: the next tick."""


class EndCombat(Command, frozen=True, kw_only=True, tag="ticks.end_combat"):
    """End the combat between rounds."""


class Oppose(Command, frozen=True, kw_only=True, tag="ticks.oppose"):
    """Oppose a manoeuvre with a statistic and a skill."""

    statistic: str
    """Key of the statistic."""
    skill: str
    """Key of the skill."""
    luck: int = 0
    """Points of luck that are spent."""
    actor: str
    """ID of the combatant that acts."""


class Soak(Command, frozen=True, kw_only=True, tag="ticks.soak"):
    """Reduce the damage of attacks."""

    actor: str
    """ID of the combatant that acts."""
    attacks: Sequence[ReductionInput]
    """One for each attack, in order."""


class HoldBack(Command, frozen=True, kw_only=True, tag="ticks.hold_back"):
    """Attack one who has met the condition, or spare them all."""

    actor: str
    """ID of the combatant that acts."""
    attack: str | None = None
    """Whom to attack."""


class Prepare(Command, frozen=True, kw_only=True, tag="ticks.prepare"):
    """Draw, stow, pick up or reload something while nobody fights, which takes no action."""

    actor: str
    """ID of the combatant that acts."""
    kind: Literal["draw", "stow", "pick_up", "reload"]
    """What is done."""
    item: str
    """Item, or its ID."""


class FirstAid(Command, frozen=True, kw_only=True, tag="ticks.first_aid"):
    """Keep a combatant from dying, between rounds or outside combat."""

    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""
    luck: int = 0
    """Points of luck that are spent."""
    helpers: Sequence[str] = ()
    """IDs of the helpers."""


class PassTime(Command, frozen=True, kw_only=True, tag="ticks.pass_time"):
    """Let the clock run outside rounds."""

    seconds: int
    """Number of seconds."""


class Recover(Command, frozen=True, kw_only=True, tag="ticks.recover"):
    """Let days of recovery pass for a combatant."""

    combatant: str
    """ID of the combatant."""
    days: int
    """Number of days that pass."""
    care: Literal["skilled", "basic", "none"] | None = None
    """Kind of care."""
    carer: str | None = None
    """Combatant that gives the care."""
    days_per_wound: int | None = None
    """Days for each wound."""


class Commit(Command, frozen=True, kw_only=True, tag="ticks.commit"):
    """Spend luck on a test, or none."""

    actor: str
    """ID of the combatant that acts."""
    luck: int = 0
    """Points of luck that are spent."""


class SetDifficulty(Command, frozen=True, kw_only=True, tag="ticks.set_difficulty"):
    """Set the difficulty of a trick shot or of a deed with a skill."""

    difficulty: int | Literal["easy", "basic", "moderate", "difficult", "extreme", "impossible"]
    """Total that is needed, as a number or a word of the rules."""


class HintInput(Part, frozen=True, kw_only=True):
    """A range that a hidden difficulty lies in."""

    low: int
    """Lower bound."""
    high: int
    """Upper bound."""


class CallTest(Command, frozen=True, kw_only=True, tag="ticks.call_test"):
    """Call a combatant for a test."""

    combatant: str
    """ID of the combatant."""
    statistic: str
    """Key of the statistic."""
    skill: str | None = None
    """Key of the skill."""
    difficulty: int | Literal["easy", "basic", "moderate", "difficult", "extreme", "impossible"]
    """Total that is needed, as a number or a word of the rules."""
    hidden: bool = False
    """Keep the difficulty hidden."""
    hint: HintInput | None = None
    """Hint at the difficulty."""
    role_play: bool = False
    """Use the reward for role-play."""
    helpers: Sequence[str] = ()
    """IDs of the helpers."""
    text: str = ""
    """Words that are shown unchanged."""


class PartyInput(Part, frozen=True, kw_only=True):
    """One side of a contest."""

    combatant: str
    """ID of the combatant."""
    statistic: str
    """Key of the statistic."""
    skill: str | None = None
    """Key of the skill."""
    role_play: bool = False
    """Whether role-play earns a bonus."""
    helpers: Sequence[str] = ()
    """IDs of the helpers."""


class CallContest(Command, frozen=True, kw_only=True, tag="ticks.call_contest"):
    """Call two combatants for a contest. The defender wins a tie."""

    parties: Sequence[PartyInput]
    """The two."""
    defender: str
    """ID of the defender."""
    text: str = ""
    """Words that are shown unchanged."""


class Award(Command, frozen=True, kw_only=True, tag="ticks.award"):
    """Mark a combatant whose player acted out what the next task needs."""

    combatant: str
    """ID of the combatant."""


class GrantLuck(Command, frozen=True, kw_only=True, tag="ticks.grant_luck"):
    """Give a combatant luck."""

    combatant: str
    """ID of the combatant."""
    points: int
    """Number of points spent, lost or gained."""


class DefineArea(Command, frozen=True, kw_only=True, tag="ticks.define_area"):
    """Give some squares a name."""

    name: str
    """Name in sentences and menus."""
    squares: Sequence[SquareInput]
    """Squares that it covers, by `x` and `y`."""


class Place(Command, frozen=True, kw_only=True, tag="ticks.place"):
    """Put a combatant on a square, at once or on a later tick."""

    at: int | None = None
    """A tick of this round; left out: at once."""
    combatant: str
    """ID of the combatant."""
    to: SquareInput
    """Where to, or to whom."""


class SetSight(Command, frozen=True, kw_only=True, tag="ticks.set_sight"):
    """Say who sees whom, at once or on a later tick."""

    at: int | None = None
    """A tick of this round; left out: at once."""
    observer: str
    """Who sees."""
    target: str
    """Whom."""
    visible: bool
    """Sees them."""
    both: bool = True
    """Both ways."""


class Trigger(Command, frozen=True, kw_only=True, tag="ticks.trigger"):
    """Say that a combatant meets a condition in words, at once or on a later tick."""

    at: int | None = None
    """A tick of this round; left out: at once."""
    deferrer: str
    """Whose condition."""
    by: str
    """Who meets it."""


class Wound(Command, frozen=True, kw_only=True, tag="ticks.wound"):
    """Wound a combatant without any reduction."""

    combatant: str
    """ID of the combatant."""
    wounds: int
    """Number of wounds."""
    reason: str = ""
    """Why, as a keyword or in words."""


class Repair(Command, frozen=True, kw_only=True, tag="ticks.repair"):
    """Make a combatant's worn armour whole."""

    combatant: str
    """ID of the combatant."""


class Restock(Command, frozen=True, kw_only=True, tag="ticks.restock"):
    """Say how much spare ammunition a weapon has."""

    combatant: str
    """ID of the combatant."""
    weapon: str
    """Weapon, or its ID."""
    spare: int
    """Spare ammunition."""


AnyCommand = (
    core.AnyCommand
    | CallCombat
    | DrawIn
    | StartRound
    | Declare
    | JudgeCondition
    | Hurry
    | Plan
    | Drop
    | Release
    | Faint
    | Wake
    | Count
    | Act
    | Hold
    | EndCombat
    | Oppose
    | Soak
    | HoldBack
    | Prepare
    | FirstAid
    | PassTime
    | Recover
    | Commit
    | SetDifficulty
    | CallTest
    | CallContest
    | Award
    | GrantLuck
    | DefineArea
    | Place
    | SetSight
    | Trigger
    | Wound
    | Repair
    | Restock
)
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found


class Answers(TypedDict, total=False):
    """The answers to prompts, by the kind of the prompt."""

    declare: DeclareAnswer
    judge_condition: bool
    go_on: Literal["go_on"]
    act: ActAnswer | Literal["hold"]
    oppose: OpposeAnswer
    soak: Sequence[ReductionInput]
    hold_back: str
    commit: int
    set_difficulty: int | Literal["easy", "basic", "moderate", "difficult", "extreme", "impossible"]


@overload
def sent(kind: Literal["declare"], answer: DeclareAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["judge_condition"], answer: bool, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["go_on"], answer: Literal["go_on"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["act"], answer: ActAnswer | Literal["hold"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["oppose"], answer: OpposeAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["soak"], answer: Sequence[ReductionInput], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["hold_back"], answer: str, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["commit"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["set_difficulty"],
    answer: int | Literal["easy", "basic", "moderate", "difficult", "extreme", "impossible"],
    *,
    to: str | None = ...,
) -> SentAnswer: ...


def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
