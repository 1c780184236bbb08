"""Tests that the request on the page of languages returns what the page shows."""

from pathlib import Path

from tests.docs.snippets import assert_shows, at, shell_says, snippets
from tests.program import ROOT, serving

[MENU] = [snippet for snippet in snippets(ROOT / "docs" / "howto" / "languages.md") if snippet.language == "sh"]


def test_the_menu_has_the_german_labels_that_the_page_shows(tmp_path: Path) -> None:
    with serving(tmp_path / "service") as url:
        [said] = shell_says(at(url, [MENU]), tmp_path, "/usr/local/bin:/usr/bin:/bin")
    assert_shows(MENU.shown, said)
