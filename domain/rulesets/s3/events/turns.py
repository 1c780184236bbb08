"""Facts of scenes, rounds, pairings and turns (S3-TURN)."""

from typing import ClassVar

from domain.model.event import Event
from domain.rulesets.s3.state import HazardPlan, LinkPlan, ZonePlan
from domain.rulesets.s3.words import Action, Side


class SceneSet(Event, frozen=True):
    """The ground was drawn (S3-NARR-2)."""

    type: ClassVar[str] = "s3.scene_set"
    zones: tuple[ZonePlan, ...]
    links: tuple[LinkPlan, ...] = ()
    hazards: tuple[HazardPlan, ...] = ()


class SceneBegun(Event, frozen=True):
    """A new scene begins; stunts may be repeated (S3-TURN-26)."""

    type: ClassVar[str] = "s3.scene_begun"
    scene: int
    name: str = ""


class RoundBegun(Event, frozen=True):
    """A round begins with so many pairings, one for each PC named (S3-TURN-2)."""

    type: ClassVar[str] = "s3.round_begun"
    round: int
    pairings: int
    pcs: tuple[str, ...]


class RoundClosing(Event, frozen=True):
    """Every pairing is played or struck; what falls at the round's end falls now (S3-ORDER-5)."""

    type: ClassVar[str] = "s3.round_closing"
    round: int


class RoundEnded(Event, frozen=True):
    """The round is over (S3-TURN-17)."""

    type: ClassVar[str] = "s3.round_ended"
    round: int


class PairingOpened(Event, frozen=True):
    """A PC and an NPC take their turns next to each other (S3-TURN-3); ``order`` is how that was settled."""

    type: ClassVar[str] = "s3.pairing_opened"
    pc: str
    npc: str | None
    order: str


class InitiativeSettled(Event, frozen=True):
    """Who acts first in the pairing (S3-TURN-7, S3-TURN-8)."""

    type: ClassVar[str] = "s3.initiative_settled"
    order: tuple[str, ...]


class PairingStruck(Event, frozen=True):
    """A pairing will not be played (S3-TURN-18, S3-TURN-19)."""

    type: ClassVar[str] = "s3.pairing_struck"
    pc: str
    reason: str


class PairingClosed(Event, frozen=True):
    """Both turns of the pairing are over (S3-TURN-16)."""

    type: ClassVar[str] = "s3.pairing_closed"
    pc: str
    npc: str | None


class TurnBegun(Event, frozen=True):
    """A combatant's turn begins (S3-TURN-10)."""

    type: ClassVar[str] = "s3.turn_begun"
    actor: str


class TurnLost(Event, frozen=True):
    """A turn is lost: to a stun, a forfeit, or because its actor is not able (S3-STUN-4, S3-TURN-20, S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_lost"
    actor: str
    reason: str


class ActionBought(Event, frozen=True):
    """A stunned combatant gathered itself for a single action (S3-STUN-6)."""

    type: ClassVar[str] = "s3.action_bought"
    actor: str


class ActionTaken(Event, frozen=True):
    """An action of the turn was used; ``extra`` names the talent of an extra attack (S3-TURN-10, S3-TAL-7)."""

    type: ClassVar[str] = "s3.action_taken"
    actor: str
    action: Action
    command: str
    extra: str | None = None


class ExtraAttackOpened(Event, frozen=True):
    """A talent allows one further attack in this turn (S3-TAL-1, S3-TAL-2)."""

    type: ClassVar[str] = "s3.extra_attack_opened"
    actor: str
    talent: str


class ReplyAttackSpent(Event, frozen=True):
    """A fast exchange used up the attack action of the one who struck back (S3-FAST-6)."""

    type: ClassVar[str] = "s3.reply_attack_spent"
    combatant: str


class TurnForfeited(Event, frozen=True):
    """The loser of a fast exchange, stunned by it, forfeits its turn of this pairing (S3-FAST-7)."""

    type: ClassVar[str] = "s3.turn_forfeited"
    combatant: str


class TurnEnding(Event, frozen=True):
    """The turn ends; its effects fall now (S3-ORDER-3)."""

    type: ClassVar[str] = "s3.turn_ending"
    actor: str
    reason: str = "end_turn"


class TurnEnded(Event, frozen=True):
    """The turn is over."""

    type: ClassVar[str] = "s3.turn_ended"
    actor: str


class FightDecided(Event, frozen=True):
    """One side has nobody able left (S3-TURN-25); the winner is the other, or nobody."""

    type: ClassVar[str] = "s3.fight_decided"
    winner: Side | None


class FightReopened(Event, frozen=True):
    """Somebody able stands on the empty side again (S3-TURN-29)."""

    type: ClassVar[str] = "s3.fight_reopened"


class CombatEnded(Event, frozen=True):
    """The narrator ended the combat; pairing and round are cleared (S3-TURN-25)."""

    type: ClassVar[str] = "s3.combat_ended"


TURN_EVENTS: tuple[type[Event], ...] = (
    SceneSet,
    SceneBegun,
    RoundBegun,
    RoundClosing,
    RoundEnded,
    PairingOpened,
    InitiativeSettled,
    PairingStruck,
    PairingClosed,
    TurnBegun,
    TurnLost,
    ActionBought,
    ActionTaken,
    ExtraAttackOpened,
    ReplyAttackSpent,
    TurnForfeited,
    TurnEnding,
    TurnEnded,
    FightDecided,
    FightReopened,
    CombatEnded,
)
