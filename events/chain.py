"""The chain: each record is linked to all before it by SHA-256, so that nothing can be changed, left out or moved.

``h(0) = SHA-256("yarrow-chain-1:" + encounter)`` and
``h(v) = SHA-256(h(v-1) + SHA-256(public line) + SHA-256(private line))``, where a record without a private part counts
as one with an empty private line. A redacted record carries the digest of the line that was left out.
"""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec

from events.envelope import NEWLINE, Envelope, digest, split

GENESIS_PREFIX: Final = b"yarrow-chain-1:"
_NOTHING_SEALED: Final = b'"sealed":null}'
_DIGEST_OF_NOTHING: Final = sha256(b"").digest()
_SEALED_HEX: Final = slice(-66, -2)
_HEX_DIGEST: Final = re.compile("[0-9a-f]{64}")

_decode = msgspec.json.Decoder(Envelope[msgspec.Raw]).decode


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong with a chain: at which version, and what."""

    version: int
    reason: str


class Verdict(msgspec.Struct, frozen=True):
    """How far a chain holds: the last version that does, its hash, and the fault behind it, if any."""

    version: int
    hash: bytes
    fault: Fault | None


def genesis(encounter: str) -> bytes:
    """The hash before the first event of an encounter."""
    return sha256(GENESIS_PREFIX + encounter.encode()).digest()


def link(previous: bytes, record: bytes) -> bytes:
    """The hash of a record that follows on ``previous``; ValueError for a redacted record without its digest."""
    return extend(previous, (record,))


def extend(previous: bytes, records: Iterable[bytes]) -> bytes:
    """The hash of the last of ``records``, which follow on ``previous`` in order."""
    for record in records:
        public, newline, private = record.partition(NEWLINE)
        if newline:
            sealed = sha256(private).digest()
        elif public.endswith(_NOTHING_SEALED):
            sealed = _DIGEST_OF_NOTHING
        else:
            sealed = bytes.fromhex(public[_SEALED_HEX].decode())
        previous = sha256(previous + sha256(public).digest() + sealed).digest()
    return previous


def verify(
    encounter: str,
    records: Iterable[bytes],
    *,
    expected: bytes | None = None,
    after: int = 0,
    previous: bytes | None = None,
) -> Verdict:
    """Check that records form the chain of an encounter, and that it ends in ``expected`` where that is given.

    A chain that is read in parts goes on with ``after`` and ``previous``, version and hash of the part before.
    """
    version, current = after, genesis(encounter) if previous is None else previous
    for record in records:
        reason = _wrong_with(record, encounter, version + 1)
        if reason is not None:
            return Verdict(version, current, Fault(version + 1, reason))
        version, current = version + 1, link(current, record)
    if expected is not None and current != expected:
        return Verdict(version, current, Fault(version, "the events up to here do not lead to the hash of the chain"))
    return Verdict(version, current, None)


def _wrong_with(record: bytes, encounter: str, version: int) -> str | None:
    """What is wrong with one record that should have ``version``, or None."""
    public, private = split(record)
    try:
        envelope = _decode(public)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return f"the record is no event: {error}"
    if envelope.encounter != encounter:
        return f"the event belongs to {envelope.encounter}"
    if envelope.version != version:
        return f"the event has version {envelope.version}"
    if private is not None:
        return None if envelope.sealed == digest(private) else "the private part is not the one that was sealed"
    if envelope.sealed is None:
        return None if public.endswith(_NOTHING_SEALED) else "the line does not end as it should"
    if not (_HEX_DIGEST.fullmatch(envelope.sealed) and public.endswith(f'"sealed":"{envelope.sealed}"}}'.encode())):
        return "the digest of the private part is not in its place"
    return None
