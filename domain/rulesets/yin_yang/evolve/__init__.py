"""How the facts of Yin-Yang change a fight: one fold for each event."""

import msgspec

from domain.core.events import CombatantJoined, Commanded, EncounterOpened, PolicySet
from domain.core.evolve import Folds, joined, opened_with, policy_set
from domain.rulesets.yin_yang.evolve.cards import CARD_FOLDS, bring_deck, none_fresh
from domain.rulesets.yin_yang.evolve.exchanges import EXCHANGE_FOLDS
from domain.rulesets.yin_yang.evolve.harm import HARM_FOLDS, stand_again
from domain.rulesets.yin_yang.evolve.places import PLACE_FOLDS
from domain.rulesets.yin_yang.evolve.turns import TURN_FOLDS
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.state import Fight, Person


def commanded(fight: Fight, event: Commanded) -> None:
    """Outside an exchange, or a test that waits, the cards of a decision are its own (YY-DECK-10)."""
    if fight.exchange is None and not fight.waiting:
        none_fresh(fight)


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """The newcomer is there as its sheet says, and the deck that it draws from; its side stands again (YY-COND-9)."""
    joined(fight, event)
    person = msgspec.convert(event.sheet, Person)
    fight.people = {**fight.people, person.id: person}
    bring_deck(fight, person.deck)
    stand_again(fight, person)


def standing_answer_set(fight: Fight, event: PolicySet) -> None:
    """For the mad only the narrator sets standing answers; these go on while it is mad (YY-MB-5)."""
    policy_set(fight, event)
    person = fight.people.get(event.of)
    if person is not None and person.mad:
        person.mad_policies = tuple(dict.fromkeys([*person.mad_policies, event.kind]))


YIN_YANG_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    Commanded: commanded,
    CombatantJoined: combatant_joined,
    PolicySet: standing_answer_set,
    **CARD_FOLDS,
    **TURN_FOLDS,
    **EXCHANGE_FOLDS,
    **HARM_FOLDS,
    **PLACE_FOLDS,
}
