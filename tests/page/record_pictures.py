"""Take the pictures of the page that the README and its documentation show: ``python -m tests.page.record_pictures``.

They show published fights, whose faces are known, so that each run takes the same pictures.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from playwright.async_api import expect

from tests.browser.pages import new_page, running_browser
from tests.page.visitor import Service, Visitor
from tests.program import ROOT, serving
from tests.waiting import PATIENCE

DOCS: Final = ROOT / "docs"
SCREEN: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
HANDS: Final = (("AH", "8C"), ("4S", "9D", "3H"), ("QS", "6C"))


class Picture(NamedTuple):
    """A picture: how its fight comes about, and the options of its page."""

    prepare: Callable[[Visitor, Service], Awaitable[None]]
    options: dict[str, Any]


async def _table(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.play_published("s3", 2))


async def _replay(visitor: Visitor, service: Service) -> None:
    fight = await service.play_published("s3", 7)
    await visitor.go(f"{fight}/replay/23")
    await expect(visitor.page.locator("[data-version='23']")).to_be_visible()
    await expect(visitor.region("Story").locator(".here")).to_be_visible()


async def _cards(visitor: Visitor, service: Service) -> None:
    fight = await service.open(scene="gang_war", chance="supplied", options={"hand": "open"})
    body = {"command": {"type": "yin_yang.start_turn"}, "faces": HANDS}
    (await service.client.post(f"encounters/{fight}/commands", json=body)).raise_for_status()
    await visitor.go(fight)
    await visitor.play.get_by_role("button", name="Attack", exact=True).click()
    await visitor.play.get_by_role("radio", name="8 of clubs").check(force=True)


async def _target(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.play_published("century", 2))


async def _count(visitor: Visitor, service: Service) -> None:
    await visitor.go(await service.play_published("ticks", 6))


PICTURES: Final = {
    "page-table.png": Picture(_table, {"viewport": SCREEN}),
    "page-replay.png": Picture(_replay, {"viewport": SCREEN}),
    "page-cards.png": Picture(_cards, {"viewport": SCREEN, "color_scheme": "dark"}),
    "page-target.png": Picture(_target, {"viewport": SCREEN}),
    "page-phone.png": Picture(_count, {"viewport": PHONE, "color_scheme": "dark"}),
}


async def record(folder: Path, address: str) -> None:
    """Take all pictures with a running service."""
    expect.set_options(timeout=PATIENCE * 1000)
    async with running_browser() as browser, httpx.AsyncClient(base_url=f"{address}/v1/", timeout=PATIENCE) as client:
        for name, picture in PICTURES.items():
            async with new_page(browser, **picture.options, reduced_motion="reduce") as page:
                visitor = Visitor(page, address)
                await picture.prepare(visitor, Service(client))
                await expect(visitor.region("Whose turn")).to_be_visible()
                await expect(page.locator("[aria-busy]")).to_have_count(0)
                await page.screenshot(path=folder / name)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as address:
        asyncio.run(record(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS, address))
