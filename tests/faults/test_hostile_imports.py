"""Whoever sends a file made to be dear pays for it alone: it is turned away early, and nobody else waits."""

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from events.inspection import LONGEST_LINE
from tests.bundles import pack
from tests.events.fights import closed, shootout
from tests.program import PATIENCE, said, started

LINES: Final = {"Content-Type": "application/x-ndjson"}
MEBIBYTE: Final = 1 << 20
LARGE: Final = 63 * MEBIBYTE
GOOD: Final = pack(closed())
HEADER, REST = GOOD.split(b"\n", 1)


class Service:
    """A running service, and how much memory it has."""

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
    """No line of it is an event."""
    return HEADER + b"\n" + b"{}\n" * (LARGE // 3)


def one_line() -> bytes:
    """A text that does not end."""
    return HEADER + b'\n{"encounter":"' + b"x" * LARGE


def late_junk() -> bytes:
    """Events, and then none."""
    lines = GOOD.splitlines(keepends=True)
    return b"".join(lines[:9]) + b"\n" * LARGE


@pytest.mark.parametrize(
    ("content", "line"), [(many_lines(), 2), (one_line(), 2), (late_junk(), 10)], ids=["lines", "line", "late"]
)
def test_the_first_wrong_line_ends_it_while_the_rest_is_still_to_come(
    service: Service, content: bytes, line: int
) -> None:
    before, waited = service.mebibytes(), []
    done = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=service.url, timeout=PATIENCE) as client:
            while not done.is_set():
                began = time.perf_counter()
                assert client.get("/v1/encounters/nowhere").status_code == 404
                waited.append(time.perf_counter() - began)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        sent = 0

        def pieces() -> Iterator[bytes]:
            nonlocal sent
            for start in range(0, len(content), MEBIBYTE):
                yield content[start : start + MEBIBYTE]
                sent += 1

        answer = service.send(pieces())
    finally:
        done.set()
        asking.join()
    assert (answer.status_code, answer.json()["code"], answer.json()["line"]) == (422, "bundle_broken", line)
    assert service.mebibytes() - before < 2 * LONGEST_LINE / MEBIBYTE + 16
    assert sorted(waited)[-3] < 0.2, sorted(waited)[-5:]


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
