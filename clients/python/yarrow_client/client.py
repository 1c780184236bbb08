"""A service, asked as one speaker."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from datetime import datetime
from types import TracebackType
from typing import Any, Final, Literal, Self

import httpx
import msgspec

from yarrow_client.asking import JSON, NDJSON, keyed, listed, quoted
from yarrow_client.counts import Tallied, TallyPage
from yarrow_client.encounter import Encounter, answer_of
from yarrow_client.operating import Progress, ProjectionState, Revoked
from yarrow_client.proofs import Imported, SigningKey
from yarrow_client.shapes import Batch, Data, Listed, Rule, RulesetAbout
from yarrow_client.sse import lines_of
from yarrow_client.watching import feed
from yarrow_client.wire import Wire, decoded

_progress: Final = msgspec.json.Decoder(Progress).decode


class Yarrow:
    """A running service, asked as one speaker. Use it with ``async with``, or call ``close``.

    Whatever is asked is asked again while the service is away or says when to come back, for ``patience`` seconds; a
    watch gives up after as long without a connection. Commands carry a key of their own, so that one that is sent
    again is never played twice.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        speaker: str | None = None,
        token: str | None = None,
        patience: float = 30.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        headers = {"Yarrow-As": speaker} if speaker else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.url = url.rstrip("/").removesuffix("/v1")
        self._http = http or httpx.AsyncClient(limits=httpx.Limits(max_keepalive_connections=20))
        self._http.base_url = httpx.URL(f"{self.url}/v1/")
        self._wire = Wire(self._http, headers, patience)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def speaking(self, speaker: str) -> "Yarrow":
        """The same service over the same connections, asked as ``narrator``, ``player:<ids>`` or ``spectator``."""
        other = object.__new__(type(self))
        other.url, other._http, other._wire = self.url, self._http, self._wire.speaking(speaker)
        return other

    async def open(
        self,
        ruleset: str,
        *,
        combatants: Sequence[Data] = (),
        id: str | None = None,  # noqa: A002 - the field's name
        key: str | None = None,
        **fields: Any,
    ) -> Encounter:
        """Open an encounter; ``fields`` are those of ``core.open``, as ``name``, ``options``, ``chance``."""
        body = {"ruleset": ruleset, "combatants": combatants, **({} if id is None else {"id": id}), **fields}
        answer = await self._wire.ask("POST", "encounters", headers=JSON | keyed(key), body=msgspec.json.encode(body))
        opened = answer_of(answer)
        return Encounter(self._wire, opened.encounter, opened)

    def encounter(self, id: str) -> Encounter:  # noqa: A002 - the field's name
        """An encounter that is open already; nothing is asked yet."""
        return Encounter(self._wire, id)

    async def encounters(
        self,
        *,
        sort: Literal["id", "active"] | None = None,
        status: Literal["open", "closed", "sealed"] | None = None,
        ruleset: str | None = None,
        name: str | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        combatant: str | None = None,
        branch_of: str | None = None,
    ) -> AsyncIterator[Listed]:
        """The encounters in the order of their IDs, or the newest event first with ``sort="active"``.

        ``name`` is a part of their names; they were opened ``since`` then or ``before``, times that say their zone. A
        ``combatant`` has joined them; they are branches of ``branch_of``.
        """
        times = {"since": since and since.isoformat(), "before": before and before.isoformat()}
        filters = {"sort": sort, "status": status, "ruleset": ruleset, "name": name, "combatant": combatant, **times}
        async for found in listed(self._wire, "encounters", branch_of=branch_of, **filters):
            yield found

    async def tallies(
        self,
        by: Literal["combatant", "ruleset", "principal"],
        *,
        ruleset: str | None = None,
        of: str | None = None,
    ) -> AsyncIterator[Tallied]:
        """How often what happened in all encounters, for a narrator of all of them.

        It is counted by combatant, by ruleset or by who gave the commands; ``of`` names one combatant or principal.
        """
        after: str | None = None
        while True:
            page = await self._wire.read(TallyPage, "tallies", by=by, ruleset=ruleset, of=of, after=after, limit=100)
            for tallied in page.tallies:
                yield msgspec.structs.replace(tallied, current=page.current)
            after = page.next
            if after is None:
                return

    async def bring_in(
        self,
        bundle: bytes,
        *,
        under: str | None = None,
        key: str | None = None,
    ) -> Imported:
        """Import a bundle: as it was, or ``under`` another ID, where one that was open is played on."""
        headers = {"Content-Type": NDJSON} | keyed(key)
        answer = await self._wire.ask("POST", "bundles", headers=headers, body=bundle, **{"as": under})
        return decoded(answer, Imported)

    def watch(self, after: str | None = None, *, ruleset: str | None = None) -> AsyncIterator[Batch]:
        """The batches of all encounters that the speaker may see, as they happen.

        They come behind ``after``, the ``position`` of a batch that came before, or from now on. Within an encounter
        they are in order.
        """
        return feed(self._wire, "live", after, ruleset=ruleset)

    async def rulesets(self) -> list[RulesetAbout]:
        """What can be played."""
        found = await self._wire.read(dict[str, list[RulesetAbout]], "rulesets")
        return found["rulesets"]

    async def ruleset(self, key: str) -> Data:
        """The reference of a ruleset: the JSON schemas of its options, sheet, commands, prompts and events."""
        return await self._wire.read(Data, f"rulesets/{quoted(key)}")

    async def templates(self, key: str) -> dict[str, Data]:
        """Ready-made combatants of a ruleset."""
        found = await self._wire.read(dict[str, dict[str, Data]], f"rulesets/{quoted(key)}/templates")
        return found["templates"]

    async def rules(self, key: str) -> list[Rule]:
        """The rules of a ruleset that a refusal may name."""
        found = await self._wire.read(dict[str, list[Rule]], f"rulesets/{quoted(key)}/rules")
        return found["rules"]

    async def rule(self, key: str, rule: str) -> Rule:
        """A rule that a refusal names."""
        return await self._wire.read(Rule, f"rulesets/{quoted(key)}/rules/{quoted(rule)}")

    async def signing_key(self) -> SigningKey:
        """The public key that bundles are signed with. Raises NotFound where they are not signed."""
        return await self._wire.read(SigningKey, "signing-key")

    async def projections(self) -> list[ProjectionState]:
        """How the list and the tallies across encounters stand, for whoever runs the service."""
        found = await self._wire.read(dict[str, list[ProjectionState]], "projections")
        return found["projections"]

    async def rebuild(self, only: Literal["directory", "tallies"] | None = None) -> AsyncIterator[Progress]:
        """Build them anew from the streams and put them in the place of the live ones, told step by step.

        What was begun goes on where nobody listens. Raises Unreachable where the telling breaks off.
        """
        async for progress in _told(self._wire, "projections/rebuild", only):
            yield progress

    async def compare_projections(self, only: Literal["directory", "tallies"] | None = None) -> AsyncIterator[Progress]:
        """Build them anew from the streams and compare them with the live ones; each ``outcome`` tells what differs."""
        async for progress in _told(self._wire, "projections/verify", only):
            yield progress

    async def revoke(self, token: str) -> Revoked:
        """End a token before its time: by its ID, its claim ``jti``, not the token itself."""
        answer = await self._wire.ask("POST", "tokens/revoke", headers=JSON, body=msgspec.json.encode({"token": token}))
        return decoded(answer, Revoked)


async def _told(wire: Wire, path: str, only: str | None) -> AsyncIterator[Progress]:
    """The steps of a projection that is being built."""
    async with aclosing(wire.pieces("POST", path, only=only)) as pieces:
        async for line in lines_of(pieces):
            yield _progress(line)
