"""What is asked for, told by templates over the fields of the commands; the first that can be filled is told."""

from collections.abc import Mapping

QUIET = (
    "ticks.call_combat",
    "ticks.draw_in",
    "ticks.start_round",
    "ticks.declare",
    "ticks.hurry",
    "ticks.act",
    "ticks.hold",
    "ticks.plan",
    "ticks.oppose",
    "ticks.soak",
    "ticks.hold_back",
    "ticks.set_difficulty",
    "ticks.judge_condition",
    "ticks.drop",
    "ticks.release",
    "ticks.faint",
    "ticks.wake",
    "ticks.call_test",
    "ticks.call_contest",
    "ticks.commit",
    "ticks.award",
    "ticks.pass_time",
    "ticks.recover",
    "ticks.repair",
    "ticks.restock",
    "ticks.grant_luck",
    "ticks.place",
    "ticks.set_sight",
    "ticks.define_area",
    "ticks.end_combat",
)
"""Commands that are not told: what they bring about at once says all there is to them."""
TICKS_ASKED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(QUIET, ()),
    "ticks.count": ("The narrator continues the count.",),
    "ticks.first_aid": ("{actor} wants to give {patient} first aid.",),
    "ticks.wound": (
        "The narrator gives {combatant} {wounds}: {reason}.",
        "The narrator gives {combatant} {wounds}.",
    ),
    "ticks.trigger": (
        "The narrator says that {by} does what {deferrer} is waiting for.",
        "The narrator says that a condition is met.",
    ),
}
