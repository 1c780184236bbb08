"""What was recorded under any schema is read as it was meant."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.core_events import Rewound
from domain.core_folds import NEVER_REWINDS
from domain.event import Event, Recorded
from domain.ruleset import Ruleset
from events.codec import Codec
from events.envelope import PrivatePart, split
from tests.events.record_fixtures import FIXTURES, RULESETS, Fixture, new_fixtures, read, whole

RECORDED = {ruleset.key: read(FIXTURES / f"{ruleset.key}.ndjson") for ruleset, _ in RULESETS}
EACH = [
    pytest.param(ruleset, fixture, id=f"{fixture.type}-{fixture.schema}")
    for ruleset, _ in RULESETS
    for fixture in RECORDED[ruleset.key]
]
CARRYING = [
    pytest.param(ruleset, fixture, id=f"{ruleset.key}-{fixture.carries}")
    for ruleset, _ in RULESETS
    for fixture in RECORDED[ruleset.key]
    if fixture.carries is not None
]


@pytest.mark.parametrize(("ruleset", "samples"), RULESETS)
def test_every_schema_has_a_fixture(ruleset: Ruleset[Any], samples: Sequence[Event]) -> None:
    recorded = {(fixture.type, fixture.schema) for fixture in RECORDED[ruleset.key]}
    every = {(event.type, schema) for event in ruleset.events for schema in range(1, event.schema + 1)}
    assert recorded == every, "python -m tests.events.record_fixtures records what is missing"
    carried = {fixture.carries for fixture in RECORDED[ruleset.key]} - {None}
    assert carried == set(range(1, ruleset.state.schema + 1))
    assert {type(sample) for sample in samples} == set(ruleset.events)


@pytest.mark.parametrize(("ruleset", "fixture"), EACH)
def test_a_fixture_is_read_as_it_was_meant(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    _, event = Codec.of(ruleset).decode(fixture.record.encode())
    if event.schema == fixture.schema:
        assert_means(whole(event), fixture.means)


@pytest.mark.parametrize(("ruleset", "fixture"), EACH)
def test_the_current_schema_is_written_as_it_was_recorded_byte_by_byte(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    record = fixture.record.encode()
    envelope, event = Codec.of(ruleset).decode(record)
    if event.schema == fixture.schema:
        codec = Codec(ruleset.events, salt=lambda: salt_of(record))
        again = Recorded(event, envelope.cause, envelope.audience)
        assert codec.encode_batch(envelope.encounter, 1, envelope.time, envelope.speaker, [again]) == [record]


@pytest.mark.parametrize(("ruleset", "fixture"), CARRYING)
def test_a_carried_state_of_any_schema_is_a_state_of_today(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    _, event = Codec.of(ruleset).decode(fixture.record.encode())
    assert isinstance(event, Rewound)
    state = ruleset.state(id="fixture")
    ruleset.fold(state, event)
    returned = {name: value for name, value in event.state.items() if name not in NEVER_REWINDS}
    now = msgspec.json.decode(msgspec.json.encode(state))
    assert {name: now[name] for name in returned} == returned
    assert returned["people"]


def salt_of(record: bytes) -> bytes:
    """The salt of a record's private part."""
    private = split(record)[1]
    assert private is not None
    return bytes.fromhex(msgspec.json.decode(private, type=PrivatePart).salt)


def assert_means(now: Any, meant: Any) -> None:
    """What is read now says all that was meant then; fields that are younger may say more."""
    if isinstance(meant, dict):
        assert meant.keys() <= now.keys()
        for field, part in meant.items():
            assert_means(now[field], part)
    elif isinstance(meant, list):
        assert len(now) == len(meant)
        for part, meant_part in zip(now, meant, strict=True):
            assert_means(part, meant_part)
    else:
        assert now == meant


def test_a_recorded_schema_is_not_recorded_again() -> None:
    ruleset, samples = RULESETS[0]
    known = RECORDED[ruleset.key]
    assert list(new_fixtures(samples, known)) == []
    assert [fixture.type for fixture in new_fixtures(samples, known[1:])] == [known[0].type]
