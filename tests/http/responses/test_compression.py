"""Responses are compressed as the client accepts it, and are the same for it as without."""

import gzip
import json
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from service.http.responses.content_encoding import MIN_BYTES, preferred_encoding
from service.settings import Settings
from service.work.worker import worker
from tests.http.access.tokens import SECRET
from tests.live import Service, served

if sys.version_info >= (3, 14):
    from compression.zstd import decompress
else:
    from backports.zstd import decompress

ALLEY = "/v1/encounters/duel"
DECODED: dict[str | None, Callable[[bytes], bytes]] = {"gzip": gzip.decompress, "zstd": decompress, None: bytes}
LINES = {"Accept": "application/x-ndjson"}
READS: tuple[tuple[str, dict[str, str]], ...] = (
    (ALLEY, {}),
    (f"{ALLEY}/options?declarations=true", {}),
    (f"{ALLEY}/events", {}),
    (f"{ALLEY}/events", LINES),
    (f"{ALLEY}/bundle", {}),
    ("/v1/encounters/crowd/table", {}),
    ("/v1/rulesets/s3", {}),
    ("/v1/scenes", {}),
    ("/v1/scenes/jailbreak", {}),
    ("/openapi.json", {}),
    ("/metrics", {}),
    (f"{ALLEY}?{'&'.join(f'unknown-{number}=1' for number in range(20))}", {}),
)


@pytest.fixture
async def service(settings: Settings) -> AsyncIterator[Service]:
    """A service with a fight whose state is longer than what is not compressed, and one whose table is."""
    async with served(settings) as service:
        await service.open("duel")
        for number in range(20):
            await service.note(f"note {number}")
        guards = [{"template": "guard", "id": f"guard_{number}"} for number in range(5)]
        await service.open("crowd", combatants=guards)
        yield service


async def raw(service: Service, method: str, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """Return a response, and its body as it was sent."""
    async with service.client.stream(method, path, headers=headers) as answer:
        return answer, b"".join([piece async for piece in answer.aiter_raw()])


@pytest.mark.parametrize(("path", "headers"), READS)
@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
async def test_a_compressed_response_is_the_same_and_shorter(
    service: Service, path: str, headers: dict[str, str], encoding: str
) -> None:
    plain, body = await raw(service, "GET", path, {**headers, "Accept-Encoding": "identity"})
    short, packed = await raw(service, "GET", path, {**headers, "Accept-Encoding": encoding})
    assert short.status_code == plain.status_code
    assert "content-encoding" not in plain.headers
    assert short.headers["content-encoding"] == encoding
    if path != "/metrics":  # it differs each time
        assert DECODED[encoding](packed) == body
    assert len(packed) < len(body)
    for answer in (plain, short):
        assert "Accept-Encoding" in answer.headers["vary"].split(", ")
    assert int(short.headers.get("content-length", len(packed))) == len(packed)
    if "etag" in plain.headers and plain.is_success:
        assert short.headers["etag"] == f'{plain.headers["etag"][:-1]}-{encoding}"'
    head = await service.client.head(path, headers={**headers, "Accept-Encoding": encoding})
    for name in ("content-encoding", "etag", "vary"):
        assert head.headers.get(name) == short.headers.get(name)


async def test_a_short_response_is_sent_as_it_is(service: Service) -> None:
    for path in ("/healthz", "/v1/rulesets/s3/rules/S3-PIN-3", "/v1/encounters/nowhere"):
        answer, body = await raw(service, "GET", path, {"Accept-Encoding": "gzip"})
        assert len(body) < MIN_BYTES
        assert "content-encoding" not in answer.headers
        assert json.loads(body)


async def test_a_live_feed_is_not_compressed(service: Service) -> None:
    async with service.watching(headers={"Accept-Encoding": "gzip, zstd"}, params={"after": 4}) as feed:
        assert "content-encoding" not in feed.answer.headers
        assert feed.answer.headers["etag"] == '"44"'
        assert (await feed.batch())["first"] == 5
    replay = await service.client.get(f"{ALLEY}/replay?speed=0", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in replay.headers


@pytest.mark.parametrize("encoding", ["gzip", "zstd", None])
async def test_a_long_answer_to_a_command_is_compressed_and_its_tag_is_the_version(
    service: Service, encoding: str | None
) -> None:
    headers = {"Accept-Encoding": encoding or "identity"}
    for text, long in (("x" * 500, True), ("x", False)):
        command = {"command": {"type": "core.note", "text": text, "secret": text}}
        async with service.client.stream("POST", f"{ALLEY}/commands", json=command, headers=headers) as answer:
            packed = b"".join([piece async for piece in answer.aiter_raw()])
        assert answer.headers.get("content-encoding") == (encoding if long else None)
        body = json.loads(DECODED[encoding](packed) if long else packed)
        assert answer.headers["etag"] == f'"{body["version"]}"'
        assert (len(json.dumps(body)) > MIN_BYTES) is long


async def test_a_client_has_a_response_in_the_encoding_in_which_it_has_it(service: Service) -> None:
    pairs = (("gzip", "gzip"), ("gzip", "zstd"), ("zstd", "gzip"), ("identity", "gzip"), ("gzip", "identity"))
    for first, later in pairs:
        read = await service.client.get(ALLEY, headers={"Accept-Encoding": first})
        tag = read.headers["etag"]
        again = await service.client.get(ALLEY, headers={"Accept-Encoding": later, "If-None-Match": f'"9", {tag}'})
        assert (again.status_code, again.headers["etag"], again.content) == (304, tag, b"")
        assert "Accept-Encoding" in again.headers["vary"]
        assert "content-encoding" not in again.headers
        expecting = {"If-Match": tag}
        command = {"command": {"type": "core.note", "text": "hm"}}
        assert (await service.client.post(f"{ALLEY}/commands", json=command, headers=expecting)).is_success


async def test_a_long_body_is_compressed_in_slices_that_cost_nothing(settings: Settings) -> None:
    limits = {"secret": SecretStr(SECRET), "rate": 0.01, "burst": 50}
    async with served(settings.model_copy(update=limits)) as service:
        assert (await service.client.get("/openapi.json")).is_success
        for left, encoding, slices in ((47, "identity", 0), (46, "gzip", 7), (45, "zstd", 7)):
            before = worker().slices
            answer = await service.client.get("/openapi.json", headers={"Accept-Encoding": encoding})
            assert answer.headers["ratelimit"].startswith(f'"requests";r={left};')
            assert worker().slices - before >= slices
            assert answer.headers.get("content-encoding", "identity") == encoding


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("gzip, deflate", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("GZIP", "gzip"),
        ("*", "zstd"),
        ("zstd;q=0, gzip", "gzip"),
        ("zstd;q=0, *", "gzip"),
        ("gzip;q=0.5, zstd;q=0.1", "gzip"),
        ("identity;q=0.2, gzip;q=0.1", None),
        ("identity, *;q=0", None),
        ("gzip;q=0", None),
        ("gzip;q=much", None),
        ("gzip;q=1;level=9", None),
        ("br", None),
        ("", None),
        (";q=1,,", None),
    ],
)
def test_a_client_chooses_by_quality_and_we_among_equals(header: str, encoding: Any) -> None:
    assert preferred_encoding(header) == encoding
