"""Pages of the origins that the operator names use the API from a browser; pages of all others do not."""

from collections.abc import AsyncIterator

import httpx
import pytest

from service.http.middleware.cross_origin import METHODS, REQUEST_HEADERS, RESPONSE_HEADERS
from service.openapi.operations import HEADERS, OPERATIONS, PARAMETERS
from service.settings import Settings
from tests.http.access.tokens import bearer
from tests.http.conftest import running
from tests.http.live.test_socket import talking
from tests.live import Service, served

PATH = "/v1/encounters"
OPENING = {"ruleset": "s3", "id": "duel"}
NOTE = {"command": {"type": "core.note", "text": "hm"}}
TABLE, FOREIGN = "https://table.example", "https://evil.example"
NAMED = f"http://localhost:5173 {TABLE}"
ALLOWS, EXPOSES = "access-control-allow-origin", "access-control-expose-headers"
SAFE = {"accept-language", "content-language", "content-type"}
"""Headers that any page may send and read."""


def preflight(origin: str, method: str = "POST", headers: str = "authorization,idempotency-key") -> dict[str, str]:
    """Return the headers of a preflight."""
    names = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return {"Origin": origin, **names}


@pytest.fixture
async def service(guarded: Settings) -> AsyncIterator[Service]:
    """A service without a secret on a socket, which pages of two origins may use."""
    async with served(guarded.model_copy(update={"secret": None, "origins": NAMED})) as service:
        yield service


async def test_a_page_of_a_named_origin_reads_every_response(service: Service) -> None:
    client, headers = service.client, {"Origin": TABLE}
    answers = [
        await client.post(PATH, json=OPENING, headers=headers),
        await client.post(f"{PATH}/duel/commands", json=NOTE, headers=headers),
        await client.post(f"{PATH}/duel/commands", json={}, headers=headers),
        await client.get(f"{PATH}/duel/options", headers=headers),
        await client.get(f"{PATH}/duel/bundle", headers=headers),
        await client.get("/v1/nowhere", headers=headers),
        await client.get("/v1/rulesets/s3", headers=headers),
    ]
    async with service.watching(headers=headers) as feed:
        answers.append(feed.answer)
    assert [answer.status_code for answer in answers] == [201, 200, 422, 200, 200, 404, 200, 200]
    for answer in answers:
        assert answer.headers[ALLOWS] == TABLE
        assert answer.headers[EXPOSES] == ", ".join(RESPONSE_HEADERS)
        assert "Origin" in answer.headers["vary"].split(", ")
        assert "access-control-allow-credentials" not in answer.headers
    assert answers[3].headers["vary"].startswith("Authorization, Yarrow-As, Accept-Language, ")


async def test_a_cache_keeps_the_responses_to_other_origins_apart(service: Service) -> None:
    await service.open("duel")
    answer = await service.client.get(f"{PATH}/duel")
    assert answer.headers["vary"].endswith(", Origin")
    assert ALLOWS not in answer.headers


async def test_a_page_asks_beforehand_what_it_may_send(service: Service) -> None:
    for origin in NAMED.split():
        asked = await service.client.options(f"{PATH}/duel/commands", headers=preflight(origin))
        assert (asked.status_code, asked.headers[ALLOWS]) == (200, origin)
        assert asked.headers["access-control-allow-methods"] == "GET, HEAD, POST, DELETE"
        allowed = set(asked.headers["access-control-allow-headers"].lower().split(", "))
        assert allowed >= {name.lower() for name in REQUEST_HEADERS}
        assert "Origin" in asked.headers["vary"]
    private = {**preflight(TABLE), "Access-Control-Request-Private-Network": "true"}
    asked = await service.client.options(PATH, headers=private)
    assert asked.headers["access-control-allow-private-network"] == "true"


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        (preflight(FOREIGN), 403, "not_yours"),
        (preflight("null"), 403, "not_yours"),
        (preflight(f"{TABLE}.evil.example"), 403, "not_yours"),
        (preflight(TABLE, "PUT"), 400, "malformed"),
        (preflight(TABLE, headers="cookie"), 400, "malformed"),
    ],
)
async def test_a_preflight_that_is_refused_is_a_problem(
    service: Service, headers: dict[str, str], status: int, code: str
) -> None:
    refused = await service.client.options(PATH, headers=headers)
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["request_id"]) == (status, code, "of-a-test")
    assert refused.headers["content-type"] == "application/problem+json"
    assert (ALLOWS in refused.headers) is (status == 400)


async def test_a_page_of_another_origin_reads_and_does_nothing(service: Service) -> None:
    for origin in (FOREIGN, "null", "http://localhost:5174", TABLE.upper(), "http://table.example"):
        opened = await service.client.post(PATH, json=OPENING, headers={"Origin": origin})
        assert (opened.status_code, opened.json()["code"]) == (403, "not_yours")
        assert "YARROW_ORIGINS" in opened.json()["detail"]
        assert ALLOWS not in opened.headers
        async with talking(service, additional_headers={"Origin": origin}) as socket:
            assert await socket.closed() == (4403, "not_yours")
    assert (await service.client.get(PATH)).json()["encounters"] == []


async def test_a_page_that_has_pointed_its_own_name_here_is_refused_under_any_origin(service: Service) -> None:
    asked = await service.client.get(PATH, headers={"Host": "evil.example", "Origin": TABLE})
    assert (asked.status_code, asked.json()["code"]) == (403, "not_yours")


async def test_a_socket_of_a_named_origin_speaks_as_it_says(service: Service) -> None:
    await service.open("duel")
    async with talking(service, query="?as=player:ogre", additional_headers={"Origin": TABLE}) as socket:
        await socket.say({"type": "core.note", "text": "hm"})
        answer = await socket.of("answer")
        assert {event["speaker"] for event in answer["events"]} == {"player:ogre"}


async def test_with_a_secret_the_token_decides_and_the_browser_asks_without_one(guarded: Settings, tenant: str) -> None:
    async with running(guarded.model_copy(update={"origins": NAMED})) as api:
        asked = await api.client.options(PATH, headers=preflight(TABLE))
        assert (asked.status_code, asked.headers[ALLOWS]) == (200, TABLE)
        unknown = await api.client.get(PATH, headers={"Origin": TABLE})
        assert (unknown.status_code, unknown.headers[ALLOWS]) == (401, TABLE)
        for origin, readable in ((TABLE, True), (FOREIGN, False)):
            answer = await api.client.get(PATH, headers={"Origin": origin, **bearer(tenant)})
            assert answer.is_success
            assert (ALLOWS in answer.headers) is readable


@pytest.mark.parametrize(("secret", "status"), [(True, 401), (False, 403)])
async def test_by_default_there_is_no_other_origin(guarded: Settings, *, secret: bool, status: int) -> None:
    settings = guarded if secret else guarded.model_copy(update={"secret": None})
    async with running(settings) as api:
        answers: list[httpx.Response] = [
            await api.client.options(PATH, headers=preflight(TABLE)),
            await api.client.get(PATH, headers={"Origin": TABLE}),
        ]
    for answer in answers:
        assert answer.status_code == status
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_may_send_and_read_every_header_that_the_description_names() -> None:
    sent = {name.lower() for name, one in PARAMETERS.items() if one["in"] == "header"}
    assert sent <= {name.lower() for name in REQUEST_HEADERS} | SAFE
    assert {name.lower() for name in HEADERS} <= {name.lower() for name in RESPONSE_HEADERS} | SAFE
    assert {method.upper() for method, _ in OPERATIONS} <= set(METHODS)
