"""The README's snippets of the clients, run as they stand, tell the fight that it plays before."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.clients.node import build, node
from tests.docs.snippets import ADDRESS, Snippet, at, python_says
from tests.program import ROOT, serving

README = (ROOT / "README.md").read_text(encoding="utf-8")
[CLIENTS] = re.findall(r"^## Clients\n(.*?)^## ", README, flags=re.DOTALL | re.MULTILINE)
[PYTHON] = re.findall(r"```python\n(.*?)```", CLIENTS, flags=re.DOTALL)
[TYPESCRIPT] = re.findall(r"```ts\n(.*?)```", CLIENTS, flags=re.DOTALL)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service with the fight of the README, played to its end."""
    with serving(tmp_path_factory.mktemp("service")) as url, httpx.Client(base_url=f"{url}/v1/") as client:
        pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        client.post("encounters", json={"ruleset": "s3", "id": "alley", "combatants": pair}).raise_for_status()
        client.post("encounters/alley/commands", json={"command": {"type": "core.close"}}).raise_for_status()
        yield url


@pytest.fixture
def told(url: str) -> str:
    """What a spectator is told of it."""
    answer = httpx.get(f"{url}/v1/encounters/alley/timeline", headers={"Yarrow-As": "spectator"})
    return "".join(f"{entry['version']} {entry['sentence']}\n" for entry in answer.json()["entries"])


def test_the_python_client_tells_the_fight(url: str, told: str, tmp_path: Path) -> None:
    assert python_says(at(url, [Snippet("python", PYTHON, None)]), tmp_path) == [told]


def test_the_typescript_client_tells_the_fight(url: str, told: str, tmp_path: Path) -> None:
    build(tmp_path)
    assert TYPESCRIPT.count(ADDRESS) == 1
    script = tmp_path / "watch.mts"
    script.write_text(TYPESCRIPT.replace(ADDRESS, url), encoding="utf-8")
    assert node(script) == told


@pytest.mark.parametrize("snippet", [PYTHON, TYPESCRIPT])
def test_the_snippets_are_short(snippet: str) -> None:
    assert len([line for line in snippet.splitlines() if line]) <= 10
