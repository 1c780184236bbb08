"""Tests that every forbidden command is refused by the rule that forbids it, and is not an option either."""

import re
from typing import Any

import pytest

from domain.core.commands import type_of
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


@pytest.mark.parametrize(
    ("forbidden", "row"), [_parameter(forbidden, row) for forbidden in FORBIDDEN for row in forbidden.rows]
)
def test_what_a_refusal_asks_for_is_the_first_of_what_is_legal(forbidden: Forbidden, row: Row) -> None:
    spec = Specification(forbidden.notation).given(*row.given).when(row.command, speaker=row.speaker)
    assert spec.refusal is not None
    offered = {form.command for form in spec.menu(row.speaker).forms}
    asked = tuple([one for one in spec.refusal.first if one in offered])
    assert spec.refusal.legal[: len(asked)] == asked, spec.refusal


@pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda forbidden: forbidden.prefix)
def test_a_command_that_has_its_phases_names_those_that_lead_to_them(forbidden: Forbidden) -> None:
    ruleset = forbidden.notation.ruleset
    known = {type_of(one) for one in ruleset.commands}
    phased = [one for one in ruleset.commands if one.during is not None]
    assert [one for one in phased if one.during is not None and not one.during.first] == []
    assert {first for one in phased if one.during is not None for first in one.during.first} <= known


@pytest.mark.parametrize("forbidden", FORBIDDEN, ids=lambda forbidden: forbidden.prefix)
def test_the_table_has_every_rule_that_the_code_refuses_by(forbidden: Forbidden) -> None:
    assert forbidden.rules_of_refusals() - {row.rule for row in forbidden.rows} == set()
