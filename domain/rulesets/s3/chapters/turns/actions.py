"""Actions of a turn: which are left, and what the actor gives up by taking one (S3-TURN-10 to S3-TURN-12)."""

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from domain.core.commands import Command
from domain.decision.decision import Decision
from domain.decision.stages import stage
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.ruleset.chapter import Chapter
from domain.rulesets.s3 import said
from domain.rulesets.s3.chapters.grapple.bonds import end_hold, holds_by
from domain.rulesets.s3.parts import Acting
from domain.rulesets.s3.state import Fight, Turn
from domain.rulesets.s3.words import Action
from domain.story.told import AS_SAID, Told
from domain.text.sentences import Spoken

CLOSING_IN: Final = ("attack", "trip", "disarm", "pin", "strangle")
"""Attack actions whose step takes the movement action (S3-RANGE-4)."""


class Spotted(Event, frozen=True, kw_only=True):
    """Observers see a combatant again (S3-HIDE-7)."""

    type: ClassVar[str] = "s3.spotted"
    words = "Seen again"
    told = Told(brief=AS_SAID)
    says = "{combatant} is no longer hidden from {observers}."
    example = {"combatant": "doctor_hu", "observers": ["iron_claw"]}
    combatant: str
    observers: tuple[str, ...]

    def evolve(self, fight: Fight) -> None:
        person = fight.people[self.combatant]
        person.unseen_by = tuple(observer for observer in person.unseen_by if observer not in self.observers)


class ActionTaken(Event, frozen=True, kw_only=True):
    """An action of the turn was used; ``extra`` names the talent of an extra attack (S3-TURN-10, S3-TAL-7)."""

    type: ClassVar[str] = "s3.action_taken"
    words = "Action used"
    example = {"actor": "one_eyed_ogre", "action": "movement", "command": "s3.damage_vehicle"}
    actor: str
    action: Annotated[Action, said.AS_WORDS]
    command: str
    extra: Annotated[str | None, Spoken(said.extra_attack)] = None

    def says(self) -> str:
        """Render what the command does not: an extra attack, the step of an attack, the cost of a check."""
        kind = self.command.rpartition(".")[2]
        if self.extra is not None:
            return "{actor} {extra}."
        if self._closes_in:
            return "{actor} uses the movement action to close in."
        return "This takes {actor's} {action} action." if kind == "check" else ""

    @property
    def _closes_in(self) -> bool:
        """True for the step of an attack."""
        return self.extra is None and self.action == "movement" and self.command.rpartition(".")[2] in CLOSING_IN

    def brief(self) -> str:
        """Tell an extra attack and the step of an attack."""
        return "{actor} | {extra}" if self.extra is not None else "{actor} | closes in" if self._closes_in else ""

    def lends(self) -> str:
        """A combatant that lets go of somebody to move does so before the step."""
        return "{actor} | , closing in" if self._closes_in else ""

    told = Told(brief=brief, lends=lends, unless=("s3.hold_ended",))

    def evolve(self, fight: Fight) -> None:
        turn = fight.turn
        if turn is None:
            return
        if self.extra is not None:
            fight.turn = replace(turn, extra=None, extras_used=(*turn.extras_used, self.extra))
        elif turn.bought:
            fight.turn = replace(turn, movement=False, attack=False)
        elif self.action == "movement":
            fight.turn = replace(turn, movement=False)
        else:
            fight.turn = replace(turn, attack=False)


class Whose(msgspec.Struct, frozen=True, gc=False):
    """The combatant that a stage is about."""

    combatant: str


def open_turn(fight: Fight) -> Turn:
    """Return the open turn; refuses if there is none."""
    turn = fight.turn
    if turn is None:
        if fight.round is None:
            said = "No turn is open; first the narrator begins a round and opens a pairing."
            refuse("S3-TURN-27", said, first=("s3.begin_round",))
        refuse("S3-TURN-27", "No turn is open; first the narrator opens a pairing.", first=("s3.begin_turn",))
    return turn


def has_action(fight: Fight, action: Action) -> bool:
    """Return whether the open turn has this action left, by itself or by a talent."""
    turn = fight.turn
    return turn is not None and (turn.movement if action == "movement" else turn.attack or turn.extra is not None)


def require_action(fight: Fight, action: Action, *, extra: str | None = None) -> None:
    """Refuse if the action is not left (S3-TURN-10 to -12, S3-STUN-7, S3-TAL-7); ``extra`` is a talent's attack."""
    turn = open_turn(fight)
    left = turn.movement if action == "movement" else turn.attack
    if left or (action == "attack" and extra is not None and turn.extra == extra):
        return
    name = fight.name_of(turn.actor)
    if turn.bought:
        refuse("S3-STUN-7", f"{name} bought a single action, and it is used up.")
    if action == "movement":
        refuse("S3-TURN-10", f"{name} has no movement action left in this turn.")
    if turn.extras_used:
        refuse("S3-TAL-7", f"{name} has had the extra attack of this turn.")
    refuse("S3-TURN-11", f"{name} has no attack action left in this turn.")


def has_step(fight: Fight) -> bool:
    """Return whether the open turn has a step to a target left (S3-RANGE-4, S3-LEGAL-3)."""
    turn = fight.turn
    return turn is not None and turn.movement and not turn.bought


def require_step(fight: Fight) -> None:
    """Refuse an attack whose step is not left (S3-RANGE-4); a bought action has none (S3-LEGAL-3)."""
    turn = open_turn(fight)
    name = fight.name_of(turn.actor)
    require(not turn.bought, "S3-LEGAL-3", f"{name} has a single action; the step to the target would be another.")
    require(turn.movement, "S3-RANGE-4", f"{name} has no movement action left for the step to the target.")


def take_action(decision: Decision[Fight], action: Action, command: Command, *, extra: str | None = None) -> int:
    """Use up the action, an extra attack only if the ordinary one is gone; return the version."""
    turn = open_turn(decision.state)
    by_talent = extra if action == "attack" and not turn.attack else None
    taken = decision.record(ActionTaken(actor=turn.actor, action=action, command=command.type, extra=by_talent))
    if action == "attack":
        decision.next(shows_itself, Whose(turn.actor), cause=taken)
    return taken


@stage("s3.action.shows", Whose)
def shows_itself(decision: Decision[Fight], whose: Whose) -> None:
    """Reveal the actor of an attack action to all, once its exchange is settled (S3-HIDE-7)."""
    actor = decision.state.people[whose.combatant]
    if actor.unseen_by:
        decision.record(Spotted(combatant=actor.id, observers=actor.unseen_by))


def take_movement(decision: Decision[Fight], command: Acting) -> int:
    """Use the movement action and let go of every hold; return the version, which is now the cause."""
    decision.cause = take_action(decision, "movement", command)
    let_go_to_move(decision, command.actor)
    return decision.cause


def take_attack(decision: Decision[Fight], command: Acting) -> int:
    """Use the attack action and let go of the holds that it does not keep; return the version, now the cause."""
    decision.cause = take_action(decision, "attack", command)
    let_go_to_attack(decision, command.actor, command)
    return decision.cause


def let_go_to_move(decision: Decision[Fight], actor: str, *, cause: int | None = None) -> None:
    """End every hold of a combatant before it moves."""
    for hold in holds_by(decision.state, actor):
        end_hold(decision, hold, "holder_moved", cause=cause)


def let_go_to_attack(decision: Decision[Fight], actor: str, command: Acting, *, cause: int | None = None) -> None:
    """End the holds of a combatant that the command does not keep."""
    for hold in holds_by(decision.state, actor):
        if not command.keeps(hold):
            end_hold(decision, hold, "holder_acted", cause=cause)


ACTIONS: Chapter[Fight] = Chapter(events=(Spotted, ActionTaken), stages=(shows_itself,))
