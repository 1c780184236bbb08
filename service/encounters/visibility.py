"""The view: what one speaker may see. Whatever of an encounter leaves the service goes through here.

The narrator sees everything. A player sees the private parts that are for one of its combatants, the standing answers
of those, and of the state what its ruleset lets it see; a spectator sees what is for everybody. Nobody but the narrator
sees what a decision that waits carries with it. Seeds are never part of what is viewed: they are in no event and no
state until they are revealed.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker
from domain.ruleset.ruleset import Ruleset
from events.format.envelope import EVERYBODY, NEWLINE, redact, split

S = TypeVar("S", bound=Encounter)


class _Audience(msgspec.Struct):
    audience: str


_audience = msgspec.json.Decoder(_Audience).decode


def view_record(record: bytes, speaker: Speaker) -> bytes:
    """The record as the speaker sees it: whole, or without its private line, whose digest stays."""
    public, private = split(record)
    return record if private is None or may_see(audience_of(record), speaker) else public


def audience_of(record: bytes) -> str:
    """For whom the private part of a record is."""
    return _audience(redact(record)).audience


class Lines(msgspec.Struct, frozen=True):
    """Records apart: public lines as they are stored, and by version the private ones that are left in view."""

    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw]


def view_records(records: Sequence[bytes], first: int, speaker: Speaker) -> Lines:
    """The records of the versions from ``first`` on, as the speaker sees them."""
    if NEWLINE not in b"".join(records):
        return Lines([msgspec.Raw(record) for record in records], {})
    seen = [split(view_record(record, speaker)) for record in records]
    private = {
        str(version): msgspec.Raw(sealed) for version, (_, sealed) in enumerate(seen, first) if sealed is not None
    }
    return Lines([msgspec.Raw(public) for public, _ in seen], private)


def view_state(ruleset: Ruleset[S], state: S, speaker: Speaker) -> S:
    """The state as the speaker sees it."""
    seen = ruleset.seen_by(state, speaker)
    if speaker.is_narrator:
        return seen
    seen.waiting = ()
    seen.answers = {}
    seen.policies = {
        name: answer for name, answer in state.policies.items() if name.partition("/")[0] in speaker.combatants
    }
    return seen


def view_prompts(prompts: tuple[Prompt, ...], speaker: Speaker) -> tuple[Prompt, ...]:
    """The open prompts as the speaker sees them."""
    return tuple([prompt.seen_by(speaker) for prompt in prompts])


def may_see(audience: str, speaker: Speaker) -> bool:
    """Whether the speaker is among those whom a private part is for."""
    if speaker.is_narrator or audience == EVERYBODY:
        return True
    return any(combatant in speaker.combatants for combatant in audience.split(","))
