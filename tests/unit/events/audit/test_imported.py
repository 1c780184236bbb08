"""Tests of streams continued under another ID: one chain, no rename without an import, and no missing seed."""

from typing import Any

import pytest

from domain.chance.draws import Supplied
from domain.core.commands import Close, Import, Note
from domain.core.events import Commanded, Imported
from domain.model.refusal import Refusal
from domain.model.speaker import NARRATOR
from domain.ruleset.decider import Decided, decide
from domain.rulesets.s3 import S3
from events.audit.auditor import Audit, Auditor
from events.format import chain
from events.format.codec import Codec
from tests.recording import Recording
from tests.unit.events.fights import closed, rewound, shootout
from tests.unit.events.forging import changed, set_data, verdicts, version_of


def rematch() -> Recording:
    """Return a fight with seeded throws that continues under another ID."""
    return rewound().go_on_as("rematch").play(Note(text="Once more."))


def audited(recording: Recording, records: list[bytes] | None = None) -> Audit:
    kept = recording.records if records is None else records
    return Auditor(S3, Codec.of(S3)).audit(recording.encounter, kept, seeds=recording.seeds)


def fault_of(records: list[bytes], encounter: str = "rematch") -> tuple[int, str]:
    fault = chain.verify(encounter, records).fault
    assert fault is not None
    return fault.version, fault.reason


def test_one_chain_runs_through_under_both_names() -> None:
    recording = rematch()
    assert chain.first_encounter_id(recording.records[0]) == "duel"
    verdict = chain.verify("rematch", recording.records, expected=recording.hash)
    assert verdict == chain.ChainVerdict(len(recording.records), recording.hash, None)
    assert recording.hash == chain.extend(chain.genesis("duel"), recording.records)
    assert verdicts(audited(recording)) == ("proven", "not_provable", "proven")


def test_it_is_nobody_elses_and_not_what_it_was() -> None:
    for other in ("duel", "brawl"):
        assert fault_of(rematch().records, other) == (1, "the event belongs to rematch")


def test_the_name_changes_at_an_import_alone() -> None:
    recording = shootout()
    events = len(recording.records)
    recording.encounter = "rematch"
    recording.play(Note(text="Once more."))
    said = "the event before belongs to rematch, but no import event renames duel to it"
    assert fault_of(recording.records) == (events + 2, said)
    assert fault_of(recording.records[:-1]) == (
        events + 1,
        "duel continues under another ID, but the import event is missing",
    )
    assert fault_of(recording.records[:events] + recording.records[-1:])[0] == events + 1


@pytest.mark.parametrize(
    "said", [{"of": "brawl"}, {"encounter": "brawl"}, {"events": 3}, {"chain": "0" * 64}, {"events": "all"}]
)
def test_an_import_says_what_was_brought_in(said: dict[str, Any]) -> None:
    recording = rematch()
    version = version_of(recording, Imported.type)
    found, reason = fault_of(changed(recording.records, version, set_data(**said)))
    assert found == version
    assert "the import event names others" in reason or "cannot be read" in reason


def test_an_import_without_a_change_of_name_excuses_no_seed() -> None:
    recording = rematch().play(Close())
    version = version_of(recording, Imported.type)
    named = [record.replace(b'{"encounter":"rematch"', b'{"encounter":"duel"', 1) for record in recording.records]
    found, reason = fault_of(named, "duel")
    assert (found, "but the command before it does not" in reason) == (version, True)


def test_the_seeds_from_before_are_not_missed_but_those_behind_are() -> None:
    recording = rematch().play(Close())
    audit = Auditor(S3, Codec.of(S3)).audit("rematch", recording.records)
    assert verdicts(audit) == ("proven", "not_provable", "proven")
    assert "fell before the import, from seeds that were not imported" in audit.throws.detail
    assert audit.throws.elsewhere > 0
    forged = changed(recording.records, len(recording.records), set_data(seeds=[]))
    fault = audited(recording, forged).throws.fault
    assert fault is not None
    assert (fault.version, fault.reason) == (
        version_of(recording, Imported.type),
        "the seed of epoch 3 was never revealed",
    )


def test_an_import_that_the_rules_do_not_give_is_found() -> None:
    recording = rematch()
    version = version_of(recording, Imported.type)
    fault = audited(recording, changed(recording.records, version, set_data(epoch=9))).legality.fault
    assert fault is not None
    assert fault.reason == "in core.imported, epoch is 3 by the rules and 9 on record"


def importing(recording: Recording, **fields: Any) -> Decided[Any] | Refusal:
    said = {"of": "duel", "encounter": "rematch", "events": len(recording.records), "chain": "ab" * 32, **fields}
    return decide(S3, recording.state, Import(**said), NARRATOR, Supplied(()))


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"of": "brawl"}, "command.of"), ({"events": 3}, "command.of"), ({"encounter": "duel"}, "command.encounter")],
)
def test_only_what_was_played_goes_on_and_under_another_name(fields: dict[str, Any], field: str) -> None:
    refusal = importing(shootout(), **fields)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.field) == ("invalid", field)


def test_nothing_follows_on_a_close_not_even_an_import() -> None:
    refusal = importing(closed())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "closed"


def test_the_command_is_on_record() -> None:
    recording = rematch()
    commanded = recording.codec.decode(recording.records[version_of(recording, Imported.type) - 2])[1]
    assert isinstance(commanded, Commanded)
    assert commanded.command["type"] == "core.import"
