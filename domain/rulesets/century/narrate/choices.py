"""How choices are told: who is asked what, and what was chosen."""

from collections.abc import Mapping
from typing import Any, Final

from domain.core.events import Answered, Prompted
from domain.core.narrate import ANSWERED_BY
from domain.core.narrate import answered as answered_plainly
from domain.core.narrate import prompted as prompted_plainly
from domain.rulesets.century.said import DEFENCES, EFFECTS, approach_said, item
from domain.text.phrases import Names, all_named, counted, named, number, possessive, sentence, themselves

TOLD_BY_FACTS: Final = frozenset(
    {
        "action_cost",
        "attack_terms",
        "award_critical",
        "blast_list",
        "called_terms",
        "choose_critical",
        "consequence",
        "set_target",
        "spray_approval",
    }
)
"""Choices whose answers are not told, as the facts that come of them are."""
PASSING: Final[Mapping[str, Any]] = {
    "fate_before": 0,
    "fate_after": 0,
    "initiative_before": 0,
    "defence": "none",
    "fate_miss": False,
    "called_confirm": "go_on",
    "half_check_terms": "none",
}
"""The answers of which no facts come, by kinds of choices; standing ones are not told either."""
CHOSEN: dict[tuple[str, Any], str] = {
    ("set_target", "succeeds"): "lets it succeed",
    ("set_target", "fails"): "lets it fail",
    ("award_critical", True): "counts it as critical",
    ("award_critical", False): "does not count it as critical",
    ("defence", "none"): "does not defend {themselves}",
    ("fate_miss", True): "escapes with Fate",
    ("fate_miss", False): "takes the hit",
    ("called_confirm", "go_on"): "goes ahead with the called shot",
    ("called_confirm", "withdraw"): "thinks better of the called shot",
    ("half_check_terms", "none"): "allows no check for half damage",
    ("spray_approval", "yes"): "allows the spray",
    ("choose_critical", "standard"): "chooses the standard effect of a critical throw",
    ("consequence", "standard"): "chooses the standard consequence of a failure",
    ("approach", "best"): "uses what is best for each roll",
    ("fate_after", "never"): "spends no Fate Points after a throw",
    ("fate_after", "if_it_saves"): "spends Fate Points if they save the throw",
    ("award_critical", "standard"): "counts critical throws by the numbers",
    ("initiative_after", "never"): "spends no Fate Points after an initiative throw",
    ("defence", "never"): "does not defend {themselves}",
    ("defence", "dodge"): "dodges",
    ("defence", "block"): "blocks",
    ("defence", "parry"): "parries",
    ("fate_miss", "never"): "takes every hit",
    ("fate_miss", "always"): "escapes with Fate from every hit",
}
ASKED = {
    "approach": "has to say what to use for the roll",
    "fate_before": "may spend Fate before the throw",
    "fate_after": "may spend Fate: the throw is {number} against {target}",
    "initiative_before": "may spend Fate before the initiative throw",
    "initiative_after": "may spend Fate after the initiative throw",
    "set_target": "has to say what {who} needs {what}",
    "action_cost": "has to say how many Move Points “{what}” costs {who}",
    "award_critical": "has to say whether the throw is critical",
    "choose_critical": "has to say what {whose} critical throw does",
    "consequence": "has to say what {whose} failure leads to",
    "defence": "may defend {themselves} against {who}, whose target number is {target}",
    "fate_miss": "may escape {whose} attack with Fate",
    "called_terms": "has to say how hard {whose} called shot at “{called}” is",
    "called_confirm": "has to say whether to go ahead with the called shot, at a base of {base}",
    "attack_terms": "has to give the terms of {whose} attack",
    "spray_approval": "has to say whether {who} may spray {several}",
    "blast_list": "has to say who is inside {whose} blast",
    "half_check_terms": "may allow {several} a check for half damage",
    "control_terms": "has to say how hard it is for {who} to keep control",
    "go_on": "has to continue with what was held back",
}
"""What each kind of prompt asks, as its sentence goes on."""
TRIED = {"stabilize": "to stabilize the dying", "hide": "to hide"}
"""What rules have a combatant try, as it is said."""
FATE = {
    "fate_before": "before the throw",
    "fate_after": "after the throw",
    "initiative_before": "before the initiative throw",
    "initiative_after": "after the initiative throw",
}
"""When Fate Points are spent."""


def prompted(event: Prompted, names: Names) -> str:
    """Who has a choice, and about what."""
    return prompted_plainly(event, names, _asked(event, names))


def _asked(event: Prompted, names: Names) -> str | None:
    """What a combatant has to choose, as the rest of its sentence; about whose deed, where one is shown."""
    asked = ASKED.get(event.kind)
    if asked is None:
        return None
    about, target = event.about, event.about.get("target")
    doer = next((str(about[key]) for key in ("attacker", "combatant", "driver") if about.get(key)), "")
    shown: dict[str, object] = {
        "who": named(names, doer),
        "whose": possessive(names, doer),
        "several": all_named(names, about.get("targets") or about.get("inside") or ()),
        "themselves": themselves(names, event.to),
        **{key: about[key] for key in ("called", "base") if key in about},
        "what": _purpose(event.kind, str(about.get("what", ""))),
        "target": number(target) if isinstance(target, int) else "",
    }
    return asked.format_map({**shown, "number": f"{about.get('number', 0):02d}"})


def _purpose(kind: str, what: str) -> str:
    """What a combatant is about: by a rule of its own, or in its own words."""
    return TRIED.get(what, f"for “{what}”") if kind == "set_target" else what


def answered(event: Answered, names: Names) -> str:
    """What was chosen, if no facts tell it."""
    kind, answer = event.kind, event.given
    standing = event.by == "policy"
    if kind in TOLD_BY_FACTS or (kind in PASSING and (answer != PASSING[kind] or standing)):
        return ""
    if kind == "initiative_after" and not answer and standing:
        return ""
    return answered_in_full(event, names)


def answered_in_full(event: Answered, names: Names) -> str:
    """What an answer says, also one that is only announced."""
    how, who = ANSWERED_BY.get(event.by, ""), named(names, event.to)
    told = _told(event, names)
    return answered_plainly(event, names) if told is None else sentence(f"{who} {told}{how}.")


def _told(event: Answered, names: Names) -> str | None:
    kind, answer = event.kind, event.given
    if answer is None:
        return None
    if isinstance(answer, str | bool) and (kind, answer) in CHOSEN:
        return CHOSEN[kind, answer].format(themselves=themselves(names, event.to))
    if kind in FATE and isinstance(answer, int):
        return f"spends {counted(answer, 'Fate Point')} {FATE[kind]}"
    if kind == "half_check_terms" and isinstance(answer, int):
        return f"allows a check for half damage, with a base of {answer}"
    if kind == "consequence":
        return "says what the failure leads to"
    if kind == "approach":
        return f"chooses {approach_said(str(answer), names)} for the roll"
    if kind == "action_cost" and isinstance(answer, int):
        return f"says that it costs {counted(answer, 'Move Point')}"
    if isinstance(answer, dict):
        return _in_full(event, answer, names)
    return None


def _in_full(event: Answered, answer: dict[str, Any], names: Names) -> str | None:
    """An answer that has several fields."""
    match event.kind:
        case "defence":
            with_item = f" with {item(names, event.to, str(answer['with']))}" if answer.get("with") else ""
            return f"{DEFENCES[str(answer['defence'])]}{with_item}"
        case "set_target":
            return "asks for a roll"
        case "called_terms":
            return f"gives the called shot a base of {answer['base']}"
        case "attack_terms":
            return "gives the terms of the attack"
        case "control_terms":
            return f"gives a base of {answer['base']} to keep control"
        case "half_check_terms":
            return f"allows a check for half damage, with a base of {answer['base']}"
        case "spray_approval":
            return "does not allow the spray"
        case "blast_list":
            inside = answer.get("inside")
            return (
                f"says who is inside: {all_named(names, inside)}"
                if inside is not None
                else "says that only the target is inside"
            )
        case "choose_critical":
            npc = named(names, str(answer["npc"])) if answer.get("npc") else "the target"
            effect = EFFECTS[answer["effect"]].format(weapon="the weapon", npc=npc)
            return f"says that the critical throw {effect}"
    return None
