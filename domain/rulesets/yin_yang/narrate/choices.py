"""How choices are told: who is asked what, and what was chosen."""

from collections.abc import Mapping

from domain.core_events import Answered, Prompted
from domain.core_narrate import ANSWERED_BY
from domain.core_narrate import answered as answered_plainly
from domain.core_narrate import prompted as prompted_plainly
from domain.rulesets.yin_yang.narrate.words import CONTESTS, weapon
from domain.telling import Names, named, sentence

QUESTIONS = {
    "match": "may go against it",
    "follow_up": "may attack once more",
    "join_combined": "has to say whether to join in",
    "consent": "has to say whether it may be so",
    "called_shot_penalty": "has to say how hard the called shot is",
    "confront": "has to say whether there is a Confrontation",
    "confrontation_outcome": "has to say what the winner of the Confrontation gets",
    "misfire_victim": "has to say whom the weapon strikes instead",
    "king_effect": "has to say what the King brings",
    "answer_challenge": "has to answer the challenge",
}
CHOSEN = {
    ("match", "let_pass"): "lets it pass",
    ("follow_up", "decline"): "does not follow up",
    ("confront", "yes"): "grants a Confrontation",
    ("confront", "no"): "grants no Confrontation",
    ("confrontation_outcome", "white_joker"): "lets the winner win as with a White Joker",
    ("confrontation_outcome", "success"): "lets the winner win, and no more",
    ("king_effect", "follow_up"): "lets the King bring another attack",
    ("answer_challenge", "refuse"): "does not take up the challenge",
}


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and about whose deed."""
    question = QUESTIONS.get(event.kind)
    if question is None:
        return prompted_plainly(event, names)
    whose = event.about.get("combatant") or event.about.get("caller")
    of = f", about {named(names, str(whose))}" if whose and whose != event.to else ""
    return sentence(f"{named(names, event.to)} {question}{of}.")


def answered(event: Answered, names: Names) -> str:
    """What was chosen; a sealed answer is told to those alone who may see it."""
    answer, how = event.answer if event.secret is None else event.secret, ANSWERED_BY.get(event.by, "")
    who = named(names, event.to)
    if isinstance(answer, str) and (event.kind, answer) in CHOSEN:
        return sentence(f"{who} {CHOSEN[event.kind, answer]}{how}.")
    if event.kind == "called_shot_penalty" and isinstance(answer, int):
        return sentence(f"{who} makes the called shot {answer} penalty cards hard{how}.")
    if event.kind == "misfire_victim":
        return sentence(f"{who} says that the weapon strikes {named(names, str(answer))}{how}.")
    if isinstance(answer, dict) and (told := _told(event.kind, answer, names)) is not None:
        return sentence(f"{who} {told}{how}.")
    return answered_plainly(event, names)


def _told(kind: str, answer: Mapping[str, object], names: Names) -> str | None:
    """An answer that has more than one word."""
    match kind:
        case "match":
            armed = f" with {weapon(str(answer['weapon']))}" if answer.get("weapon") else ""
            return f"{'counters' if answer.get('mode') == 'counter' else f'strikes back{armed}'}"
        case "follow_up":
            return f"follows up against {named(names, str(answer['target']))}"
        case "join_combined":
            return "joins in" if answer["joins"] else "does not join in"
        case "consent":
            return "says yes" if answer["allow"] else "says no"
        case "confrontation_outcome":
            return f"says what comes of it: “{answer['narrated']}”"
        case "king_effect":
            return f"says what the King brings: “{answer['adverse']}”"
        case "answer_challenge":
            return f"takes up the challenge: {CONTESTS[str(answer['contest'])]}"
    return None
