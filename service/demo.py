"""The demonstration: a published fight with its coins as they fell at the table, then a second wave with seeded ones.

Everything goes over HTTP, as any client would do it: Doctor Hu holds Iron Claw, Flying Fox kicks; two guards come to
help and are fought by what the options offer, one by standing answers, the heroes by answering what they are asked;
then the encounter is closed, which reveals its seed.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from service.client import Client, Refused, Unanswered

NAME: Final = "Doctor Hu holds, Flying Fox kicks"
CAST: Final = ("doctor_hu", "flying_fox", "iron_claw")
GUARDS: Final = {"guard_1": "Guard with a lantern", "guard_2": "Guard with a whistle"}
STANDING: Final = {"oppose": {"skill": "melee", "item": "blackjack"}, "call_flip": "heads"}
MOST_STEPS: Final = 500


class Step(NamedTuple):
    """A command of the published fight, the coins that fell, and the rule by which it is refused, if it is."""

    command: dict[str, Any]
    faces: tuple[str, ...] | None = None
    refused_by: str | None = None


PUBLISHED: Final = (
    Step({"type": "s3.place", "combatant": "hu", "engaged_with": ["iron_claw"]}),
    Step({"type": "s3.begin_round"}),
    Step({"type": "s3.begin_turn", "pc": "hu", "npc": "iron_claw"}, ("HHTHH", "HTTHTH")),
    Step(
        {
            "type": "s3.pin",
            "actor": "hu",
            "target": "iron_claw",
            "answers": [{"kind": "oppose", "to": "iron_claw", "answer": {"skill": "hand_to_hand"}}],
        },
        ("HHTHTHHTH", "HTHHTHH"),
    ),
    Step({"type": "s3.end_turn", "actor": "hu"}),
    Step(
        {"type": "s3.attack", "actor": "iron_claw", "target": "hu", "weapon": "claws"},
        refused_by="S3-PIN-3",
    ),
    Step({"type": "s3.break_free", "actor": "iron_claw"}, ("TTHHHTH",)),
    Step({"type": "s3.end_turn", "actor": "iron_claw"}),
    Step({"type": "s3.begin_turn", "pc": "fox", "npc": "iron_claw"}, ("HHTHTTH", "THTTHT")),
    Step(
        {
            "type": "s3.attack",
            "actor": "fox",
            "target": "iron_claw",
            "weapon": "unarmed",
            "intent": "subdue",
            "answers": [{"kind": "oppose", "to": "iron_claw", "answer": {"skill": "evasion"}}],
        },
        ("HHHTHHHH", "TH", "HTHHTHH", "TTHTTH"),
    ),
    Step({"type": "s3.end_turn", "actor": "fox"}),
)
"""Doctor Hu pins Iron Claw, who may then do nothing but try to break free, and dodges Flying Fox with what is left."""


class Chapter(NamedTuple):
    """A part of the demonstration begins."""

    title: str
    words: str


class Denial(NamedTuple):
    """The rules said no to a command: nothing is recorded of it."""

    detail: str
    rule: str
    legal: tuple[str, ...]


Told = Chapter | Denial | dict[str, Any]
"""What the demonstration shows as it happens; a mapping is an entry of the timeline."""


@contextmanager
def service(url: str | None) -> Iterator[str]:
    """The URL of a service to play on: the one that is named, or a private one that ends with the demonstration."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="yarrow-demo-") as directory, Path(directory, "log").open("w+b") as log:
        process = subprocess.Popen(  # noqa: S603 - our own program
            # -P: a folder called "service" where the user stands is not ours.
            [sys.executable, "-P", "-m", "service.cli", "serve", "--port", "0", "--data-dir", directory, "--json"],
            env={**os.environ, "YARROW_TENANT": "demo"},
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


class Demonstration:
    """One fight on a service, told while it is played. ``encounter`` is its ID once it is open."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._told = 0
        self.encounter = ""

    def play(self) -> Iterator[Told]:
        """Play from the opening to the close. Raises Unanswered."""
        opened = list(self._open())
        yield Chapter(
            "As published", "The coins are those that fell in the published example; the table supplies them."
        )
        yield from opened
        for step in PUBLISHED:
            yield from self._published(step)
        yield Chapter("The second wave", "From here on the coins fall from the seed that version 2 committed to.")
        yield from self._guards()
        yield from self._to_the_end()
        yield from self._give({"type": "core.close", "reason": "the demonstration is over"})

    def _open(self) -> Iterator[Told]:
        opening = {
            "ruleset": "s3",
            "name": NAME,
            "chance": "either",
            "combatants": [{"template": template} for template in CAST],
        }
        self.encounter = self._client.post("/v1/encounters", opening)["encounter"]
        yield from self._news()

    def _give(self, command: dict[str, Any], faces: tuple[str, ...] | None = None) -> Iterator[Told]:
        self._client.command(self.encounter, command, faces)
        yield from self._news()

    def _news(self) -> Iterator[Told]:
        """The entries of the timeline that nobody has been told yet."""
        for entry in self._client.timeline(self.encounter, after=self._told):
            self._told = entry["version"]
            yield entry

    def _published(self, step: Step) -> Iterator[Told]:
        """A command of the published fight; where the rules forbid it, they have to say which of them does."""
        try:
            yield from self._give(step.command, step.faces)
        except Refused as refused:
            problem = refused.problem
            if step.refused_by is None or problem.get("rule") != step.refused_by:
                raise
            yield Denial(problem["detail"], problem["rule"], tuple(problem["legal"]))

    def _guards(self) -> Iterator[Told]:
        for guard, name in GUARDS.items():
            yield from self._give({"type": "core.join", "template": "guard", "id": guard, "sheet": {"name": name}})
            for kind, answer in STANDING.items():
                yield from self._give({"type": "core.set_policy", "of": guard, "kind": kind, "answer": answer})

    def _to_the_end(self) -> Iterator[Told]:
        for _ in range(MOST_STEPS):
            state = self._client.get(f"/v1/encounters/{self.encounter}")
            if state["decided"] and not state["prompts"]:
                return
            yield from self._give(self._wish(state))
        raise Unanswered(f"After {MOST_STEPS} commands both sides still stand in {self.encounter}; play it again.")

    def _wish(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """What somebody wants to do who knows no rules and looks at what is legal."""
        if state["prompts"]:
            prompt = state["prompts"][0]
            return {"type": "core.answer", "prompt": prompt["id"], "answer": _answer(state, prompt)}
        if state["round"] is None:
            return {"type": "s3.begin_round"}
        if state["turn"] is None:
            foes = [one["id"] for one in state["people"].values() if not one["pc"] and _able(one)]
            return {"type": "s3.begin_turn", "pc": state["round"]["waiting"][0], "npc": secrets.choice(foes)}
        actor = state["turn"]["actor"]
        options = self._client.get(f"/v1/encounters/{self.encounter}/options", combatant=actor)
        attacks = [
            {"type": "s3.attack", **form["settled"]}
            for form in options["forms"]
            if form["command"] == "s3.attack" and _foes(state, actor, form["settled"]["target"]) and "fill" not in form
        ]
        armed = [attack for attack in attacks if attack["weapon"] != "unarmed"]
        return secrets.choice(armed or attacks or [{"type": "s3.end_turn", "actor": actor}])


def _answer(state: Mapping[str, Any], prompt: Mapping[str, Any]) -> Any:
    """A defence by the best skill; of other choices any, and rather act than lose a turn."""
    forms = prompt["forms"]
    if prompt["kind"] == "oppose":
        skills = state["people"][prompt["to"]]["skills"]
        return max(forms, key=lambda form: skills.get(form["skill"], 0))
    return "spend" if "spend" in forms else secrets.choice(forms)


def _foes(state: Mapping[str, Any], one: str, other: str) -> bool:
    people = state["people"]
    return other in people and people[one]["pc"] != people[other]["pc"]


def _able(person: Mapping[str, Any]) -> bool:
    return person["disabled"] is None and person["out"] is None
