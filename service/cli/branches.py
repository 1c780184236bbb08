"""``yarrow branch`` and ``yarrow compare``: what if, and what came of it."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
import typer

from domain.text.phrases import counted
from service.cli.api_client import DEFAULT_URL, Client, path_of
from service.cli.options import AccessToken, As, AsJson, Encounter, Url
from service.cli.render import console, show_entry, show_json

LONGEST: Final = 160
"""Letters of a value that are shown; a program asks for JSON."""


def branch(
    encounter: Encounter,
    at: Annotated[
        int | None, typer.Option(min=1, help="The version to go on from, the last of a batch; without it the newest.")
    ] = None,
    under: Annotated[
        str | None, typer.Option("--as", help="The ID of the branch; without it the service chooses one.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="The name of the branch; without it that of the encounter.")] = None,
    url: Url = DEFAULT_URL,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Ask what if: open an encounter that goes on from where another one stands or stood, with seeds of its own."""
    said = {"at": at, "id": under, "name": name}
    with Client(url, token=token) as client:
        answer = client.post(
            f"{path_of(encounter)}/branches", {key: value for key, value in said.items() if value is not None}
        )
    if json:
        show_json(answer)
        return
    opened = answer["encounter"]
    of_where = answer["events"][1]["data"]
    prompts = answer["prompts"]
    asked = f"; {counted(len(prompts), 'choice')} of then still open" if prompts else ""
    console.print(f"{opened}: goes on from {encounter} at version {of_where['at']}{asked}.", soft_wrap=True)
    console.print(f"Command it at {client.url}{path_of(opened)}/commands, and look on:", soft_wrap=True)
    console.print(f"  yarrow watch {opened}\n  yarrow compare {opened} {encounter}", soft_wrap=True)


def compare(
    encounter: Encounter,
    other: Annotated[str, typer.Argument(help="The ID of the encounter to hold against it.")],
    at: Annotated[int | None, typer.Option(min=1, help="The version to take the first at.")] = None,
    with_at: Annotated[int | None, typer.Option(min=1, help="The version to take the other at.")] = None,
    limit: Annotated[int, typer.Option(min=0, max=500, help="The most events to tell of each side.")] = 50,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Compare two branches: where they part, what has happened in each since, and how their states differ."""
    places = {name: version for name, version in (("at", at), ("with_at", with_at)) if version is not None}
    with Client(url, speaker, token) as client:
        found = client.get(f"{path_of(encounter)}/compare", **{"with": other}, limit=limit, **places)
    if json:
        show_json(found)
        return
    common = found["common"]
    console.print(f"They part behind version {common['version']} of {common['encounter']}.", soft_wrap=True)
    for side in (found["one"], found["other"]):
        _show_side(side)
    console.print()
    console.print(*_differing(found), sep="\n", soft_wrap=True, markup=False)


def _show_side(side: dict[str, Any]) -> None:
    """Print what has happened on one side."""
    since = counted(side["events"], "event")
    console.print(f"\n{side['encounter']} at version {side['version']}: {since} since.", soft_wrap=True)
    for stretch in side["stretches"]:
        entries = stretch["entries"]
        if len(side["stretches"]) > 1:
            console.print(f"\nIn {stretch['encounter']}:", soft_wrap=True)
        for entry in entries:
            show_entry(entry)
        if left := stretch["version"] - stretch["after"] - len(entries):
            console.print(f"       … and {left} more of {stretch['encounter']}.", soft_wrap=True)


def _differing(found: dict[str, Any]) -> Iterator[str]:
    """The places in which the states differ, each with what either says there."""
    places = found["differences"]
    names = {side: f"{found[side]['encounter']} {found[side]['version']}" for side in ("one", "other")}
    if not places:
        yield "Their states say the same."
        return
    yield f"Their states differ in {counted(len(places) + found['more'], 'place')}:"
    width = max(map(len, names.values()))
    for place in places:
        yield f"  {place['path']}"
        for side, name in names.items():
            yield f"    {name:<{width}}  {_short(place[side]) if side in place else '–'}"
    if found["more"]:
        yield f"  … and {found['more']} more."


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
