"""Tests that the snippets on the clients' pages run unchanged, with the clients installed as the pages describe."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import httpx
import pytest

from tests.clients.node import cloned, node, npm
from tests.docs.snippets import ADDRESS, Snippet, assert_shows, at, python_says
from tests.program import ROOT, environment, serving
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


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of a page in a language, those of lists too."""
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```", page, flags=re.DOTALL | re.MULTILINE)
    return [dedent(block) for block in found]


[_, TYPES, *LISTED_TYPESCRIPT, TEST_KIT] = blocks(TYPESCRIPT, "ts")
LISTED_PYTHON = [
    block for block in blocks(PYTHON, "python") if block.startswith(("from yarrow_client import fill", "for "))
]
"""The blocks of the lists of what the clients do, which continue one another."""
BEFORE_TYPESCRIPT = f"""import {{ fill, invitationIn, invitationLink, sentence, Yarrow }} from "yarrow-client";
const yarrow = new Yarrow("{ADDRESS}");
const combatants = [{{ template: "flying_fox" }}, {{ template: "guard" }}];
const fight = await yarrow.open({{ ruleset: "s3", combatants }});
"""
BEFORE_PYTHON = f"""import asyncio
from yarrow_client import Yarrow
async def main():
    async with Yarrow("{ADDRESS}") as yarrow:
        fight = await yarrow.open("s3", combatants=[{{"template": "flying_fox"}}, {{"template": "guard"}}])
"""


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


def test_the_lists_of_what_the_clients_do_run(url: str, project: Path, tmp_path: Path) -> None:
    assert (len(LISTED_PYTHON), len(LISTED_TYPESCRIPT)) == (2, 4)
    python = BEFORE_PYTHON + indent("\n".join(LISTED_PYTHON), " " * 8) + "asyncio.run(main())\n"
    [said] = python_says(at(url, [Snippet("python", python, None)]), tmp_path)
    same = typescript_says(url, BEFORE_TYPESCRIPT + "".join(LISTED_TYPESCRIPT) + "feed.close();", project / "list.mts")
    *groups, sentence = said.splitlines()
    assert all(re.match(r"[A-Z]\w+ \['", group) for group in groups)
    *menu, token = same.splitlines()
    assert (menu[-1], menu[0].split(" ")[0]) == (sentence, groups[0].split(" ")[0])
    assert token.startswith("yarrow_")


def test_the_types_on_the_page_are_those_of_the_package(project: Path) -> None:
    (project / "types.mts").write_text(TYPES, encoding="utf-8")
    compile_strictly(project / "types.mts")


def test_the_test_kit_of_the_page_starts_a_service(project: Path) -> None:
    (project / "fox.test.mts").write_text(TEST_KIT, encoding="utf-8")
    programs = (Path(sys.executable).parent,)
    said = node("--test", "fox.test.mts", cwd=project, path=programs, PYTHONPATH=environment()["PYTHONPATH"])
    assert re.search(r"^. pass 1$", said, flags=re.MULTILINE)


def test_the_client_is_built_for_a_page(client: Path) -> None:
    [errand] = re.findall(r"```sh\nnpm (.*?)\n```", CLIENTS, flags=re.DOTALL)
    built = client / "dist" / "index.js"
    built.unlink()
    npm(*errand.split(), cwd=client.parents[1])
    assert built.is_file()


def test_the_typescript_client_is_built_to_what_its_package_exports(client: Path) -> None:
    exports = json.loads((client / "package.json").read_text("utf-8"))["exports"]
    assert exports.keys() == {".", "./testing"}
    assert all((client / place).is_file() for exported in exports.values() for place in exported.values())


@pytest.mark.parametrize("snippet", [WATCH_PYTHON, WATCH_TYPESCRIPT])
def test_the_snippets_are_short(snippet: str) -> None:
    assert len([line for line in snippet.splitlines() if line]) <= 10


def typescript_says(url: str, code: str, script: Path) -> str:
    """Compile a snippet with strict checks in its project, run it, and return its output."""
    assert code.count(ADDRESS) == 1
    script.write_text(code.replace(ADDRESS, url), encoding="utf-8")
    compile_strictly(script)
    return node("--experimental-eventsource", script.with_suffix(".mjs"), cwd=script.parent)


def compile_strictly(script: Path) -> None:
    """Compile a module with strict checks in its project."""
    tsc = script.parent.joinpath("node_modules", "yarrow-client", "node_modules", "typescript", "bin", "tsc")
    node(tsc, *STRICT, script, cwd=script.parent)
