"""Move Points (CE-MP): what a step may cost, and how it is paid."""

from domain.decision.decision import Decision
from domain.model.refusal import refuse
from domain.rulesets.century.events.rounds import PointsSpent
from domain.rulesets.century.state import Fight, Person, Turn


def require_step(fight: Fight, actor: Person, cost: int, *, vehicle: Person | None = None) -> Turn:
    """The actor's part of the slot; refuses a step that slot or pool cannot bear (CE-STAG-10, CE-MP-5, CE-RUL-56).

    A vehicle's own pool pays for driving, and both count together toward the limit of the slot (CE-CLASS-11). The
    reading is that of CE-RUL-64.
    """
    turn = require_slot(fight, actor)
    payer = vehicle or actor
    if cost > payer.pool:
        refuse("CE-MP-5", f"{payer.name} has {payer.pool} Move Points left, and this costs {cost}.")
    left = turn.limit - turn.spent
    if cost > left:
        said = f"This costs {cost} Move Points, and the slot of {actor.name} has {left} of {turn.limit} left."
        refuse("CE-STAG-10", said)
    return turn


def can_bear(fight: Fight, combatant: str, cost: int) -> bool:
    """Whether somebody's slot is open and bears a step of this cost, and its pool too."""
    turn, actor = fight.turn_of(combatant), fight.people[combatant]
    return turn is not None and actor.up and cost <= min(turn.limit - turn.spent, actor.pool)


def require_slot(fight: Fight, actor: Person) -> Turn:
    """The actor's open part of the present slot; refuses steps outside it (CE-STAG-1)."""
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
