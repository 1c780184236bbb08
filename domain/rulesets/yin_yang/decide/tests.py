"""Unopposed tests: what is checked and spent, automatic success, and what follows from the card (YY-TEST, YY-AUTO)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide.decks import settle_decks
from domain.rulesets.yin_yang.decide.drawing import Plan, Result, draw_test, plan_test, succeed
from domain.rulesets.yin_yang.decide.edge import count_single
from domain.rulesets.yin_yang.decide.hands import require_action, require_no_card, spend, turn_up
from domain.rulesets.yin_yang.decide.jokers import cancel, reward
from domain.rulesets.yin_yang.decide.scope import is_automatic, require_scope
from domain.rulesets.yin_yang.decide.turns import require_call
from domain.rulesets.yin_yang.state import Fight, Person

TEST = "test"


def test(decision: Decision[Fight], command: ask.Test) -> None:
    """Make an unopposed test (YY-TEST-11): it costs an action in a turn, unless the narrator calls it free."""
    fight = decision.state
    person = find_combatant(fight, command.actor, "command.actor")
    plan = plan_test(
        fight,
        person.id,
        command.attributes,
        command.ability,
        label=TEST,
        bonus=command.bonus,
        penalty=command.penalty,
        difficulty=command.difficulty,
        precision=command.precision,
        hand_card=command.hand_card,
        task=command.task,
    )
    require_scope(fight, person, command.ability, command.task, command.needs_scope)
    if command.free:
        require_no_card(fight, command.hand_card)
    else:
        require_alone(fight, person, command.hand_card)
        spend(decision, person.id, command.hand_card)
    ability = None if command.ability is None else person.abilities[command.ability]
    if is_automatic(fight.options, ability, command.difficulty) and not command.draw_anyway:
        turn_up(decision, person.id, plan.played)
        decision.cause = succeed(decision, plan).test
    else:
        draw_alone(decision, plan)
    settle_decks(decision)


def require_alone(fight: Fight, person: Person, hand_card: str | None) -> None:
    """Refuse a test, or a tend, that costs an action in a turn to whoever cannot call or pay (YY-TEST-10, YY-ACT-5)."""
    if fight.phase == "turn":
        require_call(fight, person)
    require_action(fight, person, hand_card)


def draw_alone(decision: Decision[Fight], plan: Plan) -> Result:
    """Draw an unopposed test, which its own card decides (YY-TEST-11), and what comes of jokers and streaks (YY-ORD-1).

    A kept Coloured Joker cancels whatever is left of the turn (YY-JOKER-8), a White Joker gives extra actions
    (YY-JOKER-2); a King earns nothing, since this is no attack (YY-KING-2).
    """
    result = draw_test(decision, plan)
    decision.cause = result.test
    if result.grade == "coloured_joker":
        cancel(decision, plan.combatant)
    count_single(decision, plan.combatant, result.success)
    if result.grade == "white_joker":
        reward(decision, plan.combatant)
    return result
