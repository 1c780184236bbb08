"""The client of a service."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from types import TracebackType
from typing import Any, Final, Literal, Self, Unpack

import httpx
import msgspec

from yarrow_client.asking import JSON, NDJSON, keyed, listed, made, pages, quoted
from yarrow_client.counts import Tallied, TallyPage
from yarrow_client.encounter import Encounter, answer_of
from yarrow_client.operating import Progress, ProjectionList, ProjectionState, Revoked, Ticket
from yarrow_client.problems import read_json
from yarrow_client.proofs import Imported, SigningKey
from yarrow_client.rulesets.base import Part
from yarrow_client.rulesets.core import Newcomer
from yarrow_client.seating import Granted, GrantTerms, InvitationPage, TokenPage
from yarrow_client.shapes import (
    Batch,
    Data,
    Listed,
    Rule,
    RuleList,
    RulesetAbout,
    RulesetList,
    Scene,
    SceneContent,
    SceneList,
    TemplateList,
)
from yarrow_client.sse import lines_of
from yarrow_client.watching import feed
from yarrow_client.wire import Body, Retries, Wire, decoded, sendable, speaking_as

UNKEYED: Final = frozenset({"GET", "HEAD", "DELETE"})
"""Methods that have no idempotency key, because sending them again changes nothing."""
NOT_SENDABLE: Final = "The access token is invalid: it contains characters that no token has. Copy it again."


class Yarrow:
    """A client of a running service, which sends its requests as one speaker. Use it with ``async with``, or ``close``.

    While the service is unavailable, or asks to retry later, requests are retried for ``patience`` seconds, and over
    its rate limit for ``rate_patience`` seconds, by default the same; a watch gives up after as long without a
    connection. ``on_retry`` is called with the reason before each retry. Each command has an idempotency key, so a
    retry never executes it twice. A request whose retries fail raises Unreachable or the last Problem. A call that
    makes a token or an invitation has no such key: it is retried only while the service has not received it.

    ``language`` is that of menus, such as ``de``, or several in the order of preference: ``de, fr``. Whitespace around
    the token is ignored. Raises InvalidArgument for a token, a speaker or a language that cannot be sent.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        speaker: str | None = None,
        token: str | None = None,
        language: str | None = None,
        patience: float = 30.0,
        rate_patience: float | None = None,
        on_retry: Callable[[Exception], None] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        headers = speaking_as(speaker) if speaker else {}
        if token and (token := token.strip()):
            headers["Authorization"] = sendable(f"Bearer {token}", NOT_SENDABLE)
        if language:
            headers["Accept-Language"] = sendable(
                language, f"The language {language!r} cannot be sent; use one like de."
            )
        self.url = url.rstrip("/").removesuffix("/v1")
        self._http = http or httpx.AsyncClient(limits=httpx.Limits(max_keepalive_connections=20))
        self._http.base_url = httpx.URL(f"{self.url}/v1/")
        retries = Retries(patience, patience if rate_patience is None else rate_patience, on_retry)
        self._wire = Wire(self._http, headers, retries)

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
        """Return a client on the same connections for ``narrator``, ``player:<ids>`` or ``spectator``."""
        other = object.__new__(type(self))
        other.url, other._http, other._wire = self.url, self._http, self._wire.speaking(speaker)
        return other

    async def open(
        self,
        ruleset: str | None = None,
        *,
        scene: str | None = None,
        combatants: Sequence[Data | Newcomer] = (),
        id: str | None = None,  # noqa: A002 - the field's name
        key: str | None = None,
        options: Data | Part | None = None,
        chance: Literal["seeded", "supplied", "either"] | None = None,
        **fields: Any,
    ) -> Encounter:
        """Open an encounter of a ruleset, or a scene by its ID, which has its own ruleset and combatants.

        ``options`` are those of the ruleset, such as ``Options`` of its module in ``yarrow_client.rulesets``.
        ``fields`` are other fields of ``core.open``, such as ``name``.
        """
        given = {
            "ruleset": ruleset,
            "scene": scene,
            "combatants": combatants or None,
            "id": id,
            "options": options,
            "chance": chance,
        }
        body = {**{name: value for name, value in given.items() if value is not None}, **fields}
        answer = await self._wire.ask("POST", "encounters", headers=JSON | keyed(key), body=msgspec.json.encode(body))
        opened = answer_of(answer)
        return Encounter(self._wire, opened.encounter, opened)

    def encounter(self, id: str) -> Encounter:  # noqa: A002 - the field's name
        """Return an existing encounter by its ID, without a request."""
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
        """Yield encounters in the order of their IDs or, with ``sort="active"``, of their newest event, newest first.

        Filters: ``name`` is a part of the name; ``since`` and ``before`` bound the time of opening, with a time zone;
        ``combatant`` has joined; ``branch_of`` is the parent of a branch.
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
        """Yield the tallies across encounters by combatant, ruleset or principal; needs a narrator of all encounters.

        ``of`` names one combatant or principal.
        """
        async for page in pages(self._wire, TallyPage, "tallies", by=by, ruleset=ruleset, of=of):
            for tallied in page.tallies:
                yield msgspec.structs.replace(tallied, current=page.current)

    async def bring_in(
        self,
        bundle: Body,
        *,
        under: str | None = None,
        key: str | None = None,
    ) -> Imported:
        """Import a bundle: unchanged, or ``under`` another ID, so that an open encounter can be continued.

        A long one may be a function that returns its chunks from the beginning, for each attempt.
        """
        headers = {"Content-Type": NDJSON} | keyed(key)
        answer = await self._wire.ask("POST", "bundles", headers=headers, body=bundle, **{"as": under})
        return decoded(answer, Imported)

    def watch(self, after: str | None = None, *, ruleset: str | None = None) -> AsyncIterator[Batch]:
        """Yield the batches of all encounters that the speaker may see, live and in order within each encounter.

        ``after`` is the ``position`` of an earlier batch to resume after; without it, only new batches are yielded.
        """
        return feed(self._wire, "live", after, ruleset=ruleset)

    async def request(
        self, method: str, path: str, body: Any = None, *, key: str | None = None, **parameters: Any
    ) -> Data:
        """Send a request to a path under ``/v1/``, and return the JSON of the response as it is, ``{}`` without a body.

        ``body`` is sent as JSON; ``key`` is its ``Idempotency-Key``, new by default. It is retried like any other, so
        make tokens and invitations by their own methods, which the service would make twice.
        """
        content = None if body is None else msgspec.json.encode(body)
        headers = ({} if body is None else JSON) | ({} if method.upper() in UNKEYED else keyed(key))
        under = path.removeprefix("/").removeprefix("v1/")
        answer = await self._wire.ask(method, under, headers=headers, body=content, **parameters)
        return decoded(answer, Data) if answer.content else {}

    async def rulesets(self) -> list[RulesetAbout]:
        """Return the rulesets of the service."""
        return (await self._wire.read(RulesetList, "rulesets")).rulesets

    async def ruleset(self, key: str) -> Data:
        """Return the reference of a ruleset: the JSON schemas of its options, sheet, commands, prompts and events."""
        return await self._wire.read(Data, f"rulesets/{quoted(key)}")

    async def templates(self, key: str) -> dict[str, Data]:
        """Return the ready-made combatants of a ruleset by key."""
        return (await self._wire.read(TemplateList, f"rulesets/{quoted(key)}/templates")).templates

    async def rules(self, key: str) -> list[Rule]:
        """Return the rules of a ruleset; refusals name them by ID."""
        return (await self._wire.read(RuleList, f"rulesets/{quoted(key)}/rules")).rules

    async def rule(self, key: str, rule: str) -> Rule:
        """Return a rule by its ID, as a refusal names it."""
        return await self._wire.read(Rule, f"rulesets/{quoted(key)}/rules/{quoted(rule)}")

    async def scenes(self, ruleset: str | None = None) -> list[Scene]:
        """Return the ready fights of all rulesets or of one, which ``open`` opens by their IDs."""
        return (await self._wire.read(SceneList, "scenes", ruleset=ruleset)).scenes

    async def scene(self, id: str) -> SceneContent:  # noqa: A002 - the field's name
        """Return a scene by its ID, with its combatants and commands."""
        return await self._wire.read(SceneContent, f"scenes/{quoted(id)}")

    async def signing_key(self) -> SigningKey:
        """Return the public key that verifies bundles. Raises NotFound if the service does not sign them."""
        return await self._wire.read(SigningKey, "signing-key")

    async def projections(self) -> list[ProjectionState]:
        """Return the state of the list and the tallies across encounters, for operators."""
        return (await self._wire.read(ProjectionList, "projections")).projections

    async def rebuild(self, only: Literal["directory", "tallies"] | None = None) -> AsyncIterator[Progress]:
        """Rebuild the projections from the streams, replace the live ones, and yield the progress.

        A build continues without a listener. Raises Unreachable if the connection breaks.
        """
        async for progress in _progress_of(self._wire, "projections/rebuild", only):
            yield progress

    async def compare_projections(self, only: Literal["directory", "tallies"] | None = None) -> AsyncIterator[Progress]:
        """Rebuild the projections, compare them with the live ones, and yield the progress, last the ``outcome``."""
        async for progress in _progress_of(self._wire, "projections/verify", only):
            yield progress

    async def ticket(
        self,
        *,
        role: Literal["narrator", "player", "spectator"] | None = None,
        combatants: Sequence[str] | None = None,
        encounters: Sequence[str] | Literal["all"] | None = None,
        delay: dict[str, int] | None = None,
    ) -> Ticket:
        """Return a ticket for one live connection of a browser, which cannot send a token, within a minute.

        Its rights may be narrower than the caller's, and are by default the same. ``delay`` is that of a spectator, as
        ``{"rounds": 1}`` or ``{"events": 20}``.
        """
        rights = {"role": role, "combatants": combatants, "encounters": encounters, "delay": delay}
        body = msgspec.json.encode({name: one for name, one in rights.items() if one is not None})
        return decoded(await self._wire.ask("POST", "tickets", headers=JSON, body=body), Ticket)

    async def make_token(self, **terms: Unpack[GrantTerms]) -> Granted:
        """Return a token for another holder, with rights no wider than the caller's, and by default the same.

        Raises Unreachable if the response is lost: the token may then be in ``tokens``, without its secret.
        """
        return await made(self._wire, "tokens", "List the tokens, end one that was made, and make another.", **terms)

    async def invite(self, **terms: Unpack[GrantTerms]) -> Granted:
        """Return an invitation, which anyone can exchange for a token, with rights no wider than the caller's.

        Raises Unreachable if the response is lost: the invitation may then be in ``invitations``, without its secret.
        """
        otherwise = "List the invitations, end one that was made, and invite again."
        return await made(self._wire, "invitations", otherwise, **terms)

    async def exchange(self, invitation: str) -> Granted:
        """Return a token for an invitation; this needs no other token. Raises NotAllowed if it is not valid.

        Raises Unreachable if the response is lost: a second exchange gives another token, and the inviter may end
        the first.
        """
        otherwise = "Exchange the invitation again; the inviter may list the tokens and end the one that was lost."
        return await made(self._wire, "invitations/exchange", otherwise, invitation=invitation)

    async def tokens(self, *, encounter: str | None = None) -> AsyncIterator[Granted]:
        """Yield the valid tokens that the caller may end, of one encounter or of all, without their secrets."""
        async for page in pages(self._wire, TokenPage, "tokens", encounter=encounter):
            for found in page.tokens:
                yield found

    async def invitations(self, *, encounter: str | None = None) -> AsyncIterator[Granted]:
        """Yield the valid invitations that the caller may end, of one encounter or of all, without their secrets."""
        async for page in pages(self._wire, InvitationPage, "invitations", encounter=encounter):
            for found in page.invitations:
                yield found

    async def end_token(self, id: str) -> None:  # noqa: A002 - the field's name
        """End a token, the caller's own or one that is listed, and what was made by it."""
        await self._wire.ask("DELETE", f"tokens/{quoted(id)}")

    async def end_invitation(self, id: str) -> None:  # noqa: A002 - the field's name
        """End an invitation, and the tokens that it was exchanged for."""
        await self._wire.ask("DELETE", f"invitations/{quoted(id)}")

    async def revoke(self, token: str) -> Revoked:
        """Revoke a token by its ID, the claim ``jti``, not by the token itself."""
        answer = await self._wire.ask("POST", "tokens/revoke", headers=JSON, body=msgspec.json.encode({"token": token}))
        return decoded(answer, Revoked)


async def _progress_of(wire: Wire, path: str, only: str | None) -> AsyncIterator[Progress]:
    """Post to a path, and yield the progress of the build that it starts."""
    async with aclosing(wire.pieces("POST", path, only=only)) as pieces:
        async for line in lines_of(pieces):
            yield read_json(line, Progress, f"The response of /v1/{path}")
