"""Every worked example of S3, played over HTTP with coins thrown at the table, ends where it should."""

from collections.abc import Iterator, Mapping, Sequence
from threading import Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
import uvicorn
from pydantic import SecretStr

from domain.event import Event
from domain.rulesets.s3 import S3
from domain.rulesets.s3.events.turns import TurnBegun
from domain.rulesets.s3.state import Fight
from service.app import create_app
from service.settings import Settings
from tests.rules.s3.examples import Run, Step, examples, runs
from tests.rules.s3.expectations import EVENT_OF, assert_matches, check_batch, check_state, find
from tests.rules.s3.specification import newcomer, sent
from tests.rules.s3.throws import faces_of

NUMBER_OF_EXAMPLES = 96
SECONDS_TO_START = 20
PAGE = 100


@pytest.fixture(scope="module")
def service_url(redis_url: str) -> Iterator[str]:
    """The service itself, listening on a port."""
    settings = Settings(redis_url=SecretStr(redis_url), tenant=f"examples-{uuid4().hex[:8]}")
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, log_level="warning", lifespan="on"))
    thread = Thread(target=server.run)
    thread.start()
    deadline = monotonic() + SECONDS_TO_START
    while not server.started and thread.is_alive() and monotonic() < deadline:
        sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    yield f"http://{host}:{port}"
    server.should_exit = True
    thread.join()


class Played:
    """An encounter as a client plays it: everything that happened so far, and how things stand."""

    def __init__(self, client: httpx.Client, run: Run) -> None:
        self.id = str(uuid4())
        self.history: list[Event] = []
        self.fight = Fight()
        self._client = client
        joins = [newcomer_of(combatant) for combatant in run.combatants]
        drawn = [{"type": "s3.set_scene", **run.scene}, *joins] if run.scene else []
        body = {"id": self.id, "ruleset": "s3", "options": run.options, "chance": "supplied"}
        opened = client.post("/v1/encounters", json={**body, "combatants": [] if drawn else joins})
        assert opened.status_code == 201, opened.text
        for command in drawn:
            answer = self.say(command)
            assert answer.status_code == 200, answer.text
        self.read_on()

    def say(self, command: Mapping[str, Any], faces: Sequence[str] = (), speaker: str = "narrator") -> httpx.Response:
        """Give a command, with the faces that fell at the table."""
        body = {"command": command, "faces": faces}
        return self._client.post(f"/v1/encounters/{self.id}/commands", json=body, headers={"Yarrow-As": speaker})

    def read_on(self) -> list[Event]:
        """Read the events since the last time, page by page, and the state; gives the events."""
        news: list[Event] = []
        version = None
        while version != len(self.history) + len(news):
            after = {"after": len(self.history) + len(news), "limit": PAGE}
            page = self._client.get(f"/v1/encounters/{self.id}/events", params=after).json()
            news += [event_of(line, page.get("private", {})) for line in page["events"]]
            version = page["version"]
        self.history += news
        self.fight = msgspec.json.decode(self._client.get(f"/v1/encounters/{self.id}").content, type=Fight)
        return news

    def audit(self) -> dict[str, Any]:
        """The audit of the encounter, which decides every command again."""
        audit: dict[str, Any] = self._client.get(f"/v1/encounters/{self.id}/audit").json()
        return audit

    def folded(self) -> Fight:
        """The fold of all events that were read, from nothing."""
        fight = Fight(id=self.id)
        for event in self.history:
            S3.fold(fight, event)
        return fight


def newcomer_of(combatant: str | Mapping[str, Any]) -> dict[str, Any]:
    """The command by which somebody of an example joins."""
    fields = {"id": combatant} if isinstance(combatant, str) else dict(combatant)
    template = fields.pop("template", None)
    name = fields.pop("id")
    if template is not None:
        return {"type": "core.join", "id": name, "template": template, "sheet": fields}
    return newcomer(name, **fields).model_dump(mode="json")


def event_of(line: Mapping[str, Any], private: Mapping[str, Any]) -> Event:
    """The event of a line, whole with its private part."""
    sealed = private.get(str(line["version"]), {"data": {}})
    return msgspec.convert({**line["data"], **sealed["data"]}, EVENT_OF[line["type"]])


def play(played: Played, step: Step) -> None:
    """Say what the step says, and check everything that it expects."""
    before = played.fight
    answer = played.say(command_of(played.fight, step), faces_of(step.throws), step.speaker)
    batch = played.read_on()
    if step.refused is None:
        assert answer.status_code == 200, answer.text
        check_batch(step, batch)
    else:
        assert answer.status_code == 422, answer.text
        assert answer.json().get("rule") == step.refused, answer.text
        assert step.legal is None or answer.json()["legal"] == step.legal, answer.text
        assert played.fight == before
        assert not batch
    assert_matches(played.fight.prompts, list(step.prompts), "prompts")
    check_state(step, played.fight)
    if step.turns is not None:
        assert [event.actor for event in played.history if isinstance(event, TurnBegun)] == step.turns


def command_of(fight: Fight, step: Step) -> dict[str, Any]:
    """The command of a step; a value ``$people.jin.doses.0.id`` is what stands there in the state."""
    answers = [
        answer if isinstance(answer, dict) else sent(answer)[0].model_dump(mode="json") for answer in step.answers
    ]
    if step.join is not None:
        said = newcomer_of(step.join)
    elif step.command is not None:
        said = {
            name: find(fight, value[1:]) if isinstance(value, str) and value.startswith("$") else value
            for name, value in step.command.items()
        }
    else:
        said = {"type": "core.answer", "prompt": fight.prompts[0].id, "answer": step.answer}
    return {**said, "answers": answers}


def _parameter(run: Run) -> Any:
    name = f"{run.id}-{run.name}".rstrip("-").replace(" ", "_")
    return pytest.param(run, id=name, marks=pytest.mark.rule(run.id))


@pytest.mark.parametrize("run", [_parameter(run) for run in runs()])
def test_a_worked_example_ends_where_it_should(run: Run, service_url: str) -> None:
    with httpx.Client(base_url=service_url) as client:
        played = Played(client, run)
        for number, step in enumerate(run.steps, 1):
            try:
                play(played, step)
            except AssertionError as error:
                error.add_note(f"{run.id} {run.name}, step {number}: {step.command or step.join or step.answer}")
                raise
        assert played.folded() == played.fight
        audit = played.audit()
        assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3, audit
        assert audit["seeded_throws"] == 0


def test_no_worked_example_is_missing() -> None:
    assert list(examples()) == [f"S3-EX-{number}" for number in range(1, NUMBER_OF_EXAMPLES + 1)]
