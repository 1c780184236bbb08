"""Access: who asks, of whose encounters, and as whom. Every way into an encounter begins with a ``Caller``."""

from collections.abc import Iterable
from typing import NamedTuple

from domain.speaker import NARRATOR, Speaker
from service.settings import Settings
from service.speaking import spoken_by


class Caller(NamedTuple):
    """Who asks: the tenant whose encounters are meant, and the speaker."""

    tenant: str
    speaker: Speaker = NARRATOR


class Access:
    """Tells who asks from the headers of a request."""

    def __init__(self, settings: Settings) -> None:
        self._tenant = settings.tenant

    def caller(self, headers: Iterable[tuple[bytes, bytes]]) -> Caller:
        """Who asks. Raises Problem ``malformed`` for headers that cannot be understood."""
        return Caller(self._tenant, spoken_by(headers))
