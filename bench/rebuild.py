"""Measures ``rebuild`` and ``rebuild_peer``: a state folded from stored bytes."""

import tempfile
from pathlib import Path

from bench.exchanges import ENCOUNTER, Duel, state_hash
from bench.measure import Measure, paired
from bench.peer import PeerFight, facts_of, open_peer
from domain.rulesets.s3 import S3
from domain.rulesets.s3.state import Fight
from events.codec import Codec

TARGET = 0.5
PEER_TARGET = 15
EVENTS = 2000


def _records() -> list[bytes]:
    duel = Duel()
    duel.play(EVENTS)
    return duel.records


def _fold(codec: Codec, records: list[bytes]) -> Fight:
    fight = Fight(id=ENCOUNTER)
    fold = S3.fold
    for event in codec.decode_events(records):
        fold(fight, event)
    return fight


def rebuild() -> Measure:
    """Events folded per second from stored bytes over msgspec's decoding alone of the same bytes."""
    records, codec = _records(), Codec(S3.events)

    def fold() -> int:
        _fold(codec, records)
        return len(records)

    def decode() -> int:
        for _ in codec.decode_events(records):
            pass
        return len(records)

    note = f"state after {len(records)} events: {state_hash(_fold(codec, records))}"
    return Measure(**paired(fold, decode), target=TARGET, unit="events/s", note=note)


def rebuild_peer() -> Measure:
    """The same over rebuilding an equal aggregate with the library ``eventsourcing`` on SQLite."""
    records, codec = _records(), Codec(S3.events)
    facts = facts_of(records)
    with tempfile.TemporaryDirectory() as folder:
        peer = open_peer(str(Path(folder) / "peer.db"))
        aggregate = PeerFight("duel")
        for kind, data in facts:
            aggregate.record(kind, data)
        peer.save(aggregate)

        def fold() -> int:
            _fold(codec, records)
            return len(records)

        def theirs() -> int:
            peer.repository.get(aggregate.id)
            return len(facts)

        measured = paired(fold, theirs, rounds=3)
    note = f"state after {len(records)} events: {state_hash(_fold(codec, records))}"
    return Measure(**measured, target=PEER_TARGET, unit="events/s", note=note)
