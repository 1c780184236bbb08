"""The state of a Ticks fight: what the sheets and the encounter itself remember.

``Fight`` and ``Person`` are shells that folds write to; all that they hold is replaced, never changed.
"""

from domain.rulesets.ticks.state.fight import Fight, Lying, Scheduled
from domain.rulesets.ticks.state.person import Person
from domain.rulesets.ticks.state.square import Square
from domain.rulesets.ticks.state.turn import Condition, Declaration, LuckPaid, Plan, Trigger, Turn

__all__ = [
    "Condition",
    "Declaration",
    "Fight",
    "LuckPaid",
    "Lying",
    "Person",
    "Plan",
    "Scheduled",
    "Square",
    "Trigger",
    "Turn",
]
