"""The client: a service, and the encounters on it, as one speaker."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Any, Final, Literal, Self
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from yarrow_client.problems import HistoryDiffers, NotYarrow, Problem
from yarrow_client.shapes import (
    Answer,
    Audit,
    Batch,
    Causes,
    Comparison,
    Data,
    Entry,
    Event,
    Imported,
    Listed,
    Listing,
    Options,
    Rule,
    RulesetAbout,
    Tallied,
    Tally,
    TallyPage,
    TimelinePage,
    event_of,
)
from yarrow_client.sse import lines_of
from yarrow_client.watching import ENDED, feed, follow, witnessed
from yarrow_client.wire import Patience, Wire, again_after, decoded
from yarrow_client.witness import Witness

JSON: Final = {"Content-Type": "application/json"}
NDJSON: Final = "application/x-ndjson"
AS_LINES: Final = {"Accept": NDJSON}
PRIVATE_LINE: Final = b'{"salt":'
MOST_ENTRIES: Final = 1000

Faces = str | Sequence[int] | Sequence[str]
"""What fell in one throw: coins as ``HHT``, dice as their numbers, cards as texts."""


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
        self.url = url.rstrip("/")
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
    ) -> "Encounter":
        """Open an encounter; ``fields`` are those of ``core.open``, as ``name``, ``options``, ``chance``."""
        body = {"ruleset": ruleset, "combatants": combatants, **({} if id is None else {"id": id}), **fields}
        answer = await self._wire.ask("POST", "encounters", headers=JSON | _keyed(key), body=msgspec.json.encode(body))
        opened = _answer(answer)
        return Encounter(self._wire, opened.encounter, opened)

    def encounter(self, id: str) -> "Encounter":  # noqa: A002 - the field's name
        """An encounter that is open already; nothing is asked yet."""
        return Encounter(self._wire, id)

    async def encounters(self, *, status: str | None = None, ruleset: str | None = None) -> AsyncIterator[Listed]:
        """The encounters in the order of their IDs."""
        async for listed in _listed(self._wire, "encounters", status=status, ruleset=ruleset):
            yield listed

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
        headers = {"Content-Type": NDJSON} | _keyed(key)
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
        return await self._wire.read(Data, f"rulesets/{_quoted(key)}")

    async def templates(self, key: str) -> dict[str, Data]:
        """Ready-made combatants of a ruleset."""
        found = await self._wire.read(dict[str, dict[str, Data]], f"rulesets/{_quoted(key)}/templates")
        return found["templates"]

    async def rule(self, key: str, rule: str) -> Rule:
        """A rule that a refusal names."""
        return await self._wire.read(Rule, f"rulesets/{_quoted(key)}/rules/{_quoted(rule)}")


class Encounter:
    """One encounter, asked as one speaker. ``opened`` is the answer to its opening, where this client opened it."""

    def __init__(self, wire: Wire, id: str, opened: Answer | None = None) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.opened = opened
        self._wire = wire
        self._path = f"encounters/{_quoted(id)}"

    def speaking(self, speaker: str) -> "Encounter":
        """The same encounter, asked as ``narrator``, ``player:<ids>`` or ``spectator``."""
        return Encounter(self._wire.speaking(speaker), self.id, self.opened)

    async def command(
        self,
        kind: str,
        /,
        *,
        faces: Sequence[Faces] | None = None,
        expected: int | None = None,
        key: str | None = None,
        **fields: Any,
    ) -> Answer:
        """Give a command of a type with its fields; the answer has what it caused and the prompts that are open.

        ``faces`` are what fell at the table, ``expected`` is the version at which it is decided or not at all, ``key``
        its ``Idempotency-Key``; without one it has a new one. Raises Refused and the other problems.
        """
        return await self.give({"type": kind, **fields}, faces=faces, expected=expected, key=key)

    async def give(
        self,
        command: Mapping[str, Any],
        *,
        faces: Sequence[Faces] | None = None,
        expected: int | None = None,
        key: str | None = None,
    ) -> Answer:
        """Give a command that is at hand whole, as a form of the options gives it."""
        body = {"command": command} if faces is None else {"command": command, "faces": faces}
        headers = JSON | _keyed(key) | ({} if expected is None else {"If-Match": f'"{expected}"'})
        answer = await self._wire.ask("POST", f"{self._path}/commands", headers=headers, body=msgspec.json.encode(body))
        return _answer(answer)

    async def version(self) -> int:
        """The newest version that the speaker may see."""
        return _stands(await self._wire.ask("HEAD", self._path))[0]

    async def state(self, at: int | None = None) -> Data:
        """The state as the ruleset keeps it, now or at a version."""
        return await self._wire.read(Data, self._path, at=at)

    async def options(self, combatant: str | None = None, *, at: int | None = None) -> Options:
        """What is legal now, or was at the end of a batch, as forms; of one combatant, where one is named."""
        return await self._wire.read(Options, f"{self._path}/options", combatant=combatant, at=at)

    async def timeline(self, after: int = 0, to: int | None = None) -> AsyncIterator[Entry]:
        """The story behind a version, up to another or to the newest: a sentence for each event."""
        while to is None or after < to:
            limit = MOST_ENTRIES if to is None else min(MOST_ENTRIES, to - after)
            page = await self._wire.read(TimelinePage, f"{self._path}/timeline", after=after, limit=limit)
            for entry in page.entries:
                yield entry
            after = page.after
            if after >= page.version:
                return

    async def tally(self, at: int | None = None) -> Tally:
        """How often what happened up to now or to a version, and how coins, dice and cards fell."""
        return await self._wire.read(Tally, f"{self._path}/tally", at=at)

    async def why(self, version: int) -> Causes:
        """Why the event at a version came about."""
        return await self._wire.read(Causes, f"{self._path}/events/{version}/why")

    async def audit(self) -> Audit:
        """Whether chain, throws and legality hold."""
        return await self._wire.read(Audit, f"{self._path}/audit")

    async def events(self, after: int = 0) -> AsyncIterator[Event]:
        """The events behind a version up to the newest, as they come; a broken connection is taken up again."""
        async for version, public, private in self._records(after):
            yield event_of(public, {} if private is None else {version: msgspec.Raw(private)})

    async def bundle(self) -> AsyncIterator[bytes]:
        """The encounter as one file, in pieces as they come. Raises Unreachable where it breaks off."""
        async with aclosing(await self._wire.send("GET", f"{self._path}/bundle")) as answer:
            async for piece in answer.aiter_bytes():
                yield piece

    async def branch(
        self,
        at: int | None = None,
        *,
        id: str | None = None,  # noqa: A002 - the field's name
        name: str | None = None,
        entropy: str = "",
        key: str | None = None,
    ) -> "Encounter":
        """Ask what if: a new encounter that goes on from where this one stands, or stood at the end of a batch."""
        body = {"at": at, "id": id, "name": name, "entropy": entropy}
        answer = await self._wire.ask(
            "POST", f"{self._path}/branches", headers=JSON | _keyed(key), body=msgspec.json.encode(body)
        )
        opened = _answer(answer)
        return Encounter(self._wire, opened.encounter, opened)

    async def branches(self) -> AsyncIterator[Listed]:
        """The branches of the encounter, in the order of their IDs."""
        async for listed in _listed(self._wire, f"{self._path}/branches"):
            yield listed

    async def compare(
        self, other: "Encounter", *, at: int | None = None, with_at: int | None = None, limit: int | None = None
    ) -> Comparison:
        """Where two branches part, what has happened in each since, and how their states differ."""
        parameters = {"with": other.id, "at": at, "with_at": with_at, "limit": limit}
        return await self._wire.read(Comparison, f"{self._path}/compare", **parameters)

    async def watch(self, after: int | None = None, *, witness: Witness | None = None) -> AsyncIterator[Batch]:
        """The batches behind a version as they happen, or from now on; it ends when the encounter is closed.

        With a witness it begins where that stands. Raises HistoryDiffers where the witness has seen another history.
        """
        if witness is None:
            after = await self.version() if after is None else after
            batches = follow(feed(self._wire, f"{self._path}/live", str(after)), after)
        else:
            stood = await self.version()
            live = feed(self._wire, f"{self._path}/live", str(witness.version))
            batches = witnessed(follow(live, witness.version), witness, self.id, stood)
        async for batch in batches:
            yield batch

    async def verify(self, witness: Witness) -> Witness:
        """Let a witness see what is new; it stands at the newest version then.

        Raises HistoryDiffers where that does not go on from what it has seen, leads to another hash than the service
        names, or is not of this encounter.
        """
        version, chain = _stands(await self._wire.ask("HEAD", self._path))
        if version < witness.version:
            raise HistoryDiffers(f"{self.id} stands at version {version}; version {witness.version} was there before.")
        async with aclosing(self._records(witness.version)) as records:
            while witness.version < version:
                _, public, private = await anext(records)
                witness.see(public, private)
        witness.require(chain)
        witness.require_of(self.id)
        return witness

    async def _records(self, after: int) -> AsyncGenerator[tuple[int, bytes, bytes | None]]:
        """The records behind a version: the version, the public line, and the private one where it is shown."""
        patient = Patience(self._wire.patience)
        while True:
            why: Exception = ENDED
            try:
                sent = self._wire.send("GET", f"{self._path}/events", headers=AS_LINES, after=after)
                async with aclosing(await sent) as answer:
                    newest = _stands(answer)[0]
                    async for public, private in _paired(lines_of(answer.aiter_bytes())):
                        patient.well()
                        after += 1
                        yield after, public, private
                if after >= newest:
                    return
            except (httpx.TransportError, Problem) as error:
                why = error
            await patient.wait(why, again_after(why))


async def _listed(wire: Wire, path: str, **filters: str | None) -> AsyncIterator[Listed]:
    """All pages of a list."""
    after: str | None = None
    while True:
        page = await wire.read(Listing, path, after=after, limit=100, **filters)
        for listed in page.encounters:
            yield listed
        after = page.next
        if after is None:
            return


async def _paired(lines: AsyncIterator[bytes]) -> AsyncIterator[tuple[bytes, bytes | None]]:
    """Public lines, each with its private one where that follows."""
    public: bytes | None = None
    async for line in lines:
        if line.startswith(PRIVATE_LINE) and public is not None:
            yield public, line
            public = None
        else:
            if public is not None:
                yield public, None
            public = line
    if public is not None:
        yield public, None


def _answer(answer: httpx.Response) -> Answer:
    """A command's answer, with the chain's hash that its header tells."""
    return msgspec.structs.replace(decoded(answer, Answer), chain=answer.headers.get("yarrow-chain", ""))


def _stands(answer: httpx.Response) -> tuple[int, str]:
    """The version that an answer stands for, and the chain's hash there. Raises NotYarrow where it says neither."""
    tag, chain = answer.headers.get("etag", "").strip('"'), answer.headers.get("yarrow-chain", "")
    if not (tag.isdecimal() and chain):
        raise NotYarrow(f"What {answer.url.path} answers names no version and no hash of a chain.")
    return int(tag), chain


def _keyed(key: str | None) -> dict[str, str]:
    return {"Idempotency-Key": key or str(uuid4())}


def _quoted(name: str) -> str:
    return quote(name, safe="")
