"""Tests that an import interrupted by ``kill -9`` is invisible, and that a retry stores it completely and once."""

import threading
import time
from pathlib import Path

import httpx
import pytest
import redis

from domain.core.commands import Note
from tests.bundles import pack
from tests.chaos.test_kill import kill, redis_of, service
from tests.servers import free_ports
from tests.tiers import long
from tests.unit.events.fights import shootout

LINES = {"Content-Type": "application/x-ndjson", "Idempotency-Key": "once"}
STAGED = "yarrow:{*}:import:main:rematch"
NOTES = 1500
KILLS = 2


def long_fight() -> bytes:
    """Return the bundle of an open fight that is stored in several parts."""
    recording = shootout()
    recording.play(*(Note(text=f"{number} " + "rain " * 80) for number in range(NOTES)))
    return pack(recording)


def laid_down(directory: Path) -> bool:
    """Return whether the store holds a part of the import under keys that are not read yet."""
    with redis.Redis(unix_socket_path=str(directory / "redis.sock")) as client:
        return next(client.scan_iter(STAGED, count=10_000), None) is not None


def send(url: str, bundle: bytes, answers: list[int]) -> None:
    try:
        answer = httpx.post(f"{url}/v1/bundles?as=rematch", content=bundle, headers=LINES, timeout=60)
        answers.append(answer.status_code)
    except httpx.HTTPError:
        answers.append(0)


@pytest.mark.parametrize(
    "victims",
    [
        long(("service",), name="service"),
        long(("redis",), name="redis"),
        pytest.param(("service", "redis"), id="both"),
    ],
)
def test_of_a_killed_import_nothing_is_seen_until_all_of_it_is(tmp_path: Path, victims: tuple[str, ...]) -> None:
    bundle = long_fight()
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    halfway = 0
    for number in range(KILLS):
        answers: list[int] = []
        with service(tmp_path, port) as process:
            sending = threading.Thread(target=send, args=(url, bundle, answers))
            sending.start()
            while not laid_down(tmp_path) and not answers:
                time.sleep(0.001)
            time.sleep(0.005 * number)
            processes = {"service": process.pid, "redis": redis_of(tmp_path)}
            kill(*(processes[victim] for victim in victims))
            sending.join()
        with service(tmp_path, port), httpx.Client(base_url=url, timeout=60) as client:
            halfway += laid_down(tmp_path)
            there = client.get("/v1/encounters/rematch")
            if there.status_code == 404:
                assert 201 not in answers
                assert client.get("/v1/encounters").json()["encounters"] == []
                continue
            check_there(client, bundle)
            break
    assert halfway, "no import was killed halfway"
    with service(tmp_path, port), httpx.Client(base_url=url, timeout=60) as client:
        brought = client.post("/v1/bundles?as=rematch", content=bundle, headers=LINES)
        assert brought.status_code == 201, brought.text
        check_there(client, bundle)
        assert client.post("/v1/bundles?as=rematch", content=bundle, headers=LINES).json() == brought.json()
        assert not laid_down(tmp_path)


def check_there(client: httpx.Client, bundle: bytes) -> None:
    """Check that the whole bundle is stored and that the encounter can continue."""
    kept = client.get("/v1/encounters/rematch/bundle").content
    assert kept.splitlines()[1:].index(bundle.splitlines()[1]) == 0
    assert bundle.splitlines()[1:-1] == kept.splitlines()[1 : len(bundle.splitlines()) - 1]
    noted = client.post("/v1/encounters/rematch/commands", json={"command": {"type": "core.note", "text": "on"}})
    assert noted.is_success, noted.text
    audit = client.get("/v1/encounters/rematch/audit").json()
    assert [audit[check]["verdict"] for check in ("chain", "legality")] == ["proven", "proven"]
