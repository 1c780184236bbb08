"""Whatever Schemathesis makes of the description of the API, each answer is one that the description has.

It asks every path with values that fit and with values that do not, of an encounter of each system: no fault of the
service, no status, media type, header or body that is not described, and nothing taken that the description forbids.
"""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case, HookContext, SerializationContext, checks

from domain.registry import rulesets
from service.app import create_app
from service.http.events import NDJSON
from service.settings import Settings
from tests.program import serving

CLOSED = "closed"
OPEN = tuple(ruleset.key for ruleset in rulesets().values())
"""The IDs of the encounters that are asked of: one of each system, under the key of its ruleset, and a closed one."""
EXAMPLES = 25
ENDLESS = r"/v1/live$|/replay$|/ws$"
"""What goes on by itself for as long as somebody listens has tests of its own."""
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
    checks.allow_header_conformance,
]
patient = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
description = create_app(Settings()).openapi()
reads = schemathesis.openapi.from_dict(description).exclude(method="POST").exclude(path_regex=ENDLESS)
writes = schemathesis.openapi.from_dict(description).include(method="POST")
# Every edge and every example of hundreds of commands are more than a run can wait for; of what is read they are not.
writes.config.phases.coverage.enabled = False
writes.config.phases.examples.enabled = False


@schemathesis.serializer(NDJSON)
def as_it_stands(context: SerializationContext, value: Any) -> bytes:
    """Lines of JSON are sent as the text that was drawn, and whatever else was drawn as its text."""
    return str(value).encode("utf-8", "replace")


@reads.hook("map_path_parameters")
@writes.hook("map_path_parameters")
def ask_of_what_is_there(context: HookContext, values: dict[str, Any] | None) -> dict[str, Any] | None:
    """Most of what is drawn is an ID of nobody: it becomes one that is there, one of seven stays.

    The live feed of an encounter that is open never ends.
    """
    ends = context.operation is None or not context.operation.path.endswith("/live")
    there = {"encounter": (*OPEN, CLOSED) if ends else (CLOSED,), "key": OPEN}
    for name, known in there.items():
        drawn = (values or {}).get(name)
        if values and isinstance(drawn, str) and len(drawn) % 7:
            values[name] = known[len(drawn) % len(known)]
    return values


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with the encounters."""
    with serving(tmp_path_factory.mktemp("service")) as url, httpx.Client(base_url=f"{url}/v1/") as client:
        for encounter in (*OPEN, CLOSED):
            key = "s3" if encounter == CLOSED else encounter
            pair = [{"template": name} for name in list(rulesets()[key].templates)[:2]]
            body = {"ruleset": key, "id": encounter, "combatants": pair}
            client.post("encounters", json=body).raise_for_status()
        client.post(f"encounters/{CLOSED}/commands", json={"command": {"type": "core.close"}}).raise_for_status()
        yield url


@reads.parametrize()
@patient
def test_what_is_read_is_as_described(case: Case[Any], url: str) -> None:
    # OpenAPI 3.1 describes a stream of events as the text that it is; Schemathesis would have a schema of each event.
    streams = case.operation.path.endswith("/live")
    unfit = [checks.response_schema_conformance] if streams else []
    case.call_and_validate(url, checks=CHECKS, excluded_checks=unfit, timeout=60)


@writes.parametrize()
@patient
def test_what_is_written_is_answered_as_described(case: Case[Any], url: str) -> None:
    case.call_and_validate(url, checks=CHECKS, timeout=60)
