"""The state that all rulesets share: combatants who joined, open prompts, policies and the source of chance.

Folds write to an ``Encounter`` and its combatants. Every value inside them is immutable and is replaced, never changed
in place. A ``fork`` is therefore a shallow copy of each, and a refused decision or a failed append leaves the original
state unchanged.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final, Literal, Self

import msgspec
from msgspec.structs import replace

from domain.model.event import Json
from domain.model.speaker import Speaker

ChanceMode = Literal["seeded", "supplied", "either"]
Metadata = dict[str, str | int | bool]
"""Data of clients by key, which the rules never read (``domain.core.metadata``)."""
Status = Literal["open", "closed", "sealed"]
"""The life cycle of an encounter. Only an ``open`` encounter accepts commands.

An event closes an encounter. No event seals it: an encounter is ``sealed`` when it was imported open but without the
seeds that it needs to continue.
"""
NARRATOR_ID = "narrator"
UNTOLD: Final = "untold"
"""The kind of a veiled prompt for all who do not see its true kind."""
BRANCHED_AT: Final = 2
"""The version of the event that begins a branch. Version 1 is the command."""


class Frame(msgspec.Struct, frozen=True):
    """A pending stage of a decision: its name, its data and the version of the event that caused it."""

    stage: str
    data: dict[str, Any]
    cause: int


_PROMPT_ID: Final = re.compile(r"prompt-([1-9][0-9]{0,15})-[0-9]+", re.ASCII)


def prompt_id(version: int, place: int) -> str:
    """Return the ID of a prompt: the lineage version at which its group was asked, and its place in the group."""
    return f"prompt-{version}-{place}"


def asked_at(prompt: str) -> int:
    """Return the lineage version in the ID of a prompt, which is that of an event of the batch that asked it.

    Returns 0 for an ID of another form: those in an imported encounter may be any.
    """
    found = _PROMPT_ID.fullmatch(prompt)
    return int(found[1]) if found is not None else 0


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open choice that the encounter waits for.

    ``to`` is a combatant's ID or ``narrator``; ``about`` describes the choice; ``version`` is the event that opened it.
    The answer to a ``sealed`` prompt stays private to the speaker who gave it. The answer to a ``replaceable`` prompt
    can be changed until its group is settled. ``hidden`` names the keys of ``about`` that only the narrator and the
    combatant who is asked see, because they would reveal secret information. All other speakers see only that a
    ``veiled`` prompt is open and who is asked. ``answered`` is true if there is an answer that may still be changed: it
    is set in what is shown of a state, never in the state itself, which has the ``answers``.
    """

    id: str
    kind: str
    to: str
    about: dict[str, Any] = {}
    version: int = 0
    sealed: bool = False
    replaceable: bool = False
    hidden: tuple[str, ...] = ()
    veiled: bool = False
    answered: bool = False

    def seen_by(self, speaker: Speaker) -> Self:
        """Return the prompt as a speaker sees it; only those who may answer it see hidden keys and a veiled kind."""
        if speaker.is_narrator or not (self.hidden or self.veiled):
            return self
        if speaker.speaks_for(self.to):
            return replace(self, hidden=(), veiled=False)
        shown = {name: value for name, value in self.about.items() if name not in self.hidden}
        kind = UNTOLD if self.veiled else self.kind
        return replace(self, kind=kind, about=shown, hidden=(), veiled=False)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice that a decision asks for: the kind of prompt, the combatant or narrator asked, and what it is about.

    ``policy_of`` names the owner of the policy to use, if it is not the one asked. Only the narrator and the one asked
    see the keys of ``about`` that ``hidden`` names. All others see only who is asked a ``veiled`` question: neither
    its kind nor what it is about.
    """

    kind: str
    to: str
    about: dict[str, Any] = {}
    policy_of: str | None = None
    hidden: tuple[str, ...] = ()
    veiled: bool = False


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A suspended decision: the reply to run when its group of prompts is settled, and the agenda to resume after it.

    ``questions`` holds every question asked, by prompt ID; ``answers`` holds the answers already known when the group
    opened. With ``single`` the reply takes one answer instead of a list. With ``called`` the group stays open until
    the ruleset closes it.
    """

    reply: Frame
    agenda: tuple[Frame, ...]
    questions: dict[str, Question]
    answers: dict[str, Json] = {}
    single: bool = False
    called: bool = False

    @property
    def name(self) -> str:
        """The ID of the group, which is the ID of its first prompt."""
        return next(iter(self.questions))


class Prefix(msgspec.Struct, frozen=True):
    """The imported part of an encounter: the original ID ``of``, the number of ``events``, and their ``chain`` hash.

    ``epoch`` is the first epoch with seeds of this store; the seeds of earlier epochs are not imported.
    """

    of: str
    events: int
    chain: str
    epoch: int


class BranchPoint(msgspec.Struct, frozen=True):
    """The origin of a branch: version ``at`` of another encounter, where its chain had the hash ``chain``."""

    encounter: str
    at: int
    chain: str


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combatant as it joined: its name and side, and of a secret sheet the sheet, as JSON."""

    name: str
    side: str | None = None
    sheet: str = ""


class Encounter(msgspec.Struct):
    """The part of the state that all rulesets share. A ruleset's state extends it.

    ``commitment`` and ``hidden_commitment`` are the hashes of the open and the hidden seed of the epoch. ``waiting``
    holds the suspended decisions, newest last; ``answers`` holds the answers to their prompts so far. ``prefix``
    describes the imported part, if the encounter was imported under another ID. ``secret_sheets`` names the combatants
    whose sheets are secret; ``pronouns`` has the pronouns that sheets define. ``entrants`` has the combatants as they
    joined, by ID; those of a branch that was recorded without them are unknown. ``metadata`` is the encounter's own,
    and ``combatant_metadata`` that of combatants by ID, of those that have any.
    ``lineage`` lists the origins of a branch, parent first. ``before`` is the number of events
    before the branch point, less the two that begin the branch. Rewinds and branches store a carried state in the
    ``schema`` of its class, and what is declared here in the schema of the event itself.
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
    entrants: dict[str, Entrant] = {}
    pronouns: dict[str, str] = {}
    prompts: tuple[Prompt, ...] = ()
    answers: dict[str, Json] = {}
    waiting: tuple[Waiting, ...] = ()
    policies: dict[str, Json] = {}
    prefix: Prefix | None = None
    lineage: tuple[BranchPoint, ...] = ()
    before: int = 0
    metadata: Metadata = {}
    combatant_metadata: dict[str, Metadata] = {}

    @property
    def lineage_version(self) -> int:
        """The version counted along the whole lineage: the events before the branch point plus those since.

        Without a branch it equals ``version``. States, facts and generated names refer to events by it, so that a
        branch continues the count of its parent: the same commands with the same throws lead to the same state.
        """
        return self.before + self.version

    def fork(self) -> Self:
        """Return a copy that folds can change without changing this state."""
        return replace(self)

    def name_of(self, combatant: str) -> str:
        """Return the name to use in sentences; an unknown ID is returned unchanged."""
        return combatant

    def present(self, sheets: Iterable[str]) -> tuple[str, ...]:
        """Return the combatants that are there, in the order of joining; ``sheets`` names the fields that hold them.

        A rewind takes combatants away, whose IDs stay known. A state without such a field has everybody who has joined.
        """
        there = [getattr(self, name) for name in sheets if hasattr(self, name)]
        return tuple([one for one in self.joined if not there or any(one in combatants for combatants in there)])

    def prompt(self, prompt_id: str) -> Prompt | None:
        """Return the open prompt with that ID, or None."""
        for prompt in self.prompts:
            if prompt.id == prompt_id:
                return prompt
        return None

    def shows_sheet(self, combatant: str, speaker: Speaker) -> bool:
        """Return whether a speaker may read a combatant's sheet; only its speakers may read a secret sheet."""
        return combatant not in self.secret_sheets or speaker.speaks_for(combatant)

    def policy(self, owner: str, kind: str) -> Json:
        """Return the standing answer of ``owner`` to prompts of ``kind``, or None if there is none."""
        return self.policies.get(f"{owner}/{kind}")


NEVER_CARRIED: Final = frozenset(
    {
        "id",
        "version",
        "status",
        "epoch",
        "commitment",
        "hidden_commitment",
        "entropy",
        "prefix",
        "lineage",
        "before",
    }
)
"""Fields of a state that belong to its encounter alone."""
NEVER_REWINDS: Final = NEVER_CARRIED | {"policies", "joined", "entrants"}
"""Fields that a rewind leaves unchanged."""
