"""How choices are told: who is asked what, what was chosen, and what is chosen ahead."""

from collections.abc import Mapping
from typing import Any

from domain.core.events import Answered, Prompted
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.yin_yang.said import CONTESTS, either, the_weapon, weapon
from domain.text.phrases import Names, all_named, counted, named, possessive, sentence

CALLS = {"attack": "attack", "act": "attempt"}
ALLOWS = {True: "allows what is tried", False: "forbids what is tried"}
CHOSEN = {
    ("match", "let_pass"): "chooses to let it pass",
    ("match", "always"): "matches every call",
    ("match", "never"): "lets every call pass",
    ("follow_up", "always"): "attacks once more with every King",
    ("follow_up", "never"): "never attacks once more with a King",
    ("follow_up", "decline"): "chooses not to attack once more",
    ("join_combined", "yes"): "agrees to join in",
    ("join_combined", "no"): "does not join in",
    ("consent", "allow"): ALLOWS[True],
    ("consent", "deny"): ALLOWS[False],
    ("confront", "yes"): "grants a Confrontation",
    ("confront", "no"): "grants no Confrontation",
    ("confrontation_outcome", "white_joker"): "lets the winner win as with a White Joker",
    ("confrontation_outcome", "success"): "lets the winner win as with an ordinary success",
    ("misfire_victim", "self"): "lets every misfire strike the wielder",
    ("king_effect", "follow_up"): "lets the King bring another attack",
    ("answer_challenge", "refuse"): "does not take up the challenge",
}
LATER = "join_combined"
"""The kind of prompts whose answers have to wait for others; all others are carried out in their own batch."""


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and about whose deed."""
    return prompted_plainly(event, names, _asked(event, names))


def _asked(event: Prompted, names: Names) -> str | None:
    """What somebody has to choose, as the rest of its sentence."""
    about = event.about
    match event.kind:
        case "match":
            return f"may match {possessive(names, about['caller'])} {CALLS[about['call']]} or let it pass"
        case "follow_up":
            return f"may attack {either(names, about['targets'])} once more"
        case "join_combined":
            others = [who for who in about["combatants"] if who != event.to]
            return f"has to say whether to join {all_named(names, others)}"
        case "consent":
            return f"has to say whether {_to_allow(about, names)}"
        case "called_shot_penalty":
            return f"has to say how hard {possessive(names, about['combatant'])} called shot is: “{about['text']}”"
        case "confront":
            pair = all_named(names, (about["first"], about["second"]))
            return f"has to say whether {pair} have a Confrontation"
        case "confrontation_outcome":
            return f"has to say what {named(names, about['winner'])} gets for winning the Confrontation"
        case "misfire_victim":
            misfiring = weapon(names, about["weapon"], about["wielder"]).removeprefix("the ")
            return f"has to say whom {possessive(names, about['wielder'])} misfiring {misfiring} strikes"
        case "king_effect":
            king = f"{possessive(names, about['combatant'])} King"
            return f"has to say what {king} does to {named(names, about['adversary'])}"
        case "answer_challenge":
            return f"has to answer {possessive(names, about['combatant'])} challenge"
    return None


def _to_allow(about: Mapping[str, Any], names: Names) -> str:
    """What the narrator is asked to consent to."""
    if about["about"] == "combine":
        return f"{all_named(names, about['combatants'])} may act together"
    if about["about"] == "charge":
        return f"{named(names, about['combatant'])} may charge"
    return f"{possessive(names, about['combatant'])} attempt is allowed"


def answered(event: Answered, names: Names) -> str:
    """An answer that has to wait for others; what comes of any other at once tells it."""
    return chosen(event, names) if event.visible_kind == LATER else ""


def chosen(event: Answered, names: Names) -> str:
    """What is chosen, also ahead; a sealed answer is told to those alone who may see it."""
    answer, how = event.given, ANSWERED_BY.get(event.by, "")
    who = named(names, event.to)
    if answer is None and event.kind == LATER:
        return sentence(f"{who} decides in secret whether to join in.")
    if isinstance(answer, str) and (event.kind, answer) in CHOSEN:
        return sentence(f"{who} {CHOSEN[event.kind, answer]}{how}.")
    if event.kind == "called_shot_penalty" and isinstance(answer, int):
        return sentence(f"{who} asks for {counted(answer, 'penalty card')} for the called shot{how}.")
    if event.kind == "misfire_victim":
        return sentence(f"{who} says whom the misfire strikes{how}.")
    if isinstance(answer, dict) and (told := _told(event, answer, names)) is not None:
        return sentence(f"{who} {told}{how}.")
    return answered_plainly(event, names)


def _told(event: Answered, answer: Mapping[str, object], names: Names) -> str | None:
    """An answer that has more than one word."""
    match event.kind:
        case "match" if "keep" in answer:
            spare = counted(int(str(answer["keep"])), "action")
            return f"matches calls but keeps {spare} back"
        case "match":
            armed = f" with {the_weapon(names, str(answer['weapon']), event.to)}" if answer.get("weapon") else ""
            return f"chooses to {'counter' if answer.get('mode') == 'counter' else f'strike back{armed}'}"
        case "follow_up":
            return "chooses to attack once more"
        case "join_combined":
            return "agrees to join in" if answer["joins"] else "does not join in"
        case "consent":
            return ALLOWS[bool(answer["allow"])]
        case "confrontation_outcome":
            return f"says what comes of it: “{answer['narrated']}”"
        case "king_effect":
            return f"says what the King does: “{answer['adverse']}”"
        case "answer_challenge":
            return f"takes up the challenge: {CONTESTS[str(answer['contest'])]}"
    return None
