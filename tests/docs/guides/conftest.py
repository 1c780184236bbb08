"""The browser that shows the page of a guide."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.browser.conftest import browser, page
from tests.browser.loops import share_loop

__all__ = ["browser", "page"]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of a module in one event loop, which is that of their browser."""
    share_loop(items, HERE, "module")
