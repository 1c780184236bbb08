"""Try a mutant: put it into a copy of the project and run tests there until one fails."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.mutants.sample import Mutant

PATIENCE: Final = 1800.0
"""Seconds after which unfinished tests count as failed, because a mutant may loop forever."""
RULE: Final = re.compile(r"\b[A-Z0-9]{2}-[A-Z]+-\d+\b")
PYTEST: Final = (sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "--no-header")
SPARED: Final = ("-p", "no:cacheprovider", "-p", "no:schemathesis")  # not needed here; the last is slow to start
FAILED: Final = re.compile(r"^(?:FAILED|ERROR|ImportError while loading conftest) '?([^\s']+)", re.MULTILINE)
SHARED: Final = ("tests/laws", "tests/rules")
"""The folders of the tests that run against every ruleset."""
NO_TESTS: Final = 5  # pytest's exit status if no test was selected


class Copy:
    """A copy of the project's files in which one module at a time is replaced."""

    def __init__(self, root: Path, folder: Path) -> None:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
        self.root = folder
        for name in listed.decode().split("\0"):
            if name and (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, folder / name)

    def catches(self, mutant: Mutant, stages: Sequence[Sequence[str]]) -> str | None:
        """Return the first test that fails with a mutant in place, or None if all stages of tests pass."""
        path = self.root / mutant.file
        before = path.read_text("utf-8")
        self._write(path, mutant.source(self.root))
        try:
            return next((failed for stage in stages if (failed := self.failed(stage)) is not None), None)
        finally:
            self._write(path, before)

    def failed(self, arguments: Sequence[str]) -> str | None:
        """Run pytest with these arguments; return the first test that fails, or None if all pass."""
        try:
            done = subprocess.run(
                [*PYTEST, *SPARED, *arguments],
                cwd=self.root,
                env={**os.environ, "PYTHONPATH": str(self.root)},
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"no end after {PATIENCE:.0f} s"
        if done.returncode in (0, NO_TESTS):
            return None
        named = FAILED.search(done.stdout + done.stderr)
        if named is None:
            raise RuntimeError(f"The tests could not be run:\n{done.stdout}\n{done.stderr}")
        return named[1]

    @staticmethod
    def _write(path: Path, text: str) -> None:
        """Write a module and delete the bytecode of its predecessor, which may have the same time and size."""
        path.write_text(text, encoding="utf-8")
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()


def stages(mutant: Mutant, root: Path) -> list[list[str]]:
    """Return the test arguments to run against a mutant, likely failures first.

    The order is: the files of the ruleset's tests that claim a rule which the mutated module names, all tests of the
    ruleset, and the tests that run against every ruleset.
    """
    named = set(RULE.findall((root / mutant.file).read_text("utf-8")))
    own = own_tests(mutant.ruleset)
    files = [
        path for path in sorted((root / own).rglob("test_*.py")) if named & set(RULE.findall(path.read_text("utf-8")))
    ]
    claiming = [path.relative_to(root).as_posix() for path in files]
    shared = [
        path.relative_to(root).as_posix() for folder in SHARED for path in sorted((root / folder).glob("test_*.py"))
    ]
    return [*([claiming] if claiming else []), [own], [*shared, "-k", mutant.ruleset]]


def own_tests(ruleset: str) -> str:
    """Return the folder of the tests of a ruleset."""
    return f"tests/rules/{ruleset}"
