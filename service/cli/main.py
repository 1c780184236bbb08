"""The command line: serve, play a demonstration, replay, watch, branch, compare, export, import, verify, make tokens.

Exit status 0 is success, 1 what could not be done or is broken, 2 a command line that cannot be meant.
"""

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from typer.exceptions import TyperException

from domain.ruleset.demo import Chapter
from domain.text.validation import sentence
from service.cli import demo as played
from service.cli.api_client import DEFAULT_URL, Client, Unanswered
from service.cli.branches import branch, compare
from service.cli.bundles import export, fail_if_broken, import_bundle, verify, writing
from service.cli.options import FAILED, AccessToken, As, AsJson, Command, Commands, Encounter, Url
from service.cli.projections import projections
from service.cli.proving import prove, read_bundle
from service.cli.render import (
    console,
    errors,
    show_audit,
    show_chapter,
    show_denial,
    show_entry,
    show_error,
    show_json,
)
from service.cli.tokens import token as token_command
from service.cli.watch import watch
from service.settings import PREFIX, BadSettings, Settings, mistyped

LONGEST_PAUSE: Final = 3.0

app = typer.Typer(
    name="yarrow",
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(asked: bool) -> None:
    if asked:
        console.print(f"yarrow {version('yarrow')}")
        raise typer.Exit


@app.callback()
def yarrow(
    shown: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Combat for tabletop games: commands decide, events record, projections show."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pause garbage collection: while the service loads, it costs a sixth of the start and finds nearly nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@app.command(cls=Command)
@_uncollected()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where the service's own Redis keeps its files.")] = None,
    redis_url: Annotated[str | None, typer.Option(help="The Redis to use in place of its own.")] = None,
    json: AsJson = False,
) -> None:
    """Serve until told to stop. Options stand above the variables YARROW_*."""
    from service.auth.local_only import on_loopback  # noqa: PLC0415
    from service.server.listen import LOOPBACK, CannotServe, run  # noqa: PLC0415 - only who serves waits

    chosen = {"host": host, "port": port, "data_dir": data_dir, "redis_url": redis_url}
    given = {PREFIX + name.upper(): str(value) for name, value in chosen.items() if value is not None}
    settings = Settings.from_environment({**os.environ, **given})
    for slip in mistyped(os.environ):
        errors.print(slip)
    if not settings.secrets and not on_loopback(settings.host):
        errors.print(f"No secret is set, so that only this machine may connect: {LOOPBACK} instead of {settings.host}.")
        settings = settings.model_copy(update={"host": LOOPBACK})

    def started(url: str) -> None:
        if json:
            show_json({"url": url})
        else:
            console.print(
                f"Yarrow answers at {url} (documentation at {url}/docs). Stop it with Ctrl-C.", soft_wrap=True
            )

    try:
        run(settings, started)
    except CannotServe as error:
        raise Unanswered(str(error)) from error


@app.command(cls=Command)
def demo(
    ruleset: Annotated[str, typer.Option(help="Key of the ruleset whose fight is played.")] = "s3",
    url: Annotated[
        str | None, typer.Option(envvar="YARROW_URL", help="A running service; without one, a private one plays.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file to keep the fight in, a bundle.")
    ] = None,
    pause: Annotated[float, typer.Option(min=0, help="Seconds between two commands, to read along.")] = 0,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Play a published fight through the API, tell its story, and prove it."""
    timeline: list[dict[str, Any]] = []
    refusals: list[dict[str, Any]] = []
    demonstration = played.demonstration_of(ruleset)
    with played.service(url) as address, Client(address, token=token) as client:
        player = played.Player(client, ruleset, demonstration)
        for told in player.play():
            if isinstance(told, dict):
                timeline.append(told)
            elif isinstance(told, played.Denial):
                refusals.append(told._asdict())
            if not json:
                _show_told(told, pause)
        with client.bundle(player.encounter) as lines:
            kept = list(lines)
    found = read_bundle(kept, player.encounter)
    audit = msgspec.to_builtins(prove(found))
    if output is not None:
        with writing(output) as file:
            file.writelines(kept)
    if json:
        show_json({"encounter": player.encounter, "timeline": timeline, "refusals": refusals, "audit": audit})
    else:
        show_chapter("The proof", "The stream as exported, checked here and not by the service that played it.")
        console.print()
        show_audit(audit)
        if output is not None:
            console.print(f"Kept in {output}; check it again with: yarrow verify {output}", soft_wrap=True)
    fail_if_broken(audit)


def _show_told(told: played.Told, pause: float) -> None:
    """Show what the demonstration tells; a paragraph waits for a moment."""
    match told:
        case Chapter():
            show_chapter(told.title, told.words)
        case played.Denial():
            time.sleep(pause)
            show_denial(told.detail, told.rule, told.legal)
        case _:
            if told["version"] == told["batch"]:
                time.sleep(pause)
            show_entry(told)


@app.command(cls=Command)
def replay(
    encounter: Encounter,
    at: Annotated[int | None, typer.Option(min=1, help="The version to stop at.")] = None,
    speed: Annotated[float, typer.Option(min=0, help="How many times as fast as it was played; 0 waits nowhere.")] = 0,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Tell the story of an encounter, up to a version, in the time it took or faster."""
    show = show_json if json else show_entry
    before: datetime | None = None
    with Client(url, speaker, token) as client:
        for entry in client.timeline(encounter, to=at):
            moment = datetime.fromisoformat(entry["time"])
            if speed and before is not None:
                time.sleep(min((moment - before).total_seconds() / speed, LONGEST_PAUSE))
            before = moment
            show(entry)


app.command(cls=Command)(watch)
app.command(cls=Command)(branch)
app.command(cls=Command)(compare)
app.command(cls=Command)(export)
app.command(cls=Command)(verify)
app.command("import", cls=Command)(import_bundle)
app.command("token", cls=Command)(token_command)
app.add_typer(projections)


def main() -> None:
    """Run the command line; what cannot be done is said in one sentence."""
    as_json = "--json" in sys.argv
    try:
        status = app(prog_name="yarrow", standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        command = "yarrow" if context is None else context.command_path
        show_error(f"{sentence(_in_words(error))} See {command} --help.", as_json=as_json)
        status = error.exit_code
    except (Unanswered, BadSettings) as error:
        show_error(str(error), as_json=as_json)
        status = FAILED
    sys.exit(status)


def _in_words(error: TyperException) -> str:
    """What is wrong with what was typed, without the words that the library puts before it."""
    said: str = error.format_message()
    return said.replace(": Value error, ", ": ")


if __name__ == "__main__":
    main()
