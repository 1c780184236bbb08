"""``yarrow watch``: follow an encounter live, across broken connections and restarts of the service."""

from typing import Annotated, Any

import typer

from service.cli.api_client import DEFAULT_URL, FOREVER, Client, CommandFailed
from service.cli.options import AccessToken, As, AsJson, Encounter, Level, Url
from service.cli.render import console, errors, show_entry, show_json
from yarrow_client import Batch, Unauthorized


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
    watching = _Watching(encounter, level, as_json=json)
    with Client(url, speaker, token) as client, client.failing():
        now = client.encounter(encounter).version()
    with Client(url, speaker, token, patience=FOREVER, on_retry=watching.wait) as client:
        watching.run(client, now if after is None else after)
    if not (watching.received or json):
        console.print(f"{encounter} is closed. Show it from the beginning: yarrow replay {encounter}", soft_wrap=True)


class _Watching:
    """Shows the batches of a live feed; ``received`` is true once there was one."""

    def __init__(self, encounter: str, level: int, *, as_json: bool) -> None:
        self._encounter, self._level, self._as_json = encounter, level, as_json
        self._waiting = False
        self.received = False

    def run(self, client: Client, after: int) -> None:
        """Show the batches after a version, until the encounter is closed. Raises CommandFailed."""
        try:
            with client.failing():
                for batch in client.encounter(self._encounter).watch(after):
                    self._show(client, batch, after)
                    after = batch.version
        except CommandFailed as error:
            if isinstance(error.__cause__, Unauthorized) and self.received:
                raise CommandFailed(f"{error} Resume with --after {after}.", error.status) from error
            raise

    def wait(self, error: CommandFailed) -> None:
        """Report once that the service is waited for."""
        if not (self._waiting or self._as_json):
            errors.print(f"Waiting for the service. {error}", style="dim", soft_wrap=True, markup=False)
        self._waiting = True

    def _show(self, client: Client, batch: Batch, after: int) -> None:
        """Print a batch as JSON, or its part of the story."""
        self.received, self._waiting = True, False
        if self._as_json:
            show_json(_frame(batch))
            return
        for place, entry in enumerate(client.story(self._encounter, after=after, at=batch.version, level=self._level)):
            show_entry(entry, begins=place == 0)


def _frame(batch: Batch) -> dict[str, Any]:
    """Return a batch as the feed has it."""
    private = {"private": {str(version): line for version, line in batch.private.items()}} if batch.private else {}
    return {
        "encounter": batch.encounter,
        "version": batch.version,
        "first": batch.first,
        "chain": batch.chain,
        "events": batch.lines,
        **private,
    }
