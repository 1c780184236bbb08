"""Encounter IDs: their form, the IDs that the service chooses, and the streams that a caller may address by them."""

import re
import uuid
from typing import Annotated, Final

from pydantic import StringConstraints

from domain.text.validation import describe_pattern
from events.store.protocol import EncounterMissing, StreamId
from service.auth.access import Caller
from service.auth.tokens import ENCOUNTER_ID
from service.problems.problem import Problem, from_store_error

EncounterId = Annotated[str, StringConstraints(pattern=f"^{ENCOUNTER_ID}$")]
is_encounter_id = re.compile(ENCOUNTER_ID).fullmatch

_NAMESPACE: Final = uuid.UUID("8f3f7a2e-6c0b-5d43-9d51-0a7c1e5b42d6")
_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def encounter_id_from(command_id: str) -> str:
    """Return the ID of the encounter that a request opens: repeating a request under its command ID yields the same ID.

    A command ID that is a UUID is used as is; any other text is hashed into a UUID of version 5.
    """
    return command_id if _UUID.fullmatch(command_id) else str(uuid.uuid5(_NAMESPACE, command_id))


def stream_of(encounter: str, caller: Caller) -> StreamId:
    """Return the stream of an existing encounter in the caller's tenant.

    Raises Problem ``not_found`` for text that is no encounter ID, and for every encounter outside the caller's token,
    without a lookup: the caller cannot learn whether it exists.
    """
    if not is_encounter_id(encounter):
        raise Problem("not_found", f"There is no encounter “{encounter[:64]}”; IDs {describe_pattern(ENCOUNTER_ID)}.")
    stream = StreamId(caller.tenant, encounter)
    if not caller.may_access(encounter):
        raise from_store_error(EncounterMissing(stream))
    return stream


def new_stream_of(encounter: str, caller: Caller, *, field: str = "id") -> StreamId:
    """Return the stream of an encounter to be opened.

    Raises Problem ``not_yours`` for an encounter outside the caller's token; ``field`` is where the request names it.
    """
    if not caller.may_access(encounter):
        allowed = f"This token can open only the encounters that it names: send one of their IDs as {field}."
        raise Problem("not_yours", allowed, field=field)
    return StreamId(caller.tenant, encounter)
