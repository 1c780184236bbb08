"""Tests the logic of the benchmarks: the scaling of limits, the verdicts, and the lines of the report."""

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.calibration import REFERENCE, within
from bench.measure import Measure, holds, of_pairs
from bench.measures import MEASURES, Entry
from bench.report import heading, row, verdict

FAST = Measure(value=42_000, floor=10_000, ratio=4.2, target=4, unit="events/s", note="a note " * 20)
SLOW = Measure(value=0.5, floor=1, ratio=0.78, target=0.8, unit="exchanges/s")
LARGE = Measure(value=3, floor=1, ratio=3, target=2.5, at_most=True, unit="bytes")


def test_a_limit_is_scaled_by_the_loop_that_was_measured_right_before() -> None:
    loops, spent = iter([REFERENCE, 2 * REFERENCE, 4 * REFERENCE]), iter([3.0, 4.0, 4.0])
    measure = within(2.0, lambda: next(spent), runs=3, unit="s", loop=lambda: next(loops))
    assert (measure["value"], measure["floor"], measure["ratio"]) == (4.0, 4.0, 1.0)
    assert holds(measure)
    assert "limit 2 × 2.00" in measure["note"]


def test_a_ratio_is_the_median_of_those_of_its_pairs() -> None:
    assert of_pairs([(1, 2), (30, 10), (8, 8)]) == {"value": 8, "floor": 8, "ratio": 1}


def test_a_target_is_reached_from_its_side_and_exactly() -> None:
    assert [holds(measure) for measure in (FAST, SLOW, LARGE)] == [True, False, False]
    assert holds({**SLOW, "ratio": 0.8})
    assert holds({**LARGE, "ratio": 2.5})


def test_lines_are_aligned_and_say_by_how_much_a_measure_falls_short() -> None:
    results = {"duels_black_dice": FAST, "append": SLOW, "bytes": LARGE}
    lines = [heading(results), *(row(results, name, measure) for name, measure in results.items())]
    assert len({line.index(word) for line, word in zip(lines[1:], ("holds", "SHORT", "SHORT"), strict=True)}) == 1
    assert {line.rindex(word) for line, word in zip(lines, ("unit", *UNITS), strict=True)} == {UNIT_AT}
    assert lines[2].split() == ["append", "0.500", "1.000", "0.780", "≥", "0.8", "SHORT", "exchanges/s"]
    assert verdict(results) == [
        "These hold: duels_black_dice.",
        "append falls short by 2.5%: 0.780, to reach ≥ 0.8.",
        "bytes falls short by 20.0%: 3.000, to reach ≤ 2.5.",
    ]


UNITS = ("events/s", "exchanges/s", "bytes")
UNIT_AT = len("duels_black_dice") + 10 + 10 + 9 + 10 + 2 + 7


def test_a_run_prints_whole_lines_fails_and_keeps_what_others_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.json"
    results.write_text(json.dumps({"bytes": LARGE, "throws": SLOW, "no_longer_measured": SLOW}))
    monkeypatch.setattr(bench, "RESULTS", results)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setitem(MEASURES, "throws", Entry(lambda: FAST))
    assert bench.main(["throws"]) == 0
    assert f"events/s; {FAST['note']}\n" in capsys.readouterr().out
    assert json.loads(results.read_text()) == {"bytes": LARGE, "throws": FAST}
    monkeypatch.setitem(MEASURES, "throws", Entry(lambda: SLOW))
    assert bench.main(["throws"]) == 1
