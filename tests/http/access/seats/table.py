"""A table with two combatants, and how its narrator seats players, with and without a secret."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx

from service.settings import Settings
from tests.http.access.tokens import bearer
from tests.live import Service, served

TOKENS = "/v1/tokens"
INVITATIONS = "/v1/invitations"
EXCHANGE = "/v1/invitations/exchange"
DUEL = "/v1/encounters/duel"
SEATS = f"{DUEL}/seats"
OGRE = {"role": "player", "combatants": ["ogre"], "encounters": ["duel"]}
"""The rights of a player who holds the seat of the ogre."""


class Table(NamedTuple):
    """A service with a duel and another encounter, and the headers of the narrator of its tenant."""

    service: Service
    narrator: Mapping[str, str]

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: Any = None, **options: Any
    ) -> httpx.Response:
        """Send a request, by default as the narrator."""
        sent = self.narrator if headers is None else headers
        return await self.service.client.request(method, path, headers=dict(sent), json=body, **options)

    async def made(
        self, kind: str = "token", headers: Mapping[str, str] | None = None, /, **rights: Any
    ) -> dict[str, Any]:
        """Return a new token or invitation, with the response's other fields."""
        answer = await self.ask("POST", f"/v1/{kind}s", headers, rights)
        assert answer.status_code == 201, answer.text
        assert answer.headers["cache-control"] == "no-store"
        found: dict[str, Any] = answer.json()
        return found

    async def seated(self, headers: Mapping[str, str] | None = None, /, **rights: Any) -> dict[str, str]:
        """Return the headers of somebody with a new token."""
        return authorized((await self.made("token", headers, **rights))["token"])

    async def exchanged(self, invitation: str) -> dict[str, Any]:
        """Return the token for an invitation, with the response's other fields."""
        answer = await self.ask("POST", EXCHANGE, {}, {"invitation": invitation})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def refused(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: Any = None
    ) -> tuple[int, str, str | None]:
        """Return the status, the code and the field of the problem with a request."""
        answer = await self.ask(method, path, headers, body)
        assert answer.is_error, answer.text
        problem = answer.json()
        return answer.status_code, problem["code"], problem.get("field")

    async def speaker(self, headers: Mapping[str, str]) -> str:
        """Return the speaker of a note that somebody gives."""
        answer = await self.ask("POST", f"{DUEL}/commands", headers, {"command": {"type": "core.note", "text": "hm"}})
        assert answer.is_success, answer.text
        speaker: str = answer.json()["events"][0]["speaker"]
        return speaker

    async def seats(self, headers: Mapping[str, str] | None = None) -> dict[str, tuple[str, int, list[str]]]:
        """Return the seats of the duel: the state, the number of connections and the names of each."""
        found = (await self.ask("GET", SEATS, headers)).json()["seats"]
        return {one["seat"]: (one["state"], one["connections"], one["names"]) for one in found}

    async def ids(self, kind: str, headers: Mapping[str, str] | None = None, **parameters: Any) -> list[str]:
        """Return the IDs of all tokens or invitations that somebody lists."""
        found: list[str] = []
        after = ""
        while True:
            page = (await self.ask("GET", f"/v1/{kind}s", headers, params={"after": after, **parameters})).json()
            found += [one["id"] for one in page[f"{kind}s"]]
            if page["next"] is None:
                return found
            after = page["next"]


def authorized(token: str) -> dict[str, str]:
    """Return the header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


@asynccontextmanager
async def laid(settings: Settings) -> AsyncIterator[Table]:
    """Run a service with these settings, with a duel and another encounter."""
    month = int(time.time()) + 30 * 86400
    narrator = bearer(settings.tenant, sub="mara", exp=month) if settings.secrets else {}
    async with served(settings) as service:
        service.client.headers.update(narrator)
        await service.open("duel")
        await service.open("other")
        service.client.headers.pop("Authorization", None)
        yield Table(service, narrator)
