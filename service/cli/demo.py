"""Plays the demonstration of a ruleset through the API, as any client would, and reports it as it happens.

The demonstration is data of the ruleset: commands with the faces thrown at the table, and wishes, by which play
continues as the rules allow. At the end the encounter is closed, which reveals its seed.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from itertools import chain, product
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.ruleset.demo import Chapter, Demonstration, Step, Wish
from service.cli.api_client import Client, CommandFailed, RequestRefused
from yarrow_client.shapes import Answer

MAX_COMMANDS: Final = 500
"""Commands that a chapter may take to reach its end."""
RANDOM: Final = secrets.SystemRandom()


class DemoRefusal(NamedTuple):
    """A command that the rules refused; nothing is recorded of it."""

    detail: str
    rule: str
    legal: tuple[str, ...]


Output = Chapter | DemoRefusal | dict[str, Any]
"""Shown as it happens; a mapping is an entry of the story."""


def demonstration_of(key: str) -> Demonstration:
    """Return the demonstration of a ruleset. Raises CommandFailed if there is no such ruleset, or it has none."""
    from domain.registry import InvalidRuleset, rulesets  # noqa: PLC0415 - loading the rules takes long

    try:
        known = rulesets()
    except InvalidRuleset as error:
        raise CommandFailed(str(error)) from error
    if key not in known:
        raise CommandFailed(f"There is no ruleset {key!r}. Choose one of {', '.join(known)}.")
    found = known[key].demo
    if found is None:
        shown = ", ".join(one for one, ruleset in known.items() if ruleset.demo is not None)
        raise CommandFailed(f"The ruleset {key!r} has no demonstration. Choose one of {shown}.")
    return found


@contextmanager
def service(url: str | None) -> Iterator[str]:
    """Yield the URL of a service to play on: ``url``, or a private service that stops on exit. Raises CommandFailed."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="yarrow-demo-") as directory, Path(directory, "log").open("w+b") as log:
        process = subprocess.Popen(  # noqa: S603 - our own program
            # -P: a folder called "service" in the working directory is not ours.
            [sys.executable, "-P", "-m", "service.cli.main", "serve", "--port", "0", "--data-dir", directory, "--json"],
            env={**os.environ, "YARROW_TENANT": "demo", "YARROW_SECRET": ""},
            stdout=subprocess.PIPE,
            stderr=log,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if not line:
                process.wait()
                log.seek(0)
                raise CommandFailed(f"The private service of the demonstration did not start. {_reason(log.read())}")
            yield msgspec.json.decode(line)["url"]
        finally:
            process.terminate()
            process.communicate()


def _reason(log: bytes) -> str:
    """Return the error that a service logged which did not start."""
    try:
        reason: str = msgspec.json.decode(log, type=dict[str, str])["error"]
    except (msgspec.DecodeError, KeyError):
        return "Use a running one with --url."
    return reason


class Player:
    """Plays the chapters of a demonstration on a service. ``encounter`` is the ID of the encounter once it is open."""

    def __init__(self, client: Client, opening: dict[str, Any], chapters: Iterable[Chapter], level: int = 2) -> None:
        self._client = client
        self._level = level
        self._opening = opening
        self._chapters = chapters
        self._shown = self._version = 0
        self.encounter = ""

    def play(self) -> Iterator[Output]:
        """Play from the opening to the close, and yield the output. Raises CommandFailed."""
        opened = self._client.post("encounters", self._opening, Answer)
        self.encounter, self._version = opened["encounter"], opened["version"]
        for chapter in self._chapters:
            yield chapter
            yield from self._new_entries()
            for step in chapter.steps:
                yield from self._step(step)
            if chapter.until:
                yield from self._continue(chapter)
        yield from self._send({"type": "core.close", "reason": "thank you for watching"})

    def _new_entries(self) -> Iterator[Output]:
        """Yield the entries of the story that have not been shown yet."""
        yield from self._client.story(self.encounter, after=self._shown, at=self._version, level=self._level)
        self._shown = self._version

    def _send(self, command: dict[str, Any], faces: tuple[Any, ...] | None = None) -> Iterator[Output]:
        """Send a command, and yield the new entries. Raises RequestRefused."""
        given = self._client.command(self.encounter, command, None if faces is None else list(faces))
        self._version = given["version"]
        yield from self._new_entries()

    def _step(self, step: Step) -> Iterator[Output]:
        """Send a published command; one that is meant to be refused must be refused by the rule that the step names."""
        try:
            yield from self._send(step.command, step.faces)
        except RequestRefused as refused:
            problem = refused.problem
            if problem.rule is None or problem.rule != step.refused_by:
                raise
            yield DemoRefusal(problem.detail, problem.rule, problem.legal)

    def _continue(self, chapter: Chapter) -> Iterator[Output]:
        """Follow the wishes of a chapter until the state shows that it has ended."""
        for _ in range(MAX_COMMANDS):
            state = self._client.get(f"encounters/{self.encounter}")
            if state["prompts"]:
                yield from self._answer(state["prompts"][0], chapter.answers)
            elif any(_at(state, path) in values for path, values in chapter.until.items()):
                return
            else:
                yield from self._fulfil(chapter.wishes)
        raise CommandFailed(
            f"{self.encounter} has not ended after {MAX_COMMANDS} commands. Run the demonstration again."
        )

    def _answer(self, prompt: Mapping[str, Any], preferred: Mapping[str, Iterable[Any]]) -> Iterator[Output]:
        """Send the first preferred answer that is legal, or else any that the options list."""
        for answer in chain(preferred.get(prompt["kind"], ()), self._listed_answers(prompt["id"])):
            try:
                yield from self._send({"type": "core.answer", "prompt": prompt["id"], "answer": answer})
            except RequestRefused:
                continue
            return
        raise CommandFailed(
            f"No answer of the demonstration to {prompt['kind']} is legal in {self.encounter}. "
            "Run the demonstration again."
        )

    def _listed_answers(self, prompt: str) -> Iterator[Any]:
        """Yield the plain answers to a prompt that the options list, shuffled; an object has to be filled in."""
        options = self._client.get(f"encounters/{self.encounter}/options")
        [entry] = [entry for entry in options["prompts"] if entry["id"] == prompt]
        for field in entry.get("answers", ()):
            values = field.get("in")
            if isinstance(values, list):
                yield from map(_value_of, RANDOM.sample(values, len(values)))

    def _fulfil(self, wishes: Iterable[Wish]) -> Iterator[Output]:
        """Send the first wish that the rules allow. Refusals of others are not shown."""
        for command in chain.from_iterable(map(_commands_for, wishes)):
            try:
                yield from self._send(command)
            except RequestRefused:
                continue
            return
        raise CommandFailed(f"No wish of the demonstration is legal in {self.encounter}. Run the demonstration again.")


def _at(state: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path of the state, or None if it is absent, as defaults are left out."""
    *parents, last = path.split(".")
    return reduce(lambda part, name: part[name], parents, state).get(last)


def _value_of(listed: Any) -> Any:
    """Return the value of an entry of a set, which may have a label."""
    return listed[0] if isinstance(listed, list) else listed


def _commands_for(wish: Wish) -> list[dict[str, Any]]:
    """Return the commands that fulfil a wish, shuffled: one for each combination of the values it names."""
    commands = [
        {"type": wish.command, **dict(zip(wish.fields, values, strict=True))}
        for values in product(*wish.fields.values())
    ]
    RANDOM.shuffle(commands)
    return commands
