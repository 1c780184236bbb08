"""Try the mutants of all rulesets, or of those named: ``python -m tests.mutants [RULESET …]``.

Prints a line for each mutant, writes the report if all rulesets were tried, and exits with 1 if a mutant was missed.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.report import REPORT, Tried, line, missed, reasons, report
from tests.mutants.sample import ROOT, Mutant, drawn, every_mutant, rulesets
from tests.mutants.trial import Copy, own_tests, stages


def main(chosen: list[str]) -> int:
    """Try the mutants and report them; return the exit status."""
    keys, workers, known = chosen or rulesets(), os.cpu_count() or 1, reasons()
    mutants = [mutant for key in keys for mutant in drawn(every_mutant(key))]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(workers):
            copies.put(Copy(ROOT, Path(folder) / str(number)))

        @contextmanager
        def lent() -> Iterator[Copy]:
            copy = copies.get()
            try:
                yield copy
            finally:
                copies.put(copy)

        def fails_unchanged(ruleset: str) -> str | None:
            with lent() as copy:
                return copy.failed([own_tests(ruleset)])

        def tried(mutant: Mutant) -> Tried:
            with lent() as copy:
                found = Tried(mutant, copy.catches(mutant, stages(mutant, copy.root)))
            print(line(found, known), flush=True)
            return found

        if broken := [failed for failed in pool.map(fails_unchanged, keys) if failed is not None]:
            print("These fail without a fault too:", *broken)
            return 1
        done = list(pool.map(tried, mutants))
    if not chosen:
        REPORT.write_text(report(done, known), encoding="utf-8")
    return 1 if missed(done, known) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
