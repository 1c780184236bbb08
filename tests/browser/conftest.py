"""A browser for the tests of a module, and for each test a page that reports what went wrong in it."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, Route, async_playwright

from tests.browser.chromium import chromium

HERE = Path(__file__).parent
LOCAL = frozenset({"127.0.0.1", "localhost"})


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of a module in one event loop, which is that of their browser."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """A running Chromium."""
    found = chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=found.program, args=list(found.flags), env={**found.environment}
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page in a profile of its own. The test fails if the page logs an error or asks another machine."""
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(message.text)

    async def routed(route: Route) -> None:
        address = route.request.url
        if urlsplit(address).hostname in LOCAL:
            await route.continue_()
        else:
            faults.append(f"The page asks for {address}.")
            await route.abort()

    context = await browser.new_context()
    await context.route("**/*", routed)
    page = await context.new_page()
    page.on("console", heard)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    await context.close()
    assert faults == []
