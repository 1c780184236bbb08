"""What a ruleset is: one object with a fixed set of hooks, found by its key.

The rulesets built in are listed in ``domain.registry``; others come from the entry point group ``yarrow.rulesets``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from pydantic import TypeAdapter

from domain.core.commands import CORE_COMMANDS, Command, Join, StrictModel, written
from domain.core.events import CORE_EVENTS, Commanded
from domain.core.evolve import CORE_FOLDS, Folds
from domain.core.narrate import CORE_ASKED, CORE_SAID, CORE_TELL, asked
from domain.decision.core_handlers import CORE_HANDLERS
from domain.decision.decision import LONG_BATCH, Decision
from domain.decision.prompts import PromptKind, answer_first
from domain.decision.stages import Stages
from domain.forms.derived import ids_in, plain_forms
from domain.forms.model import Form
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.model.refusal import Refusal, refuse
from domain.model.speaker import Speaker
from domain.ruleset.demo import Demonstration
from domain.ruleset.joining import Newcomer, join_by_sheet
from domain.ruleset.rule_reference import Rule
from domain.ruleset.simple_state import member_of
from domain.ruleset.tally import Count
from domain.text.phrases import Speak, Teller

S = TypeVar("S", bound=Encounter)
Handler = Callable[[Decision[Any], Any], None]
Objection = Callable[[S, Command, Speaker], Refusal | None]
Lift = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns what was recorded under one schema into what the next schema would have recorded."""

DERIVED: Final[Any] = None
"""Stands for a hook that is made from what else the ruleset says."""


class NoOptions(StrictModel):
    """A ruleset that is played in one way."""


def plain_guard(decision: Decision[Any], command: Command) -> None:
    """While a choice is open, nothing happens but its answer and what interrupts; nobody is named who is not here."""
    if decision.state.prompts and not command.interrupts:
        waiting = decision.state.prompts[0]
        refuse(None, answer_first(decision.state, waiting))
    if type(command) in CORE_COMMANDS:
        return
    for place, named in ids_in(command):
        if named not in decision.state.joined:
            known = ", ".join(decision.state.joined) or "nobody yet"
            detail = f"Nobody is called {named!r} here; there are {known}."
            refuse(None, detail, code="invalid", field=f"command.{place}")


def nothing_due(decision: Decision[Any]) -> None:
    """Nothing falls due by itself."""


def all_seen(state: Any, speaker: Speaker) -> Any:
    """Nobody has anything to hide."""
    return state


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S]):
    """One published system: its words (options, sheets, commands, events) and its hooks (decide, fold, options, tell).

    ``decide`` maps command classes to handlers, ``evolve`` event classes to folds, ``tell`` event classes to the
    sentence made from the event and the names of the combatants, ``tally`` to what a tally counts of it; ``asked`` has
    by type the templates that tell a command, ``speak`` says the values of their fields. What every encounter knows
    (``core.`` commands, events, their handlers, folds and sentences) is added here; what a ruleset gives for one of
    these words stands in place of it. ``settle`` puts on the agenda what falls due when a command has run dry.
    ``rounds`` are the events that begin a round, where there are rounds: by them a spectator may be held back.
    From ``long_batch`` facts of one command on no standing answer is taken.
    ``view`` takes out of a copy of the state what a speaker other than the narrator may not see; by default nothing.
    ``examples`` shows one of each of its ``commands`` and ``events``, by type; ``demo`` is a fight to be shown.
    ``faces_rule`` is the rule by which supplied faces are refused, where there is one; all are where nothing ``draws``.

    What is left out is made from the rest. ``commands`` and ``events`` are those that ``decide`` and ``evolve`` know.
    ``sheet_model`` is the member of a company (``domain.ruleset.simple_state``), and ``join``, which gives the ID of a
    newcomer and the facts of its joining, each with its audience, takes the sheet as it is
    (``domain.ruleset.joining``). ``guard``, which refuses before any handler what the state forbids to everybody, has
    open prompts answered first and knows who is here. ``sheets`` names the fields of the state that have combatants by
    their IDs, so that secret ones can be left out, and ``veiled`` those of which ``view`` takes out what else would
    tell of secret sheets. ``forms``, which lists what is legal, given a function that asks the rules about one command,
    reads the commands (``domain.forms.derived``); ``legal``, the command types that the state allows in place of
    a refused command, are those that the forms offer.

    ``lift_events`` and ``lift_commands`` have, by type and schema, what lifts a record to the schema after it;
    ``lift_states`` has the same for carried states, by the ruleset's key and the schema.
    """

    key: str
    title: str
    version: str
    state: type[S]
    decide: Mapping[type[Command], Handler]
    evolve: Folds
    tell: Mapping[type[Event], Teller]
    rules: Mapping[str, Rule]
    faces_rule: str | None = None
    draws: bool = True
    commands: tuple[type[Command], ...] = ()
    events: tuple[type[Event], ...] = ()
    rounds: tuple[type[Event], ...] = ()
    option_model: type[Any] = NoOptions
    sheet_model: TypeAdapter[Any] = DERIVED
    join: Callable[[S, Join], Newcomer] = DERIVED
    sheets: tuple[str, ...] = ("people",)
    veiled: tuple[str, ...] = ()
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    speak: Mapping[str, Speak] = field(default_factory=dict)
    tally: Mapping[type[Event], Count] = field(default_factory=dict)
    prompts: Mapping[str, PromptKind[S]] = field(default_factory=dict)
    stages: Stages = field(default_factory=Stages)
    guard: Callable[[Decision[S], Command], None] = plain_guard
    settle: Callable[[Decision[S]], None] = nothing_due
    long_batch: int = LONG_BATCH
    view: Callable[[S, Speaker], S] = all_seen
    legal: Callable[[S, Speaker, Command], tuple[str, ...]] = DERIVED
    forms: Callable[[S, Speaker, Objection[S]], list[Form]] = DERIVED
    templates: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    demo: Demonstration | None = None
    lift_events: Mapping[tuple[str, int], Lift] = field(default_factory=dict)
    lift_commands: Mapping[tuple[str, int], Lift] = field(default_factory=dict)
    lift_states: Mapping[tuple[str, int], Lift] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Add what every encounter knows, and make the hooks that were left out."""
        own = tuple(command for command in self.commands or self.decide if command not in CORE_COMMANDS)
        whole: dict[str, Any] = {
            "commands": (*CORE_COMMANDS, *own),
            "events": tuple(dict.fromkeys((*CORE_EVENTS, *(self.events or self.evolve)))),
            "decide": {**CORE_HANDLERS, **self.decide},
            "evolve": {**CORE_FOLDS, **self.evolve},
            "tell": {
                **CORE_TELL,
                Commanded: asked(
                    {**CORE_ASKED, **self.asked},
                    {**CORE_SAID, **self.speak},
                    {command.model_fields["type"].default: written(command) for command in (*CORE_COMMANDS, *own)},
                ),
                **self.tell,
            },
        }
        if self.sheet_model is DERIVED:
            whole["sheet_model"] = TypeAdapter(member_of(self.state))
        if self.join is DERIVED:
            whole["join"] = join_by_sheet(whole.get("sheet_model", self.sheet_model), self.templates)
        if self.forms is DERIVED:
            whole["forms"] = lambda state, speaker, objection: plain_forms(own, state, speaker, objection)
        for name, value in whole.items():
            object.__setattr__(self, name, value)

    def fold(self, state: S, event: Event) -> None:
        """Write one event into the state, in place."""
        state.version += 1
        self.evolve[type(event)](state, event)

    def fold_all(self, state: S, events: Iterable[Event]) -> None:
        """Write events into the state, in place and in order: what ``fold`` does, without a call for each."""
        evolve, version = self.evolve, state.version
        for event in events:
            version += 1
            state.version = version
            evolve[type(event)](state, event)

    def seen_by(self, state: S, speaker: Speaker) -> S:
        """The state as a speaker may see it, without secret sheets and parts of prompts and what ``view`` takes out."""
        if speaker.is_narrator:
            return state
        seen = self.view(state.fork(), speaker)
        seen.prompts = tuple([prompt.seen_by(speaker) for prompt in seen.prompts])
        unseen = {combatant for combatant in state.secret_sheets if not state.shows_sheet(combatant, speaker)}
        for name in self.sheets if unseen else ():
            shown = {combatant: one for combatant, one in getattr(seen, name).items() if combatant not in unseen}
            setattr(seen, name, shown)
        return seen
