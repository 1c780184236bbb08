"""Visibility: the parts of records, states and prompts that one speaker may see.

Everything of an encounter that leaves the service passes through this module. The narrator sees everything. A player
sees the private parts for any of its combatants, their standing answers, and the parts of the state that the ruleset
shows to it. A spectator sees the public parts. Only the narrator sees the data of a decision that waits for answers.
Seeds are in no view: no event and no state has them until they are revealed.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker
from domain.model.suggestions import FEW
from domain.ruleset.ruleset import Ruleset
from events.format.envelope import EVERYBODY, NEWLINE_CODE, redact, split

S = TypeVar("S", bound=Encounter)


class _Audience(msgspec.Struct):
    audience: str


_audience = msgspec.json.Decoder(_Audience).decode


def view_record(record: bytes, speaker: Speaker) -> bytes:
    """Return the record as the speaker sees it: whole, or without its private line, whose digest stays."""
    public, private = split(record)
    return record if private is None or may_see(audience_of(record), speaker) else public


def view_each(records: Sequence[bytes], speaker: Speaker) -> list[bytes]:
    """Return records as the speaker sees them."""
    return [view_record(record, speaker) for record in records]


def audience_of(record: bytes) -> str:
    """Return the audience of a record's private part."""
    return _audience(redact(record)).audience


class Lines(msgspec.Struct, frozen=True):
    """Records split into their public lines as stored and, by version, the private lines in view."""

    events: list[msgspec.Raw]
    private: dict[str, msgspec.Raw]


def view_records(records: Sequence[bytes], first: int, speaker: Speaker) -> Lines:
    """Return the records of the versions from ``first`` on, as the speaker sees them."""
    if NEWLINE_CODE not in b"".join(records):
        return Lines([msgspec.Raw(record) for record in records], {})
    seen = [split(view_record(record, speaker)) for record in records]
    private = {
        str(version): msgspec.Raw(sealed) for version, (_, sealed) in enumerate(seen, first) if sealed is not None
    }
    return Lines([msgspec.Raw(public) for public, _ in seen], private)


def view_state(ruleset: Ruleset[S], state: S, speaker: Speaker) -> S:
    """Return the state as the speaker sees it."""
    if speaker.is_narrator:
        if not state.answers:
            return state
        seen = state.fork()
        seen.prompts = _with_answered(seen.prompts, state)
        return seen
    seen = ruleset.seen_by(state, speaker)
    seen.prompts = _with_answered(seen.prompts, state)
    seen.waiting = ()
    seen.answers = {}
    seen.policies = {
        name: answer for name, answer in state.policies.items() if name.partition("/")[0] in speaker.combatants
    }
    return seen


def view_prompts(state: Encounter, speaker: Speaker) -> tuple[Prompt, ...]:
    """Return the open prompts as the speaker sees them."""
    if not state.prompts:
        return ()
    return _with_answered([prompt.seen_by(speaker) for prompt in state.prompts], state)


def _with_answered(prompts: Iterable[Prompt], state: Encounter) -> tuple[Prompt, ...]:
    """Return the prompts, with a mark on those whose answer may still be changed.

    Everybody sees the mark: the event of an answer is public, and names the prompt, even if the answer is private.
    """
    return tuple([replace(prompt, answered=True) if prompt.id in state.answers else prompt for prompt in prompts])


def unknown_combatants(state: Encounter, speaker: Speaker) -> tuple[str, ...]:
    """Return the first combatants for which a player speaks and which have not joined: slips, or those who come later.

    Everybody sees who has joined.
    """
    return tuple([one for one in speaker.combatants if one not in state.joined][:FEW])


def may_see(audience: str, speaker: Speaker) -> bool:
    """Return whether the speaker belongs to the audience of a private part."""
    if speaker.is_narrator or audience == EVERYBODY:
        return True
    return any(combatant in speaker.combatants for combatant in audience.split(","))
