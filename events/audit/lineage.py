"""Whether a branch begins as its parent stood: what it carries is held against the parent, where that is at hand."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.core.events import Branched
from domain.core.evolve import NEVER_CARRIED
from domain.model.encounter import BRANCHED_AT, Encounter
from domain.ruleset.ruleset import Ruleset
from events.format.carried_state import carried_by
from events.format.chain import Fault
from events.format.codec import Codec, encode_json
from events.format.envelope import redacted
from events.store.snapshots import StateAt

OF_THE_BRANCH = NEVER_CARRIED | {"ruleset", "name", "chance"}
"""Fields of a state that a branch does not take over, or says for itself."""
BY_THE_EVENT = frozenset({"before", "lineage"})
"""Fields that the event by which a branch begins tells of its parent, beside the state that it carries."""


def branching(codec: Codec, records: Sequence[bytes]) -> Branched | None:
    """The event by which a branch begins; None for what is no branch, or cannot be read."""
    try:
        event = codec.decode(records[BRANCHED_AT - 1])[1]
    except Exception:  # whatever a damaged record may hold: other checks name it
        return None
    return event if isinstance(event, Branched) else None


def is_parent(event: Branched, stood: StateAt[Encounter]) -> bool:
    """Whether what stood there under the ID of a branch's parent is that parent, by the hash of its chain."""
    return stood.hash.hex() == event.chain


def lineage_fault(
    ruleset: Ruleset[Any], event: Branched, parent: StateAt[Encounter], *, hidden: bool = True
) -> Fault | None:
    """What of a branch's beginning is not its parent's; without ``hidden`` it is held to what everybody may see.

    Against another encounter, which has no more than the parent's ID, nothing can be held.
    """
    if not is_parent(event, parent):
        return None
    said, stood = (msgspec.to_builtins(state) for state in (carried_by(event, ruleset), parent.state))
    names = (said.keys() if hidden else event.state.keys()) - OF_THE_BRANCH | BY_THE_EVENT
    for name in said:
        if name in names and encode_json(said[name]) != encode_json(stood[name]):
            return Fault(BRANCHED_AT, f"what it carries as {name} is not what {event.of} had at version {event.at}")
    return None


def is_whole(records: Sequence[bytes]) -> bool:
    """Whether nothing was left out of what a branch says that it carries."""
    return not redacted(records[BRANCHED_AT - 1])
