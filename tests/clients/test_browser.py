"""Runs the TypeScript client's own tests in a real Chromium, from its built modules on a page of another origin."""

import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.pages import new_page, running_browser
from tests.browser.site import serving_folder
from tests.clients.node import TYPESCRIPT, install, node
from tests.docs.snippets import ADDRESS
from tests.program import serving
from tests.tiers import long
from yarrow_client import Yarrow

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
[SHOWN] = re.findall(r"```html\n(.*?)```", (TYPESCRIPT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
RUN = """async (name) => {
  const { run } = await import("./test/browser/test.js");
  await import(`./test/${name}.test.js`);
  return run();
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the client and its tests as JavaScript."""
    install()
    folder = tmp_path_factory.mktemp("built")
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    node(compiler, "--project", "tsconfig.browser.json", "--outDir", folder)
    shutil.copytree(TYPESCRIPT / "test" / "browser", folder / "test" / "browser")
    shutil.copytree(folder / "src", folder / "dist")
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of a web server, on a port of its own, that serves that folder."""
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


@pytest.mark.asyncio(loop_scope="module")
async def test_the_page_that_is_shown_tells_a_fight_live(page: Page, folder: Path, site: str, service: str) -> None:
    icon = '<link rel="icon" href="data:,">'
    (folder / "alley.html").write_text(SHOWN.replace(ADDRESS, service).replace("<ol>", f"{icon}<ol>"), encoding="utf-8")
    async with Yarrow(service) as yarrow:
        fight = await yarrow.open("s3", id="alley", combatants=[{"template": "guard"}])
        await page.goto(f"{site}/alley.html")
        lines = page.get_by_role("listitem")
        await expect(lines.first).to_contain_text("Guard")
        await fight.command("core.note", text="It rains.")
        await expect(lines.last).to_have_text("A note: “It rains.”")
