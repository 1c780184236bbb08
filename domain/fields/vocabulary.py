"""Vocabularies: what the fields of forms refer to, such as those who may act, or the weapons of each of them.

A vocabulary is computed at most once for an answer, from the state as the speaker may see it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from domain.model.encounter import Encounter
from domain.model.speaker import Speaker

S = TypeVar("S", bound=Encounter)
NO_TEMPLATES: Final[Mapping[str, bool]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Vocabulary(Generic[S]):
    """A named set, or a named lookup from the values of earlier fields to sets.

    ``of`` returns it for a view: a node of ``domain.fields.sets``. Names are unique within a ruleset. Two forms that
    refer to the same vocabulary share its values in the answer.
    """

    name: str
    of: Callable[["View[S]"], Any]


class View(Generic[S]):
    """A state for which options are listed, with the speaker, and the vocabularies computed so far.

    ``whose`` lists the combatants that the speaker speaks for, in the order of joining; with ``only``, those among
    them. ``state`` is the whole state: a vocabulary asks ``shows`` before it reads the sheet of a combatant.
    ``templates`` has the templates of the ruleset, each with whether a combatant may join by it alone now, and
    ``kinds`` the kinds of prompts.
    """

    __slots__ = ("_known", "kinds", "only", "speaker", "state", "templates", "whose")

    def __init__(
        self,
        state: S,
        speaker: Speaker,
        only: Collection[str] | None = None,
        *,
        templates: Mapping[str, bool] = NO_TEMPLATES,
        kinds: Iterable[str] = (),
    ) -> None:
        self.state: Final = state
        self.speaker: Final = speaker
        self.only: Final = only
        self.templates: Final = templates
        self.kinds: Final = tuple(kinds)
        everybody = state.joined if speaker.is_narrator else [one for one in state.joined if speaker.speaks_for(one)]
        self.whose: Final = tuple(one for one in everybody if only is None or one in only)
        self._known: dict[Vocabulary[S], Any] = {}

    def shows(self, combatant: str) -> bool:
        """Return whether the speaker may read the sheet of a combatant."""
        return self.state.shows_sheet(combatant, self.speaker)

    def __getitem__(self, vocabulary: Vocabulary[S]) -> Any:
        """Return the set or lookup of a vocabulary."""
        if vocabulary not in self._known:
            self._known[vocabulary] = vocabulary.of(self)
        return self._known[vocabulary]


EVERYBODY: Final[Vocabulary[Any]] = Vocabulary("names", lambda view: view.state.joined)
"""All combatants."""
YOURS: Final[Vocabulary[Any]] = Vocabulary("yours", lambda view: view.whose)
"""The combatants that the speaker speaks for."""
