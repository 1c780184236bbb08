"""Runs the TypeScript client's own tests in a real Chromium, from its built modules on a page of another origin."""

import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.browser.pages import new_page, running_browser
from tests.browser.site import serving_folder
from tests.clients.node import TYPESCRIPT, install, node
from tests.program import serving
from tests.tiers import long

TESTS = ["client", "errors", "seating", "sse", "types", "watch", "witness"]
"""The others need files or processes of Node."""
LONG = "watch"  # waits for several broken connections
PAGE = """<!doctype html>
<title>Tests</title>
<link rel="icon" href="data:,">
<script type="importmap">{"imports": {
  "node:assert/strict": "./test/browser/assert.js",
  "node:test": "./test/browser/test.js",
  "node:timers/promises": "./test/browser/timers.js"
}}</script>
"""
RUN = """async (name) => {
  const { run } = await import("./test/browser/test.js");
  await import(`./test/${name}.test.js`);
  return run();
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web server, on a port of its own, that serves the client and its tests as JavaScript."""
    install()
    folder = tmp_path_factory.mktemp("built")
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    node(compiler, "--project", "tsconfig.browser.json", "--outDir", folder)
    shutil.copytree(TYPESCRIPT / "test" / "browser", folder / "test" / "browser")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    with serving_folder(folder) as url:
        yield url


@pytest.fixture(scope="module")
def service(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that pages of that server may use."""
    with serving(tmp_path_factory.mktemp("service"), variables={"YARROW_ORIGINS": site}) as url:
        yield url


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """A running Chromium."""
    async with running_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, site: str, service: str) -> AsyncIterator[Page]:
    """The page of the tests."""
    async with new_page(browser) as page:
        await page.goto(f"{site}/index.html?service={service}")
        yield page


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", [long(name) if name == LONG else name for name in TESTS])
async def test_its_own_tests_pass_in_a_browser(name: str, page: Page) -> None:
    results = await page.evaluate(RUN, name)
    assert [result for result in results if result[1] is not None] == []
    assert results
