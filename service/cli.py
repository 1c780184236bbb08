"""The command line: serve, play a demonstration, replay, export, import, verify, make tokens.

Exit status 0 is success, 1 what could not be done or is broken, 2 a command line that cannot be meant.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import msgspec
import typer
from rich.progress import Progress
from typer.exceptions import TyperException

from domain.demonstration import Chapter
from domain.faults import sentence
from events.bundle import Bundle
from events.signing import BadKey, read_public
from events.verify import Known
from service import demo as played
from service.cli_options import AccessToken, As, AsJson, Url
from service.client import DEFAULT_URL, Client, Unanswered
from service.projections_command import projections
from service.proving import prove, read_bundle
from service.settings import PREFIX, BadSettings, Settings
from service.terminal import (
    CHECKS,
    console,
    errors,
    show_audit,
    show_chapter,
    show_denial,
    show_entry,
    show_error,
    show_json,
)
from service.token_command import token as token_command

LONGEST_PAUSE: Final = 3.0
FAILED: Final = 1
HASH_BYTES: Final = 32
PIECE_BYTES: Final = 1 << 16

app = typer.Typer(
    name="yarrow",
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Combat for tabletop games: commands decide, events record, projections show.",
)

Encounter = Annotated[str, typer.Argument(help="The encounter's ID.")]
app.command("token")(token_command)
app.add_typer(projections)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: Annotated[Path | None, typer.Option(help="Where the service's own Redis keeps its files.")] = None,
    redis_url: Annotated[str | None, typer.Option(help="The Redis to use in place of its own.")] = None,
    json: AsJson = False,
) -> None:
    """Serve until told to stop. Options stand above the variables YARROW_*."""
    from service.listening import LOOPBACK, CannotServe, on_loopback, run  # noqa: PLC0415 - only who serves waits

    chosen = {"host": host, "port": port, "data_dir": data_dir, "redis_url": redis_url}
    given = {PREFIX + name.upper(): str(value) for name, value in chosen.items() if value is not None}
    settings = Settings.from_environment({**os.environ, **given})
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


@app.command()
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
        with _writing(output) as file:
            file.writelines(kept)
    if json:
        show_json({"encounter": player.encounter, "timeline": timeline, "refusals": refusals, "audit": audit})
    else:
        show_chapter("The proof", "The stream as exported, checked here and not by the service that played it.")
        console.print()
        show_audit(audit)
        if output is not None:
            console.print(f"Kept in {output}; check it again with: yarrow verify {output}", soft_wrap=True)
    _fail_if_broken(audit)


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


@app.command()
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


@app.command()
def export(
    encounter: Encounter,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write; - for the output.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Write an encounter into one file that proves itself whole: a bundle."""
    path = output or Path(f"{encounter}.ndjson")
    with Client(url, speaker, token) as client, client.bundle(encounter) as lines:
        if str(path) == "-":
            sys.stdout.buffer.writelines(lines)
            return
        found = _export(path, lines, quiet=json)
    if json:
        show_json({"file": str(path), "events": found.header.events, "chain": found.header.chain})
    else:
        console.print(f"{path}: {found.header.events} events, seen by {found.header.seen_by}.", soft_wrap=True)


def _export(path: Path, lines: Iterator[bytes], *, quiet: bool) -> Bundle:
    """Write a bundle; what has not arrived whole does not take the place of what was there before."""
    part = path.with_name(f"{path.name}.part")
    with _writing(part) as file, _progress("exporting", None, quiet=quiet) as step:
        for line in lines:
            file.write(line)
            step(1)
    with part.open("rb") as written:
        found = read_bundle(written, str(part))
    if found.fault is not None:
        raise Unanswered(f"The bundle did not arrive whole ({found.fault.reason}): export it again.")
    part.replace(path)
    return found


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The file to verify; - for the input.")],
    chain: Annotated[
        str | None, typer.Option("--hash", help="The hash that its chain has to end in, from a source you trust.")
    ] = None,
    known: Annotated[
        str | None, typer.Option(help="VERSION:HASH that its chain had before, from your own memory.")
    ] = None,
    key: Annotated[Path | None, typer.Option(help="The public key, PEM, that it has to be signed with.")] = None,
    json: AsJson = False,
) -> None:
    """Verify a bundle: its chain, throws, legality, signature. Needs no service; fails where something is broken."""
    head = None if chain is None else _hash(chain)
    before = None if known is None else _known(known)
    public = None if key is None else _public(key)
    try:
        with _opened(file) as lines:
            found = read_bundle(lines, str(file))
    except OSError as error:
        raise Unanswered(f"The file {file} cannot be read ({error.strerror}): name a bundle.") from error
    with _progress("deciding again", found.header.events, quiet=json) as step:
        audit = msgspec.to_builtins(prove(found, head=head, known=before, key=public, watch=_advance(step)))
    if json:
        show_json(audit)
    else:
        show_audit(audit)
    _fail_if_broken(audit)


@app.command("import")
def import_bundle(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The file to bring in.")],
    under: Annotated[
        str | None, typer.Option("--as", help="The ID under which an open encounter goes on; without it, its own.")
    ] = None,
    url: Url = DEFAULT_URL,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Bring an encounter in from a bundle: as it was, or under another ID to play on."""
    try:
        size = file.stat().st_size
        with (
            file.open("rb") as lines,
            _progress("sending", size, quiet=json) as step,
            Client(url, token=token) as client,
        ):
            answer = client.bring_in(_read_on(lines, step), under)
    except OSError as error:
        raise Unanswered(f"The file {file} cannot be read ({error.strerror}): name a bundle.") from error
    if json:
        show_json(answer)
    else:
        console.print(_brought_in(answer), soft_wrap=True)


def _read_on(file: BinaryIO, step: Callable[[int], None]) -> Iterator[bytes]:
    """A file piece by piece; each moves the bar on."""
    while piece := file.read(PIECE_BYTES):
        yield piece
        step(len(piece))


def _brought_in(answer: dict[str, Any]) -> str:
    encounter, brought = answer["encounter"], f"{answer['events']} events of {answer['of']}"
    return {
        "closed": f"{encounter}: {brought}, as they were; the encounter is closed.",
        "sealed": f"{encounter}: {brought}, as they were. It can be read; import it with --as to play on.",
        "open": f"{encounter}: {brought}; it goes on at version {answer['version']} with a fresh seed.",
    }[answer["status"]]


def _known(text: str) -> Known:
    try:
        return Known.read(text)
    except ValueError as error:
        raise Unanswered(f"{error}.") from error


def _public(path: Path) -> str:
    try:
        return read_public(path.read_bytes())
    except OSError as error:
        raise Unanswered(f"The key {path} cannot be read ({error.strerror}): name a file.") from error
    except BadKey as error:
        raise Unanswered(f"{path}: {error}.") from error


def _hash(text: str) -> bytes:
    try:
        head = bytes.fromhex(text)
    except ValueError:
        head = b""
    if len(head) != HASH_BYTES:
        raise typer.BadParameter(f"it has {2 * HASH_BYTES} hexadecimal digits.", param_hint="--hash")
    return head


def _advance(step: Callable[[int], None]) -> Callable[[int], None]:
    """What moves a bar on to a version."""
    done = 0

    def watch(version: int) -> None:
        nonlocal done
        step(version - done)
        done = version

    return watch


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if str(path) == "-":
        yield sys.stdin.buffer
    else:
        with path.open("rb") as file:
            yield file


@contextmanager
def _writing(path: Path) -> Iterator[BinaryIO]:
    """A file to write. Raises Unanswered where none can be there."""
    try:
        file = path.open("wb")
    except OSError as error:
        raise Unanswered(f"The file {path} cannot be written ({error.strerror}): choose another with -o.") from error
    with file:
        yield file


@contextmanager
def _progress(what: str, total: int | None, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on the terminal for long work; gives the function that moves it on."""
    with Progress(console=errors, transient=True, disable=quiet or not errors.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)


def _fail_if_broken(audit: Any) -> None:
    if any(audit[check]["verdict"] == "broken" for check in CHECKS if audit.get(check)):
        raise typer.Exit(FAILED)


def main() -> None:
    """Run the command line; what cannot be done is said in one sentence."""
    as_json = "--json" in sys.argv
    try:
        status = app(sys.argv[1:] or ["--help"], prog_name="yarrow", standalone_mode=False)
    except TyperException as error:
        show_error(f"{sentence(error.format_message())} See yarrow --help.", as_json=as_json)
        status = error.exit_code
    except (Unanswered, BadSettings) as error:
        show_error(str(error), as_json=as_json)
        status = FAILED
    sys.exit(status)


if __name__ == "__main__":
    main()
