"""Tests that an external ruleset brings words of other languages, and that they are checked like those built in."""

from pathlib import Path

import pytest

from domain.registry import InvalidRuleset, collect
from domain.ruleset.offering import declarations
from tests.plugins.packages import install, installed, loaded, write
from tests.program import yarrow_process

TITLE = '    title="Tug of War",\n'


def with_german(labels: str) -> dict[str, str]:
    """Return the change of the page that gives the ruleset German labels."""
    return {TITLE: f'{TITLE}    languages={{"de": {{"labels": {labels}}}}},\n'}


def test_its_words_replace_the_labels_that_are_made_from_identifiers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    entry = loaded(tmp_path, with_german('{"tug.pull": "Ziehen", "target": "Gegen"}'))
    tug = collect((), [entry])["tug"]
    forms = declarations(tug, narrator=False, language="de").forms
    labels = [forms[name].label for name in ("tug.pull", "core.note/open", "tug.spit")]
    assert labels == ["Ziehen", "Notiz machen", "Spit into the hands"]
    assert [field.label for field in forms["tug.pull"].fields] == ["Wer", "Gegen"]


def test_a_ruleset_with_malformed_words_is_invalid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidRuleset, match=r"tug, de: 'target' under .* is not a text"):
        collect((), [loaded(tmp_path, with_german('{"target": 1}'))])


def test_what_its_words_lack_and_have_too_much_is_listed(tmp_path: Path) -> None:
    install(write(tmp_path / "source", with_german('{"tug.pull": "Ziehen", "tug.push": "Schieben"}')), tmp_path / "in")
    done = yarrow_process("languages", "--ruleset", "tug", variables=installed(tmp_path / "in"))
    assert done.returncode == 1
    first, *lines = done.stdout.splitlines()
    assert first == f"tug in de: {len(lines)} faults"
    assert "  labels: tug.spit is missing: 'Spit into the hands'" in lines
    assert "  labels: prompt.grip is missing: 'Grip'" in lines
    assert "  labels: tug.push is not among the English texts" in lines
    assert not [line for line in lines if "labels: tug.pull " in line or "core." in line]
