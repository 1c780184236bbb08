"""One encounter, asked as one speaker."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Final, Literal

import httpx
import msgspec

from yarrow_client.asking import JSON, NDJSON, keyed, listed, quoted
from yarrow_client.counts import Tally
from yarrow_client.problems import HistoryDiffers, NotYarrow, Problem
from yarrow_client.proofs import Audit
from yarrow_client.shapes import (
    Answer,
    Batch,
    Causes,
    Comparison,
    Data,
    Entry,
    Event,
    Listed,
    Options,
    TimelinePage,
    event_of,
)
from yarrow_client.sse import lines_of
from yarrow_client.watching import ENDED, feed, follow, witnessed
from yarrow_client.wire import Patience, Wire, again_after, decoded
from yarrow_client.witness import Witness

AS_LINES: Final = {"Accept": NDJSON}
PRIVATE_LINE: Final = b'{"salt":'
MOST_ENTRIES: Final = 1000

Faces = str | Sequence[int] | Sequence[str]
"""What fell in one throw: coins as ``HHT``, dice as their numbers, cards as texts."""


class Encounter:
    """One encounter, asked as one speaker. ``opened`` is the answer to its opening, where this client opened it."""

    def __init__(self, wire: Wire, id: str, opened: Answer | None = None) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.opened = opened
        self._wire = wire
        self._path = f"encounters/{quoted(id)}"

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
        headers = JSON | keyed(key) | ({} if expected is None else {"If-Match": f'"{expected}"'})
        answer = await self._wire.ask("POST", f"{self._path}/commands", headers=headers, body=msgspec.json.encode(body))
        return answer_of(answer)

    async def version(self) -> int:
        """The newest version that the speaker may see."""
        return _stands(await self._wire.ask("HEAD", self._path))[0]

    async def state(self, at: int | None = None) -> Data:
        """The state as the ruleset keeps it, now or at a version."""
        return await self._wire.read(Data, self._path, at=at)

    async def options(self, combatant: str | None = None, *, at: int | None = None) -> Options:
        """What is legal now, or was at the end of a batch, as forms; of one combatant, where one is named."""
        return await self._wire.read(Options, f"{self._path}/options", combatant=combatant, at=at)

    async def timeline(self, after: int = 0, to: int | None = None, *, at: int | None = None) -> AsyncIterator[Entry]:
        """The story behind a version, up to another or to the newest: a sentence for each event.

        It is told as it is now, or ``at`` a version of the past as it was told there.
        """
        while to is None or after < to:
            limit = MOST_ENTRIES if to is None else min(MOST_ENTRIES, to - after)
            page = await self._wire.read(TimelinePage, f"{self._path}/timeline", after=after, limit=limit, at=at)
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

    async def audit(self, known: Witness | str | None = None) -> Audit:
        """Whether chain, throws and legality hold.

        The chain has to have been as it is ``known`` from elsewhere, by a witness or by the line that one was kept as.
        """
        witness = Witness.recall(known) if isinstance(known, str) else known
        said = str(witness) if witness and witness.version else None
        return await self._wire.read(Audit, f"{self._path}/audit", known=said)

    async def events(self, after: int = 0) -> AsyncIterator[Event]:
        """The events behind a version up to the newest, as they come; a broken connection is taken up again."""
        async for version, public, private in self._records(after):
            yield event_of(public, {} if private is None else {version: msgspec.Raw(private)})

    async def bundle(self) -> AsyncIterator[bytes]:
        """The encounter as one file, in pieces as they come. Raises Unreachable where it breaks off."""
        async with aclosing(self._wire.pieces("GET", f"{self._path}/bundle")) as pieces:
            async for piece in pieces:
                yield piece

    async def branch(
        self,
        at: int | None = None,
        *,
        id: str | None = None,  # noqa: A002 - the field's name
        name: str | None = None,
        chance: Literal["seeded", "supplied", "either"] | None = None,
        entropy: str = "",
        key: str | None = None,
    ) -> "Encounter":
        """Ask what if: a new encounter that goes on from where this one stands, or stood at the end of a batch.

        Its name and its kind of chance are those of this one where nothing else is said.
        """
        body = {"at": at, "id": id, "name": name, "chance": chance, "entropy": entropy}
        answer = await self._wire.ask(
            "POST", f"{self._path}/branches", headers=JSON | keyed(key), body=msgspec.json.encode(body)
        )
        opened = answer_of(answer)
        return Encounter(self._wire, opened.encounter, opened)

    async def branches(self) -> AsyncIterator[Listed]:
        """The branches of the encounter, in the order of their IDs."""
        async for found in listed(self._wire, f"{self._path}/branches"):
            yield found

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

    async def replay(
        self,
        first: int = 1,
        to: int | None = None,
        *,
        speed: float | None = None,
        most_pause: float | None = None,
    ) -> AsyncIterator[Batch]:
        """What was, from a version to another or to the newest, batch by batch with the pauses that were between them.

        It goes ``speed`` times as fast, with 0 without pauses; none is longer than ``most_pause`` seconds. Where
        nothing is said, the service chooses.
        """
        parameters = {"from": first, "to": to, "speed": speed, "most_pause": most_pause}
        async for batch in follow(feed(self._wire, f"{self._path}/replay", None, **parameters), first - 1):
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
                record = await anext(records, None)
                if record is None:
                    raise HistoryDiffers(f"{self.id} stands at version {version}; its events end at {witness.version}.")
                witness.see(*record[1:])
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


def answer_of(answer: httpx.Response) -> Answer:
    """A command's answer, with the chain's hash that its header tells."""
    return msgspec.structs.replace(decoded(answer, Answer), chain=answer.headers.get("yarrow-chain", ""))


def _stands(answer: httpx.Response) -> tuple[int, str]:
    """The version that an answer stands for, and the chain's hash there. Raises NotYarrow where it says neither."""
    tag, chain = answer.headers.get("etag", "").strip('"'), answer.headers.get("yarrow-chain", "")
    if not (tag.isdecimal() and chain):
        raise NotYarrow(f"What {answer.url.path} answers names no version and no hash of a chain.")
    return int(tag), chain
