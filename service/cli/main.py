"""The ``yarrow`` program: its commands, and how it ends.

Exit statuses: 0 success, 1 failure or a broken verdict, 2 usage error, 3 the service is unavailable, 4 the token or the
speaker may not do this, 5 refused by the rules, 6 not a Yarrow service, or one of another version,
130 stopped with Ctrl-C.
"""

import gc
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer
from typer.exceptions import TyperException

from domain.ruleset.demo import Chapter
from domain.text.validation import with_period
from service.cli import demo as demonstrations
from service.cli.api_client import DEFAULT_URL, Client, CommandFailed
from service.cli.branches import branch, compare
from service.cli.bundles import export, fail_if_broken, import_bundle, replacing, require_consent, verify
from service.cli.languages import languages
from service.cli.look import list_encounters, list_scenes, show, story
from service.cli.options import FAILED, AccessToken, As, AsJson, Commands, Encounter, Level, StrictCommand, Url, Yes
from service.cli.play import options, play
from service.cli.projections import projections
from service.cli.proving import prove, read_bundle
from service.cli.render import (
    console,
    errors,
    show_audit,
    show_chapter,
    show_entry,
    show_error,
    show_json,
    show_refusal,
)
from service.cli.tokens import token as token_command
from service.cli.watch import watch
from service.settings import PREFIX, BadSettings, Settings, mistyped, trusting_everybody

INTERRUPTED: Final = 130
"""The exit status of a command that was stopped with Ctrl-C, as shells have it."""
MAX_PAUSE: Final = 3.0
"""Seconds of the longest pause of a replay."""

app = typer.Typer(
    name="yarrow",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _show_version(requested: bool) -> None:
    if requested:
        console.print(f"yarrow {version('yarrow')}")
        raise typer.Exit


@app.callback()
def yarrow(
    version_requested: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Combat for tabletop games: commands decide, events record, projections show."""


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause garbage collection: while the service loads, it takes a sixth of the start-up time and frees little."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@app.command(cls=StrictCommand)
@_gc_paused()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Directory of the embedded Redis.")] = None,
    redis_url: Annotated[str | None, typer.Option(help="Redis to use in place of the embedded one.")] = None,
    json: AsJson = False,
) -> None:
    """Run the service until it is stopped. Options override the YARROW_* environment variables."""
    from service.auth.local_only import on_loopback  # noqa: PLC0415
    from service.server.listen import LOOPBACK, CannotServe, run  # noqa: PLC0415 - loading the service takes long

    chosen = {"host": host, "port": port, "data_dir": data_dir, "redis_url": redis_url}
    given = {PREFIX + name.upper(): str(value) for name, value in chosen.items() if value is not None}
    settings = Settings.from_environment({**os.environ, **given})
    for warning in mistyped(os.environ):
        errors.print(warning)
    if warning_of_proxies := trusting_everybody(settings.proxies):
        errors.print(warning_of_proxies)
    if not settings.secrets and not on_loopback(settings.host):
        errors.print(f"YARROW_SECRET is not set, so the service listens on {LOOPBACK} instead of {settings.host}.")
        settings = settings.model_copy(update={"host": LOOPBACK})

    def started(url: str) -> None:
        if json:
            show_json({"url": url})
        else:
            console.print(
                f"Open {url} in a browser: Yarrow is running (API documentation: {url}/docs). Stop it with Ctrl-C.",
                soft_wrap=True,
            )

    try:
        run(settings, started)
    except CannotServe as error:
        raise CommandFailed(str(error)) from error


@app.command(cls=StrictCommand)
def demo(
    ruleset: Annotated[str, typer.Option(help="Key of the ruleset to demonstrate.")] = "s3",
    url: Annotated[
        str | None, typer.Option(envvar="YARROW_URL", help="Running service to play on; a private one by default.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to export the fight to, as a bundle.")
    ] = None,
    level: Level = 2,
    pause: Annotated[float, typer.Option(min=0, help="Seconds to pause between commands.")] = 0,
    token: AccessToken = None,
    yes: Yes = False,
    json: AsJson = False,
) -> None:
    """Play a published fight through the API, show its story, and verify it."""
    story: list[dict[str, Any]] = []
    refusals: list[dict[str, Any]] = []
    demonstration = demonstrations.demonstration_of(ruleset)
    if output is not None:
        require_consent(output, given=yes)
    with demonstrations.service(url) as address, Client(address, token=token) as client:
        player = demonstrations.Player(client, {"scene": demonstration.scene}, demonstration.chapters, level)
        for item in player.play():
            if isinstance(item, dict):
                story.append(item)
            elif isinstance(item, demonstrations.DemoRefusal):
                refusals.append(item._asdict())
            if not json:
                _show_item(item, pause, begins=isinstance(item, dict) and is_new_batch(story))
        exported = list(client.bundle(player.encounter))
    found = read_bundle(exported, player.encounter)
    audit = msgspec.to_builtins(prove(found))
    if output is not None:
        with replacing(output) as file:
            file.writelines(exported)
    if json:
        show_json({"encounter": player.encounter, "story": story, "refusals": refusals, "audit": audit})
    else:
        show_chapter("The proof", "The exported stream, verified here and not by the service that played it.")
        console.print()
        show_audit(audit)
        if output is not None:
            console.print(f"Exported to {output}. Verify it again with: yarrow verify {output}", soft_wrap=True)
    fail_if_broken(audit)


def is_new_batch(story: Sequence[dict[str, Any]]) -> bool:
    """Return whether the last entry of a story begins a batch."""
    return len(story) < 2 or story[-1]["batch"] != story[-2]["batch"]


def _show_item(item: demonstrations.Output, pause: float, *, begins: bool) -> None:
    """Print an item of the demonstration, after a pause if it starts a paragraph."""
    match item:
        case Chapter():
            show_chapter(item.title, item.words)
        case demonstrations.DemoRefusal():
            time.sleep(pause)
            show_refusal(item.detail, item.rule)
        case _:
            if begins:
                time.sleep(pause)
            show_entry(item, begins=begins)


@app.command(cls=StrictCommand)
def replay(
    encounter: Encounter,
    at: Annotated[int | None, typer.Option(min=1, help="Last version to show.")] = None,
    level: Level = 2,
    speed: Annotated[float, typer.Option(min=0, help="Speed relative to the recorded times; 0 does not pause.")] = 0,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Show the story of an encounter, up to a version, at once or at the speed it was played."""
    batch, previous = 0, None
    with Client(url, speaker, token) as client:
        for entry in client.story(encounter, at=at, level=level):
            recorded = datetime.fromisoformat(entry["time"])
            if speed and previous is not None:
                time.sleep(min((recorded - previous).total_seconds() / speed, MAX_PAUSE))
            if json:
                show_json(entry)
            else:
                show_entry(entry, begins=entry["batch"] != batch)
            batch, previous = entry["batch"], recorded


app.command("list", cls=StrictCommand)(list_encounters)
app.command("scenes", cls=StrictCommand)(list_scenes)
app.command(cls=StrictCommand)(show)
app.command(cls=StrictCommand)(options)
app.command(cls=StrictCommand)(play)
app.command(cls=StrictCommand)(story)
app.command(cls=StrictCommand)(watch)
app.command(cls=StrictCommand)(branch)
app.command(cls=StrictCommand)(compare)
app.command(cls=StrictCommand)(export)
app.command(cls=StrictCommand)(verify)
app.command("import", cls=StrictCommand)(import_bundle)
app.command("token", cls=StrictCommand)(token_command)
app.command(cls=StrictCommand)(languages)
app.add_typer(projections)


def main() -> None:
    """Run the command line. A failure is reported in one sentence, without a traceback."""
    as_json = "--json" in sys.argv
    try:
        status = app(prog_name="yarrow", standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        command = "yarrow" if context is None else context.command_path
        show_error(f"{with_period(_message(error))} See {command} --help.", as_json=as_json)
        status = error.exit_code
    except typer.Abort:
        errors.print()  # the prompt has no end of its line
        status = INTERRUPTED
    except CommandFailed as error:
        show_error(str(error), as_json=as_json)
        status = error.status
    except BadSettings as error:
        show_error(str(error), as_json=as_json)
        status = FAILED
    sys.exit(status)


def _message(error: TyperException) -> str:
    """Return the message of a usage error, without the prefix that pydantic adds to it."""
    message: str = error.format_message()
    return message.replace(": Value error, ", ": ")


if __name__ == "__main__":
    main()
