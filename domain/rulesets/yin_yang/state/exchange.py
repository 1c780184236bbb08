"""The open exchange: everything from one call to its last consequence, as far as it has come."""

import msgspec

from domain.rulesets.yin_yang.words import Aim, CallKind, Mode, Stake, TestAttribute


class CalledShot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where an attack is aimed, what it is to achieve, and the penalty cards that it takes once they are known."""

    aim: Aim
    text: str
    penalty: int = 0


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one party puts into an exchange.

    ``weapon`` is None in acts and counters; ``pull_punches`` has set it aside (YY-DMG-19). Without a ``stake`` the
    winner only foils the other's action. ``bonus`` and ``penalty`` are the narrator's: of the command, of ``consent``.
    ``hand_card`` is the card that is played from an open hand; until the draws it is its owner's secret.
    """

    combatant: str
    attributes: tuple[TestAttribute, ...] = ("combat_value",)
    ability: str | None = None
    weapon: str | None = None
    stake: Stake | None = "damage"
    goal: str = ""
    pull_punches: bool = False
    bonus: int = 0
    penalty: int = 0
    hand_card: str | None = None


class Paid(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a participant has paid for a call, so that it can be given back as it was (YY-ATK-14)."""

    combatant: str
    hand: int = 0
    extra: int = 0
    cards: tuple[str, ...] = ()


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who matches the call, and how (YY-ATK-8)."""

    mode: Mode
    part: Part
    paid: Paid


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exchange (YY-ORD-1).

    ``part`` is the caller's, the leader's where several act together; ``partners`` are the others, in the order named
    (YY-COMB-4). ``against`` may oppose an act without target; ``asked`` have been asked to match, ``admitted`` are
    whom the narrator lets counter besides. ``charge`` counts only once it is granted. ``paid`` is empty for what costs
    nothing. ``drawn`` says that cards have fallen, so that nothing is undone any more; ``damage_jack`` who has kept a
    Jack in its Damage Draw (YY-WPN-26).
    """

    id: str
    kind: CallKind
    part: Part
    target: str | None = None
    partners: tuple[Part, ...] = ()
    against: tuple[str, ...] = ()
    charge: bool = False
    called_shot: CalledShot | None = None
    precision: bool = False
    follow_up: bool = False
    paid: tuple[Paid, ...] = ()
    asked: tuple[str, ...] = ()
    admitted: tuple[str, ...] = ()
    match: Match | None = None
    drawn: bool = False
    damage_jack: str | None = None

    @property
    def caller(self) -> str:
        return self.part.combatant

    @property
    def combined(self) -> bool:
        return bool(self.partners)

    @property
    def parties(self) -> tuple[str, ...]:
        """The caller and whoever acts together with it."""
        return (self.caller, *[part.combatant for part in self.partners])


class FollowUp(msgspec.Struct, frozen=True, omit_defaults=True):
    """A King's follow-up that waits for its drawer (YY-KING-3, YY-KING-4).

    ``pulled`` says that the punches of the attack were pulled, so that the weapon's edges play no part (YY-DMG-19).
    """

    drawer: str
    adversary: str
    weapon: str
    ability: str | None = None
    attributes: tuple[TestAttribute, ...] = ("combat_value",)
    pulled: bool = False
