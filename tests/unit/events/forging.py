"""Helpers that forge records without updating the chain, and read the verdicts of an audit."""

from collections.abc import Callable
from typing import Any

import msgspec

from events.audit.auditor import Audit
from events.format.envelope import digest, redact
from tests.recording import Recording

Change = Callable[[dict[str, Any]], None]


def verdicts(audit: Audit) -> tuple[str, str, str]:
    return audit.chain.verdict, audit.throws.verdict, audit.legality.verdict


def changed(records: list[bytes], version: int, change: Change) -> list[bytes]:
    """Return the records with a change in the public line of one; the hashes are not updated."""
    public, newline, private = records[version - 1].partition(b"\n")
    line = msgspec.json.decode(public)
    change(line)
    return [*records[: version - 1], msgspec.json.encode(line) + newline + private, *records[version:]]


def with_private(records: list[bytes], version: int, **fields: Any) -> list[bytes]:
    """Return the records with another private part for one of them, whose public line has the matching digest."""
    part = msgspec.json.encode({"salt": "0" * 64, "data": fields})
    [sealing] = changed(records[version - 1 : version], 1, lambda line: line.update(sealed=digest(part)))
    return [*records[: version - 1], redact(sealing) + b"\n" + part, *records[version:]]


def version_of(recording: Recording, kind: str, which: int = 0) -> int:
    """Return the version of the first event of a type, or of a later one."""
    versions = [v for v, record in enumerate(recording.records, 1) if f'"type":"{kind}","schema"'.encode() in record]
    return versions[which]


def set_data(**fields: Any) -> Change:
    return lambda line: line["data"].update(fields)
