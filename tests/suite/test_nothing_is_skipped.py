"""Tests that a run in CI fails if a test was skipped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


INSIDE = "import pytest\ndef test_two():\n    pytest.skip('x')"
WHOLE_MODULE = "import pytest\npytest.skip('x', allow_module_level=True)"


@pytest.mark.parametrize(
    ("skipping", "ci", "workers", "code"), [(INSIDE, "1", "1", 1), (WHOLE_MODULE, "1", "0", 1), (INSIDE, "", "0", 0)]
)
def test_a_skipped_test_fails_the_run_in_ci_alone(
    tmp_path: Path, skipping: str, ci: str, workers: str, code: int
) -> None:
    (tmp_path / "test_one.py").write_text("def test_one():\n    pass\n")
    (tmp_path / "test_two.py").write_text(skipping)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-n", workers, "--rootdir", tmp_path, tmp_path],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stdout
    assert ("A skipped test is a failure here" in run.stdout) is bool(code)
