"""Tests of the recorded fixtures: records of every schema are decoded with their original meaning."""

from typing import Any

import msgspec
import pytest

from domain.core.events import Branched, Noted, Rewound, Ruled
from domain.model.encounter import NEVER_CARRIED, NEVER_REWINDS
from domain.model.event import Recorded
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.format.envelope import PrivatePart, split
from tests.rules.rulesets import FIGHTS
from tests.unit.events.record_fixtures import Fixture, fullness, new_fixtures, read, schema_of, schemas_of, whole

RULESETS = tuple(fights.ruleset for fights in FIGHTS)
CODECS = {ruleset.key: Codec.of(ruleset) for ruleset in RULESETS}
RECORDED = {ruleset.key: read(ruleset) for ruleset in RULESETS}
EACH = [
    pytest.param(ruleset, fixture, id=f"{fixture.type}-{fixture.schema}")
    for ruleset in RULESETS
    for fixture in RECORDED[ruleset.key]
]
CARRYING = [
    pytest.param(ruleset, fixture, id=f"{ruleset.key}-{fixture.carries}")
    for ruleset in RULESETS
    for fixture in RECORDED[ruleset.key]
    if fixture.carries is not None
]


every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)


@every_ruleset
def test_every_schema_has_a_fixture(ruleset: Ruleset[Any]) -> None:
    recorded = {(fixture.type, fixture.schema) for fixture in RECORDED[ruleset.key]}
    every = {(event.type, schema) for event in ruleset.events for schema in range(1, event.schema + 1)}
    assert recorded == every, "python -m tests.unit.events.record_fixtures records what is missing"
    carried = {fixture.carries for fixture in RECORDED[ruleset.key]} - {None}
    assert carried == set(range(1, ruleset.state.schema + 1))
    assert schemas_of(ruleset) <= {fixture.schemas for fixture in RECORDED[ruleset.key]}


@pytest.mark.parametrize(("ruleset", "fixture"), EACH)
def test_a_fixture_is_read_as_it_was_meant(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    _, event = CODECS[ruleset.key].decode(fixture.record.encode())
    if event.schema == fixture.schema:
        assert_means(whole(event), fixture.means)


@pytest.mark.parametrize(("ruleset", "fixture"), EACH)
def test_the_current_schema_is_written_as_it_was_recorded_byte_by_byte(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    record = fixture.record.encode()
    envelope, event = CODECS[ruleset.key].decode(record)
    if event.schema == fixture.schema:
        codec = Codec.of(ruleset, salt=lambda: salt_of(record))
        again = Recorded(event, envelope.cause, envelope.audience)
        assert codec.encode_batch(envelope.encounter, 1, envelope.time, envelope.speaker, [again]) == [record]


@pytest.mark.parametrize(("ruleset", "fixture"), CARRYING)
def test_a_carried_state_of_any_schema_is_a_state_of_today(ruleset: Ruleset[Any], fixture: Fixture) -> None:
    _, event = CODECS[ruleset.key].decode(fixture.record.encode())
    assert isinstance(event, Rewound | Branched)
    state = ruleset.state(id="fixture")
    ruleset.fold(state, event)
    carried = {**event.state, **event.hidden}
    stays = NEVER_REWINDS if isinstance(event, Rewound) else NEVER_CARRIED
    returned = {name: value for name, value in carried.items() if name not in stays}
    now = msgspec.json.decode(msgspec.json.encode(state))
    assert {name: now[name] for name in returned} == returned
    assert returned["people"]


def salt_of(record: bytes) -> bytes:
    """Return the salt of a record's private part."""
    private = split(record)[1]
    assert private is not None
    return bytes.fromhex(msgspec.json.decode(private, type=PrivatePart).salt)


def assert_means(now: Any, meant: Any) -> None:
    """Assert that the decoded value contains all that was meant; newer fields may add more."""
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


@every_ruleset
def test_a_recorded_schema_is_not_recorded_again(ruleset: Ruleset[Any]) -> None:
    known = [fixture for fixture in RECORDED[ruleset.key] if fixture.schemas in schemas_of(ruleset)]
    events = [CODECS[ruleset.key].decode(fixture.record.encode())[1] for fixture in known]
    assert [schema_of(event) for event in events] == [fixture.schemas for fixture in known]
    assert list(new_fixtures(ruleset, events, known)) == []
    [again] = new_fixtures(ruleset, events, known[1:])
    assert (again.schemas, again.record) == (known[0].schemas, known[0].record)
    assert_means(again.means, known[0].means)


def test_the_event_that_fills_most_fields_is_recorded_and_of_these_the_shortest() -> None:
    bare, short, long = (
        Ruled(text="no"),
        Ruled(text="no", rule="S3-NARR-4"),
        Ruled(text="no light here", rule="S3-NARR-4"),
    )
    assert max((bare, long, short), key=fullness) == short
    assert max((bare, Ruled(text="not in the dark at all")), key=fullness) == bare
    secret = Noted(secret="no")
    assert max((secret, Noted(text="no light here", about=("fox",))), key=fullness) == secret
