"""Tests that the architecture page shows the packages as import-linter enforces them, and that paths on pages exist."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.docs.test_operating import ARCHITECTURE, rows
from tests.program import ROOT

LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
ROOMS = {
    container: contract["layers"]
    for contract in LINTER["contracts"]
    if contract["type"] == "layers"
    for container in contract.get("containers", ())
}
FLOORS = next(contract["layers"] for contract in LINTER["contracts"] if contract["id"] == "floors")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
TOPS = ["bench", "clients", "deploy", "docs", "domain", "events", "examples", "service", "tests"]
PATH = re.compile(rf"`((?:{'|'.join(TOPS)})/[\w./-]*\w/?)`")

MOST_MODULES = 16
OURS_NOT = {"node_modules", ".venv", "build", "dist", "made"}
WRITTEN = {"bench/results.json"}
"""Files that are created by a command on the page."""


def test_the_floors_are_drawn_from_top_to_bottom() -> None:
    assert re.findall(r"^### `(\w+)`", ARCHITECTURE, flags=re.MULTILINE) == FLOORS


@pytest.mark.parametrize("container", ROOMS)
def test_the_rooms_are_drawn_in_the_order_of_their_contract(container: str) -> None:
    drawn = [re.findall(r"`(\w+)`", cells[0]) for cells in rows(ARCHITECTURE, f"| room of `{container}` | contains |")]
    assert drawn == [layer.split(" | ") for layer in ROOMS[container]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_on_a_page_exists(page: Path) -> None:
    paths = set(PATH.findall(page.read_text(encoding="utf-8"))) - WRITTEN
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("top", TOPS)
def test_no_folder_has_more_modules_than_one_can_look_over(top: str) -> None:
    modules = [
        path for path in (ROOT / top).rglob("*.py") if path.name != "__init__.py" and not OURS_NOT & {*path.parts}
    ]
    counted = Counter(str(path.parent.relative_to(ROOT)) for path in modules)
    assert {folder: count for folder, count in counted.items() if count > MOST_MODULES} == {}


def test_paths_are_found() -> None:
    assert len(PATH.findall(ARCHITECTURE)) > 10
