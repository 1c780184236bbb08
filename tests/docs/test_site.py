"""Tests that the site is built without a warning, has no dead link and loads nothing from another host.

The short tier checks pages of its own; the long tier builds the site, as ``make docs`` does.
"""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs.site import START, faults
from tests.program import ROOT
from tests.tiers import long

SOUND = {
    "index.html": '<a href="docs/a.html#place">A</a> <a href="https://elsewhere.example/">out</a> <a href="#top">up</a>'
    '<link rel="stylesheet" href="static/a.css"><link rel="canonical" href="https://yarrow.example/"><p id="top">',
    "docs/a.html": '<h1 id="place">A</h1> <a href="../index.html">back</a> <img src="data:image/png;base64,AA">'
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    "static/a.css": '@import "b.css"; a { background: url(data:image/svg+xml;base64,AA) }',
}
LINK = "index.html links to {}, which does not exist."
LOAD = "{} loads {}."
BAD = {
    '<a href="docs/b.html">B</a>': LINK.format("docs/b.html"),
    '<a href="docs/a.html#other">A</a>': LINK.format("docs/a.html#other"),
    '<a href="#other">here</a>': LINK.format("#other"),
    '<img src="picture.png">': LINK.format("picture.png"),
    '<script src="https://cdn.example/mermaid.js"></script>': LOAD.format(
        "index.html", "https://cdn.example/mermaid.js"
    ),
    '<link rel="stylesheet" href="//fonts.example/a.css">': LOAD.format("index.html", "//fonts.example/a.css"),
    '<link rel="preconnect" href="https://fonts.example">': LOAD.format("index.html", "https://fonts.example"),
    '<p style="background: url(https://cdn.example/a.png)">': LOAD.format("index.html", "https://cdn.example/a.png"),
}


def written(folder: Path, pages: Mapping[str, str]) -> Path:
    for name, text in pages.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_site_whose_links_lead_somewhere_has_no_faults(tmp_path: Path) -> None:
    assert list(faults(written(tmp_path, SOUND))) == []


@pytest.mark.parametrize(("part", "fault"), BAD.items())
def test_a_link_that_leads_nowhere_and_a_part_from_elsewhere_are_faults(tmp_path: Path, part: str, fault: str) -> None:
    assert list(faults(written(tmp_path, {**SOUND, "index.html": SOUND["index.html"] + part}))) == [fault]


@pytest.mark.parametrize(
    "rule", ['@import "//fonts.example/a.css";', "a { background: url('https://fonts.example/a.css') }"]
)
def test_a_style_sheet_that_loads_something_from_elsewhere_is_a_fault(tmp_path: Path, rule: str) -> None:
    [fault] = faults(written(tmp_path, {**SOUND, "static/a.css": rule}))
    assert fault.startswith("static/a.css loads ")


@pytest.mark.parametrize("name", [long("site")])
def test_the_site_is_built_without_a_warning_and_has_every_page(name: str, tmp_path: Path) -> None:
    site = tmp_path / name
    words = [sys.executable, "-m", "docs.site", str(site)]
    made = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    serve = f"Its search needs a server: python3 -m http.server --directory {site}"
    assert made.stdout == f"The documentation is in {site / START}.\n{serve}\n"
    assert list(faults(site)) == []
    assert (site / "docs" / "tutorial" / "playing.html").is_file()
    assert "prompt" in (site / "searchindex.js").read_text(encoding="utf-8")
