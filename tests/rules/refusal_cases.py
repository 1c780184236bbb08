"""The commands that a ruleset forbids, as a table: after these steps, this rule refuses this command."""

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
    """A command that a rule forbids after these steps, for every speaker."""

    rule: str
    given: tuple[Step, ...]
    command: Command
    speaker: Speaker = NARRATOR
    code: str = "refused"


@dataclass(frozen=True)
class Forbidden:
    """The table of a ruleset, with at least one row for each rule by which the code in ``folder`` refuses commands.

    ``prefix`` begins the IDs of its rules. The rules ``of_faces`` refuse supplied faces and no command; ``naming``
    lists the constructors and tables that name a rule without refusing by it.
    """

    notation: Notation[Any]
    prefix: str
    folder: Path
    rows: tuple[Row, ...]
    of_faces: frozenset[str] = frozenset()
    naming: frozenset[str] = frozenset()

    def rules_of_refusals(self) -> set[str]:
        """Return the rules by which the code refuses: those named by a string that is only a rule ID.

        Rules of sheets and their limits are excluded, because a sheet that breaks them is invalid, not refused. The
        drawing of a table refuses nothing, and neither do the parts of throws in the story.
        """
        rule = re.compile(rf"{self.prefix}-[A-Z]+-\d+")
        drawing = self.folder / "table"
        files = (file for file in self.folder.rglob("*.py") if file.name not in SHEETS and drawing not in file.parents)
        texts = (text for file in files for text in self._texts(ast.parse(file.read_text("utf-8"))))
        return {text for text in texts if rule.fullmatch(text)} - self.of_faces

    def _texts(self, node: ast.AST) -> Iterator[str]:
        """Yield the strings of some code, except those that name a rule without refusing by it."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if _name(node) not in {*self.naming, "example", "ThrowPart"}:
            for part in ast.iter_child_nodes(node):
                yield from self._texts(part)


def _name(node: ast.AST) -> str | None:
    """Return the name that a call calls or that an assignment assigns to."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return None
