"""Tests of ruleset runtimes: the code that a ruleset's snapshots depend on."""

from pathlib import Path

import pytest

from domain.registry import BUILT_IN, collect
from service.rulesets.runtime import package_of
from tests.plugins.packages import loaded


def test_a_ruleset_built_in_is_a_package_of_its_own() -> None:
    assert [package_of(ruleset) for ruleset in BUILT_IN] == [f"domain.rulesets.{ruleset.key}" for ruleset in BUILT_IN]


def test_a_ruleset_from_outside_is_all_of_its_top_level_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    entry = loaded(tmp_path, {})
    rulesets = collect((), [entry])
    assert [package_of(ruleset) for ruleset in rulesets.values()] == [entry.module]
