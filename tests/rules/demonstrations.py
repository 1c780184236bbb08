"""The demonstrations of rulesets, played in memory: as ``yarrow demo`` plays them over HTTP, but always the same."""

import random
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from itertools import chain, product
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from domain.core.commands import Command
from domain.model.speaker import NARRATOR
from domain.registry import BUILT_IN
from domain.ruleset.demo import Chapter
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.staging import opening_of, staged
from service.rulesets.runtime import request_model
from tests.laws.menus import menu_of
from tests.recording import Recording

MAX_COMMANDS: Final = 500


@cache
def demonstration(key: str) -> Recording:
    """Return the recording of the demonstration of a built-in ruleset."""
    ruleset = next(one for one in BUILT_IN if one.key == key)
    return _Demonstration(ruleset).play()


class _Demonstration:
    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.chance = random.Random(0)
        self.recording = Recording("demo", ruleset)
        self.request = request_model(ruleset)

    def play(self) -> Recording:
        demo = self.ruleset.demo
        assert demo is not None
        scene = next(one for one in self.ruleset.scenes if one.id == demo.scene)
        steps = [step for chapter in demo.chapters for step in chapter.steps]
        supplied = any(step.faces is not None for step in steps)
        self.recording.play(opening_of(scene, chance="either" if supplied else scene.content.chance))
        self.recording.play(*staged(self.ruleset, scene).commands)
        for chapter in demo.chapters:
            for step in chapter.steps:
                refusal = self.recording.attempt(self._typed(step.command), step.faces, NARRATOR)
                assert (refusal and refusal.rule) == step.refused_by
            if chapter.until:
                self._continue(chapter)
        return self.recording.play(self._typed({"type": "core.close", "reason": "thank you for watching"}))

    def _typed(self, command: Mapping[str, Any]) -> Command:
        body = msgspec.json.encode({"command": command})
        return self.request.model_validate_json(body, strict=True).command

    def _continue(self, chapter: Chapter) -> None:
        for _ in range(MAX_COMMANDS):
            state = msgspec.json.decode(msgspec.json.encode(self.recording.state))
            if state["prompts"]:
                prompt = state["prompts"][0]
                answers = chain(chapter.answers.get(prompt["kind"], ()), self._listed_answers(prompt["id"]))
                self._first({"type": "core.answer", "prompt": prompt["id"], "answer": answer} for answer in answers)
            elif any(_at(state, path) in values for path, values in chapter.until.items()):
                return
            else:
                self._first(
                    dict(zip(("type", *wish.fields), (wish.command, *values), strict=True))
                    for wish in chapter.wishes
                    for values in self._shuffled(product(*wish.fields.values()))
                )
        raise AssertionError(f"the demonstration of {self.ruleset.key} does not end")

    def _first(self, commands: Iterator[dict[str, Any]]) -> None:
        """Give the first of some commands that is accepted."""
        for command in commands:
            try:
                typed = self._typed(command)
            except ValidationError:
                continue
            if self.recording.attempt(typed, None, NARRATOR) is None:
                return
        raise AssertionError(f"nothing that the demonstration of {self.ruleset.key} wishes is legal")

    def _shuffled(self, values: Any) -> list[Any]:
        found = list(values)
        self.chance.shuffle(found)
        return found

    def _listed_answers(self, prompt: str) -> Iterator[Any]:
        """Yield the plain answers to a prompt that the options list."""
        menu = menu_of(self.ruleset, self.recording.state, NARRATOR)
        [entry] = [entry for entry in menu.prompts if entry["id"] == prompt]
        for field in entry.get("answers", ()):
            values = field.get("in")
            if isinstance(values, list):
                yield from (one[0] if isinstance(one, list) else one for one in self._shuffled(values))


def _at(state: Mapping[str, Any], path: str) -> Any:
    *parents, last = path.split(".")
    return reduce(lambda part, name: part[name], parents, state).get(last)
