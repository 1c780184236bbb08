"""Folding records into a state, in steps."""

from collections.abc import Sequence
from typing import Any, TypeVar

from domain.model.encounter import Encounter
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.format.steps import Steps, parts

S = TypeVar("S", bound=Encounter)


def fold_steps(ruleset: Ruleset[Any], codec: Codec, state: S, records: Sequence[bytes]) -> Steps[S]:
    """Fold records into the state, in place, and return it."""
    for part in parts(records):
        ruleset.fold_all(state, codec.decode_events(part))
        yield
    return state
