"""What can go wrong: each problem that the service answers is an exception, told apart by its stable code."""

from collections.abc import Mapping
from typing import Final

import msgspec


class YarrowError(Exception):
    """Anything that keeps the client from giving what was asked."""


class Unreachable(YarrowError):
    """No service could be reached for as long as the client was told to be patient."""


class NotYarrow(YarrowError):
    """What answers is no Yarrow, or something in between has changed its answer."""


class HistoryDiffers(YarrowError):
    """The service shows another history than the one that was seen before."""


class FieldError(msgspec.Struct, frozen=True):
    """One fault of the request: where it is, and what is wrong."""

    field: str
    detail: str


class NeededThrow(msgspec.Struct, frozen=True):
    """The throw that waits for its faces."""

    combatant: str
    what: str
    count: int
    of: str


class Details(msgspec.Struct, frozen=True):
    """The body of a problem, as RFC 9457 has it with Yarrow's own members.

    ``errors`` are all faults of the request; ``version`` is where the encounter stands, ``nearest`` the end of a batch
    next to the version that was asked for; ``line`` is the line of a bundle that is wrong, counted from 1, and
    ``version`` then that of the event there; ``command_id`` is the key to send again where it is not known what
    became of a command.
    """

    detail: str
    code: str
    type: str = "about:blank"
    title: str = ""
    status: int = 0
    field: str | None = None
    errors: tuple[FieldError, ...] = ()
    rule: str | None = None
    legal: tuple[str, ...] = ()
    version: int | None = None
    nearest: int | None = None
    command_id: str | None = None
    needed: NeededThrow | None = None
    line: int | None = None


class Problem(YarrowError):
    """The service's no. Programs read ``code``, people ``detail``; ``details`` has every member.

    ``field`` is the part of the request at fault; ``rule`` and ``legal`` are the rules' refusal: which of them, and
    what would be legal.
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
    """The rules forbid it now: choose something else."""


class Invalid(Problem):
    """The request has to be mended."""


class FacesWanted(Problem):
    """The faces that were sent, or not sent, do not fit: ``details.needed`` is the throw that waits for some."""


class NotAllowed(Problem):
    """The speaker may not do this, or no valid token was sent."""


class NotFound(Problem):
    """There is no such thing."""


class Conflict(Problem):
    """The encounter stands elsewhere than the request has it: read on, decide again."""


class Closed(Conflict):
    """The encounter is over."""


class TooMuch(Problem):
    """Too large, or too often."""


class Unavailable(Problem):
    """The service cannot answer now, or does not know whether it has kept what it promised."""


CLASS_OF_CODE: Final[Mapping[str, type[Problem]]] = {
    "refused": Refused,
    "closed": Closed,
    "batch_too_large": TooMuch,
    **dict.fromkeys(("faces_missing", "faces_left_over", "faces_wrong", "faces_refused"), FacesWanted),
}
CLASS_OF_STATUS: Final[Mapping[int, type[Problem]]] = {
    **dict.fromkeys((400, 405, 406, 415, 422), Invalid),
    **dict.fromkeys((401, 403), NotAllowed),
    404: NotFound,
    409: Conflict,
    **dict.fromkeys((413, 429), TooMuch),
    503: Unavailable,
}


def problem_of(status: int, body: bytes, retry_after: str | None = None) -> Problem:
    """The exception for an answer that is none. Raises NotYarrow for one that no Yarrow gives."""
    try:
        details = msgspec.json.decode(body, type=Details)
    except msgspec.DecodeError:
        raise NotYarrow(f"An answer with status {status} is no problem of a Yarrow: {body[:200]!r}") from None
    details = msgspec.structs.replace(details, status=status)
    kind = CLASS_OF_CODE.get(details.code) or CLASS_OF_STATUS.get(status, Problem)
    return kind(details, float(retry_after) if retry_after and retry_after.isdecimal() else None)
