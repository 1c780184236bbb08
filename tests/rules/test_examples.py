"""Every worked example, played over HTTP with what was thrown at the table, ends where it should."""

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

from domain.chance import Sent
from domain.encounter import Encounter
from domain.event import Event
from service.app import create_app
from service.settings import Settings
from tests.rules.examples import Examples, Run, Step
from tests.rules.expectations import check_batch, check_state, find
from tests.rules.rulesets import EXAMPLES

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

    def __init__(self, client: httpx.Client, examples: Examples, run: Run) -> None:
        self.id = str(uuid4())
        self.history: list[Event] = []
        self._examples = examples
        self._ruleset = examples.notation.ruleset
        self._events = {kind.type: kind for kind in self._ruleset.events}
        self._client = client
        self.fight: Encounter = self._ruleset.state()
        joins = [self.newcomer(combatant) for combatant in run.combatants]
        drawn = [{"type": f"{self._ruleset.key}.set_scene", **run.scene}, *joins] if run.scene else []
        body = {"id": self.id, "ruleset": self._ruleset.key, "options": run.options, "chance": "supplied"}
        opened = client.post("/v1/encounters", json={**body, "combatants": [] if drawn else joins})
        assert opened.status_code == 201, opened.text
        for command in drawn:
            answer = self.say(command)
            assert answer.status_code == 200, answer.text
        self.read_on()

    def newcomer(self, combatant: str | Mapping[str, Any]) -> dict[str, Any]:
        """The command by which somebody of an example joins."""
        fields = {"id": combatant} if isinstance(combatant, str) else dict(combatant)
        template = fields.pop("template", None)
        name = fields.pop("id")
        if template is not None:
            return {"type": "core.join", "id": name, "template": template, "sheet": fields}
        return self._examples.notation.newcomer(name, **fields).model_dump(mode="json")

    def say(self, command: Mapping[str, Any], faces: Sequence[Sent] = (), speaker: str = "narrator") -> httpx.Response:
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
            news += [self._event(line, page.get("private", {})) for line in page["events"]]
            version = page["version"]
        self.history += news
        self.fight = msgspec.json.decode(
            self._client.get(f"/v1/encounters/{self.id}").content, type=self._ruleset.state
        )
        return news

    def _event(self, line: Mapping[str, Any], private: Mapping[str, Any]) -> Event:
        """The event of a line, whole with its private part."""
        sealed = private.get(str(line["version"]), {"data": {}})
        return msgspec.convert({**line["data"], **sealed["data"]}, self._events[line["type"]])

    def play(self, step: Step) -> None:
        """Say what the step says, and check everything that it expects."""
        if step.opening is not None:
            for one in self._examples.opening(self.fight, step.opening):
                self.play(one)
            return
        notation, before = self._examples.notation, self.fight
        *first, command = step.commands or (self._command(step),)
        for earlier in first:
            answer = self.say(earlier, speaker=step.speaker)
            assert answer.status_code == 200, f"{earlier}: {answer.text}"
        answer = self.say(command, notation.faces_of(step.throws), step.speaker)
        batch = self.read_on()
        if step.refused is None:
            assert answer.status_code == 200, answer.text
            check_batch(notation, step, batch)
            self._check_views(step, len(self.history) - len(batch))
            self._examples.check(step, batch, self.fight, self.history)
        else:
            assert answer.status_code == 422, answer.text
            assert answer.json().get("rule") == step.refused, answer.text
            assert step.legal is None or answer.json()["legal"] == step.legal, answer.text
            assert self.fight == before
            assert not batch
        check_state(step, self.fight)

    def _check_views(self, step: Step, version: int) -> None:
        """Others are sent what is shown to them of the events since a version, and nothing that is hidden."""
        for speaker in step.shown.keys() | step.hidden.keys():
            whole, sent = (self._told(one, version) for one in ("narrator", speaker))
            shown, hidden = step.shown.get(speaker, []), step.hidden.get(speaker, [])
            assert [text for text in (*shown, *hidden) if text not in whole] == [], whole
            assert [text for text in shown if text not in sent] == [], sent
            assert [text for text in hidden if text in sent] == [], sent

    def _told(self, speaker: str, version: int) -> str:
        """The events since a version, as somebody is sent them."""
        after = {"after": version, "limit": PAGE}
        return self._client.get(f"/v1/encounters/{self.id}/events", params=after, headers={"Yarrow-As": speaker}).text

    def _command(self, step: Step) -> dict[str, Any]:
        """The command of a step; a value ``$people.jin.doses.0.id`` is what stands there in the state."""
        answers = [
            answer if isinstance(answer, dict) else self._examples.notation.answer(answer).model_dump(mode="json")
            for answer in step.answers
        ]
        if step.join is not None:
            said = self.newcomer(step.join)
        elif step.command is not None:
            said = {
                name: find(self.fight, value[1:]) if isinstance(value, str) and value.startswith("$") else value
                for name, value in step.command.items()
            }
        else:
            prompt = next(prompt for prompt in self.fight.prompts if step.to in (None, prompt.to))
            said = {"type": "core.answer", "prompt": prompt.id, "answer": step.answer}
        return {**said, "answers": answers}

    def audit(self) -> dict[str, Any]:
        """The audit of the encounter, which decides every command again."""
        audit: dict[str, Any] = self._client.get(f"/v1/encounters/{self.id}/audit").json()
        return audit

    def folded(self) -> Encounter:
        """The fold of all events that were read, from nothing."""
        fight: Encounter = self._ruleset.state(id=self.id)
        for event in self.history:
            self._ruleset.fold(fight, event)
        return fight


def _parameter(examples: Examples, run: Run) -> Any:
    name = f"{run.id}-{run.name}".rstrip("-").replace(" ", "_")
    return pytest.param(examples, run, id=name, marks=pytest.mark.rule(run.id))


@pytest.mark.parametrize(
    ("examples", "run"), [_parameter(examples, run) for examples in EXAMPLES for run in examples.runs()]
)
def test_a_worked_example_ends_where_it_should(examples: Examples, run: Run, service_url: str) -> None:
    with httpx.Client(base_url=service_url) as client:
        played = Played(client, examples, run)
        for number, step in enumerate(run.steps, 1):
            try:
                played.play(step)
            except AssertionError as error:
                error.add_note(f"{run.id} {run.name}, step {number}: {step}")
                raise
        assert played.folded() == played.fight
        audit = played.audit()
        assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3, audit
        assert audit["seeded_throws"] == 0


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda examples: examples.prefix)
def test_no_worked_example_is_missing(examples: Examples) -> None:
    assert list(examples.by_id) == examples.ids
