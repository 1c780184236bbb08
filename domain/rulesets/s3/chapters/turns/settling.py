"""What falls due after a command: turns that cannot continue, pairings struck, the end of a round, the decision."""

from typing import Annotated, ClassVar, Final

from domain.core.events import CombatantJoined
from domain.decision.decision import Decision
from domain.model.event import Event
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3.chapters.movement.leaving import LeftFight
from domain.rulesets.s3.chapters.narrator.conditions import Recovered
from domain.rulesets.s3.chapters.narrator.placing import CameBack
from domain.rulesets.s3.chapters.turns.pairings import PairingStruck
from domain.rulesets.s3.chapters.turns.rounds import close_round
from domain.rulesets.s3.chapters.turns.turns import PairingClosed, close_turn
from domain.rulesets.s3.chapters.vehicles.halting import check_vehicle
from domain.rulesets.s3.chapters.wounds.wounds import CombatantDisabled, Stunned
from domain.rulesets.s3.state import Fight
from domain.rulesets.s3.words import Side
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

SIDES: Final = {
    "players": "The players win the fight",
    "opposition": "The opposition wins the fight",
    None: "No one is left to fight",
}
FALLS: tuple[type[Event], ...] = (CombatantDisabled, LeftFight)
RISES: tuple[type[Event], ...] = (CombatantJoined, Recovered, CameBack)


class FightDecided(Event, frozen=True, kw_only=True):
    """One side has no able combatant left (S3-TURN-25); the other wins, or neither."""

    type: ClassVar[str] = "s3.fight_decided"
    words = "Fight decided"
    told = Told(brief=AS_SAID, line="turn", moment="end")
    says = "{winner}."
    example = {"winner": "players"}
    winner: Annotated[Side | None, Spoken(SIDES)]

    def evolve(self, fight: Fight) -> None:
        fight.outcome = self.winner
        fight.decided = True


class FightReopened(Event, frozen=True, kw_only=True):
    """The empty side has an able combatant again (S3-TURN-29)."""

    type: ClassVar[str] = "s3.fight_reopened"
    words = "Fight undecided again"
    told = Told(brief=AS_SAID)
    says = "The fight is on again."

    def evolve(self, fight: Fight) -> None:
        fight.outcome = None
        fight.decided = False


def settle(decision: Decision[Fight]) -> None:
    """Settle what is due after a command: a turn that cannot continue, pairings struck, the round, the decision.

    It runs again after each (S3-TURN-15, S3-TURN-17, S3-TURN-18, S3-TURN-25, S3-TURN-29). A vehicle that joined or was
    placed without a driver is halting, and one without an able combatant stops (S3-MOUNT-11).
    """
    fight = decision.state
    turn, round_ = fight.turn, fight.round
    if turn is not None and not turn.ending:
        actor = fight.people[turn.actor]
        if actor.stunned or not actor.able:
            felled = _newest(decision, (Stunned, *FALLS), actor.id)
            close_turn(decision, actor.id, "stunned" if actor.able else "not_able", felled)
            return
    for vehicle in fight.vehicles:
        check_vehicle(decision, vehicle, cause=fight.lineage_version)
    _settle_outcome(decision)
    if round_ is None or fight.pairing is not None:
        return
    for pc in round_.waiting:
        if not fight.people[pc].able:
            decision.record(PairingStruck(pc=pc, reason="not_able"), cause=_newest(decision, FALLS, pc))
    waiting = fight.round.waiting if fight.round is not None else ()
    if not waiting and not round_.closing:
        close_round(decision, _newest(decision, (PairingClosed, PairingStruck)))


def _settle_outcome(decision: Decision[Fight]) -> None:
    """Record once that a side has no able combatant left, and once that it has again."""
    fight = decision.state
    players = opposition = False
    for person in fight.people.values():
        if not person.able:
            continue
        if person.pc:
            players = True
        else:
            opposition = True
    if not (players and opposition) and len({person.pc for person in fight.people.values()}) == 2:
        winner: Side | None = "players" if players else "opposition" if opposition else None
        if not fight.decided or fight.outcome != winner:
            decision.record(FightDecided(winner=winner), cause=_newest(decision, FALLS))
    elif fight.decided:
        decision.record(FightReopened(), cause=_newest(decision, RISES))


def _newest(decision: Decision[Fight], kinds: tuple[type[Event], ...], combatant: str | None = None) -> int:
    """Return the version of the newest of these events in this decision, by default the newest event at all."""
    first = decision.state.lineage_version - len(decision.recorded) + 1
    for place in reversed(range(len(decision.recorded))):
        event = decision.recorded[place].event
        if isinstance(event, kinds) and combatant in (None, getattr(event, "combatant", None)):
            return first + place
    return decision.state.lineage_version


SETTLING: Chapter[Fight] = Chapter(events=(FightDecided, FightReopened))
