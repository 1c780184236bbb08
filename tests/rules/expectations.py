"""What a step of an example expects, held against the events and the state that came of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.model.encounter import Encounter
from domain.model.event import Event
from tests.rules.examples import Step
from tests.rules.notation import Notation


def check_batch(notation: Notation[Any], step: Step, batch: Sequence[Event]) -> None:
    """The events of one accepted command: the throws, what must be there and what must not."""
    notation.assert_throws(batch, step.throws)
    rest = iter(batch)
    for wanted in step.events:
        assert any(_is(event, wanted) for event in rest), f"no {wanted}, or not in this order, in {batch}"
    known = {kind.type for kind in notation.ruleset.events}
    for named in (*(wanted["type"] for wanted in step.events), *step.never):
        assert named in known, f"no event is called {named}"
    assert not [event for event in batch if event.type in step.never], f"one of {step.never} in {batch}"


def check_state(step: Step, fight: Encounter) -> None:
    """The facts that the step names are so, and no other prompt is open."""
    assert_matches(fight.prompts, list(step.prompts), "prompts")
    for path, expected in step.state.items():
        assert_matches(find(fight, path), expected, path)


def find(whole: Any, path: str) -> Any:
    """What stands at a dotted path; ``*`` gives all of a list or mapping, and what a mapping does not hold is None."""
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
    """Structs and mappings hold at least what is expected, lists as many, everything else the same."""
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
