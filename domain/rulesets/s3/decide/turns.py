"""Rounds, pairings, turns: who acts when, what a stun takes away, how turns and rounds end (S3-TURN, S3-STUN)."""

from domain.core.events import CombatantJoined
from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.model.encounter import Prompt, Question
from domain.model.event import Event
from domain.model.refusal import refuse, require
from domain.rulesets.s3.commands import BeginRound, BeginScene, BeginTurn, EndCombat, EndTurn, StrikeTurn
from domain.rulesets.s3.decide.consequences import check_vehicle
from domain.rulesets.s3.decide.contest import INITIATIVE, Contest, Outcome, Rival, settle_rivals
from domain.rulesets.s3.decide.effects import (
    Whose,
    effects_of_round,
    effects_of_turn,
    strike_doses,
)
from domain.rulesets.s3.decide.stages import stages
from domain.rulesets.s3.decide.stunts import throw_side
from domain.rulesets.s3.decide.throws import Effort
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.events.harm import (
    BreathSpent,
    CombatantDisabled,
    Recovered,
    Stunned,
    StunOver,
    StunRoundSet,
)
from domain.rulesets.s3.events.places import CameBack, LeftFight
from domain.rulesets.s3.state import Fight, Person
from domain.rulesets.s3.words import Side

FALLS: tuple[type[Event], ...] = (CombatantDisabled, LeftFight)
RISES: tuple[type[Event], ...] = (CombatantJoined, Recovered, CameBack)


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


def strike_turn(decision: Decision[Fight], command: StrikeTurn) -> None:
    """The narrator strikes a pairing that will not be played (S3-TURN-19)."""
    fight = decision.state
    round_, pairing = fight.round, fight.pairing
    waits = round_ is not None and command.pc in round_.waiting and (pairing is None or pairing.pc != command.pc)
    require(waits, "S3-TURN-19", f"{fight.name_of(command.pc)} has no pairing left.", field="command.pc")
    decision.record(fact.PairingStruck(pc=command.pc, reason="narrator"))


def end_combat(decision: Decision[Fight], command: EndCombat) -> None:
    """Pairing and round are cleared without further effects (S3-TURN-25).

    The turn that is cut off counts as had, for doses and chokes (S3-POIS-2, S3-STRAN-6).
    """
    turn = decision.state.turn
    if turn is not None:
        decision.record(fact.TurnEnded(actor=turn.actor))
    decision.record(fact.CombatEnded())


@stages.stage("s3.round.over", NoData)
def round_over(decision: Decision[Fight], _: NoData) -> None:
    """The round ends; the next has to be begun."""
    decision.record(fact.RoundEnded(round=decision.state.round_number))


def settle(decision: Decision[Fight]) -> None:
    """What falls due after a command: a turn that cannot go on, a pairing struck, the round's end, a decision.

    One thing at a time; it is asked again after each (S3-TURN-15, S3-TURN-17, S3-TURN-18, S3-TURN-25, S3-TURN-29). A
    vehicle that joined, or was placed, without a driver is halting, without anybody able it stands (S3-MOUNT-11).
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
            decision.record(fact.PairingStruck(pc=pc, reason="not_able"), cause=_newest(decision, FALLS, pc))
    waiting = fight.round.waiting if fight.round is not None else ()
    if not waiting and not round_.closing:
        last = _newest(decision, (fact.PairingClosed, fact.PairingStruck))
        closing = decision.record(fact.RoundClosing(round=fight.round_number), cause=last)
        effects = effects_of_round(fight)
        decision.steps(*[(effect, NoData()) for effect in effects], (round_over, NoData()), cause=closing)


def _settle_outcome(decision: Decision[Fight]) -> None:
    """Record once that a side has nobody able left, and that it has again."""
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
            decision.record(fact.FightDecided(winner=winner), cause=_newest(decision, FALLS))
    elif fight.decided:
        decision.record(fact.FightReopened(), cause=_newest(decision, RISES))


def _newest(decision: Decision[Fight], kinds: tuple[type[Event], ...], combatant: str | None = None) -> int:
    """The newest fact of these kinds in this decision, if need be of that combatant; without one, the newest at all."""
    first = decision.state.lineage_version - len(decision.recorded) + 1
    for place in reversed(range(len(decision.recorded))):
        event = decision.recorded[place].event
        if isinstance(event, kinds) and combatant in (None, getattr(event, "combatant", None)):
            return first + place
    return decision.state.lineage_version
