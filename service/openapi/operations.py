"""Table of the operations: for each, the schema of its successful response and the codes of its problems."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from service.auth.middleware import HEALTH_PATHS, is_open
from service.http.responses.event_stream import MEDIA_TYPE as STREAM_TYPE
from service.http.routes.events import NDJSON
from service.openapi.schemas import Schema, ref
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
VERSION_HEADERS: Final = ("ETag", "Yarrow-Chain")
"""Headers of every response about an existing encounter, problems included."""
READ_HEADERS: Final = (*VERSION_HEADERS, "Yarrow-Unknown")
"""Headers of a response that describes an encounter."""


class Operation(NamedTuple):
    """The request body and the responses of an operation.

    ``content`` has the schema of the successful response by media type, ``problems`` the codes of the others.
    ``json_body`` is the name of the schema of a JSON body, ``lines_body`` the schema of a body in lines. ``no_content``
    describes when the response is 204, for operations that have one. An operation that is ``checkable`` honours
    ``Prefer: check``; the response is then 200. One that may be ``unchanged`` honours ``If-None-Match``.
    """

    content: Mapping[str, Schema]
    problems: tuple[str, ...] = ()
    json_body: str | None = None
    lines_body: Schema | None = None
    parameters: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    status: int = 200
    description: str = "Success."
    no_content: str | None = None
    checkable: bool = False
    unchanged: bool = False


def _encounter(schema: str, *, also: tuple[str, ...] = (), headers: tuple[str, ...] = ()) -> Operation:
    return Operation({JSON: ref(schema)}, (*SPOKEN, *also), headers=(*READ_HEADERS, *headers), unchanged=True)


def _granted(description: str) -> Operation:
    """Return the operation that makes a token or an invitation."""
    problems = ("malformed", "not_yours", "closed", "limit_reached", "too_large", "unsupported_media_type", *ENCOUNTER)
    return Operation(
        {JSON: ref("Granted")}, (*problems, "invalid"), json_body="GrantRequest", status=201, description=description
    )


def _ended(description: str) -> Operation:
    """Return the operation that ends a token or an invitation."""
    return Operation({}, ("malformed", "not_found", *STORE), status=204, description=description)


PROGRESS: Final = {"type": "string", "format": "binary", "description": "Lines of JSON, of the schema Progress."}


def _rebuild(description: str) -> Operation:
    return Operation({NDJSON: PROGRESS}, ("malformed", "not_yours", "invalid", *STORE), description=description)


LINES: Final = {
    "type": "string",
    "format": "binary",
    "description": "Lines of JSON: for each event the stored public line (schema Event), followed by the private "
    "line (schema PrivatePart) if there is one that the speaker may see.",
}
BUNDLE: Final = {
    "type": "string",
    "format": "binary",
    "description": "Lines of JSON: the schema Header, then the events as lines, then the schema Proof.",
}
STORIES: Final[Mapping[str, Schema]] = {
    media: {"type": "string", "description": "The story as a document."}
    for media in ("text/markdown", "text/html", "text/plain")
}
FRAMES: Final = {
    "type": "string",
    "description": "Server-sent events. A `batch` event is one batch as JSON (schema LiveBatch), and its `id` is the "
    "position after the batch. With `seats`, a `seats` event has the seats (schema SeatsAnswer) first and whenever "
    "they change. A `dropped` event ends the stream (schema Dropped). Comments, and blocks without data, "
    "are heartbeats, which may also advance the `id`.",
}
OPERATIONS: Final[Mapping[tuple[str, str], Operation]] = {
    ("get", "/v1/rulesets"): Operation({JSON: ref("RulesetList")}, ("invalid",)),
    ("get", "/v1/rulesets/{key}"): Operation(
        {JSON: ref("RulesetReference")}, ("not_found", "invalid"), headers=("Content-Language",)
    ),
    ("get", "/v1/rulesets/{key}/rules"): Operation({JSON: ref("RuleList")}, ("not_found", "invalid")),
    ("get", "/v1/rulesets/{key}/rules/{rule}"): Operation({JSON: ref("Rule")}, ("not_found", "invalid")),
    ("get", "/v1/rulesets/{key}/forms/{digest}"): Operation(
        {JSON: ref("Declarations")}, ("not_found", "invalid"), headers=("Content-Language",)
    ),
    ("get", "/v1/rulesets/{key}/templates"): Operation({JSON: ref("TemplateList")}, ("not_found", "invalid")),
    ("get", "/v1/scenes"): Operation(
        {JSON: ref("SceneList")}, ("malformed", "not_yours", "invalid"), headers=("ETag",), unchanged=True
    ),
    ("get", "/v1/scenes/{scene}"): Operation(
        {JSON: ref("SceneAnswer")},
        ("malformed", "not_yours", "not_found", "invalid"),
        headers=("ETag",),
        unchanged=True,
    ),
    ("get", "/v1/encounters"): Operation({JSON: ref("Listing")}, ("invalid", *STORE)),
    ("get", "/v1/tallies"): Operation({JSON: ref("TallyPage")}, ("malformed", "not_yours", "invalid", *STORE)),
    ("get", "/v1/projections"): Operation({JSON: ref("ProjectionList")}, ("malformed", "not_yours", "invalid", *STORE)),
    ("post", "/v1/projections/rebuild"): _rebuild(
        "Progress of the rebuild, as lines of JSON; the last one of each projection has its outcome."
    ),
    ("post", "/v1/projections/verify"): _rebuild(
        "Progress of the verification, as lines of JSON; the last one of each projection has its outcome."
    ),
    ("post", "/v1/encounters"): Operation(
        {JSON: ref("CommandAnswer")},
        (*BEGUN, "faces_missing", *STORE),
        json_body="OpenRequest",
        parameters=("Idempotency-Key", "Prefer"),
        headers=(*VERSION_HEADERS, "Location"),
        status=201,
        description="The encounter was opened.",
        checkable=True,
    ),
    ("get", "/v1/encounters/{encounter}"): _encounter("State"),
    ("get", "/v1/encounters/{encounter}/compare"): _encounter("Comparison", also=("unrelated",)),
    ("get", "/v1/encounters/{encounter}/branches"): _encounter("Listing"),
    ("post", "/v1/encounters/{encounter}/branches"): Operation(
        {JSON: ref("CommandAnswer")},
        (*BEGUN, *ENCOUNTER, "not_batch_end"),
        json_body="BranchRequest",
        parameters=("Idempotency-Key", "Prefer"),
        headers=(*VERSION_HEADERS, "Location"),
        status=201,
        description="The branch was opened.",
        checkable=True,
    ),
    ("post", "/v1/encounters/{encounter}/commands"): Operation(
        {JSON: {"anyOf": [ref("CommandAnswer"), ref("CheckAnswer")]}},
        (*DECIDED, *ENCOUNTER, "not_batch_end", "sealed"),
        json_body="CommandRequest",
        parameters=("encounter", "Yarrow-As", "Idempotency-Key", "If-Match", "Prefer"),
        headers=(*VERSION_HEADERS, "Preference-Applied"),
        description="The batch of events that the command caused. It is stored with the configured durability. With "
        "`Prefer: check`: what the command would cause first; nothing is stored.",
    ),
    ("get", "/v1/encounters/{encounter}/options"): _encounter(
        "OptionsAnswer", also=("not_batch_end",), headers=("Content-Language",)
    ),
    ("get", "/v1/encounters/{encounter}/events"): Operation(
        {JSON: ref("EventPage"), NDJSON: LINES}, (*SPOKEN, "not_acceptable"), headers=READ_HEADERS, unchanged=True
    ),
    ("get", "/v1/encounters/{encounter}/live"): Operation(
        {STREAM_TYPE: FRAMES},
        (*SPOKEN, "position_ahead", "stopping"),
        parameters=("ticket",),
        headers=(*READ_HEADERS, "Content-Language"),
        description="The stream, which lasts until the encounter is closed or sealed.",
        no_content="The encounter is closed or sealed, and all of its events were sent.",
    ),
    ("get", "/v1/live"): Operation(
        {STREAM_TYPE: FRAMES},
        ("malformed", "not_yours", "invalid", "position_ahead", "stopping", *STORE),
        parameters=("ticket",),
        description="The stream, which lasts until the service stops.",
    ),
    ("get", "/v1/encounters/{encounter}/replay"): Operation(
        {STREAM_TYPE: FRAMES},
        (*SPOKEN, "position_ahead", "stopping"),
        parameters=("ticket",),
        headers=READ_HEADERS,
        description="The stream, which ends after the last batch.",
        no_content="All events up to the last version of the replay were sent.",
    ),
    ("get", "/v1/encounters/{encounter}/table"): _encounter("Table", headers=("Content-Language",)),
    ("get", "/v1/encounters/{encounter}/story"): Operation(
        {JSON: ref("StoryPage"), **STORIES},
        (*SPOKEN, "not_acceptable"),
        headers=READ_HEADERS,
        unchanged=True,
    ),
    ("get", "/v1/encounters/{encounter}/tally"): _encounter("Tally"),
    ("get", "/v1/encounters/{encounter}/events/{version}/why"): _encounter("Causes"),
    ("get", "/v1/encounters/{encounter}/audit"): _encounter("Audit"),
    ("get", "/v1/encounters/{encounter}/bundle"): Operation(
        {NDJSON: BUNDLE}, SPOKEN, headers=(*READ_HEADERS, "Content-Disposition"), unchanged=True
    ),
    ("get", "/v1/signing-key"): Operation({JSON: ref("SigningKey")}, ("not_found", "invalid")),
    ("post", "/v1/tickets"): Operation(
        {JSON: ref("TicketAnswer")},
        ("malformed", "not_yours", "too_large", "unsupported_media_type", "invalid", *STORE),
        json_body="TicketRequest",
        status=201,
        description="The ticket was made.",
    ),
    ("post", "/v1/tokens"): _granted("The token was made."),
    ("get", "/v1/tokens"): Operation({JSON: ref("TokenPage")}, ("invalid", *STORE)),
    ("delete", "/v1/tokens/{token}"): _ended("The token has ended."),
    ("post", "/v1/invitations"): _granted("The invitation was made."),
    ("get", "/v1/invitations"): Operation({JSON: ref("InvitationPage")}, ("invalid", *STORE)),
    ("delete", "/v1/invitations/{invitation}"): _ended("The invitation has ended."),
    ("post", "/v1/invitations/exchange"): Operation(
        {JSON: ref("Granted")},
        (
            *("malformed", "unauthorized", "not_yours", "limit_reached", "too_large", "unsupported_media_type"),
            *("invalid", *STORE),
        ),
        json_body="ExchangeRequest",
        status=201,
        description="The token.",
    ),
    ("get", "/v1/encounters/{encounter}/seats"): _encounter("SeatsAnswer"),
    ("post", "/v1/encounters/{encounter}/seats/{seat}/handover"): Operation(
        {JSON: ref("Granted")},
        (*SPOKEN, "not_yours", "closed", "limit_reached", "too_large", "unsupported_media_type"),
        json_body="HandoverRequest",
        status=201,
        description="The invitation to the seat.",
    ),
    ("post", "/v1/tokens/revoke"): Operation(
        {JSON: ref("Revoked")},
        ("malformed", "not_found", "too_large", "unsupported_media_type", "invalid", *STORE),
        json_body="RevokeRequest",
        description="The token is revoked. Revoking it again also succeeds.",
    ),
    ("post", "/v1/bundles"): Operation(
        {JSON: ref("ImportAnswer")},
        (
            *("malformed", "not_yours", "encounter_exists", "closed", "too_large", "unsupported_media_type", "invalid"),
            *("bundle_broken", "bundle_redacted", "idempotency_mismatch", "batch_too_large", "refused"),
            *("ruleset_missing", "durability_unknown", *STORE),
        ),
        lines_body=BUNDLE,
        parameters=("Idempotency-Key",),
        headers=(*VERSION_HEADERS, "Location"),
        status=201,
        description="The encounter was imported.",
    ),
    ("get", "/healthz"): Operation({JSON: ref("Alive")}),
    ("get", "/livez"): Operation({JSON: ref("Alive")}),
    ("get", "/startupz"): Operation({JSON: ref("Started")}),
    ("get", "/readyz"): Operation({JSON: ref("Ready")}, STORE),
    ("get", "/metrics"): Operation({PLAIN: {"type": "string"}}),
}
HEADERS: Final[Mapping[str, Schema]] = {
    "ETag": {
        "description": "the version of the encounter that the response describes, in quotes. That of a read has a "
        "hyphen and a digest after it, which differ by speaker, language, format and parameters, as "
        'in `"12-5d41402abc4b2a76"`. That of scenes is a digest alone',
        "schema": {"type": "string"},
    },
    "Content-Language": {
        "description": "the language of labels, with `en` where the answer also has English texts: `de, en`",
        "schema": {"type": "string"},
    },
    "Yarrow-Chain": {
        "description": "the chain's hash at that version, in hex; a client that keeps it can detect a changed history",
        "schema": {"type": "string"},
    },
    "Yarrow-Unknown": {
        "description": "the IDs of the player, at most 8, of which no combatant has joined: slips, or combatants that "
        "join later. Absent if there are none",
        "schema": {"type": "string"},
    },
    "Preference-Applied": {
        "description": "`check` if the command was only checked, `story` if the response has the story of its batch",
        "schema": {"type": "string"},
    },
    "Location": {"description": "path of the encounter", "schema": {"type": "string"}},
    "Content-Disposition": {"description": "suggested file name", "schema": {"type": "string"}},
    "WWW-Authenticate": {"description": "the authentication scheme: Bearer", "schema": {"type": "string"}},
    "Retry-After": {"description": "seconds to wait before a retry", "schema": {"type": "integer"}},
}
PARAMETERS: Final[Mapping[str, Schema]] = {
    "encounter": {
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "description": "ID of the encounter",
        "example": "alley",
    },
    "ticket": {
        "in": "query",
        "schema": {"type": "string"},
        "description": "a ticket in place of a token, for a browser, which can send no headers here; it is used up",
    },
    "Yarrow-As": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "the speaker: `narrator`, `player:<combatant>,<combatant>` or `spectator`. It can only restrict "
        "the speaker of the token. Without it the speaker is that of the token, or the narrator where the service uses "
        "no tokens",
        "example": "player:ogre",
    },
    "Accept-Language": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "the preferred languages of labels, phrases, helps and questions; a language that the ruleset "
        "lacks, or a malformed header, means English",
        "example": "de-AT, de;q=0.9, en;q=0.5",
    },
    "Idempotency-Key": {
        "in": "header",
        "schema": {"type": "string", "maxLength": 200, "pattern": "^[!-~]+$"},
        "description": "ID of the request; a retry with the same key returns the original response and changes nothing",
        "example": "0197a2b4-5d3e-7c11-9b6a-2f4e8d1c7a90",
    },
    "Prefer": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "`check` to learn whether the command would be accepted, and what it would cause first; nothing "
        "is recorded or thrown, and no Idempotency-Key is used. `story`, for commands on an encounter, to get the "
        "entries of the story with the response. Other preferences are ignored",
        "example": "check",
    },
    "If-None-Match": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "the ETags of the responses that the client has; if this is one of them, the response is 304",
        "example": '"12-5d41402abc4b2a76"',
    },
    "If-Match": {
        "in": "header",
        "schema": {"type": "string"},
        "description": "the version that the encounter must have, in quotes; else the response is version_conflict",
        "example": '"12"',
    },
}


AUTHENTICATED: Final = ("unauthorized", "not_yours", "malformed")
"""Codes of the problems of every path that identifies the caller."""
LIMITED: Final = ("too_many_requests",)
HEADER_OF_CODE: Final = {"unauthorized": "WWW-Authenticate"}
"""Headers of problems by code, besides Retry-After."""


def problems_of(path: str, operation: Operation) -> tuple[str, ...]:
    """Return the codes of all problems of a path, including those of the middleware."""
    authentication = () if is_open(path) else AUTHENTICATED
    return (*operation.problems, *authentication, *(() if path in HEALTH_PATHS else LIMITED), "internal")


def responses(path: str, operation: Operation) -> dict[str, Any]:
    """Return the responses of an operation by status."""
    content = {media: {"schema": schema} for media, schema in operation.content.items()}
    success: Schema = {
        "description": operation.description,
        **({"content": content} if content else {}),
        **_headers(operation.headers),
    }
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(problems_of(path, operation)):
        by_status.setdefault(CODES[code].status, []).append(code)
    problems = {
        str(status): _problem(codes, VERSION_HEADERS if "{encounter}" in path or "encounter_exists" in codes else ())
        for status, codes in sorted(by_status.items())
    }
    checked: Schema = {}
    if operation.checkable:
        checked_content = {JSON: {"schema": ref("CheckAnswer")}}
        description = "With `Prefer: check`: what the command would cause first; nothing is stored."
        checked["200"] = {"description": description, "content": checked_content, **_headers(("Preference-Applied",))}
    no_content: Schema = {}
    if operation.no_content is not None:
        no_content["204"] = {"description": operation.no_content, **_headers(VERSION_HEADERS)}
    unchanged: Schema = {}
    if operation.unchanged:
        kept = [name for name in READ_HEADERS if name in operation.headers]
        unchanged["304"] = {"description": "The client has this response.", **_headers(kept)}
    return {**checked, str(operation.status): success, **no_content, **unchanged, **problems}


def _problem(codes: list[str], version_headers: tuple[str, ...]) -> Schema:
    titles = "\n".join(f"- `{code}`: {CODES[code].title}." for code in codes)
    response: Schema = {"description": titles, "content": {MEDIA_TYPE: {"schema": ref("Problem")}}}
    own = {HEADER_OF_CODE.get(code, "Retry-After" if CODES[code].retry_after is not None else "") for code in codes}
    return {**response, **_headers(sorted({*own, *version_headers} - {""}))}


def _headers(names: Iterable[str]) -> Schema:
    """Return the ``headers`` of a response, as references to the shared ones."""
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return {"headers": headers} if headers else {}
