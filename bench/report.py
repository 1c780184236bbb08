"""The report of measures: a line for each, and a verdict on which meet their targets."""

from collections.abc import Iterable, Mapping
from typing import Final

from bench.measure import Measure, holds

COLUMNS: Final = "{:<{name}}{:>10}{:>10}{:>9}{:>10}  {:<7}{}"


def heading(names: Iterable[str]) -> str:
    """Return the heading of the table of measures with these names."""
    return _line(names, "measure", "value", "floor", "ratio", "to reach", "", "unit, note")


def row(names: Iterable[str], name: str, measure: Measure) -> str:
    """Return the row of one of the measures with these names."""
    note = "; ".join(filter(None, (measure["unit"], measure.get("note"))))
    value, floor, ratio = (_number(measure[key]) for key in ("value", "floor", "ratio"))
    return _line(names, name, value, floor, ratio, _to_reach(measure), "holds" if holds(measure) else "SHORT", note)


def verdict(results: Mapping[str, Measure]) -> list[str]:
    """Return the closing lines: the measures that meet their targets, and by how much each other one falls short."""
    holding = [name for name, measure in results.items() if holds(measure)]
    lines = [f"These hold: {', '.join(holding)}."] if holding else []
    for name, measure in results.items():
        if name not in holding:
            lines.append(
                f"{name} falls short by {abs(measure['ratio'] / measure['target'] - 1):.1%}: "
                f"{_number(measure['ratio'])}, to reach {_to_reach(measure)}."
            )
    return lines


def _line(names: Iterable[str], *cells: str) -> str:
    return COLUMNS.format(*cells, name=max(map(len, names)))


def _to_reach(measure: Measure) -> str:
    return f"{'≤' if measure.get('at_most') else '≥'} {measure['target']:g}"


def _number(number: float) -> str:
    return f"{number:,.3f}" if number < 10 else f"{number:,.1f}" if number < 100 else f"{number:,.0f}"
