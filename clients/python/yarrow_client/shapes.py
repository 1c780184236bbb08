"""Response bodies as frozen structs. Data whose shape is the ruleset's (states, sheets, data of events) is a dict.

Fields that a newer service adds are ignored; fields that an older service lacks have their defaults.
"""

from functools import cached_property
from typing import Any

import msgspec

from yarrow_client.problems import NeededThrow, read_json

Data = dict[str, Any]


class PrivatePart(msgspec.Struct, frozen=True):
    """The private part of an event, with the salt that prevents guessing it from its digest."""

    salt: str
    data: Data


class Event(msgspec.Struct, frozen=True):
    """A recorded event. ``data`` is all of it that the speaker may see, including the private part.

    ``batch`` is the version of the command that opened its batch; ``cause`` is the version of the event that caused it;
    ``sealed`` is the digest of the private part in hexadecimal, or None if there is none.
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
    """An open choice: ``to`` is the combatant who decides, or ``narrator``. The options have the legal answers.

    One that is ``answered`` waits for others; until then its answer may be changed.
    """

    id: str
    kind: str
    to: str
    about: Data = {}
    version: int = 0
    sealed: bool = False
    replaceable: bool = False
    hidden: tuple[str, ...] = ()
    veiled: bool = False
    answered: bool = False


class Lines(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Events as stored: ``lines`` are the public lines byte for byte, ``private`` the visible private lines."""

    lines: tuple[msgspec.Raw, ...] = msgspec.field(name="events")
    private: dict[int, msgspec.Raw] = {}

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events, each with all data that the speaker may see."""
        return tuple(event_of(line, self.private) for line in self.lines)


class Difference(msgspec.Struct, frozen=True):
    """A difference of two states as an operation of RFC 6902: ``add``, ``remove`` or ``replace`` at a JSON pointer.

    ``was`` is the value in ``one``, and ``value`` that in ``other``; None if there is none.
    """

    op: str
    path: str
    value: Any = None
    was: Any = None


class TableChange(msgspec.Struct, frozen=True):
    """The operations of RFC 6902 that the event at a version makes on the table, after those of the events before."""

    version: int
    patch: tuple[Difference, ...]


class Part(msgspec.Struct, frozen=True):
    """A piece of a sentence: its text, and the combatant, the thing, the number or the throw that it is, if any."""

    text: str
    combatant: str = ""
    thing: str = ""
    number: int | None = None
    throw: int | None = None


class End(msgspec.Struct, frozen=True):
    """An end of an act or of a way: a combatant by its ID, or a place."""

    combatant: str = ""
    place: str = ""


class Beginning(msgspec.Struct, frozen=True):
    """The beginning of a round, a turn, a phase or a scene, with its label."""

    kind: str
    label: str


class ThrowPart(msgspec.Struct, frozen=True):
    """A part of a throw: its label, its signed amount, and the rule that adds it."""

    label: str
    amount: int
    rule: str = ""


class Face(msgspec.Struct, frozen=True):
    """A face of a coin, a die or a card, with the colour of the die."""

    face: str | int
    colour: str = ""


class Throw(msgspec.Struct, frozen=True, rename={"purpose": "for"}):
    """A throw: its combatant, its purpose, the faces that fell, and the result."""

    kind: str
    who: str = ""
    purpose: str = ""
    parts: tuple[ThrowPart, ...] = ()
    faces: tuple[Face, ...] = ()
    counted: str = ""
    result: int | str | None = None
    target: int | None = None
    source: str = "seeded"
    won: bool | None = None
    id: str = ""


class Entry(msgspec.Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """An entry of the story: at level 1 a line that tells an exchange, at levels 2 and 3 what belongs to it.

    ``version`` is that of the event told, of the last one if there are several, and ``since`` then that of the first.
    ``of`` is the version of the line to which a detail belongs. ``parts`` joined are the sentence.
    """

    version: int
    batch: int
    time: str
    type: str
    level: int
    sentence: str
    parts: tuple[Part, ...]
    since: int | None = None
    of: int | None = None
    cause: int | None = None
    combatants: tuple[str, ...] = ()
    source: End | None = None
    target: End | None = None
    throws: tuple[Throw, ...] = ()
    opens: Beginning | None = None
    moment: str | None = None
    why: str = ""
    rules: tuple[str, ...] = ()


class Batch(Lines, frozen=True, dict=True, kw_only=True):
    """The events of one command, from ``first`` to ``version``; ``chain`` is the chain's hash after them.

    ``position`` is the position at which a live feed resumes after the batch. ``table`` has how the events change the
    table, and ``story`` the entries of the story of the batch, if the feed or the command was asked for it.
    """

    encounter: str
    version: int
    first: int
    chain: str = ""
    position: str = ""
    table: tuple[TableChange, ...] = ()
    story: tuple[Entry, ...] = ()


class Answer(Batch, frozen=True, dict=True, kw_only=True):
    """The batch of an accepted command, and the prompts that are open after it."""

    prompts: tuple[Prompt, ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """A prompt that a command would open: who decides, its kind, and the question as a sentence."""

    to: str
    kind: str
    question: str


class Foreseen(msgspec.Struct, frozen=True):
    """The first effect of a command at a version: ``asks``, ``throw``, ``records`` or ``untold``.

    ``asks`` are the prompts that would open before any throw, ``throw`` is the throw that would come before any prompt.
    """

    version: int
    first: str
    asks: tuple[Asked, ...] = ()
    throw: NeededThrow | None = None


class StoryPage(msgspec.Struct, frozen=True):
    """A page of the story; read the next page after ``after``, until that equals ``version``."""

    version: int
    after: int
    entries: tuple[Entry, ...]


class ToldEvent(msgspec.Struct, frozen=True):
    """An event with its sentence, if it has one."""

    version: int
    batch: int
    cause: int | None
    time: str
    type: str
    sentence: str | None


class BranchPoint(msgspec.Struct, frozen=True):
    """The origin of a branch: version ``at`` of another encounter, and its chain's hash there."""

    encounter: str
    at: int
    chain: str


class Causes(msgspec.Struct, frozen=True):
    """The causes of an event, from the command that began them to the event itself.

    If the causes go back beyond the start of a branch, ``before`` is the point of the parent where they continue.
    """

    version: int
    causes: tuple[ToldEvent, ...]
    before: BranchPoint | None = None


class Origin(msgspec.Struct, frozen=True):
    """The parent of a branch, and the version at which it branched."""

    encounter: str
    version: int


class Listed(msgspec.Struct, frozen=True):
    """An encounter of the list; ``opened`` and ``active`` are the times of its first and newest event.

    ``current`` is true if the list was complete as of the time of the request.
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
    """A page of the list; ``next`` is the cursor of the next page, or None on the last one."""

    encounters: tuple[Listed, ...]
    next: str | None
    current: bool = True


class Parting(msgspec.Struct, frozen=True):
    """The last common version of two branches: in whose stream, and the chain's hash there."""

    encounter: str
    version: int
    hash: str


class Stretch(msgspec.Struct, frozen=True):
    """The events of one encounter on the way to a side: those after ``after`` up to ``version``."""

    encounter: str
    after: int
    version: int
    entries: tuple[ToldEvent, ...]


class Side(msgspec.Struct, frozen=True):
    """One of two compared branches: its version, and the events since the common version."""

    encounter: str
    version: int
    events: int
    stretches: tuple[Stretch, ...]


class Comparison(msgspec.Struct, frozen=True):
    """The comparison of two branches; ``more`` is the number of differences that are not listed."""

    common: Parting
    one: Side
    other: Side
    differences: tuple[Difference, ...]
    more: int


class RulesetAbout(msgspec.Struct, frozen=True):
    """A ruleset of the service; ``languages`` are those of its words, for ``Yarrow(url, language=…)``."""

    key: str
    title: str
    version: str
    languages: tuple[str, ...] = ()


class SceneCombatant(msgspec.Struct, frozen=True):
    """A combatant of a scene."""

    id: str
    name: str


class SceneSide(msgspec.Struct, frozen=True):
    """A side of a scene, or those without a side, for whom ``id`` and ``name`` are None."""

    id: str | None
    name: str | None
    combatants: tuple[SceneCombatant, ...]


class Scene(msgspec.Struct, frozen=True):
    """A ready fight, which ``Yarrow.open`` opens by its ID: what it is about, and who takes part on which side."""

    id: str
    ruleset: str
    name: str
    description: str
    sides: tuple[SceneSide, ...]


class SceneContent(Scene, frozen=True):
    """A scene with its options, the usual source of its throws, its combatants, and the commands after the opening."""

    options: Data
    chance: str
    combatants: tuple[Data, ...]
    commands: tuple[Data, ...]


class Rule(msgspec.Struct, frozen=True):
    """A rule; ``options`` are the ruleset's options that change it, with their defaults."""

    id: str
    chapter: str
    title: str
    statement: str
    options: Data = {}


class RulesetList(msgspec.Struct, frozen=True):
    """The rulesets of the service."""

    rulesets: list[RulesetAbout]


class TemplateList(msgspec.Struct, frozen=True):
    """The ready-made combatants of a ruleset by key."""

    templates: dict[str, Data]


class RuleList(msgspec.Struct, frozen=True):
    """The rules of a ruleset."""

    rules: list[Rule]


class SceneList(msgspec.Struct, frozen=True):
    """The ready fights of all rulesets or of one."""

    scenes: list[Scene]


def event_of(line: bytes | msgspec.Raw, private: dict[int, msgspec.Raw]) -> Event:
    """Return the event of a public line, with its private part if ``private`` has it by version.

    Raises OtherVersion if it does not have the shape of an event.
    """
    event = read_json(line, Event, "An event")
    if event.version not in private:
        return event
    hidden = read_json(private[event.version], PrivatePart, f"The private part of event {event.version}")
    return msgspec.structs.replace(event, data={**event.data, **hidden.data})
