"""The TypeScript client: its own tests against a running service, and what it is built to."""

import json
from pathlib import Path

import httpx
import pytest

from tests.clients.node import TYPESCRIPT, build, install, node

TESTS = [path.name for path in sorted((TYPESCRIPT / "test").glob("*.test.ts"))]


@pytest.fixture(scope="module", autouse=True)
def installed() -> None:
    """The packages that the client needs."""
    install()


@pytest.mark.parametrize("name", TESTS)
def test_its_own_tests_pass(name: str, url: str) -> None:
    said = node("--test", "--test-reporter=tap", f"test/{name}", YARROW_URL=url)
    counts = dict(line.removeprefix("# ").split(" ", 1) for line in said.splitlines() if line.startswith("# "))
    assert int(counts["pass"]) == int(counts["tests"]) > 0
    assert counts["skipped"] == counts["todo"] == "0"


def test_its_example_tells_a_fight(url: str) -> None:
    with httpx.Client(base_url=f"{url}/v1/") as client:
        fight = client.post("encounters", json={"ruleset": "s3", "combatants": [{"template": "guard"}]}).json()[
            "encounter"
        ]
        client.post(f"encounters/{fight}/commands", json={"command": {"type": "core.close"}}).raise_for_status()
        entries = client.get(f"encounters/{fight}/timeline", headers={"Yarrow-As": "spectator"}).json()["entries"]
    told = "".join(f"{entry['version']} {entry['sentence']}\n" for entry in entries)
    assert node("examples/watch.ts", url, fight) == told


def test_it_is_built_to_what_its_package_exports(tmp_path: Path, url: str) -> None:
    client = build(tmp_path)
    exported = json.loads((client / "package.json").read_text("utf-8"))["exports"]["."]
    assert all((client / place).is_file() for place in exported.values())
    script = tmp_path / "script.mjs"
    script.write_text(
        'import { connect } from "yarrow-client";\n'
        f'const {{ data }} = await connect("{url}").GET("/v1/rulesets");\n'
        "console.log(data.rulesets.length);\n"
    )
    assert node(script) == "5\n"


def test_the_lock_names_no_registry() -> None:
    packages = json.loads((TYPESCRIPT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("resolved" not in package for package in packages.values())
    assert all("integrity" in package for name, package in packages.items() if name)
