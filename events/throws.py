"""Checking throws: every seeded draw is computed again from the seed that was promised and then revealed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.cards import cards_of
from domain.chance import NOTHING_DRAWN, Draw, Seeded, commitment, draw_key
from domain.core_events import Commanded, EncounterClosed, EncounterOpened, RevealedSeed, Rewound
from domain.event import Event
from domain.speaker import NARRATOR
from domain.telling import counted, listed
from events.chain import Fault
from events.codec import Codec
from events.envelope import Envelope, redacted


class Unproven(NamedTuple):
    """Why nothing can be said yet."""

    reason: str


class _Epoch(msgspec.Struct):
    """A stretch of the stream under one seed: what was promised, where, and the draws that the seed gives."""

    number: int
    version: int
    commitment: str
    entropy: str
    seeded: Seeded | None


def draws_of(event: Event) -> Iterator[Draw]:
    """The draws that an event records, in the order of drawing; no dice and no cards are no draw."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Draw) and part != NOTHING_DRAWN:
                yield part


def pack_of(event: Event) -> tuple[str, ...]:
    """What the cards of an event were drawn from, by its field ``pack``; nothing where that has been left out.

    Raises ValueError where the field names no cards.
    """
    mask = getattr(event, "pack", "")
    return cards_of(mask) if mask else ()


def check_throws(codec: Codec, records: Sequence[bytes], seeds: Mapping[int, bytes]) -> Fault | Unproven | None:
    """The first throw, or seed, that is not what it should be; None where all are.

    Unproven without the seeds, and without the private parts that say what cards were drawn from.
    """
    check = _Check(seeds)
    version = 0
    try:
        if records:
            version = len(records)
            check.reveal(codec.decode(records[-1])[1])
        for version, record in enumerate(records, 1):
            reason = check.event(*codec.decode(record), whole=not redacted(record))
            if reason is not None:
                return Fault(version, reason)
    except Exception as error:  # whatever a damaged record holds is a fault of the record
        return Fault(version, f"the event cannot be read: {error}")
    return check.missing()


class _Check:
    """Goes through a stream once, with the seeds that are known."""

    def __init__(self, seeds: Mapping[int, bytes]) -> None:
        self._seeds = dict(seeds)
        self._revealed: dict[int, RevealedSeed] = {}
        self._closed = False
        self._chance = ""
        self._supplied = False
        self._epochs: list[_Epoch] = []
        self._unproven = 0
        self._hidden = 0

    def reveal(self, last: Event) -> None:
        """Take in the seeds that the last event of a closed encounter reveals."""
        if isinstance(last, EncounterClosed):
            self._closed = True
            self._revealed = {seed.epoch: seed for seed in last.seeds}
            self._seeds = {epoch: bytes.fromhex(seed.seed) for epoch, seed in self._revealed.items()}

    def event(self, envelope: Envelope[Any], event: Event, *, whole: bool) -> str | None:
        """What is wrong with the next event, or None; ``whole`` says that its private part is there, if it has one."""
        if isinstance(event, Commanded):
            self._supplied = event.supplied
        elif isinstance(event, EncounterOpened):
            self._chance = event.chance
            return self._begin(_Epoch(1, envelope.version, event.commitment, event.entropy, None))
        elif isinstance(event, Rewound):
            return self._begin(_Epoch(event.epoch, envelope.version, event.commitment, "", None))
        hidden = not whole and "pack" in event.private
        self._hidden += hidden
        for index, draw in enumerate(draws_of(event)):
            reason = self._source(envelope, draw)
            if reason is None and not hidden:
                reason = _pack_fault(event, draw) or self._fall(envelope, event, index, draw)
            if reason is not None:
                return reason
        return None

    def missing(self) -> Unproven | None:
        """Why the throws that have been gone through are not proven, if they are not."""
        reasons = []
        if self._unproven:
            seeded = counted(self._unproven, "seeded throw")
            reasons.append(f"The encounter is open: {seeded} can be proven when it is closed.")
        if self._hidden:
            hidden = counted(self._hidden, "draw")
            reasons.append(f"{hidden} of cards can be proven only with the private parts that were left out.")
        return Unproven(" ".join(reasons)) if reasons else None

    def _begin(self, epoch: _Epoch) -> str | None:
        """A new epoch: its seed, where it is known, has to be the one whose hash was published."""
        if epoch.number != len(self._epochs) + 1:
            return f"epoch {epoch.number} does not follow on epoch {len(self._epochs)}"
        self._epochs.append(epoch)
        seed = self._seeds.get(epoch.number)
        if seed is None:
            return f"the seed of epoch {epoch.number} was never revealed" if self._closed else None
        if commitment(seed) != epoch.commitment:
            return f"the seed of epoch {epoch.number} is not the one whose hash was published here"
        if epoch.number in self._revealed and self._revealed[epoch.number].entropy != epoch.entropy:
            return f"the entropy of epoch {epoch.number} is not the one that was revealed with its seed"
        epoch.seeded = Seeded(draw_key(seed, epoch.entropy))
        return None

    def _source(self, envelope: Envelope[Any], draw: Draw) -> str | None:
        """What is wrong with where the faces came from."""
        if not draw.faces:
            return None
        if (draw.source == "supplied") != self._supplied:
            return f"a throw is {draw.source}, but its command came {'with' if self._supplied else 'without'} faces"
        if draw.source == "supplied":
            if self._chance == "seeded":
                return "a throw is supplied where all throws fall from the seed"
            if self._chance == "either" and envelope.speaker != str(NARRATOR):
                return "a throw is supplied by somebody other than the narrator"
            return None
        if self._chance == "supplied":
            return "a throw is seeded where all throws are made at the table"
        if not self._epochs:
            return "a throw falls before any seed was promised"
        return None

    def _fall(self, envelope: Envelope[Any], event: Event, index: int, draw: Draw) -> str | None:
        """What is wrong with the faces, where a seed gives them."""
        if not draw.faces or draw.source == "supplied":
            return None
        epoch = self._epochs[-1]
        if epoch.seeded is None:
            self._unproven += 1
            return None
        due = _due(epoch.seeded, event, draw, (epoch.number, envelope.version, index))
        if draw.faces == due.faces:
            return None
        fell, gives = (drawn.coins or listed(map(str, drawn.faces)) for drawn in (draw, due))
        return f"the {_kind(draw)} fell {fell}, but the seed gives {gives}"


def _pack_fault(event: Event, draw: Draw) -> str | None:
    """What is wrong with what cards were drawn from, or None."""
    if not draw.cards:
        return None
    missing = list(Counter(draw.cards) - Counter(pack_of(event)))
    return f"{listed(missing)} fell, but not out of the pack on record" if missing else None


def _due(seeded: Seeded, event: Event, draw: Draw, place: tuple[int, int, int]) -> Draw:
    """What the seed gives in place of a draw."""
    count = len(draw.faces)
    if draw.sides:
        return seeded.dice("", "", count, draw.sides, *place)
    if draw.cards:
        return seeded.cards("", "", count, pack_of(event), *place)
    return seeded.coins("", "", count, *place)


def _kind(draw: Draw) -> str:
    return "dice" if draw.sides else "cards" if draw.cards else "coins"
