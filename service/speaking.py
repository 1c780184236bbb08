"""The header ``Yarrow-As``: as whom a request speaks."""

from functools import lru_cache

from domain.speaker import Speaker, parse_speaker
from service.problems import Problem


def twice(header: str) -> Problem:
    """A header that two readers could understand differently: which of its lines counts is nowhere said."""
    return Problem("malformed", f"The header {header} stands twice in the request; send it once.", field=header)


@lru_cache(maxsize=1024)
def speaker_of(header: bytes) -> Speaker:
    """The speaker that the header ``Yarrow-As`` names. Raises Problem ``malformed``."""
    try:
        return parse_speaker(header.decode("ascii"))
    except UnicodeDecodeError:
        raise Problem("malformed", "The header Yarrow-As holds more than ASCII.", field="Yarrow-As") from None
    except ValueError as error:
        raise Problem("malformed", f"{error}.", field="Yarrow-As") from None
