"""``yarrow watch``: an encounter as it happens, over connections that break and services that are started anew."""

import time
from typing import Annotated, Any, Final

import msgspec
import typer

from service.cli.api_client import AWAY, DEFAULT_URL, Away, Client, ReceivedEvent, RequestRefused, Unanswered
from service.cli.options import AccessToken, As, AsJson, Encounter, Url
from service.cli.render import console, errors, show_entry

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two tries to go on, which grow while nothing comes."""
TOO_MANY: Final = 429
LOST: Final = frozenset({"history_lost", "store_damaged"})
"""What does not pass by itself: an operator has to see to it."""
NO_LONGER: Final = "not_allowed"
DROPPED_FOR_GOOD: Final = LOST | {NO_LONGER, "not_found"}


class _Dropped(msgspec.Struct):
    """The last words of a feed that ends early."""

    code: str
    detail: str


class _Batch(msgspec.Struct):
    """Which versions a frame tells."""

    first: int
    version: int


_dropped = msgspec.json.Decoder(_Dropped).decode
_batch = msgspec.json.Decoder(_Batch).decode


def watch(
    encounter: Encounter,
    after: Annotated[
        int | None, typer.Option(min=0, help="The version to go on behind; 0 tells all, without it from now on.")
    ] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Tell an encounter as it happens, until it is closed; goes on by itself where the service was away."""
    with Client(url, speaker, token) as client:
        watching = _Watching(client, encounter, after, as_json=json)
        watching.tell()
    if not (watching.told or json):
        console.print(f"{encounter} is closed; hear it from the beginning: yarrow replay {encounter}", soft_wrap=True)


class _Watching:
    """Tells what comes; ``told`` is whether anything did."""

    def __init__(self, client: Client, encounter: str, after: int | None, *, as_json: bool) -> None:
        self._client, self._encounter, self._as_json = client, encounter, as_json
        self._position = after
        self._alive = self._begun = False
        self.told = False

    def tell(self) -> None:
        """Tell all there is, over as many connections as it takes. Raises Unanswered for what does not pass."""
        pause, waiting = FIRST_PAUSE, False
        while True:
            self._alive = False
            try:
                if self._is_over():
                    return
            except Unanswered as error:
                if not (self._begun and _passes(error)):
                    raise
                if not (waiting or self._as_json):
                    errors.print(f"Waiting for the service. {error}", style="dim", soft_wrap=True, markup=False)
                waiting = True
            if self._alive:
                pause, waiting = FIRST_PAUSE, False
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _is_over(self) -> bool:
        """Tell what one connection brings; whether nothing more will ever come."""
        with self._client.live(self._encounter, self._position) as frames:
            self._begun = True
            if frames is None:
                return True
            for frame in frames:
                self._hear(frame)
        return False

    def _hear(self, frame: ReceivedEvent) -> None:
        self._alive = True
        match frame.event:
            case "batch":
                self._tell(_batch(frame.data), frame.data)
            case "dropped":
                ended = _dropped(frame.data)
                if ended.code in DROPPED_FOR_GOOD:
                    where = f" Here it is --after {self._position}." if ended.code == NO_LONGER else ""
                    raise Unanswered(f"{ended.detail}{where}")
            case _ if self._position is None and frame.position:
                self._position = int(frame.position)

    def _tell(self, batch: _Batch, data: bytes) -> None:
        """Tell a batch: as the frame that it came in, or by the sentences of all there is by now."""
        seen = batch.first - 1 if self._position is None else self._position
        if batch.version <= seen:
            return
        self.told = True
        if self._as_json:
            console.file.write(data.decode() + "\n")
            console.file.flush()
            self._position = batch.version
            return
        for entry in self._client.timeline(self._encounter, after=seen):
            self._show(entry)

    def _show(self, entry: dict[str, Any]) -> None:
        show_entry(entry)
        self._position = entry["version"]


def _passes(error: Unanswered) -> bool:
    """Whether what stands in the way is gone after a while."""
    if isinstance(error, RequestRefused):
        problem = error.problem
        return problem.get("status") in AWAY | {TOO_MANY} and problem.get("code") not in LOST
    return isinstance(error, Away)
