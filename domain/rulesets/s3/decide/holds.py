"""Actions taken, and what a holder gives up by them: pins, chokes and their ends (S3-PIN-9, S3-STRAN-11)."""

from domain.decision.decision import Decision
from domain.rulesets.s3.commands.parts import Acting
from domain.rulesets.s3.decide.consequences import end_hold, holds_by
from domain.rulesets.s3.decide.legality import take_action
from domain.rulesets.s3.state import Fight


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
