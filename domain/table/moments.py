"""When in a fight a state is, in the words of its table: the round, and who is to act or to answer."""

from collections.abc import Iterable
from typing import Any, Final

from domain.model.encounter import NARRATOR_ID
from domain.table.defaults import ANYBODY
from domain.table.drawing import Drawing
from domain.table.look import Look
from domain.text.phrases import all_named, plural_verb

MOST_NAMED: Final = 3
"""The maximum number of combatants who are named as those to act."""


def moment(drawing: Drawing[Any], look: Look[Any]) -> str:
    """Return when in its fight a state is: ``round 3, when Bell has the turn``.

    The state may lack what is private. With secret sheets, which it then lacks too, the round alone is named.
    """
    return f"{_time(drawing, look)}{_business(drawing, look)}"


def _time(drawing: Drawing[Any], look: Look[Any]) -> str:
    clock = drawing.clock(look)
    if clock is None:
        return "an earlier moment"
    label = clock.label[:1].lower() + clock.label[1:]
    if label.startswith(("before ", "after ")):
        return f"the time {label}"
    if label.startswith("no "):
        return f"an earlier moment without {label.removeprefix('no ')}"
    return label if clock.round else f"an earlier moment ({label})"


def _business(drawing: Drawing[Any], look: Look[Any]) -> str:
    """Return who has to answer or to act then."""
    state = look.state
    if state.prompts:
        asked = [one.to for one in state.prompts if one.id not in state.answers]
        return _when(look, asked, "has to answer")
    if state.secret_sheets:
        return ""
    found = drawing.to_act(look)
    combatants = not {ANYBODY, NARRATOR_ID} & {*found.who}
    return _when(look, found.who, f"has {found.has}") if found.now and combatants else ""


def _when(look: Look[Any], who: Iterable[str], does: str) -> str:
    found = tuple(dict.fromkeys(who))
    if not 0 < len(found) <= MOST_NAMED:
        return ""
    return f", when {all_named(look.names, found)} {does if len(found) == 1 else plural_verb(does)}"
