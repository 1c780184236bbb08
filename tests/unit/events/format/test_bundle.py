"""Tests of bundles: a bundle carries an encounter unchanged, and every change to it is detected."""

import hashlib
import io
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.model.speaker import NARRATOR, SPECTATOR, Speaker, parse_speaker
from domain.rulesets.s3 import S3
from events.audit.auditor import Audit, Auditor
from events.format import bundle, chain
from events.format.bundle import PRIVATE_LINE, Bundle, Header, InvalidBundle
from events.format.chain import Fault
from events.format.codec import Codec
from service.encounters.visibility import view_record
from tests.recording import Recording
from tests.unit.events.fights import closed

BELL = parse_speaker("player:bell")
OPENED_BY = f'"ruleset_version":"{S3.version}"'.encode()


@cache
def over() -> Recording:
    return closed()


@cache
def packed(speaker: Speaker = NARRATOR) -> bytes:
    """Return the bundle of the closed encounter in the speaker's view."""
    return pack(over(), [view_record(record, speaker) for record in over().records], speaker)


def pack(recording: Recording, records: list[bytes], speaker: Speaker = NARRATOR) -> bytes:
    header = Header(
        bundle.FORMAT, recording.encounter, "s3", S3.version, len(recording.records), recording.hash.hex(), str(speaker)
    )
    file = io.BytesIO()
    bundle.write(file, header, records)
    return file.getvalue()


def read(file: bytes) -> Bundle:
    return bundle.read(io.BytesIO(file))


def audited(file: bytes) -> Audit:
    return Auditor(S3, Codec.of(S3)).audit_bundle(read(file))


def flipped(file: bytes, place: int, bit: int) -> bytes:
    return file[:place] + bytes([file[place] ^ 1 << bit]) + file[place + 1 :]


def test_records_come_out_as_they_went_in() -> None:
    found = read(packed())
    assert found.records == over().records
    assert found.fault is None
    assert found.header == Header("yarrow-bundle-1", "duel", "s3", S3.version, 45, over().hash.hex(), "narrator")
    assert found.head == over().hash


def test_every_line_is_json_and_the_lines_of_records_are_those_that_were_hashed() -> None:
    lines = packed().splitlines()
    assert all(msgspec.json.decode(line) for line in lines)
    assert lines[1:-1] == [line for record in over().records for line in record.split(b"\n")]


def test_a_whole_bundle_proves_everything() -> None:
    audit = audited(packed())
    assert [audit.chain.verdict, audit.throws.verdict, audit.legality.verdict] == ["proven", "proven", "proven"]


@pytest.mark.parametrize(("speaker", "left_out"), [(SPECTATOR, 7), (BELL, 5)])
def test_a_redacted_bundle_says_whose_view_it_is_and_still_proves_the_chain(speaker: Speaker, left_out: int) -> None:
    found = read(packed(speaker))
    assert found.header.seen_by == str(speaker)
    assert sum(b"\n" in record for record in over().records) - sum(b"\n" in r for r in found.records) == left_out
    assert b"It will fall" not in packed(speaker)
    audit = audited(packed(speaker))
    assert [audit.chain.verdict, audit.throws.verdict, audit.legality.verdict] == ["proven", "proven", "not_provable"]


@given(st.data())
@settings(max_examples=200)
def test_any_flipped_bit_is_found(data: st.DataObject) -> None:
    file = packed(data.draw(st.sampled_from([NARRATOR, SPECTATOR])))
    damaged = flipped(file, data.draw(st.integers(0, len(file) - 1)), data.draw(st.integers(0, 7)))
    try:
        found = read(damaged)
    except InvalidBundle:
        return
    assert found.fault is not None
    assert not Auditor(S3, Codec.of(S3)).audit_bundle(found).sound


def test_a_flip_of_every_single_byte_is_found() -> None:
    file = packed()
    unseen = [place for place in range(len(file)) if not found_out(flipped(file, place, place % 8))]
    assert not unseen


def found_out(file: bytes) -> bool:
    """Return whether reading a damaged file reports a fault or rejects it as a bundle."""
    try:
        return read(file).fault is not None
    except InvalidBundle:
        return True


@given(st.data())
@settings(max_examples=200)
def test_a_flipped_bit_under_a_proof_made_anew_is_found_by_the_chain(data: st.DataObject) -> None:
    records = over().records
    place = data.draw(st.integers(0, len(records) - 1))
    record = records[place]
    changed = flipped(record, data.draw(st.integers(0, len(record) - 1)), data.draw(st.integers(0, 7)))
    found = read(pack(over(), [*records[:place], changed, *records[place + 1 :]]))
    assert found.fault is not None or chain.verify("duel", found.records, expected=found.head).fault is not None


def test_an_event_of_a_schema_that_never_was_is_a_fault_and_no_crash() -> None:
    """The audit still reads the draws from the record's bytes."""
    record = over().records[3]
    for schema in (b"0", b"-3", b"9", b"99999999999999999999"):
        changed = record.replace(b'"schema":1', b'"schema":' + schema, 1)
        audit = audited(pack(over(), [*over().records[:3], changed, *over().records[4:]]))
        assert [audit.chain.verdict, audit.throws.verdict, audit.legality.verdict] == ["broken", "proven", "broken"]


def test_a_bundle_that_was_cut_short_says_so() -> None:
    lines = packed().splitlines(keepends=True)
    without_proof = read(b"".join(lines[:-1]))
    assert without_proof.fault is not None
    assert "the proof on its last line is missing" in without_proof.fault.reason
    assert lines[-2].startswith(PRIVATE_LINE)
    without_an_event = read(b"".join([*lines[:-3], lines[-1]]))
    assert without_an_event.fault is not None
    assert without_an_event.fault.reason == "the header announces 45 events, but the file has 44"
    cut = audited(b"".join(lines[:20])).chain
    assert (cut.verdict, cut.detail) == ("broken", "The file is truncated.")
    assert "events that its header announces" in str(cut.fault)


def test_an_altered_file_is_said_to_be_altered_and_not_short() -> None:
    altered = audited(packed().replace(b'"version":9,', b'"version": 9,')).chain
    assert (altered.verdict, altered.detail) == ("broken", "The file was changed after it was written.")
    assert altered.fault == Fault(9, "the line is not in canonical form")
    mailed = read(packed().replace(b"\n", b"\r\n"))
    assert mailed.fault == Fault(
        0, "the lines end in CR and LF: a program has converted the line endings; send the original file"
    )


@pytest.mark.parametrize(
    "file",
    [b"", b"\n", b"no json", b'{"format":"yarrow-bundle-2"}\n', packed()[10:], b"\xff\xfe\x00", over().records[0]],
    ids=["empty", "blank", "text", "newer", "headless", "binary", "record"],
)
def test_what_is_no_bundle_is_not_read(file: bytes) -> None:
    with pytest.raises(InvalidBundle, match="not a bundle"):
        read(file)


def test_a_header_whose_hash_is_no_hash_is_not_read() -> None:
    with pytest.raises(InvalidBundle):
        read(packed().replace(over().hash.hex().encode(), b"not hex", 1))


@pytest.mark.parametrize(
    ("said", "instead", "reason"),
    [
        (OPENED_BY, b'"ruleset_version":"?"', f"the header names s3 ?, but the first event names s3 {S3.version}"),
        (
            b'"ruleset":"s3"',
            b'"ruleset":"s4"',
            f"the header names s4 {S3.version}, but the first event names s3 {S3.version}",
        ),
    ],
)
def test_a_header_that_its_events_belie_is_found_under_a_proof_made_anew(
    said: bytes, instead: bytes, reason: str
) -> None:
    header, rest = packed().split(b"\n", 1)
    lines = header.replace(said, instead) + b"\n" + rest[: rest.rindex(b'{"sha256"')]
    check = audited(lines + b'{"sha256":"%s"}\n' % hashlib.sha256(lines).hexdigest().encode()).chain
    assert check.fault is not None
    assert (check.verdict, check.fault.reason) == ("broken", reason)


def test_a_bundle_of_the_narrator_leaves_nothing_out_and_none_is_empty() -> None:
    public = [view_record(record, SPECTATOR) for record in over().records]
    check = audited(pack(over(), public)).chain
    assert check.fault is not None
    assert check.fault.reason == "the header names the narrator as viewer, but private parts are missing"
    file = io.BytesIO()
    bundle.write(file, Header(bundle.FORMAT, "duel", "s3", S3.version, 0, chain.genesis("duel").hex(), "narrator"), [])
    empty = audited(file.getvalue()).chain
    assert (empty.verdict, empty.fault and empty.fault.reason) == ("broken", "the file has no events")
