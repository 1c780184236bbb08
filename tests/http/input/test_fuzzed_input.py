"""Every generated request is answered by success or by a problem that says what to change, never by a server error."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.core.commands import type_of
from domain.rulesets.s3 import S3
from service.problems.problem import CODES, MEDIA_TYPE
from tests.http.conftest import tagged_version
from tests.live import PLAIN
from tests.program import serving
from tests.waiting import PATIENCE

Json = Any
COMMANDS: dict[str, dict[str, Json]] = {
    type_of(command): {"type": type_of(command), **command.example} for command in S3.commands
}
JSON = {"Content-Type": "application/json"}
PATH = "/v1/encounters/duel"
often = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

texts = st.text(st.characters(exclude_categories=()), max_size=20)  # includes unpaired surrogates
numbers = st.integers() | st.integers(-(2**70), 2**70) | st.floats()
plain = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
words = st.sampled_from(
    [
        *("ogre", "bell", "nobody", "narrator", "pistol", "unarmed", "evasion", "melee", "heads", "spend", "oppose"),
        *("prompt-1-1", "viper_oil", "main_arm", "s3.attack", "core.close", "all", "", "HHHHHTT", "HHHHT", "\x00", "é"),
    ]
)
small = st.integers(-2, 70)
fields = sorted({name for command in COMMANDS.values() for name in command} | {"modifier", "item", "engage", "targets"})
speakers = st.sampled_from(["narrator", "player:ogre", "player:bell,ogre", "spectator"])
thrown = st.lists(words | st.text("HT", max_size=8) | st.lists(small | st.integers(1, 6), max_size=8), max_size=5)


@st.composite
def mutated(draw: st.DrawFn) -> Json:
    """Return a command of the examples with some values replaced, removed or added, at any depth."""
    command = json.loads(json.dumps(draw(st.sampled_from(sorted(COMMANDS.values(), key=str)))))
    for _ in range(draw(st.integers(0, 3))):
        here, last = command, draw(st.sampled_from(fields))
        while isinstance(here, dict) and here and draw(st.booleans()):
            last = draw(st.sampled_from(sorted(here)))
            if not isinstance(here[last], dict):
                break
            here = here[last]
        if draw(st.booleans()):
            here[last] = draw(words | small | values | st.lists(words, max_size=3))
        else:
            here.pop(last, None)
    return command


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a separate service."""
    directory: Path = tmp_path_factory.mktemp("fuzzed")
    with serving(directory) as url, httpx.Client(base_url=url, timeout=PATIENCE, headers=PLAIN) as client:
        yield client


@pytest.fixture
def duel(client: httpx.Client) -> httpx.Client:
    """The client, with an open turn in an encounter that is abandoned afterwards."""
    combatants = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
    opened = client.post("/v1/encounters", json={"ruleset": "s3", "chance": "either", "combatants": combatants})
    path = opened.headers["location"]
    for command in ({"type": "s3.begin_round"}, {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell"}):
        assert client.post(f"{path}/commands", json={"command": command}).is_success
    client.headers["X-Path"] = path
    return client


def send(client: httpx.Client, path: str, body: Json, headers: dict[str, str]) -> httpx.Response:
    """Send a body as the standard library serializes it, including NaN and unpaired surrogates."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return check(client.post(path, content=content, headers={**JSON, **headers}))


def check(answer: httpx.Response) -> httpx.Response:
    """Assert that the response is success or a complete problem, and not a server error."""
    if answer.is_success:
        return answer
    problem = answer.json()
    assert answer.status_code == CODES[problem["code"]].status < 500, answer.text
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert problem["detail"]
    return answer


@often
@given(body=values, speaker=speakers)
def test_any_json(duel: httpx.Client, body: Json, speaker: str) -> None:
    path = duel.headers["X-Path"]
    for sent in (body, {"command": body}, {"command": {"type": "s3.attack"}, "faces": body}):
        assert not send(duel, f"{path}/commands", sent, {"Yarrow-As": speaker}).is_success
    send(duel, "/v1/encounters", body, {"Yarrow-As": speaker})
    send(duel, "/v1/encounters", {"ruleset": "s3", "options": body, "combatants": [{"sheet": body}]}, {})


@settings(often, max_examples=250)
@given(command=mutated(), speaker=speakers, faces=st.none() | thrown)
def test_any_command_that_is_almost_one(duel: httpx.Client, command: Json, speaker: str, faces: Json) -> None:
    path = duel.headers["X-Path"]
    before = tagged_version(duel.get(path))
    body = {"command": command} if faces is None else {"command": command, "faces": faces}
    answer = send(duel, f"{path}/commands", body, {"Yarrow-As": speaker})
    after = tagged_version(check(duel.get(path)))
    assert after == (tagged_version(answer) if answer.is_success else before)


@often
@given(
    sheet=st.dictionaries(
        st.sampled_from(["name", "fortitude", "skills", "items", "talents", "pc", "type"]), words | small | values
    )
)
def test_any_sheet(duel: httpx.Client, sheet: Json) -> None:
    path = duel.headers["X-Path"]
    for template in ({}, {"template": "archer"}):
        send(duel, f"{path}/commands", {"command": {"type": "core.join", "sheet": sheet, **template}}, {})


@often
@given(body=st.binary(max_size=200), place=st.integers(0, 60))
def test_any_bytes(duel: httpx.Client, body: bytes, place: int) -> None:
    path = duel.headers["X-Path"]
    whole = b'{"command": {"type": "core.note", "text": "The lantern swings."}}'
    for sent in (body, whole[:place] + body + whole[place:], whole[:place] + body):
        send(duel, f"{path}/commands", sent, {})


@often
@given(
    name=st.sampled_from(["Yarrow-As", "Idempotency-Key", "If-Match", "Content-Type", "Accept"]),
    value=st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30).map(str.strip),
    path=st.sampled_from(["", "/events", "/options", "/story", "/tally", "/audit", "/bundle"]),
)
def test_any_header(duel: httpx.Client, name: str, value: str, path: str) -> None:
    found = duel.headers["X-Path"]
    headers = {**JSON, name: value}
    raw = [(key.encode(), text.encode("latin-1")) for key, text in headers.items()]
    check(duel.post(f"{found}/commands", content=b'{"command": {"type": "core.note"}}', headers=raw))
    check(duel.get(found + path, headers=raw[-1:]))


@often
@given(
    path=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    parameter=st.sampled_from(["at", "after", "limit", "combatant", "status", "ruleset"]),
    value=words | st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.integers().map(str),
)
def test_any_path(duel: httpx.Client, path: str, parameter: str, value: str) -> None:
    found = duel.headers["X-Path"]
    parameters = {parameter: value}
    for sub in ("", "/events", "/options", "/story"):
        check(duel.get(found + sub, params=parameters))
    check(duel.get("/v1/encounters", params=parameters))
    quoted = httpx.URL("/v1/encounters/" + "".join(f"%{byte:02X}" for byte in path.encode()))
    check(duel.get(quoted))
    check(duel.get(str(quoted) + "/events/1/why"))


def test_what_is_no_request_is_a_problem_too(client: httpx.Client) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as connection:
        connection.sendall(b"ATTACK THE BELL\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert MEDIA_TYPE.encode() in head
    assert json.loads(body)["code"] == "malformed"
