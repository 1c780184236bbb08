"""Tests that the generated pages of the documentation match their data."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.generate import PAGES
from domain.decision.core_handlers import options_adapter
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset
from tests.rules.reference import Reference
from tests.rules.rulesets import REFERENCES

ROOT = Path(__file__).parents[3]


def generate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the documentation generator of that folder with the packages of this project."""
    return subprocess.run(
        [sys.executable, "-m", "docs.generate", *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_committed_pages_are_up_to_date() -> None:
    run = generate(ROOT, "--check")
    assert (run.returncode, run.stderr) == (0, "")


def test_a_missing_page_fails_the_check_until_it_is_written_and_an_edited_one_fails_it_again(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "generate.py", tmp_path / "docs")
    page = tmp_path / "docs" / "reference" / "rules" / "s3.md"

    assert generate(tmp_path, "--check").returncode == 1
    assert not page.exists()
    assert generate(tmp_path).returncode == 0
    assert generate(tmp_path, "--check").returncode == 0
    page.write_text(page.read_text(encoding="utf-8").replace("Pins", "Needles"), encoding="utf-8")
    run = generate(tmp_path, "--check")
    assert run.returncode == 1
    assert str(page) in run.stderr


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda reference: reference.prefix)
def test_every_rule_stands_on_its_page_once_with_title_and_every_link_leads_to_one(reference: Reference) -> None:
    pages = [page() for page in PAGES.values()]
    (page,) = (page for page in pages if f'<a id="{next(iter(reference.rules)).lower()}"></a>' in page)
    places = re.findall(r'<a id="([^"]+)"></a>', page)
    assert places == [rule_id.lower() for rule_id in reference.rules]
    assert all(rule.title in page for rule in reference.rules.values())
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= set(places)


def test_every_page_has_one_title_and_tables_whose_rows_have_as_many_cells_as_their_heads() -> None:
    for page in [page for path, page in PAGES.items() if path.suffix == ".md"]:
        text = page()
        assert len(re.findall(r"^# ", text, flags=re.MULTILINE)) == 1
        for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
            assert len({line.count(" | ") for line in block.splitlines()}) == 1, block.splitlines()[0]


RULED = [ruleset for ruleset in BUILT_IN if any("-RUL-" in rule_id for rule_id in ruleset.rules)]


@pytest.mark.parametrize("ruleset", RULED, ids=lambda ruleset: ruleset.key)
def test_every_ruling_is_listed_once_with_its_reading_and_every_value_of_its_options(ruleset: Ruleset[Any]) -> None:
    prefix = next(iter(ruleset.rules)).partition("-")[0]
    page = PAGES[ROOT / "docs" / "reference" / "rulings.md"]()
    rows = re.findall(
        rf"^\| \[({prefix}-RUL-\d+)\]\S* \| (.*?) \| (.*) \| (.*) \| (?:.*) \|$", page, flags=re.MULTILINE
    )
    assert [rule_id for rule_id, *_ in rows] == [rule_id for rule_id in ruleset.rules if "-RUL-" in rule_id]
    settings = options_adapter(ruleset.option_model).json_schema()["properties"]
    for rule_id, question, reading, options in rows:
        rule = ruleset.rules[rule_id]
        assert question == rule.title
        assert re.sub(r"\[([A-Z0-9-]+)\]\([^)]*\)", r"\1", reading) == rule.statement
        listed = dict(re.findall(r"`(\w+)`: ((?:`[^`]*`(?:, )?)+)", options))
        assert list(listed) == list(rule.options)
        for key, default in rule.options.items():
            first, *others = re.findall(r"`([^`]*)`", listed[key])
            assert first == written(default)
            assert {first, *others} >= set(map(written, settings[key].get("enum", ())))
            assert (settings[key].get("type") == "boolean") == ({first, *others} == {"true", "false"})


def written(setting: Any) -> str:
    """Return the value of an option as the page writes it."""
    return setting if isinstance(setting, str) else json.dumps(setting)


def test_every_link_from_one_page_to_a_place_on_another_leads_to_it() -> None:
    pages = {path: page() for path, page in PAGES.items()}
    links = [
        (linked, place)
        for path, text in pages.items()
        for target, place in re.findall(r"\]\(([\w./-]+)#([^)]+)\)", text)
        if (linked := (path.parent / target).resolve()) in pages
    ]
    assert links
    for target, place in links:
        assert f'<a id="{place}"></a>' in pages[target]
