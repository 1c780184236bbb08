"""``yarrow list``, ``scenes``, ``show`` and ``story``: the encounters, the ready fights, a table, and its story."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, Final, Literal

import typer
from rich.cells import cell_len
from rich.table import Table as Grid

from domain.core.commands import UNNAMED
from domain.text.phrases import listed
from service.cli.api_client import DEFAULT_URL, Client, path_of
from service.cli.bundles import STANDARD, replacing, require_consent
from service.cli.options import AccessToken, As, AsJson, Encounter, Level, Url, Yes
from service.cli.render import console, show_entry, show_json
from service.cli.tables import show_table, whole
from yarrow_client import Problem, Table
from yarrow_client.shapes import Listed

HEADS: Final = ("ruleset", "status", "version", "last event")
GAP: Final = (0, 2, 0, 0)
"""The padding of the cells of a list."""
LEAST_ID, LEAST_NAME = 11, 24
"""The characters that a list leaves of an ID before names are wrapped, and those that it keeps for names before."""
MOST_OF_A_SIDE: Final = 3
"""The number of combatants of a side that are named; of more, all but two are counted."""
AGES: Final = ((60, 1, "s"), (3600, 60, "min"), (86400, 3600, "h"), (30 * 86400, 86400, "d"))
"""Below how many seconds an age is given in which unit, and the seconds of that unit."""


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
        names = [] if json else [_name_of(one, client) for one in found]
    if json:
        for one in found:
            show_json(one)
    elif found:
        _show_list(found, names, datetime.now(UTC))
    else:
        console.print(f"There is no such encounter. Begin one on the page: {client.url}", soft_wrap=True)


def list_scenes(
    ruleset: Annotated[str | None, typer.Option(help="Only those of a ruleset, by its key.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """List the scenes, ready fights that `yarrow play ID --scene SCENE` opens."""
    with Client(url, speaker, token) as client, client.failing():
        found = client.yarrow.scenes(ruleset)
    if json:
        for one in found:
            show_json(one)
        return
    grid = Grid(
        whole("scene", [one.id for one in found]),
        whole("ruleset", [one.ruleset for one in found]),
        "name",
        box=None,
        padding=GAP,
    )
    for one in found:
        grid.add_row(one.id, one.ruleset, one.name)
    console.print(grid)


def _against(sides: Iterable[Sequence[str]]) -> str:
    """Return who fights whom: *Bell against One-Eyed Ogre and 3 others*."""
    return " against ".join(
        listed(names if len(names) <= MOST_OF_A_SIDE else [*names[:2], f"{len(names) - 2} others"])
        for names in sides
        if names
    )


def _name_of(one: Listed, client: Client) -> str:
    """Return the name of an encounter; if it was given none, who fights whom, as far as its table can be read."""
    if one.name not in ("", UNNAMED):
        return one.name
    try:
        table = client.encounter(one.id).table()
    except Problem:
        return one.name
    return _against(_named_on(table, side.id) for side in table.sides) or _against([_named_on(table, "")]) or one.name


def _named_on(table: Table, side: str) -> list[str]:
    """Return the names of the combatants of a side, or of those without one."""
    cards = [table.combatants[one] for one in table.order]
    return [card.name for card in cards if card.side == side]


def _show_list(found: Sequence[Listed], names: Sequence[str], now: datetime) -> None:
    """Print encounters, one a row. If a terminal is too narrow, IDs are cut before names are wrapped."""
    cells = [(one.ruleset, one.status, str(one.version), age(one.active, now)) for one in found]
    columns = [whole(head, [head, *column]) for head, column in zip(HEADS, zip(*cells, strict=True), strict=True)]
    ids = [one.id for one in found]
    if console.is_terminal:
        taken = sum((column.min_width or 0) + GAP[1] for column in columns) + 2 * GAP[1]
        room = console.width - taken - min(LEAST_NAME, max(map(cell_len, names)))
        ids = [_cut(one, max(LEAST_ID, room)) for one in ids]
    grid = Grid(whole("ID", ids), "name", *columns, box=None, padding=GAP)
    for one, name, row in zip(ids, names, cells, strict=True):
        grid.add_row(one, name, *row)
    console.print(grid)
    if ids != [one.id for one in found]:
        console.print("Whole IDs: yarrow list --json, or a wider terminal.", style="dim", soft_wrap=True)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def age(time: str, now: datetime) -> str:
    """Return how long ago a time was, in its largest unit, or its date if that is a month or more."""
    seconds = int((now - datetime.fromisoformat(time)).total_seconds()) if time else 0
    for most, unit, name in AGES:
        if seconds < most:
            return f"{max(0, seconds) // unit} {name}"
    return time[:10]


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
