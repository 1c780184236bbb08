"""What a ruleset forbids, as a table: given these steps, this command is refused by this rule."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from domain.core_commands import Command
from domain.speaker import NARRATOR, Speaker
from tests.rules.notation import Notation
from tests.rules.specification import Step


class Row(NamedTuple):
    """A command that a rule forbids where these steps have led, to whoever gives it."""

    rule: str
    given: tuple[Step, ...]
    command: Command
    speaker: Speaker = NARRATOR


@dataclass(frozen=True)
class Forbidden:
    """The table of a ruleset, with at least one row for every rule that its code, in ``folder``, refuses by.

    ``prefix`` begins the IDs of its rules.
    """

    notation: Notation[Any]
    prefix: str
    folder: Path
    rows: tuple[Row, ...]

    def rules_of_refusals(self) -> set[str]:
        """The rules named where the code calls ``require``, ``refuse`` or a function that begins like them."""
        return {rule for file in self.folder.rglob("*.py") for rule in self._named(ast.parse(file.read_text("utf-8")))}

    def _named(self, module: ast.Module) -> Iterator[str]:
        for call in ast.walk(module):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith(("require", "refuse")):
                parts = (part for argument in call.args for part in ast.walk(argument))
                texts = (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
                yield from (text for text in texts if text.startswith(f"{self.prefix}-"))
