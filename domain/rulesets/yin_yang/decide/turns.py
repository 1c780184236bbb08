"""Turns: their beginning and end, who may call, and holding back (YY-ACT, YY-ORD-2, YY-ORD-3)."""

from domain import core_decide
from domain.core_commands import Join
from domain.people import somebody
from domain.refusal import require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.decide import decks, hands
from domain.rulesets.yin_yang.decide.edge import may_call
from domain.rulesets.yin_yang.decide.resting import count_dying
from domain.rulesets.yin_yang.events.turns import HeldBack, StoodOff, TurnEnded, TurnStarted
from domain.rulesets.yin_yang.state import Fight, Person
from domain.table import Table

LEFT_OVER = "end_of_turn"


def start_turn(table: Table[Fight], command: ask.StartTurn) -> None:
    """Start a turn (YY-ACT-1): what was granted for it counts, all who are able take their actions (YY-ORD-2)."""
    fight = table.state
    require(fight.phase == "between", "YY-ACT-1", f"Turn {fight.turn} is running; end_turn ends it first.")
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
    require_turn(fight)
    for person in fight.people.values():
        hands.discard(table, person.id, LEFT_OVER)
    count_dying(table)
    decks.make_all_whole(table)
    table.record(TurnEnded(fight.turn))


def require_turn(fight: Fight) -> None:
    """Refuse what goes in turns only (YY-ACT-5)."""
    require(fight.phase == "turn", "YY-ACT-5", "No turn is running; the narrator's start_turn starts one.")


def require_call(fight: Fight, person: Person) -> None:
    """Refuse a call between turns, and one of a side that has to let the other call (YY-EDGE-2).

    What also goes between turns (a test, a tend, an act together) is a call in turns alone, and asks this there.
    """
    require_turn(fight)
    if not may_call(fight, person):
        called = f"The side {fight.edge} has the Edge; {person.name} can match what it calls, or use an extra action."
        require(False, "YY-EDGE-2", called)


def hold(table: Table[Fight], command: ask.Hold) -> None:
    """Somebody calls nothing for now, until anybody calls (YY-ACT-6)."""
    person = somebody(table.state, command.actor, "command.actor")
    require_turn(table.state)
    table.cause = table.record(HeldBack(person.id))


def note_standoff(table: Table[Fight]) -> None:
    """Record that everybody who could call holds back, somebody at least (YY-ACT-7)."""
    fight = table.state
    waiting = [person for person in fight.people.values() if could_call(fight, person)]
    if waiting and not fight.standoff and all(person.held_back for person in waiting):
        table.record(StoodOff(tuple(person.id for person in waiting)))


def could_call(fight: Fight, person: Person) -> bool:
    """Whether somebody could call something now that costs an action (YY-ACT-2)."""
    free = fight.phase == "turn" and person.able and not person.cancelled
    return free and person.actions > 0 and may_call(fight, person)


def settle(table: Table[Fight]) -> None:
    """When a command has run dry: perhaps nobody is left who wants to call."""
    note_standoff(table)
