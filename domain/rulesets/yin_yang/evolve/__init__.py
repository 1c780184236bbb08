"""How the facts of Yin-Yang change a fight: one fold for each event."""

import msgspec
from msgspec.structs import replace

from domain.cards import PACK
from domain.core_events import CombatantJoined, Commanded, EncounterOpened
from domain.core_folds import Folds, joined, opened_with
from domain.rulesets.yin_yang.evolve.cards import CARD_FOLDS
from domain.rulesets.yin_yang.evolve.exchanges import EXCHANGE_FOLDS
from domain.rulesets.yin_yang.evolve.harm import HARM_FOLDS
from domain.rulesets.yin_yang.evolve.places import PLACE_FOLDS
from domain.rulesets.yin_yang.evolve.turns import TURN_FOLDS
from domain.rulesets.yin_yang.options import Options
from domain.rulesets.yin_yang.state import Deck, Fight, Person
from domain.rulesets.yin_yang.words import NARRATOR_DECK

JOKERS = 2


def commanded(fight: Fight, event: Commanded) -> None:
    """Outside an exchange, or a test that waits, the cards of a decision are its own (YY-DECK-10)."""
    if fight.exchange is None and not fight.waiting:
        fight.decks = {key: replace(deck, fresh=()) if deck.fresh else deck for key, deck in fight.decks.items()}


def combatant_joined(fight: Fight, event: CombatantJoined) -> None:
    """Whoever draws from a deck that nobody has drawn from brings it along whole (YY-DECK-3, YY-DECK-4)."""
    joined(fight, event)
    person = msgspec.convert(event.sheet, Person)
    fight.people = {**fight.people, person.id: person}
    if person.deck not in fight.decks:
        fight.decks = {**fight.decks, person.deck: whole_deck(fight.options, person.deck)}


def whole_deck(options: Options, key: str) -> Deck:
    """A deck with all its cards (YY-DECK-1, YY-DECK-2, YY-DECK-4)."""
    pack = PACK if options.jokers else PACK[:-JOKERS]
    return Deck(pack * (options.narrator_decks if key == NARRATOR_DECK else 1))


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
