"""The forms of a ruleset's commands: those that it declares, or those that are found by trial."""

from typing import Any

from domain.core.commands import CORE_COMMANDS, Command
from domain.options.declared import DeclaredForm, forms_of, inherited_fields
from domain.options.tried import tried_forms
from domain.ruleset.ruleset import Ruleset, default_in_place


def forms_of_command(ruleset: Ruleset[Any], command: type[Command], *, narrator: bool) -> tuple[DeclaredForm, ...]:
    """Return every form of a command that the narrator or a player can ever have."""
    return tried_forms(command) if _is_tried(ruleset, command) else forms_of(command, narrator=narrator)


def _is_tried(ruleset: Ruleset[Any], command: type[Command]) -> bool:
    """Return whether the values of a command's fields are found by trial, because nothing declares them."""
    if ruleset.in_place is not default_in_place:
        return False
    return not (command in CORE_COMMANDS or inherited_fields(command) or command.variants)
