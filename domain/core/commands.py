"""The commands that every ruleset shares, and the base of those that it adds."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from domain.model.encounter import ChanceMode
from domain.model.speaker import MAX_COMBATANTS

CombatantId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$")]
TURNING: Final = r"\u202a-\u202e\u2066-\u2069"
"""What turns the direction of all that follows it, also of words that are somebody else's."""
LINES: Final = rf"[^\x00-\x08\x0b-\x1f\x7f-\x9f{TURNING}]"
LINE: Final = rf"[^\x00-\x1f\x7f-\x9f{TURNING}]"
"""What free text is made of, in lines, or on one line: anything but control characters."""
Text = Annotated[str, StringConstraints(max_length=500, pattern=f"^{LINES}*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=f"^{LINE}+$")]


OPTIONS: Final = ConfigDict(extra="forbid", use_attribute_docstrings=True)
"""For the dataclass of a ruleset's options: unknown ones are faults, and what stands below each describes it."""


class StrictModel(BaseModel):
    """Base of everything that a client sends: frozen, and unknown fields are faults."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True)

    def as_json(self, include: set[str] | None = None) -> dict[str, Any]:
        """Return the fields that differ from their defaults, as plain JSON; of those that are named, if any are.

        They are those of ``model_dump``, which takes twice as long to pass on all that it may be asked for.
        """
        said: dict[str, Any] = self.__pydantic_serializer__.to_python(
            self, mode="json", include=include, exclude_defaults=True
        )
        return said


class SentAnswer(StrictModel):
    """An answer to a prompt that the command may open. Without ``to`` it serves the first prompt of its kind."""

    kind: str = Field(description="kind of the prompt", examples=["oppose"], max_length=40)
    to: str | None = Field(default=None, description="who is asked: a combatant or narrator", max_length=32)
    answer: Any = Field(description="the answer as the prompt's kind types it")


class Command(StrictModel):
    """What a client asks.

    ``narrators`` says that only the narrator may give it; ``interrupts`` that it is accepted while a prompt is open;
    ``secrets`` names the fields that others do not see, ``seen_as`` the type that they see where its own would tell;
    ``always_sealed`` says that whether those fields differ from their defaults is as secret; ``voice`` names the field
    that says in whose name it is given; ``rewrites`` the one that says whose sheet it changes: where that is secret,
    others see no more of the command.
    """

    schema_version: ClassVar[int] = 1
    narrators: ClassVar[bool] = False
    interrupts: ClassVar[bool] = False
    secrets: ClassVar[frozenset[str]] = frozenset()
    seen_as: ClassVar[str | None] = None
    always_sealed: ClassVar[bool] = False
    voice: ClassVar[str | None] = None
    rewrites: ClassVar[str | None] = None
    type: str
    answers: tuple[SentAnswer, ...] = Field(
        default=(), max_length=64, description="answers to the prompts that this command will open, first come first"
    )

    @property
    def named(self) -> frozenset[str]:
        """The fields, besides ``type``, that say more than their defaults: no others are on record."""
        return frozenset(self.model_dump(exclude_defaults=True)) - {"type"}

    def kept(self) -> frozenset[str]:
        """The fields that others do not see in this command as it is said."""
        return self.secrets

    def speaks_as(self) -> str | None:
        """The combatant in whose name the command is given, or None where it is nobody's."""
        return None if self.voice is None else getattr(self, self.voice)


class Acting(Command):
    """A command in the name of one combatant."""

    voice: ClassVar[str | None] = "actor"
    actor: CombatantId


class Answering(Acting):
    """The typed form of an answer to the open prompt of its kind that is put to the actor."""

    interrupts: ClassVar[bool] = True


class Narrating(Command):
    """A command that only the narrator may give."""

    narrators: ClassVar[bool] = True


class Join(Command):
    """Let a combatant take part. Rulesets narrow ``sheet``; ``template`` names a ready-made one to start from.

    Of a ``secret`` sheet others than the narrator and its players learn what play shows of it, and nothing else.
    """

    narrators: ClassVar[bool] = True
    type: Literal["core.join"] = "core.join"
    id: CombatantId | None = Field(default=None, description="its ID for ever; else the template's, or its name")
    template: str | None = Field(default=None, description="key of a template of the ruleset", max_length=64)
    sheet: dict[str, Any] = Field(
        default_factory=dict, description="the sheet's fields; with a template, those that differ from it"
    )
    secret: bool = Field(default=False, description="whether only the narrator and its players see the sheet")

    def kept(self) -> frozenset[str]:
        """A template would tell as much as the sheet."""
        return self.secrets | {"template", "sheet"} if self.secret else self.secrets


class Open(Command):
    """Open an encounter."""

    narrators: ClassVar[bool] = True
    type: Literal["core.open"] = "core.open"
    ruleset: str = Field(description="key of the ruleset", examples=["s3"], max_length=40)
    name: Name = "Encounter"
    options: dict[str, Any] = Field(default_factory=dict, description="ruleset options; the rest take their defaults")
    chance: ChanceMode = "seeded"
    entropy: str = Field(default="", max_length=128, description="anything you like, mixed into the draws of epoch 1")
    combatants: tuple[Join, ...] = Field(
        default=(), max_length=MAX_COMBATANTS, description="who takes part from the start"
    )

    def kept(self) -> frozenset[str]:
        """With one secret sheet among them it is not recorded for everybody who else takes part from the start."""
        return self.secrets | {"combatants"} if any(one.secret for one in self.combatants) else self.secrets


class Answer(Command):
    """Answer an open prompt."""

    interrupts: ClassVar[bool] = True
    type: Literal["core.answer"] = "core.answer"
    prompt: str = Field(max_length=64)
    answer: Any


class SetPolicy(Command):
    """Set a standing answer for prompts of a kind, or `ask` to be asked; null takes it back.

    Always legal; answers nothing already open.
    """

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"answer"})
    always_sealed: ClassVar[bool] = True
    voice: ClassVar[str | None] = "of"
    type: Literal["core.set_policy"] = "core.set_policy"
    of: CombatantId
    kind: str = Field(max_length=40)
    answer: Any = None


class Note(Command):
    """Write something down; ``secret`` text is for the narrator alone."""

    interrupts: ClassVar[bool] = True
    secrets: ClassVar[frozenset[str]] = frozenset({"secret"})
    type: Literal["core.note"] = "core.note"
    text: Text = ""
    about: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    secret: Text = ""


class Rule(Command):
    """Record a ruling of the narrator in words."""

    narrators: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["core.rule"] = "core.rule"
    text: Text
    about: tuple[CombatantId, ...] = Field(default=(), max_length=50)
    rule: str | None = Field(default=None, max_length=40, description="ID of the rule that it concerns")


class Branch(Command):
    """Open an encounter where another one stood: `of` at the end of the batch `at`, with `chain` as its hash there.

    It is seeded afresh, with `entropy` mixed in; what the table throws for itself is said by `chance`, as when opening.
    """

    narrators: ClassVar[bool] = True
    type: Literal["core.branch"] = "core.branch"
    of: str = Field(max_length=64)
    at: int = Field(ge=1, le=2**53)
    chain: str = Field(pattern="^[0-9a-f]{64}$")
    name: Name
    chance: ChanceMode
    entropy: str = Field(default="", max_length=128)


class Rewind(Command):
    """Return to the end of an earlier batch. ``to`` is its last version."""

    narrators: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["core.rewind"] = "core.rewind"
    to: int = Field(ge=1, le=2**53)
    reason: Text = ""


class Import(Command):
    """Go on, under another ID, with what was played elsewhere: the events of a bundle and their chain's hash."""

    narrators: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["core.import"] = "core.import"
    of: str = Field(max_length=64, description="the ID under which it was played")
    encounter: str = Field(max_length=64, description="the ID under which it goes on")
    events: int = Field(ge=1, le=2**53, description="how many events are taken over")
    chain: str = Field(max_length=64, description="the chain's hash behind them, in hex")
    sha256: str = Field(default="", max_length=64, description="the hash of the bundle, in hex")


class Close(Command):
    """End the encounter for good and reveal its seeds."""

    narrators: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    type: Literal["core.close"] = "core.close"
    reason: Text = ""


CORE_COMMANDS: tuple[type[Command], ...] = (Open, Join, Answer, SetPolicy, Note, Rule, Rewind, Import, Close, Branch)
BEGINNINGS: Final[frozenset[type[Command]]] = frozenset({Open, Import, Branch})
"""How an encounter comes to be: these have paths of their own, and are no commands on one that is there."""


def type_of(command: type[Command]) -> str:
    """The wire name of a command."""
    return str(command.model_fields["type"].default)


def written(command: type[BaseModel]) -> frozenset[str]:
    """The fields of a command that hold free text, which nobody but its writer may put into other words."""
    return frozenset(name for name, field in command.model_fields.items() if _is_text(field.annotation, field.metadata))


def _is_text(annotation: Any, constraints: Iterable[Any]) -> bool:
    patterns = (str(getattr(constraint, "pattern", "")) for constraint in constraints)
    within = (_is_text(None, part.__metadata__) for part in get_args(annotation) if hasattr(part, "__metadata__"))
    return any(pattern.startswith(("^" + LINE, "^" + LINES)) for pattern in patterns) or any(within)
