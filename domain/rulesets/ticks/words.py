"""The words of Ticks that sheets, commands, events and tables share."""

from typing import Final, Literal

STATISTICS: Final = ("strength", "dexterity", "quickness", "willpower", "resilience")
"""What every sheet has (TK-SHEET-1); others may be added by name (TK-SHEET-2, TK-RUL-1)."""
MOST_SKILL: Final = 5
"""The highest level on a sheet (TK-SHEET-3)."""
MOST_LUCK: Final = 20
"""The luck that one can hold (TK-SHEET-4)."""
MOST_DAYS: Final = 1_000_000
"""The days that a wound can take (TK-OPT-10, TK-REC-3): the text has no bound, numbers have."""
FARTHEST: Final = 10_000
"""No coordinate of a sheet is farther from 0 (TK-SHEET-12)."""
OUTERMOST: Final = 1_000_000_000
"""How far places can be named: the plane has no bound (TK-POS-1), numbers have."""
UNARMED, MELEE, THROWN, EVADE, MEDICINE = "unarmed", "melee", "thrown", "evade", "medicine"

Phase = Literal["calm", "between", "declaration", "resolution"]
"""No combat; a round has ended and the next has not begun; the count up; the count down."""
CALM: Final[frozenset[Phase]] = frozenset({"calm"})
BETWEEN: Final[frozenset[Phase]] = frozenset({"between"})
AT_REST: Final[frozenset[Phase]] = CALM | BETWEEN
DECLARATION: Final[frozenset[Phase]] = frozenset({"declaration"})
RESOLUTION: Final[frozenset[Phase]] = frozenset({"resolution"})
IN_ROUND: Final[frozenset[Phase]] = DECLARATION | RESOLUTION
COUNT: Final = ("ticks.count",)
"""The command that brings a round to its end."""
TO_PEACE: Final = ("ticks.end_combat", *COUNT)
"""The commands that bring combat to its end; of these and the next ones those count whose time it is."""
TO_BETWEEN: Final = (*COUNT, "ticks.call_combat")
TO_ROUND: Final = ("ticks.start_round", "ticks.call_combat")
TO_ACTS: Final = ("ticks.declare", *COUNT, *TO_ROUND)
Action = Literal["attack", "defend", "evade", "defer", "aim", "other"]
Kind = Literal["nothing", "move", "draw", "stow", "pick_up", "reload", "first_aid", "help", "skill", "narrated"]
"""What is done under the action Other (TK-OTHER-1)."""
SmallKind = Literal["draw", "stow", "pick_up", "narrated"]
"""What is done while evading (TK-EVADE-3)."""
Mode = Literal["melee", "ranged", "thrown"]
ThingKind = Literal["melee", "ranged", "shield"]
Place = Literal["ready", "carried"]
Draws = Literal["melee", "ranged"]
"""Which quick draw a weapon allows (TK-SHEET-9)."""
Manoeuvre = Literal[
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
Family = Literal["set_up", "control", "force", "trick"]
"""The kinds of manoeuvres (TK-MAN-6)."""
Met = Literal["enters_reach", "enters_sight", "enters_area", "steps", "attacks", "fires", "draws", "narrated"]
"""The events that a deferred attack may wait for (TK-DEFER-2)."""
Who = Literal["anyone", "listed", "present_enemies", "present_others", "newcomers"]
"""By whom (TK-DEFER-3)."""
When = Literal["before", "after"]
TickStage = Literal["opening", "first_steps", "strikes", "deeds", "last_steps"]
"""The five parts of a tick (TK-TICK-1 to TK-TICK-5, TK-RUL-19), in their order."""
STAGES: Final[tuple[TickStage, ...]] = ("opening", "first_steps", "strikes", "deeds", "last_steps")
NOBODY: Final = "none"
"""Whom a deferred attack is on when it is held back (TK-DEFER-11)."""
HOLDING_BACK: Final = (NOBODY, "attack", "spare_side")
"""Answers about deferred attacks that name no one (TK-DEFER-11, TK-POL-3), so that nobody can have these IDs."""
AnsweredBy = Literal["plan", "self"]
"""Who has said what somebody does on a tick (TK-PLAN-1)."""
Unconscious = Literal["wounds", "chosen"]
"""Why somebody is unconscious (TK-KO-1, TK-KO-3)."""
Care = Literal["skilled", "basic", "none"]
Difficulty = Literal["easy", "basic", "moderate", "difficult", "extreme", "impossible"]
StepWay = Literal["stay", "path", "toward", "away"]
Tactic = Literal["never", "first_chance", "from"]
"""When a plan strikes (TK-PLAN-1)."""
LuckUse = Literal["quickness", "requirements", "extra", "test", "strike", "oppose", "wound"]
"""What luck is spent on (TK-LUCK-1, TK-LCOMB-1 to TK-LCOMB-5)."""
