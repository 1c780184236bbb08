"""Try the mutants of all rulesets, or of those named: ``python -m tests.mutants [RULESET …]``.

Prints a line for each, writes the report where all rulesets were tried, and exits with 1 where one was missed.
"""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.report import REPORT, Tried, line, missed, reasons, report
from tests.mutants.sample import ROOT, Mutant, drawn, rulesets
from tests.mutants.trial import Copy, stages


def main(chosen: list[str]) -> int:
    """Try the mutants and report them; return the exit status."""
    workers = os.cpu_count() or 1
    known = reasons()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(workers):
            copies.put(Copy(ROOT, Path(folder) / str(number)))

        def tried(mutant: Mutant) -> Tried:
            copy = copies.get()
            try:
                found = Tried(mutant, copy.catches(mutant, stages(mutant, ROOT)))
            finally:
                copies.put(copy)
            print(line(found, known), flush=True)
            return found

        done = list(pool.map(tried, [mutant for ruleset in chosen or rulesets() for mutant in drawn(ruleset)]))
    if not chosen:
        REPORT.write_text(report(done, known), encoding="utf-8")
    return 1 if missed(done, known) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
