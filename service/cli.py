"""The command line: serve, play a demonstration, replay, export, verify."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import msgspec
import typer
from rich.progress import Progress

from domain.registry import rulesets
from events import bundle
from events.codec import Codec
from events.verify import Audit, Auditor
from service import demo as demonstration
from service.client import DEFAULT_URL, Client, Unanswered
from service.listening import LOOPBACK, CannotServe, on_loopback, run
from service.settings import PREFIX, BadSettings, Settings
from service.terminal import console, errors, show_audit, show_entry, show_error, show_json

LONGEST_PAUSE: Final = 3.0
BROKEN: Final = 1

app = typer.Typer(
    name="yarrow",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Combat for tabletop games: commands decide, events record, projections show.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Url = Annotated[str, typer.Option(envvar="YARROW_URL", help="The running service.")]
As = Annotated[str, typer.Option("--as", envvar="YARROW_AS", help="Who asks: narrator, player:<ids> or spectator.")]
Encounter = Annotated[str, typer.Argument(help="The encounter's ID.")]


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where the service's own Redis keeps its files.")] = None,
    redis_url: Annotated[str | None, typer.Option(help="The Redis to use in place of its own.")] = None,
    json: AsJson = False,
) -> None:
    """Serve until told to stop. Options stand above the variables YARROW_*."""
    chosen = {"host": host, "port": port, "data_dir": data_dir, "redis_url": redis_url}
    given = {PREFIX + name.upper(): str(value) for name, value in chosen.items() if value is not None}
    settings = Settings.from_environment({**os.environ, **given})
    if not on_loopback(settings.host):
        errors.print(f"No secret is set, so that only this machine may connect: {LOOPBACK} instead of {settings.host}.")
        settings = settings.model_copy(update={"host": LOOPBACK})

    def started(url: str) -> None:
        if json:
            show_json({"url": url})
        else:
            console.print(f"Yarrow answers at {url} (documentation at {url}/docs). Stop it with Ctrl-C.")

    run(settings, started)


@app.command()
def demo(
    url: Annotated[
        str | None, typer.Option(envvar="YARROW_URL", help="A running service; without one, a private one plays.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Play a published fight through the API, tell its story, and prove it."""
    with demonstration.service(url) as address, Client(address) as client:
        played = demonstration.play(client)
        if json:
            show_json(msgspec.structs.asdict(played))
        else:
            for entry in played.timeline:
                show_entry(entry)
            console.print()
            show_audit(played.audit)
    _fail_if_broken(played.audit)


@app.command()
def replay(
    encounter: Encounter,
    at: Annotated[int | None, typer.Option(min=1, help="The version to stop at.")] = None,
    speed: Annotated[float, typer.Option(min=0, help="How many times as fast as it was played; 0 waits nowhere.")] = 0,
    url: Url = DEFAULT_URL,
    speaker: As = "narrator",
    json: AsJson = False,
) -> None:
    """Tell the story of an encounter, up to a version, in the time it took or faster."""
    before: datetime | None = None
    with Client(url, speaker) as client:
        for entry in client.timeline(encounter, to=at):
            moment = datetime.fromisoformat(entry["time"])
            if speed and before is not None:
                time.sleep(min((moment - before).total_seconds() / speed, LONGEST_PAUSE))
            before = moment
            if json:
                show_json(entry)
            else:
                show_entry(entry)


@app.command()
def export(
    encounter: Encounter,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for the output.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = "narrator",
    json: AsJson = False,
) -> None:
    """Write an encounter into one file that proves itself whole: a bundle."""
    path = output or Path(f"{encounter}.ndjson")
    with Client(url, speaker) as client, client.bundle(encounter) as lines:
        if str(path) == "-":
            sys.stdout.buffer.writelines(lines)
            return
        part = path.with_name(f"{path.name}.part")
        with part.open("wb") as file, _progress("exporting", None, quiet=json) as step:
            for line in lines:
                file.write(line)
                step(1)
    with part.open("rb") as written:
        found = bundle.read(written)
    if found.fault is not None:
        raise Unanswered(f"The bundle did not arrive whole: {found.fault.reason}. What came is in {part}.")
    part.replace(path)
    if json:
        show_json({"file": str(path), "events": found.header.events, "chain": found.header.chain})
    else:
        console.print(f"{path}: {found.header.events} events, seen by {found.header.seen_by}.")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The file to verify; - for the input.")],
    json: AsJson = False,
) -> None:
    """Verify a bundle: its chain, its throws, its legality. Needs no service; fails where something is broken."""
    audit = _audit(file, quiet=json)
    if json:
        show_json(audit)
    else:
        show_audit(msgspec.to_builtins(audit))
    _fail_if_broken(msgspec.to_builtins(audit))


def _audit(path: Path, *, quiet: bool) -> Audit:
    try:
        with _opened(path) as file:
            found = bundle.read(file)
    except OSError as error:
        raise Unanswered(f"The file {path} cannot be read: {error.strerror}.") from error
    except bundle.NoBundle as error:
        raise Unanswered(f"{path}: {error}") from error
    key = found.header.ruleset
    if key not in rulesets():
        raise Unanswered(f"The bundle is of the ruleset {key!r}, which is not installed here; install its package.")
    ruleset = rulesets()[key]
    with _progress("deciding again", found.header.events, quiet=quiet) as step:
        done = 0

        def watch(version: int) -> None:
            nonlocal done
            step(version - done)
            done = version

        return Auditor(ruleset, Codec(ruleset.events)).audit_bundle(found, watch=watch)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
    else:
        with path.open("rb") as file:
            yield file


@contextmanager
def _progress(what: str, total: int | None, *, quiet: bool) -> Iterator[Any]:
    """A bar on the terminal for long work; gives the function that moves it on."""
    with Progress(console=errors, transient=True, disable=quiet or not errors.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)


def _fail_if_broken(audit: Any) -> None:
    if any(audit[check]["verdict"] == "broken" for check in ("chain", "throws", "legality")):
        raise typer.Exit(BROKEN)


def main() -> None:
    """Run the command line; what cannot be done is said in one sentence."""
    try:
        app()
    except (Unanswered, CannotServe, BadSettings) as error:
        show_error(str(error), as_json="--json" in sys.argv)
        sys.exit(1)


if __name__ == "__main__":
    main()
