"""Tests that an expensive, hostile import is rejected early and does not delay other callers."""

import asyncio
import json
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from pydantic import SecretStr

from events.audit.admission import BrokenBundle
from events.audit.inspection import MAX_FIELDS, MAX_LINE_BYTES, BundleInspector
from service.settings import Settings
from tests.bundles import pack
from tests.live import served
from tests.program import said, started
from tests.unit.events.fights import closed, shootout
from tests.waiting import PATIENCE

LINES: Final = {"Content-Type": "application/x-ndjson"}
MEBIBYTE: Final = 1 << 20
LARGE: Final = 63 * MEBIBYTE
GOOD: Final = pack(closed())
HEADER, REST = GOOD.split(b"\n", 1)


class Service:
    """A running service whose memory use can be measured."""

    def __init__(self, url: str, pid: int) -> None:
        self.url, self._pid = url, pid

    def send(self, content: Any, under: str | None = None) -> httpx.Response:
        named = {} if under is None else {"as": under}
        return httpx.post(f"{self.url}/v1/bundles", content=content, params=named, headers=LINES, timeout=PATIENCE)

    def mebibytes(self) -> float:
        found = subprocess.run(["ps", "-o", "rss=", "-p", str(self._pid)], capture_output=True, check=True)
        return int(found.stdout) / 1024


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with started("serve", "--port", "0", "--data-dir", tmp_path, "--json") as process:
        line = said(process)
        assert line, process.communicate()[1]
        yield Service(json.loads(line)["url"], process.pid)


def many_lines() -> bytes:
    """Return a body of many lines, none of which is an event."""
    return HEADER + b"\n" + b"{}\n" * (LARGE // 3)


def one_line() -> bytes:
    """Return a body with one very long line that does not end."""
    return HEADER + b'\n{"encounter":"' + b"x" * LARGE


def late_junk() -> bytes:
    """Return a body with valid events followed by invalid lines."""
    lines = GOOD.splitlines(keepends=True)
    return b"".join(lines[:9]) + b"\n" * LARGE


def many_fields() -> bytes:
    """Return a bundle with a line of more fields than any record has."""
    return HEADER + b"\n{" + b'"a":1,' * MAX_FIELDS + b'"b":1}\n' + REST


HOSTILE: Final = {
    "fields": (many_fields(), 2),
    "lines": (many_lines(), 2),
    "line": (one_line(), 2),
    "late": (late_junk(), 10),
}
"""Hostile bodies by name, each with the number of its first invalid line."""


@pytest.mark.parametrize("name", HOSTILE)
def test_others_are_answered_between_its_pieces_and_little_of_it_is_kept(service: Service, name: str) -> None:
    content, line = HOSTILE[name]
    before, answered = service.mebibytes(), 0

    def pieces() -> Iterator[bytes]:
        nonlocal answered
        with httpx.Client(base_url=service.url, timeout=PATIENCE) as client:
            for start in range(0, len(content), MEBIBYTE):
                yield content[start : start + MEBIBYTE]
                answered += client.get("/v1/encounters/nowhere").status_code == 404

    refused = service.send(pieces())
    assert (refused.status_code, refused.json()["code"], refused.json()["line"]) == (422, "bundle_broken", line)
    assert answered == -(-len(content) // MEBIBYTE)
    assert service.mebibytes() - before < 2 * MAX_LINE_BYTES / MEBIBYTE + 16


@pytest.mark.parametrize("name", HOSTILE)
async def test_it_is_looked_at_a_little_at_a_time_beside_the_others_and_no_further_than_it_holds(
    redis_url: str, tenant: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    content, line = HOSTILE[name]
    looks: list[int] = []
    looking, let_go = threading.Event(), threading.Event()
    take = BundleInspector.feed

    def slowly(inspection: BundleInspector, piece: bytes) -> None:
        looks.append(len(piece))
        looking.set()
        assert let_go.wait(PATIENCE), "nobody is answered while a piece is looked at"
        take(inspection, piece)

    monkeypatch.setattr(BundleInspector, "feed", slowly)
    async with served(Settings(redis_url=SecretStr(redis_url), tenant=tenant)) as other:
        sending = asyncio.create_task(other.client.post("/v1/bundles", content=content, headers=LINES))
        assert await asyncio.to_thread(looking.wait, PATIENCE)
        assert (await other.client.get("/v1/encounters/nowhere")).status_code == 404
        let_go.set()
        refused = await sending
    assert (refused.status_code, refused.json()["line"]) == (422, line)
    assert max(looks) < MEBIBYTE
    assert sum(looks) < MAX_LINE_BYTES + MEBIBYTE


def test_a_line_of_too_many_fields_is_not_decoded() -> None:
    with pytest.raises(BrokenBundle, match=f"the line has more than {MAX_FIELDS:,} fields"):
        BundleInspector().feed(many_fields())


def test_a_bundle_that_does_not_come_to_an_end_holds_up_no_other(service: Service) -> None:
    begun, let_go = threading.Event(), threading.Event()
    answers: list[httpx.Response] = []

    def slowly() -> Iterator[bytes]:
        yield HEADER + b"\n"
        begun.set()
        let_go.wait(PATIENCE)
        yield REST

    sending = threading.Thread(target=lambda: answers.append(service.send(slowly())))
    sending.start()
    assert begun.wait(PATIENCE)
    try:
        assert service.send(pack(shootout("brawl"))).status_code == 201
    finally:
        let_go.set()
        sending.join()
    assert answers[0].status_code == 201, answers[0].text
