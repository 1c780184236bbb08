"""The real application on a real Redis, called over HTTP by a real client."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from service.app import create_app
from service.settings import Settings
from tests.live import PLAIN
from yarrow_client.options.forms import Menu


class Api:
    """A client of the application with shorthands for the tests' requests."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def open(self, encounter: str = "duel", *names: str, **fields: Any) -> httpx.Response:
        """Open an encounter with the templates named, or with two combatants that can fight."""
        templates = names or ("one_eyed_ogre", "golden_bell_member")
        combatants = [{"template": template} for template in templates]
        return await self.client.post(
            "/v1/encounters", json={"ruleset": "s3", "id": encounter, "combatants": combatants, **fields}
        )

    async def command(
        self,
        kind: str,
        /,
        *,
        encounter: str = "duel",
        faces: list[str] | None = None,
        headers: Any = None,
        **fields: Any,
    ) -> httpx.Response:
        """Send a command."""
        body: dict[str, Any] = {"command": {"type": kind, **fields}}
        if faces is not None:
            body["faces"] = faces
        return await self.client.post(f"/v1/encounters/{encounter}/commands", json=body, headers=headers)

    async def turn(self, encounter: str = "duel") -> None:
        """Begin a round, and in it the turn of the ogre against the bell."""
        assert (await self.command("s3.begin_round", encounter=encounter)).is_success
        begun = await self.command("s3.begin_turn", encounter=encounter, pc="ogre", npc="bell", order="pc_first")
        assert begun.is_success, begun.text

    async def get(self, path: str = "", *, encounter: str = "duel", **options: Any) -> httpx.Response:
        """Read a resource of the encounter."""
        return await self.client.get(f"/v1/encounters/{encounter}{path}", **options)

    async def menu(self, *, encounter: str = "duel", headers: Any = None, **parameters: Any) -> Menu:
        """Read the options of a speaker, with their declarations."""
        asked = {"declarations": True, **parameters}
        answer = await self.get("/options", encounter=encounter, headers=headers, params=asked)
        assert answer.is_success, answer.text
        found = answer.json()
        return Menu(found, found["declared"])

    async def version(self, encounter: str = "duel") -> int:
        """Return the encounter's current version."""
        state: dict[str, Any] = (await self.get(encounter=encounter)).json()
        return int(state["version"])


def tagged_version(answer: httpx.Response) -> int:
    """Return the version of an encounter that the entity tag of a response begins with."""
    return int(answer.headers["etag"].strip('"').partition("-")[0])


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Api]:
    """The application with these settings; it is stopped at the end."""
    app = create_app(settings)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost", headers=PLAIN) as client,
    ):
        yield Api(client)


@pytest.fixture
def settings(redis_url: str, tenant: str) -> Settings:
    """Settings for a separate tenant on the shared server."""
    return Settings(redis_url=SecretStr(redis_url), tenant=tenant)


@pytest.fixture
async def api(settings: Settings) -> AsyncIterator[Api]:
    """A running application without encounters."""
    async with running(settings) as api:
        yield api
