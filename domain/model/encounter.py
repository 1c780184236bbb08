"""What every encounter has, whatever its ruleset: who takes part, which choices are open, what chance it plays with.

An ``Encounter`` and its combatants are mutable shells that folds write to; everything inside them is immutable and is
replaced, never changed in place. So ``fork`` costs a shallow copy of each shell, and a decision that is refused, or an
append that fails, leaves the state it started from untouched.
"""

from typing import Any, ClassVar, Final, Literal, Self

import msgspec
from msgspec.structs import replace

from domain.model.event import Json
from domain.model.speaker import Speaker

ChanceMode = Literal["seeded", "supplied", "either"]
Status = Literal["open", "closed", "sealed"]
"""Nothing follows on one that is closed, as its last event says, nor on a sealed one, of which no event says it: it was
brought in open, without the seeds by which it could go on."""
NARRATOR_ID = "narrator"
BRANCHED_AT: Final = 2
"""The version of the event by which a branch begins; the command stands before it."""


class Frame(msgspec.Struct, frozen=True):
    """One thing still to do: a stage by name, its data, and the version it follows from."""

    stage: str
    data: dict[str, Any]
    cause: int


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice that the encounter waits for.

    ``to`` is a combatant's ID or ``narrator``; ``about`` says what the choice is about; ``version`` is the event that
    opened it. A sealed answer stays private to whoever gives it; a replaceable one may be given again until the group
    is settled. The forms of a secret one would tell others what only the narrator knows, or whoever answers it from a
    secret sheet; so would the parts of ``about`` that ``hidden`` names, which only the narrator sees.
    """

    id: str
    kind: str
    to: str
    about: dict[str, Any] = {}
    forms: tuple[Json, ...] = ()
    version: int = 0
    sealed: bool = False
    replaceable: bool = False
    secret: bool = False
    hidden: tuple[str, ...] = ()

    def seen_by(self, speaker: Speaker) -> Self:
        """The prompt as a speaker sees it: secret forms, and what is hidden, are for whoever answers it."""
        if speaker.is_narrator or not (self.secret or self.hidden):
            return self
        if speaker.speaks_for(self.to):
            return replace(self, hidden=())
        shown = {name: value for name, value in self.about.items() if name not in self.hidden}
        return replace(self, about=shown, forms=() if self.secret else self.forms, hidden=())


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice to put to somebody: its kind, who chooses, what it is about; ``policy_of`` if not of the one asked.

    Of a secret one nobody but who is asked, and the narrator, sees the forms; nor the parts of ``about`` that
    ``hidden`` names.
    """

    kind: str
    to: str
    about: dict[str, Any] = {}
    policy_of: str | None = None
    secret: bool = False
    hidden: tuple[str, ...] = ()


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that waits for a group of prompts: the reply to enter when they are settled, and what comes after it.

    ``questions`` are all that were asked, by the IDs of their prompts; ``answers`` those answers that were at hand;
    ``single`` says that the reply takes one answer, not a list; ``called`` that it waits until time is called.
    """

    reply: Frame
    agenda: tuple[Frame, ...]
    questions: dict[str, Question]
    answers: dict[str, Json] = {}
    single: bool = False
    called: bool = False

    @property
    def name(self) -> str:
        """The ID of its first prompt stands for the group."""
        return next(iter(self.questions))


class Prefix(msgspec.Struct, frozen=True):
    """What was imported: ``of`` is the ID under which the ``events`` were played, ``chain`` the hash behind them.

    ``epoch`` is the first under this store's seeds: those of earlier ones stayed where they were.
    """

    of: str
    events: int
    chain: str
    epoch: int


class BranchPoint(msgspec.Struct, frozen=True):
    """Where a branch begins: behind version ``at`` of another encounter, whose chain had the hash ``chain`` there."""

    encounter: str
    at: int
    chain: str


class Encounter(msgspec.Struct):
    """The part of the state that all rulesets share. A ruleset's state extends it.

    ``commitment`` is the hash of the epoch's open seed, ``hidden_commitment`` that of the hidden one. ``waiting`` holds
    the decisions that wait for somebody's choice, the newest last; ``answers`` what has been answered of their prompts
    so far; ``prefix`` tells of an encounter that was imported under another ID. A state that a rewind or a branch
    carries is stored in the ``schema`` of its class. ``secret_sheets`` names those whose sheets are not for everybody.
    ``lineage`` says where a branch comes from, its parent first and then the parent's own; ``before`` is how many
    events had happened there, less the two by which the branch begins.
    """

    schema: ClassVar[int] = 1
    id: str = ""
    name: str = ""
    ruleset: str = ""
    version: int = 0
    status: Status = "open"
    chance: ChanceMode = "seeded"
    epoch: int = 0
    commitment: str = ""
    hidden_commitment: str = ""
    entropy: str = ""
    joined: tuple[str, ...] = ()
    secret_sheets: tuple[str, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    answers: dict[str, Json] = {}
    waiting: tuple[Waiting, ...] = ()
    policies: dict[str, Json] = {}
    prefix: Prefix | None = None
    lineage: tuple[BranchPoint, ...] = ()
    before: int = 0

    @property
    def moment(self) -> int:
        """How many events have happened up to here, also before the encounter branched off; else the version.

        States, facts and the names that they give refer to events by moment, so that they mean the same in a branch.
        It begins at the moment of its parent: the same commands with the same throws then lead to the same state.
        """
        return self.before + self.version

    def fork(self) -> Self:
        """A state that can be folded on without touching this one."""
        return replace(self)

    def name_of(self, combatant: str) -> str:
        """The name to use in sentences; an unknown ID is its own name."""
        return combatant

    def prompt(self, prompt_id: str) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.id == prompt_id:
                return prompt
        return None

    def shows_sheet(self, combatant: str, speaker: Speaker) -> bool:
        """Whether a speaker may read somebody's sheet; of a secret one others learn what play shows alone."""
        return combatant not in self.secret_sheets or speaker.speaks_for(combatant)

    def policy(self, owner: str, kind: str) -> Json:
        """The standing answer of ``owner`` to prompts of ``kind``, or None to be asked."""
        return self.policies.get(f"{owner}/{kind}")
