"""Tests that every worked example, played with its recorded throws, ends as expected, in process and over HTTP."""

from collections.abc import Iterator, Mapping
from threading import Thread
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from pydantic import SecretStr

from domain.model.encounter import Encounter
from domain.model.event import Event
from service.app import create_app
from service.settings import Settings
from tests.rules.examples import Examples, Run, Step
from tests.rules.expectations import check_batch, check_state, find
from tests.rules.hosts import Host, HttpHost, MemoryHost
from tests.rules.rulesets import EXAMPLES
from tests.waiting import until

OVER_HTTP = 12
"""The short tier plays one in this number of a ruleset's examples over HTTP."""


@pytest.fixture(scope="module")
def client(redis_url: str) -> Iterator[httpx.Client]:
    """A client of the service itself, which listens on a port."""
    settings = Settings(redis_url=SecretStr(redis_url), tenant=f"examples-{uuid4().hex[:8]}")
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, log_level="warning", lifespan="on"))
    thread = Thread(target=server.run)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the service starts")
    host, port = server.servers[0].sockets[0].getsockname()
    with httpx.Client(base_url=f"http://{host}:{port}") as client:
        yield client
    server.should_exit = True
    thread.join()


class Played:
    """An encounter as a client plays it: all events so far, and the current state."""

    def __init__(self, host: Host, encounter: str, examples: Examples, run: Run) -> None:
        self.history: list[Event] = []
        self._examples = examples
        self._ruleset = examples.notation.ruleset
        self._host = host
        self.id = encounter
        self.fight: Encounter = self._ruleset.state()
        joins = [self.newcomer(combatant) for combatant in run.combatants]
        drawn = [{"type": f"{self._ruleset.key}.set_scene", **run.scene}, *joins] if run.scene else []
        body = {"id": encounter, "ruleset": self._ruleset.key, "options": run.options, "chance": "supplied"}
        opened = host.open({**body, "combatants": [] if drawn else joins})
        assert opened.status == 201, opened.text
        for command in drawn:
            answer = host.say(command, (), "narrator")
            assert answer.status == 200, answer.text
        self.read_on()

    def newcomer(self, combatant: str | Mapping[str, Any]) -> dict[str, Any]:
        """Return the command by which a combatant of an example joins."""
        fields = {"id": combatant} if isinstance(combatant, str) else dict(combatant)
        template = fields.pop("template", None)
        name = fields.pop("id")
        if template is not None:
            return {"type": "core.join", "id": name, "template": template, "sheet": fields}
        return self._examples.notation.newcomer(name, **fields).model_dump(mode="json")

    def read_on(self) -> list[Event]:
        """Read the state and the events since the previous call; return those events."""
        news = self._host.events(len(self.history))
        self.history += news
        self.fight = self._host.state()
        return news

    def play(self, step: Step) -> None:
        """Send the input of a step, and check all of its expectations."""
        if step.opening is not None:
            for one in self._examples.opening(self.fight, step.opening):
                self.play(one)
            return
        notation, before = self._examples.notation, self.fight
        *first, command = step.commands or (self._command(step),)
        for earlier in first:
            answer = self._host.say(earlier, (), step.speaker)
            assert answer.status == 200, f"{earlier}: {answer.text}"
        answer = self._host.say(command, notation.faces_of(step.throws), step.speaker)
        batch = self.read_on()
        if step.refused is None:
            assert answer.status == 200, answer.text
            check_batch(notation, step, batch)
            self._check_views(step, len(self.history) - len(batch))
            self._examples.check(step, batch, self.fight, self.history)
        else:
            assert answer.status == 422, answer.text
            assert answer.body.get("rule") == step.refused, answer.text
            assert step.legal is None or answer.body["legal"] == step.legal, answer.text
            assert self.fight == before
            assert not batch
        check_state(step, self.fight)

    def _check_views(self, step: Step, version: int) -> None:
        """Check that the events sent to others since a version contain what is shown to them and nothing hidden."""
        for speaker in step.shown.keys() | step.hidden.keys():
            whole, sent = (self._host.told(version, one) for one in ("narrator", speaker))
            shown, hidden = step.shown.get(speaker, []), step.hidden.get(speaker, [])
            assert [text for text in (*shown, *hidden) if text not in whole] == [], whole
            assert [text for text in shown if text not in sent] == [], sent
            assert [text for text in hidden if text in sent] == [], sent

    def _command(self, step: Step) -> dict[str, Any]:
        """Return the command of a step; a value such as ``$people.jin.doses.0.id`` is looked up in the state."""
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

    def folded(self) -> Encounter:
        """Return the fold of all events read, from the initial state."""
        fight: Encounter = self._ruleset.state(id=self.id)
        for event in self.history:
            self._ruleset.fold(fight, event)
        return fight


def _parameter(examples: Examples, run: Run, place: int) -> Any:
    name = f"{run.id}-{run.name}".rstrip("-").replace(" ", "_")
    marks = [pytest.mark.rule(run.id), *([pytest.mark.long] if place else [])]
    return pytest.param(examples, run, id=name, marks=marks)


def _runs(over_http: int) -> pytest.MarkDecorator:
    """Parametrize a test with every run of every example, one in ``over_http`` of which is in the short tier."""
    return pytest.mark.parametrize(
        ("examples", "run"),
        [
            _parameter(examples, run, place % over_http)
            for examples in EXAMPLES
            for place, run in enumerate(examples.runs())
        ],
    )


def ends_where_it_should(host: Host, encounter: str, examples: Examples, run: Run) -> None:
    """Play an example to its end, and check the expectations of each step."""
    played = Played(host, encounter, examples, run)
    for number, step in enumerate(run.steps, 1):
        try:
            played.play(step)
        except AssertionError as error:
            error.add_note(f"{run.id} {run.name}, step {number}: {step}")
            raise
    assert played.folded() == played.fight
    audit = host.audit()
    assert [audit[check]["verdict"] for check in ("chain", "throws", "legality")] == ["proven"] * 3, audit
    assert audit["seeded_throws"] == 0


@_runs(1)
def test_a_worked_example_ends_where_it_should(examples: Examples, run: Run) -> None:
    ends_where_it_should(MemoryHost(examples.notation.ruleset, "example"), "example", examples, run)


@_runs(OVER_HTTP)
def test_a_worked_example_ends_where_it_should_over_http(examples: Examples, run: Run, client: httpx.Client) -> None:
    encounter = str(uuid4())
    ends_where_it_should(HttpHost(client, examples.notation.ruleset, encounter), encounter, examples, run)


@pytest.mark.parametrize("examples", EXAMPLES, ids=lambda examples: examples.prefix)
def test_no_worked_example_is_missing(examples: Examples) -> None:
    assert list(examples.by_id) == examples.ids
