"""What a speaker may see of a Yin-Yang fight: open hands are their owners' secret, and what is played of them too.

From which deck somebody draws whose sheet is secret is seen as soon as cards of it have been played.
"""

from msgspec.structs import replace

from domain.model.speaker import Speaker
from domain.rulesets.yin_yang.state import Exchange, Fight, Paid, Part


def seen_by(fight: Fight, speaker: Speaker) -> Fight:
    """The fight without others' cards: those in hand, those that lie face down, and what a deck still has of them.

    A deck without what is in hands would show what is in them, so that with open hands its cards are not shown at all.
    """
    if fight.options.hand == "blind" and not fight.secret_sheets:
        return fight
    seen = fight.fork()
    seen.decks = {key: deck for key, deck in fight.decks.items() if deck.out or key in _known_decks(fight, speaker)}
    if fight.options.hand == "blind":
        return seen
    for person in seen.people.values():
        if not speaker.speaks_for(person.id):
            person.cards = ()
    seen.decks = {key: replace(deck, cards=()) for key, deck in seen.decks.items()}
    if fight.exchange is not None:
        seen.exchange = _exchange_seen(fight.exchange, speaker)
    return seen


def _known_decks(fight: Fight, speaker: Speaker) -> set[str | None]:
    """The decks of those whose sheets the speaker sees."""
    known = [person for person in fight.people.values() if fight.shows_sheet(person.id, speaker)]
    return {deck for person in known for deck in (person.deck, person.cards_of)}


def _exchange_seen(exchange: Exchange, speaker: Speaker) -> Exchange:
    """The exchange with cards face down that are not the speaker's."""
    match = exchange.match
    if match is not None:
        match = replace(match, part=_part_seen(match.part, speaker), paid=_paid_seen(match.paid, speaker))
    return replace(
        exchange,
        part=_part_seen(exchange.part, speaker),
        partners=tuple([_part_seen(part, speaker) for part in exchange.partners]),
        paid=tuple([_paid_seen(paid, speaker) for paid in exchange.paid]),
        match=match,
    )


def _part_seen(part: Part, speaker: Speaker) -> Part:
    return part if speaker.speaks_for(part.combatant) else replace(part, hand_card=None)


def _paid_seen(paid: Paid, speaker: Speaker) -> Paid:
    return paid if speaker.speaks_for(paid.combatant) else replace(paid, cards=())
