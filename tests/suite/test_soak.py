"""Tests that the report of soaks counts the tests that ran and those that failed, and has those that there are."""

import re
from pathlib import Path

from tests.soak import REPORT, ROOT, Case, exists, read, report, rows_in, rows_of

RESULTS = """<testsuites><testsuite>
<testcase classname="tests.laws.test_laws" name="test_the_laws_hold_in_random_fights[s3-duel-20]" time="1.5">
<properties><property name="reported" value="8 moves."/><property name="other" value="x"/></properties></testcase>
<testcase classname="tests.laws.test_laws" name="test_the_laws_hold_in_random_fights[s3-duel-21]" time="2.0"><failure/>
</testcase>
<testcase classname="tests.chaos.test_kill" name="test_that_was_removed" time="30"><error/></testcase>
</testsuite></testsuites>"""
LAWS = "tests.laws.test_laws.test_the_laws_hold_in_random_fights"
REMOVED = "tests.chaos.test_kill.test_that_was_removed"
MARKED = re.compile(r"import .*\bsoak\b|mark\.soak\b")


def test_a_row_counts_the_cases_of_a_test_and_those_that_failed(tmp_path: Path) -> None:
    file = tmp_path / "results.xml"
    file.write_text(RESULTS)
    cases = read(file)
    assert cases[0] == Case(LAWS, 1.5, passed=True, reported=("8 moves.",))
    assert rows_of(cases, "1.0") == {
        LAWS: f"| `{LAWS}` | 2 | 1 | 4 | 1.0 | 8 moves. |",
        REMOVED: f"| `{REMOVED}` | 1 | 1 | 30 | 1.0 |  |",
    }


def test_a_run_replaces_its_own_rows_and_drops_those_of_tests_that_are_gone() -> None:
    kills = "tests.chaos.test_kill.test_a_killed_service_has_kept_what_it_acknowledged"
    before = report({test: f"| `{test}` | 1 | 0 | 5 | 1.0 |  |" for test in (LAWS, kills)})
    after = report({**rows_in(before), **rows_of([Case(LAWS, 7, passed=True), Case(REMOVED, 7, passed=True)], "1.1")})
    assert after.splitlines()[-2:] == [f"| `{kills}` | 1 | 0 | 5 | 1.0 |  |", f"| `{LAWS}` | 1 | 0 | 7 | 1.1 |  |"]


def test_the_committed_report_has_every_module_with_soak_tests() -> None:
    page = REPORT.read_text(encoding="utf-8")
    rows = rows_in(page)
    assert page == report(rows)
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.name != "test_soak.py" and MARKED.search(path.read_text(encoding="utf-8"))
    }
    assert modules == {test.rpartition(".")[0] for test in rows}


def test_a_test_exists_if_its_module_defines_it() -> None:
    assert exists(LAWS)
    assert not exists(REMOVED)
    assert not exists("tests.nowhere.test_nothing")
