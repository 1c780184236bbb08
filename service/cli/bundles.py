"""``yarrow export``, ``verify`` and ``import``: write an encounter to a bundle, verify it, and import it."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Annotated, Any, BinaryIO, Final, cast

import msgspec
import typer
from rich.progress import Progress

from events.audit.auditor import KnownHash
from events.format.bundle import Bundle
from events.format.signing import InvalidKey, read_public
from service.cli.api_client import DEFAULT_URL, Client, CommandFailed
from service.cli.options import FAILED, AccessToken, As, AsJson, Encounter, Url, Yes
from service.cli.proving import prove, read_bundle
from service.cli.render import CHECKS, console, errors, show_audit, show_json

HASH_BYTES: Final = 32
CHUNK_BYTES: Final = 1 << 16
STANDARD: Final = Path("-")
"""Standard input or output."""


def export(
    encounter: Encounter,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write; - for standard output.")] = None,
    url: Url = DEFAULT_URL,
    speaker: As = None,
    token: AccessToken = None,
    yes: Yes = False,
    json: AsJson = False,
) -> None:
    """Export an encounter to a bundle: one file that can be verified without the service."""
    path = output or Path(f"{encounter}.ndjson")
    replaced = path != STANDARD and path.is_file()
    require_consent(path, given=yes)
    with Client(url, speaker, token) as client:
        lines = client.bundle(encounter)
        with replacing(path) as file:
            if path == STANDARD:
                file.writelines(lines)
                return
            found = _export(file, path, lines, quiet=json)
    if json:
        show_json({"file": str(path), "events": found.header.events, "chain": found.header.chain})
    else:
        instead = " It replaced the existing file." if replaced else ""
        summary = f"{path}: {found.header.events} events, as seen by {found.header.seen_by}.{instead}"
        console.print(summary, soft_wrap=True)


def _export(file: BinaryIO, path: Path, lines: Iterator[bytes], *, quiet: bool) -> Bundle:
    """Write a bundle to the file that replaces ``path``, and verify that it is complete. Raises CommandFailed."""
    with _progress("exporting", None, quiet=quiet) as step:
        for line in lines:
            file.write(line)
            step(1)
    file.seek(0)
    found = read_bundle(file, str(path))
    if found.fault is not None:
        raise CommandFailed(f"The bundle is incomplete ({found.fault.reason}). Export it again.")
    return found


def verify(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="File to verify; - for standard input.")],
    chain: Annotated[
        str | None, typer.Option("--hash", help="Hash that its chain must end in, from a source you trust.")
    ] = None,
    known: Annotated[
        str | None, typer.Option(help="VERSION:HASH that its chain must contain, as you recorded it earlier.")
    ] = None,
    key: Annotated[Path | None, typer.Option(help="Public key, PEM, that it must be signed with.")] = None,
    json: AsJson = False,
) -> None:
    """Verify a bundle: its chain, throws, legality and signature. Needs no service; exits with 1 if it is broken."""
    head = None if chain is None else _hash(chain)
    earlier = None if known is None else _known(known)
    public = None if key is None else _public(key)
    try:
        with _opened(file) as lines:
            found = read_bundle(lines, str(file))
    except OSError as error:
        raise CommandFailed(f"The file {file} cannot be read ({error.strerror}). Name a bundle.") from error
    with _progress("replaying", found.header.events, quiet=json) as step:
        audit = msgspec.to_builtins(prove(found, head=head, known=earlier, key=public, watch=_advance_to(step)))
    if json:
        show_json(audit)
    else:
        show_audit(audit)
    fail_if_broken(audit)


def import_bundle(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="File to import.")],
    new_id: Annotated[
        str | None, typer.Option("--as", help="New ID under which an open encounter is continued; its own by default.")
    ] = None,
    url: Url = DEFAULT_URL,
    token: AccessToken = None,
    json: AsJson = False,
) -> None:
    """Import an encounter from a bundle: as it was, or under a new ID to continue it."""
    try:
        size = file.stat().st_size
        with (
            file.open("rb") as bundle,
            _progress("sending", size, quiet=json) as step,
            Client(url, token=token) as client,
            client.failing(),
        ):
            reached = _advance_to(step)
            imported = client.yarrow.bring_in(lambda: chunks_of(bundle, reached), under=new_id)
    except OSError as error:
        raise CommandFailed(f"The file {file} cannot be read ({error.strerror}). Name a bundle.") from error
    answer = msgspec.to_builtins(imported)
    if json:
        show_json(answer)
    else:
        console.print(_summary(answer), soft_wrap=True)


def chunks_of(file: BinaryIO, reached: Callable[[int], None]) -> Iterator[bytes]:
    """Yield a file in chunks from its beginning; the progress bar shows what this attempt has sent."""
    file.seek(0)
    reached(0)
    while chunk := file.read(CHUNK_BYTES):
        yield chunk
        reached(file.tell())


def _summary(answer: dict[str, Any]) -> str:
    """Return the sentence that reports an import."""
    encounter, imported = answer["encounter"], f"imported {answer['events']} events of {answer['of']}"
    return {
        "closed": f"{encounter}: {imported} unchanged; the encounter is closed.",
        "sealed": f"{encounter}: {imported} unchanged. It is read-only; import it with --as to continue it.",
        "open": f"{encounter}: {imported}; it continues at version {answer['version']} with a fresh seed.",
    }[answer["status"]]


def _known(text: str) -> KnownHash:
    try:
        return KnownHash.read(text)
    except ValueError as error:
        raise CommandFailed(f"{error}.") from error


def _public(path: Path) -> str:
    try:
        return read_public(path.read_bytes())
    except OSError as error:
        raise CommandFailed(f"The key {path} cannot be read ({error.strerror}). Name a PEM file.") from error
    except InvalidKey as error:
        raise CommandFailed(f"{path}: {error}.") from error


def _hash(text: str) -> bytes:
    try:
        head = bytes.fromhex(text)
    except ValueError:
        head = b""
    if len(head) != HASH_BYTES:
        raise typer.BadParameter(f"a hash has {2 * HASH_BYTES} hexadecimal digits.", param_hint="--hash")
    return head


def _advance_to(step: Callable[[int], None]) -> Callable[[int], None]:
    """Return a function that moves the progress bar to a number of steps."""
    done = 0

    def watch(reached: int) -> None:
        nonlocal done
        step(reached - done)
        done = reached

    return watch


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    if path == STANDARD:
        yield sys.stdin.buffer
    else:
        with path.open("rb") as file:
            yield file


def require_consent(path: Path, *, given: bool) -> None:
    """Ask at a terminal before a file is replaced, unless consent is given. Raises CommandFailed without it."""
    if given or path == STANDARD or not path.is_file():
        return
    if not (sys.stdin.isatty() and typer.confirm(f"{path} exists. Replace it?", err=True)):
        raise CommandFailed(f"The file {path} exists. Pass --yes to replace it, or choose another with -o.")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that replaces the one at ``path`` when the block ends without an error; ``-`` is standard output.

    A link stays, and the file that it leads to is replaced. Something other than a regular file, such as a pipe, is
    written to. Raises CommandFailed if the file cannot be written.
    """
    if path == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        written = _sent_to(path) if path.exists() and not path.is_file() else _renamed_to(path.resolve())
        with written as file:
            yield file
    except OSError as error:
        why = error.strerror or error
        raise CommandFailed(f"The file {path} cannot be written ({why}). Choose another with -o.") from error


@contextmanager
def _sent_to(path: Path) -> Iterator[BinaryIO]:
    """Yield a temporary file whose content is written to a pipe or a device at the end."""
    with path.open("wb") as sink, TemporaryFile() as file:
        yield file
        file.seek(0)
        shutil.copyfileobj(file, sink)


@contextmanager
def _renamed_to(path: Path) -> Iterator[BinaryIO]:
    """Yield a temporary file that gets the name and the mode of another at the end, and is removed on failure."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        part = Path(file.name)
        try:
            yield cast("BinaryIO", file)
            file.close()
            part.chmod(_mode_of(path))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def _mode_of(path: Path) -> int:
    """Return the mode of a file, or the one that a new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _progress(label: str, total: int | None, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar if standard error is a terminal; yield the function that advances it."""
    with Progress(console=errors, transient=True, disable=quiet or not errors.is_terminal) as progress:
        task = progress.add_task(label, total=total)
        yield lambda steps: progress.advance(task, steps)


def fail_if_broken(audit: Any) -> None:
    """Exit with status 1 if any check of an audit is broken."""
    if any(audit[check]["verdict"] == "broken" for check in CHECKS if audit.get(check)):
        raise typer.Exit(FAILED)
