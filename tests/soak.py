"""Run the soak tests and write their report: ``python -m tests.soak [PYTEST …]`` writes ``tests/soak.md``.

They cover more of what the other tiers sample: more fights, longer searches, more kills, every edge of every command.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

ROOT: Final = Path(__file__).parents[1]
REPORT: Final = Path(__file__).with_name("soak.md")
FUZZ: Final = "60"
"""The number of examples that Schemathesis tries for each operation."""


class Case(NamedTuple):
    """A test that was run: its function, its duration, and whether it passed."""

    test: str
    seconds: float
    passed: bool


def read(file: Path) -> list[Case]:
    """Return the test cases of a run from its JUnit file."""
    found = []
    for case in ElementTree.parse(file).iter("testcase"):
        name = case.get("name", "").partition("[")[0]
        passed = all(part.tag not in ("failure", "error") for part in case)
        found.append(Case(f"{case.get('classname')}.{name}", float(case.get("time", "0")), passed))
    return found


def report(cases: Iterable[Case], revision: str) -> str:
    """Return the report of a run as Markdown: a line for each test function."""
    rows: dict[str, list[Case]] = {}
    for case in cases:
        rows.setdefault(case.test, []).append(case)
    lines = [
        "# The last soak",
        "",
        f"`make soak` at {revision}, written by `tests/soak.py`.",
        "",
        "| test | cases | failed | seconds |",
        "| --- | ---: | ---: | ---: |",
    ]
    for test, some in sorted(rows.items()):
        failed = sum(not case.passed for case in some)
        lines.append(f"| `{test}` | {len(some)} | {failed} | {sum(case.seconds for case in some):.0f} |")
    return "\n".join(lines) + "\n"


def main(options: list[str]) -> int:
    """Run the tests and write the report; return the exit status of pytest."""
    revision = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-m", "soak", f"--junitxml={results}", *options],
            cwd=ROOT,
            env={**os.environ, "FUZZ": FUZZ},
            check=False,
        )
        REPORT.write_text(report(read(results), revision.stdout.strip()), encoding="utf-8")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
