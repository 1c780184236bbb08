"""The event loop that tests share with their browser."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio


def share_loop(items: Iterable[pytest.Item], folder: Path, scope: Literal["module", "session"]) -> None:
    """Run the asynchronous tests of a folder in one event loop for each module, or for the session."""
    for item in items:
        if folder in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope=scope), append=False)
