"""Whatever Schemathesis makes of the description of the API, each answer is one that the description has.

It asks every path with values that fit and with values that do not, of an encounter of each system: no fault of the
service, no status, media type, header or body that is not described, and nothing taken that the description forbids.
The short tier asks a few times for each operation; ``FUZZ`` in the environment is another number, 25 in the long tier.
A number above that takes every command to all its edges.
"""

import copy
import os
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import httpx
import pytest
import schemathesis
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import HealthCheck, settings
from schemathesis import Case, SerializationContext, checks
from schemathesis.core.result import Ok

from domain.registry import rulesets
from service.auth.middleware import HEALTH_PATHS
from service.http.routes.events import NDJSON
from service.openapi.operations import PARAMETERS
from tests.http.access.tokens import OTHER_SECRET, SECRET, bearer
from tests.http.description.described import DESCRIPTION, frames_are_as_described, listening
from tests.program import serving

CLOSED: Final = "closed"
OPEN: Final = tuple(ruleset.key for ruleset in rulesets().values())
"""The IDs of the encounters that are asked of: one of each system, under the key of its ruleset, and a closed one."""
RELATED: Final = ("s3", CLOSED)
"""The closed one is a branch."""
COMMANDS: Final = "/v1/encounters/{encounter}/commands"
BUNDLES: Final = "/v1/bundles"
FUZZ: Final = int(os.environ.get("FUZZ", "0"))
EVERY: Final = 1 if FUZZ > 25 else 24
"""Of so many commands one is taken to all its edges."""
pytestmark = [pytest.mark.long, pytest.mark.soak] if FUZZ else []
CHECKS: Final = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
    checks.allow_header_conformance,
    frames_are_as_described,
]
NARRATOR: Final = bearer("main")
CALLERS: Final = (
    NARRATOR,
    bearer("main", "player", jti="p", combatants=["ogre"]),
    bearer("main", "spectator", jti="s", delay={"events": 3}),
    bearer("main", secret=OTHER_SECRET),
)
"""Who asks each thing once, while the narrator asks all; the last has no token that holds."""
patient = settings(
    max_examples=FUZZ or 4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)


def narrowed(every: int) -> dict[str, Any]:
    """The description with one of so many commands, and anything as the answers that are sent along with one.

    Each command with each answer would be millions; `core.answer` has each answer too.
    """
    whole = copy.deepcopy(DESCRIPTION)
    schemas = whole["components"]["schemas"]
    schemas["sent.SentAnswer"]["properties"]["answer"] = {}
    schemas["Command"]["oneOf"] = schemas["Command"]["oneOf"][::every]
    del schemas["Command"]["discriminator"]
    return whole


reads = schemathesis.openapi.from_dict(DESCRIPTION).exclude(method="POST")
writes = schemathesis.openapi.from_dict(narrowed(1)).include(method="POST").exclude(path=COMMANDS)
commands = schemathesis.openapi.from_dict(DESCRIPTION).include(method="POST", path=COMMANDS)
edges = schemathesis.openapi.from_dict(narrowed(EVERY)).include(method="POST", path=COMMANDS)
TRIED: Final = (reads, writes, commands, edges)
for schema, left_out in ((commands, ("coverage", "examples")), (edges, ("fuzzing", "examples"))):
    for phase in left_out:
        getattr(schema.config.phases, phase).enabled = False
for schema in TRIED:
    rejection = schema.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]  # what is longer than it may be is too large


@schemathesis.serializer(NDJSON)
def as_it_stands(context: SerializationContext, value: Any) -> bytes:
    """Lines of JSON are sent as the text that was drawn, and whatever else was drawn as its text."""
    return str(value).encode("utf-8", "replace")


def ask_of_what_is_there(case: Case[Any], beginning: str) -> None:
    """Most of what is drawn is an ID of nobody, a speaker that is none, a position of nothing.

    It becomes one that is there, and one of seven stays. Of a key that has been used, and a version that has passed,
    nothing more would be heard than that.
    """
    everything = case.operation.path == "/v1/live"
    there = {
        "encounter": (*OPEN, CLOSED),
        "with": RELATED,
        "key": OPEN,
        "Yarrow-As": ("narrator", "narrator", "narrator", "player:ogre", "spectator"),
        "If-Match": ("*",),
        "Last-Event-ID": (beginning,) if everything else ("0", "3"),
        **({"after": (beginning,)} if everything else {}),
    }
    number = drawn_of(case)
    for values in (case.path_parameters, case.query, case.headers):
        for name, known in there.items():
            drawn = (values or {}).get(name)
            if isinstance(drawn, str) and len(drawn) % 7:
                values[name] = known[number % len(known)]
    key, rule = (case.path_parameters.get(name) for name in ("key", "rule"))
    if key in OPEN and isinstance(rule, str) and len(rule) % 7:
        case.path_parameters["rule"] = next(iter(rulesets()[key].rules))
    if case.headers and case.headers.get("Idempotency-Key") == PARAMETERS["Idempotency-Key"]["example"]:
        del case.headers["Idempotency-Key"]
    command = case.body.get("command") if isinstance(case.body, dict) else None
    if isinstance(command, dict) and command.get("type") == "core.close":
        case.path_parameters["encounter"] = CLOSED  # the others are asked of by whatever comes later


class Service(NamedTuple):
    """A service with the encounters.

    ``beginning`` is the position before everything that happened, ``bundle`` what is taken in under another name.
    """

    url: str
    beginning: str
    bundle: bytes


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with the encounters, whose streams show often that they live."""
    directory = tmp_path_factory.mktemp("service")
    key = directory / "key.pem"
    key.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    variables = {
        "YARROW_SECRET": SECRET,
        "YARROW_SIGNING_KEY": str(key),
        "YARROW_RATE": "100000",
        "YARROW_HEARTBEAT": "0.05",
    }
    with serving(directory, variables=variables) as url, httpx.Client(base_url=url, headers=NARRATOR) as client:
        with client.stream("GET", "/v1/live") as feed:
            beginning = next(line for line in feed.iter_lines() if line.startswith("id: "))
        for encounter in OPEN:
            pair = [{"template": name} for name in list(rulesets()[encounter].templates)[:2]]
            body = {"ruleset": encounter, "id": encounter, "combatants": pair}
            client.post("/v1/encounters", json=body).raise_for_status()
        client.post(f"/v1/encounters/{RELATED[0]}/branches", json={"id": CLOSED}).raise_for_status()
        client.post(COMMANDS.format(encounter=CLOSED), json={"command": {"type": "core.close"}}).raise_for_status()
        bundle = client.get(f"/v1/encounters/{OPEN[-1]}/bundle").content
        yield Service(url, beginning.removeprefix("id: "), bundle)


Heard = dict[str, set[int]]
"""The statuses of all answers, by the operations."""


@pytest.fixture
def heard() -> Iterator[Heard]:
    """What was heard of what was asked: never nothing but problems, which would say little of the rest."""
    heard: Heard = {}
    yield heard
    for operation, statuses in heard.items():
        assert min(statuses) < 300, f"{operation} was answered {sorted(statuses)}"
        assert max(statuses) >= 400 or operation.split()[1] in HEALTH_PATHS, (
            f"{operation} was answered {sorted(statuses)}"
        )


def ask(case: Case[Any], service: Service, heard: Heard, **body: Any) -> None:
    """Ask as the narrator, the first time as everybody, and hold the answers against the description."""
    ask_of_what_is_there(case, service.beginning)
    # OpenAPI 3.1 describes a stream of events as the text that it is; Schemathesis would have a schema of each event.
    streams = case.operation.path.endswith(("/live", "/replay"))
    first = case.operation.label not in heard and case.method.upper() == case.operation.method.upper()
    if first:
        case.headers.pop("Yarrow-As", None)
    with listening() as session:
        for caller in CALLERS if first else (NARRATOR,):
            answer = case.call_and_validate(
                service.url,
                checks=CHECKS,
                excluded_checks=[checks.response_schema_conformance] if streams else [],
                session=session,
                headers=caller,
                timeout=60,
                **body,
            )
            heard.setdefault(case.operation.label, set()).add(answer.status_code)


def drawn_of(case: Case[Any]) -> int:
    """A number that stands for what was drawn, the same whenever that is drawn again."""
    return zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode("utf-8", "replace"))


def test_every_operation_is_tried() -> None:
    operations = (found for schema in (reads, writes, commands) for found in schema.get_all_operations())
    assert {operation.ok().label for operation in operations if isinstance(operation, Ok)} == {
        f"{method.upper()} {path}" for path, methods in DESCRIPTION["paths"].items() for method in methods
    }


@reads.parametrize()
@patient
def test_what_is_read_is_as_described(case: Case[Any], service: Service, heard: Heard) -> None:
    ask(case, service, heard)


@writes.parametrize()
@settings(patient, max_examples=FUZZ or 12)
def test_what_is_written_is_answered_as_described(case: Case[Any], service: Service, heard: Heard) -> None:
    """Ask what writes; a bundle is sent whole until one is taken in, then whole, broken, or as it was drawn."""
    kinds = (service.bundle, service.bundle.replace(b"core", b"cure", 1), None)
    taken = 201 in heard.get(case.operation.label, ())
    sent = kinds[drawn_of(case) // 8 % 3 if taken else 0]
    if case.operation.path == BUNDLES and isinstance(case.body, str) and sent:
        ask(case, service, heard, data=sent)
    else:
        ask(case, service, heard)


@commands.parametrize()
@patient
def test_commands_are_answered_as_described(case: Case[Any], service: Service) -> None:
    ask(case, service, {case.operation.label: set()})


if FUZZ:

    @edges.parametrize()
    @patient
    def test_commands_at_their_edges_are_answered_as_described(case: Case[Any], service: Service) -> None:
        ask(case, service, {case.operation.label: set()})


def test_examples_of_commands_are_answered_as_described(service: Service) -> None:
    heard: Heard = {}
    for key in OPEN:
        for example in rulesets()[key].examples["commands"].values():
            case = commands[COMMANDS]["POST"].Case(
                path_parameters={"encounter": key}, body={"command": example}, media_type="application/json"
            )
            ask(case, service, heard)
    assert {200, 422} <= heard[f"POST {COMMANDS}"]
