"""A throwaway service for tests; ``yarrow_client.testing.plugin`` has it as a fixture of pytest."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

STOP_TIMEOUT = 30.0


class NotStarted(Exception):
    """The service cannot be started; the message says why."""


@contextmanager
def serving(*, variables: Mapping[str, str] | None = None, program: Sequence[str] | None = None) -> Iterator[str]:
    """Run a service on a free port of this machine, with an empty store of its own, and yield its URL.

    ``variables`` are its settings, such as ``{"YARROW_SECRET": …}``; those of the environment do not apply. ``program``
    starts it, by default the ``yarrow`` of this environment, or else of the path. Raises NotStarted.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("YARROW_")}
    with tempfile.TemporaryDirectory(prefix="yarrow-") as folder, Path(folder, "log").open("w+b") as log:
        process = subprocess.Popen(  # noqa: S603 - the program that the caller names, or ours
            [*(program or _installed()), "serve", "--port", "0", "--data-dir", folder, "--json"],
            env={**own, **(variables or {})},
            stdout=subprocess.PIPE,
            stderr=log,
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                process.wait(STOP_TIMEOUT)
                log.seek(0)
                raise NotStarted(f"The service has not started. {log.read().decode(errors='replace').strip()}")
            url: str = json.loads(line)["url"]
            yield url
        finally:
            process.terminate()
            process.wait(STOP_TIMEOUT)
            process.stdout.close()


def _installed() -> list[str]:
    """Return the program of this environment, or else of the path. Raises NotStarted."""
    found = shutil.which("yarrow", path=str(Path(sys.executable).parent)) or shutil.which("yarrow")
    if found is None:
        raise NotStarted("The program yarrow is not installed: install the package yarrow in this environment.")
    return [found]
