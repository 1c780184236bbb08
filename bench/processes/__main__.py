"""Play an hour in ten minutes on four processes: ``python -m bench.processes [redis|cluster]``.

``--seconds`` and ``--tables`` play less. Writes the sections of the runs into ``bench/processes.md``; without a
topology, first that of one Redis, then that of the cluster.
"""

import argparse
import sys
from pathlib import Path

from bench.processes.outcome import MOST_GROWTH, SECONDS, TABLES, TITLES, keep, run

REPORT = Path(__file__).parents[1] / "processes.md"


def main(arguments: list[str]) -> int:
    """Run and report. Returns exit status 1 if a run has found faults, or if memory grew."""
    parser = argparse.ArgumentParser(prog="python -m bench.processes", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("topology", nargs="?", choices=TITLES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    asked = parser.parse_args(arguments)
    fit = True
    for topology in TITLES:
        if asked.topology not in (topology, None):
            continue
        outcome = run(topology, asked.tables, asked.seconds)
        keep(outcome, REPORT)
        print(outcome.section())
        fit = fit and not outcome.session.faults and outcome.growth <= MOST_GROWTH
    return 0 if fit else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
