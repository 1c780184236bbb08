"""Third-party rulesets: the one printed in docs/howto/rulesets.md and variants of it, installed as packages."""

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Mapping
from functools import reduce
from importlib.metadata import EntryPoint
from pathlib import Path

from domain.registry import ENTRY_POINTS
from tests.program import ROOT, SOURCES

PAGE = ROOT / "docs" / "howto" / "rulesets.md"
INSTALL = (
    *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"),
    *("--no-deps", "--no-build-isolation", "--no-index", "--target"),
)


def files() -> dict[str, str]:
    """Return the files that the page shows, by name; the line above each block has the name."""
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)```$", text, flags=re.DOTALL | re.MULTILINE))


def write(folder: Path, changes: Mapping[str, str] | None = None) -> Path:
    """Write the page's files into a new folder, with some words replaced."""
    folder.mkdir()
    for name, text in files().items():
        (folder / _changed(name, changes or {})).write_text(_changed(text, changes or {}), encoding="utf-8")
    return folder


def _changed(text: str, changes: Mapping[str, str]) -> str:
    return reduce(lambda changed, change: changed.replace(*change), changes.items(), text)


def install(source: Path, target: Path) -> None:
    """Build a package and install it into a folder, without network access."""
    subprocess.run([*INSTALL, target, source], check=True, timeout=120)


def installed(*targets: Path) -> dict[str, str]:
    """Return the environment variables that make a process find packages in these folders as installed."""
    return {"PYTHONPATH": os.pathsep.join(map(str, (*SOURCES, *targets)))}


def loaded(folder: Path, changes: Mapping[str, str]) -> EntryPoint:
    """Return the entry point of a ruleset that is not installed: the page's code, with some words replaced."""
    name = f"rope_{uuid.uuid4().hex}"
    (folder / f"{name}.py").write_text(_changed(files()["tug.py"], changes), encoding="utf-8")
    return EntryPoint("tug", f"{name}:TUG", ENTRY_POINTS)
