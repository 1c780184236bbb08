"""Worked examples as data: the YAML files of a ruleset's ``examples/``, read into runs of steps.

An example is a mapping:

``id``, ``title``
    its rule ID, and what happens in it
``options``, ``combatants``, ``crowd``, ``scene``
    how the encounter opens: ruleset options; who joins, each an ID that the ruleset's notation knows (``bell_a`` is a
    bell) or a mapping of ``id``, ``template`` and what is different on the sheet; so many copies of a template; the
    fields of the ruleset's ``set_scene``, drawn before anybody joins
``setup``, ``opening``, ``steps``
    steps that lead to where the example begins; how its first round opens, as the ruleset reads it; the steps
``runs``
    where an example has several ways or several options: by name, more of the above, each behind what all have
``after``
    the example that it goes on from, whose steps are played first

A step is a ``command``, the ``answer`` to an open prompt (the first one, or the first ``to`` somebody), a ``join``,
``commands`` that are given one after another with nothing thrown and are taken as one, or the ``opening`` of a further
round, which has nothing beside it. With the others go ``as`` (who speaks), ``answers`` sent along (in short, or whole),
and ``throws`` in the ruleset's notation.
What is to come of it, all of which is checked:

``events``, ``never``
    events of its batch in this order, by type and by some of their fields; types that are not in the batch
``prompts``
    every prompt that is open afterwards; without it, none is
``state``
    facts of the state, by dotted path; ``*`` stands for all of a list or mapping
``shown``, ``hidden``
    by who looks on, texts of its events that this one is sent too, and such that it is not; the narrator is sent all
``refused``, ``legal``
    the rule that refuses it, nothing having changed, and the commands that the refusal offers instead

A ruleset adds expectations of its own to these. With dice an example reads::

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
    """A piece of the data; a field that is mistyped is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Step(Part):
    """One thing said at the table, and what comes of it."""

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
    """How a fight opens and goes on."""

    options: Fields = {}
    combatants: tuple[str | Fields, ...] = ()
    crowd: dict[str, int] = {}
    scene: Fields | None = None
    setup: tuple[T, ...] = ()
    opening: Fields | None = None
    steps: tuple[T, ...] = ()


class Example(Plan[T], Generic[T]):
    """An example with its ways."""

    id: str
    title: str
    after: str | None = None
    runs: dict[str, Plan[T]] = {}


class Run(NamedTuple):
    """One way through an example, from an open encounter on."""

    id: str
    name: str
    options: Mapping[str, Any]
    scene: Mapping[str, Any] | None
    combatants: Sequence[str | Fields]
    steps: Sequence[Step]


@dataclass(frozen=True)
class Examples:
    """The worked examples of a ruleset, and what it adds to their format.

    Their IDs are ``prefix-1`` to ``prefix-count`` without the numbers in ``unused``, in files of ``folder``;
    ``example`` is their type, with the ruleset's steps. ``opening`` gives the steps that open a round, from the state
    and the fields of ``opening``.
    ``check`` holds an accepted step's own expectations against its batch, the state and all events so far.
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
        """The IDs that they have to have, in their order."""
        return [f"{self.prefix}-{number}" for number in range(1, self.count + 1) if number not in self.unused]

    @cached_property
    def by_id(self) -> Mapping[str, Example[Any]]:
        """All examples, in their order."""
        found = [
            self.example.model_validate(entry)
            for file in sorted(self.folder.glob("*.yaml"))
            for entry in yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
        ]
        by_id = {example.id: example for example in found}
        assert len(by_id) == len(found), "two examples have the same ID"
        return by_id

    def runs(self) -> Iterator[Run]:
        """Every way through every example."""
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
