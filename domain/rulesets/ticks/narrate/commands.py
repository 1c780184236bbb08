"""What is asked for, told by templates over the fields of the commands; the first that can be filled is told."""

from collections.abc import Mapping

TICKS_ASKED: Mapping[str, tuple[str, ...]] = {
    "ticks.call_combat": (
        "{actor} turns on {against} with {weapon}.",
        "{actor} turns on {against}.",
    ),
    "ticks.draw_in": ("The narrator draws {combatant} into the combat.",),
    "ticks.start_round": ("The narrator begins a round.",),
    "ticks.declare": ("{actor} declares.",),
    "ticks.count": ("The narrator continues the count.",),
    "ticks.hurry": ("{actor} wants to hurry for {points}.",),
    "ticks.act": ("{actor} decides what to do.",),
    "ticks.hold": ("{actor} wants to wait.",),
    "ticks.plan": ("{actor} makes a plan.",),
    "ticks.oppose": ("{actor} opposes the manoeuvre.",),
    "ticks.soak": ("{actor} says what to spend against the damage.",),
    "ticks.hold_back": ("{actor} wants to attack {attack}.", "{actor} wants to hold back."),
    "ticks.set_difficulty": ("The narrator says how hard it is.",),
    "ticks.judge_condition": ("The narrator judges a condition.",),
    "ticks.drop": ("{actor} wants to drop {item}.",),
    "ticks.release": ("{actor} wants to let go of {combatant}.",),
    "ticks.faint": ("{actor} wants to pass out.",),
    "ticks.wake": ("{actor} wants to wake.",),
    "ticks.call_test": (
        "The narrator asks {combatant} to test {statistic} and {skill}.",
        "The narrator asks {combatant} to test {statistic}.",
    ),
    "ticks.call_contest": ("The narrator calls a contest between {parties}.",),
    "ticks.commit": ("{actor} says how much luck to spend.",),
    "ticks.award": ("The narrator rewards {combatant} for good role-play.",),
    "ticks.first_aid": ("{actor} wants to give {patient} first aid.",),
    "ticks.pass_time": ("The narrator lets {seconds} go by.",),
    "ticks.recover": ("The narrator lets {combatant} rest for {days}.",),
    "ticks.repair": ("The narrator has the armour of {combatant} repaired.",),
    "ticks.restock": (
        "The narrator says how much {combatant} has to spare for {weapon}.",
        "The narrator says what {combatant} has to spare.",
    ),
    "ticks.grant_luck": ("The narrator gives {combatant} {points}.",),
    "ticks.wound": (
        "The narrator gives {combatant} {wounds}: {reason}.",
        "The narrator gives {combatant} {wounds}.",
    ),
    "ticks.place": ("The narrator puts {combatant} on {to}.", "The narrator moves someone."),
    "ticks.set_sight": (
        "The narrator says whether {observer} sees {target}.",
        "The narrator says who sees whom.",
    ),
    "ticks.define_area": ("The narrator marks out an area: {name}.",),
    "ticks.trigger": (
        "The narrator says that {by} does what {deferrer} is waiting for.",
        "The narrator says that a condition is met.",
    ),
    "ticks.end_combat": ("The narrator ends the combat.",),
}
