"""What a ruleset forbids, as a table: given these steps, this command is refused by this rule."""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from domain.core_commands import Command
from domain.speaker import NARRATOR, Speaker
from tests.rules.notation import Notation
from tests.rules.specification import Step

SHEETS = frozenset({"sheet.py", "limits.py"})


class Row(NamedTuple):
    """A command that a rule forbids where these steps have led, to whoever gives it."""

    rule: str
    given: tuple[Step, ...]
    command: Command
    speaker: Speaker = NARRATOR


@dataclass(frozen=True)
class Forbidden:
    """The table of a ruleset, with at least one row for every rule that its code, in ``folder``, refuses by.

    ``prefix`` begins the IDs of its rules. Rules ``of_faces`` refuse faces that are sent along, and no command.
    """

    notation: Notation[Any]
    prefix: str
    folder: Path
    rows: tuple[Row, ...]
    of_faces: frozenset[str] = frozenset()

    def rules_of_refusals(self) -> set[str]:
        """The rules that the code names, by strings that are nothing but an ID: it refuses by each of them.

        Not those of sheets and their limits: a sheet that does not fit is invalid, not refused.
        """
        rule = re.compile(rf"{self.prefix}-[A-Z]+-\d+")
        files = (file for file in self.folder.rglob("*.py") if file.name not in SHEETS)
        nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
        texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
        return {text for text in texts if rule.fullmatch(text)} - self.of_faces
