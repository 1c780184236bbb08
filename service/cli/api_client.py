"""The command line's use of the Python client. Every failure is raised as one plain sentence that says what to do."""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from types import TracebackType
from typing import Any, Final, Self

import httpx
import msgspec

from domain.chance.draws import SentFaces
from service.cli.options import FAILED
from service.cli.render import errors
from service.problems.next_steps import CHOOSE_OR_CONTINUE, LIST_OR_OPEN, LIST_SCENES
from yarrow_client import (
    HistoryDiffers,
    Interrupted,
    InvalidArgument,
    NotAllowed,
    NotYarrow,
    OtherVersion,
    Problem,
    Refused,
    TooMuch,
    Unauthorized,
    Unavailable,
    Unreachable,
    YarrowError,
)
from yarrow_client.asking import quoted
from yarrow_client.problems import read_json
from yarrow_client.shapes import Answer, StoryPage
from yarrow_client.sync import Encounter, Yarrow

DEFAULT_URL = "http://127.0.0.1:8000"
PATIENCE: Final = 1.0
"""The seconds for which a failed request is retried."""
RATE_PATIENCE: Final = 60.0
"""The seconds for which a request waits for the rate limit, before its refusal is reported."""
HOW_TO_AUTHENTICATE: Final = " Set YARROW_TOKEN or pass --token."
HOW_TO_CORRECT: Final = " Correct YARROW_TOKEN or --token."
FOREVER: Final = math.inf
"""The patience of a watch, which waits for the service to come back."""
UNAVAILABLE, NOT_ALLOWED, REFUSED, FOREIGN = 3, 4, 5, 6
COMMANDS: Final = {
    LIST_OR_OPEN: "`yarrow list` lists them; `yarrow play ID --scene SCENE` opens one.",
    LIST_SCENES: "`yarrow scenes` lists them.",
    CHOOSE_OR_CONTINUE: "choose another id, or continue with that one: `yarrow play ID`.",
}
"""The advice of the command line, by the next step of the API that it replaces."""


class CommandFailed(Exception):
    """A command cannot be carried out; the message is a sentence that says why and what to do."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status
        """The exit status."""


class RequestRefused(CommandFailed):
    """The service responded with a problem; ``with_token`` is whether a token was sent."""

    def __init__(self, problem: Problem, *, with_token: bool) -> None:
        rule = f" ({problem.rule})" if problem.rule else ""
        advice = HOW_TO_CORRECT if with_token else HOW_TO_AUTHENTICATE
        more = advice if isinstance(problem, Unauthorized) else ""
        super().__init__(f"{_advised(problem.detail)}{rule}{more}", _status_of(problem))
        self.problem = problem


def _advised(detail: str) -> str:
    """Return the detail of a problem with commands instead of the requests that it advises."""
    for step, command in COMMANDS.items():
        detail = detail.replace(step, command)
    return detail


def _status_of(problem: Problem) -> int:
    """Return the exit status for a problem."""
    match problem:
        case Unavailable():
            return UNAVAILABLE
        case TooMuch() if problem.retry_after is not None:
            return UNAVAILABLE
        case NotAllowed():
            return NOT_ALLOWED
        case Refused():
            return REFUSED
        case _:
            return FAILED


class Client:
    """A client of the service at a URL, which sends a token and a speaker with each request, if they are given.

    The token defaults to the environment variable ``YARROW_TOKEN``. Failed requests are retried for ``patience``
    seconds, and ``on_retry`` is called with the reason. Raises CommandFailed for an invalid URL, token or speaker.
    """

    def __init__(
        self,
        url: str,
        speaker: str | None = None,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        on_retry: Callable[[CommandFailed], None] | None = None,
    ) -> None:
        self.url = url.rstrip("/").removesuffix("/v1")
        if not self.url.startswith(("http://", "https://")):
            raise CommandFailed(
                f"{self.url!r} is not the URL of a service. Use one that begins with http://, like {DEFAULT_URL}."
            )
        self.token = token = token or os.environ.get("YARROW_TOKEN")
        self._said: set[str] = set()
        self._on_retry = on_retry
        try:
            self.yarrow = Yarrow(
                self.url,
                speaker=speaker,
                token=token,
                patience=patience,
                rate_patience=max(patience, RATE_PATIENCE),
                on_retry=self._retried,
                http=httpx.Client(event_hooks={"response": [self._say_unknown]}),
            )
        except InvalidArgument as error:
            raise CommandFailed(str(error)) from error
        except httpx.InvalidURL as error:
            raise CommandFailed(f"{self.url!r} is not a valid URL ({error}). Use one like {DEFAULT_URL}.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.yarrow.close()

    def _say_unknown(self, answer: httpx.Response) -> None:
        """Report once, beside the output, which combatants of the speaker have not joined."""
        unknown = answer.headers.get("yarrow-unknown", "")
        if unknown and unknown not in self._said:
            errors.print(f"No combatant has joined as {unknown} (--as).", style="dim", soft_wrap=True, markup=False)
            self._said.add(unknown)

    def _retried(self, error: Exception) -> None:
        if self._on_retry is not None:
            self._on_retry(self._failed(error))

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Raise CommandFailed for an error of the Python client in the block."""
        try:
            yield
        except YarrowError as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> CommandFailed:
        """Return the failure that says what an error of the client means here, and what to do."""
        match error:
            case Problem():
                return RequestRefused(error, with_token=bool(self.token))
            case InvalidArgument():
                return CommandFailed(str(error))
            case HistoryDiffers():
                return CommandFailed(f"{error} Do not trust the history of this service; compare it with a bundle.")
            case Interrupted():
                return CommandFailed(f"The service has gone away. {error} Run the command again.", UNAVAILABLE)
            case OtherVersion():
                more = f"Use the yarrow of the same version as the service at {self.url}."
                return CommandFailed(f"{error} {more}", FOREIGN)
            case NotYarrow():
                return CommandFailed(
                    f"The server at {self.url} is not a Yarrow service. Check --url or YARROW_URL.", FOREIGN
                )
        cause = error.__cause__ if isinstance(error, Unreachable) else error
        why = str(cause) or type(cause).__name__
        if isinstance(error, Unreachable) and error.key and error.may_have_arrived:
            return CommandFailed(
                f"The response was lost ({why}), so whether the service has executed the request is not known. Look "
                "with yarrow show or yarrow list before you repeat it.",
                UNAVAILABLE,
            )
        return CommandFailed(
            f"No Yarrow service responds at {self.url} ({why}). Start one with "
            "yarrow serve, or choose another with --url or YARROW_URL.",
            UNAVAILABLE,
        )

    def encounter(self, encounter: str) -> Encounter:
        """Return an encounter; use it within ``failing``."""
        return self.yarrow.encounter(encounter)

    def get(self, path: str, kind: type[Any] = dict, **parameters: Any) -> dict[str, Any]:
        """Return the JSON of a resource, which has the shape of ``kind``. Raises CommandFailed."""
        with self.failing():
            return _as(kind, self.yarrow.request("GET", path, **parameters), path)

    def post(self, path: str, body: dict[str, Any], kind: type[Any] = dict) -> dict[str, Any]:
        """Post a body, and return the JSON of the response, which has the shape of ``kind``. Raises CommandFailed."""
        with self.failing():
            return _as(kind, self.yarrow.request("POST", path, body), path)

    def command(
        self, encounter: str, command: dict[str, Any], faces: Sequence[SentFaces] | None = None
    ) -> dict[str, Any]:
        """Send a command, optionally with the faces that were thrown for it at the table. Raises CommandFailed."""
        body = {"command": command} if faces is None else {"command": command, "faces": faces}
        return self.post(f"{path_of(encounter)}/commands", body, Answer)

    def story(
        self, encounter: str, *, after: int = 0, at: int | None = None, level: int = 2
    ) -> Iterator[dict[str, Any]]:
        """Yield what happened after version ``after``, up to ``at`` if it is given. Raises CommandFailed."""
        while True:
            page = self.get(f"{path_of(encounter)}/story", StoryPage, after=after, limit=1000, level=level, at=at)
            yield from page["entries"]
            after = page["after"]
            if after >= (page["version"] if at is None else at):
                return

    def bundle(self, encounter: str) -> Iterator[bytes]:
        """Return the lines of a bundle, as they arrive; the first one has arrived. Raises CommandFailed."""
        lines = self._lines_of(encounter)
        return chain((next(lines, b""),), lines)

    def _lines_of(self, encounter: str) -> Iterator[bytes]:
        rest = b""
        with self.failing():
            for piece in self.encounter(encounter).bundle():
                *whole, rest = (rest + piece).split(b"\n")
                yield from (line + b"\n" for line in whole)
        if rest:
            yield rest


def _as(kind: type[Any], found: dict[str, Any], path: str) -> dict[str, Any]:
    """Return what was found at a path as the service has it. Raises OtherVersion unless it has the shape of a kind."""
    read_json(msgspec.json.encode(found), kind, f"The response of /v1/{path}")
    return found


def path_of(encounter: str) -> str:
    """Return the path of an encounter; any text is escaped as its ID. Raises CommandFailed if it is not an ID."""
    try:
        return f"encounters/{quoted(encounter)}"
    except InvalidArgument as error:
        raise CommandFailed(str(error)) from error
