"""What a test came to, read off the events of the last command."""

from domain.rulesets.yin_yang.events.cards import Attempted
from tests.rules.yin_yang.specification import Specification


def attempted(spec: Specification) -> Attempted:
    """The one test that the last command made."""
    (found,) = attempts(spec)
    return found


def attempts(spec: Specification) -> list[Attempted]:
    """The tests that the last command made, in the order in which they were drawn."""
    assert spec.refusal is None, spec.refusal
    return [event for event in spec.events if isinstance(event, Attempted)]
