from dataclasses import replace

from domain.core.events import Noted
from domain.rulesets.s3 import S3
from domain.text.phrases import thing_key
from events.format.envelope import redact
from events.projections.told_events import EventTeller, ToldEvent
from tests.recording import TIME
from tests.unit.events.fights import closed, shootout


def told(records: list[bytes], names: dict[str, str] | None = None) -> list[ToldEvent]:
    return list(EventTeller(S3, names).told_all(shootout().codec, records))


def test_every_event_is_told_in_its_place() -> None:
    recording = closed()
    entries = told(recording.records)
    assert [entry.version for entry in entries] == list(range(1, len(recording.records) + 1))
    hit = next(entry for entry in entries if entry.type == "s3.attack_hit")
    assert hit == ToldEvent(18, 13, 17, TIME, "s3.attack_hit", "One-Eyed Ogre hits Golden Bell member with the pistol.")


def test_an_event_that_is_not_told_is_an_entry_without_a_sentence() -> None:
    silent = replace(S3, sentences={**S3.sentences, Noted: lambda event, names: ""})
    codec, records = shootout().codec, closed().records
    entries = list(EventTeller(silent).told_all(codec, records))
    told = {entry.version for entry in EventTeller(S3).told_all(codec, records) if entry.sentence}
    assert {entry.type for entry in entries if not entry.sentence and entry.version in told} == {"core.noted"}
    assert {entry.sentence for entry in entries if entry.type == "core.noted"} == {None}


def test_a_part_of_a_stream_is_told_with_the_names_from_before() -> None:
    part = shootout().records[12:14]
    assert told(part)[0].sentence == "Ogre attacks bell with a weapon."
    before = {"ogre": "One-Eyed Ogre", "bell": "Golden Bell member", thing_key("ogre", "pistol"): "pistol"}
    named = told(part, before)
    assert named[0].sentence == "One-Eyed Ogre attacks Golden Bell member with the pistol."


def test_what_is_left_out_of_a_record_is_left_out_of_its_sentence() -> None:
    records = shootout().records
    whole, seen = told(records), told([redact(record) for record in records])
    secret = next(entry for entry in whole if entry.type == "core.noted")
    assert secret.sentence == "A note: “The lantern swings.”, and one for the narrator's eyes alone: “It will fall.”"
    assert seen[secret.version - 1].sentence == "A note: “The lantern swings.”"
