"""What each path answers: one row for each, with the schema of its success and the codes of its problems."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from service.auth.middleware import WELL, is_open
from service.http.responses.event_stream import MEDIA_TYPE as STREAM_TYPE
from service.http.routes.events import NDJSON
from service.openapi.components import Schema, ref
from service.problems.problem import CODES, MEDIA_TYPE

JSON: Final = "application/json"
PLAIN: Final = "text/plain"

STORE: Final = ("store_away", "store_damaged")
ENCOUNTER: Final = ("not_found", "ruleset_missing", "history_lost", *STORE)
SPOKEN: Final = ("malformed", "invalid", *ENCOUNTER)
BEGUN: Final = (
    *("malformed", "not_yours", "encounter_exists", "too_large", "unsupported_media_type", "refused", "invalid"),
    *("idempotency_mismatch", "batch_too_large", "durability_unknown"),
)
DECIDED: Final = (
    *(
        "malformed",
        "not_yours",
        "version_conflict",
        "closed",
        "too_large",
        "unsupported_media_type",
        "refused",
        "invalid",
    ),
    *("faces_missing", "faces_left_over", "faces_wrong", "faces_refused", "idempotency_mismatch", "batch_too_large"),
    "durability_unknown",
)
PLACE: Final = ("ETag", "Yarrow-Chain")
"""Where an encounter stands: every answer tells it for which the encounter was looked at, refusals too."""


class Operation(NamedTuple):
    """What a path takes and answers: the media types of its success with their schemas, and its problems' codes.

    ``takes`` names the schema of a JSON body, ``brings`` is that of one in lines;
    ``nothing`` says when the answer is 204, where that may be.
    """

    gives: Mapping[str, Schema]
    problems: tuple[str, ...] = ()
    takes: str | None = None
    brings: Schema | None = None
    parameters: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    status: int = 200
    says: str = "What was asked for."
    nothing: str | None = None


def _encounter(schema: str, *, also: tuple[str, ...] = ()) -> Operation:
    return Operation({JSON: ref(schema)}, (*SPOKEN, *also), headers=PLACE)


def _building(says: str) -> Operation:
    lines = {"type": "string", "description": "Lines of JSON, of the schema Progress."}
    return Operation({NDJSON: lines}, ("malformed", "not_yours", "invalid", *STORE), says=says)


LINES: Final = {
    "type": "string",
    "description": "Lines of JSON: of each event the public line as it is stored (schema Event), and behind it, where "
    "the speaker may see it, the private line (schema PrivatePart).",
}
BUNDLE: Final = {
    "type": "string",
    "description": "Lines of JSON: the schema Header, then the events as lines, then the schema Proof.",
}
FRAMES: Final = {
    "type": "string",
    "description": "Server-sent events. `batch`: one batch as JSON (schema LiveBatch), its `id` the position behind "
    "it. `dropped`: the stream ends here (schema Dropped). Comments and blocks without data, which may move the `id`, "
    "are signs of life.",
}
OPERATIONS: Final[Mapping[tuple[str, str], Operation]] = {
    ("get", "/v1/rulesets"): Operation({JSON: ref("RulesetList")}, ("invalid",)),
    ("get", "/v1/rulesets/{key}"): Operation({JSON: ref("RulesetReference")}, ("not_found", "invalid")),
    ("get", "/v1/rulesets/{key}/rules"): Operation({JSON: ref("RuleList")}, ("not_found", "invalid")),
    ("get", "/v1/rulesets/{key}/rules/{rule}"): Operation({JSON: ref("Rule")}, ("not_found", "invalid")),
    ("get", "/v1/rulesets/{key}/templates"): Operation({JSON: ref("TemplateList")}, ("not_found", "invalid")),
    ("get", "/v1/encounters"): Operation({JSON: ref("Listing")}, ("invalid", *STORE)),
    ("get", "/v1/tallies"): Operation({JSON: ref("TallyPage")}, ("malformed", "not_yours", "invalid", *STORE)),
    ("get", "/v1/projections"): Operation({JSON: ref("ProjectionList")}, ("malformed", "not_yours", "invalid", *STORE)),
    ("post", "/v1/projections/rebuild"): _building("Built anew and put in the place of the live ones."),
    ("post", "/v1/projections/verify"): _building("Built anew, compared with the live ones, and removed."),
    ("post", "/v1/encounters"): Operation(
        {JSON: ref("CommandAnswer")},
        (*BEGUN, *STORE),
        takes="OpenRequest",
        parameters=("Idempotency-Key",),
        headers=(*PLACE, "Location"),
        status=201,
        says="The encounter is open.",
    ),
    ("get", "/v1/encounters/{encounter}"): _encounter("State"),
    ("get", "/v1/encounters/{encounter}/compare"): _encounter("Comparison", also=("unrelated",)),
    ("get", "/v1/encounters/{encounter}/branches"): _encounter("Listing"),
    ("post", "/v1/encounters/{encounter}/branches"): Operation(
        {JSON: ref("CommandAnswer")},
        (*BEGUN, *ENCOUNTER, "not_batch_end"),
        takes="BranchRequest",
        parameters=("Idempotency-Key",),
        headers=(*PLACE, "Location"),
        status=201,
        says="The branch is open.",
    ),
    ("post", "/v1/encounters/{encounter}/commands"): Operation(
        {JSON: ref("CommandAnswer")},
        (*DECIDED, *ENCOUNTER, "not_batch_end", "sealed"),
        takes="CommandRequest",
        parameters=("encounter", "Yarrow-As", "Idempotency-Key", "If-Match"),
        headers=PLACE,
        says="The batch of events that the command caused; it is in the store as safely as was promised.",
    ),
    ("get", "/v1/encounters/{encounter}/options"): _encounter("LegalForms", also=("not_batch_end",)),
    ("get", "/v1/encounters/{encounter}/events"): Operation(
        {JSON: ref("EventPage"), NDJSON: LINES}, (*SPOKEN, "not_acceptable"), headers=PLACE
    ),
    ("get", "/v1/encounters/{encounter}/live"): Operation(
        {STREAM_TYPE: FRAMES},
        (*SPOKEN, "position_ahead", "stopping"),
        headers=PLACE,
        says="The stream, which goes on for as long as there is something to watch.",
        nothing="The encounter is closed, and all of it was sent: there is nothing left to watch.",
    ),
    ("get", "/v1/live"): Operation(
        {STREAM_TYPE: FRAMES},
        ("malformed", "not_yours", "invalid", "position_ahead", "stopping", *STORE),
        says="The stream, which goes on for as long as the service does.",
    ),
    ("get", "/v1/encounters/{encounter}/replay"): Operation(
        {STREAM_TYPE: FRAMES},
        (*SPOKEN, "position_ahead", "stopping"),
        headers=PLACE,
        says="The stream, which ends behind the last batch.",
        nothing="Everything up to the last version that was asked for was sent.",
    ),
    ("get", "/v1/encounters/{encounter}/timeline"): _encounter("TimelinePage"),
    ("get", "/v1/encounters/{encounter}/tally"): _encounter("Tally"),
    ("get", "/v1/encounters/{encounter}/events/{version}/why"): _encounter("Causes"),
    ("get", "/v1/encounters/{encounter}/audit"): _encounter("Audit"),
    ("get", "/v1/encounters/{encounter}/bundle"): Operation(
        {NDJSON: BUNDLE}, SPOKEN, headers=(*PLACE, "Content-Disposition")
    ),
    ("get", "/v1/signing-key"): Operation({JSON: ref("SigningKey")}, ("not_found", "invalid")),
    ("post", "/v1/tokens/revoke"): Operation(
        {JSON: ref("Revoked")},
        ("malformed", "not_found", "too_large", "unsupported_media_type", "invalid", *STORE),
        takes="RevokeRequest",
        says="The token is revoked, also where it was before.",
    ),
    ("post", "/v1/bundles"): Operation(
        {JSON: ref("ImportAnswer")},
        (
            *("malformed", "not_yours", "encounter_exists", "closed", "too_large", "unsupported_media_type", "invalid"),
            *("bundle_broken", "bundle_redacted", "idempotency_mismatch", "batch_too_large", "refused"),
            *("ruleset_missing", "durability_unknown", *STORE),
        ),
        brings=BUNDLE,
        parameters=("Idempotency-Key",),
        headers=(*PLACE, "Location"),
        status=201,
        says="The encounter is there, as a whole.",
    ),
    ("get", "/healthz"): Operation({JSON: ref("Alive")}),
    ("get", "/readyz"): Operation({JSON: ref("Ready")}, STORE),
    ("get", "/metrics"): Operation({PLAIN: {"type": "string"}}),
}
HEADERS: Final[Mapping[str, Schema]] = {
    "ETag": {"description": "the version that the answer stands for, in quotes", "schema": {"type": "string"}},
    "Yarrow-Chain": {
        "description": "the chain's hash at that version, in hex: whoever keeps it notices another history",
        "schema": {"type": "string"},
    },
    "Location": {"description": "where the encounter is", "schema": {"type": "string"}},
    "Content-Disposition": {"description": "a name for the file", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "how to ask: with a bearer token", "schema": {"type": "string"}},
    "Retry-After": {"description": "seconds after which to try again", "schema": {"type": "integer"}},
}
PARAMETERS: Final[Mapping[str, Schema]] = {
    "encounter": {"in": "path", "required": True, "schema": {"type": "string"}, "description": "ID of the encounter"},
    "Yarrow-As": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "who speaks: narrator, player:<combatant>,<combatant> or spectator; without it as whom the "
        "token speaks, which it may only narrow, or where no tokens are asked for the narrator",
        "example": "player:ogre",
    },
    "Idempotency-Key": {
        "in": "header",
        "schema": {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"},
        "description": "ID of the request: sent again under it, the request does nothing and is answered as before",
        "example": "0197a2b4-5d3e-7c11-9b6a-2f4e8d1c7a90",
    },
    "If-Match": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "the version that the command is meant for, in quotes; else the answer is version_conflict",
        "example": '"12"',
    },
}


ASKED: Final = ("unauthorized", "not_yours", "malformed")
"""What a path answers besides where it asks who calls."""
LIMITED: Final = ("too_many_requests",)
ANSWERED_BY: Final = {"unauthorized": "WWW-Authenticate"}
"""The headers that problems have, but for those that may be tried again."""


def problems_of(path: str, operation: Operation) -> tuple[str, ...]:
    """The codes of all problems that a path answers, with those of the gate before it."""
    asked = () if is_open(path) else ASKED
    return (*operation.problems, *asked, *(() if path in WELL else LIMITED), "internal")


def responses(path: str, operation: Operation) -> dict[str, Any]:
    """The responses of an operation by status."""
    success: Schema = {
        "description": operation.says,
        "content": {media: {"schema": schema} for media, schema in operation.gives.items()},
        **_headers(operation.headers),
    }
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(problems_of(path, operation)):
        by_status.setdefault(CODES[code].status, []).append(code)
    problems = {
        str(status): _problem(codes, PLACE if "{encounter}" in path or "encounter_exists" in codes else ())
        for status, codes in sorted(by_status.items())
    }
    nothing: Schema = {}
    if operation.nothing is not None:
        nothing["204"] = {"description": operation.nothing, **_headers(PLACE)}
    return {str(operation.status): success, **nothing, **problems}


def _problem(codes: list[str], placed: tuple[str, ...]) -> Schema:
    said = "\n".join(f"- `{code}`: {CODES[code].title}." for code in codes)
    response: Schema = {"description": said, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}
    named = {ANSWERED_BY.get(code, "Retry-After" if CODES[code].retry_after is not None else "") for code in codes}
    return {**response, **_headers(sorted({*named, *placed} - {""}))}


def _headers(names: Iterable[str]) -> Schema:
    """The part of a response that tells its headers, where it has some."""
    told = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return {"headers": told} if told else {}
