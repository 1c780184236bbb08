"""The words of Black Dice that sheets, commands, events and tables share."""

from typing import Final, Literal

Stat = Literal["strength", "dex", "fortitude", "wits", "resolve"]
STATS: tuple[Stat, ...] = ("strength", "dex", "fortitude", "wits", "resolve")
StatKind = Literal["physical", "mental"]
KIND_OF_STAT: dict[str, StatKind] = {
    "strength": "physical",
    "dex": "physical",
    "fortitude": "physical",
    "wits": "mental",
    "resolve": "mental",
}

Being = Literal["person", "automaton"]
Condition = Literal["able", "unconscious", "dying", "stabilised", "dead"]
WeaponMode = Literal["melee", "ranged"]
CoverKind = Literal["slight", "partial", "near_total", "total"]
Mark = Literal["normal", "bruise"]

Phase = Literal["idle", "declare", "respond", "resolve"]
IDLE: Final[frozenset[Phase]] = frozenset({"idle"})
DECLARE: Final = ("black_dice.declare",)
"""The command by which the deeds of a round are declared."""
END: Final = ("black_dice.end_round",)
TO_AGENDA: Final = ("black_dice.begin_round", *DECLARE, "black_dice.respond")
"""The commands that lead to the deeds of a round; of these and the next ones those count whose time it is."""
TO_END: Final = (*DECLARE, "black_dice.respond", "black_dice.resolve", *END)
"""The commands that bring a round to its end."""
Deed = Literal["attack", "full_dodge", "disengage", "move", "aim", "ready", "act", "wait"]
Posture = Literal["stand", "prone"]
Act = Literal["feat", "drink", "stabilise", "check", "assist", "other"]
ReplyKind = Literal["attack_back", "hit_back", "dodge", "full_dodge", "easy_target"]
PartKind = Literal["attack", "dodge", "full_dodge", "easy_target"]
"""What one of the two does in an exchange; attacking back and hitting back are attacks."""

RollKind = Literal["action", "toll", "effect"]
"""What a throw is made for: a deed of one's own, what the rules force on one, or the harm that something does."""

Degree = Literal[
    "foul_failure", "failure", "partial", "success", "good", "impressive", "virtuoso", "awesome", "god_like"
]
Difficulty = Literal["very_easy", "easy", "average", "difficult", "very_difficult", "extremely_difficult"]
Intensity = Literal["minor", "moderate", "major", "deadly"]
Alcohol = Literal["light", "wine", "spirits"]
Temptation = Literal["another_drink", "laugh"]
FeatKind = Literal["lift", "break", "throw"]
HealingPlace = Literal[
    "skyloft_hospital",
    "medical_kit",
    "neovictorian_hospital",
    "improvised_bandages",
    "workshop",
    "toolkit",
    "improvised_tools",
]
FoulEffect = Literal["drops_weapon", "falls_prone", "loses_aim", "peril", "other"]

HERE = "here"
WORLD = "world"  # whose throw it is when nobody's: perils, air that is missing, armour and structures
FISTS = "fists"
MARTIAL_STRIKE = "martial_strike"
CARRIED_OUT = "the act is carried out"  # why the prompt of a declared act lapses
