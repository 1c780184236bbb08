"""Stages: the named steps of a decision, which let it stop for a question and resume from events alone.

A decision runs as an agenda of frames. A *stage* is a function of (decision, data). It may put further stages on the
agenda, which run before those already there. A *reply* is a stage that also receives the answer to a question. A frame
is stored as the name of its stage and its data, never as code.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

import msgspec

from domain.model.encounter import Frame
from domain.model.event import as_stored

T = TypeVar("T", bound=msgspec.Struct)


class NoData(msgspec.Struct, frozen=True):
    """The data of a stage that reads everything it needs from the state."""


class Continuation(msgspec.Struct, frozen=True):
    """A stored reply, by name, that receives the outcome of a general stage, and the data of that reply."""

    stage: str
    data: Any


class Stage(Generic[T]):
    """A named step of a decision with the type of its data."""

    __slots__ = ("data", "draws", "name", "pausable", "run", "takes_answer")

    def __init__(
        self,
        name: str,
        data: type[T],
        run: Callable[..., None],
        *,
        takes_answer: bool = False,
        draws: bool = False,
        pausable: bool = False,
    ) -> None:
        self.name = name
        self.data = data
        self.run = run
        self.takes_answer = takes_answer
        self.draws = draws
        self.pausable = pausable

    def frame(self, data: T, cause: int) -> Frame:
        """Return the frame to store, with data as they are after a round trip."""
        return Frame(self.name, as_stored(data), cause)

    def continuation(self, data: T) -> Continuation:
        """Return this reply as a continuation of another stage."""
        return Continuation(self.name, data)

    def thaw(self, frame: Frame) -> T:
        """Return the typed data of a stored frame."""
        return msgspec.convert(frame.data, self.data)


def _continue(decision: Any, _: NoData, answer: Any) -> None:
    """Do nothing: the suspended stages are on the agenda again."""


CONTINUED: Final = Stage("core.continued", NoData, _continue, takes_answer=True)
"""The reply to the prompt by which a decision pauses."""


def _pass(decision: Any, _: NoData) -> None:
    """Do nothing: what is on one side of the mark has run dry, and the other side follows."""


APART: Final = Stage("core.apart", NoData, _pass)
"""A mark on the agenda: what is above it stops for a question without what is below it (see ``Agenda.apart``)."""


def stage(
    name: str, data: type[T], *, draws: bool = False, pausable: bool = False
) -> Callable[[Callable[[Any, T], None]], Stage[T]]:
    """Decorate a function of (decision, data) as a stage.

    A stage that may draw coins, dice or cards, itself or by a stage that it calls, declares it by ``draws``; another
    stage cannot draw. Stages that it puts on the agenda declare it for themselves. A full batch ends before a
    ``pausable`` stage, which runs when the narrator continues.
    """
    return lambda run: Stage(name, data, run, draws=draws, pausable=pausable)


def reply(name: str, data: type[T], *, draws: bool = False) -> Callable[[Callable[[Any, T, Any], None]], Stage[T]]:
    """Decorate a function of (decision, data, answer) as a reply; ``draws`` as for a stage.

    The answer is None if the prompt lapsed.
    """
    return lambda run: Stage(name, data, run, takes_answer=True, draws=draws)


def stages_by_name(stages: Iterable[Stage[Any]]) -> dict[str, Stage[Any]]:
    """Return stages by their stored names, which must differ, with the stage that continues after a pause."""
    by_name = {CONTINUED.name: CONTINUED}
    for one in stages:
        if by_name.setdefault(one.name, one) is not one:
            raise ValueError(f"two stages are named {one.name}")
    return by_name
