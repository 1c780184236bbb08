"""The state of a Century fight: what the sheets and the encounter itself remember.

``Fight`` and ``Person`` are shells that folds write to; all that they hold is replaced, never changed.
Frozen values contain no reference cycles, so the garbage collector does not track them (``gc=False``).
"""

from domain.rulesets.century.state.attack import (
    Allotment,
    Attack,
    CalledTerms,
    DefenceCalled,
    Fall,
    Held,
    Hit,
    Terms,
    Turning,
    Wound,
)
from domain.rulesets.century.state.fight import Circumstance, Dropped, Fight, Scene, Slot, Towards, Turn
from domain.rulesets.century.state.person import (
    Condition,
    Cover,
    Covered,
    Craft,
    Initiative,
    Overrides,
    Person,
    Skill,
)
from domain.rulesets.century.state.place import Place
from domain.rulesets.century.state.roll import (
    Candidate,
    Consequence,
    CriticalChoice,
    Modifier,
    Part,
    Roll,
    RollOutcome,
)

__all__ = [
    "Allotment",
    "Attack",
    "CalledTerms",
    "Candidate",
    "Circumstance",
    "Condition",
    "Consequence",
    "Cover",
    "Covered",
    "Craft",
    "CriticalChoice",
    "DefenceCalled",
    "Dropped",
    "Fall",
    "Fight",
    "Held",
    "Hit",
    "Initiative",
    "Modifier",
    "Overrides",
    "Part",
    "Person",
    "Place",
    "Roll",
    "RollOutcome",
    "Scene",
    "Skill",
    "Slot",
    "Terms",
    "Towards",
    "Turn",
    "Turning",
    "Wound",
]
