"""Measure ``duels``: the exchanges of a duel decided, folded, encoded and chained in process, one core."""

from bench.duel import Duel, Script, state_hash
from bench.measure import Measure, paired
from bench.peer import PeerFight, facts_of, open_peer
from domain.rulesets.s3 import S3

TARGET = 10
EVENTS = 400


def duels(script: Script) -> Measure:
    """Events per second of our duel over those of the peer, which saves one event at a time in memory.

    The ratio is promised for S3; those of other rulesets are told beside it.
    """
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

    measured = paired(ours, theirs)
    note = f"state after {EVENTS} events: {state_hash(shown.fight)}"
    promised = Measure(target=TARGET) if script.ruleset is S3 else Measure()
    return Measure(**measured, **promised, unit="events/s", note=note)
