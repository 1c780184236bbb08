"""The browser that shows the page of a guide."""

from collections.abc import Iterable
from pathlib import Path

import pytest
import pytest_asyncio

from tests.browser.conftest import browser, page

__all__ = ["browser", "page"]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of a module in one event loop, which is that of their browser."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)
