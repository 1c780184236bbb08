"""Admission of bundles: checks that a whole bundle is valid, and reports the faulty line otherwise.

Nothing is trusted: the file's hash, the chain, the throws whose seeds are revealed, and the events that the rules give
for each command are all verified. An admitted bundle could have been written by this service, or by one with another
version of the ruleset: its commands may be decided differently here, but the state they lead to must be readable.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from domain.model.encounter import BRANCHED_AT, NEVER_REWINDS, Encounter
from domain.model.integers import MAX_INTEGER
from domain.model.speaker import NARRATOR, SPECTATOR
from domain.ruleset.offering import options
from domain.ruleset.ruleset import Ruleset
from domain.story.clauses import mentioned
from events.audit.auditor import Auditor, BundleAudit
from events.audit.lineage import branching, lineage_fault
from events.format import chain
from events.format.bundle import Bundle
from events.format.carried_state import carried_by
from events.format.codec import Codec, encode_json
from events.format.envelope import redacted, split
from events.format.folding import fold_steps
from events.format.steps import Steps, parts
from events.store.snapshots import StateAt

HEADER_LINE: Final = 1
MAX_EVENTS_BEFORE: Final = MAX_INTEGER
PRIVATE_PART_MISSING: Final = "the private part is missing, which the narrator's bundle may not omit"
UNPLAYABLE_STATE: Final = "the state that the branch carries is not valid under the rules"
UNREADABLE_STATE: Final = "the state that the events lead to is not valid under the rules"

NAMES_ANYBODY: Final = NEVER_REWINDS | {"name", "metadata"}
"""Fields of a state that may have the ID of a combatant that a rewind has removed."""


class BrokenBundle(ValueError):
    """The first fault of a bundle: the line of the file, and the version of the event if it concerns one."""

    def __init__(self, line: int, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.line, self.version, self.reason = line, version, reason


class RedactedBundle(ValueError):
    """The bundle omits private parts, so its commands cannot be decided again."""


class AdmittedBundle(NamedTuple):
    """A valid bundle: the state after its events, the chain's hash there, and the last version of each batch."""

    state: Encounter
    hash: bytes
    batches: list[int]


class _BatchOf(msgspec.Struct):
    batch: int


_batch_of: Final = msgspec.json.Decoder(_BatchOf).decode


def admit(ruleset: Ruleset[Any], codec: Codec, bundle: Bundle) -> Steps[AdmittedBundle]:
    """Verify a whole bundle of this ruleset. Raises BrokenBundle or RedactedBundle."""
    if bundle.header.seen_by != str(NARRATOR):
        raise RedactedBundle(bundle.header.seen_by)
    yield from _require_whole(bundle)
    audit = yield from Auditor(ruleset, codec).audit_bundle_steps(bundle)
    if not audit.sound:
        raise (yield from _first_fault(bundle, audit))
    state = yield from _replayed(ruleset, codec, bundle)
    if audit.legality.verdict != "proven":
        _require_valid(ruleset, state, bundle)
    return AdmittedBundle(state, bundle.head, (yield from batch_ends(bundle.records)))


def _require_whole(bundle: Bundle) -> Steps[None]:
    """Raise BrokenBundle if a private part is missing."""
    version = 0
    for part in parts(bundle.records):
        for record in part:
            version += 1
            if redacted(record):
                raise BrokenBundle(bundle.line_of(version), version, PRIVATE_PART_MISSING)
        yield


def require_lineage(ruleset: Ruleset[Any], codec: Codec, bundle: Bundle, parent: StateAt[Encounter]) -> None:
    """Raise BrokenBundle unless a branch begins with the state of its parent.

    ``parent`` is the stored encounter with the parent's ID, at the version of the branch. If its chain differs it is
    another encounter, and the branch is not checked.
    """
    event = branching(codec, bundle.records)
    if event is None or event.chain != parent.hash.hex():
        return
    fault = lineage_fault(ruleset, event, parent)
    if fault is not None:
        raise BrokenBundle(bundle.line_of(fault.version), fault.version, fault.reason)


def _replayed(ruleset: Ruleset[Any], codec: Codec, bundle: Bundle) -> Steps[Encounter]:
    """Return the state after all events. Raises BrokenBundle if a branch carries a state that cannot be played.

    States that the rules made are valid; a state that a branch carries was made elsewhere, and its types prove little.
    """
    state: Encounter = ruleset.state(id=chain.first_encounter_id(bundle.records[0]))
    branch = branching(codec, bundle.records)
    if branch is None:
        yield from fold_steps(ruleset, codec, state, bundle.records)
        return state
    try:
        _require_possible(carried_by(branch, ruleset))
        yield from fold_steps(ruleset, codec, state, bundle.records[:BRANCHED_AT])
        _require_readable(ruleset, state)
        yield from fold_steps(ruleset, codec, state, bundle.records[BRANCHED_AT:])
        _require_readable(ruleset, state)
    except Exception as error:  # a state that the rules did not make may cause any error
        raise BrokenBundle(bundle.line_of(BRANCHED_AT), BRANCHED_AT, UNPLAYABLE_STATE) from error
    return state


def _require_valid(ruleset: Ruleset[Any], state: Encounter, bundle: Bundle) -> None:
    """Check the state that another version of the ruleset decided. Raises BrokenBundle if it cannot be read."""
    try:
        _require_readable(ruleset, state)
    except Exception as error:  # anything that the rules raise on a state that they did not produce
        version = len(bundle.records)
        raise BrokenBundle(bundle.line_of(version), version, UNREADABLE_STATE) from error


def _require_possible(parent: Encounter) -> None:
    """Reject impossible counts of earlier events in a carried state. Raises ValueError."""
    if not 0 <= parent.before <= MAX_EVENTS_BEFORE:
        raise ValueError(f"{parent.before} is not a possible number of earlier events")


def _require_readable(ruleset: Ruleset[Any], state: Encounter) -> None:
    """Encode a state as its readers would; raises their errors, and ValueError for a combatant that is missing."""
    _require_everybody(ruleset, state)
    _require_own_names(state)
    for speaker in (NARRATOR, SPECTATOR):
        encode_json(ruleset.seen_by(state, speaker))
    encode_json(options(ruleset, state, NARRATOR))


def _require_everybody(ruleset: Ruleset[Any], state: Encounter) -> None:
    """Raise ValueError if the state lacks a combatant that has joined, unless a rewind may have removed it.

    Nothing else in a fight names a combatant that a rewind has removed.
    """
    missing = set(state.joined).difference(state.present(ruleset.sheets))
    if missing:
        fields = {name: getattr(state, name) for name in state.__struct_fields__ if name not in NAMES_ANYBODY}
        named = sorted(missing.intersection(mentioned(msgspec.to_builtins(fields))))
        if named:
            raise ValueError(f"{', '.join(named)} joined and is not in the state")


def _require_own_names(value: Any) -> None:
    """Raise ValueError if a map of the state has an object under another key than its ID."""
    if isinstance(value, dict):
        for key, kept in value.items():
            if getattr(kept, "id", key) != key:
                raise ValueError(f"{kept.id} has the key {key}")
            _require_own_names(kept)
    elif isinstance(value, list | tuple):
        for part in value:
            _require_own_names(part)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            _require_own_names(getattr(value, field))


def batch_ends(records: Sequence[bytes]) -> Steps[list[int]]:
    """Return the last version of each batch of a stream."""
    begins: dict[int, None] = {}
    for part in parts(records):
        begins.update((_batch_of(split(record)[0]).batch, None) for record in part)
        yield
    return [*(first - 1 for first in islice(begins, 1, None)), len(records)]


def _first_fault(bundle: Bundle, audit: BundleAudit) -> Steps[BrokenBundle]:
    """Return the fault on the earliest line of the file: a misplaced line, or else a broken check.

    Faults that only the checksum or the signature reveals are reported on the last line.
    """
    misplaced = (yield from chain.verify_steps(bundle.header.encounter, bundle.records)).fault
    faults = [check.fault for check in (audit.chain, audit.throws, audit.legality) if check.fault is not None]
    if misplaced is None and not faults:
        return BrokenBundle(bundle.last_line, None, audit.signature.detail)
    if misplaced is None and bundle.truncated and bundle.fault is not None:
        return BrokenBundle(bundle.last_line, None, bundle.fault.reason)
    fault = misplaced or min(faults, key=lambda fault: fault.version)
    if fault == audit.chain.fault and bundle.fault is None and audit.hash != bundle.header.chain:
        reason = f"the header gives {bundle.header.chain} as the hash of the chain, but it is {audit.hash}"
        return BrokenBundle(HEADER_LINE, None, reason)
    if fault == bundle.fault:
        line = bundle.last_line if bundle.records and fault.version else HEADER_LINE
        return BrokenBundle(line, None, fault.reason)
    if not 1 <= fault.version <= len(bundle.records):
        return BrokenBundle(HEADER_LINE, None, fault.reason)
    return BrokenBundle(bundle.line_of(fault.version), fault.version, fault.reason)
