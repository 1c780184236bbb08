"""Turns: how one begins, what a stun takes of it, and how it ends (S3-TURN-9 to S3-TURN-16, S3-STUN)."""

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.encounter import Prompt, Question
from domain.rulesets.s3.commands import EndTurn
from domain.rulesets.s3.decide.actions import Whose
from domain.rulesets.s3.decide.effects import effects_of_turn
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.events.harm import (
    BreathSpent,
    StunOver,
    StunRoundSet,
)
from domain.rulesets.s3.state import Fight, Person


@stages.stage("s3.turn.next", NoData)
def next_turn(decision: Decision[Fight], _: NoData) -> None:
    """Begin the next turn of the pairing, at last that of the slower one (S3-TURN-9), or close it (S3-TURN-16)."""
    fight = decision.state
    pairing = fight.pairing
    if pairing is None:
        return
    left = [combatant for combatant in pairing.order if combatant not in pairing.finished]
    if not left:
        decision.record(fact.PairingClosed(pc=pairing.pc, npc=pairing.npc))
        return
    actor = left[0]
    person = fight.people[actor]
    if not person.able:
        lost = decision.record(fact.TurnLost(actor=actor, reason="not_able"))
        decision.cause = decision.record(fact.TurnEnded(actor=actor), cause=lost)
        decision.next(next_turn, NoData())
        return
    began = decision.record(fact.TurnBegun(actor=actor))
    if actor in pairing.forfeited:
        lose_turn(decision, person, "forfeited", began)
    elif fight.loses_turn(person):
        serve_stun(decision, person, began)


def serve_stun(decision: Decision[Fight], person: Person, cause: int) -> None:
    """The turn to be lost begins: the stun is over with it, and one Breath buys a single action (S3-STUN-6 to -8).

    So it is too with a stun from one's own turn: what was left of that one is lost besides (S3-STUN-11).
    """
    fight = decision.state
    if fight.options.stun_length == "round":
        known = person.stun_round == fight.round_number and not person.stunned  # said with an earlier turn of the round
        decision.cause = (
            cause
            if known
            else decision.record(StunRoundSet(combatant=person.id, round=fight.round_number), cause=cause)
        )
    else:
        decision.cause = decision.record(StunOver(combatant=person.id), cause=cause)
    if person.breath > 0:
        decision.ask(Question("act_stunned", person.id), stunned_answer, Whose(person.id))
    else:
        lose_turn(decision, person, "stunned", decision.cause)


def stun_moot(fight: Fight, prompt: Prompt) -> str | None:
    """Return why the stunned cannot act: they are out of action."""
    person = fight.people[prompt.to]
    return None if person.able else person.why_unable


@stages.reply("s3.stun.answer", Whose)
def stunned_answer(decision: Decision[Fight], whose: Whose, answer: str | None) -> None:
    """``spend`` buys one movement action or one attack action (S3-STUN-7); ``decline`` loses the turn (S3-STUN-4)."""
    person = decision.state.people[whose.combatant]
    if answer == "spend":
        spent = decision.record(BreathSpent(combatant=person.id, points=1, purpose="act_stunned"))
        decision.record(fact.ActionBought(actor=person.id), cause=spent)
    elif person.able:
        lose_turn(decision, person, "stunned", decision.cause or 0)


def lose_turn(decision: Decision[Fight], person: Person, reason: str, cause: int) -> None:
    """A lost turn ends with the usual effects (S3-STUN-12)."""
    lost = decision.record(fact.TurnLost(actor=person.id, reason=reason), cause=cause)
    close_turn(decision, person.id, reason, lost)


def end_turn(decision: Decision[Fight], command: EndTurn) -> None:
    """The actor is done (S3-TURN-14)."""
    close_turn(decision, command.actor, "end_turn", decision.cause or 0)


def close_turn(decision: Decision[Fight], actor: str, reason: str, cause: int) -> None:
    """The turn ends: its effects fall in the order of the table, then it is over (S3-ORDER-3)."""
    ending = decision.record(fact.TurnEnding(actor=actor, reason=reason), cause=cause)
    whose = Whose(actor)
    effects = effects_of_turn(decision.state, actor)
    decision.steps(*[(effect, whose) for effect in effects], (turn_over, whose), cause=ending)


@stages.stage("s3.turn.over", Whose)
def turn_over(decision: Decision[Fight], whose: Whose) -> None:
    """The turn is over, the next one of the pairing begins."""
    decision.cause = decision.record(fact.TurnEnded(actor=whose.combatant))
    next_turn.run(decision, NoData())
