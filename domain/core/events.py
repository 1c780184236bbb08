"""The events that every ruleset shares."""

from typing import Any, ClassVar

from domain.chance.seeds import RevealedSeed
from domain.model.encounter import BranchPoint, ChanceMode, Waiting
from domain.model.event import Event, Json


class Commanded(Event, frozen=True):
    """A command was accepted: the head of its batch, and what an audit decides again.

    ``command`` is the command without the fields of ``secret``, which are for its speaker and the narrator alone; its
    true type is one of them where it would tell what is under seal.
    ``supplied`` says whether faces came with it, ``principal`` whose token gave it, where tokens are asked for.
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
    """The encounter begins: its ruleset with all options, the kind of chance, and the hashes of the seeds of epoch 1.

    ``commitment`` is that of the open seed, ``hidden_commitment`` that of the hidden one.
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
    """Somebody, or something, takes part from now on. ``sheet`` is whole: every field has its value.

    A ``secret`` one is for the narrator and its players; so are the standing answers that it brings, ``policies`` by
    the kind of prompt, and ``remarks``, what else its ruleset records of it: of other sheets these are events of their
    own, but how many there are would tell something of this one.
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


class Prompted(Event, frozen=True):
    """A choice opens.

    ``forms`` lists its legal answers; ``waiting`` (with the last prompt of a group) is what goes on when all of them
    are answered; ``joins`` names the first prompt of the open group that a later one is added to. ``secret`` holds the
    forms that only the narrator may see, ``hidden`` what else it is about.
    """

    type: ClassVar[str] = "core.prompted"
    private: ClassVar[frozenset[str]] = frozenset({"waiting", "secret", "hidden"})
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

    @property
    def told(self) -> dict[str, Any]:
        """What it is about, as far as whoever reads this may know it."""
        return {**self.about, **self.hidden}


class Answered(Event, frozen=True):
    """A choice was made. ``by`` tells how: in answer to the open prompt, sent along with the command, by standing
    policy, or because nothing else was possible. ``secret`` holds a sealed answer.
    """

    type: ClassVar[str] = "core.answered"
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    kind: str
    to: str
    by: str
    answer: Json = None
    prompt: str | None = None
    secret: Json = None

    @property
    def given(self) -> Json:
        """The answer, as far as whoever reads this may know it; None where it may not."""
        return self.answer if self.secret is None else self.secret


class AnswerUnused(Event, frozen=True):
    """An answer that was sent along was not needed, or not legal when its turn came; ``secret`` holds a sealed one."""

    type: ClassVar[str] = "core.answer_unused"
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    kind: str
    to: str | None
    answer: Json
    secret: Json = None


class PromptLapsed(Event, frozen=True):
    """A prompt was made moot: nobody has to answer it any more."""

    type: ClassVar[str] = "core.prompt_lapsed"
    prompt: str
    reason: str


class Resumed(Event, frozen=True):
    """A group of prompts, all of them named, is settled; the decision that waited goes on."""

    type: ClassVar[str] = "core.resumed"
    prompts: tuple[str, ...]


class PolicySet(Event, frozen=True):
    """A standing answer was set, or with None taken back. It is its owner's secret."""

    type: ClassVar[str] = "core.policy_set"
    private: ClassVar[frozenset[str]] = frozenset({"answer"})
    of: str
    kind: str
    answer: Json = None


class Noted(Event, frozen=True):
    """Somebody wrote something down; it has no effect."""

    type: ClassVar[str] = "core.noted"
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    text: str = ""
    about: tuple[str, ...] = ()
    secret: str = ""


class Ruled(Event, frozen=True):
    """The narrator decided something by word; commands that carry out such a decision are recorded by themselves."""

    type: ClassVar[str] = "core.ruled"
    text: str
    about: tuple[str, ...] = ()
    rule: str | None = None


class Rewound(Event, frozen=True):
    """The encounter stands again as it stood at version ``to``; a new epoch with new seeds begins.

    ``state`` is the state at that version, in the schema of its ruleset's state that ``state_schema`` says; ``hidden``
    has those of its fields that not everybody may see. What happened since stays on record; policies stay as they are.
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
    """What was played under another ID goes on here: the events before this batch stand as they were recorded there.

    ``of`` is that ID and ``encounter`` the one from now on; ``chain`` is the chain's hash behind those ``events``, in
    hex, and ``sha256`` that of the bundle that they came in. Their seeds stayed where they were: a new epoch begins.
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
    """The encounter begins where ``of`` stood at version ``at``, when its chain had the hash ``chain``.

    ``state`` and ``hidden`` carry the state there as those of a rewind do, standing answers included; the rest is as an
    encounter opens. ``before`` is what the state keeps as such, ``ancestors`` the lineage of ``of``.
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
    """The encounter is over for good: the seeds are revealed, open prompts are withdrawn, nothing follows.

    The hidden seeds are disclosed to the narrator alone.
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
