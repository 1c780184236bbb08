"""The vectors that all clients are tested with, and how they describe what is asked about a field."""

import json
from pathlib import Path
from typing import Any, Final

from yarrow_client.options.forms import FieldShape, Menu
from yarrow_client.options.values import Values

FOLDER: Final = Path(__file__).parents[2] / "clients" / "vectors"
FIELDS: Final = FOLDER / "fields.json"
"""Cases, written by hand: sets and declarations, and what they mean."""
SENTENCES: Final = FOLDER / "sentences.json"
"""Cases, written by hand: forms, and what is said of fillings of them."""
OPTIONS: Final = FOLDER / "options.json"
"""Options of fights and how they are read, written by ``tests.clients.record_options``."""
PARTS: Final = ("listed", "also", "barred", "span", "text", "pattern", "schema")


def read(path: Path) -> Any:
    """Return the content of a file of vectors."""
    return json.loads(path.read_text("utf-8"))


def question(field: FieldShape, values: Values) -> dict[str, Any]:
    """Return what is asked about a field, as the vectors have it."""
    parts = {part: as_lists(getattr(values, part)) for part in PARTS if getattr(values, part) not in ((), [], None)}
    if values.keys is not None:
        parts["keys"] = as_lists(values.keys.listed)
    asked = {"field": field["name"], "required": field["required"], "values": parts}
    return asked if field["default"] is None else {**asked, "default": field["default"]}


def grouped(menu: Menu) -> list[Any]:
    """Return the labels of the groups of a menu, each with the names of its forms."""
    return [[group.label, [form.name for form in group.forms]] for group in menu.groups]


def as_lists(value: Any) -> Any:
    """Return a value with lists in the place of tuples, as it is read from JSON."""
    return [as_lists(one) for one in value] if isinstance(value, list | tuple) else value
