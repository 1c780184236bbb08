"""Problems: the errors that the API returns, as RFC 9457 ``application/problem+json``.

``CODES`` lists all of them. A code is stable; the sentence in ``detail`` says what is wrong and what to do next.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

import msgspec

from domain.core.commands import type_of
from domain.model.refusal import FieldError, NeededThrow, Refusal
from domain.model.suggestions import some_of
from domain.ruleset.ruleset import Ruleset
from domain.text.validation import SCHEMAS, with_period
from events.store import protocol
from service.problems.next_steps import LIST_OR_OPEN
from service.problems.request_id import current_request

MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:yarrow:problem:"


class ProblemType(NamedTuple):
    """The HTTP status and title of a code; ``retry_after`` is in seconds, for problems that a retry may resolve."""

    status: int
    title: str
    retry_after: int | None = None


CODES: Final[Mapping[str, ProblemType]] = {
    "malformed": ProblemType(400, "The request cannot be parsed"),
    "unauthorized": ProblemType(401, "The request needs a valid token"),
    "not_yours": ProblemType(403, "The speaker may not do this"),
    "not_found": ProblemType(404, "The resource does not exist"),
    "method_not_allowed": ProblemType(405, "The resource does not support this method"),
    "not_acceptable": ProblemType(406, "The response is not available in this media type"),
    "timed_out": ProblemType(408, "The request did not arrive in time"),
    "position_ahead": ProblemType(409, "The position is ahead of the encounter"),
    "version_conflict": ProblemType(409, "The encounter is at another version"),
    "encounter_exists": ProblemType(409, "The encounter already exists"),
    "not_batch_end": ProblemType(409, "The version is not the end of a batch that may be named"),
    "unrelated": ProblemType(422, "The encounters have no common history"),
    "closed": ProblemType(409, "The encounter is closed"),
    "sealed": ProblemType(409, "The encounter was imported without its seeds and is read-only"),
    "limit_reached": ProblemType(409, "There are as many as there may be"),
    "too_large": ProblemType(413, "The request is too large"),
    "unsupported_media_type": ProblemType(415, "The media type of the body is not supported"),
    "too_many_requests": ProblemType(429, "The caller has exceeded a limit", 1),
    "refused": ProblemType(422, "The rules do not allow the command"),
    "invalid": ProblemType(422, "The request is invalid"),
    "faces_missing": ProblemType(422, "More faces are needed"),
    "faces_left_over": ProblemType(422, "Too many faces were supplied"),
    "faces_wrong": ProblemType(422, "The supplied faces do not fit the throw"),
    "faces_refused": ProblemType(422, "The encounter does not accept supplied faces"),
    "bundle_broken": ProblemType(422, "The bundle failed verification"),
    "bundle_redacted": ProblemType(422, "The bundle is redacted"),
    "idempotency_mismatch": ProblemType(422, "The idempotency key was used for another request"),
    "batch_too_large": ProblemType(422, "The command causes too many events"),
    "internal": ProblemType(500, "Internal error"),
    "ruleset_missing": ProblemType(501, "The ruleset is not installed"),
    "busy": ProblemType(503, "The service has as many connections as it can have", 1),
    "stopping": ProblemType(503, "The service is stopping", 1),
    "store_away": ProblemType(503, "The store is unavailable", 1),
    "durability_unknown": ProblemType(503, "The durability of the command is not confirmed", 1),
    "history_lost": ProblemType(503, "The store has lost history"),
    "store_damaged": ProblemType(503, "The store was modified from outside"),
}


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error.

    - ``code`` identifies the problem for programs. ``detail`` says what is wrong and what to do next.
    - ``field`` is the part of the request at fault; ``errors`` has every part, if there are several.
    - ``rule`` is the ID of the rule that the command breaks, and ``rule_url`` the path at which to read it.
    - ``legal`` are the types of the commands that are legal instead, and ``legal_labels`` their labels in that order.
    - ``version`` is the current version of the encounter, or that of the event at ``line``.
    - ``nearest`` is the end of a batch that is nearest to the requested version.
    - ``command_id`` is the idempotency key for a retry, if the outcome of the command is not known.
    - ``needed`` is the throw whose faces are missing or do not fit.
    - ``line`` is the line of the bundle at fault, counted from 1.
    - ``request_id`` is the ID of the request, by which the operator finds it in the log.
    - ``rulesets`` are the keys of the installed rulesets, if the request names another.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str | None = None
    errors: tuple[FieldError, ...] = ()
    rule: str | None = None
    rule_url: str | None = None
    legal: tuple[str, ...] = ()
    legal_labels: tuple[str, ...] = ()
    version: int | None = None
    nearest: int | None = None
    command_id: str | None = None
    needed: NeededThrow | None = None
    line: int | None = None
    request_id: str | None = None
    rulesets: tuple[str, ...] = ()


class Problem(Exception):
    """Raised to return an error to the client; ``more`` are further fields of ``Details``.

    ``visible_head`` is set for an existing encounter: the newest version that the caller may see and the chain's hash
    there, which every response about an encounter has in its headers.
    """

    def __init__(self, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        kind = CODES[code]
        self.details = Details(TYPE_PREFIX + code, kind.title, kind.status, detail, code, **more)
        self.visible_head: tuple[int, bytes] | None = None

    def about(self, version: int, hash_: bytes) -> Self:
        """Set ``visible_head`` and return the problem."""
        self.visible_head = version, hash_
        return self

    def but(self, **changes: Any) -> Self:
        """Change fields of the details and return the problem."""
        self.details = msgspec.structs.replace(self.details, **changes)
        return self

    @property
    def status(self) -> int:
        return self.details.status

    def occurrence(self) -> Details:
        """Return the details, with the ID of the request that is being answered."""
        return msgspec.structs.replace(self.details, request_id=current_request.get())

    @property
    def headers(self) -> dict[str, str]:
        retry_after = CODES[self.details.code].retry_after
        headers = {} if retry_after is None else {"retry-after": str(retry_after)}
        return headers if self.visible_head is None else {**headers, **version_headers(*self.visible_head)}


def version_headers(tag: int | str, hash_: bytes) -> dict[str, str]:
    """Return the headers ETag, an encounter's version or what begins with it, and Yarrow-Chain, the chain's hash there.

    A client that keeps the hash can detect a later change of history.
    """
    return {"etag": f'"{tag}"', "yarrow-chain": hash_.hex()}


def from_refusal(refusal: Refusal, ruleset: Ruleset[Any]) -> Problem:
    """Return the rules' refusal of a command as a problem."""
    detail = refusal.detail
    if refusal.code == "not_yours":
        detail += (
            " Use a token whose speaker may do it; where the service uses no tokens, name the speaker in a header, as "
            "Yarrow-As: narrator or Yarrow-As: player:<combatant>."
        )
    if refusal.errors:
        detail += f" {SCHEMAS.format(key=ruleset.key)}"
    return Problem(
        refusal.code,
        detail,
        **about_rule(ruleset, refusal.rule),
        field=refusal.field,
        errors=refusal.errors,
        legal=refusal.legal,
        legal_labels=labels_of(refusal, ruleset),
        needed=refusal.needed,
    )


def labels_of(refusal: Refusal, ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return the labels of the commands that are legal instead."""
    return tuple([ruleset.labels.of(one) for one in refusal.legal])


def with_legal(refusal: Refusal, ruleset: Ruleset[Any], whose: str | None, waits_for: Callable[[], str]) -> Refusal:
    """Return a refusal by a rule whose sentence says what is legal instead.

    ``whose`` is the name of the combatant in whose name the command was given. If nothing is legal, ``waits_for`` says
    who has to act or to answer.
    """
    if refusal.code != "refused":
        return refusal
    whom = f" for {whose}" if whose else ""
    narrators = {type_of(one) for one in ruleset.commands if one.narrator_only}
    labels = some_of(labels_of(refusal, ruleset))
    if labels and not (whose and narrators.issuperset(refusal.legal)):
        legal = labels
    elif labels:
        legal = f"nothing{whom}; as the narrator: {labels}"
    elif narrators.intersection(refusal.first):
        awaited = next(one for one in refusal.first if one in narrators)
        legal = f"nothing{whom} until the narrator gives “{ruleset.labels.of(awaited)}”"
    else:
        awaited = waits_for()
        legal = f"nothing{whom}{' until then' if awaited in refusal.detail else f'; {awaited}'}"
    return msgspec.structs.replace(refusal, detail=legal_now(refusal.detail, legal))


def legal_now(detail: str, legal: str) -> str:
    """Return the sentence of a problem followed by what is legal instead."""
    return f"{with_period(detail)} Legal now: {legal}."


def with_choices(refusal: Refusal, labels: Sequence[str], *, more: bool) -> Refusal:
    """Return the refusal of an answer to a prompt whose sentence lists answers by their labels."""
    if not labels:
        return refusal
    others = " and others" if more else ""
    detail = f"{with_period(refusal.detail)} The answers are: {', '.join(labels)}{others}; GET …/options has them."
    return msgspec.structs.replace(refusal, detail=detail)


def about_rule(ruleset: Ruleset[Any], rule: str | None) -> dict[str, str]:
    """Return the fields of a problem that name a rule of a ruleset, and where to read it."""
    if rule is None:
        return {}
    return {"rule": rule, **({"rule_url": f"/v1/rulesets/{ruleset.key}/rules/{rule}"} if rule in ruleset.rules else {})}


def from_store_error(error: protocol.StoreError, *, command_id: str | None = None) -> Problem:
    """Return an error of the store as a problem; ``command_id`` is the idempotency key to retry with."""
    match error:
        case protocol.EncounterMissing():
            return Problem("not_found", f"{error} {LIST_OR_OPEN}")
        case protocol.VersionConflict():
            return version_conflict(error.current)
        case protocol.FingerprintMismatch():
            return idempotency_mismatch()
        case protocol.Sealed():
            return Problem("sealed", f"{error} Import its bundle under another ID to continue it.")
        case protocol.BatchTooLarge():
            return Problem("batch_too_large", f"{error} Split it into smaller commands.")
        case protocol.DurabilityUnknown():
            detail = f"{error} {resend_hint(command_id)} to find out."
            return Problem("durability_unknown", detail, command_id=command_id, version=error.appended.last)
        case protocol.HistoryLost():
            detail = f"{error} An operator has to restore it, or restart the service to continue without it."
            return Problem("history_lost", detail, version=error.current)
        case protocol.StoreUnavailable():
            retry = "Try again." if command_id is None else f"{resend_hint(command_id)}."
            return Problem("store_away", f"{error.message} {retry}", command_id=command_id)
        case protocol.StoreMisconfigured():
            detail = "The store does not permit what the service has to do. An operator has to change that."
            return Problem("store_away", detail, command_id=command_id)
        case _:
            return Problem("store_damaged", f"{error} An operator has to check the store.")


def resend_hint(command_id: str | None) -> str:
    """Return how to retry a request so that it is recorded only once; the sentence has no full stop."""
    return f"Retry with the header Idempotency-Key: {command_id}"


def idempotency_mismatch() -> Problem:
    """Return the problem with an Idempotency-Key that another request has used."""
    return Problem(
        "idempotency_mismatch",
        "The Idempotency-Key was used for another request; choose a new one for a new request.",
    )


def version_conflict(current: int) -> Problem:
    """Return the problem that the encounter is not at the version that the caller expected."""
    return Problem(
        "version_conflict",
        f"The encounter is at version {current}. Read the new events (GET …/events) and decide again.",
        version=current,
    )


def not_batch_end(
    requirement: str, version: int, batch: str = "a batch", *, nearest: int, current: int, field: str
) -> Problem:
    """Return the problem that a version is not the end of a batch, or of one that may be named.

    ``requirement`` is the start of a sentence that "the end of a batch" completes, such as "A branch begins at".
    """
    return Problem(
        "not_batch_end",
        f"{requirement} the end of {batch}, and version {version} is not one; the nearest is {nearest}.",
        field=field,
        nearest=nearest,
        version=current,
    )


def internal_error() -> Problem:
    """Return the problem for a bug; the server's log has the traceback."""
    return Problem("internal", "Internal error; nothing was changed. Please report it with the server's log.")
