"""Which card of an open hand is played where nobody chooses (YY-PROM-15)."""

from domain.rulesets.yin_yang.chapters.decks.hands import costs_card
from domain.rulesets.yin_yang.chapters.decks.ranking import best, rank
from domain.rulesets.yin_yang.chapters.exchanges.contributions import value_of
from domain.rulesets.yin_yang.state import Fight, Part, Person


def best_card(fight: Fight, person: Person, part: Part, *, count: int = 1) -> str | None:
    """The best card in hand for a part that costs so many actions, of equal ones the first dealt; None without one."""
    if not costs_card(fight, person, count=count) or not person.cards:
        return None
    return best(person.cards, lambda card: rank(card, value_of(person, part)))
