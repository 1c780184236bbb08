"""``yarrow projections``: show, rebuild or verify the read models across encounters."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from domain.text.phrases import counted
from service.cli.api_client import DEFAULT_URL, Client
from service.cli.options import FAILED, AccessToken, AsJson, Commands, StrictCommand, Url
from service.cli.render import console, errors, show_json
from yarrow_client import Progress as Built
from yarrow_client.operating import ProjectionList

Only = Annotated[str | None, typer.Option(help="Projection: directory or tallies.", show_default="all")]

projections = typer.Typer(
    name="projections", cls=Commands, help="The projections across encounters: their list and their tallies."
)


@projections.command(cls=StrictCommand)
def status(url: Url = DEFAULT_URL, token: AccessToken = None, json: AsJson = False) -> None:
    """Show the live generation of each projection, and how far it is behind."""
    with Client(url, token=token) as client:
        found = client.get("projections", ProjectionList)
    if json:
        show_json(found)
        return
    for one in found["projections"]:
        console.print(_status_line(one), soft_wrap=True, highlight=False)


def _status_line(one: dict[str, Any]) -> str:
    """Return the line that shows the status of one projection."""
    behind = "maintained by a service of another version" if one["behind"] is None else f"{one['behind']} behind"
    stuck = f", stuck in {counted(len(one['stuck']), 'partition')}" if one["stuck"] else ""
    building = one["building"]
    next_one = f"; generation {building['generation']} is being built, {building['done']} done" if building else ""
    return f"{one['projection']}: generation {one['generation']}, {one['batches']} batches, {behind}{stuck}{next_one}."


@projections.command(cls=StrictCommand)
def rebuild(only: Only = None, url: Url = DEFAULT_URL, token: AccessToken = None, json: AsJson = False) -> None:
    """Rebuild the projections from the streams while the service runs, compare, and replace the live ones."""
    _build("rebuild", only, url, token, as_json=json)


@projections.command(cls=StrictCommand)
def verify(only: Only = None, url: Url = DEFAULT_URL, token: AccessToken = None, json: AsJson = False) -> None:
    """Rebuild the projections from the streams and compare; exits with 1 if the live ones differ."""
    if any(step.outcome and step.outcome.differing for step in _build("verify", only, url, token, as_json=json)):
        raise typer.Exit(FAILED)


def _build(action: str, only: str | None, url: str, token: str | None, *, as_json: bool) -> list[Built]:
    """Build projections, and return the last progress of each. Exits with 1 if a build was given up."""
    ended = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Client(url, token=token) as client,
        client.failing(),
        Progress(*columns, console=errors, transient=True, disable=as_json or not errors.is_terminal) as bars,
    ):
        yarrow = client.yarrow
        # The service refuses another name than those of the projections.
        chosen: Any = only
        tasks: dict[str, TaskID] = {}
        for step in yarrow.rebuild(chosen) if action == "rebuild" else yarrow.compare_projections(chosen):
            if as_json:
                show_json(_said(step))
            if step.projection not in tasks:
                tasks[step.projection] = bars.add_task(step.projection)
            bars.update(tasks[step.projection], completed=step.done, total=step.total)
            if step.outcome or step.given_up:
                ended.append(step)
    if not as_json:
        for step in ended:
            console.print(*_result_lines(step), sep="\n", soft_wrap=True, highlight=False)
    if any(step.given_up for step in ended):
        raise typer.Exit(FAILED)
    return ended


def _said(step: Built) -> dict[str, Any]:
    """Return a step as the service reports it, without what does not apply."""
    return {name: part for name, part in msgspec.structs.asdict(step).items() if part not in (None, False)}


def _result_lines(step: Built) -> Iterator[str]:
    """Yield the lines that report how the build of a projection ended."""
    if step.outcome is None:
        yield f"{step.projection}: generation {step.generation} was given up, because another build replaced it."
        return
    outcome = step.outcome
    rows, batches = counted(outcome.rows, "row"), f"{outcome.batches} batches"
    if outcome.differing:
        places = ", ".join(map(str, outcome.partitions))
        found = f"the live one differed in {counted(outcome.differing, 'place')} (partitions {places})"
    else:
        found = "the live one was equal"
    yield f"{step.projection}: generation {outcome.generation}, {rows} from {batches}; {found}."
    yield f"  digest {outcome.digest}"
