"""Every response to a request that Schemathesis generates from the API description matches that description.

Each path is called with valid and invalid values, for an encounter of each system. The tests fail on server errors, on
statuses, media types, headers or bodies that are not described, and if the service accepts a value that the description
forbids. The short tier sends a few requests for each operation; ``FUZZ`` in the environment sets another number, which
is 25 in the long tier. A number above 25 tries all boundary values of every command.
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
from service.openapi.schemas import pascal
from service.rulesets.reference import references
from tests.http.access.tokens import OTHER_SECRET, SECRET, bearer
from tests.http.description.described import DESCRIPTION, frames_are_as_described, listening
from tests.program import serving
from tests.waiting import PATIENCE

CLOSED: Final = "closed"
OPEN: Final = tuple(ruleset.key for ruleset in rulesets().values())
"""The IDs of the open encounters: one of each system, with the key of its ruleset as its ID."""
RELATED: Final = ("s3", CLOSED)
"""The closed encounter is a branch of the other."""
COMMANDS: Final = "/v1/encounters/{encounter}/commands"
BUNDLES: Final = "/v1/bundles"
EXCHANGE: Final = "/v1/invitations/exchange"
LONGEST_INVITATION: Final = 2000
FUZZ: Final = int(os.environ.get("FUZZ", "0"))
EVERY: Final = 1 if FUZZ > 25 else 24
"""Boundary values are tried for one command out of this number."""
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
"""The callers of the first request of each operation; later ones use the narrator. The last token is invalid."""
patient = settings(
    max_examples=FUZZ or 4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)


def narrowed(every: int) -> dict[str, Any]:
    """Return the description with one out of ``every`` commands, and with the known answers as those to prompts.

    An answer that is sent with a command is any value: all combinations of commands and answers would be millions;
    `core.answer` covers each answer.
    """
    whole = copy.deepcopy(DESCRIPTION)
    schemas = whole["components"]["schemas"]
    schemas["SentAnswer"]["properties"]["answer"] = {}
    kinds = [part for ruleset in rulesets() for part in schemas[pascal(ruleset, "answers")]["properties"].values()]
    schemas["PromptAnswer"] = {"anyOf": kinds}
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
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]  # values above a size limit get 413


@schemathesis.serializer(NDJSON)
def as_it_stands(context: SerializationContext, value: Any) -> bytes:
    """Send lines of JSON, and any other generated value, as text."""
    return str(value).encode("utf-8", "replace")


def ask_of_what_is_there(case: Case[Any], beginning: str) -> None:
    """Replace generated IDs, speakers and positions, most of which do not exist, by existing ones.

    About one in seven is kept. The idempotency key of the example is removed after generation, and versions in
    ``If-Match`` become ``*``: a used key or an old version would be the only fault that the response reports.
    """
    everything = case.operation.path == "/v1/live"
    there = {
        "encounter": (*OPEN, CLOSED),
        "with": RELATED,
        "key": OPEN,
        "scene": tuple(one.id for ruleset in rulesets().values() for one in ruleset.scenes),
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
    key, rule, digest = (case.path_parameters.get(name) for name in ("key", "rule", "digest"))
    if key in OPEN and isinstance(rule, str) and len(rule) % 7:
        case.path_parameters["rule"] = next(iter(rulesets()[key].rules))
    if key in OPEN and isinstance(digest, str) and len(digest) % 7:
        case.path_parameters["digest"] = next(iter(references()[key].forms))
    if isinstance(case.query, dict):
        case.query.pop("ticket", None)  # none that is generated is one, and the token of the request is beside it
    if case.headers and case.headers.get("Idempotency-Key") == PARAMETERS["Idempotency-Key"]["example"]:
        del case.headers["Idempotency-Key"]
    command = case.body.get("command") if isinstance(case.body, dict) else None
    if isinstance(command, dict) and command.get("type") == "core.close":
        case.path_parameters["encounter"] = CLOSED  # later requests need the others open


def ask_of_grants(case: Case[Any], service: "Service") -> None:
    """Likewise replace generated IDs of tokens, invitations and seats, and invitations themselves, by existing ones."""
    for kind in ("token", "invitation"):
        if isinstance(drawn := case.path_parameters.get(kind), str) and len(drawn) % 7:
            case.path_parameters[kind] = service.granted(kind)["id"]
    if isinstance(drawn := case.path_parameters.get("seat"), str) and len(drawn) % 7:
        case.path_parameters |= {"encounter": "s3", "seat": service.seat}
    if case.operation.path == EXCHANGE and isinstance(case.body, dict):
        sent = case.body.get("invitation")
        if isinstance(sent, str) and len(sent) <= LONGEST_INVITATION and len(sent) % 7:
            case.body["invitation"] = service.granted("invitation")["invitation"]


class Service(NamedTuple):
    """A service with the encounters.

    ``beginning`` is the position before the first event, ``bundle`` the file that is imported under another ID, and
    ``seat`` that of a combatant of S3.
    """

    url: str
    beginning: str
    bundle: bytes
    seat: str

    def granted(self, kind: str) -> dict[str, Any]:
        """Return a new token or invitation of a spectator."""
        body = {"role": "spectator", "expires": "1m"}
        answer = httpx.post(f"{self.url}/v1/{kind}s", json=body, headers=NARRATOR, timeout=PATIENCE)
        found: dict[str, Any] = answer.raise_for_status().json()
        return found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with the encounters, whose streams send frequent heartbeats."""
    directory = tmp_path_factory.mktemp("service")
    key = directory / "key.pem"
    key.write_bytes(Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    variables = {
        "YARROW_SECRET": SECRET,
        "YARROW_SIGNING_KEY": str(key),
        "YARROW_RATE": "100000",
        "YARROW_HEARTBEAT": "0.05",
    }
    with (
        serving(directory, variables=variables) as url,
        httpx.Client(base_url=url, headers=NARRATOR, timeout=PATIENCE) as client,
    ):
        with client.stream("GET", "/v1/live") as feed:
            beginning = next(line for line in feed.iter_lines() if line.startswith("id: "))
        for encounter in OPEN:
            pair = [{"template": name} for name in list(rulesets()[encounter].templates)[:2]]
            body = {"ruleset": encounter, "id": encounter, "combatants": pair}
            client.post("/v1/encounters", json=body).raise_for_status()
        client.post(f"/v1/encounters/{RELATED[0]}/branches", json={"id": CLOSED}).raise_for_status()
        client.post(COMMANDS.format(encounter=CLOSED), json={"command": {"type": "core.close"}}).raise_for_status()
        bundle = client.get(f"/v1/encounters/{OPEN[-1]}/bundle").content
        seat = client.get("/v1/encounters/s3").json()["joined"][0]
        yield Service(url, beginning.removeprefix("id: "), bundle, seat)


Heard = dict[str, set[int]]
"""The statuses of all responses, by operation."""


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Collect the statuses, and assert that each operation succeeded at least once and was refused at least once."""
    heard: Heard = {}
    yield heard
    for operation, statuses in heard.items():
        assert min(statuses) < 300, f"{operation} was answered {sorted(statuses)}"
        assert max(statuses) >= 400 or operation.split()[1] in HEALTH_PATHS, (
            f"{operation} was answered {sorted(statuses)}"
        )


def ask(case: Case[Any], service: Service, heard: Heard, **body: Any) -> None:
    """Call an operation, the first time as each caller and later as the narrator, and validate the responses."""
    ask_of_what_is_there(case, service.beginning)
    ask_of_grants(case, service)
    # OpenAPI 3.1 describes an event stream as text, but Schemathesis would apply the schema to each event.
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
                headers=dict(caller),  # Schemathesis adds the headers of its session
                timeout=60,
                **body,
            )
            heard.setdefault(case.operation.label, set()).add(answer.status_code)


def drawn_of(case: Case[Any]) -> int:
    """Return a number derived from the generated values, the same for equal values."""
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
    """Send writes; a bundle is sent whole until one was imported, then whole, damaged, or as it was generated."""
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
                path_parameters={"encounter": key}, body={"command": dict(example)}, media_type="application/json"
            )
            ask(case, service, heard)
    assert {200, 422} <= heard[f"POST {COMMANDS}"]
