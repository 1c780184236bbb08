"""Bundles: an encounter in one file, which says by itself whether it is whole.

A bundle is lines of JSON. The first is the header; then come the records with not a byte changed, the public line of
each and behind it, where there is one, its private line, which begins with ``{"salt":``; the last line is the proof,
the SHA-256 of all lines before it. A redacted bundle leaves private lines out; the chain holds all the same.
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

FORMAT: Final = "yarrow-bundle-1"
PRIVATE_LINE: Final = b'{"salt":'
PROOF_LINE: Final = b'{"sha256":'
_is_digest: Final = re.compile("[0-9a-f]{64}").fullmatch
_is_viewer: Final = re.compile("narrator|spectator|player:[a-z0-9_,-]+").fullmatch
_is_proof: Final = re.compile(
    rb'\{"sha256":"[0-9a-f]{64}"(,"signature":\{"key":"[0-9a-f]{64}","ed25519":"[0-9a-f]{128}"\})?\}\n'
).fullmatch


class Header(msgspec.Struct, frozen=True):
    """The first line: whose events follow, by which rules, how many, and the chain's hash behind the last.

    ``seen_by`` is the speaker whose view this is; the narrator's leaves nothing out.
    """

    format: Literal["yarrow-bundle-1"]
    encounter: str
    ruleset: str
    ruleset_version: str
    events: int
    chain: str
    seen_by: str


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line: the SHA-256 of all bytes before it, in hex, and perhaps a signature of it."""

    sha256: str
    signature: Signature | None = None


class Bundle(msgspec.Struct, frozen=True):
    """What was read: the header, the records, the fault of a file not as it was written, its hash and signature.

    ``cut`` says that its end is missing.
    """

    header: Header
    records: list[bytes]
    fault: Fault | None
    sha256: str = ""
    signature: Signature | None = None
    cut: bool = False

    @property
    def head(self) -> bytes:
        """The hash that the chain has to end in."""
        return bytes.fromhex(self.header.chain)

    def line_of(self, version: int) -> int:
        """The line of the file, counted from 1, in which the public part of an event stands."""
        return 2 + version - 1 + sum(NEWLINE in record for record in self.records[: version - 1])

    @property
    def last_line(self) -> int:
        """The line behind all events: that of the proof."""
        return self.line_of(len(self.records) + 1)


class InvalidBundle(ValueError):
    """The file is no bundle, or one that this Yarrow cannot read."""


def no_signature(summed: str) -> None:
    """Nobody signs."""


class BundleWriter:
    """Writes a bundle piece by piece: ``opening``, ``records`` as often as there are some, ``closing``.

    ``sign`` gives the signature of its hash, or None.
    """

    def __init__(self, header: Header, sign: Callable[[str], Signature | None] = no_signature) -> None:
        self._header = header
        self._sign = sign
        self._sum = hashlib.sha256()

    def opening(self) -> bytes:
        """The header's line."""
        return self._counted(encode_json(self._header) + NEWLINE)

    def records(self, records: Iterable[bytes]) -> bytes:
        """The lines of further records, in order."""
        return self._counted(b"".join(record + NEWLINE for record in records))

    def closing(self) -> bytes:
        """The line of the proof."""
        summed = self._sum.hexdigest()
        return encode_json(Proof(summed, self._sign(summed))) + NEWLINE

    def _counted(self, lines: bytes) -> bytes:
        self._sum.update(lines)
        return lines


def write(file: IO[bytes], header: Header, records: Iterable[bytes]) -> None:
    """Write a whole bundle to a file."""
    writer = BundleWriter(header)
    file.write(writer.opening())
    for record in records:
        file.write(writer.records([record]))
    file.write(writer.closing())


def read(file: Iterable[bytes]) -> Bundle:
    """Read a bundle from its lines, whatever its condition. Raises InvalidBundle for what does not begin like one."""
    lines = iter(file)
    first = next(lines, b"")
    header = read_header(first)
    summed = hashlib.sha256(first)
    records: list[bytes] = []
    last = b""
    for line in lines:
        if last:
            summed.update(last)
            _take(records, last)
        last = line
    if last.endswith(NEWLINE) and not last.startswith(PROOF_LINE):  # it ends before its proof, behind a whole line
        summed.update(last)
        _take(records, last)
        last = b""
    written = summed.hexdigest()
    proof = read_proof(last)
    fault = header_fault(header, first) or file_fault(header, len(records), last, proof, written)
    cut = not last.startswith(PROOF_LINE)
    return Bundle(header, records, fault, written, None if proof is None else proof.signature, cut)


def read_header(line: bytes) -> Header:
    """The header in the first line. Raises InvalidBundle."""
    try:
        header = msgspec.json.decode(line, type=Header)
        bytes.fromhex(header.chain)
    except (*UNREADABLE, ValueError) as error:
        raise InvalidBundle(
            f"This is no bundle of Yarrow that can be read here: its first line is not the header of a {FORMAT}"
        ) from error
    return header


def header_fault(header: Header, line: bytes) -> Fault | None:
    """What is wrong with how the header is written: one text alone says one thing."""
    if not _is_viewer(header.seen_by):
        return Fault(0, f"the header says that {header.seen_by[:40]!r} has seen it, which is nobody who can")
    if line == encode_json(header) + NEWLINE and _is_digest(header.chain):
        return None
    if line.endswith(b"\r\n"):
        return Fault(0, "its lines end in CR and LF: something has rewritten the ends of the lines")
    return Fault(0, "the header says more than it should, or is written otherwise than Yarrow writes it")


def read_proof(line: bytes) -> Proof | None:
    """The proof, if the line is one, written as Yarrow writes it."""
    return msgspec.json.decode(line, type=Proof) if _is_proof(line) else None


def _take(records: list[bytes], line: bytes) -> None:
    """Put a line where it belongs: a private one behind the public one before it."""
    line = line.removesuffix(NEWLINE)
    if records and line.startswith(PRIVATE_LINE) and NEWLINE not in records[-1]:
        records[-1] += NEWLINE + line
    else:
        records.append(line)


def file_fault(header: Header, events: int, last: bytes, proof: Proof | None, summed: str) -> Fault | None:
    """What is wrong with the file itself, which holds so many events before its last line."""
    if not last.startswith(PROOF_LINE) and events < header.events:
        there = f"{events} of the {header.events} events that its header names are there"
        return Fault(events, f"the file is cut short: {there}")
    if not last.startswith(PROOF_LINE):
        return Fault(events, "the file ends before its proof: something is missing at its end")
    if events != header.events:
        return Fault(events, f"the file says that it holds {header.events} events, but it holds {events}")
    if proof is None or proof.sha256 != summed:
        return Fault(events, "the file is not as it was written: it does not have the hash that it says")
    return None
