"""Turns: their beginning and end, who may call, and holding back (YY-ACT, YY-ORD-2, YY-ORD-3)."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from domain.core.commands import Acting, Join, Narrating, PhaseRule
from domain.decision import core_handlers as core_decide
from domain.decision.decision import Decision
from domain.fields.field import among
from domain.model.event import Event
from domain.model.people import find_combatant
from domain.model.refusal import refuse
from domain.ruleset.chapter import Chapter
from domain.rulesets.yin_yang.chapters.decks import decks, hands
from domain.rulesets.yin_yang.chapters.harm.resting import count_dying
from domain.rulesets.yin_yang.chapters.turns.edge import could_call, may_call
from domain.rulesets.yin_yang.chapters.vocabularies import ABLE
from domain.rulesets.yin_yang.said import side
from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.words import BETWEEN, END, IN_TURN, START
from domain.story.told import AS_SAID, Told
from domain.text.words import Words


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn starts (YY-ORD-2): cards granted for the next turn count from now on."""

    type: ClassVar[str] = "yin_yang.turn_started"
    words = "Turn started"
    told = Told(level=1, opens=("turn", "Turn {turn}"))
    says = "Turn {turn} begins."
    example = {"turn": 1}
    turn: int

    def evolve(self, fight: Fight) -> None:
        """Cards granted for the next turn count in this one (YY-ORD-2)."""
        fight.turn, fight.phase = self.turn, "turn"
        for person in fight.people.values():
            person.granted = tuple(
                [
                    replace(grant, lasting="this_turn") if grant.lasting == "next_turn" else grant
                    for grant in person.granted
                ]
            )


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over (YY-ORD-3): what lasted this turn ends; the cancelled and the locked are free again."""

    type: ClassVar[str] = "yin_yang.turn_ended"
    words = "Turn ended"
    says = "Turn {turn} is over: remaining actions are lost, and every deck is whole again."
    example = {"turn": 1}
    turn: int

    def evolve(self, fight: Fight) -> None:
        """What lasted for this turn is over (YY-ORD-3); streaks and the Edge outlast it (YY-EDGE-6)."""
        fight.phase, fight.standoff = "between", False
        for person in fight.people.values():
            person.granted = tuple([grant for grant in person.granted if grant.lasting != "this_turn"])
            person.cancelled, person.locked_with, person.held_back = False, None, False


class HeldBack(Event, frozen=True, kw_only=True):
    """Somebody calls nothing for now (YY-ACT-6)."""

    type: ClassVar[str] = "yin_yang.held_back"
    words = "Held back"
    told = Told(brief=AS_SAID, unless=("yin_yang.stood_off",))
    says = "{combatant} holds back for now."
    example = {"combatant": "hei"}
    combatant: str

    def evolve(self, fight: Fight) -> None:
        fight.people[self.combatant].held_back = True


class StoodOff(Event, frozen=True, kw_only=True):
    """Everybody who could call holds back (YY-ACT-7)."""

    type: ClassVar[str] = "yin_yang.stood_off"
    words = "Standoff"
    told = Told(brief=AS_SAID)
    example = {"combatants": ["bill"]}
    combatants: tuple[str, ...]

    def says(self) -> str:
        if len(self.combatants) == 1:
            return "A standoff: {combatants} waits, and no one else can act."
        return "A standoff: {combatants} wait."

    def evolve(self, fight: Fight) -> None:
        fight.standoff = True


LEFT_OVER = "end_of_turn"


class StartTurn(Narrating):
    """Start a turn (YY-ORD-2). Every combatant who is able takes a hand of actions."""

    during = PhaseRule(BETWEEN, "YY-ACT-1", "A turn is running; end it first.", END)
    says = ()
    words = Words("Start the turn", group="turn", prominence="main")
    type: Literal["yin_yang.start_turn"] = "yin_yang.start_turn"

    def decide(self, decision: Decision[Fight]) -> None:
        """Start a turn: what was granted for it counts, and all who are able take their actions (YY-ORD-2)."""
        fight = decision.state
        decision.cause = decision.record(TurnStarted(turn=fight.turn + 1))
        for person in fight.people.values():
            if person.able:
                decks.deal(decision, person.id)


def join(decision: Decision[Fight], command: Join) -> None:
    """A combatant that joins in mid-turn takes its full hand at once (YY-ACT-8)."""
    core_decide.join(decision, command)
    newcomer = decision.state.people[decision.state.joined[-1]]
    if decision.state.phase == "turn" and newcomer.able:
        decks.deal(decision, newcomer.id)


class EndTurn(Narrating):
    """End the turn (YY-ORD-3). Actions that are left are lost, and the decks are made whole."""

    during = PhaseRule(IN_TURN, "YY-ACT-1", "No turn is running; start one first.", START)
    says = ()
    words = Words("End the turn", group="turn", prominence="main")
    type: Literal["yin_yang.end_turn"] = "yin_yang.end_turn"

    def decide(self, decision: Decision[Fight]) -> None:
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


class Hold(Acting):
    """Hold back, which is to call nothing for now (YY-ACT-6). Calls can still be matched."""

    form = {"actor": among(ABLE)}
    during = PhaseRule(IN_TURN, "YY-ACT-5", "Holding back needs a running turn; start one first.", START)
    says = ()
    example = {"actor": "bishop"}
    words = Words("Hold back", group="turn")
    type: Literal["yin_yang.hold"] = "yin_yang.hold"

    def decide(self, decision: Decision[Fight]) -> None:
        """Somebody calls nothing for now, until anybody calls (YY-ACT-6)."""
        person = find_combatant(decision.state, self.actor, "command.actor")
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


TURNS: Chapter[Fight] = Chapter(
    commands=(StartTurn, EndTurn, Hold), events=(TurnStarted, TurnEnded, HeldBack, StoodOff)
)
