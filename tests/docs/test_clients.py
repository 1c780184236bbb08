"""Tests that the snippets on the clients' pages run unchanged, with the clients installed as the pages describe."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.clients.node import cloned, node, npm
from tests.docs.snippets import ADDRESS, Snippet, assert_shows, at, python_says
from tests.program import ROOT, serving
from tests.waiting import PATIENCE

CLIENTS = (ROOT / "docs" / "howto" / "clients.md").read_text(encoding="utf-8")
[WATCH_PYTHON] = re.findall(r"```python\n(.*?)```", CLIENTS, flags=re.DOTALL)
[WATCH_TYPESCRIPT] = re.findall(r"```ts\n(.*?)```", CLIENTS, flags=re.DOTALL)
SHOWN = r"```{}\n(.*?)```\n\n```text\n(.*?)```"
PYTHON = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
[PLAY_PYTHON] = [Snippet("python", *shown) for shown in re.findall(SHOWN.format("python"), PYTHON, flags=re.DOTALL)]
TYPESCRIPT = (ROOT / "clients" / "typescript" / "README.md").read_text(encoding="utf-8")
[PLAY_TYPESCRIPT] = [Snippet("ts", *shown) for shown in re.findall(SHOWN.format("ts"), TYPESCRIPT, flags=re.DOTALL)]
STRICT = ("--strict", "--module", "nodenext", "--target", "es2022")


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service on which the fight that the snippets watch has been closed."""
    with (
        serving(tmp_path_factory.mktemp("service")) as url,
        httpx.Client(base_url=f"{url}/v1/", timeout=PATIENCE) as client,
    ):
        pair = [{"template": "one_eyed_ogre"}, {"template": "golden_bell_member"}]
        client.post("encounters", json={"ruleset": "s3", "id": "alley", "combatants": pair}).raise_for_status()
        client.post("encounters/alley/commands", json={"command": {"type": "core.close"}}).raise_for_status()
        yield url


@pytest.fixture
def told(url: str) -> str:
    """The story of the fight as a spectator sees it."""
    spectator = {"Yarrow-As": "spectator"}
    path = f"{url}/v1/encounters/alley/story"
    answer = httpx.get(path, params={"level": 1}, headers=spectator, timeout=PATIENCE)
    return "".join(f"{entry['version']} {entry['sentence']}\n" for entry in answer.json()["entries"])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript client's folder in a checkout, from which the project next to it installs the client."""
    folder = tmp_path_factory.mktemp("work")
    client, project = cloned(folder / "yarrow"), folder / "project"
    project.mkdir()
    npm("init", "--yes", cwd=project)
    [errand] = re.findall(r"```sh\nnpm (.*?)\n```", TYPESCRIPT, flags=re.DOTALL)
    npm(*errand.split(), cwd=project)
    return client


@pytest.fixture(scope="module")
def project(client: Path) -> Path:
    """A project that uses the TypeScript client."""
    return client.parents[2] / "project"


def test_the_python_client_tells_the_fight(url: str, told: str, tmp_path: Path) -> None:
    assert python_says(at(url, [Snippet("python", WATCH_PYTHON, None)]), tmp_path) == [told]


def test_the_python_client_plays_as_its_page_shows(url: str, tmp_path: Path) -> None:
    [said] = python_says(at(url, [PLAY_PYTHON]), tmp_path)
    assert_shows(PLAY_PYTHON.shown, said)


def test_the_typescript_client_tells_the_fight(url: str, told: str, project: Path) -> None:
    assert typescript_says(url, WATCH_TYPESCRIPT, project / "watch.mts") == told


def test_the_typescript_client_is_used_without_typescript_too(url: str, told: str, project: Path) -> None:
    assert "Save this snippet as `watch.mjs` and\nrun it with `node watch.mjs`" in CLIENTS
    script = project / "plain" / "watch.mjs"
    script.parent.mkdir()
    script.write_text(WATCH_TYPESCRIPT.replace(ADDRESS, url), encoding="utf-8")
    assert node(script, cwd=script.parent) == told


def test_the_typescript_client_plays_as_its_page_shows(url: str, project: Path) -> None:
    assert_shows(PLAY_TYPESCRIPT.shown, typescript_says(url, PLAY_TYPESCRIPT.code, project / "play.mts"))


def test_the_typescript_example_runs_as_its_first_line_says(url: str, told: str, client: Path) -> None:
    first = (client / "examples" / "watch.ts").read_text(encoding="utf-8").splitlines()[0]
    [line] = re.findall(rf": node (\S+ {ADDRESS} <encounter>)$", first)
    arguments = line.replace(ADDRESS, url).replace("<encounter>", "alley").split()
    assert node(*arguments, cwd=client) == told


def test_the_typescript_client_is_built_to_what_its_package_exports(client: Path) -> None:
    exported = json.loads((client / "package.json").read_text("utf-8"))["exports"]["."]
    assert all((client / place).is_file() for place in exported.values())


@pytest.mark.parametrize("snippet", [WATCH_PYTHON, WATCH_TYPESCRIPT])
def test_the_snippets_are_short(snippet: str) -> None:
    assert len([line for line in snippet.splitlines() if line]) <= 10


def typescript_says(url: str, code: str, script: Path) -> str:
    """Compile a snippet with strict checks in its project, run it, and return its output."""
    assert code.count(ADDRESS) == 1
    script.write_text(code.replace(ADDRESS, url), encoding="utf-8")
    tsc = script.parent.joinpath("node_modules", "yarrow-client", "node_modules", "typescript", "bin", "tsc")
    node(tsc, *STRICT, script, cwd=script.parent)
    return node(script.with_suffix(".mjs"), cwd=script.parent)
