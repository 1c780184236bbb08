"""Turns: their beginning and end, who may call, and holding back (YY-ACT, YY-ORD-2, YY-ORD-3)."""

from domain.core.commands import Join
from domain.decision import core_handlers as core_decide
from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import decks, hands
from domain.rulesets.yin_yang.decide.edge import may_call
from domain.rulesets.yin_yang.decide.resting import count_dying
from domain.rulesets.yin_yang.events.turns import HeldBack, StoodOff, TurnEnded, TurnStarted
from domain.rulesets.yin_yang.said import side
from domain.rulesets.yin_yang.state import Fight, Person

LEFT_OVER = "end_of_turn"


def start_turn(decision: Decision[Fight], command: ask.StartTurn) -> None:
    """Start a turn: what was granted for it counts, and all who are able take their actions (YY-ORD-2)."""
    fight = decision.state
    decision.cause = decision.record(TurnStarted(turn=fight.turn + 1))
    for person in fight.people.values():
        if person.able:
            decks.deal(decision, person.id)


def join(decision: Decision[Fight], command: Join) -> None:
    """Whoever joins in mid-turn takes its full hand at once (YY-ACT-8)."""
    core_decide.join(decision, command)
    newcomer = decision.state.people[decision.state.joined[-1]]
    if decision.state.phase == "turn" and newcomer.able:
        decks.deal(decision, newcomer.id)


def end_turn(decision: Decision[Fight], command: ask.EndTurn) -> None:
    """End the turn: what is left is lost, the dying are counted, the decks are made whole (YY-ORD-3)."""
    fight = decision.state
    for person in fight.people.values():
        hands.discard(decision, person.id, LEFT_OVER, unseen=True)
    count_dying(decision)
    decks.make_all_whole(decision)
    decision.record(TurnEnded(turn=fight.turn))


def require_call(fight: Fight, person: Person) -> None:
    """Refuse the call of a side that has to let the other call (YY-EDGE-2).

    What goes between turns too is a call in turns alone, and asks this there; whether a turn is needed, and who is out
    of action, is said before (``legality``).
    """
    if not may_call(fight, person):
        names = {other.id: other.name for other in fight.people.values()}
        only = f"The Edge is with {side(fight.edge or '', names)}; {person.name} may match what is called."
        refuse("YY-EDGE-2", only, field="command.actor")


def hold(decision: Decision[Fight], command: ask.Hold) -> None:
    """Somebody calls nothing for now, until anybody calls (YY-ACT-6)."""
    person = find_combatant(decision.state, command.actor, "command.actor")
    decision.cause = decision.record(HeldBack(combatant=person.id))


def settle(decision: Decision[Fight]) -> None:
    """When a command has run dry, record that everybody who could call holds back, somebody at least (YY-ACT-7).

    The reading is that of YY-RUL-55.
    """
    fight, waiting = decision.state, []
    for person in fight.people.values():
        if could_call(fight, person):
            if not person.held_back:
                return
            waiting.append(person.id)
    if waiting and not fight.standoff:
        decision.record(StoodOff(combatants=tuple(waiting)))


def could_call(fight: Fight, person: Person) -> bool:
    """Whether somebody could call something now that costs an action (YY-ACT-2).

    Between turns, and out of action, nobody has one.
    """
    return person.actions > 0 and not person.cancelled and may_call(fight, person)
