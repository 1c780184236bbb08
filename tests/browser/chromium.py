"""The Chromium of the tests: an installed one, or else the one of an npm package, unpacked into the checkout.

The packages are installed once, while concurrent callers wait.

``python -m tests.browser.chromium`` unpacks it if it is needed. ``make`` does this before the tests start; a test that
comes first does it as well, and others wait for it. The package also has the libraries that a bare Debian lacks.
"""

import fcntl
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.clients.node import NODE, PATIENCE, npm
from tests.program import ROOT

HERE: Final = ROOT / "tests" / "browser"
LOCK: Final = HERE / "package-lock.json"
PACKAGES: Final = HERE / "node_modules"
PACKED: Final = PACKAGES / "@sparticuz" / "chromium" / "bin"
UNPACKED: Final = HERE / "unpacked"
PROGRAM: Final = UNPACKED / "chromium"
FONTS: Final = UNPACKED / "fonts"
FONTS_CONF: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
"""The fonts of the package alone: those that it expects elsewhere are missing, and a page looks the same everywhere."""
PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of an installed browser."""
APPLICATIONS: Final = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
"""Where macOS has it."""
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
"""Flags by which it starts as root, and connects to nothing but what a page asks for."""
DECOMPRESS: Final = "process.stdin.pipe(require('zlib').createBrotliDecompress()).pipe(process.stdout)"


class NoBrowser(Exception):
    """There is no browser, and none comes for this machine; the message says what to install."""


class Chromium(NamedTuple):
    """A browser: its program, its flags, and the environment variables that it needs."""

    program: Path
    flags: tuple[str, ...] = FLAGS
    variables: Mapping[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which it starts."""
        return {**os.environ, **self.variables}


def installed(which: Callable[[str], str | None] = shutil.which) -> Chromium | None:
    """Return the Chromium or Chrome that is installed, or None."""
    found = [Path(path) for name in PROGRAMS if (path := which(name)) is not None]
    found += [path for path in APPLICATIONS if path.exists()]
    return Chromium(found[0]) if found else None


def chromium() -> Chromium:
    """Return the browser, which is unpacked if there is none. Raises NoBrowser."""
    return installed() or unpacked()


def require_package(system: str, machine: str) -> None:
    """Raise NoBrowser for a machine for which the package has no browser."""
    if (system, machine) != ("linux", "x86_64"):
        raise NoBrowser(
            "The browser tests need Chromium or Chrome. The package that has one for Linux on x86_64 has none for "
            f"{system} on {machine}: install one, so that one of {', '.join(PROGRAMS)} is in the PATH."
        )


def unpacked() -> Chromium:
    """Return the browser of the package; unpack it once, while concurrent callers wait. Raises NoBrowser."""
    require_package(sys.platform, platform.machine())
    done = UNPACKED / ".done"
    with LOCK.open() as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)
        if not _is_newer(done):
            _install()
            shutil.rmtree(UNPACKED, ignore_errors=True)
            UNPACKED.mkdir()
            for packed in sorted(PACKED.glob("*.br")):
                _unpack(packed)
            PROGRAM.chmod(0o755)
            (FONTS / "fonts.conf").write_text(FONTS_CONF, encoding="utf-8")
            done.touch()
    folders = {
        "LD_LIBRARY_PATH": UNPACKED / "al2023" / "lib",
        "FONTCONFIG_PATH": FONTS,
        "XDG_CACHE_HOME": UNPACKED / "cache",
    }
    return Chromium(PROGRAM, ("--headless=shell", *FLAGS), {name: str(path) for name, path in folders.items()})


def package(name: str) -> Path:
    """Return the folder of an npm package that the browser tests need."""
    with LOCK.open() as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)
        _install()
    return PACKAGES / name


def _install() -> None:
    """Install the packages of the lock file, unless they are there."""
    done = PACKAGES / ".installed"
    if not _is_newer(done):
        npm("ci", "--ignore-scripts", cwd=HERE)
        done.touch()


def _is_newer(done: Path) -> bool:
    """Return whether something was done after the last change of the lock file."""
    return done.exists() and done.stat().st_mtime >= LOCK.stat().st_mtime


def _unpack(packed: Path) -> None:
    """Decompress a file, and extract an archive into a folder of its name."""
    name = packed.name.removesuffix(".br")
    whole = UNPACKED / name
    with packed.open("rb") as source, whole.open("wb") as target:
        subprocess.run([NODE, "-e", DECOMPRESS], stdin=source, stdout=target, check=True, timeout=PATIENCE)
    if name.endswith(".tar"):
        with tarfile.open(whole) as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
            archive.extractall(whole.with_suffix(""))
        whole.unlink()


if __name__ == "__main__":
    chromium()
