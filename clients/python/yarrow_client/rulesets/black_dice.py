"""Black Dice: its commands, the answers to its prompts, and its options, as structs."""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, overload

import msgspec
from msgspec import UNSET, UnsetType

from yarrow_client.rulesets import core
from yarrow_client.rulesets.base import Command, Part, SentAnswer


class Options(Part, frozen=True, kw_only=True):
    """Ruleset options, fixed when the encounter opens. The first value of each is the default."""

    success_faces: Sequence[int] | UnsetType = UNSET
    """Faces that count as successes."""
    open_sixes: bool | UnsetType = UNSET
    """Whether a white six gives one more white die."""
    foul_counts: Literal["all", "dice"] | UnsetType = UNSET
    """Whether guaranteed and fate successes count against a foul failure."""
    foul_loses_ties: bool | UnsetType = UNSET
    """Whether a foul failure loses a tie."""
    automatic_successes: int | UnsetType = UNSET
    """Successes of a Very Easy roll."""
    contest_tie: Literal["higher_stat", "reroll", "standoff"] | UnsetType = UNSET
    """What settles a tied contest outside combat."""
    guaranteed_cancellable: bool | UnsetType = UNSET
    """Whether black dice cancel guaranteed successes."""
    guaranteed_scope: Literal["all_rolls", "skill_rolls"] | UnsetType = UNSET
    """Which rolls may trade dice for successes."""
    untrained: Literal["common_only", "stat_only"] | UnsetType = UNSET
    """What may be rolled without the skill."""
    complementary_max: int | UnsetType = UNSET
    """How many other skills may help a roll."""
    free_assistants: int | UnsetType = UNSET
    """How many assistants help before they crowd."""
    rounding: Literal["down", "up"] | UnsetType = UNSET
    """How divided pools are rounded."""
    fate_timing: Literal["after", "before"] | UnsetType = UNSET
    """When fate successes are bought."""
    fate_cap: Literal["per_roll", "per_spender"] | UnsetType = UNSET
    """Whether a throw or each spender is held to three fate successes."""
    fate_vs_perils: bool | UnsetType = UNSET
    """Whether fate lowers the damage of perils."""
    scripting_approval: Literal["narrator", "standing"] | UnsetType = UNSET
    """Whether each scripting die is approved by the narrator."""
    scripting_offers: Literal["ask", "policy"] | UnsetType = UNSET
    """Whether rerolls are offered as policies say, or to anyone with a scripting die left."""
    initiative: Literal["each_round", "once"] | UnsetType = UNSET
    """Whether initiative is thrown again each round."""
    declare_order: Literal["highest_first", "lowest_first"] | UnsetType = UNSET
    """Who declares first."""
    fists_ready: Literal["everyone", "martial_artists", "nobody"] | UnsetType = UNSET
    """Whose bare hands are a readied weapon."""
    split: Literal["pool", "successes"] | UnsetType = UNSET
    """What is divided when attention is split."""
    full_dodge: Literal["bonus", "cost"] | UnsetType = UNSET
    """What a full dodge is worth against each opponent."""
    zero_tie: Literal["initiative_winner", "nobody"] | UnsetType = UNSET
    """Who wins when neither has a success."""
    damage_degree: Literal["margin", "table", "winner"] | UnsetType = UNSET
    """What the degrees of combat success are."""
    armour: Literal["dice", "points"] | UnsetType = UNSET
    """Whether armour takes off its points or what its dice throw."""
    negative_strength: Literal["none", "subtracts"] | UnsetType = UNSET
    """What negative Strength does to damage."""
    resolution: Literal["sequential", "simultaneous"] | UnsetType = UNSET
    """Whether damage is marked at once or at the end of the agenda."""
    surprise: Literal["any", "ranged"] | UnsetType = UNSET
    """Which attacks may surprise."""
    health_pips: int | UnsetType = UNSET
    """Pips of a white health die."""
    grey_pips: int | UnsetType = UNSET
    """Pips of a grey die."""
    wound_penalty: Literal["black", "dice"] | UnsetType = UNSET
    """Whether wounds take white dice or add black ones."""
    bruise_heal_factor: int | UnsetType = UNSET
    """How many times faster bruises heal."""
    bruise_injures: bool | UnsetType = UNSET
    """Whether bruises may leave a permanent injury."""
    dying_rounds: Literal["roll", "sum"] | UnsetType = UNSET
    """How long the dying live."""
    injury_for: Literal["all", "players"] | UnsetType = UNSET
    """Who may be left with a permanent injury."""
    injury_table: Literal["d6", "narrator"] | UnsetType = UNSET
    """What decides a permanent injury."""
    heal_easy: Literal["no_black", "plus_five"] | UnsetType = UNSET
    """What a kit makes of a treatment."""
    heal_attempts: Literal["once", "unlimited"] | UnsetType = UNSET
    """How often a patient may be treated until hurt again."""
    automata_heal: bool | UnsetType = UNSET
    """Whether automata heal by themselves."""
    peril_partial: Literal["avoid", "half"] | UnsetType = UNSET
    """What one success avoids of a peril."""
    fall_dice_per_yard: int | UnsetType = UNSET
    """Damage dice for each yard of a fall."""
    breath_minimum: int | UnsetType = UNSET
    """What Fortitude counts as at least when holding the breath."""
    asphyxia_dice: int | UnsetType = UNSET
    """Damage dice added for each round without air."""
    sober_minutes: int | UnsetType = UNSET
    """Minutes without a drink that take one step back."""


class ApproveAnswer(Part, frozen=True, kw_only=True):
    """An answer to `approve`."""

    approve: bool
    """Whether the narrator approves."""
    reason: str = ""
    """Why, as a keyword or in words."""


class TurningInput(Part, frozen=True, kw_only=True):
    """An answer to `reroll`: what turns the throw."""

    description: str
    """Description in words."""


class InjuryChoicesInput(Part, frozen=True, kw_only=True):
    """Choices for an injury roll that damage may ask for, and whether to avoid the injury."""

    fate: int = 0
    """Pips for as many automatic successes, at most 3."""
    trade: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""
    avoid: Literal["ask", "yes", "no"] = "ask"
    """Whether to avoid the injury."""


class ChooseAnswer(Part, frozen=True, kw_only=True):
    """Choices of one combatant for the throws of a command."""

    fate: int = 0
    """Pips for as many automatic successes, at most 3."""
    trade: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""
    common: int = 0
    """White dice to add, with as many black ones."""
    fate_weapon: int = 0
    """Pips for as many automatic successes, at most 3."""
    fate_strength: int = 0
    """Pips for as many automatic successes, at most 3."""
    trade_weapon: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""
    trade_strength: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""
    injury: InjuryChoicesInput = InjuryChoicesInput(fate=0, trade=0, avoid="ask")
    """Permanent injury, or its ID."""


class ReplyToInput(Part, frozen=True, kw_only=True):
    """How a target meets one attacker."""

    attacker: str
    """ID of the attacker."""
    does: Literal["attack_back", "hit_back", "dodge", "full_dodge", "easy_target"]
    """What it does."""
    weapon: str | None = None
    """Weapon, or its ID."""


class ResponseAnswer(Part, frozen=True, kw_only=True):
    """An answer to `response`: one reply for each attacker; a full dodge meets them all."""

    replies: Sequence[ReplyToInput]
    """Replies to each attacker."""


class SavingInput(Part, frozen=True, kw_only=True):
    """An answer to `save_from_death`: the pips that extend one's life, or what the scripting die makes happen."""

    extend: int | None = None
    """Pips that extend the life."""
    description: str | None = None
    """Description in words."""


class Pledge(Command, frozen=True, kw_only=True, tag="black_dice.pledge"):
    """Promise successes to another combatant's next roll. Their price is paid when that roll is made."""

    actor: str
    """ID of the combatant that acts."""
    beneficiary: str
    """ID of the combatant that benefits."""
    successes: int
    """Number of successes."""
    description: str
    """How it helps."""


class GrantFate(Command, frozen=True, kw_only=True, tag="black_dice.grant_fate"):
    """Give a combatant pips of fate, or take some away."""

    combatant: str
    """ID of the combatant."""
    pips: int
    """Number of pips."""
    reason: str = ""
    """Why, as a keyword or in words."""


class ChangeStory(Command, frozen=True, kw_only=True, tag="black_dice.change_story"):
    """Spend a scripting die on a turn of the story in your favour."""

    actor: str
    """ID of the combatant that acts."""
    description: str
    """Description in words."""


class Approve(Command, frozen=True, kw_only=True, tag="black_dice.approve"):
    """Allow or refuse the use of a scripting die. A refused one costs nothing."""

    prompt: str | None = None
    """Which scripting die."""
    approve: bool
    """Whether the narrator approves."""
    reason: str = ""
    """Why, as a keyword or in words."""


class Reroll(Command, frozen=True, kw_only=True, tag="black_dice.reroll"):
    """Spend a scripting die to make a throw again."""

    actor: str
    """ID of the combatant that acts."""
    description: str
    """Description in words."""


class Keep(Command, frozen=True, kw_only=True, tag="black_dice.keep"):
    """Choose which of two throws counts."""

    actor: str
    """ID of the combatant that acts."""
    keep: Literal["first", "second"]
    """Which roll."""


class Choose(Command, frozen=True, kw_only=True, tag="black_dice.choose"):
    """Put fate, common dice or guaranteed successes into a throw, or nothing."""

    actor: str
    """ID of the combatant that acts."""
    choices: ChooseAnswer
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class AvoidanceInput(Part, frozen=True, kw_only=True):
    """What a peril is avoided with."""

    stat: str = "dex"
    """Key of the stat."""
    skill: str | None = "dodge"
    """Key of the skill."""


class SpottingInput(Part, frozen=True, kw_only=True):
    """How hard a peril is to see, and whether it has to be seen to be avoided."""

    difficulty: Literal["very_easy", "easy", "average", "difficult", "very_difficult", "extremely_difficult"] = (
        "average"
    )
    """How hard it is, which adds white or black dice."""
    must_spot: bool = False
    """Whether it must be seen to be avoided."""


class Peril(Command, frozen=True, kw_only=True, tag="black_dice.peril"):
    """Bring something dangerous on its victims: an intensity, a named peril, or a fall."""

    victims: Sequence[str]
    """IDs of the victims."""
    intensity: Literal["minor", "moderate", "major", "deadly"] | None = None
    """How bad the peril is, which gives its dice; left out for a named peril."""
    dice: int | None = None
    """By default the fewest of the intensity, or those of the named peril."""
    peril: str | None = None
    """A peril from the list."""
    fall: int | None = None
    """The height of a fall in yards, rounded up."""
    avoidance: AvoidanceInput | Literal["none"] | None = None
    """The stat and skill that avoid it; by default Dexterity and Dodge, or what a named peril says."""
    spotting: SpottingInput | None = None
    """How hard it is to see."""
    armour_applies: bool = False
    """Whether armour counts."""
    bruise: bool = False
    """Bruises only."""
    black: int = 0
    """Black dice that the narrator adds to the avoidance."""
    bonus: int = 0
    """White dice that the narrator gives."""
    choices: Mapping[str, ChooseAnswer] = {}
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class Breath(Command, frozen=True, kw_only=True, tag="black_dice.breath"):
    """Let a combatant hold their breath or breathe again, or rule on a strenuous round."""

    combatant: str
    """ID of the combatant."""
    breath: Literal["start", "end"] | None = None
    """Breath that is left."""
    strenuous: bool | None = None
    """Whether the round is strenuous."""


class RollChoicesInput(Part, frozen=True, kw_only=True):
    """Fate and trades for a roll that is forced on a combatant."""

    fate: int = 0
    """Pips for as many automatic successes, at most 3."""
    trade: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""


class Drink(Command, frozen=True, kw_only=True, tag="black_dice.drink"):
    """Have a drink, and roll against its effect."""

    actor: str
    """ID of the combatant that acts."""
    drink: Literal["light", "wine", "spirits"]
    """Strength of the drink."""
    choices: RollChoicesInput | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class Temptation(Command, frozen=True, kw_only=True, tag="black_dice.temptation"):
    """Ask a drinker to roll against another drink, or against laughing."""

    combatant: str
    """ID of the combatant."""
    temptation: Literal["another_drink", "laugh"]
    """What the drinker has to resist."""
    choices: RollChoicesInput | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class Feat(Command, frozen=True, kw_only=True, tag="black_dice.feat"):
    """Try a feat of strength: lift something, break something, or throw a ball."""

    actor: str
    """ID of the combatant that acts."""
    feat: Literal["lift", "break", "throw"]
    """Feat of strength."""
    row: int
    """What to lift or break, or how far to throw the ball."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class BeginRound(Command, frozen=True, kw_only=True, tag="black_dice.begin_round"):
    """Begin a round of combat: those who take part throw for initiative."""

    combatants: Sequence[str] | None = None
    """By default all who are able."""
    choices: Mapping[str, RollChoicesInput] = {}
    """Fate on initiative, and trades where all rolls allow them."""


class StayingInput(Part, frozen=True, kw_only=True):
    """Choices for the roll to stay conscious or to wake, or who makes it sure."""

    fate: int = 0
    """Pips for as many automatic successes, at most 3."""
    trade: int = 0
    """Guaranteed successes, each for 3 dice of the pool."""
    ensure: str | None = None
    """Who pays to make the roll succeed: oneself or a helper."""


class EndRound(Command, frozen=True, kw_only=True, tag="black_dice.end_round"):
    """End the round. Held breath, rolls to stay conscious and the dying are settled."""

    choices: Mapping[str, StayingInput] = {}
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class StrikeInput(Part, frozen=True, kw_only=True):
    """One attack: on whom, with what."""

    target: str
    """ID of the target."""
    weapon: str
    """Weapon, or its ID."""


class DisengagingInput(Part, frozen=True, kw_only=True):
    """Where to, away from everyone; without a zone one stays in one's own."""

    zone: str | None = None
    """Key of the zone."""


class GoingInput(Part, frozen=True, kw_only=True):
    """Where to: a zone, or close to a combatant in one's own zone."""

    zone: str | None = None
    """Key of the zone."""
    close_to: str | None = None
    """Combatant to be close to."""


class AimingInput(Part, frozen=True, kw_only=True):
    """A ranged weapon and its target."""

    weapon: str
    """Weapon, or its ID."""
    target: str
    """ID of the target."""


class Declare(Command, frozen=True, kw_only=True, tag="black_dice.declare"):
    """Declare your one deed of the round. You may stand up or drop prone with it."""

    actor: str
    """ID of the combatant that acts."""
    attack: Sequence[StrikeInput] | None = None
    """Attacks, each with its target and weapon; attention is divided among them."""
    full_dodge: Literal[True] | None = None
    """Dodge fully."""
    disengage: DisengagingInput | None = None
    """Whom to disengage from."""
    move: GoingInput | None = None
    """Where to."""
    aim: AimingInput | None = None
    """Aim that is kept."""
    ready: Sequence[str] | None = None
    """The weapons that are then in hand; others are put away."""
    act: Literal["feat", "drink", "stabilise", "check", "assist", "other"] | None = None
    """Deed in words."""
    wait: Literal[True] | None = None
    """Whether to wait."""
    posture: Literal["stand", "prone"] | None = None
    """Stand up or drop prone, at once."""


class Respond(Command, frozen=True, kw_only=True, tag="black_dice.respond"):
    """Say how you meet those who attack you."""

    replies: Sequence[ReplyToInput]
    """Replies to each attacker."""
    actor: str
    """ID of the combatant that acts."""


class Resolve(Command, frozen=True, kw_only=True, tag="black_dice.resolve"):
    """Carry out the next deed of the round."""

    choices: Mapping[str, ChooseAnswer] = {}
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class SurpriseAttack(Command, frozen=True, kw_only=True, tag="black_dice.surprise_attack"):
    """Attack a combatant who is unaware of you, without using your action."""

    actor: str
    """ID of the combatant that acts."""
    target: str
    """ID of the target."""
    weapon: str
    """Weapon, or its ID."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class StrikeObject(Command, frozen=True, kw_only=True, tag="black_dice.strike_object"):
    """Strike an object outside rounds."""

    actor: str
    """ID of the combatant that acts."""
    object: str
    """ID of the object."""
    weapon: str
    """Weapon, or its ID."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class ReduceDamage(Command, frozen=True, kw_only=True, tag="black_dice.reduce_damage"):
    """Spend fate to lessen the damage that you take. One point always remains."""

    actor: str
    """ID of the combatant that acts."""
    pips: int
    """Number of pips."""


class EnsureSuccess(Command, frozen=True, kw_only=True, tag="black_dice.ensure_success"):
    """Spend fate so that a roll to stay conscious, to wake or to stay alive succeeds."""

    actor: str
    """ID of the combatant that acts."""
    ensure: bool
    """Whether to make sure of success."""


class ExtendLife(Command, frozen=True, kw_only=True, tag="black_dice.extend_life"):
    """Live on while dying, a round for each pip of fate."""

    actor: str
    """ID of the combatant that acts."""
    pips: int
    """Number of pips."""


class SaveFromDeath(Command, frozen=True, kw_only=True, tag="black_dice.save_from_death"):
    """Spend a scripting die to save a dying combatant."""

    actor: str
    """ID of the combatant that acts."""
    saved: str
    """Whether the combatant is saved."""
    description: str
    """Description in words."""


class Injure(Command, frozen=True, kw_only=True, tag="black_dice.injure"):
    """Say what a permanent injury is: one that is still open, or a new one."""

    combatant: str
    """ID of the combatant."""
    description: str
    """What it is."""
    injury: str | None = None
    """The injury that is still open; by default the oldest."""
    changes: Mapping[str, int] = {}
    """What is added to stats, skills or the move."""


class AvoidInjury(Command, frozen=True, kw_only=True, tag="black_dice.avoid_injury"):
    """Spend fate to avoid a permanent injury."""

    actor: str
    """ID of the combatant that acts."""
    avoid: bool
    """Whether to avoid the injury."""


class EquipZone(Command, frozen=True, kw_only=True, tag="black_dice.equip_zone"):
    """Say with what wounds can be treated in a zone."""

    zone: str
    """Key of the zone."""
    places: Sequence[
        Literal[
            "skyloft_hospital",
            "medical_kit",
            "neovictorian_hospital",
            "improvised_bandages",
            "workshop",
            "toolkit",
            "improvised_tools",
        ]
    ] = ()
    """Places of healing."""


class Treat(Command, frozen=True, kw_only=True, tag="black_dice.treat"):
    """Treat a patient after the fight. Each success heals, and takes ten minutes."""

    complementary: Sequence[str] = ()
    """Complementary skill."""
    assistants: Sequence[str] = ()
    """Combatants that help."""
    free_assistants: int | None = None
    """How many assistants help for nothing; by default as the options say."""
    bonus: int = 0
    """White dice that the narrator gives."""
    penalty: int = 0
    """White dice that the narrator takes away."""
    black: int = 0
    """Black dice."""
    reason: str = ""
    """Why, as a keyword or in words."""
    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""
    skill: str
    """Key of the skill."""
    place: (
        Literal[
            "skyloft_hospital",
            "medical_kit",
            "neovictorian_hospital",
            "improvised_bandages",
            "workshop",
            "toolkit",
            "improvised_tools",
        ]
        | None
    ) = None
    """What there is to treat with; by default that of the zone, or else improvised."""
    first: Literal["normal", "bruise"] = "normal"
    """The marks that heal first."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class Stabilise(Command, frozen=True, kw_only=True, tag="black_dice.stabilise"):
    """Keep a dying combatant from dying."""

    complementary: Sequence[str] = ()
    """Complementary skill."""
    assistants: Sequence[str] = ()
    """Combatants that help."""
    free_assistants: int | None = None
    """How many assistants help for nothing; by default as the options say."""
    actor: str
    """ID of the combatant that acts."""
    patient: str
    """ID of the patient."""
    skill: str
    """Key of the skill."""
    difficulty: Literal["very_easy", "easy", "average", "difficult", "very_difficult", "extremely_difficult"] = (
        "average"
    )
    """How hard it is, which adds white or black dice."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class PassTime(Command, frozen=True, kw_only=True, tag="black_dice.pass_time"):
    """Let time pass outside rounds: combatants heal, sober up and wake."""

    minutes: int = 0
    """Number of minutes."""
    hours: int = 0
    """Number of hours."""
    days: int = 0
    """Number of days that pass."""


class Check(Command, frozen=True, kw_only=True, tag="black_dice.check"):
    """Ask a combatant for a roll against a difficulty, or for one to stay alive."""

    complementary: Sequence[str] = ()
    """Complementary skill."""
    assistants: Sequence[str] = ()
    """Combatants that help."""
    free_assistants: int | None = None
    """How many assistants help for nothing; by default as the options say."""
    bonus: int = 0
    """White dice that the narrator gives."""
    penalty: int = 0
    """White dice that the narrator takes away."""
    black: int = 0
    """Black dice."""
    reason: str = ""
    """Why, as a keyword or in words."""
    combatant: str
    """ID of the combatant."""
    stat: str
    """Key of the stat."""
    with_stat: str | None = None
    """Fortitude and Resolve are rolled together to stay alive."""
    skill: str | None = None
    """Key of the skill."""
    difficulty: Literal["very_easy", "easy", "average", "difficult", "very_difficult", "extremely_difficult"] = (
        "average"
    )
    """How hard it is, which adds white or black dice."""
    needed: int = 1
    """What is needed."""
    throw_anyway: bool = False
    """Throw the dice even of a very easy roll."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class ContenderInput(Part, frozen=True, kw_only=True):
    """One side of a contest."""

    bonus: int = 0
    """White dice that the narrator gives."""
    penalty: int = 0
    """White dice that the narrator takes away."""
    black: int = 0
    """Black dice."""
    reason: str = ""
    """Why, as a keyword or in words."""
    combatant: str
    """ID of the combatant."""
    stat: str
    """Key of the stat."""
    skill: str | None = None
    """Key of the skill."""
    difficulty: Literal["very_easy", "easy", "average", "difficult", "very_difficult", "extremely_difficult"] = (
        "average"
    )
    """How hard it is, which adds white or black dice."""
    choices: ChooseAnswer | None = None
    """Choices for the throw, by combatant or alone; a prompt asks for those left out."""


class Contest(Command, frozen=True, kw_only=True, tag="black_dice.contest"):
    """Let two combatants roll against each other outside combat."""

    active: ContenderInput
    """Active side."""
    passive: ContenderInput
    """Passive side."""


class Award(Command, frozen=True, kw_only=True, tag="black_dice.award"):
    """Reward a spectacular stunt: the combatant's next action roll has three more dice."""

    combatant: str
    """ID of the combatant."""
    reason: str
    """Why, as a keyword or in words."""


class Modify(Command, frozen=True, kw_only=True, tag="black_dice.modify"):
    """Add bonus, penalty or black dice to a combatant's next action roll."""

    bonus: int = 0
    """White dice that the narrator gives."""
    penalty: int = 0
    """White dice that the narrator takes away."""
    black: int = 0
    """Black dice."""
    reason: str = ""
    """Why, as a keyword or in words."""
    combatant: str
    """ID of the combatant."""


class CoverInput(Part, frozen=True, kw_only=True):
    """Cover, against everyone or only against those named."""

    kind: Literal["slight", "partial", "near_total", "total"] | Literal["none"]
    """How much it covers; `none` takes it away."""
    against: Sequence[str] | None = None
    """Opponents, or what it counts against."""


class Place(Command, frozen=True, kw_only=True, tag="black_dice.place"):
    """Say where a combatant or an object is, and in what cover."""

    combatant: str
    """ID of the combatant."""
    zone: str | None = None
    """Key of the zone."""
    cover: CoverInput | None = None
    """Cover that protects."""
    prone: bool | None = None
    """On the ground."""
    close_to: Sequence[str] = ()
    """Combatant to be close to."""
    apart_from: Sequence[str] = ()
    """Combatants to move apart from."""


class Distance(Command, frozen=True, kw_only=True, tag="black_dice.distance"):
    """Say how far two zones are from each other."""

    zones: tuple[str, str]
    """Zones, by key."""
    feet: int
    """Distance in feet."""


class Awareness(Command, frozen=True, kw_only=True, tag="black_dice.awareness"):
    """Say of whom a combatant is unaware. With nobody named, they are aware of everyone."""

    combatant: str
    """ID of the combatant."""
    unaware_of: Sequence[str] = ()
    """IDs of the combatants that it does not notice."""


class FoulEffect(Command, frozen=True, kw_only=True, tag="black_dice.foul_effect"):
    """Say what goes wrong beyond a foul failure."""

    throw: int
    """The foul failure from which it follows."""
    effect: Literal["drops_weapon", "falls_prone", "loses_aim", "peril", "other"]
    """What goes wrong."""
    dice: int | None = None
    """Damage dice of the peril."""
    text: str = ""
    """What goes wrong."""


AnyCommand = (
    core.AnyCommand
    | Pledge
    | GrantFate
    | ChangeStory
    | Approve
    | Reroll
    | Keep
    | Choose
    | Peril
    | Breath
    | Drink
    | Temptation
    | Feat
    | BeginRound
    | EndRound
    | Declare
    | Respond
    | Resolve
    | SurpriseAttack
    | StrikeObject
    | ReduceDamage
    | EnsureSuccess
    | ExtendLife
    | SaveFromDeath
    | Injure
    | AvoidInjury
    | EquipZone
    | Treat
    | Stabilise
    | PassTime
    | Check
    | Contest
    | Award
    | Modify
    | Place
    | Distance
    | Awareness
    | FoulEffect
)
"""A command of such an encounter."""


def read_command(given: Mapping[str, Any]) -> AnyCommand:
    """Return a command as its struct, such as one that ``fill`` returns. Raises msgspec.ValidationError."""
    found: AnyCommand = msgspec.convert(given, AnyCommand)
    return found


class Answers(TypedDict, total=False):
    """The answers to prompts, by the kind of the prompt."""

    approve: ApproveAnswer
    reroll: TurningInput | Literal["no"]
    keep: Literal["first", "second"]
    choose: ChooseAnswer
    response: ResponseAnswer
    act: Literal["pass"]
    reduce_damage: int
    ensure_success: Literal["yes", "no"]
    save_from_death: SavingInput | Literal["no"]
    avoid_injury: Literal["yes", "no"]


@overload
def sent(kind: Literal["approve"], answer: ApproveAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["reroll"], answer: TurningInput | Literal["no"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["keep"], answer: Literal["first", "second"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["choose"], answer: ChooseAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["response"], answer: ResponseAnswer, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["act"], answer: Literal["pass"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["reduce_damage"], answer: int, *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(kind: Literal["ensure_success"], answer: Literal["yes", "no"], *, to: str | None = ...) -> SentAnswer: ...


@overload
def sent(
    kind: Literal["save_from_death"], answer: SavingInput | Literal["no"], *, to: str | None = ...
) -> SentAnswer: ...


@overload
def sent(kind: Literal["avoid_injury"], answer: Literal["yes", "no"], *, to: str | None = ...) -> SentAnswer: ...


def sent(kind: str, answer: Any, *, to: str | None = None) -> SentAnswer:
    """Return an answer for ``answers`` of a command: to the prompt of a kind that the command will open.

    ``to`` is the combatant that is asked, or ``narrator``; without it the first prompt of the kind is answered.
    """
    return SentAnswer(kind=kind, answer=answer, to=to)
