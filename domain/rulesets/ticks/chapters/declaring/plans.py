"""Plans: what answers for somebody on a tick (TK-PLAN)."""

from domain.model.event import Json
from domain.rulesets.ticks.chapters.counting.steps_due import may_step, step_due
from domain.rulesets.ticks.chapters.counting.who_acts import strike_open
from domain.rulesets.ticks.state import Fight, Person, Plan, Square

HOLD = "hold"
"""To do nothing on this tick alone."""


def plan_answer(fight: Fight, person: Person) -> Json:
    """The answer of somebody's plan on the open tick; None where it is asked itself (TK-PLAN-1, TK-PLAN-4).

    No plan does a deed or gets up (TK-PLAN-6).
    """
    plan = person.turn.plan
    if plan is None or (plan.until and fight.tick <= plan.until):
        return None
    doing: dict[str, Json] = {}
    if plan.steps != "stay" and step_due(fight, person) and may_step(fight, person):
        to = _next_square(fight, person, plan)
        if to is not None and person.square.distance(to) != 1:
            return None
        if to is not None:
            doing["step"] = {"to": {"x": to.x, "y": to.y}, "when": plan.when}
    if _strikes(fight, plan) and strike_open(fight, person):
        luck: dict[str, Json] = {str(one): points for one, points in plan.luck.items()}
        strike: dict[str, Json] = {"luck": luck} if luck else {}
        named = {"statistic": plan.statistic, "item": plan.item}
        doing["strike"] = {**strike, **{key: value for key, value in named.items() if value is not None}}
    return doing or HOLD


def _next_square(fight: Fight, person: Person, plan: Plan) -> Square | None:
    """Where the plan steps now, None where it stays (TK-PLAN-2 to TK-PLAN-4)."""
    match plan.steps:
        case "path":
            return plan.path[0] if plan.path else None
        case "toward":
            goal = fight.people[plan.target or ""].square
            return person.square.toward(goal) if person.square.distance(goal) > _stop(fight, person, plan) else None
        case "away":
            return person.square.away(fight.people[plan.target or ""].square)
    return None


def _stop(fight: Fight, person: Person, plan: Plan) -> int:
    """The distance to keep: by default the reach of the declared melee weapon, wherever that is now (TK-PLAN-2)."""
    if plan.stop is not None:
        return plan.stop
    declared = person.turn.declared
    if declared is None or declared.weapon is None or declared.mode != "melee":
        return 0
    weapon = person.owned(declared.weapon) or fight.thing(declared.weapon)
    return weapon.reach if weapon is not None else 0


def _strikes(fight: Fight, plan: Plan) -> bool:
    """Whether the plan intends the strike now (TK-PLAN-5)."""
    if plan.strike == "from":
        return fight.tick <= (plan.tick or 0)
    return plan.strike == "first_chance"
