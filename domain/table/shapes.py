"""The shapes of a table.

Entries that come and go are under an ID that they keep. Absent fields are empty, false or unknown. Texts are ready to
show, in the language asked for; fields of a ``Literal`` type are from closed lists, which a client may switch on. All
numbers are integers.
"""

from typing import Literal

import msgspec

from domain.model.encounter import Metadata, Status
from domain.model.event import Json

Kind = Literal["person", "animal", "machine", "vehicle", "object", "unknown"]
Standing = Literal["able", "down", "dying", "dead", "gone"]
Tone = Literal["good", "bad", "warn", "plain"]
MeterTone = Literal["health", "mind", "stamina", "actions", "resource", "harm"]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time in the fight: a label such as *Round 3, tick 14*, the phase in words, and the numbers.

    ``run`` counts the runs through one round. ``seconds`` or ``minutes`` are those since the beginning.
    """

    label: str
    phase: str = ""
    round: int = 0
    run: int | None = None
    count: "Count | None" = None
    seconds: int | None = None
    minutes: int | None = None
    note: str = ""


class Count(msgspec.Struct, frozen=True, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """A count within the round, from one number up or down to another; with ``closed``, what ``now`` is was settled."""

    label: str
    now: int
    start: int
    end: int
    runs: Literal["up", "down"]
    closed: bool = False


class TableScene(msgspec.Struct, frozen=True, omit_defaults=True):
    """The surroundings, in words, and the ``metadata`` of the encounter."""

    name: str = ""
    light: str = ""
    weather: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    notes: str = ""
    metadata: Metadata = {}


class ToAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """The combatants who may act: ``who`` has the turn, also while a prompt interrupts it; without ``now`` they wait.

    ``has`` says what they have (*the turn*). ``optional`` may act without being asked. ``left`` is what the turn still
    has, by combatant and words. ``prompts`` has the prompts whose answer is the act, by combatant. ``next`` lists who
    follows, in groups that act together. ``narrator`` and ``anybody`` are listed like IDs.
    """

    now: bool
    who: tuple[str, ...]
    has: str
    since: int | None = None
    optional: tuple[str, ...] = ()
    left: dict[str, dict[str, int]] = {}
    prompts: dict[str, str] = {}
    next: tuple[tuple[str, ...], ...] = ()


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer to a prompt, with the label of a button; no two labels of one prompt are equal.

    ``detail`` says what it costs or comes to. ``takes`` is what has to be given with it: a ``card`` or a ``place``,
    which ``answer`` lacks and the options list, or the ``faces`` of the throw that follows.
    """

    answer: Json
    label: str
    detail: str = ""
    takes: Literal["", "card", "place", "faces"] = ""


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open prompt: who is asked what, in a sentence, since which version.

    ``choices`` are for those who may answer; with ``more`` there are other answers, which the options list. ``answer``
    is the reader's own, if one was given. With ``later``, another prompt has to be answered first. ``waits_for`` lists
    who else is asked with it, ``standing`` says that a standing answer is possible, and ``rule`` why it is asked.
    """

    to: str
    kind: str
    question: str
    since: int
    choices: tuple[Choice, ...] = ()
    more: bool = False
    answer: Json = None
    answered: bool = False
    standing: bool = False
    waits_for: tuple[str, ...] = ()
    sealed: bool = False
    changeable: bool = False
    later: bool = False
    rule: str = ""


class AskedTogether(msgspec.Struct, frozen=True):
    """A group of prompts that are settled together: who is asked, and whose answer is missing."""

    asked: tuple[str, ...]
    missing: tuple[str, ...]


class Over(msgspec.Struct, frozen=True, omit_defaults=True, rename={"winners": "for"}):
    """The fight is decided for some sides, or for none; ``dying`` are the combatants who may still die."""

    winners: tuple[str, ...]
    by: str
    sentence: str
    dying: tuple[str, ...] = ()


class Named(msgspec.Struct, frozen=True):
    """A side or a combatant: its ID and its name."""

    id: str
    name: str


class Place(msgspec.Struct, frozen=True, omit_defaults=True, rename={"within": "in"}):
    """The position of a combatant: ``at`` a place of the board, at coordinates in its unit, or ``in`` a vehicle.

    ``heading`` is in degrees from north.
    """

    at: str = ""
    x: int | None = None
    y: int | None = None
    up: int = 0
    heading: int | None = None
    within: str = ""
    seat: str = ""


class Meter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number that changes during the fight. ``least`` is 0 unless given, ``most`` unknown or unbounded.

    ``parts`` are numbers of which it consists, by words; ``text`` says more than the number could.
    """

    now: int
    most: int | None = None
    least: int = 0
    parts: dict[str, int] = {}
    text: str = ""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition, labelled with its amount as it counts for the bearer; ``until`` and ``source`` are words."""

    label: str
    tone: Tone = "plain"
    until: str = ""
    rule: str = ""
    source: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that is held or worn; ``use`` says how, in words."""

    name: str
    use: str
    meters: dict[str, Meter] = {}
    note: str = ""


class Doing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declaration that is not yet carried out, its targets ``at`` and the count ``when`` it is due."""

    label: str
    state: Literal["awaited", "sealed", "revealed", "later"]
    at: tuple[str, ...] = ()
    when: int | None = None


class Card(msgspec.Struct, frozen=True):
    """A playing card."""

    face: str
    label: str


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards in a hand: how many, and which of them the reader may see."""

    count: int
    cards: tuple[Card, ...] = ()


class Seats(msgspec.Struct, frozen=True, omit_defaults=True):
    """The driver and the riders of a vehicle."""

    driver: str = ""
    riders: tuple[str, ...] = ()
    most: int | None = None


class Combatant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combatant, a vehicle or a thing, as one card of the table; of a ``secret`` sheet, what play has shown.

    ``state`` is one of a closed list, ``why`` says more in words; ``kind`` is ``unknown`` for a secret sheet.
    """

    name: str
    kind: Kind
    state: Standing
    role: str = ""
    side: str = ""
    why: str = ""
    place: Place | None = None
    meters: dict[str, Meter] = {}
    conditions: dict[str, Condition] = {}
    items: dict[str, Item] = {}
    doing: Doing | None = None
    hand: Hand | None = None
    seats: Seats | None = None
    secret: bool = False
    metadata: Metadata = {}


class PoolPart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a target number or of a pool, with its sign; ``of`` is the kind of its units (*black dice*)."""

    label: str
    amount: int
    of: str = ""
    rule: str = ""


class PendingPart(msgspec.Struct, frozen=True, omit_defaults=True, rename={"weapon": "with", "means": "by"}):
    """The part of one combatant in what is being settled."""

    who: str
    does: str
    weapon: str = ""
    means: str = ""
    pool: tuple[PoolPart, ...] = ()
    target: int | None = None
    number: int | None = None


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attack, an exchange or a throw that is being settled."""

    label: str
    at: str = ""
    parts: tuple[PendingPart, ...] = ()


class BoardPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place; ``sees`` are those in sight if not all are, ``x`` and ``y`` hints where to draw it."""

    name: str
    sees: tuple[str, ...] | None = None
    storey: int = 0
    x: int | None = None
    y: int | None = None
    note: str = ""


class Link(msgspec.Struct, frozen=True, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """A way from a place to another; ``kind`` says in words how one takes it."""

    start: str
    end: str
    kind: str
    note: str = ""


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hazard or an area, ``at`` a place or on squares."""

    kind: str
    name: str
    at: str = ""
    squares: tuple[tuple[int, int], ...] = ()


class Lying(msgspec.Struct, frozen=True):
    """A thing that lies on the ground."""

    name: str
    place: Place


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where everything is. ``distances`` has those between two places (``a/b``) that differ from ``default``."""

    kind: Literal["zones", "squares", "metres"]
    unit: str = ""
    metric: Literal["", "straight", "diagonal_1"] = ""
    y: Literal["up", "down"] = "up"
    places: dict[str, BoardPlace] = {}
    links: dict[str, Link] = {}
    distances: dict[str, int | str] = {}
    default: int | str | None = None
    features: dict[str, Feature] = {}
    lying: dict[str, Lying] = {}


class Bond(msgspec.Struct, frozen=True, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """A bond between two combatants. ``label`` reads between their names (*pins*), ``back`` from the other side."""

    kind: str
    label: str
    back: str
    start: str
    end: str
    tone: Tone = "plain"
    back_tone: Tone = "plain"
    mutual: bool = False
    since: int | None = None
    note: str = ""


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck of cards: how many are left (absent if hidden) and played, and the labels of those played last."""

    name: str
    played: int
    left: int | None = None
    top: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


class Legend(msgspec.Struct, frozen=True, omit_defaults=True):
    """The label of a kind of meters. From ``low`` down a client warns; with the tone ``harm``, more is worse."""

    label: str
    tone: MeterTone
    unit: str = ""
    low: int | None = None


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """The status of a fight at a version, as a speaker may see it.

    ``settled`` says that the version ends a batch. ``over`` is absent if the ruleset does not say who has won, and null
    while the fight is undecided. ``order`` lists ``combatants`` in the order in which they are drawn.
    """

    version: int
    status: Status
    settled: bool
    to_act: ToAct
    awaits: dict[str, Awaited]
    sides: tuple[Named, ...]
    order: tuple[str, ...]
    combatants: dict[str, Combatant]
    legend: dict[str, Legend]
    clock: Clock | None = None
    scene: TableScene | None = None
    asked: dict[str, AskedTogether] = {}
    over: Over | msgspec.UnsetType | None = msgspec.UNSET
    pending: dict[str, Pending] = {}
    board: Board | None = None
    bonds: dict[str, Bond] = {}
    decks: dict[str, Deck] = {}
