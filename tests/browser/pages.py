"""A running browser, and pages in profiles of their own that report what went wrong in them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, ConsoleMessage, Page, Route, async_playwright

from tests.browser.chromium import chromium

LOCAL = frozenset({"127.0.0.1", "localhost"})


@asynccontextmanager
async def running_browser() -> AsyncIterator[Browser]:
    """Run a Chromium."""
    found = chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=found.program, args=list(found.flags), env={**found.environment}
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def new_page(browser: Browser, **options: Any) -> AsyncIterator[Page]:
    """Open an empty page in a profile of its own, and fail at the end if it logged an error or asked another machine.

    An answer with an error status, which Chromium logs as an error of the network, is no fault.
    """
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            faults.append(message.text)

    async def routed(route: Route) -> None:
        address = route.request.url
        if urlsplit(address).hostname in LOCAL:
            await route.continue_()
        else:
            faults.append(f"The page asks for {address}.")
            await route.abort()

    context = await browser.new_context(**options)
    await context.route("**/*", routed)
    page = await context.new_page()
    page.on("console", heard)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    await context.close()
    assert faults == []
