"""Actions taken, and what a holder gives up by them: pins, chokes and their ends (S3-PIN-9, S3-STRAN-11)."""

from domain.core.commands import Command
from domain.decision.decision import Decision
from domain.rulesets.s3 import commands as ask
from domain.rulesets.s3.decide.consequences import end_hold, holds_by
from domain.rulesets.s3.decide.legality import take_action
from domain.rulesets.s3.state import Fight, Hold
from domain.rulesets.s3.words import UNARMED


def take_movement(decision: Decision[Fight], command: ask.Acting) -> int:
    """Use the movement action, letting go of whoever is held; gives the version that what follows has as its cause."""
    decision.cause = take_action(decision, "movement", command)
    let_go_to_move(decision, command.actor)
    return decision.cause


def take_attack(decision: Decision[Fight], command: ask.Acting) -> int:
    """Use the attack action, letting go of whom it does not bear to hold; gives the version of the action."""
    decision.cause = take_action(decision, "attack", command)
    let_go_to_attack(decision, command.actor, command)
    return decision.cause


def let_go_to_move(decision: Decision[Fight], actor: str, *, cause: int | None = None) -> None:
    """A movement action ends every hold of the mover first."""
    for hold in holds_by(decision.state, actor):
        end_hold(decision, hold, "holder_moved", cause=cause)


def let_go_to_attack(decision: Decision[Fight], actor: str, command: Command, *, cause: int | None = None) -> None:
    """An attack action ends the holds that it does not belong to, first."""
    for hold in holds_by(decision.state, actor):
        if not _keeps(hold, command):
            end_hold(decision, hold, "holder_acted", cause=cause)


def _keeps(hold: Hold, command: Command) -> bool:
    """A pin bears an unarmed attack, a pin, a strangling of the held; a choke only its own finish."""
    if getattr(command, "target", None) != hold.held:
        return False
    if isinstance(command, ask.FinishStrangle):
        return True
    if hold.kind == "choke":
        return False
    return isinstance(command, (ask.Pin, ask.Strangle)) or (
        isinstance(command, ask.Attack) and command.weapon == UNARMED
    )
