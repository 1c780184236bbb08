"""How shared events change a fight, where this ruleset says more than all of them do."""

import msgspec

from domain.core.events import CombatantJoined, Commanded, PolicySet
from domain.model.event import Folds
from domain.rulesets.yin_yang.chapters.decks.decks import bring_deck
from domain.rulesets.yin_yang.chapters.exchanges.calls import none_fresh
from domain.rulesets.yin_yang.chapters.harm.harm import stand_again
from domain.rulesets.yin_yang.state import Fight, Person


def commanded(event: Commanded, fight: Fight) -> None:
    """Outside an exchange, or a test that waits, the cards of a decision are its own (YY-DECK-10)."""
    if fight.exchange is None and not fight.waiting:
        none_fresh(fight)


def combatant_joined(event: CombatantJoined, fight: Fight) -> None:
    """The newcomer is there as its sheet says, and the deck that it draws from; its side stands again (YY-COND-9)."""
    event.evolve(fight)
    person = msgspec.convert(event.sheet, Person)
    fight.people = {**fight.people, person.id: person}
    bring_deck(fight, person.deck)
    stand_again(fight, person)


def standing_answer_set(event: PolicySet, fight: Fight) -> None:
    """For the mad only the narrator sets standing answers; these go on while it is mad (YY-MB-5)."""
    event.evolve(fight)
    person = fight.people.get(event.of)
    if person is not None and person.mad:
        person.mad_policies = tuple(dict.fromkeys([*person.mad_policies, event.kind]))


YIN_YANG_FOLDS: Folds = {
    Commanded: commanded,
    CombatantJoined: combatant_joined,
    PolicySet: standing_answer_set,
}
