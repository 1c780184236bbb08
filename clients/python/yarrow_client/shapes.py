"""What the service answers, as frozen structs. What a ruleset shapes (states, sheets, the data of events) stays a dict.

A field that a newer service adds is passed over; one that an older service lacks has its default.
"""

from functools import cached_property
from typing import Any

import msgspec

Data = dict[str, Any]


class PrivatePart(msgspec.Struct, frozen=True):
    """The part of an event that is not for everybody, with the salt that keeps others from guessing it."""

    salt: str
    data: Data


class Event(msgspec.Struct, frozen=True):
    """What happened. ``data`` is all of it that the speaker may see, the private part included.

    ``batch`` is the version of the command at the head of the event's batch, ``cause`` that of the earlier event that
    it follows from; ``sealed`` is the digest of the private part in hex, or None where there is none.
    """

    encounter: str
    version: int
    type: str
    schema: int
    time: str
    batch: int
    cause: int | None
    speaker: str
    audience: str
    data: Data
    sealed: str | None


class Prompt(msgspec.Struct, frozen=True):
    """A choice that the encounter waits for: ``to`` is a combatant or ``narrator``, ``forms`` are plain answers."""

    id: str
    kind: str
    to: str
    about: Data = {}
    forms: tuple[Any, ...] = ()
    version: int = 0
    sealed: bool = False
    replaceable: bool = False
    secret: bool = False
    hidden: tuple[str, ...] = ()


class Lines(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Events as they are stored: ``lines`` are their public lines byte for byte, ``private`` what is sealed in them."""

    lines: tuple[msgspec.Raw, ...] = msgspec.field(name="events")
    private: dict[int, msgspec.Raw] = {}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, each with all of its data that the speaker may see."""
        return tuple(event_of(line, self.private) for line in self.lines)


class Batch(Lines, frozen=True, dict=True, kw_only=True):
    """The events that one command caused, from ``first`` to ``version``; ``chain`` is the chain's hash behind them.

    ``position`` is where a live feed goes on behind it.
    """

    encounter: str
    version: int
    first: int
    chain: str = ""
    position: str = ""


class Answer(Batch, frozen=True, dict=True, kw_only=True):
    """The batch of an accepted command, and the prompts that are open behind it."""

    prompts: tuple[Prompt, ...] = ()


class OpenField(msgspec.Struct, frozen=True):
    """A field of a form that the speaker fills in; ``domain`` says with what."""

    name: str
    domain: Data
    required: bool = False


class Form(msgspec.Struct, frozen=True):
    """A command that is legal now: fields that are settled, and open ones with their domains."""

    command: str
    settled: Data
    open: tuple[OpenField, ...] = ()
    predicates: tuple[str, ...] = ()
    costs: Data = {}
    fill: Data = {}

    def filled(self, **fields: Any) -> Data:
        """The command that the form stands for, with its own filling and these fields."""
        return {"type": self.command, **self.settled, **self.fill, **fields}


class Options(msgspec.Struct, frozen=True):
    """What is legal at a version."""

    version: int
    forms: tuple[Form, ...]


class Entry(msgspec.Struct, frozen=True):
    """One event as it is told."""

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str


class TimelinePage(msgspec.Struct, frozen=True):
    """A page of the timeline; the next one is read behind ``after``, until that is ``version``."""

    version: int
    after: int
    entries: tuple[Entry, ...]


class BranchPoint(msgspec.Struct, frozen=True):
    """Where a branch begins: behind version ``at`` of another encounter, whose chain had the hash ``chain`` there."""

    encounter: str
    at: int
    chain: str


class Causes(msgspec.Struct, frozen=True):
    """Why an event came about: from the command that began it to the event itself.

    Where the causes go back to how a branch began, ``before`` is the encounter in which the story goes on, and from
    where.
    """

    version: int
    causes: tuple[Entry, ...]
    before: BranchPoint | None = None


class Origin(msgspec.Struct, frozen=True):
    """Where a branch began: of which encounter, at which version."""

    encounter: str
    version: int


class Listed(msgspec.Struct, frozen=True):
    """What the list tells of an encounter; ``opened`` and ``active`` are the times of its first and newest event.

    ``current`` says whether everything was in the list that had happened when it was asked for.
    """

    id: str
    name: str
    ruleset: str
    status: str
    version: int
    opened: str
    active: str = ""
    combatants: tuple[str, ...] = ()
    branch_of: Origin | None = None
    damaged: bool = False
    current: bool = True


class Listing(msgspec.Struct, frozen=True):
    """A page of the list; ``next`` is the cursor of the page behind it."""

    encounters: tuple[Listed, ...]
    next: str | None
    current: bool = True


class Parting(msgspec.Struct, frozen=True):
    """The last version that two encounters have in common: of whose stream, and the chain's hash there."""

    encounter: str
    version: int
    hash: str


class Stretch(msgspec.Struct, frozen=True):
    """What happened in one encounter on the way: its events behind ``after`` up to ``version``."""

    encounter: str
    after: int
    version: int
    entries: tuple[Entry, ...]


class Side(msgspec.Struct, frozen=True):
    """One of two that are compared: where it is looked at, and the events that have led there from the parting."""

    encounter: str
    version: int
    events: int
    stretches: tuple[Stretch, ...]


class Difference(msgspec.Struct, frozen=True):
    """Where two states differ: the place as a JSON pointer, and the values there; null where one has nothing."""

    path: str
    one: Any = None
    other: Any = None


class Comparison(msgspec.Struct, frozen=True):
    """Two branches beside each other; ``more`` is how many differences there are beyond those told."""

    common: Parting
    one: Side
    other: Side
    differences: tuple[Difference, ...]
    more: int


class RulesetAbout(msgspec.Struct, frozen=True):
    """A ruleset that the service plays."""

    key: str
    title: str
    version: str


class Rule(msgspec.Struct, frozen=True):
    """A rule that a refusal names; ``options`` are the ruleset's options that change it, with their defaults."""

    id: str
    chapter: str
    title: str
    statement: str
    options: Data = {}


_event = msgspec.json.Decoder(Event).decode
_private = msgspec.json.Decoder(PrivatePart).decode


def event_of(line: bytes | msgspec.Raw, private: dict[int, msgspec.Raw]) -> Event:
    """The event of a public line, with what ``private`` has of it by version."""
    event = _event(line)
    if event.version not in private:
        return event
    return msgspec.structs.replace(event, data={**event.data, **_private(private[event.version]).data})
