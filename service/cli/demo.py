"""The demonstration of a ruleset, played through the API as any client would play it, and told as it happens.

What is played is data that the ruleset brings: commands with the faces that fell at the table, and wishes by which it
is played on from what the options offer. At the end the encounter is closed, which reveals its seed.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.ruleset.demo import Chapter, Demonstration, Step, Wish
from service.cli.api_client import Client, RequestRefused, Unanswered

MOST_STEPS: Final = 500
SYSTEM: Final = secrets.SystemRandom()


class Denial(NamedTuple):
    """The rules said no to a command: nothing is recorded of it."""

    detail: str
    rule: str
    legal: tuple[str, ...]


Told = Chapter | Denial | dict[str, Any]
"""What is shown as it happens; a mapping is an entry of the timeline."""


def demonstration_of(key: str) -> Demonstration:
    """The demonstration that a ruleset brings. Raises Unanswered where there is none."""
    from domain.registry import UnfitRuleset, rulesets  # noqa: PLC0415 - only who plays waits for the rules to load

    try:
        known = rulesets()
    except UnfitRuleset as error:
        raise Unanswered(str(error)) from error
    if key not in known:
        raise Unanswered(f"There is no ruleset {key!r}; there are {', '.join(known)}.")
    found = known[key].demo
    if found is None:
        shown = ", ".join(one for one, ruleset in known.items() if ruleset.demo is not None)
        raise Unanswered(f"The ruleset {key!r} brings no demonstration; those that do: {shown}.")
    return found


@contextmanager
def service(url: str | None) -> Iterator[str]:
    """The URL of a service to play on: the one that is named, or a private one that ends with the demonstration."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="yarrow-demo-") as directory, Path(directory, "log").open("w+b") as log:
        process = subprocess.Popen(  # noqa: S603 - our own program
            # -P: a folder called "service" where the user stands is not ours.
            [sys.executable, "-P", "-m", "service.cli.main", "serve", "--port", "0", "--data-dir", directory, "--json"],
            env={**os.environ, "YARROW_TENANT": "demo", "YARROW_SECRET": ""},
            stdout=subprocess.PIPE,
            stderr=log,
        )
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if not said:
                process.wait()
                log.seek(0)
                raise Unanswered(f"The demonstration's private service did not start. {_reason(log.read())}")
            yield msgspec.json.decode(said)["url"]
        finally:
            process.terminate()
            process.communicate()


def _reason(said: bytes) -> str:
    """What a service that did not start gave as its reason."""
    try:
        reason: str = msgspec.json.decode(said, type=dict[str, str])["error"]
    except (msgspec.DecodeError, KeyError):
        return "Name a running one with --url."
    return reason


class Player:
    """Plays a demonstration on a service. ``encounter`` is its ID once it is open."""

    def __init__(self, client: Client, ruleset: str, demonstration: Demonstration) -> None:
        self._client = client
        self._ruleset = ruleset
        self._demonstration = demonstration
        self._told = 0
        self.encounter = ""

    def play(self) -> Iterator[Told]:
        """Play from the opening to the close. Raises Unanswered."""
        shown = self._demonstration
        opening = {"ruleset": self._ruleset, "name": shown.name, **shown.opening}
        self.encounter = self._client.post("/v1/encounters", opening)["encounter"]
        for chapter in shown.chapters:
            yield chapter
            yield from self._news()
            for step in chapter.steps:
                yield from self._step(step)
            if chapter.until:
                yield from self._play_on(chapter)
        yield from self._give({"type": "core.close", "reason": "the demonstration is over"})

    def _news(self) -> Iterator[Told]:
        """The entries of the timeline that nobody has been told yet."""
        for entry in self._client.timeline(self.encounter, after=self._told):
            self._told = entry["version"]
            yield entry

    def _give(self, command: dict[str, Any], faces: tuple[Any, ...] | None = None) -> Iterator[Told]:
        self._client.command(self.encounter, command, None if faces is None else list(faces))
        yield from self._news()

    def _step(self, step: Step) -> Iterator[Told]:
        """A command as it was published; where the rules forbid it, they have to say which of them does."""
        try:
            yield from self._give(step.command, step.faces)
        except RequestRefused as refused:
            problem = refused.problem
            if step.refused_by is None or problem.get("rule") != step.refused_by:
                raise
            yield Denial(problem["detail"], problem["rule"], tuple(problem.get("legal", ())))

    def _play_on(self, chapter: Chapter) -> Iterator[Told]:
        """Follow the wishes of a chapter until its end, which is told by the state."""
        for _ in range(MOST_STEPS):
            state = self._client.get(f"/v1/encounters/{self.encounter}")
            if state["prompts"]:
                yield from self._give(answer_to(state["prompts"][0], chapter.answers))
            elif any(_at(state, place) in values for place, values in chapter.until.items()):
                return
            else:
                yield from self._fulfil(chapter.wishes)
        raise Unanswered(f"After {MOST_STEPS} commands {self.encounter} is not over; play it again.")

    def _fulfil(self, wishes: Iterable[Wish]) -> Iterator[Told]:
        """The first thing wished for that the rules allow. What they refuse, for fields left open, is not told."""
        forms = self._client.get(f"/v1/encounters/{self.encounter}/options")["forms"]
        for command in chain.from_iterable(_ways(wish, forms) for wish in wishes):
            try:
                yield from self._give(command)
            except RequestRefused:
                continue
            return
        raise Unanswered(f"Nothing that is wished for in {self.encounter} is legal; play it again.")


def _at(state: Mapping[str, Any], place: str) -> Any:
    """What stands at a place of the state; None where nothing does, as states leave out what is as usual."""
    *above, last = place.split(".")
    return reduce(lambda part, name: part[name], above, state).get(last)


def _ways(wish: Wish, forms: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Commands that would fulfil a wish, in any order: forms of its type with what it wants of their fields."""
    found = [_filled(form, wish.fields) for form in forms if form["command"] == wish.command]
    ways = [{"type": wish.command, **fields} for fields in found if fields is not None]
    SYSTEM.shuffle(ways)
    return ways


def _filled(form: Mapping[str, Any], wanted: Mapping[str, Sequence[Any]]) -> dict[str, Any] | None:
    """The fields of a form as they are wanted, its required ones with any of their values; None where it has others."""
    fields = {**form["settled"], **form.get("fill", {})}
    if any(fields[name] not in wanted[name] for name in wanted.keys() & fields.keys()):
        return None
    for field in form.get("open", ()):
        name = field["name"]
        values = field["domain"].get("values", wanted.get(name, ()))
        possible = [value for value in values if value in wanted.get(name, values)]
        if possible and (name in wanted or field.get("required")):
            fields[name] = SYSTEM.choice(possible)
    return fields if wanted.keys() <= fields.keys() else None


def answer_to(prompt: Mapping[str, Any], preferred: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """The answer that is preferred among the legal ones, else any."""
    forms = prompt["forms"]
    for wanted in preferred.get(prompt["kind"], ()):
        fitting = [form for form in forms if _holds(form, wanted)]
        if fitting:
            forms = fitting
            break
    return {"type": "core.answer", "prompt": prompt["id"], "answer": SYSTEM.choice(forms)}


def _holds(answer: Any, wanted: Any) -> bool:
    """Whether an answer is the one wanted, or has the fields that are wanted."""
    if isinstance(answer, Mapping) and isinstance(wanted, Mapping):
        return wanted.items() <= answer.items()
    return bool(answer == wanted)
