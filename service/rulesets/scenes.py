"""The scenes of the installed rulesets and of the operator's folder: listed, read and opened by their IDs."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec

from domain.model.suggestions import instead
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene, UnfitScene, read_scenes
from domain.ruleset.staging import SceneSide, StagedScene, staged
from service.problems.next_steps import LIST_SCENES
from service.problems.problem import Problem

VARIABLE: Final = "YARROW_SCENES"


class SceneSummary(msgspec.Struct, frozen=True):
    """A ready fight: what it is about, its ruleset, and who takes part on which side."""

    id: str
    ruleset: str
    name: str
    description: str
    sides: tuple[SceneSide, ...]


class SceneList(msgspec.Struct, frozen=True):
    """The scenes that match the filter: those of each ruleset in turn, then those of the operator."""

    scenes: list[SceneSummary]


class SceneAnswer(SceneSummary, frozen=True):
    """A scene with all of its content. ``chance`` is the source of the throws unless the opening names another."""

    options: dict[str, Any]
    chance: str
    combatants: list[dict[str, Any]]
    commands: list[dict[str, Any]]


class Scenes:
    """The scenes by ID. Those of the operator's ``folder`` fit their rulesets."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]], folder: Path | None = None) -> None:
        self.rulesets = rulesets
        self._known: dict[str, Scene] = {}
        self._staged: dict[str, StagedScene] = {}
        self._add(one for ruleset in rulesets.values() for one in ruleset.scenes)
        if folder is not None:
            self._add_folder(folder)

    def _add(self, scenes: Iterable[Scene]) -> None:
        for one in scenes:
            if one.id in self._known:
                one.unfit("", f"There is another scene with this ID, {self._known[one.id].source}; rename the file.")
            self._known[one.id] = one

    def _add_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            raise UnfitScene(f"{VARIABLE}: {folder}", "There is no such folder.")
        known = len(self._known)
        self._add(read_scenes(folder))
        for one in list(self._known.values())[known:]:
            key = one.content.ruleset
            if key not in self.rulesets:
                titles = {known: ruleset.title for known, ruleset in self.rulesets.items()}
                one.unfit("ruleset", f"There is no ruleset “{key}”; {instead(key, titles)}")
            self.staged(one.id)

    def staged(self, scene_id: str, field: str | None = None) -> StagedScene:
        """Return the scene with an ID, with its typed commands.

        Raises Problem if there is none: ``invalid`` if a ``field`` names it, else ``not_found``.
        """
        if scene_id not in self._known:
            names = {one.id: one.content.name for one in self._known.values()}
            detail = f"There is no scene “{scene_id[:64]}”; {instead(scene_id, names)} {LIST_SCENES}"
            raise Problem("not_found" if field is None else "invalid", detail, field=field)
        if scene_id not in self._staged:
            scene = self._known[scene_id]
            self._staged[scene_id] = staged(self.rulesets[scene.content.ruleset], scene)
        return self._staged[scene_id]

    def listed(self, ruleset: str | None = None) -> SceneList:
        """Return the scenes of a ruleset, or of all."""
        return SceneList([one for one in self._summaries if ruleset in (None, one.ruleset)])

    @cached_property
    def _summaries(self) -> list[SceneSummary]:
        return [SceneSummary(**_summary(self.staged(one))) for one in self._known]

    def whole(self, scene_id: str) -> SceneAnswer:
        """Return a scene with all of its content. Raises Problem ``not_found``."""
        found = self.staged(scene_id)
        content = found.scene.content
        return SceneAnswer(
            **_summary(found),
            options=content.options,
            chance=content.chance,
            combatants=[one.as_json() for one in content.combatants],
            commands=list(content.commands),
        )


def _summary(found: StagedScene) -> dict[str, Any]:
    content = found.scene.content
    return {
        "id": found.scene.id,
        "ruleset": content.ruleset,
        "name": content.name,
        "description": content.description,
        "sides": found.sides,
    }
