"""A Redis server of a test's own, which the test may stop, fill and kill."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import SAFE, running


@pytest.fixture
def url(redis_program: Path, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a server of the test's own."""
    with running(redis_program, tmp_path, **SAFE) as url:
        yield url
