"""Stages: the named pieces of a decision, so that it can stop for a question and go on from events alone.

A decision runs as an agenda of frames. A *stage* is one function of (table, data); it may put further stages on the
agenda, which run before what waits there already. A *reply* is a stage that also receives the answer to a question.
A frame is stored as the stage's name and its data, never as code.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from domain.model.encounter import Frame
from domain.model.event import as_stored

T = TypeVar("T", bound=msgspec.Struct)


class Nothing(msgspec.Struct, frozen=True):
    """The data of a stage that reads all it needs from the state."""


class Later(msgspec.Struct, frozen=True):
    """A reply, by name, that a general stage hands its outcome to, and the data that the reply is to find."""

    stage: str
    data: Any


class Stage(Generic[T]):
    """A named step of a decision with the type of its data."""

    __slots__ = ("data", "name", "run", "takes_answer")

    def __init__(self, name: str, data: type[T], run: Callable[..., None], takes_answer: bool) -> None:
        self.name = name
        self.data = data
        self.run = run
        self.takes_answer = takes_answer

    def frame(self, data: T, cause: int) -> Frame:
        """The frame to store, as it will be when it is read back."""
        return Frame(self.name, as_stored(data), cause)

    def later(self, data: T) -> Later:
        """This reply as something that another stage hands its outcome to."""
        return Later(self.name, data)

    def thaw(self, frame: Frame) -> T:
        """The data of a stored frame."""
        return msgspec.convert(frame.data, self.data)


class Stages(dict[str, Stage[Any]]):
    """The stages of one ruleset by name. Chapters register theirs as they are imported."""

    def stage(self, name: str, data: type[T]) -> Callable[[Callable[[Any, T], None]], Stage[T]]:
        """Name a function of (table, data) as a stage."""
        return lambda run: self._add(Stage(name, data, run, False))

    def reply(self, name: str, data: type[T]) -> Callable[[Callable[[Any, T, Any], None]], Stage[T]]:
        """Name a function of (table, data, answer) as what follows a question. The answer is None when it lapsed."""
        return lambda run: self._add(Stage(name, data, run, True))

    def _add(self, stage: Stage[T]) -> Stage[T]:
        if stage.name in self:
            raise ValueError(f"two stages are named {stage.name}")
        self[stage.name] = stage
        return stage
