"""One service and one browser for all tests of the page, and for each test a page in a profile of its own."""

from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.loops import share_loop
from tests.browser.pages import new_page, running_browser
from tests.browser.site import serving_folder
from tests.page.visitor import Service, Visitor
from tests.program import serving
from tests.waiting import PATIENCE

HERE = Path(__file__).parent
WIDE = {"width": 1440, "height": 1000}


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run all tests of the page in one event loop, which is that of their browser."""
    share_loop(items, HERE, "session")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a web site of somebody else."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="session")
def elsewhere(folder: Path) -> Iterator[str]:
    """The address of that site, whose pages may use the service."""
    with serving_folder(folder) as url:
        yield url


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, elsewhere: str) -> Iterator[str]:
    """The address of a running service."""
    with serving(tmp_path_factory.mktemp("page"), variables={"YARROW_ORIGINS": elsewhere}) as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def service(address: str) -> AsyncIterator[Service]:
    """A client of the service, to compare what it answers with what the page shows."""
    async with httpx.AsyncClient(base_url=f"{address}/v1/", timeout=PATIENCE) as client:
        yield Service(client)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A running Chromium."""
    expect.set_options(timeout=PATIENCE * 1000)
    async with running_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """An empty page on a wide screen."""
    async with new_page(browser, viewport=WIDE) as page:
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(page: Page, address: str) -> Visitor:
    """A visitor of the page of the service."""
    return Visitor(page, address)
