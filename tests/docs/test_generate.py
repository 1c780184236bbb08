"""The generated pages of the documentation say what the data says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.generate import PAGES
from tests.rules.reference import Reference
from tests.rules.rulesets import REFERENCES

ROOT = Path(__file__).parents[2]


def generate(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the documentation's program as it stands in that folder, with the packages of this project."""
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
    page = tmp_path / "docs" / "rules" / "s3.md"

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
    for page in PAGES.values():
        text = page()
        assert len(re.findall(r"^# ", text, flags=re.MULTILINE)) == 1
        for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
            assert len({line.count(" | ") for line in block.splitlines()}) == 1, block.splitlines()[0]
