"""The metrics count the outcome of every command, and every event that it appends."""

import re

import httpx
import pytest

from service.app import create_app
from service.encounters.command_handler import CommandHandler
from service.settings import Settings
from tests.http.conftest import Api
from tests.waiting import PATIENCE


async def counted(api: Api) -> dict[str, float]:
    """Return the counters of commands by outcome, and of events, that have a value."""
    text = (await api.client.get("/metrics")).text
    found = re.findall(r'^yarrow_(?:commands_total\{outcome="(\w+)"\}|(events)_total) (\S+)$', text, re.MULTILINE)
    return {outcome or events: float(count) for outcome, events, count in found if float(count)}


async def test_an_opening_counts_as_the_command_that_it_is(api: Api) -> None:
    key = {"Idempotency-Key": "once"}
    for _ in range(2):
        opened = await api.client.post("/v1/encounters", json={"ruleset": "s3", "id": "duel"}, headers=key)
        assert opened.status_code == 201
    assert (await api.open()).status_code == 409
    assert (await api.open("other", "nobody")).status_code == 422
    assert await counted(api) == {"accepted": 1, "repeated": 1, "encounter_exists": 1, "invalid": 1, "events": 2}


async def test_what_breaks_inside_is_counted_and_ends_its_connection(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def break_down(*_: object) -> None:
        raise RuntimeError("a bug")

    app = create_app(settings)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE) as client,
    ):
        api = Api(client)
        assert (await api.open()).is_success
        monkeypatch.setattr(CommandHandler, "begin", break_down)
        monkeypatch.setattr(CommandHandler, "command", break_down)
        opened = await api.open("other")
        assert (opened.status_code, opened.json()["code"]) == (500, "internal")
        assert opened.headers["connection"] == "close"
        noted = await api.command("core.note", text="hm")
        assert (noted.status_code, noted.json()["code"]) == (500, "internal")
        assert await counted(api) == {"accepted": 1, "internal": 2, "events": 4}
