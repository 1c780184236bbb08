"""Measure ``duels``: a duel decided, folded, encoded and chained in one process on one core."""

from bench.fights.duel import Duel, Script, state_hash
from bench.measure import Measure, paired
from bench.peer import PeerFight, facts_of, open_peer

TARGETS = {"s3": 4.0, "century": 4.0, "yin_yang": 3.0, "black_dice": 2.5, "ticks": 2.5}
EVENTS = 400


def duels(script: Script) -> Measure:
    """Measure events per second of the duel over those of the peer, which saves one event at a time in memory."""
    shown = Duel(script)
    shown.play(EVENTS)
    facts = facts_of(shown.records)
    peer = open_peer(None)
    duel = Duel(script)

    def ours() -> int:
        duel.records.clear()
        return duel.play(EVENTS)

    def theirs() -> int:
        aggregate = PeerFight("duel")
        for kind, data in facts:
            aggregate.record(kind, data)
            peer.save(aggregate)
        return len(facts)

    note = f"state after {EVENTS} events: {state_hash(shown.fight)}"
    return Measure(**paired(ours, theirs), target=TARGETS[script.ruleset.key], unit="events/s", note=note)
