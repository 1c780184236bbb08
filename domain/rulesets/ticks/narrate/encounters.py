"""How the beginning and the end of an encounter are told."""

from domain.core.events import EncounterClosed, EncounterOpened
from domain.text.phrases import Names, reason_suffix, with_full_stop


def encounter_opened(event: EncounterOpened, names: Names) -> str:
    """Nothing falls in it, whatever it was opened with (TK-TEST-6)."""
    return "No dice are needed."


def encounter_closed(event: EncounterClosed, names: Names) -> str:
    return with_full_stop(f"The encounter is over{reason_suffix(event.reason)}")
