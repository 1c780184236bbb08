"""A bundle that another version of the ruleset recorded comes in, if its state can be read."""

import io

import msgspec
import pytest

from domain.rulesets.s3 import S3
from events.audit.admission import UNREADABLE_STATE, AdmittedBundle, BrokenBundle, admit
from events.format import bundle
from events.format.steps import finished
from tests.bundles import pack, relinked
from tests.recording import Recording
from tests.unit.events.fights import shootout
from tests.unit.events.forging import Change, set_data, version_of


def admitted(recording: Recording, *changes: tuple[int, Change]) -> AdmittedBundle:
    """What becomes of a bundle with these changes under a chain and a proof that fit them."""
    file = pack(recording)
    for version, change in changes:
        file = relinked(file, version, change)
    return finished(admit(S3, recording.codec, bundle.read(io.BytesIO(file))))


def test_a_command_that_another_version_decided_otherwise_comes_in_as_it_was_recorded() -> None:
    recording = shootout()
    shot, wounded = version_of(recording, "core.commanded", which=4), version_of(recording, "s3.wounded")
    forged = (wounded, set_data(total=3))
    with pytest.raises(BrokenBundle, match=r"in s3\.wounded, total is 1 by the rules and 3 on record"):
        admitted(recording, forged)
    state = admitted(recording, (shot, set_data(ruleset_version="0")), forged).state
    assert msgspec.to_builtins(state)["version"] == len(recording.records)


def test_what_another_version_led_to_is_refused_if_the_state_cannot_be_read() -> None:
    recording = shootout()
    attack = version_of(recording, "core.commanded", which=-1)
    riddle = (version_of(recording, "core.prompted"), set_data(kind="riddle"))
    with pytest.raises(BrokenBundle, match=UNREADABLE_STATE):
        admitted(recording, (attack, set_data(ruleset_version="0")), riddle)
