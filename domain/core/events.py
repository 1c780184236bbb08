"""The events that every ruleset shares."""

from functools import cache
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from domain.chance.seeds import RevealedSeed
from domain.model.encounter import (
    NEVER_CARRIED,
    NEVER_REWINDS,
    BranchPoint,
    ChanceMode,
    Encounter,
    Entrant,
    Metadata,
    Prefix,
    Prompt,
    Question,
    Waiting,
)
from domain.model.event import Event, Json
from domain.story.told import AS_SAID, Level, Told
from domain.text.sentences import AS_WRITTEN


@cache
def _option_type(state: type[Encounter]) -> Any:
    """Return the type of a state's ``options``, or None if it keeps none."""
    return next((field.type for field in msgspec.structs.fields(state) if field.name == "options"), None)


class Commanded(Event, frozen=True, kw_only=True):
    """A command was accepted. First event of its batch, and the input that an audit replays.

    ``command`` is the command without its ``secret`` fields, which only its speaker and the narrator see. Its true type
    is among them if the type would reveal something secret. ``supplied`` is true if faces came with the command.
    ``principal`` is the subject of the token, if the service requires tokens.
    """

    type: ClassVar[str] = "core.commanded"
    words = "Command"
    example = {
        "command": {
            "type": "s3.attack",
            "actor": "one_eyed_ogre",
            "target": "bell_1",
            "weapon": "sword_pistol/shot",
            "called": "main_arm",
        },
        "command_schema": 1,
        "ruleset": "s3",
        "ruleset_version": "1",
        "supplied": True,
    }
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    command: dict[str, Any]
    command_schema: int
    ruleset: str
    ruleset_version: str
    supplied: bool = False
    secret: dict[str, Any] = {}
    principal: str = ""


class EncounterOpened(Event, frozen=True, kw_only=True):
    """The encounter begins, with its ruleset, all options, and the source of its throws.

    ``commitment`` and ``hidden_commitment`` are the hashes of the open and the hidden seed of epoch 1. ``metadata`` is
    data of clients about the encounter.
    """

    type: ClassVar[str] = "core.encounter_opened"
    words = "Opening"
    told = Told(level=3)
    example = {
        "ruleset": "s3",
        "name": "Brawl on the bridge",
        "options": {"fast_melee": "allowed"},
        "chance": "either",
        "commitment": "abababababababababababababababababababababababababababababababab",
        "entropy": "three owls",
    }
    ruleset: str
    name: str
    options: dict[str, Json]
    chance: ChanceMode
    commitment: str
    entropy: str = ""
    hidden_commitment: str = ""
    metadata: Metadata = {}

    def evolve(self, state: Encounter) -> None:
        """Begin; a state that keeps the options of its ruleset does so in ``options``, as a value of their type."""
        state.ruleset = self.ruleset
        state.name = self.name
        state.chance = self.chance
        state.epoch = 1
        state.commitment = self.commitment
        state.hidden_commitment = self.hidden_commitment
        state.entropy = self.entropy
        state.metadata = self.metadata
        kept = _option_type(type(state))
        if kept is not None:
            state.options = msgspec.convert(self.options, kept)  # type: ignore[attr-defined]


class CombatantJoined(Event, frozen=True, kw_only=True):
    """A combatant joined the encounter. ``sheet`` is complete: every field has a value.

    Only the narrator and its players see a ``secret`` sheet. The same holds for its ``metadata``, which is data of
    clients, for its standing answers (``policies``, by kind of prompt) and for ``remarks``, further facts that the
    ruleset records. For public sheets the last two are separate events; for a secret sheet the number of such events
    would reveal something.
    """

    type: ClassVar[str] = "core.combatant_joined"
    words = "Combatant joined"
    told = Told(brief=AS_SAID)
    example = {
        "combatant": "one_eyed_ogre",
        "name": "One-Eyed Ogre",
        "side": "players",
        "sheet": {
            "type": "person",
            "id": "one_eyed_ogre",
            "name": "One-Eyed Ogre",
            "pc": True,
            "fortitude": 5,
            "skills": {"sharpshooting": 7, "initiative": 5},
            "breath_max": 3,
            "breath": 3,
            "items": {"pistol": {"id": "pistol", "kind": "pistol", "name": "Pistol"}},
            "hands": {"main": "pistol"},
        },
    }
    private: ClassVar[frozenset[str]] = frozenset({"sheet", "policies", "remarks", "metadata"})
    combatant: str
    name: str
    side: str | None
    sheet: dict[str, Any] = {}
    secret: bool = False
    policies: dict[str, Json] = {}
    remarks: tuple[dict[str, Any], ...] = ()
    metadata: Metadata = {}

    @property
    def pronoun(self) -> str | None:
        """The pronoun that the sheet defines, if it defines one and may be read."""
        pronoun: str | None = self.sheet.get("pronoun")
        return pronoun

    def evolve(self, state: Encounter) -> None:
        """Record the permanent ID of the combatant and its policies; the ruleset folds the sheet."""
        state.joined = (*state.joined, self.combatant)
        sheet = ""
        if self.secret:
            state.secret_sheets = (*state.secret_sheets, self.combatant)
            sheet = msgspec.json.encode(self.sheet).decode() if self.sheet else ""
        state.entrants = {**state.entrants, self.combatant: Entrant(self.name, self.side, sheet)}
        if self.pronoun is not None:
            state.pronouns = {**state.pronouns, self.combatant: self.pronoun}
        if self.policies:
            policies = {f"{self.combatant}/{kind}": answer for kind, answer in self.policies.items()}
            state.policies = {**state.policies, **policies}
        if self.metadata:
            state.combatant_metadata = {**state.combatant_metadata, self.combatant: self.metadata}


class Prompted(Event, frozen=True, kw_only=True):
    """A prompt opened: the encounter waits for a choice.

    ``waiting``, on the last prompt of a group, is the decision that continues when all prompts of the group are
    answered. ``joins`` names the first prompt of the open group to which this prompt was added. ``hidden`` holds the
    private part of ``about``, ``veiled`` the kind where ``kind`` is ``untold``. The options have the legal answers;
    in schema 1 the event listed them as ``forms``, or in private as ``secret``.
    """

    type: ClassVar[str] = "core.prompted"
    schema: ClassVar[int] = 2
    words = "Question"
    example = {
        "id": "prompt-22-1",
        "kind": "oppose",
        "to": "bell_1",
        "about": {"task": "attack", "actor": "one_eyed_ogre", "skills": ["evasion", "melee"]},
        "waiting": {
            "reply": {"stage": "s3.contest.opposed", "data": {"task": "attack"}, "cause": 21},
            "agenda": [
                {"stage": "s3.attack.over", "data": {"attacker": "one_eyed_ogre", "target": "bell_1"}, "cause": 21}
            ],
            "questions": {"prompt-22-1": {"kind": "oppose", "to": "bell_1", "about": {"task": "attack"}}},
            "single": True,
        },
    }
    private: ClassVar[frozenset[str]] = frozenset({"waiting", "hidden", "veiled"})
    id: str
    kind: str
    to: str
    about: dict[str, Any]
    sealed: bool = False
    replaceable: bool = False
    waiting: Waiting | None = None
    joins: str | None = None
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

    def evolve(self, state: Encounter) -> None:
        prompt = Prompt(
            self.id,
            self.visible_kind,
            self.to,
            self.visible_about,
            state.version,
            self.sealed,
            self.replaceable,
            tuple(self.hidden),
            bool(self.veiled),
        )
        state.prompts = (*state.prompts, prompt)
        if self.waiting is not None:
            state.waiting = (*state.waiting, self.waiting)
        elif self.joins is not None:
            asked = Question(self.visible_kind, self.to, self.visible_about)
            state.waiting = tuple(
                replace(group, questions={**group.questions, self.id: asked}) if group.name == self.joins else group
                for group in state.waiting
            )


class Answered(Event, frozen=True, kw_only=True):
    """A choice was made. ``secret`` holds a sealed answer, ``veiled`` the kind where ``kind`` is ``untold``.

    ``by`` is the source of the answer: ``prompt`` (in answer to the open prompt), ``sent`` (along with the command),
    ``policy`` (the standing answer) or ``only`` (the only legal answer).
    """

    type: ClassVar[str] = "core.answered"
    words = "Answer"
    example = {
        "kind": "oppose",
        "to": "bell_1",
        "by": "policy",
        "answer": {
            "skill": "melee",
            "item": "long_sword",
            "stunt": {"with": ["acrobatics"], "tactic": "over the rail"},
        },
        "prompt": "prompt-22-1",
    }
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

    def evolve(self, state: Encounter) -> None:
        if self.prompt is None:
            return
        prompt = state.prompt(self.prompt)
        given = self.given
        state.answers = {**state.answers, self.prompt: given}
        if prompt is not None and not prompt.replaceable:
            state.prompts = tuple([other for other in state.prompts if other is not prompt])


class AnswerUnused(Event, frozen=True, kw_only=True):
    """An answer sent with the command was not needed or no longer legal.

    ``secret`` holds a sealed answer, ``veiled`` the kind where ``kind`` is ``untold``.
    """

    type: ClassVar[str] = "core.answer_unused"
    words = "Answer not needed"
    told = Told(level=3)
    example = {"kind": "call_flip", "to": "one_eyed_ogre", "answer": "heads"}
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


class PromptLapsed(Event, frozen=True, kw_only=True):
    """A prompt lapsed: it no longer needs an answer."""

    type: ClassVar[str] = "core.prompt_lapsed"
    words = "Question withdrawn"
    told = Told(level=3)
    example = {"prompt": "prompt-22-1", "reason": "Golden Bell member is out of action"}
    prompt: str
    reason: str

    def evolve(self, state: Encounter) -> None:
        state.prompts = tuple(prompt for prompt in state.prompts if prompt.id != self.prompt)
        state.answers = {name: answer for name, answer in state.answers.items() if name != self.prompt}


class Resumed(Event, frozen=True, kw_only=True):
    """A group of prompts is settled, and the decision that waited for it continues. ``prompts`` names all of them."""

    type: ClassVar[str] = "core.resumed"
    words = "Continued"
    told = Told(level=3)
    example = {"prompts": ["prompt-22-1"]}
    prompts: tuple[str, ...]

    def evolve(self, state: Encounter) -> None:
        settled = self.prompts
        state.waiting = tuple([group for group in state.waiting if group.name not in settled])
        state.answers = {name: answer for name, answer in state.answers.items() if name not in settled}
        state.prompts = tuple([prompt for prompt in state.prompts if prompt.id not in settled])


class PolicySet(Event, frozen=True, kw_only=True):
    """A standing answer was set, or removed with None. Only its owner and the narrator see it."""

    type: ClassVar[str] = "core.policy_set"
    words = "Standing answer"
    told = Told(level=3)
    example = {"of": "bell_1", "kind": "call_flip", "answer": "tails"}
    private: ClassVar[frozenset[str]] = frozenset({"answer"})
    of: str
    kind: str
    answer: Json = None

    def evolve(self, state: Encounter) -> None:
        policies = {name: answer for name, answer in state.policies.items() if name != f"{self.of}/{self.kind}"}
        if self.answer is not None:
            policies[f"{self.of}/{self.kind}"] = self.answer
        state.policies = policies


def _level_of_note(event: "Noted") -> Level:
    """Return 1 for a note that everybody who reads this event may read, else 3."""
    return 1 if event.text or event.secret else 3


class Noted(Event, frozen=True, kw_only=True):
    """A note was recorded. It has no effect on the rules."""

    type: ClassVar[str] = "core.noted"
    words = "Note"
    told = Told(level=_level_of_note)
    example = {
        "text": "The bridge is slippery.",
        "about": ["one_eyed_ogre", "bell_1"],
        "secret": "It will break in round three.",
    }
    private: ClassVar[frozenset[str]] = frozenset({"secret"})
    text: str = ""
    about: tuple[str, ...] = ()
    secret: str = ""


class Described(Event, frozen=True, kw_only=True):
    """The metadata of a combatant changed, or that of the encounter where ``of`` is absent. The rules never read it.

    ``metadata`` has the new values by key; null removes a key. Only its players see that of a secret sheet.
    """

    type: ClassVar[str] = "core.described"
    words = "Metadata"
    told = Told(level=3)
    example = {
        "of": "bell_1",
        "metadata": {"colour": "gold", "picture": "https://example.org/bell.png", "token": 12},
    }
    private: ClassVar[frozenset[str]] = frozenset({"metadata"})
    sheet_of: ClassVar[str | None] = "of"
    of: str | None = None
    metadata: dict[str, str | int | bool | None] = {}

    def evolve(self, state: Encounter) -> None:
        after = self.changed(state)
        if self.of is None:
            state.metadata = after
        else:
            others = {one: own for one, own in state.combatant_metadata.items() if one != self.of}
            state.combatant_metadata = {**others, self.of: after} if after else others

    def changed(self, state: Encounter) -> Metadata:
        """Return the metadata of the encounter or the combatant after the change."""
        before = state.metadata if self.of is None else state.combatant_metadata.get(self.of, {})
        return {key: value for key, value in {**before, **self.metadata}.items() if value is not None}


class Ruled(Event, frozen=True, kw_only=True):
    """The narrator recorded a ruling as text. Commands that carry it out are recorded separately."""

    type: ClassVar[str] = "core.ruled"
    words = "Ruling"
    told = Told(level=1)
    example = {"text": "The lantern has gone out.", "about": ["one_eyed_ogre"], "rule": "S3-NARR-4"}
    text: str
    about: tuple[str, ...] = ()
    rule: str | None = None


class Rewound(Event, frozen=True, kw_only=True):
    """The encounter returned to its state at version ``to``. A new epoch with new seeds begins.

    ``state`` is the state at that version, in schema ``state_schema`` of its ruleset; ``hidden`` holds its private
    fields. The events since then stay on record. Policies are not rewound.
    """

    type: ClassVar[str] = "core.rewound"
    schema: ClassVar[int] = 2
    words = "Rewind"
    told = Told(level=1)
    example = {
        "to": 20,
        "epoch": 2,
        "commitment": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
        "state": {
            "people": {
                "one_eyed_ogre": {
                    "type": "person",
                    "id": "one_eyed_ogre",
                    "name": "One-Eyed Ogre",
                    "pc": True,
                    "fortitude": 5,
                    "skills": {"sharpshooting": 7, "initiative": 5},
                    "breath_max": 3,
                    "breath": 3,
                    "items": {"pistol": {"id": "pistol", "kind": "pistol", "name": "Pistol"}},
                    "hands": {"main": "pistol"},
                }
            },
            "round_number": 1,
        },
        "reason": "a misread sheet",
        "hidden": {"answers": {}},
    }
    private: ClassVar[frozenset[str]] = frozenset({"hidden"})
    to: int
    epoch: int
    commitment: str
    state: dict[str, Any]
    reason: str = ""
    hidden: dict[str, Any] = {}
    state_schema: int = 1
    hidden_commitment: str = ""

    def evolve(self, state: Encounter) -> None:
        """Restore the carried state, except the fields of ``NEVER_REWINDS``, and begin the new epoch."""
        carried = msgspec.convert({**self.state, **self.hidden}, type(state))
        for name in state.__struct_fields__:
            if name not in NEVER_REWINDS:
                setattr(state, name, getattr(carried, name))
        state.epoch = self.epoch
        state.commitment = self.commitment
        state.hidden_commitment = self.hidden_commitment
        state.entropy = ""


class Imported(Event, frozen=True, kw_only=True):
    """An encounter played under another ID continues here. The events before this batch are as recorded there.

    ``of`` is the original ID and ``encounter`` the new one. ``events`` is the number of imported events, ``chain`` the
    hash of the chain after them, in hex, and ``sha256`` the hash of the bundle. Their seeds are not imported, so a new
    epoch begins.
    """

    type: ClassVar[str] = "core.imported"
    words = "Import"
    told = Told(level=1)
    example = {
        "of": "bridge",
        "encounter": "bridge_again",
        "events": 45,
        "chain": "abababababababababababababababababababababababababababababababab",
        "epoch": 3,
        "commitment": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
        "sha256": "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef",
    }
    of: str
    encounter: str
    events: int
    chain: str
    epoch: int
    commitment: str
    sha256: str = ""
    hidden_commitment: str = ""

    def evolve(self, state: Encounter) -> None:
        """Change the ID and the seeds of the encounter; everything else stays unchanged."""
        state.id = self.encounter
        state.epoch = self.epoch
        state.commitment = self.commitment
        state.hidden_commitment = self.hidden_commitment
        state.entropy = ""
        state.prefix = Prefix(self.of, self.events, self.chain, self.epoch)


class Branched(Event, frozen=True, kw_only=True):
    """The encounter begins as a branch of ``of`` at version ``at``, where its chain had the hash ``chain``.

    ``state`` and ``hidden`` carry the state at that version, as in ``Rewound``, but with standing answers. The other
    fields are those of ``EncounterOpened``. ``before`` is the state's field of that name, ``ancestors`` the lineage of
    ``of``.
    """

    type: ClassVar[str] = "core.branched"
    schema: ClassVar[int] = 2
    words = "Branch"
    told = Told(level=1)
    example = {
        "ruleset": "s3",
        "name": "What if she ducks",
        "of": "bridge",
        "at": 20,
        "chain": "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef",
        "before": 18,
        "epoch": 1,
        "chance": "seeded",
        "commitment": "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd",
        "state": {"joined": ["ogre", "fox"]},
        "entropy": "three owls",
    }
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

    def evolve(self, state: Encounter) -> None:
        """Begin with the carried state; its open prompts count as opened by this event."""
        carried = msgspec.convert({**self.state, **self.hidden}, type(state))
        for name in state.__struct_fields__:
            if name not in NEVER_CARRIED:
                setattr(state, name, getattr(carried, name))
        state.ruleset = self.ruleset
        state.name = self.name
        state.chance = self.chance
        state.epoch = self.epoch
        state.commitment = self.commitment
        state.hidden_commitment = self.hidden_commitment
        state.entropy = self.entropy
        state.prompts = tuple([replace(prompt, version=state.version) for prompt in state.prompts])
        state.lineage = (BranchPoint(self.of, self.at, self.chain), *self.ancestors)
        state.before = self.before


class EncounterClosed(Event, frozen=True, kw_only=True):
    """The encounter is closed permanently: seeds are revealed, open prompts are withdrawn, and no event follows.

    Only the narrator sees the hidden seeds.
    """

    type: ClassVar[str] = "core.encounter_closed"
    words = "Closing"
    told = Told(brief="the encounter is over[: “{because}”]", moment="end")
    example = {
        "seeds": [
            {
                "epoch": 1,
                "seed": "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef",
                "entropy": "three owls",
            }
        ],
        "withdrawn": ["prompt-22-1"],
        "reason": "dawn breaks",
    }
    private: ClassVar[frozenset[str]] = frozenset({"hidden_seeds"})
    seeds: tuple[RevealedSeed, ...]
    withdrawn: tuple[str, ...] = ()
    reason: str = ""
    hidden_seeds: tuple[RevealedSeed, ...] = ()

    @property
    def because(self) -> Annotated[str, AS_WRITTEN]:
        """The reason without the full stop that ends the sentence."""
        return self.reason.removesuffix(".")

    def evolve(self, state: Encounter) -> None:
        state.status = "closed"
        state.prompts = ()
        state.answers = {}
        state.waiting = ()


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
    Described,
    Ruled,
    Rewound,
    Imported,
    EncounterClosed,
    Branched,
)
