"""Tests of imports: any fight can be imported under another ID midway, and the laws still hold."""

import io
from typing import Any

import msgspec
import pytest

from domain.core.commands import Rewind
from domain.core.events import Imported
from events.audit.admission import admit
from events.audit.auditor import Auditor
from events.format import bundle
from events.format.codec import Codec
from events.format.steps import finished
from tests.bundles import pack
from tests.laws.fights import Fights, RandomFight
from tests.laws.invariants import (
    assert_encoded_again_byte_for_byte,
    assert_ended,
    assert_every_fact_has_its_cause,
    assert_every_fact_is_told,
    assert_replay_equals_live,
    assert_states_stay,
)
from tests.rules.rulesets import every_ruleset

BEFORE, BEHIND = 5, 25


def brought_in(fights: Fights[Any], seed: int) -> tuple[RandomFight[Any], int]:
    """Return a closed fight of bots that was imported after some commands, and the last version before the import."""
    names = list(fights.situations)
    for again in range(seed, seed + 30, 3):  # some fights are over too soon
        played, events = RandomFight(fights, names[seed % len(names)], again), 0
        for number, _ in enumerate(played.play(BEFORE + BEHIND)):
            if number == BEFORE:
                events = len(played.recording.records)
                played.recording.go_on_as("elsewhere")
        if events:
            return played, events
    raise AssertionError("every fight was over too soon")


@pytest.mark.parametrize("seed", range(3))
@every_ruleset
def test_a_fight_is_played_on_after_an_import_and_the_laws_hold(fights: Fights[Any], seed: int) -> None:
    played, events = brought_in(fights, seed)
    recording = played.recording
    assert_ended(played)
    assert_replay_equals_live(played)
    assert_states_stay(played)
    assert_every_fact_has_its_cause(played)
    if "_" not in recording.origin:  # an ID with "_" would be taken for a wire key
        assert_every_fact_is_told(played)
    assert_encoded_again_byte_for_byte(played)
    assert (recording.encounter, played.fight.id) == ("elsewhere", "elsewhere")
    commanded, behind = played.live[events + 1].state, played.live[events + 2].state
    carried = {"id", "version", "epoch", "commitment", "hidden_commitment", "entropy", "prefix"}
    now, then = (msgspec.to_builtins(state) for state in (behind, commanded))
    assert {name for name in now if now[name] != then[name]} <= carried


@pytest.mark.parametrize("seed", range(3))
@every_ruleset
def test_it_proves_all_but_the_throws_from_before_and_is_admitted_again(fights: Fights[Any], seed: int) -> None:
    played, events = brought_in(fights, seed)
    recording = played.recording
    found = bundle.read(io.BytesIO(pack(recording)))
    codec = Codec.of(fights.ruleset)
    audit = Auditor(fights.ruleset, codec).audit_bundle(found)
    assert (audit.chain.verdict, audit.legality.verdict) == ("proven", "proven"), audit
    assert audit.throws.verdict == ("not_provable" if audit.throws.elsewhere else "proven")
    assert audit.throws.elsewhere == seeded(fights, recording.records[:events])
    assert audit.throws.proven == seeded(fights, recording.records[events:])
    admitted = finished(admit(fights.ruleset, codec, found))
    assert (admitted.state, admitted.hash) == (played.fight, recording.hash)


def seeded(fights: Fights[Any], records: list[bytes]) -> int:
    """Return how many throws of these records are seeded."""
    lines = (msgspec.json.decode(line) for record in records for line in record.splitlines())
    return sum(
        isinstance(part, dict) and bool(part.get("faces")) and part.get("source") != "supplied"
        for line in lines
        if not str(line.get("type", "")).startswith("core.")
        for value in line["data"].values()
        for part in (value if isinstance(value, list) else (value,))
    )


@every_ruleset
def test_a_rewind_goes_back_behind_the_import_and_keeps_the_name(fights: Fights[Any]) -> None:
    played = RandomFight(fights, next(iter(fights.situations)), 1)
    played.open()
    recording = played.recording
    opened = recording.state.version
    recording.go_on_as("elsewhere")
    prefix = recording.state.prefix
    recording.play(Rewind(to=opened))
    assert (recording.state.id, recording.state.prefix) == ("elsewhere", prefix)
    assert recording.last(Imported).of == recording.origin
    assert_replay_equals_live(played)
