"""Measure everything: ``python -m bench [NAME …]`` prints a table and writes ``bench/results.json``."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from bench.append import append, memory
from bench.duels import duels
from bench.http_command import http_command, http_command_fsync
from bench.long import any_version, cold, growth
from bench.measure import Measure
from bench.rebuild import rebuild, rebuild_peer
from bench.scripts import SCRIPTS, names
from bench.start import start
from bench.throws import throws
from bench.watchers import watchers

MEASURES: dict[str, Callable[[], Measure]] = {
    "http_command": http_command,
    "http_command_fsync": http_command_fsync,
    "throws": throws,
    **{name: partial(duels, script) for name, script in names("duels").items()},
    **{name: partial(rebuild, script) for name, script in names("rebuild").items()},
    "rebuild_peer": partial(rebuild_peer, SCRIPTS[0]),
    "append": append,
    "bytes": memory,
    "growth": growth,
    "any_version": any_version,
    "cold": cold,
    "watchers": watchers,
    "start": start,
}
RESULTS = Path(__file__).with_name("results.json")


def main(chosen: list[str]) -> int:
    """Run the measures named, or all; exit status 1 where one misses its ratio, 2 for an unknown name."""
    unknown = [name for name in chosen if name not in MEASURES]
    if unknown:
        print(f"No measure is called {', '.join(unknown)}; there are {', '.join(MEASURES)}.", file=sys.stderr)
        return 2
    console = Console()
    columns = [Column(header, no_wrap=True) for header in ("measure", "value", "floor", "ratio", "to reach", "unit")]
    table = Table(*columns, "note")
    results: dict[str, Measure] = {}
    for name in chosen or MEASURES:
        with console.status(f"measuring {name} …"):
            measure = results[name] = MEASURES[name]()
        sign = "≤" if measure.get("at_most") else "≥"
        style = "green" if reached(measure) else "red"
        table.add_row(
            name,
            f"{measure['value']:,.3f}" if measure["value"] < 10 else f"{measure['value']:,.0f}",
            f"{measure['floor']:,.3f}" if measure["floor"] < 10 else f"{measure['floor']:,.0f}",
            f"[{style}]{measure['ratio']:.2f}[/]",
            f"{sign} {measure['target']}" if "target" in measure else "–",
            measure.get("unit", ""),
            measure.get("note", ""),
        )
    console.print(table)
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    missed = [name for name, measure in results.items() if not reached(measure)]
    if missed:
        console.print(f"Missed here: {', '.join(missed)}.")
    return 1 if missed else 0


def reached(measure: Measure) -> bool:
    """Whether the ratio is where it should be; one that is not promised always is."""
    if "target" not in measure:
        return True
    return measure["ratio"] <= measure["target"] if measure.get("at_most") else measure["ratio"] >= measure["target"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
