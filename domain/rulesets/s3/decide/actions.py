"""Actions of a turn: what is left of them, and what its actor gives up by taking one (S3-TURN-10 to S3-TURN-12)."""

import msgspec

from domain.core.commands import Command
from domain.decision.decision import Decision
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands.parts import Acting
from domain.rulesets.s3.decide.bonds import end_hold, holds_by
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.events.places import Spotted
from domain.rulesets.s3.events.turns import ActionTaken
from domain.rulesets.s3.state import Fight, Turn
from domain.rulesets.s3.words import Action


class Whose(msgspec.Struct, frozen=True, gc=False):
    """Whose turn's effect it is."""

    combatant: str


def open_turn(fight: Fight) -> Turn:
    """The turn that is open; a command that comes this far has one."""
    turn = fight.turn
    if turn is None:
        refuse("S3-TURN-27", "No turn is open.")
    return turn


def has_action(fight: Fight, action: Action) -> bool:
    """Whether the open turn has such an action left, of its own or by a talent."""
    turn = fight.turn
    return turn is not None and (turn.movement if action == "movement" else turn.attack or turn.extra is not None)


def require_action(fight: Fight, action: Action, *, extra: str | None = None) -> None:
    """Refuse for want of the action (S3-TURN-10 to -12, S3-STUN-7, S3-TAL-7); ``extra`` is a talent's open attack."""
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


def require_step(fight: Fight) -> None:
    """Refuse an attack action for want of the step that it includes (S3-RANGE-4); one bought has none (S3-LEGAL-3)."""
    turn = open_turn(fight)
    name = fight.name_of(turn.actor)
    require(not turn.bought, "S3-LEGAL-3", f"{name} has a single action; the step to the target would be another.")
    require(turn.movement, "S3-RANGE-4", f"{name} has no movement action left for the step to the target.")


def take_action(decision: Decision[Fight], action: Action, command: Command, *, extra: str | None = None) -> int:
    """Use up the action; an extra attack only where the ordinary one is gone."""
    turn = open_turn(decision.state)
    by_talent = extra if action == "attack" and not turn.attack else None
    taken = decision.record(ActionTaken(actor=turn.actor, action=action, command=command.type, extra=by_talent))
    if action == "attack":
        decision.next(shows_itself, Whose(turn.actor), cause=taken)
    return taken


@stages.stage("s3.action.shows", Whose)
def shows_itself(decision: Decision[Fight], whose: Whose) -> None:
    """An attack action gives its maker away to everybody, once its exchange is settled (S3-HIDE-7)."""
    actor = decision.state.people[whose.combatant]
    if actor.unseen_by:
        decision.record(Spotted(combatant=actor.id, observers=actor.unseen_by))


def take_movement(decision: Decision[Fight], command: Acting) -> int:
    """Use the movement action, letting go of whoever is held; gives the version that what follows has as its cause."""
    decision.cause = take_action(decision, "movement", command)
    let_go_to_move(decision, command.actor)
    return decision.cause


def take_attack(decision: Decision[Fight], command: Acting) -> int:
    """Use the attack action, letting go of whom it does not bear to hold; gives the version of the action."""
    decision.cause = take_action(decision, "attack", command)
    let_go_to_attack(decision, command.actor, command)
    return decision.cause


def let_go_to_move(decision: Decision[Fight], actor: str, *, cause: int | None = None) -> None:
    """A movement action ends every hold of the mover first."""
    for hold in holds_by(decision.state, actor):
        end_hold(decision, hold, "holder_moved", cause=cause)


def let_go_to_attack(decision: Decision[Fight], actor: str, command: Acting, *, cause: int | None = None) -> None:
    """An attack action ends the holds that it does not belong to, first."""
    for hold in holds_by(decision.state, actor):
        if not command.keeps(hold):
            end_hold(decision, hold, "holder_acted", cause=cause)
