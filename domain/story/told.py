"""The declaration ``told``: how the class of an event or a command takes part in the story."""

from collections.abc import Callable, Collection
from typing import Any, Final, Literal, NamedTuple, TypeVar

from domain.story.throws import Throw

Level = Literal[1, 2, 3]
BeginningKind = Literal["round", "turn", "phase", "scene"]
Moment = Literal["hit", "hold", "wound", "fall", "death", "end"]

DEEPEST: Final = 3
"""The level of the whole story."""
AS_SAID: Final = "|"
"""The sentence of an event, as its clause."""
V = TypeVar("V")


class Told(NamedTuple):
    """The part of an event in the story; each of the first six fields is a value, or a function of the event.

    ``level`` is 1 for what a table says aloud, 2 for how it came about, 3 for bookkeeping. ``brief`` is its clause in
    its line: a template (``domain.story.clauses``), or ``AS_SAID``; without one, an event of level 1 is
    a line by itself. ``line`` names the line that it belongs to: if that is another one than before, a line
    begins. Without one it belongs to the line before it. ``explains`` says that its sentence is how the line came
    about. ``moment`` is a big moment. ``opens`` is a kind of beginning and a template of its label, as on the table's
    clock. ``throws`` returns what fell; without it, the draws among the fields are shown as they are.

    ``unless`` are the types of events and commands whose clauses in the same line take the place of its own, and
    whose explanations take that of its explanation; a function says it for each event. With ``lends``, a template as
    that of a clause, the next of them with the same subject is continued by it, if possible one with the same target,
    and only then its own clause is left out; a subject alone continues nothing. The last of several events of one type
    continues it. With ``lends_to``, it is one of those types that is continued, and ``unless`` means what it means
    without ``lends``. ``short`` is a template of a shorter clause that is said beside them, instead of none. A ``last``
    clause comes at the end of its line; a function says so for each event. One that ``follows`` types of events comes
    right after the last of these before it in the same line, and so before what has happened in between.
    What ``adds`` up is a number of things as the object of a clause: of those of one predicate a line says the sum.
    ``source`` and ``target`` are the fields with who did it and to whom, if they are not found by their names; a
    ``source`` of None says that no combatant did it. ``comes_from`` and ``goes_to`` are templates of the ends of a way.

    A command declares the same for its ``core.commanded``, as values alone. Its ``brief`` are templates as its
    ``says``, or ``AS_SAID``; it lends only where all fields of ``lends`` are given, and has no ``short`` clause.
    """

    level: Level | Callable[[Any], Level] = 2
    brief: str | tuple[str, ...] | Callable[[Any], str] = ""
    line: str | Callable[[Any], str] = ""
    explains: bool | Callable[[Any], bool] = False
    moment: Moment | Callable[[Any], Moment | None] | None = None
    opens: tuple[BeginningKind, str] | Callable[[Any], tuple[BeginningKind, str] | None] | None = None
    throws: Callable[[Any], Collection[Throw]] | None = None
    unless: Collection[str] | Callable[[Any], Collection[str]] = ()
    lends: str | Callable[[Any], str] = ""
    lends_to: Collection[str] = ()
    short: str | Callable[[Any], str] = ""
    last: bool | Callable[[Any], bool] = False
    follows: Collection[str] = ()
    adds: bool = False
    source: str | None = ""
    target: str = ""
    comes_from: str = ""
    goes_to: str = ""


def value_of(declared: V | Callable[[Any], V], event: Any) -> V:
    """Return what is declared: a value, or what a function returns for the event."""
    return declared(event) if callable(declared) else declared


NOT_DECLARED: Final = Told()
"""The part in the story of an event whose class declares nothing."""
