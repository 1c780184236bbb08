"""What somebody at a page would type into a field of Ticks that only its schema describes."""

import random
from collections.abc import Mapping
from typing import Any

from domain.rulesets.ticks import TICKS
from domain.rulesets.ticks.state import Fight
from domain.rulesets.ticks.tables import DIFFICULTIES, TEMPLATES
from domain.rulesets.ticks.words import STATISTICS
from tests.rules.parse_sheet import Maker, one_of, several, somebody

WORDS = ("opens the door", "shoots the lamp", "?", "first")
MANOEUVRES = (
    "quick_draw_melee", "quick_draw_ranged", "run_and_gun", "trick_shot", "disarm", "trip", "grapple", "mighty_blow",
    "rapid_attack", "follow_up", "accurate_strike", "double_tap", "marksman",
)  # fmt: skip
SKILLS = ("melee", "unarmed", "handgun", "longarm", "archery", "thrown", "evade", "medicine", "climbing")


def thing(chance: random.Random, fight: Fight) -> str:
    known = {name for person in fight.people.values() for one in person.things.values() for name in (one.id, one.key)}
    return chance.choice(sorted({"unarmed", "bow", *known, *fight.ground}))


def square(chance: random.Random, fight: Fight) -> dict[str, int]:
    """Mostly beside somebody."""
    place = chance.choice([person.square for person in fight.people.values()])
    return {"x": place.x + chance.randint(-1, 1), "y": place.y + chance.randint(-1, 1)}


def squares(chance: random.Random, fight: Fight) -> list[dict[str, int]]:
    return [square(chance, fight) for _ in range(chance.randint(1, 4))]


def manoeuvres(chance: random.Random, fight: Fight) -> list[str]:
    return chance.sample(MANOEUVRES, chance.choice((0, 1, 1, 1, 2, 2)))


def luck(chance: random.Random, fight: Fight) -> dict[str, int]:
    """What goes with a declaration."""
    return {key: chance.choice((0, 1)) for key in ("quickness", "requirements", "extra") if chance.random() < 0.5}


def of_manoeuvres(chance: random.Random, fight: Fight) -> dict[str, int]:
    return {chance.choice(MANOEUVRES): chance.choice((0, 1, 2))} if chance.random() < 0.5 else {}


def condition(chance: random.Random, fight: Fight) -> dict[str, Any]:
    event = chance.choice(
        ("enters_reach", "enters_sight", "enters_area", "steps", "attacks", "fires", "draws", "narrated")
    )
    more = {"enters_area": {"area": chance.choice(("door", "roof"))}, "narrated": {"text": "somebody shouts"}}
    who = chance.choice(("anyone", "present_enemies", "present_others", "newcomers", "listed"))
    listed = {"listed": several(chance, fight)} if who == "listed" else {}
    return {"event": event, "who": who, **more.get(event, {}), **listed}


def declaration(chance: random.Random, fight: Fight) -> dict[str, Any]:
    action = chance.choice(("attack", "attack", "defend", "evade", "defer", "aim", "other"))
    said: dict[str, Any] = {"action": action}
    if action in ("attack", "aim"):
        said["target"] = somebody(chance, fight)
    if action in ("attack", "defend", "defer", "aim"):
        said["weapon"] = thing(chance, fight)
    if action == "attack":
        said["manoeuvres"] = manoeuvres(chance, fight)
        said["luck"] = luck(chance, fight)
        if "trick_shot" in said["manoeuvres"]:
            said["trick"] = chance.choice(WORDS)
            said.pop("target")
    if action == "defer":
        said["condition"] = condition(chance, fight)
    if action == "other":
        said |= other(chance, fight)
    return said


def other(chance: random.Random, fight: Fight) -> dict[str, Any]:
    kind = chance.choice(("draw", "stow", "pick_up", "reload", "first_aid", "help", "skill", "narrated", "move"))
    details: dict[str, dict[str, Any]] = {
        **{key: {"item": thing(chance, fight)} for key in ("draw", "stow", "pick_up", "reload")},
        **{key: {"whom": somebody(chance, fight)} for key in ("first_aid", "help")},
        "skill": {"statistic": chance.choice(STATISTICS), "skill": chance.choice(SKILLS)},
        "narrated": {"text": chance.choice(WORDS)},
    }
    return {"kind": kind, **details.get(kind, {})}


def step(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {"to": square(chance, fight), "when": chance.choice(("before", "after"))}


def strike(chance: random.Random, fight: Fight) -> dict[str, Any]:
    more = {"weapon": thing(chance, fight)} if chance.random() < 0.2 else {}
    disarm = {"statistic": chance.choice(STATISTICS), "item": thing(chance, fight)} if chance.random() < 0.1 else {}
    return {**more, **disarm, "luck": of_manoeuvres(chance, fight)}


def deed(chance: random.Random, fight: Fight) -> dict[str, Any]:
    small = {"kind": chance.choice(("draw", "stow", "pick_up")), "item": thing(chance, fight)}
    return chance.choice(({}, {"luck": 1}, small, {"kind": "narrated", "text": chance.choice(WORDS)}))


def doing(chance: random.Random, fight: Fight) -> Any:
    makers: Mapping[str, Maker] = {"step": step, "strike": strike, "deed": deed}
    said = {key: make(chance, fight) for key, make in makers.items() if chance.random() < 0.5}
    others: tuple[Any, ...] = ("hold", {"until": chance.randint(0, 12)}, {"stand": True})
    return said or chance.choice(others)


def party(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {
        "combatant": somebody(chance, fight),
        "statistic": chance.choice(STATISTICS),
        **({"skill": chance.choice(SKILLS)} if chance.random() < 0.8 else {}),
        "role_play": chance.random() < 0.3,
    }


def soaking(chance: random.Random, fight: Fight) -> list[dict[str, int]]:
    return [
        {"defend": chance.choice((0, 1, 3)), "luck": chance.choice((0, 0, 1))} for _ in range(chance.choice((1, 1, 2)))
    ]


def policy(chance: random.Random, fight: Fight) -> Any:
    return chance.choice(("ask", "best", "full", "none", "attack", "spare_side", None, 2))


def answer(chance: random.Random, fight: Fight) -> Any:
    """An answer to the prompt that is open, of one of the shapes that its kind takes."""
    makers: tuple[Maker, ...] = (
        declaration,
        doing,
        soaking,
        somebody,
        one_of(*DIFFICULTIES),
        one_of(True, False),
        one_of(0, 1, 2, 50),
        lambda chance, fight: {
            "statistic": chance.choice(STATISTICS),
            "skill": chance.choice(SKILLS),
            "luck": chance.choice((0, 1)),
        },
    )
    kinds = {prompt.kind for prompt in fight.prompts}
    if kinds & {"declare"} and chance.random() < 0.6:
        return declaration(chance, fight)
    if kinds & {"act"} and chance.random() < 0.6:
        return doing(chance, fight)
    return chance.choice(makers)(chance, fight)


def sent(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """Answers to send along."""
    kind = chance.choice([*TICKS.prompts])
    return [{"kind": kind, "to": chance.choice([*fight.people, "narrator"]), "answer": answer(chance, fight)}]


BY_FIELD: Mapping[str, Maker] = {
    **dict.fromkeys(
        ("actor", "target", "combatant", "against", "patient", "whom", "observer", "deferrer", "by", "carer", "of"),
        somebody,
    ),
    **dict.fromkeys(("earshot", "helpers", "about", "listed", "victims"), several),
    **dict.fromkeys(("weapon", "item"), thing),
    "mode": one_of("melee", "ranged", "thrown"),
    "action": one_of("attack", "defend", "evade", "defer", "aim", "other"),
    "manoeuvres": manoeuvres,
    "trick": one_of(*WORDS),
    "condition": condition,
    "kind": one_of("move", "draw", "stow", "pick_up", "reload", "first_aid", "help", "skill", "narrated", "nothing"),
    "statistic": one_of(*STATISTICS, "intellect"),
    "skill": one_of(*SKILLS),
    "text": one_of(*WORDS),
    "reason": one_of(*WORDS),
    "luck": lambda chance, fight: chance.choice((0, 1, luck(chance, fight), of_manoeuvres(chance, fight))),
    "step": step,
    "strike": lambda chance, fight: chance.choice(("never", "first_chance", "from", strike(chance, fight))),
    "deed": deed,
    "stand": one_of(True, False),
    "until": one_of(0, 3, 6, 9),
    "points": one_of(1, 2, 5),
    "steps": one_of("stay", "path", "toward", "away"),
    "path": squares,
    "squares": squares,
    "to": square,
    "stop": one_of(0, 1, 3),
    "when": one_of("before", "after"),
    "tick": one_of(1, 5, 9),
    "attacks": soaking,
    "attack": somebody,
    "difficulty": one_of(*DIFFICULTIES, 1, 13, 60),
    "simple": one_of(True, False),
    "hidden": one_of(True, False),
    "hint": lambda chance, fight: {"low": chance.choice((1, 20)), "high": chance.choice((30, 100))},
    "role_play": one_of(True, False),
    "parties": lambda chance, fight: [party(chance, fight), party(chance, fight)],
    "defender": somebody,
    "seconds": one_of(1, 10, 300, 301),
    "days": one_of(1, 3, 10),
    "care": one_of("skilled", "basic", "none"),
    "days_per_wound": one_of(3, 5),
    "spare": one_of(0, 8),
    "wounds": one_of(1, 3, 12),
    "at": one_of(None, 1, 5, 9),
    "visible": one_of(True, False),
    "both": one_of(True, False),
    "name": one_of("door", "roof"),
    "template": one_of(*TEMPLATES),
    "sheet": one_of({}, {"side": "guests", "luck": 3}, {"luck": 99}),
    "answer": answer,
    "answers": sent,
    "prompt": lambda chance, fight: chance.choice([*(prompt.id for prompt in fight.prompts), "prompt-1-1"]),
    "policy": policy,
}


def idea(chance: random.Random, fight: Fight, field: str) -> Any:
    """A value for a field, by its name; None for one that nobody fills in."""
    if field == "core.rewind.to":
        return None
    if field == "core.set_policy.answer":
        return policy(chance, fight)
    if field == "core.set_policy.kind":
        return chance.choice([*TICKS.prompts])
    make = BY_FIELD.get(field.rpartition(".")[2])
    return make(chance, fight) if make is not None else None
