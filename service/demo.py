"""The demonstration: a published fight with its coins as they fell at the table, then a second wave with seeded ones.

Everything goes over HTTP, as any client would do it: Doctor Hu holds Iron Claw, Flying Fox kicks; two guards come to
help and are fought by what the options offer; then the encounter is closed, which reveals its seed, and audited.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec

from service.client import Client, Refused, Unanswered

NAME: Final = "Doctor Hu holds, Flying Fox kicks"
CAST: Final = ("doctor_hu", "flying_fox", "iron_claw")
GUARDS: Final = {"guard_1": "Guard with a lantern", "guard_2": "Guard with a whistle"}
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
            "answers": [{"kind": "oppose", "to": "iron_claw", "answer": {"skill": "evasion"}}],
        },
        ("HHHTHHHH", "TH", "HTHHTHH", "TTHTTH"),
    ),
    Step({"type": "s3.end_turn", "actor": "fox"}),
)
"""Doctor Hu pins Iron Claw, who may then do nothing but try to break free, and dodges Flying Fox with what is left."""


class Played(msgspec.Struct, frozen=True):
    """What was played: the encounter's ID, its timeline, and its audit."""

    encounter: str
    timeline: list[dict[str, Any]]
    audit: dict[str, Any]


@contextmanager
def service(url: str | None) -> Iterator[str]:
    """The URL of a service to play on: the one that is named, or a private one that ends with the demonstration."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory(prefix="yarrow-demo-") as directory:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--data-dir", directory, "--json"],
            env={**os.environ, "YARROW_TENANT": "demo"},
            stdout=subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if not said:
                raise Unanswered(
                    "The private service of the demonstration did not start; name a running one with --url."
                )
            yield msgspec.json.decode(said)["url"]
        finally:
            process.terminate()
            process.communicate()


def play(client: Client) -> Played:
    """Play the demonstration on a service. Raises Unanswered."""
    opening = {
        "ruleset": "s3",
        "name": NAME,
        "chance": "either",
        "combatants": [{"template": template} for template in CAST],
    }
    encounter = client.post("/v1/encounters", opening)["encounter"]
    for step in PUBLISHED:
        _give(client, encounter, step)
    for guard, name in GUARDS.items():
        client.command(encounter, {"type": "core.join", "template": "guard", "id": guard, "sheet": {"name": name}})
    for _ in range(MOST_STEPS):
        state = client.get(f"/v1/encounters/{encounter}")
        if state["decided"] and not state["prompts"]:
            break
        client.command(encounter, _next_command(client, state))
    client.command(encounter, {"type": "core.close", "reason": "the demonstration is over"})
    return Played(encounter, list(client.timeline(encounter)), client.get(f"/v1/encounters/{encounter}/audit"))


def _give(client: Client, encounter: str, step: Step) -> None:
    """Give a command of the published fight; where the rules forbid it, they have to say which of them does."""
    faces = None if step.faces is None else list(step.faces)
    try:
        client.command(encounter, step.command, faces)
    except Refused as refused:
        if step.refused_by is None or refused.problem.get("rule") != step.refused_by:
            raise
        client.command(encounter, {"type": "core.note", "text": f"Refused: {refused}"})


def _next_command(client: Client, state: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody does who knows no rules and looks at what is legal."""
    if state["prompts"]:
        prompt = state["prompts"][0]
        return {"type": "core.answer", "prompt": prompt["id"], "answer": _answer(state, prompt)}
    if state["round"] is None:
        return {"type": "s3.begin_round"}
    if state["turn"] is None:
        foes = [one["id"] for one in state["people"].values() if not one["pc"] and _able(one)]
        return {"type": "s3.begin_turn", "pc": state["round"]["waiting"][0], "npc": secrets.choice(foes)}
    actor = state["turn"]["actor"]
    options = client.get(f"/v1/encounters/{state['id']}/options", combatant=actor)
    attacks = [form["settled"] for form in options["forms"] if form["command"] == "s3.attack"]
    wanted = [settled for settled in attacks if _foes(state, actor, settled["target"])]
    if not wanted:
        return {"type": "s3.end_turn", "actor": actor}
    armed = [settled for settled in wanted if settled["weapon"] != "unarmed"]
    return {"type": "s3.attack", **secrets.choice(armed or wanted)}


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
