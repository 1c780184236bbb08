"""Scenes: those of the rulesets fit, and one that does not says in which file and field, and what is wrong."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.generate import SCENE_SCHEMA
from domain.registry import BUILT_IN
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import PARSERS, UnfitScene, read_scenes, scene
from domain.ruleset.staging import opening_of, staged
from domain.rulesets.s3 import S3
from tests.recording import Recording

every_built_in = pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda one: one.key)
FIT: dict[str, Any] = {
    "name": "A duel",
    "description": "Two fight.",
    "ruleset": "s3",
    "combatants": [{"template": "flying_fox"}, {"template": "guard"}],
}


@every_built_in
def test_a_ruleset_has_three_scenes_or_more_and_each_can_be_opened_with_any_source_of_throws(
    ruleset: Ruleset[Any],
) -> None:
    assert len(ruleset.scenes) >= 3
    for one in ruleset.scenes:
        found = staged(ruleset, one)
        assert all(combatant.name for side in found.sides for combatant in side.combatants)
        for chance in ("seeded", "supplied", "either"):
            recording = Recording(one.id, ruleset).play(opening_of(one, chance=chance))
            recording.play(*found.commands, faces=[] if chance == "supplied" else None)


@every_built_in
def test_a_scene_is_described_in_sentences_and_named_after_nothing_else(ruleset: Ruleset[Any]) -> None:
    for one in ruleset.scenes:
        assert one.content.description.endswith(".")
        assert "\n" not in one.content.description
        assert one.content.name[:1].isupper()
    assert max(Counter(one.content.name for one in ruleset.scenes).values()) == 1


def test_no_two_scenes_have_one_id() -> None:
    assert max(Counter(one.id for ruleset in BUILT_IN for one in ruleset.scenes).values()) == 1


@every_built_in
def test_the_demonstration_plays_a_scene_of_its_ruleset(ruleset: Ruleset[Any]) -> None:
    assert ruleset.demo is not None
    assert ruleset.demo.scene in {one.id for one in ruleset.scenes}


@every_built_in
def test_every_file_fits_the_published_schema(ruleset: Ruleset[Any]) -> None:
    schema = Draft202012Validator(json.loads(SCENE_SCHEMA.read_text("utf-8")))
    for one in ruleset.scenes:
        path = Path(one.source)
        assert [*schema.iter_errors(PARSERS[path.suffix](path.read_text("utf-8")))] == []
    assert [*schema.iter_errors({**FIT, "loot": 3})]
    assert not [*schema.iter_errors({**FIT, "$schema": "scene.schema.json"})]


NO_COMMAND = "No scene has a command “s3.begin_rond” of S3: Silk, Steam and Steel; did you mean"
UNFIT: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "name: Must have at least 1 character."),
    "an unknown field": ({"combatant": []}, "combatant: Unknown field; did you mean combatants?"),
    "another ruleset": (
        {"ruleset": "ticks"},
        "ruleset: The scene belongs to S3: Silk, Steam and Steel, whose key is s3.",
    ),
    "an unknown option": ({"options": {"fast": 1}}, "options.fast: Unknown field; remove it."),
    "a template that is none": (
        {"combatants": [{"template": "flying_dog"}]},
        "combatants[0].template: There is no template “flying_dog”; ",
    ),
    "a sheet with an error": (
        {"combatants": [{"template": "guard", "sheet": {"fortitude": "high"}}]},
        "combatants[0].sheet.fortitude: The sheet has an error: fortitude: Must be a whole number.",
    ),
    "an ID twice": (
        {"combatants": [{"template": "guard"}, {"template": "guard"}]},
        "combatants[1].id: The ID “guard” is taken",
    ),
    "a command that is none": (
        {"commands": [{"type": "s3.begin_rond"}]},
        f"commands[0].type: {NO_COMMAND} s3.begin_round?",
    ),
    "no type": ({"commands": [{"pc": "fox"}]}, "commands[0].type: This field is required"),
    "the end of the encounter": ({"commands": [{"type": "core.close"}]}, "commands[0].type: No scene has a command"),
    "a missing field": ({"commands": [{"type": "s3.place"}]}, "commands[0].combatant: This field is required."),
    "a command that is refused": (
        {"commands": [{"type": "s3.begin_round"}, {"type": "s3.begin_round"}]},
        "commands[1]: ",
    ),
    "nobody": (
        {"commands": [{"type": "s3.place", "combatant": "foxy", "unseen_by": ["guard"]}]},
        "commands[0].combatant: No one here is called “foxy”; did you mean fox?",
    ),
    "a throw": (
        {"commands": [{"type": "s3.begin_round"}, {"type": "s3.begin_turn", "pc": "fox", "npc": "guard"}]},
        "commands[1]: This throws something (",
    ),
    "too much of it": (
        {
            "combatants": [{"template": "guard", "id": f"guard_{number}"} for number in range(200)],
            "commands": [
                {"type": "core.note", "text": "On it goes."},
            ]
            * 100,
        },
        "The scene causes 402 events; at most 400 are stored at once.",
    ),
}


@pytest.mark.parametrize("what", UNFIT)
def test_a_scene_that_does_not_fit_names_file_and_field(what: str) -> None:
    changes, said = UNFIT[what]
    with pytest.raises(UnfitScene) as unfit:
        staged(S3, scene("duel", {**FIT, **changes}, "scenes/duel.toml"))
    assert str(unfit.value).startswith(f"scenes/duel.toml: {said}")


FILES: dict[str, tuple[bytes, str]] = {
    "duel.yaml": (b"name: A duel", "A scene is a file in TOML or JSON, and its name ends in .toml or .json."),
    "duel.toml": (b"name = A duel", "The file cannot be read: Invalid value (at line 1, column 8)."),
    "duel.json": (b"[1]", "A scene is an object."),
    "A duel.json": (b"{}", "The name of the file is the ID of the scene, which must have 1 to 64 characters"),
    "latin.toml": (b'name = "D\xfcl"', "The file cannot be read: 'utf-8' codec can't decode"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_scene_is_named(tmp_path: Path, name: str) -> None:
    content, said = FILES[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UnfitScene) as unfit:
        list(read_scenes(tmp_path))
    assert str(unfit.value).startswith(f"{tmp_path / name}: {said}")


def test_a_folder_may_have_folders_and_both_kinds_of_files_and_notes(tmp_path: Path) -> None:
    (tmp_path / "s3").mkdir()
    (tmp_path / "README.md").write_text("Our scenes.", "utf-8")
    (tmp_path / ".keep").touch()
    (tmp_path / "s3" / "second.json").write_text(json.dumps({"$schema": "../scene.schema.json", **FIT}), "utf-8")
    lines = ['name = "A duel"', 'description = "Two fight."', 'ruleset = "s3"', 'combatants = [{ template = "guard" }]']
    (tmp_path / "first.toml").write_text("\n".join(lines), "utf-8")
    found = list(read_scenes(tmp_path))
    assert [one.id for one in found] == ["first", "second"]
    assert found[1].content.combatants[1].template == "guard"
