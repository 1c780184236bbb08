"""How the tests of a ruleset write down who joins, what is answered and what is thrown."""

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

    ``newcomer`` makes the joining command of somebody known by an ID, with what is different on the sheet;
    ``answer`` reads an answer to send along; ``faces_of`` gives the faces to supply for throws as written, an entry for
    each draw; ``assert_throws`` holds the recorded throws of events, all of them, against those written down.
    """

    ruleset: Ruleset[S]
    newcomer: Callable[..., Join]
    answer: Callable[[str], SentAnswer]
    faces_of: Callable[[Iterable[str]], Sequence[SentFaces]]
    assert_throws: Callable[[Iterable[Event], Iterable[str]], None]

    def sent(self, *answers: str | SentAnswer) -> tuple[SentAnswer, ...]:
        """Answers to send along, from their short forms."""
        return tuple(self.answer(answer) if isinstance(answer, str) else answer for answer in answers)
