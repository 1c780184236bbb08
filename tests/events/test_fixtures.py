"""What was recorded under any schema is read as it was meant."""

import pytest

from events.codec import Codec
from tests.events.record_fixtures import FIXTURES, RULESETS, Fixture, new_fixtures, read, whole

RECORDED = [(ruleset, fixture) for ruleset, _ in RULESETS for fixture in read(FIXTURES / f"{ruleset.key}.ndjson")]


@pytest.mark.parametrize(("ruleset", "samples"), RULESETS, ids=lambda value: getattr(value, "key", ""))
def test_every_schema_has_a_fixture(ruleset, samples) -> None:  # type: ignore[no-untyped-def]
    recorded = {(fixture.type, fixture.schema) for known, fixture in RECORDED if known is ruleset}
    every = {(event.type, schema) for event in ruleset.events for schema in range(1, event.schema + 1)}
    assert recorded == every, "python -m tests.events.record_fixtures records what is missing"
    assert {type(sample) for sample in samples} == set(ruleset.events)


@pytest.mark.parametrize(
    ("ruleset", "fixture"), RECORDED, ids=lambda value: f"{value.type}-{value.schema}" if isinstance(value, Fixture) else ""
)
def test_a_fixture_is_read_as_it_was_meant(ruleset, fixture) -> None:  # type: ignore[no-untyped-def]
    _, event = Codec(ruleset.events).decode(fixture.record.encode())
    if event.schema == fixture.schema:
        read_now = whole(event)
        assert {field: read_now[field] for field in fixture.means} == fixture.means


def test_a_recorded_schema_is_not_recorded_again() -> None:
    [ruleset, samples] = RULESETS[0]
    known = [fixture for known, fixture in RECORDED if known is ruleset]
    assert list(new_fixtures(samples, known)) == []
    assert [fixture.type for fixture in new_fixtures(samples, known[1:])] == [known[0].type]
