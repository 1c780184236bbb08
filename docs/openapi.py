"""Write the description of the API to ``openapi.yaml``, or with ``--check`` check that the file is up to date."""

import sys
from pathlib import Path
from typing import Any, Final

import yaml

from domain.registry import rulesets
from service.app import create_app
from service.openapi.schemas import pascal
from service.settings import Settings

FILE: Final = Path("openapi.yaml")
WIDE: Final = 1_000_000
"""More characters than a line has, so that no line is folded."""


def written() -> str:
    """Return the text of the file.

    Events and other parts of rulesets, examples and parameters have a line each, which makes the file smaller.
    """
    described = create_app(Settings()).openapi()
    parts = tuple(map(pascal, rulesets()))
    schemas = {
        name: _Line(schema) if name.startswith(parts) and not name.endswith("Command") else _with_lines(schema)
        for name, schema in described["components"]["schemas"].items()
    }
    paths = _with_short_examples(described["paths"])
    whole = {**described, "paths": paths, "components": {**described["components"], "schemas": schemas}}
    plain: str = yaml.dump(
        whole, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=WIDE, default_flow_style=None
    )
    return f"# Written by `python -m docs.openapi` from the code; change it there.\n{plain}"


class _Line(dict[str, Any]):
    """A mapping that is written on one line."""


def _with_lines(schema: Any) -> Any:
    """Return a schema in which each property is written on one line."""
    if isinstance(schema, list):
        return [_with_lines(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _Line(one) for name, one in part.items()} if key == "properties" else _with_lines(part)
        for key, part in schema.items()
    }


def _with_short_examples(part: Any) -> Any:
    """Return operations in which each example of a body, and each parameter, is written on one line."""
    if isinstance(part, list):
        return [_with_short_examples(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: _Line(one)
        if key == "example" and isinstance(one, dict)
        else [_Line(parameter) for parameter in one]
        if key == "parameters"
        else _with_short_examples(one)
        for key, one in part.items()
    }


class _Plain(yaml.CSafeDumper):
    """Writes no aliases, and texts of several lines as blocks."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: _Plain, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def _line(dumper: _Plain, line: _Line) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", line, flow_style=True)


_Plain.add_representer(str, _text)
_Plain.add_representer(_Line, _line)


def main(words: list[str]) -> int:
    """Write or check the file. Return the exit status: 1 if it is out of date, 2 for a usage error."""
    if words not in ([], ["--check"]):
        print("Usage: python -m docs.openapi [--check]", file=sys.stderr)
        return 2
    now = written()
    if not words:
        FILE.write_text(now, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == now:
        return 0
    print(f"{FILE} is out of date. Run python -m docs.openapi.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
