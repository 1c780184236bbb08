"""A browser for the tests of a module, and for each test a page that reports what went wrong in it."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.browser.loops import share_loop
from tests.browser.pages import new_page, running_browser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of a module in one event loop, which is that of their browser."""
    share_loop(items, HERE, "module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """A running Chromium."""
    async with running_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page in a profile of its own. The test fails if the page logs an error or asks another machine."""
    async with new_page(browser) as page:
        yield page
