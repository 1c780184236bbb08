"""Tests of the fold fingerprint: it changes with the code that a ruleset runs, and only then."""

import json
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from events.store.fold_fingerprint import FoldFingerprints
from tests.program import ROOT

RULESETS = ("s3", "black_dice", "yin_yang", "century", "ticks")
PRINT = (
    "import json, sys; from events.store.fold_fingerprint import FoldFingerprints; found = FoldFingerprints();"
    "print(json.dumps({key: found.of(f'domain.rulesets.{key}') for key in sys.argv[1:]}))"
)
FOLD = '''"""How wounds are remembered."""
from dataclasses import dataclass
LIMIT = 9
"""Wounds that anyone survives."""

@dataclass
class Wounds:
    """Wounds of one combatant."""
    taken: int = 0  # none at first

    def add(self, amount: int) -> int:
        """Add wounds."""
        # They add up.
        self.taken += amount
        return self.taken if self.taken in (1, 2) else LIMIT
'''
_numbers = count()


class Copy:
    """A copy of the application whose files can be changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for package in ("domain", "events"):
            shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))

    def change(self, path: str, before: str, after: str) -> None:
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert before in text
        file.write_text(text.replace(before, after, 1), encoding="utf-8")

    def fingerprints(self, seed: str = "0") -> dict[str, str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONHASHSEED": seed}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = (sys.executable, "-P", "-c", PRINT, *RULESETS)
        done = subprocess.run(command, cwd=self.folder, env=environment, check=True, capture_output=True, timeout=120)
        found: dict[str, str] = json.loads(done.stdout)
        return found


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a new importable package that has a module ``fold``."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / f"folding_{next(_numbers)}"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "inner" / "__init__.py").touch()
    (folder / "inner" / "fold.py").write_text(FOLD)
    return folder


def fingerprint(package: Path) -> str:
    return FoldFingerprints().of(package.name)


def test_every_ruleset_has_a_fingerprint_of_its_own_in_every_process(copy: Copy) -> None:
    found = copy.fingerprints()
    assert len(set(found.values())) == len(RULESETS)
    assert copy.fingerprints(seed="1") == found


def test_a_changed_helper_changes_the_rulesets_that_import_it(copy: Copy) -> None:
    before = copy.fingerprints()
    copy.change("domain/core/events.py", "def ", "def added() -> int:\n    return 1\n\n\ndef ")
    after = copy.fingerprints()
    assert not [key for key in RULESETS if after[key] == before[key]]


def test_a_changed_docstring_or_comment_of_a_helper_changes_no_fingerprint(copy: Copy) -> None:
    before = copy.fingerprints()
    for path in ("domain/core/events.py", "domain/ruleset/ruleset.py", "domain/rulesets/s3/state/fight.py"):
        copy.change(path, '"""', '"""In other words: ')
        copy.change(path, "\n\n\n", "\n\n\n# Another comment.\n")
    assert copy.fingerprints() == before


def test_a_change_of_one_ruleset_leaves_the_fingerprints_of_the_others(copy: Copy) -> None:
    before = copy.fingerprints()
    copy.change("domain/rulesets/ticks/tally.py", "\n\n\n", "\n\n\nADDED = 1\n\n\n")
    after = copy.fingerprints()
    assert [key for key in RULESETS if after[key] != before[key]] == ["ticks"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("How wounds are remembered.", "Where wounds are kept."),
        ("Wounds of one combatant.", "The wounds of a combatant,\n    all of them."),
        ("Add wounds.", "Add some wounds."),
        ("Wounds that anyone survives.", "The limit."),
        ("# none at first", ""),
        ("# They add up.", "# Each of them counts.\n        # None is forgotten."),
    ],
)
def test_docstrings_and_comments_do_not_count(package: Path, before: str, after: str) -> None:
    first = fingerprint(package)
    assert before in FOLD
    (package / "inner" / "fold.py").write_text(FOLD.replace(before, after))
    assert fingerprint(package) == first


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 9", "LIMIT = 8"),
        ("taken: int = 0", "taken: int = 3"),
        ("taken: int = 0", "taken: float = 0"),
        ("+= amount", "-= amount"),
        ("(1, 2)", "{1, 2}"),
        ("(1, 2)", "(1, 3)"),
        ("else LIMIT", "else TOP"),
        ("amount: int", "amount: int = 1"),
        ("class Wounds", "class Injuries"),
    ],
)
def test_all_code_counts(package: Path, before: str, after: str) -> None:
    first = fingerprint(package)
    assert before in FOLD
    (package / "inner" / "fold.py").write_text(FOLD.replace(before, after))
    assert fingerprint(package) != first


def test_a_set_of_words_is_the_same_code_whatever_its_order(package: Path) -> None:
    (package / "inner" / "fold.py").write_text("def is_side(word):\n    return word in {'left', 'right', 'top'}\n")
    first = fingerprint(package)
    (package / "inner" / "fold.py").write_text("def is_side(word):\n    return word in {'top', 'right', 'left'}\n")
    assert fingerprint(package) == first


def test_a_package_from_outside_counts_with_all_its_modules_and_what_they_import(package: Path) -> None:
    first = fingerprint(package)
    (package / "lazily.py").write_text("def fold(state):\n    from domain.chance import draws\n    return draws\n")
    second = fingerprint(package)
    (package / "notes.txt").write_text("no code")
    assert fingerprint(package) == second != first
    found = FoldFingerprints()
    found.of(package.name)
    assert {"domain", "domain.chance", "domain.chance.draws"} <= found._modules.keys()
    assert "domain.registry" not in found._modules


def test_a_module_that_does_not_compile_counts_by_its_bytes(package: Path) -> None:
    (package / "template.py").write_text("def {{ name }}(): ...\n")
    first = fingerprint(package)
    (package / "template.py").write_text("def {{ title }}(): ...\n")
    assert fingerprint(package) != first


def test_a_plain_module_has_a_fingerprint_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "one_module_fold.py"
    prints = set()
    for source in ("WOUND = 1\n", "WOUND = 1  # light\n", "WOUND = 2\n"):
        module.write_text(source)
        prints.add(FoldFingerprints().of("one_module_fold"))
    assert len(prints) == 2
    with pytest.raises(ModuleNotFoundError, match="no_module_fold"):
        FoldFingerprints().of("no_module_fold")
