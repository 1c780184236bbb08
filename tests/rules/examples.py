"""Worked examples as data: the YAML files of a ruleset's ``examples/``, parsed into runs of steps.

An example is a mapping:

``id``, ``title``
    its rule ID, and a summary
``options``, ``combatants``, ``crowd``, ``scene``
    the opening of the encounter: ruleset options; the combatants that join, each an ID that the ruleset's notation
    knows (``bell_a`` is a bell) or a mapping of ``id``, ``template`` and changes to the sheet; the number of copies of
    each template; the fields of the ruleset's ``set_scene``, which is sent before any combatant joins
``setup``, ``opening``, ``steps``
    the steps that lead to the beginning of the example; the opening of its first round, in the ruleset's own form; the
    steps of the example
``runs``
    for an example with several variants or options: more of the fields above by the name of the run; the steps of a
    run follow those of the example
``after``
    the example that this one continues, whose steps are played first

A step is a ``command``, the ``answer`` to an open prompt (the first one, or the first one ``to`` a combatant), a
``join``, ``commands`` that are sent one after another without throws and count as one, or the ``opening`` of another
round, which has no other fields. The other steps may have ``as`` (the speaker), ``answers`` that are sent with the
command (in short or complete form), and ``throws`` in the ruleset's notation.
A step's expectations, all of which are checked, are:

``events``, ``never``
    events of its batch in this order, by type and by some of their fields; types that are not in the batch
``prompts``
    all prompts that are open afterwards; if it is absent, none may be open
``state``
    facts of the state, by dotted path; ``*`` means all of a list or mapping
``shown``, ``hidden``
    by viewer, texts of its events that the viewer is sent, and texts that the viewer is not; the narrator is sent all
``refused``, ``legal``
    the rule that refuses the command, which changes nothing, and the commands that the refusal offers instead

A ruleset adds its own expectations to these. With dice, an example is written like this::

    - id: BD-EX-4
      title: A difficult look-out
      combatants: [quill]
      steps:
        - command: {type: black_dice.check, combatant: quill, stat: wits, skill: perception, difficulty: difficult}
          throws:
            - quill perception W7[6,1,2,6,3,4,5]=3 B3[1,4,5]=1
          events: [{type: black_dice.dice_thrown, combatant: quill, raw: 2, net: 2, foul: false}]
          state: {people.quill.fate: 6}
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.model.event import Event
from tests.rules.notation import Notation

Fields = dict[str, Any]
OF_A_REFUSED_STEP = frozenset(
    {"command", "answer", "to", "join", "speaker", "answers", "throws", "prompts", "state", "refused", "legal"}
)


class Part(BaseModel):
    """A piece of the data; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Step(Part):
    """One command or other input of an example, and its expectations."""

    command: Fields | None = None
    commands: tuple[Fields, ...] | None = None
    opening: Fields | None = None
    answer: Any = None
    to: str | None = None
    join: str | Fields | None = None
    speaker: str = Field(default="narrator", alias="as")
    answers: tuple[str | Fields, ...] = ()
    throws: tuple[str, ...] = ()
    events: tuple[Fields, ...] = ()
    never: tuple[str, ...] = ()
    prompts: tuple[Fields, ...] = ()
    state: Fields = {}
    shown: dict[str, list[str]] = {}
    hidden: dict[str, list[str]] = {}
    refused: str | None = None
    legal: list[str] | None = None

    @model_validator(mode="after")
    def says_one_thing(self) -> Self:
        if sum(said is not None for said in (self.command, self.commands, self.opening, self.answer, self.join)) != 1:
            raise ValueError("a step is a command, commands, an opening, an answer or a join")
        if self.opening is not None and self.model_fields_set != {"opening"}:
            raise ValueError("what is to come of an opening, it says itself")
        if self.commands is not None and (self.throws or self.answers or self.refused):
            raise ValueError("with several commands nothing is thrown or sent along, and none is refused")
        if self.refused is not None and not self.model_fields_set <= OF_A_REFUSED_STEP:
            raise ValueError(f"nothing comes of a refused step: {self.model_fields_set - OF_A_REFUSED_STEP}")
        return self


T = TypeVar("T", bound=Step)


class Plan(Part, Generic[T]):
    """The opening of a fight and its steps."""

    options: Fields = {}
    combatants: tuple[str | Fields, ...] = ()
    crowd: dict[str, int] = {}
    scene: Fields | None = None
    setup: tuple[T, ...] = ()
    opening: Fields | None = None
    steps: tuple[T, ...] = ()


class Example(Plan[T], Generic[T]):
    """An example with its runs."""

    id: str
    title: str
    after: str | None = None
    runs: dict[str, Plan[T]] = {}


class Run(NamedTuple):
    """One run of an example, from an open encounter to the end."""

    id: str
    name: str
    options: Mapping[str, Any]
    scene: Mapping[str, Any] | None
    combatants: Sequence[str | Fields]
    steps: Sequence[Step]


@dataclass(frozen=True)
class Examples:
    """The worked examples of a ruleset, and its additions to their format.

    Their IDs are ``prefix-1`` to ``prefix-count`` without the numbers in ``unused``, in files of ``folder``;
    ``example`` is their type, with the ruleset's steps. ``opening`` returns the steps that open a round, given the
    state and the fields of ``opening``.
    ``check`` compares the additional expectations of an accepted step with its batch, the state and all events so far.
    """

    notation: Notation[Any]
    folder: Path
    prefix: str
    count: int
    example: type[Example[Any]]
    opening: Callable[[Any, Fields], Iterable[Step]]
    check: Callable[[Any, Sequence[Event], Any, Sequence[Event]], None]
    unused: frozenset[int] = frozenset()

    @property
    def ids(self) -> list[str]:
        """The IDs that the examples must have, in order."""
        return [f"{self.prefix}-{number}" for number in range(1, self.count + 1) if number not in self.unused]

    @cached_property
    def by_id(self) -> Mapping[str, Example[Any]]:
        """All examples by ID, in order."""
        found = [
            self.example.model_validate(entry)
            for file in sorted(self.folder.glob("*.yaml"))
            for entry in yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
        ]
        by_id = {example.id: example for example in found}
        assert len(by_id) == len(found), "two examples have the same ID"
        return by_id

    def runs(self) -> Iterator[Run]:
        """Yield every run of every example."""
        for example in self.by_id.values():
            for name, plan in (example.runs or {"": Plan()}).items():
                yield self._run(example, name, plan)

    def _run(self, example: Example[Any], name: str, plan: Plan[Any]) -> Run:
        if example.after is None:
            past = Run("", "", {}, None, (), ())
        else:
            before = self.by_id[example.after]
            assert not before.runs, f"{example.id} goes on from {before.id}, which has several ways"
            past = self._run(before, "", Plan())
        return Run(
            example.id,
            name,
            {**past.options, **example.options, **plan.options},
            plan.scene or example.scene or past.scene,
            (*past.combatants, *example.combatants, *plan.combatants, *_crowd(example.crowd), *_crowd(plan.crowd)),
            (
                *past.steps,
                *example.setup,
                *plan.setup,
                *_opening(plan.opening or example.opening),
                *example.steps,
                *plan.steps,
            ),
        )


def _crowd(crowd: Mapping[str, int]) -> Iterator[str]:
    return (f"{name}_{number}" for name, size in crowd.items() for number in range(1, size + 1))


def _opening(fields: Fields | None) -> tuple[Step, ...]:
    return () if fields is None else (Step(opening=fields),)
