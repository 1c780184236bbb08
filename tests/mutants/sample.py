"""Draw mutants: some faults of the decisions and folds of each ruleset, the same ones for the same code and seed."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.operators import Fault, faults, functions, mutated

ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = ROOT / "domain" / "rulesets"
ROOMS: Final = ("decide", "evolve")
EACH: Final = 20
SEED: Final = 2026


class Mutant(NamedTuple):
    """One fault in one function: ``file`` is relative to the root of the project."""

    ruleset: str
    file: str
    function: str
    begins: int
    fault: Fault

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names this mutant for as long as the line stays what it is."""
        return self.file, self.function, self.fault.before, self.fault.after

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
            for name, function in functions(ast.parse(path.read_text("utf-8"))):
                file = path.relative_to(ROOT).as_posix()
                yield from (Mutant(ruleset, file, name, function.lineno, fault) for fault in faults(function))


def drawn(ruleset: str, count: int = EACH, seed: int = SEED) -> list[Mutant]:
    """Return the mutants of a ruleset that are tried."""
    return random.Random(f"{seed} {ruleset}").sample(list(every_mutant(ruleset)), count)
