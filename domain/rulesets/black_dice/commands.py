"""The commands of Black Dice: what acting combatants and the narrator may ask for."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from domain.core_commands import Acting, CombatantId, Command, Model, Narrating, Text
from domain.rulesets.black_dice.words import (
    Act,
    Alcohol,
    CoverKind,
    Difficulty,
    FeatKind,
    FoulEffect,
    HealingPlace,
    Intensity,
    Mark,
    Posture,
    ReplyKind,
    Temptation,
)

Key = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Said = Annotated[Text, StringConstraints(min_length=1)]
Dice20 = Annotated[int, Field(ge=0, le=20)]
Fate3 = Annotated[int, Field(ge=0, description="pips for as many automatic successes, at most 3", le=60)]
Traded = Annotated[int, Field(ge=0, le=30, description="guaranteed successes, 3 dice each")]
Pips = Annotated[int, Field(ge=1, le=60)]
Combatants = Annotated[tuple[CombatantId, ...], Field(max_length=200)]


class InjuryChoices(Model):
    """What to do when damage asks for an injury roll (BD-INJ-1): for the roll, and against the injury."""

    fate: Fate3 = 0
    trade: Traded = 0
    avoid: Literal["ask", "yes", "no"] = "ask"


class Choices(Model):
    """What one combatant puts into the throws of a command (BD-FATE-14).

    ``fate``, ``trade`` and ``common`` are for its main throw, the others for throws that may follow. A command without
    any leaves it to whoever wants to be asked; empty ones put in nothing, and nobody is asked (BD-SKILL-14).
    """

    fate: Fate3 = 0
    trade: Traded = 0
    common: int = Field(default=0, ge=0, le=20, description="common dice, 0 to 2 (BD-COMM-1)")
    fate_weapon: Fate3 = 0
    fate_strength: Fate3 = 0
    trade_weapon: Traded = 0
    trade_strength: Traded = 0
    injury: InjuryChoices = InjuryChoices()


class RollChoices(Model):
    """Fate and trades for a roll that is forced on somebody."""

    fate: Fate3 = 0
    trade: Traded = 0


class BeginRound(Narrating):
    """Begin a round: who takes part, and their initiative (BD-ROUND-2, BD-INIT-1)."""

    type: Literal["black_dice.begin_round"] = "black_dice.begin_round"
    combatants: Combatants | None = Field(default=None, description="who takes part; default: all who are able")
    choices: dict[CombatantId, RollChoices] = Field(
        default_factory=dict, max_length=200, description="fate on initiative; trades with `guaranteed_scope=all_rolls`"
    )


class StrikeSheet(Model):
    """One attack: on whom, with what."""

    target: CombatantId
    weapon: Key


class Going(Model):
    """Where to: a zone, or close to somebody in one's own zone."""

    zone: Key | None = None
    close_to: CombatantId | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> Self:
        if (self.zone is None) == (self.close_to is None):
            raise ValueError("Name either a zone or whom to be close to")
        return self


class Disengaging(Model):
    """Where to, away from everybody; without a zone one stays in one's own."""

    zone: Key | None = None


class Aiming(Model):
    """A ranged weapon and its target."""

    weapon: Key
    target: CombatantId


class Declare(Acting):
    """Declare the one deed of the round (BD-INIT-7): exactly one of the deeds, with or without a posture."""

    type: Literal["black_dice.declare"] = "black_dice.declare"
    attack: tuple[StrikeSheet, ...] | None = Field(default=None, min_length=1, max_length=16)
    full_dodge: Literal[True] | None = None
    disengage: Disengaging | None = None
    move: Going | None = None
    aim: Aiming | None = None
    ready: tuple[Key, ...] | None = Field(default=None, max_length=8, description="the weapons then in hand")
    act: Act | None = None
    wait: Literal[True] | None = None
    posture: Posture | None = Field(default=None, description="stand up or drop prone, at once (BD-INIT-12)")

    @model_validator(mode="after")
    def one_deed(self) -> Self:
        if sum(getattr(self, deed) is not None for deed in DEEDS) != 1:
            raise ValueError(f"Declare exactly one of {', '.join(DEEDS)}")
        return self


DEEDS: tuple[str, ...] = ("attack", "full_dodge", "disengage", "move", "aim", "ready", "act", "wait")


class Resolve(Command):
    """Carry out the next item of the agenda (BD-ROUND-4), with the choices of the combatants that throw."""

    type: Literal["black_dice.resolve"] = "black_dice.resolve"
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=16)


class Staying(Model):
    """What somebody puts into the roll to stay conscious or to wake (BD-GREY-5), or who makes it sure (BD-FATE-6)."""

    fate: Fate3 = 0
    trade: Traded = 0
    ensure: CombatantId | None = Field(default=None, description="who pays to make it sure: oneself or a helper")


class EndRound(Narrating):
    """End the round: breath, consciousness, dying, aim, and what lapses (BD-ROUND-8)."""

    type: Literal["black_dice.end_round"] = "black_dice.end_round"
    choices: dict[CombatantId, Staying] = Field(default_factory=dict, max_length=200)


class SurpriseAttack(Acting):
    """Attack somebody that is unaware of one, for nothing (BD-RNG-7)."""

    type: Literal["black_dice.surprise_attack"] = "black_dice.surprise_attack"
    target: CombatantId
    weapon: Key
    choices: Choices | None = None


class StrikeObject(Acting):
    """Strike an object outside rounds (BD-OBJ-2)."""

    type: Literal["black_dice.strike_object"] = "black_dice.strike_object"
    object: CombatantId
    weapon: Key
    choices: Choices | None = None


class Helped(Model):
    """Help that the narrator allows a roll: other skills and assistants (BD-COMP-1 to BD-COMP-3)."""

    complementary: tuple[Key, ...] = Field(default=(), max_length=8)
    assistants: tuple[CombatantId, ...] = Field(default=(), max_length=20)
    free_assistants: int | None = Field(default=None, ge=0, le=20, description="default: the option")


class Situation(Model):
    """What the narrator adds to a throw."""

    bonus: Dice20 = 0
    penalty: Dice20 = 0
    black: Dice20 = 0
    reason: Text = ""


class Check(Narrating, Situation, Helped):
    """A skill roll against a difficulty (BD-SKILL-2)."""

    interrupts: ClassVar[bool] = True  # it answers `act` in a round
    type: Literal["black_dice.check"] = "black_dice.check"
    combatant: CombatantId
    stat: Key
    with_stat: Key | None = Field(
        default=None, description="fortitude and resolve are rolled together to stay alive (BD-RUL-44)"
    )
    skill: Key | None = None
    difficulty: Difficulty = "average"
    needed: int = Field(default=1, ge=1, le=20)
    throw_anyway: bool = Field(default=False, description="throw a Very Easy roll all the same (BD-DIFF-1)")
    choices: Choices | None = None


class Contender(Situation):
    """One side of a contest."""

    combatant: CombatantId
    stat: Key
    skill: Key | None = None
    difficulty: Difficulty = "average"
    choices: Choices | None = None


class Contest(Narrating):
    """Two combatants throw against each other outside combat (BD-SKILL-3, BD-SKILL-4)."""

    type: Literal["black_dice.contest"] = "black_dice.contest"
    active: Contender
    passive: Contender


class Feat(Acting):
    """A feat of strength: lift, break, or throw something of a row of the table (BD-FEAT)."""

    interrupts: ClassVar[bool] = True  # it answers `act` in a round
    type: Literal["black_dice.feat"] = "black_dice.feat"
    feat: FeatKind
    row: int = Field(ge=0, le=7, description="key of the row of the table `feats`")
    choices: Choices | None = None


class Drink(Acting):
    """Take a drink (BD-DRINK-1)."""

    interrupts: ClassVar[bool] = True  # it answers `act` in a round
    type: Literal["black_dice.drink"] = "black_dice.drink"
    drink: Alcohol
    choices: RollChoices | None = None


class Tempt(Narrating):
    """Ask a drinker for the roll against another drink, or against laughing (BD-DRINK-7, BD-DRINK-8)."""

    type: Literal["black_dice.temptation"] = "black_dice.temptation"
    combatant: CombatantId
    temptation: Temptation
    choices: RollChoices | None = None


class Treat(Acting, Situation, Helped):
    """Treat a patient after the fight (BD-HEAL-1); the extra dice and the help are the narrator's to give."""

    type: Literal["black_dice.treat"] = "black_dice.treat"
    patient: CombatantId
    skill: Key
    place: HealingPlace
    first: Mark = Field(default="normal", description="which marks heal first (BD-HEAL-5)")
    choices: Choices | None = None


class Stabilise(Acting, Helped):
    """Stop the dying of somebody (BD-DYING-4); the difficulty and the help are the narrator's to give."""

    interrupts: ClassVar[bool] = True  # it answers `act` in a round
    type: Literal["black_dice.stabilise"] = "black_dice.stabilise"
    patient: CombatantId
    skill: Key
    difficulty: Difficulty = "average"
    choices: Choices | None = None


class Avoidance(Model):
    """What a peril is avoided with."""

    stat: Key = "dex"
    skill: Key | None = "dodge"


class Spotting(Model):
    """Whether a peril has to be seen first, and how hard that is (BD-PERIL-6)."""

    difficulty: Difficulty = "average"
    must_spot: bool = False


class Peril(Narrating):
    """Something dangerous happens to some victims (BD-PERIL): by intensity, by name, or a fall."""

    type: Literal["black_dice.peril"] = "black_dice.peril"
    victims: tuple[CombatantId, ...] = Field(min_length=1, max_length=50)
    intensity: Intensity | None = None
    dice: int | None = Field(default=None, ge=1, le=60, description="damage dice; default: the least of the row")
    peril: Key | None = Field(default=None, description="a named peril of the table `perils`")
    fall: int | None = Field(default=None, ge=1, le=20, description="yards, rounded up (BD-PERIL-10)")
    avoidance: Avoidance | Literal["none"] | None = Field(
        default=None, description="default: DEX and Dodge, or what a named peril says"
    )
    spotting: Spotting | None = None
    armour_applies: bool = False
    bruise: bool = False
    black: Dice20 = Field(default=0, description="black dice of the narrator on the avoidance (BD-DIFF-8)")
    bonus: Dice20 = 0
    choices: dict[CombatantId, Choices] = Field(default_factory=dict, max_length=50)

    @model_validator(mode="after")
    def one_kind(self) -> Self:
        if sum(kind is not None for kind in (self.intensity, self.peril, self.fall)) != 1:
            raise ValueError("Name exactly one of intensity, peril and fall")
        if self.dice is not None and self.fall is not None:
            raise ValueError("A fall has the dice of its yards; leave dice out")
        return self


class HoldBreath(Narrating):
    """Somebody begins or ends to hold the breath, or this round is strenuous or not (BD-DROWN)."""

    type: Literal["black_dice.breath"] = "black_dice.breath"
    combatant: CombatantId
    breath: Literal["start", "end"] | None = None
    strenuous: bool | None = None

    @model_validator(mode="after")
    def says_something(self) -> Self:
        if self.breath is None and self.strenuous is None:
            raise ValueError("Name breath or strenuous")
        return self


class CoverSheet(Model):
    """Cover, against everybody or only against those named (BD-COVER-4)."""

    kind: CoverKind | Literal["none"]
    against: Combatants | None = None


class Place(Narrating):
    """Put somebody where it is: zone, cover, prone, close to or apart from others."""

    type: Literal["black_dice.place"] = "black_dice.place"
    combatant: CombatantId
    zone: Key | None = None
    cover: CoverSheet | None = None
    prone: bool | None = None
    close_to: Combatants = ()
    apart_from: Combatants = ()


class Distance(Narrating):
    """Say how far two zones are from each other, in feet (BD-WHO-2)."""

    type: Literal["black_dice.distance"] = "black_dice.distance"
    zones: tuple[Key, Key]
    feet: int = Field(ge=0, le=10_000)


class Awareness(Narrating):
    """Say of whom somebody is unaware; of nobody if left empty (BD-RNG-7)."""

    type: Literal["black_dice.awareness"] = "black_dice.awareness"
    combatant: CombatantId
    unaware_of: Combatants = ()


class Award(Narrating):
    """Award the awesome bonus to somebody's next action roll (BD-MOD-7)."""

    type: Literal["black_dice.award"] = "black_dice.award"
    combatant: CombatantId
    reason: Said


class Modify(Narrating, Situation):
    """Add dice to somebody's next action roll (BD-MOD-14, BD-SKILL-12)."""

    type: Literal["black_dice.modify"] = "black_dice.modify"
    combatant: CombatantId

    @model_validator(mode="after")
    def some_dice(self) -> Self:
        if not (self.bonus or self.penalty or self.black):
            raise ValueError("Name some dice: bonus, penalty or black")
        return self


class GrantFate(Narrating):
    """Give fate pips, or take them (BD-FATE-1)."""

    type: Literal["black_dice.grant_fate"] = "black_dice.grant_fate"
    combatant: CombatantId
    pips: int = Field(ge=-60, le=60)
    reason: Text = ""


class Injure(Narrating):
    """Say what a permanent injury is: of one on record, or a new one (BD-INJ-4)."""

    type: Literal["black_dice.injure"] = "black_dice.injure"
    combatant: CombatantId
    description: Said
    injury: str | None = Field(
        default=None, max_length=40, description="ID of the undetermined one; default: the oldest"
    )
    changes: dict[Key, Annotated[int, Field(ge=-20, le=20)]] = Field(
        default_factory=dict, max_length=20, description="what is added to stats and skills, by their names"
    )


class FoulFollows(Narrating):
    """Say what goes wrong beyond a foul failure (BD-FOUL-3)."""

    type: Literal["black_dice.foul_effect"] = "black_dice.foul_effect"
    throw: int = Field(ge=1, le=2**53, description="version of the fouled throw")
    effect: FoulEffect
    dice: int | None = Field(default=None, ge=1, le=40, description="damage dice of a peril")
    text: Text = ""

    @model_validator(mode="after")
    def whole(self) -> Self:
        if (self.dice is None) == (self.effect == "peril"):
            raise ValueError("A peril has dice, and nothing else has")
        if self.effect == "other" and not self.text:
            raise ValueError("Say in text what goes wrong")
        return self


class PassTime(Narrating):
    """Let time pass outside rounds: natural healing, sobering, waking (BD-HEAL-13, BD-DRINK-14, BD-GREY-8)."""

    type: Literal["black_dice.pass_time"] = "black_dice.pass_time"
    minutes: int = Field(default=0, ge=0, le=60 * 24)
    hours: int = Field(default=0, ge=0, le=24 * 7)
    days: int = Field(default=0, ge=0, le=366)

    @model_validator(mode="after")
    def some_time(self) -> Self:
        if not (self.minutes or self.hours or self.days):
            raise ValueError("Name some minutes, hours or days")
        return self


class PledgeFate(Acting):
    """Promise successes to somebody's next roll, two pips each (BD-FATE-9)."""

    type: Literal["black_dice.pledge"] = "black_dice.pledge"
    beneficiary: CombatantId
    successes: int = Field(ge=1, le=3)
    description: Said


class ExtendLife(Acting):
    """Live on: a round for each pip, while dying (BD-FATE-7)."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.extend_life"] = "black_dice.extend_life"
    pips: Pips


class SaveFromDeath(Acting):
    """Spend a scripting die on somebody that is dying (BD-SCRIPT-8); answers `save_from_death` where that is open."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.save_from_death"] = "black_dice.save_from_death"
    saved: CombatantId
    description: Said


class ChangeStory(Acting):
    """Spend a scripting die on a turn of the story (BD-SCRIPT-9)."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.change_story"] = "black_dice.change_story"
    description: Said


# Answers to prompts, and the commands that are their typed forms


class ReplyTo(Model):
    """How a target meets one attacker (BD-WHO-7)."""

    attacker: CombatantId
    does: ReplyKind
    weapon: Key | None = None


class Replies(Model):
    """An answer to `response`: one reply for each attacker; a full dodge meets them all."""

    replies: tuple[ReplyTo, ...] = Field(min_length=1, max_length=50)


class Turning(Model):
    """An answer to `reroll`: what turns the throw (BD-SCRIPT-4)."""

    description: Said


class Approval(Model):
    """An answer to `approve` (BD-SCRIPT-2)."""

    approve: bool
    reason: Text = ""


class Saving(Model):
    """An answer to `save_from_death`: the pips that extend one's life, or what the scripting die makes happen."""

    extend: Pips | None = None
    description: Said | None = None

    @model_validator(mode="after")
    def one_way(self) -> Self:
        if (self.extend is None) == (self.description is None):
            raise ValueError("Name either the pips that extend the life or the description of the rescue")
        return self


class Answering(Acting):
    """The typed form of an answer to the open prompt of its kind that is put to the actor."""

    interrupts: ClassVar[bool] = True


class Respond(Answering, Replies):
    """Answer `response`."""

    type: Literal["black_dice.respond"] = "black_dice.respond"


class Choose(Answering):
    """Answer `choose`."""

    type: Literal["black_dice.choose"] = "black_dice.choose"
    choices: Choices


class Reroll(Answering):
    """Answer `reroll` with yes (BD-SCRIPT-4)."""

    type: Literal["black_dice.reroll"] = "black_dice.reroll"
    description: Said


class Keep(Answering):
    """Answer `keep`: which of two throws stands (BD-SCRIPT-6)."""

    type: Literal["black_dice.keep"] = "black_dice.keep"
    keep: Literal["first", "second"]


class ReduceDamage(Answering):
    """Answer `reduce_damage` (BD-FATE-5)."""

    type: Literal["black_dice.reduce_damage"] = "black_dice.reduce_damage"
    pips: int = Field(ge=0, le=60)


class AvoidInjury(Answering):
    """Answer `avoid_injury` (BD-FATE-8)."""

    type: Literal["black_dice.avoid_injury"] = "black_dice.avoid_injury"
    avoid: bool


class EnsureSuccess(Answering):
    """Answer `ensure_success` (BD-FATE-6, BD-FATE-10)."""

    type: Literal["black_dice.ensure_success"] = "black_dice.ensure_success"
    ensure: bool


class Approve(Narrating):
    """Answer the oldest open `approve`, or the one named (BD-SCRIPT-2)."""

    interrupts: ClassVar[bool] = True
    type: Literal["black_dice.approve"] = "black_dice.approve"
    prompt: str | None = Field(default=None, max_length=64)
    approve: bool
    reason: Text = ""


BLACK_DICE_COMMANDS: tuple[type[Command], ...] = (
    BeginRound,
    Declare,
    Resolve,
    EndRound,
    SurpriseAttack,
    StrikeObject,
    Check,
    Contest,
    Feat,
    Drink,
    Tempt,
    Treat,
    Stabilise,
    Peril,
    HoldBreath,
    Place,
    Distance,
    Awareness,
    Award,
    Modify,
    GrantFate,
    Injure,
    FoulFollows,
    PassTime,
    PledgeFate,
    ExtendLife,
    SaveFromDeath,
    ChangeStory,
    Respond,
    Choose,
    Reroll,
    Keep,
    ReduceDamage,
    AvoidInjury,
    EnsureSuccess,
    Approve,
)
