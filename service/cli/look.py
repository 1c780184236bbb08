"""``yarrow list``, ``show`` and ``story``: the encounters, the table of one, and its story as a document."""

from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.table import Table as Grid

from service.cli.api_client import DEFAULT_URL, Client, path_of
from service.cli.bundles import STANDARD, replacing, require_consent
from service.cli.options import AccessToken, As, AsJson, Encounter, Level, Url, Yes
from service.cli.render import console, show_entry, show_json
from service.cli.tables import show_table, whole

HEADS: Final = ("name", "ruleset", "status", "version", "newest event")


class Status(StrEnum):
    """The states of an encounter."""

    open = "open"
    closed = "closed"
    sealed = "sealed"


class Shape(StrEnum):
    """The formats of a story."""

    text = "text"
    markdown = "markdown"
    html = "html"


def list_encounters(
    ruleset: Annotated[str | None, typer.Option(help="Only those of a ruleset, by its key.")] = None,
    status: Annotated[Status | None, typer.Option(help="Only those of a status.")] = None,
    name: Annotated[str | None, typer.Option(help="Only those whose name has this part.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Maximum number of encounters.")] = 20,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """List the encounters, those with the newest events first."""
    chosen: Literal["open", "closed", "sealed"] | None = None if status is None else status.value
    with Client(url, speaker, token) as client, client.failing():
        found = [*islice(client.yarrow.encounters(sort="active", status=chosen, ruleset=ruleset, name=name), limit)]
    if json:
        for one in found:
            show_json(one)
    elif found:
        grid = Grid(whole("ID", [one.id for one in found]), *HEADS, box=None, padding=(0, 2, 0, 0))
        for one in found:
            grid.add_row(one.id, one.name, one.ruleset, one.status, str(one.version), one.active)
        console.print(grid)
    else:
        console.print(f"There is no such encounter. Begin one on the page: {client.url}", soft_wrap=True)


def show(
    encounter: Encounter,
    at: Annotated[int | None, typer.Option(min=1, help="Version to show; the newest by default.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Show the table of an encounter: the combatants, their state, and open decisions."""
    with Client(url, speaker, token) as client, client.failing():
        if json:
            show_json(client.get(f"{path_of(encounter)}/table", at=at))
        else:
            show_table(client.encounter(encounter).table(at), encounter)


def story(
    encounter: Encounter,
    after: Annotated[int, typer.Option(min=0, help="Begin after this version.")] = 0,
    at: Annotated[int | None, typer.Option(min=1, help="Last version to include.")] = None,
    level: Level = 1,
    shape: Annotated[Shape | None, typer.Option("--format", help="Format of a document.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; - for standard output.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    yes: Yes = False,
    json: AsJson = False,
) -> None:
    """Print the story of an encounter, or write it to a file as text, Markdown or HTML."""
    if output is not None:
        require_consent(output, given=yes)
    with Client(url, speaker, token) as client, client.failing():
        if shape is None and output is None:
            batch = 0
            for entry in client.story(encounter, after=after, at=at, level=level):
                if json:
                    show_json(entry)
                else:
                    show_entry(entry, begins=entry["batch"] != batch)
                batch = entry["batch"]
            return
        document = client.encounter(encounter).story_as((shape or Shape.text).value, after, at=at, level=level)
    if output is not None:
        with replacing(output) as file:
            file.write(document.encode())
        if output == STANDARD:
            return
    if json:
        show_json({"story": document} if output is None else {"file": str(output)})
    elif output is None:
        console.file.write(document)
    else:
        console.print(f"{output}: the story of {encounter}.", soft_wrap=True)
