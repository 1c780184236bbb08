"""Run benchmarks: ``python -m bench`` runs the core measures, ``--all`` runs all, and names run those named.

Prints a line for each, and writes it to ``bench/results.json``, which keeps the last result of each other measure.
"""

import json
import sys
import time
from pathlib import Path

from rich.console import Console

from bench.measure import Measure, holds
from bench.measures import MEASURES
from bench.report import heading, row, verdict

RESULTS = Path(__file__).with_name("results.json")


def main(arguments: list[str]) -> int:
    """Run the requested measures. Returns exit status 1 if one misses its target, 2 for an unknown name."""
    everything = arguments == ["--all"]
    names = [name for name, entry in MEASURES.items() if entry.core or everything]
    if arguments and not everything:
        names = arguments
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        print(f"Unknown measure: {', '.join(unknown)}. Choose from {', '.join(MEASURES)}.", file=sys.stderr)
        return 2
    console = Console(highlight=False, soft_wrap=True)
    console.print(heading(names))
    began = time.monotonic()
    results: dict[str, Measure] = {}
    for name in names:
        with console.status(f"measuring {name} …"):
            measure = results[name] = MEASURES[name].run()
        console.print(row(names, name, measure), style="green" if holds(measure) else "red", markup=False)
        keep(name, measure)
    for line in verdict(results):
        console.print(line, markup=False)
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    console.print(f"Measured in {minutes} min {seconds} s.")
    return 0 if all(map(holds, results.values())) else 1


def keep(name: str, measure: Measure) -> None:
    """Write a result to the file, replacing the last one of its name."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    kept = {known: result for known, result in {**results, name: measure}.items() if known in MEASURES}
    RESULTS.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
