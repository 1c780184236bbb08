"""The commands that every ruleset shares, and the base classes for the commands of rulesets."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticKnownError

from domain.core.metadata import GivenMetadata, MetadataChanges
from domain.fields.field import Fields, among, listed, looked_up, several, text
from domain.fields.sets import ANY_KEY, AnyJson, Either, Labelled, Set, Span, key_of
from domain.fields.vocabulary import EVERYBODY, View, Vocabulary, keys_of
from domain.model.encounter import NARRATOR_ID, ChanceMode
from domain.model.free_text import LINE_CHARACTER, TEXT_CHARACTER
from domain.model.integers import MAX_INTEGER
from domain.model.speaker import MAX_COMBATANTS, Speaker
from domain.story.told import NOT_DECLARED, Told
from domain.text.phrases import Pronoun
from domain.text.words import Labels, Variant, Words

ID_PATTERN: Final = r"^[a-z0-9][a-z0-9_-]{0,31}$"
CombatantId = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
Text = Annotated[str, StringConstraints(max_length=500, pattern=f"^{TEXT_CHARACTER}*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=f"^{LINE_CHARACTER}+$")]


def _only_true(given: Any) -> Any:
    """Refuse what a literal takes for true: 1 and 1.0 equal it."""
    if given is not True:
        raise PydanticKnownError("literal_error", {"expected": "True"})
    return given


def _whole(given: Any) -> Any:
    """Refuse what a literal takes for a whole number: true equals 1."""
    if type(given) is not int:
        raise PydanticKnownError("int_type")
    return given


Chosen = Annotated[Literal[True], BeforeValidator(_only_true)]
"""True: the field is given, or left out."""
UNNAMED: Final = "Encounter"
"""The name of an encounter to which no one gave another."""
WHOLE: Final = BeforeValidator(_whole)
"""The annotation of a literal of numbers, which refuses true."""


OfWhom = Annotated[Pronoun | None, Field(description="pronoun of the person in sentences; default: they")]
"""The field of a person's sheet that defines its pronoun."""


OPTIONS: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True)
"""Configuration of a ruleset's options dataclass: unknown options are errors, attribute docstrings are descriptions."""


class StrictModel(BaseModel):
    """Base class of everything that a client sends: frozen, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True)
    form: ClassVar[Fields] = {}

    @classmethod
    def from_json(cls, body: bytes) -> Self:
        """Return the model of a JSON body. Raises ValidationError.

        Equivalent to a strict ``model_validate_json``, without the call that forwards all its options.
        """
        model: Self = cls.__pydantic_validator__.validate_json(body, strict=True)
        return model

    def as_json(self, include: set[str] | None = None) -> dict[str, Any]:
        """Return the fields that differ from their defaults, as plain JSON; with ``include``, only those named.

        Equivalent to ``model_dump``, which takes twice as long because it forwards all its options.
        """
        fields: dict[str, Any] = self.__pydantic_serializer__.to_python(
            self, mode="json", include=include, exclude_defaults=True
        )
        return fields


class SentAnswer(StrictModel):
    """An answer to a prompt that the command may open. Without ``to`` it answers the first prompt of its kind."""

    kind: str = Field(description="kind of the prompt", examples=["oppose"], max_length=40)
    to: str | None = Field(default=None, description="the combatant that is asked, or narrator", max_length=32)
    answer: Any = Field(description="the answer, in the format of this kind of prompt")


class PhaseRule(NamedTuple):
    """The phases in which a command is allowed, the rule that says so, and the sentence of the refusal.

    ``first`` are the types of the commands that lead to these phases.
    """

    phases: frozenset[str]
    rule: str
    sentence: str
    first: tuple[str, ...] = ()


class Command(StrictModel):
    """A request to change the encounter. Base class of all commands.

    A command of a ruleset has a method ``decide``. The shared commands are decided by ``Ruleset.decide``.

    Class variables: with ``narrator_only`` only the narrator may give the command. With ``interrupts`` it is accepted
    while a prompt is open. A ``ruling`` sets what the rules have not settled, and tallies count it as one. ``secrets``
    names the fields that other speakers do not see, and ``public_type`` the type that they see if the true type would
    reveal a secret. With ``always_sealed`` it is also secret whether these fields differ from their defaults.
    ``actor_field`` names the field with the combatant in whose name the command is given. ``rewrites`` names the field
    with the combatant whose sheet the command changes: if that sheet is secret, other speakers see no other field of
    the command. ``during`` are the phases in which it is allowed, if not in all, and ``answers_to`` is the kind of the
    prompt that it answers. ``says`` are templates over the fields; the first whose fields are present renders the
    command as a sentence, an empty one as none. Without them its sentence is made from its type. ``told`` says how the
    story has it (``domain.story.told``). ``words`` are those of
    a menu. ``example`` is an example of its fields. ``form`` declares where the values of its fields come from in
    options, and ``variants`` the same for each of several forms (``domain.fields.field``).
    """

    schema_version: ClassVar[int] = 1
    narrator_only: ClassVar[bool] = False
    interrupts: ClassVar[bool] = False
    ruling: ClassVar[bool] = False
    secrets: ClassVar[frozenset[str]] = frozenset()
    public_type: ClassVar[str | None] = None
    always_sealed: ClassVar[bool] = False
    actor_field: ClassVar[str | None] = None
    rewrites: ClassVar[str | None] = None
    during: ClassVar[PhaseRule | None] = None
    answers_to: ClassVar[str | None] = None
    says: ClassVar[tuple[str, ...] | None] = None
    told: ClassVar[Told] = NOT_DECLARED
    words: ClassVar[Words | None] = None
    example: ClassVar[Mapping[str, Any]] = {}
    variants: ClassVar[Mapping[str, Fields]] = {}
    type: str
    answers: tuple[SentAnswer, ...] = Field(
        default=(), max_length=64, description="answers to the prompts that this command will open, first come first"
    )

    def decide(self, decision: Any) -> None:
        """Refuse the command, or record what follows from it. The decision is a ``domain.decision.decision.Decision``.

        Refusals come first: nothing is recorded or drawn before the last of them.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method `decide`")

    @classmethod
    def offered(cls, state: Any, speaker: Speaker) -> bool:
        """Return whether the command has a purpose for a speaker in a state, whatever it is filled with."""
        return True

    @property
    def given_fields(self) -> frozenset[str]:
        """The fields, except ``type``, that differ from their defaults; only these are recorded."""
        return frozenset(self.model_dump(exclude_defaults=True)) - {"type"}

    def secret_fields(self) -> frozenset[str]:
        """Return the fields of this command that other speakers do not see."""
        return self.secrets

    def speaks_as(self) -> str | None:
        """Return the combatant in whose name the command is given, or None."""
        return None if self.actor_field is None else getattr(self, self.actor_field)


class Acting(Command):
    """A command given in the name of one combatant."""

    actor_field: ClassVar[str | None] = "actor"
    actor: CombatantId


class Answering(Acting):
    """A typed answer to the open prompt of its kind that asks the actor."""

    interrupts: ClassVar[bool] = True


class Narrating(Command):
    """A command that only the narrator may give."""

    narrator_only: ClassVar[bool] = True


METADATA: Final = AnyJson("Metadata")
TEMPLATES: Final = Vocabulary[Any]("templates", lambda view: _templates(view, view.templates))
NEWCOMERS: Final = Vocabulary[Any](
    "templates to join by", lambda view: _templates(view, [key for key, joins in view.templates.items() if joins])
)
"""The templates by which a combatant may join without another ID or changes to the sheet."""


def _templates(view: View[Any], keys: Iterable[str]) -> tuple[Labelled, ...]:
    return tuple([Labelled(key, view.labels.of(key, "template")) for key in keys])


class Join(Command):
    """Add a combatant to the encounter.

    The ruleset defines the fields of ``sheet``; ``template`` names a predefined sheet to start from. Speakers
    other than the narrator and its players see only what play reveals of a ``secret`` sheet.
    """

    narrator_only: ClassVar[bool] = True
    form = {
        "template": None,
        "id": text(32, 1, ID_PATTERN, seldom=True, mark="check"),
        "sheet": among(AnyJson("Sheet"), seldom=True, mark="check"),
        "secret": listed(True, False, seldom=True),
        "metadata": among(METADATA, seldom=True, mark="check"),
    }
    variants = {
        "template": {"template": among(NEWCOMERS, required=True), "id": None, "sheet": None},
        "again": {
            "template": among(TEMPLATES, required=True),
            "id": text(32, 1, ID_PATTERN, required=True, mark="check"),
        },
        "sheet": {
            "template": among(TEMPLATES),
            "sheet": among(AnyJson("Sheet"), required=True, default=None, mark="check"),
        },
    }
    example = {"template": "golden_bell_member", "id": "bell", "sheet": {"fortitude": 6}}
    words = Words(
        "Add a combatant",
        "Add[ {template}][ as {id}]",
        group="scene",
        prominence="seldom",
        variants={
            "template": Variant("Add a combatant from a template"),
            "again": Variant("Add another combatant from a template"),
            "sheet": Variant(
                "Add a combatant with a sheet",
                "Add a combatant with a sheet of its own[, from the template {template}][, as {id}]",
            ),
        },
    )
    type: Literal["core.join"] = "core.join"
    id: CombatantId | None = Field(
        default=None, description="its permanent ID; by default that of the template, or one made from the name"
    )
    template: str | None = Field(default=None, description="key of a template of the ruleset", max_length=64)
    sheet: dict[str, Any] = Field(
        default_factory=dict, description="fields of the sheet; with a template, only those that differ from it"
    )
    secret: bool = Field(default=False, description="whether the sheet is visible only to the narrator and its players")
    metadata: GivenMetadata = Field(default_factory=dict, description="data of clients, which the rules never read")

    def secret_fields(self) -> frozenset[str]:
        """Include the template of a secret sheet, which would reveal as much as the sheet."""
        return self.secrets | {"template", "sheet", "metadata"} if self.secret else self.secrets


class Open(Command):
    """Open an encounter."""

    narrator_only: ClassVar[bool] = True
    told = Told(brief=("the narrator | opens “{name}”", "the narrator | opens an encounter"))
    example = {
        "ruleset": "s3",
        "name": "Brawl on the bridge",
        "options": {"fast_melee": "always"},
        "chance": "seeded",
        "entropy": "three owls",
        "combatants": [{"template": "one_eyed_ogre", "id": "ogre"}, {"template": "golden_bell_member", "id": "bell"}],
    }
    words = Words("Open an encounter", group="table")
    type: Literal["core.open"] = "core.open"
    ruleset: str = Field(description="key of the ruleset", examples=["s3"], max_length=40)
    name: Name = UNNAMED
    options: dict[str, Any] = Field(
        default_factory=dict, description="options of the ruleset; omitted options take their defaults"
    )
    chance: ChanceMode = "seeded"
    entropy: str = Field(default="", max_length=128, description="any text, mixed into the draws of epoch 1")
    combatants: tuple[Join, ...] = Field(
        default=(), max_length=MAX_COMBATANTS, description="combatants that join at the start"
    )
    metadata: GivenMetadata = Field(default_factory=dict, description="data of clients, which the rules never read")

    def secret_fields(self) -> frozenset[str]:
        """If any initial combatant is secret, the whole list of combatants is private."""
        return self.secrets | {"combatants"} if any(one.secret for one in self.combatants) else self.secrets


class Answer(Command):
    """Answer an open prompt."""

    interrupts: ClassVar[bool] = True
    example = {"prompt": "prompt-22-1", "answer": {"skill": "evasion"}}
    words = Words("Answer", group="table")
    type: Literal["core.answer"] = "core.answer"
    prompt: str = Field(max_length=64)
    answer: Any


KINDS_OF_PROMPTS: Final = Vocabulary[Any](
    "kinds of prompts",
    lambda view: {
        **({NARRATOR_ID: _kinds(view, narrator=True)} if view.speaker.is_narrator else {}),
        ANY_KEY: _kinds(view, narrator=False),
    },
)
"""The kinds of prompts to which an owner may have standing answers."""


def _standing(view: View[Any]) -> dict[str, tuple[Labelled, ...]]:
    owners = {*view.whose, *((NARRATOR_ID,) if view.speaker.is_narrator else ())}
    found: dict[str, list[Labelled]] = {}
    for name in view.state.policies:
        owner, _, kind = name.partition("/")
        if owner in owners and kind in view.kinds:
            found.setdefault(owner, []).append(Labelled(kind, view.labels.of(kind, "prompt")))
    return {owner: tuple(kinds) for owner, kinds in found.items()}


STANDING: Final = Vocabulary[Any]("answers set", _standing)
"""The kinds of prompts to which each owner has a standing answer that the speaker may remove."""
WITH_STANDING: Final = keys_of("who has some", STANDING)


def _kinds(view: View[Any], *, narrator: bool) -> tuple[Labelled, ...]:
    kinds = [name for name, kind in view.kinds.items() if narrator or not kind.narrator_only]
    return tuple([Labelled(name, view.labels.of(name, "prompt")) for name in kinds])


ASK: Final = "ask"
"""The policy to be asked each time, even if the ruleset would choose an answer by itself."""


@lru_cache(1024)  # they are the same in every answer
def _labelled(labels: Labels, kind: str, answers: Set) -> Set:
    """Return a set of answers to a kind of prompts with their labels."""
    if isinstance(answers, Either):
        return Either(tuple([_labelled(labels, kind, one) for one in answers.sets]))
    if type(answers) is not tuple:
        return answers
    return tuple([labelled_answer(labels, kind, one) for one in answers])


def labelled_answer(labels: Labels, kind: str, answer: Any) -> Labelled:
    """Return an answer with its label, which can differ from kind to kind of prompts."""
    value, also = (answer.value, answer.also) if isinstance(answer, Labelled) else (answer, ())
    return Labelled(value, labels.of(key_of(value), kind, "answer"), also)


STANDING_ANSWERS: Final = Vocabulary[Any](
    "standing answers",
    lambda view: {name: _labelled(view.labels, name, kind.standing_answers) for name, kind in view.kinds.items()},
)


class SetPolicy(Command):
    """Answer questions of a kind at once, the same way each time.

    The answer `ask` means to be asked each time, and null removes the standing answer. Does not answer
    prompts that are already open.
    """

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"answer"})
    always_sealed: ClassVar[bool] = True
    actor_field: ClassVar[str | None] = "of"
    form = {
        "of": among(Vocabulary("owners", lambda view: (*view.whose, *((NARRATOR_ID,) * view.speaker.is_narrator)))),
        "kind": looked_up(KINDS_OF_PROMPTS, "of"),
    }
    variants = {
        "set": {"answer": looked_up(STANDING_ANSWERS, "kind", required=True, mark="check")},
        "remove": {"of": among(WITH_STANDING), "kind": looked_up(STANDING, "of"), "answer": None},
    }
    example = {"of": "bell", "kind": "oppose", "answer": {"skill": "evasion"}}
    words = Words(
        "Set a standing answer",
        group="table",
        prominence="seldom",
        variants={
            "set": Variant("Set a standing answer", "{of}: set a standing answer, {kind}[: {answer}]"),
            "remove": Variant(
                "Remove a standing answer",
                "{of}: remove the standing answer, {kind}",
                help="Ask such questions again.",
            ),
        },
        fields={"of": "Whose", "kind": "Question"},
    )
    type: Literal["core.set_policy"] = "core.set_policy"
    of: CombatantId
    kind: str = Field(max_length=40)
    answer: Any = None


ABOUT: Final = several(EVERYBODY, 0, 50)


class Note(Command):
    """Write a note into the story, or a secret one that only the narrator can read."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"secret"})
    form = {"about": ABOUT}
    variants = {"open": {"text": text(500, 1, required=True)}, "secret": {"secret": text(500, 1, required=True)}}
    example = {"text": "The bridge is slippery.", "about": ["ogre", "bell"], "secret": "It will break in round three."}
    words = Words(
        "Make a note",
        group="table",
        prominence="seldom",
        variants={
            "open": Variant(
                "Make a note",
                "Note[ on {about}]: “{text}”",
                help="Write a note into the story.",
            ),
            "secret": Variant(
                "Make a secret note",
                "Secret note[ on {about}]: “{secret}”",
                help="Write a note for the narrator alone.",
            ),
        },
    )
    type: Literal["core.note"] = "core.note"
    text: Text = ""
    about: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    secret: Text = ""


class Rule(Command):
    """Record a ruling of the narrator as text."""

    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    form = {"text": text(), "about": ABOUT}
    example = {"text": "The lantern has gone out.", "about": ["ogre"], "rule": "S3-NARR-4"}
    words = Words("Make a ruling", "Ruling[ for {about}]: “{text}”[ ({rule})]", group="rulings", prominence="seldom")
    type: Literal["core.rule"] = "core.rule"
    text: Text
    about: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    rule: str | None = Field(default=None, max_length=40, description="ID of the rule that the ruling concerns")


DESCRIBED: Final = Vocabulary[Any](
    "described", lambda view: (*view.whose, *((None,) * (view.speaker.is_narrator and view.only is None)))
)
"""Those whose metadata the speaker may change: its combatants and, for the narrator, the encounter, which is null."""


class Describe(Command):
    """Change metadata of a combatant or the encounter: a colour, a picture, a channel.

    The rules never read it. Keys that are not named keep their values; null removes a key.
    """

    interrupts: ClassVar[bool] = True
    actor_field: ClassVar[str | None] = "of"
    rewrites: ClassVar[str | None] = "of"
    form = {
        "of": among(DESCRIBED, required=True),
        "metadata": among(METADATA, required=True, mark="check"),
    }
    example = {"of": "bell", "metadata": {"colour": "gold", "picture": "https://example.org/bell.png", "token": 12}}
    words = Words(
        "Change metadata",
        "Change metadata[ of {of}]",
        group="table",
        prominence="seldom",
        fields={"of": "Whose"},
    )
    type: Literal["core.describe"] = "core.describe"
    of: CombatantId | None = Field(default=None, description="the combatant; by default the encounter itself")
    metadata: MetadataChanges = Field(description="null removes a key")


class Branch(Command):
    """Open an encounter as a branch of another: of `of` at the end of the batch `at`, where its hash is `chain`.

    The branch has new seeds, with `entropy` mixed in. `chance` selects the source of its throws, as when opening.
    """

    narrator_only: ClassVar[bool] = True
    example = {
        "of": "bridge",
        "at": 20,
        "chain": "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef",
        "name": "What if she ducks",
        "chance": "seeded",
        "entropy": "three owls",
    }
    words = Words("Open a branch", group="table")
    type: Literal["core.branch"] = "core.branch"
    of: str = Field(max_length=64)
    at: int = Field(ge=1, le=MAX_INTEGER)
    chain: str = Field(pattern="^[0-9a-f]{64}$")
    name: Name
    chance: ChanceMode
    entropy: str = Field(default="", max_length=128)


class Rewind(Command):
    """Return to the state at the end of an earlier batch, which is given by its last version."""

    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    form = {"to": among(Vocabulary("past", lambda view: Span(1, max(1, view.state.version - 1))), mark="check")}
    example = {"to": 20, "reason": "The parry was forgotten."}
    words = Words(
        "Rewind", "Rewind to version {to}[: “{reason}”]", group="table", prominence="seldom", fields={"to": "Version"}
    )
    type: Literal["core.rewind"] = "core.rewind"
    to: int = Field(ge=1, le=MAX_INTEGER)
    reason: Text = ""


class Import(Command):
    """Continue an encounter that was played elsewhere under another ID, from the events of a bundle."""

    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    example = {
        "of": "bridge",
        "encounter": "bridge_again",
        "events": 45,
        "chain": "abababababababababababababababababababababababababababababababab",
        "sha256": "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef",
    }
    words = Words("Import", group="table")
    type: Literal["core.import"] = "core.import"
    of: str = Field(max_length=64, description="ID under which it was played")
    encounter: str = Field(max_length=64, description="ID under which it continues")
    events: int = Field(ge=1, le=MAX_INTEGER, description="number of imported events")
    chain: str = Field(max_length=64, description="hash of the chain after these events, in hex")
    sha256: str = Field(default="", max_length=64, description="SHA-256 of the bundle, in hex")


class Close(Command):
    """Close the encounter permanently and reveal its seeds."""

    narrator_only: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    example = {"reason": "Dawn breaks."}
    words = Words("Close the encounter", "Close the encounter[: “{reason}”]", group="table", prominence="seldom")
    type: Literal["core.close"] = "core.close"
    reason: Text = ""


CORE_COMMANDS: tuple[type[Command], ...] = (
    Open,
    Join,
    Answer,
    SetPolicy,
    Note,
    Describe,
    Rule,
    Rewind,
    Import,
    Close,
    Branch,
)
OPENING_COMMANDS: Final[frozenset[type[Command]]] = frozenset({Open, Import, Branch})
"""Commands that create an encounter. They have their own endpoints and are not accepted by an existing encounter."""


def type_of(command: type[Command]) -> str:
    """Return the wire name of a command."""
    return str(command.model_fields["type"].default)


def free_text_fields(command: type[BaseModel]) -> frozenset[str]:
    """Return the fields of a command that hold free text, which sentences quote unchanged."""
    return frozenset(name for name, field in command.model_fields.items() if _is_text(field.annotation, field.metadata))


def _is_text(annotation: Any, constraints: Iterable[Any]) -> bool:
    patterns = (str(getattr(constraint, "pattern", "")) for constraint in constraints)
    within = (_is_text(None, part.__metadata__) for part in get_args(annotation) if hasattr(part, "__metadata__"))
    return any(pattern.startswith(("^" + LINE_CHARACTER, "^" + TEXT_CHARACTER)) for pattern in patterns) or any(within)
