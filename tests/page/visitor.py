"""Somebody at the page: begins fights, presses what is there, and waits until the page shows what came of it."""

import re
from collections.abc import Sequence
from typing import Any

import httpx
from playwright.async_api import Locator, Page, expect

from domain.ruleset.demo import load_demonstration


class Service:
    """The service, asked without the page."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def read(self, path: str, speaker: str = "narrator", **query: Any) -> Any:
        """Return a JSON response."""
        return (await self.client.get(path, params=query, headers={"Yarrow-As": speaker})).raise_for_status().json()

    async def open(self, **opening: Any) -> str:
        """Open a fight; return its ID."""
        opened = (await self.client.post("encounters", json=opening)).raise_for_status().json()
        return str(opened["encounter"])

    async def invite(self, fight: str, **rights: Any) -> str:
        """Make an invitation to a fight; return its text."""
        body = {"encounters": [fight], **rights}
        made = (await self.client.post("invitations", json=body)).raise_for_status().json()
        return str(made["invitation"])

    async def play_published(self, key: str, steps: int) -> str:
        """Play the first steps of a ruleset's demonstration, whose faces are published; return the fight's ID."""
        demo = load_demonstration(f"domain.rulesets.{key}")
        fight = await self.open(scene=demo.scene)
        played = [step for step in demo.chapters[0].steps if step.refused_by is None]
        for step in played[:steps]:
            body = {"command": step.command, **({} if step.faces is None else {"faces": step.faces})}
            (await self.client.post(f"encounters/{fight}/commands", json=body)).raise_for_status()
        return fight

    async def command(self, fight: str, kind: str, **fields: Any) -> None:
        """Send a command of the narrator."""
        body = {"command": {"type": kind, **fields}}
        (await self.client.post(f"encounters/{fight}/commands", json=body)).raise_for_status()


class Visitor:
    """Uses the page as a person does, by roles and names."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    async def go(self, path: str = "") -> None:
        """Open an address of the page, such as ``alley/replay/7``."""
        await self.page.goto(f"{self.address}/#/{path}")

    async def begin(self, system: str, scene: str) -> str:
        """Begin a fight from a ready scene, in three clicks; return its ID."""
        await self.go()
        await self.page.get_by_role("radio", name=system).click()
        await self.page.get_by_role("radio", name=scene).click()
        await self.page.get_by_role("button", name="Begin").click()
        await expect(self.region("Whose turn")).to_be_visible()
        return self.page.url.rpartition("/")[2]

    def region(self, name: str) -> Locator:
        """Return a part of the page by its name."""
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def play(self) -> Locator:
        """What is yours to do."""
        return self.region("Yours to do")

    @property
    def throw(self) -> Locator:
        """The last throw, and what is to fall."""
        return self.page.locator(".stage")

    async def version(self) -> int:
        """Return the version that the page shows."""
        return int(await self.page.locator("[data-version]").get_attribute("data-version") or 0)

    async def press(self, button: Locator) -> None:
        """Press a button that sends a command once another may be sent, and wait until the page shows its result."""
        await self.settles()
        before = await self.version()
        await button.click()
        await self.shows_more_than(before)

    async def answer(self, number: int = 1) -> None:
        """Answer a question by its number on the keyboard once a command may be sent, and wait for the result."""
        await self.settles()
        before = await self.version()
        await self.page.keyboard.press(str(number))
        await self.shows_more_than(before)

    async def shows_more_than(self, version: int) -> None:
        """Wait until the page shows a later version."""
        shown = self.page.locator("[data-version]")
        await expect(shown).not_to_have_attribute("data-version", str(version))

    async def settles(self) -> None:
        """Wait until what may be done is that of the version that is shown."""
        await expect(self.page.locator(".play:not([aria-busy])")).to_be_visible()

    async def attacks_until(self, offered: Locator, *, most: int = 60) -> None:
        """Do what is next, attacks before all else, until something is offered; fail after ``most`` deeds."""
        for _ in range(most):
            await self.settles()
            if await offered.count():
                return
            await self.act("Attack")
        raise AssertionError(f"{offered} is not offered")

    async def act(self, *names: str) -> None:
        """Do what is next: answer the first way, or press the first button of these names, else a main one."""
        await self.settles()
        await expect(self.play.locator(".answer, .actions button, .waiting").first).to_be_visible()
        if await self.play.locator(".answer").count():
            await self.answer()
            return
        before = await self.version()
        form = self.play.get_by_role("form")
        changed = self.page.locator(f"[data-version]:not([data-version='{before}'])")
        await (await self._next(names)).click()
        await expect(form.or_(changed).first).to_be_visible()
        if await form.count():
            await form.locator("button[type=submit]").click()
        await self.shows_more_than(before)

    async def _next(self, names: Sequence[str]) -> Locator:
        for name in names:
            found = self.play.get_by_role("button", name=name, exact=True)
            if await found.count():
                return found.first
        return self.play.locator(".actions button.main").first

    async def play_until(self, falls: re.Pattern[str], *names: str, within: int = 40) -> Locator:
        """Play until a throw is shown that is called so, and return it."""
        thrown = self.throw.get_by_role("img", name=falls)
        for _ in range(within):
            if await thrown.count():
                return thrown.first
            await self.act(*names)
        raise AssertionError(f"After {within} steps no throw is called {falls.pattern}.")


async def sent_by(visitor: Visitor, form: Locator) -> Any:
    """Send a form; return the command that the page sends."""
    async with visitor.page.expect_request(lambda one: "/commands" in one.url and "prefer" not in one.headers) as sent:
        await visitor.press(form.locator("button[type=submit]"))
    body: Any = (await sent.value).post_data_json
    return body["command"]


async def at_any_time(visitor: Visitor, label: str) -> Locator:
    """Open a form that is there at any time, and return it."""
    await visitor.settles()
    await visitor.play.get_by_text("At any time").click()
    await visitor.play.get_by_role("button", name=label, exact=True).click()
    return visitor.play.get_by_role("form", name=label)
