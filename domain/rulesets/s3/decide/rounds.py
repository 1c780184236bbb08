"""Scenes, rounds and the end of combat (S3-TURN-2, S3-TURN-25, S3-TURN-26)."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.refusal import require
from domain.rulesets.s3.commands import BeginRound, BeginScene, EndCombat
from domain.rulesets.s3.decide.effects import effects_of_round
from domain.rulesets.s3.decide.poison import strike_doses
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.state import Fight


def begin_scene(decision: Decision[Fight], command: BeginScene) -> None:
    """A new scene: stunts may be repeated (S3-TURN-26)."""
    decision.record(fact.SceneBegun(scene=decision.state.scene + 1, name=command.name or ""))


def begin_round(decision: Decision[Fight], command: BeginRound) -> None:
    """Open a round: poison that is due strikes, then the number of pairings is fixed (S3-TURN-2, S3-ORDER-4)."""
    fight = decision.state
    require(fight.round is None, "S3-TURN-2", "A round is open; it ends when every PC has had its pairing.")
    require(fight.able("players"), "S3-TURN-2", "No PC is able to take a turn.")
    require(
        fight.able("opposition") or command.force,
        "S3-TURN-25",
        "No opponent can fight; set force to open a round all the same.",
    )
    decision.next(open_round, NoData())
    for person in reversed(fight.able()):
        due = [
            d for d in person.doses if d.given_round <= fight.round_number and d.turns_had and not d.waits_for_narrator
        ]
        strike_doses(decision, person, due)


@stages.stage("s3.round.open", NoData)
def open_round(decision: Decision[Fight], _: NoData) -> None:
    """Fix the number of pairings: one for each able PC (S3-TURN-2); none is opened where poison left nobody.

    A PC that joins later waits for the next round (S3-TURN-22).
    """
    pcs = tuple(person.id for person in decision.state.able("players"))
    if pcs:
        decision.record(fact.RoundBegun(round=decision.state.round_number + 1, pairings=len(pcs), pcs=pcs))


def end_combat(decision: Decision[Fight], command: EndCombat) -> None:
    """Pairing and round are cleared without further effects (S3-TURN-25).

    The turn that is cut off counts as had, for doses and chokes (S3-POIS-2, S3-STRAN-6).
    """
    turn = decision.state.turn
    if turn is not None:
        decision.record(fact.TurnEnded(actor=turn.actor))
    decision.record(fact.CombatEnded())


def close_round(decision: Decision[Fight], cause: int) -> None:
    """End the round: its effects fall in the order of the table, then it is over (S3-TURN-17, S3-ORDER-5)."""
    fight = decision.state
    closing = decision.record(fact.RoundClosing(round=fight.round_number), cause=cause)
    effects = effects_of_round(fight)
    decision.steps(*[(effect, NoData()) for effect in effects], (round_over, NoData()), cause=closing)


@stages.stage("s3.round.over", NoData)
def round_over(decision: Decision[Fight], _: NoData) -> None:
    """The round ends; the next has to be begun."""
    decision.record(fact.RoundEnded(round=decision.state.round_number))
