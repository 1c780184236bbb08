"""The next steps at the end of problems: requests, for which the command line names commands."""

from typing import Final

LIST_OR_OPEN: Final = "GET /v1/encounters lists the encounters; POST /v1/encounters opens one."
LIST_SCENES: Final = "GET /v1/scenes lists the scenes."
CHOOSE_OR_CONTINUE: Final = "choose another id, or continue with that one."
