"""Pictures of every view in every system, in three widths and two schemes, for people to look at: in `pictures`."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser.pages import new_page
from tests.page.record_pictures import DOCS, record
from tests.page.systems import SYSTEMS
from tests.page.visitor import Visitor
from tests.tiers import long

SHOWN = re.compile(r"\((?:\.\./|docs/)?(page-\w+\.png)\)")
PICTURES = Path(__file__).parent / "pictures"
SIZES = {"wide": (1440, 1000), "middle": (1024, 900), "phone": (360, 740)}


@pytest.mark.parametrize("key", [long(key) for key in SYSTEMS])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_view_is_pictured(browser: Browser, address: str, key: str, size: str, scheme: Any) -> None:
    system = SYSTEMS[key]
    width, height = SIZES[size]
    options = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "reduced_motion": "reduce"}
    async with new_page(browser, **options) as page:
        visitor = Visitor(page, address)

        async def picture(view: str) -> None:
            path = PICTURES / f"{key}-{view}.{size}-{scheme}.png"
            await expect(page.locator("[aria-busy]")).to_have_count(0)
            await page.screenshot(path=path, full_page=True)
            assert path.stat().st_size > 0

        await visitor.go()
        await page.get_by_role("radio", name=system.title).click()
        await expect(page.get_by_role("button", name="Begin")).to_be_visible()
        await picture("fights")
        fight = await visitor.begin(system.title, system.scene)
        await picture("begun")
        for step in range(6):
            await visitor.act("Attack")
            await picture(f"step-{step + 1}")
        await visitor.go(f"{fight}/replay/{await visitor.version() - 3}")
        await expect(page.get_by_role("slider", name="Event")).to_be_visible()
        await expect(page.locator("[data-version]")).to_be_visible()
        await picture("replay")
        await visitor.go(f"{fight}/proof")
        await expect(page.locator(".verdicts").get_by_role("listitem")).to_have_count(3)
        await picture("proof")


def pictures_in(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("page-*.png")}


def shown() -> set[str]:
    """Return the pictures that the documentation shows."""
    texts = [path.read_text(encoding="utf-8") for path in (DOCS / "howto" / "page.md", DOCS.parent / "README.md")]
    return {name for text in texts for name in SHOWN.findall(text)}


@pytest.mark.long
async def test_the_pictures_of_the_documentation_are_those_that_are_taken(address: str, tmp_path: Path) -> None:
    await record(tmp_path, address)
    assert pictures_in(tmp_path) == pictures_in(DOCS) == shown()
