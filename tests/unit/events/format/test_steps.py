"""Long work in steps: each step is bounded, however long the whole is. Work is counted in lines of Python."""

import sys
from collections.abc import Callable
from io import BytesIO
from types import FrameType
from typing import Any

import pytest

from bench.fights.duel import Duel
from bench.fights.s3 import S3_DUEL
from domain.model.speaker import NARRATOR
from events.audit.admission import admit
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.bundle import FORMAT, Header
from events.format.chain import verify_steps
from events.format.folding import fold_steps
from events.format.steps import MAX_STEP_BYTES, MAX_STEP_RECORDS, Steps, finished, is_one_part, parts

SHORT, LONG = 1100, 2200
SLACK = 1.3
"""How much longer the longest step may be in the longer fight, because its commands are not all the same."""


@pytest.fixture(scope="module")
def fights() -> dict[int, Duel]:
    found = {events: Duel(S3_DUEL) for events in (SHORT, LONG)}
    for events, duel in found.items():
        duel.play(events)
    return found


def file_of(duel: Duel) -> bytes:
    """Return a duel as a bundle."""
    file = BytesIO()
    key, version = duel.ruleset.key, duel.ruleset.version
    header = Header(FORMAT, "duel", key, version, len(duel.records), duel.hash.hex(), str(NARRATOR))
    bundle.write(file, header, duel.records)
    return file.getvalue()


WORK: dict[str, Callable[[Duel], Steps[Any]]] = {
    "audit": lambda duel: Auditor(duel.ruleset, duel.codec).audit_steps("duel", duel.records),
    "verify": lambda duel: verify_steps("duel", duel.records),
    "read": lambda duel: bundle.read_steps(BytesIO(file_of(duel))),
    "admit": lambda duel: admit(duel.ruleset, duel.codec, bundle.read(BytesIO(file_of(duel)))),
    "fold": lambda duel: fold_steps(duel.ruleset, duel.codec, duel.ruleset.state(id="duel"), duel.records),
}


def step_lengths(steps: Steps[Any]) -> list[int]:
    """Return how many lines of Python each step runs."""
    lengths = [0]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        lengths[-1] += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        lengths.extend(0 for _ in steps)
    finally:
        sys.settrace(before)
    return lengths


@pytest.mark.parametrize("name", WORK)
def test_a_long_fight_takes_more_steps_and_no_longer_ones(fights: dict[int, Duel], name: str) -> None:
    few, many = (step_lengths(WORK[name](fights[events])) for events in (SHORT, LONG))
    assert max(many) <= SLACK * max(few), name
    assert len(many) > len(few)


def test_parts_are_bounded_complete_and_in_order() -> None:
    records = [bytes([place % 256]) * (1 + place * 7 % 1000) for place in range(3000)]
    records[50] = records[51] = bytes(2 * MAX_STEP_BYTES)
    found = list(parts(records))
    assert [record for part in found for record in part] == records
    for part in found:
        assert len(part) <= MAX_STEP_RECORDS
        assert len(part) == 1 or sum(map(len, part)) <= MAX_STEP_BYTES
        assert is_one_part(part) is (sum(map(len, part)) <= MAX_STEP_BYTES)
    assert not is_one_part(records[100 : 101 + MAX_STEP_RECORDS])
    assert list(parts([])) == []


def test_the_result_of_steps_is_that_of_the_whole(fights: dict[int, Duel]) -> None:
    duel = fights[SHORT]
    assert finished(WORK["fold"](duel)) == duel.fight
    assert finished(WORK["audit"](duel)).legality.verdict == "proven"
