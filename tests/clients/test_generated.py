"""Tests of the clients that generators make of the API description: nothing is left out, and a fight can be played."""

import ast
import fcntl
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.program import ROOT, environment
from tests.waiting import PATIENCE

API: Final[dict[str, Any]] = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
SCHEMAS: Final[dict[str, dict[str, Any]]] = API["components"]["schemas"]
FOLDER: Final = ROOT / "clients" / "generators"
MADE: Final = FOLDER / "made"
PYTHON: Final = ROOT / ".venv" / "generators" / "bin" / "python"


@pytest.fixture(scope="module", autouse=True)
def made() -> None:
    """Make the clients, unless they were made of the present description; one process at a time."""
    with (ROOT / ".venv" / "generators.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "--silent", "clients/generators/made/.done"], cwd=ROOT, check=True, timeout=900)


def defined(path: Path) -> set[str]:
    """Return the names that a module defines at its top."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def test_the_python_client_has_every_operation() -> None:
    found = {path.stem for path in (MADE / "generated_client" / "api").glob("*/*.py")} - {"__init__"}
    operations = {one["operationId"] for methods in API["paths"].values() for one in methods.values()}
    assert found == operations
    assert "give_command" in operations


def test_the_python_client_has_every_object() -> None:
    text = (MADE / "generated_client" / "models" / "__init__.py").read_text(encoding="utf-8")
    found = set(re.findall(r"import (\w+)", text))
    objects = {name for name, schema in SCHEMAS.items() if schema.get("type") == "object" or "allOf" in schema}
    assert len(objects) > 850
    assert {name for name in objects if name not in found} == set()


def test_the_msgspec_types_have_every_schema() -> None:
    assert SCHEMAS.keys() - defined(MADE / "generated_types.py") == set()


def test_the_typescript_types_have_every_schema_and_operation() -> None:
    text = (ROOT / "clients" / "typescript" / "src" / "api.ts").read_text(encoding="utf-8")
    assert {name for name in SCHEMAS if f"\n        {name}: " not in text} == set()
    operations = {one["operationId"] for methods in API["paths"].values() for one in methods.values()}
    assert {name for name in operations if f"\n    {name}: {{" not in text} == set()


def run(program: str, url: str) -> list[str]:
    """Run one of the programs that use the generated clients; return the lines that it prints."""
    done = subprocess.run(
        [PYTHON, FOLDER / program, url],
        env={**environment(), "PYTHONPATH": str(MADE)},
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_fight_is_played_with_the_python_client(url: str) -> None:
    counted = dict(line.split() for line in run("fight.py", url))
    assert counted["S3DisabledEvent"] == counted["S3FightDecidedEvent"] == counted["CoreEncounterClosedEvent"] == "1"
    assert int(counted["S3CoinsThrownEvent"]) >= 4


def test_an_encounter_is_read_with_the_msgspec_types(url: str) -> None:
    lines = run("look.py", url)
    assert lines[0] == "s3 S3Fight ogre"
    assert "5 CoreNotedEvent The bridge is slippery." in lines
    assert "ticks TicksFight iris" in lines
