"""Measure ``duels``: S3 attack exchanges decided, folded, encoded and chained in process, one core."""

from bench.exchanges import Duel, state_hash
from bench.measure import Measure, paired
from bench.peer import PeerFight, facts_of, open_peer

TARGET = 10
EVENTS = 400


def duels() -> Measure:
    """Events per second of our duel over those of the peer, which saves one event at a time in memory."""
    shown = Duel()
    shown.play(EVENTS)
    facts = facts_of(shown.records)
    peer = open_peer(None)
    duel = Duel()

    def ours() -> int:
        duel.records.clear()
        return duel.play(EVENTS)

    def theirs() -> int:
        aggregate = PeerFight("duel")
        for kind, data in facts:
            aggregate.record(kind, data)
            peer.save(aggregate)
        return len(facts)

    measured = paired(ours, theirs)
    return Measure(
        **measured, target=TARGET, unit="events/s", note=f"state after {EVENTS} events: {state_hash(shown.fight)}"
    )
