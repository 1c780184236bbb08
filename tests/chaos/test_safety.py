"""Tests the durability of answers: they wait for a requested copy, and an unavailable store is reported as such."""

import json
import logging
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import redis
from pydantic import SecretStr

from service.encounters.ids import TIME_DIGITS
from service.server.logs import INVALID_REQUEST, JsonLines, Seldom
from service.settings import Settings
from tests.http.conftest import running
from tests.program import said, started
from tests.servers import running as running_server
from tests.waiting import PATIENCE

KEY = {"Idempotency-Key": "the-first"}


async def test_a_command_that_no_replica_has_is_sent_again_until_one_has(
    redis_program: Path, tmp_path: Path, tenant: str
) -> None:
    with running_server(redis_program, tmp_path / "primary") as url:
        settings = Settings(redis_url=SecretStr(url), tenant=tenant, acknowledge="memory")
        async with running(settings) as api:
            assert (await api.open()).is_success
        waiting = settings.model_copy(update={"acknowledge": "replicas", "wait": 0.05})
        async with running(waiting) as api:
            for _ in range(2):
                answer = await api.command("core.note", text="Is anybody there?", headers=KEY)
                problem = answer.json()
                assert (answer.status_code, problem["code"]) == (503, "durability_unknown")
                assert (problem["command_id"], problem["version"]) == ("the-first", 6)
                assert answer.headers["retry-after"] == "1"
            assert await api.version() == 6
        port = url.rpartition(":")[2]
        patient = settings.model_copy(update={"acknowledge": "replicas", "wait": PATIENCE})
        with running_server(redis_program, tmp_path / "replica", replicaof=f"127.0.0.1 {port}"):
            async with running(patient) as api:
                answer = await api.command("core.note", text="Is anybody there?", headers=KEY)
                assert (answer.status_code, answer.json()["version"]) == (200, 6)
                assert await api.version() == 6


async def test_an_encounter_without_key_and_id_is_opened_once_by_what_the_answer_says(
    redis_program: Path, tmp_path: Path, tenant: str
) -> None:
    with running_server(redis_program, tmp_path) as url:
        settings = Settings(redis_url=SecretStr(url), tenant=tenant, acknowledge="replicas", wait=0.05)
        async with running(settings) as api:
            asked = {"ruleset": "s3"}
            problem = (await api.client.post("/v1/encounters", json=asked)).json()
            assert problem["code"] == "durability_unknown"
            key = {"Idempotency-Key": problem["command_id"]}
            assert f"Idempotency-Key: {problem['command_id']}" in problem["detail"]
            again = await api.client.post("/v1/encounters", json=asked, headers=key)
            assert again.json()["code"] == "durability_unknown"
            listed = (await api.client.get("/v1/encounters")).json()["encounters"]
            [opened] = [one["id"] for one in listed]
            assert opened[:TIME_DIGITS] == problem["command_id"][:TIME_DIGITS]


async def test_a_service_without_its_store_lives_and_is_not_ready(
    redis_program: Path, tmp_path: Path, tenant: str
) -> None:
    with running_server(redis_program, tmp_path) as url:
        settings = Settings(redis_url=SecretStr(url), tenant=tenant, acknowledge="memory")
        async with running(settings) as api:
            assert (await api.client.get("/readyz")).json() == {"status": "ready"}
            assert (await api.open()).is_success
            with redis.Redis.from_url(url) as client:
                client.shutdown(nosave=True)
            assert (await api.client.get("/healthz")).json() == {"status": "alive"}
            for answer in (
                await api.client.get("/readyz"),
                await api.get(),
                await api.command("core.note", headers=KEY),
            ):
                assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
                assert answer.headers["retry-after"] == "1"
                assert answer.json()["detail"].startswith("The store is unreachable. ")
                assert "127.0.0.1" not in answer.text, "where the store is, is for operators alone"


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_service_that_is_told_to_stop_stops_its_redis_and_says_nothing(tmp_path: Path, stop: signal.Signals) -> None:
    with started("serve", "--port", "0", "--data-dir", tmp_path, "--json") as process:
        url = json.loads(said(process))["url"]
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            assert client.post("/v1/encounters", json={"ruleset": "s3", "id": "duel"}).is_success
            process.send_signal(stop)
            _, errors = process.communicate(timeout=60)
    assert errors == ""
    assert not (tmp_path / "redis.sock").exists()


def test_a_log_is_json_lines() -> None:
    with pytest.raises(ValueError, match="broken") as broken:
        int("broken \n here")
    trace = (broken.type, broken.value, broken.tb)
    record = logging.LogRecord("service.encounters.commands", logging.ERROR, "", 1, "It broke at %s", ("duel",), trace)
    written = JsonLines().format(record)
    assert "\n" not in written
    line = json.loads(written)
    assert (line["level"], line["logger"], line["message"]) == (
        "error",
        "service.encounters.commands",
        "It broke at duel",
    )
    assert line["time"].endswith("Z")
    assert "ValueError: invalid" in line["trace"]


def test_a_log_keeps_the_keys_of_its_lines_in_order() -> None:
    trace = (ValueError, ValueError("broken"), None)
    plain = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, "Größe %d %%", (7,), None)
    broken = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, "100 %", (), trace)
    plain.created, plain.stack_info = 0.25, "not written"
    assert JsonLines().format(plain) == (
        '{"time": "1970-01-01T00:00:00.250Z", "level": "warning", "logger": "uvicorn.error", "message": "Größe 7 %"}'
    )
    assert list(json.loads(JsonLines().format(broken))) == ["time", "level", "logger", "message", "trace"]


def test_a_start_does_not_load_the_library_that_only_failures_need() -> None:
    code = "import sys, service.app, service.server.listen; print('structlog' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_what_is_no_http_is_logged_seldom() -> None:
    seldom = Seldom()
    garbage = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, INVALID_REQUEST, (), None)
    other = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, "Another warning.", (), None)
    assert [seldom.filter(record) for record in (garbage, garbage, other, garbage, other)] == [
        *(True, False, True, False, True)
    ]


@pytest.mark.long
def test_an_outage_is_logged_once_for_requests_and_once_for_watchers(redis_program: Path, tmp_path: Path) -> None:
    with running_server(redis_program, tmp_path / "redis") as store:
        variables = {"YARROW_REDIS_URL": store, "YARROW_ACKNOWLEDGE": "memory", "YARROW_HEARTBEAT": "1"}
        with started("serve", "--port", "0", "--json", variables=variables) as process, ExitStack() as watchers:
            client = watchers.enter_context(httpx.Client(base_url=json.loads(said(process))["url"], timeout=PATIENCE))
            feeds = []
            for name in ("one", "two"):
                assert client.post("/v1/encounters", json={"ruleset": "s3", "id": name}).is_success
                live = watchers.enter_context(client.stream("GET", f"/v1/encounters/{name}/live?after=0"))
                feeds.append(live.iter_lines())
                next(feeds[-1])
            with redis.Redis.from_url(store) as server:
                server.shutdown(nosave=True)
            for _ in range(5):
                assert client.get("/v1/encounters/one").json()["code"] == "store_away"
                time.sleep(1)
            process.terminate()
            _, errors = process.communicate(timeout=60)
    told = Counter(json.loads(line)["message"].partition(":")[0] for line in errors.splitlines())
    assert {"Requests are answered 503 store_away", "The feeds cannot be read"} <= told.keys()
    assert {message for message, count in told.items() if count > 1} == set()
