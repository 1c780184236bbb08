"""Fights full of secrets: each contains words or numbers that only their intended readers may see."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

Json = dict[str, Any]
NARRATOR: Final = "narrator"


class Told(NamedTuple):
    """A command, its speaker, the mark that it contains, and the readers of that mark besides the narrator."""

    command: Json
    by: str = NARRATOR
    mark: str = ""
    to: tuple[str, ...] = ()
    faces: Any = None


class Scene(NamedTuple):
    """A fight: the body that opens it, two combatants of different players, and the commands with secrets."""

    opening: Json
    players: tuple[str, str]
    told: tuple[Told, ...]


def note(mark: str) -> Told:
    """Return a note with a part that only the narrator may read."""
    return Told({"type": "core.note", "text": "A note.", "secret": f"They do not know of {mark}."}, mark=mark)


def lurker(template: str, mark: str, **sheet: Any) -> Told:
    """Return the join of a combatant with a secret sheet that contains the mark."""
    command = {"type": "core.join", "id": "lurker", "template": template, "secret": True, "sheet": sheet}
    return Told(command, mark=mark)


def two(first: str, second: str) -> list[Json]:
    return [{"template": first, "id": first}, {"template": second, "id": second}]


SCENES: Final[Mapping[str, Scene]] = {
    "s3": Scene(
        {"combatants": [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]},
        ("ogre", "bell"),
        (
            note("marksnarl"),
            lurker("guard", "markmask", aliases=["markmask"]),
            Told(
                {
                    "type": "core.set_policy",
                    "of": "bell",
                    "kind": "oppose",
                    "answer": {"skill": "melee", "stunt": {"with": ["bravado"], "tactic": "markparry"}},
                },
                "bell",
                "markparry",
                ("bell",),
            ),
            Told({"type": "s3.begin_round"}),
        ),
    ),
    "black_dice": Scene(
        {"combatants": two("vane", "pryce")},
        ("vane", "pryce"),
        (
            note("markfog"),
            lurker("tough", "markcudgel", skills={"markcudgel": 2}, common={"markcudgel": False}),
            Told(
                {
                    "type": "core.set_policy",
                    "of": "pryce",
                    "kind": "save_from_death",
                    "answer": {"description": "The bullet has struck marklocket."},
                },
                "pryce",
                "marklocket",
                ("pryce",),
            ),
        ),
    ),
    "yin_yang": Scene(
        {"combatants": two("bill", "bishop"), "chance": "either", "options": {"hand": "open"}},
        ("bill", "bishop"),
        (
            note("markdeck"),
            Told({"type": "yin_yang.start_turn"}, faces=[["3C", "9D", "KS"], ["2H", "JC", "10S"]]),
            lurker(
                "titan",
                "markcraft",
                abilities=[{"name": "markcraft", "rating": 2, "scope": "hobby"}],
                default_attack=None,
            ),
        ),
    ),
    "century": Scene(
        {"combatants": two("mulan", "sam")},
        ("mulan", "sam"),
        (
            note("markwire"),
            lurker("street_thug", "markknack", skills=[{"name": "markknack", "level": 20}]),
            Told(
                {
                    "type": "century.call_roll",
                    "roller": "mulan",
                    "candidates": [{"skill": "Climbing", "abilities": ["agl"], "base": 60}],
                    "modifiers": [{"key": "custom", "label": "markduress", "amount": -20}],
                    "hidden": True,
                },
                mark="markduress",
            ),
        ),
    ),
    "ticks": Scene(
        {
            "combatants": [
                {"template": name, "id": name, "sheet": {"statistics": {"quickness": 10}}} for name in ("iris", "tor")
            ]
        },
        ("iris", "tor"),
        (
            note("markcount"),
            Told(
                {
                    "type": "ticks.call_test",
                    "combatant": "iris",
                    "statistic": "dexterity",
                    "skill": "medicine",
                    "difficulty": 977,
                    "hidden": True,
                },
                mark="977",
            ),
            Told({"type": "core.answer", "prompt": "prompt-9-1", "answer": 0}, "iris"),
            Told({"type": "ticks.call_combat", "actor": "iris", "against": "tor"}),
            Told({"type": "ticks.start_round"}),
            Told({"type": "ticks.declare", "actor": "iris", "action": "other", "kind": "move"}, "iris"),
            lurker("pell", "markgrudge", statistics={"markgrudge": 3}),
        ),
    ),
}
