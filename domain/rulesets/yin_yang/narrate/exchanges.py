"""How exchanges are told: calls, matches, Confrontations, follow-ups, misfires."""

from collections.abc import Mapping

from domain.model.encounter import NARRATOR_ID
from domain.model.event import Event
from domain.rulesets.yin_yang.events import exchanges as fact
from domain.rulesets.yin_yang.said import AIMS, made_on, the_weapon, weapon_of
from domain.rulesets.yin_yang.state import Part
from domain.rulesets.yin_yang.words import WHY_LOST
from domain.text.phrases import (
    Names,
    RenderEvent,
    all_named,
    cards_shown,
    counted,
    listed,
    named,
    possessive,
    sentence,
    their,
    they_do,
)

CONSENTS = {"action": "attempt", "charge": "charge"}
OUTCOMES = {
    "white_joker": "wins as if with a White Joker",
    "success": "simply wins",
    "narrated": "wins",
}
BY = {
    "cards": "by the cards",
    "combat_value": "by the higher combat value",
    "ability": "by the better ability",
    "caller": "by the advantage of the caller",
}
VOIDED = {"vetoed": "the narrator vetoes it", "denied": "the narrator denies it"}


def call_made(event: fact.CallMade, names: Names) -> str:
    """What is called, as its caller would say it."""
    caller, part, many = event.part.combatant, event.part, bool(event.partners)
    who = all_named(names, [caller, *(partner.combatant for partner in event.partners)])
    counter = f"; {all_named(names, event.admitted)} may counter" if event.admitted else ""
    again = " once more" if event.follow_up else ""
    if event.kind == "attack":
        verb = "attack" if many else "attacks"
        called = f", aiming at {AIMS[event.called_shot.aim]}: “{event.called_shot.text}”" if event.called_shot else ""
        charge = ", charging" if event.charge else ""
        whom = f" {named(names, event.target)}" if event.target else ""
        armed = _armed(part, names)
        return sentence(f"{who} {verb}{whom}{again}{armed}{charge}{called}{_stake(part)}{counter}.")
    verb = "try" if many else "tries"
    whom = f" against {named(names, event.target)}" if event.target else ""
    against = f"; {all_named(names, event.against)} may oppose" if event.against else ""
    what = f" “{part.goal}”" if part.goal else " something"
    how = made_on(part.attributes, part.ability)
    flee = ", to get away" if part.stake == "flee" else ""
    return sentence(f"{who} {verb}{what}{whom}{flee}, with {how}{against}{counter}.")


def _armed(part: Part, names: Names) -> str:
    """With which weapon somebody attacks; one that is set aside is told with the punches (YY-DMG-19)."""
    armed = f" with {the_weapon(names, part.weapon, part.combatant)}" if part.weapon else ""
    return f"{armed}, pulling {their(names, part.combatant)} punches" if part.pull_punches else armed


def _stake(part: Part) -> str:
    """What the winner gets, where it is no damage."""
    if part.stake == "flee":
        return ", to get away"
    return f", for “{part.goal}”" if part.stake == "goal" else ""


def cards_laid(event: fact.CardsLaid, names: Names) -> str:
    what = f"{cards_shown(event.cards)} face down" if event.cards else "face down from the hand"
    return sentence(f"{named(names, event.combatant)} plays {what}.")


def combination_met(event: fact.CombinationMet, names: Names) -> str:
    return sentence(f"{all_named(names, event.combatants)} act together, led by {named(names, event.leader)}.")


def combination_failed(event: fact.CombinationFailed, names: Names) -> str:
    """Who keeps them from it: the narrator, one of them, or their target, which is gone."""
    by = named(names, event.refused_by)
    if event.refused_by == NARRATOR_ID:
        why = "the narrator does not allow it"
    else:
        why = f"{by} takes no part" if event.refused_by in event.combatants else f"{by} is out of the fight"
    return sentence(f"{all_named(names, event.combatants)} do not act together: {why}.")


def consent_given(event: fact.ConsentGiven, names: Names) -> str:
    cards = [counted(event.bonus, "bonus card")] if event.bonus else []
    cards += [counted(event.penalty, "penalty card")] if event.penalty else []
    more = f" with {listed(cards)}" if cards else ""
    more += f"; {all_named(names, event.may_counter)} may counter" if event.may_counter else ""
    more += "; coordinating costs no action" if event.waive_dedication else ""
    return f"The narrator {_judged('allows', 'lets', event, names)}{more}."


def consent_denied(event: fact.ConsentDenied, names: Names) -> str:
    return f"The narrator {_judged('denies', 'does not let', event, names)}."


def _judged(allows: str, lets: str, event: fact.ConsentGiven | fact.ConsentDenied, names: Names) -> str:
    """``allows Bill's charge``, ``lets Bill and the others act together``."""
    if event.about == "combine":
        return f"{lets} {named(names, event.combatant)} and the others act together"
    return f"{allows} {possessive(names, event.combatant)} {CONSENTS[event.about]}"


def called_shot_priced(event: fact.CalledShotPriced, names: Names) -> str:
    return sentence(f"{possessive(names, event.combatant)} called shot costs {counted(event.penalty, 'penalty card')}.")


def counter_allowed(event: fact.CounterAllowed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} may match the call too.")


def let_passed(event: fact.LetPassed, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} lets it pass.")


def call_matched(event: fact.CallMatched, names: Names) -> str:
    part = event.match.part
    who = named(names, part.combatant)
    if event.match.mode == "counter":
        return sentence(f"{who} counters with {made_on(part.attributes, part.ability)}{_stake(part)}.")
    return sentence(f"{who} strikes back{_armed(part, names)}{_stake(part)}.")


def call_voided(event: fact.CallVoided, names: Names) -> str:
    why = VOIDED.get(event.reason, event.reason)
    return sentence(f"{possessive(names, event.caller)} call comes to nothing: {why}.")


def exchange_decided(event: fact.ExchangeDecided, names: Names) -> str:
    caller = named(names, event.caller)
    if event.winner is None:
        both = f"both {caller} and {named(names, event.matcher)} fail" if event.matcher else f"{caller} fails"
        return sentence(f"{both}.")
    winner, achieved = named(names, event.winner), f" and achieves “{event.achieved}”" if event.achieved else ""
    if event.foiled:
        return sentence(f"{winner} foils what {caller} attempts.")
    loser = event.caller if event.winner != event.caller else event.matcher
    beats = f" against {named(names, loser)}" if loser else ""
    if event.victim is None:
        return sentence(f"{winner} succeeds{beats}{achieved}.")
    guarded = f" gets past {named(names, loser)} and" if loser and loser != event.victim else ""
    return sentence(f"{winner}{guarded} hits {named(names, event.victim)}{achieved}.")


def goal_reached(event: fact.GoalReached, names: Names) -> str:
    return sentence(f"{named(names, event.combatant)} reaches the goal: “{event.goal}”.")


def exchange_ended(event: fact.ExchangeEnded, names: Names) -> str:
    return "The exchange is over."


def confrontation_begun(event: fact.ConfrontationBegun, names: Names) -> str:
    pair = f"{named(names, event.first)} and {named(names, event.second)}"
    alone = "; no one may come between them this turn" if event.locked else ""
    return sentence(f"{pair} face each other in a Confrontation{alone}.")


def confrontation_denied(event: fact.ConfrontationDenied, names: Names) -> str:
    pair = f"{named(names, event.first)} and {named(names, event.second)}"
    return sentence(f"{pair} have no Confrontation; their cards decide.")


def flurry_drawn(event: fact.FlurryDrawn, names: Names) -> str:
    first = f"{named(names, event.first)} draws {cards_shown(event.first_cards)} and counts {event.first_count}"
    second = f"{named(names, event.second)} draws {cards_shown(event.second_cards)} and counts {event.second_count}"
    still = "; a standstill" if event.first_count == event.second_count else ""
    return f"Flurry {event.number}: {first}, {second}{still}."


def confrontation_won(event: fact.ConfrontationWon, names: Names) -> str:
    how = BY[event.by]
    return sentence(f"{named(names, event.winner)} wins the Confrontation with {named(names, event.loser)} {how}.")


def confrontation_settled(event: fact.ConfrontationSettled, names: Names) -> str:
    words = f": “{event.narrated}”" if event.narrated else ""
    return sentence(f"{named(names, event.winner)} {OUTCOMES[event.outcome]}{words}.")


def follow_up_earned(event: fact.FollowUpEarned, names: Names) -> str:
    whom, able = named(names, event.adversary), f" and {event.ability}" if event.ability else ""
    who, armed = possessive(names, event.combatant), the_weapon(names, event.weapon, event.combatant)
    return sentence(f"{who} King earns another attack on {whom}, with {armed}{able}.")


def follow_up_lost(event: fact.FollowUpLost, names: Names) -> str:
    who = event.combatant
    if event.reason == "declined":
        return sentence(f"{named(names, who)} does not attack once more.")
    out = event.reason == "drawer_out"
    why = f"{they_do(names, who, 'is')} out of action" if out else WHY_LOST[event.reason]
    return sentence(f"{named(names, who)} cannot attack once more: {why}.")


def adverse_effect(event: fact.AdverseEffect, names: Names) -> str:
    who, victim = possessive(names, event.combatant), named(names, event.victim)
    return sentence(f"{who} King does something worse to {victim}: “{event.text}”.")


def misfired(event: fact.Misfired, names: Names) -> str:
    whom = "its own wielder" if event.victim == event.combatant else named(names, event.victim)
    return sentence(f"{weapon_of(names, event.weapon, event.combatant)} misfires and strikes {whom}.")


EXCHANGES_TOLD: Mapping[type[Event], RenderEvent] = {
    fact.CallMade: call_made,
    fact.CardsLaid: cards_laid,
    fact.CombinationMet: combination_met,
    fact.CombinationFailed: combination_failed,
    fact.ConsentGiven: consent_given,
    fact.ConsentDenied: consent_denied,
    fact.CalledShotPriced: called_shot_priced,
    fact.CounterAllowed: counter_allowed,
    fact.LetPassed: let_passed,
    fact.CallMatched: call_matched,
    fact.CallVoided: call_voided,
    fact.ExchangeDecided: exchange_decided,
    fact.GoalReached: goal_reached,
    fact.ExchangeEnded: exchange_ended,
    fact.ConfrontationBegun: confrontation_begun,
    fact.ConfrontationDenied: confrontation_denied,
    fact.FlurryDrawn: flurry_drawn,
    fact.ConfrontationWon: confrontation_won,
    fact.ConfrontationSettled: confrontation_settled,
    fact.FollowUpEarned: follow_up_earned,
    fact.FollowUpLost: follow_up_lost,
    fact.AdverseEffect: adverse_effect,
    fact.Misfired: misfired,
}
