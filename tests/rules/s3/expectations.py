"""What a step of an example expects, held against the events and the state that came of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from domain.event import Event
from domain.rulesets.s3 import S3
from domain.rulesets.s3.events.harm import CombatantDisabled, DamageSuffered, LimbLost, Stunned, Wounded
from domain.rulesets.s3.events.throws import CoinFlipped, CoinsThrown
from domain.rulesets.s3.state import Fight
from tests.rules.s3.examples import Step, Suffering
from tests.rules.s3.throws import assert_throws, read_throw

EVENT_OF = {event.type: event for event in S3.events}


def check_batch(step: Step, batch: Sequence[Event]) -> None:
    """The events of one accepted command: the throws with all their terms, what must be there and what must not."""
    assert_throws(batch, list(step.throws))
    check_terms(step, [event for event in batch if isinstance(event, CoinsThrown | CoinFlipped)])
    rest = iter(batch)
    for wanted in step.events:
        assert any(_is(event, wanted) for event in rest), f"no {wanted}, or not in this order, in {batch}"
    for unwanted in step.never:
        assert not [event for event in batch if isinstance(event, EVENT_OF[unwanted])], f"{unwanted} in {batch}"
    damages = list(_damages(batch))
    assert len(damages) == len(step.suffers), f"{len(damages)} damages in {batch}, expected {step.suffers}"
    for suffering, events in zip(step.suffers, damages, strict=True):
        check_damage(suffering, events)


def check_terms(step: Step, throws: Sequence[CoinsThrown | CoinFlipped]) -> None:
    """A throw written without terms has no more than one; a throw whose terms are named has those."""
    for place, (throw, text) in enumerate(zip(throws, step.throws, strict=True)):
        if isinstance(throw, CoinFlipped):
            continue
        assert len(throw.terms) <= 1 or read_throw(text).terms is not None, f"{text} is made of more: {throw}"
        names = [name for name, _ in throw.terms]
        assert names == step.terms.get(place, names), throw
    assert all(place < len(throws) for place in step.terms)


def check_damage(suffering: Suffering, events: Sequence[Event]) -> None:
    """A damage, and everything that it did to its victim: just that."""
    damage = events[0]
    assert isinstance(damage, DamageSuffered)
    who = suffering.who
    assert (damage.combatant, damage.points) == (who, suffering.points), damage
    assert suffering.stun_amount in (None, damage.stun_amount), damage
    assert suffering.wound_amount in (None, damage.wound_amount), damage
    wounds = [(-event.wound.penalty, -event.total) for event in events if isinstance(event, Wounded)]
    assert wounds == ([(suffering.wound, suffering.total)] if suffering.wound else []), events
    stunned = [event.combatant for event in events if isinstance(event, Stunned)]
    assert stunned == ([who] if suffering.stunned else []), events
    limbs = [(event.combatant, event.limb) for event in events if isinstance(event, LimbLost)]
    assert limbs == ([(who, suffering.limb)] if suffering.limb else []), events
    disabled = [event for event in events if isinstance(event, CombatantDisabled)]
    expected = [{"combatant": who, "disabled": suffering.disabled}] if suffering.disabled else []
    assert_matches(disabled, expected, "disabled")


def check_state(step: Step, fight: Fight) -> None:
    """The damaged stand as their last damage left them, and the facts that the step names are so."""
    for suffering in {suffering.who: suffering for suffering in step.suffers}.values():
        person = fight.people[suffering.who]
        assert (person.disabled is not None) == (suffering.disabled is not None), person.disabled
        assert suffering.total in (None, -person.wound_penalty), person.wounds
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
    if not isinstance(event, EVENT_OF[wanted["type"]]):
        return False
    try:
        assert_matches(event, {name: value for name, value in wanted.items() if name != "type"}, event.type)
    except AssertionError:
        return False
    return True


def _damages(batch: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """Each damage of a batch with the events behind it, up to the next."""
    starts = [place for place, event in enumerate(batch) if isinstance(event, DamageSuffered)]
    for start, end in pairwise([*starts, len(batch)]):
        yield batch[start:end]
