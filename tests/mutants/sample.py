"""Draw mutants: some faults of the decisions and folds of each ruleset, the same ones for the same code and seed.

A change to a function changes only its own mutants; the selection among the others does not change.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.operators import Fault, faults, functions, mutated

ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = ROOT / "domain" / "rulesets"
CHAPTERS: Final = "chapters"
EACH: Final = 20
SEED: Final = 2026
Key = tuple[str, str, str, str, str]
"""The file, the function and the line of a mutant, the original source, and its replacement."""


class Mutant(NamedTuple):
    """A fault in a function; ``file`` is relative to the root of the project, ``line`` is the source of its line."""

    ruleset: str
    file: str
    function: str
    begins: int
    line: str
    fault: Fault

    @property
    def key(self) -> Key:
        """The identity of this mutant, stable while its line is unchanged."""
        return self.file, self.function, self.line, self.fault.before, self.fault.after

    def source(self, root: Path) -> str:
        """Return the mutated source of its module."""
        return mutated((root / self.file).read_text("utf-8"), self.function, self.begins, self.fault)


def rulesets() -> list[str]:
    """Return the keys of the rulesets that have decisions to mutate."""
    return sorted(folder.name for folder in RULESETS.iterdir() if (folder / CHAPTERS).is_dir())


def every_mutant(ruleset: str) -> Iterator[Mutant]:
    """Return all mutants of a ruleset, in the order of files and lines."""
    for path in sorted((RULESETS / ruleset / CHAPTERS).rglob("*.py")):
        file, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        lines = text.splitlines()
        for name, function in functions(ast.parse(text)):
            for fault in faults(function):
                yield Mutant(ruleset, file, name, function.lineno, lines[fault.line - 1].strip(), fault)


def drawn(mutants: Iterable[Mutant], count: int = EACH, seed: int = SEED) -> list[Mutant]:
    """Return the selection of mutants to try."""
    return sorted(mutants, key=partial(_lot, seed))[:count]


def _lot(seed: int, mutant: Mutant) -> str:
    """Return the lot of a mutant, which depends only on its function and the seed; the lowest lots are drawn."""
    return hashlib.sha256(f"{seed} {mutant.key} {mutant.fault.place}".encode()).hexdigest()
