"""The view that the hooks of a table read: the state as a speaker may see it, and the words for it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from domain.model.encounter import BRANCHED_AT, Encounter
from domain.model.speaker import Speaker
from domain.table.shapes import Combatant
from domain.text.languages import Wording
from domain.text.phrases import Names

S = TypeVar("S", bound=Encounter)
T = TypeVar("T")


class Look(Generic[S]):
    """A state at which a speaker looks.

    ``state`` is what the speaker may see. ``whole`` is the whole state, for who is to act, and for how many cards a
    hand and a deck hold; nothing else of it may reach a table. ``names`` has those of combatants and of things, as
    the story has them. ``settled`` says that the state is one between two commands.
    """

    __slots__ = ("_made", "names", "settled", "speaker", "state", "whole", "wording")

    def __init__(self, state: S, whole: S, speaker: Speaker, names: Names, wording: Wording, *, settled: bool) -> None:
        self.state: Final = state
        self.whole: Final = whole
        self.speaker: Final = speaker
        self.names: Final[Mapping[str, str]] = names
        self.wording: Final = wording
        self.settled: Final = settled
        self._made: Final[dict[Any, Any]] = {}

    def label(self, identifier: str, *contexts: str) -> str:
        """Return the label of an identifier, that of the first of some contexts which has one of its own."""
        return self.wording.labels.of(identifier, *contexts)

    def said(self, identifier: str, **filled: str | int) -> str:
        """Return a text of the ruleset's (``text.<identifier>``), with words and numbers in its slots."""
        return self.wording.labels.filled(identifier, "text", **filled)

    def side(self, side: str) -> str:
        """Return the name of a side: of one that is named like a combatant, the combatant's, also if it is gone."""
        entrant, known = self.whole.entrants.get(side), self.names.get(side, side)
        if known != side:
            return known
        return self.label(side, "side") if entrant is None else entrant.name

    def sides_of(self, cards: Mapping[str, Combatant]) -> list[str]:
        """Return the sides with which those who are present joined, in this order, and those on which they are now."""
        joined = [entrant.side for one, entrant in self.whole.entrants.items() if one in cards]
        return [side for side in dict.fromkeys([*joined, *[card.side for card in cards.values()]]) if side]

    def version_of(self, moment: int) -> int:
        """Return the version of a moment counted along the lineage; of one before a branch, that of the branching."""
        before = self.whole.before
        return max(moment - before, BRANCHED_AT) if before else moment

    def shows(self, combatant: str) -> bool:
        """Return whether the speaker may read the sheet of a combatant."""
        return self.whole.shows_sheet(combatant, self.speaker)

    def once(self, make: "Callable[[Look[S]], T]") -> T:
        """Return what a function makes of this look, which several cards may need: it is made once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made
