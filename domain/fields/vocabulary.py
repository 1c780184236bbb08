"""Vocabularies: what the fields of forms refer to, such as those who may act, or the weapons of each of them.

A vocabulary is computed at most once for an answer, from the state as the speaker may see it.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from domain.model.encounter import Encounter, Prompt
from domain.model.speaker import Speaker
from domain.text.languages import IN_ENGLISH, Wording

S = TypeVar("S", bound=Encounter)
NO_KINDS: Final[Mapping[str, Any]] = MappingProxyType({})
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

    ``everybody`` lists the combatants that are there, in the order of joining, and ``whose`` those that the speaker
    speaks for; with ``only``, those among them. ``sheets`` names the fields of the state that hold combatants by ID: a
    rewind takes combatants away, whose IDs stay known. ``state`` is the whole state: a vocabulary asks ``shows`` before
    it reads the sheet of a combatant. ``templates`` has the templates of the ruleset, each with whether a combatant may
    join by it alone now, and ``kinds`` those kinds of prompts to which
    the speaker may set standing answers, by name. ``asked`` returns the combatants among ``whose`` (and
    ``narrator``) who are asked a kind of prompt that may be answered now. ``accepts`` tries a command, for rulesets
    that declare no fields. ``wording`` has the words of the ruleset, and ``labels`` its labels.
    """

    __slots__ = (
        "_answerable",
        "_known",
        "_sheets",
        "accepts",
        "everybody",
        "kinds",
        "labels",
        "only",
        "speaker",
        "state",
        "templates",
        "whose",
        "wording",
    )

    def __init__(
        self,
        state: S,
        speaker: Speaker,
        only: Collection[str] | None = None,
        *,
        sheets: Iterable[str] = ("people",),
        templates: Mapping[str, bool] = NO_TEMPLATES,
        kinds: Mapping[str, Any] = NO_KINDS,
        answerable: Callable[[S, Prompt, Speaker], bool] = lambda state, prompt, speaker: True,
        accepts: Callable[[Any], bool] = lambda command: False,
        wording: Wording = IN_ENGLISH,
    ) -> None:
        self.state: Final = state
        self.speaker: Final = speaker
        self._sheets: Final = tuple(sheets)
        self.only: Final = only
        self.templates: Final = templates
        self.kinds: Final = kinds
        self.wording: Final = wording
        self.labels: Final = wording.labels
        self.everybody: Final = state.present(self._sheets)
        mine = self.everybody if speaker.is_narrator else [one for one in self.everybody if speaker.speaks_for(one)]
        self.whose: Final = tuple(one for one in mine if only is None or one in only)
        self._answerable = answerable
        self.accepts: Final = accepts
        self._known: dict[Vocabulary[S], Any] = {}

    def of(self, combatant: str) -> "View[S]":
        """Return the same view of what one of the combatants may do."""
        return View(
            self.state,
            self.speaker,
            (combatant,),
            sheets=self._sheets,
            templates=self.templates,
            kinds=self.kinds,
            answerable=self._answerable,
            accepts=self.accepts,
            wording=self.wording,
        )

    def shows(self, combatant: str) -> bool:
        """Return whether the speaker may read the sheet of a combatant."""
        return self.state.shows_sheet(combatant, self.speaker)

    def asked(self, kind: str) -> tuple[str, ...]:
        """Return who may answer an open prompt of a kind now, of those that the speaker speaks for."""
        asked = (one for one in self.state.prompts if one.kind == kind and self.speaker.speaks_for(one.to))
        mine = (one.to for one in asked if self._answerable(self.state, one, self.speaker))
        return tuple(dict.fromkeys(to for to in mine if self.only is None or to in self.only))

    def __getitem__(self, vocabulary: Vocabulary[S]) -> Any:
        """Return the set or lookup of a vocabulary."""
        if vocabulary not in self._known:
            self._known[vocabulary] = vocabulary.of(self)
        return self._known[vocabulary]


EVERYBODY: Final[Vocabulary[Any]] = Vocabulary("names", lambda view: view.everybody)
"""All combatants that are there."""
YOURS: Final[Vocabulary[Any]] = Vocabulary("yours", lambda view: view.whose)
"""The combatants that the speaker speaks for."""


@cache
def asked(kind: str) -> Vocabulary[Any]:
    """Return the vocabulary of those who are asked a kind of prompt."""
    return Vocabulary(f"asked {kind}", lambda view: view.asked(kind))


def keys_of(name: str, lookup: Vocabulary[S]) -> Vocabulary[S]:
    """Return the vocabulary of the keys for which a lookup has something."""
    return Vocabulary(name, lambda view: tuple(view[lookup]))
