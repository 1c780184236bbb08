"""Admitting a bundle: whether all of it holds, with the line that is wrong where it does not.

Nothing is believed: the file's hash, the chain, the throws whose seeds are revealed, and what the rules give for every
command. What is admitted could have been written by this Yarrow.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec

from domain.model.encounter import BRANCHED_AT, Encounter
from domain.model.speaker import NARRATOR, SPECTATOR
from domain.ruleset.membership import legal_forms
from domain.ruleset.ruleset import Ruleset
from events.audit.auditor import Auditor, BundleAudit
from events.audit.lineage import branching, lineage_fault
from events.format import chain
from events.format.bundle import Bundle
from events.format.carried_state import carried_by
from events.format.codec import Codec, encode_json
from events.format.envelope import redacted, split
from events.store.snapshots import StateAt

HEADER_LINE: Final = 1
MAX_EVENTS_BEFORE: Final = 2**53 - 1
PRIVATE_PART_MISSING: Final = "the narrator's bundle leaves nothing out, but here the private part is missing"
UNPLAYABLE_STATE: Final = "the state that the branch carries cannot be played by the rules"


class BrokenBundle(ValueError):
    """What is wrong with a bundle first: the line of the file, and the version of the event that it is about."""

    def __init__(self, line: int, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.line, self.version, self.reason = line, version, reason


class RedactedBundle(ValueError):
    """The bundle is what somebody saw who may not see everything: its commands cannot be decided again."""


class AdmittedBundle(NamedTuple):
    """A bundle that holds: the state behind its events, the chain's hash there, the last version of each batch."""

    state: Encounter
    hash: bytes
    batches: list[int]


class _BatchOf(msgspec.Struct):
    batch: int


_batch_of: Final = msgspec.json.Decoder(_BatchOf).decode


def admit(ruleset: Ruleset[Any], codec: Codec, found: Bundle) -> AdmittedBundle:
    """Check all of a bundle of this ruleset. Raises BrokenBundle or RedactedBundle."""
    if found.header.seen_by != str(NARRATOR):
        raise RedactedBundle(found.header.seen_by)
    left_out = next((version for version, record in enumerate(found.records, 1) if redacted(record)), None)
    if left_out is not None:
        raise BrokenBundle(found.line_of(left_out), left_out, PRIVATE_PART_MISSING)
    audit = Auditor(ruleset, codec).audit_bundle(found)
    if not audit.sound:
        raise _first_fault(found, audit)
    return AdmittedBundle(_played(ruleset, codec, found), found.head, list(batch_ends(found.records)))


def require_lineage(ruleset: Ruleset[Any], codec: Codec, found: Bundle, parent: StateAt[Encounter]) -> None:
    """Raise BrokenBundle where a branch does not begin as its parent stood.

    ``parent`` is what is there under the parent's ID, at the version that the branch left. With another chain it is
    somebody else's encounter, and says nothing of the branch.
    """
    event = branching(codec, found.records)
    if event is None or event.chain != parent.hash.hex():
        return
    fault = lineage_fault(ruleset, event, parent)
    if fault is not None:
        raise BrokenBundle(found.line_of(fault.version), fault.version, fault.reason)


def _played(ruleset: Ruleset[Any], codec: Codec, found: Bundle) -> Encounter:
    """The state behind all events. Raises BrokenBundle where a branch carries one that nobody could go on with.

    What the rules made they can play. What a branch carries nobody here has made, and its types say little of it.
    """
    state: Encounter = ruleset.state(id=chain.first_encounter_id(found.records[0]))
    branch = branching(codec, found.records)
    if branch is None:
        ruleset.fold_all(state, codec.decode_events(found.records))
        return state
    try:
        _require_possible(carried_by(branch, ruleset))
        ruleset.fold_all(state, codec.decode_events(found.records[:BRANCHED_AT]))
        _require_readable(ruleset, state)
        ruleset.fold_all(state, codec.decode_events(found.records[BRANCHED_AT:]))
        _require_readable(ruleset, state)
    except Exception as error:  # whatever the rules stumble over in a state that they did not make
        raise BrokenBundle(found.line_of(BRANCHED_AT), BRANCHED_AT, UNPLAYABLE_STATE) from error
    return state


def _require_possible(parent: Encounter) -> None:
    """No less than nothing can have happened before an encounter began. Raises ValueError."""
    if not 0 <= parent.before <= MAX_EVENTS_BEFORE:
        raise ValueError(f"{parent.before} events before the first")


def _require_readable(ruleset: Ruleset[Any], state: Encounter) -> None:
    """Do what readers of a state do; raises whatever they would meet, ValueError where something is misnamed."""
    _require_own_names(state)
    for speaker in (NARRATOR, SPECTATOR):
        encode_json(ruleset.seen_by(state, speaker))
    encode_json(legal_forms(ruleset, state, NARRATOR))


def _require_own_names(value: Any) -> None:
    """Whatever a map of the state keeps by its ID bears that ID. Raises ValueError where it bears another."""
    if isinstance(value, dict):
        for key, kept in value.items():
            if getattr(kept, "id", key) != key:
                raise ValueError(f"{kept.id} is kept as {key}")
            _require_own_names(kept)
    elif isinstance(value, list | tuple):
        for part in value:
            _require_own_names(part)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            _require_own_names(getattr(value, field))


def batch_ends(records: Sequence[bytes]) -> Iterator[int]:
    """The last version of each batch of a stream."""
    batches = (_batch_of(split(record)[0]).batch for record in records)
    for version, (batch, following) in enumerate(pairwise((*batches, None)), 1):
        if batch != following:
            yield version


def _first_fault(found: Bundle, audit: BundleAudit) -> BrokenBundle:
    """The fault that stands first in the file: a line that is out of its place, else what does not follow.

    What only the sums tell stands where they do, in the last line, and so does a signature.
    """
    misplaced = chain.verify(found.header.encounter, found.records).fault
    faults = [check.fault for check in (audit.chain, audit.throws, audit.legality) if check.fault is not None]
    if misplaced is None and not faults:
        return BrokenBundle(found.last_line, None, audit.signature.detail)
    if misplaced is None and found.cut and found.fault is not None:
        return BrokenBundle(found.last_line, None, found.fault.reason)
    fault = misplaced or min(faults, key=lambda fault: fault.version)
    if fault == audit.chain.fault and found.fault is None and audit.hash != found.header.chain:
        reason = f"the header says that the chain ends in {found.header.chain}, but it ends in {audit.hash}"
        return BrokenBundle(HEADER_LINE, None, reason)
    if fault == found.fault:
        line = found.last_line if found.records and fault.version else HEADER_LINE
        return BrokenBundle(line, None, fault.reason)
    if not 1 <= fault.version <= len(found.records):
        return BrokenBundle(HEADER_LINE, None, fault.reason)
    return BrokenBundle(found.line_of(fault.version), fault.version, fault.reason)
