"""An operator's own scenes: files of a folder, which fit when the service starts."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.ruleset.scene import UnfitScene, read_scene
from service.settings import Settings
from tests.http.conftest import running
from tests.program import yarrow_process


def scene_of(folder: Path, name: str, **changes: Any) -> Path:
    content: dict[str, Any] = {
        "name": "Our duel",
        "description": "Two fight on our ground.",
        "ruleset": "s3",
        "combatants": [{"template": "flying_fox"}, {"template": "guard", "secret": True}],
        "commands": [{"type": "s3.begin_round"}],
    }
    path = folder / f"{name}.json"
    path.write_bytes(msgspec.json.encode({**content, **changes}))
    return path


async def test_an_operators_folder_adds_scenes(settings: Settings, tmp_path: Path) -> None:
    scene_of(tmp_path, "ours")
    async with running(settings.model_copy(update={"scenes": tmp_path})) as api:
        listed = (await api.client.get("/v1/scenes", params={"ruleset": "s3"})).json()["scenes"]
        assert listed[-1]["id"] == "ours"
        answer = await api.client.post("/v1/encounters", json={"scene": "ours", "id": "duel"})
        assert answer.status_code == 201, answer.text
        assert "guard" not in (await api.get(headers={"Yarrow-As": "spectator"})).json()["people"]


async def test_a_retry_returns_the_original_response_after_the_scene_is_gone(
    settings: Settings, tmp_path: Path
) -> None:
    scene_of(tmp_path, "ours")
    opening: dict[str, Any] = {"json": {"scene": "ours"}, "headers": {"Idempotency-Key": "our-duel"}}
    async with running(settings.model_copy(update={"scenes": tmp_path})) as api:
        first = await api.client.post("/v1/encounters", **opening)
        assert first.status_code == 201
    async with running(settings) as api:
        again = await api.client.post("/v1/encounters", **opening)
        assert (again.status_code, again.content) == (201, first.content)
        other = await api.client.post("/v1/encounters", json={"scene": "theirs"}, headers=opening["headers"])
        assert other.json()["code"] == "idempotency_mismatch"
        new = await api.client.post("/v1/encounters", json={"scene": "ours"}, headers={"Idempotency-Key": "another"})
        assert (new.json()["code"], new.json()["field"]) == ("invalid", "scene")


@pytest.mark.parametrize(
    ("name", "changes", "said"),
    [
        ("ours", {"ruleset": "s4"}, "ruleset: There is no ruleset “s4”; there are s3, "),
        ("ours", {"commands": [{"type": "s3.dance"}]}, "commands[0].type: No scene has a command “s3.dance”"),
        ("ours", {"combatants": [{"template": "guard", "sheet": {"pc": 1}}]}, "combatants[0].sheet.pc: "),
        ("jailbreak", {}, "There is another scene with this ID, "),
    ],
)
async def test_a_scene_that_does_not_fit_stops_the_start(
    settings: Settings, tmp_path: Path, name: str, changes: dict[str, Any], said: str
) -> None:
    path = scene_of(tmp_path, name, **changes)
    with pytest.raises(UnfitScene) as unfit:
        async with running(settings.model_copy(update={"scenes": tmp_path})):
            pass
    assert str(unfit.value).startswith(f"{path}: {said}")


@pytest.mark.parametrize("nested", ["[" * 100_000, '{"a":' * 100_000])
def test_a_file_that_is_nested_too_deeply_is_said_to_be(tmp_path: Path, nested: str) -> None:
    path = tmp_path / "ours.json"
    path.write_text(nested)
    with pytest.raises(UnfitScene, match=r"ours\.json: The file cannot be read: its lists or objects are nested"):
        read_scene(path)


async def test_a_folder_that_is_not_there_stops_the_start(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(UnfitScene, match=r"YARROW_SCENES: .*nowhere: There is no such folder\."):
        async with running(settings.model_copy(update={"scenes": tmp_path / "nowhere"})):
            pass


async def test_a_command_that_does_not_go_with_what_is_given_refuses_the_whole_scene(
    settings: Settings, tmp_path: Path
) -> None:
    """With open hands the turn begins with cards, which the table has to draw if it supplies the throws."""
    combatants = [{"template": "bishop"}, {"template": "da_hook"}]
    commands = [{"type": "core.note", "text": "At dusk."}, {"type": "yin_yang.start_turn"}]
    scene_of(tmp_path, "dusk", ruleset="yin_yang", combatants=combatants, commands=commands)
    hands = {"scene": "dusk", "id": "duel", "options": {"hand": "open"}}
    async with running(settings.model_copy(update={"scenes": tmp_path})) as api:
        for headers in ({}, {"Prefer": "check"}):
            answer = await api.client.post("/v1/encounters", json={**hands, "chance": "supplied"}, headers=headers)
            problem = answer.json()
            assert (answer.status_code, problem["code"], problem["field"]) == (422, "faces_missing", "scene")
            assert problem["detail"].startswith(
                "The scene does not go with what was given: its command 2 (yin_yang.start_turn) is refused. "
            )
        assert (await api.get()).status_code == 404
        checked = await api.client.post("/v1/encounters", json=hands, headers={"Prefer": "check"})
        assert (checked.json()["first"], checked.json()["throw"]["of"]) == ("throw", "cards")
        drawn = await api.client.post("/v1/encounters", json=hands)
        assert drawn.status_code == 201
        assert (await api.get("/audit")).json()["seeded_throws"] > 0


def test_the_program_says_in_one_line_which_scene_keeps_it_from_starting(tmp_path: Path) -> None:
    path = scene_of(tmp_path, "ours", commands=[{"type": "s3.begin_round"}, {"type": "s3.end_turn", "actor": "foxy"}])
    variables = {"YARROW_SCENES": str(tmp_path)}
    done = yarrow_process("serve", "--port", "0", "--data-dir", tmp_path / "data", variables=variables)
    assert (done.returncode, done.stdout) == (1, "")
    said = "commands[1].actor: No one here is called “foxy”; did you mean fox?"
    assert done.stderr == f"Error: {path}: {said}\n"
