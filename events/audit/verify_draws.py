"""Verification of throws: every seeded draw is computed again from the revealed seed, which must match its commitment.

The check reads the bytes on record and no ruleset: an object with ``faces`` among an event's fields is a draw, whatever
the event. Public events draw from the open seed of their epoch, events with a sealed part from the hidden seed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from domain.chance.draws import MAX_SIDES, Draw, Seeded, commitment, draw_key
from domain.chance.seeds import EpochSeeds, RevealedSeed
from domain.core.events import (
    Branched,
    Commanded,
    EncounterClosed,
    EncounterOpened,
    Imported,
    Rewound,
)
from domain.model.cards import cards_of
from domain.model.event import Event
from domain.model.speaker import NARRATOR
from domain.text.phrases import counted, listed
from events.format.chain import Fault
from events.format.steps import Steps, parts
from events.format.strict_lines import MalformedRecord, ParsedRecord, is_digest, parse_record

CORE: Final = "core."
_CHANCES: Final = ("seeded", "supplied", "either")


class CheckedThrows(msgspec.Struct, frozen=True):
    """The number of visible throws of each kind, or the first fault.

    ``proven`` follow from their seeds and ``supplied`` came from the table. ``unrevealed`` wait for their seed.
    ``hidden`` need an omitted private part: the hidden seed, or the pack that cards were drawn from. ``elsewhere`` fell
    before an import, from seeds that were not imported. Throws that are omitted altogether are not counted.
    """

    proven: int = 0
    supplied: int = 0
    unrevealed: int = 0
    hidden: int = 0
    elsewhere: int = 0
    fault: Fault | None = None

    @property
    def open_reasons(self) -> str:
        """The reasons why some visible throws are not proven; empty if all are."""
        reasons = []
        if self.elsewhere:
            seeded = counted(self.elsewhere, "seeded throw")
            reasons.append(f"{seeded} fell before the import, from seeds that were not imported.")
        if self.unrevealed:
            seeded = counted(self.unrevealed, "seeded throw")
            reasons.append(f"The encounter is open: {seeded} can be proven when it is closed.")
        if self.hidden:
            hidden = counted(self.hidden, "throw")
            reasons.append(f"{hidden} can be proven only with the omitted private parts.")
        return " ".join(reasons)


class _Epoch(msgspec.Struct):
    """A part of the stream with one pair of seeds: the commitments, and the draws of each seed if it is known."""

    number: int
    commitment: str
    hidden_commitment: str
    entropy: str
    open: Seeded | None = None
    hidden: Seeded | None = None


class _Revealed(msgspec.Struct):
    """The known seeds: those lent by the store, or those that the last event reveals."""

    open: Mapping[int, bytes]
    hidden: Mapping[int, bytes]
    entropies: frozenset[tuple[int, str]] = frozenset()
    closed: bool = False
    closed_whole: bool = False
    duplicates: frozenset[int] = frozenset()
    malformed: frozenset[int] = frozenset()


def draws_of(event: Event) -> Iterator[Draw]:
    """Yield the draws that an event records, in the order of drawing; a draw of no dice or cards does not count."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Draw) and part.faces != ():
                yield part


def check_throws(records: Sequence[bytes], seeds: Mapping[int, bytes]) -> Steps[CheckedThrows]:
    """Check the visible throws; ``seeds`` are the stored seeds of an encounter that is still open."""
    version = len(records)
    try:
        revealed = _revealed(parse_record(records[-1]), seeds) if records else _from_store(seeds)
        check = _DrawVerifier(revealed, (yield from _first_epoch(records)))
        version = 0
        for part in parts(records):
            for record in part:
                version += 1
                reason = check.event(parse_record(record))
                if reason is not None:
                    return check.found(Fault(version, reason))
            yield
    except MalformedRecord as error:
        return CheckedThrows(fault=Fault(version, str(error)))
    except Exception as error:  # any error is caused by a damaged record
        return CheckedThrows(fault=Fault(version, f"the event cannot be read: {error}"))
    return check.found()


def _from_store(seeds: Mapping[int, bytes]) -> _Revealed:
    known = {epoch: EpochSeeds.from_bytes(kept) for epoch, kept in seeds.items()}
    hidden = {epoch: pair.hidden for epoch, pair in known.items() if pair.hidden}
    return _Revealed({epoch: pair.open for epoch, pair in known.items()}, hidden)


def _revealed(last: ParsedRecord, lent: Mapping[int, bytes]) -> _Revealed:
    """Return the seeds that the last event reveals if it closes the encounter, or else those lent by the store."""
    if last.envelope.type != EncounterClosed.type:
        return _from_store(lent)
    opened, hidden = (_seeds_in(last.fields.get(name, [])) for name in ("seeds", "hidden_seeds"))
    return _Revealed(
        {seed.epoch: bytes.fromhex(seed.seed) for seed in opened},
        {seed.epoch: bytes.fromhex(seed.seed) for seed in hidden},
        frozenset((seed.epoch, seed.entropy) for seed in (*opened, *hidden)),
        closed=True,
        closed_whole=not last.redacted,
        duplicates=_duplicates(opened) | _duplicates(hidden),
        malformed=frozenset(seed.epoch for seed in (*opened, *hidden) if not is_digest(seed.seed)),
    )


def _seeds_in(value: Any) -> tuple[RevealedSeed, ...]:
    return msgspec.convert(value, tuple[RevealedSeed, ...])


def _duplicates(seeds: Sequence[RevealedSeed]) -> frozenset[int]:
    """Return the epochs that have more than one seed."""
    return frozenset(epoch for epoch, many in Counter(seed.epoch for seed in seeds).items() if many > 1)


def _first_epoch(records: Sequence[bytes]) -> Steps[int]:
    """Return the first epoch whose seeds must be revealed; those before the last import were not imported."""
    first = 1
    for part in parts(records):
        for record in part:
            if Imported.type.encode() in record:
                with suppress(Exception):  # an unreadable record is reported when it is checked
                    line = parse_record(record)
                    first = line.fields["epoch"] if line.envelope.type == Imported.type else first
        yield
    return first


class _DrawVerifier:
    """Reads a stream once, with the seeds that are known."""

    def __init__(self, revealed: _Revealed, first: int) -> None:
        self._revealed = revealed
        self._first = first
        self._chance = ""
        self._with_faces = False
        self._epochs: list[_Epoch] = []
        self._counts = Counter[str]()

    def found(self, fault: Fault | None = None) -> CheckedThrows:
        """Return the result for the events read so far."""
        return CheckedThrows(**self._counts, fault=fault)

    def event(self, line: ParsedRecord) -> str | None:
        """Return the fault of the next event, or None."""
        kind, data = line.envelope.type, line.fields
        if kind == Commanded.type:
            self._with_faces = data.get("supplied") is True
        elif kind in (EncounterOpened.type, Branched.type, Rewound.type, Imported.type):
            return self._start_epoch(data.get("epoch", 1), data)
        if kind.startswith(CORE):
            return None
        for index, draw in enumerate(_draws_in(data)):
            reason = self._draw(line, index, draw)
            if reason is not None:
                return reason
        return None

    def _start_epoch(self, number: int, data: dict[str, Any]) -> str | None:
        """Start an epoch; its seeds, if known, must match their commitments."""
        if type(number) is not int or number != len(self._epochs) + 1:
            return f"epoch {number} does not follow epoch {len(self._epochs)}"
        self._chance = data.get("chance", self._chance)
        if self._chance not in _CHANCES:
            return f"{self._chance} is not a valid value of chance"
        commitments = [data.get("commitment"), *([data["hidden_commitment"]] if "hidden_commitment" in data else [])]
        if not all(map(is_digest, commitments)) or not isinstance(data.get("entropy", ""), str):
            return f"epoch {number} has no valid seed commitment"
        epoch = _Epoch(number, data["commitment"], data.get("hidden_commitment", ""), data.get("entropy", ""))
        self._epochs.append(epoch)
        revealed = self._revealed
        opened, hidden = revealed.open.get(number), revealed.hidden.get(number)
        due = number >= self._first
        if opened is None and revealed.closed and due:
            return f"the seed of epoch {number} was never revealed"
        if number in revealed.duplicates:
            return f"more than one seed of epoch {number} was revealed"
        if number in revealed.malformed:
            return f"a seed of epoch {number} is not 64 lowercase hex digits"
        if hidden is None and epoch.hidden_commitment and revealed.closed_whole and due:
            return f"the hidden seed of epoch {number} was never disclosed"
        if opened is not None and commitment(opened) != epoch.commitment:
            return f"the seed of epoch {number} does not match the commitment published here"
        if hidden is not None and commitment(hidden) != epoch.hidden_commitment:
            return f"the hidden seed of epoch {number} does not match the commitment published here"
        if any(of == number and entropy != epoch.entropy for of, entropy in revealed.entropies):
            return f"the entropy of epoch {number} differs from the one revealed with its seed"
        epoch.open, epoch.hidden = _draws_by(opened, epoch.entropy), _draws_by(hidden, epoch.entropy)
        return None

    def _draw(self, line: ParsedRecord, index: int, draw: Draw) -> str | None:
        """Return the fault of a draw, or count it and return None."""
        if not _can_fall(draw):
            return f"{_kind(draw)} cannot fall as {listed(map(str, draw.faces))}"
        if not draw.faces:
            return None
        reason = self._source_fault(line, draw)
        if reason is not None:
            return reason
        pack_known = not (draw.cards and line.redacted and "pack" not in line.fields)
        reason = _pack_fault(line, draw) if pack_known else None
        if reason is not None:
            return reason
        if draw.source == "supplied":
            self._counts["supplied"] += 1
            return None
        epoch = self._epochs[-1]
        sealed = line.envelope.sealed is not None and epoch.hidden_commitment != ""
        seeded = epoch.hidden if sealed else epoch.open
        if seeded is None and epoch.number < self._first:
            self._counts["elsewhere"] += 1
        elif not pack_known or (seeded is None and sealed and self._revealed.closed):
            self._counts["hidden"] += 1
        elif seeded is None:
            self._counts["unrevealed"] += 1
        else:
            self._counts["proven"] += 1
            return _faces_fault(seeded, line, draw, (epoch.number, line.envelope.version, index))
        return None

    def _source_fault(self, line: ParsedRecord, draw: Draw) -> str | None:
        """Return the fault in the source of the faces, or None."""
        if (draw.source == "supplied") != self._with_faces:
            return f"a throw is {draw.source}, but its command came {'with' if self._with_faces else 'without'} faces"
        if not self._epochs:
            return "a throw falls before the first seed commitment"
        if draw.source == "supplied":
            if self._chance == "seeded":
                return "a throw is supplied, but the encounter allows only seeded throws"
            if self._chance == "either" and line.envelope.speaker != str(NARRATOR):
                return "a throw is supplied by another speaker than the narrator"
            return None
        if self._chance == "supplied":
            return "a throw is seeded, but the encounter allows only supplied throws"
        return None


def _draws_by(seed: bytes | None, entropy: str) -> Seeded | None:
    return None if seed is None else Seeded(draw_key(seed, entropy))


def _draws_in(data: dict[str, Any]) -> Iterator[Draw]:
    """Yield the draws among an event's fields, in the order of drawing; a draw of no dice or cards does not count."""
    for value in data.values():
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, dict) and part.get("faces", []) != []:
                try:
                    yield msgspec.convert(part, Draw)
                except msgspec.ValidationError as error:
                    raise MalformedRecord("a throw has missing or invalid fields") from error


def _pack_of(line: ParsedRecord) -> tuple[str, ...]:
    """Return the pack that the cards of an event were drawn from. ValueError if the field names no cards."""
    mask = line.fields.get("pack", "")
    return cards_of(mask) if mask else ()


def _pack_fault(line: ParsedRecord, draw: Draw) -> str | None:
    """Return a fault if the pack on record lacks the drawn cards, or None."""
    if not draw.cards:
        return None
    missing = list(Counter(draw.cards) - Counter(_pack_of(line)))
    return f"{listed(missing)} fell, but the pack on record does not contain it" if missing else None


def _can_fall(draw: Draw) -> bool:
    """Return whether the faces are possible for their kind."""
    if isinstance(draw.faces, str):
        return not draw.sides and not set(draw.faces) - set("HT")
    if draw.sides:
        within = all(1 <= face <= draw.sides for face in draw.dice)
        return 2 <= draw.sides <= MAX_SIDES and len(draw.dice) == len(draw.faces) and within
    return len(draw.cards) == len(draw.faces)


def _faces_fault(seeded: Seeded, line: ParsedRecord, draw: Draw, place: tuple[int, int, int]) -> str | None:
    """Return a fault if the seed gives other faces, or None."""
    due = _expected_draw(seeded, line, draw, place)
    if draw.faces == due.faces:
        return None
    fell, gives = (drawn.coins or listed(map(str, drawn.faces)) for drawn in (draw, due))
    return f"the {_kind(draw)} fell {fell}, but the seed gives {gives}"


def _expected_draw(seeded: Seeded, line: ParsedRecord, draw: Draw, place: tuple[int, int, int]) -> Draw:
    """Return the draw that the seed gives."""
    count = len(draw.faces)
    if draw.sides:
        return seeded.dice("", "", count, draw.sides, *place)
    if draw.cards:
        return seeded.cards("", "", count, _pack_of(line), *place)
    return seeded.coins("", "", count, *place)


def _kind(draw: Draw) -> str:
    return "dice" if draw.sides else "cards" if draw.cards else "coins"
