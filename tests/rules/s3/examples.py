"""The worked examples of S3 as data: the files of ``examples/``, read into runs of steps.

An example is a mapping:

``id``, ``title``
    its rule ID, and what happens in it
``options``, ``combatants``, ``crowd``, ``scene``
    how the encounter opens: ruleset options; who joins, each an ID of the templates (``bell_a`` is a bell) or a mapping
    of ``id``, ``template`` and what is different on the sheet; so many copies of a template; the fields of
    ``s3.set_scene``, drawn before anybody joins
``setup``, ``opening``, ``steps``
    steps that lead to where the example begins; ``pc``, ``npc`` and ``order`` of a round's first pairing; the steps
``runs``
    where an example has several ways or several options: by name, more of the above, each behind what all have
``after``
    the example that it goes on from, whose steps are played first

A step is a ``command``, the ``answer`` to the prompt that is open, or a ``join``. With it go ``as`` (who speaks),
``answers`` sent along (as the specification writes them, or whole), and ``throws`` in the notation of that module. What
is to come of it, all of which is checked:

``events``, ``never``
    events of its batch in this order, by type and by some of their fields; types that are not in the batch
``suffers``
    every damage done, with all that it did: points, wound and new total, stunned, limb, disabled; nothing else
``terms``
    for throws by their place: the names of all their terms
``prompts``
    every prompt that is open afterwards; without it, none is
``state``
    facts of the state, by dotted path; ``*`` stands for all of a list or mapping
``turns``
    every turn of the encounter so far, by its actor
``refused``, ``legal``
    the rule that refuses it, nothing having changed, and the commands that the refusal offers instead
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

FILES = Path(__file__).with_name("examples")
Fields = dict[str, Any]


class Part(BaseModel):
    """A piece of the data; a field that is mistyped is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Suffering(Part):
    """One damage and what it does; ``wound`` and ``total`` are penalties, so below 0."""

    who: str
    points: int
    stun_amount: int | None = None
    wound_amount: int | None = None
    wound: int | None = None
    total: int | None = None
    stunned: bool = False
    limb: str | None = None
    disabled: Fields | None = None


class Step(Part):
    """One thing said at the table, and what comes of it."""

    command: Fields | None = None
    answer: Any = None
    join: str | Fields | None = None
    speaker: str = Field(default="narrator", alias="as")
    answers: tuple[str | Fields, ...] = ()
    throws: tuple[str, ...] = ()
    terms: dict[int, list[str]] = {}
    events: tuple[Fields, ...] = ()
    never: tuple[str, ...] = ()
    suffers: tuple[Suffering, ...] = ()
    prompts: tuple[Fields, ...] = ()
    state: Fields = {}
    turns: list[str] | None = None
    refused: str | None = None
    legal: list[str] | None = None

    @model_validator(mode="after")
    def says_one_thing(self) -> Self:
        if sum(said is not None for said in (self.command, self.answer, self.join)) != 1:
            raise ValueError("a step is a command, an answer or a join")
        return self


class Plan(Part):
    """How a fight opens and goes on."""

    options: Fields = {}
    combatants: tuple[str | Fields, ...] = ()
    crowd: dict[str, int] = {}
    scene: Fields | None = None
    setup: tuple[Step, ...] = ()
    opening: dict[str, str] | None = None
    steps: tuple[Step, ...] = ()


class Example(Plan):
    """An example with its ways."""

    id: str
    title: str
    after: str | None = None
    runs: dict[str, Plan] = {}


class Run(NamedTuple):
    """One way through an example, from an open encounter on."""

    id: str
    name: str
    options: Mapping[str, Any]
    scene: Mapping[str, Any] | None
    combatants: Sequence[str | Fields]
    steps: Sequence[Step]


@cache
def examples() -> Mapping[str, Example]:
    """All examples by ID, in their order."""
    found = [Example.model_validate(entry) for file in sorted(FILES.glob("*.yaml")) for entry in _read(file)]
    by_id = {example.id: example for example in found}
    assert len(by_id) == len(found), "two examples have the same ID"
    return by_id


def _read(file: Path) -> list[Any]:
    entries: list[Any] = yaml.safe_load(file.read_text("utf-8"))
    return entries


def runs() -> Iterator[Run]:
    """Every way through every example."""
    for example in examples().values():
        for name, plan in (example.runs or {"": Plan()}).items():
            yield _run(example, name, plan)


def _run(example: Example, name: str, plan: Plan) -> Run:
    if example.after is None:
        past = Run("", "", {}, None, (), ())
    else:
        before = examples()[example.after]
        assert not before.runs, f"{example.id} goes on from {before.id}, which has several ways"
        past = _run(before, "", Plan())
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


def _opening(opening: Mapping[str, str] | None) -> tuple[Step, ...]:
    if opening is None:
        return ()
    return Step(command={"type": "s3.begin_round"}), Step(command={"type": "s3.begin_turn", **opening})
