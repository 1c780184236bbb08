"""The rules that can refuse a command: those by which its code refuses, or a function that this code calls."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from types import CodeType, FunctionType, ModuleType
from typing import Any

from domain.core.commands import Command, PhaseRule
from domain.decision.prompts import ByClass, PromptKind
from domain.options.prompts import own_fields
from domain.ruleset.ruleset import Ruleset
from domain.rulesets.century.tables import ModifierRow

RULE_ID = re.compile(r"\b[A-Z0-9]+-[A-Z]+-\d+\b")


def refusals(ruleset: Ruleset[Any], command: type[Command]) -> tuple[str, ...]:
    """Return the IDs of the rules that can refuse a command, in the order of the rules."""
    found = {*_reached(ruleset.guard, command)} - {*_reached(ruleset.guard, Command)}
    found.update(_reached(ruleset.decide.get(command, command.decide), command))
    if command.during is not None:
        found.add(command.during.rule)
    if command.answers_to is not None:
        found.update(refusals_of_answers(ruleset, ruleset.prompts[command.answers_to], command))
    return tuple(rule for rule in ruleset.rules if rule in found)


def refusals_of_answers(
    ruleset: Ruleset[Any], prompt: PromptKind[Any], command: type[Command] | None = None
) -> tuple[str, ...]:
    """Return the IDs of the rules that can refuse an answer to a kind of prompt, in the order of the rules.

    With ``command``, only an answer that this command gives.
    """
    found = {rule for check in _checks(prompt, command) for rule in _reached(check, type(prompt))}
    if prompt.occasion is not None:
        found.add(prompt.occasion.rule)
    return tuple(rule for rule in ruleset.rules if rule in found)


def _checks(prompt: PromptKind[Any], command: type[Command] | None) -> list[Callable[..., None]]:
    """Return the checks of an answer, or of the answers of one command: of the class with the same fields."""
    if not isinstance(prompt.check, ByClass):
        return [prompt.check]
    checks = prompt.check.checks.items()
    return [check for answer, check in checks if command is None or own_fields(command) == {*answer.model_fields}]


def refused_before_all(ruleset: Ruleset[Any]) -> tuple[str, ...]:
    """Return the IDs of the rules that come before the conditions of any command; each concerns some commands."""
    found = set(_reached(ruleset.guard, Command))
    return tuple(rule for rule in ruleset.rules if rule in found)


def _reached(start: Any, owner: type) -> Iterator[str]:
    """Yield the rules that a function and those that it calls refuse by; ``owner`` is the class of its methods."""
    todo, seen = [start], set()
    while todo:
        function = inspect.unwrap(todo.pop())
        if isinstance(function, FunctionType) and function not in seen:
            seen.add(function)
            for code in _codes(function.__code__):
                for value in (*code.co_consts, *map(function.__globals__.get, code.co_names)):
                    yield from _rules_in(value)
                    todo += _functions_in(value)
                for place, name in product((owner, *_modules(function, code)), code.co_names):
                    held = getattr(place, name, None)
                    yield from _rules_in(held)
                    todo += _functions_in(held)


def _modules(function: FunctionType, code: CodeType) -> list[ModuleType]:
    """Return the modules of rulesets that some code names, whose functions it may call."""
    named = map(function.__globals__.get, code.co_names)
    return [one for one in named if isinstance(one, ModuleType) and one.__name__.startswith("domain.rulesets.")]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function, and of the functions and comprehensions within it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _rules_in(value: Any) -> Iterator[str]:
    """Yield the rule IDs that a constant of a module holds. The rule of a modifier refuses nothing."""
    match value:
        case str() if RULE_ID.fullmatch(value):
            yield value
        case PhaseRule():
            yield value.rule
        case Mapping():
            for one in value.values():
                yield from _rules_in(one)
        case tuple() | list() if not isinstance(value, ModifierRow):
            for one in value:
                yield from _rules_in(one)


def _functions_in(value: Any) -> Iterator[FunctionType]:
    """Yield the functions of rulesets that are the value of a name, or in a table that is."""
    match value:
        case FunctionType() if value.__module__.startswith("domain."):
            yield value
        case Mapping():
            for one in value.values():
                yield from _functions_in(one)
        case tuple() | list():
            for one in value:
                yield from _functions_in(one)
