"""Tests of a branch's lineage: the state it carries must equal the parent's at that version, under the same chain."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.core.events import Branched
from domain.rulesets.s3 import S3
from events.audit.auditor import Auditor
from events.audit.lineage import lineage_fault
from events.format import chain
from events.store.snapshots import StateAt
from tests.recording import Recording
from tests.unit.events.fights import shootout


def left() -> tuple[Recording, StateAt[Any]]:
    """Return a branch of a shootout, and the state of the shootout at that version."""
    parent = shootout()
    at = len(parent.records)
    there = chain.extend(chain.genesis(parent.encounter), parent.records)
    return Recording("if").branch(parent, at), StateAt(at, there, parent.states[at])


def test_a_branch_begins_as_its_parent_stood() -> None:
    branch, parent = left()
    audit = Auditor(S3, branch.codec).audit("if", branch.records, parent=parent)
    assert audit.lineage is not None
    assert (audit.lineage.verdict, audit.sound) == ("proven", True)


def test_without_its_parent_a_branch_is_taken_at_its_word() -> None:
    branch, parent = left()
    audit = Auditor(S3, branch.codec).audit("if", branch.records)
    assert audit.lineage is not None
    assert audit.lineage.verdict == "not_provable"
    assert parent.hash.hex() in audit.lineage.detail
    assert audit.sound


def test_another_chain_under_its_id_is_no_parent_and_breaks_nothing() -> None:
    branch, parent = left()
    other = parent._replace(hash=bytes(32), state=Recording("other").state)
    audit = Auditor(S3, branch.codec).audit("if", branch.records, parent=other)
    assert audit.lineage is not None
    assert (audit.lineage.verdict, audit.lineage.fault, audit.sound) == ("not_provable", None, True)
    assert "is another one" in audit.lineage.detail
    assert parent.hash.hex() in audit.lineage.detail


@pytest.mark.parametrize("part", ["state", "hidden"])
def test_a_state_that_was_made_up_is_found(part: str) -> None:
    branch, parent = left()
    event = branch.last(Branched)
    assert lineage_fault(S3, event, parent) is None
    made_up = {"state": {**event.state, "round_number": 99}, "hidden": {**event.hidden, "policies": {"fox/x": "y"}}}
    fault = lineage_fault(S3, replace(event, **{part: made_up[part]}), parent)
    assert fault is not None
    assert ("round_number" if part == "state" else "policies") in fault.reason
