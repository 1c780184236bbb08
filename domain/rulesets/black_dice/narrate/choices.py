"""How choices are told: who is asked what, and what was chosen."""

from collections.abc import Mapping

from domain.core.events import Answered, Prompted
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.black_dice.said import ACTS, MET_BY, all_named, because, chosen, named, weapon
from domain.text.phrases import Names, as_words, counted, listed, quoted, sentence, their

QUESTIONS = {
    "response": "has to say how to respond to the attack",
    "choose": "may put fate, traded dice or common dice into the throw",
    "reroll": "may throw again with a scripting die",
    "keep": "has to say which throw stands",
    "approve": "has to say yes or no",
    "reduce_damage": "may soften the blow with fate",
    "avoid_injury": "may avert the injury with fate",
    "ensure_success": "may make sure of it with fate",
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
    ("ensure_success", "yes"): "makes sure of it with fate",
    ("ensure_success", "no"): "trusts the dice",
    ("save_from_death", "no"): "does not save anyone",
    ("act", "pass"): "passes",
}


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and what scripting die it is about where it is about one."""
    question = QUESTIONS.get(event.kind)
    if question is None:
        return prompted_plainly(event, names)
    of, description = event.about.get("of"), event.about.get("description")
    about = f": {named(names, str(of))} says, {quoted(description, names)}" if of and description else ""
    return sentence(f"{named(names, event.to)} {question}{_concerning(event, names)}{about}.")


def _concerning(event: Prompted, names: Names) -> str:
    """Whom or what a question is about: the attackers, the damage, the act, somebody else's roll or life."""
    told = event.visible_about
    match event.kind:
        case "response":
            return f" of {all_named(names, told['attackers'])}"
        case "reduce_damage":
            points = counted(told["points"], "point")
            return f", by at most {told['most']} of {points}" if "most" in told else f", {points}"
        case "act":
            return f" {ACTS[told['act']]}"
        case "ensure_success" if told["combatant"] != event.to:
            return f" for {named(names, told['combatant'])}"
        case "save_from_death":
            own = told["combatant"] == event.to
            return f" {their(names, event.to)} own life" if own else f" {named(names, told['combatant'])} from death"
    return ""


def answered(event: Answered, names: Names) -> str:
    """What was chosen."""
    answer, how = event.given, ANSWERED_BY.get(event.by, "")
    who = named(names, event.to)
    if isinstance(answer, str) and (event.kind, answer) in CHOSEN:
        return sentence(f"{who} {CHOSEN[event.kind, answer]}{how}.")
    if event.kind == "response":
        return sentence(f"{who} {_met(answer, names)}{how}.")
    if event.kind == "reduce_damage" and isinstance(answer, int):
        spent = f"spends {counted(answer, 'pip')} of fate on the blow" if answer else "takes the blow as it is"
        return sentence(f"{who} {spent}{how}.")
    if isinstance(answer, dict):
        return sentence(f"{who} {_told(event.kind, answer)}{how}.")
    return answered_plainly(event, names)


def _met(answer: object, names: Names) -> str:
    """How somebody meets its attackers."""
    if not isinstance(answer, dict):
        return MET_BY.get(str(answer), as_words(str(answer))).format(
            attacker="whoever attacks", weapon="what is at hand"
        )
    return listed(
        MET_BY[reply["does"]].format(
            attacker=named(names, reply["attacker"]), weapon=weapon(reply.get("weapon") or "what is at hand")
        )
        for reply in answer["replies"]
    )


def _told(kind: str, answer: Mapping[str, object]) -> str:
    """An answer that has more than one word."""
    if kind == "approve":
        reason = because(str(answer.get("reason", "")))
        return f"{'says yes' if answer['approve'] else 'says no'}{reason}"
    if answer.get("description"):
        return f"uses a scripting die{because(str(answer['description']))}"
    if "extend" in answer:
        return f"clings to life with {counted(int(str(answer['extend'])), 'pip')} of fate"
    if kind == "choose":
        return f"puts {chosen(answer)} into the throw"
    return f"answers {as_words(kind)}"
