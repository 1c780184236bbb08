"""Run the soak tests and write their report: ``python -m tests.soak [PYTEST …]`` writes ``tests/soak.md``.

They cover more of what the other tiers sample: more fights, longer searches, more kills, every edge of every command,
an hour's play. A run of some of them replaces only their rows; each row names the revision at which its test last ran.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

from bench.processes.outcome import revision

ROOT: Final = Path(__file__).parents[1]
REPORT: Final = Path(__file__).with_name("soak.md")
ALONE: Final = "tests/topologies/test_processes.py"
"""Tests that also measure: nothing else runs at the same time."""
PROPERTIES: Final = ("-o", "junit_family=xunit1")
"""The format of results in which a test can report something."""
FUZZ: Final = "60"
"""The number of examples that Schemathesis tries for each operation."""
HEAD: Final = """# Results of the longest tests

`make soak` runs these tests, and `tests/soak.py` writes this page: when each of them last ran, how it ended, and what
it measured without a limit.

| test | cases | failed | seconds | at | reported |
| --- | ---: | ---: | ---: | --- | --- |
"""


class Case(NamedTuple):
    """A test that was run: its function, its duration, whether it passed, and what it reported (``reported``)."""

    test: str
    seconds: float
    passed: bool
    reported: tuple[str, ...] = ()


def read(file: Path) -> list[Case]:
    """Return the test cases of a run from its JUnit file."""
    found = []
    for case in ElementTree.parse(file).iter("testcase"):
        name = case.get("name", "").partition("[")[0]
        passed = all(part.tag not in ("failure", "error") for part in case)
        reported = [str(one.get("value")) for one in case.iter("property") if one.get("name") == "reported"]
        found.append(Case(f"{case.get('classname')}.{name}", float(case.get("time", "0")), passed, tuple(reported)))
    return found


def rows_of(cases: Iterable[Case], revision: str) -> dict[str, str]:
    """Return the row of each test function that was run."""
    by_test: dict[str, list[Case]] = {}
    for case in cases:
        by_test.setdefault(case.test, []).append(case)
    rows = {}
    for test, some in by_test.items():
        failed = sum(not case.passed for case in some)
        seconds = sum(case.seconds for case in some)
        reported = " ".join([one for case in some for one in case.reported])
        rows[test] = f"| `{test}` | {len(some)} | {failed} | {seconds:.0f} | {revision} | {reported} |"
    return rows


def rows_in(page: str) -> dict[str, str]:
    """Return the rows of a report, by test function."""
    return {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}


def report(rows: Mapping[str, str]) -> str:
    """Return the report as Markdown: the rows of the tests that still exist."""
    return HEAD + "".join(f"{row}\n" for test, row in sorted(rows.items()) if exists(test))


def exists(test: str) -> bool:
    """Return whether there is a test function of this name, as ``tests.folder.module.function``."""
    module, _, function = test.rpartition(".")
    file = ROOT / f"{module.replace('.', '/')}.py"
    return file.exists() and f"def {function}(" in file.read_text(encoding="utf-8")


def main(options: list[str]) -> int:
    """Run the tests and write the report; return the first exit status of pytest that is not 0."""
    at = revision()
    chosen = any((ROOT / option.partition("::")[0]).exists() for option in options)
    status = 0
    for words in [options] if chosen else [[*options, f"--ignore={ALONE}"], [*options, "-n", "0", ALONE]]:
        ended, cases = _run(words)
        status = status or ended
        rows = {**rows_in(REPORT.read_text(encoding="utf-8")), **rows_of(cases, at)}
        REPORT.write_text(report(rows), encoding="utf-8")
    return status


def _run(words: list[str]) -> tuple[int, list[Case]]:
    """Run pytest; return its exit status and the cases that were run."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-m", "soak", f"--junitxml={results}", *PROPERTIES, *words],
            cwd=ROOT,
            env={**os.environ, "FUZZ": FUZZ},
            check=False,
        )
        return done.returncode, read(results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
