"""Tests that the chat bot of the guide prints what the guide shows."""

from pathlib import Path

from tests.docs.snippets import assert_shows, at, python_says, snippets
from tests.program import ROOT, serving

GUIDE = [*snippets(ROOT / "docs" / "howto" / "chat-bot.md")]


def test_the_chat_bot_answers_as_the_guide_shows(tmp_path: Path) -> None:
    with serving(tmp_path / "service") as url:
        said = python_says(at(url, GUIDE), tmp_path)
    for snippet, printed in zip(GUIDE, said, strict=True):
        assert_shows(snippet.shown or "\n", printed)
