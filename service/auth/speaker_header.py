"""The header ``Yarrow-As``: as whom a request speaks."""

from functools import lru_cache
from typing import Final

from domain.model.speaker import MAX_COMBATANTS, Speaker, parse_speaker
from service.problems.problem import Problem

MOST_HEADER: Final = len("player:") + MAX_COMBATANTS * 33
"""As long as it is with the longest IDs of all who may take part: what is known of speakers is kept by it."""


def duplicate_header(header: str) -> Problem:
    """A header that two readers could understand differently: which of its lines counts is nowhere said."""
    return Problem("malformed", f"The header {header} stands twice in the request; send it once.", field=header)


@lru_cache(maxsize=1024)
def speaker_of(header: bytes) -> Speaker:
    """The speaker that the header ``Yarrow-As`` names. Raises Problem ``malformed``."""
    if len(header) > MOST_HEADER:
        said = f"The header Yarrow-As has more than {MOST_HEADER} characters; name each combatant once."
        raise Problem("malformed", said, field="Yarrow-As")
    try:
        return parse_speaker(header.decode("ascii"))
    except UnicodeDecodeError:
        raise Problem("malformed", "The header Yarrow-As holds more than ASCII.", field="Yarrow-As") from None
    except ValueError as error:
        raise Problem("malformed", f"{error}.", field="Yarrow-As") from None
