"""How the events of a batch change the table: differences for each event that moves something, the rest at the end."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from domain.model.encounter import Encounter
from domain.model.event import Json
from domain.model.speaker import Speaker
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.table import table
from domain.table.differences import Operation, differences
from domain.text.languages import ENGLISH

S = TypeVar("S", bound=Encounter)
DRAWN: Final = ("combatants", "bonds", "board", "pending", "decks")
"""The parts of a table whose changes follow each event of a batch."""
MOST_MOVED: Final = 60
"""Combatants up to which each event has its own changes; in a larger fight the whole batch changes the table once."""


class TableChange(msgspec.Struct, frozen=True):
    """The operations (RFC 6902) that an event makes on the table after those of the events before it."""

    version: int
    patch: tuple[Operation, ...]


class Changes(NamedTuple):
    """How a batch changes a table, and the table after it, as its reader decodes it."""

    changes: list[TableChange]
    after: dict[str, Any]


def moves_one_by_one(state: Encounter) -> bool:
    """Return whether each event of the next batch has its own changes."""
    return len(state.joined) <= MOST_MOVED


def table_changes(
    ruleset: Ruleset[S],
    states: Sequence[S],
    speaker: Speaker,
    *,
    settled: bool,
    language: str = ENGLISH,
    shown: dict[str, Any] | None = None,
) -> Generator[None, None, Changes]:
    """Return, in steps of one table each, how a batch changes the table of a speaker.

    ``states`` has the state before the batch, those after its events that have changes of their own, and the last one;
    ``settled`` says whether the first ends a batch. ``shown`` is the table of the first state, if it was drawn before.
    All patches together lead from the table of the first state to that of the last. Before the first version there is
    no table, so that the patches of the opening make one out of an empty object.
    """
    before, *inside, after = states
    if shown is None:
        shown = _plain(ruleset, before, speaker, language, settled=settled) if before.version else {}
        yield
    found: list[TableChange] = []
    for state in inside:
        drawn = _plain(ruleset, state, speaker, language, settled=False)
        following = {**{name: part for name, part in shown.items() if name not in DRAWN}, **_only_drawn(drawn)}
        _add(found, state.version, shown, following)
        shown = following
        yield
    last = _plain(ruleset, after, speaker, language, settled=True)
    _add(found, after.version, shown, last)
    return Changes(found, last)


def _add(found: list[TableChange], version: int, shown: Json, following: Json) -> None:
    patch = tuple(differences(shown, following))
    if patch:
        found.append(TableChange(version, patch))


def _only_drawn(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {name: shown[name] for name in DRAWN if name in shown}


def _plain(ruleset: Ruleset[S], state: S, speaker: Speaker, language: str, *, settled: bool) -> dict[str, Any]:
    """Return a table as its reader decodes it."""
    found = table(ruleset, state, speaker, settled=settled, language=language)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain
