"""Which side is left: whose combatants are conscious (TK-KO-2)."""

from domain.rulesets.ticks.state import Fight
from domain.table.drawing import Cards
from domain.table.look import Look
from domain.table.shapes import Combatant, Over


def over(look: Look[Fight], cards: Cards) -> Over | None:
    """Return the side whose combatants alone are conscious, or none if nobody is; None while two sides have some.

    A fight is between two sides that ever took part. Those who are dying may yet be saved (TK-DYING-3).
    """
    left = dict.fromkeys(card.side for card in cards.values() if _is_conscious(card))
    if len(look.sides_of(cards)) < 2 or len(left) > 1:
        return None
    dying = tuple([one for one, card in cards.items() if "dying" in card.conditions])
    by = look.label("by_unconsciousness", "text")
    if not left:
        return Over((), by, look.label("no_side_left", "text"), dying)
    [side] = left
    sentence = look.said("one_side_left", side=look.side(side))
    return Over((side,), by, sentence, dying)


def _is_conscious(card: Combatant) -> bool:
    """Return whether a card stands: one may be dying and awake (TK-DYING-2)."""
    return card.state not in ("dead", "down") and "unconscious" not in card.conditions
