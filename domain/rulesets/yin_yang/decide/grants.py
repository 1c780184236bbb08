"""Granted cards: bonus and penalty cards that the narrator gives somebody for a span (YY-BONUS-6, YY-NARR-2)."""

from domain.decision.decision import Decision
from domain.model.people import find_combatant
from domain.model.refusal import refuse, require
from domain.rulesets.yin_yang import commands as ask
from domain.rulesets.yin_yang.events.cards import CardsGranted, GrantsUsed
from domain.rulesets.yin_yang.state import Fight
from domain.rulesets.yin_yang.words import GrantedOn


def give_cards(decision: Decision[Fight], command: ask.GiveCards) -> None:
    """The narrator grants bonus or penalty cards (YY-NARR-2), such as a feat deserves (YY-BONUS-7)."""
    grant(decision, command, "command")


def grant(decision: Decision[Fight], given: ask.Granting, field: str) -> None:
    """Grant bonus or penalty cards, one of both; ``this_turn`` only in a turn (YY-BONUS-6)."""
    person = find_combatant(decision.state, given.combatant, f"{field}.combatant")
    if (given.bonus > 0) == (given.penalty > 0):
        detail = "Give bonus cards or penalty cards, at least one card, and not both."
        refuse(None, detail, code="invalid", field=f"{field}.bonus")
    between = given.lasting == "this_turn" and decision.state.phase == "between"
    detail = "No turn is running; let the cards last for the next test, the next turn or the rest of the fight."
    require(not between, "YY-BONUS-6", detail, field=f"{field}.lasting")
    cards = given.bonus - given.penalty
    decision.cause = decision.record(
        CardsGranted(combatant=person.id, cards=cards, on=given.on, lasting=given.lasting, reason=given.reason)
    )


def use_grants(decision: Decision[Fight], combatant: str, on: GrantedOn) -> None:
    """What was granted for the next test, or the next Damage Draw, is used up by this one (YY-BONUS-6)."""
    if (on, "next_test") in [(grant.on, grant.lasting) for grant in decision.state.people[combatant].granted]:
        decision.record(GrantsUsed(combatant=combatant, on=on))
