import json
from hashlib import sha256
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.model.event import Event, Recorded
from events.format.codec import Codec, CodecError, UnknownEvent
from events.format.envelope import redact, split
from tests.unit.events.samples import SAMPLES, TIME, Asked, Faces, Moved, Thrown, facts, sample_codec, texts

FIELDS = ["encounter", "version", "type", "schema", "time", "batch", "cause", "speaker", "audience", "data", "sealed"]


@given(encounter=texts, first=st.integers(1, 2**53), speaker=texts, recorded=st.lists(facts, max_size=8))
def test_what_is_encoded_is_decoded_again(encounter: str, first: int, speaker: str, recorded: list[Recorded]) -> None:
    codec = sample_codec()
    records = codec.encode_batch(encounter, first, TIME, speaker, recorded)
    for version, (record, fact) in enumerate(zip(records, recorded, strict=True), first):
        envelope, event = codec.decode(record)
        assert event == fact.event
        assert (envelope.encounter, envelope.version, envelope.batch) == (encounter, version, first)
        assert (envelope.type, envelope.schema, envelope.time) == (fact.event.type, 1, TIME)
        assert (envelope.cause, envelope.speaker, envelope.audience) == (fact.cause, speaker, fact.audience)
        assert list(json.loads(split(record)[0])) == FIELDS
    assert list(codec.decode_events(records)) == [fact.event for fact in recorded]


def test_the_bytes_of_a_public_fact_are_fixed() -> None:
    [record] = sample_codec().encode_batch("duel", 7, TIME, "player:bell", [Recorded(Moved(whom="bell", steps=3), 6)])
    assert record == (
        b'{"encounter":"duel","version":7,"type":"game.moved","schema":1,"time":"2026-03-01T20:15:00.250Z","batch":7,'
        b'"cause":6,"speaker":"player:bell","audience":"all","data":{"whom":"bell","steps":3},"sealed":null}'
    )


def test_the_bytes_of_a_sealed_fact_are_fixed() -> None:
    throw = Thrown(whom="ogre", count=3, faces=(Faces("HHT"),), successes=2)
    [record] = sample_codec().encode_batch("duel", 7, TIME, "narrator", [Recorded(throw, None, "narrator")])
    private = (
        b'{"salt":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",'
        b'"data":{"faces":[{"coins":"HHT"}],"successes":2}}'
    )
    public = (
        b'{"encounter":"duel","version":7,"type":"game.thrown","schema":1,"time":"2026-03-01T20:15:00.250Z","batch":7,'
        b'"cause":null,"speaker":"narrator","audience":"narrator","data":{"whom":"ogre","count":3},"sealed":"%b"}'
    )
    assert record == public % sha256(private).hexdigest().encode() + b"\n" + private


def test_a_redacted_event_shows_its_public_fields_only() -> None:
    codec = sample_codec()
    throw = Thrown(whom="ogre", count=3, faces=(Faces("HHT"),), successes=2)
    [record] = codec.encode_batch("duel", 7, TIME, "narrator", [Recorded(throw, None, "bell")])
    envelope, event = codec.decode(redact(record))
    assert event == Thrown(whom="ogre", count=3)
    assert envelope.sealed == codec.decode_envelope(record).sealed
    assert b"HHT" not in redact(record)


def test_a_fact_for_everybody_seals_nothing() -> None:
    throw = Thrown(whom="ogre", count=3, faces=(Faces("HHT"),), successes=2)
    [record] = sample_codec().encode_batch("duel", 7, TIME, "narrator", [Recorded(throw, None)])
    assert split(record)[1] is None
    assert json.loads(record)["data"]["successes"] == 2


def test_equal_secrets_are_sealed_unequally() -> None:
    fact = Recorded(Thrown(whom="ogre", count=3, faces=(Faces("HHT"),), successes=2), None, "narrator")
    first, second = Codec(SAMPLES).encode_batch("duel", 1, TIME, "narrator", [fact, fact])
    assert json.loads(redact(first))["sealed"] != json.loads(redact(second))["sealed"]
    salts = [json.loads(record.split(b"\n")[1])["salt"] for record in (first, second)]
    assert [len(bytes.fromhex(salt)) for salt in salts] == [32, 32]


def test_an_event_without_private_fields_cannot_be_kept_for_an_audience() -> None:
    with pytest.raises(CodecError, match=r"game\.moved has no private fields"):
        sample_codec().encode_batch("duel", 1, TIME, "narrator", [Recorded(Moved(whom="bell"), None, "narrator")])


@pytest.mark.parametrize("value", [1.5, [1, {"deep": 0.0}], {"a": [2.0]}])
@pytest.mark.parametrize("audience", ["all", "narrator"])
def test_a_float_inside_free_json_is_not_written(value: Any, audience: str) -> None:
    class Guessed(Event, frozen=True):
        type: ClassVar[str] = "game.guessed"
        private: ClassVar[frozenset[str]] = frozenset({"guess"})
        guess: Any = None

    with pytest.raises(CodecError, match=r"A float in game\.guessed"):
        Codec([Guessed]).encode_batch("duel", 1, TIME, "narrator", [Recorded(Guessed(value), None, audience)])


def test_a_float_beside_free_json_is_not_written() -> None:
    class Counted(Event, frozen=True):
        type: ClassVar[str] = "game.counted"
        steps: int
        guess: Any = None

    wrong: Any = 2.0
    with pytest.raises(CodecError, match=r"A float in game\.counted"):
        Codec([Counted]).encode_batch("duel", 1, TIME, "narrator", [Recorded(Counted(wrong, {"a": 1}), None)])


def test_a_class_that_could_hold_a_float_is_no_event() -> None:
    class Weight(Event, frozen=True):
        type: ClassVar[str] = "game.weight"
        loads: tuple[dict[str, int | float], ...] = ()

    with pytest.raises(ValueError, match=r"game\.weight could contain a float"):
        Codec([Weight])


def test_private_fields_need_defaults() -> None:
    class Hidden(Event, frozen=True):
        type: ClassVar[str] = "game.hidden"
        private: ClassVar[frozenset[str]] = frozenset({"what"})
        what: str

    with pytest.raises(ValueError, match=r"game\.hidden: what must be fields with defaults"):
        Codec([Hidden])


def test_two_classes_of_one_type_are_one_too_many() -> None:
    class Walked(Event, frozen=True):
        type: ClassVar[str] = "game.moved"

    with pytest.raises(ValueError, match="same type"):
        Codec([Moved, Walked])


def test_an_event_that_the_codec_was_not_built_from_is_neither_written_nor_read() -> None:
    with pytest.raises(UnknownEvent, match="Asked"):
        Codec([Moved]).encode_batch("duel", 1, TIME, "narrator", [Recorded(Asked(command={}), None)])
    records = sample_codec().encode_batch("duel", 1, TIME, "narrator", [Recorded(Asked(command={}), None)])
    with pytest.raises(UnknownEvent, match=r"game\.asked"):
        list(Codec([Moved]).decode_events(records))


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"no json",
        b'{"type":"game.moved","schema":1,"data":{"whom":"\xff"}}',
        b'{"type":"game.moved","schema":1}',
        b'{"type":"game.moved","schema":0,"data":{"whom":"bell"}}',
        b'{"type":"game.moved","schema":1,"data":{"whom":7}}',
        b'{"type":"game.thrown","schema":1,"data":{"whom":"bell","count":1}}\nno json',
    ],
)
def test_a_broken_record_is_reported_as_such(record: bytes) -> None:
    with pytest.raises(CodecError):
        list(sample_codec().decode_events([record]))
    with pytest.raises(CodecError):
        sample_codec().decode(record)
