"""Tests of the auditor: it proves sound records and names the first fault of damaged ones."""

from typing import Any

import msgspec
import pytest

from domain.chance.draws import commitment
from domain.core.commands import SetPolicy
from domain.core.events import Commanded
from domain.model.event import Recorded
from domain.model.speaker import Speaker
from domain.rulesets.s3 import S3
from events.audit.auditor import Audit, Auditor
from events.audit.replay_check import excerpts_at_difference
from events.format import chain
from events.format.envelope import digest, redact, split
from tests.recording import TIME, Recording
from tests.rules.s3.specification import fight
from tests.unit.events.fights import closed, gambled, rewound, shootout
from tests.unit.events.forging import Change, changed, set_data, verdicts, version_of, with_private


def audited(recording: Recording, records: list[bytes] | None = None, **more: Any) -> Audit:
    return Auditor(S3, recording.codec).audit(recording.encounter, records or recording.records, **more)


@pytest.fixture(scope="module")
def over() -> Recording:
    return closed()


def test_a_closed_encounter_is_proven_in_every_way(over: Recording) -> None:
    audit = audited(over, head=over.hash)
    assert verdicts(audit) == ("proven", "proven", "proven")
    assert audit.sound
    assert (audit.version, audit.hash) == (len(over.records), over.hash.hex())
    assert (audit.rulings, audit.rewinds, audit.seeded_throws, audit.supplied_throws) == (1, 1, 2, 4)


def test_an_open_encounter_proves_its_throws_only_to_whoever_has_its_seeds() -> None:
    recording = rewound()
    assert verdicts(audited(recording)) == ("proven", "not_provable", "proven")
    assert verdicts(audited(recording, seeds=recording.seeds)) == ("proven", "proven", "proven")
    other = {**recording.seeds, 2: bytes(32)}
    fault = audited(recording, seeds=other).throws.fault
    assert fault is not None
    assert fault.version == version_of(recording, "core.rewound")


def test_a_chain_that_ends_in_another_hash_is_broken(over: Recording) -> None:
    assert audited(over, head=bytes(32)).chain.verdict == "broken"
    assert verdicts(audited(over, over.records[:-1], head=over.hash))[0] == "broken"


def test_without_private_parts_the_chain_and_the_throws_are_proven_and_legality_is_not(over: Recording) -> None:
    audit = audited(over, [redact(record) for record in over.records], head=over.hash)
    assert verdicts(audit) == ("proven", "proven", "not_provable")
    assert "6 events" in audit.legality.detail


def test_a_guess_at_what_is_sealed_cannot_be_confirmed_without_its_salt() -> None:
    """Public records do not distinguish two standing answers, even though few answers are possible."""
    player, seen = Speaker("player", ("bell",)), list[str]()
    for _ in range(2):
        policy = Recording().play(fight("ogre", "bell"))
        policy.play(SetPolicy(of="bell", kind="call_flip", answer="tails"), speaker=player)
        public, private = split(policy.records[-1])
        assert private is not None
        seen.append(msgspec.json.decode(public)["sealed"])
        known = msgspec.json.decode(private)
        guesses = ({"answer": side} for side in ("heads", "tails"))
        tried = [msgspec.json.encode({"salt": salt, "data": guess}) for guess in guesses for salt in ("", "00" * 32)]
        assert known["data"] == {"answer": "tails"}
        assert seen[-1] not in [digest(guess) for guess in tried]
        assert seen[-1] == digest(msgspec.json.encode({"salt": known["salt"], "data": {"answer": "tails"}}))
    assert seen[0] != seen[1]


def test_coins_that_the_seed_does_not_give_are_found(over: Recording) -> None:
    version = version_of(over, "s3.coins_thrown", which=4)
    audit = audited(over, changed(over.records, version, set_data(draw={"faces": "HHHHHHH"})))
    assert audit.throws.fault == chain.Fault(version, "the coins fell HHHHHHH, but the seed gives TTTTTTT")


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        (
            "core.encounter_opened",
            set_data(commitment=commitment(bytes(32))),
            "does not match the commitment published",
        ),
        ("core.encounter_opened", set_data(entropy="two owls"), "entropy of epoch 1 differs from the one"),
        ("core.encounter_opened", set_data(chance="seeded"), "allows only seeded throws"),
        ("core.encounter_opened", set_data(chance="supplied"), "allows only supplied throws"),
        ("core.rewound", set_data(epoch=3), "epoch 3 does not follow epoch 1"),
        ("core.encounter_closed", set_data(seeds=[]), "the seed of epoch 1 was never revealed"),
        ("s3.coins_thrown", set_data(draw={"faces": "HHHHHTT"}), "a throw is seeded, but its command came with faces"),
        ("s3.coins_thrown", lambda line: line.update(speaker="player:ogre"), "another speaker than the narrator"),
    ],
)
def test_a_broken_promise_about_the_coins_is_found(over: Recording, kind: str, change: Change, reason: str) -> None:
    fault = audited(over, changed(over.records, version_of(over, kind), change)).throws.fault
    assert fault is not None
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("s3.wounded", set_data(total=2), "in s3.wounded, total is 1 by the rules and 2 on record"),
        ("s3.attack_hit", lambda line: line.update(cause=13), "the rules give 17 as the cause where 13 is on record"),
        ("core.noted", lambda line: line.update(audience="ogre"), "the rules give narrator as the audience"),
        ("s3.attack_hit", lambda line: line.update(batch=9), "the event names batch 9"),
        ("s3.attack_hit", lambda line: line.update(speaker="player:ogre"), "speaker player:ogre"),
        ("s3.coins_thrown", set_data(draw={"faces": "HHHHHT", "source": "supplied"}), "holds no throw of 7 coins"),
    ],
)
def test_an_event_that_the_rules_do_not_give_is_found_where_it_stands(
    over: Recording, kind: str, change: Change, reason: str
) -> None:
    version = version_of(over, kind)
    fault = audited(over, changed(over.records, version, change)).legality.fault
    assert fault is not None
    assert reason in fault.reason


def test_a_field_that_nobody_reads_is_found_and_so_is_a_throw_that_nobody_asked_for(over: Recording) -> None:
    version = version_of(over, "s3.coins_thrown", which=4)
    for fields in ({"winner": "fox"}, {"_0": {"faces": "T"}}):
        audit = audited(over, changed(over.records, version, set_data(**fields)))
        assert audit.legality.fault == chain.Fault(version, "the event is not in canonical form")
    close = len(over.records)
    without = redact(over.records[-1])
    audit = audited(over, [*over.records[:-1], without])
    assert verdicts(audit) == ("proven", "proven", "proven")
    audit = audited(over, changed([*over.records[:-1], without], close, set_data(winner="fox")))
    assert audit.legality.fault == chain.Fault(close, "the event is not in canonical form")


def test_what_is_for_everybody_has_no_private_part_and_no_field_has_two_places(over: Recording) -> None:
    thrown, noted = version_of(over, "s3.coins_thrown"), version_of(over, "core.noted")
    audit = audited(over, with_private(over.records, thrown))
    assert audit.chain.fault == audit.throws.fault
    assert audit.chain.fault == chain.Fault(
        thrown, "a public event has a sealed part, or an event for an audience has none"
    )
    audit = audited(over, changed(with_private(over.records, noted, text="Secret."), noted, set_data(text="Open.")))
    assert audit.chain.fault == chain.Fault(noted, "the field text is both in the line and in its private part")


@pytest.mark.parametrize("time", ["", "yesterday", "2026-03-01T20:15:00Z", "2026-03-01T20:15:00.250+00:00"])
def test_every_event_has_a_time_as_yarrow_writes_it(over: Recording, time: str) -> None:
    fault = audited(over, changed(over.records, 7, lambda line: line.update(time=time))).chain.fault
    assert fault == chain.Fault(7, f"{time!r} is not a time in the form 2026-03-01T20:15:00.250Z")


@pytest.mark.parametrize("face", [-1, 0, 7, 999_999])
def test_no_die_shows_what_is_not_on_it(face: int) -> None:
    gambles = gambled()
    version = version_of(gambles, "gamble.gambled")
    for source in ("seeded", "supplied"):
        dice = [{"faces": [1, face, 6], "sides": 6, "source": source}]
        forged = changed(gambles.records, version, set_data(dice=dice))
        fault = Auditor(gambles.ruleset, gambles.codec).audit(gambles.encounter, forged).throws.fault
        assert fault == chain.Fault(version, f"dice cannot fall as 1, {face} and 6")


def test_a_seed_is_revealed_in_64_digits_and_nothing_else(over: Recording) -> None:
    def space(line: dict[str, Any]) -> None:
        line["data"]["seeds"][0]["seed"] += " "

    fault = audited(over, changed(over.records, len(over.records), space)).throws.fault
    assert fault is not None
    assert fault.reason == "a seed of epoch 1 is not 64 lowercase hex digits"


def test_a_command_that_the_rules_refuse_is_named_with_their_reason(over: Recording) -> None:
    version = version_of(over, "core.commanded", which=4)
    shot = {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "cannon"}
    fault = audited(over, changed(over.records, version, set_data(command=shot))).legality.fault
    assert fault is not None
    assert fault.version == version
    assert fault.reason.startswith("s3.attack is refused: One-Eyed Ogre carries no “cannon”")
    assert fault.reason.endswith("(S3-ATK-9)")


def test_a_missing_event_is_missed(over: Recording) -> None:
    version = version_of(over, "s3.wounded")
    fault = audited(over, [*over.records[: version - 1], *over.records[version:]]).legality.fault
    assert fault == chain.Fault(version - 1, "the rules give 1 events more than are on record")


def by_version(records: list[bytes], ruleset_version: str) -> list[bytes]:
    """The records as another version of the ruleset would have stamped its commands."""
    for version, record in enumerate(records, 1):
        if b'"type":"core.commanded","schema":' in record:
            records = changed(records, version, set_data(ruleset_version=ruleset_version))
    return records


def unarmed(line: dict[str, Any]) -> None:
    line["data"]["command"]["weapon"] = "unarmed"


def test_what_another_version_of_the_ruleset_decided_in_the_same_way_is_proven(over: Recording) -> None:
    assert audited(over, by_version(over.records, "0")).legality.verdict == "proven"


def test_a_decision_of_another_version_that_differs_is_no_fault_and_both_versions_are_named(over: Recording) -> None:
    shot, again = (version_of(over, "core.commanded", which=which) for which in (4, 9))
    records = changed(changed(by_version(over.records, "0"), shot, unarmed), again, unarmed)
    legality = audited(over, records).legality
    assert (legality.verdict, legality.fault) == ("not_provable", None)
    assert legality.detail.startswith(
        f"The ruleset's version differs: s3 0 recorded 2 commands that s3 {S3.version}, which is installed, decides"
        f" differently; first at version {shot}: s3.attack is refused: "
    )


def test_a_command_that_only_another_version_knows_how_to_decide_is_no_fault(over: Recording) -> None:
    """The rules of today refuse it, and it may name what they do not have; what it led to is folded as recorded."""
    version = version_of(over, "core.commanded", which=4)
    shot = {"type": "s3.attack", "actor": "ogre", "target": "bell", "weapon": "cannon"}
    audit = audited(over, changed(by_version(over.records, "0"), version, set_data(command=shot)))
    assert audit.legality.verdict == "not_provable"
    assert f"first at version {version}: s3.attack is refused: " in audit.legality.detail
    unknown = audited(over, changed(by_version(over.records, "0"), version, set_data(command={"type": "s3.fence"})))
    assert unknown.legality.verdict == "not_provable"


def test_another_version_excuses_neither_the_throws_nor_what_this_version_recorded(over: Recording) -> None:
    thrown, wounded = version_of(over, "s3.coins_thrown", which=4), version_of(over, "s3.wounded")
    other = changed(over.records, version_of(over, "core.commanded", which=4), set_data(ruleset_version="0"))
    audit = audited(over, changed(by_version(over.records, "0"), thrown, set_data(draw={"faces": "HHHHHHH"})))
    assert audit.throws.verdict == "broken"
    assert audited(over, changed(other, wounded, set_data(total=2))).legality.verdict == "not_provable"
    after = version_of(over, "core.noted")
    both = changed(changed(other, wounded, set_data(total=2)), after, lambda line: line.update(audience="ogre"))
    fault = audited(over, both).legality.fault
    assert fault is not None
    assert fault.version == after


def test_nothing_can_follow_on_the_close(over: Recording) -> None:
    note = Commanded(
        command={"type": "core.note", "text": "still here"}, command_schema=1, ruleset="s3", ruleset_version=S3.version
    )
    version = len(over.records) + 1
    late = over.codec.encode_batch("duel", version, TIME, "narrator", [Recorded(note, None)])
    fault = audited(over, [*over.records, *late]).legality.fault
    assert fault is not None
    assert fault.version == version
    assert "The encounter is closed" in fault.reason


def test_a_stream_is_read_whatever_its_damage() -> None:
    recording = shootout()
    for record in (b"", b"{", b"\xff\xfe", b"null", recording.records[3][:-40]):
        audit = audited(recording, [*recording.records[:3], record, *recording.records[4:]])
        assert verdicts(audit) == ("broken", "broken", "broken")
        assert {check.fault.version for check in (audit.chain, audit.throws) if check.fault} == {4}


def test_a_long_check_says_how_far_it_has_come(over: Recording) -> None:
    seen: list[int] = []
    audited(over, on_progress=seen.append)
    assert seen == sorted(version for version in over.states if version)


def test_what_differs_in_a_long_value_is_shown_where_it_begins() -> None:
    long = "a" * 5000
    ruled, told = excerpts_at_difference(f'"{long}x{long}"', f'"{long}y{long}"')
    assert ruled == f"…{'a' * 50}x{'a' * 149}…"
    assert told == f"…{'a' * 50}y{'a' * 149}…"
    assert list(excerpts_at_difference("1", "2")) == ["1", "2"]
