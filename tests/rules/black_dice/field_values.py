"""What somebody at a page would type into a field of Black Dice that only its schema describes."""

import random
from collections.abc import Mapping
from typing import Any

from domain.rulesets.black_dice import BLACK_DICE
from domain.rulesets.black_dice.state import Fight
from domain.rulesets.black_dice.tables import (
    COMMON_SKILLS,
    DIFFICULTIES,
    DRINKS,
    HEALING,
    INTENSITIES,
    PERILS,
    TEMPLATES,
)
from domain.rulesets.black_dice.words import STATS
from tests.rules import parse_sheet as typed_in
from tests.rules.parse_sheet import NOBODY, Maker, one_of

WORDS = ("three owls", "a rope out of nowhere", "?")
ZONES = ("here", "deck", "roof", "bridge")


def somebody(chance: random.Random, fight: Fight) -> str:
    return chance.choice([*fight.people, *fight.things, NOBODY])


def several(chance: random.Random, fight: Fight) -> list[str]:
    return typed_in.several(chance, fight, least=1)


def weapon(chance: random.Random, fight: Fight) -> str:
    carried = {key for person in fight.people.values() for key in person.weapons}
    return chance.choice(sorted({"fists", "martial_strike", *carried}))


def blows(chance: random.Random, fight: Fight) -> list[dict[str, str]]:
    """Attacks on one to three of the others."""
    targets = chance.sample([*fight.people, *fight.things], min(len(fight.people), chance.choice((1, 2, 2, 3))))
    return [{"target": target, "weapon": weapon(chance, fight)} for target in targets]


def replies(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """An answer for every attacker of the first who is asked."""
    asked = next((prompt for prompt in fight.prompts if prompt.kind == "response"), None)
    attackers = [*fight.people] if asked is None else asked.about["attackers"]
    does = ("attack_back", "hit_back", "dodge", "full_dodge", "easy_target")
    return [
        {"attacker": attacker, "does": (what := chance.choice(does)), **_armed(what, chance, fight)}
        for attacker in attackers
    ]


def _armed(what: str, chance: random.Random, fight: Fight) -> Mapping[str, str]:
    return {"weapon": weapon(chance, fight)} if what in ("attack_back", "hit_back") else {}


def choices(chance: random.Random, fight: Fight) -> dict[str, Any]:
    """Mostly little, sometimes too much."""
    fields = ("fate", "trade", "common", "fate_weapon", "fate_strength", "trade_weapon", "trade_strength")
    chosen: dict[str, Any] = {field: chance.choice((0, 1, 1, 2, 4)) for field in chance.sample(fields, 2)}
    if chance.random() < 0.3:
        chosen["injury"] = {"fate": chance.choice((0, 1)), "avoid": chance.choice(("ask", "yes", "no"))}
    return chosen


def ranks(chance: random.Random, fight: Fight) -> dict[str, int]:
    return {"fate": chance.choice((0, 1, 2)), "trade": chance.choice((0, 0, 1))}


def choices_by(maker: Maker) -> Maker:
    return lambda chance, fight: {name: maker(chance, fight) for name in several(chance, fight)}


def staying(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {**ranks(chance, fight), **({"ensure": somebody(chance, fight)} if chance.random() < 0.5 else {})}


def contender(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {
        "combatant": somebody(chance, fight),
        "stat": chance.choice(STATS),
        "skill": chance.choice([*COMMON_SKILLS]),
    }


def policy(chance: random.Random, fight: Fight) -> Any:
    return chance.choice(("ask", "no", "yes", "better", "dodge", "attack_back", "easy_target", 1, {}, None, "ask"))


def answer(chance: random.Random, fight: Fight) -> Any:
    """An answer to the prompt that is open, of one of the shapes that its kind takes."""
    return chance.choice(
        (
            {"replies": replies(chance, fight)},
            choices(chance, fight),
            {"description": chance.choice(WORDS)},
            {"approve": chance.random() < 0.7, "reason": "so be it"},
            {"extend": chance.randint(1, 3)},
            chance.randint(0, 4),
            chance.choice(("yes", "no", "first", "second", "pass", "ask", "dodge", "easy_target", "attack_back")),
            {"type": "black_dice.drink", "actor": somebody(chance, fight), "drink": chance.choice([*DRINKS])},
            {"type": "black_dice.feat", "actor": somebody(chance, fight), "feat": "lift", "row": chance.randint(0, 7)},
        )
    )


def sent(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """Answers to send along."""
    kind = chance.choice([*BLACK_DICE.prompts])
    return [{"kind": kind, "to": chance.choice([*fight.people, "narrator"]), "answer": answer(chance, fight)}]


def undetermined(chance: random.Random, fight: Fight) -> str | None:
    injuries = [injury.id for person in fight.people.values() for injury in person.injuries]
    return chance.choice(injuries) if injuries else None


def fouled(chance: random.Random, fight: Fight) -> int:
    return chance.choice([*(foul.throw for foul in fight.fouled), 3])


BY_FIELD: Mapping[str, Maker] = {
    "actor": somebody,
    "combatant": somebody,
    "of": somebody,
    "to": lambda chance, fight: chance.randint(1, max(1, fight.version)),
    "target": somebody,
    "patient": somebody,
    "beneficiary": somebody,
    "saved": somebody,
    "object": somebody,
    "combatants": several,
    "victims": several,
    "assistants": several,
    "about": several,
    "close_to": several,
    "apart_from": several,
    "unaware_of": several,
    "attack": blows,
    "full_dodge": one_of(True),
    "wait": one_of(True),
    "disengage": lambda chance, fight: {"zone": chance.choice((*ZONES, None))},
    "move": lambda chance, fight: chance.choice(
        ({"zone": chance.choice(ZONES)}, {"close_to": somebody(chance, fight)}),
    ),
    "aim": lambda chance, fight: {"weapon": weapon(chance, fight), "target": somebody(chance, fight)},
    "ready": lambda chance, fight: [weapon(chance, fight)],
    "act": one_of("feat", "drink", "stabilise", "check", "assist", "other"),
    "posture": one_of("stand", "prone"),
    "weapon": weapon,
    "stat": one_of(*STATS, "luck"),
    "with_stat": one_of("fortitude", "resolve", "wits"),
    "skill": one_of(*COMMON_SKILLS),
    "difficulty": one_of(*DIFFICULTIES),
    "needed": one_of(1, 2, 3),
    "complementary": lambda chance, fight: chance.sample([*COMMON_SKILLS], chance.randint(1, 2)),
    "free_assistants": one_of(0, 1, 2),
    "throw_anyway": one_of(True, False),
    "bonus": one_of(0, 1, 3),
    "penalty": one_of(0, 1, 2),
    "black": one_of(0, 1, 3),
    "reason": one_of(*WORDS),
    "active": contender,
    "passive": contender,
    "feat": one_of("lift", "break", "throw"),
    "row": one_of(0, 2, 4, 5, 7),
    "drink": one_of(*DRINKS),
    "temptation": one_of("another_drink", "laugh"),
    "place": one_of(*HEALING),
    "places": lambda chance, fight: chance.sample([*HEALING], chance.randint(0, 2)),
    "first": one_of("normal", "bruise"),
    "intensity": one_of(*INTENSITIES),
    "dice": one_of(1, 2, 4, 8, 13),
    "peril": one_of(*PERILS),
    "fall": one_of(1, 2, 3, 6),
    "avoidance": one_of("none", {"stat": "fortitude", "skill": None}, {"stat": "wits", "skill": "perception"}, {}),
    "spotting": one_of({}, {"must_spot": True}, {"difficulty": "difficult"}),
    "armour_applies": one_of(True, False),
    "bruise": one_of(True, False),
    "breath": one_of("start", "start", "end"),
    "strenuous": one_of(True, False),
    "zone": one_of(*ZONES),
    "cover": one_of(
        {"kind": "slight"},
        {"kind": "partial"},
        {"kind": "near_total"},
        {"kind": "total"},
        {"kind": "total"},
        {"kind": "none"},
    ),
    "prone": one_of(True, False),
    "zones": lambda chance, fight: chance.sample(ZONES, 2),
    "feet": one_of(0, 10, 15, 40),
    "pips": one_of(1, 2, 3, 6),
    "description": one_of(*WORDS),
    "changes": one_of({}, {"dex": -1}, {"move": -5}, {"brawl": 1}, {"luck": 1}),
    "injury": undetermined,
    "effect": one_of("drops_weapon", "falls_prone", "loses_aim", "peril", "other"),
    "text": one_of(*WORDS),
    "throw": fouled,
    "minutes": one_of(0, 10, 60),
    "hours": one_of(0, 1, 8),
    "days": one_of(0, 1),
    "successes": one_of(1, 2, 3),
    "replies": replies,
    "keep": one_of("first", "second"),
    "avoid": one_of(True, False),
    "ensure": one_of(True, False),
    "approve": one_of(True, True, False),
    "answers": sent,
    "answer": answer,
    "kind": one_of(*BLACK_DICE.prompts),
    "name": one_of("Dock"),
    "id": one_of("rat_1", "rat_2", "rat_3"),
    "template": one_of(*TEMPLATES, "wooden_door", "glass"),
    "sheet": one_of({"name": "Rat"}, {"fate": 6}, {"kind": "object", "name": "crate", "structure_dice": 2}),
    "rule": one_of("BD-DIE-1"),
    "ruleset": one_of("black_dice"),
    "secret": one_of(*WORDS),
}
BY_PATH: Mapping[str, Maker] = {
    "black_dice.resolve.choices": choices_by(choices),
    "black_dice.peril.choices": choices_by(choices),
    "black_dice.begin_round.choices": choices_by(ranks),
    "black_dice.end_round.choices": choices_by(staying),
    "black_dice.drink.choices": ranks,
    "black_dice.temptation.choices": ranks,
    "black_dice.pledge.description": one_of(*WORDS),
    "core.set_policy.answer": policy,
}


def idea(chance: random.Random, fight: Fight, field: str) -> Any:
    """A value for a field such as ``black_dice.declare.attack``; None where nobody has an idea."""
    maker = BY_PATH.get(field) or BY_FIELD.get(field.rpartition(".")[2])
    if maker is None:
        return choices(chance, fight) if field.endswith(".choices") else None
    return maker(chance, fight)
