"""Tests that the page shows a complete ruleset in few lines, and that its session prints what the page shows."""

import re
from pathlib import Path

import pytest

from domain.ruleset.ruleset import Ruleset
from tests.docs.snippets import assert_shows, at, python_says, snippets
from tests.plugins.packages import PAGE, files

SESSION = [snippet for snippet in snippets(PAGE) if snippet.shown is not None]


def test_the_code_of_the_page_has_about_a_hundred_lines() -> None:
    assert list(files()) == ["pyproject.toml", "tug.py"]
    assert len([line for line in files()["tug.py"].splitlines() if line.strip()]) <= 110


def test_its_session_prints_what_is_shown(url: str, tmp_path: Path) -> None:
    [said] = python_says(at(url, SESSION), tmp_path)
    [snippet] = SESSION
    assert_shows(snippet.shown, said)


@pytest.mark.parametrize("field", [name for name in Ruleset.__dataclass_fields__ if name not in ("key", "title")])
def test_every_field_of_a_ruleset_is_used_in_the_code_or_told_as_left_out(field: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = "".join(re.findall(r"^\|.*\n", text, flags=re.MULTILINE))
    assert f"    {field}=" in files()["tug.py"] or f"`{field}`" in table
