"""Bundles: one encounter in one file, which can be verified without any other source.

A bundle is a file of JSON lines. The first line is the header. The records follow, byte for byte as they are stored:
the public line of each, and after it its private line if it has one, which begins with ``{"salt":``. The last line is
the proof, the SHA-256 of all lines before it. A redacted bundle omits private lines; its chain can still be verified.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import IO, Final, Literal

import msgspec

from events.format.chain import Fault
from events.format.codec import UNREADABLE, encode_json
from events.format.envelope import NEWLINE
from events.format.signing import Signature
from events.format.steps import Steps, at_once

FORMAT: Final = "yarrow-bundle-1"
PRIVATE_LINE: Final = b'{"salt":'
PROOF_LINE: Final = b'{"sha256":'
MAX_STEP_LINES: Final = 1000
"""Lines after which a step of reading a bundle ends."""
_is_digest: Final = re.compile("[0-9a-f]{64}").fullmatch
_is_viewer: Final = re.compile("narrator|spectator|player:[a-z0-9_,-]+").fullmatch
_is_proof: Final = re.compile(
    rb'\{"sha256":"[0-9a-f]{64}"(,"signature":\{"key":"[0-9a-f]{64}","ed25519":"[0-9a-f]{128}"\})?\}\n'
).fullmatch


class Header(msgspec.Struct, frozen=True):
    """The first line of a bundle: encounter, ruleset, number of events, and the hash of the chain after the last event.

    ``seen_by`` is the speaker whose view the bundle is; the narrator's view omits nothing.
    """

    format: Literal["yarrow-bundle-1"]
    encounter: str
    ruleset: str
    ruleset_version: str
    events: int
    chain: str
    seen_by: str


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of a bundle: the SHA-256 of all bytes before it, in hex, and an optional signature of that hash."""

    sha256: str
    signature: Signature | None = None


class Bundle(msgspec.Struct, frozen=True):
    """A bundle as it was read: header, records, SHA-256 and signature.

    ``fault`` is the first difference from a file as Yarrow writes it; ``truncated`` is true if the end is missing.
    """

    header: Header
    records: list[bytes]
    fault: Fault | None
    sha256: str = ""
    signature: Signature | None = None
    truncated: bool = False

    @property
    def head(self) -> bytes:
        """The hash that the header gives for the end of the chain."""
        return bytes.fromhex(self.header.chain)

    def line_of(self, version: int) -> int:
        """Return the number of the line, counted from 1, that holds the public part of an event."""
        return 2 + version - 1 + sum(NEWLINE in record for record in self.records[: version - 1])

    @property
    def last_line(self) -> int:
        """The number of the line after all events, which is that of the proof."""
        return self.line_of(len(self.records) + 1)


class InvalidBundle(ValueError):
    """The file is not a bundle, or is one that this version of Yarrow cannot read."""


def no_signature(digest: str) -> None:
    """Return None: the bundle is not signed."""


class BundleWriter:
    """Writes a bundle in parts: ``opening`` once, ``records`` any number of times, ``closing`` once.

    ``sign`` returns the signature of the bundle's SHA-256, or None.
    """

    def __init__(self, header: Header, sign: Callable[[str], Signature | None] = no_signature) -> None:
        self._header = header
        self._sign = sign
        self._sha256 = hashlib.sha256()

    def opening(self) -> bytes:
        """Return the line of the header."""
        return self._hashed(encode_json(self._header) + NEWLINE)

    def records(self, records: Iterable[bytes]) -> bytes:
        """Return the lines of the next records, in order."""
        return self._hashed(b"".join(record + NEWLINE for record in records))

    def closing(self) -> bytes:
        """Return the line of the proof."""
        digest = self._sha256.hexdigest()
        return encode_json(Proof(digest, self._sign(digest))) + NEWLINE

    def _hashed(self, lines: bytes) -> bytes:
        self._sha256.update(lines)
        return lines


def write(file: IO[bytes], header: Header, records: Iterable[bytes]) -> None:
    """Write a whole bundle to a file."""
    writer = BundleWriter(header)
    file.write(writer.opening())
    for record in records:
        file.write(writer.records([record]))
    file.write(writer.closing())


def read_steps(file: Iterable[bytes]) -> Steps[Bundle]:
    """Read a bundle from its lines, even a damaged one. Raises InvalidBundle if the first line is not a header."""
    lines = iter(file)
    first = next(lines, b"")
    header = read_header(first)
    digest = hashlib.sha256(first)
    records: list[bytes] = []
    last = b""
    for number, line in enumerate(lines, 1):
        if last:
            digest.update(last)
            _append_line(records, last)
        last = line
        if number % MAX_STEP_LINES == 0:
            yield
    if last.endswith(NEWLINE) and not last.startswith(PROOF_LINE):  # truncated after a whole line
        digest.update(last)
        _append_line(records, last)
        last = b""
    written = digest.hexdigest()
    proof = read_proof(last)
    fault = header_fault(header, first) or file_fault(header, len(records), last, proof, written)
    truncated = not last.startswith(PROOF_LINE)
    return Bundle(header, records, fault, written, None if proof is None else proof.signature, truncated)


read = at_once(read_steps)


def read_header(line: bytes) -> Header:
    """Parse the first line. Raises InvalidBundle."""
    try:
        header = msgspec.json.decode(line, type=Header)
        bytes.fromhex(header.chain)
    except (*UNREADABLE, ValueError) as error:
        raise InvalidBundle(
            f"This file is not a bundle that this version can read: its first line is not the header of a {FORMAT}"
        ) from error
    return header


def header_fault(header: Header, line: bytes) -> Fault | None:
    """Return the fault of a header that is not in canonical form, or None."""
    if not _is_viewer(header.seen_by):
        return Fault(0, f"the header's seen_by is {header.seen_by[:40]!r}, which is not a valid viewer")
    if line == encode_json(header) + NEWLINE and _is_digest(header.chain):
        return None
    if line.endswith(b"\r\n"):
        return Fault(0, "the lines end in CR and LF: a program has converted the line endings; send the original file")
    return Fault(0, "the header is not in canonical form, or has fields that Yarrow does not write")


def read_proof(line: bytes) -> Proof | None:
    """Return the proof, or None if the line is not a proof in canonical form."""
    return msgspec.json.decode(line, type=Proof) if _is_proof(line) else None


def _append_line(records: list[bytes], line: bytes) -> None:
    """Append a line as a new record, or as the private part of the record before it."""
    line = line.removesuffix(NEWLINE)
    if records and line.startswith(PRIVATE_LINE) and NEWLINE not in records[-1]:
        records[-1] += NEWLINE + line
    else:
        records.append(line)


def file_fault(header: Header, events: int, last: bytes, proof: Proof | None, digest: str) -> Fault | None:
    """Return the fault of the file itself, or None; ``events`` is the number of events before the last line."""
    if not last.startswith(PROOF_LINE) and events < header.events:
        there = f"it has {events} of the {header.events} events that its header announces"
        return Fault(events, f"the file is truncated: {there}")
    if not last.startswith(PROOF_LINE):
        return Fault(events, "the file is truncated: the proof on its last line is missing")
    if events != header.events:
        return Fault(events, f"the header announces {header.events} events, but the file has {events}")
    if proof is None or proof.sha256 != digest:
        return Fault(events, "the file was changed after it was written: its SHA-256 is not the one in its proof")
    return None
