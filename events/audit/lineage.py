"""Lineage: checks that a branch begins with the state of its parent, if the parent is available."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.core.events import Branched
from domain.model.encounter import BRANCHED_AT, NEVER_CARRIED, Encounter
from domain.ruleset.ruleset import Ruleset
from events.format.carried_state import carried_by
from events.format.chain import Fault
from events.format.codec import Codec, encode_json
from events.format.envelope import redacted
from events.store.snapshots import StateAt

OF_THE_BRANCH = NEVER_CARRIED | {"ruleset", "name", "chance"}
"""Fields of a state that a branch does not inherit, or sets itself."""
BY_THE_EVENT = frozenset({"before", "lineage"})
"""Fields of the parent that the branch event records beside the carried state."""


def branching(codec: Codec, records: Sequence[bytes]) -> Branched | None:
    """Return the event that a branch begins with; None if the stream is not a branch or the event cannot be read."""
    try:
        event = codec.decode(records[BRANCHED_AT - 1])[1]
    except Exception:  # a damaged record may cause any error; other checks report it
        return None
    return event if isinstance(event, Branched) else None


def is_parent(event: Branched, parent: StateAt[Encounter]) -> bool:
    """Return whether a state is that of a branch's parent, by the hash of its chain."""
    return parent.hash.hex() == event.chain


def lineage_fault(
    ruleset: Ruleset[Any], event: Branched, parent: StateAt[Encounter], *, hidden: bool = True
) -> Fault | None:
    """Return the difference between a branch's first state and its parent's; without ``hidden``, of public fields only.

    Returns None for another encounter with the parent's ID, with which the branch cannot be compared.
    """
    if not is_parent(event, parent):
        return None
    claimed, actual = (msgspec.to_builtins(state) for state in (carried_by(event, ruleset), parent.state))
    recorded = event.state.keys() | event.hidden.keys()
    names = (claimed.keys() if hidden else event.state.keys()) - OF_THE_BRANCH | BY_THE_EVENT
    if "entrants" not in recorded:  # as in records from before the state had them
        names -= {"entrants"}
    for name in claimed:
        if name in names and encode_json(claimed[name]) != encode_json(actual[name]):
            return Fault(BRANCHED_AT, f"its field {name} differs from {event.of} at version {event.at}")
    return None


def is_whole(records: Sequence[bytes]) -> bool:
    """Return whether the state that a branch carries is complete."""
    return not redacted(records[BRANCHED_AT - 1])
