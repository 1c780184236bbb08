"""Errors: each problem that the service returns is an exception, with its class chosen by the stable code."""

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")


class YarrowError(Exception):
    """The base class of all errors of the client."""


class Unreachable(YarrowError):
    """No service could be reached within the client's ``patience``.

    ``key`` is the ``Idempotency-Key`` of the request, if it has one: whether the service has executed it is not known,
    and sending it again with this key executes it at most once. A request that makes a token or an invitation
    has none; the message says what to do if it may have been executed.
    """

    key: str | None = None
    may_have_arrived: bool = False
    """True if the service may have received the request."""


class Interrupted(Unreachable):
    """The service went away in the middle of a response that cannot be resumed, such as a bundle. Ask for it again."""


class NotYarrow(YarrowError):
    """The response is not from Yarrow, or a proxy has changed it."""


class OtherVersion(NotYarrow):
    """The response does not have the shape that this version of the client reads; install that of the service."""


class HistoryDiffers(YarrowError):
    """The service shows another history than before."""


class MalformedOptions(OtherVersion):
    """Options or declarations of forms are not as the API describes them, or do not belong together."""


class InvalidArgument(YarrowError, ValueError):
    """An ID, a token, a speaker, a language or a key cannot be sent; no request was made with it."""


class FieldError(msgspec.Struct, frozen=True):
    """One fault of the request: its field, and what is wrong."""

    field: str
    detail: str


class NeededThrow(msgspec.Struct, frozen=True):
    """A throw whose faces are missing; ``what`` is the label of its purpose."""

    combatant: str
    what: str
    count: int
    of: str


class Details(msgspec.Struct, frozen=True):
    """The body of a problem: RFC 9457 with Yarrow's own members.

    ``errors`` are all faults of the request; ``version`` is the version of the encounter, ``nearest`` the end of a
    batch nearest to the requested version; ``line`` is the faulty line of a bundle, counted from 1, and ``version``
    then that of its event; ``command_id`` is the key to retry a command with if its result is unknown. ``rule_url`` is
    the path of the rule; ``legal_labels`` are the labels of the command types in ``legal``. ``request_id`` is the ID by
    which the operator finds the request in the log. ``rulesets`` are the keys of those that the service has, if the
    request names another.
    """

    detail: str
    code: str
    type: str = "about:blank"
    title: str = ""
    status: int = 0
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


class Problem(YarrowError):
    """An error response of the service: ``code`` is for programs, ``detail`` for people; ``details`` has all members.

    ``field`` is the faulty part of the request; ``rule`` is the rule that refused a command, and ``legal`` the command
    types that would be legal.
    """

    def __init__(self, details: Details, retry_after: float | None = None) -> None:
        super().__init__(f"{details.detail} ({details.rule or details.code})")
        self.details = details
        self.retry_after = retry_after

    @property
    def code(self) -> str:
        return self.details.code

    @property
    def status(self) -> int:
        return self.details.status

    @property
    def detail(self) -> str:
        return self.details.detail

    @property
    def field(self) -> str | None:
        return self.details.field

    @property
    def rule(self) -> str | None:
        return self.details.rule

    @property
    def legal(self) -> tuple[str, ...]:
        return self.details.legal


class Refused(Problem):
    """The rules do not allow the command now; choose another."""


class Invalid(Problem):
    """The request is invalid; correct it."""


class FacesWanted(Problem):
    """The faces that were sent are missing or wrong; ``details.needed`` is the throw that needs them."""


class NotAllowed(Problem):
    """The speaker may not do this, or the token is missing or invalid."""


class Unauthorized(NotAllowed):
    """The token is missing, not valid, revoked or has expired; get a new one."""


class NotFound(Problem):
    """The resource does not exist."""


class UnknownRuleset(Invalid, NotFound):
    """The service does not have the ruleset; ``details.rulesets`` are those that it has."""


class Conflict(Problem):
    """The encounter is not at the expected version; read the new events and decide again."""


class Closed(Conflict):
    """The encounter is closed."""


class TooMuch(Problem):
    """The request is too large, or there are too many."""


class Unavailable(Problem):
    """The service is unavailable, did not receive the request in time, or cannot confirm that a command is durable."""


CLASS_OF_CODE: Final[Mapping[str, type[Problem]]] = {
    "refused": Refused,
    "unauthorized": Unauthorized,
    "ruleset_missing": UnknownRuleset,
    "closed": Closed,
    "batch_too_large": TooMuch,
    "limit_reached": TooMuch,
    **dict.fromkeys(("faces_missing", "faces_left_over", "faces_wrong", "faces_refused"), FacesWanted),
}
CLASS_OF_STATUS: Final[Mapping[int, type[Problem]]] = {
    **dict.fromkeys((400, 405, 406, 415, 422), Invalid),
    **dict.fromkeys((401, 403), NotAllowed),
    404: NotFound,
    409: Conflict,
    **dict.fromkeys((413, 429), TooMuch),
    **dict.fromkeys((408, 503), Unavailable),
}


def problem_of(status: int, body: bytes, retry_after: str | None = None) -> Problem:
    """Return the exception for an error response. Raises NotYarrow if it is not a problem of Yarrow."""
    try:
        details = msgspec.json.decode(body, type=Details)
    except msgspec.DecodeError:
        raise NotYarrow(f"The response with status {status} is not a problem of Yarrow: {body[:200]!r}") from None
    details = msgspec.structs.replace(details, status=status)
    kind = CLASS_OF_CODE.get(details.code) or CLASS_OF_STATUS.get(status, Problem)
    if details.rulesets:
        kind = UnknownRuleset
    return kind(details, float(retry_after) if retry_after and retry_after.isdecimal() else None)


def read_json(text: bytes | str | msgspec.Raw, kind: type[T], what: str) -> T:
    """Return the value of a JSON text, which ``what`` names.

    Raises NotYarrow if it is not JSON, and OtherVersion if it does not have the shape of ``kind``.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise OtherVersion(f"{what} is not one that this version of the client reads: {error}.") from error
    except msgspec.DecodeError as error:
        raise NotYarrow(f"{what} is not valid JSON: {error}.") from error
