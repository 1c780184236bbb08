"""IDs of encounters and of commands: their form, how they follow from idempotency keys, and what a caller may address.

An idempotency key belongs to the principal of a token or, without tokens, to the speaker: the ID of a command is the
key followed by a digest of its owner, so that others may use the same key. Commands of earlier versions have the key
alone.
"""

import re
import uuid
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

from pydantic import StringConstraints

from domain.model.speaker import Speaker
from domain.text.validation import describe_pattern
from events.store.protocol import EncounterMissing, StreamId
from service.auth.access import Caller
from service.auth.tokens import ENCOUNTER_ID
from service.problems.problem import Problem, from_store_error

EncounterId = Annotated[str, StringConstraints(pattern=f"^{ENCOUNTER_ID}$")]
is_encounter_id = re.compile(ENCOUNTER_ID).fullmatch

_NAMESPACE: Final = uuid.UUID("8f3f7a2e-6c0b-5d43-9d51-0a7c1e5b42d6")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_UUID7: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME_DIGITS: Final = len("0197a2b4-5d3e-7")
"""The length of the time and the version at the beginning of a UUID of version 7."""


def command_id_of(caller: Caller, key: str) -> str:
    """Return the ID of a caller's command under its idempotency key."""
    return f"{key} {_owner(caller.principal, caller.speaker)}"


@lru_cache(maxsize=4096)
def _owner(principal: str, speaker: Speaker) -> str:
    """Return a digest of the owner of keys: the principal or, without one, the speaker."""
    owner = f"principal {principal}" if principal else f"speaker {speaker}"
    return urlsafe_b64encode(sha256(owner.encode()).digest()[:9]).decode()


def encounter_id_from(command_id: str) -> str:
    """Return the ID of the encounter that a request opens: repeating a request under its command ID yields the same ID.

    It is a UUID that follows from the key and its owner. If the key is a UUID of version 7, so is the ID, with the same
    time: encounters that are listed by ID are then in the order in which they were opened.
    """
    derived, key = str(uuid.uuid5(_NAMESPACE, command_id)), command_id.partition(" ")[0]
    return key[:TIME_DIGITS] + derived[TIME_DIGITS:] if _UUID7.fullmatch(key) else derived


def former_encounter_id_from(key: str) -> str:
    """Return the ID of the encounter that a request under this key opened in earlier versions, for all callers."""
    return key if _UUID.fullmatch(key) else str(uuid.uuid5(_NAMESPACE, key))


def stream_of(encounter: str, caller: Caller) -> StreamId:
    """Return the stream of an existing encounter in the caller's tenant.

    Raises Problem ``not_found`` for text that is no encounter ID, and for every encounter outside the caller's token,
    without a lookup: the caller cannot learn whether it exists.
    """
    stream = _stream(caller.tenant, encounter)
    if not caller.may_access(encounter):
        raise from_store_error(EncounterMissing(stream))
    return stream


@lru_cache(maxsize=4096)
def _stream(tenant: str, encounter: str) -> StreamId:
    """Return the stream of an encounter. Raises Problem ``not_found`` for text that is no encounter ID."""
    if not is_encounter_id(encounter):
        raise Problem("not_found", f"There is no encounter “{encounter[:64]}”; IDs {describe_pattern(ENCOUNTER_ID)}.")
    return StreamId(tenant, encounter)


def new_stream_of(encounter: str, caller: Caller, *, field: str = "id") -> StreamId:
    """Return the stream of an encounter to be opened.

    Raises Problem ``not_yours`` for an encounter outside the caller's token; ``field`` is where the request names it.
    """
    if not caller.may_access(encounter):
        allowed = f"This token can open only the encounters that it names: send one of their IDs as {field}."
        raise Problem("not_yours", allowed, field=field)
    return StreamId(caller.tenant, encounter)
