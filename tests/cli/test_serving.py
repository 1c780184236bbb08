"""Tests that the service starts, reports its address, keeps its data, and explains why if it cannot start."""

import fcntl
import json
import signal
import socket
from pathlib import Path

import httpx
import pytest

from tests.program import said, serving, started, yarrow
from tests.waiting import PATIENCE


def test_it_prints_its_address_and_answers_there(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data-dir", tmp_path / "data") as process:
        line = said(process)
        address = line.removeprefix("Open ").partition(" ")[0]
        assert httpx.get(f"{address}/readyz", timeout=PATIENCE).json() == {"status": "ready"}
        assert f"{address}/docs" in line
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.communicate() == ("", "")


def test_a_closed_terminal_stops_it_with_its_redis(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data-dir", tmp_path / "data") as process:
        assert said(process).startswith("Open ")
        process.send_signal(signal.SIGHUP)
        assert process.wait(PATIENCE) == -signal.SIGTERM
    with (tmp_path / "data" / "redis.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the server, which holds it, has ended


def test_nohup_keeps_it_running_without_a_terminal(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # which the process inherits
    try:
        with started("serve", "--port", "0", "--data-dir", tmp_path, "--json") as process:
            url = json.loads(said(process))["url"]
            process.send_signal(signal.SIGHUP)
            assert httpx.get(f"{url}/livez", timeout=PATIENCE).is_success
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_was_played_is_there_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        opening = {"ruleset": "s3", "id": "duel", "combatants": [{"template": "doctor_hu"}]}
        assert httpx.post(f"{url}/v1/encounters", json=opening, timeout=PATIENCE).status_code == 201
    with serving(tmp_path) as url:
        assert httpx.get(f"{url}/v1/encounters/duel", timeout=PATIENCE).json()["version"] == 3


def test_variables_choose_and_options_stand_above_them(tmp_path: Path) -> None:
    with serving(tmp_path / "data", variables={"YARROW_PORT": "1", "YARROW_DATA_DIR": "/dev/null"}) as url:
        assert httpx.get(f"{url}/healthz", timeout=PATIENCE).is_success
    assert (tmp_path / "data" / "redis.lock").exists()


def test_without_a_secret_it_keeps_to_this_machine_and_says_so(tmp_path: Path) -> None:
    with started("serve", "--host", "0.0.0.0", "--port", "0", "--data-dir", tmp_path, "--json") as process:
        assert json.loads(said(process))["url"].startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert (
            "YARROW_SECRET is not set, so the service listens on 127.0.0.1 instead of 0.0.0.0."
            in process.communicate(timeout=PATIENCE)[1]
        )


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = yarrow("serve", "--port", str(port), "--data-dir", tmp_path / "data")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"Error: Cannot listen on 127.0.0.1 port {port} (Address already in use). Choose another port with --port or "
        "YARROW_PORT; 0 takes a free one.\n"
    )
    assert not (tmp_path / "data").exists()


def test_a_directory_that_another_service_uses_is_left_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        done = yarrow("serve", "--port", "0", "--data-dir", tmp_path, "--json")
        assert (done.returncode, done.stdout) == (1, "")
        reason = json.loads(done.stderr)["error"]
        assert reason.startswith("Another Yarrow (process ")
        assert (
            f"uses the data directory {tmp_path}. Stop it, or choose another directory with YARROW_DATA_DIR." in reason
        )
        assert httpx.get(f"{url}/readyz", timeout=PATIENCE).is_success


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"YARROW_REDIS_URL": "redis://127.0.0.1:1"}, "Start that server, or set YARROW_REDIS_URL to another."),
        (
            {"YARROW_REDIS_URL": "localhost:6379"},
            "YARROW_REDIS_URL: It must begin with redis://, rediss://, unix://, redis+sentinel:// or rediss+sentinel://.",
        ),
        ({"YARROW_DATA_DIR": "/dev/null/data"}, "Choose another directory with YARROW_DATA_DIR"),
        ({"YARROW_PORT": "many"}, "YARROW_PORT: Must be a whole number."),
        ({"YARROW_ACKNOWLEDGE": "hope"}, "YARROW_ACKNOWLEDGE: Unknown value “hope”; must be one of memory"),
        ({"YARROW_TENANT": "A B"}, "YARROW_TENANT: "),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_one_line(
    variables: dict[str, str], reason: str, tmp_path: Path
) -> None:
    done = yarrow("serve", variables={"YARROW_PORT": "0", **variables}, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
