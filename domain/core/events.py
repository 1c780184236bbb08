"""The events that every ruleset shares."""

from typing import Any, ClassVar

from domain.chance.seeds import RevealedSeed
from domain.model.encounter import BranchPoint, ChanceMode, Waiting
from domain.model.event import Event, Json


class Commanded(Event, frozen=True):
    """A command was accepted. First event of its batch, and the input that an audit replays.

    ``command`` is the command without its ``secret`` fields, which only its speaker and the narrator see. Its true type
    is among them if the type would reveal something secret. ``supplied`` is true if faces came with the command.
    ``principal`` is the subject of the token, if the service requires tokens.
    """

    type: ClassVar[str] = "core.commanded"
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    command: dict[str, Any]
    command_schema: int
    ruleset: str
    ruleset_version: str
    supplied: bool = False
    secret: dict[str, Any] = {}
    principal: str = ""


class EncounterOpened(Event, frozen=True):
    """The encounter begins, with its ruleset, all options, and the source of its throws.

    ``commitment`` and ``hidden_commitment`` are the hashes of the open and the hidden seed of epoch 1.
    """

    type: ClassVar[str] = "core.encounter_opened"
    ruleset: str
    name: str
    options: dict[str, Json]
    chance: ChanceMode
    commitment: str
    entropy: str = ""
    hidden_commitment: str = ""


class CombatantJoined(Event, frozen=True):
    """A combatant joined the encounter. ``sheet`` is complete: every field has a value.

    Only the narrator and its players see a ``secret`` sheet. The same holds for its standing answers (``policies``, by
    kind of prompt) and ``remarks``, further facts that the ruleset records. For public sheets these are separate
    events; for a secret sheet the number of such events would reveal something.
    """

    type: ClassVar[str] = "core.combatant_joined"
    private: ClassVar[frozenset[str]] = frozenset({"sheet", "policies", "remarks"})
    combatant: str
    name: str
    side: str | None
    sheet: dict[str, Any] = {}
    secret: bool = False
    policies: dict[str, Json] = {}
    remarks: tuple[dict[str, Any], ...] = ()

    @property
    def pronoun(self) -> str | None:
        """The pronoun that the sheet defines, if it defines one and may be read."""
        pronoun: str | None = self.sheet.get("pronoun")
        return pronoun


class Prompted(Event, frozen=True):
    """A prompt opened: the encounter waits for a choice.

    ``forms`` lists the legal answers. ``waiting``, on the last prompt of a group, is the decision that continues when
    all prompts of the group are answered. ``joins`` names the first prompt of the open group to which this prompt was
    added. ``secret`` holds forms that only the narrator sees, ``hidden`` the private part of ``about``,
    ``veiled`` the kind where ``kind`` is ``untold``.
    """

    type: ClassVar[str] = "core.prompted"
    private: ClassVar[frozenset[str]] = frozenset({"waiting", "secret", "hidden", "veiled"})
    id: str
    kind: str
    to: str
    about: dict[str, Any]
    forms: tuple[Json, ...] = ()
    sealed: bool = False
    replaceable: bool = False
    waiting: Waiting | None = None
    joins: str | None = None
    secret: tuple[Json, ...] = ()
    hidden: dict[str, Any] = {}
    veiled: str = ""

    @property
    def visible_kind(self) -> str:
        """The kind of the prompt, as far as the reader of this event may see it."""
        return self.veiled or self.kind

    @property
    def visible_about(self) -> dict[str, Any]:
        """The subject of the prompt, as far as the reader of this event may see it."""
        return {**self.about, **self.hidden}


class Answered(Event, frozen=True):
    """A choice was made. ``secret`` holds a sealed answer, ``veiled`` the kind where ``kind`` is ``untold``.

    ``by`` is the source of the answer: ``prompt`` (in answer to the open prompt), ``sent`` (along with the command),
    ``policy`` (the standing answer) or ``only`` (the only legal answer).
    """

    type: ClassVar[str] = "core.answered"
    private: ClassVar[frozenset[str]] = frozenset({"secret", "veiled"})
    kind: str
    to: str
    by: str
    answer: Json = None
    prompt: str | None = None
    secret: Json = None
    veiled: str = ""

    @property
    def visible_kind(self) -> str:
        """The kind of the prompt, as far as the reader of this event may see it."""
        return self.veiled or self.kind

    @property
    def given(self) -> Json:
        """The answer, or None if the reader of this event may not see it."""
        return self.answer if self.secret is None else self.secret


class AnswerUnused(Event, frozen=True):
    """An answer sent with the command was not needed or no longer legal.

    ``secret`` holds a sealed answer, ``veiled`` the kind where ``kind`` is ``untold``.
    """

    type: ClassVar[str] = "core.answer_unused"
    private: ClassVar[frozenset[str]] = frozenset({"secret", "veiled"})
    kind: str
    to: str | None
    answer: Json
    secret: Json = None
    veiled: str = ""

    @property
    def visible_kind(self) -> str:
        """The kind of the prompt, as far as the reader of this event may see it."""
        return self.veiled or self.kind


class PromptLapsed(Event, frozen=True):
    """A prompt lapsed: it no longer needs an answer."""

    type: ClassVar[str] = "core.prompt_lapsed"
    prompt: str
    reason: str


class Resumed(Event, frozen=True):
    """A group of prompts is settled, and the decision that waited for it continues. ``prompts`` names all of them."""

    type: ClassVar[str] = "core.resumed"
    prompts: tuple[str, ...]


class PolicySet(Event, frozen=True):
    """A standing answer was set, or removed with None. Only its owner and the narrator see it."""

    type: ClassVar[str] = "core.policy_set"
    private: ClassVar[frozenset[str]] = frozenset({"answer"})
    of: str
    kind: str
    answer: Json = None


class Noted(Event, frozen=True):
    """A note was recorded. It has no effect on the rules."""

    type: ClassVar[str] = "core.noted"
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    text: str = ""
    about: tuple[str, ...] = ()
    secret: str = ""


class Ruled(Event, frozen=True):
    """The narrator recorded a ruling as text. Commands that carry it out are recorded separately."""

    type: ClassVar[str] = "core.ruled"
    text: str
    about: tuple[str, ...] = ()
    rule: str | None = None


class Rewound(Event, frozen=True):
    """The encounter returned to its state at version ``to``. A new epoch with new seeds begins.

    ``state`` is the state at that version, in schema ``state_schema`` of its ruleset; ``hidden`` holds its private
    fields. The events since then stay on record. Policies are not rewound.
    """

    type: ClassVar[str] = "core.rewound"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    to: int
    epoch: int
    commitment: str
    state: dict[str, Any]
    reason: str = ""
    hidden: dict[str, Any] = {}
    state_schema: int = 1
    hidden_commitment: str = ""


class Imported(Event, frozen=True):
    """An encounter played under another ID continues here. The events before this batch are as recorded there.

    ``of`` is the original ID and ``encounter`` the new one. ``events`` is the number of imported events, ``chain`` the
    hash of the chain after them, in hex, and ``sha256`` the hash of the bundle. Their seeds are not imported, so a new
    epoch begins.
    """

    type: ClassVar[str] = "core.imported"
    of: str
    encounter: str
    events: int
    chain: str
    epoch: int
    commitment: str
    sha256: str = ""
    hidden_commitment: str = ""


class Branched(Event, frozen=True):
    """The encounter begins as a branch of ``of`` at version ``at``, where its chain had the hash ``chain``.

    ``state`` and ``hidden`` carry the state at that version, as in ``Rewound``, but with standing answers. The other
    fields are those of ``EncounterOpened``. ``before`` is the state's field of that name, ``ancestors`` the lineage of
    ``of``.
    """

    type: ClassVar[str] = "core.branched"
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    ruleset: str
    name: str
    of: str
    at: int
    chain: str
    before: int
    epoch: int
    chance: ChanceMode
    commitment: str
    state: dict[str, Any]
    entropy: str = ""
    ancestors: tuple[BranchPoint, ...] = ()
    hidden: dict[str, Any] = {}
    state_schema: int = 1
    hidden_commitment: str = ""


class EncounterClosed(Event, frozen=True):
    """The encounter is closed permanently: seeds are revealed, open prompts are withdrawn, and no event follows.

    Only the narrator sees the hidden seeds.
    """

    type: ClassVar[str] = "core.encounter_closed"
    private: ClassVar[frozenset[str]] = frozenset({"hidden_seeds"})
    seeds: tuple[RevealedSeed, ...]
    withdrawn: tuple[str, ...] = ()
    reason: str = ""
    hidden_seeds: tuple[RevealedSeed, ...] = ()


CORE_EVENTS: tuple[type[Event], ...] = (
    Commanded,
    EncounterOpened,
    CombatantJoined,
    Prompted,
    Answered,
    AnswerUnused,
    PromptLapsed,
    Resumed,
    PolicySet,
    Noted,
    Ruled,
    Rewound,
    Imported,
    EncounterClosed,
    Branched,
)
