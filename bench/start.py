"""Measures ``start``: what the service costs before it answers, with all rulesets loaded."""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measure import Measure

BUDGET = 2.0
STARTS = 5
TICKS = os.sysconf("SC_CLK_TCK")
SERVE = (sys.executable, "-m", "service.cli", "serve", "--port", "0", "--json", "--data-dir")


def start() -> Measure:
    """Seconds of processor time until the service answers over those that are granted; the first start only warms."""
    with tempfile.TemporaryDirectory() as folder:
        spent = [_started(Path(folder) / str(number)) for number in range(STARTS + 1)]
    value = statistics.median(spent[1:])
    return Measure(
        value=value, floor=BUDGET, ratio=value / BUDGET, target=1, at_most=True, unit="s of a processor's time"
    )


def _started(data_dir: Path) -> float:
    # What is installed is compiled once: an environment that keeps no bytecode would measure the compiler.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen([*SERVE, data_dir], stdout=subprocess.PIPE, env=variables) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        process.terminate()
    return (int(fields[11]) + int(fields[12])) / TICKS
