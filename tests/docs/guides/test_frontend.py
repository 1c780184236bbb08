"""Tests that the page of the guide, on another origin, shows a fight, answers questions, and takes an invitation."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect
from pydantic import SecretStr

from service.settings import Settings
from tests.browser.site import serving_folder
from tests.docs.snippets import PATH, Snippet, at, shell_says, snippets
from tests.http.access.tokens import SECRET, bearer
from tests.live import Service, served
from tests.program import ROOT

GUIDE = (ROOT / "docs" / "howto" / "frontend.md").read_text(encoding="utf-8")
[HTML] = re.findall(r"```html\n(.*?)```", GUIDE, flags=re.DOTALL)
SERVE, OPEN, ATTACK = snippets(ROOT / "docs" / "howto" / "frontend.md")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web server, on a port of its own, that serves the page."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "page.html").write_text(HTML, encoding="utf-8")
    with serving_folder(folder) as url:
        yield url


@pytest_asyncio.fixture(loop_scope="module", params=[None, SECRET], ids=["without a secret", "with a secret"])
async def service(redis_url: str, tenant: str, site: str, request: pytest.FixtureRequest) -> AsyncIterator[Service]:
    """A service that names the origin of the page, and a client of it that is a narrator."""
    secret = SecretStr(request.param) if request.param else None
    settings = Settings(redis_url=SecretStr(redis_url), tenant=tenant, origins=site, secret=secret)
    async with served(settings) as service:
        if secret:
            service.client.headers.update(bearer(tenant))
        yield service


async def test_a_player_answers_and_reads_the_story_on_the_page(
    service: Service, site: str, page: Page, tmp_path: Path
) -> None:
    await run(service, tmp_path, OPEN)
    await page.goto(f"{site}/page.html?service={service.url}&encounter=bridge{await seat(service)}")
    await expect(page.get_by_role("status")).to_have_text("One-Eyed Ogre has the turn")
    await expect(page.get_by_role("listitem").filter(has_text="Golden Bell member: able")).to_be_visible()
    assert "invitation" not in page.url

    await run(service, tmp_path, OPEN._replace(code="\n".join(OPEN.code.splitlines()[:2])), ATTACK)
    await expect(page.get_by_text("Golden Bell member has to answer One-Eyed Ogre's attack.")).to_be_visible()
    await page.get_by_role("button", name="Answers with evasion").click()
    await expect(page.locator("#story")).to_contain_text(
        re.compile("One-Eyed Ogre .*Golden Bell member with bare hands")
    )
    await expect(page.get_by_role("button")).to_have_count(0)
    await service.command("bridge", type="core.close")
    await expect(page.get_by_role("status")).to_have_text("The fight is over.")


async def run(service: Service, folder: Path, *session: Snippet) -> None:
    """Run shell snippets of the guide, whose requests carry the token of the narrator if there is a secret."""
    header = service.client.headers.get("Authorization")
    curl = "curl" if header is None else f"curl -H 'Authorization: {header}'"
    adapted = [one._replace(code=one.code.replace("curl", curl)) for one in at(service.url, session)]
    await asyncio.to_thread(shell_says, adapted, folder, PATH)


async def seat(service: Service) -> str:
    """Return the end of the page's address for the player of a combatant, with an invitation if there is a secret."""
    if "Authorization" not in service.client.headers:
        return "&as=player:bell"
    seat = {"role": "player", "combatants": ["bell"], "encounters": ["bridge"]}
    invited = await service.client.post("/v1/invitations", json=seat)
    return f"#invitation={invited.raise_for_status().json()['invitation']}"


def test_the_service_is_started_with_the_origin_of_the_page() -> None:
    assert re.fullmatch(r"YARROW_ORIGINS=(http://127\.0\.0\.1:5173) make run\n", SERVE.code)
    assert "`python3 -m http.server 5173 --bind 127.0.0.1`" in GUIDE
    assert len(HTML.splitlines()) <= 80
