"""Checks of the expectations of an example's step against the resulting events and state."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.model.encounter import Encounter
from domain.model.event import Event
from tests.rules.examples import Step
from tests.rules.notation import Notation


def check_batch(notation: Notation[Any], step: Step, batch: Sequence[Event]) -> None:
    """Check the events of one accepted command: the throws, the expected events and the excluded types."""
    notation.assert_throws(batch, step.throws)
    rest = iter(batch)
    for wanted in step.events:
        assert any(_is(event, wanted) for event in rest), f"no {wanted}, or not in this order, in {batch}"
    known = {kind.type for kind in notation.ruleset.events}
    for named in (*(wanted["type"] for wanted in step.events), *step.never):
        assert named in known, f"no event is called {named}"
    assert not [event for event in batch if event.type in step.never], f"one of {step.never} in {batch}"


def check_state(step: Step, fight: Encounter) -> None:
    """Check that the state has the facts that the step names, and that no other prompt is open."""
    assert_matches(fight.prompts, list(step.prompts), "prompts")
    for path, expected in step.state.items():
        assert_matches(find(fight, path), expected, path)


def find(whole: Any, path: str) -> Any:
    """Return the value at a dotted path; ``*`` means all of a list or mapping; a missing key yields None."""
    name, _, rest = path.partition(".")
    if name == "*":
        every = whole.values() if isinstance(whole, Mapping) else whole
        return [find(one, rest) if rest else one for one in every]
    if isinstance(whole, Mapping):
        part = whole.get(name)
    elif isinstance(whole, Sequence):
        part = whole[int(name)]
    else:
        part = getattr(whole, name)
    return find(part, rest) if rest else part


def assert_matches(actual: Any, expected: Any, path: str) -> None:
    """Assert that structs and mappings contain what is expected, and that lists and other values are the same."""
    if isinstance(expected, Mapping) and expected:
        assert actual is not None, f"{path}: nothing, expected {expected}"
        for name, value in expected.items():
            assert_matches(find(actual, name), value, f"{path}.{name}")
    elif isinstance(expected, list):
        assert len(actual) == len(expected), f"{path}: {actual}, expected {expected}"
        for place, (one, value) in enumerate(zip(actual, expected, strict=True)):
            assert_matches(one, value, f"{path}.{place}")
    else:
        assert actual == expected, f"{path}: {actual}, expected {expected}"


def _is(event: Event, wanted: Mapping[str, Any]) -> bool:
    if event.type != wanted["type"]:
        return False
    try:
        assert_matches(event, {name: value for name, value in wanted.items() if name != "type"}, event.type)
    except AssertionError:
        return False
    return True
