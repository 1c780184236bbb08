"""Repetitions: requests that were accepted before, which are recognised by their command ID and fingerprint."""

from hashlib import sha256
from typing import Protocol

from domain.model.speaker import Speaker
from events.store.protocol import KnownCommand, Store, StreamId


class Repeatable(Protocol):
    """A request that may be a repetition: its command ID, that of earlier versions, and its fingerprint."""

    @property
    def command_id(self) -> str: ...

    @property
    def former_id(self) -> str: ...

    @property
    def fingerprint(self) -> bytes: ...


async def known_command(store: Store, stream: StreamId, request: Repeatable) -> KnownCommand | None:
    """Return the batch of a request that was accepted before, or of another under the same command ID.

    Under the ID of earlier versions only the same request counts: another may have been that of another caller.
    """
    known = await store.command(stream, request.command_id)
    if known is None and request.former_id:
        former = await store.command(stream, request.former_id)
        known = former if former is not None and former.fingerprint == request.fingerprint else None
    return known


def fingerprint(speaker: Speaker, principal: str, body: bytes) -> bytes:
    """Return the hash that tells requests under the same ID apart: the speaker, the principal and the body."""
    who = f"{speaker} {len(principal)} {principal}" if principal else str(speaker)
    return sha256(who.encode() + b"\n" + body).digest()
