"""Functions that make bundles of recordings, and forge them as a person who knows the format could."""

import io
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from events.audit.admission import batch_ends
from events.format import bundle, chain
from events.format.bundle import Header
from events.format.steps import finished
from tests.recording import Recording
from tests.unit.events.forging import changed


def pack(recording: Recording, records: list[bytes] | None = None) -> bytes:
    """Return the narrator's bundle of a recording, or of some of its records."""
    kept = recording.records if records is None else records
    head = chain.extend(chain.genesis(recording.origin), kept).hex()
    ruleset = recording.ruleset
    file = io.BytesIO()
    header = Header(bundle.FORMAT, recording.encounter, ruleset.key, ruleset.version, len(kept), head, "narrator")
    bundle.write(file, header, kept)
    return file.getvalue()


def first_of(recording: Recording, batches: int) -> bytes:
    """Return the bundle of the first batches of a recording; -1 means all but the last."""
    ends = finished(batch_ends(recording.records))
    return pack(recording, recording.records[: ends[:batches][-1]])


def resealed(file: bytes) -> bytes:
    """Return the bundle with a matching proof."""
    lines = file[: file.rindex(b'{"sha256":')]
    return lines + b'{"sha256":"%s"}\n' % sha256(lines).hexdigest().encode()


def relinked(file: bytes, version: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Return a bundle with a change in the public line of one event, and a matching chain and proof."""
    found = bundle.read(io.BytesIO(file))
    records = changed(found.records, version, change)
    head = chain.extend(chain.genesis(chain.first_encounter_id(records[0])), records).hex()
    again = io.BytesIO()
    bundle.write(again, msgspec.structs.replace(found.header, chain=head), records)
    return again.getvalue()
