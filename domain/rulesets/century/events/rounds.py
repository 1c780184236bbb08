"""Facts about rounds: initiative, the order of action, slots, Move Points, effects that wait."""

from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.chance.draws import Draw
from domain.model.event import Event
from domain.rulesets.century.said import (
    drawn,
    effect_said,
    groups_said,
    initiative_said,
    modifiers_said,
    sides_said,
)
from domain.rulesets.century.state import Fight, Held, Initiative, Slot, Turn
from domain.rulesets.century.state.changes import NEXT_ACTION, change_turn, forget_round
from domain.text.sentences import AS_WRITTEN, Spoken

SPENT_ON: Final = {
    "attack": "on the attack",
    "block": "on the block",
    "clear jam": "on clearing the jam",
    "discard_weapon": "on dropping something",
    "dodge": "on the dodge",
    "draw_weapon": "on drawing a weapon",
    "exchange_weapon": "on changing weapons",
    "hide": "on hiding",
    "load_weapon": "on loading",
    "move": "on moving",
    "other_action": "on an action",
    "parry": "on the parry",
    "pick_up": "on picking something up",
    "stabilize": "on helping the dying",
    "turn": "on turning",
    "use_stimpak": "on a Stimpak",
}
"""What Move Points are spent on."""
ENDED: Final = {
    "ended": "is done for now",
    "finished": "is done for this round",
    "held": "waits for a later turn",
    "spent": "can spend no more Move Points this turn",
    "out": "can no longer act",
}


class RoundBegun(Event, frozen=True, kw_only=True):
    """A round begins (CE-INIT-13): everybody's pool of Move Points, and the narrator's modifiers with their reasons.

    ``modifiers`` are those of initiative, as (combatant, value, reason). ``due`` moves the deaths of the dying to this
    round, where combat is taken up again (CE-END-7). ``secret_pools`` are those that come from secret sheets.
    """

    type: ClassVar[str] = "century.round_begun"
    private: ClassVar[frozenset[str]] = frozenset({"secret_pools"})
    round: int
    pools: dict[str, int]
    modifiers: Annotated[tuple[tuple[str, int, str], ...], Spoken(modifiers_said)] = ()
    mp_modifiers: Annotated[tuple[tuple[str, int, str], ...], Spoken(modifiers_said)] = ()
    due: tuple[str, ...] = ()
    secret_pools: dict[str, int] = {}

    def says(self) -> str:
        dying = "dies" if len(self.due) == 1 else "die"
        given = "[; initiative: {modifiers}][; Move Points: {mp_modifiers}]"
        return f"Round {{round}} begins{given}[; without help, {{due}} {dying} at its end]."

    def evolve(self, fight: Fight) -> None:
        """Pools are refilled (CE-MP-4); a stalled vehicle has had its half pool (CE-CLASS-8)."""
        fight.round = self.round
        fight.step = "initiative"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        pools = {**self.pools, **self.secret_pools}
        for person in fight.people.values():
            forget_round(person)
            person.pool = pools.get(person.id, 0)
            if person.craft is not None:
                person.craft = replace(person.craft, half_pool=False)
        for name in self.due:
            fight.people[name].dies_in_round = self.round


class InitiativeThrown(Event, frozen=True, kw_only=True):
    """The two dice of somebody's initiative (CE-INIT-4)."""

    type: ClassVar[str] = "century.initiative_thrown"
    says = "{combatant} throws {dice} for initiative."
    combatant: str
    dice: Annotated[Draw, Spoken(drawn)]


class InitiativeScored(Event, frozen=True, kw_only=True):
    """The initiative of somebody with its parts (CE-INIT-3)."""

    type: ClassVar[str] = "century.initiative_scored"
    says = "{combatant's} initiative is {initiative}."
    combatant: str
    initiative: Annotated[Initiative, Spoken(initiative_said)]

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
    says = "{combatant} throws {die} to break the tie."
    combatant: str
    die: Annotated[Draw, Spoken(drawn)]


class OrderSet(Event, frozen=True, kw_only=True):
    """The order of action of the round: groups, of which each acts simultaneously (CE-TIE-2)."""

    type: ClassVar[str] = "century.order_set"
    says = "The order of action: {groups}."
    groups: Annotated[tuple[tuple[str, ...], ...], Spoken(groups_said)]

    def evolve(self, fight: Fight) -> None:
        fight.order = self.groups
        fight.step = "actions"


class PassBegun(Event, frozen=True, kw_only=True):
    """A run down the order begins (CE-STAG-1)."""

    type: ClassVar[str] = "century.pass_begun"
    run: int

    def says(self) -> str:
        return "" if self.run == 1 else "The order of action starts again from the top."

    def evolve(self, fight: Fight) -> None:
        fight.run, fight.due, fight.run_spent = self.run, 0, False


class SlotOpened(Event, frozen=True, kw_only=True):
    """Those of a group who still act in this pass have their slot (CE-TIE-3): each with the MP it may spend."""

    type: ClassVar[str] = "century.slot_opened"
    members: dict[str, int]
    place: int

    def says(self) -> str:
        return "{members} acts." if len(self.members) == 1 else "{members} act together."

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
    what: Annotated[str, Spoken(SPENT_ON)]
    vehicle: str | None = None
    reaction: bool = False

    def says(self) -> str:
        if not self.points:
            return ""
        points = "{points} of {vehicle's} Move Points" if self.vehicle else "{points:Move Point}"
        return f"{{combatant}} spends {points} {{what}}."

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
    says = "{combatant} may spend {mp_limit:Move Point} on one action."
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
    says = "{combatant} {how}."
    combatant: str
    how: Annotated[str, Spoken(ENDED)]

    def evolve(self, fight: Fight) -> None:
        change_turn(fight, self.combatant, open=False)
        if self.how == "finished":
            fight.people[self.combatant].finished = True


class SlotClosed(Event, frozen=True, kw_only=True):
    """Every member of the slot is done (CE-TIE-4)."""

    type: ClassVar[str] = "century.slot_closed"
    says = ""
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
    says = "This takes effect once everyone acting now is done: {effect}."
    combatant: str
    effect: Annotated[Held, Spoken(effect_said)]

    def evolve(self, fight: Fight) -> None:
        fight.held = (*fight.held, self.effect)


class EffectsReleased(Event, frozen=True, kw_only=True):
    """The effects that waited come about now, in the order in which they were recorded (CE-TIE-8)."""

    type: ClassVar[str] = "century.effects_released"
    says = "Everything that waited takes effect now."
    count: int

    def evolve(self, fight: Fight) -> None:
        fight.held = ()


class ActionsEnded(Event, frozen=True, kw_only=True):
    """Nobody acts any more in this round (CE-STAG-14): its conclusion."""

    type: ClassVar[str] = "century.actions_ended"
    says = ""
    round: int

    def evolve(self, fight: Fight) -> None:
        fight.step = "conclusion"
        fight.slot = None


class RoundEnded(Event, frozen=True, kw_only=True):
    """A round is over (CE-END-2); ``standing`` are the sides that still have somebody able to act (CE-END-4)."""

    type: ClassVar[str] = "century.round_ended"
    round: int
    standing: Annotated[tuple[str, ...], Spoken(sides_said)] = ()

    def says(self) -> str:
        if not self.standing:
            return "Round {round} is over; no one can fight any more."
        still = "only {standing} can still fight" if len(self.standing) == 1 else "{standing} are still in the fight"
        return f"Round {{round}} is over; {still}."

    def evolve(self, fight: Fight) -> None:
        fight.order, fight.run, fight.due = (), 0, 0
        for person in fight.people.values():
            forget_round(person)


class CombatEnded(Event, frozen=True, kw_only=True):
    """The narrator ends combat (CE-END-6)."""

    type: ClassVar[str] = "century.combat_ended"
    says = "The combat is over[: {outcome}][ ({reason})]."
    outcome: Annotated[str, AS_WRITTEN] = ""
    reason: Annotated[str, AS_WRITTEN] = ""

    def evolve(self, fight: Fight) -> None:
        """Pools and order are cleared (CE-END-6)."""
        fight.step = "story"
        fight.order, fight.run, fight.due, fight.slot = (), 0, 0, None
        for person in fight.people.values():
            forget_round(person)
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
