"""The header ``Yarrow-As``, which names the speaker of a request."""

from functools import lru_cache
from typing import Final

from domain.model.speaker import MAX_COMBATANTS, Speaker, parse_speaker
from service.problems.problem import Problem

MAX_HEADER_LENGTH: Final = len("player:") + MAX_COMBATANTS * 33
"""The length of the header with the longest IDs of all possible combatants: parsed headers are cached by their text."""


@lru_cache(maxsize=1024)
def speaker_of(header: bytes) -> Speaker:
    """Return the speaker that a value of the header ``Yarrow-As`` names. Raises Problem ``malformed``."""
    if len(header) > MAX_HEADER_LENGTH:
        detail = f"The header Yarrow-As has more than {MAX_HEADER_LENGTH} characters; name each combatant once."
        raise Problem("malformed", detail, field="Yarrow-As")
    try:
        return parse_speaker(header.decode("ascii"))
    except UnicodeDecodeError:
        raise Problem("malformed", "The header Yarrow-As has characters other than ASCII.", field="Yarrow-As") from None
    except ValueError as error:
        raise Problem("malformed", str(error), field="Yarrow-As") from None
