"""The program itself: what a user types, what comes back, and a service to talk to.

``yarrow`` runs a command in this process, which costs a hundredth of a new one; ``yarrow_process`` runs the same as a
user's shell does, for smoke tests of each command and for what only a process shows.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
PROGRAM = (sys.executable, "-m", "service.cli.main")


def environment(**variables: str) -> dict[str, str]:
    """What a process needs to find this checkout, and nothing that says YARROW unless a test says it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YARROW_")}
    return {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "200", **variables}


def yarrow(
    *arguments: str | Path, variables: Mapping[str, str] | None = None, given: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process, with input, output and environment of its own."""
    from service.cli.main import main

    words = ["yarrow", *map(str, arguments)]
    out, errors = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with (
        patch.dict(os.environ, environment(**(variables or {})), clear=True),
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", TextIOWrapper(BytesIO(given), encoding="utf-8")),
        redirect_stdout(out),
        redirect_stderr(errors),
        chdir(cwd or Path.cwd()),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    said = [stream.buffer.getvalue().decode() for stream in (out, errors)]
    code = ended.value.code
    return subprocess.CompletedProcess(words, code if isinstance(code, int) else int(code is not None), *said)


def yarrow_process(
    *arguments: str | Path, variables: Mapping[str, str] | None = None, given: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end as a process."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=given,
        env=environment(**(variables or {})),
        cwd=cwd,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def started(*arguments: str | Path, variables: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """A command that goes on while the test does; it is killed where the test leaves it running."""
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        env=environment(**(variables or {})),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


def said(process: "subprocess.Popen[str]") -> str:
    """The next line that a process writes."""
    assert process.stdout is not None
    return process.stdout.readline()


@contextmanager
def serving(data_dir: Path, *arguments: str, variables: Mapping[str, str] | None = None) -> Iterator[str]:
    """The URL of a service on a free port, with a Redis of its own in that directory."""
    with started("serve", "--port", "0", "--data-dir", data_dir, "--json", *arguments, variables=variables) as process:
        line = said(process)
        assert line, process.communicate()[1]
        url: str = json.loads(line)["url"]
        yield url
