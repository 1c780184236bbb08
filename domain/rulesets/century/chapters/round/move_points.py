"""Move Points (CE-MP): what a step may cost, and how it is paid."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Final

from msgspec.structs import replace

from domain.decision.decision import Decision
from domain.fields.vocabulary import View
from domain.model.event import Event
from domain.model.refusal import refuse
from domain.ruleset.chapter import Chapter
from domain.rulesets.century.state import Fight, Person, Turn
from domain.rulesets.century.state.changes import change_turn
from domain.rulesets.century.vocabularies import ACTING
from domain.story.told import Told
from domain.text.phrases import counted
from domain.text.sentences import Spoken

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
TOLD_BESIDE: Final = frozenset({"clear jam", "hide", "load_weapon", "other_action", "stabilize", "use_stimpak"})
"""What is told beside the points that it costs."""
TELL_ATTACK: Final = ("century.attack_called", "century.shot_hit", "century.shot_missed")
"""Events that tell what an attack's points are spent on."""
TELL_COST: Final = (
    "century.defended",
    "century.item_drawn",
    "century.item_dropped",
    "century.item_picked_up",
    "century.item_stowed",
    "century.moved",
    "century.turned",
)
"""Events that are told with what they cost."""


class PointsSpent(Event, frozen=True, kw_only=True):
    """Move Points are spent (CE-MP-6); ``vehicle`` if from its pool, ``reaction`` if outside one's own slot."""

    type: ClassVar[str] = "century.points_spent"
    words = "Move Points spent"
    example = {"combatant": "eva", "points": 4, "what": "dodge", "reaction": True}
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

    def brief(self) -> str:
        """Tell the points alone where the deed is told beside them."""
        points = "{points} of {vehicle's} Move Points" if self.vehicle else "{points:Move Point}"
        what = "" if self.what in TOLD_BESIDE else " {what}"
        return f"{{combatant}} | spends {points}{what}" if self.points else ""

    def lends(self) -> str:
        if not self.points or self.what == "attack" or self.what in TOLD_BESIDE:
            return ""
        points = "{points} of the vehicle's Move Points" if self.vehicle else "{points:Move Point}"
        return f"{{combatant}} |  | for {points}"

    def short(self) -> str:
        """Tell the points alone beside an attack."""
        points = "{points} of {vehicle's} Move Points" if self.vehicle else "{points:Move Point}"
        return f"{{combatant}} | spends {points}" if self.points and self.what == "attack" else ""

    def beside(self) -> tuple[str, ...]:
        return TELL_ATTACK if self.what == "attack" else TELL_COST

    told = Told(brief=brief, unless=beside, lends=lends, short=short)

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


def require_step(fight: Fight, actor: Person, cost: int, *, vehicle: Person | None = None) -> Turn:
    """The actor's part of the slot; refuses a step that slot or pool cannot bear (CE-STAG-10, CE-MP-5, CE-RUL-56).

    A vehicle's own pool pays for driving, and both count together toward the limit of the slot (CE-CLASS-11). The
    reading is that of CE-RUL-64.
    """
    turn = require_slot(fight, actor)
    payer = vehicle or actor
    if cost > payer.pool:
        refuse("CE-MP-5", f"{payer.name} has {counted(payer.pool, 'Move Point')} left, and this costs {cost}.")
    left = turn.limit - turn.spent
    if cost > left:
        said = f"This costs {cost} Move Points, and the slot of {actor.name} has {left} of {turn.limit} left."
        refuse("CE-STAG-10", said)
    return turn


def can_bear(fight: Fight, combatant: str, cost: int) -> bool:
    """Return whether a combatant's slot is open and bears a step of this cost, and its pool too."""
    actor = fight.people[combatant]
    return fight.turn_of(combatant) is not None and actor.up and cost <= affordable(fight, actor)


def affordable(fight: Fight, actor: Person, vehicle: Person | None = None) -> int:
    """Return the most that a step may cost now: what is left of the slot, and in the pool that pays (CE-CLASS-11)."""
    turn = fight.turn_of(actor.id)
    return -1 if turn is None else min(turn.limit - turn.spent, (vehicle or actor).pool)


def those_acting(view: View[Fight], cost: int = 0) -> Iterable[Person]:
    """Return whoever acts now and can pay a cost."""
    fight = view.state
    return [actor for one in view[ACTING] if affordable(fight, actor := fight.people[one]) >= cost]


def require_slot(fight: Fight, actor: Person) -> Turn:
    """Return the actor's open part of the present slot; refuses steps outside it (CE-STAG-1)."""
    turn = fight.turn_of(actor.id)
    if turn is None:
        members = [] if fight.slot is None else [name for name, one in fight.slot.members.items() if one.open]
        whose = " and ".join(fight.name_of(name) for name in members) or "no one"
        act = "act" if len(members) > 1 else "acts"
        refuse("CE-STAG-1", f"{actor.name} cannot act now; {whose} {act}.", field="command.actor")
    return turn


def spend(
    decision: Decision[Fight],
    combatant: str,
    points: int,
    what: str,
    *,
    vehicle: str | None = None,
    reaction: bool = False,
) -> None:
    """Pay for something; it never comes back (CE-MP-6). Reactions are paid from the same pool (CE-MP-7)."""
    decision.cause = decision.record(
        PointsSpent(combatant=combatant, points=points, what=what, vehicle=vehicle, reaction=reaction)
    )


MOVE_POINTS: Chapter[Fight] = Chapter(events=(PointsSpent,))
