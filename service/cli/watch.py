"""``yarrow watch``: follow an encounter live, across broken connections and restarts of the service."""

import time
from typing import Annotated, Final

import msgspec
import typer

from service.cli.api_client import (
    DEFAULT_URL,
    UNAVAILABLE,
    Client,
    CommandFailed,
    ReceivedEvent,
    RequestRefused,
    ServiceUnavailable,
)
from service.cli.options import AccessToken, As, AsJson, Encounter, Level, Url
from service.cli.render import console, errors, show_entry

FIRST_RETRY_DELAY: Final = 0.1
MAX_RETRY_DELAY: Final = 5.0
"""Seconds before a reconnect; the delay doubles from the first to the maximum while nothing arrives."""
TOO_MANY_REQUESTS: Final = 429
LOST: Final = frozenset({"history_lost", "store_damaged"})
"""Problem codes that no retry resolves: an operator has to act."""
NOT_ALLOWED: Final = "not_allowed"
FINAL_CODES: Final = LOST | {NOT_ALLOWED, "not_found"}
"""Codes with which the service drops a feed that cannot be resumed."""


class _Dropped(msgspec.Struct):
    """The data of the ``dropped`` event, with which the service ends a feed early."""

    code: str
    detail: str


class _Batch(msgspec.Struct):
    """The first and the last version of a batch."""

    first: int
    version: int


_dropped = msgspec.json.Decoder(_Dropped).decode
_batch = msgspec.json.Decoder(_Batch).decode


def watch(
    encounter: Encounter,
    after: Annotated[
        int | None,
        typer.Option(min=0, help="Resume after this version; 0 shows everything, the default only new events."),
    ] = None,
    level: Level = 2,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Show an encounter live until it is closed; reconnects if the service was unavailable."""
    with Client(url, speaker, token) as client:
        watching = _Watching(client, encounter, after, level, as_json=json)
        watching.run()
    if not (watching.received or json):
        console.print(f"{encounter} is closed. Show it from the beginning: yarrow replay {encounter}", soft_wrap=True)


class _Watching:
    """Shows the batches of a live feed; ``received`` is true once there was one."""

    def __init__(self, client: Client, encounter: str, after: int | None, level: int, *, as_json: bool) -> None:
        self._client, self._encounter, self._level, self._as_json = client, encounter, level, as_json
        self._position = after
        self._alive = self._connected = False
        self.received = False

    def run(self) -> None:
        """Show batches, reconnecting as needed, until the encounter is closed. Raises CommandFailed."""
        delay, waiting = FIRST_RETRY_DELAY, False
        while True:
            self._alive = False
            try:
                if self._follow():
                    return
            except CommandFailed as error:
                if not (self._connected and _is_temporary(error)):
                    raise
                if not (waiting or self._as_json):
                    errors.print(f"Waiting for the service. {error}", style="dim", soft_wrap=True, markup=False)
                waiting = True
            if self._alive:
                delay, waiting = FIRST_RETRY_DELAY, False
            time.sleep(delay)
            delay = min(2 * delay, MAX_RETRY_DELAY)

    def _follow(self) -> bool:
        """Show the batches of one connection. Return whether the encounter is closed."""
        with self._client.live(self._encounter, self._position) as frames:
            self._connected = True
            if frames is None:
                return True
            for frame in frames:
                self._receive(frame)
        return False

    def _receive(self, frame: ReceivedEvent) -> None:
        """Handle one event of the feed. Raises CommandFailed if the feed was dropped and cannot be resumed."""
        self._alive = True
        match frame.event:
            case "batch":
                self._show_batch(_batch(frame.data), frame.data)
            case "dropped":
                ended = _dropped(frame.data)
                if ended.code in FINAL_CODES:
                    hint = f" Resume with --after {self._position}." if ended.code == NOT_ALLOWED else ""
                    raise CommandFailed(f"{ended.detail}{hint}")
            case _ if self._position is None and frame.position:
                self._position = int(frame.position)

    def _show_batch(self, batch: _Batch, data: bytes) -> None:
        """Print a batch as JSON, or its part of the story."""
        seen = batch.first - 1 if self._position is None else self._position
        if batch.version <= seen:
            return
        self.received = True
        if self._as_json:
            console.file.write(data.decode() + "\n")
            console.file.flush()
            self._position = batch.version
            return
        told = self._client.story(self._encounter, after=seen, at=batch.version, level=self._level)
        for place, entry in enumerate(told):
            show_entry(entry, begins=place == 0)
        self._position = batch.version


def _is_temporary(error: CommandFailed) -> bool:
    """Return whether a retry may succeed."""
    if isinstance(error, RequestRefused):
        problem = error.problem
        return problem.get("status") in UNAVAILABLE | {TOO_MANY_REQUESTS} and problem.get("code") not in LOST
    return isinstance(error, ServiceUnavailable)
