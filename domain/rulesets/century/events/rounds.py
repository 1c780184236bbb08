"""Facts about rounds: initiative, the order of action, slots, Move Points, effects that wait."""

from typing import ClassVar

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.state.attack import Held
from domain.rulesets.century.state.person import Initiative


class RoundBegun(Event, frozen=True):
    """A round begins (CE-INIT-13): everybody's pool of Move Points, and the narrator's modifiers with their reasons.

    ``modifiers`` are those of initiative, as (combatant, value, reason). ``due`` moves the deaths of the dying to this
    round, where combat is taken up again (CE-END-7). ``secret_pools`` are those that come from secret sheets.
    """

    type: ClassVar[str] = "century.round_begun"
    private: ClassVar[frozenset[str]] = frozenset({"secret_pools"})
    round: int
    pools: dict[str, int]
    modifiers: tuple[tuple[str, int, str], ...] = ()
    mp_modifiers: tuple[tuple[str, int, str], ...] = ()
    due: tuple[str, ...] = ()
    secret_pools: dict[str, int] = {}


class InitiativeThrown(Event, frozen=True):
    """The two dice of somebody's initiative (CE-INIT-4)."""

    type: ClassVar[str] = "century.initiative_thrown"
    combatant: str
    dice: Draw


class InitiativeScored(Event, frozen=True):
    """The initiative of somebody with its parts (CE-INIT-3)."""

    type: ClassVar[str] = "century.initiative_scored"
    combatant: str
    initiative: Initiative


class TieBroken(Event, frozen=True):
    """A die thrown to break a tie (CE-TIE-10)."""

    type: ClassVar[str] = "century.tie_broken"
    combatant: str
    die: Draw


class OrderSet(Event, frozen=True):
    """The order of action of the round: groups, of which each acts simultaneously (CE-TIE-2)."""

    type: ClassVar[str] = "century.order_set"
    groups: tuple[tuple[str, ...], ...]


class PassBegun(Event, frozen=True):
    """A run down the order begins (CE-STAG-1)."""

    type: ClassVar[str] = "century.pass_begun"
    run: int


class SlotOpened(Event, frozen=True):
    """Those of a group who still act in this pass have their slot (CE-TIE-3): each with the MP it may spend."""

    type: ClassVar[str] = "century.slot_opened"
    members: dict[str, int]
    place: int


class PointsSpent(Event, frozen=True):
    """Move Points are spent (CE-MP-6); ``vehicle`` if from its pool, ``reaction`` if outside one's own slot."""

    type: ClassVar[str] = "century.points_spent"
    combatant: str
    points: int
    what: str
    vehicle: str | None = None
    reaction: bool = False


class LongActionAllowed(Event, frozen=True):
    """Somebody's present or next slot may cost so much (CE-STAG-11)."""

    type: ClassVar[str] = "century.long_action_allowed"
    combatant: str
    mp_limit: int


class ActionEnded(Event, frozen=True):
    """A member closes its part of the slot (CE-STAG-8).

    ``how``: ``ended``, ``finished`` (it forgoes the round), ``held`` (it waits), ``spent`` (limit or pool), ``out``.
    """

    type: ClassVar[str] = "century.action_ended"
    combatant: str
    how: str


class SlotClosed(Event, frozen=True):
    """Every member of the slot is done (CE-TIE-4)."""

    type: ClassVar[str] = "century.slot_closed"
    members: tuple[str, ...]


class EffectHeld(Event, frozen=True):
    """An effect of an attack in a common slot waits until the slot closes (CE-TIE-5)."""

    type: ClassVar[str] = "century.effect_held"
    combatant: str
    effect: Held


class EffectsReleased(Event, frozen=True):
    """The effects that waited come about now, in the order in which they were recorded (CE-TIE-8)."""

    type: ClassVar[str] = "century.effects_released"
    count: int


class ActionsEnded(Event, frozen=True):
    """Nobody acts any more in this round (CE-STAG-14): its conclusion."""

    type: ClassVar[str] = "century.actions_ended"
    round: int


class RoundEnded(Event, frozen=True):
    """A round is over (CE-END-2); ``standing`` are the sides that still have somebody able to act (CE-END-4)."""

    type: ClassVar[str] = "century.round_ended"
    round: int
    standing: tuple[str, ...] = ()


class CombatEnded(Event, frozen=True):
    """The narrator ends combat (CE-END-6)."""

    type: ClassVar[str] = "century.combat_ended"
    outcome: str = ""
    reason: str = ""


ROUND_EVENTS: tuple[type[Event], ...] = (
    RoundBegun,
    InitiativeThrown,
    InitiativeScored,
    TieBroken,
    OrderSet,
    PassBegun,
    SlotOpened,
    PointsSpent,
    LongActionAllowed,
    ActionEnded,
    SlotClosed,
    EffectHeld,
    EffectsReleased,
    ActionsEnded,
    RoundEnded,
    CombatEnded,
)
