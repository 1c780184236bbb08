"""Tests that the test kit starts a service that is gone afterwards, as the client's README shows."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.program import PROGRAM, ROOT, environment
from tests.waiting import PATIENCE
from yarrow_client.sync import Yarrow
from yarrow_client.testing import NotStarted, serving

README = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"`(\w+\.py)`[^`]*:\n\n```python\n(.*?)```", README, flags=re.DOTALL))


def test_the_fixture_of_the_page_tests_a_bot(tmp_path: Path) -> None:
    assert BLOCKS.keys() == {"conftest.py", "test_bot.py"}
    for name, text in BLOCKS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout


def test_each_service_is_empty_and_gone_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YARROW_SECRET", "that of the developer, which does not apply")
    with serving(program=PROGRAM) as url, Yarrow(url) as yarrow:
        assert list(yarrow.encounters()) == []
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/healthz", timeout=PATIENCE)


def test_a_service_that_cannot_be_started_says_why() -> None:
    with pytest.raises(NotStarted, match="YARROW_ACKNOWLEDGE"), serving(variables={"YARROW_ACKNOWLEDGE": "never"}):
        pass
