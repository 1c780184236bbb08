"""Both watchers print the story up to now, then each line as it comes, and who is to act, and end with the fight."""

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from tests.clients.node import NODE, TYPESCRIPT, install, node
from tests.live import Service
from tests.program import ROOT, environment
from tests.waiting import PATIENCE, eventually
from yarrow_client import Yarrow

WATCH = ROOT / "examples" / "watch.mts"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which the TypeScript client is installed as it is built, with the watcher."""
    install()
    project = tmp_path_factory.mktemp("project")
    installed = project / "node_modules" / "yarrow-client"
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    node(compiler, "--project", "tsconfig.build.json", "--noCheck", "--outDir", installed / "dist")
    (installed / "package.json").write_bytes((TYPESCRIPT / "package.json").read_bytes())
    (project / "package.json").write_text(json.dumps({"type": "module"}), encoding="utf-8")
    (project / WATCH.name).write_bytes(WATCH.read_bytes())
    return project


@pytest.mark.parametrize("language", ["python", "typescript"])
async def test_a_watcher_follows_a_fight_to_its_end(language: str, service: Service, project: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    async with Yarrow(service.url) as yarrow, asyncio.timeout(2 * PATIENCE):
        fight = await yarrow.open(scene="jailbreak")
        before = [entry.sentence async for entry in fight.story(level=1)]
        watching = await asyncio.create_subprocess_exec(
            *watcher(language), service.url, fight.id, cwd=project, env=environment(), stdout=pipe, stderr=pipe
        )
        assert watching.stdout is not None
        said = [(await watching.stdout.readline()).decode().rstrip("\n") for _ in range(len(before) + 1)]
        assert said == [*before, "(It is up to Devil in the Wind.)"]
        await eventually(lambda: watched(service), "the watcher is connected")
        await fight.command("core.note", text="It rains.")
        await fight.command("s3.end_turn", actor="devil")
        await fight.command("core.close")
        rest, errors = await watching.communicate()
    assert (watching.returncode, errors.decode()) == (0, "")
    lines = rest.decode().splitlines()
    assert lines[:2] == ["A note: “It rains.”", "(It is up to Devil in the Wind.)"]
    assert any(re.fullmatch(r"\(It is up to (First|Second) guard\.\)|\(It is up to Jailor\.\)", line) for line in lines)


@pytest.mark.parametrize("language", ["python", "typescript"])
async def test_a_watcher_says_when_it_is_up_to_anyone(language: str, service: Service, project: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    async with Yarrow(service.url) as yarrow, asyncio.timeout(PATIENCE):
        fight = await yarrow.open("ticks", combatants=[{"template": "iris"}])
        assert (await fight.table()).to_act.who == ("anybody",)
        await fight.command("core.close")
        watching = await asyncio.create_subprocess_exec(
            *watcher(language), service.url, fight.id, cwd=project, env=environment(), stdout=pipe
        )
        said, _ = await watching.communicate()
    assert "(It is up to anyone.)" in said.decode().splitlines()


def watcher(language: str) -> tuple[str, str]:
    """Return the words that start the watcher of a language in a project."""
    return (sys.executable, str(ROOT / "examples" / "watch.py")) if language == "python" else (str(NODE), WATCH.name)


async def watched(service: Service) -> bool:
    """Return whether a live connection of a spectator is open."""
    answer = await service.client.get("/metrics")
    return bool(re.search(r"^yarrow_watchers\S* [1-9]", answer.text, flags=re.MULTILINE))
