"""Deciding in Century: one handler for each command, one module for each chapter of the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.core_commands import Command
from domain.table import Table

CENTURY_HANDLERS: Mapping[type[Command], Callable[[Table[Any], Any], None]] = {}
