"""What a ruleset forbids, as a table: given these steps, this command is refused by this rule."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from domain.core.commands import Command
from domain.model.speaker import NARRATOR, Speaker
from tests.rules.notation import Notation
from tests.rules.specification import Step

SHEETS = frozenset({"sheet.py", "gear_sheets.py", "limits.py"})


class Row(NamedTuple):
    """A command that a rule forbids where these steps have led, to whoever gives it."""

    rule: str
    given: tuple[Step, ...]
    command: Command
    speaker: Speaker = NARRATOR
    code: str = "refused"


@dataclass(frozen=True)
class Forbidden:
    """The table of a ruleset, with at least one row for every rule that its code, in ``folder``, refuses by.

    ``prefix`` begins the IDs of its rules. Rules ``of_faces`` refuse faces that are sent along, and no command;
    ``naming`` are the constructors and tables that name a rule and refuse nothing by it.
    """

    notation: Notation[Any]
    prefix: str
    folder: Path
    rows: tuple[Row, ...]
    of_faces: frozenset[str] = frozenset()
    naming: frozenset[str] = frozenset()

    def rules_of_refusals(self) -> set[str]:
        """The rules that the code names, by strings that are nothing but an ID: it refuses by each of them.

        Not those of sheets and their limits: a sheet that does not fit is invalid, not refused.
        """
        rule = re.compile(rf"{self.prefix}-[A-Z]+-\d+")
        files = (file for file in self.folder.rglob("*.py") if file.name not in SHEETS)
        texts = (text for file in files for text in self._texts(ast.parse(file.read_text("utf-8"))))
        return {text for text in texts if rule.fullmatch(text)} - self.of_faces

    def _texts(self, node: ast.AST) -> Iterator[str]:
        """All strings of some code, without those that name a rule and refuse nothing."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if _name(node) not in self.naming:
            for part in ast.iter_child_nodes(node):
                yield from self._texts(part)


def _name(node: ast.AST) -> str | None:
    """What a call calls, and what an assignment assigns to."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None
