"""The page that uses the TypeScript client as it is built: it shows a fight, follows it and gives commands."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect
from pydantic import SecretStr

from service.settings import Settings
from tests.browser.site import serving_folder
from tests.clients.node import TYPESCRIPT, install, node
from tests.live import Service, served
from tests.program import ROOT

PAGE = ROOT / "examples" / "page.html"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web server that serves a checkout in which the client is built."""
    install()
    folder = tmp_path_factory.mktemp("checkout")
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    built = folder / "clients" / "typescript" / "dist"
    node(compiler, "--project", "tsconfig.build.json", "--noCheck", "--outDir", built)
    (folder / "examples").mkdir()
    (folder / "examples" / PAGE.name).write_bytes(PAGE.read_bytes())
    with serving_folder(folder) as url:
        yield url


@pytest_asyncio.fixture(loop_scope="module")
async def service(redis_url: str, tenant: str, checkout: str) -> AsyncIterator[Service]:
    """A service without a secret that names the origin of the page."""
    async with served(Settings(redis_url=SecretStr(redis_url), tenant=tenant, origins=checkout)) as service:
        yield service


async def test_the_page_shows_a_fight_follows_it_and_gives_commands(
    service: Service, checkout: str, page: Page
) -> None:
    (await service.client.post("/v1/encounters", json={"scene": "jailbreak", "id": "fight"})).raise_for_status()
    await page.goto(f"{checkout}/examples/{PAGE.name}?service={service.url}&encounter=fight&as=player:devil")
    status, story = page.get_by_role("status"), page.get_by_role("log", name="Story")
    cards, commands = page.get_by_role("list", name="Combatants"), page.get_by_label("Commands")
    await expect(status).to_have_text("To act: Devil in the Wind")
    await expect(cards.get_by_role("listitem").first).to_contain_text("Devil in the Wind · able · Breath")
    await expect(story.get_by_role("listitem").last).to_contain_text("it is Devil in the Wind's turn")
    await service.command("fight", type="core.note", text="It rains.")
    await expect(story.get_by_role("listitem").last).to_have_text("A note: “It rains.”")
    for target in ("First guard", "Second guard"):
        await expect(commands.get_by_role("button", name=f"Attack {target} with").first).to_be_visible()
    punch = commands.get_by_role("button", name="Attack First guard with bare hands, to subdue", exact=True)
    await punch.click()
    await expect(story.get_by_role("listitem").last).to_contain_text(
        "Devil in the Wind closes in and attacks First guard"
    )
    await expect(punch).to_have_count(0)


async def test_the_page_of_who_is_asked_has_a_button_for_each_answer(
    service: Service, checkout: str, page: Page
) -> None:
    (await service.client.post("/v1/encounters", json={"scene": "jailbreak", "id": "fight"})).raise_for_status()
    attack = {"type": "s3.attack", "actor": "devil", "target": "guard_1", "weapon": "unarmed"}
    await service.command("fight", **attack)
    await page.goto(f"{checkout}/examples/{PAGE.name}?service={service.url}&encounter=fight&as=player:guard_1")
    before = await page.get_by_role("log").get_by_role("listitem").count()
    await page.get_by_role("button", name="evasion").first.click()
    await expect(page.get_by_role("log").get_by_role("listitem").nth(before)).to_be_visible()


async def test_the_page_says_when_it_is_up_to_anyone(service: Service, checkout: str, page: Page) -> None:
    body = {"ruleset": "ticks", "id": "fight", "combatants": [{"template": "iris"}]}
    (await service.client.post("/v1/encounters", json=body)).raise_for_status()
    await page.goto(f"{checkout}/examples/{PAGE.name}?service={service.url}&encounter=fight")
    await expect(page.get_by_role("status")).to_have_text("To act: anyone")


def test_the_page_is_short() -> None:
    assert len(PAGE.read_text(encoding="utf-8").splitlines()) <= 60
