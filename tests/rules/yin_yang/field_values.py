"""What somebody at a page would type into a field of Yin-Yang that only its schema describes."""

import random
from collections.abc import Mapping
from typing import Any, get_args

from domain.model.cards import PACK
from domain.rulesets.yin_yang import YIN_YANG
from domain.rulesets.yin_yang.parts import TEST_ATTRIBUTES
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.tables import ARMOUR, CALLED_SHOTS, DIFFICULTIES, TEMPLATES, WEAPONS
from domain.rulesets.yin_yang.words import ATTRIBUTES, BARE_HANDS, SCOPES, TRACKS, ContestKind
from tests.rules.parse_sheet import NOBODY, Maker, one_of, several, somebody

CONTESTS = get_args(ContestKind)
WORDS = ("three owls", "slip past", "?", "first blood")


def weapon(chance: random.Random, fight: Fight) -> str:
    carried = {key for person in fight.people.values() for key in person.weapons}
    return chance.choice(sorted({BARE_HANDS, "boxing", "martial_arts", "sword", *carried, *fight.scene_weapons}))


def armour(chance: random.Random, fight: Fight) -> list[str]:
    carried = {key for person in fight.people.values() for key in person.armour}
    known = sorted({"shield", *carried, *fight.scene_armour})
    return chance.sample(known, chance.randint(0, min(2, len(known))))


def ability(chance: random.Random, fight: Fight) -> str:
    known = {name for person in fight.people.values() for name in person.abilities}
    return chance.choice(sorted({"Knitting", *known}))


def attributes(chance: random.Random, fight: Fight) -> list[str]:
    return chance.sample(TEST_ATTRIBUTES, chance.choice((1, 1, 1, 2)))


def card(chance: random.Random, fight: Fight) -> str:
    held = [card for person in fight.people.values() for card in person.cards]
    return chance.choice(held or PACK)


def grips(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    return [
        {"weapon": weapon(chance, fight), "hands": chance.choice((1, 1, 2))} for _ in range(chance.choice((0, 1, 1, 2)))
    ]


def participants(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """Two or three, mostly of one side."""
    sides = [[person.id for person in fight.people.values() if person.side == side] for side in fight.sides]
    group = chance.choice([side for side in sides if len(side) > 1] or [[*fight.people, NOBODY]])
    chosen = chance.sample(group, min(len(group), chance.choice((2, 2, 3))))
    return [
        {"combatant": who, **({"ability": ability(chance, fight)} if chance.random() < 0.2 else {})} for who in chosen
    ]


def contestant(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {"combatant": somebody(chance, fight), "attributes": attributes(chance, fight)}


def called_shot(chance: random.Random, fight: Fight) -> dict[str, str]:
    return {"aim": chance.choice([*CALLED_SHOTS]), "text": chance.choice(WORDS)}


def granting(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return {"combatant": somebody(chance, fight), chance.choice(("bonus", "penalty")): chance.choice((0, 1, 2))}


def concession(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return chance.choice(
        (
            {"text": chance.choice(WORDS)},
            {"cards": granting(chance, fight)},
            {"allow_ability": {"ability": ability(chance, fight), "task": chance.choice(WORDS)}},
            {},
        )
    )


def new_weapon(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return chance.choice(
        ({"id": f"found_{chance.randint(1, 9)}", "kind": chance.choice([*WEAPONS])}, {"id": chance.choice([*WEAPONS])})
    )


def new_armour(chance: random.Random, fight: Fight) -> dict[str, Any]:
    return chance.choice(
        ({"id": f"coat_{chance.randint(1, 9)}", "kind": chance.choice([*ARMOUR])}, {"id": chance.choice([*ARMOUR])})
    )


def policy(chance: random.Random, fight: Fight) -> Any:
    return chance.choice(
        ("ask", "always", "never", "keep 1", "yes", "no", "allow", "deny", "self", "white_joker", 2, None, "follow_up")
    )


def answer(chance: random.Random, fight: Fight) -> Any:
    """An answer to the prompt that is open, of one of the shapes that its kind takes."""
    matching: dict[str, Any] = {"mode": chance.choice(("attack", "counter"))}
    if matching["mode"] == "counter" or chance.random() < 0.1:
        matching["attributes"] = attributes(chance, fight)
    if fight.options.hand == "open" and chance.random() < 0.8:
        matching["hand_card"] = card(chance, fight)
    return chance.choice(
        (
            matching,
            {"target": somebody(chance, fight)},
            {"target": somebody(chance, fight), "called_shot": called_shot(chance, fight)},
            {"joins": chance.random() < 0.8},
            {"joins": True, "hand_card": card(chance, fight)},
            {"allow": chance.random() < 0.8, "bonus": chance.choice((0, 1))},
            {"allow": True, "may_counter": several(chance, fight), "penalty": 1, "waive_dedication": True},
            {"narrated": chance.choice(WORDS)},
            {"adverse": chance.choice(WORDS), "condition": chance.choice(("", "severed_hand"))},
            {"contest": chance.choice(CONTESTS)},
            chance.randint(0, 6),
            chance.choice(("let_pass", "decline", "yes", "no", "white_joker", "success", "follow_up", "refuse")),
            somebody(chance, fight),
        )
    )


def sent(chance: random.Random, fight: Fight) -> list[dict[str, Any]]:
    """Answers to send along."""
    kind = chance.choice([*YIN_YANG.prompts])
    return [{"kind": kind, "to": chance.choice([*fight.people, "narrator"]), "answer": answer(chance, fight)}]


BY_FIELD: Mapping[str, Maker] = {
    **dict.fromkeys(
        ("actor", "target", "combatant", "ward", "patient", "toward", "away_from", "to", "of"),
        somebody,
    ),
    **dict.fromkeys(("against", "only", "resting", "mentally_resting", "cared_for", "may_counter"), several),
    "weapon": weapon,
    "ability": ability,
    "attributes": attributes,
    "attribute": one_of(*TEST_ATTRIBUTES),
    "score": one_of(1, 2, 4, 7),
    "hand_card": card,
    "pull_punches": one_of(True, False),
    "stake": one_of("damage", "flee", "goal"),
    "goal": one_of(*WORDS),
    "charge": one_of(True, False),
    "called_shot": called_shot,
    "bonus": one_of(0, 1, 2),
    "penalty": one_of(0, 1, 2),
    "precision": one_of(True, False),
    "task": one_of(*WORDS),
    "difficulty": one_of(*DIFFICULTIES),
    "needs_scope": one_of(*SCOPES),
    "draw_anyway": one_of(True, False),
    "free": one_of(True, False),
    "kind": one_of("attack", "act"),
    "participants": participants,
    "items": grips,
    "on": one_of(True, False),
    "subfight": one_of("main", "roof", "cellar"),
    "about": one_of(1, 2, 3, 10_000),
    "text": one_of(*WORDS),
    "reason": one_of(*WORDS),
    "first": contestant,
    "second": contestant,
    "costs_action": one_of(True, False),
    "lasting": one_of("next_test", "this_turn", "next_turn", "encounter"),
    "side": one_of("heroes", "opposition", "bystanders", "nobodies", None),
    "track": one_of(*TRACKS),
    "points": one_of(-3, -1, 0, 1, 2),
    "condition": one_of("mad", "stabilised", "blinded", "held"),
    "hours": one_of(1, 24, 168),
    "subfights": lambda chance, fight: {name: chance.choice(("main", "roof")) for name in several(chance, fight)},
    "band": one_of("arm", "room", "sight"),
    "within": one_of(True, False),
    "armour": armour,
    "impressed": one_of(True, False),
    "concession": concession,
    "allow_ability": lambda chance, fight: {"ability": ability(chance, fight), "task": chance.choice(WORDS)},
    "loss": lambda chance, fight: {"track": chance.choice(TRACKS), "points": chance.choice((1, 2, 4))},
    "waive": one_of(True, False),
    "deck": one_of("narrator", "bill", "julian"),
    "mode": one_of("attack", "counter"),
    "joins": one_of(True, True, False),
    "accept": lambda chance, fight: chance.choice((None, {"contest": chance.choice(CONTESTS)})),
    "terms": one_of(*WORDS),
    "adverse": one_of(*WORDS),
    "narrated": one_of(*WORDS),
    "answers": sent,
    "answer": answer,
    "name": one_of("Dock"),
    "id": one_of("rat_1", "rat_2", "stranger"),
    "template": one_of(*TEMPLATES),
    "sheet": one_of(
        {"name": "Rat", **dict.fromkeys(ATTRIBUTES, 2)},
        {"name": "Ace", "kind": "hero", **dict.fromkeys(ATTRIBUTES, 6)},
        {"name": "Rat"},
    ),
    "rule": one_of("YY-DECK-1"),
    "ruleset": one_of("yin_yang"),
    "secret": one_of(*WORDS),
}
BY_PATH: Mapping[str, Maker] = {
    "yin_yang.wield.items": grips,
    "yin_yang.place_item.weapon": new_weapon,
    "yin_yang.place_item.armour": new_armour,
    "yin_yang.give_cards.on": one_of("tests", "damage"),
    "yin_yang.contest.stake": one_of(*WORDS),
    "yin_yang.set_attribute.attribute": one_of(*ATTRIBUTES),
    "yin_yang.set_distance.first": somebody,
    "yin_yang.set_distance.second": somebody,
    "yin_yang.generate_attributes.combatant": one_of("stranger", "guest", "bill"),
    "yin_yang.judge_challenge.concession.cards": granting,
    "core.note.about": several,
    "core.rule.about": several,
    "core.rewind.to": one_of(2, 5, 8),
    "core.set_policy.answer": policy,
    "core.set_policy.kind": one_of(*YIN_YANG.prompts),
    "core.answer.prompt": lambda chance, fight: chance.choice([*(prompt.id for prompt in fight.prompts), "prompt-1-1"]),
}


def idea(chance: random.Random, fight: Fight, field: str) -> Any:
    """A value for a field such as ``yin_yang.attack.weapon``; None where nobody has an idea."""
    maker = BY_PATH.get(field) or BY_FIELD.get(field.rpartition(".")[2])
    return None if maker is None else maker(chance, fight)
