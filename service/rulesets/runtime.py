"""Ruleset runtimes: each installed ruleset with its codec, request model and snapshots, prepared once at start-up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from pydantic import Discriminator, Field, Tag, create_model

from domain.chance.draws import MAX_SIDES
from domain.core.commands import OPENING_COMMANDS, Command, StrictModel
from domain.model.encounter import Encounter
from domain.model.suggestions import instead
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.store.fold_fingerprint import FoldFingerprints
from events.store.protocol import Store
from events.store.snapshots import Snapshots
from service.problems.problem import Problem
from service.settings import Settings

BUILT_IN: Final = "domain.rulesets"
"""The package whose sub-packages are a ruleset each."""
MAX_DRAWS: Final = 500
MAX_FACES_PER_DRAW: Final = 200

Coins = Annotated[str, Field(max_length=MAX_FACES_PER_DRAW)]
Die = Annotated[int, Field(strict=True, ge=0, le=MAX_SIDES)]
"""The face of a die; 0 is the double zero of a d100."""
Dice = Annotated[tuple[Die, ...], Field(max_length=MAX_FACES_PER_DRAW)]
Card = Annotated[str, Field(max_length=12)]
Cards = Annotated[tuple[Card, ...], Field(min_length=1, max_length=MAX_FACES_PER_DRAW)]


def kind_of_faces(faces: object) -> str | None:
    """Return whether faces are coins, dice or cards; None for anything else."""
    if isinstance(faces, list | tuple):
        return "cards" if faces and isinstance(faces[0], str) else "dice"
    return "coins" if isinstance(faces, str) else None


Faces = Annotated[
    Annotated[Coins, Tag("coins")] | Annotated[Dice, Tag("dice")] | Annotated[Cards, Tag("cards")],
    Discriminator(
        kind_of_faces,
        custom_error_type="faces_type",
        custom_error_message='Must be a text of coins, a list of dice or a list of cards: "HHT", [6, 1] or ["KH"]',
    ),
]
S = TypeVar("S", bound=Encounter)


class CommandRequest(StrictModel):
    """A command and, if the players throw for themselves, the faces of each draw in the order of drawing."""

    command: Command
    faces: tuple[Faces, ...] | None = Field(
        default=None,
        max_length=MAX_DRAWS,
        description="the faces thrown, in order: coins as HHT, dice as numbers, cards as KH, 10S or WHITE",
        examples=[["HHHTT", "HT"], [[6, 1, 3]], [["KH", "10S"]]],
    )


@dataclass(frozen=True)
class RulesetRuntime(Generic[S]):
    """A ruleset with its codec, the model of its command requests, and its snapshots."""

    ruleset: Ruleset[S]
    codec: Codec
    request: type[CommandRequest]
    snapshots: Snapshots[S]

    def blank(self, encounter: str) -> S:
        """Return the state before the first event."""
        return self.ruleset.state(id=encounter)


def runtime_of(
    ruleset: Ruleset[S], store: Store, settings: Settings, fingerprints: FoldFingerprints
) -> RulesetRuntime[S]:
    """Prepare the runtime of a ruleset."""
    return RulesetRuntime(
        ruleset,
        Codec.of(ruleset),
        request_model(ruleset),
        Snapshots(
            store,
            partial(fingerprints.of, package_of(ruleset)),
            msgspec.msgpack.Encoder().encode,
            msgspec.msgpack.Decoder(ruleset.state).decode,
            every=settings.snapshot_every,
            spacing=settings.checkpoint_every,
        ),
    )


def package_of(ruleset: Ruleset[Any]) -> str:
    """Return the name of the package that holds a ruleset's code: its own if built in, else the top-level one."""
    module = ruleset.state.__module__
    built_in = module.startswith(f"{BUILT_IN}.")
    return ".".join(module.split(".")[: BUILT_IN.count(".") + 2]) if built_in else module.partition(".")[0]


def runtimes_of(
    rulesets: Mapping[str, Ruleset[Any]], store: Store, settings: Settings
) -> dict[str, RulesetRuntime[Any]]:
    """Prepare the runtimes of all rulesets, by key."""
    return {key: runtime_of(ruleset, store, settings, fold_fingerprints()) for key, ruleset in rulesets.items()}


@cache
def fold_fingerprints() -> FoldFingerprints:
    """Return the fingerprints of this process, whose code stays the same for as long as it runs."""
    return FoldFingerprints()


def compute_fingerprints(runtimes: Mapping[str, RulesetRuntime[Any]]) -> None:
    """Compute the fingerprints of all rulesets, which takes up to 0.1 seconds each: call it outside the event loop."""
    for runtime in runtimes.values():
        fold_fingerprints().of(package_of(runtime.ruleset))


def require_ruleset(runtimes: Mapping[str, RulesetRuntime[Any]], key: str) -> RulesetRuntime[Any]:
    """Return the runtime of a ruleset that a request names. Raises Problem ``invalid`` if it is not installed."""
    require_known({known: runtime.ruleset for known, runtime in runtimes.items()}, key)
    return runtimes[key]


def require_known(rulesets: Mapping[str, Ruleset[Any]], key: str) -> None:
    """Raise Problem ``invalid`` if a ruleset that a request names is not installed."""
    if key not in rulesets:
        titles = {known: ruleset.title for known, ruleset in rulesets.items()}
        detail = f"There is no ruleset “{key[:40]}”; {instead(key, titles)}"
        raise Problem("invalid", detail, field="ruleset", rulesets=tuple(rulesets))


def request_model(ruleset: Ruleset[Any]) -> type[CommandRequest]:
    """Return the model of a command request: one of the ruleset's commands, discriminated by its type.

    The commands that begin an encounter have their own paths.
    """
    commands: Any = reduce(or_, (command for command in ruleset.commands if command not in OPENING_COMMANDS))
    either = Annotated[commands, Field(discriminator="type")]
    name = "".join(part.capitalize() for part in ruleset.key.split("_")) + "CommandRequest"
    return create_model(name, __base__=CommandRequest, __doc__=CommandRequest.__doc__, command=(either, ...))
