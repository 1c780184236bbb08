"""Tests that the tests selected for a change are those that depend on it."""

import pytest

from tests.changed import Dependencies, changed_files


@pytest.fixture(scope="module")
def dependencies() -> Dependencies:
    return Dependencies()


@pytest.mark.parametrize(
    ("file", "among", "beside"),
    [
        (
            "domain/rulesets/s3/chapters/grapple/pins.py",
            "tests.rules.s3.grapple.test_pins",
            "tests.deploy.test_deployment",
        ),
        (
            "domain/rulesets/black_dice/chapters/perils/perils.py",
            "tests.mutants.test_mutants",
            "tests.deploy.test_deployment",
        ),
        ("domain/rulesets/s3/weapons.toml", "tests.rules.s3.throws.test_weapons", "tests.deploy.test_deployment"),
        ("events/store/append.lua", "tests.unit.events.store.test_store", "tests.unit.domain.test_cards"),
        ("service/cli/watch.py", "tests.cli.test_watch", "tests.rules.s3.grapple.test_pins"),
        ("tests/rules/ticks/examples/tk-ex-001-010.yaml", "tests.rules.test_examples", "tests.http.input.test_headers"),
        ("tests/http/access/conftest.py", "tests.http.access.test_tokens", "tests.rules.s3.grapple.test_pins"),
        ("tests/rules/s3/grapple/test_pins.py", "tests.rules.s3.grapple.test_pins", "tests.rules.s3.wounds.test_stun"),
        ("docs/tutorial/playing.md", "tests.docs.test_playing", "tests.rules.s3.grapple.test_pins"),
        ("deploy/compose.yaml", "tests.deploy.test_deployment", "tests.rules.s3.grapple.test_pins"),
    ],
)
def test_a_change_runs_the_tests_that_depend_on_it(
    dependencies: Dependencies, file: str, among: str, beside: str
) -> None:
    found = dependencies.tests_of([file])
    assert among in found
    assert beside not in found


@pytest.mark.parametrize("file", ["Makefile", "pyproject.toml", "tests/conftest.py", "requirements.lock"])
def test_what_everything_rests_on_runs_everything(dependencies: Dependencies, file: str) -> None:
    assert dependencies.tests_of([file]) == dependencies.tests


@pytest.mark.parametrize("files", [[], ["LICENSE"]])
def test_what_no_test_sees_runs_nothing(dependencies: Dependencies, files: list[str]) -> None:
    assert dependencies.tests_of(files) == set()


def test_an_unknown_revision_is_named() -> None:
    with pytest.raises(SystemExit, match=r"nosuchrevision.*\nName a revision that this clone has"):
        changed_files("nosuchrevision")
