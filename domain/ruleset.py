"""What a ruleset is: one object with a fixed set of hooks, found by its key.

The rulesets built in are listed in ``domain.rulesets``; others come from the entry point group ``yarrow.rulesets``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter

from domain.core_commands import Command, Join
from domain.core_folds import Folds
from domain.encounter import Encounter
from domain.event import Event
from domain.forms import Form
from domain.prompting import PromptKind
from domain.refusal import Refusal
from domain.rule_reference import Rule
from domain.speaker import Speaker
from domain.stages import Stages
from domain.table import Table
from domain.tallying import Count
from domain.telling import Teller

S = TypeVar("S", bound=Encounter)
Handler = Callable[[Table[Any], Any], None]
Objection = Callable[[S, Command, Speaker], Refusal | None]
Lift = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns what was recorded under one schema into what the next schema would have recorded."""


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """One published system: its words (options, sheets, commands, events) and its hooks (decide, fold, options, tell).

    ``decide`` maps command classes to handlers, ``evolve`` event classes to folds, ``tell`` event classes to the
    sentence made from the event and the names of the combatants, ``tally`` to what a tally counts of it. ``guard``
    refuses, before any handler, what the state forbids to everybody; ``settle`` puts on the agenda what falls due when
    a command has run dry; ``legal`` lists the command types that the state allows in place of a refused command.
    ``join`` gives the ID of a newcomer and the facts of its joining, each with its audience. ``forms`` lists what is
    legal, given a function that asks the rules about one command. ``examples`` shows one of each of its ``commands``
    and ``events``, by type.
    ``lift_events`` and ``lift_commands`` have, by type and schema, what lifts a record to the schema after it;
    ``lift_states`` has the same for carried states, by the ruleset's key and the schema.
    """

    key: str
    title: str
    version: str
    state: type[S]
    option_model: type[BaseModel]
    sheet_model: TypeAdapter[Any]
    join: Callable[[S, Join], tuple[str, list[tuple[Event, str]]]]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    decide: Mapping[type[Command], Handler]
    evolve: Folds
    tell: Mapping[type[Event], Teller]
    tally: Mapping[type[Event], Count]
    prompts: Mapping[str, PromptKind[S]]
    stages: Stages
    guard: Callable[[Table[S], Command], None]
    settle: Callable[[Table[S]], None]
    legal: Callable[[S, Speaker, Command], tuple[str, ...]]
    forms: Callable[[S, Speaker, Objection[S]], list[Form]]
    templates: Mapping[str, Mapping[str, Any]]
    tables: Mapping[str, Any]
    rules: Mapping[str, Rule]
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lift_events: Mapping[tuple[str, int], Lift] = field(default_factory=dict)
    lift_commands: Mapping[tuple[str, int], Lift] = field(default_factory=dict)
    lift_states: Mapping[tuple[str, int], Lift] = field(default_factory=dict)

    def fold(self, state: S, event: Event) -> None:
        """Write one event into the state, in place."""
        state.version += 1
        self.evolve[type(event)](state, event)
