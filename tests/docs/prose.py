"""Extracts the texts that people read: docstrings, comments and strings in code, pages, and the API description."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from itertools import count, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import yaml


class Text(NamedTuple):
    """A text joined into one line, the place where it begins, and whether it is a docstring."""

    place: str
    words: str
    docstring: bool = False


def texts_of_code(path: Path, name: str) -> Iterator[Text]:
    """Yield the string literals and the comments of a module; comments on consecutive lines are one text."""
    source = path.read_text(encoding="utf-8")
    for text in (*_literals(ast.parse(source)), *_comments(source)):
        yield Text(f"{name}:{text.place}", flat(text.words), text.docstring)


def _literals(node: ast.AST) -> Iterator[Text]:
    """Yield the string literals below a node. An f-string is one text, with an ellipsis for each value."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(words), lineno=line)):
            yield Text(str(line), words, docstring=True)
        case ast.Constant(value=str(words), lineno=line):
            yield Text(str(line), words)
        case ast.JoinedStr(values=values, lineno=line):
            yield Text(str(line), "".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in values))
        case _:
            for below in ast.iter_child_nodes(node):
                yield from _literals(below)


def _comments(source: str) -> Iterator[Text]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
    for begins in (line for line in found if line - 1 not in found):
        yield Text(str(begins), " ".join(takewhile(bool, (found.get(line, "") for line in count(begins)))))


def texts_of_page(path: Path, name: str) -> Iterator[Text]:
    """Yield the paragraphs of a page without the blocks that show output or data."""
    page = path.read_text(encoding="utf-8")
    prose = re.sub(r"```(?:text|json|toml)\n.*?```", lambda block: "\n" * block[0].count("\n"), page, flags=re.DOTALL)
    line = 1
    for paragraph in prose.split("\n\n"):
        yield Text(f"{name}:{line}", flat(paragraph))
        line += paragraph.count("\n") + 2


def texts_of_api(path: Path) -> Iterator[Text]:
    """Yield the summaries and descriptions of an OpenAPI document."""

    def below(node: Any, place: str) -> Iterator[Text]:
        children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in children:
            if key in ("summary", "description") and isinstance(value, str):
                yield Text(place, flat(value))
            yield from below(value, f"{place}/{key}")

    yield from below(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader), path.name)


def flat(words: str) -> str:
    """Return the words joined into one line."""
    return " ".join(words.split())
