"""Every response names its request, and the problem and the log name it alike."""

import asyncio
import json

import httpx
import pytest
from pydantic import SecretStr
from redis import asyncio as redis
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from service.encounters.command_handler import CommandHandler
from service.encounters.queries import EncounterQueries
from service.problems.request_id import MAX_LENGTH
from service.settings import Settings
from tests.http.conftest import Api
from tests.http.live.test_socket import talking
from tests.live import served
from tests.waiting import PATIENCE

HEADER = "x-request-id"
NOTE = {"command": {"type": "core.note", "text": "hm"}}
REQUESTS = (
    ("GET", "", None, 200),
    ("HEAD", "", None, 200),
    ("GET", "/options?declarations=true", None, 200),
    ("GET", "/bundle", None, 200),
    ("GET", "/replay?from=5", None, 204),
    ("POST", "/commands", NOTE, 200),
    ("POST", "/commands", {"command": {"type": "s3.dance"}}, 422),
    ("POST", "/branches", {"at": 99}, 404),
    ("GET", "?at=x", None, 422),
    ("GET", "/dance", None, 404),
    ("DELETE", "", None, 405),
)


@pytest.mark.parametrize(("method", "path", "body", "status"), REQUESTS)
async def test_every_response_names_its_request_and_a_problem_does_so_too(
    settings: Settings, method: str, path: str, body: object, status: int
) -> None:
    async with served(settings) as service, httpx.AsyncClient(base_url=service.url, timeout=PATIENCE) as client:
        await service.open("duel")
        path = f"/v1/encounters/duel{path}"
        answers = [await client.request(method, path, json=body) for _ in range(2)]
        answers.append(await client.request(method, path, json=body, headers={HEADER: "table-7.req:12"}))
        assert [answer.status_code for answer in answers] == [status] * 3
        assert len({answer.headers[HEADER] for answer in answers}) == 3
        assert answers[2].headers[HEADER] == "table-7.req:12"
        for answer in answers:
            assert answer.headers.get_list(HEADER) == [answer.headers[HEADER]]
            if status >= 400:
                assert answer.json()["request_id"] == answer.headers[HEADER]


@pytest.mark.parametrize("sent", ["", "two words", "ä", "<script>", "x" * (MAX_LENGTH + 1), '{"a":1}'])
async def test_an_id_that_could_not_be_read_in_a_log_is_replaced(api: Api, sent: str) -> None:
    answer = await api.client.get("/healthz", headers=[(b"X-Request-ID", sent.encode())])
    assert answer.is_success
    assert answer.headers[HEADER] not in ("", sent)
    twice = await api.client.get("/healthz", headers=[(HEADER, "one"), (HEADER, "two")])
    assert twice.headers[HEADER] not in ("one", "two")
    longest = "x" * MAX_LENGTH
    assert (await api.client.get("/healthz", headers={HEADER: longest})).headers[HEADER] == longest


@pytest.mark.parametrize("end", [b"\r\n\r\n", b""], ids=["whole", "not whole"])
async def test_a_request_whose_head_is_too_large_is_named(settings: Settings, end: bytes) -> None:
    async with served(settings) as service:
        port = int(service.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + end)
        async with asyncio.timeout(PATIENCE):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
    headers = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    assert json.loads(body)["request_id"] == headers[HEADER.encode()].decode()


async def test_a_stream_and_a_socket_are_named_and_so_is_each_problem_on_a_socket(settings: Settings) -> None:
    async with served(settings) as service:
        await service.open("duel")
        async with service.watching(headers={HEADER: "stream-1"}) as feed:
            assert feed.answer.headers[HEADER] == "stream-1"
        async with talking(service, additional_headers={HEADER: "socket-1"}) as socket:
            assert socket.connection.response is not None
            assert socket.connection.response.headers[HEADER] == "socket-1"
            await socket.say({"type": "core.dance"})
            assert (await socket.of("problem"))["request_id"] == "socket-1"
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"{service.url.replace('http', 'ws', 1)}/v1/nowhere"):
                pass
        answer = refused.value.response
        assert json.loads(answer.body or b"")["request_id"] == answer.headers[HEADER]


async def test_the_log_names_the_request_that_failed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def break_down(*_: object) -> None:
        raise RuntimeError("a bug")

    async with served(settings) as service:
        await service.open("duel")
        monkeypatch.setattr(CommandHandler, "command", break_down)
        monkeypatch.setattr(EncounterQueries, "state", break_down)
        command = await service.client.post("/v1/encounters/duel/commands", json=NOTE, headers={HEADER: "command-1"})
        read = await service.client.get("/v1/encounters/duel", headers={HEADER: "read-1"})
        assert (command.json()["code"], command.json()["request_id"]) == ("internal", "command-1")
        assert (read.json()["code"], read.json()["request_id"]) == ("internal", "read-1")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    named = [(line["logger"], line["request_id"]) for line in lines if "trace" in line]
    assert named == [("service.http.routes.commands", "command-1"), ("uvicorn.error", "read-1")]


async def test_work_in_the_background_belongs_to_no_request(
    settings: Settings, empty_redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first watch starts the reader of the feeds, which then reads for all of them."""
    async with served(settings.model_copy(update={"redis_url": SecretStr(empty_redis_url)})) as service:
        await service.open("duel")
        async with service.watching(headers={HEADER: "first"}) as feed, redis.from_url(empty_redis_url) as store:
            await feed.next()
            [key] = [key async for key in store.scan_iter("yarrow:*:feed")]
            await store.xadd(key, {"e": "gone lost 1 2"}, "99-0")
            await service.until("yarrow_feed_alarms_total", 1)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    [alarm] = [line for line in lines if line["logger"] == "service.live.hub"]
    assert "request_id" not in alarm


async def test_requests_at_the_same_time_keep_their_ids(settings: Settings) -> None:
    async with served(settings) as service, httpx.AsyncClient(base_url=service.url, timeout=PATIENCE) as client:
        asked = [client.get(f"/v1/encounters/none-{number}") for number in range(20)]
        answers = await asyncio.gather(*asked)
    assert all(answer.json()["request_id"] == answer.headers[HEADER] for answer in answers)
    assert len({answer.headers[HEADER] for answer in answers}) == 20
