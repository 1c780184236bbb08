"""Tests that the mutation tool makes the faults it describes, draws the same ones each time, and finds missed ones."""

import ast
import subprocess
import textwrap
from pathlib import Path
from typing import Final

import pytest

from tests.mutants.operators import Fault, faults, functions, mutated
from tests.mutants.report import Tried, line, missed, reasons, report
from tests.mutants.sample import EACH, ROOT, Mutant, drawn, every_mutant, rulesets
from tests.mutants.trial import Copy, stages

MODULE: Final = '''
class Rules:
    """Rules."""

    def bound(self, number: int = 3) -> bool:
        """Return whether 3 < number."""
        return number <= 3
'''


def changes(body: str) -> set[tuple[str, str]]:
    """Return the faults of a function with this body, as pairs of the original and its replacement."""
    [(_, function)] = functions(ast.parse(f"def rule(a, b):\n{textwrap.indent(body, '    ')}"))
    return {(fault.before, fault.after) for fault in faults(function)}


@pytest.mark.parametrize(
    ("body", "before", "after"),
    [
        ("x = a < b", "a < b", "a <= b"),
        ("x = a == b", "a == b", "a != b"),
        ("x = a not in b", "a not in b", "a in b"),
        ("x = a is None", "a is None", "a is not None"),
        ("x = a and b", "a and b", "a or b"),
        ("x = a + b", "a + b", "a - b"),
        ("x = a // b", "a // b", "a * b"),
        ("x = 6", "6", "7"),
        ("x = 6", "6", "5"),
        ("x = True", "True", "False"),
        ("x = not a", "not a", "a"),
        ("if a:\n    b()", "if a:\n    b()", "if not a:\n    b()"),
        ("x = 1 if a else b", "1 if a else b", "b if a else 1"),
        ("x = max(a, b)", "max(a, b)", "min(a, b)"),
        ("x = any(a)", "any(a)", "all(a)"),
        ("x = [y for y in a if y]", " for y in a if y", ""),
        ("a.record(b)", "a.record(b)", ""),
        ("a += b", "a += b", ""),
        ("return a", "return a", ""),
    ],
)
def test_each_operator_makes_its_fault(body: str, before: str, after: str) -> None:
    assert (before, after) in changes(body)


def test_what_is_no_rule_has_no_faults() -> None:
    assert changes("'''More than 3.'''\nx: list[3] = f'{a + 1} coins'\nreturn None") == set()


@pytest.mark.parametrize(
    ("before", "after", "source"),
    [
        ("number <= 3", "number < 3", "return number < 3"),
        ("3", "4", "return number <= 4"),
        ("return number <= 3", "", "pass"),
    ],
)
def test_a_fault_changes_one_place_of_a_method(before: str, after: str, source: str) -> None:
    [(name, function)] = functions(ast.parse(MODULE))
    [fault] = [fault for fault in faults(function) if (fault.before, fault.after) == (before, after)]
    changed = mutated(MODULE, name, function.lineno, fault)
    assert name == "Rules.bound"
    assert fault.line == 7
    assert changed.splitlines()[-1].strip() == source
    assert changed.splitlines()[:-1] == ast.unparse(ast.parse(MODULE)).splitlines()[:-1]


def test_a_filter_is_left_out_of_its_comprehension() -> None:
    module = "def rule(a):\n    return [y for y in a if y]\n"
    [(name, function)] = functions(ast.parse(module))
    [fault] = [fault for fault in faults(function) if fault.before.endswith("if y")]
    assert mutated(module, name, 1, fault) == "def rule(a):\n    return [y for y in a]\n"


def test_the_same_mutants_are_drawn_each_time_and_all_can_be_compiled() -> None:
    ruleset = rulesets()[0]
    mutants = drawn(every_mutant(ruleset))
    assert mutants == drawn(every_mutant(ruleset))
    assert len(set(mutants)) == EACH
    for one in mutants:
        source = one.source(ROOT)
        compile(source, one.file, "exec")
        assert source != ast.unparse(ast.parse((ROOT / one.file).read_text("utf-8"))) + "\n"


def test_a_changed_function_leaves_the_mutants_of_others_as_they_were() -> None:
    mutants = list(every_mutant(rulesets()[0]))
    before = drawn(mutants)
    changed = before[0].function
    after = drawn(one for one in mutants if one.function != changed)
    kept = [one for one in before if one.function != changed]
    assert kept == after[: len(kept)]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of a project of one rule and its tests, one of which checks the bound and one of which checks nothing."""
    project = tmp_path / "project"
    (project / "tests" / "rules" / "s3").mkdir(parents=True)
    (project / "tests" / "laws").mkdir()
    (project / "rules.py").write_text(MODULE.replace("Rules.", "Rules (S3-TURN-1)."))
    claim = "from rules import Rules\n\n# S3-TURN-1\ndef test_{}() -> None:\n    assert Rules().bound({}) {}\n"
    (project / "tests/rules/s3/test_bound.py").write_text(claim.format("bound", 3, ""))
    (project / "tests/rules/s3/test_other.py").write_text("def test_nothing() -> None:\n    assert True\n")
    (project / "tests/laws/test_laws.py").write_text(claim.format("laws[s3]", 9, "is False").replace("[s3]", "_of_s3"))
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=project, check=True)
    return Copy(project, tmp_path / "copy")


def mutant(before: str, after: str) -> Mutant:
    """Return the mutant of the project with this fault."""
    [(name, function)] = functions(ast.parse(MODULE))
    [fault] = [fault for fault in faults(function) if (fault.before, fault.after) == (before, after)]
    return Mutant("s3", "rules.py", name, function.lineno, "return number <= 3", fault)


def test_a_mutant_is_caught_by_the_first_test_that_fails(copy: Copy) -> None:
    low, high = mutant("number <= 3", "number < 3"), mutant("3", "4")
    assert copy.catches(low, stages(low, copy.root)) == "tests/rules/s3/test_bound.py::test_bound"
    assert copy.catches(high, stages(high, copy.root)) is None
    assert copy.catches(low, [["tests/laws/test_laws.py"]]) is None
    assert (copy.root / "rules.py").read_text() == MODULE.replace("Rules.", "Rules (S3-TURN-1).")


def test_tests_that_cannot_be_run_catch_nothing(copy: Copy) -> None:
    with pytest.raises(RuntimeError, match="could not be run"):
        copy.failed(["tests/no_such_file.py"])


def test_what_names_the_rule_is_run_first(copy: Copy) -> None:
    first, own, shared = stages(mutant("3", "4"), copy.root)
    assert (first, own) == (["tests/rules/s3/test_bound.py"], ["tests/rules/s3"])
    assert shared == ["tests/laws/test_laws.py", "-k", "s3"]


def test_what_nothing_catches_is_missed_unless_a_reason_is_on_record() -> None:
    fault = Fault(0, 7, "a | 3", "a | 4")
    caught, lost = (
        Tried(Mutant("s3", "domain/rulesets/s3/chapters/a.py", name, 1, "b = a | 3", fault), by)
        for name, by in (("one", "test_a[1]"), ("two", None))
    )
    known = {lost.mutant.key: "nothing has more than 3"}
    assert missed([caught, lost], {}) == [lost]
    assert missed([caught, lost], known) == []
    assert line(lost, {}) == "MISSED    domain/rulesets/s3/chapters/a.py:7 two: a | 3 -> a | 4"
    assert (
        line(lost, known) == "survived  domain/rulesets/s3/chapters/a.py:7 two: a | 3 -> a | 4  nothing has more than 3"
    )
    assert line(caught, known) == "caught    domain/rulesets/s3/chapters/a.py:7 one: a | 3 -> a | 4  test_a"
    assert "| s3 | 2 | 1 | 0 | 1 |" in report([caught, lost], {})
    excused = report([caught, lost], known).splitlines()
    assert "| s3 | 2 | 1 | 1 | 0 |" in excused
    assert excused[-2:] == [
        r"| chapters/a.py one | `a \| 3 -> a \| 4` | caught | test_a |",
        r"| chapters/a.py two | `a \| 3 -> a \| 4` | survived | nothing has more than 3 |",
    ]


def test_a_reason_is_on_record_for_one_line_alone(tmp_path: Path) -> None:
    (tmp_path / "equivalent.toml").write_text(
        "[[mutant]]\nfile = 'rules.py'\nfunction = 'Rules.bound'\nline = 'return number <= 3'\n"
        "before = '3'\nafter = '4'\nreason = 'nothing has more than 3'\n"
    )
    excused = mutant("3", "4")
    known = reasons(tmp_path / "equivalent.toml")
    assert missed([Tried(excused, None)], known) == []
    assert missed([Tried(excused._replace(line="return 3 > number"), None)], known) != []
