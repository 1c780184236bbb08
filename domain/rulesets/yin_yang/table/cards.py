"""The cards of combatants: their tracks and actions, what they hold and wear, the cards of an open hand."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.rulesets.yin_yang.state import Fight, Person
from domain.rulesets.yin_yang.table.conditions import conditions
from domain.rulesets.yin_yang.words import TRACKS, OutReason
from domain.table.drawing import MeterKind
from domain.table.look import Look
from domain.table.shapes import Card, Combatant, Hand, Item, Meter, Place, Standing
from domain.text.phrases import card_name

METERS: Final[Mapping[str, MeterKind]] = {
    "vitality": MeterKind("health", "points", low=0),
    "mental_balance": MeterKind("mind", "points", low=0),
    "stamina": MeterKind("stamina", "points", low=0),
    "actions": MeterKind("actions"),
}
"""The meters; a track at 0 is a penalty card, and below it one falls (YY-VIT-3, YY-MB-3, YY-STAM-4)."""
STANDINGS: Final[tuple[tuple[OutReason, Standing], ...]] = (("dead", "dead"), ("fled", "gone"), ("dying", "dying"))
"""What reasons to be out of action come to, the weightiest first (YY-COND-1); with others one is down."""


def card(look: Look[Fight], combatant: str) -> Combatant:
    """Return the card of a combatant."""
    person = look.state.people[combatant]
    state = _standing(person)
    return Combatant(
        name=person.name,
        kind="person",
        role=look.label("mook") if person.mook else look.label(person.kind, "kind"),
        side=person.side,
        state=state,
        why=_why(look, person, state),
        place=None if state == "gone" else Place(at=person.subfight),
        meters=_meters(look, person),
        conditions=conditions(look, person),
        items=dict(_items(look, person)),
        hand=_hand(look, person),
    )


def _standing(person: Person) -> Standing:
    """Return how somebody stands; the stabilised are out of danger (YY-VIT-6)."""
    if person.able:
        return "able"
    found: Standing = next((state for reason, state in STANDINGS if reason in person.out), "down")
    return "down" if found == "dying" and person.stabilised else found


def _why(look: Look[Fight], person: Person, state: Standing) -> str:
    """Return what the state of a card does not say and no condition does."""
    if state == "gone":
        return look.said("why_fled")
    return look.said("why_stabilised") if state == "down" and person.stabilised else ""


def _meters(look: Look[Fight], person: Person) -> dict[str, Meter]:
    """Return the three tracks, and the actions that are left of the turn (YY-ACT-3, YY-ACT-4)."""
    meters: dict[str, Meter] = {track: Meter(person.points(track), person.most(track)) for track in TRACKS}
    parts = {look.said("in_hand"): person.hand, look.said("extra"): person.extra} if person.extra else {}
    meters["actions"] = Meter(person.actions, parts=parts)
    return meters


def _items(look: Look[Fight], person: Person) -> Iterator[tuple[str, Item]]:
    """Yield the weapons in hand (YY-WPN-10) and the armour that is worn, by ID.

    A piece of armour may have the ID of a weapon of the same sheet.
    """
    for grip in person.wielded:
        use = look.said("use_hands" if grip.hands > 1 else "use_hand")
        yield grip.weapon, Item(person.weapons[grip.weapon].name, use)
    for key in person.worn:
        piece = person.armour[key]
        note = look.said("destroyed") if piece.destroyed else ""
        yield f"armour:{key}" if key in person.weapons else key, Item(piece.name, look.said("use_worn"), note=note)


def _hand(look: Look[Fight], person: Person) -> Hand | None:
    """Return an open hand: its cards for their owner and the narrator, for others how many (YY-DECK-14)."""
    count = len(look.whole.people[person.id].cards)
    return Hand(count, tuple([Card(face, card_name(face)) for face in person.cards])) if count else None
