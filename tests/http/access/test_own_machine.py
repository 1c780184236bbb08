"""Without a secret, local programs are the narrator, and browser pages of other origins are refused."""

from typing import Any

import pytest
from pydantic import SecretStr

from service.settings import Settings
from tests.http.access.tokens import SECRET, bearer
from tests.http.conftest import Api, running

PATH = "/v1/encounters"
OPENING: dict[str, Any] = {"ruleset": "s3", "id": "duel"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "10.0.0.1:8000"},
        {"Host": "[::2]:8000"},
        {"Host": "[no"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:3000"},
        {"Origin": "null"},
        {"Origin": "http://localhost.evil.example"},
    ],
)
async def test_a_page_from_elsewhere_reads_and_does_nothing(api_alone: Api, headers: dict[str, str]) -> None:
    api = api_alone
    form = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
    asked = [
        await api.client.get(PATH, headers=headers),
        await api.client.post(PATH, json=OPENING, headers=headers),
        await api.client.post("/v1/projections/rebuild", content=b"", headers=form),
        await api.command("core.note", text="hm", headers=headers),
        await api.client.get("/metrics", headers=headers),
        await api.client.get("/v1/nowhere", headers=headers),
    ]
    for answer in asked:
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours"), answer.url
    assert (await api.client.get(PATH)).json()["encounters"] == []
    assert (await api.client.get("/healthz", headers=headers)).is_success


@pytest.mark.parametrize(("name", "foreign"), [("Host", "evil.example"), ("Origin", "http://evil.example")])
@pytest.mark.parametrize("place", [0, 1])
async def test_a_foreign_page_is_not_hidden_by_a_second_header(
    api_alone: Api, name: str, foreign: str, place: int
) -> None:
    headers = [("Host", "localhost"), ("Origin", "http://localhost")]
    headers.insert(2 * place, (name, foreign))
    answer = await api_alone.client.get(PATH, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1:8000", "127.8.8.8", "[::1]:8000", "a.localhost"]
)
async def test_programs_and_pages_of_this_machine_are_answered(api_alone: Api, host: str) -> None:
    for origin in ({}, {"Origin": f"http://{host}"}):
        opened = await api_alone.client.post(PATH, json={"ruleset": "s3"}, headers={"Host": host, **origin})
        assert opened.status_code == 201, opened.text


async def test_with_a_secret_a_token_says_who_asks_whatever_the_host_is_called(guarded: Settings, tenant: str) -> None:
    async with running(guarded) as api:
        public = {"Host": "dice.example", "Origin": "https://table.example", **bearer(tenant)}
        assert (await api.client.post(PATH, json=OPENING, headers=public)).status_code == 201


@pytest.fixture
async def api_alone(guarded: Settings) -> Any:
    """A service without a secret."""
    assert guarded.secret == SecretStr(SECRET)
    async with running(guarded.model_copy(update={"secret": None})) as api:
        yield api
