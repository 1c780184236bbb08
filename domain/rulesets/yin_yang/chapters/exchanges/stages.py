"""The order of an exchange (YY-ORD-1): its stages by name, from the narrator's word to a King's follow-up.

The call itself is checked and paid before (steps 1 and 2). Each stage reads the state anew, since the prompts before it
may have changed it; one that finds the exchange over does nothing. Cards fall in the order of the stages (YY-DECK-7).
"""

from typing import Final

from domain.decision.decision import Decision
from domain.decision.stages import NoData
from domain.rulesets.yin_yang.state import Fight

TO_THE_CARDS: Final[tuple[str, ...]] = (
    "yin_yang.consent.action",  # 3
    "yin_yang.consent.charge",
    "yin_yang.consent.called_shot",
    "yin_yang.matching.ask",  # 4, and 5, the matcher's action
    "yin_yang.verdicts.draw",  # 6, and 7, the winner, nothing, or a Confrontation
)
"""What comes before the cards; ``draw`` goes on with what follows from them."""

FROM_THE_CARDS: Final[tuple[str, ...]] = (
    "yin_yang.verdicts.jokers",  # 8
    "yin_yang.verdicts.streaks",  # 9
    "yin_yang.stakes.stake",  # 10
    "yin_yang.stakes.misfires",  # 11
    "yin_yang.stakes.extra_actions",  # 12
    "yin_yang.follow_ups.king",  # 13
    "yin_yang.follow_ups.end",
)
"""What follows from the verdict; each finds what was decided in its data."""


def run_exchange(decision: Decision[Fight]) -> None:
    """Put the exchange that has just been called on the agenda (YY-ORD-1, from step 3 on)."""
    decision.steps(*[(decision.ruleset.stages[name], NoData()) for name in TO_THE_CARDS])
