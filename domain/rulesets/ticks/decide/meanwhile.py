"""What somebody does beside its answers: hurrying, plans, dropping, releasing, fainting, waking."""

from domain.decision.decision import Decision
from domain.decision.typed_answers import open_prompt
from domain.model.encounter import Question
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.ticks import commands as ask
from domain.rulesets.ticks.decide.asked import is_asked
from domain.rulesets.ticks.decide.checking_acts import check_choices
from domain.rulesets.ticks.decide.count_down import acting_group_open, ask_anew
from domain.rulesets.ticks.decide.dropping_out import end_holds_by
from domain.rulesets.ticks.decide.hands import drop as let_fall
from domain.rulesets.ticks.decide.objections import part_said, require_luck
from domain.rulesets.ticks.decide.starts import start_of
from domain.rulesets.ticks.events.harm import FellUnconscious, Woke
from domain.rulesets.ticks.events.rounds import Hurried, PlanMade
from domain.rulesets.ticks.events.strikes import HoldEnded
from domain.rulesets.ticks.state import Fight, Person, Plan, Square
from domain.text.phrases import counted


def _declared(fight: Fight, actor: str, rule: str) -> Person:
    person = find_combatant(fight, actor, "command.actor")
    if person.turn.declared is None:
        refuse(rule, f"{person.name} has declared nothing in this round; that comes first.", field="command.actor")
    return person


def hurry(decision: Decision[Fight], command: ask.Hurry) -> None:
    """Luck raises the start, as long as that tick has not been opened (TK-LCOMB-3, TK-LCOMB-4, TK-RUL-40)."""
    fight = decision.state
    person = _declared(fight, command.actor, "TK-LCOMB-4")
    require_luck(person, command.points, "command.points")
    start = start_of(person) + command.points
    said = f"{person.name} would begin on tick {start}, which has been opened; it has to lie below {fight.tick}."
    require(fight.phase == "declaration" or fight.tick > start, "TK-LCOMB-4", said, field="command.points")
    decision.record(Hurried(combatant=person.id, points=command.points))
    ask_anew(decision)


def make_plan(decision: Decision[Fight], command: ask.MakePlan) -> None:
    """It answers at once on a tick that is open, but for who has said there what to do (TK-PLAN-1, TK-PLAN-2)."""
    fight = decision.state
    person = _declared(fight, command.actor, "TK-PLAN-1")
    _check_plan(fight, person, command)
    plan = Plan(
        command.steps,
        tuple([Square(one.x, one.y) for one in command.path]),
        command.target,
        command.stop,
        command.when,
        command.strike,
        command.tick,
        {**command.luck},
        command.statistic,
        command.item,
        command.until,
    )
    decision.cause = decision.record(PlanMade(combatant=person.id, plan=plan), audience=person.id)
    asked = acting_group_open(fight) and is_asked(fight, person)
    if asked and person.turn.answered_by != "self":
        _let_it_answer(decision, person.id)


def _let_it_answer(decision: Decision[Fight], name: str) -> None:
    """The plan answers on the open tick, in place of one before it; or its owner is asked (TK-PLAN-1, TK-PLAN-4)."""
    fight = decision.state
    prompt = open_prompt(fight, "act", name)
    if prompt is not None and (decision.answer_by_policy(prompt) or prompt.id not in fight.answers):
        return
    if prompt is not None:
        decision.withdraw(prompt.id, "the plan that has answered is another one now")
    decision.ask_also(Question("act", name))


def _check_plan(fight: Fight, person: Person, plan: ask.MakePlan) -> None:
    """Each way of stepping and of striking has what it needs, and nothing else (TK-PLAN-1, TK-MAN-11)."""
    goes = plan.steps in ("toward", "away")
    if plan.target is not None:
        target = find_combatant(fight, plan.target, "command.target")
        said = "Nobody steps toward or away from themselves; name another combatant."
        require(target is not person, "TK-PLAN-1", said, field="command.target")
    if (plan.target is not None) != goes:
        refuse("TK-PLAN-1", part_said("This plan", "target", wanted=goes), field="command.target")
    if plan.path and plan.steps != "path":
        refuse("TK-PLAN-1", part_said("This plan", "path", wanted=False), field="command.path")
    if (plan.tick is not None) != (plan.strike == "from"):
        refuse("TK-PLAN-1", part_said("This plan", "tick", wanted=plan.strike == "from"), field="command.tick")
    said = "Only a plan that goes toward somebody stops at a distance; leave it out."
    require(plan.stop is None or plan.steps == "toward", "TK-PLAN-1", said, field="command.stop")
    declared = person.turn.declared
    if declared is None or plan.strike == "never":
        said = "This plan never strikes; leave luck, statistic and item out."
        require(not (plan.luck or plan.statistic or plan.item), "TK-PLAN-1", said, field="command.strike")
        return
    if declared.action not in ("attack", "aim"):
        said = f"{person.name} has declared no attack and no aim; let the plan never strike."
        refuse("TK-PLAN-5", said, field="command.strike")
    check_choices(person, declared, plan, "command")


def drop(decision: Decision[Fight], command: ask.Drop) -> None:
    """It costs nothing and is no deed (TK-OTHER-9)."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    let_fall(decision, person, command.item, "command.item")


def release(decision: Decision[Fight], command: ask.Release) -> None:
    """A hold ends as the grappler wants (TK-GRAP-5)."""
    held = find_combatant(decision.state, command.combatant, "command.combatant")
    said = f"{decision.state.name_of(command.actor)} does not hold {held.name}; name somebody who is held."
    require(command.actor in held.held_by, "TK-GRAP-5", said, field="command.combatant")
    decision.record(HoldEnded(combatant=held.id, by=command.actor, why="released"))
    ask_anew(decision)


def faint(decision: Decision[Fight], command: ask.Faint) -> None:
    """Of one's own choice, and at once (TK-KO-3, TK-RES-14)."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    decision.record(FellUnconscious(combatant=person.id, cause="chosen"))
    end_holds_by(decision, person.id)
    ask_anew(decision)


def wake(decision: Decision[Fight], command: ask.Wake) -> None:
    """What was chosen ends by choice, while the wounds allow it (TK-KO-4, TK-RUL-53)."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    if person.unconscious is None:
        refuse("TK-KO-4", f"{person.name} is awake already.", field="command.actor")
    willpower = person.statistics["willpower"]
    said = (
        f"{person.name} has {counted(person.wounds, 'wound')}, and wakes with fewer than {willpower}, their willpower."
    )
    able = person.unconscious == "chosen" and person.wounds < willpower
    require(able, "TK-KO-4", said, field="command.actor")
    decision.record(Woke(combatant=person.id))
