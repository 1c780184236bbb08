"""An encounter of a service."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Final, Literal

import httpx
import msgspec

from yarrow_client.asking import JSON, NDJSON, keyed, listed, made, quoted
from yarrow_client.counts import Tally
from yarrow_client.options.forms import Menu
from yarrow_client.options.sets import member, shown
from yarrow_client.problems import HistoryDiffers, MalformedOptions, NotYarrow, Problem
from yarrow_client.proofs import Audit
from yarrow_client.rulesets.base import Command
from yarrow_client.seating import Granted, Seats
from yarrow_client.shapes import (
    Answer,
    Batch,
    Causes,
    Comparison,
    Data,
    Entry,
    Event,
    Foreseen,
    Listed,
    StoryPage,
    event_of,
)
from yarrow_client.sse import lines_of
from yarrow_client.table import Table
from yarrow_client.watching import ENDED, feed, follow, seats_feed, witnessed
from yarrow_client.wire import Wire, again_after, decoded
from yarrow_client.witness import Witness

AS_LINES: Final = {"Accept": NDJSON}
PRIVATE_LINE: Final = b'{"salt":'
CHECK: Final = "check"
STORY: Final = "story"
MAX_PAGE_SIZE: Final = 1000
DECLARED_AT: Final = "/v1/rulesets/"

Faces = str | Sequence[int] | Sequence[str]
"""The result of one throw: coins as ``HHT``, dice as numbers, cards as text."""


class Encounter:
    """An encounter, as one speaker. ``opened`` is the result of opening it, if this client opened it."""

    def __init__(self, wire: Wire, id: str, opened: Answer | None = None) -> None:  # noqa: A002 - the field's name
        self.id = id
        self.opened = opened
        self._wire = wire
        self._path = f"encounters/{quoted(id)}"

    def speaking(self, speaker: str) -> "Encounter":
        """Return the same encounter for another speaker: ``narrator``, ``player:<ids>`` or ``spectator``."""
        return Encounter(self._wire.speaking(speaker), self.id, self.opened)

    async def command(
        self,
        kind: str,
        /,
        *,
        faces: Sequence[Faces] | None = None,
        expected: int | None = None,
        key: str | None = None,
        story: bool = False,
        **fields: Any,
    ) -> Answer:
        """Send a command of a type with its fields. The result has the events it caused and the open prompts.

        ``faces`` are results thrown at the table; ``expected`` is the version that the encounter must be at, or the
        command fails; ``key`` is its ``Idempotency-Key``, new by default. With ``story``, the result has the
        entries of the story of the batch. Raises Refused and other problems.
        """
        return await self.give({"type": kind, **fields}, faces=faces, expected=expected, key=key, story=story)

    async def give(
        self,
        command: Mapping[str, Any] | Command,
        *,
        faces: Sequence[Faces] | None = None,
        expected: int | None = None,
        key: str | None = None,
        story: bool = False,
    ) -> Answer:
        """Send a complete command: a struct of ``yarrow_client.rulesets``, or one that a form of the options returns.

        See ``command`` for the rest.
        """
        headers = JSON | keyed(key) | _expecting(expected) | ({"Prefer": STORY} if story else {})
        answer = await self._wire.ask("POST", f"{self._path}/commands", headers=headers, body=_body(command, faces))
        return answer_of(answer)

    async def check(
        self, command: Mapping[str, Any] | Command, *, faces: Sequence[Faces] | None = None, expected: int | None = None
    ) -> Foreseen:
        """Check a complete command: return what it would cause first, if it is accepted. Nothing is recorded or thrown.

        ``faces`` and ``expected`` are those of ``command``. Raises Refused and other problems as the command would, and
        NotYarrow if the service does not support checks.
        """
        body = _body(command, faces)
        # The key matters to a service that ignores the preference: a retry does not execute the command again.
        headers = JSON | keyed(None) | _expecting(expected) | {"Prefer": CHECK}
        answer = await self._wire.ask("POST", f"{self._path}/commands", headers=headers, body=body)
        if answer.headers.get("preference-applied") != CHECK:
            raise NotYarrow("The service does not support checks; it may have executed the command.")
        return decoded(answer, Foreseen)

    async def version(self) -> int:
        """Return the newest version that the speaker may see."""
        return _version_and_chain(await self._wire.ask("HEAD", self._path))[0]

    async def state(self, at: int | None = None) -> Data:
        """Return the state, in the ruleset's own shape, now or at a version."""
        return await self._wire.read(Data, self._path, at=at)

    async def table(self, at: int | None = None) -> Table:
        """Return the status of the fight, in one shape for every ruleset, now or at a version."""
        return await self._wire.read(Table, f"{self._path}/table", at=at)

    async def options(
        self,
        combatant: str | None = None,
        *,
        command: str | None = None,
        group: str | None = None,
        at: int | None = None,
    ) -> Menu:
        """Return the forms of legal commands, now or at the end of a batch: all, or of one combatant, command, group.

        ``fill`` fills in a form, for ``give``. The declarations of the forms are read once. Raises MalformedOptions.
        """
        wanted = {"combatant": combatant, "command": command, "group": group, "at": at}
        found = await self._wire.read(Data, f"{self._path}/options", **wanted)
        address = member(found, "declarations", str)
        if not address.startswith(DECLARED_AT):
            raise MalformedOptions(f"There are no declarations at {shown(address)}.")
        return Menu(found, await self._wire.read_once(address.removeprefix("/v1/")))

    async def story(self, after: int = 0, *, at: int | None = None, level: int = 2) -> AsyncIterator[Entry]:
        """Yield what happened after a version, up to now or to a version, in entries up to a level.

        An entry of level 1 tells an exchange, or a part of it; those of levels 2 and 3 that belong to it follow it.
        """
        while True:
            page = await self._wire.read(
                StoryPage, f"{self._path}/story", after=after, limit=MAX_PAGE_SIZE, level=level, at=at
            )
            for entry in page.entries:
                yield entry
            after = page.after
            if after >= (page.version if at is None else at):
                return

    async def story_as(
        self, shape: Literal["markdown", "html", "text"], after: int = 0, *, at: int | None = None, level: int = 2
    ) -> str:
        """Return the story as a document; each line has a link to the table, in plain text at the foot."""
        answer = await self._wire.ask("GET", f"{self._path}/story", format=shape, after=after, at=at, level=level)
        return answer.text

    async def tally(self, at: int | None = None) -> Tally:
        """Return the counts of events and of throws, now or up to a version."""
        return await self._wire.read(Tally, f"{self._path}/tally", at=at)

    async def why(self, version: int) -> Causes:
        """Return the chain of causes of the event at a version."""
        return await self._wire.read(Causes, f"{self._path}/events/{version}/why")

    async def audit(self, known: Witness | str | None = None) -> Audit:
        """Audit the chain, the throws and the legality of the encounter.

        The chain must also contain the hash that is ``known`` from elsewhere: a witness, or a witness saved as text.
        """
        witness = Witness.recall(known) if isinstance(known, str) else known
        line = str(witness) if witness and witness.version else None
        return await self._wire.read(Audit, f"{self._path}/audit", known=line)

    async def events(self, after: int = 0) -> AsyncIterator[Event]:
        """Yield the events after a version up to the newest; resumes after a broken connection."""
        async for version, public, private in self._records(after):
            yield event_of(public, {} if private is None else {version: msgspec.Raw(private)})

    async def bundle(self) -> AsyncIterator[bytes]:
        """Yield the encounter as a bundle, in chunks. Raises Unreachable if the connection breaks."""
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
        """Branch: open a new encounter that continues this one from now, or from the end of a batch.

        By default it has the name and the kind of chance of this one.
        """
        body = {"at": at, "id": id, "name": name, "chance": chance, "entropy": entropy}
        answer = await self._wire.ask(
            "POST", f"{self._path}/branches", headers=JSON | keyed(key), body=msgspec.json.encode(body)
        )
        opened = answer_of(answer)
        return Encounter(self._wire, opened.encounter, opened)

    async def branches(self) -> AsyncIterator[Listed]:
        """Yield the branches of the encounter, in the order of their IDs."""
        async for found in listed(self._wire, f"{self._path}/branches"):
            yield found

    async def compare(
        self, other: "Encounter", *, at: int | None = None, with_at: int | None = None, limit: int | None = None
    ) -> Comparison:
        """Compare two branches: where they diverge, what has happened in each since, and how their states differ."""
        parameters = {"with": other.id, "at": at, "with_at": with_at, "limit": limit}
        return await self._wire.read(Comparison, f"{self._path}/compare", **parameters)

    async def watch(
        self, after: int | None = None, *, witness: Witness | None = None, table: bool = False, story: bool = False
    ) -> AsyncIterator[Batch]:
        """Yield the batches after a version, or new ones only, live until the encounter is closed.

        With ``table``, each batch has how it changes the table, with ``story``, its entries of the story. With a
        witness, it starts after the witness's version, and raises HistoryDiffers if the history is another.
        """
        asked = {name: "true" for name, wanted in (("table", table), ("story", story)) if wanted}
        if witness is None:
            after = await self.version() if after is None else after
            batches = follow(feed(self._wire, f"{self._path}/live", str(after), **asked), after)
        else:
            newest = await self.version()
            live = feed(self._wire, f"{self._path}/live", str(witness.version), **asked)
            batches = witnessed(follow(live, witness.version), witness, self.id, newest)
        async for batch in batches:
            yield batch

    async def seats(self) -> Seats:
        """Return the seats: who is connected, which are given away, and which are free."""
        return await self._wire.read(Seats, f"{self._path}/seats")

    async def watch_seats(self) -> AsyncIterator[Seats]:
        """Yield the seats now, and again whenever they change, until the encounter is closed."""
        after = str(await self.version())
        async for found in seats_feed(self._wire, f"{self._path}/live", after):
            yield found

    async def hand_over(self, seat: str, *, name: str | None = None, expires: str | None = None) -> Granted:
        """Hand over the seat of a combatant: what is valid for it ends; return the invitation for its next holder.

        A player hands over its own seat, a narrator any; only a narrator gives a ``name``.
        Raises Unreachable if the response is lost: a narrator then hands the seat over again, which ends the invitation
        that was made.
        """
        otherwise = "Have a narrator hand the seat over again; that ends an invitation that was made."
        path = f"{self._path}/seats/{quoted(seat)}/handover"
        return await made(self._wire, path, otherwise, name=name, expires=expires)

    async def replay(
        self,
        first: int = 1,
        to: int | None = None,
        *,
        speed: float | None = None,
        most_pause: float | None = None,
    ) -> AsyncIterator[Batch]:
        """Yield recorded batches, from one version to another or the newest, with the original pauses between them.

        ``speed`` is relative to the original, 0 without pauses; ``most_pause`` limits a pause, in seconds. The service
        chooses the defaults.
        """
        parameters = {"from": first, "to": to, "speed": speed, "most_pause": most_pause}
        async for batch in follow(feed(self._wire, f"{self._path}/replay", None, **parameters), first - 1):
            yield batch

    async def verify(self, witness: Witness) -> Witness:
        """Show a witness all new events, up to the newest version, and return it.

        Raises HistoryDiffers if they do not continue what it has seen, do not lead to the hash that the service states,
        or are of another encounter.
        """
        version, chain = _version_and_chain(await self._wire.ask("HEAD", self._path))
        if version < witness.version:
            raise HistoryDiffers(
                f"{self.id} is at version {version}, but the witness has seen version {witness.version}."
            )
        async with aclosing(self._records(witness.version)) as records:
            while witness.version < version:
                record = await anext(records, None)
                if record is None:
                    raise HistoryDiffers(
                        f"{self.id} is at version {version}, but its events end at version {witness.version}."
                    )
                witness.see(*record[1:])
        witness.require(chain)
        witness.require_of(self.id)
        return witness

    async def _records(self, after: int) -> AsyncGenerator[tuple[int, bytes, bytes | None]]:
        """Yield the records after a version: version, public line, and private line or None if it is not visible."""
        patient = self._wire.patience()
        while True:
            why: Exception = ENDED
            try:
                sent = self._wire.send("GET", f"{self._path}/events", headers=AS_LINES, after=after)
                async with aclosing(await sent) as answer:
                    newest = _version_and_chain(answer)[0]
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
    """Yield each public line with the private line that follows it, or None."""
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


def _body(command: Mapping[str, Any] | Command, faces: Sequence[Faces] | None) -> bytes:
    """Return the body of a request with a command and the results thrown at the table."""
    return msgspec.json.encode({"command": command} if faces is None else {"command": command, "faces": faces})


def _expecting(version: int | None) -> dict[str, str]:
    """Return the header that names the version that the encounter must be at."""
    return {} if version is None else {"If-Match": f'"{version}"'}


def answer_of(answer: httpx.Response) -> Answer:
    """Return the result of a command, with the chain's hash from the response header."""
    return msgspec.structs.replace(decoded(answer, Answer), chain=answer.headers.get("yarrow-chain", ""))


def _version_and_chain(answer: httpx.Response) -> tuple[int, str]:
    """Return the version and the chain's hash from the headers of a response. Raises NotYarrow if one is missing."""
    tag, chain = answer.headers.get("etag", "").strip('"').partition("-")[0], answer.headers.get("yarrow-chain", "")
    if not (tag.isdecimal() and chain):
        raise NotYarrow(f"The response of {answer.url.path} has no version or no hash of a chain.")
    return int(tag), chain
