"""Tests of remembered hashes: a client that kept a chain hash can check whether the current stream extends it."""

from typing import Any

import pytest

from domain.rulesets.s3 import S3
from events.audit.auditor import Audit, Auditor, KnownHash
from events.format import chain
from events.format.chain import Fault
from tests.recording import Recording
from tests.unit.events.fights import closed, shootout


@pytest.fixture(scope="module")
def over() -> Recording:
    return closed()


def audited(recording: Recording, known: KnownHash, **more: Any) -> Audit:
    return Auditor(S3, recording.codec).audit(recording.encounter, recording.records, known=known, **more)


def hash_at(recording: Recording, version: int) -> bytes:
    return chain.extend(chain.genesis(recording.origin), recording.records[:version])


@pytest.mark.parametrize("version", [1, 2, 17])
def test_a_hash_of_the_chain_is_known_again_at_its_version(over: Recording, version: int) -> None:
    assert audited(over, KnownHash(version, hash_at(over, version)), head=over.hash).chain.verdict == "proven"


def test_the_history_of_an_imported_fight_begins_under_its_old_name() -> None:
    fight = shootout().go_on_as("brought-in")
    assert audited(fight, KnownHash(9, hash_at(fight, 9))).chain.verdict == "proven"


def test_another_history_is_found_and_says_where(over: Recording) -> None:
    fault = audited(over, KnownHash(17, bytes(32))).chain.fault
    due = hash_at(over, 17).hex()
    assert fault == Fault(17, f"the hash here is {due}, not the known one")
    assert audited(over, KnownHash(17, hash_at(over, 18))).chain.verdict == "broken"


def test_a_history_that_is_shorter_than_what_was_seen_is_found(over: Recording) -> None:
    fault = audited(over, KnownHash(len(over.records) + 1, over.hash)).chain.fault
    assert fault is not None
    assert fault.version == len(over.records)


def test_version_and_hash_are_written_with_a_colon_between_them() -> None:
    assert KnownHash.read(f"12:{'ab' * 32}") == KnownHash(12, b"\xab" * 32)
    for text in ("", "12", f"0:{'ab' * 32}", f"12:{'ab' * 31}", f"12:{'AB' * 32}", f"-1:{'ab' * 32}"):
        with pytest.raises(ValueError, match="is not version:hash"):
            KnownHash.read(text)
