"""Tests that texts outside the rulesets' folders contain none of the phrases of ``plain_english``."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.python_client.modules import WRITTEN
from domain.text.words import without_citations
from tests.docs.plain_english import ANYWHERE, IN_DOCSTRINGS, Pattern
from tests.docs.prose import Text, texts_of_api, texts_of_code, texts_of_page
from tests.program import ROOT

CODE = ("domain", "events", "service", "clients/python", "docs", "bench", "examples")
RULESETS = ROOT / "domain" / "rulesets"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + [
    page for folder in ("docs", "docs/*", "clients/*") for page in sorted(ROOT.glob(f"{folder}/*.md"))
]
FROM_THE_DESCRIPTION = f"\n{WRITTEN}\n"
GENERATED = ROOT / "docs" / "reference" / "rulings.md"  # its introduction is checked in docs/pages/rulings.py

ANY_PHRASE = re.compile("|".join(pattern.phrase for pattern in ANYWHERE), re.IGNORECASE)


def matches(pattern: Pattern, words: str) -> bool:
    return re.search(pattern.phrase, words, re.IGNORECASE) is not None


def found(text: Text) -> Iterator[str]:
    """Yield a line for each pattern that a text matches."""
    anywhere = ANYWHERE if ANY_PHRASE.search(text.words) else ()
    for pattern in (*anywhere, *(IN_DOCSTRINGS if text.docstring else ())):
        if hit := re.search(pattern.phrase, text.words, re.IGNORECASE):
            around = text.words[max(0, hit.start() - 30) : hit.end() + 30]
            yield f"{text.place}: “{hit[0][:60]}” in “{around[:150]}”; write: {pattern.instead}"


def modules(folder: Path) -> Iterator[Path]:
    """Yield modules, except those whose texts are of the API description, which is checked itself."""
    for path in sorted(folder.rglob("*.py")):
        described = FROM_THE_DESCRIPTION in path.read_text(encoding="utf-8")
        if RULESETS not in path.parents and "node_modules" not in path.parts and not described:
            yield path


@pytest.mark.parametrize("folder", CODE)
def test_docstrings_comments_and_messages_are_plain(folder: str) -> None:
    hits = [
        line
        for path in modules(ROOT / folder)
        for text in texts_of_code(path, str(path.relative_to(ROOT)))
        for line in found(text)
    ]
    assert hits == [], "\n" + "\n".join(hits)


@pytest.mark.parametrize("page", [page for page in PAGES if page != GENERATED], ids=lambda page: page.name)
def test_pages_are_plain(page: Path) -> None:
    hits = [line for text in texts_of_page(page, str(page.relative_to(ROOT))) for line in found(text)]
    assert hits == [], "\n" + "\n".join(hits)


def test_the_description_of_the_api_is_plain() -> None:
    modules_of_rulesets = sorted(RULESETS.rglob("*.py"))
    of_rulesets = "\n".join(text.words for path in modules_of_rulesets for text in texts_of_code(path, path.name))
    as_written = of_rulesets.replace("``", "`")
    exempt = as_written + without_citations(as_written)
    texts = [text for text in texts_of_api(ROOT / "openapi.yaml") if text.words not in exempt]
    assert len(texts) > 500
    hits = [line for text in texts for line in found(text)]
    assert hits == [], "\n" + "\n".join(hits)


@pytest.mark.parametrize("pattern", [*IN_DOCSTRINGS, *ANYWHERE], ids=lambda pattern: pattern.example)
def test_each_pattern_matches_its_example_and_not_what_to_write_instead(pattern: Pattern) -> None:
    assert matches(pattern, pattern.example)
    assert not any(matches(other, pattern.instead) for other in ANYWHERE)


def test_there_are_enough_patterns_and_each_has_an_example_of_its_own() -> None:
    patterns = [*IN_DOCSTRINGS, *ANYWHERE]
    assert len(patterns) >= 60
    assert len({pattern.phrase for pattern in patterns}) == len({pattern.example for pattern in patterns})


@pytest.mark.parametrize(
    "plain",
    [
        "The target stands; its posture is standing, and it moves behind cover.",
        "The watcher is too far behind and is dropped.",
        "Return the caller, or None if there is no token. Who may call this? The narrator.",
        "Removes the server process that a crash left behind.",
        "A few more entries are read, so that the next page starts after version 13.",
        "The client tells the service its position; so much for the request.",
        "Who may do what",
        "What changed",
    ],
)
def test_plain_words_are_not_matched(plain: str) -> None:
    assert list(found(Text("here", plain, docstring=not plain.startswith("Wh")))) == []


MODULE = '''
"""What a module is."""

# It is read by
# nobody.
MESSAGE = f"The token {MESSAGE} is known "\\
    "to nobody."


def function() -> str:
    """Return it."""
    return "Whether it is so."  # again and again
'''
PAGE = "# Page\n\nThe reader goes\non from here.\n\n```text\nIt goes on from here.\n```\n\nAs it stands.\n"
API = "info: {description: Built anew.}\npaths:\n- summary: To be had.\n  example: {value: To be had.}\n"


def test_texts_are_found_where_they_begin_over_the_ends_of_lines(tmp_path: Path) -> None:
    texts = {"module.py": MODULE, "page.md": PAGE, "api.yaml": API}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = [
        *texts_of_code(tmp_path / "module.py", "module.py"),
        *texts_of_page(tmp_path / "page.md", "page.md"),
        *texts_of_api(tmp_path / "api.yaml"),
    ]
    places = [line.partition(": ")[0] for text in read for line in found(text)]
    assert places == [
        *("module.py:2", "module.py:2", "module.py:6", "module.py:4", "module.py:12"),
        *("page.md:3", "page.md:10", "api.yaml/info", "api.yaml/paths/0"),
    ]
