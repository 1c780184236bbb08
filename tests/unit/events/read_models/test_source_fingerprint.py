"""Tests of the source fingerprint: generations built by other sources are rebuilt."""

from pathlib import Path

import pytest

from events.read_models.source_fingerprint import source_fingerprint


def test_sources_have_another_fingerprint_when_a_line_of_them_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "counting" / "inner" / "count.py"
    source.parent.mkdir(parents=True)
    (tmp_path / "counting" / "__init__.py").touch()
    source.write_text("count = 1\n")
    (source.parent / "notes.txt").write_text("not code")
    monkeypatch.syspath_prepend(tmp_path)
    before = source_fingerprint("counting")
    (source.parent / "notes.txt").write_text("still not code")
    assert source_fingerprint("counting") == before
    source.write_text("count = 2\n")
    assert source_fingerprint("counting") != before


def test_another_source_of_a_plain_module_is_another_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    prints = set()
    for name, source in (("count_a", "WOUND = 1\n"), ("count_b", "WOUND = 1\n"), ("count_c", "WOUND = 2\n")):
        (tmp_path / f"{name}.py").write_text(source)
        prints.add(source_fingerprint(name))
    assert len(prints) == 2
