"""The page of the limits of the API and of what ``/v1`` promises, with the numbers of the code."""

from typing import Final, NamedTuple

from docs.pages.promises import promises_table
from domain.core.commands import Command, Name, Text
from domain.core.metadata import MAX_METADATA_CHARACTERS, MAX_METADATA_ENTRIES, MAX_METADATA_TEXT
from domain.model.integers import MAX_INTEGER
from domain.model.speaker import MAX_COMBATANTS
from domain.ruleset.scene import MAX_COMMANDS
from domain.ruleset.staging import MAX_SCENE_EVENTS
from domain.text.validation import MAX_REPORTED
from events.store.protocol import MAX_BATCH
from service.app import create_app
from service.auth.exchange import EXCHANGE_RATE
from service.auth.grants import LESSER_SHARE, MAX_OF_ENCOUNTER, MAX_OF_INVITATION, MAX_OF_OWNER
from service.auth.rights import MAX_ENCOUNTERS, MAX_GRANTED
from service.auth.spectator_delay import MAX_DELAY
from service.auth.tickets import TICKET_SECONDS
from service.auth.tokens import MAX_TOKEN_LIFETIME
from service.encounters.branches.comparison import MAX_DIFFERENCES
from service.http.requests.parsing import MAX_KEY_LENGTH
from service.problems.problem import CODES
from service.problems.strict_json import MAX_BODY_BYTES, MAX_DEPTH, MAX_ENTRIES
from service.read_models.cursors import MAX_CURSOR_LENGTH
from service.rulesets.negotiation import LONGEST
from service.rulesets.runtime import MAX_DRAWS, MAX_FACES_PER_DRAW
from service.server import MAX_HEAD_BYTES
from service.settings import Settings
from service.work.places import MAX_AT_ONCE

INTRODUCTION: Final = """# Limits and promises of the API

## Limits

A request beyond a limit is refused with a problem of this code, whose `detail` names the limit. The operator can change
those that name a setting ([settings](../howto/operating.md#settings)), and a token can have lower limits
([access](../howto/access.md#limits)).
"""
NOTES: Final = """
The limits “with a secret” apply only if the operator has set one (`YARROW_SECRET`). The service does not start with a
scene beyond the limits of scenes ([scenes](../howto/scenes.md)).
A page may also end before its limit if filters leave out much; its `next` says whether there are more. The limits of
single fields are in the [OpenAPI description](../../openapi.yaml).

## Promises of the service

Each promise is held by tests that fail if it is broken. Some of them take long, and run with `make test-long` or
`make soak`: [the results of the longest](../../tests/soak.md) and [measurements with four
processes](../../bench/processes.md) are on record.
"""
COMPATIBILITY: Final = """
## Promises of `/v1`

A client of `/v1` continues to work with later releases. Each release is compared with the description of the one before
(`python -m docs.compatibility`), and `/v1` never makes these changes:

- removing an operation, a parameter, a field, a schema, or a value of an enumeration; renaming an `operationId`
- requiring a field or a parameter of a request that was optional, or accepting less of one
- changing the type of a field, or leaving out a field of a response that is `required`
- changing the meaning of a code, a command or an event. Recorded events remain readable: if the fields of an event
  change, its `schema` has a new number

These may be added at any time, and a client has to accept them:

- operations, optional parameters, optional fields of requests, and headers
- fields of responses, events and states, and values of enumerations in these
- types of commands, events and prompts, problem codes, and rulesets. An event of an unknown type has the envelope of
  every other event, and its sentence is in the story
- legal options: the options of an encounter say what a speaker may do now, the description does not

A ruleset has a version of its own, in its reference and in the events of each encounter. A corrected rule is a new
version of the ruleset, not of the API. Texts for people (`detail`, `title`, `sentence`, labels) change without notice.

## Deprecation

A part that has a replacement is marked `deprecated: true` in the description, which names the replacement, and is
listed in the [changelog](../../CHANGELOG.md). It works unchanged for as long as `/v1` does. A part that cannot remain
is left out of `/v2`. The service then offers both for at least twelve months, and the changelog announces the end of
`/v1` at least twelve months before it.
"""


class Limit(NamedTuple):
    """A limit: what it limits, its value, and the code of the problem for a request beyond it, if there is one."""

    what: str
    value: str
    code: str


def limits() -> tuple[Limit, ...]:
    """Return all limits, each with its present number."""
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    answers = next(one.max_length for one in Command.model_fields["answers"].metadata if hasattr(one, "max_length"))
    return (
        Limit("body of a request", f"{MAX_BODY_BYTES // 1024} KiB", "too_large"),
        Limit("entries in all lists and objects of a body", f"{MAX_ENTRIES:,}", "too_large"),
        Limit("levels of lists and objects in a body", str(MAX_DEPTH), "malformed"),
        Limit("integers", f"±{MAX_INTEGER:,}", "invalid"),
        Limit("line and headers of a request", f"{MAX_HEAD_BYTES // 1024} KiB", "too_large"),
        Limit("time for these (`YARROW_HEAD_TIMEOUT`)", f"{usual['head_timeout']:g} s", ""),
        Limit(
            "time for the body, with one second more for each 16 KiB (`YARROW_BODY_TIMEOUT`)",
            f"{usual['body_timeout']:g} s",
            "timed_out",
        ),
        Limit(
            "connections of one address (`YARROW_CONNECTIONS_PER_ADDRESS`)",
            str(usual["connections_per_address"]),
            "too_many_requests",
        ),
        Limit("connections in all (`YARROW_CONNECTIONS`)", f"{usual['connections']:,}", "busy"),
        Limit("bundle to import (`YARROW_LARGEST_BUNDLE`)", f"{usual['largest_bundle']} MiB", "too_large"),
        Limit("`Idempotency-Key`", f"{MAX_KEY_LENGTH} characters", "malformed"),
        Limit("`Accept-Language`; a longer one means English", f"{LONGEST} characters", ""),
        Limit("cursor of a page", f"{MAX_CURSOR_LENGTH:,} characters", "invalid"),
        Limit("name of an encounter", f"{_longest(Name)} characters", "invalid"),
        Limit("text of a note or ruling", f"{_longest(Text)} characters", "invalid"),
        Limit("keys of the metadata of an encounter or a combatant", str(MAX_METADATA_ENTRIES), "invalid"),
        Limit("text in metadata", f"{MAX_METADATA_TEXT} characters", "invalid"),
        Limit("all keys and texts of such metadata together", f"{MAX_METADATA_CHARACTERS:,} characters", "invalid"),
        Limit("combatants that join when an encounter is opened", str(MAX_COMBATANTS), "invalid"),
        Limit("combatants of an encounter, with those that a rewind took away", str(MAX_COMBATANTS), "invalid"),
        Limit("combatants for which a player speaks", str(MAX_COMBATANTS), "malformed"),
        Limit("answers sent with a command", str(answers), "invalid"),
        Limit("draws in `faces`", str(MAX_DRAWS), "invalid"),
        Limit("faces of a draw", str(MAX_FACES_PER_DRAW), "invalid"),
        Limit("events of a command", str(MAX_BATCH), "batch_too_large"),
        Limit("commands of a scene", str(MAX_COMMANDS), ""),
        Limit("events of a scene", str(MAX_SCENE_EVENTS), ""),
        Limit("faults that a problem lists in `errors`", str(MAX_REPORTED), ""),
        Limit("differences that a comparison lists", str(MAX_DIFFERENCES), ""),
        *(Limit(f"`limit` of {path}", f"{most:,}", "invalid") for path, most in _pages()),
        Limit(
            "requests of a token or an address, with a secret (`YARROW_RATE`)",
            f"{usual['rate']} a second",
            "too_many_requests",
        ),
        Limit("requests at once, with a secret (`YARROW_BURST`)", f"{usual['burst']:,}", "too_many_requests"),
        Limit(
            "live connections of a token, with a secret (`YARROW_STREAMS`)", str(usual["streams"]), "too_many_requests"
        ),
        Limit("requests of a kind that takes long, at once", str(MAX_AT_ONCE), "too_many_requests"),
        Limit("batches that a live connection lags behind (`YARROW_WATCH_BACKLOG`)", str(usual["watch_backlog"]), ""),
        Limit("lifetime of a token", f"{MAX_TOKEN_LIFETIME.days} days", "unauthorized"),
        Limit("lifetime of a token or an invitation made over the API", "that of the caller's token", "not_yours"),
        Limit("tokens and invitations for an encounter", f"{MAX_OF_ENCOUNTER:,}", "limit_reached"),
        Limit("tokens and invitations of a caller, and of what it made", f"{MAX_OF_OWNER:,}", "limit_reached"),
        Limit("those of each that players and watchers made", f"{MAX_OF_OWNER // LESSER_SHARE:,}", "limit_reached"),
        Limit("tokens for an invitation", str(MAX_OF_INVITATION), "limit_reached"),
        Limit("encounters that a token or an invitation made over the API names", str(MAX_GRANTED), "invalid"),
        Limit("exchanges at once of an address, and one more a second", str(EXCHANGE_RATE.burst), "too_many_requests"),
        Limit("time until a ticket is used", f"{TICKET_SECONDS} s", "unauthorized"),
        Limit("encounters that a ticket names", f"{MAX_ENCOUNTERS:,}", "invalid"),
        Limit("delay of a spectator, in events or rounds", f"{MAX_DELAY:,}", "unauthorized"),
    )


def _longest(kind: object) -> int:
    [constraints] = kind.__metadata__  # type: ignore[attr-defined]
    longest: int = constraints.max_length
    return longest


def _pages() -> list[tuple[str, int]]:
    """Return each operation that has pages, with the greatest number of entries of a page."""
    found = []
    for path, methods in create_app(Settings()).openapi()["paths"].items():
        for method, operation in methods.items():
            for parameter in operation.get("parameters", ()):
                if parameter.get("name") == "limit":
                    schema = parameter["schema"]
                    most = next(one["maximum"] for one in (schema, *schema.get("anyOf", ())) if "maximum" in one)
                    found.append((f"`{method.upper()} {path}`", most))
    return found


def limits_page() -> str:
    """Return the page as Markdown."""
    rows = [(one.what, one.value, f"{CODES[one.code].status} `{one.code}`" if one.code else "–") for one in limits()]
    table = [f"| {what} | {value} | {code} |" for what, value, code in rows]
    return "\n".join(
        [
            *(INTRODUCTION, "| What | At most | Beyond it |", "| --- | --- | --- |", *table, NOTES),
            *(*promises_table("../../"), COMPATIBILITY),
        ]
    )
