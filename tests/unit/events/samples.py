"""Events of an invented game, for testing the ``events`` package without any ruleset."""

from typing import Any, ClassVar

import msgspec
from hypothesis import strategies as st

from domain.model.event import Event, Recorded
from events.format import chain
from events.format.codec import Codec
from events.store.protocol import Batch, StreamId

TIME = "2026-03-01T20:15:00.250Z"


class Faces(msgspec.Struct, frozen=True, omit_defaults=True):
    coins: str
    source: str = "seeded"


class Asked(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "game.asked"
    command: dict[str, Any]


class Thrown(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "game.thrown"
    private: ClassVar[frozenset[str]] = frozenset({"faces", "successes"})
    whom: str
    count: int
    faces: tuple[Faces, ...] = ()
    successes: int = 0


class Moved(Event, frozen=True, kw_only=True):
    type: ClassVar[str] = "game.moved"
    whom: str
    steps: int = 0
    over: frozenset[str] | None = None


SAMPLES = (Asked, Thrown, Moved)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
whole = st.integers(min_value=-(2**63), max_value=2**63 - 1)
anything = st.recursive(
    st.none() | st.booleans() | whole | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=10,
)
audiences = st.sampled_from(("all", "narrator", "bell", "bell,ogre"))
asked = st.builds(Asked, command=st.dictionaries(texts, anything, max_size=3))
thrown = st.builds(
    Thrown,
    whom=texts,
    count=whole,
    faces=st.lists(st.builds(Faces, texts, texts), max_size=3).map(tuple),
    successes=whole,
)
moved = st.builds(Moved, whom=texts, steps=whole, over=st.none() | st.frozensets(texts, max_size=3))
facts = st.one_of(
    st.builds(Recorded, asked | moved | thrown, st.none() | st.integers(1, 2**53)),
    st.builds(Recorded, thrown, st.none() | st.integers(1, 2**53), audiences),
)


def counted_salt() -> bytes:
    """Return a salt that is the same in every run."""
    return bytes(range(32))


def sample_codec() -> Codec:
    return Codec(SAMPLES, salt=counted_salt)


def exchange(encounter: str, first: int = 1, *, count: int = 8) -> list[bytes]:
    """Return the records of one batch: a command, throws of which every third is hidden, and moves."""
    recorded = [Recorded(Asked(command={"type": "game.attack", "at": first}), None)]
    for place in range(1, count):
        fact: Event = (
            Thrown(whom="ogre", count=3, faces=(Faces("HHT"),), successes=place)
            if place % 3
            else Moved(whom="bell", steps=place)
        )
        audience = "narrator" if place % 3 == 1 else "all"
        recorded.append(Recorded(fact, first, audience))
    return sample_codec().encode_batch(encounter, first, TIME, "narrator", recorded)


def batch(stream: StreamId, after: Batch | None = None, command_id: str = "", **changes: Any) -> Batch:
    """Return a batch of events that follows another batch, or begins the stream."""
    version = 0 if after is None else after.expected_version + len(after.records)
    previous = chain.genesis(stream.encounter) if after is None else after.new_hash
    records = changes.pop("records", None) or exchange(stream.encounter, version + 1, count=changes.pop("count", 8))
    made = Batch(
        stream=stream,
        command_id=command_id or f"command-{version}",
        fingerprint=b"fingerprint of %d" % version,
        expected_version=version,
        expected_hash=previous,
        records=records,
        new_hash=chain.extend(previous, records),
        status="open",
        commitment="c" * 64,
    )
    return msgspec.structs.replace(made, **changes)
