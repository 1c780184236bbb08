"""Runs the TypeScript client's own tests against a running service."""

import json

import pytest

from tests.clients.node import TYPESCRIPT, install, node
from tests.program import PROGRAM, environment
from tests.tiers import long

TESTS = [path.name for path in sorted((TYPESCRIPT / "test").glob("*.test.ts"))]
LONG = "watch.test.ts"  # waits for several broken connections


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """Install the packages that the client needs."""
    install()


@pytest.mark.parametrize("name", [long(name) if name == LONG else name for name in TESTS])
def test_its_own_tests_pass(name: str, url: str) -> None:
    said = node(
        *("--test", "--test-reporter=tap", f"test/{name}"),
        YARROW_URL=url,
        YARROW_PROGRAM=json.dumps(PROGRAM),
        PYTHONPATH=environment()["PYTHONPATH"],
    )
    counts = dict(line.removeprefix("# ").split(" ", 1) for line in said.splitlines() if line.startswith("# "))
    assert int(counts["pass"]) == int(counts["tests"]) > 0
    assert counts["skipped"] == counts["todo"] == "0"


def test_the_lock_names_no_registry() -> None:
    packages = json.loads((TYPESCRIPT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("resolved" not in package for package in packages.values())
    assert all("integrity" in package for name, package in packages.items() if name)


def test_it_needs_no_package_at_run_time() -> None:
    package = json.loads((TYPESCRIPT / "package.json").read_text("utf-8"))
    assert package.keys() & {"dependencies", "peerDependencies", "optionalDependencies"} == set()
