"""Tests that the report of a soak counts the tests that ran and those that failed."""

from pathlib import Path

from tests.soak import Case, read, report

RESULTS = """<testsuites><testsuite>
<testcase classname="tests.laws.test_laws" name="test_laws[s3-duel-20]" time="1.5"/>
<testcase classname="tests.laws.test_laws" name="test_laws[s3-duel-21]" time="2.0"><failure/></testcase>
<testcase classname="tests.chaos.test_kill" name="test_kill" time="30"><error/></testcase>
</testsuite></testsuites>"""


def test_it_has_a_line_for_each_test_with_what_failed(tmp_path: Path) -> None:
    file = tmp_path / "results.xml"
    file.write_text(RESULTS)
    cases = read(file)
    assert cases[0] == Case("tests.laws.test_laws.test_laws", 1.5, passed=True)
    assert report(cases, "1.0").splitlines()[-2:] == [
        "| `tests.chaos.test_kill.test_kill` | 1 | 1 | 30 |",
        "| `tests.laws.test_laws.test_laws` | 2 | 1 | 4 |",
    ]
