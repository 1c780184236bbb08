"""Scenes: ready fights as files, TOML or JSON, which one request opens.

A scene has the combatants that join, and the commands that the narrator gives next: places, standing answers, whose
turn it is. It ends before the first throw, so that it can be opened with any source of throws.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, NamedTuple, NoReturn

from pydantic import Field, ValidationError

from domain.core.commands import Join, Name, StrictModel, Text
from domain.decision.strict_validation import strict_model
from domain.model.encounter import ChanceMode
from domain.model.speaker import MAX_COMBATANTS
from domain.text.validation import describe_pattern, format_path, validation_messages

SCENE_ID: Final = "^[a-z0-9][a-z0-9_-]{0,63}$"
MAX_COMMANDS: Final = 100
PARSERS: Final = {".toml": tomllib.loads, ".json": json.loads}
"""By the end of a file's name, the function that reads its text."""
_is_id: Final = re.compile(SCENE_ID).fullmatch


class SceneFile(StrictModel):
    """A scene as its file has it. Its ID is the name of the file."""

    name: Name = Field(description="name, which the encounter gets unless it is given another")
    description: Text = Field(min_length=1, description="what it is about, in a sentence or two")
    ruleset: str = Field(description="key of the ruleset", examples=["s3"], max_length=40)
    options: dict[str, Any] = Field(
        default_factory=dict,
        description="options of the ruleset that belong to it; the caller may give others",
    )
    chance: ChanceMode = Field(default="seeded", description="source of the throws unless another is given")
    combatants: tuple[Join, ...] = Field(
        default=(), max_length=MAX_COMBATANTS, description="combatants that join at the start, in this order"
    )
    commands: tuple[dict[str, Any], ...] = Field(
        default=(),
        max_length=MAX_COMMANDS,
        description="commands of the narrator after the opening, as they are sent; none of them throws anything",
    )


class UnfitScene(ValueError):
    """A scene that cannot be opened; the message names the file and the field, and says what is wrong."""

    def __init__(self, source: str, detail: str, field: str = "") -> None:
        super().__init__(": ".join([source, field, detail] if field else [source, detail]))


class Scene(NamedTuple):
    """A scene: its ID, the file that it comes from, and its content."""

    id: str
    source: str
    content: SceneFile

    def unfit(self, field: str, detail: str) -> NoReturn:
        """Raise UnfitScene about a field of the scene."""
        raise UnfitScene(self.source, detail.removeprefix(f"{field}: "), field)


def scene(name: str, content: Mapping[str, Any], source: str = "") -> Scene:
    """Return a scene from its content, as a file has it. Raises UnfitScene."""
    source = source or f"scene {name}"
    if not _is_id(name):
        raise UnfitScene(
            source, f"The name of the file is the ID of the scene, which must {describe_pattern(SCENE_ID)}."
        )
    given = {key: value for key, value in content.items() if key != "$schema"}
    try:
        return Scene(name, source, strict_model(SceneFile, given))
    except ValidationError as error:
        first = validation_messages(error, given, SceneFile).shown[0]
        raise UnfitScene(source, first.message, format_path(first.path)) from None


def read_scene(file: Traversable) -> Scene:
    """Read the scene of a file. Raises UnfitScene."""
    source = str(file)
    stem, dot, ending = file.name.rpartition(".")
    try:
        content = PARSERS[dot + ending](file.read_text(encoding="utf-8"))
    except KeyError:
        raise UnfitScene(source, "A scene is a file in TOML or JSON, and its name ends in .toml or .json.") from None
    except RecursionError:
        raise UnfitScene(source, "The file cannot be read: its lists or objects are nested too deeply.") from None
    except (ValueError, OSError) as error:  # also of both parsers, and of text that is not UTF-8
        raise UnfitScene(source, f"The file cannot be read: {error}.") from None
    if not isinstance(content, dict):
        raise UnfitScene(source, "A scene is an object.")
    return scene(stem, content, source)


def read_scenes(folder: Traversable) -> Iterator[Scene]:
    """Read the scenes of a folder and the folders in it, by name; hidden files and pages in Markdown are none.

    Raises UnfitScene.
    """
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.startswith(".") or one.name.endswith(".md"):
            continue
        if one.is_dir():
            yield from read_scenes(one)
        else:
            yield read_scene(one)


def load_scenes(package: str, folder: str = "scenes") -> tuple[Scene, ...]:
    """Read the scenes of a ruleset from a folder of its package. Raises UnfitScene."""
    return tuple(read_scenes(files(package).joinpath(folder)))
