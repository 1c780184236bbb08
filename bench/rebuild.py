"""Measures ``rebuild`` and ``rebuild_peer``: folding a state from stored bytes."""

import tempfile
from pathlib import Path

from bench.fights.duel import ENCOUNTER, Duel, Script, state_hash
from bench.measure import Measure, paired
from bench.peer import PeerFight, facts_of, open_peer
from domain.model.encounter import Encounter

TARGET = 0.5
PEER_TARGET = 15
EVENTS = 2000


def _played(script: Script) -> Duel:
    duel = Duel(script)
    duel.play(EVENTS)
    return duel


def _fold(duel: Duel) -> Encounter:
    """Return the state folded from the records of a duel."""
    fight: Encounter = duel.ruleset.state(id=ENCOUNTER)
    duel.ruleset.fold_all(fight, duel.codec.decode_events(duel.records))
    return fight


def _note(duel: Duel) -> str:
    return f"state after {len(duel.records)} events: {state_hash(_fold(duel))}"


def rebuild(script: Script) -> Measure:
    """Measure events per second decoded and folded from stored bytes over only decoding them with msgspec."""
    duel = _played(script)

    def fold() -> int:
        _fold(duel)
        return len(duel.records)

    def decode() -> int:
        for _ in duel.codec.decode_events(duel.records):
            pass
        return len(duel.records)

    return Measure(**paired(fold, decode), target=TARGET, unit="events/s", note=_note(duel))


def rebuild_peer(script: Script) -> Measure:
    """Measure the same over rebuilding an equal aggregate with the ``eventsourcing`` library on SQLite."""
    duel = _played(script)
    facts = facts_of(duel.records)
    with tempfile.TemporaryDirectory() as folder:
        peer = open_peer(str(Path(folder) / "peer.db"))
        aggregate = PeerFight("duel")
        for kind, data in facts:
            aggregate.record(kind, data)
        peer.save(aggregate)

        def fold() -> int:
            _fold(duel)
            return len(duel.records)

        def theirs() -> int:
            peer.repository.get(aggregate.id)
            return len(facts)

        measured = paired(fold, theirs, rounds=7)
    return Measure(**measured, target=PEER_TARGET, unit="events/s", note=_note(duel))
