"""What is announced for a round, and what becomes of it: deeds, replies, exchanges, the agenda."""

import msgspec

from domain.model.event import Json
from domain.rulesets.black_dice.words import Act, Deed, PartKind, ReplyKind


class Strike(msgspec.Struct, frozen=True):
    """One declared attack: on whom, with what."""

    target: str
    weapon: str


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deed that was declared for the round (BD-INIT-7)."""

    deed: Deed
    strikes: tuple[Strike, ...] = ()
    zone: str | None = None
    close_to: str | None = None
    weapon: str | None = None
    target: str | None = None
    weapons: tuple[str, ...] = ()
    act: Act | None = None


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a target meets one attacker (BD-WHO-7); ``weapon`` where it attacks or hits back."""

    does: ReplyKind
    weapon: str | None = None


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one of the two does in an exchange; ``declared`` says that it chose so unasked."""

    combatant: str
    does: PartKind
    weapon: str | None = None
    declared: bool = False


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One contest of the round between two, of whom at least one attacks (BD-ROUND-4).

    ``parts`` stand in the order of the round; ``at`` is whose item it is.
    """

    id: str
    at: str
    parts: tuple[Part, Part]
    over: bool = False

    def part_of(self, combatant: str) -> Part:
        return self.parts[0] if self.parts[0].combatant == combatant else self.parts[1]

    def other(self, combatant: str) -> Part:
        return self.parts[1] if self.parts[0].combatant == combatant else self.parts[0]

    def has(self, combatant: str) -> bool:
        return combatant in (self.parts[0].combatant, self.parts[1].combatant)


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing on the agenda of the round: a declared deed, or one exchange (by ID), or an attack on an object."""

    combatant: str
    deed: Deed
    exchange: str | None = None
    strike: Strike | None = None


class OwedMarks(msgspec.Struct, frozen=True):
    """Damage that is counted but marked only after the last item of the agenda (BD-ROUND-7).

    ``harm`` is the data of the stage that marks it, as it is stored.
    """

    combatant: str
    points: int
    harm: dict[str, Json]
