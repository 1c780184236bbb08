"""``yarrow branch`` and ``yarrow compare``: branch an encounter, and compare two branches."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import msgspec
import typer

from domain.text.phrases import counted
from service.cli.api_client import DEFAULT_URL, Client, path_of
from service.cli.options import AccessToken, As, AsJson, Encounter, Url
from service.cli.render import console, show_json, show_told
from yarrow_client.shapes import Answer, Comparison

MAX_VALUE_LENGTH: Final = 160
"""Characters shown of a value; ``--json`` shows all of it."""
APPENDED: Final = "/-"
"""How a JSON pointer ends that adds an entry to an array."""


def branch(
    encounter: Encounter,
    at: Annotated[
        int | None, typer.Option(min=1, help="Version to branch at, the last of a batch; the newest by default.")
    ] = None,
    under: Annotated[
        str | None, typer.Option("--as", help="ID of the branch; chosen by the service by default.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the branch; that of the encounter by default.")] = None,
    url: Url = DEFAULT_URL,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Branch an encounter: open a new one that continues it from a version, with seeds of its own."""
    fields = {"at": at, "id": under, "name": name}
    with Client(url, token=token) as client:
        body = {key: value for key, value in fields.items() if value is not None}
        answer = client.post(f"{path_of(encounter)}/branches", body, Answer)
    if json:
        show_json(answer)
        return
    opened = answer["encounter"]
    origin = answer["events"][1]["data"]
    prompts = answer["prompts"]
    pending = f", with {counted(len(prompts), 'open prompt')}" if prompts else ""
    console.print(f"{opened} continues {encounter} from version {origin['at']}{pending}.", soft_wrap=True)
    console.print(
        f"Send commands to {client.url}/v1/{path_of(opened)}/commands, and watch or compare it:", soft_wrap=True
    )
    console.print(f"  yarrow watch {opened}\n  yarrow compare {opened} {encounter}", soft_wrap=True)


def compare(
    encounter: Encounter,
    other: Annotated[str, typer.Argument(help="ID of the encounter to compare it with.")],
    at: Annotated[int | None, typer.Option(min=1, help="Version of the first; the newest by default.")] = None,
    with_at: Annotated[int | None, typer.Option(min=1, help="Version of the other; the newest by default.")] = None,
    limit: Annotated[int, typer.Option(min=0, max=500, help="Maximum number of events shown of each side.")] = 50,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Compare two branches: where they diverge, what has happened in each since, and how their states differ."""
    versions = {name: version for name, version in (("at", at), ("with_at", with_at)) if version is not None}
    with Client(url, speaker, token) as client:
        found = client.get(f"{path_of(encounter)}/compare", Comparison, **{"with": other}, limit=limit, **versions)
    if json:
        show_json(found)
        return
    common = found["common"]
    console.print(f"They diverge after version {common['version']} of {common['encounter']}.", soft_wrap=True)
    for side in (found["one"], found["other"]):
        _show_side(side)
    console.print()
    console.print(*_differences(found), sep="\n", soft_wrap=True, markup=False)


def _show_side(side: dict[str, Any]) -> None:
    """Print the events of one side since the branches diverged."""
    since = counted(side["events"], "event")
    console.print(f"\n{side['encounter']} at version {side['version']}: {since} since then.", soft_wrap=True)
    for stretch in side["stretches"]:
        entries = stretch["entries"]
        if len(side["stretches"]) > 1:
            console.print(f"\nIn {stretch['encounter']}:", soft_wrap=True)
        for entry in entries:
            show_told(entry)
        if left := stretch["version"] - stretch["after"] - len(entries):
            console.print(f"       … and {left} more of {stretch['encounter']}.", soft_wrap=True)


def _differences(found: dict[str, Any]) -> Iterator[str]:
    """Yield the lines for each place in which the states differ, with both values."""
    places = found["differences"]
    names = {side: f"{found[side]['encounter']} {found[side]['version']}" for side in ("one", "other")}
    if not places:
        yield "Their states are equal."
        return
    yield f"Their states differ in {counted(len(places) + found['more'], 'place')}:"
    width = max(map(len, names.values()))
    for place in places:
        yield f"  {place['path'].removesuffix(APPENDED)}"
        for name, side in zip(names.values(), ("was", "value"), strict=True):
            yield f"    {name:<{width}}  {_short(place[side]) if side in place else '–'}"
    if found["more"]:
        yield f"  … and {found['more']} more."


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"
