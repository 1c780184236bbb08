"""The short forms in which the tests of a ruleset write joining combatants, answers and throws."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from domain.chance.draws import SentFaces
from domain.core.commands import Join, SentAnswer
from domain.model.encounter import Encounter
from domain.model.event import Event
from domain.ruleset.ruleset import Ruleset

S = TypeVar("S", bound=Encounter)


@dataclass(frozen=True)
class Notation(Generic[S]):
    """A ruleset and the short forms of its tests.

    ``newcomer`` makes the command by which the combatant of an ID joins, with changes to its sheet; ``answer`` parses
    an answer that is sent with a command; ``faces_of`` returns the faces to supply for written throws, one entry for
    each draw; ``assert_throws`` compares all recorded throws of events with those written.
    """

    ruleset: Ruleset[S]
    newcomer: Callable[..., Join]
    answer: Callable[[str], SentAnswer]
    faces_of: Callable[[Iterable[str]], Sequence[SentFaces]]
    assert_throws: Callable[[Iterable[Event], Iterable[str]], None]

    def sent(self, *answers: str | SentAnswer) -> tuple[SentAnswer, ...]:
        """Return answers to send with a command, from their short forms."""
        return tuple(self.answer(answer) if isinstance(answer, str) else answer for answer in answers)
