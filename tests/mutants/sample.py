"""Draw mutants: some faults of the decisions and folds of each ruleset, the same ones for the same code and seed.

A change of a function changes its own mutants; which of the others are drawn stays as it was.
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
ROOMS: Final = ("decide", "evolve")
EACH: Final = 20
SEED: Final = 2026
Key = tuple[str, str, str, str, str]
"""The file, the function and the line of a mutant, what is there, and what comes instead."""


class Mutant(NamedTuple):
    """One fault in one function; ``file`` is relative to the root of the project, ``line`` the source where it is."""

    ruleset: str
    file: str
    function: str
    begins: int
    line: str
    fault: Fault

    @property
    def key(self) -> Key:
        """What names this mutant for as long as its line stays what it is."""
        return self.file, self.function, self.line, self.fault.before, self.fault.after

    def source(self, root: Path) -> str:
        """Return the mutated source of its module."""
        return mutated((root / self.file).read_text("utf-8"), self.function, self.begins, self.fault)


def rulesets() -> list[str]:
    """Return the keys of the rulesets that have decisions to mutate."""
    return sorted(folder.name for folder in RULESETS.iterdir() if (folder / ROOMS[0]).is_dir())


def every_mutant(ruleset: str) -> Iterator[Mutant]:
    """Return all mutants of a ruleset, in the order of files and lines."""
    for room in ROOMS:
        for path in sorted((RULESETS / ruleset / room).rglob("*.py")):
            file, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            lines = text.splitlines()
            for name, function in functions(ast.parse(text)):
                for fault in faults(function):
                    yield Mutant(ruleset, file, name, function.lineno, lines[fault.line - 1].strip(), fault)


def drawn(mutants: Iterable[Mutant], count: int = EACH, seed: int = SEED) -> list[Mutant]:
    """Return those of the mutants that are tried."""
    return sorted(mutants, key=partial(_lot, seed))[:count]


def _lot(seed: int, mutant: Mutant) -> str:
    """Return the lot of a mutant, which depends on nothing outside its function: the lowest are drawn."""
    return hashlib.sha256(f"{seed} {mutant.key} {mutant.fault.place}".encode()).hexdigest()
