"""Cards as the story shows them: what fell for whom, the bonus and penalty cards among it, and which card counts."""

from collections.abc import Iterable
from typing import Final

from domain.rulesets.yin_yang import said
from domain.story.throws import Face, ThrowPart
from domain.text.phrases import card_name

PARTS: Final = {
    "target_value": ThrowPart("target value above 10", 1, "YY-HIGH-2"),
    "damage_score": ThrowPart("Damage Score above 10", 1, "YY-HIGH-4"),
    "vitality": ThrowPart("Vitality at 0", 1, "YY-VIT-3"),
    "mental_balance": ThrowPart("Mental Balance at 0", 1, "YY-MB-3"),
    "stamina": ThrowPart("Stamina at 0", 1, "YY-STAM-4"),
    "difficulty": ThrowPart("difficulty", 1, "YY-AUTO-5"),
    "cumbersome": ThrowPart("cumbersome armour", 1, "YY-ARM-9"),
    "called_shot": ThrowPart("called shot", 1, "YY-CALLED-2"),
    "charge": ThrowPart("charge", 1, "YY-WPN-22"),
    "partners": ThrowPart("partners", 1, "YY-COMB-4"),
    "granted": ThrowPart("granted cards", 1, "YY-BONUS-6"),
    "narrator": ThrowPart("the narrator", 1, "YY-BONUS-4"),
}
"""One card of each source of bonus and penalty cards, with the rule that adds it."""


def parts_of(bonus: Iterable[tuple[str, int]], penalty: Iterable[tuple[str, int]]) -> tuple[ThrowPart, ...]:
    """Return the bonus cards, and below 0 the penalty cards, by their sources (YY-BONUS-4)."""
    signed = [*bonus, *[(source, -cards) for source, cards in penalty]]
    return tuple([ThrowPart(PARTS[source].label, cards, PARTS[source].rule) for source, cards in signed])


def faces_of(cards: Iterable[str]) -> tuple[Face, ...]:
    """Return cards as faces."""
    return tuple([Face(card) for card in cards])


def which_counts(kept: str | None, net: int) -> str:
    """Return which card counts: the best of those with bonus cards, the worst with penalty cards (YY-BONUS-1)."""
    if kept is None:
        return ""
    of_several = "the best, " if net > 0 else "the worst, " if net < 0 else ""
    return f"{of_several}the {card_name(kept)}"


def comes_to(grade: str, number: int | None) -> int | str:
    """Return what a card comes to: its number if it succeeds, or the grade of the test in words."""
    return number if grade == "number" and number is not None else said.GRADES.get(grade, "a success without a card")
