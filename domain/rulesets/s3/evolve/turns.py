"""How facts of scenes, rounds and turns change the fight."""

from msgspec.structs import replace

from domain.core.evolve import Folds
from domain.rulesets.s3.events import turns as fact
from domain.rulesets.s3.state import Fight, Pairing, Round, Turn


def scene_set(fight: Fight, event: fact.SceneSet) -> None:
    fight.zones = {zone.key: zone for zone in event.zones}
    fight.links = {link.key: link for link in event.links}
    fight.hazards = {hazard.key: hazard for hazard in event.hazards}


def scene_begun(fight: Fight, event: fact.SceneBegun) -> None:
    fight.scene = event.scene
    fight.scene_name = event.name
    fight.memory = {}
    fight.distractions = tuple(d for d in fight.distractions if d.until_round is not None)


def round_begun(fight: Fight, event: fact.RoundBegun) -> None:
    fight.round_number = event.round
    fight.round = Round(event.pairings, event.pcs)


def round_closing(fight: Fight, event: fact.RoundClosing) -> None:
    if fight.round is not None:
        fight.round = replace(fight.round, closing=True)


def round_ended(fight: Fight, event: fact.RoundEnded) -> None:
    fight.round = None


def pairing_opened(fight: Fight, event: fact.PairingOpened) -> None:
    fight.pairing = Pairing(event.pc, event.npc)


def initiative_settled(fight: Fight, event: fact.InitiativeSettled) -> None:
    if fight.pairing is not None:
        fight.pairing = replace(fight.pairing, order=event.order)


def pairing_struck(fight: Fight, event: fact.PairingStruck) -> None:
    if fight.round is not None:
        fight.round = replace(
            fight.round,
            waiting=tuple(pc for pc in fight.round.waiting if pc != event.pc),
            struck=(*fight.round.struck, event.pc),
        )


def pairing_closed(fight: Fight, event: fact.PairingClosed) -> None:
    fight.pairing = None
    if fight.round is not None:
        fight.round = replace(
            fight.round,
            waiting=tuple(pc for pc in fight.round.waiting if pc != event.pc),
            done=(*fight.round.done, event.pc),
        )


def turn_begun(fight: Fight, event: fact.TurnBegun) -> None:
    finishable = tuple(
        hold.id
        for hold in fight.holds
        if hold.kind == "choke" and hold.holder == event.actor and fight.may_finish(hold)
    )
    spent = fight.pairing is not None and event.actor in fight.pairing.attack_spent
    fight.turn = Turn(event.actor, fight.lineage_version, attack=not spent, finishable=finishable)


def turn_lost(fight: Fight, event: fact.TurnLost) -> None:
    if fight.turn is not None and fight.turn.actor == event.actor:
        fight.turn = replace(fight.turn, movement=False, attack=False, extra=None)


def action_bought(fight: Fight, event: fact.ActionBought) -> None:
    if fight.turn is not None:
        fight.turn = replace(fight.turn, bought=True)


def action_taken(fight: Fight, event: fact.ActionTaken) -> None:
    turn = fight.turn
    if turn is None:
        return
    if event.extra is not None:
        fight.turn = replace(turn, extra=None, extras_used=(*turn.extras_used, event.extra))
    elif turn.bought:
        fight.turn = replace(turn, movement=False, attack=False)
    elif event.action == "movement":
        fight.turn = replace(turn, movement=False)
    else:
        fight.turn = replace(turn, attack=False)


def extra_attack_opened(fight: Fight, event: fact.ExtraAttackOpened) -> None:
    if fight.turn is not None:
        fight.turn = replace(fight.turn, extra=event.talent)


def reply_attack_spent(fight: Fight, event: fact.ReplyAttackSpent) -> None:
    if fight.pairing is not None:
        fight.pairing = replace(fight.pairing, attack_spent=(*fight.pairing.attack_spent, event.combatant))


def turn_forfeited(fight: Fight, event: fact.TurnForfeited) -> None:
    if fight.pairing is not None:
        fight.pairing = replace(fight.pairing, forfeited=(*fight.pairing.forfeited, event.combatant))


def turn_ending(fight: Fight, event: fact.TurnEnding) -> None:
    if fight.turn is not None:
        fight.turn = replace(fight.turn, ending=True, movement=False, attack=False, extra=None)


def turn_ended(fight: Fight, event: fact.TurnEnded) -> None:
    """The turn counts for the holds and doses that its actor suffers, if it began after they did."""
    turn, actor = fight.turn, event.actor
    began = turn.since if turn is not None else 0
    fight.turn = None
    if fight.pairing is not None:
        fight.pairing = replace(fight.pairing, finished=(*fight.pairing.finished, actor))
    if fight.round is not None and actor not in fight.round.had_turn:
        fight.round = replace(fight.round, had_turn=(*fight.round.had_turn, actor))
    person = fight.people[actor]
    if person.doses:
        person.doses = tuple(
            [
                replace(dose, turns_had=dose.turns_had + 1) if began > dose.given_version else dose
                for dose in person.doses
            ]
        )
    if fight.holds:
        fight.holds = tuple(
            [
                replace(hold, victim_turns=hold.victim_turns + 1) if hold.held == actor and began > hold.since else hold
                for hold in fight.holds
            ]
        )


def fight_decided(fight: Fight, event: fact.FightDecided) -> None:
    fight.outcome = event.winner
    fight.decided = True


def fight_reopened(fight: Fight, event: fact.FightReopened) -> None:
    fight.outcome = None
    fight.decided = False


def combat_ended(fight: Fight, event: fact.CombatEnded) -> None:
    fight.turn = None
    fight.pairing = None
    fight.round = None


TURN_FOLDS: Folds = {
    fact.SceneSet: scene_set,
    fact.SceneBegun: scene_begun,
    fact.RoundBegun: round_begun,
    fact.RoundClosing: round_closing,
    fact.RoundEnded: round_ended,
    fact.PairingOpened: pairing_opened,
    fact.InitiativeSettled: initiative_settled,
    fact.PairingStruck: pairing_struck,
    fact.PairingClosed: pairing_closed,
    fact.TurnBegun: turn_begun,
    fact.TurnLost: turn_lost,
    fact.ActionBought: action_bought,
    fact.ActionTaken: action_taken,
    fact.ExtraAttackOpened: extra_attack_opened,
    fact.ReplyAttackSpent: reply_attack_spent,
    fact.TurnForfeited: turn_forfeited,
    fact.TurnEnding: turn_ending,
    fact.TurnEnded: turn_ended,
    fact.FightDecided: fight_decided,
    fact.FightReopened: fight_reopened,
    fact.CombatEnded: combat_ended,
}
