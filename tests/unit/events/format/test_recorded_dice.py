"""Tests of recorded dice: an audit proves them or names the first wrong one, and a tally counts their faces."""

from typing import Any

import pytest

from domain.core.commands import Open
from events.audit.auditor import Auditor
from events.format import chain
from events.projections.tally import Tally, Throws
from tests.recording import Recording
from tests.toy_rulesets.gamble import GAMBLE, Gamble, Gambled
from tests.unit.events.fights import PILES, gambled
from tests.unit.events.forging import Change, changed, set_data, verdicts, version_of


@pytest.fixture(scope="module")
def over() -> Recording:
    return gambled()


def audit(recording: Recording, records: list[bytes] | None = None) -> Any:
    return Auditor(GAMBLE, recording.codec).audit(recording.encounter, records or recording.records)


def forged(recording: Recording, change: Change, which: int = 0) -> tuple[int, list[bytes]]:
    """Return the version of a gamble, and the records with a change in it."""
    version = version_of(recording, "gamble.gambled", which)
    return version, changed(recording.records, version, change)


def test_seeded_and_supplied_dice_of_all_epochs_are_proven(over: Recording) -> None:
    done = audit(over)
    assert verdicts(done) == ("proven", "proven", "proven")
    assert (done.seeded_throws, done.supplied_throws) == (3 + 3 + 2 + 3, 3)


def test_the_record_shows_dice_as_numbers_with_their_sides_and_coins_as_ever(over: Recording) -> None:
    record = over.records[version_of(over, "gamble.gambled", which=3) - 1]
    dice = b'{"faces":[6,1,3],"source":"supplied","sides":6},{"faces":[2,2],"source":"supplied","sides":6}'
    assert b'"data":{"dice":[' + dice + b'],"coins":{"faces":"HHTT","source":"supplied"}}' in record
    record = over.records[version_of(over, "gamble.gambled", which=2) - 1]
    assert b',{"faces":[]}],"coins":{"faces":""}}' in record


def test_dice_that_the_seed_does_not_give_are_found(over: Recording) -> None:
    first = next(event for event in over.codec.decode_events(over.records) if isinstance(event, Gambled))
    white = first.dice[0].dice
    other = (white[0] % 6 + 1, *white[1:])
    version, records = forged(over, set_data(dice=[{"faces": other, "sides": 6}, first.dice[1]]))
    fell, gives = (f"{faces[0]}, {faces[1]} and {faces[2]}" for faces in (other, white))
    assert audit(over, records).throws.fault == chain.Fault(
        version, f"the dice fell {fell}, but the seed gives {gives}"
    )


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ({"faces": [1, 2, 3], "sides": 1}, "dice cannot fall as 1, 2 and 3"),
        ({"faces": [1, 2, 3]}, "coins cannot fall as 1, 2 and 3"),
        ({"faces": "HHH", "sides": 6}, "dice cannot fall as H, H and H"),
        ({"faces": [1, 2, 3], "sides": 6, "source": "supplied"}, "supplied, but its command came without faces"),
    ],
)
def test_dice_that_cannot_have_fallen_so_are_found(over: Recording, draw: dict[str, Any], reason: str) -> None:
    version, records = forged(over, set_data(dice=[draw]))
    fault = audit(over, records).throws.fault
    assert fault is not None
    assert fault.version == version
    assert reason in fault.reason


def test_dice_of_other_sides_than_the_rules_roll_are_found_even_if_they_are_supplied(over: Recording) -> None:
    dice = [{"faces": [6, 1, 3], "source": "supplied", "sides": 8}, {"faces": [2, 2], "source": "supplied", "sides": 6}]
    done = audit(over, forged(over, set_data(dice=dice), which=3)[1])
    assert done.throws.verdict == "proven"
    assert done.legality.fault is not None
    assert "The record holds no throw of 3 dice of 6 sides for white of narrator" in done.legality.fault.reason


def test_faces_of_dice_are_counted_by_their_sides_and_no_dice_are_no_throw() -> None:
    recording = Recording("table", GAMBLE).play(Open(ruleset="gamble", chance="supplied"))
    recording.play(PILES, faces=[[6, 1, 6], [2, 6], "HHHT"])
    recording.play(Gamble(white=2, sides=20, coins=1), faces=[[20, 6], "T"])
    tally = Tally()
    tally.add(GAMBLE.tally, recording.codec.decode_events(recording.records))
    assert tally.combatants["narrator"].throws == {
        "white": Throws(2, 0, 0, 2, {}, 5, {6: {6: 2, 1: 1}, 20: {20: 1, 6: 1}}),
        "black": Throws(1, 0, 0, 1, {}, 2, {6: {2: 1, 6: 1}}),
        "coins": Throws(2, 5, 3, 2, {4: {3: 1}, 1: {0: 1}}),
    }
    assert tally.throws == Throws(5, 5, 3, 5, {4: {3: 1}, 1: {0: 1}}, 7, {6: {6: 3, 1: 1, 2: 1}, 20: {20: 1, 6: 1}})
