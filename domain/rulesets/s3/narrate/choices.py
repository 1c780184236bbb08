"""How choices are rendered: the question of a prompt, and its answer."""

from typing import Any

from domain.core.events import Answered, Prompted
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.s3.said import side_of, weapon
from domain.text.phrases import Names, as_words, counted, listed, named, possessive, sentence

ATTEMPTS = {
    "attack": "attack",
    "trip": "throw",
    "disarm": "grab for the weapon",
    "pin": "attempt to pin",
    "strangle": "grab for the throat",
    "chase": "chase",
    "flee": "attempt to get away",
    "hide": "attempt to hide",
    "search": "search",
    "reposition": "manoeuvre",
    "switch_vehicle": "leap",
    "damage_vehicle": "attack",
}
QUESTIONS = {
    "act_stunned": "{who} may spend a Breath to act this turn",
    "crash": "the narrator has to decide whether {vehicle} crashes",
    "drag_or_release": "{who} may drag {target} along or let go",
    "oppose": "{who} has to answer {whose} {attempt}",
    "fast_reply": "{who} {may} strike back at the same moment as {attacker}",
    "call_flip": "{who} is tied with {rival} and has to call the coin: heads or tails",
}
CHOSEN = {
    "heads": "calls heads",
    "tails": "calls tails",
    "spend": "spends a Breath to act",
    "decline": "spends no Breath to act",
    "drag": "holds on",
    "release": "lets go",
}


def prompted(event: Prompted, names: Names) -> str:
    """Render a prompt: who has the choice, and about what."""
    about: dict[str, Any] = event.about
    who = named(names, event.to)
    said = QUESTIONS.get(event.kind)
    if said is None:
        return prompted_plainly(event, names)
    task = str(about.get("task", ""))
    return sentence(
        said.format(
            who=who,
            may="may" if about.get("may_decline", True) else "has to",
            target=named(names, str(about.get("target", ""))),
            vehicle=named(names, str(about.get("vehicle", ""))),
            attacker=named(names, str(about.get("attacker", ""))),
            whose=possessive(names, str(about.get("actor", ""))),
            rival=side_of(str(about.get("opponent" if event.to == about.get("actor") else "actor", "")), names),
            attempt=ATTEMPTS.get(task, as_words(task)),
        )
        + "."
    )


def answered(event: Answered, names: Names) -> str:
    """Render an answer; a defence with its weapon and its stunt."""
    answer = event.given
    who, how = named(names, event.to), ANSWERED_BY.get(event.by, "")
    if (event.kind, answer) == ("fast_reply", "decline"):
        return f"{who} does not strike back{how}."
    if (event.kind, answer) == ("fast_reply", "accept"):
        return f"{who} always strikes back{how}."
    if isinstance(answer, str) and answer in CHOSEN:
        return f"{who} {CHOSEN[answer]}{how}."
    if event.kind == "crash" and isinstance(answer, dict):
        coins = answer.get("coins")
        harm = counted(coins, "coin") if isinstance(coins, int) and coins else ""
        crash = f"there is a crash of {harm}" if harm else "there is a harmless crash"
        return sentence(f"{who} decides that {crash if answer.get('spectacular') else 'there is no crash'}{how}.")
    if event.kind not in ("oppose", "fast_reply") or not isinstance(answer, dict):
        return answered_plainly(event, names)
    stunt = answer.get("stunt")
    tricks = stunt.get("with") if isinstance(stunt, dict) else None
    as_stunt = (
        f", in a stunt with {listed(as_words(str(skill)) for skill in tricks)}" if isinstance(tricks, list) else ""
    )
    does = "strikes back" if event.kind == "fast_reply" else "parries" if answer.get("item") else "answers"
    means = weapon(str(answer["item"]), names, event.to) if answer.get("item") else as_words(str(answer["skill"]))
    return f"{who} {does} with {means}{as_stunt}{how}."
