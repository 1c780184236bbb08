"""Record the answers on the pages of commands: ``python -m tests.rules.recording.record_answers``.

An answer is recorded for each shape of the answers to a kind of prompt, except for words, which the page takes from the
declaration. It is one that was given in a worked example or, where there is none, in a fight of bots.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from docs.answers import FILE, Answers, Schema, is_word, shapes_of
from domain.core.events import Answered
from domain.decision.prompts import PromptKind
from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset
from tests.laws.fights import Fights, RandomFight
from tests.rules.examples import Examples
from tests.rules.hosts import MemoryHost
from tests.rules.play_examples import Played
from tests.rules.rulesets import EXAMPLES, FIGHTS

LONGEST = 160
"""The characters that a good example does not exceed."""
MOST_COMMANDS = 90
SEEDS = 6
DULL = frozenset({"?", "three owls"})
"""What bots say for want of a better text."""


def shape_of(prompt: PromptKind[Any], answer: Any) -> Schema | None:
    """Return the first shape that an answer has."""
    shapes = shapes_of(prompt)
    return next((shape for shape in shapes if Draft202012Validator(shape).is_valid(answer)), None)


def given_in(events: Iterable[Event]) -> Iterator[tuple[str, Any]]:
    """Yield the kinds of prompts that are answered in events, with the answers."""
    for event in events:
        if isinstance(event, Answered) and event.given is not None:
            yield event.visible_kind, event.given


def answers_in_examples(examples: Examples) -> Iterator[tuple[str, Any]]:
    """Yield the answers of the worked examples of a ruleset."""
    for run in examples.runs():
        played = Played(MemoryHost(examples.notation.ruleset, "example"), "example", examples, run)
        for step in run.steps:
            played.play(step)
        yield from given_in(played.history)


def answers_of_bots(fights: Fights[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the answers of bots in a ruleset."""
    for seed, name in product(range(SEEDS), fights.situations):
        fight = RandomFight(fights, name, seed)
        for _ in fight.play(MOST_COMMANDS):
            pass
        yield from given_in(fight.recording.codec.decode_events(fight.recording.records))


def merit(answer: Any) -> tuple[bool, bool, bool, int, int]:
    """Return a sort key: the texts are sensible, it is not too long and not 0; it has many parts, in few characters."""
    written = json.dumps(answer)
    dull = any(f'"{text}"' in written for text in DULL)
    return not dull, len(written) <= LONGEST, bool(answer), written.count(":"), -len(written)


def recorded(ruleset: Ruleset[Any], sources: Iterable[Iterable[tuple[str, Any]]]) -> Answers:
    """Return the best answer for each shape by kind of prompt, from the first source that has one."""
    wanted = {
        (kind, place): shape
        for kind, prompt in ruleset.prompts.items()
        for place, shape in enumerate(shapes_of(prompt))
        if not is_word(shape)
    }
    found: dict[tuple[str, int], Any] = {}
    for source in sources:
        if found.keys() == wanted.keys():
            break
        missing = wanted.keys() - found.keys()
        for kind, answer in source:
            place = shapes_of(ruleset.prompts[kind]).index(shape_of(ruleset.prompts[kind], answer) or {})
            key = kind, place
            if key in missing and (key not in found or merit(answer) > merit(found[key])):
                found[key] = answer
    assert found.keys() == wanted.keys(), f"nobody has answered {wanted.keys() - found.keys()}"
    return {kind: [found[key] for key in wanted if key[0] == kind] for kind in dict.fromkeys(key[0] for key in wanted)}


def main() -> None:
    """Write the file."""
    whole = {
        fights.ruleset.key: recorded(fights.ruleset, (answers_in_examples(examples), answers_of_bots(fights)))
        for examples, fights in zip(EXAMPLES, FIGHTS, strict=True)
    }
    lines = ",\n".join(
        f' "{key}": {{\n'
        + ",\n".join(f'  "{kind}": {msgspec.json.encode(some).decode()}' for kind, some in answers.items())
        + "\n }"
        for key, answers in whole.items()
    )
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
