"""How choices are told: who is asked what, and what was chosen."""

from domain.core.events import Answered, Prompted
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.s3.narrate.words import weapon
from domain.text.phrases import Names, as_words, counted, listed, named, sentence

QUESTIONS = {
    "oppose": "has to say how to meet it",
    "fast_reply": "has to say how to strike back",
    "call_flip": "has to call the coin, heads or tails",
    "act_stunned": "may spend a Breath to act through the stun",
    "drag_or_release": "may hold on or let go",
    "crash": "has to say how the crash looks",
}
CHOSEN = {
    "heads": "calls heads",
    "tails": "calls tails",
    "spend": "spends a Breath to act through the stun",
    "decline": "lets the turn pass",
    "drag": "holds on",
    "release": "lets go",
}


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and whose doing it is about."""
    question = QUESTIONS.get(event.kind)
    if question is None:
        return prompted_plainly(event, names)
    actor = event.about.get("actor")
    doing = f"{named(names, actor)} acts, and " if isinstance(actor, str) and actor != event.to else ""
    return sentence(f"{doing}{named(names, event.to)} {question}.")


def answered(event: Answered, names: Names) -> str:
    """What was chosen; a defence with its weapon and its stunt."""
    answer = event.given
    who, how = named(names, event.to), ANSWERED_BY.get(event.by, "")
    if (event.kind, answer) == ("fast_reply", "decline"):
        return f"{who} does not strike back{how}."
    if isinstance(answer, str) and answer in CHOSEN:
        return f"{who} {CHOSEN[answer]}{how}."
    if event.kind == "crash" and isinstance(answer, dict):
        coins = answer.get("coins")
        crash = f"a crash of {counted(coins if isinstance(coins, int) else 0, 'coin')}"
        return sentence(f"{who} wants {crash if answer.get('spectacular') else 'no crash'}{how}.")
    if event.kind not in ("oppose", "fast_reply") or not isinstance(answer, dict):
        return answered_plainly(event, names)
    item, stunt = answer.get("item"), answer.get("stunt")
    with_item = f" and {weapon(str(item))}" if item else ""
    tricks = stunt.get("with") if isinstance(stunt, dict) else None
    as_stunt = f", a stunt with {listed(as_words(str(skill)) for skill in tricks)}" if isinstance(tricks, list) else ""
    return f"{who} meets it with {as_words(str(answer['skill']))}{with_item}{as_stunt}{how}."
