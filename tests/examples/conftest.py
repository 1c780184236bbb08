"""A service that pages of a second port may use, and the browser that shows them."""

from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from pydantic import SecretStr

from service.settings import Settings
from tests.browser.conftest import browser, page
from tests.browser.loops import share_loop
from tests.browser.site import serving_folder
from tests.live import Service, served
from tests.program import ROOT

__all__ = ["browser", "page"]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of a module in one event loop, which is that of their browser."""
    share_loop(items, HERE, "module")


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a web server, on a port of its own, that serves the examples."""
    with serving_folder(ROOT / "examples") as url:
        yield url


@pytest_asyncio.fixture(loop_scope="module")
async def service(redis_url: str, tenant: str, site: str) -> AsyncIterator[Service]:
    """A service without a secret that names the origin of the examples."""
    async with served(Settings(redis_url=SecretStr(redis_url), tenant=tenant, origins=site)) as service:
        yield service
