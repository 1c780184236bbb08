"""Requests outside the description: broken bodies, odd types and methods, foreign cursors, on every path of the API.

Each is refused with a problem that says what to change, or handled like an ordinary request; none is a server error.
"""

import json
import socket
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from service.problems.problem import CODES, MEDIA_TYPE
from service.problems.strict_json import MAX_BODY_BYTES
from tests.http.access.tokens import OTHER_SECRET, SECRET, bearer
from tests.http.conftest import tagged_version
from tests.http.description.described import DESCRIPTION
from tests.live import PLAIN
from tests.program import said, started
from tests.tiers import one_in
from tests.waiting import PATIENCE

OPERATIONS: Final = [(method.upper(), path) for path, methods in DESCRIPTION["paths"].items() for method in methods]
TAKING: Final = [
    (path, next(iter(methods["post"]["requestBody"]["content"])))
    for path, methods in DESCRIPTION["paths"].items()
    if "requestBody" in methods.get("post", {})
]
"""The paths that accept a body, with its media type."""
FILLED: Final = {
    "encounter": "duel",
    "key": "s3",
    "rule": "S3-PIN-3",
    "version": "3",
    "digest": "0" * 16,
    "scene": "jailbreak",
    "token": "tok_1",
    "invitation": "inv_1",
    "seat": "ogre",
}
NARRATOR: Final = bearer("main")
NOTE: Final = b'{"command": {"type": "core.note", "text": "Half"}}'
METHODS: Final = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE")
NO_METHODS: Final = ("BREW", "GE")
BODIES: Final = {
    "nothing": b"",
    "half a body": b'{"command": {"type"',
    "two values": b"{} {}",
    "a number that is none": b'{"command": NaN, "at": -Infinity}',
    "a large number": b'{"at": 1' + b"0" * 5000 + b"}",
    "a very small number": b'{"at": 1e-99999999}',
    "half a character": rb'{"id": "\ud800", "token": "\udfff", "\ud800": 1, "command": {"type": "\ud800"}}',
    "half a character in UTF-8": b'{"id": "\xed\xa0\x80"}',
    "nought": rb'{"id": "\u0000", "token": "\u0000", "ruleset": "\u0000", "command": {"type": "\u0000"}}',
    "nought itself": b'{"id": "\x00"}',
    "a mark in front": b'\xef\xbb\xbf{"ruleset": "s3"}',
    "another encoding": '{"ruleset": "s3"}'.encode("utf-16"),
    "bytes": bytes(range(256)),
    "a long text": b'{"name": "' + b"x" * (1 << 20) + b'"}',
    "a long name": b'{"' + b"x" * 200_000 + b'": 1}',
    "depth": b"[" * 100_000,
    "depth of objects": b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
    "a name twice": b'{"ruleset": "s3", "ruleset": "ticks", "token": "a", "token": "b", "at": 1, "at": 2}',
    "a text": b'"core.note"',
    "a list": b"[]",
    "null": b"null",
    "a form": b"ruleset=s3&id=form",
    "compressed": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
}
TYPES: Final = ("", "text/plain", "application/json; charset=utf-16", "application/jsonp", "a/b/c", ";", "\xe9", "*/*")
HEADERS: Final = [
    {"Last-Event-ID": value}
    for value in ("", "-1", "1e3", "9" * 400, "999999999999999", "\xff", "AAAA", "=", "null", "2; 3", "٣".encode())
] + [
    {"If-Match": "W/12"},
    {"Idempotency-Key": "\x7f"},
    {"Accept": "\xff/*;q=nine"},
    {"Accept-Encoding": "gzip;q=\xff"},
    {"Range": "bytes=0-"},
    {"Content-Encoding": "gzip"},
    {"Expect": "200-ok"},
    {"Host": "\xe9:no"},
    {"Yarrow-As": "player:" + "ogre," * 1000},
    {"X-Long": "x" * 10_000},
]
TOKENS: Final = (
    "",
    "Bearer",
    "Basic b2dyZTpvZ3Jl",
    "Bearer x.y.z",
    "Bearer " + "." * 5000,
    "Bearer eyJhbGciOiJub25lIn0.e30.",
    "Bearer \xff\xfe",
    bearer("main", secret=OTHER_SECRET)["Authorization"],
    NARRATOR["Authorization"] + "x",
    NARRATOR["Authorization"] + ", " + NARRATOR["Authorization"],
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The narrator of a service with two fights; no error may be in its log afterwards."""
    variables = {"YARROW_SECRET": SECRET, "YARROW_RATE": "100000", "YARROW_HEARTBEAT": "0.05"}
    where = tmp_path_factory.mktemp("service")
    with started("serve", "--port", "0", "--data-dir", where, "--json", variables=variables) as process:
        url = json.loads(said(process))["url"]
        with httpx.Client(base_url=url, headers={**PLAIN, **NARRATOR}, timeout=PATIENCE) as client:
            pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
            for name in ("duel", "longer"):
                opening = {"ruleset": "s3", "id": name, "combatants": pair}
                client.post("/v1/encounters", json=opening).raise_for_status()
            for text in ("one", "two", "three"):
                note = {"command": {"type": "core.note", "text": text}}
                client.post("/v1/encounters/longer/commands", json=note).raise_for_status()
            yield client
        process.terminate()
        written = process.communicate(timeout=PATIENCE)[1].splitlines()
        assert [json.loads(line) for line in written if json.loads(line)["level"] == "error"] == []


def ask(client: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response:
    """Send a request, and assert that an error is a problem with a status below 500. Streams are not read."""
    with client.stream(method, path.format(**FILLED), **more) as answer:
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            answer.read()
    if not answer.is_success:
        assert answer.headers["content-type"] == MEDIA_TYPE, (answer.status_code, answer.headers)
        assert answer.status_code < 500, answer.text
        assert CODES[answer.json()["code"]].status == answer.status_code
    return answer


@pytest.mark.parametrize(("method", "path"), one_in(3, OPERATIONS))
def test_a_body_is_a_problem_where_it_is_read(client: httpx.Client, method: str, path: str) -> None:
    takes = dict(TAKING).get(path) if method == "POST" else None
    for name, body in BODIES.items():
        answer = ask(client, method, path, content=body, headers={"Content-Type": takes or "application/json"})
        assert not (takes and answer.is_success), (name, answer.text)


@pytest.mark.parametrize(("method", "path"), one_in(3, OPERATIONS))
def test_a_type_that_is_not_taken_is_a_problem(client: httpx.Client, method: str, path: str) -> None:
    for kind in TYPES:
        answer = ask(client, method, path, content=NOTE, headers=[(b"Content-Type", kind.encode("latin-1"))])
        if method == "POST" and path in dict(TAKING):
            assert answer.status_code == 415 or kind.startswith("application/json;"), (kind, answer.text)


@pytest.mark.parametrize("path", sorted({path for _, path in OPERATIONS}))
def test_a_method_that_a_path_has_not_is_a_problem_that_names_those_it_has(client: httpx.Client, path: str) -> None:
    there = {method.upper() for method in DESCRIPTION["paths"][path]}
    for method in sorted({*METHODS} - there):
        answer = ask(client, method, path)
        assert answer.status_code == 405, (method, answer.text)
        assert there <= set(answer.headers["allow"].split(", "))
    for method in NO_METHODS:
        assert ask(client, method, path).json()["code"] == "malformed"


@pytest.mark.parametrize(("method", "path"), one_in(3, OPERATIONS))
def test_odd_headers_are_a_problem_or_passed_over(client: httpx.Client, method: str, path: str) -> None:
    for headers in HEADERS:
        raw = [(name.encode(), v if isinstance(v, bytes) else v.encode("latin-1")) for name, v in headers.items()]
        ask(client, method, path, headers=raw)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_a_token_that_is_none_is_asked_for(client: httpx.Client, method: str, path: str) -> None:
    asked = DESCRIPTION["paths"][path][method.lower()].get("security") != []
    for token in TOKENS:
        answer = ask(client, method, path, headers=[(b"Authorization", token.encode("latin-1"))])
        assert answer.status_code == 401 or not asked, (token, answer.text)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/encounters", {}),
        ("/v1/encounters", {"sort": "active"}),
        ("/v1/encounters/duel/branches", {}),
        ("/v1/tallies", {"by": "combatant"}),
        ("/v1/tallies", {"by": "ruleset"}),
        ("/v1/encounters/duel/events", {}),
        ("/v1/encounters/duel/story", {}),
        ("/v1/encounters/duel/live", {}),
        ("/v1/live", {}),
    ],
)
def test_a_cursor_of_another_list_is_a_problem(client: httpx.Client, path: str, asked: dict[str, str]) -> None:
    lists: tuple[tuple[str, dict[str, str]], ...] = (
        ("/v1/encounters", {}),
        ("/v1/encounters", {"sort": "active"}),
        ("/v1/tallies", {"by": "combatant"}),
    )
    for other, filters in lists:
        cursor = client.get(other, params={**filters, "limit": 1}).json()["next"]
        assert cursor
        sent = {**asked, "after": cursor}
        if (other, filters) == (path, asked):
            assert ask(client, "GET", path, params=sent).is_success
            continue
        for text in (cursor, cursor[:-3], cursor * 30, f"{cursor}=", "\x00", "é", "../../duel", "[0]"):
            assert ask(client, "GET", path, params={**asked, "after": text}).status_code in {400, 422}, (other, text)


@pytest.mark.parametrize("way", ["live", "replay"])
def test_a_position_of_a_longer_encounter_is_ahead(client: httpx.Client, way: str) -> None:
    behind = tagged_version(client.get("/v1/encounters/longer"))
    answer = ask(client, "GET", f"/v1/encounters/duel/{way}", headers={"Last-Event-ID": str(behind)})
    assert (answer.status_code, answer.json()["code"]) == (409, "position_ahead")


@pytest.mark.parametrize(("path", "kind"), TAKING)
@pytest.mark.parametrize("chunked", [True, False])
def test_what_ends_early_is_not_acted_on(client: httpx.Client, path: str, kind: str, *, chunked: bool) -> None:
    whole = {
        "/v1/encounters": b'{"ruleset": "s3", "id": "half"}',
        "/v1/tokens/revoke": b'{"token": "half"}',
        "/v1/encounters/{encounter}/branches": b'{"id": "half"}',
        "/v1/bundles": client.get("/v1/encounters/duel/bundle").content,
    }.get(path, NOTE)
    before = tagged_version(client.get("/v1/encounters/duel"))
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(whole) + 10}"
    target = path.format(**FILLED) + ("?as=half" if path == "/v1/bundles" else "")
    head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{length}\r\n"
    sent = b"%x\r\n%s\r\n" % (len(whole), whole) if chunked else whole
    with socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=PATIENCE) as connection:
        connection.sendall(f"{head}Authorization: {NARRATOR['Authorization']}\r\n\r\n".encode() + sent)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert answer[:12] in {b"", b"HTTP/1.1 400"}, answer
    assert client.get("/v1/encounters/half").status_code == 404
    assert tagged_version(client.get("/v1/encounters/duel")) == before


def test_lines_that_are_no_request_are_a_problem(client: httpx.Client) -> None:
    begin = b"GET /v1/encounters HTTP/1.1\r\nHost: localhost\r\n"
    for raw in (
        b"GET /v1/encounters HTTP/9.9\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        b"GET /v1/\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        begin + b"No colon\r\n\r\n",
        begin + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        begin + b"Transfer-Encoding: gzip\r\n\r\n",
        begin + b"Content-Length: -1\r\n\r\n",
        begin + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        begin + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ):
        with socket.create_connection((client.base_url.host, client.base_url.port or 0), timeout=PATIENCE) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            head, _, body = b"".join(iter(lambda: line.recv(1 << 16), b"")).partition(b"\r\n\r\n")
        assert head[:10] == b"HTTP/1.1 4", (raw[:60], head)
        assert MEDIA_TYPE.encode() in head, head
        assert CODES[json.loads(body)["code"]].status == int(head.split()[1])


def test_a_message_that_is_none_is_a_problem_and_the_talk_goes_on(client: httpx.Client) -> None:
    url = str(client.base_url.join("/v1/encounters/duel/ws")).replace("http", "ws", 1)
    before = tagged_version(client.get("/v1/encounters/duel"))
    messages = [body for body in BODIES.values() if len(body) < MAX_BODY_BYTES]
    with connect(url, additional_headers=NARRATOR) as conversation:
        for body in (
            *messages,
            b'{"command": {"type": "core.note"}, "ref": NaN}',
            b'{"command": {}, "key": "\\u0000"}',
        ):
            try:
                conversation.send(body.decode())
            except UnicodeDecodeError:
                conversation.send(body)
            while (heard := json.loads(conversation.recv(PATIENCE)))["type"] == "heartbeat":
                pass
            assert heard["type"] == "problem", (body[:60], heard)
            assert CODES[heard["code"]].status == heard["status"] < 500
        conversation.send('{"command": {"type": "core.note", "text": "Still here."}, "ref": 1}')
        assert "answer" in {json.loads(conversation.recv(PATIENCE))["type"] for _ in range(20)}
    assert tagged_version(client.get("/v1/encounters/duel")) == before + 2


@pytest.mark.parametrize("query", ["after=-1", "after=1e3", "after=", "as=nobody", "as=%00", "after=%ED%A0%80", "x=1"])
def test_a_socket_that_is_asked_for_oddly_says_why_it_closes(client: httpx.Client, query: str) -> None:
    url = str(client.base_url.join(f"/v1/encounters/duel/ws?{query}")).replace("http", "ws", 1)
    with connect(url, additional_headers=NARRATOR) as conversation:
        heard = json.loads(conversation.recv(PATIENCE))
        assert (heard["type"], CODES[heard["code"]].status) == ("problem", heard["status"])
        with pytest.raises(ConnectionClosed):
            conversation.recv(PATIENCE)
        assert conversation.protocol.close_code == 4000 + heard["status"]
