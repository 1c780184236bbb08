"""Measure ``start``: the CPU time of the service until it answers, with all rulesets loaded."""

import os
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

from bench.calibration import within
from bench.measure import Measure

BUDGET = 2.0
STARTS = 7
TICKS = os.sysconf("SC_CLK_TCK")
SERVE = (sys.executable, "-m", "service.cli.main", "serve", "--port", "0", "--json", "--data-dir")


def start() -> Measure:
    """Measure the CPU seconds until the service answers; the first start is a warm-up."""
    with tempfile.TemporaryDirectory() as folder:
        folders = (Path(folder) / str(number) for number in count())
        _started(next(folders))
        return within(BUDGET, lambda: _started(next(folders)), runs=STARTS, unit="s of CPU")


def _started(data_dir: Path) -> float:
    # Installed code is compiled once: without bytecode, this would measure the compiler.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen([*SERVE, data_dir], stdout=subprocess.PIPE, env=variables) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        process.terminate()
    return (int(fields[11]) + int(fields[12])) / TICKS
