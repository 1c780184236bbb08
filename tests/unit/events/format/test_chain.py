import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.format import chain
from events.format.envelope import redact, split
from tests.unit.events.samples import exchange

RECORDS = exchange("duel") + exchange("duel", 9)
HASH = chain.extend(chain.genesis("duel"), RECORDS)


def test_the_chain_can_be_computed_with_a_standard_library() -> None:
    current = hashlib.sha256(b"yarrow-chain-1:duel").digest()
    for record in RECORDS:
        public, private = split(record)
        inner = hashlib.sha256(public).digest() + hashlib.sha256(private or b"").digest()
        current = hashlib.sha256(current + inner).digest()
    assert current == HASH


def test_a_whole_chain_verifies() -> None:
    assert chain.verify("duel", RECORDS, expected=HASH) == chain.ChainVerdict(16, HASH, None)


@given(st.lists(st.booleans(), min_size=16, max_size=16))
def test_a_chain_verifies_whatever_is_redacted(left_out: list[bool]) -> None:
    seen = [redact(record) if out else record for record, out in zip(RECORDS, left_out, strict=True)]
    assert chain.verify("duel", seen, expected=HASH).fault is None


@given(st.integers(0, 16))
def test_a_chain_verifies_in_two_parts(cut: int) -> None:
    first = chain.verify("duel", RECORDS[:cut])
    second = chain.verify("duel", RECORDS[cut:], expected=HASH, after=first.version, previous=first.hash)
    assert second == chain.ChainVerdict(16, HASH, None)


@given(st.data())
def test_any_changed_byte_is_found(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(RECORDS) - 1))
    record = bytearray(RECORDS[place])
    at = data.draw(st.integers(0, len(record) - 1))
    record[at] ^= data.draw(st.integers(1, 255))
    changed = [*RECORDS[:place], bytes(record), *RECORDS[place + 1 :]]
    fault = chain.verify("duel", changed, expected=HASH).fault
    assert fault is not None
    assert fault.version >= place + 1


@given(st.data())
def test_any_changed_byte_of_a_redacted_chain_is_found(data: st.DataObject) -> None:
    seen = [redact(record) for record in RECORDS]
    place = data.draw(st.integers(0, len(seen) - 1))
    record = bytearray(seen[place])
    record[data.draw(st.integers(0, len(record) - 1))] ^= data.draw(st.integers(1, 255))
    seen[place] = bytes(record)
    assert chain.verify("duel", seen, expected=HASH).fault is not None


@given(st.permutations(range(16)).filter(lambda order: list(order) != list(range(16))))
def test_records_that_changed_places_are_found_at_the_first_of_them(order: list[int]) -> None:
    fault = chain.verify("duel", [RECORDS[place] for place in order], expected=HASH).fault
    assert fault is not None
    assert fault.version == next(place for place, was in enumerate(order) if place != was) + 1
    assert "the event has version" in fault.reason


def test_a_record_left_out_is_found() -> None:
    verdict = chain.verify("duel", RECORDS[:4] + RECORDS[5:], expected=HASH)
    assert (verdict.version, verdict.hash) == (4, chain.extend(chain.genesis("duel"), RECORDS[:4]))
    assert verdict.fault == chain.Fault(5, "the event has version 6")


def test_a_chain_cut_short_is_found_by_its_hash_alone() -> None:
    assert chain.verify("duel", RECORDS[:15]).fault is None
    fault = chain.verify("duel", RECORDS[:15], expected=HASH).fault
    assert fault == chain.Fault(15, "the chain ends here in another hash than expected")


def test_an_event_of_another_encounter_is_found() -> None:
    fault = chain.verify("duel", RECORDS[:8] + exchange("brawl", 9)).fault
    assert fault == chain.Fault(9, "the event belongs to brawl")


def test_a_private_part_that_was_not_sealed_is_found() -> None:
    public = RECORDS[0]
    assert split(public)[1] is None
    fault = chain.verify("duel", [public + b'\n{"salt":"","data":{}}']).fault
    assert fault == chain.Fault(1, "the private part does not match its digest in the field sealed")


@pytest.mark.parametrize(
    "ending",
    [b'"sealed":null }', b'"sealed":"' + b"F" * 64 + b'"}', b'"sealed":"' + b"f" * 63 + b'"}', b'"sealed":"f" }'],
)
def test_a_line_whose_digest_cannot_be_read_in_its_place_is_a_fault_and_no_crash(ending: bytes) -> None:
    fault = chain.verify("duel", [RECORDS[0].replace(b'"sealed":null}', ending)]).fault
    assert fault is not None
    assert fault.version == 1


def test_encounters_begin_from_different_hashes() -> None:
    assert chain.genesis("duel") != chain.genesis("brawl")
