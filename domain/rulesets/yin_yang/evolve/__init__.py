"""How the facts of Yin-Yang change a fight: one fold for each event."""

import msgspec

from domain.core_events import CombatantJoined, Commanded, EncounterOpened
from domain.core_folds import Folds, joined, opened_with
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


YIN_YANG_FOLDS: Folds = {
    EncounterOpened: opened_with(Options),
    Commanded: commanded,
    CombatantJoined: combatant_joined,
    **CARD_FOLDS,
    **TURN_FOLDS,
    **EXCHANGE_FOLDS,
    **HARM_FOLDS,
    **PLACE_FOLDS,
}
