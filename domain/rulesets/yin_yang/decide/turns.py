"""Turns: their beginning and end, who may call, and holding back (YY-ACT, YY-ORD-2, YY-ORD-3)."""

from domain.core.commands import Join
from domain.decision import core_handlers as core_decide
from domain.decision.decision import Table
from domain.model.people import somebody
from domain.model.refusal import refuse
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import decks, hands
from domain.rulesets.yin_yang.decide.edge import may_call
from domain.rulesets.yin_yang.decide.resting import count_dying
from domain.rulesets.yin_yang.events.turns import HeldBack, StoodOff, TurnEnded, TurnStarted
from domain.rulesets.yin_yang.state import Fight, Person

LEFT_OVER = "end_of_turn"


def start_turn(table: Table[Fight], command: ask.StartTurn) -> None:
    """Start a turn: what was granted for it counts, and all who are able take their actions (YY-ORD-2)."""
    fight = table.state
    table.cause = table.record(TurnStarted(fight.turn + 1))
    for person in fight.people.values():
        if person.able:
            decks.deal(table, person.id)


def join(table: Table[Fight], command: Join) -> None:
    """Whoever joins in mid-turn takes its full hand at once (YY-ACT-8)."""
    core_decide.join(table, command)
    newcomer = table.state.people[table.state.joined[-1]]
    if table.state.phase == "turn" and newcomer.able:
        decks.deal(table, newcomer.id)


def end_turn(table: Table[Fight], command: ask.EndTurn) -> None:
    """End the turn: what is left is lost, the dying are counted, the decks are made whole (YY-ORD-3)."""
    fight = table.state
    for person in fight.people.values():
        hands.discard(table, person.id, LEFT_OVER, unseen=True)
    count_dying(table)
    decks.make_all_whole(table)
    table.record(TurnEnded(fight.turn))


def require_call(fight: Fight, person: Person) -> None:
    """Refuse the call of a side that has to let the other call (YY-EDGE-2).

    What goes between turns too is a call in turns alone, and asks this there; whether a turn is needed, and who is out
    of action, is said before (``legality``).
    """
    if not may_call(fight, person):
        only = f"The side {fight.edge} has the Edge; {person.name} may match what it calls."
        refuse("YY-EDGE-2", only, field="command.actor")


def hold(table: Table[Fight], command: ask.Hold) -> None:
    """Somebody calls nothing for now, until anybody calls (YY-ACT-6)."""
    person = somebody(table.state, command.actor, "command.actor")
    table.cause = table.record(HeldBack(person.id))


def settle(table: Table[Fight]) -> None:
    """When a command has run dry, record that everybody who could call holds back, somebody at least (YY-ACT-7).

    The reading is that of YY-RUL-55.
    """
    fight, waiting = table.state, []
    for person in fight.people.values():
        if could_call(fight, person):
            if not person.held_back:
                return
            waiting.append(person.id)
    if waiting and not fight.standoff:
        table.record(StoodOff(tuple(waiting)))


def could_call(fight: Fight, person: Person) -> bool:
    """Whether somebody could call something now that costs an action (YY-ACT-2).

    Between turns, and out of action, nobody has one.
    """
    return person.actions > 0 and not person.cancelled and may_call(fight, person)
