"""The JSON schema of the file of a scene, for editors and for checks outside the service."""

import json
from typing import Any, Final

from domain.ruleset.scene import SceneFile

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def scene_schema() -> str:
    """Return the schema as JSON. A file may name its schema in a field ``$schema``."""
    made: dict[str, Any] = SceneFile.model_json_schema()
    properties = {"$schema": {"type": "string", "description": "the address of this schema"}, **made["properties"]}
    whole = {"$schema": DIALECT, **made, "title": "A scene of Yarrow", "properties": properties}
    return f"{json.dumps(whole, indent=2, ensure_ascii=False)}\n"
