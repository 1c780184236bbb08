"""The notebook counts the throws of the fight that was played last, and plots them."""

import ast
import json
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from tests.program import ROOT, serving
from tests.waiting import PATIENCE

NOTEBOOK = json.loads((ROOT / "examples" / "tally.ipynb").read_text(encoding="utf-8"))
CODE = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with a fight in which an ogre and a gang member have thrown for the initiative."""
    with serving(tmp_path_factory.mktemp("service")) as url:
        pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        with httpx.Client(base_url=f"{url}/v1/", timeout=PATIENCE) as client:
            body = {"ruleset": "s3", "id": "alley", "name": "Brawl & ruin", "combatants": pair}
            client.post("encounters", json=body).raise_for_status()
            for command in ({"type": "s3.begin_round"}, {"type": "s3.begin_turn", "pc": "ogre", "npc": "bell"}):
                client.post("encounters/alley/commands", json={"command": command}).raise_for_status()
        yield url


def executed(code: str, names: dict[str, Any]) -> Any:
    """Execute a cell, and return what it shows: the value of its last expression."""
    *lines, last = ast.parse(code).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_plots_the_throws(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YARROW_URL", url)
    names: dict[str, Any] = {}
    about, counts, bars = [executed(code, names) for code in CODE]
    names["yarrow"].close()
    assert about == "Brawl & ruin: 3 commands and 2 throws"
    assert dict(counts) == {"One-Eyed Ogre, Initiative": 1, "Golden Bell member, Initiative": 1}
    drawing = ElementTree.fromstring(bars._repr_svg_())
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert texts == [part for label, count in counts for part in (label, str(count))]
    assert {bar.get("width") for bar in drawing.iter(f"{SVG}rect")} == {"300.0"}


def test_the_notebook_is_stored_without_results() -> None:
    assert NOTEBOOK["nbformat"] == 4
    assert [cell["outputs"] for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"] == [[], [], []]
    assert sum(len(cell["source"]) for cell in NOTEBOOK["cells"]) <= 60
