"""The table: the status of a fight at a version, in one shape for every ruleset.

A member that the service leaves out has its default. ``patched`` brings a table up to date.
"""
# Written by `python -m docs.python_client` from openapi.yaml; change it there.

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the table."""


class ToAct(Shown, frozen=True, kw_only=True):
    """The combatants who may act: `who` has the turn, also while a prompt interrupts it; without `now` they wait."""

    now: bool
    """Whether they may act now; otherwise they wait."""
    who: tuple[str, ...]
    """IDs of those who have the turn, `narrator` or `anybody`."""
    has: str
    """What they have, in words: *the turn*."""
    since: int | None = None
    """Version since which they may act."""
    optional: tuple[str, ...] = ()
    """IDs of others who may act without being asked."""
    left: dict[str, dict[str, int]] = {}
    """What their turn still has, by combatant and in words."""
    prompts: dict[str, str] = {}
    """Prompts whose answer is the act, by combatant."""
    next: tuple[tuple[str, ...], ...] = ()
    """Who follows, each group acting together."""


class Choice(Shown, frozen=True, kw_only=True):
    """An answer to a prompt, with the label of a button; no two labels of one prompt are equal."""

    answer: Any
    """Answer to send with `core.answer`; with `card` or `place` it is incomplete."""
    label: str
    """Answer in words, different for each choice of a prompt."""
    detail: str = ""
    """What it costs or comes to, in words."""
    takes: str = ""
    """What must be given with it: `card` or `place` from the options, or the `faces` of a throw."""


class Awaited(Shown, frozen=True, kw_only=True):
    """An open prompt: who is asked what, in a sentence, since which version."""

    to: str
    """ID of the combatant who is asked, or `narrator`."""
    kind: str
    """Kind of the prompt; `untold` if the speaker may not know it."""
    question: str
    """Sentence of the story that asks it."""
    since: int
    """Version at which it was opened."""
    choices: tuple[Choice, ...] = ()
    """First answers, for a speaker that may answer; absent for others."""
    more: bool = False
    """Whether the options have further answers."""
    answer: Any | UnsetType = UNSET
    """Answer that the reader gave, while it can be changed."""
    answered: bool = False
    """Whether an answer was given that can still be changed."""
    standing: bool = False
    """Whether a standing answer of this kind can be set."""
    waits_for: tuple[str, ...] = ()
    """Others who are asked together with it and have not answered."""
    sealed: bool = False
    """Whether the answer stays private."""
    changeable: bool = False
    """Whether an answer can be changed until all are given."""
    later: bool = False
    """Whether another prompt must be answered first."""
    rule: str = ""
    """ID of the rule by which it is asked."""


class Named(Shown, frozen=True, kw_only=True):
    """A side or a combatant: its ID and its name."""

    id: str
    """ID of the side."""
    name: str
    """Name for people."""


class Place(Shown, frozen=True, kw_only=True):
    """The position of a combatant: `at` a place of the board, at coordinates in its unit, or `in` a vehicle."""

    at: str = ""
    """ID of a place of the board."""
    x: int | None = None
    """Coordinate to the right, in the unit of the board."""
    y: int | None = None
    """Coordinate in the direction that the board names."""
    up: int = 0
    """Height."""
    heading: int | None = None
    """Direction in degrees from north."""
    in_: str = msgspec.field(default="", name="in")
    """ID of the vehicle."""
    seat: str = ""
    """Seat in words."""


class Meter(Shown, frozen=True, kw_only=True):
    """A number that changes during the fight. `least` is 0 unless given, `most` unknown or unbounded."""

    now: int
    """Number at this version."""
    most: int | None = None
    """Upper limit; absent without one."""
    least: int = 0
    """Lower limit; the number may be lower."""
    parts: dict[str, int] = {}
    """Numbers that it consists of, by their names."""
    text: str = ""
    """Number in words, where it alone would mislead."""


class Condition(Shown, frozen=True, kw_only=True):
    """A condition, labelled with its amount as it counts for the bearer; `until` and `source` are words."""

    label: str
    """What it is, with its amount."""
    tone: str = "plain"
    """Whether it is good or bad for its bearer."""
    until: str = ""
    """How long it lasts, in words."""
    rule: str = ""
    """ID of the rule."""
    source: str = ""
    """Where it is from, in words."""


class Item(Shown, frozen=True, kw_only=True):
    """A thing that is held or worn; `use` says how, in words."""

    name: str
    """Name for people."""
    use: str
    """How it is carried, in words."""
    meters: dict[str, Meter] = {}
    """Numbers of the thing, by key of the `legend`."""
    note: str = ""
    """Further facts in words."""


class Doing(Shown, frozen=True, kw_only=True):
    """A declaration that is not yet carried out, its targets `at` and the count `when` it is due."""

    label: str
    """What it is, or that it is sealed."""
    state: str
    """Whether it is awaited, sealed, revealed or due later."""
    at: tuple[str, ...] = ()
    """IDs of its targets."""
    when: int | None = None
    """Count at which it is due."""


class Card(Shown, frozen=True, kw_only=True):
    """A playing card."""

    face: str
    """Face as it is sent: `KH`, `10S`, `WHITE`."""
    label: str
    """Face in words."""


class Hand(Shown, frozen=True, kw_only=True):
    """The cards in a hand: how many, and which of them the reader may see."""

    count: int
    """Number of cards."""
    cards: tuple[Card, ...] = ()
    """Cards that the speaker may see."""


class Seats(Shown, frozen=True, kw_only=True):
    """The driver and the riders of a vehicle."""

    driver: str = ""
    """ID of the driver."""
    riders: tuple[str, ...] = ()
    """IDs of the others."""
    most: int | None = None
    """Number of seats."""


class Combatant(Shown, frozen=True, kw_only=True):
    """A combatant, a vehicle or a thing, as one card of the table; of a `secret` sheet, what play has shown."""

    name: str
    """Name, different from all others on the table."""
    kind: str
    """Kind of combatant; `unknown` for a secret sheet."""
    state: str
    """Whether it can fight: `able`, `down`, `dying`, `dead` or `gone`."""
    role: str = ""
    """Role in words, such as *Minor*."""
    side: str = ""
    """ID of its side."""
    why: str = ""
    """Why it is in this state, in words."""
    place: Place | None = None
    """Where it is; absent if unknown."""
    meters: dict[str, Meter] = {}
    """Numbers that change in a fight, by key of the `legend`."""
    conditions: dict[str, Condition] = {}
    """Conditions by ID."""
    items: dict[str, Item] = {}
    """Things held and worn, by ID."""
    doing: Doing | None = None
    """What is declared and not yet done."""
    hand: Hand | None = None
    """Cards in hand."""
    seats: Seats | None = None
    """Who is in it, for a vehicle."""
    secret: bool = False
    """Whether its sheet is secret to the speaker."""
    metadata: dict[str, str | int | bool] = {}
    """What clients keep about it."""


class Legend(Shown, frozen=True, kw_only=True):
    """The label of a kind of meters. From `low` down a client warns; with the tone `harm`, more is worse."""

    label: str
    """Name of the meter."""
    tone: str
    """What it measures; with `harm`, more is worse."""
    unit: str = ""
    """Unit in words."""
    low: int | None = None
    """Number from which down a client warns."""


class Count(Shown, frozen=True, kw_only=True):
    """A count within the round, from one number up or down to another; with `closed`, what `now` is was settled."""

    label: str
    """What is counted."""
    now: int
    """Number that it has reached."""
    from_: int = msgspec.field(name="from")
    """Number that it starts from."""
    to: int
    """Number that it ends at."""
    runs: str
    """Direction of the count."""
    closed: bool = False
    """Whether `now` is settled already."""


class Clock(Shown, frozen=True, kw_only=True):
    """The time in the fight: a label such as *Round 3, tick 14*, the phase in words, and the numbers."""

    label: str
    """Whole time in words: *Round 3, tick 14*."""
    phase: str = ""
    """Phase in words."""
    round: int = 0
    """Number of the round; 0 before the first."""
    run: int | None = None
    """Number of the run through the round."""
    count: Count | None = None
    """Count within the round, in systems that have one."""
    seconds: int | None = None
    """Seconds since the beginning."""
    minutes: int | None = None
    """Minutes since the beginning."""
    note: str = ""
    """Further facts in words."""


class TableScene(Shown, frozen=True, kw_only=True):
    """The surroundings, in words, and the `metadata` of the encounter."""

    name: str = ""
    """Name of the scene."""
    light: str = ""
    """Light in words."""
    weather: tuple[str, ...] = ()
    """Weather in words."""
    standing: tuple[str, ...] = ()
    """Facts that hold throughout, in words."""
    notes: str = ""
    """Notes of the narrator."""
    metadata: dict[str, str | int | bool] = {}
    """What clients keep about the encounter."""


class AskedTogether(Shown, frozen=True, kw_only=True):
    """A group of prompts that are settled together: who is asked, and whose answer is missing."""

    asked: tuple[str, ...]
    """IDs of those who are asked, or `narrator`."""
    missing: tuple[str, ...]
    """Those of them whose answer is missing."""


class Over(Shown, frozen=True, kw_only=True):
    """The fight is decided for some sides, or for none; `dying` are the combatants who may still die."""

    for_: tuple[str, ...] = msgspec.field(name="for")
    """IDs of the sides that have won; empty if no one is left."""
    by: str
    """How it was decided, in words."""
    sentence: str
    """Outcome as a sentence."""
    dying: tuple[str, ...] = ()
    """IDs of those who may still die."""


class PoolPart(Shown, frozen=True, kw_only=True):
    """A part of a target number or of a pool, with its sign; `of` is the kind of its units (*black dice*)."""

    label: str
    """What it is for."""
    amount: int
    """Number with its sign."""
    of: str = ""
    """What it counts, in words."""
    rule: str = ""
    """ID of the rule."""


class PendingPart(Shown, frozen=True, kw_only=True):
    """The part of one combatant in what is being settled."""

    who: str
    """ID of the combatant."""
    does: str
    """What it does, in words."""
    with_: str = msgspec.field(default="", name="with")
    """Weapon or thing, in words."""
    by: str = ""
    """Means in words, such as the skill."""
    pool: tuple[PoolPart, ...] = ()
    """Parts of the pool or of the target number."""
    target: int | None = None
    """Number to throw."""
    number: int | None = None
    """Number thrown."""


class Pending(Shown, frozen=True, kw_only=True):
    """An attack, an exchange or a throw that is being settled."""

    label: str
    """What is being settled."""
    at: str = ""
    """ID of the target."""
    parts: tuple[PendingPart, ...] = ()
    """What each combatant does in it."""


class BoardPlace(Shown, frozen=True, kw_only=True):
    """A place; `sees` are those in sight if not all are, `x` and `y` hints where to draw it."""

    name: str
    """Name for people."""
    sees: tuple[str, ...] | None = None
    """IDs of the places in sight; absent if all are."""
    storey: int = 0
    """Storey, 0 for the ground."""
    x: int | None = None
    """Where to draw it, to the right."""
    y: int | None = None
    """Where to draw it, in the direction that the board names."""
    note: str = ""
    """Further facts in words."""


class Link(Shown, frozen=True, kw_only=True):
    """A way from a place to another; `kind` says in words how one takes it."""

    from_: str = msgspec.field(name="from")
    """ID of the place that it starts from."""
    to: str
    """ID of the place that it leads to."""
    kind: str
    """How one takes it, in words."""
    note: str = ""
    """Further facts in words."""


class Feature(Shown, frozen=True, kw_only=True):
    """A hazard or an area, `at` a place or on squares."""

    kind: str
    """Kind in words."""
    name: str
    """Name for people."""
    at: str = ""
    """ID of the place that it is at."""
    squares: tuple[tuple[int, int], ...] = ()
    """Squares that it covers, as pairs of coordinates."""


class Lying(Shown, frozen=True, kw_only=True):
    """A thing that lies on the ground."""

    name: str
    """Name of the thing."""
    place: Place
    """Where it lies."""


class Board(Shown, frozen=True, kw_only=True):
    """Where everything is. `distances` has those between two places (`a/b`) that differ from `default`."""

    kind: str
    """What places are: zones, squares or points in metres."""
    unit: str = ""
    """Unit of coordinates and distances."""
    metric: str = ""
    """How distances are measured: `straight`, or `diagonal_1` where a diagonal step counts as one."""
    y: str = "up"
    """Whether `y` grows upwards or downwards."""
    places: dict[str, BoardPlace] = {}
    """Places by ID."""
    links: dict[str, Link] = {}
    """Ways between places, by ID."""
    distances: dict[str, int | str] = {}
    """Distances between places, by their IDs with a slash between."""
    default: int | str | None = None
    """Distance between two places that `distances` does not have."""
    features: dict[str, Feature] = {}
    """Hazards and areas, by ID."""
    lying: dict[str, Lying] = {}
    """Things that lie on the ground, by ID."""


class Bond(Shown, frozen=True, kw_only=True):
    """A bond between two combatants. `label` reads between their names (*pins*), `back` from the other side."""

    kind: str
    """Kind of bond, for programs."""
    label: str
    """Label between the two names, such as *pins*."""
    back: str
    """Label between the names in the opposite direction, such as *pinned by*."""
    from_: str = msgspec.field(name="from")
    """ID of the one that it starts from."""
    to: str
    """ID of the one that it leads to."""
    tone: str = "plain"
    """Tone for the one that it starts from."""
    back_tone: str = "plain"
    """Tone for the one at the end."""
    mutual: bool = False
    """Whether it holds in both directions."""
    since: int | None = None
    """Version at which it began."""
    note: str = ""
    """Further facts in words."""


class Deck(Shown, frozen=True, kw_only=True):
    """A deck of cards: how many are left (absent if hidden) and played, and the labels of those played last."""

    name: str
    """Name of the deck."""
    played: int
    """Number of cards played."""
    left: int | None = None
    """Number of cards left; absent if hidden."""
    top: tuple[str, ...] = ()
    """Labels of the cards played last, the last one first."""
    of: tuple[str, ...] = ()
    """IDs of those who draw from it."""


class Table(Shown, frozen=True, kw_only=True):
    """The status of a fight at a version, as a speaker may see it."""

    version: int
    """Version that it shows."""
    status: str
    """`open`, `closed` or `sealed`."""
    settled: bool
    """Whether the version ends a batch."""
    to_act: ToAct
    """Who may act."""
    awaits: dict[str, Awaited]
    """Open prompts by ID; empty inside a batch."""
    sides: tuple[Named, ...]
    """Sides that took part, in the order of joining."""
    order: tuple[str, ...]
    """IDs of all cards in the order in which they are drawn."""
    combatants: dict[str, Combatant]
    """Cards of combatants, vehicles and things, by ID."""
    legend: dict[str, Legend]
    """Names of the meters that the table shows, by key."""
    clock: Clock | None = None
    """Time in the fight."""
    scene: TableScene | None = None
    """Surroundings in words."""
    asked: dict[str, AskedTogether] = {}
    """Prompts that are settled together, by the first of them."""
    over: Over | None = None
    """Who has won; null while undecided, absent if the ruleset does not say."""
    pending: dict[str, Pending] = {}
    """What is being settled, by ID."""
    board: Board | None = None
    """Places; absent if they play no part."""
    bonds: dict[str, Bond] = {}
    """What binds combatants, by ID."""
    decks: dict[str, Deck] = {}
    """Decks of cards, by ID."""
