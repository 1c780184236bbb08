"""``yarrow export``, ``verify`` and ``import``: an encounter in one file, out, checked, and in again."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import msgspec
import typer
from rich.progress import Progress

from events.audit.auditor import Known
from events.format.bundle import Bundle
from events.format.signing import BadKey, read_public
from service.cli.api_client import DEFAULT_URL, Client, Unanswered
from service.cli.options import FAILED, AccessToken, As, AsJson, Encounter, Url
from service.cli.proving import prove, read_bundle
from service.cli.render import CHECKS, console, errors, show_audit, show_json

HASH_BYTES: Final = 32
PIECE_BYTES: Final = 1 << 16


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
    replaced = path.is_file()
    with Client(url, speaker, token) as client, client.bundle(encounter) as lines:
        if str(path) == "-":
            sys.stdout.buffer.writelines(lines)
            return
        found = _export(path, lines, quiet=json)
    if json:
        show_json({"file": str(path), "events": found.header.events, "chain": found.header.chain})
    else:
        instead = " It took the place of the file that was there." if replaced else ""
        said = f"{path}: {found.header.events} events, seen by {found.header.seen_by}.{instead}"
        console.print(said, soft_wrap=True)


def _export(path: Path, lines: Iterator[bytes], *, quiet: bool) -> Bundle:
    """Write a bundle; what has not arrived whole does not take the place of what was there before."""
    part = path.with_name(f"{path.name}.part")
    with writing(part) as file, _progress("exporting", None, quiet=quiet) as step:
        for line in lines:
            file.write(line)
            step(1)
    with part.open("rb") as written:
        found = read_bundle(written, str(part))
    if found.fault is not None:
        raise Unanswered(f"The bundle did not arrive whole ({found.fault.reason}): export it again.")
    part.replace(path)
    return found


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
    fail_if_broken(audit)


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
def writing(path: Path) -> Iterator[BinaryIO]:
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


def fail_if_broken(audit: Any) -> None:
    """End with the status of what is broken, where a check of an audit is."""
    if any(audit[check]["verdict"] == "broken" for check in CHECKS if audit.get(check)):
        raise typer.Exit(FAILED)
