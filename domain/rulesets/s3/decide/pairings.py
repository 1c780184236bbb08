"""Pairings: who is paired with whom, and who of both acts first (S3-TURN-4 to S3-TURN-8, S3-TURN-19)."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import BeginTurn, StrikeTurn
from domain.rulesets.s3.decide.contest import INITIATIVE, Contest, Outcome, Rival, settle_rivals
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import throw_side
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.decide.turns import next_turn
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.state import Fight


def begin_turn(decision: Decision[Fight], command: BeginTurn) -> None:
    """Open a pairing and settle its order (S3-TURN-4 to S3-TURN-8)."""
    fight = decision.state
    round_ = fight.round
    if round_ is None:
        refuse("S3-TURN-4", "No round is open; the narrator opens one first.")
    require(fight.pairing is None, "S3-TURN-4", "A pairing is open; both of its turns must end first.")
    require(command.pc in round_.waiting, "S3-TURN-4", f"{fight.name_of(command.pc)} has no pairing left.")
    if command.npc is None:
        require(not fight.able("opposition"), "S3-TURN-21", "An NPC is able; name the one that is paired.")
    else:
        npc = fight.people.get(command.npc)
        fit = npc is not None and not npc.pc and npc.able
        require(fit, "S3-TURN-5", f"{fight.name_of(command.npc)} is not an NPC who can fight.", field="command.npc")
    opened = decision.record(fact.PairingOpened(pc=command.pc, npc=command.npc, order=command.order))
    if command.npc is None:
        settle_order(decision, (command.pc,), opened)
    elif command.order == "thrown":
        throw_initiative(decision, command.pc, command.npc, opened)
    else:
        order = (command.pc, command.npc) if command.order == "pc_first" else (command.npc, command.pc)
        settle_order(decision, order, opened)


def throw_initiative(decision: Decision[Fight], pc: str, npc: str, cause: int) -> None:
    """Both throw Initiative, also the stunned and the held; a tie is flipped (S3-TURN-7, S3-ORDER-6)."""
    decision.cause = cause
    side = throw_side(decision, Effort(pc, "initiative"))
    answer = throw_side(decision, Effort(npc, "initiative"))
    rival = Rival(npc, result=answer.result)
    then = initiative_thrown.continuation(NoData())
    settle_rivals.run(
        decision, Contest(INITIATIVE, Effort(pc, "initiative"), (rival,), then, side=side, cause=answer.version)
    )


@stages.reply("s3.initiative.thrown", NoData)
def initiative_thrown(decision: Decision[Fight], _: NoData, outcome: Outcome) -> None:
    """The higher acts first."""
    pc, npc = outcome.actor, outcome.verdict.combatant
    settle_order(decision, (pc, npc) if outcome.won else (npc, pc), outcome.verdict.version)


def settle_order(decision: Decision[Fight], order: tuple[str, ...], cause: int) -> None:
    """The order of the pairing stands; its first turn begins."""
    decision.cause = decision.record(fact.InitiativeSettled(order=order), cause=cause)
    next_turn.run(decision, NoData())


def strike_turn(decision: Decision[Fight], command: StrikeTurn) -> None:
    """The narrator strikes a pairing that will not be played (S3-TURN-19)."""
    fight = decision.state
    round_, pairing = fight.round, fight.pairing
    waits = round_ is not None and command.pc in round_.waiting and (pairing is None or pairing.pc != command.pc)
    require(waits, "S3-TURN-19", f"{fight.name_of(command.pc)} has no pairing left.", field="command.pc")
    decision.record(fact.PairingStruck(pc=command.pc, reason="narrator"))
