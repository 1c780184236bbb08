"""Tests that every worked example, played with its recorded throws, ends as expected, in process and over HTTP."""

from collections.abc import Iterator
from threading import Thread
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from pydantic import SecretStr

from service.app import create_app
from service.settings import Settings
from tests.rules.examples import Examples, Run
from tests.rules.hosts import Host, HttpHost, MemoryHost
from tests.rules.play_examples import Played
from tests.rules.rulesets import EXAMPLES
from tests.waiting import PATIENCE, until

OVER_HTTP = 12
"""The short tier plays one in this number of a ruleset's examples over HTTP."""


@pytest.fixture(scope="module")
def client(redis_url: str) -> Iterator[httpx.Client]:
    """A client of the service itself, which listens on a port."""
    settings = Settings(redis_url=SecretStr(redis_url), tenant=f"examples-{uuid4().hex[:8]}")
    server = uvicorn.Server(uvicorn.Config(create_app(settings), port=0, lifespan="on", log_config=None))
    thread = Thread(target=server.run)
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the service starts")
    host, port = server.servers[0].sockets[0].getsockname()
    with httpx.Client(base_url=f"http://{host}:{port}", timeout=PATIENCE) as client:
        yield client
    server.should_exit = True
    thread.join()


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
