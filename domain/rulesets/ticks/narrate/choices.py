"""How choices are told: who is asked what, and what was chosen; what is sealed, to those alone who may see it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.core.events import Answered, Prompted, PromptLapsed
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompt_lapsed as lapsed_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.ticks.said import any_named, item, luck, luck_said, manoeuvre, skill_said, square
from domain.rulesets.ticks.state import Square
from domain.text.phrases import (
    Names,
    as_words,
    counted,
    listed,
    named,
    possessive,
    recipient_key,
    sentence,
    they,
)

IN_SECRET = {
    "declare": "has decided what to do this round",
    "act": "decides in secret what to do on this tick",
    "set_difficulty": "writes down in secret how hard it is",
    "judge_condition": "judges in secret whether a condition is simple enough",
}
CHOSEN = {
    ("oppose", "best"): "opposes manoeuvres as well as possible",
    ("soak", "full"): "spends as much as possible against damage",
    ("soak", "none"): "spends nothing against damage",
    ("hold_back", "none"): "holds back",
    ("hold_back", "attack"): "attacks at the first chance",
    ("hold_back", "spare_side"): "attacks at the first chance, but spares friends",
}
DEEDS = {"narrated": "do this"}
"""How a small deed is said where its key does not say it."""
TOLD_BY_FACTS = frozenset({"declare", "oppose", "soak", "hold_back", "commit", "set_difficulty"})
"""Kinds of prompts whose answers the facts that follow at once tell; one that was sent in advance may be unneeded."""
USED = {"melee": "in melee", "ranged": "at range", "thrown": "by throwing"}
"""How a strike is said that is made in a certain way."""
LAPSED = {
    "the narrator counts on": "says nothing",
    "nothing can be done any more": "can no longer act on this tick",
    "declares nothing now": "need not declare any more",
    "the plan that has answered is another one now": "is asked again",
}
"""What is told in place of the recorded reason, without its name, why somebody need not answer any more."""


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and about what."""
    return prompted_plainly(event, names, _asked(event, names))


def _asked(event: Prompted, names: Names) -> str | None:
    """What somebody has to choose, as the rest of its sentence."""
    about = event.visible_about
    match event.visible_kind:
        case "declare":
            return "has to declare"
        case "act":
            return "may act"
        case "go_on":
            return "has to continue the count: too much happens at once"
        case "oppose":
            trying = f"{possessive(names, about['attacker'])} {manoeuvre(about['manoeuvre'])}"
            return f"has to oppose {trying}, which comes to {about['total']}"
        case "soak":
            each = [
                f"{counted(one['gross'], 'point')} from {named(names, one['attacker'])}"
                for one in about.get("attacks", ())
            ]
            return f"may reduce the damage{f': {listed(each)}' if each else ''}"
        case "hold_back":
            spares = about.get("may_hold_back")
            spare = ", or hold back" if spares else ""
            return f"{'has to' if spares is False else 'may'} attack {any_named(names, about['offered'])} now{spare}"
        case "commit":
            return f"may spend luck on a test{_test(about)}"
        case "set_difficulty":
            what = about.get("what")
            said = skill_said(what) if what and what == about.get("skill") else f"“{what}”"
            return f"has to say how hard {said if what else 'it'} is for {named(names, about['combatant'])}"
        case "judge_condition":
            said = f": “{about['text']}”" if "text" in about else ""
            return f"has to say whether {possessive(names, about['combatant'])} condition is simple enough{said}"
    return None


def _test(about: Mapping[str, Any]) -> str:
    """Of what, and against what as far as it is told (TK-DIFF-8, TK-DIFF-9)."""
    skill = f" and {skill_said(about['skill'])}" if about.get("skill") else ""
    hard = f" against a difficulty of {about['difficulty']}" if about.get("difficulty") is not None else ""
    hint = f" against a difficulty between {about['hint'][0]} and {about['hint'][1]}" if about.get("hint") else ""
    others = f" against {listed(map(str, about['totals'].values()))}" if about.get("totals") else ""
    return f" of {as_words(about['statistic'])}{skill}{hard}{hint}{others}"


def answered(event: Answered, names: Names) -> str:
    """What was chosen; a sealed answer is told to those alone who may see it, and that of a plan is not told."""
    who, answer = named(names, event.to), event.given
    planned = (event.kind, event.by) == ("act", "policy")
    if planned or (event.visible_kind in TOLD_BY_FACTS and event.by != "sent"):
        return ""
    if answer is None and event.visible_kind in IN_SECRET:
        return sentence(f"{who} {IN_SECRET[event.visible_kind]}.")
    told = _told(event, answer, names)
    return answered_plainly(event, names) if told is None else sentence(f"{who} {told}.")


def prompt_lapsed(event: PromptLapsed, names: Names) -> str:
    """Who need not answer any more, and why."""
    who = named(names, names.get(recipient_key(event.prompt), ""))
    told = LAPSED.get(event.reason.removeprefix(f"{who} "))
    return sentence(f"{who} {told}.") if who and told else lapsed_plainly(event, names)


def _told(event: Answered, answer: Any, names: Names) -> str | None:
    """What somebody has chosen, as the rest of its sentence."""
    if isinstance(answer, str) and (event.visible_kind, answer) in CHOSEN:
        return CHOSEN[event.visible_kind, answer]
    match event.visible_kind, answer:
        case "declare", dict():
            return IN_SECRET["declare"]
        case "act", "hold" | {"until": _}:
            return "wants to wait"
        case "act", dict():
            return f"wants to {listed(_doing(event.to, answer, names))}"
        case "oppose", dict():
            paid = f", with {luck(answer['luck'])}" if answer.get("luck") else ""
            return f"opposes it with {as_words(answer['statistic'])} and {skill_said(answer['skill'])}{paid}"
        case "soak", [*attacks]:
            return f"spends {_spent(attacks)}"
        case "hold_back", str(target):
            return f"attacks {named(names, target)}" if target in names else "attacks when the chance comes"
        case _:
            return _judged(event.visible_kind, answer)


def _judged(kind: str, answer: Any) -> str | None:
    match kind, answer:
        case "commit", int(points):
            return f"spends {luck(points)}"
        case "set_difficulty", int() | str():
            return f"calls it {as_words(answer)}" if isinstance(answer, str) else f"sets the difficulty at {answer}"
        case "judge_condition", bool(simple):
            return f"finds the condition {'simple enough' if simple else 'not simple enough'}"
    return None


def _doing(who: str, answer: Mapping[str, Any], names: Names) -> Iterable[str]:
    """The parts of what is done on a tick."""
    step = answer.get("step")
    if step is not None:
        when = " at the end" if step.get("when") == "after" else ""
        yield f"step to {square(msgspec.convert(step['to'], Square))}{when}"
    if answer.get("stand"):
        yield "stand up"
    if answer.get("strike") is not None:
        yield f"strike{_striking(answer['strike'], names)}"
    if answer.get("deed") is not None:
        yield _deed(who, answer["deed"], names)


def _striking(strike: Mapping[str, Any], names: Names) -> str:
    """The choices that go with a strike."""
    mode = f" {USED[strike['mode']]}" if strike.get("mode") else ""
    weapon = f" with {item(strike['weapon'], names)}" if strike.get("weapon") else ""
    statistic = f", with {as_words(strike['statistic'])}" if strike.get("statistic") else ""
    after = f", aiming for {item(strike['item'], names)}" if strike.get("item") else ""
    paid = f", with {luck_said(strike['luck'])}" if strike.get("luck") else ""
    return f"{weapon}{mode}{statistic}{after}{paid}"


def _deed(who: str, deed: Mapping[str, Any], names: Names) -> str:
    kind = deed.get("kind")
    what = f"do what {they(names, who)} declared" if kind is None else DEEDS.get(kind, as_words(kind))
    thing = f" {item(deed['item'], names)}" if deed.get("item") else ""
    text = f": “{deed['text']}”" if deed.get("text") else ""
    paid = f", with {luck(deed['luck'])}" if deed.get("luck") else ""
    return f"{what}{thing}{text}{paid}"


def _spent(attacks: list[Any]) -> str:
    """What is spent on each attack; of several it is said on which."""
    each = [_reduction(one) for one in attacks]
    if {*each} == {"nothing"} or len(each) == 1:
        return f"{each[0]} against {'the damage' if len(each) == 1 else 'any of the damage'}"
    return listed(f"{spent} against attack {place}" for place, spent in enumerate(each, 1) if spent != "nothing")


def _reduction(given: Mapping[str, Any]) -> str:
    parts = [counted(given["defend"], "defence point")] if given.get("defend") else []
    parts += [luck(given["luck"])] if given.get("luck") else []
    return listed(parts) if parts else "nothing"
