"""The command line's side of the API: asks over HTTP, and turns every no into one plain sentence."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

import httpx

from domain.chance.draws import Sent

DEFAULT_URL = "http://127.0.0.1:8000"
PATIENCE = httpx.Timeout(10.0, read=600.0)  # an audit of a long encounter takes its time
SILENCE: Final = httpx.Timeout(10.0, read=60.0)
"""A live feed that is silent for longer than several heartbeats is broken."""
AWAY: Final = frozenset({502, 503, 504})
"""What a proxy answers while the service behind it is away."""
WHERE_TOKENS_GO: Final = " Here it is named by YARROW_TOKEN, or by --token."


class Unanswered(Exception):
    """What was asked is not to be had; the message is a sentence that says why, and what to do."""


class Away(Unanswered):
    """Nobody answers for the moment: the same may be asked again."""


class RequestRefused(Unanswered):
    """The service said no: ``problem`` is what it said, as RFC 9457 has it."""

    def __init__(self, problem: dict[str, Any]) -> None:
        rule = f" ({problem['rule']})" if problem.get("rule") else ""
        more = WHERE_TOKENS_GO if problem.get("code") == "unauthorized" else ""
        super().__init__(f"{problem['detail']}{rule}{more}")
        self.problem = problem


class ReceivedEvent(NamedTuple):
    """What a live feed says at once: an event, with its position and its data as JSON; a sign of life has none."""

    event: str
    position: str
    data: bytes


class Client:
    """A running service at a URL, asked with a token, and as one speaker where one is named.

    Without a token that of the environment is taken, ``YARROW_TOKEN``, if there is one.
    """

    def __init__(self, url: str, speaker: str | None = None, token: str | None = None) -> None:
        self.url = url.rstrip("/").removesuffix("/v1")
        if not self.url.startswith(("http://", "https://")):
            raise Unanswered(f"{self.url!r} is no URL of a service: it begins with http://, as {DEFAULT_URL}.")
        self.token = token = token or os.environ.get("YARROW_TOKEN")
        headers = {} if speaker is None else {"Yarrow-As": speaker}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            self._http = httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE)
        except httpx.InvalidURL as error:
            raise Unanswered(f"{self.url!r} is no URL ({error}): name one like {DEFAULT_URL}.") from error
        except UnicodeEncodeError as error:
            if token and not token.isascii():
                raise Unanswered("The access token is none: it holds more than ASCII.") from error
            raise Unanswered(f"{speaker!r} is nobody who can speak: narrator, player:<ids> or spectator.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(self, path: str, **parameters: Any) -> dict[str, Any]:
        """Read a resource. Raises Unanswered."""
        with self._reaching():
            answer = self._http.get(path, params=parameters)
        return _body(answer)

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a body. Raises Unanswered."""
        with self._reaching():
            answer = self._http.post(path, json=body)
        return _body(answer)

    def command(self, encounter: str, command: dict[str, Any], faces: Sequence[Sent] | None = None) -> dict[str, Any]:
        """Give a command, with the faces that a table threw for it. Raises Unanswered."""
        body = {"command": command} if faces is None else {"command": command, "faces": faces}
        return self.post(f"{path_of(encounter)}/commands", body)

    def timeline(self, encounter: str, *, after: int = 0, to: int | None = None) -> Iterator[dict[str, Any]]:
        """The entries of the timeline behind a version, up to another where one is given. Raises Unanswered."""
        while True:
            page = self.get(f"{path_of(encounter)}/timeline", after=after, limit=1000)
            if to is not None and to > page["version"]:
                raise Unanswered(f"The encounter has versions 1 to {page['version']}; there is no version {to}.")
            for entry in page["entries"]:
                if to is not None and entry["version"] > to:
                    return
                yield entry
            after = page["after"]
            if after >= page["version"]:
                return

    def bring_in(self, pieces: Iterator[bytes], under: str | None = None) -> dict[str, Any]:
        """Send a bundle piece by piece, to be restored, or to go on under another ID. Raises Unanswered."""
        named = {} if under is None else {"as": under}
        with self._reaching():
            answer = self._http.post(
                "/v1/bundles", content=pieces, params=named, headers={"Content-Type": "application/x-ndjson"}
            )
        return _body(answer)

    @contextmanager
    def bundle(self, encounter: str) -> Iterator[Iterator[bytes]]:
        """The lines of a bundle, as they come. Raises Unanswered."""
        with self._reaching(), self._http.stream("GET", f"{path_of(encounter)}/bundle") as answer:
            if answer.is_error:
                answer.read()
                _body(answer)
            yield _lines(answer.iter_bytes())

    @contextmanager
    def steps(self, path: str, parameters: dict[str, str]) -> Iterator[Iterator[dict[str, Any]]]:
        """The lines of JSON by which long work is told, as they come. Raises Unanswered."""
        with self._reaching(), self._http.stream("POST", path, params=parameters) as answer:
            if answer.is_error:
                answer.read()
                _body(answer)
            yield (json.loads(line) for line in _lines(answer.iter_bytes()))

    @contextmanager
    def live(self, encounter: str, after: int | None = None) -> Iterator[Iterator[ReceivedEvent] | None]:
        """What happens behind a version, or from now on, as it happens; None where nothing is left to come.

        Raises Unanswered.
        """
        behind = {} if after is None else {"after": after}
        path = f"{path_of(encounter)}/live"
        with self._reaching(), self._http.stream("GET", path, params=behind, timeout=SILENCE) as answer:
            if answer.status_code == httpx.codes.NO_CONTENT:
                yield None
                return
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                answer.read()
                _body(answer)
                raise _stranger(answer)
            yield _frames(_lines(answer.iter_bytes()))

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except httpx.HTTPError as error:
            raise Away(
                f"No Yarrow can be reached at {self.url} ({str(error) or type(error).__name__}): start one with "
                "yarrow serve, or name another with --url or YARROW_URL."
            ) from error


def path_of(encounter: str) -> str:
    """The path of an encounter, whatever somebody types as its ID."""
    return f"/v1/encounters/{quote(encounter, safe='')}"


def _body(answer: httpx.Response) -> dict[str, Any]:
    """The JSON of an answer; a problem is raised as what it says."""
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or (answer.is_error and "detail" not in body):
        raise _stranger(answer)
    if answer.is_error:
        raise RequestRefused(body)
    return body


def _stranger(answer: httpx.Response) -> Unanswered:
    """What answers is no Yarrow; one that stands before a Yarrow may say that this is away."""
    kind = Away if answer.status_code in AWAY else Unanswered
    return kind(f"What answers at {answer.url} (status {answer.status_code}) is no Yarrow; see --url.")


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Whole lines out of pieces of any length."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from (line + b"\n" for line in whole)
    if rest:
        yield rest


def _frames(lines: Iterator[bytes]) -> Iterator[ReceivedEvent]:
    """The blocks of server-sent events as Yarrow writes them: one line for each field, an empty one behind the last."""
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
