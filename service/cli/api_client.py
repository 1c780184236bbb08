"""The command line's HTTP client of the API. Every failure is raised as one plain sentence."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

import httpx

from domain.chance.draws import SentFaces
from service.cli.patience import PatientClient
from service.cli.render import errors

DEFAULT_URL = "http://127.0.0.1:8000"
REQUEST_TIMEOUT: Final = httpx.Timeout(10.0, read=600.0)  # the audit of a long encounter takes minutes
LIVE_TIMEOUT: Final = httpx.Timeout(10.0, read=60.0)
"""A live feed that sends nothing for several heartbeats is broken."""
UNAVAILABLE: Final = frozenset({502, 503, 504})
"""Statuses that a proxy returns while the service is unavailable."""
HOW_TO_AUTHENTICATE: Final = " Set YARROW_TOKEN or pass --token."


class CommandFailed(Exception):
    """A command cannot be carried out; the message is a sentence that says why and what to do."""


class ServiceUnavailable(CommandFailed):
    """The service does not respond at the moment; the request may be retried."""


class RequestRefused(CommandFailed):
    """The service responded with a problem; ``problem`` is its body as RFC 9457 defines it."""

    def __init__(self, problem: dict[str, Any]) -> None:
        rule = f" ({problem['rule']})" if problem.get("rule") else ""
        more = HOW_TO_AUTHENTICATE if problem.get("code") == "unauthorized" else ""
        super().__init__(f"{problem['detail']}{rule}{more}")
        self.problem = problem


class ReceivedEvent(NamedTuple):
    """One server-sent event of a live feed, with its position and its data as JSON; all are empty for a heartbeat."""

    event: str
    position: str
    data: bytes


class Client:
    """A client of the service at a URL, which sends a token and a speaker with each request, if they are given.

    A request over the rate limit waits and is sent again. The token defaults to the environment variable
    ``YARROW_TOKEN``. Raises CommandFailed for an invalid URL, token or speaker.
    """

    def __init__(self, url: str, speaker: str | None = None, token: str | None = None) -> None:
        self.url = url.rstrip("/").removesuffix("/v1")
        if not self.url.startswith(("http://", "https://")):
            raise CommandFailed(
                f"{self.url!r} is not the URL of a service. Use one that begins with http://, like {DEFAULT_URL}."
            )
        self._said: set[str] = set()
        self.token = token = token or os.environ.get("YARROW_TOKEN")
        headers = {} if speaker is None else {"Yarrow-As": speaker}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            hooks = {"response": [self._say_unknown]}
            self._http = PatientClient(base_url=self.url, headers=headers, timeout=REQUEST_TIMEOUT, event_hooks=hooks)
        except httpx.InvalidURL as error:
            raise CommandFailed(f"{self.url!r} is not a valid URL ({error}). Use one like {DEFAULT_URL}.") from error
        except UnicodeEncodeError as error:
            if token and not token.isascii():
                raise CommandFailed(
                    "The access token is invalid: it contains characters that are not ASCII. Copy it again."
                ) from error
            raise CommandFailed(f"Unknown speaker {speaker!r}; use narrator, player:<ids> or spectator.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def _say_unknown(self, answer: httpx.Response) -> None:
        """Report once, beside the output, which combatants of the speaker have not joined."""
        unknown = answer.headers.get("yarrow-unknown", "")
        if unknown and unknown not in self._said:
            errors.print(f"No combatant has joined as {unknown} (--as).", style="dim", soft_wrap=True, markup=False)
            self._said.add(unknown)

    def get(self, path: str, **parameters: Any) -> dict[str, Any]:
        """Return the JSON of a resource. Raises CommandFailed."""
        with self._connected():
            answer = self._http.get(path, params=parameters)
        return _body(answer)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post a body, and return the JSON of the response. Raises CommandFailed."""
        with self._connected():
            answer = self._http.post(path, json=body)
        return _body(answer)

    def command(
        self, encounter: str, command: dict[str, Any], faces: Sequence[SentFaces] | None = None
    ) -> dict[str, Any]:
        """Send a command, optionally with the faces that were thrown for it at the table. Raises CommandFailed."""
        body = {"command": command} if faces is None else {"command": command, "faces": faces}
        return self.post(f"{path_of(encounter)}/commands", body)

    def story(
        self, encounter: str, *, after: int = 0, at: int | None = None, level: int = 2
    ) -> Iterator[dict[str, Any]]:
        """Yield what happened after version ``after``, up to ``at`` if it is given. Raises CommandFailed."""
        as_of = {} if at is None else {"at": at}
        while True:
            page = self.get(f"{path_of(encounter)}/story", after=after, limit=1000, level=level, **as_of)
            yield from page["entries"]
            after = page["after"]
            if after >= (page["version"] if at is None else at):
                return

    def import_bundle(self, chunks: Iterator[bytes], new_id: str | None = None) -> dict[str, Any]:
        """Upload a bundle in chunks to restore it or, with ``new_id``, to continue it as that. Raises CommandFailed."""
        parameters = {} if new_id is None else {"as": new_id}
        with self._connected():
            answer = self._http.post(
                "/v1/bundles", content=chunks, params=parameters, headers={"Content-Type": "application/x-ndjson"}
            )
        return _body(answer)

    @contextmanager
    def bundle(self, encounter: str) -> Iterator[Iterator[bytes]]:
        """Yield the lines of a bundle as they arrive. Raises CommandFailed."""
        with self._connected(), self._http.stream("GET", f"{path_of(encounter)}/bundle") as answer:
            if answer.is_error:
                answer.read()
                _body(answer)
            yield _lines(answer.iter_bytes())

    @contextmanager
    def steps(self, path: str, parameters: dict[str, str]) -> Iterator[Iterator[dict[str, Any]]]:
        """Post to a path and yield its progress, one JSON object per line, as it arrives. Raises CommandFailed."""
        with self._connected(), self._http.stream("POST", path, params=parameters) as answer:
            if answer.is_error:
                answer.read()
                _body(answer)
            yield (json.loads(line) for line in _lines(answer.iter_bytes()))

    @contextmanager
    def live(self, encounter: str, after: int | None = None) -> Iterator[Iterator[ReceivedEvent] | None]:
        """Yield the live events after a version, or from now on; yield None if the encounter is closed.

        Raises CommandFailed.
        """
        parameters = {} if after is None else {"after": after}
        path = f"{path_of(encounter)}/live"
        with self._connected(), self._http.stream("GET", path, params=parameters, timeout=LIVE_TIMEOUT) as answer:
            if answer.status_code == httpx.codes.NO_CONTENT:
                yield None
                return
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                answer.read()
                _body(answer)
                raise _foreign(answer)
            yield _frames(_lines(answer.iter_bytes()))

    @contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPError as error:
            raise ServiceUnavailable(
                f"No Yarrow service responds at {self.url} ({str(error) or type(error).__name__}). Start one with "
                "yarrow serve, or choose another with --url or YARROW_URL."
            ) from error


def path_of(encounter: str) -> str:
    """Return the path of an encounter; any text is escaped as its ID."""
    return f"/v1/encounters/{quote(encounter, safe='')}"


def _body(answer: httpx.Response) -> dict[str, Any]:
    """Return the JSON of a response. Raises RequestRefused for a problem, CommandFailed if it is not from Yarrow."""
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or (answer.is_error and "detail" not in body):
        raise _foreign(answer)
    if answer.is_error:
        raise RequestRefused(body)
    return body


def _foreign(answer: httpx.Response) -> CommandFailed:
    """Return the error for a response that is not from Yarrow; from a proxy, it may say that Yarrow is unavailable."""
    kind = ServiceUnavailable if answer.status_code in UNAVAILABLE else CommandFailed
    return kind(
        f"The server at {answer.url} (status {answer.status_code}) is not a Yarrow service. Check --url or YARROW_URL."
    )


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield whole lines from chunks of any length."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest


def _frames(lines: Iterator[bytes]) -> Iterator[ReceivedEvent]:
    """Parse server-sent events as Yarrow writes them: one line per field, then an empty line."""
    fields: dict[bytes, bytes] = {}
    for line in lines:
        if line != b"\n":
            name, _, value = line.rstrip(b"\n").partition(b": ")
            fields[name] = value
            continue
        yield ReceivedEvent(
            fields.get(b"event", b"").decode(), fields.get(b"id", b"").decode(), fields.get(b"data", b"")
        )
        fields = {}
