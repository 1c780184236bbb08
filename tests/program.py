"""Runs the program as a user does: command lines, their output, and a service to call.

``yarrow`` runs a command in this process, a hundred times as fast as in a new one; ``yarrow_process`` runs it as a
user's shell does, for smoke tests of each command and for behaviour that only a process has.
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
SOURCES = (ROOT, ROOT / "clients" / "python")
PROGRAM = (sys.executable, "-m", "service.cli.main")


def environment(**variables: str) -> dict[str, str]:
    """Return the environment in which a process finds this checkout, with only the YARROW variables given."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YARROW_")}
    return {**kept, "PYTHONPATH": os.pathsep.join(map(str, SOURCES)), "COLUMNS": "200", **variables}


def yarrow(
    *arguments: str | Path, variables: Mapping[str, str] | None = None, given: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to completion in this process, with its own input, output and environment."""
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
    """Run a command to completion as a process."""
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
def started(
    *arguments: str | Path, variables: Mapping[str, str] | None = None, files: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run a command during the test, which may open a number of files; on exit it is killed if it is still running."""
    limited = [] if files is None else ["prlimit", f"--nofile={files}"]
    with subprocess.Popen(
        [*limited, *PROGRAM, *map(str, arguments)],
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
    """Return the next line that a process writes."""
    assert process.stdout is not None
    return process.stdout.readline()


@contextmanager
def serving(data_dir: Path, *arguments: str, variables: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a service on a free port, with its own Redis in that directory; return its URL."""
    with started("serve", "--port", "0", "--data-dir", data_dir, "--json", *arguments, variables=variables) as process:
        line = said(process)
        assert line, process.communicate()[1]
        url: str = json.loads(line)["url"]
        yield url
