"""Tests that every forbidden command is refused by the rule that forbids it, and is not an option either."""

import re
from typing import Any

import pytest

from tests.rules.refusal_cases import Forbidden, Row
from tests.rules.rulesets import FORBIDDEN
from tests.rules.specification import Specification


def _parameter(forbidden: Forbidden, row: Row) -> Any:
    return pytest.param(forbidden, row, id=f"{row.rule}-{row.command.type}", marks=pytest.mark.rule(row.rule))


@pytest.mark.parametrize(
    ("forbidden", "row"), [_parameter(forbidden, row) for forbidden in FORBIDDEN for row in forbidden.rows]
)
def test_a_forbidden_command_is_refused_by_its_rule(forbidden: Forbidden, row: Row) -> None:
    spec = Specification(forbidden.notation).given(*row.given)
    spec.when(row.command, speaker=row.speaker).refused(row.rule, row.code)
    assert spec.refusal is not None
    assert spec.refusal.detail.endswith(".")
    named = re.match(r"command\.(\w+)", spec.refusal.field or "")
    fields = {info.alias or name for name, info in type(row.command).model_fields.items()}
    assert named is None or named[1] in fields


@pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda forbidden: forbidden.prefix)
def test_the_table_has_every_rule_that_the_code_refuses_by(forbidden: Forbidden) -> None:
    assert forbidden.rules_of_refusals() - {row.rule for row in forbidden.rows} == set()
