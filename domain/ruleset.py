"""What a ruleset is: one object with a fixed set of hooks, found by its key.

The rulesets built in are listed in ``domain.rulesets``; others come from the entry point group ``yarrow.rulesets``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from domain.core_commands import Command, Join
from domain.core_folds import Folds
from domain.encounter import Encounter, Prompt
from domain.event import Event, Json
from domain.forms import Form
from domain.refusal import Refusal, refuse
from domain.rule_reference import Rule
from domain.speaker import Speaker
from domain.stages import Stages
from domain.table import Table
from domain.tallying import Count
from domain.telling import Teller

S = TypeVar("S", bound=Encounter)
Handler = Callable[[Table[Any], Any], None]
Objection = Callable[[S, Command, Speaker], Refusal | None]


def never_moot(state: Encounter, prompt: Prompt) -> str | None:
    """A prompt that has to be answered whatever happens meanwhile."""
    return None


def no_only_answer(state: Encounter, prompt: Prompt) -> Json:
    """A prompt that always leaves a choice."""
    return None


def nothing_at_once(table: Table[Any], prompt: Prompt, answer: Any) -> None:
    """An answer that only its group's reply reads."""


def standing_answer(state: Encounter, prompt: Prompt, owner: str) -> Json:
    """The policy of the owner for prompts of this kind."""
    return state.policy(owner, prompt.kind)


@dataclass(frozen=True)
class PromptKind(Generic[S]):
    """One kind of choice: the type of its answers and the rules about them.

    ``check`` refuses an answer that the rules forbid here; ``forms`` lists the legal ones; ``only`` gives the answer
    where just one is possible; ``policy`` finds the standing answer; ``moot`` says why nobody has to answer any more,
    or None. ``taken`` is what an answer brings with it at once, before the rest of its group is in: it may record
    facts, ask also, withdraw prompts or call time, and puts nothing on the agenda. Answers of a ``sealed`` kind are
    private to whoever gives them; those of a ``replaceable`` one may be given again until the group is settled.
    """

    name: str
    answer: TypeAdapter[Any]
    check: Callable[[S, Prompt, Any], None]
    forms: Callable[[S, Prompt], Iterable[Json]]
    only: Callable[[S, Prompt], Json] = no_only_answer
    policy: Callable[[S, Prompt, str], Json] = standing_answer
    moot: Callable[[S, Prompt], str | None] = never_moot
    taken: Callable[[Table[Any], Prompt, Any], None] = nothing_at_once
    sealed: bool = False
    replaceable: bool = False

    def parse(self, answer: Json, field: str | None) -> Any:
        """The typed answer; refuses as invalid what does not have the shape."""
        try:
            return self.answer.validate_python(answer)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            refuse(
                None,
                f"This is no answer to a prompt {self.name!r}: {where + ': ' if where else ''}{first['msg']}.",
                code="invalid",
                field=field,
            )


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """One published system: its words (options, sheets, commands, events) and its hooks (decide, fold, options, tell).

    ``decide`` maps command classes to handlers, ``evolve`` event classes to folds, ``tell`` event classes to the
    sentence made from the event and the names of the combatants, ``tally`` to what a tally counts of it. ``guard``
    refuses, before any handler, what the state forbids to everybody; ``settle`` puts on the agenda what falls due when
    a command has run dry; ``legal`` lists the command types that the state allows, for refusals. ``join`` gives the ID
    of a newcomer and the facts of its joining, each with its audience. ``forms`` lists what is legal, given a function
    that asks the rules about one command.
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
    legal: Callable[[S, Speaker], tuple[str, ...]]
    forms: Callable[[S, Speaker, Objection[S]], list[Form]]
    templates: Mapping[str, Mapping[str, Any]]
    tables: Mapping[str, Any]
    rules: Mapping[str, Rule]

    def fold(self, state: S, event: Event) -> None:
        """Write one event into the state, in place."""
        state.version += 1
        self.evolve[type(event)](state, event)
