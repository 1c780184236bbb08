"""How choices are told: who is asked what, and what was chosen."""

from typing import Any, Final

from domain.core.events import Answered, Prompted, PromptLapsed
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.model.encounter import UNTOLD
from domain.model.event import Json
from domain.rulesets.black_dice.said import ACTS, SCRIPTED, TOLL_ROLLS, because, meeting, named, put_in
from domain.rulesets.black_dice.words import CARRIED_OUT
from domain.text.phrases import Names, counted, listed, owning, quoted, sentence, their

QUESTIONS = {
    "response": "has to say how to respond to",
    "choose": "may",
    "reroll": "may throw again with a scripting die",
    "keep": "has to say which throw stands",
    "approve": "has to say yes or no",
    "reduce_damage": "may lessen",
    "avoid_injury": "may avert the injury with fate",
    "ensure_success": "may make sure of",
    "save_from_death": "may save",
    "act": "may now",
}
CHOSEN = {
    ("reroll", "no"): "lets the throw stand",
    ("keep", "first"): "keeps the first throw",
    ("keep", "second"): "keeps the second throw",
    ("keep", "better"): "keeps the better throw",
    ("avoid_injury", "yes"): "averts the injury with fate",
    ("avoid_injury", "no"): "does not avert the injury",
    ("ensure_success", "yes"): "makes sure of the roll with fate",
    ("ensure_success", "no"): "trusts the dice",
    ("save_from_death", "no"): "does not pay for a rescue",
    ("act", "pass"): "passes",
    ("response", "attack_back"): "strikes back at every attacker",
    ("response", "dodge"): "dodges every attacker",
    ("response", "easy_target"): "is an easy target for every attacker",
}
NOTHING_COMES_OF: Final = (
    ("reroll", "no"),
    ("avoid_injury", "no"),
    ("ensure_success", "no"),
    ("save_from_death", "no"),
    ("reduce_damage", 0),
)
"""Answers that are told because nothing else tells them."""


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and about what."""
    question = QUESTIONS.get(event.kind)
    if question is None:
        return prompted_plainly(event, names)
    return sentence(f"{named(names, event.to)} {question}{_concerning(event, names)}.")


def _concerning(event: Prompted, names: Names) -> str:
    """Whom or what a question is about: the attackers, the damage, the act, the scripting die, somebody else's roll."""
    told = event.visible_about
    match event.kind:
        case "choose":
            # Before the throw it is about the plan of the throw, afterwards about the throw itself.
            before = " put fate or common dice into the throw, or trade dice"
            return " still put fate into the throw" if "throw" in told else before
        case "approve":
            how = quoted(told["description"], names)
            return f": {named(names, told['of'])} asks for {SCRIPTED[told['use']]}, {how}"
        case "response":
            attacks = "attack" if len(told["attackers"]) == 1 else "attacks"
            return f" {listed(owning(named(names, attacker)) for attacker in told['attackers'])} {attacks}"
        case "reduce_damage":
            damage = f" the {counted(told['points'], 'point')} of damage with fate"
            return f"{damage}, by at most {told['most']}" if "most" in told else damage
        case "act":
            return f" {ACTS[told['act']]}"
        case "ensure_success":
            whose = "the" if told["combatant"] == event.to else owning(named(names, told["combatant"]))
            return f" {whose} roll {TOLL_ROLLS[told['roll']]} with fate"
        case "save_from_death":
            own = told["combatant"] == event.to
            return f" {their(names, event.to)} own life" if own else f" {named(names, told['combatant'])} from death"
    return ""


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Who need not answer any more, and why; an act that is carried out tells itself."""
    return "" if event.reason == CARRIED_OUT else lapsed_plainly(event, names)


def answered(event: Answered, names: Names) -> str:
    """What was chosen, unless what comes of it says so: fate that is spent, a reply, a throw that stands.

    An answer in advance is told in any case.
    """
    if event.given is None or event.visible_kind == UNTOLD:
        return answered_plainly(event, names)
    if event.by != "sent" and not _is_told(event.visible_kind, event.given, event.by):
        return ""
    chosen = _chosen(event.visible_kind, event.given, names)
    return sentence(f"{named(names, event.to)} {chosen}{ANSWERED_BY.get(event.by, '')}.")


def _is_told(kind: str, answer: Json, by: str) -> bool:
    """Whether an answer tells more than what comes of it; others may have yet to choose before a throw falls."""
    if kind == "choose":
        return bool(answer) or by == "prompt"
    return kind == "approve" or (kind, answer) in NOTHING_COMES_OF


def _chosen(kind: str, answer: Json, names: Names) -> str:
    """A choice in words."""
    match kind, answer:
        case "reduce_damage", int(pips):
            return f"spends {counted(pips, 'pip')} of fate on the damage" if pips else "takes the damage as it is"
        case "choose", dict(choices):
            return put_in(choices)
        case "response", {"replies": list(replies)}:
            sent: list[Any] = replies
            return meeting([(reply["attacker"], reply["does"], reply.get("weapon")) for reply in sent], names)
        case "approve", {"approve": approves, **rest}:
            return f"says {'yes' if approves else 'no'}{because(str(rest.get('reason', '')))}"
        case "save_from_death", {"extend": int(pips)}:
            return f"clings to life with {counted(pips, 'pip')} of fate"
        case _, {"description": str(description)}:
            return f"uses a scripting die{because(description)}"
    return CHOSEN[kind, str(answer)]
