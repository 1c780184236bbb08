"""The forms of a ruleset's commands: those that it declares, or those that are found by trial."""

from functools import cache
from typing import Any

from domain.core.commands import CORE_COMMANDS, Command
from domain.options.declared import DeclaredForm, forms_of, inherited_fields
from domain.options.tried import tried_forms
from domain.ruleset.ruleset import Ruleset, default_in_place


def forms_of_command(ruleset: Ruleset[Any], command: type[Command], *, narrator: bool) -> tuple[DeclaredForm, ...]:
    """Return every form of a command that the narrator or a player can ever have."""
    return _forms(command, tries=_tries(ruleset), narrator=narrator)


def forms_of_commands(
    ruleset: Ruleset[Any], commands: tuple[type[Command], ...], *, narrator: bool
) -> tuple[DeclaredForm, ...]:
    """Return every form of some commands that the narrator or a player can ever have."""
    return _all_forms(commands, tries=_tries(ruleset), narrator=narrator)


@cache
def _all_forms(commands: tuple[type[Command], ...], *, tries: bool, narrator: bool) -> tuple[DeclaredForm, ...]:
    mine = [command for command in commands if narrator or not command.narrator_only]
    return tuple([form for command in mine for form in _forms(command, tries=tries, narrator=narrator)])


def _forms(command: type[Command], *, tries: bool, narrator: bool) -> tuple[DeclaredForm, ...]:
    return tried_forms(command) if tries and _is_undeclared(command) else forms_of(command, narrator=narrator)


def _tries(ruleset: Ruleset[Any]) -> bool:
    """Return whether the values of fields that nothing declares are found by trial."""
    return ruleset.in_place is default_in_place


def _is_undeclared(command: type[Command]) -> bool:
    return not (command in CORE_COMMANDS or inherited_fields(command) or command.variants)
