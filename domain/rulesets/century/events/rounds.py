"""Facts about rounds: initiative, the order of action, slots, Move Points, effects that wait."""

from typing import Any, ClassVar

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.state import Fight, Person, Slot, Turn
from domain.rulesets.century.state.attack import Held
from domain.rulesets.century.state.person import Initiative


class RoundBegun(Event, frozen=True, kw_only=True):
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

    def evolve(self, fight: Fight) -> None:
        """Pools are refilled (CE-MP-4); a stalled vehicle has had its half pool (CE-CLASS-8)."""
        fight.round = self.round
        fight.step = "initiative"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        pools = {**self.pools, **self.secret_pools}
        for person in fight.people.values():
            _forget_round(person)
            person.pool = pools.get(person.id, 0)
            if person.craft is not None:
                person.craft = replace(person.craft, half_pool=False)
        for name in self.due:
            fight.people[name].dies_in_round = self.round


class InitiativeThrown(Event, frozen=True, kw_only=True):
    """The two dice of somebody's initiative (CE-INIT-4)."""

    type: ClassVar[str] = "century.initiative_thrown"
    combatant: str
    dice: Draw


class InitiativeScored(Event, frozen=True, kw_only=True):
    """The initiative of somebody with its parts (CE-INIT-3)."""

    type: ClassVar[str] = "century.initiative_scored"
    combatant: str
    initiative: Initiative

    def evolve(self, fight: Fight) -> None:
        """What surprise takes off initiative has counted now, once (CE-REACT-41)."""
        person = fight.people[self.combatant]
        person.initiative = self.initiative
        surprised = person.conditions.get("surprised")
        if surprised is not None:
            person.conditions = {**person.conditions, "surprised": replace(surprised, initiative=0)}


class TieBroken(Event, frozen=True, kw_only=True):
    """A die thrown to break a tie (CE-TIE-10)."""

    type: ClassVar[str] = "century.tie_broken"
    combatant: str
    die: Draw


class OrderSet(Event, frozen=True, kw_only=True):
    """The order of action of the round: groups, of which each acts simultaneously (CE-TIE-2)."""

    type: ClassVar[str] = "century.order_set"
    groups: tuple[tuple[str, ...], ...]

    def evolve(self, fight: Fight) -> None:
        fight.order = self.groups
        fight.step = "actions"


class PassBegun(Event, frozen=True, kw_only=True):
    """A run down the order begins (CE-STAG-1)."""

    type: ClassVar[str] = "century.pass_begun"
    run: int

    def evolve(self, fight: Fight) -> None:
        fight.run, fight.due, fight.run_spent = self.run, 0, False


class SlotOpened(Event, frozen=True, kw_only=True):
    """Those of a group who still act in this pass have their slot (CE-TIE-3): each with the MP it may spend."""

    type: ClassVar[str] = "century.slot_opened"
    members: dict[str, int]
    place: int

    def evolve(self, fight: Fight) -> None:
        """What the narrator allows for one slot is used up by it (CE-STAG-11)."""
        fight.due = self.place + 1
        members = {name: Turn(limit, fight.people[name].hp) for name, limit in self.members.items()}
        common = len(members) > 1
        fight.slot = Slot(members, {person.id: person.hp for person in fight.people.values()} if common else {})
        for name in self.members:
            fight.people[name].mp_limit = None


class PointsSpent(Event, frozen=True, kw_only=True):
    """Move Points are spent (CE-MP-6); ``vehicle`` if from its pool, ``reaction`` if outside one's own slot."""

    type: ClassVar[str] = "century.points_spent"
    combatant: str
    points: int
    what: str
    vehicle: str | None = None
    reaction: bool = False

    def evolve(self, fight: Fight) -> None:
        """Reactions do not count toward a slot's limit (CE-MP-7, CE-RUL-57), a vehicle's points do (CE-CLASS-11)."""
        payer = fight.people[self.vehicle or self.combatant]
        payer.pool -= self.points
        fight.people[self.combatant].spent += self.points
        if payer.craft is not None and self.vehicle is not None:
            payer.craft = replace(payer.craft, used=payer.craft.used + self.points)
        fight.run_spent = fight.run_spent or self.points > 0
        turn = None if self.reaction else fight.turn_of(self.combatant)
        if turn is not None:
            change_turn(fight, self.combatant, spent=turn.spent + self.points, touched=True)


class LongActionAllowed(Event, frozen=True, kw_only=True):
    """Somebody's present or next slot may cost so much (CE-STAG-11)."""

    type: ClassVar[str] = "century.long_action_allowed"
    combatant: str
    mp_limit: int

    def evolve(self, fight: Fight) -> None:
        if fight.turn_of(self.combatant) is not None:
            change_turn(fight, self.combatant, limit=self.mp_limit)
        else:
            fight.people[self.combatant].mp_limit = self.mp_limit


class ActionEnded(Event, frozen=True, kw_only=True):
    """A member closes its part of the slot (CE-STAG-8).

    ``how``: ``ended``, ``finished`` (it forgoes the round), ``held`` (it waits), ``spent`` (limit or pool), ``out``.
    """

    type: ClassVar[str] = "century.action_ended"
    combatant: str
    how: str

    def evolve(self, fight: Fight) -> None:
        change_turn(fight, self.combatant, open=False)
        if self.how == "finished":
            fight.people[self.combatant].finished = True


class SlotClosed(Event, frozen=True, kw_only=True):
    """Every member of the slot is done (CE-TIE-4)."""

    type: ClassVar[str] = "century.slot_closed"
    members: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        """A penalty that came after the first step counts from the next slot on (CE-DODGE-20)."""
        for name in self.members:
            person = fight.people[name]
            if person.conditions:
                person.conditions = {
                    key: replace(one, fresh=False, renewed=False) if key in NEXT_ACTION else one
                    for key, one in person.conditions.items()
                }
        fight.slot = None


class EffectHeld(Event, frozen=True, kw_only=True):
    """An effect of an attack in a common slot waits until the slot closes (CE-TIE-5)."""

    type: ClassVar[str] = "century.effect_held"
    combatant: str
    effect: Held

    def evolve(self, fight: Fight) -> None:
        fight.held = (*fight.held, self.effect)


class EffectsReleased(Event, frozen=True, kw_only=True):
    """The effects that waited come about now, in the order in which they were recorded (CE-TIE-8)."""

    type: ClassVar[str] = "century.effects_released"
    count: int

    def evolve(self, fight: Fight) -> None:
        fight.held = ()


class ActionsEnded(Event, frozen=True, kw_only=True):
    """Nobody acts any more in this round (CE-STAG-14): its conclusion."""

    type: ClassVar[str] = "century.actions_ended"
    round: int

    def evolve(self, fight: Fight) -> None:
        fight.step = "conclusion"
        fight.slot = None


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over (CE-END-2); ``standing`` are the sides that still have somebody able to act (CE-END-4)."""

    type: ClassVar[str] = "century.round_ended"
    round: int
    standing: tuple[str, ...] = ()

    def evolve(self, fight: Fight) -> None:
        fight.order, fight.run, fight.due = (), 0, 0
        for person in fight.people.values():
            _forget_round(person)


class CombatEnded(Event, frozen=True, kw_only=True):
    """The narrator ends combat (CE-END-6)."""

    type: ClassVar[str] = "century.combat_ended"
    outcome: str = ""
    reason: str = ""

    def evolve(self, fight: Fight) -> None:
        """Pools and order are cleared (CE-END-6)."""
        fight.step = "story"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        for person in fight.people.values():
            _forget_round(person)
            person.pool = 0


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

NEXT_ACTION = ("dodge_penalty", "block_penalty")

"""Conditions on the next action of their bearer (CE-DODGE-13, CE-BLOCK-6)."""


def change_turn(fight: Fight, combatant: str, **fields: Any) -> None:
    """Change what a member has done in the present slot; nothing if it is no member."""
    slot = fight.slot
    if slot is not None and combatant in slot.members:
        members = {**slot.members, combatant: replace(slot.members[combatant], **fields)}
        fight.slot = replace(slot, members=members)


def leave_order(fight: Fight, combatant: str) -> None:
    """Take somebody out of the order of the round, for good; its place stays empty (CE-STAG-4, CE-STAG-5)."""
    fight.order = tuple([tuple([name for name in group if name != combatant]) for group in fight.order])


def _forget_round(person: Person) -> None:
    """What lasts for one round (CE-END-2): its counts (CE-SHEET-35), and who was too fast (CE-SHEET-36)."""
    person.initiative = None  # CE-INIT-11
    person.finished = False
    person.outpaced_by = ()
    person.attacks = 0
    person.metres = 0
    person.spent = 0
    if person.craft is not None:  # CE-CLASS-13
        person.craft = replace(
            person.craft, used=0, degrees=0, turning=0, longest=0, checked=None, out_of_control=False
        )
