"""Problems: everything that the API answers instead of what was asked, as RFC 9457 ``application/problem+json``.

``CODES`` is the whole list. A code is stable; its sentence in ``detail`` says what to do next.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Self

import msgspec

from domain.model.refusal import NeededThrow, Refusal
from events.store import protocol as store

MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:yarrow:problem:"


class Kind(NamedTuple):
    """A code's HTTP status and its title, which never changes with the occasion; seconds after which to try again."""

    status: int
    title: str
    retry_after: int | None = None


CODES: Final[Mapping[str, Kind]] = {
    "malformed": Kind(400, "The request cannot be read"),
    "unauthorized": Kind(401, "The request needs a token that holds"),
    "not_yours": Kind(403, "The speaker may not do this"),
    "not_found": Kind(404, "There is no such thing"),
    "method_not_allowed": Kind(405, "The method is not one of this resource"),
    "not_acceptable": Kind(406, "The answer is not to be had in this form"),
    "position_ahead": Kind(409, "The position is ahead of the encounter"),
    "version_conflict": Kind(409, "The encounter stands at another version"),
    "encounter_exists": Kind(409, "The encounter exists already"),
    "not_batch_end": Kind(409, "The version is not the end of a batch"),
    "unrelated": Kind(422, "The encounters have nothing in common"),
    "closed": Kind(409, "The encounter is closed"),
    "sealed": Kind(409, "The encounter was brought in without its seeds"),
    "too_large": Kind(413, "The request is too large"),
    "unsupported_media_type": Kind(415, "The body is not of a type that is read here"),
    "too_many_requests": Kind(429, "Too many requests came from one caller", 1),
    "refused": Kind(422, "The rules refuse it"),
    "invalid": Kind(422, "The request does not fit"),
    "faces_missing": Kind(422, "More faces are needed"),
    "faces_left_over": Kind(422, "Too many faces were supplied"),
    "faces_wrong": Kind(422, "The supplied faces do not fit the throw"),
    "faces_refused": Kind(422, "Faces are not taken here"),
    "bundle_broken": Kind(422, "The bundle does not hold"),
    "bundle_redacted": Kind(422, "The bundle leaves something out"),
    "idempotency_mismatch": Kind(422, "The idempotency key belongs to another request"),
    "batch_too_large": Kind(422, "The command causes too many events"),
    "internal": Kind(500, "Something is broken inside"),
    "ruleset_missing": Kind(501, "The ruleset is not installed"),
    "stopping": Kind(503, "The service is stopping", 1),
    "store_away": Kind(503, "The store is away", 1),
    "durability_unknown": Kind(503, "It is not known whether the command is safe", 1),
    "history_lost": Kind(503, "The store has lost history"),
    "store_damaged": Kind(503, "The store was changed from outside"),
}


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a problem.

    ``code`` names the problem for programs; ``detail`` says what happened and what to do next; ``field`` names the part
    of the request that is at fault and ``errors`` all of them; ``rule`` and ``legal`` are the rules' refusal;
    ``version`` is where the encounter stands; ``nearest`` the end of a batch next to the version that was asked for;
    ``command_id`` is the key to send again where it is not known what became of the command; ``needed`` is the throw
    whose faces are missing or do not fit; ``line`` is the line of a bundle that is wrong, counted from 1, and
    ``version`` then that of the event there.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    field: str | None = None
    errors: tuple["FieldError", ...] = ()
    rule: str | None = None
    legal: tuple[str, ...] = ()
    version: int | None = None
    nearest: int | None = None
    command_id: str | None = None
    needed: NeededThrow | None = None
    line: int | None = None


class FieldError(msgspec.Struct, frozen=True):
    """One fault of the request: where it is, and what is wrong."""

    field: str
    detail: str


class Problem(Exception):
    """Carries a problem to the client; ``more`` are further fields of ``Details``.

    One about an encounter that is there tells, as every answer about it does, where it stands: ``stands`` is the
    newest version in view, and the chain's hash there.
    """

    def __init__(self, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        kind = CODES[code]
        self.details = Details(TYPE_PREFIX + code, kind.title, kind.status, detail, code, **more)
        self.stands: tuple[int, bytes] | None = None

    def about(self, version: int, hash_: bytes) -> Self:
        """The problem, told of an encounter that stands there."""
        self.stands = version, hash_
        return self

    @property
    def status(self) -> int:
        return self.details.status

    @property
    def headers(self) -> dict[str, str]:
        retry_after = CODES[self.details.code].retry_after
        again = {} if retry_after is None else {"retry-after": str(retry_after)}
        return again if self.stands is None else {**again, **place_headers(*self.stands)}


def place_headers(version: int, hash_: bytes) -> dict[str, str]:
    """Where an encounter stands, as headers: the version as the entity tag, and the chain's hash there.

    By the hash a client can hold the service to its history.
    """
    return {"etag": f'"{version}"', "yarrow-chain": hash_.hex()}


def refused(refusal: Refusal) -> Problem:
    """The rules' refusal as a problem."""
    detail = refusal.detail
    if refusal.code == "not_yours":
        detail += (
            " Where tokens are asked for, ask with one that speaks as somebody who may; elsewhere the header says who "
            "speaks, as Yarrow-As: narrator or Yarrow-As: player:<combatant>."
        )
    return Problem(
        refusal.code,
        detail,
        rule=refusal.rule,
        field=refusal.field,
        legal=refusal.legal,
        needed=refusal.needed,
    )


def of_store(error: store.StoreError, *, command_id: str | None = None) -> Problem:
    """What the store could not do, as a problem."""
    match error:
        case store.EncounterMissing():
            return Problem("not_found", f"{error} Open it with POST /v1/encounters, or look at GET /v1/encounters.")
        case store.VersionConflict():
            return conflict(error.current)
        case store.FingerprintMismatch():
            return Problem("idempotency_mismatch", f"{error} Choose a new Idempotency-Key for a new request.")
        case store.Sealed():
            return Problem("sealed", f"{error} Import its bundle under another ID to play on.")
        case store.BatchTooLarge():
            return Problem("batch_too_large", f"{error} Ask for it in smaller steps.")
        case store.DurabilityUnknown():
            detail = f"{error} {same_again(command_id)} to find out."
            return Problem("durability_unknown", detail, command_id=command_id, version=error.appended.last)
        case store.HistoryLost():
            detail = f"{error} An operator has to restore it, or to restart the service to go on from what is left."
            return Problem("history_lost", detail, version=error.current)
        case store.StoreUnavailable():
            again = "Try again." if command_id is None else f"{same_again(command_id)}."
            return Problem("store_away", f"{error.said} {again}", command_id=command_id)
        case _:
            return Problem("store_damaged", f"{error} An operator has to look at the store.")


def same_again(command_id: str | None) -> str:
    """How to send a request again, so that it is known for the same and recorded once."""
    return f"Send the same again with the header Idempotency-Key: {command_id}"


def conflict(current: int) -> Problem:
    """The encounter stands at another version than the one that was expected."""
    return Problem(
        "version_conflict",
        f"The encounter stands at version {current}. Read what is new (GET …/events) and decide again.",
        version=current,
    )


def not_batch_end(said: str, asked: int, *, nearest: int, current: int, field: str) -> Problem:
    """A version at which a command has only half happened; ``said`` is what goes by the end of a batch alone."""
    return Problem(
        "not_batch_end",
        f"{said} the end of a batch, and version {asked} is none; the nearest is {nearest}.",
        field=field,
        nearest=nearest,
        version=current,
    )


def broken() -> Problem:
    """What should not have happened; the server's log tells what it was."""
    return Problem(
        "internal", "Something is broken inside; nothing was changed. Please report it with the server's log."
    )
