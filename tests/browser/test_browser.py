"""The browser of the tests: which one it is, that it shows a page, and that it says what is missing."""

import platform
import sys
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.chromium import FLAGS, Chromium, NoBrowser, installed, require_package, unpacked
from tests.browser.site import serving_folder

COUNTER = """<!doctype html>
<title>Counter</title>
<link rel="icon" href="data:,">
<output aria-label="Throws">0</output>
<button>Throw</button>
<script type="module">
  const count = document.querySelector("output");
  document.querySelector("button").onclick = () => { count.textContent = Number(count.textContent) + 1; };
</script>
"""


async def test_a_page_is_read_as_it_is_on_the_screen(page: Page, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(COUNTER, encoding="utf-8")
    with serving_folder(tmp_path) as url:
        await page.goto(url)
        throws = page.get_by_label("Throws")
        await expect(throws).to_have_text("0")
        for _ in range(2):
            await page.get_by_role("button", name="Throw").click()
        await expect(throws).to_have_text("2")
        assert await page.title() == "Counter"
        box = await throws.bounding_box()
        assert box is not None
        assert box["height"] > 0  # letters are drawn


async def test_two_profiles_stand_side_by_side(page: Page, tmp_path: Path) -> None:
    assert page.context.browser is not None
    other = await page.context.browser.new_context()
    second = await other.new_page()
    await second.set_content("<p>Second</p>")
    await page.set_content("<p>First</p>")
    await expect(second.locator("p")).to_have_text("Second")
    await expect(page.locator("p")).to_have_text("First")
    await other.close()


def test_an_installed_browser_is_taken_before_the_one_of_the_package() -> None:
    programs = {"google-chrome": "/opt/google-chrome", "chromium-browser": "/opt/chromium-browser"}
    assert installed(programs.get) == Chromium(Path("/opt/chromium-browser"), FLAGS)


def test_the_browser_of_the_package_is_unpacked_once() -> None:
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        found = unpacked()
        before = found.program.stat().st_mtime_ns
        assert unpacked() == found
        assert found.program.stat().st_mtime_ns == before
        assert all(Path(found.variables[name]).is_dir() for name in ("LD_LIBRARY_PATH", "FONTCONFIG_PATH"))
    else:
        assert installed() is not None


@pytest.mark.parametrize(("system", "machine"), [("linux", "aarch64"), ("darwin", "x86_64")])
def test_a_machine_for_which_the_package_has_no_browser_is_told_what_to_install(system: str, machine: str) -> None:
    said = rf"has none for {system} on {machine}: install one, so that one of chromium, .* is in the PATH\."
    with pytest.raises(NoBrowser, match=said):
        require_package(system, machine)
