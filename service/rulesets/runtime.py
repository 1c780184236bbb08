"""Rulesets made ready to be played: what start-up can do once, so that no request has to."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from pydantic import Discriminator, Field, Tag, create_model

from domain.chance.draws import MOST_SIDES
from domain.core.commands import BEGINNINGS, Command, StrictModel
from domain.model.encounter import Encounter
from domain.ruleset.ruleset import Ruleset
from events.format.codec import Codec
from events.store.fold_fingerprint import FoldFingerprints
from events.store.protocol import Store
from events.store.snapshots import Snapshots
from service.settings import Settings

BUILT_IN: Final = "domain.rulesets"
"""The package whose sub-packages are a ruleset each."""
MOST_FACES: Final = 500

MOST_AT_ONCE: Final = 200

Coins = Annotated[str, Field(max_length=MOST_AT_ONCE)]
Die = Annotated[int, Field(strict=True, ge=0, le=MOST_SIDES)]
"""A face; 0 is what a d100 shows as two noughts."""
Dice = Annotated[tuple[Die, ...], Field(max_length=MOST_AT_ONCE)]
Card = Annotated[str, Field(max_length=12)]
Cards = Annotated[tuple[Card, ...], Field(min_length=1, max_length=MOST_AT_ONCE)]


def kind_of_faces(faces: object) -> str | None:
    """Coins, dice or cards, by what was sent; None where it is none of them."""
    if isinstance(faces, list | tuple):
        return "cards" if faces and isinstance(faces[0], str) else "dice"
    return "coins" if isinstance(faces, str) else None


Faces = Annotated[
    Annotated[Coins, Tag("coins")] | Annotated[Dice, Tag("dice")] | Annotated[Cards, Tag("cards")],
    Discriminator(
        kind_of_faces,
        custom_error_type="faces_type",
        custom_error_message="It has to be a text of coins, a list of dice or a list of cards",
    ),
]
S = TypeVar("S", bound=Encounter)


class CommandRequest(StrictModel):
    """A command, and where a table throws for itself what fell, one entry for each draw in the order of drawing."""

    command: Command
    faces: tuple[Faces, ...] | None = Field(
        default=None,
        max_length=MOST_FACES,
        description="what was thrown, in order: coins as HHT, dice as their numbers, cards as KH, 10S or WHITE",
        examples=[["HHHTT", "HT"], [[6, 1, 3]], [["KH", "10S"]]],
    )


@dataclass(frozen=True)
class RulesetRuntime(Generic[S]):
    """A ruleset with its codec, the reader of its commands, and its snapshots."""

    ruleset: Ruleset[S]
    codec: Codec
    request: type[CommandRequest]
    snapshots: Snapshots[S]

    def blank(self, encounter: str) -> S:
        """The state before the first event."""
        return self.ruleset.state(id=encounter)


def prepare(ruleset: Ruleset[S], store: Store, settings: Settings, fingerprints: FoldFingerprints) -> RulesetRuntime[S]:
    """Make a ruleset ready."""
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


def prepare_all(
    rulesets: Mapping[str, Ruleset[Any]], store: Store, settings: Settings
) -> dict[str, RulesetRuntime[Any]]:
    """Make all rulesets ready, by key."""
    fingerprints = FoldFingerprints()
    return {key: prepare(ruleset, store, settings, fingerprints) for key, ruleset in rulesets.items()}


def request_model(ruleset: Ruleset[Any]) -> type[CommandRequest]:
    """The body of a command's request: one of the ruleset's commands, told by its type.

    Beginnings have their own paths.
    """
    commands: Any = reduce(or_, (command for command in ruleset.commands if command not in BEGINNINGS))
    either = Annotated[commands, Field(discriminator="type")]
    name = "".join(part.capitalize() for part in ruleset.key.split("_")) + "CommandRequest"
    return create_model(name, __base__=CommandRequest, __doc__=CommandRequest.__doc__, command=(either, ...))
